"""The tests on samples from JAX: verdicts, Evidence, errors, resumption, control of seeds."""

import json
import math
from fractions import Fraction

import hypothesis
import jax
import jax.numpy as jnp
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import theorem_checks
from theorem_checks import check
from theorem_checks.errors import ArgumentError
from theorem_checks.sampling import runs
from theorem_checks.sampling.faults import SeedError, StatisticError, checked_seed
from theorem_checks.sampling.keys import sample_key
from theorem_checks.sampling.mean_tests import (
    decide_equal_means,
    decide_mean,
    decide_mean_at_least,
    decide_mean_at_most,
    decide_probability,
)
from theorem_checks.sampling.runs import Progress, decide
from theorem_checks.sampling.sequential import MeanTest
from theorem_checks.sampling.streams import Stream
from theorem_checks.verdicts.error_rates import ErrorRates
from theorem_checks.verdicts.evidence import Evidence
from theorem_checks.verdicts.kinds import Verdict

HOLDS, REFUTED, UNDECIDED = Verdict.HOLDS, Verdict.REFUTED, Verdict.UNDECIDED
UNIT = (0, 1)


def coin(key):
    """True with probability 1/4."""
    return jax.random.uniform(key) < 0.25


def heavy(key):
    """A symmetric law of mean 0 and variance E u^(-4/5) = 5, without a fourth moment."""
    u = jax.random.uniform(key, minval=-1.0)
    return jnp.sign(u) * jnp.abs(u) ** -0.4


@pytest.mark.parametrize(("value", "verdict"), [("1/2", HOLDS), ("52/100", REFUTED)])
def test_a_mean(value, verdict):
    assert decide_mean(jax.random.uniform, value, "2/100", bounds=UNIT, seed=1).verdict is verdict


@pytest.mark.parametrize(("value", "verdict"), [(0, HOLDS), ("-1/2", REFUTED)])
def test_a_mean_with_heavy_tails(value, verdict):
    found = decide_mean(heavy, value, "1/2", variance=5, because="E u^(-4/5) = 5", seed=1)
    assert found.verdict is verdict
    assert "E u^(-4/5) = 5" in found.scope


def test_where_no_mean_agrees_with_the_samples_the_law_is_named():
    found = decide_mean(jax.random.cauchy, 0, "1/10", variance=1, because="said so", seed=1)
    assert found.verdict is REFUTED
    assert "no mean of values of variance at most 1 (said so) agrees" in found.reason


@pytest.mark.parametrize(
    ("function", "value", "verdict"),
    [
        (decide_mean_at_most, "6/10", HOLDS),
        (decide_mean_at_least, "6/10", REFUTED),
    ],
)
def test_one_sided_means(function, value, verdict):
    found = function(jax.random.uniform, value, "3/100", bounds=UNIT, seed=1)
    assert found.verdict is verdict


@pytest.mark.parametrize(
    ("relation", "value", "verdict"),
    [("=", "1/4", HOLDS), ("=", "1/3", REFUTED), ("<=", "1/3", HOLDS)],
)
def test_a_probability(relation, value, verdict):
    found = decide_probability(coin, value, "5/100", relation=relation, seed=1)
    assert found.verdict is verdict
    assert found.scope.startswith(f"P(coin) {relation} {value}")


def reflected(key):
    return 1 - jax.random.uniform(key)


def larger(key):
    return jnp.sqrt(jax.random.uniform(key))


@pytest.mark.parametrize("paired", [True, False])
@pytest.mark.parametrize(("second", "verdict"), [(reflected, HOLDS), (larger, REFUTED)])
def test_equal_means_of_two_statistics(paired, second, verdict):
    found = decide_equal_means(
        jax.random.uniform, second, "5/100", bounds=UNIT, paired=paired, seed=1
    )
    assert found.verdict is verdict


@pytest.mark.parametrize("paired", [True, False])
def test_equal_means_with_a_bound_on_the_variance(paired):
    found = decide_equal_means(
        heavy, heavy, "1/2", variance=5, because="E u^(-4/5) = 5", paired=paired, seed=1
    )
    assert found.verdict is HOLDS
    assert f"at most {20 if paired else 10} " in found.scope


def test_what_pairs_share_cancels():
    """The same statistic twice: paired, the difference is 0 and the test ends soon."""
    paired = decide_equal_means(coin, coin, "5/100", bounds=UNIT, paired=True, seed=1)
    apart = decide_equal_means(coin, coin, "5/100", bounds=UNIT, paired=False, seed=1)
    assert paired.verdict is apart.verdict is HOLDS
    assert paired.figures["estimate"] == 0
    assert 4 * paired.figures["samples"] < apart.figures["samples"]


def test_batched_statistics_give_the_same_evidence():
    one = decide_equal_means(coin, reflected, "1/10", bounds=UNIT, paired=False, seed=1)
    many = decide_equal_means(
        jax.vmap(coin),
        jax.vmap(reflected),
        "1/10",
        bounds=UNIT,
        paired=False,
        seed=1,
        batched=True,
    )
    assert one == many
    assert one.verdict is REFUTED


