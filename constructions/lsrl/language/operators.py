"""What Python's operators mean on nodes: each becomes primitives.

- `x + y`, `x - y`, `-x`, `x + c`, `c - x`: `Lin` (of a `Concat`); `c` is a number or a list.
- `c * x`, `x / c`: a diagonal `Lin`; `x * y`: a `Multi` of a `Concat`.
- `A @ x`: `Lin`; `x[i]`, `x[i:j]`, `x[[i, j]]`: the `Lin` that picks entries.

A node of size 1 beside a node of another size is repeated. Sizes that differ otherwise are
refused.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from constructions.errors import ArgumentError, ShapeError
from constructions.lsrl.language.cyclotomic import RealCyclotomic
from constructions.lsrl.language.matrices import Matrix
from constructions.lsrl.language.numbers import exact_number
from constructions.lsrl.language.places import place_of_caller

if TYPE_CHECKING:
    from constructions.lsrl.language.nodes import Node

__all__ = ["Operators"]


class Operators(ABC):
    """The operators of nodes; see the module."""

    __slots__ = ()

    @abstractmethod
    def _affine(self, A: Matrix, b: Any = 0) -> "Node":
        """Return A x + b of this node x."""

    @abstractmethod
    def _beside(self, other: Any) -> "Node":
        """Return the entries of this node, then those of another one."""

    @abstractmethod
    def _halves_multiplied(self) -> "Node":
        """Return the first half of this node times its second half, entry by entry."""

    __array_ufunc__ = None  # NumPy leaves `array @ node` and the like to the node

    def __add__(self, other: Any) -> "Node":
        return _combined(self, other, 1, 1)

    def __radd__(self, other: Any) -> "Node":
        return _combined(self, other, 1, 1)

    def __sub__(self, other: Any) -> "Node":
        return _combined(self, other, 1, -1)

    def __rsub__(self, other: Any) -> "Node":
        return _combined(self, other, -1, 1)

    def __neg__(self) -> "Node":
        return self._affine(Matrix.eye(_dim(self)) * -1)

    def __mul__(self, other: Any) -> "Node":
        if _is_node(other):
            return _product(self, other)
        factors = _constants(self, other, "factor")
        dim = factors.shape[0]
        diagonal = Matrix.diagonal(factors[i, 0] for i in range(dim))
        return self._affine(diagonal @ _repeated(self, dim))

    __rmul__ = __mul__

    def __truediv__(self, divisor: Any) -> "Node":
        number = exact_number(divisor, "divisor")
        if isinstance(number, RealCyclotomic) or number == 0:
            raise ArgumentError("divisor", divisor, "a rational number other than 0")
        return self * (1 / number)

    def __rmatmul__(self, matrix: Any) -> "Node":
        return self._affine(Matrix.of(matrix, "matrix"))

    def __getitem__(self, key: Any) -> "Node":
        return self._affine(Matrix.select(_positions(self, key), _dim(self)))


def _is_node(value: Any) -> bool:
    return isinstance(value, Operators)


def _dim(node: Any) -> int:
    return node.dim


def _combined(node: Any, other: Any, mine: int, theirs: int) -> "Node":
    """Return mine * node + theirs * other, for signs +1 or -1."""
    if _is_node(other):
        both = node._beside(other)
        dim = _common_size(node, other, "+" if mine == theirs else "-")
        left, right = _repeated(node, dim) * mine, _repeated(other, dim) * theirs
        if node is other:
            return node._affine(left + right)
        return both._affine(Matrix.hstack([left, right]))
    constant = _constants(node, other, "constant") * theirs
    return node._affine(_repeated(node, constant.shape[0]) * mine, constant)


def _product(a: Any, b: Any) -> "Node":
    both = a._beside(b)
    dim = _common_size(a, b, "*")
    if a.dim == b.dim:
        return both._halves_multiplied()
    a, b = (x if x.dim == dim else x._affine(_repeated(x, dim)) for x in (a, b))
    return a._beside(b)._halves_multiplied()


def _constants(node: Any, values: Any, name: str) -> Matrix:
    """Read a column of numbers beside a node: one for all its entries, or one for each."""
    column = Matrix.of(values, name)
    if column.shape == (1, 1):
        return Matrix.full(_dim(node), 1, column[0, 0])
    if column.shape[1] != 1 or _dim(node) not in (1, column.shape[0]):
        raise ShapeError(
            f"{name}{_here()}: {node!r} and numbers of shape {column.shape} do not go together."
        )
    return column


def _here() -> str:
    place = place_of_caller()
    return f" at {place}" if place else ""


def _common_size(a: Any, b: Any, operator: str) -> Any:
    """The size of both, where one may be 1: an integer, or a symbol for any in a statement."""
    sizes = {a.dim, b.dim} - {1}
    if len(sizes) > 1:
        raise ShapeError(
            f"{operator}{_here()}: {a!r} and {b!r} have different sizes, and neither has size 1."
        )
    return sizes.pop() if sizes else 1


def _repeated(node: Any, dim: int) -> Matrix:
    """The matrix that repeats a node of size 1, and leaves one of size `dim` as it is."""
    return Matrix.eye(dim) if node.dim == dim else Matrix.full(dim, 1)


def _positions(node: Any, key: Any) -> Sequence[int]:
    """The entries that a key picks, by Python's rules. **Raises** `IndexError`, `ArgumentError`."""
    if isinstance(key, slice):
        picked = list(range(node.dim)[key])
    elif isinstance(key, list | tuple):
        picked = [_position(node, i) for i in key]
    else:
        picked = [_position(node, key)]
    if not picked:
        raise ArgumentError("key", key, f"a slice that picks something of {node!r}")
    return picked


def _position(node: Any, i: Any) -> int:
    if isinstance(i, bool) or not hasattr(i, "__index__"):
        raise ArgumentError("key", i, "an index, a slice or a list of indices")
    if not -node.dim <= i < node.dim:
        raise IndexError(f"{node!r} has no entry {i}.")
    return int(i) % node.dim
