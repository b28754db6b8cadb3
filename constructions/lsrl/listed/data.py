"""Programs and stacks of (gated) linear layers as plain data: tuples, integers, exact numbers.

Nothing in it can be wrong: an entry of a vector that is not there is 0, and a node that is not
there has no entries. So functions of it are total, and what is proved of them has no exceptions.
"""

from typing import NamedTuple, TypeAlias

from constructions.lsrl.language.cyclotomic import Number
from constructions.lsrl.language.numbers import ONE, ZERO

__all__ = [
    "ConcatNode",
    "Entry",
    "Form",
    "GatedLayer",
    "LinNode",
    "LinStateNode",
    "ListedLayer",
    "ListedNetwork",
    "ListedNode",
    "ListedProgram",
    "MultiNode",
    "PlainLayer",
    "ReLUNode",
    "Row",
    "Vector",
    "coordinate",
    "value",
]

Row: TypeAlias = tuple[tuple[int, Number], ...]
"""Places in a vector, each with its factor."""
Vector: TypeAlias = tuple[Number, ...]


class Form(NamedTuple):
    """An affine form of a vector: a row, and a constant."""

    row: Row
    constant: Number


class Entry(NamedTuple):
    """An entry of a state: a row in the last state, a form in what comes in, its first value."""

    past: Row
    fed: Form
    first: Number


class LinNode(NamedTuple):
    """`Lin` of a node: a form for each entry."""

    source: int
    forms: tuple[Form, ...]


class ReLUNode(NamedTuple):
    """`ReLU` of a node."""

    source: int


class MultiNode(NamedTuple):
    """`Multi` of a node: its first half times its second."""

    source: int


class LinStateNode(NamedTuple):
    """`LinState` of a node."""

    source: int
    entries: tuple[Entry, ...]


class ConcatNode(NamedTuple):
    """`Concat` of nodes."""

    sources: tuple[int, ...]


ListedNode: TypeAlias = LinNode | ReLUNode | MultiNode | LinStateNode | ConcatNode


class ListedProgram(NamedTuple):
    """A program: the size of its tokens, and its nodes.

    A node reads nodes before it by number: 0 is the token, i + 1 the node at place i. The last
    one is the output.
    """

    dim: int
    nodes: tuple[ListedNode, ...]


class ListedNetwork(NamedTuple):
    """Affine maps with ReLUs between them: the `first`, and the `rest`."""

    first: tuple[Form, ...]
    rest: tuple[tuple[Form, ...], ...]


class PlainLayer(NamedTuple):
    """A layer of eq. (3): its state, and y = phi(s)."""

    entries: tuple[Entry, ...]
    phi: ListedNetwork


class GatedLayer(NamedTuple):
    """A layer of eq. (4): its state, and y = gamma(x) phi(s), entry by entry."""

    entries: tuple[Entry, ...]
    phi: ListedNetwork
    gamma: ListedNetwork


ListedLayer: TypeAlias = PlainLayer | GatedLayer


def coordinate(i: int) -> Form:
    """Return the form that is entry i."""
    return Form(((i, ONE),), ZERO)


def value(form: Form, x: Vector) -> Number:
    """Return the value of a form at a vector."""
    return dot(form.row, x) + form.constant


def dot(row: Row, x: Vector) -> Number:
    """Return the sum of the entries of a vector with the factors of a row."""
    return sum((c * (x[i] if i < len(x) else ZERO) for i, c in row), ZERO)
