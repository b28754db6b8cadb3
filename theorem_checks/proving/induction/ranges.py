r"""Sums and products over symbolic ranges, against closed forms: by induction over the last index.

:math:`\\sum_{k=a}^{n} f(k) = s(n)` for every n from :math:`n_0` on, if it holds at :math:`n_0` and
if :math:`s(n) + f(n + 1) = s(n + 1)`; a product likewise.

A range that ends before it begins has no terms: its sum is 0 and its product 1, as in worlds, in
print and in certificates. SymPy's `doit` has the terms in between with the other sign; what is
taken from it is proved with this meaning, or not used.
"""

from functools import lru_cache
from typing import Any, cast

import sympy as sp

from theorem_checks.proving.identities.deciding import prove_identity
from theorem_checks.proving.induction.closed_forms import prove_recurrence
from theorem_checks.statements.exact import ExactLike, to_expression
from theorem_checks.statements.scalars import symbolic, unwrapped
from theorem_checks.verdicts.evidence import Evidence

__all__ = ["prove_ranges", "with_last_terms_apart"]

_MOST_TERMS = 20  # that one step of the induction adds
_RANGES = (sp.Sum, sp.Product)


def prove_ranges(lhs: ExactLike, rhs: ExactLike) -> Evidence:
    """Decide whether a sum or a product over a symbolic range is a closed form, for all sizes.

    **Arguments**: one side is a single `Sum` or `Product` over an index that ends at a symbol n of
    natural numbers, or at a multiple of it such as 10 n, and what does not depend on it, and that
    has at the symbol's least value a known number of terms, or none; the other has no such range.
    Else the same sums and products have to stand on both sides, up to their last terms.

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
            if not terms.is_Integer or terms.is_negative:  # there may be fewer terms than none
                continue
            return _by_induction(ranged, closed, variable, int(multiple), past)
    one, other = with_last_terms_apart(left, right), with_last_terms_apart(right, left)
    return prove_identity(one, other)


def with_last_terms_apart(expression: sp.Expr, *beside: sp.Expr) -> sp.Expr:
    """An expression with the last terms of its sums and products written beside them.

    A sum up to n + c, c > 0, is one up to n and c terms more, where n + c is at least its first
    index; a sum from a to b, integers, is its terms, and of an end before its first index 0, as a
    product is 1. Where the same sum stands with an earlier end,
    in the expression or in those `beside`, it is taken down to that one.
    """
    ranged = [part for e in (expression, *beside) for part in e.atoms(sp.Sum, sp.Product)]
    ends: dict[Any, list[sp.Expr]] = {}
    for part in ranged:
        ends.setdefault(_but_the_end(part), []).append(cast(Any, part).limits[0][2])
    found = {part: _apart(part, tuple(ends[_but_the_end(part)])) for part in ranged}
    changed = {part: new for part, new in found.items() if new != part}
    return cast(sp.Expr, expression.xreplace(changed))


def _but_the_end(ranged: Any) -> Any:
    """What of a sum is the same for all ends."""
    (index, first, _), *inner = ranged.limits
    return ranged.func, ranged.function, index, first, tuple(inner)


@lru_cache(maxsize=10_000)
def _apart(ranged: Any, ends: tuple[sp.Expr, ...]) -> Any:
    (index, first, last), *inner = ranged.limits
    bound = {v for part in ranged.function.atoms(sp.Sum, sp.Product) for v in part.variables}
    if inner or bound & (last.free_symbols | {index}):  # which would be captured
        return ranged
    offsets = [sp.expand(last - end) for end in ends]
    terms = sp.expand(last - first + 1)
    if terms.is_nonpositive:
        return sp.Integer(0 if isinstance(ranged, sp.Sum) else 1)
    own = terms if terms.is_Integer else sp.expand(last).as_coeff_Add()[0]
    most = max([own, *(offset for offset in offsets if offset.is_Integer)])
    rest: list[Any] = []
    while len(rest) < min(most, _MOST_TERMS):
        further = sp.expand(last - first)
        if not further.is_integer or further.is_nonnegative is not True:
            break
        rest.append(ranged.function.subs(index, last))
        last = sp.expand(last - 1)
    is_empty = last == first - 1
    before = ranged.func(ranged.function, (index, first, last))
    if isinstance(ranged, sp.Sum):
        return sp.Add(0 if is_empty else before, *rest)
    return sp.Mul(1 if is_empty else before, *rest)


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
