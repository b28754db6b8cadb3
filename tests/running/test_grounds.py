"""What claims rest on is there, is as strong, and does not rest on them."""

import random
from dataclasses import replace

import pytest

from tests.concluding import concluding
from theorem_checks.checks import check
from theorem_checks.facts import FACTS
from theorem_checks.running.grounds import by_ledger, grounded
from theorem_checks.running.ledger import Ledger
from theorem_checks.running.outcomes import ClaimOutcome
from theorem_checks.running.plan import plan
from theorem_checks.verdicts.counterexamples import Counterexample
from theorem_checks.verdicts.evidence import Evidence
from theorem_checks.verdicts.grounds import Ground
from theorem_checks.verdicts.kinds import Verdict

ARGUED = Evidence.argued("It is easy to see.", scope="all n")
PROVED = Evidence.proved("all n")
HOLDS = Evidence.holds("n < 9")
REFUTED = Evidence.refuted(Counterexample({"n": 3}))
UNDECIDED = Evidence.undecided("the budget ran out")


def says(subject, world):
    """What the proofs are said to conclude; it is not called."""
    raise NotImplementedError


@check("proof")
def proves(subject):
    raise NotImplementedError


@check("proof")
def argues(subject):
    raise NotImplementedError


proves = concluding(proves, says)


@pytest.fixture
def outcome(make_claim, results_of):
    """The outcome of a claim whose one check found this evidence, resting on these claims."""

    def make(name, evidence, *grounds, **more):
        rests_on = tuple(g if isinstance(g, Ground) else Ground.claim(g) for g in grounds)
        found = replace(evidence, rests_on=rests_on)
        one = proves if evidence.verdict is Verdict.PROVED else argues
        claim = make_claim(name, one, **more)
        return ClaimOutcome(claim, results_of(claim, {"claim": found, "mutant:two": REFUTED}))

    return make


def judged(*outcomes, **more):
    return {one.claim.id: one for one in grounded(outcomes, **more)}


def test_a_claim_may_rest_on_what_is_as_strong(outcome):
    found = judged(
        outcome("t/top", ARGUED, "t/low", "t/also-low"),
        outcome("t/low", PROVED),
        outcome("t/other", ARGUED, covers=("t/also-low",)),
        known={"t/top", "t/low", "t/other", "t/also-low"},
    )
    assert all(one.ok for one in found.values())
    assert found["t/top"].verdict is Verdict.ARGUED


def test_what_is_proved_from_what_is_argued_is_argued(outcome):
    found = judged(
        outcome("t/top", PROVED, "t/middle"),
        outcome("t/middle", PROVED, "t/low"),
        outcome("t/low", ARGUED),
    )
    assert [found[f"t/{name}"].verdict for name in ("top", "middle")] == [Verdict.ARGUED] * 2
    (said,) = found["t/top"].failures
    assert said == "expected PROVED, found ARGUED, which is all that it rests on"


def test_what_rests_on_what_was_only_tried_holds(outcome):
    low = outcome("t/low", HOLDS, expect="HOLDS")
    found = judged(outcome("t/top", ARGUED, "t/low"), low)
    assert found["t/top"].verdict is Verdict.HOLDS
    assert not found["t/top"].ok


@pytest.mark.parametrize(("evidence", "expect"), [(REFUTED, "ARGUED"), (UNDECIDED, "UNDECIDED")])
def test_a_claim_may_not_rest_on_what_does_not_pass(outcome, evidence, expect):
    low = outcome("t/low", evidence, expect=expect)
    found = judged(outcome("t/top", ARGUED, "t/middle"), outcome("t/middle", ARGUED, "t/low"), low)
    assert f"rests on t/low, which is {evidence.verdict}" in found["t/middle"].failures
    assert found["t/top"].failures[0].startswith("rests on t/middle, which itself rests on t/low")


def test_a_claim_may_not_rest_on_what_is_missing(outcome):
    top = outcome("t/top", ARGUED, "t/gone")
    (said,) = judged(top, known={"t/top"})["t/top"].failures
    assert said == "rests on t/gone, which is no claim"


