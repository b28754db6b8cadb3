"""Tails from means: Markov's and Chebyshev's inequality, and Bernstein's mean of an exponential."""

import random
from fractions import Fraction
from typing import Any

import flint
import sympy as sp

from theorem_checks.facts.drawing import Atoms, few_atoms, rational
from theorem_checks.facts.fact import Fact, of_sorts
from theorem_checks.facts.probability import one_of
from theorem_checks.statements.arrays.function_values import as_ball
from theorem_checks.statements.classes import ExponentialMean, WithProbability
from theorem_checks.statements.conclusions import All, AtMost, Conclusion, Implies, Less, Mean
from theorem_checks.statements.moments.laws import IID, Bounded
from theorem_checks.statements.moments.statistics import Statistic, contract, entry
from theorem_checks.statements.moments.tensors import MatrixExpression, RandomVector, tensor_of
from theorem_checks.verdicts.routes import Engine

__all__ = ["BERNSTEIN_LEMMA", "CHEBYSHEV", "FACTS", "MARKOV"]

_SOURCE = "Boucheron, Lugosi and Massart, Concentration Inequalities"
_l, _c, _m, _q, _t, _v = sp.symbols("l c m q t v", real=True)
_n = sp.Symbol("n", integer=True, positive=True)
_X = entry(RandomVector("X", 1, IID(moments={1: sp.Symbol("mu", real=True)})), 0)
_a, _b, _mu = sp.symbols("a b mu", real=True)
_y = RandomVector("y", _n, Bounded(_a, _b, _mu, _v))


def _moment(atoms: Atoms, power: int) -> Fraction:
    return sum((value**power * share for value, share in atoms.items()), Fraction(0))


def _markov(X: Statistic, m: sp.Expr, t: sp.Expr) -> Conclusion:
    known = WithProbability(AtMost(0, X), 1), Mean(X, m), Less(0, t)
    return Implies(All(known), WithProbability(Less(X, t), 1 - m / t))


def _is_markov(atoms: Atoms, level: Fraction, share: Fraction) -> bool:
    exceeds = sum((p for value, p in atoms.items() if value >= level), Fraction(0))
    return exceeds <= share * _moment(atoms, 1) / level


MARKOV = Fact(
    name="markov",
    says="a random number X that is not negative is at least t > 0 with a probability of at most"
    " E X / t",
    latex=r"X \ge 0,\; t > 0 \implies P(X \ge t) \le \frac{E X}{t}",
    source=f"{_SOURCE}, 2.1",
    draw=lambda generator: {
        "atoms": few_atoms(generator, least=Fraction(0)),
        "level": abs(rational(generator, 3)) + Fraction(1, 4),
    },
    holds=lambda atoms, level: _is_markov(atoms, level, Fraction(1)),
    nearly=lambda atoms, level: _is_markov(atoms, level, Fraction(4, 5)),
    **of_sorts(_markov, X=_X, m=_m, t=_t),
)


def _chebyshev(X: Statistic, m: sp.Expr, q: sp.Expr, t: sp.Expr) -> Conclusion:
    known = Mean(X, m), Mean(X * X, q), Less(0, t)
    near = All((Less(m - t, X), Less(X, m + t)))
    return Implies(All(known), WithProbability(near, 1 - (q - m**2) / t**2))


def _is_chebyshev(atoms: Atoms, width: Fraction, share: Fraction) -> bool:
    mean = _moment(atoms, 1)
    far = sum((p for value, p in atoms.items() if abs(value - mean) >= width), Fraction(0))
    return far <= share * (_moment(atoms, 2) - mean**2) / width**2


def _for_chebyshev(generator: random.Random) -> dict[str, Any]:
    """A law and a width, at times that of two numbers which are as far from their mean."""
    atoms = few_atoms(generator)
    mean = _moment(atoms, 1)
    widths = [abs(value - mean) for value in atoms if value != mean]
    return {"atoms": atoms, "width": generator.choice([*widths, Fraction(1)])}


CHEBYSHEV = Fact(
    name="chebyshev",
    says="a random number X differs from its mean by t > 0 or more with a probability of at most"
    " its variance over t^2",
    latex=r"t > 0 \implies P(|X - E X| \ge t) \le \frac{E X^2 - (E X)^2}{t^2}",
    source=f"{_SOURCE}, 2.1",
    draw=_for_chebyshev,
    holds=lambda atoms, width: _is_chebyshev(atoms, width, Fraction(1)),
    nearly=lambda atoms, width: _is_chebyshev(atoms, width, Fraction(4, 5)),
    **of_sorts(_chebyshev, X=_X, m=_m, q=_q, t=_t),
)


def _bernstein(y: MatrixExpression, l: sp.Expr, c: sp.Expr) -> Conclusion:  # noqa: E741
    law: Any = tensor_of(y).law
    mean, variance = law.mean, law.variance
    sides = AtMost(l * (law.most - mean), c), AtMost(l * (law.least - mean), c)
    most = sp.exp(l * mean + sp.factor(sp.cancel(l**2 * variance / (2 * (1 - c / 3)))))
    return Implies(All((*sides, Less(c, 3))), ExponentialMean(contract("i", one_of(y)) * l, most))


def _is_bernstein(atoms: Atoms, rate: Fraction, more: Fraction, share: int) -> bool:
    mean = _moment(atoms, 1)
    variance = _moment(atoms, 2) - mean**2
    most = max(rate * (value - mean) for value in atoms) + more
    if most >= 3:
        return True  # of which nothing is said
    exponent = rate**2 * variance / (share * (1 - most / 3))
    found = sum(
        (as_ball(p) * as_ball(rate * (x - mean)).exp() for x, p in atoms.items()), flint.arb(0)
    )
    return not bool(found > as_ball(exponent).exp() + as_ball(Fraction(1, 10**9)))


BERNSTEIN_LEMMA = Fact(
    name="bernstein-lemma",
    says="for a number y between a and b, of mean m and variance v, the mean of e^(l y) is at most"
    " e^(l m + l^2 v / (2 (1 - c / 3))), if l (y - m) is at most c < 3",
    latex=r"l (y - E y) \le c < 3 \implies"
    r" E e^{l y} \le \exp\left(l E y + \frac{l^2 v}{2 (1 - c / 3)}\right)",
    source=f"{_SOURCE}, Theorem 2.10 and Corollary 2.11",
    draw=lambda generator: {
        "atoms": few_atoms(generator),
        "rate": rational(generator, 2),
        "more": abs(rational(generator, 1)) * generator.randint(0, 1),
    },
    holds=lambda atoms, rate, more: _is_bernstein(atoms, rate, more, 2),
    nearly=lambda atoms, rate, more: _is_bernstein(atoms, rate, more, 3),
    engine=Engine.FLINT,
    **of_sorts(_bernstein, y=_y, l=_l, c=_c),
)

FACTS = (MARKOV, CHEBYSHEV, BERNSTEIN_LEMMA)
