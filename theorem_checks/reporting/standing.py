"""What is known of a claim for the code as it stands, from the ledger alone."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from enum import StrEnum
from typing import Any

from theorem_checks.checks import Tier
from theorem_checks.reporting.as_json import claim_entry
from theorem_checks.running.catalogue import Catalogue, Found
from theorem_checks.running.grounding import UNTOUCHED, Grounding
from theorem_checks.running.grounds import by_ledger, grounded
from theorem_checks.running.job import Job
from theorem_checks.running.ledger import Kept, Ledger
from theorem_checks.running.outcomes import ClaimOutcome, Result
from theorem_checks.running.plan import plan
from theorem_checks.verdicts.evidence import Evidence
from theorem_checks.verdicts.kinds import Kind

__all__ = ["Known", "Standing", "State", "standings"]


class State(StrEnum):
    """Whether a result is of the code as it stands, of earlier code, or missing."""

    CURRENT = "current"
    STALE = "stale"
    NOT_RUN = "not run"


@dataclass(frozen=True)
class Known:
    """What the ledger has for a job; `finished_at` in seconds since 1970, where it is known.

    `finished`: whether the check came to it; what crashed or ran out of time is run again.
    """

    job: Job
    state: State
    evidence: Evidence | None = None
    finished_at: float | None = None
    finished: bool = True

    @property
    def when(self) -> str:
        """The time when the result was found, to the minute, in local time."""
        if self.finished_at is None:
            return ""
        local = datetime.fromtimestamp(self.finished_at, UTC).astimezone()
        return local.isoformat(" ", "minutes")[:16]

    def to_json(self) -> dict[str, Any]:
        """Return what is known as JSON-ready data."""
        return {
            "check": self.job.check,
            "variant": self.job.variant,
            "kind": self.job.kind.value,
            "tier": self.job.tier.value,
            "key": self.job.key,
            "state": self.state.value,
            "finished_at": self.finished_at,
            "finished": self.finished,
            "evidence": self.evidence.to_json() if self.evidence is not None else None,
        }


@dataclass(frozen=True)
class Standing:
    """A claim with what the ledger has for each of its jobs, those of the deep tier included."""

    found: Found
    known: tuple[Known, ...]
    grounding: Grounding = UNTOUCHED

    def of(self, *states: State) -> tuple[Known, ...]:
        """Return what is in one of the given states."""
        return tuple(known for known in self.known if known.state in states)

    @property
    def outcome(self) -> ClaimOutcome:
        """The outcome by the current results alone.

        It is an outcome of the deep tier only if nothing of that is missing.
        """
        current = self.of(State.CURRENT)
        tier = Tier.QUICK if self._lacking else Tier.DEEP
        results = [
            Result(k.job, k.evidence, from_ledger=True) for k in current if k.evidence is not None
        ]
        return ClaimOutcome(self.found.claim, tuple(results), tier, self.grounding)

    @property
    def complete(self) -> bool:
        """Whether every quick check but experiments has a current result on every subject."""
        return all(known.job.tier is Tier.DEEP for known in self._lacking)

    @property
    def _lacking(self) -> tuple[Known, ...]:
        """What has no current result, experiments left out."""
        lacking = self.of(State.STALE, State.NOT_RUN)
        return tuple(known for known in lacking if known.job.kind is not Kind.EXPERIMENT)

    def to_json(self) -> dict[str, Any]:
        """Return claim, outcome and results as JSON-ready data."""
        outcome = self.outcome
        return {
            **claim_entry(self.found),
            "verdict": outcome.verdict.value if outcome.verdict else None,
            "given": list(outcome.given),
            "complete": self.complete,
            "ok": self.complete and outcome.ok,
            "failures": list(outcome.failures),
            "results": [known.to_json() for known in self.known],
        }


def standings(
    catalogue: Catalogue, ledger: Ledger | None, *, seed: int = 0
) -> tuple[Standing, ...]:
    """Look up every job of a catalogue, of both tiers, in the ledger (None: there is none)."""
    by_claim: dict[str, list[Job]] = {name: [] for name in catalogue.found}
    for experiments in (False, True):
        for job in plan(catalogue, tier=Tier.DEEP, seed=seed, experiments=experiments):
            by_claim[job.claim].append(job)
    found = [
        Standing(found, _look_up(by_claim[name], ledger)) for name, found in catalogue.found.items()
    ]
    judged = grounded(
        (standing.outcome for standing in found),
        known=catalogue.known,
        elsewhere=by_ledger(ledger),
    )
    pairs = zip(found, judged, strict=True)
    return tuple(replace(standing, grounding=outcome.grounding) for standing, outcome in pairs)


def _look_up(jobs: Iterable[Job], ledger: Ledger | None) -> tuple[Known, ...]:
    jobs = tuple(jobs)
    if ledger is None or not jobs:
        return tuple(Known(job, State.NOT_RUN) for job in jobs)
    latest = {(kept.check, kept.variant): kept for kept in ledger.latest(jobs[0].claim)}
    return tuple(_known(job, latest.get((job.check, job.variant)), ledger) for job in jobs)


def _known(job: Job, latest: Kept | None, ledger: Ledger) -> Known:
    if latest and latest.key == job.key and latest.stands:
        return Known(job, State.CURRENT, latest.evidence, latest.finished_at, latest.finished)
    if (
        evidence := ledger.get(job.key)
    ) is not None:  # older than what some other code has brought since
        return Known(job, State.CURRENT, evidence)
    if latest:
        return Known(job, State.STALE, latest.evidence, latest.finished_at)
    return Known(job, State.NOT_RUN)
