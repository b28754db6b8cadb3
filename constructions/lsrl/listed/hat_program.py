"""The program of hats as plain data, for all sizes: what `programs.hats.hat_program` is made of.

Its nodes are those that the formulas of `programs.hats` write.
"""

from typing import NamedTuple

from constructions.lsrl.language.numbers import ONE
from constructions.lsrl.listed.data import ListedProgram
from constructions.lsrl.listed.writing import (
    Nodes,
    added,
    added_up,
    chosen,
    less,
    plus_number,
    relu_of,
    times,
)

__all__ = ["HatsWritten", "hats_written", "listed_hat_program"]


class HatsWritten(NamedTuple):
    """Nodes, of which the last one is the height of the hat, and which value the query is."""

    nodes: Nodes
    query: int


def listed_hat_program(dim: int, outs: int) -> ListedProgram:
    """Return the program of so many inputs and outputs, both from 1 on."""
    nodes = weighted_written(hats_written(dim).nodes, 2 + dim, outs)
    return ListedProgram(2 + dim + outs, added_up(nodes, len(nodes), outs))


def hats_written(dim: int) -> HatsWritten:
    """Write the query that is kept, and the height of the hat of this token there."""
    empty: Nodes = ()
    nodes = chosen(empty, 0, 2, dim)
    c = len(nodes)
    nodes = kept_written(nodes, c, dim)
    nodes = added_up(nodes, len(nodes), dim)
    query = len(nodes)
    nodes = less(nodes, query, dim, c, dim)
    return HatsWritten(hat_written(nodes, len(nodes), dim), query)


def kept_written(nodes: Nodes, c: int, dim: int) -> Nodes:
    """Write `kept_at_query` of value c and the flag of the token."""
    nodes = chosen(nodes, 0, 0, 1)
    nodes = added(nodes, c, dim, len(nodes), 1)
    nodes = plus_number(nodes, len(nodes), -ONE, dim)
    return relu_of(nodes, len(nodes))


def hat_written(nodes: Nodes, x: int, dim: int) -> Nodes:
    """Write `hat` of the width in the token and the entries of value x."""
    nodes = chosen(nodes, 0, 1, 1)
    delta = len(nodes)
    for i in range(dim):
        nodes = chosen(nodes, x, i, 1)
    nodes = left_written(nodes, delta, delta + 1, dim)
    above = len(nodes)
    for i in range(dim):
        nodes = times(nodes, -ONE, delta + 1 + i, 1)
    nodes = left_written(nodes, above, above + 1, dim)
    return relu_of(nodes, len(nodes))


def left_written(nodes: Nodes, a: int, first: int, many: int) -> Nodes:
    """Write value a less `largest_or_zero` of so many values from the `first` one on."""
    nodes = relu_of(nodes, first)
    for i in range(1, many):
        nodes = larger_written(nodes, first + i)
    return less(nodes, a, 1, len(nodes), 1)


def larger_written(nodes: Nodes, entry: int) -> Nodes:
    """Write the larger one of the last value and another, as `largest_or_zero` does."""
    largest = len(nodes)
    nodes = less(nodes, entry, 1, largest, 1)
    nodes = relu_of(nodes, len(nodes))
    return added(nodes, largest, 1, len(nodes), 1)


def weighted_written(nodes: Nodes, start: int, outs: int) -> Nodes:
    """Write `weighted` of the last value, a height, and the weights in the token."""
    height = len(nodes)
    nodes = chosen(nodes, 0, start, outs)
    w = len(nodes)
    nodes = added(nodes, height, 1, w, outs)
    nodes = plus_number(nodes, len(nodes), -ONE, outs)
    nodes = relu_of(nodes, len(nodes))
    above = len(nodes)
    nodes = less(nodes, height, 1, w, outs)
    nodes = plus_number(nodes, len(nodes), -ONE, outs)
    nodes = relu_of(nodes, len(nodes))
    return less(nodes, above, outs, len(nodes), outs)
