"""Ranks, determinants and signs of matrices."""

import random
from fractions import Fraction
from itertools import combinations, pairwise
from math import prod
from typing import Any

import flint

from theorem_checks.facts.drawing import matrix, ranks, size, vector
from theorem_checks.facts.fact import Fact
from theorem_checks.verdicts import Engine

__all__ = ["CAYLEY_HAMILTON", "FACTS", "GENERIC_RANK", "INERTIA", "RANK_OF_PRODUCT"]
__all__ += ["RANK_OF_SUM", "STRICTLY_TRIANGULAR", "VANDERMONDE"]


def _factors(generator: random.Random) -> dict[str, Any]:
    rows, inner, columns = (size(generator) for _ in range(3))
    return {"A": matrix(generator, rows, inner), "B": matrix(generator, inner, columns)}


RANK_OF_PRODUCT = Fact(
    name="rank-of-product",
    says="the rank of a product is at most its inner dimension",
    latex=r"A \in R^{n \times m},\; B \in R^{m \times p} \implies \mathrm{rank}\, A B \le m",
    source="Horn and Johnson, Matrix Analysis, 0.4.5",
    draw=_factors,
    holds=lambda A, B: (A * B).rank() <= A.ncols(),
    nearly=lambda A, B: (A * B).rank() < A.ncols(),
    engine=Engine.FLINT,
)


def _two_low(generator: random.Random) -> dict[str, Any]:
    rows, columns = size(generator), size(generator)
    return {
        name: matrix(generator, rows, columns, rank=generator.randint(1, 2)) for name in ("A", "B")
    }


RANK_OF_SUM = Fact(
    name="rank-of-sum",
    says="the rank of a sum is at most the sum of the ranks",
    latex=r"\mathrm{rank}(A + B) \le \mathrm{rank}\, A + \mathrm{rank}\, B",
    source="Horn and Johnson, Matrix Analysis, 0.4.5",
    draw=_two_low,
    holds=lambda A, B: (A + B).rank() <= sum(ranks(A, B)),
    nearly=lambda A, B: (A + B).rank() <= max(ranks(A, B)),
    engine=Engine.FLINT,
)


def _vandermonde(nodes: list[Fraction]) -> Fraction:
    n = len(nodes)
    entries = [flint.fmpq(x.numerator, x.denominator) ** k for x in nodes for k in range(n)]
    found = flint.fmpq_mat(n, n, entries).det()
    return Fraction(int(found.p), int(found.q))


VANDERMONDE = Fact(
    name="vandermonde",
    says="the determinant of the powers of some numbers is the product of their differences",
    latex=r"\det (x_i^{k})_{i, k < n} = \prod_{i < j} (x_j - x_i)",
    source="Horn and Johnson, Matrix Analysis, 0.9.11",
    draw=lambda generator: {"nodes": vector(generator, size(generator))},
    holds=lambda nodes: (
        _vandermonde(nodes) == prod((y - x for x, y in combinations(nodes, 2)), start=Fraction(1))
    ),
    nearly=lambda nodes: (
        _vandermonde(nodes) == prod((x - y for x, y in combinations(nodes, 2)), start=Fraction(1))
    ),
    engine=Engine.FLINT,
)


def _congruent(generator: random.Random) -> dict[str, Any]:
    n = size(generator, 3)
    half = matrix(generator, n, n)
    change = matrix(generator, n, n)
    while change.det() == 0:
        change = matrix(generator, n, n)
    return {"S": half + half.transpose(), "P": change}


def _signs(symmetric: Any) -> tuple[int, int]:
    """How many eigenvalues are positive, and how many negative: Descartes' rule is exact here."""
    coefficients = [c for c in symmetric.charpoly().coeffs() if c != 0]
    alternating = [c * (-1) ** k for k, c in enumerate(symmetric.charpoly().coeffs()) if c != 0]
    return _changes(coefficients), _changes(alternating)


def _changes(numbers: list[Any]) -> int:
    return sum((x > 0) != (y > 0) for x, y in pairwise(numbers))


