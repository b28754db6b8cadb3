"""What a step function may ask of arrays and of their number system.

This is the whole vocabulary of a cell. Between arrays: `+`, `-`, `*` (entry by entry), `@`,
unary minus, and `shape`, which is handed on and never computed with. Of the system: the methods
of `NumberSystem`, reached through the functions of `constructions.arrays`. No indexing, no call
of an array library, no arithmetic with sizes: so arrays whose sizes are symbols run through the
same code.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Protocol, TypeVar, runtime_checkable

from constructions.errors import MixedSystemsError

__all__ = ["Array", "ConcreteSystem", "NumberSystem", "join"]

State = TypeVar("State")


@runtime_checkable
class Array(Protocol):
    """An array of some number system: a scalar, a vector, a matrix.

    An array from outside names its own system in an attribute `__number_system__`. If it is to
    meet NumPy arrays in an operator, it sets `__array_ufunc__ = None`, which makes NumPy leave
    the operation to it.
    """

    @property
    def shape(self) -> Any:
        """The sizes, one for each axis: integers, or whatever a symbolic system has instead."""
        ...

    def __add__(self, other: Any, /) -> Any: ...
    def __sub__(self, other: Any, /) -> Any: ...
    def __mul__(self, other: Any, /) -> Any: ...
    def __matmul__(self, other: Any, /) -> Any: ...
    def __neg__(self) -> Any: ...


@runtime_checkable
class NumberSystem(Protocol):
    """The numbers that some arrays hold, with all that differs between number systems.

    Two systems that are the same compare equal; `str` says in words what the numbers are.
    A system from outside needs just these methods; one that has no `exp`, say, raises there.
    """

    def admits(self, other: Any, /) -> bool:
        """Whether arrays of the `other` system may enter operations with arrays of this one."""
        ...

    def zeros(self, shape: Any, /) -> Any:
        """Return an array of zeros; `shape` is a tuple of sizes, as some array gave them."""
        ...

    def ones(self, shape: Any, /) -> Any:
        """Return an array of ones."""
        ...

    def concatenate(self, parts: Sequence[Any], /) -> Any:
        """Join arrays along their first axis."""
        ...

    def outer(self, u: Any, v: Any, /) -> Any:
        r"""Return the matrix $u v^\top$ of two vectors."""
        ...

    def convolve(self, weights: Any, filters: Any, xs: Any, /) -> Any:
        r"""Return $\sum_{j \le t} w_j L_j x_{t-j}$ for each row $x_t$ of `xs`.

        There are as many filters $L_j$, and numbers $w_j$, as tokens, or more.
        """
        ...

    def shift_in(self, window: Any, row: Any, /) -> Any:
        """Return the rows of a window moved on by one: `row` is the first, the last one is lost."""
        ...

    def apply_kernel(self, kernel: Any, window: Any, /) -> Any:
        r"""Return $\sum_j K_j w_j$, of as many matrices $K_j$ as the window has rows $w_j$."""
        ...

    def scan(
        self, step: Callable[[State, Any], tuple[State, Any]], state: State, xs: Any, /
    ) -> tuple[State, Any]:
        """Run `state, y = step(state, x)` along the first axis of `xs`.

        Returns the last state and the stack of the `y`. States, `xs` and `y` are arrays, or
        tuples, lists, dicts or `PyTree` dataclasses of them.
        """
        ...

    def exp(self, x: Any, /) -> Any:
        """Return $e^x$, entry by entry."""
        ...

    def sigmoid(self, x: Any, /) -> Any:
        """Return $1/(1+e^{-x})$, entry by entry."""
        ...

    def tanh(self, x: Any, /) -> Any:
        """Return the hyperbolic tangent, entry by entry."""
        ...

    def relu(self, x: Any, /) -> Any:
        r"""Return $\max(x, 0)$, entry by entry."""
        ...


@runtime_checkable
class ConcreteSystem(NumberSystem, Protocol):
    """A number system whose arrays have integers for sizes and can be made from numbers."""

    def array(self, values: Any, name: str = "values", /) -> Any:
        """Convert numbers, nested lists or an array into an array of this system.

        `name` is what an error calls the values.
        """
        ...

    def eye(self, n: int, /) -> Any:
        """Return the identity matrix of size n."""
        ...

    def stack(self, parts: Sequence[Any], /) -> Any:
        """Stack arrays of one shape along a new first axis."""
        ...


def join(systems: Iterable[Any]) -> Any:
    """Return the one of the `systems` that admits all the others.

    **Raises** `MixedSystemsError` where there is none (exact numbers beside floats, say).
    """
    distinct: list[Any] = []
    for system in systems:
        if system not in distinct:
            distinct.append(system)
    for system in distinct:
        if all(other == system or system.admits(other) for other in distinct):
            return system
    raise MixedSystemsError([str(system) for system in distinct])
