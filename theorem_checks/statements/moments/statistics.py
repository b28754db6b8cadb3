"""Scalar statistics: polynomials in traces, entries, forms and sums of products of entries."""

import itertools
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

import sympy as sp

from theorem_checks.errors import ArgumentError
from theorem_checks.statements.exact import ExactLike, unique_symbols
from theorem_checks.statements.moments.networks import (
    Draft,
    Fixed,
    Monomial,
    Name,
    fixed_vertices,
    join,
    word_draft,
)
from theorem_checks.statements.moments.ring import RingOperators
from theorem_checks.statements.moments.tensors import (
    MatrixExpression,
    Tensor,
    TensorExpression,
    collected,
    exact_scalar,
)

__all__ = [
    "Statistic",
    "as_statistic",
    "bilinear",
    "contract",
    "entry",
    "inner",
    "quadratic",
    "require_one_meaning",
    "squared_norm",
    "symbols_of",
    "trace",
]


@dataclass(frozen=True, eq=False, repr=False)
class Statistic(RingOperators):
    """A polynomial in index networks, with exact coefficients.

    Combine with `+`, `-`, `*`, `**` and division by exact scalars. `sizes` are the dimensions over
    which it sums, also where no entry is left (the trace of an identity).

    **Raises** `ExactnessError` for a float; `ArgumentError` if different tensors have one name;
    `UndecidedQuestionError` for a question about its value, such as `==`.
    """

    terms: Mapping[Monomial, sp.Expr]
    sizes: frozenset[sp.Expr] = frozenset()

    _way_out = "Decide it by prove_moment, or take its value for given arrays by evaluate."

    def __post_init__(self) -> None:
        kept = {monomial: c for monomial, c in self.terms.items() if c != 0}
        object.__setattr__(self, "terms", MappingProxyType(kept))
        require_one_meaning(self.tensors)
        borne = (size for tensor in self.tensors for size in tensor.shape)
        object.__setattr__(self, "sizes", self.sizes.union(borne))

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
        like = as_statistic(other)
        return Statistic(
            collected([*self.terms.items(), *like.terms.items()]), self.sizes | like.sizes
        )

    def __mul__(self, other: "Statistic | ExactLike") -> "Statistic":
        like = as_statistic(other)
        pairs = itertools.product(self.terms.items(), like.terms.items())
        terms = collected((join(*m, *k), a * b) for (m, a), (k, b) in pairs)
        return Statistic(terms, self.sizes | like.sizes)

    def __truediv__(self, scalar: ExactLike) -> "Statistic":
        divisor = exact_scalar(scalar, "divisor")
        if divisor.is_zero:
            raise ArgumentError("divisor", scalar, "a number that is not 0")
        return self * (1 / divisor)

    @classmethod
    def _like(cls, value: "Statistic | ExactLike") -> "Statistic":
        return as_statistic(value)

    def __repr__(self) -> str:
        return " + ".join(_term_text(m, c) for m, c in self.terms.items()) or "0"


def as_statistic(value: "Statistic | ExactLike") -> Statistic:
    """Return a statistic; an exact scalar becomes a constant one."""
    if isinstance(value, Statistic):
        return value
    if isinstance(value, MatrixExpression):
        hint = "Take trace(...) or entry(...) of it."
        raise ArgumentError("statistic", value, "a scalar statistic", hint)
    return Statistic({(): exact_scalar(value, "scalar")})


def symbols_of(*statistics: Statistic) -> list[sp.Symbol]:
    """All symbols of statistics: of coefficients, sizes, indices and laws, by name.

    **Raises** `ArgumentError` where two symbols, or a symbol and a tensor, have one name.
    """
    parts: list[sp.Basic] = []
    names: set[str] = set()
    for statistic in statistics:
        parts += [*statistic.terms.values(), *statistic.labels, *statistic.sizes]
        parts += [s for t in statistic.tensors if t.law is not None for s in t.law.symbols]
        names |= {tensor.name for tensor in statistic.tensors}
    symbols = unique_symbols(parts, "the symbols")
    for symbol in symbols:
        if symbol.name in names:
            hint = "A symbol and a tensor have one name; rename one of them."
            raise ArgumentError("tensor", symbol.name, "a name of its own", hint)
    return symbols


