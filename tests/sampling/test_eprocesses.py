"""The factors and prices of the bets, against exact arithmetic and independent formulas."""

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from mpmath import mp, mpf

from theorem_checks.sampling.eprocesses import ROUNDING, BoundedBets, CatoniBets, Null, stacked
from theorem_checks.sampling.laws import Binary, Bounded, BoundedVariance

LAWS = {
    "bounded": Bounded(-1.0, 3.0),
    "binary": Binary(),
    "variance": BoundedVariance(2.0, "given"),
}
CENTERS = {"bounded": 0.25, "binary": 0.25, "variance": 0.25}

rationals = st.fractions(0, 1, max_denominator=64)


@st.composite
def finite_laws(draw, values):
    """Laws on up to five points: (value, probability) pairs in exact numbers."""
    points = draw(st.lists(values, min_size=1, max_size=5, unique=True))
    weights = draw(st.lists(st.integers(1, 100), min_size=len(points), max_size=len(points)))
    return [(x, Fraction(w, sum(weights))) for x, w in zip(points, weights, strict=True)]


def mean(law):
    return sum(p * x for x, p in law)


def exact_factor(bets, size, offset):
    """The factor of a bet in rational arithmetic, from its definition."""
    stake = Fraction(size) * offset
    if isinstance(bets, BoundedBets):
        return 1 + stake
    ahead = min(max(1 + stake, 0), 2**20)
    return Fraction(1 + ahead**2) / 2


def exact_price(bets, size, gap):
    stake = Fraction(size) * gap
    if isinstance(bets, BoundedBets):
        return 1 + stake
    ahead = max(1 + stake, Fraction(0))
    return (1 + ahead**2 + Fraction(size) ** 2 * Fraction(float(bets.variance))) / 2


@pytest.mark.parametrize("direction", [1, -1])
@settings(max_examples=50)
@given(law=finite_laws(st.fractions(-1, 3, max_denominator=64)), slack=rationals)
def test_no_bounded_law_of_the_null_beats_the_price(direction, law, slack):
    bets = LAWS["bounded"].bets(direction, 0.25, 0.01)
    offsets = [(direction * (x - Fraction(float(bets.center))), p) for x, p in law]
    gap = mean(offsets) + slack  # so the law obeys the null
    for size in bets.sizes:
        expected = sum(p * exact_factor(bets, size, y) for y, p in offsets)
        assert 0 < expected <= exact_price(bets, size, gap)


@pytest.mark.parametrize("direction", [1, -1])
@settings(max_examples=50)
@given(law=finite_laws(st.fractions(-50, 50, max_denominator=8)), slack=rationals)
def test_no_law_of_bounded_variance_beats_the_price(direction, law, slack):
    """Also for means far below the gap, where the quadratic alone would not be monotone."""
    spread = sum(p * (x - mean(law)) ** 2 for x, p in law)
    variance = math.nextafter(float(spread), math.inf) + 1e-9
    bets = BoundedVariance(variance, "exact").bets(direction, 0.25, 0.01)
    offsets = [(direction * (x - Fraction(float(bets.center))), p) for x, p in law]
    gap = mean(offsets) + 40 * slack
    for size in bets.sizes:
        expected = sum(p * exact_factor(bets, size, y) for y, p in offsets)
        assert 0 < expected <= exact_price(bets, size, gap)


def test_the_plain_quadratic_would_not_do():
    """The reason for the cut in G: 1 + x + x^2/2 breaks the bound for a null mean far below."""
    size, gap, offset = 1.0, 0.0, -10.0  # a constant, of variance 0
    bets = CatoniBets(1, 0.0, (size,), (1.0,), 0.01)
    quadratic = 1 + size * offset + (size * offset) ** 2 / 2
    assert quadratic > math.exp(bets.log_price(gap)[0])
    assert bets.factor(np.array([size * offset]))[0] <= math.exp(bets.log_price(gap)[0])


@pytest.mark.parametrize("name", LAWS)
@pytest.mark.parametrize("direction", [1, -1])
@settings(max_examples=25)
@given(
    entries=st.lists(st.integers(0, 1), min_size=1, max_size=40),
    gap=st.fractions("-1/5", "1/5", max_denominator=64),
)
def test_the_wealth_is_never_above_the_exact_one(name, direction, entries, gap):
    """Rounding errors are on the safe side, and small: exact products are the oracle."""
    bets = LAWS[name].bets(direction, CENTERS[name], 0.01)
    values = np.array(entries, dtype=float)
    found = float(bets.log_wealth(bets.gains(values), len(entries), bets.log_price(float(gap))))
    exact = Fraction(0)
    for size, weight in zip(bets.sizes, bets.weights, strict=True):
        price = exact_price(bets, size, Fraction(float(gap)))
        product = Fraction(weight)
        for x in entries:
            product *= (
                exact_factor(bets, size, direction * (x - Fraction(float(bets.center)))) / price
            )
        exact += product
    with mp.workprec(200):
        log_exact = mp.log(mpf(exact.numerator) / mpf(exact.denominator))
        assert found <= log_exact
        assert found >= log_exact - 2 * len(entries) * ROUNDING


