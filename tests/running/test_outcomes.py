"""What a run says of a claim: verdict, survivors, and what is not as it must be."""

import json
from pathlib import Path

import pytest

from tests.concluding import concluding
from theorem_checks.checks import Tier, check
from theorem_checks.claims import Control, Mutant
from theorem_checks.running.catalogue import Catalogue, Found, Origin, Problem
from theorem_checks.running.outcomes import ClaimOutcome, judge
from theorem_checks.verdicts.counterexamples import Counterexample
from theorem_checks.verdicts.error_rates import ErrorRates
from theorem_checks.verdicts.evidence import Evidence, all_of
from theorem_checks.verdicts.kinds import Verdict
from theorem_checks.verdicts.routes import Engine, Route

PROVED = Evidence.proved(
    "all n", routes=(Route.deciding("a", Engine.FLINT), Route.testing("b", Engine.SYMPY))
)
HOLDS = Evidence.holds("n < 9")
REFUTED = Evidence.refuted(Counterexample({"n": 3}))
ARGUED = Evidence.argued("It is easy to see.", scope="all n")
UNDECIDED = Evidence.undecided("the budget ran out")
VACUOUS = Evidence.vacuous("nothing met the assumptions")


def says(subject, world):
    """What the proofs are said to conclude; it is not called."""
    raise NotImplementedError


@check("proof")
def proves(subject):
    return PROVED


@check("proof")
def argues(subject):
    return PROVED


@check("search")
def searches(subject):
    return HOLDS


@check("proof", tier="deep")
def proves_deep(subject):
    return PROVED


proves, proves_deep = (concluding(check_, says) for check_ in (proves, proves_deep))


@pytest.fixture
def outcome(results_of):
    def make(claim, evidence, tier=Tier.QUICK):
        return ClaimOutcome(claim, results_of(claim, evidence, tier), tier)

    return make


def test_all_is_well(make_claim, outcome):
    claim = make_claim("t/x", proves, searches)
    evidence = {"mutant:two": REFUTED, ("proves", "claim"): PROVED, ("searches", "claim"): HOLDS}
    seen = outcome(claim, evidence)
    assert (seen.verdict, seen.ok, seen.failures, seen.remarks) == (Verdict.PROVED, True, (), ())
    assert (seen.mutants_killed, seen.mutants_total) == (1, 1)
    assert (seen.pairs_killed, seen.pairs_total) == (2, 2)
    assert seen.scope == "all n"


@pytest.mark.parametrize("survived", [HOLDS, PROVED, UNDECIDED, VACUOUS])
def test_a_mutant_that_is_not_refuted_survived(make_claim, outcome, survived):
    claim = make_claim("t/x", proves, searches, mutants=(Mutant("two", 2), Mutant("three", 3)))
    evidence = {"claim": PROVED, "mutant:two": REFUTED, "mutant:three": REFUTED}
    seen = outcome(claim, {**evidence, ("searches", "mutant:three"): survived})
    (failure,) = seen.failures
    assert failure.startswith(f"mutant three survived searches, which ended {survived.verdict}")
    assert not seen.ok
    assert (seen.mutants_killed, seen.mutants_total) == (1, 2)
    assert (seen.pairs_killed, seen.pairs_total) == (3, 4)


@pytest.mark.parametrize(
    ("expect", "found", "failures"),
    [
        ("PROVED", PROVED, []),
        ("PROVED", HOLDS, ["expected PROVED, found HOLDS"]),
        ("HOLDS", HOLDS, []),
        ("HOLDS", PROVED, ["expected HOLDS, found PROVED"]),
        ("PROVED", REFUTED, ["expected PROVED, found REFUTED", "proves refuted it: at n = 3"]),
        (
            "PROVED",
            UNDECIDED,
            ["expected PROVED, found UNDECIDED", "proves is UNDECIDED: the budget ran out"],
        ),
        (
            "PROVED",
            VACUOUS,
            ["expected PROVED, found VACUOUS", "proves is VACUOUS: nothing met the assumptions"],
        ),
        ("UNDECIDED", UNDECIDED, []),
    ],
)
def test_the_verdict_is_the_expected_one(make_claim, outcome, expect, found, failures):
    claim = make_claim("t/x", proves, expect=expect)
    seen = outcome(claim, {"claim": found, "mutant:two": REFUTED})
    assert list(seen.failures) == failures
    assert seen.expected is (not failures)


