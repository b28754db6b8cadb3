"""The three-way test itself, without JAX: verdicts, blocks, bounds on memory, bad input."""

import json
import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from theorem_checks.errors import ArgumentError, ExactnessError
from theorem_checks.sampling.faults import StatisticError
from theorem_checks.sampling.findings import decide_on_values
from theorem_checks.sampling.sequential import MeanTest
from theorem_checks.sampling.states import TestState, add
from theorem_checks.verdicts.error_rates import ErrorRates
from theorem_checks.verdicts.evidence import Evidence
from theorem_checks.verdicts.kinds import Verdict

HOLDS, REFUTED, UNDECIDED = Verdict.HOLDS, Verdict.REFUTED, Verdict.UNDECIDED


def uniform(rng):
    return lambda: rng.random(256)


def run(test, draw, blocks=2000):
    state = test.start()
    for _ in range(blocks):
        state = test.update(state, draw())
        if state.verdict is not UNDECIDED:
            break
    return state


ASSUMED = {
    "bounded": {"bounds": (0, 1)},
    "variance": {"variance": "1/12", "because": "a uniform law"},
}


@pytest.mark.parametrize("assumed", ASSUMED.values(), ids=ASSUMED)
@pytest.mark.parametrize(
    ("value", "verdict"),
    [
        ("1/2", HOLDS),
        ("51/100", REFUTED),
        ("49/100", REFUTED),
        ("9/10", REFUTED),
        ("1/10", REFUTED),
    ],
)
def test_the_true_mean_holds_and_one_percent_off_is_refuted(assumed, value, verdict, rng):
    test = MeanTest(value, "1/100", **assumed)
    assert run(test, uniform(rng)).verdict is verdict


@pytest.mark.parametrize("assumed", ASSUMED.values(), ids=ASSUMED)
@pytest.mark.parametrize(
    ("relation", "value", "verdict"),
    [
        ("<=", "1/2", HOLDS),
        ("<=", "6/10", HOLDS),
        ("<=", "48/100", REFUTED),
        (">=", "1/2", HOLDS),
        (">=", "4/10", HOLDS),
        (">=", "52/100", REFUTED),
    ],
)
def test_one_sided_claims(assumed, relation, value, verdict, rng):
    test = MeanTest(value, "2/100", relation=relation, **assumed)
    assert run(test, uniform(rng)).verdict is verdict


@pytest.mark.parametrize(
    ("value", "verdict"), [("1/4", HOLDS), ("1/5", REFUTED), ("3/10", REFUTED)]
)
def test_binary_values(value, verdict, rng):
    test = MeanTest(value, "5/100", binary=True)
    assert run(test, lambda: (rng.random(256) < 0.25).astype(float)).verdict is verdict


@pytest.mark.parametrize("value", [0, 1])
def test_a_mean_at_the_end_of_its_range(value, rng):
    certain = MeanTest(value, "1/100", bounds=(0, 1))
    assert run(certain, lambda: np.full(256, float(value))).verdict is HOLDS
    assert run(certain, uniform(rng)).verdict is REFUTED


def test_a_value_outside_the_bounds_is_no_mean_of_a_law():
    with pytest.raises(ArgumentError, match="No law meets the claim"):
        MeanTest(2, "1/100", bounds=(0, 1))


def test_the_grey_zone_may_go_either_way_but_ends(rng):
    """Within delta of the claim, both verdicts are right."""
    state = run(MeanTest("45/100", "1/10", bounds=(0, 1)), uniform(rng))
    assert state.verdict in (HOLDS, REFUTED)


def test_undecided_at_the_end_of_the_data(rng):
    evidence = decide_on_values(MeanTest("1/2", "1/100", bounds=(0, 1)), rng.random(1000))
    assert evidence.verdict is UNDECIDED
    assert evidence.figures["samples"] == 1000
    assert decide_on_values(MeanTest("1/2", "1/100", bounds=(0, 1)), []).verdict is UNDECIDED


def test_holds_means_that_the_interval_lies_within_delta(rng):
    """Interval and verdict come from the same processes."""
    test = MeanTest("1/2", "2/100", bounds=(0, 1))
    state = run(test, uniform(rng))
    low, high = test.interval(state)
    assert 0.48 < low < test.estimate(state) < high < 0.52
    wide = test.interval(test.update(test.start(), rng.random(256)))
    assert wide[0] < 0.48
    assert wide[1] > 0.52


