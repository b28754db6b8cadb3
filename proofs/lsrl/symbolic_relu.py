r"""ReLU on arrays whose sizes are symbols, so that whole cells with ReLUs run on them.

A ReLU of an array is a new array of free entries, of which three things are known:

- equal arguments have equal ReLUs,
- $\mathrm{relu}(-v) = \mathrm{relu}(v) - v$,
- $\mathrm{relu}(v) = v$ if v is a sum of products of entries that are not negative: ReLUs, and
  arrays that were declared so.

What is proved with them for free entries is then true of ReLUs. The converse does not hold: what
is refuted with them may be true.
"""

from collections.abc import Sequence
from typing import Any

from theorem_checks import Evidence, Tensor
from theorem_checks.proving.index_expressions import RESERVED, IndexExpression, scalar
from theorem_checks.proving.index_sums import prove_index_identity
from theorem_checks.proving.index_terms import canonical_terms
from theorem_checks.proving.symbolic_array import (
    SymbolicArray,
    concatenate,
    ones,
    outer,
    zeros,
)

__all__ = ["RULES", "ReLUArray", "Signs"]

RULES = (
    "relu(-v) = relu(v) - v, and relu(v) = v for v >= 0 (lsrl/new-relu-halves)",
    "sums of products of numbers that are not negative are not negative",
)


class Signs:
    """What is known of signs: the entries that are not negative, and all ReLUs so far.

    `identified` has the evidence that arguments that were taken to be equal are equal.
    """

    def __init__(self) -> None:
        self.nonnegative = {RESERVED[0]}  # a delta is 0 or 1
        self.identified: dict[str, Evidence] = {}
        self._known: list[tuple[tuple[Any, ...], IndexExpression, Tensor]] = []

    def relu(self, array: SymbolicArray) -> SymbolicArray:
        """Return the ReLU of a vector, block by block."""
        (axis,) = array.axes
        blocks = {(n,): self._of(value, axis[n].indices(0)) for (n,), value in array.blocks.items()}
        return SymbolicArray(array.axes, blocks)

    def _of(self, value: IndexExpression, indices: tuple[Any, ...]) -> IndexExpression:
        if self._is_nonnegative(value):
            return value
        if self._is_nonnegative(-value):
            return scalar(0)
        for places, argument, tensor in self._known:
            if places != indices:
                continue
            found = tensor[indices] if indices else tensor[()]
            if self._same(value, argument):
                return found
            if self._same(value, -argument):
                return found - argument
        tensor = Tensor(f"relu{len(self._known) + 1}", len(indices))
        self._known.append((indices, value, tensor))
        self.nonnegative.add(tensor.name)
        return tensor[indices] if indices else tensor[()]

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


class ReLUArray:
    """A symbolic array that knows of signs; cells take it as they take numbers."""

    __array_ufunc__ = None  # NumPy leaves operators to this class

    def __init__(self, array: SymbolicArray, signs: Signs) -> None:
        self.array, self.signs = array, signs

    @property
    def __number_system__(self) -> "_System":
        return _System(self.signs)

    @property
    def shape(self) -> Any:
        """The axes, which stand for the sizes."""
        return self.array.shape

    @property
    def T(self) -> "ReLUArray":
        """The transpose."""
        return self._with(self.array.T)

    def __add__(self, other: Any) -> "ReLUArray":
        return self._with(self.array + _bare(other))

    def __sub__(self, other: Any) -> "ReLUArray":
        return self._with(self.array - _bare(other))

    def __rsub__(self, other: Any) -> "ReLUArray":
        return self._with(_bare(other) - self.array)

    def __mul__(self, other: Any) -> "ReLUArray":
        return self._with(self.array * _bare(other))

    def __matmul__(self, other: "ReLUArray") -> "ReLUArray":
        return self._with(self.array @ other.array)

    def __neg__(self) -> "ReLUArray":
        return self._with(-self.array)

    __radd__ = __add__
    __rmul__ = __mul__

    def _with(self, array: SymbolicArray) -> "ReLUArray":
        return ReLUArray(array, self.signs)


class _System:
    """The number system of these arrays, as far as cells with ReLUs ask for it."""

    def __init__(self, signs: Signs) -> None:
        self.signs = signs

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _System) and other.signs is self.signs

    def __hash__(self) -> int:
        return id(self.signs)

    def __str__(self) -> str:
        return "arrays of symbolic sizes with ReLUs"

    def admits(self, other: object) -> bool:
        """Whether arrays of another system may enter: none; numbers may."""
        return self == other

    def zeros(self, shape: Sequence[Any]) -> ReLUArray:
        """Return zeros."""
        return ReLUArray(zeros(shape), self.signs)

    def ones(self, shape: Sequence[Any]) -> ReLUArray:
        """Return ones."""
        return ReLUArray(ones(shape), self.signs)

    def concatenate(self, parts: Sequence[ReLUArray]) -> ReLUArray:
        """Join arrays along their first axis."""
        return ReLUArray(concatenate([part.array for part in parts]), self.signs)

    def outer(self, u: ReLUArray, v: ReLUArray) -> ReLUArray:
        """Return the matrix of all products of two vectors."""
        return ReLUArray(outer(u.array, v.array), self.signs)

    def relu(self, x: ReLUArray) -> ReLUArray:
        """Return the ReLU of a vector."""
        return ReLUArray(self.signs.relu(x.array), self.signs)


def _bare(other: Any) -> Any:
    return other.array if isinstance(other, ReLUArray) else other