def test_what_concludes_the_claim_proves_it_beside_lemmas_that_are_argued(make_claim, outcome):
    claim = make_claim("t/x", proves, argues, searches)
    evidence = {"mutant:two": REFUTED, ("proves", "claim"): PROVED, "claim": ARGUED}
    seen = outcome(claim, {**evidence, ("searches", "claim"): HOLDS})
    assert (seen.verdict, seen.ok) == (Verdict.PROVED, True)


def test_a_late_mutant_must_not_even_be_argued(make_claim, outcome):
    claim = make_claim("t/x", argues, late=(Mutant("far", 2),), expect="ARGUED")
    seen = outcome(claim, {"claim": ARGUED, "mutant:two": REFUTED, "late:far": ARGUED})
    assert "was ARGUED by argues" in seen.failures[0]
    assert claim.says is None
    proved = make_claim("t/x", proves, argues, late=(Mutant("far", 2),), expect="PROVED")
    found = {"claim": PROVED, "mutant:two": REFUTED, "late:far": UNDECIDED}
    seen = outcome(proved, found)
    late = {result.job.check for result in seen.results if result.job.role == "late"}
    assert late == {"proves"}, "a lemma may be true of it"


def test_an_undecided_check_fails_though_another_proves(make_claim, outcome):
    claim = make_claim("t/x", proves, searches)
    evidence = {"mutant:two": REFUTED, ("proves", "claim"): PROVED}
    seen = outcome(claim, {**evidence, ("searches", "claim"): UNDECIDED})
    assert seen.verdict is Verdict.UNDECIDED
    assert "searches is UNDECIDED: the budget ran out" in seen.failures


def test_checks_that_disagree_are_a_contradiction(make_claim, outcome):
    claim = make_claim("t/x", proves, searches)
    evidence = {"mutant:two": REFUTED, ("proves", "claim"): PROVED}
    seen = outcome(claim, {**evidence, ("searches", "claim"): REFUTED})
    assert seen.verdict is Verdict.CONTRADICTION
    assert seen.failures[0] == "expected PROVED, found CONTRADICTION"
    assert "searches refuted it" in seen.failures[1]


def test_every_check_of_a_refuted_claim_refutes_it(refuted_claim, outcome):
    claim = refuted_claim("t/x", proves, searches)
    good = {"claim": REFUTED, "control:right": HOLDS}
    assert outcome(claim, good).ok
    seen = outcome(claim, {**good, ("searches", "claim"): HOLDS})
    assert seen.verdict is Verdict.REFUTED
    assert seen.failures == ("searches did not refute the claim: it ended HOLDS",)


@pytest.mark.parametrize(
    ("found", "said"),
    [(REFUTED, "was refuted by searches: REFUTED"), (UNDECIDED, "did not pass searches")],
)
def test_a_control_passes(refuted_claim, outcome, found, said):
    claim = refuted_claim("t/x", searches, controls=(Control("right", 1), Control("too", 1)))
    evidence = {"claim": REFUTED, "control:right": HOLDS, "control:too": found}
    (failure,) = outcome(claim, evidence).failures
    assert failure.startswith(f"control too {said}")


