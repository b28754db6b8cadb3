"""A number as multiples of some that hypotheses bound, and what is left."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import permutations
from typing import Any

import sympy as sp
from sympy.core.function import AppliedUndef

__all__ = ["Multiples", "multiples"]


@dataclass(frozen=True)
class Multiples:
    """Factors that are not negative, each with the place of what is known, and what is `left`."""

    factors: tuple[tuple[Any, int], ...]
    left: Any = sp.S.Zero

    def of(self, known: Sequence[sp.Expr]) -> sp.Expr:
        """The number that is written so."""
        return sp.Add(*(factor * known[place] for factor, place in self.factors), self.left)


def multiples(value: sp.Expr, known: Sequence[sp.Expr]) -> Iterator[Multiples]:
    """Return ways to write a number by one or two of those known.

    As a multiple of one; as one without a letter that stands in both, a value of a sequence or of a
    range, which is left or is a multiple of another one; and as a multiple of two together in which
    such a letter cancels.
    """
    for place, one in enumerate(known):
        if (factor := _factor(value, one)) is not None and factor != 1:
            yield Multiples(((factor, place),))
    for place, one in enumerate(known):
        for factor, left in _eliminated(value, one, known):
            yield Multiples(((factor, place), *left.factors), left.left)
    for place, other in permutations(range(len(known)), 2):
        for ratio, both in _without_a_letter(known[place], known[other], sign=-1):
            if both != 0 and (factor := _factor(value, both)) is not None:
                yield Multiples(((factor, place), (sp.factor(factor * ratio), other)))


def _eliminated(
    value: sp.Expr, one: sp.Expr, known: Sequence[sp.Expr]
) -> Iterator[tuple[Any, Multiples]]:
    """How much of one eliminates a letter, and what is left, or of what that is a multiple."""
    for factor, left in _without_a_letter(value, one):
        yield factor, Multiples((), left)
        for place, other in enumerate(known):
            if other is not one and (rest := _factor(left, other)) is not None:
                yield factor, Multiples(((rest, place),))


def _factor(value: sp.Expr, one: sp.Expr) -> Any:
    """The factor of a multiple, if it is not negative and is none of a letter that cancels not."""
    factor: Any = sp.factor(sp.cancel(value / one))
    is_factor = factor.is_nonnegative and not factor.has(AppliedUndef, sp.Dummy)
    return factor if is_factor else None


def _without_a_letter(value: sp.Expr, one: sp.Expr, sign: int = 1) -> Iterator[tuple[Any, Any]]:
    """Factors, and a number less so much of another one, in which a letter of both cancels.

    `sign`, -1 for a number and so much of the other one.
    """
    there = [part.atoms(AppliedUndef, sp.Dummy) for part in (value, one)]
    for letter in sorted(there[0] & there[1], key=str):
        of_value, of_one = (sp.diff(part, letter) for part in (value, one))
        if of_one == 0 or of_value.has(letter) or of_one.has(letter):
            continue
        factor: Any = sp.factor(sp.cancel(sign * of_value / of_one))
        if factor.is_positive:
            yield factor, _less(value, sign * factor * one, letter)


def _less(value: sp.Expr, other: sp.Expr, letter: Any) -> Any:
    """A difference in which a letter cancels, multiplied out if need be."""
    left = value - other
    return sp.expand(left) if left.has(letter) else left