@pytest.mark.parametrize("name", LAWS)
def test_gains_are_the_sums_of_the_logarithms(name, rng):
    bets = LAWS[name].bets(1, CENTERS[name], 0.01)
    values = rng.integers(0, 2, (3, 37)).astype(float)  # 37: no multiple of the group size
    plain = [np.log(bets.factor(size * (values - bets.center))).sum(axis=-1) for size in bets.sizes]
    np.testing.assert_allclose(bets.gains(values), np.stack(plain, axis=-1), rtol=0, atol=1e-12)


def test_heavy_values_do_not_overflow():
    bets = LAWS["variance"].bets(1, 0.25, 0.01)
    gains = bets.gains(np.full(64, 1e300))
    assert np.isfinite(gains).all()
    assert (gains > 0).all()


@pytest.mark.parametrize("name", LAWS)
@pytest.mark.parametrize("direction", [1, -1])
def test_the_bound_is_the_last_rejected_gap(name, direction, rng):
    bets = LAWS[name].bets(direction, CENTERS[name], 0.01)
    gains, level = bets.gains((rng.random(2000) < 0.25).astype(float)), 1e-3
    bound = bets.bound(gains, 2000, level)
    assert -0.2 < bound < 0
    assert Null(bets, bound, level).rejected(gains, 2000)
    assert not Null(bets, math.nextafter(bound, 1), level).rejected(gains, 2000)
    gaps = np.linspace(bets.widest[0], bound, 50)
    assert all(Null(bets, float(gap), level).rejected(gains, 2000) for gap in gaps)


def test_without_data_there_is_no_bound():
    bets = LAWS["bounded"].bets(1, 0.25, 0.01)
    assert bets.bound(bets.gains(np.array([0.25])), 1, 1e-3) == -math.inf


def test_a_null_that_no_law_obeys_is_impossible():
    bets = LAWS["bounded"].bets(1, 0.25, 0.01)
    assert Null(bets, -1.26, 1e-9).impossible  # a mean below -1.01 on [-1, 3]
    assert not Null(bets, -1.25, 1e-9).impossible
    assert not Null(LAWS["variance"].bets(1, 0.0, 0.01), -1e6, 1e-9).impossible


@pytest.mark.parametrize("name", LAWS)
@pytest.mark.parametrize("direction", [1, -1])
def test_bets_side_by_side_are_the_single_bets(name, direction, rng):
    """Mixtures of different lengths, several runs: gains, wealth and bounds of each entry."""
    law = LAWS[name]
    singles = [law.bets(direction, center, delta) for center, delta in ((0.25, 0.1), (0.5, 0.001))]
    assert len(singles[0].sizes) < len(singles[1].sizes)
    nulls = [Null(bets, gap, 1e-3) for bets, gap in zip(singles, (0.0, -0.05), strict=True)]
    together = Null.stacked(nulls)
    values = (rng.random((3, 2, 50)) < 0.4).astype(float)
    gains = together.bets.gains(values)
    rejected = together.rejected(gains, 50)
    assert rejected.shape == (3, 2)
    wealth = together.bets.log_wealth(gains, 50, together.log_price)
    bounds = stacked(singles).bound(gains[0], 50, 0.5)
    for entry, null in enumerate(nulls):
        alone = null.bets.gains(values[:, entry])
        expected = null.bets.log_wealth(alone, 50, null.log_price)
        np.testing.assert_allclose(wealth[:, entry], expected, rtol=1e-12, atol=1e-12)
        assert (rejected[:, entry] == null.rejected(alone, 50)).all()
        np.testing.assert_allclose(bounds[entry], null.bets.bound(alone[0], 50, 0.5), atol=1e-9)


def test_a_null_that_nothing_obeys_is_rejected_beside_others():
    bets = [Bounded(0.0, 1.0).bets(1, center, 0.1) for center in (0.05, 0.5)]
    both = Null.stacked([Null(one, -0.1, 1e-9) for one in bets])
    assert both.impossible.tolist() == [True, False]
    nothing = both.bets.gains(np.zeros((2, 1)))
    assert both.rejected(nothing, 1).tolist() == [True, False]
