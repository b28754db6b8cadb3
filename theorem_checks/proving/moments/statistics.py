"""Scalar statistics: polynomials in traces, entries, forms and sums of products of entries."""

import itertools
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

import sympy as sp

from theorem_checks.errors import ArgumentError
from theorem_checks.proving.moments.networks import (
    Draft,
    Fixed,
    Monomial,
    Name,
    fixed_vertices,
    join,
    word_draft,
)
from theorem_checks.proving.moments.tensors import MatrixExpression, Tensor, collected
from theorem_checks.statements.exact import ExactLike, to_expression

__all__ = [
    "Statistic",
    "as_statistic",
    "bilinear",
    "contract",
    "entry",
    "inner",
    "norm2",
    "quadratic",
    "trace",
]


@dataclass(frozen=True, eq=False)
class Statistic:
    """A polynomial in index networks, with exact coefficients.

    Combine with `+`, `-`, `*`, `**` and division by exact scalars.

    **Raises** `ExactnessError` for a float; `ArgumentError` if different tensors have one name.
    """

    terms: Mapping[Monomial, sp.Expr]

    # NumPy is to leave `array * statistic` to this class, which then refuses it.
    __array_ufunc__ = None

    def __post_init__(self) -> None:
        kept = {monomial: c for monomial, c in self.terms.items() if c != 0}
        object.__setattr__(self, "terms", MappingProxyType(kept))
        _require_one_meaning(self.tensors)

    @property
    def tensors(self) -> tuple[Tensor, ...]:
        """All tensors in it, random and constant, each once."""
        edges = (edge for monomial in self.terms for network in monomial for edge in network)
        return tuple(dict.fromkeys(edge.tensor for edge in edges))

    @property
    def labels(self) -> frozenset[sp.Expr]:
        """The labels of its fixed indices."""
        return frozenset(label for m in self.terms for _, label in fixed_vertices(m))

    def __add__(self, other: "Statistic | ExactLike") -> "Statistic":
        return Statistic(collected([*self.terms.items(), *as_statistic(other).terms.items()]))

    def __mul__(self, other: "Statistic | ExactLike") -> "Statistic":
        pairs = itertools.product(self.terms.items(), as_statistic(other).terms.items())
        return Statistic(collected((join(*m, *k), a * b) for (m, a), (k, b) in pairs))

    def __truediv__(self, scalar: ExactLike) -> "Statistic":
        return self * (1 / to_expression(scalar, "scalar"))

    def __neg__(self) -> "Statistic":
        return self * -1

    def __sub__(self, other: "Statistic | ExactLike") -> "Statistic":
        return self + (-as_statistic(other))

    def __rsub__(self, other: ExactLike) -> "Statistic":
        return -self + other

    def __pow__(self, exponent: int) -> "Statistic":
        if isinstance(exponent, bool) or not isinstance(exponent, int) or exponent < 0:
            raise ArgumentError("exponent", exponent, "a nonnegative integer")
        result = as_statistic(1)
        for _ in range(exponent):
            result = result * self
        return result

    __radd__ = __add__
    __rmul__ = __mul__

    def __str__(self) -> str:
        return " + ".join(_term_text(m, c) for m, c in self.terms.items()) or "0"

    def __repr__(self) -> str:
        return f"Statistic({self})"


def as_statistic(value: "Statistic | ExactLike") -> Statistic:
    """Return a statistic; an exact scalar becomes a constant one."""
    if isinstance(value, Statistic):
        return value
    if isinstance(value, MatrixExpression):
        hint = "Take trace(...) or entry(...) of it."
        raise ArgumentError("statistic", value, "a scalar statistic", hint)
    return Statistic({(): to_expression(value, "scalar")})


def trace(matrix: MatrixExpression) -> Statistic:
    """The trace of a square matrix expression.

    **Raises** `ArgumentError` if it is not square.
    """
    _require_matrix(matrix, "matrix")
    if matrix.shape[0] != matrix.shape[1]:
        raise ArgumentError("matrix", matrix, "a square matrix")
    return contract("ii", matrix)


def entry(matrix: MatrixExpression, row: ExactLike, column: ExactLike | None = None) -> Statistic:
    """An entry of a matrix, or with `row` alone of a column; indices count from 0.

    An index is an integer or a symbol. For symbols the expectation holds for all values, by
    Kronecker deltas.

    **Raises** `ArgumentError` for an index that is negative or not below its dimension.
    """
    if column is None:
        _require_column(matrix, "matrix")
    return contract("ij", matrix, at={"i": row, "j": 0 if column is None else column})


def inner(a: MatrixExpression, b: MatrixExpression) -> Statistic:
    """The inner product tr(a.T b) of two matrices or vectors of equal shape."""
    return trace(_require_matrix(a, "a").T @ b)


def norm2(a: MatrixExpression) -> Statistic:
    """The square of a vector's Euclidean, or of a matrix's Frobenius norm."""
    return inner(a, a)