def test_holds_will_do_where_the_proof_is_in_another_tier(make_claim, outcome):
    claim = make_claim("t/x", proves_deep, searches)
    quick = outcome(claim, {"claim": HOLDS, "mutant:two": REFUTED})
    assert quick.ok
    assert quick.remarks == ("HOLDS: the checks that prove it are in the deep tier",)
    deep = outcome(claim, {"claim": HOLDS, "mutant:two": REFUTED}, Tier.DEEP)
    assert deep.failures == ("expected PROVED, found HOLDS",)


def test_holds_will_not_do_where_no_check_can_prove(make_claim, outcome):
    claim = make_claim("t/x", searches)
    assert not outcome(claim, {"claim": HOLDS, "mutant:two": REFUTED}).ok


def test_what_is_not_run_is_neither_good_nor_bad(make_claim, outcome):
    seen = outcome(make_claim("t/x", proves_deep), {})
    assert (seen.ran, seen.verdict, seen.ok, seen.failures) == (False, None, True, ())
    assert seen.remarks == ("not run: it has no check in the quick tier",)


@pytest.fixture
def report(make_claim, refuted_claim, as_catalogue, results_of):
    good = make_claim("t/good", proves)
    bad = refuted_claim("t/bad", searches)
    rates = ErrorRates(1e-9, 1e-8)
    passed = Evidence.holds("n < 9", error_rates=rates, seconds=2.0)
    results = results_of(good, {"claim": PROVED, "mutant:two": REFUTED})
    results += results_of(bad, {"claim": passed, "control:right": passed})
    catalogue = as_catalogue(good, bad)
    problems = (Problem("a.py:3", "SyntaxError: no", "Traceback"),)
    return judge(
        Catalogue(catalogue.found, problems), reversed(results), seed=4, seconds=9.0, warnings=["w"]
    )


def test_a_report_keeps_the_order_and_adds_up(report):
    assert [outcome.claim.id for outcome in report.outcomes] == ["t/good", "t/bad"]
    assert [r.job.variant for r in report["t/good"].results] == ["claim", "mutant:two"]
    assert report.error_rates == ErrorRates(2e-9, 2e-8)
    assert report["t/bad"].seconds == 4.0
    assert not report.ok


def test_the_error_budget_counts_every_test_of_a_check(make_claim, as_catalogue, results_of):
    """Obligations that are statistical tests of their own all count, at any depth."""
    one = Evidence.holds("a mean", error_rates=ErrorRates(1e-9, 1e-8))
    inner = all_of({"a": one, "b": one}, "two means")
    check_of_three = all_of({"inner": inner, "c": one}, "three means")
    claim = make_claim("t/x", searches)
    results = results_of(claim, {"claim": check_of_three, "mutant:two": REFUTED})
    report = judge(as_catalogue(claim), results)
    assert report.error_rates.false_alarm == pytest.approx(3e-9, rel=1e-12)
    assert report.to_json()["error_rates"]["false_pass"] == pytest.approx(3e-8, rel=1e-12)


def test_a_problem_alone_fails_a_report(report):
    good = judge(Catalogue({"t/good": _found(report)}), report["t/good"].results)
    assert good.ok
    broken = Catalogue({"t/good": _found(report)}, report.problems)
    assert not judge(broken, report["t/good"].results).ok


def _found(report):
    return Found(report["t/good"].claim, Origin("m", None), Path("m.py"))


def test_a_report_is_json(report):
    data = json.loads(json.dumps(report.to_json()))
    assert data["ok"] is False
    assert (data["tier"], data["seed"], data["seconds"]) == ("quick", 4, 9.0)
    assert data["warnings"] == ["w"]
    assert data["problems"][0]["where"] == "a.py:3"
    good, bad = data["outcomes"]
    assert (good["id"], good["verdict"], good["ok"]) == ("t/good", "PROVED", True)
    assert good["mutants"] == {"killed": 1, "total": 1}
    assert bad["failures"] == [
        "expected REFUTED, found HOLDS",
        "searches did not refute the claim: it ended HOLDS",
    ]
    assert Evidence.from_json(good["results"][0]["evidence"]) == PROVED
