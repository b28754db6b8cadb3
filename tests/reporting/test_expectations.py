"""A result fails by itself only if it fails its claim, and the other way about."""

from itertools import product

from tests.concluding import concluding
from theorem_checks import Claim, Control, Evidence, Mutant, Source, Tier, Verdict, check
from theorem_checks.reporting.expectations import as_wanted, wanted
from theorem_checks.running.catalogue import Origin
from theorem_checks.running.job import Job
from theorem_checks.running.outcomes import ClaimOutcome, Result
from theorem_checks.verdicts.kinds import Kind


@check("proof")
def check_first(subject):
    raise NotImplementedError


def says(subject, world):
    """What `check_first` is said to conclude; it is not called."""
    raise NotImplementedError


check_first = concluding(check_first, says)


@check("search")
def check_second(subject):
    raise NotImplementedError


def claim_expecting(verdict: Verdict) -> Claim:
    return Claim(
        id="paper/statement",
        title="t",
        source=Source("p", "1"),
        statement="s",
        subject=0,
        says=says,
        checks=(check_first, check_second),
        mutants=(Mutant("wrong", 1),),
        controls=(Control("right", 2),),
        expect=verdict,
    )


def result(check_name: str, variant: str, verdict: Verdict) -> Result:
    job = Job(
        "paper/statement",
        check_name,
        variant,
        Kind.PROOF,
        Tier.QUICK,
        1.0,
        100,
        None,
        Origin("m", None),
    )
    return Result(job, Evidence(verdict, reason="because"))


def test_single_results_agree_with_the_outcome_of_the_claim():
    names = (
        ("check_first", "claim"),
        ("check_second", "claim"),
        ("check_first", "mutant:wrong"),
        ("check_first", "control:right"),
    )
    some = (Verdict.HOLDS, Verdict.REFUTED, Verdict.UNDECIDED)
    pool = {(name, verdict): result(*name, verdict) for name in names for verdict in Verdict}
    for expect in Verdict:
        claim = claim_expecting(expect)
        for verdicts in product(Verdict, Verdict, some, some):
            results = tuple(pool[pair] for pair in zip(names, verdicts, strict=True))
            outcome = ClaimOutcome(claim, results)
            singly = all(as_wanted(claim, one) for one in results)
            assert outcome.ok == (outcome.expected and singly), (expect, verdicts)


def test_a_survivor_is_not_wanted():
    claim = claim_expecting(Verdict.PROVED)
    survivor = result("check_first", "mutant:wrong", Verdict.HOLDS)
    assert not as_wanted(claim, survivor)
    assert wanted(claim, survivor) == "the mutant wrong is to be REFUTED"


def test_a_refuted_control_is_not_wanted():
    claim = claim_expecting(Verdict.REFUTED)
    fallen = result("check_first", "control:right", Verdict.REFUTED)
    assert not as_wanted(claim, fallen)
    assert wanted(claim, fallen) == "the control right is to pass"


def test_every_check_of_a_refuted_claim_has_to_refute_it():
    claim = claim_expecting(Verdict.REFUTED)
    assert as_wanted(claim, result("check_first", "claim", Verdict.REFUTED))
    assert not as_wanted(claim, result("check_second", "claim", Verdict.HOLDS))
    assert wanted(claim, result("check_second", "claim", Verdict.HOLDS)) == (
        "the claim is to be REFUTED"
    )
