"""Probabilities: tails from means of exponentials, laws of sums, spectra of random matrices."""

import random
from collections.abc import Callable
from fractions import Fraction
from itertools import product
from math import comb
from typing import Any

import flint
import numpy as np
import sympy as sp

from theorem_checks.facts.drawing import Atoms, few_atoms, rational
from theorem_checks.facts.fact import Fact, of_sorts
from theorem_checks.statements.analysis import Converges
from theorem_checks.statements.arrays.function_values import as_ball
from theorem_checks.statements.classes import ExponentialMean, WithProbability
from theorem_checks.statements.conclusions import All, AtMost, Conclusion, Implies, Less, Mean
from theorem_checks.statements.moments.laws import IID, Bounded, Gaussian
from theorem_checks.statements.moments.statistics import Statistic, contract, entry, squared_norm
from theorem_checks.statements.moments.tensors import (
    ConstantVector,
    MatrixExpression,
    RandomMatrix,
    RandomVector,
    tensor_of,
)
from theorem_checks.verdicts.routes import Engine

__all__ = ["BAI_YIN", "CHERNOFF", "FACTS", "GAUSSIAN_SQUARE", "HOEFFDING_LEMMA"]
__all__ += ["INDEPENDENT_SQUARES", "INDEPENDENT_SUM", "RADIUS", "ROTATED", "one_of", "rows_of"]

_l, _t, _M = sp.symbols("l t M", real=True)
_s = sp.Symbol("s", positive=True)
_n, _d = sp.symbols("n d", integer=True, positive=True)
_ANY = IID(moments={1: sp.Symbol("mu", real=True)})


def one_of(vector: MatrixExpression) -> MatrixExpression:
    """A vector of one entry with the law of the entries of another one."""
    tensor = tensor_of(vector)
    return RandomVector(f"{tensor.name}_1", 1, tensor.law)


def rows_of(matrix: MatrixExpression) -> MatrixExpression:
    """A vector with as many entries as a matrix has rows, and their law."""
    tensor = tensor_of(matrix)
    return RandomVector(f"{tensor.name}_x", tensor.shape[0], tensor.law)


def _mean(atoms: Atoms, exponent: Callable[[Fraction], Fraction]) -> Any:
    """The mean of an exponential, as a ball."""
    total = flint.arb(0)
    for value, probability in atoms.items():
        total += as_ball(probability) * as_ball(exponent(value)).exp()
    return total


def _chernoff(X: Statistic, l: sp.Expr, t: sp.Expr, M: sp.Expr) -> Conclusion:  # noqa: E741
    tail = WithProbability(Less(X, t), 1 - M * sp.exp(-l * t))
    return Implies(All((AtMost(0, l), ExponentialMean(X * l, M))), tail)


def _is_below(atoms: Atoms, rate: Fraction, level: Fraction, share: Fraction) -> bool:
    exceeds = sum((p for value, p in atoms.items() if value >= level), Fraction(0))
    bound = _mean(atoms, lambda value: rate * (value - level)) * as_ball(share)
    return not bool(as_ball(exceeds) > bound)


CHERNOFF = Fact(
    name="chernoff",
    says="a random number X is at least t with a probability of at most e^(-l t) E e^(l X),"
    " for l >= 0",
    latex=r"l \ge 0,\; E e^{l X} \le M \implies P(X \ge t) \le M e^{-l t}",
    source="Boucheron, Lugosi and Massart, Concentration Inequalities, 2.1 and 2.2",
    draw=lambda generator: {
        "atoms": few_atoms(generator),
        "rate": abs(rational(generator, 2)),
        "level": rational(generator, 3),
    },
    holds=lambda atoms, rate, level: _is_below(atoms, rate, level, Fraction(1)),
    nearly=lambda atoms, rate, level: _is_below(atoms, rate, level, Fraction(1, 2)),
    engine=Engine.FLINT,
    **of_sorts(_chernoff, X=entry(RandomVector("X", 1, _ANY), 0), l=_l, t=_t, M=_M),
)


