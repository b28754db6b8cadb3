"""Arrays of means and covariances: the shared budget, the entries that are named, bad input."""

import json
import math
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from theorem_checks.errors import ArgumentError, ExactnessError
from theorem_checks.sampling import runs
from theorem_checks.sampling.array_tests import (
    covariance_test,
    decide_covariance,
    decide_means,
    means_test,
)
from theorem_checks.sampling.faults import SeedError, StatisticError
from theorem_checks.sampling.joint_planning import (
    detectable_in_covariance,
    detectable_in_means,
    samples_needed_for_covariance,
    samples_needed_for_means,
)
from theorem_checks.sampling.keys import sample_key
from theorem_checks.sampling.mean_tests import decide_mean
from theorem_checks.sampling.planning import samples_needed
from theorem_checks.sampling.replication import replicate
from theorem_checks.sampling.sequential import MeanTest
from theorem_checks.verdicts.evidence import Evidence
from theorem_checks.verdicts.kinds import Verdict

HOLDS, REFUTED, UNDECIDED = Verdict.HOLDS, Verdict.REFUTED, Verdict.UNDECIDED
UNIT = (0, 1)
TRUE = [["1/2", "1/4"], ["1/3", "1/2"]]
MIXING = np.array([[1.0, 0.0], [0.5, 0.5]])


def powers(key):
    """Entries of mean 1/2, 1/4, 1/3 and 1/2."""
    u = jax.random.uniform(key)
    return jnp.array([[u, u**3], [u**2, 1 - u]])


def mixed(key):
    """A vector with covariance MIXING MIXING^T / 12."""
    return jnp.asarray(MIXING) @ jax.random.uniform(key, (2,))


COVARIANCE = [["1/12", "1/24"], ["1/24", "1/24"]]


def test_all_entries_hold():
    found = decide_means(powers, TRUE, "5/100", bounds=UNIT, seed=1)
    assert found.verdict is HOLDS
    assert np.abs(np.array(found.figures["estimate"]) - [[1 / 2, 1 / 4], [1 / 3, 1 / 2]]).max() < (
        0.05
    )
    low, high = map(np.array, found.figures["interval"])
    assert (low > np.array([[0.45, 0.2], [0.2833, 0.45]])).all()
    assert (high < np.array([[0.55, 0.3], [0.3834, 0.55]])).all()
    assert found.figures["entries"] == 4
    assert found.figures["samples"] % 256 == 0
    assert found.figures["block"] == 256
    assert (found.seed, found.figures["delta"]) == (1, 0.05)
    assert {"device", "precision", "interval_error"} <= set(found.figures)
    assert Evidence.from_json(json.loads(json.dumps(found.to_json()))) == found


@pytest.mark.parametrize("entry", [(0, 0), (0, 1), (1, 0), (1, 1)])
def test_the_false_entry_is_named(entry):
    wrong = [list(row) for row in TRUE]
    wrong[entry[0]][entry[1]] = "6/10"
    found = decide_means(powers, wrong, "5/100", bounds=UNIT, seed=1)
    assert found.verdict is REFUTED
    assert found.figures["refuted"] == [list(entry)]
    assert f"entry {entry}, claimed 6/10" in found.reason


def test_open_entries_are_named():
    found = decide_means(
        powers, TRUE, [["1/10", "1/10"], ["1/10", "1/100"]], bounds=UNIT, seed=1, max_samples=3000
    )
    assert found.verdict is UNDECIDED
    assert found.figures["open"] == [[1, 1]]
    assert "1 open: (1, 1)" in found.reason
    assert found.figures["samples"] == 2816


def test_an_array_of_one_entry_is_a_mean():
    """The same test on the same keys, so the same samples and the same verdict."""
    one = decide_mean(jax.random.uniform, "1/2", "5/100", bounds=UNIT, seed=3)
    array = decide_means(
        lambda key: jax.random.uniform(key, (1,)), ["1/2"], "5/100", bounds=UNIT, seed=3
    )
    assert array.verdict is one.verdict
    assert array.figures["samples"] == one.figures["samples"]
    assert array.figures["interval"][0] == pytest.approx([one.figures["interval"][0]], abs=1e-9)


