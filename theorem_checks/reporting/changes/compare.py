"""The differences between two snapshots, the worst first."""

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import Any

from theorem_checks.reporting.changes.snapshots import Snapshot, State
from theorem_checks.verdicts.kinds import Kind, Verdict

__all__ = ["Change", "What", "changes"]

WEAKEST_FIRST = (Verdict.HOLDS, Verdict.ARGUED, Verdict.PROVED)
STRENGTH = {
    Kind.CERTIFICATE: 4,
    Kind.PROOF: 3,
    Kind.SOLVER: 3,
    Kind.BOUND: 3,
    Kind.EXACT: 2,
    Kind.SEARCH: 1,
    Kind.SAMPLE: 1,
    Kind.EXPERIMENT: 0,
}


class What(StrEnum):
    """What happened to a claim, in the order in which changes are told."""

    VERDICT = "verdict changed"
    SURVIVES = "survives now"
    WEAKENED = "evidence weakened"
    GONE = "gone"
    KILLED = "killed now"
    STRENGTHENED = "evidence strengthened"
    NEW = "new"

    @property
    def worse(self) -> bool:
        """Whether a reviewer has to look: something that was known is known no more."""
        return self in (What.VERDICT, What.SURVIVES, What.WEAKENED, What.GONE)


@dataclass(frozen=True)
class Change:
    """One change of one claim; `before` and `after` in words."""

    claim: str
    what: What
    before: str
    after: str

    def to_json(self) -> dict[str, Any]:
        """Return the change as JSON-ready data."""
        return {**asdict(self), "what": self.what.value, "worse": self.what.worse}


def changes(before: Snapshot, after: Snapshot) -> tuple[Change, ...]:
    """Return what changed, by kind of change and in the order of the claims.

    A verdict that was PROVED and is ARGUED or HOLDS now, or whose checks of the strongest kind no
    longer carry it, is weaker evidence; the other way round, stronger, as is a pass of what was
    UNDECIDED. Every other change of the verdict is for a reviewer to look at: whether REFUTED is
    better or worse than PROVED depends on what the claim expects.
    """
    found = list(_all(before, after))
    order = list(What)
    return tuple(sorted(found, key=lambda change: order.index(change.what)))


def _all(before: Snapshot, after: Snapshot) -> Iterator[Change]:
    for name, old in before.states.items():
        if name not in after.states:
            yield Change(name, What.GONE, _carried(old), "")
        else:
            yield from _of_claim(name, old, after.states[name])
    for name in after.states.keys() - before.states.keys():
        yield Change(name, What.NEW, "", _carried(after.states[name]))


def _of_claim(name: str, old: State, new: State) -> Iterator[Change]:
    if (what := _of_verdict(old, new)) is not None:
        yield Change(name, what, _carried(old), _carried(new))
    for check, variant in sorted(new.survivors - old.survivors):
        yield Change(name, What.SURVIVES, "", f"{variant} under {check}")
    for check, variant in sorted(old.survivors - new.survivors):
        yield Change(name, What.KILLED, f"{variant} under {check}", "")


def _of_verdict(old: State, new: State) -> What | None:
    if old.verdict is Verdict.UNDECIDED and new.verdict.passes:
        return What.STRENGTHENED
    if old.verdict is not new.verdict:
        if not (old.verdict.passes and new.verdict.passes):
            return What.VERDICT
        stronger = WEAKEST_FIRST.index(new.verdict) > WEAKEST_FIRST.index(old.verdict)
        return What.STRENGTHENED if stronger else What.WEAKENED
    was, now = _strength(old), _strength(new)
    if was == now:
        return None
    return What.STRENGTHENED if now > was else What.WEAKENED


def _strength(state: State) -> int:
    return max((STRENGTH[kind] for kind in state.kinds), default=0)


def _carried(state: State) -> str:
    kinds = [kind for kind in Kind if kind in state.kinds]
    return f"{state.verdict} by {', '.join(kinds)}" if kinds else str(state.verdict)
