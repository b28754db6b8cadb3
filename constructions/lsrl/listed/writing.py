"""Formulas as nodes: each function adds nodes to those that there are, the last one for its value.

The token is value 0, and the node at place i is value i + 1; so the last node is value
`len(nodes)`. The nodes are those that the operators of `language.operators` write.
"""

from typing import TypeAlias

from constructions.lsrl.language.cyclotomic import Number
from constructions.lsrl.language.numbers import ONE, ZERO
from constructions.lsrl.listed.data import (
    ConcatNode,
    Entry,
    Form,
    LinNode,
    LinStateNode,
    ListedNode,
    ReLUNode,
    coordinate,
)

__all__ = [
    "Nodes",
    "added",
    "added_up",
    "chosen",
    "less",
    "number_less",
    "plus_number",
    "relu_of",
    "times",
]

Nodes: TypeAlias = tuple[ListedNode, ...]


def chosen(nodes: Nodes, a: int, start: int, many: int) -> Nodes:
    """Write so many entries of value a, from one on."""
    return (*nodes, LinNode(a, tuple(coordinate(start + i) for i in range(many))))


def times(nodes: Nodes, factor: Number, a: int, dim: int) -> Nodes:
    """Write value a, of so many entries, times a number."""
    return (*nodes, LinNode(a, tuple(Form(((i, factor),), ZERO) for i in range(dim))))


def plus_number(nodes: Nodes, a: int, number: Number, dim: int) -> Nodes:
    """Write value a, of so many entries, plus a number."""
    return (*nodes, LinNode(a, tuple(Form(((i, ONE),), number) for i in range(dim))))


def number_less(nodes: Nodes, number: Number, a: int, dim: int) -> Nodes:
    """Write a number less value a, of so many entries."""
    return (*nodes, LinNode(a, tuple(Form(((i, -ONE),), number) for i in range(dim))))


def relu_of(nodes: Nodes, a: int) -> Nodes:
    """Write the ReLU of value a."""
    return (*nodes, ReLUNode(a))


def added(nodes: Nodes, a: int, size_a: int, b: int, size_b: int) -> Nodes:
    """Write the sum of values a and b, of so many entries: as many, or 1 beside any number."""
    return combined(nodes, a, size_a, b, size_b, ONE)


def less(nodes: Nodes, a: int, size_a: int, b: int, size_b: int) -> Nodes:
    """Write value a less value b, of so many entries: as many, or 1 beside any number."""
    return combined(nodes, a, size_a, b, size_b, -ONE)


def combined(nodes: Nodes, a: int, size_a: int, b: int, size_b: int, factor: Number) -> Nodes:
    """Write value a plus a factor times value b."""
    dim = size_b if size_a == 1 else size_a
    forms = tuple(
        Form(((place(i, size_a), ONE), (size_a + place(i, size_b), factor)), ZERO)
        for i in range(dim)
    )
    return (*nodes, ConcatNode((a, b)), LinNode(len(nodes) + 1, forms))


def place(i: int, size: int) -> int:
    """Return the place of entry i; where there is one entry, it stands for all."""
    return 0 if size == 1 else i


def added_up(nodes: Nodes, a: int, dim: int) -> Nodes:
    """Write the state that adds up value a, of so many entries, over the tokens."""
    entries = tuple(Entry(((i, ONE),), coordinate(i), ZERO) for i in range(dim))
    return (*nodes, LinStateNode(a, entries))
