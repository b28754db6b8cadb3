"""Axes whose sizes are symbols: direct sums of families of indices."""

import operator
import re
from collections.abc import Callable, Sequence
from itertools import pairwise, product
from typing import Any, ClassVar, TypeAlias

import sympy as sp

from theorem_checks.errors import ArgumentError, nearest
from theorem_checks.statements.arrays.index_expressions import IndexExpression
from theorem_checks.statements.arrays.index_relations import at_most
from theorem_checks.statements.arrays.indices import Index, size_of
from theorem_checks.statements.questions import SymbolicValue, refuse
from theorem_checks.statements.scalars import SymbolicScalar, symbolic

__all__ = [
    "Axis",
    "AxisSize",
    "Block",
    "Family",
    "axes_of",
    "block_name",
    "entries_text",
    "family",
    "indices_of",
    "masked",
    "names_of",
    "number_of",
    "parts_of",
    "same_axes",
    "text_of",
]

_WAY_OUT = (
    "Hand an axis on as it is, to zeros, ones or symbol_array; prove the cases of a size apart,"
    " each with a number in its place."
)


_UNNAMED = re.compile(r"axis\d+(\.\d+)?")
"""What families are called whose author gave no name, by their axis and their place on it."""


class Family(SymbolicValue):
    """A family of index tuples: one index for each of `sizes`; without sizes it has one member.

    If `increasing`, only the tuples with i <= j <= ... belong to it. The `name` is for messages:
    families of equal sizes are the same.
    """

    _way_out: ClassVar[str] = _WAY_OUT

    def __init__(
        self, name: str, sizes: tuple[sp.Expr, ...] = (), *, increasing: bool = False
    ) -> None:
        self.name, self.sizes, self.increasing = name, sizes, increasing
        if increasing and len(set(sizes)) != 1:
            raise ArgumentError("sizes", sizes, "equal sizes, as the family is increasing")

    def same(self, other: "Family") -> bool:
        """Whether both families have the same index tuples."""
        return (self.sizes, self.increasing) == (other.sizes, other.increasing)

    def indices(self, axis: int) -> tuple[Index, ...]:
        """The indices that blocks have for this family on the axis of that number."""
        return tuple(Index.of_axis(f"{'ijk'[axis]}{n}", size) for n, size in enumerate(self.sizes))

    @property
    def is_named(self) -> bool:
        """Whether its author gave it a name; one without goes by its size."""
        return self.called != self._size

    @property
    def called(self) -> str:
        """What a reader knows it by: its name, or else its size, such as `d_k x d_v`."""
        return self._size if _UNNAMED.fullmatch(self.name) else self.name

    @property
    def _size(self) -> str:
        return " x ".join(map(str, self.sizes)) or "1"

    @property
    def members(self) -> sp.Expr:
        """How many index tuples there are."""
        if self.increasing:
            number = len(self.sizes)
            steps = (self.sizes[0] + k for k in range(number))
            return sp.Mul(*steps, sp.Rational(1, sp.factorial(number)))
        return sp.Mul(*self.sizes)

    def __repr__(self) -> str:
        return f"the family {self.name} of {self.members} members"


Axis: TypeAlias = tuple[Family, ...]
"""A direct sum of families."""

Block: TypeAlias = tuple[int, ...]
"""The number of a family on each axis."""


class AxisSize(SymbolicValue):
    """The size of an array along an axis, to be handed on: `zeros(x.shape)`.

    It answers what is the same for all values of the symbols in it, and is computed with as the
    number that it is.
    """

    _way_out: ClassVar[str] = _WAY_OUT

    def __init__(self, axis: Axis) -> None:
        self.axis = axis

    @property
    def number(self) -> SymbolicScalar:
        """The size as a number."""
        return symbolic(sp.expand(sp.Add(*(part.members for part in self.axis))))

    def __hash__(self) -> int:
        return hash(self.number)

    def __int__(self) -> int:
        return int(self.number)

    __index__ = __int__

    def __bool__(self) -> bool:
        return bool(self.number)

    def __floordiv__(self, other: object) -> "AxisSize":
        """The half of an axis that is made of the same families twice; else it is undecided."""
        half = len(self.axis) // 2
        if other != 2 or not same_axes((self.axis[:half],), (self.axis[half:],)):
            refuse(f"floordiv of the size {self!r} and {other!r}", self, self._way_out)
        return AxisSize(self.axis[:half])

    def __repr__(self) -> str:
        return repr(self.number)


def _compared(name: str) -> Callable[[AxisSize, object], Any]:
    def compare(self: AxisSize, other: object) -> Any:
        return getattr(self.number, name)(other.number if isinstance(other, AxisSize) else other)

    return compare


def _computed(compute: Callable[[Any, Any], Any]) -> Callable[[AxisSize, object], Any]:
    def computed(self: AxisSize, other: object) -> Any:
        return compute(self.number, other.number if isinstance(other, AxisSize) else other)

    return computed


