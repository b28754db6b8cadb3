"""Random and constant tensors, and matrix expressions in them.

A matrix expression is a linear combination of words; a word is a product of letters, each a
matrix or its transpose. Dimensions are symbols or integers from 0 on; a vector is a column.

What a reader handles, a `MatrixExpression` or a `TensorExpression`, stands for all values of its
entries and sizes, and answers no question about them; a `Tensor` is what is inside.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import TypeAlias, TypeVar

import sympy as sp

from theorem_checks.errors import ArgumentError, require_integer
from theorem_checks.statements.exact import ExactLike, to_expression
from theorem_checks.statements.moments.law import AbstractLaw
from theorem_checks.statements.moments.laws import Gaussian
from theorem_checks.statements.questions import SymbolicCollection
from theorem_checks.statements.scalars import SymbolicScalar, symbolic, unwrapped

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
    "TensorExpression",
    "Word",
    "collected",
    "exact_scalar",
    "identity",
    "matrix_of",
    "tensor_of",
]

Dimension: TypeAlias = ExactLike

_Key = TypeVar("_Key")


@dataclass(frozen=True)
class Tensor:
    """An array with a name and symbolic dimensions; random with independent entries, or constant.

    `law` is the law of each entry, `None` for a constant. Tensors of different names are
    independent; two of one name, shape and law are one tensor.
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


_WAY_OUT = (
    "Write a statistic for what is asked, and decide it by prove_moment; sizes that differ are"
    " cases to be proved apart."
)


@dataclass(frozen=True, eq=False)
class TensorExpression(SymbolicCollection):
    """A random tensor of any order, as `contract` takes it."""

    tensor: Tensor

    _way_out = _WAY_OUT

    @property
    def shape(self) -> tuple[SymbolicScalar, ...]:
        """The dimensions, as guarded scalars."""
        return tuple(map(symbolic, self.tensor.shape))

    def __repr__(self) -> str:
        return f"RandomTensor({self.tensor.name}, {'x'.join(map(str, self.tensor.shape))})"


@dataclass(frozen=True, eq=False, repr=False)
class MatrixExpression(SymbolicCollection):
    """A linear combination of words in matrices, of `sizes` (rows, columns).

    Combine with `@`, `+`, `-`, `**` (a power of a square matrix), `.T`, and `*` or `/` by exact
    scalars.

    **Raises** `ArgumentError` where sizes do not fit; `ExactnessError` for a float scalar;
    `UndecidedQuestionError` for a question about its entries, such as `==`.
    """

    sizes: tuple[sp.Expr, sp.Expr]
    terms: Mapping[Word, sp.Expr]

    _way_out = _WAY_OUT

    # NumPy is to leave `array * expression` to this class, which then refuses it.
    __array_ufunc__ = None
    _op_priority = 1e9  # and SymPy likewise

    def __post_init__(self) -> None:
        kept = {word: c for word, c in self.terms.items() if c != 0}
        object.__setattr__(self, "terms", MappingProxyType(kept))

    @property
    def shape(self) -> tuple[SymbolicScalar, SymbolicScalar]:
        """The numbers of rows and columns, as guarded scalars."""
        return symbolic(self.sizes[0]), symbolic(self.sizes[1])

    @property
    def T(self) -> "MatrixExpression":
        """The transpose."""
        turned = {tuple(x.T for x in reversed(w)): c for w, c in self.terms.items()}
        return MatrixExpression((self.sizes[1], self.sizes[0]), turned)

    def __matmul__(self, other: "MatrixExpression") -> "MatrixExpression":
        if not isinstance(other, MatrixExpression):
            raise ArgumentError("factor", other, "a matrix expression")
        if self.sizes[1] != other.sizes[0]:
            raise ArgumentError(
                "product", f"{_sizes(self)} @ {_sizes(other)}", "equal inner dimensions"
            )
        products = ((v + w, a * b) for v, a in self.terms.items() for w, b in other.terms.items())
        return MatrixExpression((self.sizes[0], other.sizes[1]), collected(products))

    def __add__(self, other: "MatrixExpression") -> "MatrixExpression":
        if not isinstance(other, MatrixExpression):
            hint = "Write A + 2*identity(n) for A + 2."
            raise ArgumentError("summand", other, "a matrix expression", hint)
        if self.sizes != other.sizes:
            raise ArgumentError("sum", f"{_sizes(self)} + {_sizes(other)}", "equal shapes")
        return MatrixExpression(self.sizes, collected([*self.terms.items(), *other.terms.items()]))

    def __mul__(self, scalar: ExactLike) -> "MatrixExpression":
        if isinstance(scalar, MatrixExpression):
            raise ArgumentError("scalar", scalar, "an exact number", "Matrices multiply by @.")
        factor = exact_scalar(scalar, "scalar")
        return MatrixExpression(self.sizes, {w: factor * c for w, c in self.terms.items()})

    __rmul__ = __mul__

    def __truediv__(self, scalar: ExactLike) -> "MatrixExpression":
        return self * (1 / _divisor(scalar))

    def __neg__(self) -> "MatrixExpression":
        return self * -1

    def __sub__(self, other: "MatrixExpression") -> "MatrixExpression":
        return self + (-other)

    def __pow__(self, exponent: int) -> "MatrixExpression":
        require_integer("exponent", exponent, 0)
        if self.sizes[0] != self.sizes[1]:
            raise ArgumentError("power", _sizes(self), "a square matrix")
        result = identity(self.sizes[0])
        for _ in range(exponent):
            result = result @ self
        return result

    def __repr__(self) -> str:
        products = ((c, " @ ".join(map(str, word)) or "I") for word, c in self.terms.items())
        text = " + ".join(text if c == 1 else f"({c})*{text}" for c, text in products) or "0"
        return f"MatrixExpression({text}, {_sizes(self)})"


