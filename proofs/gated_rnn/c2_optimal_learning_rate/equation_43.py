r"""Appendix C.2: the best learning rate of one gradient step on in-context linear regression.

Inputs X (d_x x n) and x (d_x) i.i.d. uniform, centred, of variance s; tasks W (d_y x d_x) i.i.d.
centred of variance s_W; Y = W X. One step from 0 with rate eta on (1/2) ||Y - W X||^2 predicts
eta Y X^T x for W x, and the expected loss is a parabola in eta. (The paper has x in R^{d_y};
R^{d_x} is meant.)
"""

from fractions import Fraction
from itertools import product
from typing import Any

import sympy as sp

from proofs.gated_rnn import PAPER
from theorem_checks import (
    IID,
    Claim,
    Counterexample,
    Discrete,
    Evidence,
    Mean,
    Mutant,
    RandomMatrix,
    RandomVector,
    Source,
    Uniform,
    UniqueMinimum,
    by_completing_the_square,
    check,
    covariance,
    decide_mean,
    expectation,
    proof_of,
    prove,
    squared_norm,
    to_fraction,
    trace,
    variance,
)

n, d, d_y = sp.symbols("n d_x d_y", integer=True, positive=True)
s, s_W, k = sp.symbols("s s_W k", positive=True)
eta = sp.Symbol("eta", real=True)


def few(n):
    """Return 1 for less than 2000, and 0 from there on."""
    return 1 if n < 2000 else 0


SETTING = (
    r"$X \in \mathbb{R}^{d_x \times n}$ and $x \in \mathbb{R}^{d_x}$ i.i.d. centred, variance $s$",
    r"$W \in \mathbb{R}^{d_y \times d_x}$ i.i.d. centred, variance $s_W$; $Y = WX$, $y = Wx$",
    "X, W and x independent",
)
UNIFORM = "entries of $X$ and $x$ uniform (kurtosis 9/5)"


def printed_rate(n, d, s):
    """Return eta* of eq. (43)."""
    return 1 / (s * (n + d - Fraction(1, 5)))


def rate_by_kurtosis(n, d, s, k):
    """Return eta* for any i.i.d. law with kurtosis k."""
    return 1 / (s * (n + d + k - 2))


def least_at(rate, w, law, *of_the_law):
    """The expected loss is least at the rate, for inputs of a law with variance s."""
    n, d, d_y, s_W = w.size("n"), w.size("d_x"), w.size("d_y"), w.number("s_W", positive=True)
    X, x = RandomMatrix("X", d, n, law=law), RandomVector("x", d, law=law)
    W = RandomMatrix("W", d_y, d, law=IID(variance=s_W))
    loss = squared_norm(W @ x - (W @ X @ X.T @ x) * eta)
    return UniqueMinimum(loss, eta, w.call(rate, n, d, *of_the_law))


def says_best_for_uniform_inputs(rate, w):
    """For uniform inputs the expected loss is least at the rate, and only there."""
    s = w.number("s", positive=True)
    return least_at(rate, w, Uniform(variance=s), s)


def says_best_for_every_law(rate, w):
    """The law of the inputs enters by variance and kurtosis alone; a kurtosis is at least 1."""
    s, k = w.number("s", positive=True), w.number("k", least=1)
    return least_at(rate, w, IID(variance=s, kurtosis=k), s, k)


def by_mean(conclusion):
    """Prove where a loss is least, from its mean, a parabola."""
    mean = expectation(conclusion.statistic)
    return by_completing_the_square(conclusion, prove(Mean(conclusion.statistic, mean)))


check_best_for_uniform_inputs = proof_of(
    says_best_for_uniform_inputs, by_mean, name="check_best_for_uniform_inputs", seconds=120
)
check_best_for_every_law = proof_of(
    says_best_for_every_law, by_mean, name="check_best_for_every_law", seconds=120
)


def three_points(kurtosis, size) -> dict[Any, Any]:
    """Return the law {value: probability} on {-size, 0, size} that has the given kurtosis."""
    p = 1 / (2 * Fraction(kurtosis))
    return {-size: p, Fraction(0): 1 - 2 * p, size: p}


