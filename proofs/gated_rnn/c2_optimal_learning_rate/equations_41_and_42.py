"""Appendix C.2, eqs. (41) and (42): the second moment of X X^T for uniform inputs.

Of the d_x^2 squared entries of X X^T, d_x are squares of sums of n squares, with the mean
n (9/5) s^2 + n (n - 1) s^2; the other d_x (d_x - 1) have the mean n s^2. Eq. (41) has d_x - 1 of
these; the sum of all is eq. (42).
"""

from fractions import Fraction

from proofs.gated_rnn import PAPER
from proofs.gated_rnn.c2_optimal_learning_rate.equation_43 import (
    SETTING,
    UNIFORM,
    UNIFORM_LIKE,
    WIDE,
    compare,
    d,
    n,
)
from theorem_checks import (
    Claim,
    Control,
    Mean,
    Mutant,
    RandomMatrix,
    Source,
    Uniform,
    Verdict,
    check,
    decide_mean,
    proof_of,
    to_fraction,
    trace,
    variance,
)


def printed_trace(n, d, s):
    """Return Tr E[X X^T X X^T] of eq. (41), whose last term lacks a factor d_x."""
    return Fraction(9, 5) * n * d * s**2 + n * (n - 1) * d * s**2 + n * (d - 1) * s**2


def trace_of_square(n, d, s):
    """Return Tr E[X X^T X X^T] of eq. (42)."""
    return n * d * s**2 * (n + d - Fraction(1, 5))


def says_trace(formula, w):
    """The mean of Tr X X^T X X^T for uniform entries of variance s, which print calls sigma_x^2."""
    n, d, s = w.size("n"), w.size("d_x"), w.number("s", positive=True)
    X = RandomMatrix("X", d, n, law=Uniform(variance=s))
    return Mean(trace(X @ X.T @ X @ X.T), w.call(formula, n, d, s))


check_trace = proof_of(says_trace, name="check_trace")


@check("exact")
def check_trace_by_enumeration(formula):
    """E tr G^2 over all matrices of a discrete law with the uniform law's kurtosis."""
    return compare(lambda n, d, s, _k: formula(n, d, s), lambda _, second: second, UNIFORM_LIKE)


@check("sample", kills=("gaussian", "one-percent"))
def check_trace_by_sampling(formula, *, seed):
    """The mean of tr G^2 for uniform inputs of variance 2, to 0.9 per cent."""
    import jax
    import jax.numpy as jnp

    square = Uniform(variance=2)
    X = RandomMatrix("X", d, n, law=square)
    spread = to_fraction(variance(trace(X @ X.T @ X @ X.T)).subs(WIDE))
    value = Fraction(formula(WIDE[n], WIDE[d], Fraction(2)))

    def trace_of_square(key):
        entries = 6**0.5 * jax.random.uniform(key, (WIDE[d], WIDE[n]), minval=-1)
        return jnp.sum((entries @ entries.T) ** 2)

    delta = Fraction(9, 1000) * value
    return decide_mean(
        trace_of_square,
        value,
        delta,
        seed=seed,
        variance=spread,
        because="moments of the uniform law",
        block=64,
    )


printed_second_moment = Claim(
    id="gated-rnn/eq-41",
    title="Tr E[X X^T X X^T] as the line before the result has it",
    source=Source(PAPER, "App. C.2, eq. (41)"),
    statement=r"\mathrm{Tr}\,E[XX^\top XX^\top] ="
    r" \tfrac95 n d_x \sigma_x^4 + n(n-1) d_x \sigma_x^4 + n(d_x-1) \sigma_x^4,"
    r"\quad s = \sigma_x^2",
    assumptions=(SETTING[0], UNIFORM),
    subject=printed_trace,
    says=says_trace,
    checks=(check_trace, check_trace_by_enumeration),
    controls=(Control("repaired", trace_of_square, "n d_x (d_x - 1) in the last term"),),
    expect=Verdict.REFUTED,
    repaired_by="gated-rnn/eq-42",
    notes="The last term lacks a factor d_x; the next line, eq. (42), is right again.",
)

second_moment = Claim(
    id="gated-rnn/eq-42",
    title="Tr E[X X^T X X^T] = n d_x s^2 (n + d_x - 1/5)",
    source=Source(PAPER, "App. C.2, eq. (42)"),
    statement=r"\mathrm{Tr}\,E[XX^\top XX^\top]"
    r" = n d_x \sigma_x^4 \left(n + d_x - \tfrac15\right),\quad s = \sigma_x^2",
    assumptions=(SETTING[0], UNIFORM),
    subject=trace_of_square,
    says=says_trace,
    checks=(check_trace, check_trace_by_enumeration, check_trace_by_sampling),
    mutants=(
        Mutant("eq-41", printed_trace, "the last term lacks d_x"),
        Mutant("gaussian", lambda n, d, s: n * d * s**2 * (n + d + 1), "kurtosis 3 for 9/5"),
        Mutant("lost-square", lambda n, d, s: n * d * s * (n + d - Fraction(1, 5)), "s for s^2"),
        Mutant("one-percent", lambda n, d, s: trace_of_square(n, d, s) * Fraction(101, 100)),
    ),
    late=(
        Mutant(
            "many-rows",
            lambda n, d, s: trace_of_square(n, d, s) if d < 2000 else printed_trace(n, d, s),
            "the last term lacks d_x from d_x = 2000 on",
        ),
    ),
    repairs=("gated-rnn/eq-41",),
)
