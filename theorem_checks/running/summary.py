"""What the table of a run says: a line for each claim, and the sum; as values and as JSON."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from theorem_checks.running.outcomes import ClaimOutcome, Report
from theorem_checks.verdicts.error_rates import ErrorRates
from theorem_checks.verdicts.kinds import Verdict

__all__ = ["Line", "RunSummary", "summary_of"]

_ON_A_LINE = 200  # characters of a counterexample


@dataclass(frozen=True)
class Line:
    """What the table says of one claim.

    **Fields**: the claim's id, its `paper`, the verdict that is expected and the one that was
    found (None if nothing was run), its `standing`, as that is counted, and the facts that it is
    `given`; whether that is `as_expected`, and whether all else is `ok` too; the `kinds` of
    its checks; the `module` that declares it, and the key of the `statement` that was PROVED; how
    many mutants and controls did what they must, of how many; `rates` of error;
    `seconds` (None if nothing was run); what stands `below`; whether a kernel accepted the
    statement when the checks were run, `certified_here`; and the `reason` for which it is UNDECIDED
    where another verdict is expected.
    """

    claim: str
    paper: str
    expect: Verdict
    verdict: Verdict | None
    standing: str
    given: tuple[str, ...]
    as_expected: bool
    ok: bool
    kinds: tuple[str, ...]
    mutants: tuple[int, int]
    controls: tuple[int, int]
    rates: ErrorRates
    seconds: float | None
    scope: str
    counterexample: str
    remarks: tuple[str, ...]
    module: str = ""
    statement: str = ""
    certified_here: bool = False
    reason: str = ""

    @property
    def ran(self) -> bool:
        """Whether anything was run."""
        return self.verdict is not None


@dataclass(frozen=True)
class RunSummary:
    """What the table of a run says: its lines, and what the sum is made of."""

    lines: tuple[Line, ...]
    problems: int
    results: int
    from_ledger: int
    rates: ErrorRates
    seconds: float
    ok: bool

    def to_json(self) -> dict[str, Any]:
        """Return the summary as JSON-ready data; `from_json` is its inverse."""
        return asdict(self)

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "RunSummary":
        """Rebuild a summary from `to_json`."""
        lines = tuple(_line(line) for line in data["lines"])
        return cls(**{**data, "lines": lines, "rates": ErrorRates(**data["rates"])})


def summary_of(report: Report) -> RunSummary:
    """Return what the table of a report says."""
    results = [result for outcome in report.outcomes for result in outcome.results]
    return RunSummary(
        lines=tuple(map(_line_of, report.outcomes)),
        problems=len(report.problems),
        results=len(results),
        from_ledger=sum(result.from_ledger for result in results),
        rates=report.error_rates,
        seconds=report.seconds,
        ok=report.ok,
    )


def _line_of(outcome: ClaimOutcome) -> Line:
    controls = [result for result in outcome.results if result.job.role == "control"]
    found = (result.evidence.counterexample for result in outcome.own)
    unmet = outcome.verdict is Verdict.UNDECIDED and not outcome.expected
    reasons = (result.evidence.reason for result in outcome.own if unmet)
    return Line(
        claim=outcome.claim.id,
        paper=outcome.claim.source.paper,
        expect=outcome.claim.expect,
        verdict=outcome.verdict,
        standing=outcome.standing,
        given=outcome.given,
        as_expected=outcome.expected,
        ok=outcome.ok,
        kinds=tuple(dict.fromkeys(str(result.job.kind) for result in outcome.own)),
        mutants=(outcome.mutants_killed, outcome.mutants_total),
        controls=(sum(result.as_wanted for result in controls), len(controls)),
        rates=outcome.error_rates,
        seconds=outcome.seconds if outcome.ran else None,
        scope=outcome.scope,
        counterexample=next((one.in_short(_ON_A_LINE) for one in found if one), ""),
        remarks=outcome.remarks,
        module=outcome.claim.module,
        statement=outcome.decided_statement,
        certified_here=outcome.certified_here,
        reason=next(filter(None, reasons), ""),
    )


def _line(data: Mapping[str, Any]) -> Line:
    return Line(
        **{
            **data,
            "expect": Verdict(data["expect"]),
            "verdict": Verdict(data["verdict"]) if data["verdict"] else None,
            "given": tuple(data["given"]),
            "kinds": tuple(data["kinds"]),
            "mutants": tuple(data["mutants"]),
            "controls": tuple(data["controls"]),
            "rates": ErrorRates(**data["rates"]),
            "remarks": tuple(data["remarks"]),
        }
    )
