"""Expressions in index notation, with sizes that are symbols.

They are kept as they are written: `proving.index_notation` brings them into canonical form,
`index_values` evaluates them at concrete sizes, and the two share nothing but these trees.

Expressions stand for many values, so that Python may not ask them questions
(`statements.questions`).
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import ClassVar, TypeAlias, Union

import sympy as sp

from theorem_checks.errors import ArgumentError
from theorem_checks.statements.arrays.indices import (
    AnyIndex,
    Index,
    as_index,
    joined,
    refuse_operators,
    two_of_one_name,
)
from theorem_checks.statements.arrays.known_functions import EXPONENTIAL, NORM, RECIPROCAL
from theorem_checks.statements.exact import ExactLike, to_expression
from theorem_checks.statements.made_once import made_once
from theorem_checks.statements.places import place_of
from theorem_checks.statements.questions import (
    SymbolicCollection,
    SymbolicNumber,
)
from theorem_checks.statements.scalars import SymbolicScalar, unwrapped

__all__ = [
    "IndexExpression",
    "Opaque",
    "Plus",
    "Positive",
    "Renamed",
    "Scalar",
    "Sum",
    "Summed",
    "Times",
    "exponential",
    "largest",
    "nodes",
    "positive",
    "scalar",
]

IndexLike: TypeAlias = Union["IndexExpression", SymbolicScalar, ExactLike]


class IndexExpression(SymbolicNumber):
    """An expression in index notation: combine with `+`, `-`, `*`, `Sum`, exact scalars."""

    _way_out: ClassVar[str] = (
        "Use +, -, *, /, ** by a natural number, and Sum(expression, i, ...);"
        " decide equality with prove_index_identity."
    )
    __len__ = SymbolicCollection.__len__

    @property
    def parts(self) -> tuple["IndexExpression", ...]:
        """The expressions that this one is made of."""
        return ()

    @property
    def within(self) -> tuple[Index, ...]:
        """The indices that it binds in its parts."""
        return ()

    @made_once
    def free(self) -> dict[str, Index]:
        """The indices that are not summed over, by name."""
        return joined(index for part in self.parts for index in part.free.values())

    @made_once
    def order(self) -> list[str]:
        """The names of the indices that are not summed over, in order."""
        return sorted(self.free)

    def __add__(self, other: IndexLike) -> "IndexExpression":
        return NotImplemented if _is_array(other) else Plus((self, scalar(other)))

    def __mul__(self, other: IndexLike) -> "IndexExpression":
        return NotImplemented if _is_array(other) else Times((self, scalar(other)))

    def __pos__(self) -> "IndexExpression":
        return self

    def __neg__(self) -> "IndexExpression":
        return Times((Scalar(sp.Integer(-1)), self))

    def __sub__(self, other: IndexLike) -> "IndexExpression":
        return NotImplemented if _is_array(other) else self + -scalar(other)

    def __rsub__(self, other: IndexLike) -> "IndexExpression":
        return scalar(other) + -self

    def __truediv__(self, other: ExactLike | SymbolicScalar) -> "IndexExpression":
        if isinstance(other, IndexExpression):
            return self * Opaque(RECIPROCAL, (), (), other)
        divisor = to_expression(unwrapped(other), "divisor")
        if divisor.is_zero:
            raise ArgumentError("divisor", other, "a divisor other than 0")
        return self * (1 / divisor)

    def __pow__(self, exponent: int) -> "IndexExpression":
        if not isinstance(exponent, int) or exponent < 0:
            raise ArgumentError("exponent", exponent, "a nonnegative integer")
        return Times((self,) * exponent) if exponent else scalar(1)

    __radd__ = __add__
    __rmul__ = __mul__

    def renamed(self, names: Iterable[tuple[Index, Index]]) -> "IndexExpression":
        """Put other indices of the same sizes in place of free ones, all at once.

        **Arguments**: `names`, pairs of an index and the one that takes its place.
        """
        kept: dict[str, Index] = {}
        for old, new in names:
            if old.range != new.range:
                sizes = f"It has size {new.range}, where {old.range} is needed."
                raise ArgumentError("index", new, "indices of equal size", sizes)
            if (own := self.free.get(old.name)) is None:
                continue
            if not own.same(old):
                raise two_of_one_name(own, old)
            kept[old.name] = new
        return Renamed(self, kept) if kept else self


refuse_operators(IndexExpression)


def _is_array(value: object) -> bool:
    """Whether a value does its own arithmetic, entry by entry."""
    return hasattr(value, "__number_system__")


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
        joined(index for part in self.terms for index in part.free.values())

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
        joined(index for part in self.factors for index in part.free.values())

    @property
    def parts(self) -> tuple[IndexExpression, ...]:  # noqa: D102
        return self.factors

    def __repr__(self) -> str:
        return " * ".join(map(repr, self.factors))


@dataclass(frozen=True, eq=False)
class Positive(IndexExpression):
    """The larger of an expression and 0; make it with `positive`."""

    body: IndexExpression

    @property
    def parts(self) -> tuple[IndexExpression, ...]:  # noqa: D102
        return (self.body,)

    def __repr__(self) -> str:
        return f"positive({self.body!r})"


@dataclass(frozen=True, eq=False)
class Opaque(IndexExpression):
    """A component of a function of a vector, of which nothing is known.

    **Fields**: the `name` of the function; `own`, the indices of the component; `bound`, those over
    which the argument runs; `body`, the argument, an expression in these.
    """

    name: str
    own: tuple[Index, ...]
    bound: tuple[Index, ...]
    body: IndexExpression

    @property
    def within(self) -> tuple[Index, ...]:  # noqa: D102
        return self.bound

    @property
    def parts(self) -> tuple[IndexExpression, ...]:  # noqa: D102
        return (self.body,)

    @made_once
    def free(self) -> dict[str, Index]:  # noqa: D102
        names = {index.name for index in self.bound}
        inner = (index for name, index in self.body.free.items() if name not in names)
        return joined((*self.own, *inner))

    def __repr__(self) -> str:
        return f"{self.name}({self.body!r}){list(self.own) or ''}"


@dataclass(frozen=True, eq=False)
class Renamed(IndexExpression):
    """An expression with other free indices."""

    body: IndexExpression
    names: Mapping[str, Index]

    @property
    def parts(self) -> tuple[IndexExpression, ...]:  # noqa: D102
        return (self.body,)

    @made_once
    def free(self) -> dict[str, Index]:  # noqa: D102
        return joined(self.names.get(name, index) for name, index in self.body.free.items())

    def __repr__(self) -> str:
        said = ", ".join(f"{old} -> {new!r}" for old, new in self.names.items())
        return f"{self.body!r}[{said}]"


@dataclass(frozen=True, eq=False)
class Summed(IndexExpression):
    """The sum of an expression over indices; make it with `Sum`."""

    body: IndexExpression
    indices: tuple[Index, ...]

    @property
    def within(self) -> tuple[Index, ...]:  # noqa: D102
        return self.indices

    @property
    def parts(self) -> tuple[IndexExpression, ...]:  # noqa: D102
        return (self.body,)

    @made_once
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
    if isinstance(value, Index | SymbolicCollection):
        raise ArgumentError("scalar", value, "an expression", "Take an entry of it: V[i, j].")
    return Scalar(to_expression(unwrapped(value), "scalar"))


def Sum(expression: IndexLike, *indices: AnyIndex) -> IndexExpression:
    """Sum an expression over the whole range of each index.

    An index that the expression does not have contributes its size as a factor.

    **Raises** `ArgumentError` where no index is given, or one twice, or another one of its name
    stands in the expression.
    """
    body = scalar(expression)
    if not indices:
        free = ", ".join(body.free) or "i"
        raise ArgumentError(
            "indices", indices, "the indices to sum over", f"Write Sum(expression, {free})."
        )
    given = [as_index(index, "indices") for index in indices]
    names = [index.name for index in given]
    if len(set(names)) < len(names):
        raise ArgumentError("indices", indices, "each index once")
    # Bound indices get names of their own, so that none is ever captured.
    own = [(index, Index.bound(like=index)) for index in given]
    return Summed(body.renamed(own), tuple(new for _, new in own))


def positive(expression: IndexLike) -> IndexExpression:
    """Return the larger of an expression and 0, at each value of its indices: the ReLU."""
    return Positive(scalar(expression))


def exponential(expression: IndexLike) -> IndexExpression:
    """Return e to the power of an expression, at each value of its indices."""
    return Opaque(EXPONENTIAL, (), (), scalar(expression))


def largest(expression: IndexLike, *indices: AnyIndex) -> IndexExpression:
    """Return the largest absolute value of an expression over all values of indices.

    It is 0 where these have no values.
    """
    body, given = scalar(expression), [as_index(index, "indices") for index in indices]
    own = [(index, Index.bound(like=index)) for index in given]
    return Opaque(NORM, (), tuple(new for _, new in own), body.renamed(own))


def nodes(expressions: Iterable[IndexExpression]) -> Iterator[IndexExpression]:
    """All parts of expressions, themselves included, each once."""
    seen: set[int] = set()
    waiting = list(expressions)
    while waiting:
        part = waiting.pop()
        if place_of(part) not in seen:
            seen.add(place_of(part))
            yield part
            waiting += part.parts
