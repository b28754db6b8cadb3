"""Exact evaluation of formulas at many points at once, by columns of integers.

It is what `evaluation.evaluate` computes point by point, in a tenth of the time. A number is a
column of numerators and one of denominators, which are positive; None for denominators that are
all 1.
"""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import numpy as np

from theorem_checks.errors import ArgumentError
from theorem_checks.statements.reals.nodes import Node

__all__ = ["Column", "true_at"]

_LONG = 128  # bits of a denominator, from which on numbers are brought into lowest terms


class Column(NamedTuple):
    """A number at each of several points; `bits`, no fewer than a denominator has."""

    tops: np.ndarray
    bottoms: np.ndarray | None
    bits: int

    def at(self, places: Any) -> "Column":
        """The number at some of the points."""
        bottoms = None if self.bottoms is None else self.bottoms[places]
        return Column(self.tops[places], bottoms, self.bits)

    @classmethod
    def of(cls, tops: Any, bottoms: Any) -> "Column":
        """The number of numerators and denominators, which are Python's integers."""
        below = np.array(bottoms, dtype=object)
        bits = max((int(b).bit_length() for b in bottoms), default=1)
        return cls(np.array(tops, dtype=object), below, bits)


def true_at(formula: Node, columns: Mapping[str, Column], count: int) -> np.ndarray:
    """At which of `count` points a formula is true: it has a value there, and that is true.

    **Arguments**: `columns` give every variable a number at each point. Where something is divided
    by zero, in a branch not taken too, the formula has no value.
    """
    defined = np.ones(count, dtype=bool)
    values: list[Any] = []
    for node, places in formula.steps:
        parts = [values[place] for place in places]
        if node.op == "variable":
            name = node.args[0]
            if name not in columns:
                raise ArgumentError("columns", sorted(columns), f"a value for {name}")
            value = columns[name]
        elif node.op == "constant":
            value = _constant(node.args[0], count)
        elif node.op == "/":
            by_zero = parts[1].tops == 0
            if by_zero.any():
                defined &= ~by_zero
                parts[1] = parts[1]._replace(tops=np.where(by_zero, 1, parts[1].tops))
            value = _quotient(*parts)
        else:
            value = _OF_COLUMNS[node.op](*parts)
        values.append(value)
    return values[-1] & defined


def _constant(value: Any, count: int) -> Column:
    tops = np.full(count, value.numerator, dtype=object)
    if value.denominator == 1:
        return Column(tops, None, 0)
    bottoms = np.full(count, value.denominator, dtype=object)
    return Column(tops, bottoms, value.denominator.bit_length())


def _times(tops: np.ndarray, bottoms: np.ndarray | None) -> np.ndarray:
    return tops if bottoms is None else tops * bottoms


def _column(tops: np.ndarray, bottoms: np.ndarray | None, bits: int) -> Column:
    if bottoms is None or bits < _LONG:
        return Column(tops, bottoms, bits)
    common = np.gcd(tops, bottoms)
    tops, bottoms = tops // common, bottoms // common
    return Column(tops, bottoms, max((b.bit_length() for b in bottoms), default=1))


def _below(a: Column, b: Column) -> np.ndarray | None:
    """The product of the denominators."""
    return b.bottoms if a.bottoms is None else _times(a.bottoms, b.bottoms)


def _sum(a: Column, b: Column) -> Column:
    if a.bottoms is b.bottoms:  # as of a number and itself, or of two that are whole
        return _column(a.tops + b.tops, a.bottoms, a.bits)
    tops = _times(a.tops, b.bottoms) + _times(b.tops, a.bottoms)
    return _column(tops, _below(a, b), a.bits + b.bits)


def _difference(a: Column, b: Column) -> np.ndarray:
    """What has the sign of a - b."""
    if a.bottoms is b.bottoms:
        return a.tops - b.tops
    return _times(a.tops, b.bottoms) - _times(b.tops, a.bottoms)


def _less(a: Column, b: Column) -> Column:
    if a.bottoms is b.bottoms:
        return _column(a.tops - b.tops, a.bottoms, a.bits)
    return _column(_difference(a, b), _below(a, b), a.bits + b.bits)


def _product(a: Column, b: Column) -> Column:
    return _column(a.tops * b.tops, _below(a, b), a.bits + b.bits)


def _quotient(a: Column, b: Column) -> Column:
    """The quotient of a and b, of which b is not 0 at any point."""
    tops, bottoms = _times(a.tops, b.bottoms), _times(b.tops, a.bottoms)
    bits = max((v.bit_length() for v in bottoms), default=1)
    return _column(np.where(bottoms < 0, -tops, tops), abs(bottoms), bits)


def _chosen(condition: np.ndarray, a: Column, b: Column) -> Column:
    tops = np.where(condition, a.tops, b.tops)
    if a.bottoms is b.bottoms:
        return Column(tops, a.bottoms, a.bits)
    ones = np.ones(len(tops), dtype=object)
    one, other = (ones if x.bottoms is None else x.bottoms for x in (a, b))
    return Column(tops, np.where(condition, one, other), max(a.bits, b.bits))


_OF_COLUMNS: Mapping[str, Callable[..., Any]] = {
    "+": _sum,
    "-": _less,
    "*": _product,
    "max": lambda a, b: _chosen(_difference(a, b) >= 0, a, b),
    "min": lambda a, b: _chosen(_difference(a, b) <= 0, a, b),
    "<=": lambda a, b: _difference(a, b) <= 0,
    "<": lambda a, b: _difference(a, b) < 0,
    "=": lambda a, b: _difference(a, b) == 0,
    "where": _chosen,
    "and": lambda a, b: a & b,
    "or": lambda a, b: a | b,
    "not": lambda a: ~a,
}
