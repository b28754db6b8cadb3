"""Martingales, moments of Gaussians, spectra of random matrices."""

import random
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np
import sympy as sp

from theorem_checks.facts.drawing import vector
from theorem_checks.facts.fact import Fact
from theorem_checks.statements.analysis import Converges
from theorem_checks.verdicts import Engine

__all__ = ["BAI_YIN", "FACTS", "RADIUS", "VILLE", "WICK"]


def _bets(generator: random.Random) -> dict[str, Any]:
    """Bets on four fair coins, each a part of what there is; and a level."""
    shares = [Fraction(generator.randint(-4, 4), 4) for _ in range(15)]
    return {"shares": shares, "level": Fraction(generator.randint(2, 8), 2)}


def _reaches(shares: list[Fraction], level: Fraction) -> Fraction:
    """The probability that the capital, 1 at first, ever reaches a level; by all 16 ways."""
    reached = 0
    for coins in product((-1, 1), repeat=4):
        capital, highest, node = Fraction(1), Fraction(1), 0
        for coin in coins:
            capital *= 1 + coin * shares[node]
            highest = max(highest, capital)
            node = 2 * node + (1 if coin < 0 else 2)
        reached += highest >= level
    return Fraction(reached, 16)


VILLE = Fact(
    name="ville",
    says="a nonnegative martingale that begins at 1 ever reaches c with probability at most 1/c",
    latex=r"P(\sup_t M_t \ge c) \le 1/c",
    source="Ville, Etude critique de la notion de collectif (1939); Durrett, Probability, 4.4",
    draw=_bets,
    holds=lambda shares, level: _reaches(shares, level) <= 1 / level,
    nearly=lambda shares, level: _reaches(shares, level) <= 1 / level**2,
)


def _four_gaussians(generator: random.Random) -> dict[str, Any]:
    return {"A": [vector(generator, 2) for _ in range(4)]}


def _fourth_moment(A: list[list[Fraction]]) -> Fraction:
    """E of the product of the four entries of A z, z two standard normal numbers."""
    moments = {0: 1, 1: 0, 2: 1, 3: 0, 4: 3}
    total = Fraction(0)
    for chosen in product((0, 1), repeat=4):
        term = Fraction(moments[chosen.count(0)] * moments[chosen.count(1)])
        for row, entry in zip(A, chosen, strict=True):
            term *= row[entry]
        total += term
    return total


def _pairings(A: list[list[Fraction]], pairings: tuple[tuple[int, ...], ...]) -> Fraction:
    def covariance(i: int, j: int) -> Fraction:
        return sum((x * y for x, y in zip(A[i], A[j], strict=True)), Fraction(0))

    return sum((covariance(i, j) * covariance(k, m) for i, j, k, m in pairings), Fraction(0))


ALL_PAIRINGS = ((0, 1, 2, 3), (0, 2, 1, 3), (0, 3, 1, 2))
WICK = Fact(
    name="wick",
    says="a moment of centred Gaussians is the sum over the pairings of products of covariances",
    latex=r"E\,x_1 \cdots x_{2k} = \sum_{\text{pairings}} \prod E\,x_i x_j",
    source="Isserlis, Biometrika 12 (1918); Janson, Gaussian Hilbert Spaces, Theorem 1.28",
    draw=_four_gaussians,
    holds=lambda A: _fourth_moment(A) == _pairings(A, ALL_PAIRINGS),
    nearly=lambda A: _fourth_moment(A) == _pairings(A, ALL_PAIRINGS[:2]),
)


def _random_matrix(generator: random.Random) -> dict[str, Any]:
    return {"seed": generator.randrange(2**32), "r": Fraction(generator.randint(1, 8), 4)}


def _radius(seed: int, r: Fraction, n: int = 120) -> float:
    W = float(r) * np.random.default_rng(seed).standard_normal((n, n))
    return float(abs(np.linalg.eigvals(W)).max()) / n**0.5


RADIUS = (
    "n^(-1/2) times the spectral radius of an n x n matrix of i.i.d. numbers with mean 0, a finite"
    " fourth moment, and this number as their standard deviation"
)
BAI_YIN = Fact(
    name="bai-yin",
    says="n^(-1/2) times the spectral radius of an n x n matrix of i.i.d. entries, of one law"
    " for all n, of mean 0 and standard deviation r, with a finite fourth moment, tends to r"
    " almost surely",
    latex=r"E\,W_{ij}^2 = r^2 \implies n^{-1/2} \rho(W_n) \to r",
    source="Bai and Silverstein, Spectral Analysis of Large Random Matrices, 5.2; Geman",
    draw=_random_matrix,
    holds=lambda seed, r: abs(_radius(seed, r) / float(r) - 1) < 0.25,
    nearly=lambda seed, r: abs(_radius(seed, r) / float(r**2) - 1) < 0.25,
    statement=Converges(
        sp.Symbol("n", integer=True, positive=True),
        RADIUS,
        sp.Symbol("r", positive=True),
        "almost surely",
    ),
    engine=Engine.NUMPY,
)

FACTS = (VILLE, WICK, BAI_YIN)
