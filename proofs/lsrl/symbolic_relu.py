r"""ReLU on arrays whose sizes are symbols, so that whole cells with ReLUs run on them.

For each argument v two arrays of free entries stand for its halves $v^+ = \mathrm{relu}(v)$ and
$v^- = \mathrm{relu}(-v)$. Of them three things are known:

- equal arguments have equal halves,
- $v^+ = v^- + v$,
- $\mathrm{relu}(u) = u$ if u is a sum of products of entries that are not negative: halves, and
  arrays that were declared so.

What is proved with them for free entries is then true of ReLUs. The converse does not hold: what
is refuted with them may be true.
"""

from collections.abc import Callable, Sequence
from typing import Any

from theorem_checks import Evidence, Ground, Index, Tensor, prove_index_identity
from theorem_checks.proving.index_terms import canonical_terms
from theorem_checks.statements.arrays.index_expressions import RESERVED, IndexExpression, scalar
from theorem_checks.statements.arrays.symbolic_array import (
    SymbolicArray,
    concatenate,
    ones,
    outer,
    zeros,
)

__all__ = ["HALVES", "RULES", "ReLUArray", "ReLUArrays", "Signs", "on_both"]

HALVES = (Ground.claim("lsrl/new-relu-halves"),)
RULES = (
    "relu(v) - relu(-v) = v, and relu(v) = v for v >= 0 (lsrl/new-relu-halves)",
    "sums of products of numbers that are not negative are not negative",
)


class Signs:
    """What is known of signs: the entries that are not negative, and all ReLUs so far.

    `declared` has the names that a statement declared so; `identified` has the evidence that
    arguments that were taken to be equal are equal.
    """

    def __init__(self) -> None:
        self.nonnegative = {RESERVED[0]}  # a delta is 0 or 1
        self.declared: set[str] = set()
        self.identified: dict[str, Evidence] = {}
        self._halves: list[_Halves] = []

    @property
    def used(self) -> bool:
        """Whether there has been a ReLU of which something had to be known."""
        return bool(self._halves)

    def relu(self, x: "ReLUArray") -> "ReLUArray":
        """Return the ReLU of a vector, block by block."""
        (axis,) = x.array.axes
        array, signed = {}, {}
        for (n,), value in x.array.blocks.items():
            pair = self._of(value, x.signed.blocks[n,], axis[n].indices(0))
            array[n,], signed[n,] = pair
        axes = x.array.axes
        return ReLUArray(SymbolicArray(axes, array), SymbolicArray(axes, signed), self)

    def _of(
        self, value: IndexExpression, signed: IndexExpression, indices: tuple[Index, ...]
    ) -> tuple[IndexExpression, IndexExpression]:
        if self._is_nonnegative(signed):
            return value, signed
        if self._is_nonnegative(-signed):
            return scalar(0), scalar(0)
        for halves in self._halves:
            if halves.are_at(indices) and self._same(value, halves.argument):
                return halves.positive()
            if halves.are_at(indices) and self._same(value, -halves.argument):
                return halves.negative()
        halves = _Halves(len(self._halves) + 1, value, indices)
        self._halves.append(halves)
        self.nonnegative |= halves.names
        return halves.positive()

    def _same(self, one: IndexExpression, other: IndexExpression) -> bool:
        if canonical_terms(one - other):
            return False
        name = f"argument {len(self.identified) + 1} of a ReLU is that of another"
        self.identified[name] = prove_index_identity(one, other)
        return self.identified[name].verdict.passes

    def _is_nonnegative(self, value: IndexExpression) -> bool:
        for product, factor in canonical_terms(value).items():
            constant = factor.as_constant
            if constant is None or constant < 0:
                return False
            tensors = (tensor for _, factors in product for tensor, _ in factors)
            if any(tensor.name not in self.nonnegative for tensor in tensors):
                return False
        return True


