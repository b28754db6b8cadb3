"""Hats in turn: the same as `hat_program`, with all tokens in the cube."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from constructions.arrays import equal
from constructions.lsrl import Multi
from constructions.lsrl.programs.cube_hats import cube_hat_program, cube_tokens
from constructions.lsrl.programs.hats import hat_program
from constructions.lsrl.programs.prompts import hat_query

UNIT = st.fractions(0, 1, max_denominator=6)
WEIGHT = st.sampled_from([-1, 0, 1])


def tokens(d_in, d_out):
    """Draw a query and up to three tokens of `hat_program`."""
    points = st.lists(UNIT, min_size=d_in, max_size=d_in)
    weights = st.lists(WEIGHT, min_size=d_out, max_size=d_out)
    token = st.builds(lambda delta, c, w: [0, delta, *c, *w], UNIT, points, weights)
    return st.tuples(points, st.lists(token, max_size=3))


@pytest.mark.parametrize(("d_in", "d_out"), [(1, 1), (2, 2)])
def test_groups_of_points_do_what_tokens_do(d_in, d_out):
    whole, by_points = hat_program(d_in, d_out), cube_hat_program(d_in, d_out)

    @settings(max_examples=8)
    @given(tokens(d_in, d_out))
    def same(drawn):
        query, prompt = drawn
        wanted = whole([hat_query(query, d_out), *prompt])[-1]
        points = [query, *cube_tokens(prompt, d_in)]
        assert all(0 <= entry <= 1 and len(token) == d_in for token in points for entry in token)
        assert equal(by_points(points)[-1], wanted)

    same()


def test_outputs_change_only_where_a_group_ends():
    prompt = [[0, Fraction(1, 2), Fraction(1, 2), 1], [0, 1, 0, -1]]
    outputs = cube_hat_program(1, 1)([[Fraction(1, 4)], *cube_tokens(prompt, 1)])
    quarter, rest = Fraction(1, 4), Fraction(1, 4) - Fraction(3, 4)
    assert equal(outputs[:, 0], [0, 0, 0, quarter, quarter, quarter, rest])


def test_it_is_plain():
    assert cube_hat_program(2, 2).count(Multi) == 0
