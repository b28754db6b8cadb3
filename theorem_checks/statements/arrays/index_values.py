"""The values of expressions in index notation, at concrete sizes and tensors.

Every sum is carried out over arrays of Python's integers, which stand over one denominator, so that
nothing is shared with the canonical forms. A sum of products is carried out index by index, over
those factors alone that have the index. Exponentials are balls that contain them, and so is all
that is made of them.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import singledispatch
from itertools import product
from math import lcm, prod
from typing import Any, TypeAlias

import numpy as np
import sympy as sp
from flint import arb, ctx

from theorem_checks.statements.arrays.function_values import applied, as_ball, ball_of
from theorem_checks.statements.arrays.index_expressions import (
    IndexExpression,
    Opaque,
    Plus,
    Positive,
    Renamed,
    Scalar,
    Summed,
    Times,
)
from theorem_checks.statements.arrays.index_relations import AtMost, Delta, Lag
from theorem_checks.statements.arrays.tensors import Entry, Kind
from theorem_checks.statements.places import place_of
from theorem_checks.statements.values import evaluation
from theorem_checks.statements.values.radicals import NoExactValueError

__all__ = ["Instance", "Position", "Table", "Values", "as_ball", "values_of"]

Position: TypeAlias = tuple[int, ...]

Table: TypeAlias = Mapping[Position, Any]
"""A number for each value of some indices: a `Fraction`, an integer, or a ball."""

_BITS = 320  # of a ball


@dataclass(frozen=True)
class Instance:
    """Concrete values of every symbol, sizes included, and of the entries of every tensor.

    Tensors are known by their kind. Of one with a symmetry only the entries with increasing indices
    are kept.
    """

    symbols: Mapping[sp.Symbol, Fraction]
    tensors: Mapping[Kind, Table]

    def size(self, size: sp.Expr) -> int:
        """The value of a size. **Raises** `NoExactValueError` if it is no natural number."""
        value = self.number(size)
        if value.denominator != 1 or value < 0:
            raise NoExactValueError(f"the size {size} is {value}")
        return int(value)

    def number(self, value: sp.Expr) -> Fraction:
        """The value of a scalar."""
        result = evaluation.evaluate(value, self.symbols)
        if not isinstance(result, Fraction):
            raise NoExactValueError(f"{value} is irrational here")
        return result

    def entry(self, tensor: Kind, position: Position) -> Fraction | int:
        """The value of one entry."""
        if tensor.symmetry == "none":
            return self.tensors[tensor][position]
        value = self.tensors[tensor][tuple(sorted(position))]
        if tensor.symmetry == "symmetric":
            return value
        inversions = sum(a > b for i, a in enumerate(position) for b in position[i + 1 :])
        repeated = len(set(position)) < len(position)
        return 0 if repeated else value * (-1) ** inversions


def values_of(expressions: Sequence[IndexExpression], instance: Instance) -> list[Table]:
    """Return the values of expressions, for all values of the free indices of each.

    The positions are in the order of the free indices' names.
    """
    values = Values(instance)
    return [values.table(expression) for expression in expressions]


class Values:
    """The values of expressions at one instance, those of each part computed once."""

    def __init__(self, instance: Instance) -> None:
        self.instance = instance
        self._known: dict[int, tuple[IndexExpression, _Over]] = {}
        self._sizes: dict[int, tuple[sp.Expr, int]] = {}
        self._grids: dict[tuple[int, ...], tuple[np.ndarray, ...]] = {}

    def table(self, e: IndexExpression) -> Table:
        """The values by position, in the order of the free indices' names."""
        with ctx.workprec(_BITS):
            over = self.of(e)
            values = list(over.values.flat if over.below == 1 else over.fractions())
        return dict(zip(np.ndindex(over.values.shape), values, strict=True))

    def of(self, e: IndexExpression) -> "_Over":
        """The values, with an axis for each free index, by name."""
        place = place_of(e)
        known = self._known.get(place)
        if known is None:
            known = self._known[place] = e, _values(e, self)  # with which no other has its place
        return known[1]

    def size(self, size: sp.Expr) -> int:
        """The value of a size."""
        place = place_of(size)
        if place not in self._sizes:
            self._sizes[place] = size, self.instance.size(size)
        return self._sizes[place][1]

    def shape(self, e: IndexExpression) -> tuple[int, ...]:
        """How many values each free index has, in the order of their names."""
        return tuple(self.size(e.free[name].range) for name in e.order)

    def places(self, e: IndexExpression) -> dict[str, np.ndarray]:
        """The values of each free index, to be broadcast against those of the others."""
        shape = self.shape(e)
        if shape not in self._grids:
            self._grids[shape] = tuple(np.ogrid[tuple(map(slice, shape))])
        return dict(zip(e.order, self._grids[shape], strict=True))

    def summed(self, e: Summed) -> "_Over":
        """The values of a sum, of whose factors only those are multiplied that share an index."""
        below, factors = self.factors(e.body)
        for index in e.indices:
            if index.name not in e.body.free:
                factors.append(([], _alone(self.size(index.range))))
        left = {index.name for index in e.indices if index.name in e.body.free}
        sizes = {name: self.size(e.body.free[name].range) for name in e.body.order}
        while left:
            name = min(left, key=lambda name: _work(name, factors, sizes))
            sharing = [factor for factor in factors if name in factor[0]]
            names = sorted({name for names, _ in sharing for name in names})
            rest = [other for other in names if other != name]
            total = np.add.reduce(_product(sharing, names), axis=names.index(name))
            factors = [f for f in factors if name not in f[0]] + [(rest, _as_array(total))]
            left.remove(name)
        return _Over(_spread(_product(factors, e.order), self.shape(e)), below)

    def factors(self, e: IndexExpression) -> "tuple[int, list[_Factor]]":
        """The factors of a product, and the denominator that they have together."""
        parts = e.factors if isinstance(e, Times) else (e,)
        overs = [self.of(part) for part in parts]
        factors: list[_Factor] = [
            (part.order, over.values) for part, over in zip(parts, overs, strict=True)
        ]
        return prod(over.below for over in overs), factors


