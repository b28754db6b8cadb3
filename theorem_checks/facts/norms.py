"""The norm of a matrix as an operator: its largest singular value."""

import random
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import sympy as sp

from theorem_checks.facts.drawing import size
from theorem_checks.facts.fact import Fact, of_sorts
from theorem_checks.statements.arrays.array_functions import norm_op
from theorem_checks.statements.arrays.entry_functions import operator_norm, root
from theorem_checks.statements.arrays.index_expressions import IndexExpression, Sum
from theorem_checks.statements.arrays.index_families import family
from theorem_checks.statements.arrays.indices import Index
from theorem_checks.statements.arrays.symbolic_array import SymbolicArray
from theorem_checks.statements.arrays.symbolic_arrays import symbol_array
from theorem_checks.statements.arrays.tensors import Tensor
from theorem_checks.statements.conclusions import AtMost, Conclusion, Implies
from theorem_checks.statements.spectra import SpectrumWithin
from theorem_checks.verdicts.routes import Engine

__all__ = ["FACTS", "FROBENIUS_BELOW_OPERATOR", "OPERATOR_BELOW_FROBENIUS", "OPERATOR_BOUND"]
__all__ += ["OPERATOR_BY_SPECTRUM", "OPERATOR_OF_PRODUCT", "OPERATOR_OF_SUM"]

_k, _m, _n = sp.symbols("k m n", integer=True, positive=True)
_i, _j, _l = Index("i", _m), Index("j", _n), Index("l", _k)
_A, _B, _x = Tensor("A", 2), Tensor("B", 2), Tensor("x", 1)
_norm = operator_norm(_A[_i, _j], _i, _j)
_frobenius = root(Sum(_A[_i, _j] * _A[_i, _j], _i, _j))
_TOLERANCE = 1e-9  # of the singular values that NumPy finds in doubles


def _sizes(generator: random.Random) -> dict[str, Any]:
    """Sizes, and the seed of matrices of these."""
    sizes = {name: size(generator) for name in "kmn"}
    return {"seed": generator.randrange(2**32), **sizes}


def _op(matrix: np.ndarray) -> float:
    return float(np.linalg.norm(matrix, 2))


class _Drawn(NamedTuple):
    """Matrices and a vector that are drawn: A and C are m x n, B is n x k; x has n entries."""

    A: np.ndarray
    B: np.ndarray
    C: np.ndarray
    x: np.ndarray


def _told(below: Callable[[_Drawn], tuple[Any, Any]]) -> Callable[..., bool]:
    """Whether one number is at most another one, of what is drawn."""

    def holds(seed: int, k: int, m: int, n: int) -> bool:
        source = np.random.default_rng(seed)
        shapes = (m, n), (n, k), (m, n), (n,)
        drawn = (source.integers(-3, 4, shape).astype(float) for shape in shapes)
        least, most = below(_Drawn(*drawn))
        return bool(least <= most + _TOLERANCE)

    return holds


def _vector_norm(x: IndexExpression, index: Index) -> IndexExpression:
    return root(Sum(x * x, index))


OPERATOR_BOUND = Fact(
    name="operator-bound",
    says="a matrix makes a vector longer by its operator norm at most",
    latex=r"|A x| \le \lVert A \rVert_{\mathrm{op}} |x|",
    source="Horn and Johnson, Matrix Analysis, Theorem 5.6.2",
    draw=_sizes,
    holds=_told(lambda of: (np.linalg.norm(of.A @ of.x), _op(of.A) * np.linalg.norm(of.x))),
    nearly=_told(lambda of: (np.linalg.norm(of.A @ of.x), abs(of.A).max() * np.linalg.norm(of.x))),
    statement=AtMost(
        _vector_norm(Sum(_A[_i, _j] * _x[_j], _j), _i), _norm * _vector_norm(_x[_j], _j)
    ),
    engine=Engine.NUMPY,
)

OPERATOR_OF_PRODUCT = Fact(
    name="operator-of-product",
    says="the operator norm of a product is at most the product of the operator norms",
    latex=r"\lVert A B \rVert_{\mathrm{op}} \le \lVert A \rVert_{\mathrm{op}}"
    r" \lVert B \rVert_{\mathrm{op}}",
    source="Horn and Johnson, Matrix Analysis, Theorem 5.6.2",
    draw=_sizes,
    holds=_told(lambda of: (_op(of.A @ of.B), _op(of.A) * _op(of.B))),
    nearly=_told(lambda of: (_op(of.A) * _op(of.B), _op(of.A @ of.B))),
    statement=AtMost(
        operator_norm(Sum(_A[_i, _j] * _B[_j, _l], _j), _i, _l),
        _norm * operator_norm(_B[_j, _l], _j, _l),
    ),
    engine=Engine.NUMPY,
)

