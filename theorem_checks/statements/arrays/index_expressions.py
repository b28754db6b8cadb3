"""Expressions in index notation, with sizes that are symbols.

They are kept as they are written: `index_terms` brings them into canonical form, `index_values`
evaluates them at concrete sizes, and the two share nothing but these trees.

Indices, tensors and expressions stand for many values, so that Python may not ask them questions
(`statements.questions`); the toolkit tells indices apart by `same`, and tensors by their `kind`.
An index, and a tensor, is one object: two that were made apart are not taken for one because they
have one name.
"""

import itertools
import operator
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar, Literal, NamedTuple, NoReturn, TypeAlias, Union

import sympy as sp

from theorem_checks.errors import ArgumentError, require_integer
from theorem_checks.statements.exact import ExactLike, to_expression
from theorem_checks.statements.places import place_of
from theorem_checks.statements.questions import (
    SymbolicCollection,
    SymbolicNumber,
    decided_or_refused,
    refuse,
)
from theorem_checks.statements.scalars import SymbolicScalar, symbolic, unwrapped

__all__ = [
    "EXPONENTIAL",
    "KNOWN",
    "KNOWN_FUNCTIONS",
    "LARGEST",
    "LOGARITHM",
    "NORM",
    "OPERATOR",
    "RECIPROCAL",
    "RESERVED",
    "ROOT",
    "AnyIndex",
    "AtMost",
    "Delta",
    "Entry",
    "Index",
    "IndexExpression",
    "Kind",
    "Lag",
    "Opaque",
    "PinnedIndex",
    "Plus",
    "Positive",
    "Renamed",
    "Scalar",
    "Sum",
    "Summed",
    "Tensor",
    "Times",
    "as_index",
    "at_most",
    "delta",
    "exponential",
    "inverse_pair",
    "joined",
    "largest",
    "nodes",
    "positive",
    "scalar",
    "size_of",
]

RESERVED = ("=", "<", "+")
"""Names that stand for relations of indices, and for no tensor of a statement."""

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
        self.name, self.size = name, symbolic(size_of(size, f"the size of index {name!r}"))
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
        return unwrapped(self.size)

    def same(self, other: "Index") -> bool:
        """Whether this is the same index; see the module."""
        of_axis = self._place and (self._place, self.range) == (other._place, other.range)
        return self is other or bool(of_axis)

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
    __abs__ = _absolute

    def _compared(self, sign: str, other: object) -> bool:
        """True for the same index, or two of one value only; any other question is refused."""
        if isinstance(other, Index) and (self.same(other) or self.range == other.range == 1):
            return True

        def at_first() -> bool | None:
            return _ORDERS[sign](0, other) if isinstance(other, int) else None

        question = f"{self!r} {sign} {other!r}"
        answer = decided_or_refused(question, at_first, self, self._way_out)
        return answer if sign in ("==", "<=", ">=") else not answer

    def __repr__(self) -> str:
        return self.name


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


class Kind(NamedTuple):
    """What tells tensors apart, as plain data."""

    name: str
    rank: int
    symmetry: str = "none"
    inverse_of: str = ""
    power_of: str = ""
    matrix: bool = False
    known: str = ""
    over_time: bool = False


KNOWN: Mapping[str, tuple[int | None, str]] = {
    "": (0, "none"),
    "orthogonal": (2, "none"),
    "orthonormal columns": (2, "none"),
    "unit": (1, "none"),
    "semidefinite": (2, "symmetric"),
    "symmetric": (2, "symmetric"),
    "nonnegative": (None, "none"),
    "probabilities": (1, "none"),
    "stochastic": (2, "none"),
}
"""What may be known of the entries of a tensor, with its rank, if it has to have one, and symmetry;
see `Tensor`."""


