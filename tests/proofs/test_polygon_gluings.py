"""Gluings of polygons, against counts that are known."""

from collections import Counter

import pytest
import sympy as sp

from proofs.linear_rnn.s2_linear_rnns.equation_4 import n
from proofs.linear_rnn.s3_3_rnn_parametrization.polygon_gluings import WAYS, schemes
from proofs.linear_rnn.s3_3_rnn_parametrization.theorem_3_3_a import word
from theorem_checks import expectation


def lengths(kind, total):
    """All k_e >= 1 with which both halves are `total` long, one by one."""
    either, first, second = kind

    def compositions(parts, size):
        if parts == 0:
            return int(size == 0)
        return sum(compositions(parts - 1, size - k) for k in range(1, size + 1))

    return sum(
        compositions(either, total - 2 * twice)
        * compositions(first, twice)
        * compositions(second, twice)
        for twice in range(total // 2 + 1)
    )


def test_there_are_six_schemes_of_torus_and_klein_bottle():
    # the torus by a square and by a hexagon; the Klein bottle by aabb and by three hexagons
    torus = {(2, 0, 0): 1, (3, 0, 0): 1}
    assert schemes(0) == Counter(torus | {(0, 1, 1): 1, (1, 1, 1): 3})
    assert not schemes(1)


@pytest.mark.parametrize("kind", WAYS)
def test_the_numbers_of_lengths_are_right_one_by_one(kind):
    for total in range(1, 9):
        assert WAYS[kind](sp.Integer(total)) == lengths(kind, total)


@pytest.mark.parametrize("lag", [9, pytest.param(10, marks=pytest.mark.deep)])
def test_the_cores_make_the_coefficient_at_further_lags(lag):
    exact = sp.Poly(expectation(word(lag, lag)), n).all_coeffs()
    cores = [
        sum(count * WAYS[kind](sp.Integer(size)) for kind, count in schemes(0).items())
        for size in range(1, lag + 1)
    ]
    total = sum((lag - place) * core for place, core in enumerate(cores))
    assert exact[:3] == [1, 0, total]
