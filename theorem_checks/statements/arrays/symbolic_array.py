"""The algebra of arrays whose sizes are symbols; `symbolic_arrays` says what they are."""

from collections.abc import Callable, Sequence
from itertools import product
from typing import Any, ClassVar, NoReturn, TypeAlias, Union

from theorem_checks.errors import ArgumentError
from theorem_checks.statements.arrays.block_arrays import BlockArray, require_matrix
from theorem_checks.statements.arrays.convolutions import convolved
from theorem_checks.statements.arrays.entry_functions import (
    absolute,
    highest,
    logarithm,
    operator_norm,
    root,
)
from theorem_checks.statements.arrays.index_expressions import (
    IndexExpression,
    IndexLike,
    Sum,
    exponential,
    largest,
    positive,
    scalar,
)
from theorem_checks.statements.arrays.index_families import (
    Axis,
    AxisSize,
    Block,
    Family,
    axes_of,
    masked,
    parts_of,
    same_axes,
    text_of,
)
from theorem_checks.statements.arrays.windows import applied, last_of, shifted, stacked
from theorem_checks.statements.exact import ExactLike
from theorem_checks.statements.questions import refuse_no_polynomial, refuse_operation
from theorem_checks.statements.scalars import SymbolicScalar

__all__ = ["SymbolicArray", "SymbolicSystem", "concatenate", "ones", "outer", "zeros"]

ArrayLike: TypeAlias = Union["SymbolicArray", IndexLike]

IN_PLACE_OF = {
    "mean": "Write A.sum() / n, where n is the number of entries.",
    "dot": "Write A @ B.",
    "transpose": "Write A.T.",
    "maximum": "For max(0, x) write relu(x), of constructions.arrays.",
    "norm": "Claim it of the square, x @ x, or of (A * A).sum().",
    "max": "Say it of every entry: AtMost(x, c) of an array x.",
    "diagonal": "Write A * w.identity(n), and A.trace() for its sum.",
}
"""What to write for operations of NumPy's arrays that those of a world do not have."""


def of_axis(axis: object, count: int) -> int:
    """An axis by its number, counted from 0; **raises** `ArgumentError` where there is none."""
    if type(axis) is not int or not -count <= axis < count:
        raise ArgumentError("axis", axis, f"an axis of {count}, an int from 0 on, or -1")
    return axis % count