def _gaussian_square(g: MatrixExpression, l: sp.Expr) -> Conclusion:  # noqa: E741
    law: Any = tensor_of(g).law
    left = sp.cancel(2 * l * law.variance)
    mean = ExponentialMean(squared_norm(one_of(g)) * l, 1 / sp.sqrt(sp.cancel(1 - left)))
    return Implies(Less(left, 1), mean)


def _by_series(rate: Fraction, variance: Fraction) -> Fraction:
    """E exp(l g^2) as a sum of moments, for a normal g."""
    half = rate * variance / 2
    return sum((comb(2 * k, k) * half**k for k in range(60)), Fraction(0))


def _is_series(rate: Fraction, variance: Fraction, factor: int) -> bool:
    found = as_ball(_by_series(rate, variance))
    claimed = 1 / as_ball(1 - factor * rate * variance).sqrt()
    return not bool(abs(found - claimed) > as_ball(Fraction(1, 10**6)))


GAUSSIAN_SQUARE = Fact(
    name="gaussian-square",
    says="for a normal number g of mean 0 and variance s the mean of e^(l g^2) is"
    " (1 - 2 l s)^(-1/2), for 2 l s < 1",
    latex=r"2 l s < 1 \implies E e^{l g^2} = (1 - 2 l s)^{-1/2},\; g \sim N(0, s)",
    source="Boucheron, Lugosi and Massart, Concentration Inequalities, exercise 2.11",
    draw=lambda generator: {
        "rate": Fraction(generator.randint(-4, 4), 20),
        "variance": Fraction(generator.randint(1, 6), 4),
    },
    holds=lambda rate, variance: _is_series(rate, variance, 2),
    nearly=lambda rate, variance: _is_series(rate, variance, 1),
    engine=Engine.FLINT,
    **of_sorts(_gaussian_square, g=RandomVector("g", _n, Gaussian(_s)), l=_l),
)


def _independent(power: int) -> Callable[..., Conclusion]:
    def total(vector: MatrixExpression) -> Statistic:
        return contract(",".join("i" * power), *[vector] * power)

    def schema(y: MatrixExpression, l: sp.Expr, M: sp.Expr) -> Conclusion:  # noqa: E741
        each = ExponentialMean(total(one_of(y)) * l, M)
        return Implies(each, ExponentialMean(total(y) * l, M ** tensor_of(y).shape[0]))

    return schema


def _is_product(atoms: Atoms, rate: Fraction, size: int, power: int, joined: Any) -> bool:
    found = flint.arb(0)
    for values in product(atoms.items(), repeat=size):
        part = as_ball(rate * sum(value**power for value, _ in values)).exp()
        for _, probability in values:
            part *= as_ball(probability)
        found += part
    each = _mean(atoms, lambda value: rate * value**power)
    return not bool(found > joined(each, size) + as_ball(Fraction(1, 10**9)))


def _of_independent(power: int, name: str, what: str, sign: str) -> Fact:
    def draw(generator: random.Random) -> dict[str, Any]:
        rate = rational(generator, 2) / 2
        return {"atoms": few_atoms(generator), "rate": rate, "size": generator.randint(1, 3)}

    return Fact(
        name=name,
        says=f"the exponential of a sum of {what} of n independent numbers of one law has the n-th"
        " power of the mean that each has",
        latex=rf"E e^{{l y_1{sign}}} \le M \implies E e^{{l \sum_i y_i{sign}}} \le M^n",
        source="Boucheron, Lugosi and Massart, Concentration Inequalities, 2.1",
        draw=draw,
        holds=lambda atoms, rate, size: _is_product(
            atoms, rate, size, power, lambda each, n: each**n
        ),
        nearly=lambda atoms, rate, size: _is_product(
            atoms, rate, size, power, lambda each, n: each * n
        ),
        engine=Engine.FLINT,
        **of_sorts(_independent(power), y=RandomVector("y", _n, _ANY), l=_l, M=_M),
    )


INDEPENDENT_SUM = _of_independent(1, "independent-sum", "multiples", "")
INDEPENDENT_SQUARES = _of_independent(2, "independent-squares", "multiples of squares", "^2")


