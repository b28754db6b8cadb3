"""Why an inequality of numbers holds: its sides differ by a sum of what is not negative."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice, permutations
from typing import Any, cast

import sympy as sp
from sympy.core.function import Application, AppliedUndef
from sympy.polys.polyerrors import BasePolynomialError

from theorem_checks.deriving.multiples import Multiples, multiples
from theorem_checks.deriving.number_steps import require_equal
from theorem_checks.deriving.proved_statement import Line
from theorem_checks.deriving.ranged_letters import RangedLetters
from theorem_checks.errors import CheckError
from theorem_checks.proving.rules.rewriting import conjuncts_of
from theorem_checks.statements.conclusions import AtMost, Conclusion, Equal, Less
from theorem_checks.statements.numbers_in_latex import number_latex

__all__ = ["lines_of_order"]

MOST = 80  # operations in a difference; longer ones are not written out
LEAST = 3  # of which fewer need no words
MOST_HYPOTHESES = 8
MOST_LETTERS = 9

BY_HYPOTHESES = "which is not negative, by the hypotheses"
ALONE = "which is not negative"
EQUAL = "as both sides are equal, by the hypotheses"

_NO_POLYNOMIALS = (
    *(BasePolynomialError, TypeError, ValueError),
    *(ArithmeticError, NotImplementedError),
)
"""What SymPy raises where it finds no polynomials."""


@dataclass(frozen=True)
class _Difference:
    """What the sides of a hypothesis differ by: a `factor` that is positive, and the `rest`."""

    said: AtMost | Less | Equal
    value: sp.Expr
    factor: sp.Expr
    rest: sp.Expr

    @property
    def is_zero(self) -> bool:
        """Whether the hypothesis is an equation."""
        return isinstance(self.said, Equal)

    @property
    def is_telling(self) -> bool:
        """Whether the hypothesis bounds a letter; or is never so, as -d^2 is not positive."""
        never = bool(self.rest.is_negative and self.factor.free_symbols)
        return not self.rest.is_number or never

    @property
    def cancels(self) -> bool:
        """Whether the positive factor is a polynomial, which nobody looks for in the hypothesis."""
        return self.factor != 1 and bool(self.factor.is_polynomial(*self.factor.free_symbols))

    def times(self, number: sp.Expr) -> sp.Expr:
        """A multiple of the rest, by what the sides of the hypothesis differ by as written."""
        return sp.powsimp(number / self.factor) * self.value


def lines_of_order(
    said: Conclusion,
    hypotheses: Sequence[Conclusion],
    own: Sequence[Conclusion] = (),
    *,
    short: bool = False,
) -> tuple[Line, ...]:
    """Return what the sides of an inequality of numbers differ by, and why it is not negative.

    That is a sum of terms which by what is known of their symbols, and by the hypotheses, are not
    negative: their factors are, or are what the sides of a hypothesis differ by. What hypotheses
    define, as the next value of a sequence, is replaced. Nothing where the sides are no numbers, or
    differ by too much, or by what is not seen to be such a sum.

    **Arguments**: `own`, the hypotheses of this inequality alone, which are tried first; `short`,
    for a line of what needs no words alone, too, as that both sides are equal.
    """
    if not isinstance(said, AtMost | Less):
        return ()
    given = [part for one in (*own, *hypotheses) for part in conjuncts_of(one)]
    known_as = _Known.of(said, given)
    whole = known_as.difference(said)
    if whole is None:
        return ()
    if whole.rest == 0:
        return (Line(_more(said)), Line("0", EQUAL)) if short and given else ()
    said_before = map(known_as.of_hypothesis, given)
    telling = (one for one in said_before if one is not None and one.is_telling)
    known = list(islice(telling, MOST_HYPOTHESES))
    several = sum(len(conjuncts_of(one)) for one in own)
    for some in _choices(known, several):
        made = _sum_of(whole, some, known)
        if made is None or not _is_equal(whole.value, made):
            continue
        is_short = max(map(sp.count_ops, (made, whole.value))) < LEAST
        before = _more(said) if short else number_latex(whole.value)
        if number_latex(made) == before:
            if short:
                continue
            return ()  # as it is written it is seen not to be negative
        if is_short and not short:
            continue
        why = BY_HYPOTHESES if some else ALONE
        return Line(_more(said)), Line(number_latex(known_as.letters.taken_out(made)), why)
    return _by_multiples(said, whole, known, known_as.letters)


def _by_multiples(
    said: AtMost | Less, whole: _Difference, known: Sequence[_Difference], letters: RangedLetters
) -> tuple[Line, ...]:
    """The same by multiples of hypotheses, and what is left, as it is and in factors."""
    bounds = [one for one in known if not one.is_zero]
    values = [one.value for one in bounds]
    for made in (*_by_division(whole, bounds), *multiples(whole.value, values)):
        left = cast(Any, sp.factor(sp.together(made.left)))
        if not _is_seen(left) or not _is_equal(whole.value, made.of(values)):
            continue
        terms = [
            _product(letters.taken_out(factor), _more(bounds[place].said))
            for factor, place in made.factors
        ]
        forms = [_inside(letters.taken_out(form)) for form in (made.left, left) if form != 0]
        *told, last = [" + ".join(filter(None, (*terms, form))) for form in forms or [""]]
        told = [line for line in told if line != last]
        return Line(_more(said)), *map(Line, told), Line(last, BY_HYPOTHESES)
    return ()


def _by_division(whole: _Difference, known: Sequence[_Difference]) -> Iterator[Multiples]:
    """The difference by multiples of two hypotheses, which division by their polynomials finds."""
    for one, other in permutations(range(len(known)), 2):
        both = [known[one], known[other]]
        try:
            quotients, left = sp.reduced(whole.rest, [bound.rest for bound in both])
        except _NO_POLYNOMIALS:
            continue
        factors = [
            sp.factor(whole.factor * quotient / bound.factor)
            for quotient, bound in zip(quotients, both, strict=True)
        ]
        if all(factor.is_positive for factor in factors):
            yield Multiples(((factors[0], one), (factors[1], other)), whole.factor * left)


def _product(factor: sp.Expr, other: str) -> str:
    """A factor before what stands in brackets."""
    return rf"\left({other}\right)" if factor == 1 else rf"{_inside(factor)} \left({other}\right)"


def _more(said: AtMost | Less | Equal) -> str:
    """What the right side is more than the left one, as both are written."""
    return f"{_side(said.rhs)} - {_inside(said.lhs)}" if said.lhs != 0 else _side(said.rhs)


def _choices(known: Sequence[_Difference], own: int) -> Iterator[Sequence[_Difference]]:
    """Which hypotheses are used: none, one alone, the first ones, all of them."""
    yield ()
    yield from ((one,) for one in known)
    if 1 < own < len(known):
        yield known[:own]
    if len(known) > 1:
        yield known


@dataclass(frozen=True)
class _Known:
    """What letters stand for: `letters` for ranges, and values of sequences that are `defined`."""

    letters: RangedLetters
    defined: Mapping[Any, sp.Expr]

    @classmethod
    def of(cls, said: Conclusion, given: Sequence[Conclusion]) -> "_Known":
        """What hypotheses define."""
        letters = RangedLetters.of((said, *given))
        defined = filter(None, (_definition(one, letters) for one in given))
        return cls(letters, dict(defined))

    def of_hypothesis(self, hypothesis: Conclusion) -> _Difference | None:
        """What the sides of a hypothesis differ by; None of one that is no such relation."""
        is_one = isinstance(hypothesis, AtMost | Less | Equal)
        return self.difference(hypothesis) if is_one else None

    def difference(self, said: AtMost | Less | Equal) -> _Difference | None:
        """What the right side is more than the left one; None of what is no number, or long."""
        if not all(isinstance(side, sp.Expr | int) for side in (said.lhs, said.rhs)):
            return None
        lhs, rhs = (self.letters.put_in(sp.sympify(side)) for side in (said.lhs, said.rhs))
        if sp.count_ops(lhs) + sp.count_ops(rhs) > MOST:
            return None
        if not _is_of_powers(rhs - lhs):  # SymPy solves the conditions of what is put into cases
            return None
        value = (rhs - lhs).xreplace(self.defined)
        if sp.count_ops(value) > MOST or (apart := _factors(value)) is None:
            return None
        return _Difference(said, value, *apart)


def _definition(hypothesis: Conclusion, letters: RangedLetters) -> tuple[Any, Any] | None:
    """What a hypothesis says that a symbol, a range or a value of a sequence is."""
    if not isinstance(hypothesis, Equal) or not isinstance(hypothesis.rhs, sp.Expr):
        return None
    if not isinstance(hypothesis.lhs, sp.Expr):
        return None
    name, value = map(letters.put_in, (hypothesis.lhs, hypothesis.rhs))
    is_name = isinstance(name, sp.Symbol | AppliedUndef)
    return (name, value) if is_name and not value.has(name) else None


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
    letters = len(value.free_symbols) + len(value.atoms(AppliedUndef))
    return letters <= MOST_LETTERS and _is_of_powers(value)


def _is_of_powers(value: sp.Expr) -> bool:
    """Whether no function stands in it but values of sequences."""
    return all(isinstance(one, AppliedUndef) for one in value.atoms(Application))


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