def test_the_interval_covers_the_mean_at_every_time(rng):
    test = MeanTest("1/2", "1/1000", bounds=(0, 1), false_pass=0.05)
    missed = 0
    for _ in range(20):
        state, covered = test.start(), True
        for _ in range(3):
            state = test.update(state, rng.random(64))
            low, high = test.interval(state)
            covered &= low <= 0.5 <= high
        missed += not covered
    # At most 10 per cent may miss; 9 of 20 or more then have a probability below 1e-4.
    assert missed < 9


@settings(max_examples=10)
@given(cuts=st.lists(st.integers(1, 60), max_size=6))
def test_advancing_by_batches_is_updating_by_blocks(cuts):
    """Verdict, number of samples and every sum agree, however the blocks are batched."""
    blocks = np.random.default_rng(3).random((100, 64))
    test = MeanTest("49/100", "5/100", bounds=(0, 1), false_alarm=1e-4, false_pass=1e-4)
    one_by_one = test.start()
    for block in blocks:
        one_by_one = test.update(one_by_one, block)
    batched = test.start()
    for part in np.split(blocks, sorted(set(cuts))):
        batched = test.advance(batched, part)
    assert one_by_one.verdict is batched.verdict is not UNDECIDED
    assert one_by_one.to_json() == batched.to_json()


def test_many_runs_at_once_are_the_single_runs(rng):
    values = rng.random((5, 40, 64))
    test = MeanTest("1/2", "5/100", bounds=(0, 1), false_alarm=1e-3, false_pass=1e-3)
    together = test.start(5)
    for block in values.transpose(1, 0, 2):
        together = test.update(together, block)
    for row, outcome in zip(values, together.outcome, strict=True):
        state = test.start()
        for block in row:
            state = test.update(state, block)
        assert state.outcome == outcome


def test_a_decided_state_stays_as_it_is(rng):
    test = MeanTest("1/2", "1/10", bounds=(0, 1))
    state = run(test, uniform(rng))
    assert test.update(state, np.zeros(256)) is state
    assert test.advance(state, np.full((3, 4), math.nan)) is state


def test_memory_does_not_grow_with_the_samples(rng):
    test = MeanTest("1/2", "1/1000", bounds=(0, 1))
    state = test.update(test.start(), rng.random(256))
    size = len(json.dumps(state.to_json()))
    for _ in range(200):
        state = test.update(state, rng.random(256))
    assert state.sums.shape == test.start().sums.shape
    assert len(json.dumps(state.to_json())) < 2 * size


def test_a_state_survives_json_bit_for_bit(rng):
    test = MeanTest("1/2", "1/100", bounds=(0, 1))
    state = test.update(test.start(), rng.random(256))
    again = TestState.from_json(json.loads(json.dumps(state.to_json())))
    block = rng.random(256)
    assert test.update(again, block).to_json() == test.update(state, block).to_json()


@settings(max_examples=30)
@given(
    terms=st.lists(st.floats(-1e9, 1e9), min_size=1, max_size=50),
    large=st.floats(1e14, 1e18),
)
def test_sums_keep_what_floats_would_drop(terms, large):
    """Small terms between a large one and its negative: the oracle is exact summation."""
    sums, carry = np.zeros(1), np.zeros(1)
    for term in [large, *terms, -large]:
        sums, carry = add(sums, carry, np.array([term]))
    exact = math.fsum(terms)
    # The carry itself is summed in floats, with at most 52 additions of terms below 2^8.
    assert abs(float(sums[0] + carry[0]) - exact) <= 52 * 2.0**-53 * 2**13 + 2**-52 * abs(exact)


def test_exact_values_are_welcome():
    values = [Fraction(1, 3), Fraction(2, 3), 0, 1] * 2000
    evidence = decide_on_values(MeanTest("1/2", "1/20", bounds=(0, 1)), iter(values))
    assert evidence.verdict is HOLDS


def test_rounding_is_added_to_the_discrepancy(rng):
    """Computed values that are off by the stated rounding never refute a true claim."""
    plain = MeanTest("1/2", "2/100", bounds=(0, 1))
    tolerant = MeanTest("1/2", "2/100", bounds=(0, 1), rounding="1/100")
    assert tolerant.discrepancy == pytest.approx(0.03, abs=1e-15)

    def shifted():
        return np.minimum(rng.random(256) + 0.01, 1.01)

    assert run(tolerant, shifted).verdict is HOLDS
    with pytest.raises(StatisticError, match="in \\[0, 1\\]"):
        run(plain, shifted)


