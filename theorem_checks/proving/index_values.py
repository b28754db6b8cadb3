"""The values of expressions in index notation, at concrete sizes and tensors.

Every sum is carried out term by term in Python's `fractions`, so that nothing is shared with the
canonical forms.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import singledispatchmethod
from itertools import product
from typing import TypeAlias

import sympy as sp

from theorem_checks.proving import evaluation
from theorem_checks.proving.index_expressions import (
    AtMost,
    Delta,
    Entry,
    Index,
    IndexExpression,
    Plus,
    Renamed,
    Scalar,
    Summed,
    Tensor,
    Times,
)
from theorem_checks.proving.radicals import NoExactValueError

__all__ = ["Instance", "Position", "Table", "values_of"]

Position: TypeAlias = tuple[int, ...]

Table: TypeAlias = Mapping[Position, Fraction]
"""A number for each value of some indices."""


@dataclass(frozen=True)
class Instance:
    """Concrete values of every symbol, sizes included, and of the entries of every tensor.

    Of a tensor with a symmetry only the entries with increasing indices are kept.
    """

    symbols: Mapping[sp.Symbol, Fraction]
    tensors: Mapping[Tensor, Table]

    def size(self, size: sp.Expr) -> int:
        """The value of a size. **Raises** `NoExactValueError` if it is no positive integer."""
        value = self.number(size)
        if value.denominator != 1 or value < 1:
            raise NoExactValueError(f"the size {size} is {value}")
        return int(value)

    def number(self, value: sp.Expr) -> Fraction:
        """The value of a scalar."""
        result = evaluation.evaluate(value, self.symbols)
        if not isinstance(result, Fraction):
            raise NoExactValueError(f"{value} is irrational here")
        return result

    def entry(self, tensor: Tensor, position: Position) -> Fraction:
        """The value of one entry."""
        if tensor.symmetry == "none":
            return self.tensors[tensor][position]
        value = self.tensors[tensor][tuple(sorted(position))]
        if tensor.symmetry == "symmetric":
            return value
        inversions = sum(a > b for i, a in enumerate(position) for b in position[i + 1 :])
        repeated = len(set(position)) < len(position)
        return Fraction(0) if repeated else value * (-1) ** inversions


def values_of(expressions: Sequence[IndexExpression], instance: Instance) -> list[Table]:
    """Return the values of expressions, for all values of the free indices of each.

    The positions are in the order of the free indices' names.
    """
    evaluator = _Evaluator(instance)
    return [evaluator.table(expression) for expression in expressions]


class _Evaluator:
    def __init__(self, instance: Instance) -> None:
        self._instance = instance
        self._known: dict[int, Table] = {}

    def table(self, e: IndexExpression) -> Table:
        if id(e) not in self._known:
            self._known[id(e)] = self._table(e)
        return self._known[id(e)]

    def _assignments(self, e: IndexExpression) -> Iterator[tuple[Position, dict[str, int]]]:
        """All values of the free indices: as a position, and by name."""
        names = sorted(e.free)
        ranges = [range(self._instance.size(e.free[name].size)) for name in names]
        for position in product(*ranges):
            yield position, dict(zip(names, position, strict=True))

    def _at(self, e: IndexExpression, values: Mapping[str, int]) -> Fraction:
        return self.table(e)[tuple(values[name] for name in sorted(e.free))]

    @singledispatchmethod
    def _table(self, e: IndexExpression) -> Table:
        raise TypeError(f"{type(e).__name__} has no values")

    @_table.register
    def _(self, e: Scalar) -> Table:
        return {(): self._instance.number(e.value)}

    @_table.register
    def _(self, e: Entry) -> Table:
        return {
            position: self._instance.entry(e.tensor, _places(e.indices, values))
            for position, values in self._assignments(e)
        }

    @_table.register
    def _(self, e: Delta) -> Table:
        return {
            position: Fraction(int(values[e.i.name] == values[e.j.name]))
            for position, values in self._assignments(e)
        }

    @_table.register
    def _(self, e: AtMost) -> Table:
        return {
            position: Fraction(int(values[e.i.name] <= values[e.j.name]))
            for position, values in self._assignments(e)
        }

    @_table.register
    def _(self, e: Plus) -> Table:
        return {
            position: sum((self._at(term, values) for term in e.terms), Fraction(0))
            for position, values in self._assignments(e)
        }

    @_table.register
    def _(self, e: Times) -> Table:
        table = {}
        for position, values in self._assignments(e):
            value = Fraction(1)
            for factor in e.factors:
                value *= self._at(factor, values)
                if not value:
                    break
            table[position] = value
        return table

    @_table.register
    def _(self, e: Renamed) -> Table:
        table = {}
        for position, values in self._assignments(e):
            own = {n: values[e.names[n].name if n in e.names else n] for n in e.body.free}
            table[position] = self._at(e.body, own)
        return table

    @_table.register
    def _(self, e: Summed) -> Table:
        kept = sorted(e.free)
        table: dict[Position, Fraction] = {p: Fraction(0) for p, _ in self._assignments(e)}
        for position, values in self._assignments(e.body):
            own = tuple(values[name] for name in kept)
            table[own] += self.table(e.body)[position]
        for index in e.indices:
            if index.name not in e.body.free:
                size = self._instance.size(index.size)
                table = {position: size * value for position, value in table.items()}
        return table


def _places(indices: Sequence[Index], values: Mapping[str, int]) -> Position:
    return tuple(values[index.name] for index in indices)
