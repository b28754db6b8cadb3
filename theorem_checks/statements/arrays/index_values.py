"""The values of expressions in index notation, at concrete sizes and tensors.

Every sum is carried out term by term in Python's `fractions`, or in its integers where they do, so
that nothing is shared with the canonical forms.
"""

import operator
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import singledispatch
from itertools import product
from typing import TypeAlias

import sympy as sp

from theorem_checks.statements.arrays.drawn_functions import drawn_value
from theorem_checks.statements.arrays.index_expressions import (
    RECIPROCAL,
    AtMost,
    Delta,
    Entry,
    IndexExpression,
    Kind,
    Opaque,
    Plus,
    Positive,
    Renamed,
    Scalar,
    Summed,
    Times,
)
from theorem_checks.statements.arrays.lags import Lag
from theorem_checks.statements.values import evaluation
from theorem_checks.statements.values.radicals import NoExactValueError

__all__ = ["Instance", "Position", "Table", "values_of"]

Position: TypeAlias = tuple[int, ...]

Table: TypeAlias = Mapping[Position, Fraction | int]
"""A number for each value of some indices."""


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
    evaluator = _Evaluator(instance)
    return [evaluator.table(expression) for expression in expressions]


_Pick: TypeAlias = tuple[Table, Callable[[Position], Position]]


class _Evaluator:
    """The tables of expressions at one instance, each computed once."""

    def __init__(self, instance: Instance) -> None:
        self.instance = instance
        self._known: dict[int, Table] = {}
        self._sizes: dict[sp.Expr, int] = {}

    def table(self, e: IndexExpression) -> Table:
        if id(e) not in self._known:
            self._known[id(e)] = _table(e, self)
        return self._known[id(e)]

    def size(self, size: sp.Expr) -> int:
        if size not in self._sizes:
            self._sizes[size] = self.instance.size(size)
        return self._sizes[size]

    def positions(self, e: IndexExpression) -> Iterable[Position]:
        """All values of the free indices, in the order of their names."""
        return product(*(range(self.size(e.free[name].range)) for name in e.order))

    def assignments(self, e: IndexExpression) -> Iterator[tuple[Position, dict[str, int]]]:
        """All values of the free indices: as a position, and by name."""
        for position in self.positions(e):
            yield position, dict(zip(e.order, position, strict=True))

    def picks(self, e: IndexExpression, parts: Sequence[IndexExpression]) -> list[_Pick]:
        """The table of each part, and how to take its position from one of `e`."""
        return [(self.table(part), _placing(part.order, e.order)) for part in parts]


def _placing(some: Sequence[str], names: Sequence[str]) -> Callable[[Position], Position]:
    """Take the values of some indices from those of others among which they are."""
    if some == names:
        return lambda position: position
    places = [names.index(name) for name in some]
    if len(places) < 2:  # of a single place, `itemgetter` gives no tuple
        return lambda position: tuple(position[place] for place in places)
    return operator.itemgetter(*places)


def _plain(value: Fraction | int) -> Fraction | int:
    """The same number, as an integer if it is one: these are much faster."""
    return value.numerator if value.denominator == 1 else value


@singledispatch
def _table(e: IndexExpression, _evaluator: _Evaluator) -> Table:
    """The table of one expression, from those of its parts."""
    raise TypeError(f"{type(e).__name__} has no values")


@_table.register
def _(e: Scalar, evaluator: _Evaluator) -> Table:
    return {(): _plain(evaluator.instance.number(e.value))}


@_table.register
def _(e: Entry, evaluator: _Evaluator) -> Table:
    taken, kind = _placing([i.name for i in e.indices], e.order), e.tensor.kind
    entry = evaluator.instance.entry
    return {position: _plain(entry(kind, taken(position))) for position in evaluator.positions(e)}


@_table.register
def _(e: Delta, evaluator: _Evaluator) -> Table:
    pair = _placing([e.i.name, e.j.name], e.order)
    return {at: int(operator.eq(*pair(at))) for at in evaluator.positions(e)}


@_table.register
def _(e: AtMost, evaluator: _Evaluator) -> Table:
    pair = _placing([e.i.name, e.j.name], e.order)
    return {at: int(operator.le(*pair(at))) for at in evaluator.positions(e)}


@_table.register
def _(e: Lag, evaluator: _Evaluator) -> Table:
    places = [e.order.index(index.name) for index in e.indices]
    found: Table = {}
    for at in evaluator.positions(e):
        t, s, j = (at[place] for place in places)
        found[at] = int(t == s + j)
    return found


@_table.register
def _(e: Plus, evaluator: _Evaluator) -> Table:
    picks = evaluator.picks(e, e.terms)
    return {
        position: sum(table[taken(position)] for table, taken in picks)
        for position in evaluator.positions(e)
    }


@_table.register
def _(e: Positive, evaluator: _Evaluator) -> Table:
    return {position: max(value, 0) for position, value in evaluator.table(e.body).items()}


@_table.register
def _(e: Opaque, evaluator: _Evaluator) -> Table:
    body, names = evaluator.table(e.body), e.body.order
    ranges = [range(evaluator.size(index.range)) for index in e.bound]
    table: dict[Position, Fraction | int] = {}
    for position, values in evaluator.assignments(e):
        argument = []
        for at in product(*ranges):
            here = values | dict(zip((index.name for index in e.bound), at, strict=True))
            argument.append(Fraction(body[tuple(here[name] for name in names)]))
        if e.name == RECIPROCAL:
            table[position] = _plain(1 / argument[0]) if argument[0] else 0
        else:
            component = [values[index.name] for index in e.own]
            table[position] = _plain(drawn_value(e.name, component, argument))
    return table


@_table.register
def _(e: Times, evaluator: _Evaluator) -> Table:
    picks = evaluator.picks(e, e.factors)
    table: dict[Position, Fraction | int] = {}
    for position in evaluator.positions(e):
        value: Fraction | int = 1
        for factor, taken in picks:
            value *= factor[taken(position)]
            if not value:
                break
        table[position] = value
    return table


@_table.register
def _(e: Renamed, evaluator: _Evaluator) -> Table:
    body = evaluator.table(e.body)
    new = [e.names[name].name if name in e.names else name for name in e.body.order]
    if new == e.order:
        return body
    taken = _placing(new, e.order)
    return {position: body[taken(position)] for position in evaluator.positions(e)}


@_table.register
def _(e: Summed, evaluator: _Evaluator) -> Table:
    taken = _placing(e.order, e.body.order)
    table: dict[Position, Fraction | int] = dict.fromkeys(evaluator.positions(e), 0)
    for position, value in evaluator.table(e.body).items():
        if value:
            table[taken(position)] += value
    for index in e.indices:
        if index.name not in e.body.free:
            size = evaluator.size(index.range)
            table = {position: size * value for position, value in table.items()}
    return table