class Tensor(SymbolicCollection):
    """An array of independent entries; `V[i, a]` is one of them.

    **Arguments**: its `name` and `rank`; `symmetry`, for a tensor that is 'symmetric' or
    'antisymmetric' under every exchange of two indices; `inverse_of`, the name of the matrix whose
    inverse this is (use `inverse_pair`); `power_of`, the name of the tensor A of whose entries
    this has the powers, A[i]^(t - s) at [t, s, i] for s <= t, and 0 for s > t (use
    `World.powers`); `matrix`, whether it has the powers of the matrix A, (A^(t - s))[i, j] at
    [t, s, i, j] (use `World.matrix_powers`), or with three indices (A^j)[i, k] at [j, i, k] (use
    `World.by_age`); `over_time`, whether it has products of A over ranges of its first index, and
    not powers, A[s + 1, i] ... A[t, i] at [t, s, i] for s <= t, and 0 for s > t (use
    `World.running_products`); `known`, what its entries meet:

    - 'orthogonal': a square matrix Q with Q^T Q = Q Q^T = I;
    - 'orthonormal columns': a matrix Q with Q^T Q = I, with as many rows as columns or more;
    - 'unit': a vector u of Euclidean norm 1;
    - 'semidefinite': a symmetric matrix A with z^T A z >= 0 for every z;
    - 'symmetric': a matrix A with A^T = A;
    - 'nonnegative': no entry is negative, of any rank;
    - 'probabilities': a vector p of such entries, which add up to 1;
    - 'stochastic': a matrix P of such entries, each row of which adds up to 1.

    Make a tensor once and use it everywhere: two of one name in one statement are an error.
    """

    _way_out: ClassVar[str] = "Take entries with indices, V[i, j], and sum over them with Sum."

    def __init__(
        self,
        name: str,
        rank: int,
        symmetry: Literal["none", "symmetric", "antisymmetric"] = "none",
        inverse_of: str = "",
        power_of: str = "",
        *,
        matrix: bool = False,
        known: str = "",
        over_time: bool = False,
    ) -> None:
        if not isinstance(name, str) or not name or name in RESERVED or "#" in name:
            raise ArgumentError("name", name, "another name: this one is taken")
        require_integer("rank", rank, 0, expected="a number of indices, 0 or more")
        if symmetry not in ("none", "symmetric", "antisymmetric"):
            known = "'none', 'symmetric' or 'antisymmetric'"
            raise ArgumentError("symmetry", symmetry, known)
        if inverse_of and (inverse_of == name or rank != 2 or symmetry != "none"):
            raise ArgumentError(
                "inverse_of",
                inverse_of,
                "another matrix, both without symmetry",
                "Use inverse_pair, which makes both.",
            )
        if power_of and (power_of == name or rank < 2 or symmetry != "none" or inverse_of):
            raise ArgumentError("power_of", power_of, "another tensor, for one of two indices more")
        _require_powers(rank, power_of, matrix=matrix, over_time=over_time)
        if known not in KNOWN:
            said = ", ".join(map(repr, filter(None, KNOWN)))
            raise ArgumentError("known", known, f"one of {said}")
        if known:
            expected, own = KNOWN[known]
            ranked = expected is None or rank == expected
            if not ranked or symmetry not in ("none", own) or inverse_of or power_of:
                kind = {1: "vector", 2: "matrix"}.get(expected or 0, "tensor")
                raise ArgumentError("known", known, f"what is known of a {kind}, and nothing else")
            symmetry = "symmetric" if own == "symmetric" else "none"
        self.kind = Kind(name, rank, symmetry, inverse_of, power_of, matrix, known, over_time)

    @property
    def name(self) -> str:
        """The name."""
        return self.kind.name

    @property
    def rank(self) -> int:
        """The number of indices."""
        return self.kind.rank

    @property
    def symmetry(self) -> str:
        """Under every exchange of two indices: 'none', 'symmetric' or 'antisymmetric'."""
        return self.kind.symmetry

    @property
    def inverse_of(self) -> str:
        """The name of the matrix whose inverse this is, or ''."""
        return self.kind.inverse_of

    @property
    def power_of(self) -> str:
        """The name of the tensor whose entries' powers these are, or ''."""
        return self.kind.power_of

    @property
    def matrix(self) -> bool:
        """Whether the powers are those of a matrix, and not of its entries."""
        return self.kind.matrix

    @property
    def over_time(self) -> bool:
        """Whether it has products over ranges of the first index, and not powers."""
        return self.kind.over_time

    @property
    def known(self) -> str:
        """What its entries meet, or ''."""
        return self.kind.known

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        refuse(f"{self!r}.{name}", self, self._way_out)

    def __getitem__(self, indices: Any) -> "Entry":
        given = indices if isinstance(indices, tuple) else (indices,)
        if not all(isinstance(i, Index | PinnedIndex) for i in given):
            refuse(f"{self.name}[{', '.join(map(repr, given))}]", self, self._way_out)
        if len(given) != self.rank:
            raise ArgumentError(f"{self.name}[...]", given, f"{self.rank} indices")
        own = tuple(map(as_index, given))
        if self.kind.symmetry != "none" and len({i.range for i in own}) > 1:
            raise ArgumentError(f"{self.name}[...]", given, "indices of one size by its symmetry")
        return Entry(self, own)

    def __repr__(self) -> str:
        return self.name


def _require_powers(rank: int, power_of: str, *, matrix: bool, over_time: bool) -> None:
    """Raise `ArgumentError` for powers of a matrix, and products over time, of no tensor."""
    if matrix and (not power_of or rank not in (3, 4)):
        raise ArgumentError("matrix", matrix, "powers of a matrix, with four indices or three")
    if over_time and (not power_of or matrix):
        raise ArgumentError("over_time", over_time, "products of the entries of another tensor")


def inverse_pair(name: str) -> tuple[Tensor, Tensor]:
    """Return an invertible square matrix and its inverse, otherwise free."""
    return Tensor(name, 2, inverse_of=f"{name}^-1"), Tensor(f"{name}^-1", 2, inverse_of=name)


IndexLike: TypeAlias = Union["IndexExpression", SymbolicScalar, ExactLike]


def _refused(sign: str, *, reverse: bool) -> Any:
    def operate(self: SymbolicNumber, other: object) -> NoReturn:
        left, right = (other, self) if reverse else (self, other)
        refuse(f"{left!r} {sign} {right!r}", self, self._way_out)

    return operate


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

    @cached_property
    def free(self) -> dict[str, Index]:
        """The indices that are not summed over, by name."""
        return joined(index for part in self.parts for index in part.free.values())

    @cached_property
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
    __abs__ = _absolute

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
                raise _two_of_one_name(own, old)
            kept[old.name] = new
        return Renamed(self, kept) if kept else self


