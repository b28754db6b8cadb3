"""Sums, products and factorials by letters, while one looks what an inequality lacks."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import sympy as sp

from theorem_checks.statements.conclusions import Conclusion

__all__ = ["RangedLetters"]

_RANGED = (sp.Sum, sp.Product, sp.factorial)


@dataclass(frozen=True)
class RangedLetters:
    """A letter for each range: the `letter` by what is the same up to bound indices, and back."""

    letters: dict[Any, sp.Dummy]
    ranges: dict[sp.Dummy, Any]

    @classmethod
    def of(cls, said: Iterable[Conclusion]) -> "RangedLetters":
        """The letters for what stands in statements, each told as it stands in the first of them.

        A letter is real, and as positive as the range is known to be.
        """
        found = cls({}, {})
        for one in said:
            one.mapped(found._seen)
        return found

    def put_in(self, value: Any) -> Any:
        """A term with letters in place of ranges."""
        there = value.atoms(*_RANGED) if self.letters else ()
        return value.xreplace({one: self.letters[one.as_dummy()] for one in there})

    def taken_out(self, value: Any) -> Any:
        """A term with the ranges again, and in the form that it has."""
        if not value.has(*self.ranges):
            return value
        if value in self.ranges:
            return self.ranges[value]
        parts = map(self.taken_out, value.args)
        if isinstance(value, sp.Add | sp.Mul):
            return value.func(*parts, evaluate=False)
        return value.func(*parts)

    def _seen(self, part: object) -> object:
        if isinstance(part, sp.Basic):
            for one in sorted(part.atoms(*_RANGED), key=str):
                self._add(one)
        return part

    def _add(self, one: Any) -> None:
        if (key := one.as_dummy()) not in self.letters:
            signs = {"positive": one.is_positive, "nonnegative": one.is_nonnegative}
            known = {sign: True for sign, so in signs.items() if so}
            self.letters[key] = letter = sp.Dummy(f"range{len(self.letters)}", real=True, **known)
            self.ranges[letter] = one