def _computed_from_the_right(
    compute: Callable[[Any, Any], Any],
) -> Callable[[AxisSize, object], Any]:
    def computed(self: AxisSize, other: object) -> Any:
        return compute(other, self.number)

    return computed


def _refused(name: str) -> Callable[[AxisSize, object], Any]:
    def compute(self: AxisSize, other: object) -> Any:
        refuse(f"{name} of the size {self!r} and {other!r}", self, self._way_out)

    return compute


for _name in ("eq", "ne", "lt", "le", "gt", "ge"):
    setattr(AxisSize, f"__{_name}__", _compared(f"__{_name}__"))
for _compute in (operator.add, operator.sub, operator.mul, operator.truediv, operator.pow):
    setattr(AxisSize, f"__{_compute.__name__}__", _computed(_compute))
    setattr(AxisSize, f"__r{_compute.__name__}__", _computed_from_the_right(_compute))
for _name in ("mod", "rmod", "rfloordiv"):
    setattr(AxisSize, f"__{_name}__", _refused(_name.removeprefix("r")))


def family(name: str, *sizes: Any, increasing: bool = False) -> Family:
    """Make a family of indices: `family("kv", d, d)`; `family("one")` has one member."""
    exact = tuple(size_of(size, f"a size of {name!r}") for size in sizes)
    return Family(name, exact, increasing=increasing)


def axes_of(shape: Any) -> tuple[Axis, ...]:
    """Return axes from families, tuples of families, the shape of an array, or sizes.

    One family, or one size, is the shape of one axis.
    """
    if isinstance(shape, AxisSize | Family | int | sp.Expr | SymbolicScalar):
        shape = (shape,)
    axes: list[Axis] = []
    for axis in shape:
        if isinstance(axis, AxisSize):
            axes.append(axis.axis)
        elif isinstance(axis, Family):
            axes.append((axis,))
        elif isinstance(axis, int | sp.Expr | SymbolicScalar) and not isinstance(axis, bool):
            one = family(repr(axis), axis)
            axes.append((Family("one"),) if one.sizes[0] == 1 else (one,))
        elif isinstance(axis, tuple) and axis and all(isinstance(f, Family) for f in axis):
            axes.append(axis)
        else:
            raise ArgumentError("axes", axis, "a family, a tuple of families, or a size")
    if len(axes) > 3:
        raise ArgumentError("axes", axes, "three axes at most")
    return tuple(axes)


def same_axes(one: Sequence[Axis], other: Sequence[Axis]) -> bool:
    """Whether axes are of the same families, in the same order."""
    return len(one) == len(other) and all(
        len(a) == len(b) and all(map(Family.same, a, b)) for a, b in zip(one, other, strict=True)
    )


def parts_of(axes: Sequence[Axis], block: Block) -> tuple[Family, ...]:
    """The families of a block, one for each axis."""
    return tuple(axis[number] for axis, number in zip(axes, block, strict=True))


def names_of(axes: Sequence[Axis], block: Block) -> tuple[str, ...]:
    """What the families of a block are called; `n.1`, `n.2` where an axis has several called n."""
    return tuple(
        part.called
        if [other.called for other in axis].count(part.called) < 2
        else f"{part.called}.{number + 1}"
        for axis, number, part in zip(axes, block, parts_of(axes, block), strict=True)
    )


def block_name(axes: Sequence[Axis], block: Block) -> str:
    """What a block is called, as no other block of these axes is: by its place, too, if need be."""
    places = product(*(range(len(axis)) for axis in axes))
    said = ", ".join(names_of(axes, block))
    alike = sum(", ".join(names_of(axes, place)) == said for place in places)
    return said if alike < 2 else f"{said} {block}"


def indices_of(axes: Sequence[Axis], block: Block) -> tuple[Index, ...]:
    """The indices of a block, axis by axis."""
    families = enumerate(parts_of(axes, block))
    return tuple(index for axis, family in families for index in family.indices(axis))


def masked(value: IndexExpression, parts: Sequence[Family]) -> IndexExpression:
    """A block's entries at the index tuples that belong to its families, and 0 elsewhere."""
    for axis, part in enumerate(parts):
        if part.increasing:
            for i, j in pairwise(part.indices(axis)):
                value = value * at_most(i, j)
    return value


def number_of(axis: Axis, name: str) -> int:
    """The place of the family of that name. **Raises** `ArgumentError` if there is not one."""
    names = [part.name for part in axis]
    if names.count(name) != 1:
        raise ArgumentError("family", name, f"one of {', '.join(names)}.{nearest(name, names)}")
    return names.index(name)


def entries_text(axes: Sequence[Axis]) -> str:
    """Of which entries something is said, for messages: an array without axes is a number."""
    return f"all entries of {text_of(axes)}" if axes else "the number"


def text_of(axes: Sequence[Axis]) -> str:
    """The sizes of axes, for messages."""

    def one(part: Family) -> str:
        sizes = " x ".join(map(str, part.sizes)) or "1"
        return f"{sizes} (increasing)" if part.increasing else sizes

    return "(" + ", ".join(" + ".join(map(one, axis)) for axis in axes) + ")"
