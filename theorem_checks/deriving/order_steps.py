"""Why an inequality of numbers holds: its sides differ by a sum of what is not negative."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from typing import Any, cast

import sympy as sp
from sympy.core.function import Application, AppliedUndef
from sympy.polys.polyerrors import BasePolynomialError

from theorem_checks.deriving.number_steps import require_equal
from theorem_checks.deriving.proved_statement import Line
from theorem_checks.errors import CheckError
from theorem_checks.proving.rules.rewriting import conjuncts_of
from theorem_checks.statements.conclusions import AtMost, Conclusion, Equal, Less
from theorem_checks.statements.numbers_in_latex import number_latex

__all__ = ["lines_of_order"]

MOST = 80  # operations in a difference; longer ones are not written out
LEAST = 3  # of which fewer need no words
MOST_HYPOTHESES = 6
MOST_LETTERS = 9

BY_HYPOTHESES = "which is not negative, by the hypotheses"
ALONE = "which is not negative"

_NO_POLYNOMIALS = (
    *(BasePolynomialError, TypeError, ValueError),
    *(ArithmeticError, NotImplementedError),
)
"""What SymPy raises where it finds no polynomials."""


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


def lines_of_order(
    said: Conclusion, hypotheses: Sequence[Conclusion], own: Sequence[Conclusion] = ()
) -> tuple[Line, ...]:
    """Return what the sides of an inequality of numbers differ by, and why it is not negative.

    That is a sum of terms which by what is known of their symbols, and by the hypotheses, are not
    negative: their factors are, or are what the sides of a hypothesis differ by. What hypotheses
    define, as the next value of a sequence, is replaced. Nothing where the sides are no numbers, or
    differ by too much, or by what is not seen to be such a sum.

    **Arguments**: `own`, the hypotheses of this inequality alone, which are tried first.
    """
    if not isinstance(said, AtMost | Less):
        return ()
    given = [part for one in (*own, *hypotheses) for part in conjuncts_of(one)]
    defined = dict(filter(None, map(_definition, given)))
    whole = _difference(said, defined)
    if whole is None or whole.rest == 0:
        return ()
    said_before = (_of(part, defined) for part in given)
    telling = (one for one in said_before if one is not None and not one.rest.is_number)
    known = list(islice(telling, MOST_HYPOTHESES))
    several = sum(len(conjuncts_of(one)) for one in own)
    for some in _choices(known, several):
        made = _sum_of(whole, some, known)
        if made is None or max(map(sp.count_ops, (made, whole.value))) < LEAST:
            continue
        if number_latex(made) == number_latex(whole.value) or not _is_equal(whole.value, made):
            continue
        first = f"{_side(said.rhs)} - {_inside(said.lhs)}" if said.lhs != 0 else _side(said.rhs)
        why = BY_HYPOTHESES if some else ALONE
        return Line(first), Line(number_latex(made), why)
    return ()


def _choices(known: Sequence[_Difference], own: int) -> Iterator[Sequence[_Difference]]:
    """Which hypotheses are used: none, one alone, the first ones, all of them."""
    yield ()
    yield from ((one,) for one in known)
    if 1 < own < len(known):
        yield known[:own]
    if len(known) > 1:
        yield known


def _definition(hypothesis: Conclusion) -> tuple[sp.Expr, sp.Expr] | None:
    """What a hypothesis says that a symbol, or a value of a sequence, is."""
    if not isinstance(hypothesis, Equal) or not isinstance(hypothesis.rhs, sp.Expr):
        return None
    name = hypothesis.lhs
    is_name = isinstance(name, sp.Symbol | AppliedUndef)
    return (name, hypothesis.rhs) if is_name and not hypothesis.rhs.has(name) else None


def _of(hypothesis: Conclusion, defined: Mapping[Any, sp.Expr]) -> _Difference | None:
    is_one = isinstance(hypothesis, AtMost | Less | Equal)
    return _difference(hypothesis, defined) if is_one else None


def _difference(said: AtMost | Less | Equal, defined: Mapping[Any, sp.Expr]) -> _Difference | None:
    """What the right side is more than the left one; None where sides are no numbers, or long."""
    if not all(isinstance(side, sp.Expr | int) for side in (said.lhs, said.rhs)):
        return None
    lhs, rhs = (sp.sympify(side) for side in (said.lhs, said.rhs))
    if sp.count_ops(lhs) + sp.count_ops(rhs) > MOST:
        return None
    value = (rhs - lhs).xreplace(defined)
    if sp.count_ops(value) > MOST or (apart := _factors(value)) is None:
        return None
    return _Difference(value, *apart, isinstance(said, Equal))


@lru_cache(maxsize=2_000)  # a proof has the same hypotheses again and again
def _factors(value: sp.Expr) -> tuple[sp.Expr, sp.Expr] | None:
    """The factors that are positive, and all others; None where they are not to be found."""
    if not _is_polynomial(value):
        return None
    try:
        factored: Any = sp.factor(sp.together(sp.expand(value)))
    except _NO_POLYNOMIALS:
        return None
    factors = sp.Mul.make_args(factored)
    positive = [one for one in factors if one.is_positive and _is_seen(one)]
    rest = [one for one in factors if one not in positive]
    return sp.powsimp(sp.Mul(*positive)), sp.Mul(*rest)


def _is_equal(one: sp.Expr, other: sp.Expr) -> bool:
    """Whether the engine finds them equal; a line of which it does not is not told."""
    try:
        require_equal(one, other)
    except CheckError:
        return False
    return True


def _is_polynomial(value: sp.Expr) -> bool:
    """Whether it is one in a few letters, and powers of them: no exponentials and the like."""
    functions = value.atoms(Application)
    letters = len(value.free_symbols) + len(functions)
    return letters <= MOST_LETTERS and all(isinstance(one, AppliedUndef) for one in functions)


def _sum_of(
    whole: _Difference, some: Sequence[_Difference], known: Sequence[_Difference]
) -> sp.Expr | None:
    """The difference as what sides of some hypotheses differ by, with factors, and what is left."""
    try:
        quotients, left = (
            sp.reduced(whole.rest, [one.rest for one in some]) if some else ([], whole.rest)
        )
    except _NO_POLYNOMIALS:
        return None
    terms = []
    for quotient, one in zip(quotients, some, strict=True):
        factor = cast(Any, sp.factor(quotient))
        if not (one.is_zero or _is_not_negative(factor, known)):
            return None
        terms.append(factor * one.rest if one.cancels else one.times(factor))
    left = cast(Any, sp.factor(left))
    if not _is_seen(left) or (some and not any(terms)):
        return None
    made = sp.Add(*terms, left)
    if 1 in (made, whole.factor):
        return whole.factor * made
    return sp.Mul(whole.factor, made, evaluate=False)


def _is_not_negative(factor: Any, known: Sequence[_Difference]) -> bool:
    """Whether a factor is so, by its symbols or as a multiple of what a hypothesis bounds."""
    if factor.is_nonnegative:
        return True
    bounds = (one.rest for one in known if not one.is_zero)
    return any(bool(cast(Any, sp.cancel(factor / one)).is_nonnegative) for one in bounds)


def _is_seen(value: sp.Expr) -> bool:
    """Whether a reader sees that a number is not negative: a product, or a sum of such terms."""
    return all(term.is_nonnegative for term in sp.Add.make_args(value))


def _side(value: sp.Expr | int) -> str:
    return number_latex(sp.sympify(value))


def _inside(value: sp.Expr | int) -> str:
    text = _side(value)
    return rf"\left({text}\right)" if sp.sympify(value).is_Add or text.startswith("-") else text