def test_a_stack_is_its_entries(rng):
    """Sums and verdicts of all entries are those of the single tests, one by one."""
    claims = ["1/2", "1/3", "3/4"]
    bounds = ([0, -1, 0], [1, 1, 2])
    joint = means_test(claims, ["1/10", "1/5", "1/20"], bounds=bounds)
    values = rng.random((20, 64, 3)) * [1, 0.8, 1.5]
    together = joint.start()
    for block in values:
        together = joint.update(together, block)
    for e, single in enumerate(joint.tests):
        state = single.start()
        for block in values:
            state = single.update(state, block[:, e])
        assert int(together.sums[e, 0]) == int(state.outcome)
        low, high = joint.intervals(together)
        if not state.outcome:
            assert (low[e], high[e]) == pytest.approx(single.interval(state), abs=1e-12)


def test_the_false_alarms_add_up_to_the_budget():
    even = means_test([["1/2"] * 3] * 4, "1/10", bounds=UNIT, false_alarm=1e-6)
    levels = [one.false_alarm for one in even.tests]
    assert math.fsum(levels) <= 1e-6
    assert min(levels) == pytest.approx(1e-6 / 12, rel=1e-9)
    assert even.rates.false_alarm <= 1e-6
    assert {one.false_pass for one in even.tests} == {1e-9}
    uneven = means_test(["1/2"] * 3, "1/10", bounds=UNIT, false_alarm=1e-6, weights=[2, 1, 1])
    assert uneven.tests[0].false_alarm == pytest.approx(5e-7, rel=1e-9)


def test_false_alarms_of_ten_true_entries():
    """4,000 claims of ten entries each, at the level 1/50 for the whole."""
    test = means_test(["1/2"] * 10, "1/4", bounds=UNIT, false_alarm=0.02, false_pass=1e-300)
    found = replicate(
        test,
        lambda rng, shape: rng.integers(0, 2, (*shape, 10)).astype(float),
        runs=4000,
        max_samples=192,
        seed=1,
    )
    low, high = found.rate(REFUTED)
    assert found.count(REFUTED) > 0
    assert low <= 0.02
    assert high < 0.04


def test_false_passes_of_one_false_entry_among_five():
    """The whole holds only if the false entry does: no more often than its own rate."""
    claims = ["7/10", *["1/2"] * 4]
    test = means_test(claims, "1/5", bounds=UNIT, false_alarm=1e-300, false_pass=0.05)
    found = replicate(
        test,
        lambda rng, shape: rng.integers(0, 2, (*shape, 5)).astype(float),
        runs=2000,
        max_samples=512,
        seed=2,
    )
    low, high = found.rate(HOLDS)
    assert found.count(HOLDS) > 0
    assert low <= 0.05
    assert high < 0.1


@pytest.mark.parametrize(
    "means", [pytest.param(None, marks=pytest.mark.deep), ["1/2", "1/2"]], ids=["unknown", "known"]
)
def test_a_covariance_of_bounded_variables(means):
    arguments: dict[str, Any] = {"bounds": UNIT, "means": means, "seed": 1}
    assert decide_covariance(mixed, COVARIANCE, "2/100", **arguments).verdict is HOLDS
    wrong = [["1/12", "1/12"], ["1/12", "1/24"]]
    found = decide_covariance(mixed, wrong, "2/100", **arguments)
    assert found.verdict is REFUTED
    assert found.figures["refuted"] == [[0, 1]]
    estimate = np.array(found.figures["estimate"])
    assert (estimate == estimate.T).all()


