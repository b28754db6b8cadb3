"""Whole distributions: grids, verdicts for continuous, discrete and mixed laws, error rates."""

import json
import math
from fractions import Fraction
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from theorem_checks.errors import ArgumentError, ExactnessError
from theorem_checks.sampling.claimed_laws import claimed_law
from theorem_checks.sampling.distribution_tests import decide_distribution
from theorem_checks.sampling.distributions import distribution_test
from theorem_checks.sampling.faults import SeedError, StatisticError
from theorem_checks.sampling.joint_planning import (
    detectable_in_distribution,
    samples_needed_for_distribution,
)
from theorem_checks.sampling.keys import sample_key
from theorem_checks.sampling.replication import replicate
from theorem_checks.statements.moments import IID, Gaussian, Rademacher, Uniform
from theorem_checks.verdicts.evidence import Evidence
from theorem_checks.verdicts.kinds import Verdict

HOLDS, REFUTED, UNDECIDED = Verdict.HOLDS, Verdict.REFUTED, Verdict.UNDECIDED
DIE = dict.fromkeys(range(1, 7), "1/6")
LOADED = {1: "1/4", 2: "1/6", 3: "1/6", 4: "1/6", 5: "1/6", 6: "1/12"}


def unit(x):
    """The distribution function of the uniform law on [0, 1]."""
    return min(max(x, 0.0), 1.0)


def normal(key):
    return jax.random.normal(key)


def die(key):
    return jax.random.randint(key, (), 1, 7)


def positive_part(key):
    """Half of it is the number 0."""
    return jnp.maximum(jax.random.normal(key), 0)


def half_normal(x):
    return 0.0 if x < 0 else stats.norm.cdf(x)


@pytest.mark.parametrize(
    ("statistic", "law", "verdict"),
    [
        (normal, Gaussian(), HOLDS),
        (normal, Gaussian(variance=2), REFUTED),
        (normal, stats.t(3).cdf, REFUTED),
        (jax.random.uniform, unit, HOLDS),
        (jax.random.uniform, lambda x: unit(x) ** 2, REFUTED),
        (die, DIE, HOLDS),
        (die, LOADED, REFUTED),
        (jax.random.rademacher, Rademacher(), HOLDS),
        (lambda key: jnp.sqrt(3.0) * jax.random.uniform(key, minval=-1), Uniform(), HOLDS),
        (positive_part, half_normal, HOLDS),
        (positive_part, Gaussian(), REFUTED),
    ],
)
def test_verdicts(statistic, law, verdict):
    assert decide_distribution(statistic, law, "1/10", seed=1).verdict is verdict


def test_the_evidence():
    found = decide_distribution(normal, Gaussian(variance="3/2"), "5/100", seed=17)
    figures = found.figures
    assert found.verdict is REFUTED
    low, high = figures["interval"]
    true = max(abs(stats.norm.cdf(x) - stats.norm.cdf(x / 1.5**0.5)) for x in np.linspace(-3, 3))
    assert 0 < low < true < high
    assert f"P(X <= {figures['refuted_at']:.6g}) is in [" in found.reason
    assert (found.seed, figures["delta"], figures["precision"]) == (17, 0.05, "float64")
    assert {"device", "block", "samples", "interval_error", "points", "gap"} <= set(figures)
    assert Evidence.from_json(json.loads(json.dumps(found.to_json()))) == found


def test_holds_means_that_the_distance_is_below_delta():
    found = decide_distribution(jax.random.uniform, unit, "5/100", seed=1)
    assert found.verdict is HOLDS
    assert found.figures["interval"][1] < 0.05
    assert found.figures["estimate"] < 0.05


LAWS = {
    "normal": (stats.norm.cdf, lambda rng, shape: rng.standard_normal(shape)),
    "die": (DIE, lambda rng, shape: rng.integers(1, 7, shape).astype(float)),
    "cauchy": (stats.cauchy.cdf, lambda rng, shape: rng.standard_cauchy(shape)),
    "mixed": (half_normal, lambda rng, shape: np.maximum(rng.standard_normal(shape), 0)),
}


