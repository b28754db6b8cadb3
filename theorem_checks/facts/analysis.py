"""Growth, expansions, and rounding."""

import random
from fractions import Fraction
from math import gamma, lgamma
from typing import Any

import flint
import numpy as np

from theorem_checks.facts.drawing import rational
from theorem_checks.facts.fact import Fact
from theorem_checks.verdicts import Engine

__all__ = ["BIRKHOFF", "FACTS", "ROUNDING_IS_MONOTONE", "TAYLOR", "TRANSFER"]

_FAR = 4000  # where a ratio has settled to a percent


def _exponent(generator: random.Random) -> dict[str, Any]:
    return {"a": Fraction(generator.randint(1, 9), 4)}


def _solution(a: float, n: int) -> float:
    """The solution of u_{k+1} = (1 + a/(k+1)) u_k, u_0 = 1, at n, by Gamma functions."""
    return float(np.exp(lgamma(n + 1 + a) - lgamma(n + 1) - lgamma(1 + a)))


def _doubles_by(a: Fraction, exponent: float) -> bool:
    ratio = _solution(float(a), 2 * _FAR) / _solution(float(a), _FAR)
    return abs(ratio / 2**exponent - 1) < 1 / 100


BIRKHOFF = Fact(
    name="birkhoff-trjitzinsky",
    says="a regular recurrence has a basis of solutions rho^n n^theta (c + O(1/n))",
    latex=r"u_n \sim C \rho^n n^\theta",
    source="Birkhoff and Trjitzinsky, Acta Math. 60 (1933); Poincare, Perron",
    draw=_exponent,
    holds=lambda a: _doubles_by(a, float(a)),
    nearly=lambda a: _doubles_by(a, float(a) + 1),
    engine=Engine.NUMPY,
)


def _coefficient(a: float, n: int) -> float:
    """The coefficient of z^n in (1 - z)^(-a)."""
    return float(np.exp(lgamma(n + a) - lgamma(n + 1) - lgamma(a)))


def _is_near(a: Fraction, power: float) -> bool:
    claimed = _FAR**power / gamma(float(a))
    return abs(_coefficient(float(a), _FAR) / claimed - 1) < 1 / 100


TRANSFER = Fact(
    name="transfer-theorem",
    says="what a generating function is near its dominating singularity tells its coefficients:"
    " (1 - z)^(-a) has n^(a-1)/Gamma(a)",
    latex=r"f(z) \sim (1 - z)^{-a} \implies [z^n] f \sim n^{a-1}/\Gamma(a)",
    source="Flajolet and Sedgewick, Analytic Combinatorics, Theorem VI.4",
    draw=_exponent,
    holds=lambda a: _is_near(a, float(a) - 1),
    nearly=lambda a: _is_near(a, float(a)),
    engine=Engine.NUMPY,
)


def _remainder(x: Fraction, degree: int) -> bool:
    """Whether |e^x - its polynomial of this degree| <= e^|x| |x|^4 / 24."""
    ball = flint.arb(flint.fmpq(x.numerator, x.denominator))
    terms = (ball**k / flint.arb(k).fac() for k in range(degree + 1))
    bound = abs(ball).exp() * ball**4 / 24
    return x == 0 or bool(abs(ball.exp() - sum(terms, flint.arb(0))) < bound)


TAYLOR = Fact(
    name="taylor",
    says="a function is its polynomial of degree k at 0 up to max |f^(k+1)| |x|^(k+1) / (k+1)!",
    latex=r"|f(x) - T_k(x)| \le \max_{|u| \le |x|} |f^{(k+1)}(u)| \, |x|^{k+1} / (k+1)!",
    source="Rudin, Principles of Mathematical Analysis, Theorem 5.15",
    draw=lambda generator: {"x": rational(generator) / 4},
    holds=lambda x: _remainder(x, 3),
    nearly=lambda x: _remainder(x, 2),
    engine=Engine.FLINT,
)


def _two_fractions(generator: random.Random) -> dict[str, Any]:
    x = Fraction(generator.randint(-(10**9), 10**9), generator.randint(1, 10**6))
    return {"x": x, "y": x + Fraction(generator.randint(0, 100), 10**6)}


ROUNDING_IS_MONOTONE = Fact(
    name="rounding-is-monotone",
    says="of two numbers, the smaller one is not rounded to the larger floating-point number",
    latex=r"x \le y \implies \mathrm{fl}(x) \le \mathrm{fl}(y)",
    source="Muller et al., Handbook of Floating-Point Arithmetic, 2.2",
    draw=_two_fractions,
    holds=lambda x, y: bool(np.float32(float(x)) <= np.float32(float(y))),
    nearly=lambda x, y: bool(x == y or np.float32(float(x)) < np.float32(float(y))),
    engine=Engine.NUMPY,
)

FACTS = (BIRKHOFF, TRANSFER, TAYLOR, ROUNDING_IS_MONOTONE)