INERTIA = Fact(
    name="sylvester-inertia",
    says="P^T S P has as many positive and negative eigenvalues as S, for P invertible",
    latex=r"\det P \ne 0 \implies \mathrm{inertia}(P^\top S P) = \mathrm{inertia}(S)",
    source="Horn and Johnson, Matrix Analysis, Theorem 4.5.8",
    draw=_congruent,
    holds=lambda S, P: _signs(P.transpose() * S * P) == _signs(S),
    nearly=lambda S, P: (P.transpose() * S * P).charpoly() == S.charpoly(),
    engine=Engine.FLINT,
)


def _family(generator: random.Random) -> dict[str, Any]:
    rows, columns = size(generator), size(generator)
    start, slope = (
        matrix(generator, rows, columns, rank=generator.randint(1, 2)) for _ in range(2)
    )
    return {"A": start, "B": slope, "at": generator.randint(-1, 1)}


def _generic(A: Any, B: Any) -> int:
    """The rank of A + t B for all but finitely many t: it is taken at more than there can be."""
    most = min(A.nrows(), A.ncols())
    return max((A + B * t).rank() for t in range(10, 11 + most))


GENERIC_RANK = Fact(
    name="generic-rank",
    says="the rank of a matrix of polynomials at a point is at most the generic rank",
    latex=r"\mathrm{rank}\, M(p) \le \mathrm{rank}\, M \text{ over the rational functions}",
    source="Lang, Algebra, chapter XIII (a minor that is not 0 at p is not 0)",
    draw=_family,
    holds=lambda A, B, at: (A + B * at).rank() <= _generic(A, B),
    nearly=lambda A, B, at: (A + B * at).rank() == _generic(A, B),
    engine=Engine.FLINT,
)


def _strict(generator: random.Random) -> dict[str, Any]:
    n = size(generator)
    full = matrix(generator, n, n)
    entries = [full[i, j] if j < i else flint.fmpq(0) for i in range(n) for j in range(n)]
    return {"F": flint.fmpq_mat(n, n, entries)}


STRICTLY_TRIANGULAR = Fact(
    name="strictly-triangular",
    says="a strictly lower triangular matrix of n rows has the n-th power 0",
    latex=r"F_{ij} = 0 \text{ for } j \ge i \implies F^n = 0",
    source="Horn and Johnson, Matrix Analysis, 0.9.3 and 2.4.3",
    draw=_strict,
    holds=lambda F: _power(F, F.nrows()).rank() == 0,
    nearly=lambda F: _power(F, F.nrows() - 1).rank() == 0,
    engine=Engine.FLINT,
)


def _power(square: Any, exponent: int) -> Any:
    n = square.nrows()
    power = flint.fmpq_mat(n, n, [int(i == j) for i in range(n) for j in range(n)])
    for _ in range(exponent):
        power = power * square
    return power


def _square(generator: random.Random) -> dict[str, Any]:
    n = size(generator)
    return {"A": matrix(generator, n, n)}


def _at_itself(square: Any, coefficients: list[Any]) -> Any:
    terms = (_power(square, k) * c for k, c in enumerate(coefficients))
    total = next(terms)
    for one in terms:
        total = total + one
    return total


CAYLEY_HAMILTON = Fact(
    name="cayley-hamilton",
    says="a square matrix is a root of its characteristic polynomial",
    latex=r"p(t) = \det(t - A) \implies p(A) = 0",
    source="Horn and Johnson, Matrix Analysis, Theorem 2.4.3.2",
    draw=_square,
    holds=lambda A: _at_itself(A, A.charpoly().coeffs()).rank() == 0,
    nearly=lambda A: _at_itself(A, A.charpoly().coeffs()[1:]).rank() == 0,
    engine=Engine.FLINT,
)

FACTS = (
    RANK_OF_PRODUCT,
    RANK_OF_SUM,
    VANDERMONDE,
    INERTIA,
    GENERIC_RANK,
    STRICTLY_TRIANGULAR,
    CAYLEY_HAMILTON,
)
