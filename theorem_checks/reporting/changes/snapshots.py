"""A state of the claims: of each claim the verdict, and what carries it.

It is read from a ledger, or from the report that `theorem-checks verify --json` prints. The
report is the more exact of the two: a ledger still holds the results of checks that were removed.
"""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from theorem_checks.errors import ArgumentError
from theorem_checks.running.ledger import Ledger
from theorem_checks.running.validation import UNREADABLE
from theorem_checks.verdicts.kinds import Kind, Verdict, aggregate

__all__ = ["Finding", "Snapshot", "State", "read_ledger", "read_report", "snapshot_of"]


@dataclass(frozen=True)
class Finding:
    """What one check found on one subject of a claim ('claim', 'mutant:NAME', ...)."""

    check: str
    variant: str
    kind: Kind
    verdict: Verdict

    @property
    def as_wanted(self) -> bool:
        """Whether a mutant was refuted, a late one not proved, or a control passed.

        True for the claim itself.
        """
        if self.variant.startswith("mutant:"):
            return self.verdict is Verdict.REFUTED
        if self.variant.startswith("late:"):
            return self.verdict not in (Verdict.PROVED, Verdict.ARGUED)
        return self.verdict.passes or self.variant == "claim"


@dataclass(frozen=True)
class State:
    """What is known of a claim: the findings of its checks."""

    findings: tuple[Finding, ...]

    @property
    def verdict(self) -> Verdict:
        """The verdict on the claim's own subject."""
        return aggregate(f.verdict for f in self.findings if f.variant == "claim")

    @property
    def kinds(self) -> frozenset[Kind]:
        """The kinds of the checks that carry the verdict."""
        own = (f for f in self.findings if f.variant == "claim")
        return frozenset(f.kind for f in own if f.verdict is self.verdict)

    @property
    def survivors(self) -> frozenset[tuple[str, str]]:
        """(check, mutant or control) of what is not as it has to be."""
        return frozenset((f.check, f.variant) for f in self.findings if not f.as_wanted)


@dataclass(frozen=True)
class Snapshot:
    """The states of all claims of which any check was run on the claim itself, by id.

    `name` says of what; `damaged` counts the rows of a ledger that were left out.
    """

    name: str
    states: Mapping[str, State]
    damaged: int = 0


def snapshot_of(path: Path) -> Snapshot:
    """Read a ledger or a report, whichever the file is.

    **Raises** `ArgumentError` for a file that is missing or neither; `LedgerError` for a ledger
    that is damaged or of another version.
    """
    if not path.is_file():
        raise ArgumentError(
            "snapshot",
            str(path),
            "a ledger, a report of verify --json, or a revision of git",
            f"The current folder is {Path.cwd()}, and git knows no such revision here.",
        )
    with path.open("rb") as file:
        start = file.read(16)
    return read_ledger(path) if start.startswith(b"SQLite format 3") else read_report(path)


def read_ledger(path: Path) -> Snapshot:
    """Read the newest result of every check from a ledger."""
    with Ledger(path, writable=False) as ledger:
        states = {
            name: State(
                tuple(
                    Finding(k.check, k.variant, k.evidence.kind or Kind.EXACT, k.evidence.verdict)
                    for k in ledger.latest(name)
                )
            )
            for name in ledger.claims()
        }
    return Snapshot(str(path), _judged(states), len(ledger.damaged))


def read_report(path: Path) -> Snapshot:
    """Read the report that `theorem-checks verify --json` printed."""
    try:
        outcomes = json.loads(path.read_text(encoding="utf-8"))["outcomes"]
        states = {outcome["id"]: State(tuple(_findings(outcome))) for outcome in outcomes}
    except UNREADABLE as error:
        raise ArgumentError(
            "snapshot",
            str(path),
            "a ledger, or a report of verify --json",
            f"Reading it as a report fails: {type(error).__name__}: {error}.",
        ) from None
    return Snapshot(str(path), _judged(states))


def _judged(states: Mapping[str, State]) -> dict[str, State]:
    """The states that have a verdict."""
    return {name: state for name, state in states.items() if state.kinds}


def _findings(outcome: Mapping[str, Any]) -> Iterable[Finding]:
    for result in outcome["results"]:
        if not all(isinstance(result[name], str) for name in ("check", "variant")):
            raise TypeError("the names of a check and its subject are texts")
        yield Finding(
            result["check"],
            result["variant"],
            Kind(result["kind"]),
            Verdict(result["evidence"]["verdict"]),
        )
