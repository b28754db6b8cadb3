"""Planned sample numbers: kept by the worst laws, and not much larger than needed."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from theorem_checks.errors import ArgumentError
from theorem_checks.sampling.laws import Bounded, BoundedVariance
from theorem_checks.sampling.planning import _worst_moment, detectable, samples_needed
from theorem_checks.sampling.replication import replicate
from theorem_checks.sampling.sequential import MeanTest
from theorem_checks.verdicts.kinds import Verdict

RATES: dict[str, Any] = {"false_alarm": 1e-6, "false_pass": 1e-6}


def two_points(low, high, probability):
    return lambda rng, shape: np.where(rng.random(shape) < probability, high, low)


PLANS: dict[str, Any] = {
    "binary": ({"binary": True, "value": "3/10"}, two_points(0.0, 1.0, 0.3), 0.05),
    # Mean 1/2 and variance 1/100 on two points of [0, 1], of which one is the end 0: the worst.
    "bounded": (
        {"bounds": (0, 1), "value": "1/2", "expected_variance": "1/100"},
        two_points(0.0, 0.52, 0.25 / 0.26),
        0.02,
    ),
    "variance": (
        {"variance": 1, "because": "a normal law", "value": 0},
        lambda rng, shape: rng.standard_normal(shape),
        0.1,
    ),
}


@pytest.mark.parametrize("name", PLANS)
def test_the_planned_number_is_kept_and_not_wasteful(name):
    """99 of 100 runs know by then; half as many samples would not do for the same."""
    planned, draw, delta = PLANS[name]
    needed = samples_needed(delta, **planned, **RATES)
    statement = {k: v for k, v in planned.items() if k != "expected_variance"}
    test = MeanTest(delta=delta, **statement, **RATES)
    found = replicate(test, draw, runs=400, max_samples=4 * needed, seed=1)
    assert found.count(Verdict.HOLDS) == 400
    known = np.quantile(found.samples, 0.99)
    assert known <= needed + 64  # one block more, as the test looks at the ends of blocks
    assert needed <= 2 * known


def test_the_refuted_side_is_covered():
    needed = samples_needed(0.05, value="3/10", binary=True, **RATES)
    test = MeanTest("3/10", 0.05, binary=True, **RATES)
    found = replicate(test, two_points(0.0, 1.0, 0.35), runs=400, max_samples=needed + 64, seed=1)
    assert found.count(Verdict.REFUTED) >= 396


@settings(max_examples=40)
@given(
    points=st.lists(st.integers(0, 100), min_size=2, max_size=5, unique=True),
    weights=st.lists(st.integers(1, 50), min_size=5, max_size=5),
    theta=st.sampled_from([0.1, 0.5, 1.0]),
    direction=st.sampled_from([1, -1]),
)
def test_no_law_is_worse_than_the_worst(points, weights, theta, direction):
    """Of all laws with the same mean and variance, in the moment that planning rests on."""
    x = np.array(points) / 100
    p = np.array(weights[: len(x)]) / sum(weights[: len(x)])
    mean = float(p @ x)
    variance = float(p @ (x - mean) ** 2)
    for law in (Bounded(0.0, 1.0), BoundedVariance(variance, "computed")):
        bets = law.bets(direction, 0.5, 0.01)
        offsets = direction * (x - 0.5)
        found = [p @ bets.factor(size * offsets) ** -theta for size in bets.sizes]
        worst = _worst_moment(bets, direction * (mean - 0.5), variance, theta)
        # The curvature is taken from a grid, which costs less than a part in 10^4.
        assert (np.array(found) <= worst * (1 + 1e-4)).all()


@pytest.mark.parametrize(
    ("name", "samples"), list(zip(PLANS, (1000, 30_000, 1_000_000), strict=True))
)
def test_detectable_inverts_samples_needed(name, samples):
    planned = PLANS[name][0]
    delta = detectable(samples, **planned)
    assert samples_needed(delta, **planned) <= samples
    assert samples_needed(delta * 0.98, **planned) > samples * 0.9


def test_more_is_needed_for_less():
    needed = [samples_needed(d, value="1/2", bounds=(0, 1)) for d in (0.1, 0.05, 0.01, 0.001)]
    assert needed == sorted(needed)
    # The growth rate of the best bet is about delta^2 / (2 variance).
    assert 50 < needed[3] / needed[2] < 200
    calm = samples_needed(0.01, value="1/2", bounds=(0, 1), expected_variance="1/1000")
    assert calm < needed[2] / 20


def test_smaller_error_rates_and_more_power_cost_samples():
    base = samples_needed("1/100", value="1/2", bounds=(0, 1), **RATES)
    assert samples_needed("1/100", value="1/2", bounds=(0, 1)) > base
    assert samples_needed("1/100", value="1/2", bounds=(0, 1), power=0.9999, **RATES) > base
    one_sided = samples_needed("1/100", value="1/2", bounds=(0, 1), relation="<=", **RATES)
    assert one_sided < base


def test_equal_means_are_planned_as_a_mean_of_zero():
    needed = samples_needed("1/10", value=0, bounds=(-1, 1))
    assert needed > samples_needed("1/10", value="1/2", bounds=(0, 1))


def test_too_few_samples_detect_nothing():
    with pytest.raises(ArgumentError, match=r"samples=3 .*more"):
        detectable(3, value="1/2", bounds=(0, 1))


def test_rounding_has_to_lie_below_delta():
    with pytest.raises(ArgumentError, match="above the rounding"):
        samples_needed("1/100", value="1/2", bounds=(0, 1), rounding="1/50")


@pytest.mark.parametrize("change", [{"power": 1.0}, {"power": 0.0}, {"expected_variance": 0}])
def test_bad_arguments_are_refused(change):
    with pytest.raises(ArgumentError, match=next(iter(change))):
        samples_needed("1/100", value="1/2", bounds=(0, 1), **change)
