"""Why an inequality of numbers holds: its sides differ by a sum of what is not negative."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, cast

import sympy as sp

from theorem_checks.deriving.number_steps import require_equal
from theorem_checks.deriving.proved_statement import Line
from theorem_checks.proving.rules.rewriting import conjuncts_of
from theorem_checks.statements.conclusions import AtMost, Conclusion, Equal, Less
from theorem_checks.statements.numbers_in_latex import number_latex

__all__ = ["lines_of_order"]

MOST = 120  # operations in a difference; longer ones are not written out
LEAST = 3  # of which fewer need no words
MOST_HYPOTHESES = 4

BY_HYPOTHESES = "which is not negative, by the hypotheses"
ALONE = "which is not negative"


@dataclass(frozen=True)
class _Difference:
    """What the sides of a hypothesis differ by: a `factor` that is positive, and the `rest`."""

    value: sp.Expr
    factor: sp.Expr
    rest: sp.Expr
    is_zero: bool

    @property
    def cancels(self) -> bool:
        """Whether the positive factor is a polynomial, which nobody looks for in the hypothesis."""
        return self.factor != 1 and bool(self.factor.is_polynomial(*self.factor.free_symbols))

    def times(self, number: sp.Expr) -> sp.Expr:
        """A multiple of the rest, by what the sides of the hypothesis differ by as written."""
        return sp.powsimp(number / self.factor) * self.value


def lines_of_order(said: Conclusion, hypotheses: Sequence[Conclusion]) -> tuple[Line, ...]:
    """Return what the sides of an inequality of numbers differ by, and why it is not negative.

    That is a sum of terms which by what is known of their symbols, and by the hypotheses, are not
    negative: their factors are, or are what the sides of a hypothesis differ by. Nothing where the
    sides are no numbers, or differ by too much, or by what is not seen to be such a sum.
    """
    if not isinstance(said, AtMost | Less) or (whole := _difference(said)) is None:
        return ()
    if whole.rest == 0:
        return ()
    said_before = [_of(part) for hypothesis in hypotheses for part in conjuncts_of(hypothesis)]
    known = [one for one in said_before if one is not None and one.rest != 0]
    for some in _choices(known[:MOST_HYPOTHESES]):
        made = _sum_of(whole, some)
        if made is None or max(map(sp.count_ops, (made, whole.value))) < LEAST:
            continue
        if number_latex(made) == number_latex(whole.value):
            continue
        require_equal(whole.value, made)
        first = f"{_side(said.rhs)} - {_inside(said.lhs)}" if said.lhs != 0 else _side(said.rhs)
        why = BY_HYPOTHESES if some else ALONE
        return Line(first), Line(number_latex(made), why)
    return ()


def _choices(known: Sequence[_Difference]) -> Iterator[Sequence[_Difference]]:
    """Which hypotheses are used: none, one alone, all of them."""
    yield ()
    yield from ((one,) for one in known)
    if len(known) > 1:
        yield known


def _of(hypothesis: Conclusion) -> _Difference | None:
    return _difference(hypothesis) if isinstance(hypothesis, AtMost | Less | Equal) else None


def _difference(said: AtMost | Less | Equal) -> _Difference | None:
    """What the right side is more than the left one; None where sides are no numbers, or long."""
    if not all(isinstance(side, sp.Expr | int) for side in (said.lhs, said.rhs)):
        return None
    value = sp.sympify(said.rhs) - sp.sympify(said.lhs)
    if sp.count_ops(value) > MOST:
        return None
    try:
        factored: Any = sp.factor(sp.together(sp.expand(value)))
    except (TypeError, ValueError, NotImplementedError, sp.PolynomialError):
        return None
    factors = sp.Mul.make_args(factored)
    positive = [one for one in factors if one.is_positive and _is_seen(one)]
    rest = [one for one in factors if one not in positive]
    factor = sp.powsimp(sp.Mul(*positive))
    return _Difference(value, factor, sp.Mul(*rest), isinstance(said, Equal))


def _sum_of(whole: _Difference, known: Sequence[_Difference]) -> sp.Expr | None:
    """The difference as what the hypotheses' sides differ by, with factors, and what is left."""
    try:
        quotients, left = (
            sp.reduced(whole.rest, [one.rest for one in known]) if known else ([], whole.rest)
        )
    except (TypeError, ValueError, NotImplementedError, sp.PolynomialError):
        return None
    terms = []
    for quotient, one in zip(quotients, known, strict=True):
        factor = cast(Any, sp.factor(quotient))
        if not (one.is_zero or factor.is_nonnegative):
            return None
        terms.append(factor * one.rest if one.cancels else one.times(factor))
    left = cast(Any, sp.factor(left))
    if not _is_seen(left) or (known and not any(terms)):
        return None
    made = sp.Add(*terms, left)
    if 1 in (made, whole.factor):
        return whole.factor * made
    return sp.Mul(whole.factor, made, evaluate=False)


def _is_seen(value: sp.Expr) -> bool:
    """Whether a reader sees that a number is not negative: a product, or a sum of such terms."""
    return all(term.is_nonnegative for term in sp.Add.make_args(value))


def _side(value: sp.Expr | int) -> str:
    return number_latex(sp.sympify(value))


def _inside(value: sp.Expr | int) -> str:
    text = _side(value)
    return rf"\left({text}\right)" if sp.sympify(value).is_Add or text.startswith("-") else text