class SymbolicArray(BlockArray):
    """An array given block by block; `axes` are its sizes, and a block that is absent is 0.

    Make one with `symbol_array`, `array_of`, `described`, `ones` or `zeros`. In the block of an
    increasing family the entries at index tuples that do not belong to it are 0.
    """

    __array_ufunc__ = None  # NumPy leaves operators to this class
    _op_priority = 1e9  # and so does SymPy
    _way_out: ClassVar[str] = (
        "To claim a == b write Equal(a, b), a <= b AtMost(a, b). Arrays have +, -, *, /, @, **,"
        " abs, .T, .shape, .sum(), .trace(), the functions of constructions.arrays, such as outer,"
        " concatenate, zeros, ones, exp, relu, and entries at indices, A[i, j]."
    )

    @property
    def __number_system__(self) -> "SymbolicSystem":
        return SymbolicSystem()

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        refuse_operation(name, self, IN_PLACE_OF.get(name, self._way_out))

    def __add__(self, other: ArrayLike) -> "SymbolicArray":
        if _is_of_numbers(other):
            return NotImplemented
        one, more = self._with(other)
        blocks = dict(one.blocks)
        for block, value in more.blocks.items():
            blocks[block] = blocks[block] + value if block in blocks else value
        return SymbolicArray(one.axes, blocks)

    def __mul__(self, other: ArrayLike) -> "SymbolicArray":
        if _is_of_numbers(other):
            return NotImplemented
        one, more = self._with(other)
        common = one.blocks.keys() & more.blocks.keys()
        return SymbolicArray(one.axes, {b: one.blocks[b] * more.blocks[b] for b in common})

    def __matmul__(self, other: "SymbolicArray") -> "SymbolicArray":
        if _is_of_numbers(other):
            return NotImplemented
        if not isinstance(other, SymbolicArray) or not self.axes or not other.axes:
            raise ArgumentError("other", other, "a symbolic vector or matrix")
        for name, factor in (("self", self), ("other", other)):
            require_matrix(name, factor)
        if not same_axes(self.axes[-1:], other.axes[:1]):
            expected = (
                f"what fits {text_of(self.axes)}, with the size {text_of(self.axes[-1:])} first"
            )
            raise ArgumentError("the shape of other", other.shape, expected)
        last = len(self.axes) - 1
        blocks: dict[Block, IndexExpression] = {}
        for mine, theirs in product(self.blocks, other.blocks):
            if mine[-1] != theirs[0]:
                continue
            part = self.axes[-1][mine[-1]]
            summed = part.indices(2)
            left = self.blocks[mine].renamed(zip(part.indices(last), summed, strict=True))
            right = other._moved(theirs, (2, last)[: len(theirs)])
            value = Sum(left * right, *summed) if summed else left * right
            block = (*mine[:-1], *theirs[1:])
            blocks[block] = blocks[block] + value if block in blocks else value
        return SymbolicArray((*self.axes[:-1], *other.axes[1:]), blocks)

    def __truediv__(self, other: "ExactLike | SymbolicScalar | SymbolicArray") -> "SymbolicArray":
        if isinstance(other, SymbolicArray) and other.axes:
            return self * self.__number_system__.reciprocal(other)
        if isinstance(other, SymbolicArray):
            other = other.blocks.get((), scalar(0))  # pyright: ignore[reportAssignmentType]
        other = other.number if isinstance(other, AxisSize) else other
        return SymbolicArray(self.axes, {b: value / other for b, value in self.blocks.items()})

    def __pow__(self, exponent: Any) -> "SymbolicArray":
        if not isinstance(exponent, int) or exponent < 0:
            refuse_no_polynomial(self, exponent)
        result = ones(self.axes)
        for _ in range(exponent):
            result = result * self
        return result

    def __neg__(self) -> "SymbolicArray":
        return SymbolicArray(self.axes, {block: -value for block, value in self.blocks.items()})

    def __sub__(self, other: ArrayLike) -> "SymbolicArray":
        return NotImplemented if _is_of_numbers(other) else self + -self._like(other)

    def __rsub__(self, other: ArrayLike) -> "SymbolicArray":
        return -self + other

    def __rtruediv__(self, other: ArrayLike) -> "SymbolicArray":
        if self.axes:
            refuse_no_polynomial(self, other)
        return self._like(other) / self

    def sum(self, axis: int | None = None, **_: None) -> "SymbolicArray":
        """The sum of all entries, or along one axis of a vector or a matrix."""
        if axis is not None and len(self.axes) > 1:
            require_matrix("self", self)
            return self @ ones(self.axes[1:]) if of_axis(axis, 2) else ones(self.axes[:1]) @ self
        if axis is not None:
            of_axis(axis, len(self.axes))
        total: IndexExpression = scalar(0)
        for block, value in self.blocks.items():
            parts = parts_of(self.axes, block)
            over = [i for place, part in enumerate(parts) for i in part.indices(place)]
            total = total + (Sum(value, *over) if over else value)
        return SymbolicArray((), {(): total})

    def trace(self) -> "SymbolicArray":
        """The sum of the entries on the diagonal of a square matrix."""
        if len(self.axes) != 2 or not same_axes(self.axes[:1], self.axes[1:]):
            raise ArgumentError("self", self, "a square matrix")
        total: IndexExpression = scalar(0)
        for block, value in self.blocks.items():
            if block[0] == block[1]:
                rows, columns = (p.indices(n) for n, p in enumerate(parts_of(self.axes, block)))
                on_it = value.renamed(zip(columns, rows, strict=True))
                total = total + (Sum(on_it, *rows) if rows else on_it)
        return SymbolicArray((), {(): total})

    __radd__ = __add__
    __rmul__ = __mul__
    __rpow__ = __floordiv__ = __mod__ = refuse_no_polynomial

    def __abs__(self) -> "SymbolicArray":
        return _each(absolute, self)

    def __repr__(self) -> str:
        return f"SymbolicArray({text_of(self.axes)})"

    def _with(self, other: ArrayLike) -> "tuple[SymbolicArray, SymbolicArray]":
        """The array and another one, or a number, broadcast to common axes as NumPy does it."""
        if not isinstance(other, SymbolicArray):
            return self, self._like(other)
        if same_axes(self.axes, other.axes):
            return self, other
        short, long = sorted((self.axes, other.axes), key=len)
        lead = len(long) - len(short)
        axes = list(long[:lead])
        for one, two in zip(short, long[lead:], strict=True):
            if not (same_axes([one], [two]) or _is_single(one) or _is_single(two)):
                expected = f"a shape that fits {text_of(self.axes)}: equal sizes, from the last on"
                raise ArgumentError("the shape of other", other.shape, expected)
            axes.append(two if _is_single(one) else one)
        return self._broadcast(axes), other._broadcast(axes)

    def _broadcast(self, axes: Sequence[Axis]) -> "SymbolicArray":
        """The same entries along axes that come before, and along each of size 1."""
        lead = len(axes) - len(self.axes)
        blocks: dict[Block, IndexExpression] = {}
        for place in product(*(range(len(axis)) for axis in axes)):
            own = tuple(
                0 if _is_single(axis) else number
                for axis, number in zip(self.axes, place[lead:], strict=True)
            )
            if own in self.blocks:
                value = self._moved(own, tuple(range(lead, len(axes))))
                blocks[place] = masked(value, parts_of(axes, place))
        return SymbolicArray(axes, blocks)

    def _like(self, other: ArrayLike) -> "SymbolicArray":
        """Another array, or a number in every entry."""
        if isinstance(other, SymbolicArray):
            return other
        value = scalar(other.number if isinstance(other, AxisSize) else other)
        if value.free:
            raise ArgumentError("other", value, "a number without free indices")
        return SymbolicArray(
            self.axes, {block: part * value for block, part in ones(self.axes).blocks.items()}
        )


