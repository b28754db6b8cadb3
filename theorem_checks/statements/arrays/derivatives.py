r"""Derivatives of functions of arrays, by the entries of the array: at all sizes, and at numbers.

At all sizes the function is run once, on an array X of free entries; what it returns is made of
these by sums, products, exponentials, and reciprocals, logarithms and roots of what is positive,
and its derivative by
:math:`X_a` by their rules, with :math:`\partial X_i / \partial X_a = \delta_{ia}`; then the array
where the derivative is meant takes the place of X. At numbers the function is run along each entry,
at as many points as its degree needs, if it is made with quotients on numbers that carry their
slopes, and else on symbols, by SymPy: the two share nothing.
"""

from collections.abc import Callable
from fractions import Fraction
from functools import singledispatch
from itertools import product
from typing import Any

import numpy as np
import sympy as sp

from theorem_checks.errors import ArgumentError
from theorem_checks.statements.arrays.changing_numbers import Changing
from theorem_checks.statements.arrays.element_arrays import ElementArray, elements_of
from theorem_checks.statements.arrays.index_expressions import (
    IndexExpression,
    Opaque,
    Plus,
    Positive,
    Renamed,
    Scalar,
    Summed,
    Times,
    nodes,
)
from theorem_checks.statements.arrays.index_families import parts_of
from theorem_checks.statements.arrays.index_positivity import is_seen_positive
from theorem_checks.statements.arrays.index_relations import Delta
from theorem_checks.statements.arrays.indices import Index
from theorem_checks.statements.arrays.known_functions import (
    EXPONENTIAL,
    LOGARITHM,
    RECIPROCAL,
    ROOT,
)
from theorem_checks.statements.arrays.symbolic_array import SymbolicArray
from theorem_checks.statements.arrays.symbolic_arrays import symbol_array
from theorem_checks.statements.arrays.tensors import Entry
from theorem_checks.statements.exact import to_expression
from theorem_checks.statements.terms import put, replacement

__all__ = ["derivative_at_numbers", "derivative_for_all_sizes"]

_EXPECTED = (
    "what is made of the entries by which it is derived by +, *, sums, exponentials, and divisors,"
    " logarithms and roots of what is seen to be positive"
)
_OF_POSITIVE = (RECIPROCAL, LOGARITHM, ROOT)
_MOST_AXES = 3  # of an array of symbolic size
_DEGREE = 8  # of a polynomial along an entry, at most
_BEYOND = 3  # points more, at which it has to be that polynomial

Function = Callable[[Any], Any]


def derivative_for_all_sizes(
    function: Function, at: SymbolicArray, name: str, *, where_defined: bool = False
) -> SymbolicArray:
    """The derivative of a function at an array: an axis for each of its value, and of the array.

    **Arguments**: `name`, what no tensor is called; `where_defined`, whether divisors may be
    anything: the derivative is then meant where none of them is 0.

    **Raises** `ArgumentError` for what has no derivative at some places, such as a positive part,
    or a quotient by what is not seen to be positive.
    """
    if any(part.increasing for axis in at.axes for part in axis):
        raise ArgumentError("at", at, "an array without increasing families")
    free = symbol_array(name, *at.axes)
    value = _as_array(function(free), at)
    for part in nodes(value.blocks.values()):
        _require_smooth(part, name, where_defined=where_defined)
    if len(value.axes) + len(at.axes) > _MOST_AXES:
        raise ArgumentError("function", value, f"a derivative of {_MOST_AXES} axes at most")
    taken = replacement(free, at)
    blocks: dict[tuple[int, ...], IndexExpression] = {}
    for place, block in value.blocks.items():
        for moved, entry in free.blocks.items():
            assert isinstance(entry, Entry)
            own = tuple(Index.bound(like=i) for i in entry.indices)
            found = put(_derivative(block, entry.tensor.name, own), taken)
            parts = parts_of(at.axes, moved)
            named = [i for n, part in enumerate(parts, len(place)) for i in part.indices(n)]
            blocks[(*place, *moved)] = found.renamed(zip(own, named, strict=True))
    return SymbolicArray((*value.axes, *at.axes), blocks)


def _require_smooth(e: IndexExpression, name: str, *, where_defined: bool) -> None:
    """Refuse what has no derivative by the entries of a tensor where it stands."""
    if not isinstance(e, Opaque) or e.name == EXPONENTIAL or not _has(e, name):
        return
    if e.name not in _OF_POSITIVE or not (
        is_seen_positive(e.body) or (where_defined and e.name == RECIPROCAL)
    ):
        raise ArgumentError("function", e, _EXPECTED)


def _as_array(value: Any, at: SymbolicArray) -> SymbolicArray:
    if not isinstance(value, SymbolicArray):
        said = "an array of symbolic size; of a number, one without axes"
        raise ArgumentError("function", value, said, f"It is called on {at!r}.")
    return value


@singledispatch
def _derivative(e: IndexExpression, name: str, _at: tuple[Index, ...]) -> IndexExpression:
    """The derivative of an expression by the entry of a tensor at indices that it does not have."""
    if isinstance(e, Positive) and _has(e, name):
        raise ArgumentError("function", e, _EXPECTED)
    return Scalar(sp.Integer(0))


def _has(e: IndexExpression, name: str) -> bool:
    """Whether an entry of a tensor stands in an expression."""
    return any(isinstance(part, Entry) and part.tensor.name == name for part in nodes([e]))