def test_evidence_says_what_was_tested(rng):
    test = MeanTest("1/2", "2/100", bounds=(0, 1), false_alarm=1e-6, false_pass=1e-7)
    evidence = decide_on_values(test, rng.random(100_000))
    assert evidence.error_rates == ErrorRates(1e-6, 1e-7)
    assert evidence.engines == {"numpy"}
    assert "independent samples" in evidence.scope
    assert "[0, 1]" in evidence.scope
    assert evidence.figures["delta"] == 0.02
    assert evidence.figures["interval_error"] == 2e-7
    assert Evidence.from_json(json.loads(json.dumps(evidence.to_json()))) == evidence


@pytest.mark.parametrize("position", [0, 255, 256, 700])
@pytest.mark.parametrize("bad", [math.nan, math.inf, -math.inf, 1.001, -0.001])
def test_a_bad_value_is_named_by_its_number(position, bad, rng):
    values = rng.random(1000)
    values[position] = bad
    with pytest.raises(StatisticError, match=f"Sample {position} is ") as caught:
        decide_on_values(MeanTest("1/2", "1/100", bounds=(0, 1)), values)
    assert caught.value.sample == position


def test_a_bad_value_after_the_decision_is_not_looked_at(rng):
    """The same for one block at a time and for batches, so batches cannot change the end."""
    blocks = rng.random((8, 256))
    blocks[7, 3] = math.nan
    test = MeanTest("9/10", "1/100", bounds=(0, 1))
    assert test.advance(test.start(), blocks).verdict is REFUTED
    assert decide_on_values(test, blocks.ravel()).verdict is REFUTED


@pytest.mark.parametrize(
    ("arguments", "error", "says"),
    [
        ({"delta": 0}, ArgumentError, "delta=0 .*positive"),
        ({"delta": -1.0}, ArgumentError, "delta=-1.0 .*positive"),
        ({"delta": "3/4"}, ArgumentError, "no sample could refute"),
        ({"value": 1, "relation": "<="}, ArgumentError, "no sample could refute"),
        ({"value": 0, "relation": ">="}, ArgumentError, "no sample could refute"),
        ({"relation": "<"}, ArgumentError, "relation='<' .*one of"),
        ({"false_alarm": 0.0}, ArgumentError, r"false_alarm=0.0 .*\(0, 1\)"),
        ({"false_pass": 1.5}, ArgumentError, r"false_pass=1.5 .*\(0, 1\)"),
        ({"value": math.nan}, ArgumentError, "value=nan .*finite"),
        ({"bounds": (1, 0)}, ArgumentError, "low < high"),
        ({"bounds": None}, ArgumentError, "one of them"),
        ({"binary": True}, ArgumentError, "neither bounds nor variance"),
        ({"bounds": None, "variance": 0.25, "because": "x"}, ExactnessError, "exact"),
        ({"rounding": -1}, ArgumentError, "rounding=-1 .*not negative"),
    ],
)
def test_a_test_that_makes_no_sense_is_refused(arguments, error, says):
    with pytest.raises(error, match=says):
        MeanTest(**{"value": "1/2", "delta": "1/100", "bounds": (0, 1), **arguments})


@pytest.mark.parametrize("values", [np.zeros((2, 3)), np.zeros(0), []])
def test_a_block_has_the_shape_of_the_runs(values):
    test = MeanTest("1/2", "1/100", bounds=(0, 1))
    with pytest.raises(ArgumentError, match="at least one value"):
        test.update(test.start(), values)


def test_a_value_that_the_law_refuses_is_named_where_blocks_come_together():
    test = MeanTest("1/2", "1/10", bounds=(0, 1))
    blocks = np.full((5, 4), 0.5)
    assert test.advance(test.start(), blocks).samples == 20
    blocks[1, 2] = 1.5
    with pytest.raises(StatisticError, match=r"1\.5") as raised:
        test.advance(test.start(), blocks)
    assert raised.value.sample == 6


def test_binary_values_have_no_other_law():
    with pytest.raises(ArgumentError, match=r"^binary=True"):
        MeanTest("1/2", "1/10", binary=True, bounds=(0, 1))