@pytest.mark.parametrize("means", [None, 0])
def test_a_covariance_with_a_fourth_moment(means):
    """Standard normal coordinates: E x^4 = 3, and Var x_i x_j = 1 or 2 is below it."""

    def normal(key):
        return jax.random.normal(key, (2,))

    arguments: dict[str, Any] = {"fourth_moment": 3, "because": "normal", "means": means, "seed": 1}
    identity = [[1, 0], [0, 1]]
    assert decide_covariance(normal, identity, "2/10", **arguments).verdict is HOLDS
    found = decide_covariance(normal, [[1, "1/4"], ["1/4", 1]], "2/10", **arguments)
    assert found.figures["refuted"] == [[0, 1]]


def test_the_fourth_moment_bounds_the_variance_of_the_products():
    """Exactly, for correlated vectors on few points: with and without the means."""
    points = np.array([[0.0, 1.0], [2.0, -1.0], [3.0, 5.0]])
    weights = np.array([0.5, 0.3, 0.2])
    off = points - weights @ points
    fourth = (weights @ off**4).max()
    for i, j in ((0, 0), (0, 1), (1, 1)):
        known = off[:, i] * off[:, j]
        assert weights @ known**2 - (weights @ known) ** 2 <= fourth
        pairs = (off[:, None] - off[None]) ** 1
        product = pairs[..., i] * pairs[..., j] / 2
        both = np.outer(weights, weights)
        mean = (both * product).sum()
        assert mean == pytest.approx(weights @ known, rel=1e-12)
        assert (both * product**2).sum() - mean**2 <= fourth


def test_the_error_names_entry_sample_and_key():
    def statistic(key):
        u = jax.random.uniform(key, (3,))
        return u.at[2].set(jnp.where(u[2] < 0.001, jnp.nan, u[2]))

    with pytest.raises(
        StatisticError, match=r"finite in entry \(2,\).*sample_key\(seed=3"
    ) as caught:
        decide_means(statistic, ["1/2"] * 3, "1/100", bounds=UNIT, seed=3)
    with jax.enable_x64(True):
        again = statistic(sample_key(3, caught.value.sample))
    assert math.isnan(again[2])


def test_values_outside_the_bounds_are_named():
    with pytest.raises(StatisticError, match=r"in \[0, 0.9\] in entry \(1, "):
        decide_means(powers, TRUE, "1/100", bounds=(0, [[1, 1], ["9/10", "9/10"]]), seed=3)


@pytest.mark.parametrize(
    ("statistic", "error", "says"),
    [
        (lambda key: jax.random.uniform(key, (2, 3)), StatisticError, r"shape \(2, 2\)"),
        (jax.random.uniform, StatisticError, r"shape \(2, 2\)"),
        (lambda key: jnp.ones((2, 2)), StatisticError, "depends on the key"),
        (lambda key: powers(key) + 0j, StatisticError, "real number"),
        (lambda key: powers(key).astype(jnp.float32), ArgumentError, "rounding="),
    ],
)
def test_statistics_that_cannot_be_used(statistic, error, says):
    with pytest.raises(error, match=says):
        decide_means(statistic, TRUE, "1/10", bounds=UNIT, seed=1)


def test_32_bit_entries_with_a_stated_rounding():
    found = decide_means(
        lambda key: powers(key).astype(jnp.float32),
        TRUE,
        "5/100",
        bounds=UNIT,
        rounding="1/1000000",
        seed=1,
    )
    assert found.verdict is HOLDS
    assert found.figures["precision"] == "float32"
    assert found.figures["delta"] == pytest.approx(0.050001, rel=1e-12)


@pytest.mark.parametrize("means", [None, ["1/2", "1/2"]])
def test_covariances_are_computed_in_64_bits(means):
    with pytest.raises(ArgumentError, match="float64"):
        decide_covariance(
            lambda key: jax.random.uniform(key, (2,), jnp.float32),
            COVARIANCE,
            "1/100",
            bounds=UNIT,
            means=means,
            seed=1,
        )


