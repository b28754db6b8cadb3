"""Inequalities between index expressions at all sizes: a difference that is nowhere negative.

It is seen whether each term of it by itself is a product of what is not negative, and then whether
it is a sum of squares (`sums_of_squares`). What is neither is not decided, and may hold all the
same.
"""

from collections import Counter
from itertools import product
from typing import Any

import sympy as sp

from theorem_checks.errors import ArgumentError
from theorem_checks.proving.effort import are_counterexamples_wanted
from theorem_checks.proving.identities.rational_functions import written
from theorem_checks.proving.index_notation.canonical import canonical_terms
from theorem_checks.proving.index_notation.graphs import (
    Component,
    TooManySymmetriesError,
)
from theorem_checks.proving.index_notation.identities import (
    by_values,
    prove_index_identity,
    scope_of,
)
from theorem_checks.proving.index_notation.instances import (
    Signature,
    signature_of,
    without_tensors,
)
from theorem_checks.proving.index_notation.known_entries import is_never_negative
from theorem_checks.proving.index_notation.signs import Signs
from theorem_checks.proving.index_notation.sums_of_squares import sum_of_squares
from theorem_checks.proving.index_notation.terms import conditions_on
from theorem_checks.proving.inequalities.signs import prove_sign
from theorem_checks.statements.arrays.index_expressions import (
    IndexExpression,
    IndexLike,
    Sum,
    scalar,
)
from theorem_checks.statements.arrays.index_families import (
    block_name,
    entries_text,
    parts_of,
    same_axes,
    text_of,
)
from theorem_checks.statements.arrays.indices import Index
from theorem_checks.statements.arrays.symbolic_array import SymbolicArray, ones
from theorem_checks.statements.arrays.tensors import Tensor
from theorem_checks.statements.conclusions import AtMost, Less
from theorem_checks.statements.seals import concluded
from theorem_checks.statements.terms import Replacement, entries_of, put
from theorem_checks.verdicts.evidence import Evidence, all_of, witnessed
from theorem_checks.verdicts.kinds import Verdict
from theorem_checks.verdicts.routes import Engine, Route

__all__ = ["prove_arrays_ordered", "prove_index_order"]


_DRAWS = ((1, 8, 20), (3, 8, 20), (100, 2, 12))  # the largest entries, draws, choices of sizes


def prove_index_order(lhs: IndexLike, rhs: IndexLike, *, strict: bool = False) -> Evidence:
    """Decide whether one index expression is at most another, at all sizes and real entries.

    **Arguments**: `lhs`, `rhs`, expressions or exact scalars; `strict`, whether it is to be less.

    **Returns** Evidence, which concludes `AtMost(lhs, rhs)`, or `Less`: PROVED where the
    difference is a sum of squares, with what is known of tensors; REFUTED with small sizes and
    tensors; VACUOUS where there are no such tensors; else UNDECIDED.
    """
    left, right = scalar(lhs), scalar(rhs)
    said = (Less if strict else AtMost)(left, right)
    return concluded(_decided(left, right, strict=strict), said, "prove_index_order")


def prove_arrays_ordered(lhs: Any, rhs: Any, *, strict: bool = False) -> Evidence:
    """Decide whether each entry of one array is at most that of another of the same axes."""
    sides = [_as_array(side, like) for side, like in ((lhs, rhs), (rhs, lhs))]
    left, right = sides
    if not same_axes(left.axes, right.axes):
        raise ArgumentError("rhs", text_of(right.axes), f"the sizes {text_of(left.axes)}")
    found: dict[str, Evidence] = {}
    for block in product(*(range(len(axis)) for axis in left.axes)):
        parts = parts_of(left.axes, block)
        if any(size.is_zero for part in parts for size in part.sizes):
            continue
        one, other = (side.blocks.get(block, scalar(0)) for side in sides)
        name = f"block {block_name(left.axes, block) or 'of the number'}"
        found[name] = prove_index_order(one, other, strict=strict)
    if not found:
        return Evidence.vacuous(f"Arrays of sizes {text_of(left.axes)} have no entries.")
    whole = all_of(found, entries_text(left.axes))
    said = (Less if strict else AtMost)(lhs, rhs)
    return concluded(whole, said, "prove_arrays_ordered")


def _as_array(side: Any, like: Any) -> SymbolicArray:
    """An array; a number beside one is the array with it at every place."""
    return side if isinstance(side, SymbolicArray) else ones(tuple(like.axes)) * scalar(side)