def _traces(law, n, d):
    """Return the variance, E tr G and E tr G^2, G = X X^T, by going through all matrices X."""
    first = second = Fraction(0)
    for entries in product(law.items(), repeat=n * d):
        weight = sp.prod([Fraction(1), *(p for _, p in entries)])
        rows = [[value for value, _ in entries[i * n : (i + 1) * n]] for i in range(d)]
        gram = [[sum(a * b for a, b in zip(r, q, strict=True)) for q in rows] for r in rows]
        first += weight * sum(gram[i][i] for i in range(d))
        second += weight * sum(g * g for row in gram for g in row)
    return sum(v * v * p for v, p in law.items()), first, second


SMALL = [(1, 1), (1, 2), (2, 1), (2, 2), (3, 1), (1, 3)]


def compare(formula, truth, laws):
    """Compare a formula with the truth at small sizes, for discrete laws of given kurtosis."""
    for kurtosis, size in laws:
        law = three_points(kurtosis, Fraction(size))
        for columns, rows in SMALL:
            variance, first, second = _traces(law, columns, rows)
            stated, found = formula(columns, rows, variance, kurtosis), truth(first, second)
            if stated != found:
                values = {"n": columns, "d_x": rows, "s": variance, "kurtosis": kurtosis}
                return Evidence.refuted(Counterexample(values, claimed=stated, found=found))
    shown = ", ".join(f"({a}, {b})" for a, b in SMALL)
    return Evidence.holds(f"three-point laws; (n, d_x) in {shown}")


UNIFORM_LIKE = [(Fraction(9, 5), 1), (Fraction(9, 5), 3)]
SEVERAL = [(Fraction(1), 2), (Fraction(9, 5), 1), (Fraction(3), 1), (Fraction(7, 2), 3)]


@check("exact")
def check_by_enumeration(rate):
    """E tr G / E tr G^2 over all matrices of a discrete law with the uniform law's kurtosis."""
    return compare(
        lambda n, d, s, _k: rate(n, d, s), lambda first, second: first / second, UNIFORM_LIKE
    )


@check("exact")
def check_by_enumeration_for_several_laws(rate):
    """E tr G / E tr G^2 over all matrices, for laws of kurtosis 1, 9/5, 3 and 7/2."""
    return compare(rate, lambda first, second: first / second, SEVERAL)


WIDE = {n: 48, d: 32}  # so large that one matrix X tells tr G and tr G^2 to a few per cent


def _sample_slope(rate, law, draw, seed):
    """Test that the mean slope of the loss at `rate` is 0, to 0.9 per cent of E tr G.

    Over W and x the slope is tr G - eta tr G^2 up to a constant factor. Its variance is known
    exactly from the moments of the law, whatever eta is.
    """
    import jax.numpy as jnp

    X = RandomMatrix("X", d, n, law=law)
    G = X @ X.T
    moments = (
        expectation(trace(G)),
        variance(trace(G)),
        covariance(trace(G), trace(G @ G)),
        variance(trace(G @ G)),
    )
    unit, first, mixed, second = (to_fraction(moment.subs(WIDE)) for moment in moments)
    step = Fraction(rate)
    spread = (first - 2 * step * mixed + step**2 * second) / unit**2

    def slope(key):
        entries = draw(key, (WIDE[d], WIDE[n]))
        gram = entries @ entries.T
        return (jnp.trace(gram) - float(step) * jnp.sum(gram * gram)) / float(unit)

    return decide_mean(
        slope, 0, "9/1000", seed=seed, variance=spread, because="moments of the law", block=64
    )


@check("sample", kills=("gaussian", "one-percent"))
def check_slope_by_sampling(rate, *, seed):
    """The mean slope of the loss at eta* for uniform inputs of variance 2."""
    import jax

    def draw(key, shape):
        return 6**0.5 * jax.random.uniform(key, shape, minval=-1)

    return _sample_slope(rate(WIDE[n], WIDE[d], Fraction(2)), Uniform(variance=2), draw, seed)