def test_a_claim_may_not_rest_on_a_fact_that_there_is_not(outcome):
    assert "no-such" not in FACTS
    (said,) = judged(outcome("t/top", ARGUED, Ground.fact("no-such")))["t/top"].failures
    assert said == "rests on the fact no-such, which there is not"


def test_a_claim_may_not_rest_on_itself(outcome):
    own = judged(outcome("t/own", ARGUED, "t/own"))["t/own"]
    assert own.failures == ("rests on itself, in the circle of t/own",)
    covered = judged(outcome("t/own", ARGUED, "t/also", covers=("t/also",)))["t/own"]
    assert covered.failures == own.failures


def test_a_circle_fails_whoever_is_in_it_and_whatever_rests_on_it(outcome):
    circle = [outcome("t/a", ARGUED, "t/b"), outcome("t/b", PROVED, "t/c")]
    circle += [outcome("t/c", ARGUED, "t/a"), outcome("t/d", ARGUED, "t/b")]
    found = judged(*circle)
    for name in "abc":
        assert (
            "rests on itself, in the circle of t/a and t/b and t/c" in found[f"t/{name}"].failures
        )
    assert found["t/d"].failures[0].startswith("rests on t/b, which itself rests on itself")


def test_the_order_of_claims_does_not_matter(outcome):
    all_ = [outcome(f"t/{n}", ARGUED, *(f"t/{m}" for m in (n + 1, n + 3))) for n in range(6)]
    all_ += [outcome("t/6", UNDECIDED, expect="UNDECIDED"), outcome("t/7", PROVED, "t/8")]
    all_ += [outcome("t/8", PROVED, "t/7")]
    first = {name: (one.verdict, one.failures) for name, one in judged(*all_).items()}
    for seed in range(5):
        random.Random(seed).shuffle(all_)
        again = {name: (one.verdict, one.failures) for name, one in judged(*all_).items()}
        assert again == first


def test_what_a_run_leaves_out_is_looked_up_in_the_ledger(outcome, as_catalogue, tmp_path):
    top, low = outcome("t/top", PROVED, "t/low"), outcome("t/low", ARGUED)
    known = {"t/top", "t/low"}
    unknown = judged(top, known=known)["t/top"]
    assert (unknown.ok, unknown.remarks) == (True, ("rests on t/low, which was not run",))
    with Ledger(tmp_path / "ledger.sqlite") as ledger:
        job = plan(as_catalogue(low.claim))[0]
        ledger.put(job, ARGUED)
        weaker = judged(top, known=known, elsewhere=by_ledger(ledger))["t/top"]
        assert weaker.verdict is Verdict.ARGUED
        assert not weaker.ok
        ledger.put(job, UNDECIDED)
        weak = judged(top, known=known, elsewhere=by_ledger(ledger))["t/top"]
        assert "the ledger has UNDECIDED of it" in weak.failures[0]


def test_facts_are_told_also_by_way_of_other_claims(outcome):
    found = judged(
        outcome("t/top", PROVED, "t/low", Ground.fact("bernoulli")),
        outcome("t/low", PROVED, Ground.fact("bai-yin")),
    )
    top = found["t/top"]
    assert (top.verdict, top.ok) == (Verdict.PROVED, True)
    assert top.grounding.facts == ("bai-yin",)
    assert top.to_json()["given"] == ["bai-yin"]


def test_a_certified_fact_is_told_and_not_given(outcome):
    top = judged(outcome("t/top", PROVED, Ground.fact("bernoulli")))["t/top"]
    assert (top.ok, top.given, top.standing) == (True, (), "PROVED")
    assert top.remarks == ("uses the fact bernoulli, certified by Coq 8.16.1",)


def test_what_is_refuted_stands_by_itself(outcome):
    found = judged(outcome("t/top", REFUTED, "t/gone"), known={"t/top"})["t/top"]
    assert found.grounding.failures == ()