_OPERATORS = {"add": "+", "sub": "-", "mul": "*", "truediv": "/", "pow": "**", "matmul": "@"}
for _kind in (Index, IndexExpression):
    for _name, _sign in _OPERATORS.items():
        for _method, _reverse in ((f"__{_name}__", False), (f"__r{_name}__", True)):
            if _method not in vars(_kind):
                setattr(_kind, _method, _refused(_sign, reverse=_reverse))


def _is_array(value: object) -> bool:
    """Whether a value does its own arithmetic, entry by entry."""
    return hasattr(value, "__number_system__")


@dataclass(frozen=True, eq=False)
class Entry(IndexExpression):
    """An entry of a tensor."""

    tensor: Tensor
    indices: tuple[Index, ...]

    def __post_init__(self) -> None:
        joined(self.indices)

    @cached_property
    def free(self) -> dict[str, Index]:  # noqa: D102
        return joined(self.indices)

    def __repr__(self) -> str:
        return f"{self.tensor.name}[{', '.join(map(repr, self.indices))}]"


@dataclass(frozen=True, eq=False)
class _Pair(IndexExpression):
    i: Index
    j: Index

    def __post_init__(self) -> None:
        joined((self.i, self.j))
        if self.i.range != self.j.range:
            raise ArgumentError(
                "indices", (self.i, self.j), f"of one size, not {self.i.range} and {self.j.range}"
            )

    @property
    def indices(self) -> tuple[Index, ...]:
        """The two indices, in order."""
        return self.i, self.j

    @cached_property
    def free(self) -> dict[str, Index]:
        return joined(self.indices)


class Delta(_Pair):
    """1 where two indices are equal, else 0."""

    def __repr__(self) -> str:
        return f"delta({self.i!r}, {self.j!r})"


class AtMost(_Pair):
    """1 where the first index is at most the second, else 0."""

    def __repr__(self) -> str:
        return f"at_most({self.i!r}, {self.j!r})"


@dataclass(frozen=True, eq=False)
class Lag(IndexExpression):
    """1 where one index is another one and a lag more, else 0; the three may differ in size."""

    t: Index
    s: Index
    j: Index

    def __post_init__(self) -> None:
        joined(self.indices)

    @property
    def indices(self) -> tuple[Index, Index, Index]:
        """The three indices, in order."""
        return self.t, self.s, self.j

    @cached_property
    def free(self) -> dict[str, Index]:  # noqa: D102
        return joined(self.indices)

    def __repr__(self) -> str:
        return f"lag({self.t!r}, {self.s!r}, {self.j!r})"


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

    @cached_property
    def free(self) -> dict[str, Index]:  # noqa: D102
        names = {index.name for index in self.bound}
        inner = (index for name, index in self.body.free.items() if name not in names)
        return joined((*self.own, *inner))

    def __repr__(self) -> str:
        return f"{self.name}({self.body!r}){list(self.own) or ''}"


RECIPROCAL = "1/"  # the name of the function 1/x, which is 0 at 0
EXPONENTIAL = "e^"  # of the exponential of a number
NORM = "|.|"  # of the largest absolute value among entries, 0 if there are none; of one, its own
LOGARITHM = "log."  # of the natural logarithm of a number, 0 of what is not positive
ROOT = "root."  # of the square root of a number, 0 of what is negative
LARGEST = "max."  # of the largest among the entries of a vector, 0 if it has none
OPERATOR = "||.||"  # of the norm of a matrix as an operator, its largest singular value
KNOWN_FUNCTIONS = frozenset((RECIPROCAL, EXPONENTIAL, NORM, LOGARITHM, ROOT, LARGEST, OPERATOR))
"""The functions of which something is known; no other one has such a name."""


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
    if isinstance(value, Index | SymbolicCollection):
        raise ArgumentError("scalar", value, "an expression", "Take an entry of it: V[i, j].")
    return Scalar(to_expression(unwrapped(value), "scalar"))


def delta(i: AnyIndex, j: AnyIndex | int) -> IndexExpression:
    """Return 1 where two indices of one size are equal, else 0; `delta(i, 0)` where one is 0."""
    if type(j) is int and j == 0:
        first = as_index(i, "i")
        return Lag(first, first, first)
    return Delta(as_index(i, "i"), as_index(j, "j"))


def at_most(i: AnyIndex, j: AnyIndex) -> IndexExpression:
    """Return 1 where i <= j for two indices of one size, else 0."""
    return AtMost(as_index(i, "i"), as_index(j, "j"))


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


def joined(indices: Iterable[Index]) -> dict[str, Index]:
    """Index by name; two of one name are an error."""
    found: dict[str, Index] = {}
    for index in indices:
        if not found.setdefault(index.name, index).same(index):
            raise _two_of_one_name(found[index.name], index)
    return found


def _two_of_one_name(one: Index, other: Index) -> ArgumentError:
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