def test_evidence_says_all_that_is_needed_to_judge_it():
    found = decide_mean(
        jax.random.uniform,
        Fraction(1, 2),
        "5/100",
        bounds=UNIT,
        seed=17,
        false_alarm=1e-6,
        false_pass=1e-7,
        devices=jax.devices()[:1],
    )
    figures = found.figures
    assert found.error_rates == ErrorRates(1e-6, 1e-7)
    assert found.seed == 17
    assert found.engines == {"jax"}
    assert figures["precision"] == "float64"
    assert figures["device"] == jax.devices()[0].device_kind
    assert figures["interval"][0] < figures["estimate"] < figures["interval"][1]
    assert figures["interval_error"] == 2e-7
    assert (figures["delta"], figures["block"]) == (0.05, 256)
    assert figures["samples"] % 256 == 0
    assert "independent samples of one law, in [0, 1]" in found.scope
    assert Evidence.from_json(json.loads(json.dumps(found.to_json()))) == found


def test_evidence_calls_a_statistic_by_its_name():
    arguments = {"delta": "1/10", "bounds": UNIT, "seed": 1}
    assert "E uniform = 1/2 holds" in decide_mean(jax.random.uniform, "1/2", **arguments).reason
    unnamed = decide_equal_means(lambda key: 1 * coin(key), coin, **arguments)
    assert unnamed.scope.startswith("E f - E coin = 0")


def test_the_estimate_is_the_average_of_the_samples():
    found = decide_mean(jax.random.uniform, "1/2", "5/100", bounds=UNIT, seed=17)
    count = found.figures["samples"] // 256
    batches = Stream(jax.random.uniform, seed=17).batches(0, count)
    samples = np.concatenate(list(batches)).ravel()
    assert samples.size == found.figures["samples"]
    assert found.figures["estimate"] == pytest.approx(math.fsum(samples) / samples.size, rel=1e-14)


def test_32_bit_statistics_with_a_stated_rounding():
    def statistic(key):
        return jax.random.uniform(key, dtype=jnp.float32)

    found = decide_mean(statistic, "1/2", "2/100", bounds=UNIT, rounding="1/1000000", seed=1)
    assert found.verdict is HOLDS
    assert found.figures["precision"] == "float32"
    assert found.figures["delta"] == pytest.approx(0.020001, rel=1e-12)
    with pytest.raises(ArgumentError, match="rounding="):
        decide_mean(statistic, "1/2", "2/100", bounds=UNIT, seed=1)


@pytest.mark.parametrize("second", [jax.random.uniform, reflected, coin])
def test_one_32_bit_statistic_among_two_needs_its_rounding(second):
    """The difference has 64 bits; that must not hide that a half of it has 32."""

    def statistic(key):
        return jax.random.uniform(key, dtype=jnp.float32)

    arguments = {"delta": "1/10", "bounds": UNIT, "seed": 1}
    for pair in ((statistic, second), (second, statistic)):
        with pytest.raises(ArgumentError, match="rounding="):
            decide_equal_means(*pair, **arguments)
    found = decide_equal_means(statistic, second, **arguments, rounding="1/1000000")
    assert found.figures["precision"].startswith("float32, ")
    assert found.figures["delta"] == pytest.approx(0.100002, rel=1e-12)


def test_a_check_of_kind_sample_is_one_call():
    @check("sample")
    def check_uniform_mean(subject, *, seed):
        return decide_mean(jax.random.uniform, subject, "5/100", bounds=UNIT, seed=seed)

    found = check_uniform_mean("1/2", seed=23)
    assert (found.verdict, found.seed) == (HOLDS, 23)
    assert check_uniform_mean("3/5", seed=23).verdict is REFUTED


def test_the_budget_ends_undecided_and_the_run_can_be_resumed():
    """Resumed from its Evidence, through JSON, a run ends as if it had never stopped."""
    whole = decide_mean(jax.random.uniform, "1/2", "2/100", bounds=UNIT, seed=5)
    assert whole.figures["samples"] > 10_000
    found, budget = None, 0
    while found is None or found.verdict is UNDECIDED:
        state = None
        if found is not None:
            state = json.loads(json.dumps(found.to_json()))["figures"]["state"]
        budget += 5000  # no multiple of the block: 4864, 9984, ... are used
        found = decide_mean(
            jax.random.uniform,
            "1/2",
            "2/100",
            bounds=UNIT,
            seed=5,
            max_samples=budget,
            resume=state,
        )
        if found.verdict is UNDECIDED:
            assert found.figures["samples"] == budget // 256 * 256
            assert "used up" in found.reason
    assert found == whole


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"seed": 6}, "resume\\['seed'\\]"),
        ({"block": 128}, "resume\\['block'\\]"),
        ({"delta": "3/100"}, "resume\\['test'\\]"),
    ],
)
def test_only_the_same_run_is_resumed(change, says):
    arguments = {"value": "1/2", "delta": "2/100", "bounds": UNIT, "seed": 5, "max_samples": 512}
    state = decide_mean(jax.random.uniform, **arguments).figures["state"]
    with pytest.raises(ArgumentError, match=says):
        decide_mean(jax.random.uniform, **{**arguments, **change}, resume=state)


