"""A claim that is checked where it stands: in a notebook, in this process, without a ledger."""

from collections.abc import Sequence
from html import escape
from pathlib import Path

from theorem_checks.checks import Tier
from theorem_checks.claims import Claim
from theorem_checks.running.catalogue import Found, Origin
from theorem_checks.running.job import Job
from theorem_checks.running.outcome import ClaimOutcome, Result
from theorem_checks.running.plan import in_tier, jobs_of
from theorem_checks.running.tracebacks import said_of_check
from theorem_checks.verdicts.evidence import Evidence

__all__ = ["Verified", "verify_here"]


class Verified(ClaimOutcome):
    """The outcome of a claim that was checked here; a notebook shows it as a table."""

    def __str__(self) -> str:
        return "\n".join("  ".join(row) for row in (*self._rows(), *self._ends()))

    def _repr_html_(self) -> str:
        head = "".join(f"<th>{escape(word)}</th>" for word in ("check", "subject", "verdict", ""))
        cells = ("".join(f"<td>{escape(word)}</td>" for word in row) for row in self._rows())
        body = "".join(f"<tr>{row}</tr>" for row in cells)
        ends = "".join(f"<p>{escape(' '.join(row))}</p>" for row in self._ends())
        return f"<table><tr>{head}</tr>{body}</table>{ends}"

    def _rows(self) -> list[tuple[str, ...]]:
        return [
            (
                result.job.check,
                result.job.variant,
                f"{'' if result.as_wanted else '✗ '}{result.evidence.verdict}",
                str(result.evidence.counterexample or result.evidence.reason)
                or result.evidence.said,
            )
            for result in self.results
        ]

    def _ends(self) -> Sequence[tuple[str, ...]]:
        said = f"{self.claim.id}: {self.verdict}, expected {self.claim.expect}"
        killed = f"mutants {self.mutants_killed}/{self.mutants_total}"
        return [(f"{said}; {killed}",), *((failure,) for failure in self.failures)]


def verify_here(claim: Claim, *, tier: str = Tier.QUICK, seed: int = 0) -> Verified:
    """Run a claim's checks on its subject, mutants and controls, one after the other.

    What is run shares the process, and its limits of time and memory are not kept; for a verdict
    to keep use `theorem-checks verify`.

    **Arguments**: `tier`, 'quick' or 'deep'; `seed`, from which those of the checks come.

    **Returns** the outcome, as the command line judges it.
    """
    found = Found(claim, Origin("__main__", None), Path("here"))
    jobs = (job for c in claim.checks if in_tier(c, tier) for job in jobs_of(found, c, seed))
    return Verified(claim, tuple(Result(job, _evidence(claim, job)) for job in jobs), Tier(tier))


def _evidence(claim: Claim, job: Job) -> Evidence:
    check, subject = claim.check_named(job.check), claim.subject_of(job.variant)
    try:
        return check(subject, seed=job.seed or 0, **claim.beside(job.variant))
    except Exception as error:
        return Evidence.undecided(said_of_check(error, ""), kind=job.kind, seed=job.seed)