def _rotated(A: MatrixExpression, x: MatrixExpression, l: sp.Expr, M: sp.Expr) -> Conclusion:  # noqa: E741
    known = Mean(squared_norm(x), 1), ExponentialMean(squared_norm(rows_of(A)) * l, M)
    return Implies(All(known), ExponentialMean(squared_norm(A @ x) * l, M))


def _is_rotated(seed: int, n: int, d: int, length: float) -> bool:
    source = np.random.default_rng(seed)
    x = source.standard_normal(d)
    x *= length / np.sqrt(x @ x)
    found = np.exp(-((source.standard_normal((1024, n, d)) @ x) ** 2).sum(1)).mean()
    return bool(abs(found - 3 ** (-n / 2)) < 0.06)


ROTATED = Fact(
    name="gaussian-rotated",
    says="a matrix of independent normal entries of mean 0 and one variance takes a vector of"
    " length 1 to one of independent entries with the same law",
    latex=r"|x| = 1,\; A_{ij} \sim N(0, s) \implies A x \sim N(0, s I)",
    source="Vershynin, High-Dimensional Probability, 3.3.1",
    draw=lambda generator: {
        "seed": generator.randrange(2**32),
        "n": generator.randint(1, 3),
        "d": generator.randint(1, 4),
    },
    holds=lambda seed, n, d: _is_rotated(seed, n, d, 1.0),
    nearly=lambda seed, n, d: _is_rotated(seed, n, d, 2.0),
    engine=Engine.NUMPY,
    **of_sorts(
        _rotated,
        A=RandomMatrix("A", _n, _d, Gaussian(_s)),
        x=ConstantVector("x", _d),
        l=_l,
        M=_M,
    ),
)


def _hoeffding(y: MatrixExpression, l: sp.Expr) -> Conclusion:  # noqa: E741
    law: Any = tensor_of(y).law
    most = sp.exp(l * law.mean + l**2 * (law.most - law.least) ** 2 / 8)
    return ExponentialMean(contract("i", one_of(y)) * l, most)


def _is_within(atoms: Atoms, rate: Fraction, share: int) -> bool:
    mean = sum((value * p for value, p in atoms.items()), Fraction(0))
    width = max(atoms) - min(atoms)
    found = _mean(atoms, lambda value: rate * (value - mean))
    return not bool(found > as_ball(rate**2 * width**2 / share).exp() + as_ball(Fraction(1, 10**9)))


HOEFFDING_LEMMA = Fact(
    name="hoeffding-lemma",
    says="for a number y between a and b with mean m the mean of e^(l y) is at most"
    " e^(l m + l^2 (b - a)^2 / 8)",
    latex=r"a \le y \le b \implies E e^{l y} \le e^{l E y + l^2 (b - a)^2 / 8}",
    source="Boucheron, Lugosi and Massart, Concentration Inequalities, Lemma 2.2",
    draw=lambda generator: {"atoms": few_atoms(generator), "rate": rational(generator, 2)},
    holds=lambda atoms, rate: _is_within(atoms, rate, 8),
    nearly=lambda atoms, rate: _is_within(atoms, rate, 10),
    engine=Engine.FLINT,
    **of_sorts(
        _hoeffding,
        y=RandomVector("y", _n, Bounded(*sp.symbols("a b mu", real=True))),
        l=_l,
    ),
)


def _random_matrix(generator: random.Random) -> dict[str, Any]:
    return {"seed": generator.randrange(2**32), "r": Fraction(generator.randint(1, 8), 4)}


def _radius(seed: int, r: Fraction, n: int = 120) -> float:
    W = float(r) * np.random.default_rng(seed).standard_normal((n, n))
    return float(abs(np.linalg.eigvals(W)).max()) / n**0.5


RADIUS = (
    "the spectral radius, over the root of n, of an n x n matrix of i.i.d. numbers with mean 0, a"
    " finite fourth moment, and this number as their standard deviation"
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

FACTS = (
    CHERNOFF,
    GAUSSIAN_SQUARE,
    INDEPENDENT_SUM,
    INDEPENDENT_SQUARES,
    ROTATED,
    HOEFFDING_LEMMA,
    BAI_YIN,
)