@_derivative.register
def _(e: Opaque, name: str, at: tuple[Index, ...]) -> IndexExpression:
    if not _has(e, name):
        return Scalar(sp.Integer(0))
    inner = _derivative(e.body, name, at)
    if e.name == EXPONENTIAL:
        return Times((e, inner))
    if e.name == RECIPROCAL:
        return Times((Scalar(sp.Integer(-1)), e, e, inner))
    if e.name == LOGARITHM:
        return Times((Opaque(RECIPROCAL, (), (), e.body), inner))
    assert e.name == ROOT  # as `_require_smooth` has seen to
    return Times((Scalar(sp.Rational(1, 2)), Opaque(RECIPROCAL, (), (), e), inner))


@_derivative.register
def _(e: Entry, name: str, at: tuple[Index, ...]) -> IndexExpression:
    if e.tensor.name != name:
        return Scalar(sp.Integer(0))
    return Times(tuple(Delta(i, a) for i, a in zip(e.indices, at, strict=True)))


@_derivative.register
def _(e: Plus, name: str, at: tuple[Index, ...]) -> IndexExpression:
    return Plus(tuple(_derivative(part, name, at) for part in e.terms))


@_derivative.register
def _(e: Times, name: str, at: tuple[Index, ...]) -> IndexExpression:
    return Plus(
        tuple(
            Times((*e.factors[:n], _derivative(part, name, at), *e.factors[n + 1 :]))
            for n, part in enumerate(e.factors)
        )
    )


@_derivative.register
def _(e: Summed, name: str, at: tuple[Index, ...]) -> IndexExpression:
    return Summed(_derivative(e.body, name, at), e.indices)


@_derivative.register
def _(e: Renamed, name: str, at: tuple[Index, ...]) -> IndexExpression:
    return Renamed(_derivative(e.body, name, at), e.names)


# --- at numbers


def derivative_at_numbers(function: Function, at: ElementArray) -> ElementArray:
    """The derivative of a function at an array of rationals, exactly.

    **Raises** `ArgumentError` for what is no polynomial of a moderate degree along each entry, and
    is not made by exponentials, logarithms, roots and quotients.
    """
    system = at.__number_system__
    numbers = elements_of(at)
    here = elements_of(function(at))
    if any(isinstance(value, sp.Expr) for value in here.flat):
        return system.array(_by_symbols(function, at))
    found = np.empty((*here.shape, *numbers.shape), dtype=object)
    for place in product(*map(range, numbers.shape)):

        def along(t: int, place: tuple[int, ...] = place) -> np.ndarray:
            if t == 0:
                return here
            moved = numbers.copy()
            moved[place] = moved[place] + t
            return elements_of(function(system.array(moved)))

        try:
            found[(..., *place)] = _slope(along)
        except _NoPolynomialError:
            return system.array(_of_quotients(function, at))
    return system.array(found)


class _NoPolynomialError(ArgumentError):
    """A function is no polynomial of a moderate degree along an entry."""


def _of_quotients(function: Function, at: ElementArray) -> np.ndarray:
    """The derivative of a function with quotients in it, by their rule; else by symbols."""
    numbers = elements_of(at)
    slopes = []
    for place in np.ndindex(numbers.shape):
        moved = numbers.copy()
        moved[place] = Changing(Fraction(numbers.item(place)), Fraction(1))
        try:
            slopes.append(_slopes_of(elements_of(function(at.__number_system__.array(moved)))))
        except (TypeError, ArgumentError):  # more than a quotient
            return _by_symbols(function, at)
    found = np.empty((*slopes[0].shape, *numbers.shape), dtype=object)
    for place, slope in zip(np.ndindex(numbers.shape), slopes, strict=True):
        found[(..., *place)] = slope
    return found


def _slopes_of(values: np.ndarray) -> np.ndarray:
    found = np.empty(values.shape, dtype=object)
    for place, value in np.ndenumerate(values):
        found[place] = value.slope if isinstance(value, Changing) else Fraction(0)
    return found


def _by_symbols(function: Function, at: ElementArray) -> np.ndarray:
    """The derivative of a function with exponentials or quotients in it, which runs on symbols."""
    numbers = elements_of(at)
    symbols = np.empty(numbers.shape, dtype=object)
    for place in np.ndindex(numbers.shape):
        symbols[place] = sp.Dummy(real=True)
    values = elements_of(function(at.__number_system__.array(symbols)))
    point = dict(zip(symbols.flat, map(to_expression, numbers.flat), strict=True))
    found = np.empty((*values.shape, *numbers.shape), dtype=object)
    for place in np.ndindex(found.shape):
        value, by = to_expression(values[place[: values.ndim]]), symbols[place[values.ndim :]]
        if value.has(sp.Abs, sp.Max):
            raise ArgumentError("function", value, _EXPECTED)
        found[place] = value.diff(by).xreplace(point)
    return found


def _slope(values: Callable[[int], np.ndarray]) -> Any:
    """The derivative at 0 of a polynomial with these values at 0, 1, 2, ...

    With the k-th differences D_k at 0 it is D_1 - D_2/2 + D_3/3 - ..., and these are 0 beyond the
    degree.
    """
    last = [values(0)]  # the differences up to one point, of every order
    slope, zeros = last[0] * Fraction(0), 0
    for order in range(1, _DEGREE + _BEYOND + 1):
        found = [values(order)]
        for before in last:
            found.append(found[-1] - before)
        last = found
        slope = slope + found[-1] * Fraction((-1) ** (order + 1), order)
        zeros = zeros + 1 if np.all(np.asarray(found[-1] == 0)) else 0
        if zeros == _BEYOND:
            return slope
    expected = f"a polynomial of degree {_DEGREE} along an entry"
    raise _NoPolynomialError("function", last[-1], expected)
