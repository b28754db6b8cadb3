"""Hats as data: the same tokens as `hat_prompt`, and the same outputs as `hat_program`."""

from fractions import Fraction

import pytest
from flint import fmpq
from hypothesis import given, settings
from hypothesis import strategies as st

from constructions.lsrl.listed.hats import grid_nodes, hat_tokens, hat_values, one_over, two_to
from constructions.lsrl.programs.hats import hat_program
from constructions.lsrl.programs.prompts import hat_prompt, hat_query

EIGHTHS = st.integers(-12, 12).map(lambda k: Fraction(k, 8))


def exact(numbers):
    """Return numbers as they stand in data."""
    return tuple(fmpq(Fraction(a).numerator, Fraction(a).denominator) for a in numbers)


@settings(max_examples=30)
@given(slopes=st.lists(EIGHTHS, min_size=1, max_size=2), start=EIGHTHS, levels=st.integers(0, 2))
def test_tokens_and_outputs_are_those_of_the_program(slopes, start, levels):
    """Halves are rounded to even numbers, as Python does: eighths have many."""
    d = len(slopes)

    def f(p):
        return start + sum(a * x * x for a, x in zip(slopes, p, strict=True))

    def value(node):
        return exact([f([Fraction(int(a.p), int(a.q)) for a in node])])

    grids = [grid_nodes(one_over(2**j), 2**j, d) for j in range(levels + 1)]
    tokens = hat_tokens(tuple(tuple(map(value, nodes)) for nodes in grids), levels, d, 1, 20)
    prompt = hat_prompt(f, d, [2**j for j in range(levels + 1)])
    assert list(tokens) == [exact(token) for token in prompt]
    query = hat_query([Fraction(2, 7)] * d, 1)
    (found,) = hat_values(d, 1, (exact(query), *tokens))
    assert found == hat_program(d, 1)([query, *prompt])[-1, 0]


@pytest.mark.parametrize(("dim", "cells"), [(0, 3), (1, 1), (2, 2), (3, 1)])
def test_a_grid_has_so_many_nodes_in_order(dim, cells):
    nodes = grid_nodes(one_over(cells), cells, dim)
    assert len(nodes) == len({*nodes}) == (cells + 1) ** dim
    assert list(nodes) == sorted(nodes)


def test_a_node_far_away_is_reached_up_to_the_bound_alone():
    """What is looked for ends at `most`: of five missing steps three are made."""
    assert len(hat_tokens((((fmpq(5),), ()),), 0, 1, 1, 3)) == 3


def test_numbers_of_sizes():
    assert [two_to(k) for k in range(4)] == [1, 2, 4, 8]
    assert (one_over(0), one_over(4)) == (0, fmpq(1, 4))