@pytest.mark.parametrize("width", [0.3, 0.05, 0.003])
@pytest.mark.parametrize("name", LAWS)
def test_bins_are_narrow_or_single_floats(name, width):
    law = claimed_law(LAWS[name][0], width)
    points = np.array(law.points)
    assert (np.diff(points) > 0).all()
    assert len(points) <= 2 / (0.7 * width) + 2
    assert law.gap <= width + 1e-11
    levels = [0.0, *law.levels, 1.0]
    single = [False, *(np.nextafter(points[:-1], np.inf) == points[1:]), False]
    for alone, mass in zip(single, np.diff(levels), strict=True):
        assert alone or mass <= width


@settings(max_examples=60)
@given(
    weights=st.lists(st.integers(1, 9), min_size=2, max_size=8),
    true_weights=st.lists(st.integers(0, 9), min_size=8, max_size=8),
    width=st.sampled_from([0.02, 0.1, 0.3]),
)
def test_the_points_see_the_distance_up_to_the_gap(weights, true_weights, width):
    """The discretisation term, on laws over {0, 1/2, 1, ...} whose distance is known exactly."""
    claimed = {Fraction(k, 2): Fraction(w, sum(weights)) for k, w in enumerate(weights)}
    total = sum(true_weights) + 1
    true = {Fraction(k, 2): Fraction(w + (k == 0), total) for k, w in enumerate(true_weights)}
    law = claimed_law(claimed, width)

    def cdf(atoms, x):
        return sum(p for value, p in atoms.items() if value <= x)

    everywhere = [Fraction(k, 2) for k in range(9)]
    distance = max(abs(cdf(claimed, x) - cdf(true, x)) for x in everywhere)
    seen = max(abs(float(cdf(true, x)) - p) for x, p in zip(law.points, law.levels, strict=True))
    assert float(distance) <= seen + law.gap + 1e-12


@pytest.mark.parametrize("name", LAWS)
def test_false_alarms(name):
    """1,000 true claims at the level 1/10, looked at every 32 samples."""
    law, draw = LAWS[name]
    test = distribution_test(law, "3/10", false_alarm=0.1, false_pass=1e-300)
    found = replicate(test, draw, runs=1000, max_samples=320, seed=1, block=32)
    low, high = found.rate(REFUTED)
    assert found.count(REFUTED) > 0
    assert low <= 0.1
    assert high < 0.2


def test_false_passes():
    """A coin whose law is off by just delta, at one point: the most favourable for a false pass."""
    test = distribution_test({0: "1/2", 1: "1/2"}, "1/5", false_alarm=1e-300, false_pass=0.05)
    found = replicate(
        test,
        lambda rng, shape: (rng.random(shape) < 0.3).astype(float),
        runs=2000,
        max_samples=480,
        seed=2,
        block=32,
    )
    low, high = found.rate(HOLDS)
    assert found.count(HOLDS) > 0
    assert low <= 0.05
    assert high < 0.1


def test_runs_side_by_side_are_single_runs(rng):
    test = distribution_test(unit, "1/10", false_alarm=1e-3, false_pass=1e-3)
    values = rng.random((3, 10, 64))
    together = test.start(3)
    for block in values.transpose(1, 0, 2):
        together = test.update(together, block)
    for row, counts, outcome in zip(values, together.sums, together.outcome, strict=True):
        state = test.advance(test.start(), row)
        assert state.outcome == outcome
        assert (state.sums == counts).all()
        direct = (row.ravel()[:, None] <= np.array(test.law.points)).sum(axis=0)
        assert (direct == counts).all() or outcome


def test_memory_is_one_count_for_each_point(rng):
    test = distribution_test(unit, "1/20")
    state = test.advance(test.start(), rng.random((4, 256)))
    assert state.sums.shape == (len(test.law.points),)
    assert len(test.law.points) < 20 / 0.05


def test_a_run_is_resumed():
    whole = decide_distribution(jax.random.uniform, unit, "8/100", seed=5)
    part = decide_distribution(jax.random.uniform, unit, "8/100", seed=5, max_samples=512)
    assert part.verdict is UNDECIDED
    state = json.loads(json.dumps(part.to_json()))["figures"]["state"]
    assert decide_distribution(jax.random.uniform, unit, "8/100", seed=5, resume=state) == whole
    with pytest.raises(ArgumentError, match="resume"):
        decide_distribution(jax.random.uniform, half_normal, "8/100", seed=5, resume=state)


