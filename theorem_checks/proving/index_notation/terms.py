"""The form of an expression's node, given those of its parts, and where an expression has a value.

Functions of entries are not among the nodes here: see `functions`.
"""

from functools import singledispatch
from typing import Any

import sympy as sp

from theorem_checks.errors import ArgumentError
from theorem_checks.proving.identities.canonical import CanonicalForms
from theorem_checks.proving.identities.rational_functions import RationalFunction
from theorem_checks.proving.index_notation.graphs import (
    Component,
    Size,
    Slot,
)
from theorem_checks.proving.index_notation.known_entries import (
    EQUAL,
    LAG,
    ONLY,
    SIGN,
    free_slots,
    lag,
)
from theorem_checks.proving.index_notation.products import (
    ONE,
    Terms,
    mentions,
    of_factors,
    product_of,
    renamed,
    scaled,
    summed_product,
    total,
)
from theorem_checks.statements.arrays.index_expressions import (
    IndexExpression,
    Plus,
    Renamed,
    Scalar,
    Summed,
    Times,
    nodes,
)
from theorem_checks.statements.arrays.index_relations import AtMost, Delta, Lag
from theorem_checks.statements.arrays.indices import Index
from theorem_checks.statements.arrays.tensors import Entry, Kind
from theorem_checks.statements.exact import unique_symbols
from theorem_checks.statements.formulas import condition
from theorem_checks.verdicts.seals import Condition

__all__ = ["conditions_on", "conditions_on_size", "rational", "terms_of"]


@singledispatch
def terms_of(expression: IndexExpression, _parts: list[Terms]) -> Terms:
    """The form of one node, given those of its parts."""
    raise ArgumentError("expression", expression, "an expression made of tensors, deltas and sums")


@terms_of.register
def _(expression: Scalar, _parts: list[Terms]) -> Terms:
    value = rational(expression.value)
    return {} if value.is_zero else {(): value}


@terms_of.register
def _(expression: Entry, _parts: list[Terms]) -> Terms:
    if expression.tensor.matrix and expression.tensor.rank == 4:
        return _by_age(expression)
    kind = expression.tensor.kind
    if kind.matrix:
        kind = kind._replace(name=_of_ages(kind))
    return of_factors([(kind, free_slots(*expression.indices))])


def _of_ages(kind: Kind) -> str:
    return f"{kind.power_of}^#"  # no tensor has this name


def _by_age(expression: Entry) -> Terms:
    """The entry of A^(t - s) for s <= t, and 0 else: the sum over j of [t = s + j] A^j."""
    kind = expression.tensor.kind
    t, s, *own = expression.indices
    ages = kind._replace(name=_of_ages(kind), rank=3)
    size = rational(t.range)
    age: Slot = (0, ONLY) if t.range == 1 else (0, "#age")  # no index has this name
    at_age = lag((*free_slots(t, s), age), even=t.range == s.range)
    sizes = {} if t.range == 1 else {"#age": Size(repr(size), size)}
    return of_factors([at_age, (ages, (age, *free_slots(*own)))], sizes)


@terms_of.register
def _(expression: Delta, _parts: list[Terms]) -> Terms:
    return of_factors([(EQUAL, free_slots(expression.i, expression.j))])


@terms_of.register
def _(expression: AtMost, _parts: list[Terms]) -> Terms:
    slots = free_slots(expression.i, expression.j)
    pairs = [{(): ONE}, of_factors([(EQUAL, slots)]), of_factors([(SIGN, slots)])]
    return scaled(total(pairs), ONE / 2)


@terms_of.register
def _(expression: Lag, _parts: list[Terms]) -> Terms:
    ranges = {index.range for index in expression.indices}
    return of_factors([lag(free_slots(*expression.indices), even=len(ranges) == 1)])


@terms_of.register
def _(_: Plus, parts: list[Terms]) -> Terms:
    return total(parts)


@terms_of.register
def _(_: Times, parts: list[Terms]) -> Terms:
    return product_of(parts)


@terms_of.register
def _(expression: Renamed, parts: list[Terms]) -> Terms:
    names = frozenset((old, new.name) for old, new in expression.names.items())
    return total(
        scaled(renamed(product, names), coefficient) for product, coefficient in parts[0].items()
    )


@terms_of.register
def _(expression: Summed, parts: list[Terms]) -> Terms:
    result = parts[0]
    for index in expression.indices:
        size = rational(index.range)
        if size.is_zero:
            return {}
        at_0 = _at_0(index)
        result = total(
            scaled(summed_product(product, index.name, Size(repr(size), size)), coefficient)
            if at_0 not in product or any(mentions(c, index.name) for c in {*product} - {at_0})
            else {tuple(c for c in product if c != at_0): coefficient}
            for product, coefficient in result.items()
        )
    return result


def _at_0(index: Index) -> Component | None:
    """The part of a product that says that an index is 0, if it has a value 0 at all sizes."""
    if index.range == 1 or not (index.range.is_positive or (index.range - 1).is_nonnegative):
        return None
    return (), ((LAG, ((0, index.name),) * 3),)


def rational(value: sp.Expr) -> RationalFunction:
    """The canonical form of a scalar or a size."""
    forms = CanonicalForms()
    form = forms.of(value)
    if forms.abstracted:
        raise ArgumentError(
            "scalar", value, "a rational function", "Give other functions a symbol of their own."
        )
    return form


def conditions_on(expression: IndexExpression) -> list[Condition]:
    """What has to hold for an expression to have a value: no scalar divides by 0, sizes are sizes.

    **Raises** `NowhereDefinedError` if a scalar divides by what is identically 0.
    """
    forms = CanonicalForms()
    sizes: dict[sp.Expr, None] = {}
    for part in nodes([expression]):
        if isinstance(part, Scalar):
            forms.of(part.value)
        sizes |= {index.range: None for index in (*part.free.values(), *part.within)}
    found = [requirement.condition for requirement in forms.requirements()]
    return [*found, *(c for size in sizes for c in conditions_on_size(size))]


def conditions_on_size(size: sp.Expr) -> list[Condition]:
    """That a size is a natural number, as far as the assumptions on its symbols do not say so."""
    found: list[Condition] = []
    if size.is_integer is None:
        whole: Any = sp.Eq(size, sp.floor(size), evaluate=False)
        found.append(condition(whole, f"{size} is an integer"))
    if not (size.is_nonnegative or _raised(size).is_nonnegative):
        natural: Any = sp.Ge(size, 0, evaluate=False)
        found.append(condition(natural, f"{size} >= 0"))
    return found


def _raised(size: sp.Expr) -> sp.Expr:
    """The size with each positive integer written as 1 more than a natural number."""
    natural: dict[sp.Basic, sp.Expr] = {
        s: sp.Dummy(integer=True, nonnegative=True) + 1
        for s in unique_symbols([size])
        if s.is_integer and s.is_positive
    }
    return sp.expand(size.xreplace(natural))
