"""The report of a run: the outcomes of all claims, with the problems and the error budget."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from theorem_checks.checks import Tier
from theorem_checks.claims import Claim
from theorem_checks.errors import ArgumentError
from theorem_checks.running.catalogue import Catalogue, Problem
from theorem_checks.running.grounds import by_ledger, grounded
from theorem_checks.running.ledger import Ledger
from theorem_checks.running.outcome import ClaimOutcome, Result, rates_to_json
from theorem_checks.verdicts.error_rates import ErrorRates

__all__ = ["ClaimOutcome", "Report", "Result", "judge"]


@dataclass(frozen=True)
class Report:
    """The outcome of a run: every claim, the problems, and the run's error budget.

    **Fields**: `outcomes` in the order of the catalogue; `problems` of discovery; `warnings`,
    which do not fail a run; `tier`, `seed`; `seconds` of the run by the clock.
    """

    outcomes: tuple[ClaimOutcome, ...]
    problems: tuple[Problem, ...] = ()
    warnings: tuple[str, ...] = ()
    tier: Tier = Tier.QUICK
    seed: int = 0
    seconds: float = 0.0

    @property
    def ok(self) -> bool:
        """Whether every outcome is ok and there is no problem."""
        return not self.problems and all(outcome.ok for outcome in self.outcomes)

    @property
    def error_rates(self) -> ErrorRates:
        """At most the probability of any false alarm, and of any false pass, in this run."""
        return sum((outcome.error_rates for outcome in self.outcomes), ErrorRates())

    def __getitem__(self, claim_id: str) -> ClaimOutcome:
        for outcome in self.outcomes:
            if outcome.claim.id == claim_id:
                return outcome
        raise ArgumentError("claim", claim_id, "the id of a claim of this report")

    def to_json(self) -> dict[str, Any]:
        """Return the report as JSON-ready data."""
        return {
            "ok": self.ok,
            "tier": self.tier.value,
            "seed": self.seed,
            "seconds": self.seconds,
            "error_rates": rates_to_json(self.error_rates),
            "problems": [problem.to_json() for problem in self.problems],
            "warnings": list(self.warnings),
            "outcomes": [outcome.to_json() for outcome in self.outcomes],
        }


def judge(
    catalogue: Catalogue,
    results: Iterable[Result],
    *,
    tier: Tier = Tier.QUICK,
    seed: int = 0,
    seconds: float = 0.0,
    warnings: Iterable[str] = (),
    ledger: Ledger | None = None,
) -> Report:
    """Put the results of a run together, claim by claim in the order of the catalogue.

    Claims on which others rest, and which are not in the catalogue, are looked up in the `ledger`.
    """
    by_claim: dict[str, list[Result]] = {}
    for result in results:
        by_claim.setdefault(result.job.claim, []).append(result)
    outcomes = (
        ClaimOutcome(found.claim, _in_order(found.claim, by_claim.get(name, [])), Tier(tier))
        for name, found in catalogue.found.items()
    )
    judged = grounded(outcomes, known=catalogue.known, elsewhere=by_ledger(ledger))
    return Report(judged, catalogue.problems, tuple(warnings), Tier(tier), seed, seconds)


def _in_order(claim: Claim, results: list[Result]) -> tuple[Result, ...]:
    checks: Mapping[str, int] = {check.name: i for i, check in enumerate(claim.checks)}
    names = [f"mutant:{m.name}" for m in claim.mutants]
    names += [f"late:{m.name}" for m in claim.late]
    names += [f"control:{c.name}" for c in claim.controls]
    variants = {name: i for i, name in enumerate(["claim", *names])}
    return tuple(sorted(results, key=lambda r: (checks[r.job.check], variants[r.job.variant])))
