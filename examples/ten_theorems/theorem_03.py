"""The softmax is Lipschitz with constant 1/2 in the largest entry, and not with constant 1/4."""

import sympy as sp

import theorem_checks as tc
from theorem_checks.facts.inequalities import EXPONENTIAL_INCREASES, LEAST_BOUND, TERM_OF_A_SUM


def says(constant, w):
    d = w.size("d", least=2)
    x, y = w.array("x", d, small=True), w.array("y", d, small=True)
    return tc.AtMost(tc.norm_inf(tc.softmax(x) - tc.softmax(y)), tc.norm_inf(x - y) * constant)


def proof(said):
    x, y, t = said.array("x"), said.array("y"), sp.Symbol("t", real=True)
    d, z, known = x.shape[0], tc.norm_inf(x - y), []
    for u, v in ((y, x), (x, y)):
        a, b, p, q, far = tc.exp(u), tc.exp(v), tc.softmax(u), tc.softmax(v), tc.exp(z)
        rises = [{"n": d, "x": low, "y": high + z} for low, high in ((u, v), (v, u))]
        apart = [tc.by_fact(EXPONENTIAL_INCREASES, of) for of in rises]
        apart += [tc.by_fact(TERM_OF_A_SUM, {"n": d, "x": c}, *apart) for c in (a * far - b, b)]
        sums = tc.arithmetic(tc.AtMost(a * (b.sum() - b), b * (a.sum() - a) * far**2), *apart)
        known.append(tc.arithmetic(tc.AtMost(p * (1 - q), q * (1 - p) * far**2), sums))
    half = tc.Implies(tc.AtMost(0, t), tc.AtMost(2 * (sp.exp(t) - 1), t * (sp.exp(t) + 1)))
    known += [tc.at_numbers(lemma, {t: z}) for lemma in (half, tc.AtMost(1 + t, sp.exp(t)))]
    return tc.by_fact(LEAST_BOUND, {"n": d, "x": p - q, "m": said.rhs}, *known, seconds=2)[1]


SOFTMAX = tc.Claim(
    id="ten-theorems/softmax",
    title="|softmax(x) - softmax(y)| <= |x - y| / 2 in the largest entry, for all d >= 2",
    source=tc.Source("Gao and Pavel, On the properties of the softmax", "Lipschitz continuity"),
    statement=r"\max_i |\sigma(x)_i - \sigma(y)_i| \le \tfrac12 \max_i |x_i - y_i|",
    says=says,
    subject=sp.Rational(1, 2),
    checks=(tc.proof_of(says, proof), tc.instances_of(says)),
    mutants=(tc.Mutant("quarter", sp.Rational(1, 4), "half of the constant"),),
    repairs=("ten-theorems/softmax-quarter",),
)
