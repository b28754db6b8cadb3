"""Spectra of random matrices."""

import random
from fractions import Fraction
from typing import Any

import numpy as np
import sympy as sp

from theorem_checks.facts.fact import Fact
from theorem_checks.statements.analysis import Converges
from theorem_checks.verdicts.routes import Engine

__all__ = ["BAI_YIN", "FACTS", "RADIUS"]


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

FACTS = (BAI_YIN,)
