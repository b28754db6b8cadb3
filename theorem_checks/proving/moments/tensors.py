"""Random and constant tensors, and matrix expressions in them.

A matrix expression is a linear combination of words; a word is a product of letters, each a
matrix or its transpose. Dimensions are symbols or positive integers; a vector is a column.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import TypeAlias, TypeVar

import sympy as sp

from theorem_checks.errors import ArgumentError
from theorem_checks.proving.moments.law import AbstractLaw
from theorem_checks.proving.moments.laws import Gaussian
from theorem_checks.statements.exact import ExactLike, to_expression

__all__ = [
    "ConstantMatrix",
    "ConstantVector",
    "Dimension",
    "Letter",
    "MatrixExpression",
    "RandomMatrix",
    "RandomTensor",
    "RandomVector",
    "Tensor",
    "Word",
    "collected",
    "identity",
]

Dimension: TypeAlias = ExactLike

_Key = TypeVar("_Key")


@dataclass(frozen=True)
class Tensor:
    """An array with a name and symbolic dimensions; random with independent entries, or constant.

    `law` is the law of each entry, `None` for a constant. Tensors of different names are
    independent.
    """

    name: str
    shape: tuple[sp.Expr, ...]
    law: AbstractLaw | None

    def __post_init__(self) -> None:
        if not self.name or not isinstance(self.name, str):
            raise ArgumentError("name", self.name, "a text that is not empty")
        if self.law is not None and not isinstance(self.law, AbstractLaw):
            raise ArgumentError(
                "law", self.law, "a law such as Gaussian(variance=1) or IID(variance=s, kurtosis=k)"
            )

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True)
class Letter:
    """A matrix or a column vector in a word, as it is or transposed."""

    tensor: Tensor
    transposed: bool = False

    @property
    def T(self) -> "Letter":
        """The letter the other way around."""
        return Letter(self.tensor, not self.transposed)

    def __str__(self) -> str:
        return f"{self.tensor}.T" if self.transposed else str(self.tensor)


Word: TypeAlias = tuple[Letter, ...]


@dataclass(frozen=True, eq=False)
class MatrixExpression:
    """A linear combination of words in matrices, of a shape (rows, columns).

    Combine with `@`, `+`, `-`, `**` (a power of a square matrix), `.T`, and `*` or `/` by exact
    scalars.

    **Raises** `ArgumentError` where shapes do not fit; `ExactnessError` for a float scalar.
    """

    shape: tuple[sp.Expr, sp.Expr]
    terms: Mapping[Word, sp.Expr]

    # NumPy is to leave `array * expression` to this class, which then refuses it.
    __array_ufunc__ = None

    def __post_init__(self) -> None:
        kept = {word: c for word, c in self.terms.items() if c != 0}
        object.__setattr__(self, "terms", MappingProxyType(kept))

    @property
    def T(self) -> "MatrixExpression":
        """The transpose."""
        turned = {tuple(x.T for x in reversed(w)): c for w, c in self.terms.items()}
        return MatrixExpression((self.shape[1], self.shape[0]), turned)

    def __matmul__(self, other: "MatrixExpression") -> "MatrixExpression":
        if not isinstance(other, MatrixExpression):
            raise ArgumentError("factor", other, "a matrix expression")
        if self.shape[1] != other.shape[0]:
            raise ArgumentError(
                "product", f"{_sizes(self)} @ {_sizes(other)}", "equal inner dimensions"
            )
        products = ((v + w, a * b) for v, a in self.terms.items() for w, b in other.terms.items())
        return MatrixExpression((self.shape[0], other.shape[1]), collected(products))

    def __add__(self, other: "MatrixExpression") -> "MatrixExpression":
        if not isinstance(other, MatrixExpression):
            hint = "Write A + 2*identity(n) for A + 2."
            raise ArgumentError("summand", other, "a matrix expression", hint)
        if self.shape != other.shape:
            raise ArgumentError("sum", f"{_sizes(self)} + {_sizes(other)}", "equal shapes")
        return MatrixExpression(self.shape, collected([*self.terms.items(), *other.terms.items()]))

    def __mul__(self, scalar: ExactLike) -> "MatrixExpression":
        if isinstance(scalar, MatrixExpression):
            raise ArgumentError("scalar", scalar, "an exact number", "Matrices multiply by @.")
        factor = to_expression(scalar, "scalar")
        return MatrixExpression(self.shape, {w: factor * c for w, c in self.terms.items()})

    __rmul__ = __mul__

    def __truediv__(self, scalar: ExactLike) -> "MatrixExpression":
        return self * (1 / to_expression(scalar, "scalar"))

    def __neg__(self) -> "MatrixExpression":
        return self * -1

    def __sub__(self, other: "MatrixExpression") -> "MatrixExpression":
        return self + (-other)

    def __pow__(self, exponent: int) -> "MatrixExpression":
        if isinstance(exponent, bool) or not isinstance(exponent, int) or exponent < 0:
            raise ArgumentError("exponent", exponent, "a nonnegative integer")
        if self.shape[0] != self.shape[1]:
            raise ArgumentError("power", _sizes(self), "a square matrix")
        result = identity(self.shape[0])
        for _ in range(exponent):
            result = result @ self
        return result

    def __str__(self) -> str:
        products = ((c, " @ ".join(map(str, word)) or "I") for word, c in self.terms.items())
        return " + ".join(text if c == 1 else f"({c})*{text}" for c, text in products) or "0"

    def __repr__(self) -> str:
        return f"MatrixExpression({self}, {_sizes(self)})"


def RandomTensor(name: str, shape: Iterable[Dimension], law: AbstractLaw | None = None) -> Tensor:
    """A tensor of any order with independent entries of one law (standard Gaussian by default).

    Use it in `contract`; for order 1 or 2, `RandomVector` and `RandomMatrix` are handier.
    """
    return _tensor(name, shape, Gaussian() if law is None else law)


def RandomMatrix(
    name: str, rows: Dimension, columns: Dimension, law: AbstractLaw | None = None
) -> MatrixExpression:
    """A matrix with independent entries of one law (standard Gaussian by default)."""
    return _of(RandomTensor(name, (rows, columns), law))


def RandomVector(name: str, size: Dimension, law: AbstractLaw | None = None) -> MatrixExpression:
    """A column of independent entries of one law (standard Gaussian by default)."""
    return _of(RandomTensor(name, (size,), law))


def ConstantMatrix(name: str, rows: Dimension, columns: Dimension) -> MatrixExpression:
    """A rows x columns matrix that is not random; results contain it as a matrix symbol."""
    return _of(_tensor(name, (rows, columns), None))


def ConstantVector(name: str, size: Dimension) -> MatrixExpression:
    """A column that is not random."""
    return _of(_tensor(name, (size,), None))


def identity(size: Dimension) -> MatrixExpression:
    """The identity matrix of a size."""
    return MatrixExpression((_dimension(size), _dimension(size)), {(): sp.S.One})


def collected(pairs: Iterable[tuple[_Key, sp.Expr]]) -> dict[_Key, sp.Expr]:
    """Add up the coefficients of equal keys."""
    total: dict[_Key, sp.Expr] = {}
    for key, coefficient in pairs:
        total[key] = total.get(key, sp.S.Zero) + coefficient
    return total


def _tensor(name: str, shape: Iterable[Dimension], law: AbstractLaw | None) -> Tensor:
    return Tensor(name, tuple(map(_dimension, shape)), law)


def _of(tensor: Tensor) -> MatrixExpression:
    rows, columns = (*tensor.shape, sp.S.One)[:2]
    return MatrixExpression((rows, columns), {(Letter(tensor),): sp.S.One})


def _dimension(value: object) -> sp.Expr:
    size = to_expression(value, "dimension")
    if size.is_integer is False or size.is_positive is False:
        raise ArgumentError("dimension", value, "a symbol or a positive integer")
    return size


def _sizes(matrix: MatrixExpression) -> str:
    return "x".join(map(str, matrix.shape))