class SymbolicSystem:
    """The number system of symbolic arrays: what a step function may ask of it.

    Functions that are no polynomials (`sigmoid`, `tanh`) are not there, but for `relu`, `exp`,
    `log`, `sqrt` and norms, nor is `scan`: a sequence of symbolic length is what induction is for.
    """

    def __eq__(self, other: object) -> bool:
        return isinstance(other, SymbolicSystem)

    def __hash__(self) -> int:
        return hash(SymbolicSystem)

    def __str__(self) -> str:
        return "arrays of symbolic sizes"

    def admits(self, other: object) -> bool:
        """Whether arrays of another system may enter: none; numbers may."""
        return self == other

    def zeros(self, shape: Sequence[Any]) -> SymbolicArray:
        """Return zeros; see `zeros`."""
        return zeros(shape)

    def ones(self, shape: Sequence[Any]) -> SymbolicArray:
        """Return ones; see `ones`."""
        return ones(shape)

    def concatenate(self, parts: Sequence[SymbolicArray]) -> SymbolicArray:
        """Join arrays along their first axis; see `concatenate`."""
        return concatenate(parts)

    def outer(self, u: SymbolicArray, v: SymbolicArray) -> SymbolicArray:
        """Return the matrix of all products of two vectors; see `outer`."""
        return outer(u, v)

    def convolve(
        self, weights: SymbolicArray, filters: SymbolicArray, xs: SymbolicArray
    ) -> SymbolicArray:
        """Return the sums of w_j L_j x_{t-j} over j <= t, of tokens that are the rows of `xs`."""
        return SymbolicArray(*convolved(weights, filters, xs))

    def stack(self, parts: Sequence[SymbolicArray]) -> SymbolicArray:
        """Stack arrays along a new first axis, which has a single row for each."""
        return SymbolicArray(*stacked(parts))

    def shift_in(self, window: SymbolicArray, row: SymbolicArray) -> SymbolicArray:
        """Return the rows of a window moved on by one; see `windows`."""
        return SymbolicArray(*shifted(window, row))

    def last_row(self, window: SymbolicArray) -> SymbolicArray:
        """Return the last row of a window; see `windows`."""
        return SymbolicArray(*last_of(window))

    def apply_kernel(self, kernel: SymbolicArray, window: SymbolicArray) -> SymbolicArray:
        """Return the sum over j of K_j w_j; see `windows`."""
        return SymbolicArray(*applied(kernel, window))

    def scan(self, *_: Any) -> NoReturn:
        """Raise `ArgumentError`: prove what one step does, and join steps by induction."""
        raise ArgumentError(
            "xs",
            "a sequence",
            "one step at a time",
            "Call the step function, and let `simulation` or `unrolling` conclude for all lengths.",
        )

    def exp(self, x: SymbolicArray) -> SymbolicArray:
        """Return the exponential of each entry."""
        return _each(exponential, x)

    def log(self, x: SymbolicArray) -> SymbolicArray:
        """Return the natural logarithm of each entry, 0 of what is not positive."""
        return _each(logarithm, x)

    def sqrt(self, x: SymbolicArray) -> SymbolicArray:
        """Return the square root of each entry, 0 of what is negative."""
        return _each(root, x)

    def reciprocal(self, x: SymbolicArray) -> SymbolicArray:
        """Return 1 divided by each entry, and 0 where that is 0."""
        return _each(lambda entry: scalar(1) / entry, x)

    def absolute(self, x: SymbolicArray) -> SymbolicArray:
        """Return the absolute value of each entry."""
        return _each(absolute, x)

    def norm_inf(self, x: SymbolicArray) -> SymbolicArray:
        """Return the largest absolute value of the entries of a vector."""
        return _of_whole(largest, x, 1)

    def largest(self, x: SymbolicArray) -> SymbolicArray:
        """Return the largest of the entries of a vector."""
        return _of_whole(highest, x, 1)

    def norm_op(self, x: SymbolicArray) -> SymbolicArray:
        """Return the largest singular value of a matrix."""
        return _of_whole(operator_norm, x, 2)

    def exceeds(self, a: SymbolicArray, b: SymbolicArray) -> SymbolicArray:
        """Return 1 where an entry of `a` is larger than that of `b`, and else 0.

        As max(a - b, 0) divided by itself, which is 0 where it is 0.
        """
        more = self.relu(a - b)
        return more * self.reciprocal(more)

    def sigmoid(self, x: SymbolicArray) -> SymbolicArray:
        """Return 1/(1 + e^-x) of each entry x."""
        return _each(lambda entry: scalar(1) / (exponential(-entry) + 1), x)

    def tanh(self, x: SymbolicArray) -> SymbolicArray:
        """Return 1 - 2/(1 + e^(2x)) of each entry x: its hyperbolic tangent."""
        return _each(lambda entry: 1 - 2 * (scalar(1) / (exponential(2 * entry) + 1)), x)

    def relu(self, x: SymbolicArray) -> SymbolicArray:
        """Return the larger of each entry and 0."""
        return SymbolicArray(x.axes, {place: positive(block) for place, block in x.blocks.items()})


