"""Derivatives of tanh and of the sigmoid, and the exponential between two polynomials."""

from fractions import Fraction

import sympy as sp

import theorem_checks as tc

t = sp.Symbol("t", real=True)
KNOWN = {"exp": tc.exp, "tanh": tc.tanh}
# the derivatives, as functions of a number
TANH, SIGMOID = (sp.lambdify(t, sp.diff(f, t), KNOWN) for f in (sp.tanh(t), 1 / (1 + sp.exp(-t))))


def bounds(x):
    """Return the largest slopes of tanh and the sigmoid, and bounds of e^-x for x >= 0."""
    return 1, Fraction(1, 4), 1 - x, 1 - x + x**2 / 2


def says(bounds_at, w):
    x = w.number("x")
    of_tanh, of_sigmoid, low, high = w.call(bounds_at, x)
    slopes = (w.call(TANH, x), of_tanh), (w.call(SIGMOID, x), of_sigmoid)
    said = [part for slope, most in slopes for part in (tc.Less(0, slope), tc.AtMost(slope, most))]
    power = w.call(lambda x: tc.exp(-x), x)
    between = tc.AtMost(low, power), tc.AtMost(power, high)
    return tc.All((*said, *(tc.Implies(tc.AtMost(0, x), part) for part in between)))


SLOPES = tc.Claim(
    id="ten-theorems/slopes",
    title="0 < tanh' <= 1, 0 < sigmoid' <= 1/4; 1 - x <= e^-x <= 1 - x + x^2/2 for x >= 0",
    source=tc.Source("Abramowitz and Stegun, Handbook of Mathematical Functions", "4.2, 4.5"),
    statement=r"0 < \tanh' \le 1,\ 0 < \sigma' \le \tfrac14,\ 1 - x \le e^{-x} \le 1 - x + x^2/2",
    says=says,
    subject=bounds,
    checks=(tc.proof_of(says),),
    mutants=(tc.Mutant("fifth", lambda x: (1, Fraction(1, 5), *bounds(x)[2:]), "at x = 0"),),
)