@dataclass(frozen=True)
class _Over:
    """Integers, as Python has them, or balls, over one positive denominator."""

    values: np.ndarray
    below: int

    @classmethod
    def of(cls, numbers: Iterable[Any], shape: tuple[int, ...]) -> "_Over":
        """Numbers in the order of an array's entries."""
        kept = list(numbers)
        if any(isinstance(number, arb) for number in kept):
            return cls(_listed(map(as_ball, kept)).reshape(shape), 1)
        below = lcm(*(number.denominator for number in kept))
        values = _listed(number.numerator * (below // number.denominator) for number in kept)
        return cls(values.reshape(shape), below)

    def fractions(self) -> Iterator[Any]:
        """The numbers themselves."""
        return (self.number(value) for value in self.values.flat)

    def number(self, value: Any) -> Any:
        """The number that a value stands for."""
        return value / self.below if isinstance(value, arb) else Fraction(value, self.below)


def _listed(numbers: Iterable[Any]) -> np.ndarray:
    """Numbers as an array of objects."""
    kept = list(numbers)
    values = np.empty(len(kept), dtype=object)
    values[:] = kept
    return values


_Factor: TypeAlias = tuple[Sequence[str], np.ndarray]
"""The names of indices, and integers with an axis for each."""


def _work(name: str, factors: Sequence[_Factor], sizes: Mapping[str, int]) -> tuple[int, str]:
    """How many products it takes to sum over an index."""
    names = {other for names, _ in factors if name in names for other in names}
    return prod(sizes[other] for other in names), name


def _product(factors: Sequence[_Factor], order: Sequence[str]) -> np.ndarray:
    """The product of factors, with an axis for each index in order, of length 1 without it."""
    number, value = 1, None
    for names, values in factors:
        if not names:
            number = number * values[()]
        elif value is None:
            value = _aligned(values, names, order)
        else:
            value = value * _aligned(values, names, order)
    if value is None:
        return _alone(number).reshape((1,) * len(order))
    return _as_array(value if type(number) is int and number == 1 else value * number)


def _aligned(values: np.ndarray, names: Sequence[str], order: Sequence[str]) -> np.ndarray:
    """An array with an axis for each of some indices, given axes for all of those in order."""
    if names == order:
        return values
    turned = values.transpose([names.index(name) for name in order if name in names])
    new = tuple(slice(None) if name in names else None for name in order)
    return _as_array(turned[new])


def _alone(number: Any) -> np.ndarray:
    """A number as an array without axes."""
    values = np.empty((), dtype=object)
    values[()] = number
    return values


def _as_array(values: object) -> np.ndarray:
    """Values as an array of objects: NumPy takes a single one out of its array."""
    return values if isinstance(values, np.ndarray) else _alone(values)  # pyright: ignore


def _spread(values: np.ndarray, shape: tuple[int, ...]) -> np.ndarray:
    """Values at all places of a shape."""
    return values if values.shape == shape else np.broadcast_to(values, shape)


def _truth(values: np.ndarray, shape: tuple[int, ...]) -> _Over:
    """1 where something is true and 0 elsewhere."""
    return _Over(np.broadcast_to(values, shape).astype(int).astype(object), 1)


@singledispatch
def _values(e: IndexExpression, _values_of: Values) -> _Over:
    """The values of one expression, from those of its parts."""
    raise TypeError(f"{type(e).__name__} has no values")


@_values.register
def _(e: Scalar, values: Values) -> _Over:
    try:
        return _Over.of([values.instance.number(e.value)], ())
    except NoExactValueError:
        return _Over.of([ball_of(e.value, values.instance.symbols)], ())


@_values.register
def _(e: Entry, values: Values) -> _Over:
    places = [e.order.index(index.name) for index in e.indices]
    entry, kind, shape = values.instance.entry, e.tensor.kind, values.shape(e)
    found = (entry(kind, tuple(at[place] for place in places)) for at in np.ndindex(shape))
    return _Over.of(found, shape)


@_values.register
def _(e: Delta, values: Values) -> _Over:
    places = values.places(e)
    return _truth(places[e.i.name] == places[e.j.name], values.shape(e))


@_values.register
def _(e: AtMost, values: Values) -> _Over:
    places = values.places(e)
    return _truth(places[e.i.name] <= places[e.j.name], values.shape(e))


@_values.register
def _(e: Lag, values: Values) -> _Over:
    places = values.places(e)
    t, s, j = (places[index.name] for index in e.indices)
    return _truth(t == s + j, values.shape(e))


@_values.register
def _(e: Plus, values: Values) -> _Over:
    terms = [(term, values.of(term)) for term in e.terms]
    below = lcm(*(over.below for _, over in terms))
    total = _alone(0)
    for term, over in terms:
        part = over.values if over.below == below else over.values * (below // over.below)
        total = total + _aligned(_as_array(part), term.order, e.order)
    return _Over(_spread(_as_array(total), values.shape(e)), below)


@_values.register
def _(e: Positive, values: Values) -> _Over:
    body = values.of(e.body)
    found = [max(v, 0) if isinstance(v, int) else v.max(arb(0)) for v in body.values.flat]
    return _Over(_listed(found).reshape(body.values.shape), body.below)


@_values.register
def _(e: Opaque, values: Values) -> _Over:
    body, names = values.of(e.body), e.body.order
    ranges = [range(values.size(index.range)) for index in e.bound]
    found: list[Fraction | int] = []
    for at in np.ndindex(shape := values.shape(e)):
        chosen = dict(zip(e.order, at, strict=True))
        argument = []
        for inner in product(*ranges):
            here = chosen | dict(zip((index.name for index in e.bound), inner, strict=True))
            place = tuple(here[name] for name in names)
            argument.append(body.number(body.values[place]))
        own = [chosen[index.name] for index in e.own]
        found.append(applied(e.name, own, argument, list(map(len, ranges))))
    return _Over.of(found, shape)


@_values.register
def _(e: Times, values: Values) -> _Over:
    below, factors = values.factors(e)
    return _Over(_spread(_product(factors, e.order), values.shape(e)), below)


@_values.register
def _(e: Renamed, values: Values) -> _Over:
    body = values.of(e.body)
    new = [e.names[name].name if name in e.names else name for name in e.body.order]
    if new == e.order:
        return body
    if len(e.order) == len(new):  # no two are one now
        return _Over(body.values.transpose([new.index(name) for name in e.order]), body.below)
    places = values.places(e)
    turned = body.values[tuple(places[name] for name in new)]
    return _Over(_spread(_as_array(turned), values.shape(e)), body.below)


@_values.register
def _(e: Summed, values: Values) -> _Over:
    return values.summed(e)