def _decided(left: IndexExpression, right: IndexExpression, *, strict: bool) -> Evidence:
    signature = signature_of([left, right])
    if none := without_tensors(signature):
        return Evidence.vacuous(none)
    draws = _DRAWS if are_counterexamples_wanted() else _DRAWS[:1]
    wrong = (lambda d: d >= 0) if strict else (lambda d: d > 0)  # of left - right
    tested = by_values(left, right, signature, draws, wrong)
    if tested.verdict is Verdict.REFUTED or tested.verdict is Verdict.VACUOUS:
        return tested
    if _is_of_nonnegative_terms(right - left, signature, strict=strict):
        route = Route.deciding(_NONNEGATIVE_TERMS, Engine.INDEX_TERMS, Engine.FLINT)
        needed = tuple(conditions_on(right - left))
        scope = scope_of(signature, right - left)
        return witnessed(Evidence.proved(scope, routes=(route,), conditions=needed), tested)
    rooted = put(right - left, _roots(right - left))
    free, known = _freed(rooted)
    try:
        squares = sum_of_squares(put(rooted, free), signature, known, strict=strict)
    except TooManySymmetriesError as error:
        return Evidence.undecided(str(error))
    if squares is None:
        return Evidence.undecided("No sum of squares was found that the difference of sides is.")
    name = "the difference of the sides is a sum of squares"
    route = Route.deciding(name, Engine.INDEX_TERMS, Engine.FLINT)
    scope = scope_of(signature, right - left)
    same = all_of({name: prove_index_identity(rooted, put(squares, known))}, scope, routes=(route,))
    return witnessed(same, tested)


_NONNEGATIVE_TERMS = "each term of the difference is a product of what is not negative"


_NONNEGATIVE = ("nonnegative", "probabilities", "stochastic", "permutation")


def _is_of_nonnegative_terms(e: IndexExpression, signature: Signature, *, strict: bool) -> bool:
    """Whether an expression adds up numbers, entries and squares that are not negative.

    If `strict`, one that is positive is among them: a number, or a product of exponentials.
    """
    named = {s.name: s for s in (*signature.sizes, *signature.scalars.symbols)}
    signs = Signs([e])
    try:
        form = canonical_terms(e)
    except TooManySymmetriesError:
        return False
    terms = {product: written(c, named) for product, c in form.items()}
    if strict and not any(
        all(map(signs.is_positive, product)) and _has_sign(coefficient, strict=True)
        for product, coefficient in terms.items()
    ):
        return False
    return all(
        _is_nonnegative_product(product) and _has_sign(coefficient, strict=False)
        for product, coefficient in terms.items()
    )


def _has_sign(number: sp.Expr, *, strict: bool) -> bool:
    found = prove_sign(number, strict=strict)
    return found.verdict is Verdict.PROVED and not found.conditions


def _is_nonnegative_product(product: tuple[Component, ...]) -> bool:
    """Whether each entry of a product is not negative, or stands an even number of times."""
    odd = [component for component, times in Counter(product).items() if times % 2]
    return all(
        times % 2 == 0 or kind.known in _NONNEGATIVE or is_never_negative(kind)
        for _, factors in odd
        for (kind, _), times in Counter(factors).items()
    )


def _roots(e: IndexExpression) -> Replacement:
    """For each semidefinite matrix what it is, R R^T; for numbers from 0 on, the squares of roots.

    The roots of probabilities are a unit vector.
    """
    found: dict[str, Any] = {}
    for name, entry in entries_of(e).items():
        if entry.tensor.known in ("nonnegative", "probabilities"):
            own = tuple(Index(f"{name} {n}", i.range) for n, i in enumerate(entry.indices))
            norm = "unit" if entry.tensor.known == "probabilities" else ""
            found[name] = own, Tensor(f"root of {name}", len(own), known=norm)[own] ** 2
        if entry.tensor.known == "semidefinite":
            size = entry.indices[0].range
            i, j, k = (Index(f"{name} {letter}", size) for letter in "ijk")
            root = Tensor(f"root of {name}", 2)
            found[name] = (i, j), Sum(root[i, k] * root[j, k], k)
    return found


def _freed(e: IndexExpression) -> tuple[Replacement, Replacement]:
    """Free vectors in place of unit ones, and these in place of the free ones."""
    free: dict[str, Any] = {}
    known: dict[str, Any] = {}
    for name, entry in entries_of(e).items():
        if entry.tensor.known == "unit":
            index, other = Index("i", entry.indices[0].range), Tensor(f"free {name}", 1)
            free[name] = (index,), other[index]
            known[other.name] = (index,), entry.tensor[index]
    return free, known
