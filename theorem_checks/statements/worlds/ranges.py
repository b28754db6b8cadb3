"""The range of a number that a statement is about: from, above, up to or below exact numbers."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import sympy as sp

from theorem_checks.errors import ArgumentError
from theorem_checks.statements.conclusions import AtMost, Less
from theorem_checks.statements.exact import to_expression, to_fraction

__all__ = ["ALL", "Range", "meets"]


@dataclass(frozen=True)
class Range:
    """All numbers, or those from `low` on, up to `high`; strictly, where an end is open."""

    low: Fraction | None = None
    high: Fraction | None = None
    open_low: bool = False
    open_high: bool = False

    @classmethod
    def of(cls, name: str, *, least: Any, most: Any, above: Any, below: Any) -> "Range":
        """The range with these ends; `name` is the number's.

        **Raises** `ArgumentError` for two ends on one side, and where no number is left.
        """
        for one, other in (("least", "above"), ("most", "below")):
            given = {"least": least, "most": most, "above": above, "below": below}
            if given[one] is not None and given[other] is not None:
                raise ArgumentError(other, given[other], f"no second end beside {one} of {name}")
        low, high = (
            None if end is None else to_fraction(end, name)
            for end in (least if above is None else above, most if below is None else below)
        )
        found = cls(low, high, above is not None, below is not None)
        if low is not None and high is not None and not found.admits((low + high) / 2):
            raise ArgumentError(name, f"from {low} to {high}", "a range with numbers in it")
        return found

    @property
    def sign(self) -> dict[str, bool]:
        """What the ends say of the sign, as assumptions of SymPy."""
        if self.low is not None and self.low >= 0:
            return {"positive" if self.open_low or self.low > 0 else "nonnegative": True}
        if self.high is not None and self.high <= 0:
            return {"negative" if self.open_high or self.high < 0 else "nonpositive": True}
        return {}

    def admits(self, number: Fraction) -> bool:
        """Whether a number is in the range."""
        above = self.low is None or number > self.low or (number == self.low and not self.open_low)
        below = (
            self.high is None or number < self.high or (number == self.high and not self.open_high)
        )
        return above and below

    def relations(self, symbol: sp.Symbol) -> list[AtMost | Less]:
        """What the range says of a symbol beyond what SymPy's assumptions on it say."""
        found: list[AtMost | Less] = []
        if self.low is not None:
            low = to_expression(self.low)
            if not ((symbol - low).is_positive if self.open_low else (symbol - low).is_nonnegative):
                found.append((Less if self.open_low else AtMost)(low, symbol))
        if self.high is not None:
            high, more = to_expression(self.high), self.open_high
            if not ((high - symbol).is_positive if more else (high - symbol).is_nonnegative):
                found.append((Less if more else AtMost)(symbol, high))
        return found

    def between(self, share: Fraction, past: Fraction) -> Fraction:
        """A number of the range: at a `share` of it, from 0 to 1, or `past` its only end."""
        if self.low is not None and self.high is not None:
            return self.low + share * (self.high - self.low)
        if self.low is not None:
            return self.low + past
        return past if self.high is None else self.high - past


ALL = Range()


def meets(number: Fraction, assumptions: Mapping[str, bool], within: Range) -> bool:
    """Whether a number is in a range, and what SymPy's assumptions say."""
    exact = sp.Rational(number.numerator, number.denominator)
    so = (getattr(exact, f"is_{name}") is is_so for name, is_so in assumptions.items())
    return within.admits(number) and all(so)
