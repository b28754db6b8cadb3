"""The six primitives of LSRL, as immutable nodes of a graph.

Source: Petrov et al., Universal in-context approximation by prompting fully recurrent models,
Sec. 3. A node knows its inputs, so a graph is written from its source to its sink, and cannot
have a cycle. Shapes are checked when a node is written.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from typing import Any

from constructions.errors import ArgumentError, ExactnessError, ShapeError, require_integer
from constructions.lsrl.language.cyclotomic import RealCyclotomic
from constructions.lsrl.language.matrices import Matrix, MatrixLike
from constructions.lsrl.language.operators import Operators
from constructions.lsrl.language.orders import (
    are_same_operations,
    in_order,
    positions_of_inputs,
)
from constructions.lsrl.language.places import Place, place_of_caller
from constructions.number_systems.entries import as_fraction

__all__ = ["Concat", "Input", "Lin", "LinState", "Multi", "Node", "ReLU"]


class Node(Operators, ABC):
    """A vector that a program computes at each token.

    **Fields**: `inputs`, the nodes that it is computed from; `dim`, the size of the vector;
    `numbers`, its matrices by name; `source`, the `Input` that it depends on; `place`, the line
    on which it was written, for messages.

    Nodes are values: `==` compares the graphs that lead to two nodes, sharing included. Places
    are not compared.
    """

    __slots__ = ("_hash", "dim", "inputs", "place", "source")

    inputs: tuple["Node", ...]
    dim: int
    source: "Input"
    place: Place | None

    def _set(self, inputs: tuple["Node", ...], dim: Any, **numbers: Matrix) -> None:
        """Set the fields; `dim` is an integer, or a symbol for any in a statement."""
        for name, value in {"inputs": inputs, "dim": dim, **numbers}.items():
            object.__setattr__(self, name, value)
        key = (type(self).__name__, dim, *(hash(part) for part in (*numbers.values(), *inputs)))
        object.__setattr__(self, "_hash", hash(key))
        object.__setattr__(self, "source", inputs[0].source if inputs else self)

    def _begin(self, inputs: Sequence[Any]) -> None:
        """Note the place of writing, and check the inputs."""
        object.__setattr__(self, "place", place_of_caller())
        for node in inputs:
            if not isinstance(node, Node):
                hint = "Constants are written as f_constant(x, value)."
                raise ArgumentError(f"x of {self._called}", node, "a node", hint)

    @property
    def _called(self) -> str:
        """What messages call this node: its kind, and where it was written."""
        return self.kind + (f" at {self.place}" if self.place else "")

    def _matrix(self, name: str, values: MatrixLike) -> Matrix:
        """Read a matrix of this node."""
        try:
            return Matrix.of(values, name)
        except ExactnessError as error:
            raise ExactnessError(f"{error.name} of {self._called}", error.value) from error

    def _column(self, name: str, values: MatrixLike, dim: Any) -> Matrix:
        """Read a vector of `dim` numbers: one number for all, a flat list, or a column."""
        if isinstance(values, RealCyclotomic) or as_fraction(values) is not None:
            return Matrix.full(dim, 1, values)
        column = self._matrix(name, values)
        if column.shape != (dim, 1):
            raise ShapeError(
                f"{self._called}: {name} has shape {column.shape}, expected ({dim}, 1) or {dim}"
                " numbers."
            )
        return column

    def _check_columns(self, name: str, matrix: Matrix, x: "Node") -> None:
        if matrix.shape[1] != x.dim or not matrix.shape[0]:
            raise ShapeError(
                f"{self._called}: {name} has shape {matrix.shape}, but x={x!r} has {x.dim}"
                f" entries; expected a matrix of {x.dim} columns, and at least one row."
            )

    @property
    def kind(self) -> str:
        """The name of the primitive."""
        return type(self).__name__

    @property
    def numbers(self) -> dict[str, Matrix]:
        """The matrices that the node holds, by name."""
        return {}

    @abstractmethod
    def on(self, *inputs: "Node") -> "Node":
        """Return the same operation, with the same numbers, on other inputs."""

    def _affine(self, A: Matrix, b: MatrixLike = 0) -> "Lin":
        return Lin(self, A, b)

    def _beside(self, other: Any) -> "Concat":
        return Concat(self, other)

    def _halves_multiplied(self) -> "Multi":
        return Multi(self)

    def same_operation(self, other: "Node") -> bool:
        """Whether two nodes do the same with their inputs, whatever these are."""
        return type(self) is type(other) and self.dim == other.dim and self.numbers == other.numbers

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"{self.kind}.{name} cannot be set: nodes do not change.")

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Node):
            return NotImplemented
        if self is other or self._hash != other._hash:
            return self is other
        mine, theirs = in_order(self), in_order(other)
        same = positions_of_inputs(mine) == positions_of_inputs(theirs)
        return same and are_same_operations(mine, theirs)

    def __hash__(self) -> int:
        return self._hash

    def __repr__(self) -> str:
        return f"{self.kind}(dim={self.dim})"

    def __len__(self) -> int:
        return self.dim

    def __iter__(self) -> Iterator["Node"]:
        return (self[i] for i in range(self.dim))


class Input(Node):
    """The token: the one source of a program.

    **Arguments**: `dim`, the size of the tokens. **Raises** `ArgumentError` unless it is positive.
    """

    __slots__ = ()

    def __init__(self, dim: int) -> None:
        self._begin(())
        require_integer(f"dim of {self._called}", dim, 1)
        self._set((), dim)

    def on(self, *_: Node) -> "Input":
        """Return a new source of the same size."""
        return Input(self.dim)


class Lin(Node):
    """The affine map A x + b.

    **Arguments**: the node `x`; `A`, of shape (dim, x.dim); `b`, a vector of that many numbers,
    or one number for all. If x has size 1, `A` may be a number or a flat list.

    **Raises** `ShapeError`, `ExactnessError` for a float.
    """

    __slots__ = ("A", "b")

    A: Matrix
    b: Matrix

    def __init__(self, x: Node, A: MatrixLike, b: MatrixLike = 0) -> None:
        self._begin((x,))
        A = self._matrix("A", A)
        self._check_columns("A", A, x)
        self._set((x,), A.shape[0], A=A, b=self._column("b", b, A.shape[0]))

    @property
    def numbers(self) -> dict[str, Matrix]:
        """The matrices A and b."""
        return {"A": self.A, "b": self.b}

    @property
    def slice(self) -> tuple[int, ...] | None:
        """The entries of x that this node picks, if it does nothing else; else None."""
        return self.A.selection if self.b.is_zero else None

    def on(self, *inputs: Node) -> "Lin":
        """Return the same affine map of another node."""
        return Lin(inputs[0], self.A, self.b)


class ReLU(Node):
    """max(x, 0), entry by entry."""

    __slots__ = ()

    def __init__(self, x: Node) -> None:
        self._begin((x,))
        self._set((x,), x.dim)

    def on(self, *inputs: Node) -> "ReLU":
        """Return the ReLU of another node."""
        return ReLU(*inputs)


class LinState(Node):
    """The linear state s_t = A s_{t-1} + B x_t + b; its value is s_t, the new state.

    **Arguments**: the node `x`; `A`, of shape (dim, dim); `B`, of shape (dim, x.dim); `b` and
    `init_state` (s_0, the state before the first token), vectors of dim numbers, or one number
    for all.

    **Raises** `ShapeError`, `ExactnessError` for a float.
    """

    __slots__ = ("A", "B", "b", "init_state")

    A: Matrix
    B: Matrix
    b: Matrix
    init_state: Matrix

    def __init__(
        self,
        x: Node,
        A: MatrixLike,
        B: MatrixLike,
        b: MatrixLike = 0,
        init_state: MatrixLike = 0,
    ) -> None:
        self._begin((x,))
        A, B = self._matrix("A", A), self._matrix("B", B)
        dim = A.shape[0]
        if A.shape[1] != dim:
            raise ShapeError(f"{self._called}: A has shape {A.shape}, expected a square matrix.")
        if B.shape[0] != dim:
            raise ShapeError(
                f"{self._called}: B has shape {B.shape}, expected ({dim}, {x.dim}), since A has"
                f" shape {A.shape} and x={x!r}."
            )
        self._check_columns("B", B, x)
        vectors = {"b": b, "init_state": init_state}
        columns = {name: self._column(name, values, dim) for name, values in vectors.items()}
        self._set((x,), dim, A=A, B=B, **columns)

    @property
    def numbers(self) -> dict[str, Matrix]:
        """The matrices A, B, b and init_state."""
        return {"A": self.A, "B": self.B, "b": self.b, "init_state": self.init_state}

    def on(self, *inputs: Node) -> "LinState":
        """Return the same state update with another node as its input."""
        return LinState(inputs[0], self.A, self.B, self.b, self.init_state)


class Concat(Node):
    """The entries of several nodes one after the other.

    **Arguments**: nodes, or one list of them. **Raises** `ArgumentError` for none, or for nodes
    that depend on two different `Input`s.
    """

    __slots__ = ()

    def __init__(self, *parts: Node | Sequence[Node]) -> None:
        listed = len(parts) == 1 and isinstance(parts[0], list | tuple)
        nodes: tuple[Any, ...] = tuple(parts[0]) if listed else parts  # pyright: ignore
        self._begin(nodes)
        if not nodes:
            raise ArgumentError(f"parts of {self._called}", nodes, "at least one node")
        for node in nodes:
            if node.source is not nodes[0].source:
                raise ArgumentError(
                    f"parts of {self._called}",
                    [nodes[0].source, node.source],
                    f"nodes of one Input; these are the Inputs at {nodes[0].source.place} and at"
                    f" {node.source.place}",
                    "A program has only one Input: take slices of it.",
                )
        self._set(nodes, sum(node.dim for node in nodes))

    def on(self, *inputs: Node) -> "Concat":
        """Return the concatenation of other nodes."""
        return Concat(*inputs)


class Multi(Node):
    """The first half of x times its second half, entry by entry.

    **Raises** `ShapeError` for an x of odd size.
    """

    __slots__ = ()

    def __init__(self, x: Node) -> None:
        self._begin((x,))
        if x.dim % 2:
            raise ShapeError(
                f"{self._called}: x={x!r} has odd size {x.dim}; Multi multiplies the first half"
                " with the second."
            )
        self._set((x,), x.dim // 2)

    def on(self, *inputs: Node) -> "Multi":
        """Return the product of the halves of another node."""
        return Multi(*inputs)
