"""Blocks of arrays have names, each its own, so that no part of a proof takes another's place."""

from itertools import product

import pytest
import sympy as sp

from theorem_checks import prove
from theorem_checks.statements.arrays.index_expressions import scalar
from theorem_checks.statements.arrays.index_families import Family, block_name, names_of
from theorem_checks.statements.arrays.symbolic_array import SymbolicArray
from theorem_checks.statements.conclusions import Equal

n, m = sp.symbols("n m", integer=True, positive=True)


def axis(*names):
    return tuple(Family(name, (size,)) for name, size in zip(names, (n, m, n), strict=False))


def test_families_of_one_name_are_numbered_by_their_place():
    axes = (axis("d", "d", "e"),)
    assert [names_of(axes, (place,)) for place in range(3)] == [("d.1",), ("d.2",), ("e",)]


CONFUSING = [("d", "d", "d.1"), ("d", "d", "d"), ("a, b", "c", "a")]


@pytest.mark.parametrize("names", CONFUSING)
def test_every_block_has_a_name_of_its_own(names):
    axes = (axis(*names), axis("b, c", "c"))
    places = product(range(3), range(2))
    assert len({block_name(axes, place) for place in places}) == 6


@pytest.mark.parametrize("names", CONFUSING)
@pytest.mark.parametrize("place", range(3))
def test_one_block_that_differs_is_seen_whatever_blocks_are_called(names, place):
    axes = (axis(*names),)
    ones = {(number,): scalar(1) for number in range(3)}
    same = SymbolicArray(axes, ones)
    assert prove(Equal(same, SymbolicArray(axes, dict(ones)))).verdict == "PROVED"
    other = SymbolicArray(axes, {**ones, (place,): scalar(2)})
    assert prove(Equal(same, other)).verdict != "PROVED"
