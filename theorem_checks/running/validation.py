"""Evidence that comes back from elsewhere is looked at again before it counts."""

from collections.abc import Mapping
from typing import Any

from theorem_checks.errors import CheckError, TheoremChecksError
from theorem_checks.running.job import Job
from theorem_checks.running.tracebacks import brief
from theorem_checks.verdicts.evidence import Evidence
from theorem_checks.verdicts.kinds import Verdict

__all__ = ["UNREADABLE", "received", "validated"]

UNREADABLE = (
    TheoremChecksError,
    ValueError,
    TypeError,
    KeyError,
    AttributeError,
    RecursionError,
    OverflowError,
)
"""What reading evidence raises that is none, or is damaged."""


def validated(data: Mapping[str, Any]) -> Evidence:
    """The evidence that a worker answered, or that a ledger or a file kept.

    **Raises** `CheckError` for PROVED or ARGUED by a kind of check that cannot prove, for PROVED
    without the seal of its content, and for ARGUED with the seal of another content; and what
    `Evidence.from_json` raises for what is no evidence.
    """
    from theorem_checks.running.large_json import without_collector  # a list of claims reads none

    with without_collector():
        evidence = Evidence.from_json(data)
    verdict = evidence.verdict
    if verdict not in (Verdict.PROVED, Verdict.ARGUED):
        return evidence
    if evidence.kind is not None and not evidence.kind.can_prove:
        raise CheckError(f"It says {verdict}, and its kind is {evidence.kind}, which cannot prove.")
    if not evidence.is_sealed and (evidence.seal or verdict is Verdict.PROVED):
        raise CheckError(f"It says {verdict}, and its seal does not fit what it says.")
    return evidence


def received(job: Job, answer: Mapping[str, Any]) -> tuple[Evidence, bool]:
    """What an answer of `run_job` says, and whether it is finished, so that it may be kept.

    UNDECIDED, and not finished, for evidence that may not be taken.
    """
    try:
        return validated(answer["evidence"]), answer["finished"] is True
    except UNREADABLE as error:
        told = (
            error if isinstance(error, TheoremChecksError) else f"{type(error).__name__}: {error}"
        )
        reason = f"What came back from the check is not taken. {brief(str(told))}"
        return Evidence.undecided(reason, kind=job.kind, seed=job.seed), False