def test_rounding_enters_delta():
    """A 32-bit uniform: within 2^-24, which moves the law by no more than that and one bin."""

    def statistic(key):
        return jax.random.uniform(key, dtype=jnp.float32)

    found = decide_distribution(statistic, unit, "8/100", rounding="1/1000000", seed=1)
    assert found.verdict is HOLDS
    assert found.figures["precision"] == "float32"
    assert 0.08 + 1e-6 < found.figures["delta"] < 0.08 + 0.08 / 11
    with pytest.raises(ArgumentError, match="rounding="):
        decide_distribution(statistic, unit, "8/100", seed=1)


def test_rounded_values_of_a_true_law_are_no_false_alarm(rng):
    """Rounded to multiples of 1/50; a test that is told so does not refute, the other does."""
    values = np.round(rng.random((400, 256)) * 50) / 50
    told = distribution_test(unit, "1/10", rounding="1/50")
    assert told.advance(told.start(), values).verdict is HOLDS
    assert told.discrepancy >= 0.12
    strict = distribution_test(unit, "1/100")
    assert strict.advance(strict.start(), values).verdict is REFUTED


def test_rounding_does_not_go_with_atoms():
    with pytest.raises(ArgumentError, match="atoms"):
        distribution_test({0: "1/20", 1: "19/20"}, "1/10", rounding="1/1000")


def test_a_value_that_is_not_finite_is_named():
    def statistic(key):
        u = jax.random.uniform(key)
        return jnp.where(u < 0.002, jnp.inf, u)

    with pytest.raises(StatisticError, match=r"finite.*sample_key\(seed=3") as caught:
        decide_distribution(statistic, unit, "1/100", seed=3)
    with jax.enable_x64(True):
        assert math.isinf(statistic(sample_key(3, caught.value.sample)))


@pytest.mark.parametrize(
    ("law", "error", "says"),
    [
        (lambda x: 2.0, ArgumentError, "probabilities"),
        (lambda x: math.nan, ArgumentError, "probabilities"),
        (lambda x: 0.5, ArgumentError, "from 0 to 1"),
        (stats.norm.sf, ArgumentError, "from 0 to 1"),
        ({0: "1/2", 1: "1/3"}, ArgumentError, "sum to 1"),
        ({0: "3/2", 1: "-1/2"}, ArgumentError, "sum to 1"),
        ({0: 0.5, 1: 0.5}, ExactnessError, "exact"),
        ("normal", ArgumentError, "distribution function"),
        (IID(variance=1, kurtosis=3), ArgumentError, "distribution function"),
    ],
)
def test_what_is_no_law(law, error, says):
    with pytest.raises(error, match=says):
        distribution_test(law, "1/10")


@pytest.mark.parametrize(
    "change", [{"delta": 0}, {"delta": 1}, {"false_alarm": 0.0}, {"false_pass": 1.0}]
)
def test_bad_numbers_are_refused(change):
    with pytest.raises(ArgumentError, match=next(iter(change))):
        distribution_test(**{"law": unit, "delta": "1/10", **change})


def test_a_search_may_not_draw_seeds(monkeypatch):
    import hypothesis

    monkeypatch.setattr(hypothesis, "currently_in_test_context", lambda: True)
    with pytest.raises(SeedError):
        decide_distribution(jax.random.uniform, unit, "1/10", seed=1)


def test_the_planned_number_is_kept_and_inverted():
    rates: dict[str, Any] = {"false_alarm": 1e-6, "false_pass": 1e-6}
    needed = samples_needed_for_distribution("1/10", law=unit, **rates)
    test = distribution_test(unit, "1/10", **rates)
    found = replicate(
        test,
        lambda rng, shape: rng.random(shape),
        runs=100,
        max_samples=needed + 128,
        seed=1,
        block=128,
    )
    assert found.count(HOLDS) >= 99
    assert needed <= 3 * np.quantile(found.samples, 0.99)
    delta = detectable_in_distribution(needed, law=unit, **rates)
    assert delta == pytest.approx(0.1, rel=0.02)


@pytest.mark.parametrize("law", [Gaussian(0, mean=3), Uniform(0), Rademacher(0)], ids=str)
def test_a_law_without_variance_is_all_at_its_mean(law):
    test, mean = distribution_test(law, "1/10"), 3.0 if isinstance(law, Gaussian) else 0.0
    assert float(test.law.cdf(mean)) == 1
    assert float(test.law.cdf(np.nextafter(mean, -np.inf))) == 0
