"""Proofs of equations of numbers under equations of numbers, which are added up with weights.

Sums over indices are numbers here, of which it is only seen whether two are written alike. The
weights are quotients of polynomials by those that vanish. Nothing here is trusted: that the
weighted differences are the difference of the two sides is for the normaliser to decide.
"""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any

import sympy as sp

from theorem_checks.certifying import terms as t
from theorem_checks.certifying.changed_terms import shape_of
from theorem_checks.certifying.equations_proof import one_of
from theorem_checks.certifying.theorems import joined

__all__ = ["ADDED_UP", "added_up", "equations_in"]

ADDED_UP = (
    "Lemma added_up' (x' q' l' r' : F) : l' = r' -> x' + q' * (l' + - r') = x'.\n"
    "Proof. by move=> ->; rewrite subrr mulr0 addr0. Qed."
)


def equations_in(assumed: Iterable[tuple[str, t.Proposition]]) -> list[tuple[str, t.Equals]]:
    """The equations of numbers among hypotheses, each with a proof."""
    found: list[tuple[str, t.Equals]] = []
    for name, said in assumed:
        if isinstance(said, t.Equals):
            found.append((name, said))
        elif isinstance(said, t.And):
            count = len(said.parts)
            parts = ((one_of(name, n, count), part) for n, part in enumerate(said.parts))
            found += equations_in(parts)
    return found


def added_up(
    said: t.Equals, known: Sequence[tuple[str, t.Equals]]
) -> tuple[t.Equals, list[str]] | None:
    """An equation whose right side has what vanishes by others, too; and the steps by which.

    None where the equation does not need them, or does not follow from them in this way.
    """
    numbers = _Numbers()
    difference = numbers.of(said.lhs) - numbers.of(said.rhs)
    vanishing = [numbers.of(one.lhs) - numbers.of(one.rhs) for _, one in known]
    if sp.expand(difference) == 0 or not all(map(sp.expand, vanishing)):
        return None
    symbols = list(numbers.terms)
    quotients, rest = sp.reduced(difference, vanishing, *symbols)
    if rest != 0:
        return None
    rhs, steps = said.rhs, []
    for (name, one), quotient in zip(known, quotients, strict=True):
        if quotient != 0:
            more = t.Times((numbers.term(quotient), t.Plus((one.lhs, t.Negative(one.rhs)))))
            rhs = t.Plus((rhs, more))
            steps.append(f"(@added_up' _ _ _ _ {name})")
    return t.Equals(said.lhs, rhs), steps[::-1]


class _Numbers:
    """Terms as polynomials in what they are made of, and polynomials as terms."""

    def __init__(self) -> None:
        self._symbols: dict[Any, sp.Symbol] = {}
        self.terms: dict[sp.Symbol, t.Term] = {}

    def of(self, e: t.Term) -> Any:
        if isinstance(e, t.Number):
            return sp.Integer(e.value)
        if isinstance(e, t.Plus):
            return sum(map(self.of, e.parts), sp.Integer(0))
        if isinstance(e, t.Times):
            return sp.prod(list(map(self.of, e.parts)))
        if isinstance(e, t.Negative):
            return -self.of(e.body)
        if isinstance(e, t.Power):
            return self.of(e.body) ** e.exponent
        if isinstance(e, t.Inverse) and isinstance(e.body, t.Number) and e.body.value:
            return sp.Rational(1, e.body.value)
        key = shape_of(e)
        if key not in self._symbols:
            own = self._symbols[key] = sp.Symbol(f"x{len(self._symbols)}")
            self.terms[own] = e
        return self._symbols[key]

    def term(self, polynomial: Any) -> t.Term:
        """A polynomial as a sum of products."""
        summands = []
        for powers, coefficient in sp.Poly(polynomial, *self.terms).terms():
            value: Any = sp.Rational(coefficient)
            factors = [t.fraction(Fraction(int(value.p), int(value.q)))]
            for body, power in zip(self.terms.values(), powers, strict=True):
                if power:
                    factors.append(body if power == 1 else t.Power(body, power))
            summands.append(joined(t.Times, factors))
        return joined(t.Plus, summands)
