r"""Sums and products over symbolic ranges, against closed forms: by induction over the last index.

:math:`\\sum_{k=a}^{n} f(k) = s(n)` for every n from :math:`n_0` on, if it holds at :math:`n_0` and
if :math:`s(n) + f(n + 1) = s(n + 1)`; a product likewise.
"""

from typing import Any

import sympy as sp

from theorem_checks.proving.identities import prove_identity
from theorem_checks.proving.induction import prove_recurrence
from theorem_checks.statements.exact import ExactLike, to_expression
from theorem_checks.statements.scalars import symbolic, unwrapped
from theorem_checks.verdicts import Evidence

__all__ = ["prove_ranges"]

_MOST_TERMS = 20  # that one step of the induction adds


def prove_ranges(lhs: ExactLike, rhs: ExactLike) -> Evidence:
    """Decide whether a sum or a product over a symbolic range is a closed form, for all sizes.

    **Arguments**: one side is a single `Sum` or `Product` over an index that ends at a symbol n of
    natural numbers, or at a multiple of it such as 10 n, and what does not depend on it, and that
    has at the symbol's least value a known number of terms, or none; the other has no such range.

    **Returns** Evidence of the induction, or of `prove_identity` where the sides are of another
    form.
    """
    left, right = to_expression(lhs, "lhs"), to_expression(rhs, "rhs")
    for ranged, closed in ((left, right), (right, left)):
        if isinstance(ranged, sp.Sum | sp.Product) and not closed.has(sp.Sum, sp.Product):
            (_, first, last), *inner = ranged.limits
            found = sorted(last.free_symbols - first.free_symbols, key=str)
            if inner or len(found) != 1 or not isinstance(variable := found[0], sp.Symbol):
                continue
            multiple = sp.expand(last).coeff(variable)
            past = sp.expand(last - multiple * variable)
            if not isinstance(multiple, sp.Integer) or not 1 <= multiple <= _MOST_TERMS:
                continue
            if variable in past.free_symbols | ranged.function.free_symbols:
                continue
            if not (variable.is_integer and variable.is_nonnegative):
                continue
            terms = last.subs(variable, _least(variable)) - first + 1
            if not terms.is_Integer or terms.is_negative:  # SymPy sums backwards there
                continue
            return _by_induction(ranged, closed, variable, int(multiple), past)
    return prove_identity(left, right)


def _by_induction(
    ranged: sp.Sum | sp.Product,
    closed: sp.Expr,
    variable: sp.Symbol,
    multiple: int,
    past: sp.Expr,
) -> Evidence:
    ((index, _, _),) = ranged.limits
    place, added = sp.Dummy("k"), isinstance(ranged, sp.Sum)
    body = ranged.function.subs(index, place)  # in which the variable does not stand
    least = _least(variable)

    def step(x: Any, n: Any) -> Any:
        last = multiple * unwrapped(n) + past
        for further in range(1, multiple + 1):
            following = symbolic(body.subs(place, last + further))
            x = x + following if added else x * following
        return x

    start = ranged.subs(variable, least).doit()
    return prove_recurrence(closed, step, (least, start), variable)


def _least(variable: sp.Symbol) -> int:
    """The least value of a symbol of natural numbers."""
    return 1 if variable.is_positive else 0
