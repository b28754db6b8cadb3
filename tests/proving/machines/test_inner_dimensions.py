"""How many units a linear map takes, by the rank of a product."""

import pytest
import sympy as sp

from tests.proving.rules.theorems import Copies, Ranks, proved
from theorem_checks import (
    ArgumentError,
    CheckError,
    Verdict,
    family,
    symbol_array,
)
from theorem_checks.proving.machines.inner_dimensions import inner_dimension, required_blocks
from theorem_checks.proving.rules.connectives import given
from theorem_checks.statements.conclusions import (
    Equal,
    Implies,
)


def test_a_copy_takes_as_many_units_as_it_has_entries():
    copies = Copies()
    found = inner_dimension(copies.bound(copies.d), copies.C, copies.W, copies.block())
    assert found.verdict is Verdict.PROVED
    assert found.is_sealed
    more = inner_dimension(copies.bound(copies.d + 1), copies.C, copies.W, copies.block())
    assert more.verdict is not Verdict.PROVED


@pytest.mark.parametrize("summed", [False, True])
def test_a_map_of_rank_r_takes_r_units(summed):
    ranks = Ranks()
    part = ranks.follows(summed=summed)
    assert part.verdict is Verdict.PROVED
    assert ranks.bound(ranks.r, part).verdict is Verdict.PROVED
    assert ranks.bound(ranks.r + 1, part).verdict is not Verdict.PROVED


def test_a_block_under_another_hypothesis_is_no_part():
    copies = Copies()
    stranger = given(Implies(Equal(0, 1), Equal(1, 1)), proved(Equal(1, 1)))
    with pytest.raises(CheckError, match="a block"):
        inner_dimension(copies.bound(copies.d), copies.C, copies.W, stranger)
    with pytest.raises(ArgumentError, match="evidence of 1 blocks"):
        inner_dimension(copies.bound(copies.d), copies.C, copies.W)


def test_what_stands_above_the_diagonal_is_not_asked_and_what_stands_below_is():
    d, n = (sp.Symbol(name, integer=True, positive=True) for name in "dn")
    two, units = (family("a", d), family("b", d)), family("n", n)
    left, right = symbol_array("L", two, units), symbol_array("R", units, two)
    wanted = [block.equal.rhs for block in required_blocks(left, right)]
    assert list(map(repr, wanted)) == ["delta(row0, column0) * 1", "0", "delta(row0, column0) * 1"]
    with pytest.raises(ArgumentError, match="columns of the families"):
        required_blocks(left, symbol_array("R", units, units))