def test_progress_counts_arrays(monkeypatch):
    monkeypatch.setattr(runs, "BETWEEN_REPORTS", 0.0)
    seen = []
    arguments: dict[str, Any] = {"bounds": UNIT, "seed": 1, "max_samples": 2048, "batch_size": 256}
    found = decide_means(powers, TRUE, "1/100", **arguments, progress=seen.append)
    assert found.verdict is UNDECIDED
    assert seen[-1].samples == found.figures["samples"] == 2048
    assert {one.max_samples for one in seen} == {2048}
    assert seen[-1].interval[0] < seen[-1].estimate < seen[-1].interval[1]


def test_batched_statistics_give_the_same_evidence():
    one = decide_means(powers, TRUE, "1/10", bounds=UNIT, seed=1)
    many = decide_means(jax.vmap(powers), TRUE, "1/10", bounds=UNIT, seed=1, batched=True)
    assert one.figures == many.figures
    single = decide_covariance(mixed, COVARIANCE, "5/100", bounds=UNIT, seed=1)
    vectors = decide_covariance(
        jax.vmap(mixed), COVARIANCE, "5/100", bounds=UNIT, seed=1, batched=True
    )
    assert single.figures == vectors.figures


def test_a_run_is_resumed_and_may_be_batched_otherwise():
    arguments: dict[str, Any] = {"bounds": UNIT, "seed": 5}
    whole = decide_means(powers, TRUE, "5/100", **arguments)
    part = decide_means(powers, TRUE, "5/100", **arguments, max_samples=600)
    assert part.verdict is UNDECIDED
    state = json.loads(json.dumps(part.to_json()))["figures"]["state"]
    assert decide_means(powers, TRUE, "5/100", **arguments, resume=state) == whole
    assert decide_means(powers, TRUE, "5/100", **arguments, batch_size=256) == whole
    with pytest.raises(ArgumentError, match="resume"):
        decide_means(powers, TRUE, "6/100", **arguments, resume=state)


@pytest.mark.parametrize(
    ("change", "error", "says"),
    [
        ({"values": [["1/2"], ["1/2", "1/3"]]}, ArgumentError, "values"),
        ({"values": []}, ArgumentError, "values"),
        ({"delta": ["1/10"] * 3}, ArgumentError, r"delta.*shape \(2, 2\)"),
        ({"delta": [["1/10", 0], ["1/10", "1/10"]]}, ArgumentError, "delta=0"),
        ({"weights": [[1, 1], [1, -1]]}, ArgumentError, "weights=-1"),
        ({"bounds": None, "variance": 0.25, "because": "x"}, ExactnessError, "exact"),
        ({"false_alarm": 2.0}, ArgumentError, "false_alarm"),
        ({"delta": "3/4"}, ArgumentError, "no sample could refute"),
    ],
)
def test_a_claim_that_makes_no_sense_is_refused(change, error, says):
    with pytest.raises(error, match=says):
        means_test(**{"values": TRUE, "delta": "1/10", "bounds": UNIT, **change})


def test_the_error_about_an_entry_names_it():
    with pytest.raises(ArgumentError) as caught:
        means_test(TRUE, [["1/10", "1/10"], [0, "1/10"]], bounds=UNIT)
    assert caught.value.__notes__ == ["This is about entry (1, 0)."]


@pytest.mark.parametrize(
    ("matrix", "says"), [([[1, 2, 3]], r"\(d, d\)"), ([[1, 2], ["1/2", 1]], r"matrix\[0, 1\]")]
)
def test_a_covariance_matrix_is_square_and_symmetric(matrix, says):
    with pytest.raises(ArgumentError, match=says):
        covariance_test(matrix, "1/10", bounds=(-3, 3))


@pytest.mark.parametrize(
    ("variance", "more", "says"),
    [
        ("-1/20", {"bounds": (0, 1)}, "not negative"),
        (1, {"fourth_moment": "1/2", "because": "no law"}, "fourth moment of 1/2 allows"),
    ],
)
def test_a_variance_that_no_law_has_is_refused(variance, more, says):
    with pytest.raises(ArgumentError, match=says):
        covariance_test([[variance]], "1/10", **more)