_C = Tensor("C", 2)
OPERATOR_OF_SUM = Fact(
    name="operator-of-sum",
    says="the operator norm of a sum is at most the sum of the operator norms",
    latex=r"\lVert A + C \rVert_{\mathrm{op}} \le \lVert A \rVert_{\mathrm{op}}"
    r" + \lVert C \rVert_{\mathrm{op}}",
    source="Horn and Johnson, Matrix Analysis, Theorem 5.6.2",
    draw=_sizes,
    holds=_told(lambda of: (_op(of.A + of.C), _op(of.A) + _op(of.C))),
    nearly=_told(lambda of: (_op(of.A + of.C), max(_op(of.A), _op(of.C)))),
    statement=AtMost(
        operator_norm(_A[_i, _j] + _C[_i, _j], _i, _j),
        _norm + operator_norm(_C[_i, _j], _i, _j),
    ),
    engine=Engine.NUMPY,
)

OPERATOR_BELOW_FROBENIUS = Fact(
    name="operator-below-frobenius",
    says="the operator norm of a matrix is at most its Frobenius norm",
    latex=r"\lVert A \rVert_{\mathrm{op}} \le \lVert A \rVert_F",
    source="Horn and Johnson, Matrix Analysis, 5.6, problem 23",
    draw=_sizes,
    holds=_told(lambda of: (_op(of.A), np.linalg.norm(of.A))),
    nearly=_told(lambda of: (np.linalg.norm(of.A), _op(of.A))),
    statement=AtMost(_norm, _frobenius),
    engine=Engine.NUMPY,
)

FROBENIUS_BELOW_OPERATOR = Fact(
    name="frobenius-below-operator",
    says="the square of the Frobenius norm of a matrix of n columns is at most n times that of its"
    " operator norm",
    latex=r"\lVert A \rVert_F^2 \le n \lVert A \rVert_{\mathrm{op}}^2",
    source="Horn and Johnson, Matrix Analysis, 5.6, problem 23",
    draw=_sizes,
    holds=_told(lambda of: ((of.A * of.A).sum(), of.A.shape[1] * _op(of.A) ** 2)),
    nearly=_told(lambda of: ((of.A * of.A).sum(), of.A.shape[1] / 2 * _op(of.A) ** 2)),
    statement=AtMost(Sum(_A[_i, _j] * _A[_i, _j], _i, _j), _n * _norm * _norm),
    engine=Engine.NUMPY,
)


def _by_spectrum(W: SymbolicArray, r: sp.Expr) -> Conclusion:
    return Implies(SpectrumWithin(W.T @ W, 0, r**2), AtMost(norm_op(W), r))


_W = symbol_array("W", family("i", _n), family("j", _n))
_r = sp.Symbol("r", positive=True)


def _is_bounded_by_spectrum(A: np.ndarray, power: int) -> tuple[float, float]:
    most = float(np.linalg.eigvalsh(A.T @ A).max())
    return _op(A) ** power, most


OPERATOR_BY_SPECTRUM = Fact(
    name="operator-by-spectrum",
    says="the operator norm of W is at most r where the eigenvalues of W^T W are at most r^2",
    latex=r"0 \preceq W^\top W \preceq r^2 I \implies \lVert W \rVert_{\mathrm{op}} \le r",
    source="Horn and Johnson, Matrix Analysis, 5.6.6",
    draw=_sizes,
    holds=_told(lambda of: _is_bounded_by_spectrum(of.A, 2)),
    nearly=_told(lambda of: _is_bounded_by_spectrum(of.A, 3)),
    engine=Engine.NUMPY,
    **of_sorts(_by_spectrum, W=_W, r=_r),
)

FACTS = (
    OPERATOR_BOUND,
    OPERATOR_OF_PRODUCT,
    OPERATOR_OF_SUM,
    OPERATOR_BELOW_FROBENIUS,
    FROBENIUS_BELOW_OPERATOR,
    OPERATOR_BY_SPECTRUM,
)
