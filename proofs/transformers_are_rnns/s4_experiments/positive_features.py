"""The features elu(x) + 1 are positive as real numbers; as computed, see `single_precision.py`.

For x > 0 the feature is x + 1, and for x <= 0 it is $e^x$: both are positive. Any finitely many
positive numbers are a common positive number and squares, so that the product of a query's features
with the sum of all keys' is a positive number and squares, for any number of tokens: no normaliser
is 0. The branches are those of the shipped map, which agrees with them but for rounding.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import flint
import sympy as sp

from constructions.arrays import ones, outer
from proofs.transformers_are_rnns import PAPER
from theorem_checks import (
    All,
    AtMost,
    Claim,
    Counterexample,
    Evidence,
    Less,
    Mutant,
    Source,
    all_of,
    check,
    conjunction,
    exp,
    proof_of,
    prove,
    prove_inequality,
    sum_of_squares,
)
from theorem_checks.statements.conclusions import symbols_of


@dataclass(frozen=True)
class Features:
    """A feature map by its two branches, functions of x and of e^x: for x > 0 and for x <= 0."""

    right: Callable[[Any, Any], Any]
    left: Callable[[Any, Any], Any]


ELU_PLUS_ONE = Features(lambda x, e: x + 1, lambda x, e: e)


def says_positive(features, w):
    """Both branches are positive; so is every normaliser, of positive features, at every token.

    Any positive numbers, finitely many, are a positive number more than squares: so those of a
    query are alpha + a_c^2, and those of the keys of N tokens so far beta + b_jc^2.
    """
    x, y = w.number("x", positive=True), w.number("y", nonpositive=True)
    N, C = w.size("N"), w.size("C")
    alpha, beta = (w.number(name, positive=True) for name in ("alpha", "beta"))
    a, b = w.array("a", C), w.array("b", N, C)
    keys = b * b + beta * ones((N, C), like=b)
    normaliser = (a * a + alpha * ones((C,), like=a)) @ (keys.T @ ones((N,), like=b))
    least = N * C * alpha * beta
    return All(
        (
            Less(0, w.call(lambda x: features.right(x, exp(x)), x)),
            Less(0, w.call(lambda y: features.left(y, exp(y)), y)),
            AtMost(least, normaliser),
            Less(0, least),
        )
    )


def by_squares(parts):
    """The product of alpha + a^2 and beta + b^2 is alpha beta and squares; so is their sum."""
    right, left, bound, positive = parts.parts
    symbols = {symbol.name: symbol for symbol in symbols_of(parts)}
    N, alpha, beta = (symbols[name] for name in ("N", "alpha", "beta"))
    a, b = parts.array("a"), parts.array("b")
    each = outer(ones(b.axes[:1], like=b), a)
    squares = (alpha, b), (beta * N, a), (1, each * b)
    found = sum_of_squares(bound, *squares)
    return conjunction(parts, prove(right), prove(left), found, prove(positive))


@check("bound")
def check_branches_in_balls(features):
    """Both branches with the true exponential, on [-40, 0] and on [0, 40]."""
    x = sp.Symbol("x")
    return all_of(
        {
            "x <= 0": prove_inequality(features.left(x, sp.exp(x)), {x: (-40, 0)}, ">", 0),
            "x >= 0": prove_inequality(features.right(x, sp.exp(x)), {x: (0, 40)}, ">", 0),
        },
        "-40 <= x <= 40",
    )


@check("exact")
def check_shipped_features(features):
    """The features of `causal_linear_attention` are these, but for rounding to single precision."""
    import jax.numpy as jnp

    from constructions.causal_linear_attention import elu_plus_one

    for point in (-30, -5, -1, Fraction(-1, 4), 0, Fraction(1, 4), 1, 5, 30):
        with flint.ctx.workprec(64):
            x = flint.arb(flint.fmpq(Fraction(point).numerator, Fraction(point).denominator))
            branch = features.right if point > 0 else features.left
            stated = branch(x, x.exp())
            found = flint.arb(float(elu_plus_one(jnp.float32(float(point)))))
            if not abs(found - stated) <= found / 2**20:
                told = str(stated), str(found), "of constructions.causal_linear_attention"
                return Evidence.refuted(Counterexample({"x": point}, *told))
    return Evidence.holds("nine numbers from -30 to 30, to a millionth")


exp_feature = Claim(
    id="trf-rnn/exp-feature",
    title="The features elu(x) + 1 are positive, and so is every normaliser",
    source=Source(PAPER, "Sec. 4, 'the feature map of equation 7'"),
    statement=r"\phi(x) = \operatorname{elu}(x) + 1 > 0, \qquad"
    r" \phi(q_i)^\top \sum_{j \le i} \phi(k_j) > 0",
    assumptions=("real numbers, computed exactly", "equation 7, not in the excerpt: elu + 1"),
    subject=ELU_PLUS_ONE,
    says=says_positive,
    checks=(
        proof_of(says_positive, by_squares).killing("relu", "linear"),
        check_branches_in_balls,
        check_shipped_features,
    ),
    late=(
        Mutant(
            "far",
            Features(lambda x, e: x + 1 if x < 10**9 else 0 * x, lambda x, e: e),
            "0 from 10^9 on",
        ),
    ),
    mutants=(
        Mutant("elu", Features(lambda x, e: x, lambda x, e: e - 1), "elu without the 1"),
        Mutant("relu", Features(lambda x, e: x, lambda x, e: 0 * e), "relu"),
        Mutant("linear", Features(lambda x, e: x + 1, lambda x, e: x + 1), "x + 1 on both sides"),
    ),
)
