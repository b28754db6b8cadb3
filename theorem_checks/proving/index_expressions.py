"""Expressions in index notation, with sizes that are symbols.

They are kept as they are written: `index_terms` brings them into canonical form, `index_values`
evaluates them at concrete sizes, and the two share nothing but these trees.
"""

import itertools
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal, TypeAlias, Union

import sympy as sp

from theorem_checks.errors import ArgumentError
from theorem_checks.statements.exact import ExactLike, to_expression

__all__ = [
    "RESERVED",
    "AtMost",
    "Delta",
    "Entry",
    "Index",
    "IndexExpression",
    "Plus",
    "Renamed",
    "Scalar",
    "Sum",
    "Summed",
    "Tensor",
    "Times",
    "at_most",
    "delta",
    "inverse_pair",
    "nodes",
    "scalar",
]

RESERVED = ("=", "<")
"""Names that stand for relations of indices, and for no tensor of a statement."""

_fresh = itertools.count()


@dataclass(frozen=True)
class Index:
    """An index `name` that runs from 0 to `size` - 1.

    `size` is a positive integer or an expression in symbols of sizes, such as d or n - 1. Two
    indices are the same if name and size are.
    """

    name: str
    size: Any

    def __post_init__(self) -> None:
        if "#" in self.name:
            raise ArgumentError("name", self.name, "a name without '#', which marks bound indices")
        size = to_expression(self.size, f"the size of index {self.name!r}")
        if size.is_Rational and not (size.is_integer and size.is_positive):
            raise ArgumentError("size", self.size, "a positive integer or a symbol")
        object.__setattr__(self, "size", size)

    @classmethod
    def bound(cls, like: "Index") -> "Index":
        """A new index of the same size with a name that no other index has."""
        index = object.__new__(cls)
        object.__setattr__(index, "name", f"{like.name.partition('#')[0]}#{next(_fresh)}")
        object.__setattr__(index, "size", like.size)
        return index

    def __repr__(self) -> str:
        return self.name


@dataclass(frozen=True, order=True)
class Tensor:
    """An array of independent entries; `V[i, a]` is one of them.

    **Arguments**: its `name` and `rank`; `symmetry`, for a tensor that is 'symmetric' or
    'antisymmetric' under every exchange of two indices; `inverse_of`, the name of the matrix whose
    inverse this is (use `inverse_pair`).
    """

    name: str
    rank: int
    symmetry: Literal["none", "symmetric", "antisymmetric"] = "none"
    inverse_of: str = ""

    def __post_init__(self) -> None:
        if not isinstance(self.rank, int) or self.rank < 0:
            raise ArgumentError("rank", self.rank, "a number of indices, 0 or more")
        if self.symmetry not in ("none", "symmetric", "antisymmetric"):
            known = "'none', 'symmetric' or 'antisymmetric'"
            raise ArgumentError("symmetry", self.symmetry, known)

    def __getitem__(self, indices: Index | tuple[Index, ...]) -> "Entry":
        given = indices if isinstance(indices, tuple) else (indices,)
        if len(given) != self.rank or not all(isinstance(i, Index) for i in given):
            raise ArgumentError(f"{self.name}[...]", given, f"{self.rank} indices")
        if self.symmetry != "none" and len({i.size for i in given}) > 1:
            raise ArgumentError(f"{self.name}[...]", given, "indices of one size by its symmetry")
        return Entry(self, given)


def inverse_pair(name: str) -> tuple[Tensor, Tensor]:
    """Return an invertible square matrix and its inverse, otherwise free."""
    return Tensor(name, 2, inverse_of=f"{name}^-1"), Tensor(f"{name}^-1", 2, inverse_of=name)


IndexLike: TypeAlias = Union["IndexExpression", ExactLike]


class IndexExpression:
    """An expression in index notation: combine with `+`, `-`, `*`, `Sum`, exact scalars."""

    @property
    def parts(self) -> tuple["IndexExpression", ...]:
        """The expressions that this one is made of."""
        return ()

    @cached_property
    def free(self) -> dict[str, Index]:
        """The indices that are not summed over, by name."""
        return _joined(index for part in self.parts for index in part.free.values())

    def __add__(self, other: IndexLike) -> "IndexExpression":
        return Plus((self, scalar(other)))

    def __mul__(self, other: IndexLike) -> "IndexExpression":
        return Times((self, scalar(other)))

    def __neg__(self) -> "IndexExpression":
        return Times((Scalar(sp.Integer(-1)), self))

    def __sub__(self, other: IndexLike) -> "IndexExpression":
        return self + -scalar(other)

    def __rsub__(self, other: IndexLike) -> "IndexExpression":
        return scalar(other) + -self

    def __truediv__(self, other: ExactLike) -> "IndexExpression":
        return self * (1 / to_expression(other, "divisor"))

    def __pow__(self, exponent: int) -> "IndexExpression":
        if not isinstance(exponent, int) or exponent < 0:
            raise ArgumentError("exponent", exponent, "a nonnegative integer")
        return Times((self,) * exponent) if exponent else scalar(1)

    __radd__ = __add__
    __rmul__ = __mul__

    def renamed(self, names: Mapping[Index, Index]) -> "IndexExpression":
        """Put other indices of the same sizes in place of free ones, all at once."""
        for old, new in names.items():
            if old.size != new.size:
                raise ArgumentError("names", (old, new), "indices of equal size")
        kept = {old.name: new for old, new in names.items() if old.name in self.free}
        return Renamed(self, kept) if kept else self


