r"""Moments of uniform inputs, and the best rate in the regression task of Section 5.

Uniform entries of variance s have the fourth moment (9/5) s^2; that is where the -1/5 of eq. (43)
comes from. The task of App. C.1 has inputs of variance 1 and outputs of variance 1.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import sympy as sp

from proofs.gated_rnn import PAPER
from proofs.gated_rnn.c2_optimal_learning_rate.equation_43 import (
    UNIFORM,
    by_mean,
    d,
    k,
    least_at,
    n,
    s,
)
from proofs.gated_rnn.c2_optimal_learning_rate.equations_37_to_40 import FIRST, SECOND
from theorem_checks import (
    IID,
    All,
    Claim,
    Conclusion,
    Counterexample,
    Evidence,
    Mean,
    Mutant,
    RandomMatrix,
    RandomVector,
    Source,
    Uniform,
    World,
    all_of,
    check,
    entry,
    instances_of,
    proof_of,
    prove_identity,
    squared_norm,
    to_fraction,
)


@dataclass(frozen=True)
class Moments:
    """The second and the fourth moment of a uniform law on [-b, b], as functions of b."""

    second: Callable[[sp.Expr], sp.Expr]
    fourth: Callable[[sp.Expr], sp.Expr]


b = sp.Symbol("b", positive=True)


@check("proof")
def check_antiderivatives(moments: Moments) -> Evidence:
    """The primitive u^{m+1} / (2 b (m + 1)) of u^m / (2 b) grows by the moment on [-b, b]."""
    u = sp.Symbol("u", real=True)
    parts = {}
    for power, moment in ((2, moments.second), (4, moments.fourth)):
        primitive = u ** (power + 1) / (2 * b * (power + 1))
        parts[f"derivative, power {power}"] = prove_identity(
            sp.diff(primitive, u), u**power / (2 * b)
        )
        parts[f"moment {power}"] = prove_identity(
            primitive.subs(u, b) - primitive.subs(u, -b), moment(b)
        )
    return all_of(parts, "all b > 0", words=("the fundamental theorem of calculus",))


def says_moments(moments: Moments, w: World) -> Conclusion:
    """A uniform law of variance b^2/3 has these moments."""
    bound = w.number("b", positive=True)
    squares = squared_norm(RandomVector("u", 1, law=Uniform(variance=bound**2 / 3)))
    second, fourth = w.call(moments.second, bound), w.call(moments.fourth, bound)
    return All((Mean(squares, second), Mean(squares * squares, fourth)))


check_moments = proof_of(says_moments, name="check_moments")


UNIFORM_MOMENTS = Moments(lambda b: b**2 / 3, lambda b: b**4 / 5)

fourth_moment = Claim(
    id="gated-rnn/c2-fourth-moment",
    title="A centred uniform law of variance s has the fourth moment 9/5 s^2",
    source=Source(PAPER, "App. C.2, after eq. (42)"),
    statement=r"E\,x^4 = \tfrac95 \sigma_x^4",
    assumptions=(UNIFORM,),
    subject=Moments(UNIFORM_MOMENTS.second, lambda b: Fraction(9, 5) * (b**2 / 3) ** 2),
    says=says_moments,
    checks=(check_moments, instances_of(says_moments), check_antiderivatives),
    mutants=(
        Mutant("gaussian", Moments(UNIFORM_MOMENTS.second, lambda b: 3 * (b**2 / 3) ** 2)),
        Mutant(
            "one-sided",
            Moments(lambda b: b**2 / 12, UNIFORM_MOMENTS.fourth),
            "a width of b, not 2b",
        ),
    ),
    late=(
        Mutant(
            "far",
            Moments(UNIFORM_MOMENTS.second, lambda b: b**4 / 5 if b < 10**6 else b**4 / 3),
            "another fourth moment of wide laws",
        ),
    ),
)


@dataclass(frozen=True)
class Experiment:
    """The laws of the in-context task: bound of the inputs squared, variance of the weights."""

    bound_squared: Fraction = Fraction(3)
    weight_variance: Fraction = Fraction(1, 3)
    d_x: int = 3


def says_variances(laws: Experiment, _w: World) -> Conclusion:
    """X has variance 1 and fourth moment 9/5, and each output y_k = sum_a W_ka x_a variance 1."""
    law = Uniform(variance=laws.bound_squared / 3)
    inputs = RandomVector("x", laws.d_x, law=law)
    weights = RandomMatrix("W", 3, laws.d_x, law=IID(variance=laws.weight_variance))
    first = entry(inputs, 0)
    return All(
        (
            Mean(first**2, 1),
            Mean(first**4, sp.Rational(9, 5)),
            *(Mean(entry(weights @ inputs, k) ** 2, 1) for k in range(3)),
        )
    )


check_variances = proof_of(says_variances, name="check_variances")


task_variances = Claim(
    id="gated-rnn/c1-variance",
    title="Inputs of the regression task: variance 1, kurtosis 9/5; outputs: variance 1",
    source=Source(PAPER, "App. C.1"),
    statement=r"x \sim U(-\sqrt3, \sqrt3),\; W_{ka} \sim N(0, \tfrac13),\; d_x = 3:"
    r"\quad E\,x^2 = 1,\; E\,x^4 = \tfrac95,\; E\,y_k^2 = 1",
    assumptions=("N(0, 1/3) has the variance 1/3",),
    subject=Experiment(),
    says=says_variances,
    checks=(check_variances, instances_of(says_variances)),
    mutants=(
        Mutant("unit-bound", Experiment(bound_squared=Fraction(1)), "U(-1, 1)"),
        Mutant("deviation", Experiment(weight_variance=Fraction(1, 9)), "1/3 as a deviation"),
    ),
)


@check("exact")
def check_caption(rate: Callable[[int, int], Fraction]) -> Evidence:
    """It is E tr G / E tr G^2 at variance 1 for uniform inputs, at several T and d_x."""
    for length, rows in ((1, 1), (2, 3), (12, 3), (5, 7)):
        at = [(n, length), (d, rows), (s, 1), (k, sp.Rational(9, 5))]
        found = to_fraction(FIRST.subs(at)) / to_fraction(SECOND.subs(at))
        if rate(length, rows) != found:
            sizes = {"T": length, "d_x": rows}
            return Evidence.refuted(Counterexample(sizes, str(rate(length, rows)), str(found)))
    return Evidence.holds("(T, d_x) in (1, 1), (2, 3), (12, 3), (5, 7)")


def says_best(rate: Callable[..., Any], w: World) -> Conclusion:
    """For uniform inputs of variance 1 the expected loss is least at the rate, and only there."""
    return least_at(rate, w, Uniform(variance=1))


check_best = proof_of(says_best, by_mean, name="check_best", seconds=120)


caption = Claim(
    id="gated-rnn/tab2-eta",
    title="In the regression task the best rate is 1/(T + d_x - 1/5)",
    source=Source(PAPER, "Table 2, caption"),
    statement=r"\eta^* = (T + d_x - \tfrac15)^{-1}",
    assumptions=(UNIFORM, r"$\sigma_x = 1$, $n = T$"),
    subject=lambda T, rows: 1 / (T + rows - Fraction(1, 5)),
    says=says_best,
    checks=(check_best, check_caption),
    mutants=(
        Mutant(
            "query-counted", lambda T, rows: 1 / (T + 1 + rows - Fraction(1, 5)), "T + 1 tokens"
        ),
        Mutant("gaussian", lambda T, rows: 1 / (T + rows + Fraction(1)), "kurtosis 3"),
    ),
    late=(
        Mutant(
            "long",
            lambda T, rows: 1 / (T + rows - Fraction(1, 5)) if T < 2000 else 1 / (T + rows),
            "Gaussian inputs in long sequences",
        ),
    ),
)
