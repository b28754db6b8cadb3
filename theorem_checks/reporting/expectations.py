"""Whether a single result is what its claim wants of it, and what that is in words.

`ClaimOutcome` judges a claim as a whole; this judges one check on one subject, for reports that
list these one by one. No result fails here that would not also fail its claim.
"""

from theorem_checks.claims import Claim
from theorem_checks.running.outcomes import Result
from theorem_checks.verdicts.kinds import Verdict

__all__ = ["as_wanted", "wanted"]


def as_wanted(claim: Claim, result: Result) -> bool:
    """Whether a result is one that the claim can have.

    A mutant is to be refuted, a late one not to be proved, a control is to pass. On the claim's
    own subject, every check of a claim expected to be REFUTED has to refute it; otherwise a check
    has to pass, or to end with the verdict that is expected.
    """
    if result.job.role != "claim":
        return result.as_wanted
    verdict = result.evidence.verdict
    if claim.expect is Verdict.REFUTED:
        return verdict is Verdict.REFUTED
    if claim.expect is Verdict.CONTRADICTION and verdict is Verdict.REFUTED:
        return True
    return verdict.passes or verdict is claim.expect


def wanted(claim: Claim, result: Result) -> str:
    """Say what was wanted: 'the mutant lost-query is to be REFUTED'."""
    job = result.job
    if job.role == "mutant":
        return f"the mutant {job.subject_name} is to be {Verdict.REFUTED}"
    if job.role == "late":
        late = f"the late mutant {job.subject_name}"
        return f"{late} is not to be {Verdict.PROVED} or {Verdict.ARGUED}"
    if job.role == "control":
        return f"the control {job.subject_name} is to pass"
    return f"the claim is to be {claim.expect}"