@dataclass(frozen=True, eq=False)
class Entry(IndexExpression):
    """An entry of a tensor."""

    tensor: Tensor
    indices: tuple[Index, ...]

    def __post_init__(self) -> None:
        _joined(self.indices)

    @cached_property
    def free(self) -> dict[str, Index]:  # noqa: D102
        return _joined(self.indices)

    def __repr__(self) -> str:
        return f"{self.tensor.name}[{', '.join(map(repr, self.indices))}]"


@dataclass(frozen=True, eq=False)
class _Pair(IndexExpression):
    i: Index
    j: Index

    def __post_init__(self) -> None:
        if self.i.size != self.j.size:
            raise ArgumentError(
                "indices", (self.i, self.j), f"of one size, not {self.i.size} and {self.j.size}"
            )

    @cached_property
    def free(self) -> dict[str, Index]:
        return _joined((self.i, self.j))


class Delta(_Pair):
    """1 where two indices are equal, else 0."""

    def __repr__(self) -> str:
        return f"delta({self.i}, {self.j})"


class AtMost(_Pair):
    """1 where the first index is at most the second, else 0."""

    def __repr__(self) -> str:
        return f"at_most({self.i}, {self.j})"


@dataclass(frozen=True, eq=False)
class Scalar(IndexExpression):
    """A rational function of symbols, sizes among them, that depends on no index."""

    value: sp.Expr

    def __repr__(self) -> str:
        return str(self.value) if self.value.is_Atom else f"({self.value})"


@dataclass(frozen=True, eq=False)
class Plus(IndexExpression):
    """A sum of expressions."""

    terms: tuple[IndexExpression, ...]

    def __post_init__(self) -> None:
        _joined(index for part in self.terms for index in part.free.values())

    @property
    def parts(self) -> tuple[IndexExpression, ...]:  # noqa: D102
        return self.terms

    def __repr__(self) -> str:
        return f"({' + '.join(map(repr, self.terms))})"


@dataclass(frozen=True, eq=False)
class Times(IndexExpression):
    """A product of expressions."""

    factors: tuple[IndexExpression, ...]

    def __post_init__(self) -> None:
        _joined(index for part in self.factors for index in part.free.values())

    @property
    def parts(self) -> tuple[IndexExpression, ...]:  # noqa: D102
        return self.factors

    def __repr__(self) -> str:
        return " * ".join(map(repr, self.factors))


@dataclass(frozen=True, eq=False)
class Renamed(IndexExpression):
    """An expression with other free indices."""

    body: IndexExpression
    names: Mapping[str, Index]

    @property
    def parts(self) -> tuple[IndexExpression, ...]:  # noqa: D102
        return (self.body,)

    @cached_property
    def free(self) -> dict[str, Index]:  # noqa: D102
        return _joined(self.names.get(name, index) for name, index in self.body.free.items())

    def __repr__(self) -> str:
        said = ", ".join(f"{old} -> {new}" for old, new in self.names.items())
        return f"{self.body!r}[{said}]"


@dataclass(frozen=True, eq=False)
class Summed(IndexExpression):
    """The sum of an expression over indices; make it with `Sum`."""

    body: IndexExpression
    indices: tuple[Index, ...]

    @property
    def parts(self) -> tuple[IndexExpression, ...]:  # noqa: D102
        return (self.body,)

    @cached_property
    def free(self) -> dict[str, Index]:  # noqa: D102
        bound = {index.name for index in self.indices}
        return {name: index for name, index in self.body.free.items() if name not in bound}

    def __repr__(self) -> str:
        return f"Sum({self.body!r}, {', '.join(map(repr, self.indices))})"


def scalar(value: IndexLike) -> IndexExpression:
    """Return an exact scalar as an expression without indices; expressions stay as they are.

    **Raises** `ExactnessError` for a float.
    """
    if isinstance(value, IndexExpression):
        return value
    return Scalar(to_expression(value, "scalar"))


def delta(i: Index, j: Index) -> IndexExpression:
    """Return 1 where two indices of one size are equal, else 0."""
    return Delta(i, j)


def at_most(i: Index, j: Index) -> IndexExpression:
    """Return 1 where i <= j for two indices of one size, else 0."""
    return AtMost(i, j)


def Sum(expression: IndexLike, *indices: Index) -> IndexExpression:
    """Sum an expression over the whole range of each index.

    An index that the expression does not have contributes its size as a factor.
    """
    for index in indices:
        if not isinstance(index, Index):
            raise ArgumentError("indices", index, "an Index, such as Index('i', d)")
    names = [index.name for index in indices]
    if len(set(names)) < len(names):
        raise ArgumentError("indices", indices, "each index once")
    body = scalar(expression)
    for index in indices:
        if body.free.get(index.name, index) != index:
            found = body.free[index.name]
            raise ArgumentError(
                "indices", index, f"of size {found.size}, as in the expression, not {index.size}"
            )
    # Bound indices get names of their own, so that none is ever captured.
    own = {index: Index.bound(like=index) for index in indices}
    return Summed(body.renamed(own), tuple(own.values()))


def nodes(expressions: Iterable[IndexExpression]) -> Iterator[IndexExpression]:
    """All parts of expressions, themselves included, each once."""
    seen: set[int] = set()
    waiting = list(expressions)
    while waiting:
        part = waiting.pop()
        if id(part) not in seen:
            seen.add(id(part))
            yield part
            waiting += part.parts


def _joined(indices: Iterable[Index]) -> dict[str, Index]:
    """Index by name; two of one name and different size are an error."""
    found: dict[str, Index] = {}
    for index in indices:
        if found.setdefault(index.name, index) != index:
            raise ArgumentError(
                "index",
                index.name,
                "one size for each index",
                f"It has the sizes {found[index.name].size} and {index.size}.",
            )
    return found
