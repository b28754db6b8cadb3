"""Ranks and eigenvalues of matrices."""

import random
from typing import Any

import numpy as np
import sympy as sp

from theorem_checks.facts.drawing import matrix, size
from theorem_checks.facts.fact import Fact, of_sorts
from theorem_checks.statements.arrays.index_expressions import Sum
from theorem_checks.statements.arrays.index_families import family
from theorem_checks.statements.arrays.index_relations import delta
from theorem_checks.statements.arrays.indices import Index
from theorem_checks.statements.arrays.symbolic_array import SymbolicArray
from theorem_checks.statements.arrays.symbolic_arrays import symbol_array
from theorem_checks.statements.arrays.tensors import Tensor
from theorem_checks.statements.conclusions import All, AtMost, Conclusion, Equal, Implies
from theorem_checks.statements.spectra import PowersBounded, RadiusBelow, SpectrumWithin
from theorem_checks.verdicts.routes import Engine

__all__ = ["FACTS", "NORMAL_SPECTRUM", "POWERS_BY_RADIUS", "RANK_OF_PRODUCT"]

_n, _m = sp.symbols("n m", integer=True, positive=True)
_i, _j, _k = Index("i", _n), Index("j", _n), Index("k", _m)
_A, _B = Tensor("A", 2), Tensor("B", 2)


def _factors(generator: random.Random) -> dict[str, Any]:
    """Factors whose product is the identity, wherever that can be had; n is at least m at times."""
    while True:
        n, m = size(generator, 3), size(generator)
        A, B = matrix(generator, n, m), matrix(generator, m, n)
        product = A * B
        if product.det() != 0:
            return {"A": A, "B": B * product.inv()}
        if generator.random() < 0.5:
            return {"A": A, "B": B}


def _is_identity(product: Any) -> bool:
    n = product.nrows()
    return all(product[i, j] == int(i == j) for i in range(n) for j in range(n))


RANK_OF_PRODUCT = Fact(
    name="rank-of-product",
    says="the rank of a product is at most its inner dimension: if the product of an n x m and an"
    " m x n matrix is the identity, n is at most m",
    latex=r"A \in R^{n \times m},\; B \in R^{m \times n},\; A B = I \implies n \le m",
    source="Horn and Johnson, Matrix Analysis, 0.4.5",
    draw=_factors,
    holds=lambda A, B: not _is_identity(A * B) or A.nrows() <= A.ncols(),
    nearly=lambda A, B: not _is_identity(A * B) or A.nrows() < A.ncols(),
    statement=Implies(Equal(Sum(_A[_i, _k] * _B[_k, _j], _k), delta(_i, _j)), AtMost(_n, _m)),
    engine=Engine.FLINT,
)

_W, _r = symbol_array("W", family("i", _n), family("j", _n)), sp.Symbol("r", positive=True)


def _square(generator: random.Random) -> dict[str, Any]:
    """Blocks of one and two rows, for a real Schur form, and an orthogonal matrix."""
    return {"seed": generator.randrange(2**32), "n": generator.randint(2, 5)}


def _schur(seed: int, n: int, *, normal: bool) -> np.ndarray:
    source = np.random.default_rng(seed)
    middle = np.diag(source.uniform(-1, 1, n))
    real, imaginary = source.uniform(-1, 1, 2)
    middle[:2, :2] = [[real, imaginary], [-imaginary, real]]
    if not normal:
        middle[:2, 2:] = source.uniform(1, 3, (2, n - 2))
        middle[0, 1] *= 4
    turned, _ = np.linalg.qr(source.standard_normal((n, n)))
    return turned @ middle @ turned.T


def _radius_is_norm(W: np.ndarray) -> bool:
    radius = abs(np.linalg.eigvals(W)).max()
    return bool(np.linalg.norm(W, 2) <= radius + 1e-9)


def _is_bounded(W: np.ndarray, factor: float) -> bool:
    """Whether the powers are far below those of a ratio after some time."""
    ratio = factor * float(abs(np.linalg.eigvals(W)).max())
    return bool(np.linalg.norm(np.linalg.matrix_power(W / ratio, 400), 2) < 1)


def _normal(W: SymbolicArray, r: sp.Expr) -> Conclusion:
    known = RadiusBelow(W, r), Equal(W @ W.T, W.T @ W)
    return Implies(All(known), SpectrumWithin(W.T @ W, 0, r**2))


def _powers(W: SymbolicArray, r: sp.Expr) -> Conclusion:
    return Implies(RadiusBelow(W, r), PowersBounded(W, r))


NORMAL_SPECTRUM = Fact(
    name="normal-spectrum",
    says="the eigenvalues of W^T W, for a normal matrix W, are the squares of the absolute values"
    " of those of W",
    latex=r"W W^\top = W^\top W,\; \rho(W) < r \implies 0 \preceq W^\top W \preceq r^2 I",
    source="Horn and Johnson, Matrix Analysis, Theorem 2.5.3",
    draw=_square,
    holds=lambda seed, n: _radius_is_norm(_schur(seed, n, normal=True)),
    nearly=lambda seed, n: _radius_is_norm(_schur(seed, n, normal=False)),
    engine=Engine.NUMPY,
    **of_sorts(_normal, W=_W, r=_r),
)

POWERS_BY_RADIUS = Fact(
    name="powers-by-radius",
    says="the powers W^t of a square matrix are at most C q^t, with some C and some q < r, for each"
    " r that is more than its spectral radius",
    latex=r"\rho(W) < r \implies \exists C, q < r\; \forall t:\; |W^t| \le C q^t",
    source="Horn and Johnson, Matrix Analysis, Corollary 5.6.13",
    draw=_square,
    holds=lambda seed, n: _is_bounded(_schur(seed, n, normal=False), 1.1),
    nearly=lambda seed, n: _is_bounded(_schur(seed, n, normal=False), 0.95),
    engine=Engine.NUMPY,
    **of_sorts(_powers, W=_W, r=_r),
)

FACTS = (RANK_OF_PRODUCT, NORMAL_SPECTRUM, POWERS_BY_RADIUS)