def _each(function: Callable[[Any], IndexExpression], x: SymbolicArray) -> SymbolicArray:
    """A function of each entry, also where a block is 0."""
    if any(part.increasing for axis in x.axes for part in axis):
        raise ArgumentError("x", x, "an array without increasing families")
    places = product(*(range(len(axis)) for axis in x.axes))
    return SymbolicArray(
        x.axes, {place: function(x.blocks.get(place, scalar(0))) for place in places}
    )


def _of_whole(
    function: Callable[..., IndexExpression], x: SymbolicArray, rank: int
) -> SymbolicArray:
    """A number made of all entries of a vector or a matrix."""
    sizes = [len(axis[0].sizes) for axis in x.axes if len(axis) == 1 and not axis[0].increasing]
    if sizes != [1] * rank and (rank != 1 or len(x.axes) != 1 or len(sizes) != 1):
        kind = "a vector of one family" if rank == 1 else "a matrix of two sizes"
        raise ArgumentError("x", text_of(x.axes), kind)
    body = x.blocks.get((0,) * rank, scalar(0))
    own = [index for place, (part,) in enumerate(x.axes) for index in part.indices(place)]
    return SymbolicArray((), {(): function(body, *own)})


def _is_single(axis: Axis) -> bool:
    """Whether an axis has one place only."""
    return len(axis) == 1 and not axis[0].sizes


def _is_of_numbers(other: Any) -> bool:
    """Whether an operand is an array of another number system, which takes constants over."""
    return hasattr(other, "__number_system__") and not isinstance(other, SymbolicArray)


def zeros(shape: Any) -> SymbolicArray:
    """Return zeros; `shape` has for each axis a family, a tuple of families, or a number.

    Of one axis it may stand by itself, without parentheses.
    """
    return SymbolicArray(axes_of(shape), {})


def ones(shape: Any) -> SymbolicArray:
    """Return ones; `shape` is as for `zeros`."""
    axes = axes_of(shape)
    blocks = product(*(range(len(axis)) for axis in axes))
    return SymbolicArray(
        axes, {block: masked(scalar(1), parts_of(axes, block)) for block in blocks}
    )


def concatenate(parts: Sequence[SymbolicArray]) -> SymbolicArray:
    """Join arrays along their first axis: its families are those of the parts, in order."""
    first, *others = parts
    for other in others:
        if not same_axes(other.axes[1:], first.axes[1:]):
            after = f"the sizes {text_of(first.axes[1:])} after the first one, as that of part 1"
            hint = "Matrices side by side: concatenate([A, B], axis=1)." if first.axes[1:] else ""
            raise ArgumentError("parts", text_of(other.axes), after, hint)
    blocks: dict[Block, IndexExpression] = {}
    families: list[Family] = []
    for part in parts:
        for (row, *rest), value in part.blocks.items():
            blocks[row + len(families), *rest] = value
        families += part.axes[0]
    return SymbolicArray((tuple(families), *first.axes[1:]), blocks)


def outer(u: SymbolicArray, v: SymbolicArray) -> SymbolicArray:
    """Return the matrix of all products u_i v_j of two vectors."""
    for name, vector in (("u", u), ("v", v)):
        if len(vector.axes) != 1:
            raise ArgumentError(name, text_of(vector.axes), "a vector")
    blocks = {(a, b): u.blocks[a,] * v._moved((b,), (1,)) for (a,) in u.blocks for (b,) in v.blocks}
    return SymbolicArray((*u.axes, *v.axes), blocks)