def trace(matrix: MatrixExpression) -> Statistic:
    """The trace of a square matrix expression.

    **Raises** `ArgumentError` if it is not square.
    """
    _require_matrix(matrix, "matrix")
    if matrix.sizes[0] != matrix.sizes[1]:
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


def squared_norm(a: MatrixExpression) -> Statistic:
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
    *operands: MatrixExpression | TensorExpression,
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
    terms = collected((m, c * factor) for (m, factor), c in assembled)
    return Statistic(terms, frozenset(sizes.values()))


def _operand_drafts(
    operand: MatrixExpression | TensorExpression, names: list[Name], place: int
) -> list[tuple[Draft, sp.Expr]]:
    if isinstance(operand, TensorExpression):
        return [(Draft(((operand.tensor, tuple(names)),)), sp.S.One)]
    start, end = names if len(names) == 2 else (names[0], ("column", place))
    return [(word_draft(word, start, end, place), c) for word, c in operand.terms.items()]


def _sizes_of_letters(
    groups: list[str], operands: tuple[MatrixExpression | TensorExpression, ...]
) -> dict[str, sp.Expr]:
    sizes: dict[str, sp.Expr] = {}
    for group, operand in zip(groups, operands, strict=True):
        if not isinstance(operand, MatrixExpression | TensorExpression):
            raise ArgumentError(
                "operand", operand, "a matrix expression or a tensor", _of_a_world(operand)
            )
        is_matrix = isinstance(operand, MatrixExpression)
        shape = operand.sizes if is_matrix else operand.tensor.shape
        is_column = is_matrix and shape[1] == 1
        if len(group) != len(shape) and not (is_column and len(group) == 1):
            raise ArgumentError("subscripts", group, f"{len(shape)} letters for {operand!r}")
        for letter, size in zip(group, shape, strict=False):
            if sizes.setdefault(letter, size) != size:
                raise ArgumentError(
                    "subscripts",
                    letter,
                    f"one dimension for each letter, not both {sizes[letter]} and {size}",
                )
    return sizes


def _fixed(label: ExactLike, size: sp.Expr) -> Fixed:
    exact = exact_scalar(label, "index")
    is_index = isinstance(exact, sp.Integer | sp.Symbol) and exact.is_integer is not False
    if not is_index or exact.is_negative or (exact - size).is_nonnegative:
        raise ArgumentError("index", label, f"a symbol or an integer from 0 to {size} - 1")
    return Fixed(exact)


def require_one_meaning(tensors: tuple[Tensor, ...]) -> None:
    """Raise `ArgumentError` for different tensors of one name: a reader takes them for one."""
    known: dict[str, Tensor] = {}
    for tensor in tensors:
        if known.setdefault(tensor.name, tensor) is not tensor:
            hint = (
                f"Two tensors called {tensor.name} differ in shape or law. Call one"
                f" {tensor.name}', for example."
            )
            raise ArgumentError("tensor", tensor.name, "one tensor of each name", hint)


def _term_text(monomial: Monomial, coefficient: sp.Expr) -> str:
    sums = [f"sum({' '.join(map(str, network))})" for network in monomial]
    return "*".join(sums if sums and coefficient == 1 else [f"({coefficient})", *sums])


def _require_column(value: MatrixExpression, name: str) -> None:
    if _require_matrix(value, name).sizes[1] != 1:
        raise ArgumentError(name, value, "a column")


def _require_matrix(value: MatrixExpression, name: str) -> MatrixExpression:
    if not isinstance(value, MatrixExpression):
        raise ArgumentError(name, value, "a matrix expression", _of_a_world(value))
    return value


def _of_a_world(value: object) -> str:
    """What to write of an array of a world, which is no random tensor."""
    if not hasattr(value, "__number_system__"):
        return "Make one of RandomMatrix, RandomVector, ConstantMatrix, ...: X, X @ X.T, ..."
    return (
        "This function is of random tensors and constants. Of arrays of a world write A.trace(),"
        " x @ x for the square of a length, (A * B).sum() for an inner product, x @ A @ x for a"
        " form."
    )