@check("sample", kills=("uniform", "one-percent"))
def check_slope_by_sampling_for_another_law(rate, *, seed):
    """The mean slope at eta* for the values -2, 0 and 2, with 0 so often that k = 7/2."""
    import jax
    import jax.numpy as jnp

    law = three_points(Fraction(7, 2), Fraction(2))
    spread = sum(p * x**2 for x, p in law.items())

    def draw(key, shape):
        values = jnp.array([float(x) for x in law])
        return jax.random.choice(key, values, shape, p=jnp.array([float(p) for p in law.values()]))

    step = rate(WIDE[n], WIDE[d], spread, Fraction(7, 2))
    return _sample_slope(step, Discrete(law), draw, seed)


optimal_rate = Claim(
    id="gated-rnn/eq-43",
    title="One gradient step on uniform inputs is best at eta* = 1/(s (n + d_x - 1/5))",
    source=Source(PAPER, "App. C.2, eq. (43); eqs (28), (37)"),
    statement=r"\eta^* = \frac{1}{\sigma_x^2 \left(n + d_x - \frac15\right)}"
    r" = \arg\min_\eta \tfrac12 E\|y - \eta Y X^\top x\|^2",
    assumptions=(*SETTING, UNIFORM),
    subject=printed_rate,
    says=says_best_for_uniform_inputs,
    checks=(check_best_for_uniform_inputs, check_by_enumeration, check_slope_by_sampling),
    mutants=(
        Mutant("gaussian", lambda n, d, s: 1 / (s * (n + d + 1)), "kurtosis 3 for 9/5"),
        Mutant("lost-variance", lambda n, d, s: 1 / (n + d - Fraction(1, 5)), "s = 1 assumed"),
        Mutant("lost-dimension", lambda n, d, s: 1 / (s * (n - Fraction(1, 5)))),
        Mutant("off-by-one", lambda n, d, s: 1 / (s * (n + d - Fraction(6, 5))), "n - 1 for n"),
        Mutant("mean-loss", lambda n, d, s: n / (s * (n + d - Fraction(1, 5))), "loss over n"),
        Mutant("one-percent", lambda n, d, s: printed_rate(n, d, s) * Fraction(101, 100)),
    ),
    late=(
        Mutant("many-columns", lambda n, d, s: printed_rate(n, d, s) * few(n), "0 from n = 2000"),
    ),
    notes="The paper has x in R^{d_y}; R^{d_x} is meant.",
)

rate_for_every_law = Claim(
    id="gated-rnn/x4-eta-kurtosis",
    title="For any i.i.d. centred inputs of kurtosis k, eta* = 1/(s (n + d_x + k - 2))",
    source=Source(PAPER, "App. C.2, beyond eq. (43)"),
    statement=r"\eta^* = \frac{1}{s\,(n + d_x + k - 2)}",
    assumptions=(*SETTING, "entries of $X$ and $x$ of kurtosis $k$"),
    subject=rate_by_kurtosis,
    says=says_best_for_every_law,
    checks=(
        check_best_for_every_law,
        check_by_enumeration_for_several_laws,
        check_slope_by_sampling_for_another_law,
    ),
    mutants=(
        Mutant("excess", lambda n, d, s, k: 1 / (s * (n + d + k + 1)), "k as excess kurtosis"),
        Mutant("uniform", lambda n, d, s, k: 1 / (s * (n + d - Fraction(1, 5))), "always 9/5"),
        Mutant("off-by-one", lambda n, d, s, k: 1 / (s * (n + d + k - 1)), "k - 1 for k - 2"),
        Mutant("one-percent", lambda n, d, s, k: rate_by_kurtosis(n, d, s, k) * Fraction(99, 100)),
    ),
    late=(
        Mutant(
            "many-columns", lambda n, d, s, k: rate_by_kurtosis(n, d, s, k) * few(n), "0 from 2000"
        ),
    ),
    new=True,
)
