"""What is assumed of a statistic: outliers, and grids that have a good bet for every law."""

import itertools
import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import minimize_scalar

from theorem_checks.errors import ArgumentError, ExactnessError
from theorem_checks.sampling.eprocesses import BoundedBets
from theorem_checks.sampling.faults import StatisticError
from theorem_checks.sampling.laws import (
    RATIO,
    Binary,
    Bounded,
    BoundedVariance,
    law_of,
)


@given(
    points=st.lists(st.integers(0, 100), min_size=2, max_size=6, unique=True),
    weights=st.lists(st.integers(1, 50), min_size=6, max_size=6),
    delta=st.sampled_from([0.001, 0.01, 0.05]),
)
def test_no_law_has_a_best_bet_below_the_grid(points, weights, delta):
    """The theorem behind the smallest bet, by maximising the growth rate numerically."""
    x = np.array(points) / 100
    p = np.array(weights[: len(x)]) / sum(weights[: len(x)])
    null = float(p @ x) - delta
    if null < 0.001:
        return
    low, high = delta / (null * (1 - null)), (1 - 1e-9) / null

    def loss(bet):
        return -float(p @ np.log1p(bet * (x - null)))

    best = minimize_scalar(loss, bounds=(0, high), method="bounded", options={"xatol": 1e-12}).x
    # The optimiser stops within about 1e-6 of the top; the two-point law meets the bound exactly.
    assert best >= min(low, high) * (1 - 1e-4) - 1e-6


@pytest.mark.parametrize("law", [Bounded(0.0, 1.0), Binary(), BoundedVariance(0.25, "given")])
@pytest.mark.parametrize("center", [0.0, 0.001, 0.3, 1.0])
@pytest.mark.parametrize("delta", [1e-4, 0.01, 0.4])
def test_grids_are_dense_and_their_weights_sum_to_one(law, center, delta):
    for direction in (1, -1):
        bets = law.bets(direction, center, delta)
        assert math.isclose(sum(bets.weights), 1, rel_tol=1e-12)
        assert len(bets.weights) == len(bets.sizes)
        assert min(bets.sizes) > 0
        grid = sorted(bets.sizes)
        ratios = [b / a for a, b in itertools.pairwise(grid)]
        assert max(ratios, default=1) <= RATIO * (1 + 1e-12)
        if isinstance(bets, BoundedBets):
            assert max(bets.sizes) * bets.reach < 1


def test_the_law_is_what_was_stated():
    assert law_of((0, "1/3"), None, "") == Bounded(0.0, math.nextafter(1 / 3, 1))
    assert law_of((-0.1, 0.1), None, "") == Bounded(-0.1, 0.1)
    law = law_of(None, Fraction(1, 3), "a proof")
    assert isinstance(law, BoundedVariance)
    assert Fraction(law.variance) >= Fraction(1, 3)


@pytest.mark.parametrize(
    ("arguments", "error", "says"),
    [
        (((0, 1), 1, "x"), ArgumentError, "one of them"),
        ((None, None, ""), ArgumentError, "one of them"),
        (((1, 1), None, ""), ArgumentError, "low < high"),
        (((0, math.inf), None, ""), ArgumentError, "finite"),
        ((None, 1, ""), ArgumentError, "because"),
        ((None, 0, "x"), ArgumentError, "positive"),
        ((None, 0.5, "x"), ExactnessError, "exact"),
    ],
)
def test_what_cannot_be_assumed(arguments, error, says):
    with pytest.raises(error, match=says):
        law_of(*arguments)


@pytest.mark.parametrize(
    ("law", "values", "sample", "says"),
    [
        (Bounded(0.0, 1.0), [0.5, 1.5, math.nan], 101, r"in \[0, 1\]"),
        (Bounded(0.0, 1.0), [0.5, 0.5, math.nan], 102, "finite"),
        (Binary(), [0, 1, 0.5], 102, r"in \{0, 1\}"),
        (BoundedVariance(1.0, "given"), [1e300, math.inf, 0], 101, "finite"),
    ],
)
def test_an_outlier_is_named_by_its_number(law, values, sample, says):
    with pytest.raises(StatisticError, match=says) as caught:
        law.require(np.array(values), 100)
    assert caught.value.sample == sample


def test_rounding_widens_the_law():
    assert Bounded(0.0, 1.0).widened(0.5) == Bounded(-0.5, 1.5)
    widened = BoundedVariance(4.0, "given").widened(1.0)
    assert widened.variance == pytest.approx(9, rel=1e-14)
    assert widened.variance >= 9
    with pytest.raises(ArgumentError, match="exact"):
        Binary().widened(0.1)