def test_a_search_may_not_draw_seeds(monkeypatch):
    import hypothesis

    monkeypatch.setattr(hypothesis, "currently_in_test_context", lambda: True)
    with pytest.raises(SeedError):
        decide_means(powers, TRUE, "1/10", bounds=UNIT, seed=1)
    with pytest.raises(SeedError):
        decide_covariance(mixed, COVARIANCE, "1/10", bounds=UNIT, seed=1)


RATES: dict[str, Any] = {"false_alarm": 1e-6, "false_pass": 1e-6}


def test_the_planned_number_is_kept():
    """100 arrays of four fair coins: all know by then, and half as many would not do."""
    plan: dict[str, Any] = {"bounds": UNIT, **RATES}
    needed = samples_needed_for_means("1/10", values=["1/2"] * 4, **plan)
    test = means_test(["1/2"] * 4, "1/10", **plan)
    found = replicate(
        test,
        lambda rng, shape: rng.integers(0, 2, (*shape, 4)).astype(float),
        runs=100,
        max_samples=4 * needed,
        seed=1,
    )
    assert found.count(HOLDS) == 100
    assert np.quantile(found.samples, 0.99) <= needed + 64
    assert needed <= 2 * np.quantile(found.samples, 0.99)
    assert samples_needed("1/10", value="1/2", **plan) < needed


def test_detectable_inverts_samples_needed():
    plan: dict[str, Any] = {"values": ["1/2"] * 4, "bounds": UNIT}
    delta = detectable_in_means(5000, **plan)
    assert samples_needed_for_means(delta, **plan) <= 5000
    assert samples_needed_for_means(delta * 0.98, **plan) > 4500
    vectors: dict[str, Any] = {"matrix": COVARIANCE, "bounds": UNIT}
    small = detectable_in_covariance(5000, **vectors)
    assert samples_needed_for_covariance(small, **vectors) <= 5000
    assert samples_needed_for_covariance(small * 0.98, **vectors) > 4500


def test_a_test_alone_is_a_case_of_planning():
    assert samples_needed_for_means("1/10", values="1/2", bounds=UNIT) == samples_needed(
        "1/10", value="1/2", bounds=UNIT
    )
    assert MeanTest("1/2", "1/10", bounds=UNIT).rates.false_alarm == 1e-9


def test_the_interval_of_an_entry_is_that_of_its_test_alone():
    values = np.random.default_rng(1).random((500, 4))
    test = means_test(["1/2", "1/2", "1/3", "1/2"], "1/10", bounds=UNIT, rounding="1/100")
    state = test.update(test.start(), values)
    for entry, one in enumerate(test.tests):
        alone = one.interval(one.update(one.start(), values[:, entry]))
        both = (float(ends[entry]) for ends in test.intervals(state))
        assert tuple(both) == pytest.approx(alone, abs=1e-12)


def test_what_is_open_is_told_and_what_is_known_is_not():
    test = means_test(["1/2", "1/2"], "1/10", bounds=UNIT)
    state = test.update(test.start(), np.full((10, 2), 0.5))
    assert test.seen(state).startswith("2 open: (0,), (1,); entry ")
    assert test.figures(state)["open"] == [[0], [1]]
    while not state.outcome:
        state = test.update(state, np.full((100, 2), 0.5))
    assert state.verdict is HOLDS
    assert test.seen(state).startswith("the least certain is entry ")
    assert "open" not in test.figures(state)


def test_of_a_covariance_both_triangles_are_told():
    test, _ = covariance_test(COVARIANCE, "1/10", means=["1/2", "1/2"], bounds=UNIT)
    assert len(test.tests) == 3
    state = test.update(test.start(), np.tile([0.25, 0.125, 0.0625], (10, 1)))
    (first, between), (again, last) = test.figures(state)["estimate"]
    assert [first, between, again, last] == pytest.approx([0.25, 0.125, 0.125, 0.0625])