class _Halves:
    """The halves of one argument, as free entries."""

    def __init__(self, n: int, argument: IndexExpression, indices: tuple[Index, ...]) -> None:
        self.argument, self.indices = argument, indices
        self.names = {f"v{n}+", f"v{n}-"}
        upper, lower = (Tensor(f"v{n}{sign}", len(indices)) for sign in "+-")
        self.upper, self.lower = upper[indices], lower[indices]

    def are_at(self, indices: tuple[Index, ...]) -> bool:
        return len(indices) == len(self.indices) and all(map(Index.same, self.indices, indices))

    def positive(self) -> tuple[IndexExpression, IndexExpression]:
        return self.lower + self.argument, self.upper

    def negative(self) -> tuple[IndexExpression, IndexExpression]:
        return self.lower, self.lower


class ReLUArray:
    """A symbolic array that knows of signs; cells take it as they take numbers.

    `array` and `signed` are the same array: with v^- + v in place of v^+, so that equal arrays
    look equal, and with both halves, so that signs can be seen.
    """

    __array_ufunc__ = None  # NumPy leaves operators to this class

    def __init__(self, array: SymbolicArray, signed: SymbolicArray, signs: Signs) -> None:
        self.array, self.signed, self.signs = array, signed, signs

    @property
    def __number_system__(self) -> "ReLUArrays":
        return ReLUArrays(self.signs)

    @property
    def shape(self) -> Any:
        """The axes, which stand for the sizes."""
        return self.array.shape

    @property
    def T(self) -> "ReLUArray":
        """The transpose."""
        return on_both(lambda array: array.T, self)

    def __add__(self, other: Any) -> "ReLUArray":
        one, two = _both(other)
        return ReLUArray(self.array + one, self.signed + two, self.signs)

    def __mul__(self, other: Any) -> "ReLUArray":
        one, two = _both(other)
        return ReLUArray(self.array * one, self.signed * two, self.signs)

    def __matmul__(self, other: "ReLUArray") -> "ReLUArray":
        return on_both(lambda one, two: one @ two, self, other)

    def __neg__(self) -> "ReLUArray":
        return on_both(lambda array: -array, self)

    def __sub__(self, other: Any) -> "ReLUArray":
        return self + -other

    def __rsub__(self, other: Any) -> "ReLUArray":
        return -self + other

    __radd__ = __add__
    __rmul__ = __mul__


class ReLUArrays:
    """The number system of these arrays, as far as cells with ReLUs ask for it.

    **Arguments**: what is known of signs so far; by default nothing.
    """

    def __init__(self, signs: Signs | None = None) -> None:
        self.signs = signs or Signs()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ReLUArrays) and other.signs is self.signs

    def __hash__(self) -> int:
        return id(self.signs)

    def __str__(self) -> str:
        return "arrays of symbolic sizes with ReLUs"

    def admits(self, other: object) -> bool:
        """Whether arrays of another system may enter: none; numbers may."""
        return self == other

    def known(self, array: SymbolicArray) -> ReLUArray:
        """Return an array without ReLUs in it."""
        return ReLUArray(array, array, self.signs)

    def zeros(self, shape: Sequence[Any]) -> ReLUArray:
        """Return zeros."""
        return self.known(zeros(shape))

    def ones(self, shape: Sequence[Any]) -> ReLUArray:
        """Return ones."""
        return self.known(ones(shape))

    def concatenate(self, parts: Sequence[ReLUArray]) -> ReLUArray:
        """Join arrays along their first axis."""
        return on_both(lambda *arrays: concatenate(arrays), *parts)

    def outer(self, u: ReLUArray, v: ReLUArray) -> ReLUArray:
        """Return the matrix of all products of two vectors."""
        return on_both(outer, u, v)

    def relu(self, x: ReLUArray) -> ReLUArray:
        """Return the ReLU of a vector."""
        return self.signs.relu(x)


def on_both(make: Callable[..., SymbolicArray], *parts: ReLUArray) -> ReLUArray:
    """Return the array that `make` makes of arrays, whatever is in their entries."""
    array = make(*(part.array for part in parts))
    return ReLUArray(array, make(*(part.signed for part in parts)), parts[0].signs)


def _both(other: Any) -> tuple[Any, Any]:
    return (other.array, other.signed) if isinstance(other, ReLUArray) else (other, other)