def quadratic(vector: MatrixExpression, matrix: MatrixExpression) -> Statistic:
    """The quadratic form vector.T matrix vector."""
    return bilinear(vector, matrix, vector)


def bilinear(
    left: MatrixExpression, matrix: MatrixExpression, right: MatrixExpression
) -> Statistic:
    """The bilinear form left.T matrix right of two columns."""
    _require_column(left, "left")
    _require_column(right, "right")
    return trace(left.T @ matrix @ right)


def contract(
    subscripts: str,
    *operands: MatrixExpression | Tensor,
    at: Mapping[str, ExactLike] | None = None,
) -> Statistic:
    """The sum over all indices of a product of entries, in the notation of `einsum`.

    `contract("ij,ij,ij", X, X, X)` is sum_{i,j} X[i,j]^3. A matrix expression takes two letters
    (a column may take one), a tensor as many as it has dimensions. Every letter is summed, but
    those in `at`, which are fixed: `contract("ij,ij", X, X, at={"i": 0})`.

    **Raises** `ArgumentError` if subscripts and operands do not fit.
    """
    groups = [group.strip() for group in subscripts.split(",")]
    if len(groups) != len(operands):
        raise ArgumentError("subscripts", subscripts, f"{len(operands)} groups, one per operand")
    sizes = _sizes_of_letters(groups, operands)
    unknown = (at or {}).keys() - sizes.keys()
    if unknown:
        raise ArgumentError("at", at, f"letters of {subscripts!r}")
    names: dict[str, Name] = {letter: letter for letter in sizes}
    names |= {letter: _fixed(label, sizes[letter]) for letter, label in (at or {}).items()}
    drafts = [(Draft(), sp.S.One)]
    for place, (group, operand) in enumerate(zip(groups, operands, strict=True)):
        more = _operand_drafts(operand, [names[letter] for letter in group], place)
        drafts = [(d * e, a * b) for d, a in drafts for e, b in more]
    named_sizes = {names[letter]: size for letter, size in sizes.items()}
    assembled = ((draft.assembled(named_sizes), c) for draft, c in drafts)
    return Statistic(collected((m, c * factor) for (m, factor), c in assembled))


def _operand_drafts(
    operand: MatrixExpression | Tensor, names: list[Name], place: int
) -> list[tuple[Draft, sp.Expr]]:
    if isinstance(operand, Tensor):
        return [(Draft(((operand, tuple(names)),)), sp.S.One)]
    start, end = names if len(names) == 2 else (names[0], ("column", place))
    return [(word_draft(word, start, end, place), c) for word, c in operand.terms.items()]


def _sizes_of_letters(
    groups: list[str], operands: tuple[MatrixExpression | Tensor, ...]
) -> dict[str, sp.Expr]:
    sizes: dict[str, sp.Expr] = {}
    for group, operand in zip(groups, operands, strict=True):
        if not isinstance(operand, MatrixExpression | Tensor):
            raise ArgumentError("operand", operand, "a matrix expression or a tensor")
        shape = operand.shape
        is_column = isinstance(operand, MatrixExpression) and shape[1] == 1
        if len(group) != len(shape) and not (is_column and len(group) == 1):
            raise ArgumentError("subscripts", group, f"{len(shape)} letters for {operand}")
        for letter, size in zip(group, shape, strict=False):
            if sizes.setdefault(letter, size) != size:
                raise ArgumentError(
                    "subscripts",
                    letter,
                    f"one dimension for each letter, not both {sizes[letter]} and {size}",
                )
    return sizes


def _fixed(label: ExactLike, size: sp.Expr) -> Fixed:
    exact = to_expression(label, "index")
    is_index = isinstance(exact, sp.Integer | sp.Symbol) and exact.is_integer is not False
    if not is_index or exact.is_negative or (exact - size).is_nonnegative:
        raise ArgumentError("index", label, f"a symbol or an integer from 0 to {size} - 1")
    return Fixed(exact)


def _require_one_meaning(tensors: tuple[Tensor, ...]) -> None:
    known: dict[str, Tensor] = {}
    for tensor in tensors:
        if known.setdefault(tensor.name, tensor) is not tensor:
            hint = f"Two tensors called {tensor.name} differ in shape or law."
            raise ArgumentError("tensor", tensor.name, "one tensor of each name", hint)


def _term_text(monomial: Monomial, coefficient: sp.Expr) -> str:
    sums = [f"sum({' '.join(map(str, network))})" for network in monomial]
    return "*".join(sums if sums and coefficient == 1 else [f"({coefficient})", *sums])


def _require_column(value: MatrixExpression, name: str) -> None:
    if _require_matrix(value, name).shape[1] != 1:
        raise ArgumentError(name, value, "a column")


def _require_matrix(value: MatrixExpression, name: str) -> MatrixExpression:
    if not isinstance(value, MatrixExpression):
        raise ArgumentError(name, value, "a matrix expression")
    return value
