"""Where a statement is false, exactly."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from theorem_checks.errors import ArgumentError
from theorem_checks.verdicts.plain import plain

__all__ = [
    "CLAIMED",
    "FIRST_AND_SECOND",
    "LEFT_AND_RIGHT",
    "Counterexample",
    "assigned",
]

CLAIMED = ("claimed", "found")
"""What a reader calls what the statement says, and what is true."""
LEFT_AND_RIGHT = ("left side", "right side")
"""What the sides of a relation are called, of which nobody says which one is known."""
FIRST_AND_SECOND = ("of the first", "of the second")
"""What outputs of two machines are called that are compared."""

_FRACTION = re.compile(r"\b(?:Fraction|mpq|fmpq)\((-?\d+), ?(\d+)\)")
_INTEGER = re.compile(r"\b(?:Fraction|mpq|fmpq|mpz|fmpz|Integer)\((-?\d+)\)")

_LONG = 80
"""Of how many characters an array stands on a line as it is, and not in short."""

_WHOLE = "whole: --json"
"""What a reader takes who wants the arrays that are told in short."""

_LEAST = 30
"""Of how many characters the values have to have room, to stand before what differs."""


@dataclass(frozen=True)
class Counterexample:
    """An instance on which a statement fails, in exact numbers.

    `values` maps each symbol to its value (exact; a float is an error); `claimed` is what the
    statement says there, `found` what is true; `explanation` says in words what is wrong; `latex`
    is what is claimed, where that is a formula. Where the statement compares two things, of which
    it does not say which one is known, `sides` has what a reader calls them in place of 'claimed'
    and 'found'. Of a statement of several parts, where it is known, `part` is the one that is
    false, in LaTeX, and `read` are the names of those values that it reads; the others are not
    shown, but for how many they are.
    """

    values: Mapping[str, Any]
    claimed: str = ""
    found: str = ""
    explanation: str = ""
    latex: str = ""
    read: tuple[str, ...] = field(default=(), kw_only=True)
    part: str = field(default="", kw_only=True)
    sides: tuple[str, str] = field(default=CLAIMED, kw_only=True)

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
        if len(sides := tuple(map(str, self.sides))) != 2:
            raise ArgumentError("Counterexample.sides", self.sides, "names of two things")
        object.__setattr__(self, "sides", sides)
        object.__setattr__(self, "claimed", _without_types(str(self.claimed)))
        object.__setattr__(self, "found", _without_types(str(self.found)))

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
            "sides": list(self.sides),
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

    @property
    def difference_lines(self) -> list[str]:
        """Both sides, and why they are wrong; of long arrays the first entry that differs."""
        where, pair = self.compared(_LONG, _WHOLE)
        told = [f"differ first in {where} ({_WHOLE})"] if where else []
        if any(pair):
            told += [f"{side}: {text}" for side, text in zip(self.sides, pair, strict=True)]
        return [*told, *([_shortened(self.explanation, _LONG)] if self.explanation else [])]

    @property
    def value_lines(self) -> list[str]:
        """The values that are shown, a line each, long arrays in short; and how many others."""
        cut = ((name, _shortened(text, _LONG, _WHOLE)) for name, text in self.written.items())
        told = [f"{name} = {text}" for name, text in cut]
        return [*told, *([f"and {self.others}"] if self.others else [])]

    def __str__(self) -> str:
        at = ", ".join(filter(None, [self._values, self.others]))
        return "; ".join(filter(None, [f"at {at}" if at else "", *self._differs()]))

    def in_short(self, most: int) -> str:
        """The text on one line of at most `most` characters; values are cut before what differs."""
        whole = " ".join(str(self).split())
        if len(whole) <= most:
            return whole
        differs = " ".join("; ".join(self._differs(most // 4)).split())
        left = most - len(f"...; {differs}")
        if not differs or left < min(_LEAST, len(whole)):
            return f"{(differs or whole)[: most - 3].rstrip()}..."
        values = " ".join(f"at {self._values}".split())  # and not how many others
        cut = f"{values[:left].rstrip(' ,')}..." if len(values) > left else values
        return f"{cut}; {differs}"

    @property
    def _values(self) -> str:
        """The values that are shown in a row, long arrays in short."""
        return assigned({name: _shortened(text, _LONG) for name, text in self.written.items()})

    def compared(self, most: int, whole: str = "") -> tuple[str, tuple[str, str]]:
        """Where arrays of more than `most` characters first differ, and what stands there.

        '' and both sides, where they are no two long arrays of one shape; each long one in short,
        with where the `whole` one is.
        """
        if max(map(len, (self.claimed, self.found))) > most:
            from theorem_checks.verdicts.printed_arrays import first_difference

            found = first_difference(self.claimed, self.found)
            if found is not None:
                return found[0], (found[1], found[2])
        longest = max(most, _LONG)
        one, other = (_shortened(text, longest, whole) for text in (self.claimed, self.found))
        return "", (one, other)

    def _differs(self, most: int | None = None) -> list[str]:
        """What is claimed and what is true, at most so many characters of each, and why."""
        where, texts = self.compared(min(most or _LONG, _LONG))
        pair = [t if most is None or len(t) <= most else f"{t[:most].rstrip()}..." for t in texts]
        told = ", ".join(f"{side} {text}" for side, text in zip(self.sides, pair, strict=True))
        told = f"{where}: {told}" if where else told
        return list(filter(None, [told if any(texts) else "", _shortened(self.explanation, _LONG)]))


def assigned(values: Mapping[Any, Any]) -> str:
    """Values by name as a text, 'n = 2, d = 3'."""
    return ", ".join(f"{name} = {value}" for name, value in values.items())


def _without_types(text: str) -> str:
    """A text with numbers as one writes them: 594/25, and not Fraction(594, 25)."""
    whole = _FRACTION.sub(lambda n: n[1] if n[2] == "1" else f"{n[1]}/{n[2]}", text)
    return _INTEGER.sub(r"\1", whole)


def _shortened(text: str, most: int, whole: str = "") -> str:
    """A text with its long arrays in short; who lists claims need not know how."""
    from theorem_checks.verdicts.printed_arrays import shortened

    return shortened(text, most, whole)