@pytest.mark.parametrize(
    "claim",
    [
        {"value": "21/20", "binary": True},
        {"value": "-1/20", "binary": True, "relation": "<="},
        {"value": "21/20", "bounds": UNIT, "relation": ">="},
        {"value": -1, "bounds": UNIT},
    ],
)
def test_a_mean_that_no_such_law_has_is_refused(claim):
    with pytest.raises(ArgumentError, match="No law meets the claim"):
        MeanTest(delta="1/10", **claim)


def test_progress_is_silent_unless_asked_for(capfd, monkeypatch):
    monkeypatch.setattr(runs, "BETWEEN_REPORTS", 0.0)
    seen = []
    arguments = {"bounds": UNIT, "seed": 5, "max_samples": 2048, "batch_size": 256}
    found = decide_mean(jax.random.uniform, "1/2", "1/1000", **arguments, progress=seen.append)
    assert found.verdict is UNDECIDED
    assert capfd.readouterr() == ("", "")
    assert all(isinstance(one, Progress) for one in seen)
    assert [one.samples for one in seen] == sorted({one.samples for one in seen})
    assert seen[-1].samples == 2048
    assert seen[-1].interval[0] < seen[-1].estimate < seen[-1].interval[1]
    assert all(one.rate > 0 for one in seen)
    last = decide_mean(jax.random.uniform, "1/2", "1/1000", **arguments, resume=seen[0].state)
    assert last == found


def test_progress_comes_once_in_a_while():
    seen = []
    arguments = {"bounds": UNIT, "seed": 5, "max_samples": 2048}
    decide_mean(jax.random.uniform, "1/2", "1/1000", **arguments, progress=seen.append)
    assert len(seen) <= 2  # and not one for each block


@pytest.mark.parametrize(
    ("statistic", "bounds", "says"),
    [
        (lambda key: jnp.where(jax.random.uniform(key) < 0.001, jnp.nan, 0.5), UNIT, "finite"),
        (jax.random.uniform, (0, "999/1000"), r"in \[0, 0.999\]"),
    ],
)
def test_the_error_names_the_sample_and_its_key(statistic, bounds, says):
    with pytest.raises(StatisticError, match=f"{says}.*sample_key\\(seed=3, sample=") as caught:
        decide_mean(statistic, "1/2", "1/100", bounds=bounds, seed=3)
    error = caught.value
    with jax.enable_x64(True):
        again = float(statistic(sample_key(3, error.sample)))
    np.testing.assert_equal(again, error.value)  # NaN equals itself here
    values = np.concatenate(list(Stream(statistic, seed=3).batches(0, error.sample // 256 + 1)))
    before = values.ravel()[: error.sample]
    assert np.isfinite(before).all()
    assert before.max() <= 1


def test_an_event_that_is_no_event_is_refused():
    with pytest.raises(StatisticError, match=r"Sample 0 .*in \{0, 1\}"):
        decide_probability(jax.random.uniform, "1/2", "1/100", seed=1)


@pytest.mark.parametrize("seed", [None, 1.0, "1", True, -1, 2**63])
def test_a_seed_is_an_integer_from_the_runner(seed):
    with pytest.raises(ArgumentError, match=r"seed.*runner"):
        checked_seed(seed)


@pytest.mark.parametrize("seed", [-1, 2**63])
def test_a_test_checks_its_seed(seed):
    with pytest.raises(ArgumentError, match=r"seed.*runner"):
        decide(MeanTest("1/2", "1/100", bounds=UNIT), jax.random.uniform, seed=seed)


def test_a_seed_is_needed():
    with pytest.raises(TypeError, match="seed"):
        decide_mean(jax.random.uniform, "1/2", "1/100", bounds=UNIT)  # pyright: ignore


def test_an_unknown_option_is_refused():
    with pytest.raises(TypeError, match="max_sample"):
        decide_mean(jax.random.uniform, "1/2", "1/100", bounds=UNIT, seed=1, max_sample=9)  # pyright: ignore


def test_a_budget_below_one_block_is_refused():
    with pytest.raises(ArgumentError, match="at least one block"):
        decide_mean(jax.random.uniform, "1/2", "1/100", bounds=UNIT, seed=1, max_samples=255)


@settings(max_examples=1)
@given(seed=st.integers(0, 100))
def test_a_search_may_not_draw_seeds(seed):
    with pytest.raises(SeedError, match="multiple testing"):
        decide_mean(jax.random.uniform, "1/2", "1/100", bounds=UNIT, seed=seed)
    with pytest.raises(SeedError, match="multiple testing"):
        decide_probability(coin, "1/4", "1/100", seed=seed)


def test_outside_of_a_search_it_may_run():
    assert not hypothesis.currently_in_test_context()
    assert decide_probability(coin, "1/4", "1/10", seed=1).verdict is HOLDS


def test_no_exported_name_looks_like_a_test():
    assert dir(theorem_checks)
    assert [name for name in dir(theorem_checks) if name.startswith("test")] == []
