"""Where a statement is false, exactly."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from theorem_checks.errors import ArgumentError
from theorem_checks.verdicts.plain import plain

__all__ = ["Counterexample", "assigned"]

_LEAST = 30
"""Of how many characters the values have to have room, to stand before what differs."""


@dataclass(frozen=True)
class Counterexample:
    """An instance on which a statement fails, in exact numbers.

    `values` maps each symbol to its value (exact; a float is an error); `claimed` is what the
    statement says there, `found` what is true; `explanation` says in words what is wrong; `latex`
    is what is claimed, where that is a formula. Of a statement of several parts, where it is
    known, `part` is the one that is false, in LaTeX, and `read` are the names of those values that
    it reads; the others are not shown, but for how many they are.
    """

    values: Mapping[str, Any]
    claimed: str = ""
    found: str = ""
    explanation: str = ""
    latex: str = ""
    read: tuple[str, ...] = field(default=(), kw_only=True)
    part: str = field(default="", kw_only=True)

    def __post_init__(self) -> None:
        if not isinstance(self.values, Mapping):
            raise ArgumentError("Counterexample.values", self.values, "values by name, a mapping")
        if not isinstance(self.explanation, str):
            raise ArgumentError("Counterexample.explanation", self.explanation, "a text")
        values = plain(dict(self.values), "Counterexample.values", exact=True)
        object.__setattr__(self, "values", MappingProxyType(values))
        if unknown := [name for name in self.read if name not in values]:
            raise ArgumentError("Counterexample.read", unknown, "names of its values")
        object.__setattr__(self, "read", tuple(self.read))
        object.__setattr__(self, "claimed", str(self.claimed))
        object.__setattr__(self, "found", str(self.found))

    def to_json(self) -> dict[str, Any]:
        """Return the counterexample as JSON-ready data."""
        return {
            "values": dict(self.values),
            "claimed": self.claimed,
            "found": self.found,
            "explanation": self.explanation,
            "latex": self.latex,
            "read": list(self.read),
            "part": self.part,
        }

    @property
    def shown(self) -> dict[str, Any]:
        """The values that a reader needs: those that what is false reads, or else all."""
        return {name: self.values[name] for name in self.read or self.values}

    @property
    def others(self) -> str:
        """How many values there are that what is false does not read; '' for none."""
        left = len(self.values) - len(self.shown)
        return f"{left} more value{'s' * (left > 1)}, not read by what is false" if left else ""

    @property
    def written(self) -> dict[str, str]:
        """The values that are shown as texts, those in arrays without quotes."""
        return {
            name: value if isinstance(value, str) else str(value).replace("'", "")
            for name, value in self.shown.items()
        }

    def __str__(self) -> str:
        at = ", ".join(filter(None, [assigned(self.written), self.others]))
        return "; ".join(filter(None, [f"at {at}" if at else "", *self._differs()]))

    def in_short(self, most: int) -> str:
        """The text on one line of at most `most` characters; values are cut before what differs."""
        whole = " ".join(str(self).split())
        differs = " ".join("; ".join(self._differs()).split())
        left = most - len(f"...; {differs}")
        if len(whole) <= most or not differs or left < _LEAST:
            return whole if len(whole) <= most else f"{whole[: most - 3].rstrip()}..."
        return f"{whole[:left].rstrip(' ,')}...; {differs}"

    def _differs(self) -> list[str]:
        """What is claimed and what is true, and why, as far as that is known."""
        pair = f"claimed {self.claimed}, found {self.found}" if self.claimed or self.found else ""
        return list(filter(None, [pair, self.explanation]))


def assigned(values: Mapping[Any, Any]) -> str:
    """Values by name as a text, 'n = 2, d = 3'."""
    return ", ".join(f"{name} = {value}" for name, value in values.items())
