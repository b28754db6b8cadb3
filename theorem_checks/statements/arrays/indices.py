"""Indices whose ranges are symbolic sizes, and numbers that they are pinned to.

An index stands for many values, so that Python may not ask it questions (`statements.questions`);
the toolkit tells indices apart by `same`. An index is one object: two that were made apart are not
taken for one because they have one name.
"""

import itertools
import operator
from collections.abc import Iterable, Mapping
from typing import Any, ClassVar, NoReturn, TypeAlias

import sympy as sp

from theorem_checks.errors import ArgumentError
from theorem_checks.statements.exact import to_expression
from theorem_checks.statements.questions import (
    SymbolicNumber,
    decided_or_refused,
    refuse,
    refused_operation,
)
from theorem_checks.statements.scalars import SymbolicScalar, symbolic, unwrapped

__all__ = [
    "AnyIndex",
    "Index",
    "PinnedIndex",
    "as_index",
    "joined",
    "refuse_operators",
    "size_of",
    "two_of_one_name",
]

_fresh = itertools.count()
_ORDERS: Mapping[str, Any] = {
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


def size_of(value: Any, name: str) -> sp.Expr:
    """Return the size of an axis or index as an expression.

    **Raises** `ArgumentError` for what is a natural number at no values of its symbols.
    """
    size = to_expression(unwrapped(value), name)
    if size.is_negative or size.is_integer is False or size.is_real is False:
        raise ArgumentError(name, value, "a natural number, or an expression that may be one")
    return size


def _absolute(self: SymbolicNumber) -> NoReturn:
    refuse(f"abs({self!r})", self, self._way_out)


_OPERATORS = {"add": "+", "sub": "-", "mul": "*", "truediv": "/", "pow": "**", "matmul": "@"}


def refuse_operators(kind: type[SymbolicNumber]) -> None:
    """Have a kind of number refuse `abs`, and every operator that it does not define."""
    refused = {"__abs__": _absolute}
    for name, sign in _OPERATORS.items():
        refused |= {
            f"__{name}__": refused_operation(sign),
            f"__r{name}__": refused_operation(sign, reverse=True),
        }
    for method, function in refused.items():
        if method not in vars(kind):
            setattr(kind, method, function)


class Index(SymbolicNumber):
    """An index `name` that runs from 0 to `size` - 1.

    `size` is a natural number or an expression in symbols of sizes, such as d or n - 1; where it
    need not be a natural number, that it is becomes a condition of what is proved. Make an index
    once and use it everywhere: another one of its name is another index.
    """

    _way_out: ClassVar[str] = (
        "Write delta(i, j) for 1 where i = j and 0 elsewhere, at_most(i, j) for i <= j, and what"
        " stands at single places as an axis of its own: concatenate, or a family of one member."
    )

    def __init__(self, name: str, size: Any) -> None:
        if not isinstance(name, str) or not name or "#" in name:
            raise ArgumentError("name", name, "a name without '#', which marks bound indices")
        self.name, self._range = name, size_of(size, f"the size of index {name!r}")
        self._place = ""

    @classmethod
    def bound(cls, like: "Index") -> "Index":
        """A new index of the same size with a name that no other index has."""
        index = cls(like.name.partition("#")[0], like.size)
        index.name += f"#{next(_fresh)}"
        return index

    @classmethod
    def of_axis(cls, name: str, size: sp.Expr) -> "Index":
        """The index of that name and size that the blocks of all arrays have on an axis."""
        index = cls(name, size)
        index._place = name
        return index

    @property
    def range(self) -> sp.Expr:
        """The size as an expression, for the toolkit itself: it answers every question."""
        return self._range

    @property
    def size(self) -> SymbolicScalar:
        """The size as a number that refuses what is not decided, for authors."""
        return symbolic(self._range)

    def same(self, other: "Index") -> bool:
        """Whether this is the same index; see the module."""
        if self is other:
            return True
        if not self._place or self._place != other._place:
            return False
        return bool(self._range == other._range)

    def __eq__(self, other: object) -> bool:
        return self._compared("==", other)

    def __ne__(self, other: object) -> bool:
        return not self._compared("!=", other)

    def __le__(self, other: object) -> bool:
        return self._compared("<=", other)

    def __ge__(self, other: object) -> bool:
        return self._compared(">=", other)

    def __lt__(self, other: object) -> bool:
        return not self._compared("<", other)

    def __gt__(self, other: object) -> bool:
        return not self._compared(">", other)

    __hash__ = SymbolicNumber.__hash__

    def _compared(self, sign: str, other: object) -> bool:
        """True for the same index, or two of one value only; any other question is refused."""
        if isinstance(other, Index) and (self.same(other) or self.range == other.range == 1):
            return True

        def at_first() -> bool | None:
            return _ORDERS[sign](0, other) if isinstance(other, int) else None

        question = f"{self!r} {sign} {other!r}"
        reached = self.range - other - 1 if isinstance(other, int) else None  # by some index
        answer = decided_or_refused(question, at_first, self, self._way_out, reached)
        return answer if sign in ("==", "<=", ">=") else not answer

    def __repr__(self) -> str:
        return self.name


refuse_operators(Index)


class PinnedIndex(int):
    """The value of an index at one place, an integer; where an index is wanted, it is that index.

    An entry function is run on these once more, to see whether it does what it did on indices.
    """

    index: Index

    def __new__(cls, index: Index, value: int) -> "PinnedIndex":
        """Pin an index to a value."""
        pinned = super().__new__(cls, value)
        pinned.index = index
        return pinned

    @property
    def size(self) -> SymbolicScalar:
        """The size of the index."""
        return self.index.size


AnyIndex: TypeAlias = Index | PinnedIndex


def as_index(value: object, name: str = "index") -> Index:
    """Return an index as it is, and for the value of one its index.

    **Raises** `ArgumentError` for anything else.
    """
    if isinstance(value, PinnedIndex):
        return value.index
    if not isinstance(value, Index):
        hint = "Of numbers there is delta(i, 0) alone." if type(value) is int else ""
        raise ArgumentError(name, value, "an Index, such as Index('i', d)", hint)
    return value


def joined(indices: Iterable[Index]) -> dict[str, Index]:
    """Index by name; two of one name are an error."""
    found: dict[str, Index] = {}
    for index in indices:
        if not found.setdefault(index.name, index).same(index):
            raise two_of_one_name(found[index.name], index)
    return found


def two_of_one_name(one: Index, other: Index) -> ArgumentError:
    """The error for two indices of one name."""
    sizes = (
        f" They have the sizes {one.range} and {other.range}." if one.range != other.range else ""
    )
    return ArgumentError(
        "index",
        one.name,
        "one index of each name",
        f"Two indices are called {one.name!r}.{sizes} If one is meant, make it once and use it"
        " everywhere; if two, give them two names.",
    )
