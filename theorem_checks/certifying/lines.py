"""What the table of a run of `certify` says: a line for each claim, as values and as JSON."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import Any

from theorem_checks.certifying.kept import Entry

__all__ = ["CertificateLine", "State"]


class State(StrEnum):
    """What became of a claim's certificate."""

    ACCEPTED = "accepted"
    KEPT = "accepted before, not run again"
    REJECTED = "not accepted, as it was before"
    UNPROVED = "no proof found"
    MISSING = "not run: there is no coqc"
    NO_FORM = "no form"


@dataclass(frozen=True)
class CertificateLine:
    """What the table says of one claim.

    **Fields**: the claim's id; the `state` of its certificate; the `form`, whether it `refutes`
    the statement, and its `lines`, as far as there is one; `entry`, what is kept of one that was
    accepted; `said`, why there is none.
    """

    claim: str
    state: State
    form: str = ""
    refutes: bool = False
    lines: int = 0
    entry: Entry | None = None
    said: str = ""

    @property
    def ok(self) -> bool:
        """Whether nothing is wrong; that there is no form or no proof yet is not wrong."""
        return self.state not in (State.REJECTED, State.MISSING)

    def to_json(self) -> dict[str, Any]:
        """Return the line as JSON-ready data; `from_json` is its inverse."""
        return asdict(self)

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "CertificateLine":
        """Rebuild a line from `to_json`."""
        own = data["entry"]
        entry = None if own is None else Entry(**{**own, "axioms": tuple(own["axioms"])})
        return cls(**{**data, "state": State(data["state"]), "entry": entry})
