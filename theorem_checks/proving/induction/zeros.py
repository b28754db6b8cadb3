r"""At which natural numbers an expression in one symbol is 0: 2**n - 4 at n = 2, and nowhere else.

The first numbers are tried exactly. From there on, one term of a sum of :math:`c\, n^k b^n` is
larger than all others together: its share of them is computed at the last number tried, and grows
with n. What has no such term is not decided.
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import sympy as sp

from theorem_checks.statements.values.evaluation import evaluate
from theorem_checks.statements.values.radicals import NoExactValueError

__all__ = ["zeros"]

_TRIED = 200


def zeros(expression: sp.Expr, index: sp.Symbol) -> tuple[list[int], bool]:
    """The natural numbers at which an expression is 0, and whether these are all.

    **Arguments**: the `expression`, in no other symbol than `index`.
    """
    if isinstance(expression, sp.Pow) and isinstance(expression.base, sp.gamma):
        return _poles(expression.base.args[0], index)
    failing: list[int] = []
    tried = 0
    try:
        for tried in range(_TRIED):
            if evaluate(expression, {index: Fraction(tried)}) == 0:
                failing.append(tried)
    except ZeroDivisionError:  # the expression is undefined there
        return [*failing, tried], False
    except NoExactValueError:
        return failing, False
    return failing, _has_leading_term(expression, index)


def _poles(argument: Any, index: sp.Symbol) -> tuple[list[int], bool]:
    """Where Gamma of an argument is infinite: at the integers up to 0."""
    polynomial = argument.as_poly(index)
    coefficients = [] if polynomial is None else polynomial.all_coeffs()
    if len(coefficients) > 2 or not all(isinstance(c, sp.Rational) for c in coefficients):
        return [], False
    offset, slope = (*reversed(coefficients), sp.S.Zero)[:2]
    values = (sp.Rational(slope * k + offset) for k in range(_TRIED))
    failing = [k for k, value in enumerate(values) if value.is_integer and value <= 0]
    never_an_integer = bool(slope.is_integer) and not offset.is_integer
    positive_beyond = bool(slope >= 0 and slope * _TRIED + offset > 0)
    return failing, never_an_integer or positive_beyond


@dataclass(frozen=True)
class _Term:
    """The absolute value of c * n**degree * base**n."""

    size: Fraction
    base: Fraction
    degree: int


def _has_leading_term(expression: sp.Expr, index: sp.Symbol) -> bool:
    """Whether one term is larger than all others together from the last number tried on."""
    terms = [_term(part, index) for part in sp.Add.make_args(sp.expand(expression))]
    known = [term for term in terms if term is not None and term.size]
    if len(known) < len(terms):
        return False
    lead = max(known, key=lambda term: (term.base, term.degree))
    share = Fraction(0)
    for term in known:
        if term is lead:
            continue
        more, ratio = term.degree - lead.degree, term.base / lead.base
        if more > 0 and Fraction(_TRIED + 1, _TRIED) ** more * ratio > 1:
            return False  # the share may still grow
        share += term.size / lead.size * Fraction(_TRIED) ** more * ratio**_TRIED
    return share < 1


def _term(part: Any, index: sp.Symbol) -> _Term | None:
    """A term of a sum, if it is a rational multiple of n**k * b**n with a rational b."""
    size, base, degree = Fraction(1), Fraction(1), 0
    for factor in sp.Mul.make_args(part):
        parts: tuple[Any, Any] = factor.as_base_exp()
        power, exponent = parts
        if isinstance(factor, sp.Rational):
            size *= abs(Fraction(int(factor.p), int(factor.q)))
        elif power == index and exponent.is_Integer and exponent > 0:
            degree += int(exponent)
        elif isinstance(power, sp.Rational) and power != 0:
            slope, offset = exponent.coeff(index, 1), exponent.coeff(index, 0)
            is_linear = sp.expand(slope * index + offset - exponent) == 0
            if not (is_linear and slope.is_Integer and offset.is_Integer):
                return None
            value = abs(Fraction(int(power.p), int(power.q)))
            base, size = base * value ** int(slope), size * value ** int(offset)
        else:
            return None
    return _Term(size, base, degree)
