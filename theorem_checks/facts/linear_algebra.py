"""Ranks of matrices."""

import random
from typing import Any

import sympy as sp

from theorem_checks.facts.drawing import matrix, size
from theorem_checks.facts.fact import Fact
from theorem_checks.statements.arrays.index_expressions import Index, Sum, Tensor, delta
from theorem_checks.statements.conclusions import AtMost, Equal, Implies
from theorem_checks.verdicts.routes import Engine

__all__ = ["FACTS", "RANK_OF_PRODUCT"]

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

FACTS = (RANK_OF_PRODUCT,)