def RandomTensor(
    name: str, shape: Iterable[Dimension], law: AbstractLaw | None = None
) -> TensorExpression:
    """A tensor of any order with independent entries of one law (standard Gaussian by default).

    Use it in `contract`; for order 1 or 2, `RandomVector` and `RandomMatrix` are handier. The name
    says which tensor it is, as with symbols: made once more with the same name, it is the same one,
    and no independent copy.
    """
    return TensorExpression(_random(name, shape, law))


def RandomMatrix(
    name: str, rows: Dimension, columns: Dimension, law: AbstractLaw | None = None
) -> MatrixExpression:
    """A matrix with independent entries of one law (standard Gaussian by default).

    Of its name, see `RandomTensor`.
    """
    return matrix_of(_random(name, (rows, columns), law))


def RandomVector(name: str, size: Dimension, law: AbstractLaw | None = None) -> MatrixExpression:
    """A column of independent entries of one law (standard Gaussian by default).

    Of its name, see `RandomTensor`.
    """
    return matrix_of(_random(name, (size,), law))


def ConstantMatrix(name: str, rows: Dimension, columns: Dimension) -> MatrixExpression:
    """A rows x columns matrix that is not random; results contain it as a matrix symbol."""
    return matrix_of(_tensor(name, (rows, columns), None))


def ConstantVector(name: str, size: Dimension) -> MatrixExpression:
    """A column that is not random."""
    return matrix_of(_tensor(name, (size,), None))


def identity(size: Dimension) -> MatrixExpression:
    """The identity matrix of a size."""
    return MatrixExpression((_dimension(size), _dimension(size)), {(): sp.S.One})


def collected(pairs: Iterable[tuple[_Key, sp.Expr]]) -> dict[_Key, sp.Expr]:
    """Add up the coefficients of equal keys."""
    total: dict[_Key, sp.Expr] = {}
    for key, coefficient in pairs:
        total[key] = total.get(key, sp.S.Zero) + coefficient
    return total


def exact_scalar(value: object, name: str) -> sp.Expr:
    """An exact number, an expression or a guarded scalar, as an expression."""
    return to_expression(unwrapped(value), name)


def _divisor(scalar: object) -> sp.Expr:
    divisor = exact_scalar(scalar, "divisor")
    if divisor.is_zero:
        raise ArgumentError("divisor", scalar, "a number that is not 0")
    return divisor


def _random(name: str, shape: Iterable[Dimension], law: AbstractLaw | None) -> Tensor:
    return _tensor(name, shape, Gaussian() if law is None else law)


def _tensor(name: str, shape: Iterable[Dimension], law: AbstractLaw | None) -> Tensor:
    return Tensor(name, tuple(map(_dimension, shape)), law)


def tensor_of(matrix: MatrixExpression) -> Tensor:
    """The tensor that a matrix or a column is; of no other expression."""
    ((word, _),) = matrix.terms.items()
    return word[0].tensor


def matrix_of(tensor: Tensor) -> MatrixExpression:
    """A tensor of one or two axes as a matrix, or a column."""
    rows, columns = (*tensor.shape, sp.S.One)[:2]
    return MatrixExpression((rows, columns), {(Letter(tensor),): sp.S.One})


def _dimension(value: object) -> sp.Expr:
    size = exact_scalar(value, "dimension")
    if size.is_integer is False or size.is_nonnegative is False:
        raise ArgumentError("dimension", value, "a symbol or an integer from 0 on")
    return size


def _sizes(matrix: MatrixExpression) -> str:
    return "x".join(map(str, matrix.sizes))
