"""The features elu(x) + 1: positive as real numbers, 0 in single precision below -25 log 2."""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from math import log
from typing import Any

import flint
import numpy as np
import sympy as sp

from constructions.arrays import ones, outer
from proofs.transformers_are_rnns import PAPER
from theorem_checks import (
    All,
    AtMost,
    Claim,
    Control,
    Counterexample,
    Evidence,
    Less,
    Mutant,
    Source,
    Verdict,
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


# -- single precision -----------------------------------------------------------------------------


@dataclass(frozen=True)
class Computed:
    """How phi is computed for x < 0 from e^x, a ball: exactly, then rounded to single precision.

    Each function of `steps` is followed by a rounding to the nearest of 24 bits.
    """

    steps: tuple[Callable[[Any], Any], ...]


AS_WRITTEN = Computed((lambda e: e - 1, lambda y: y + 1))
AS_A_POWER = Computed((lambda e: e,))
ZERO = flint.fmpq(0)


def _rounded(ball):
    """Return the number of 24 bits that is nearest to all of a ball, ties to even; None if unsure.

    For numbers of size from 2^-120 to 2, which need no denormal ones.
    """
    low, high = (_nearest(end) for end in (ball.lower(), ball.upper()))
    return low if low == high else None


def _nearest(end):
    mantissa, exponent = end.man_exp()
    value = Fraction(int(mantissa)) * Fraction(2) ** int(exponent)
    if value == 0:
        return ZERO
    shift = 24 - (abs(value).numerator.bit_length() - value.denominator.bit_length())
    scaled = value * Fraction(2) ** shift
    while abs(scaled) >= 2**24:
        scaled, shift = scaled / 2, shift - 1
    nearest = Fraction(round(scaled)) / Fraction(2) ** shift  # Python rounds ties to even
    return flint.fmpq(nearest.numerator, nearest.denominator)


def computed_feature(computed, x):
    """Return phi(x) as computed with correct rounding at a single-precision number x; or None."""
    exact = Fraction(float(x))
    with flint.ctx.workprec(200):
        value = flint.arb(flint.fmpq(exact.numerator, exact.denominator)).exp()
        for step in computed.steps:
            nearest = _rounded(step(value))
            if nearest is None:
                return None
            value = flint.arb(nearest)
    return value


def _around(bits):
    """Return the single-precision numbers next to -bits log 2, from above to below."""
    edge = np.float32(-bits * log(2))
    return [np.nextafter(edge, np.float32(0)), edge, np.nextafter(edge, np.float32(-99))]


@check("exact")
def check_computed_positive(computed):
    """At the single-precision numbers next to -25 log 2, and at -17, -18, -40 and -80."""
    for x in (np.float32(-17), *_around(25), *map(np.float32, (-18, -40, -80))):
        value = computed_feature(computed, x)
        if value is None:
            return Evidence.undecided(f"The rounding at {x} is not decided.")
        if value == 0:
            at = Fraction(float(x))
            return Evidence.refuted(
                Counterexample({"x": at}, "phi(x) > 0", "0", f"x is about {float(x):.7f}")
            )
    return Evidence.holds("seven numbers from -80 to -17")


@check("bound")
def check_threshold(bits):
    """Phi is computed as 0 below -bits log 2 and not above, at the two next numbers to it.

    e^x - 1 rounds to -1 if e^x <= 2^-25, half the spacing of the numbers just above -1; it grows
    with x, and so does its rounding. So the two numbers next to the threshold decide for all.
    """
    with flint.ctx.workprec(200):
        threshold = -bits * flint.arb(2).log()
        for x in _around(bits):
            value, at = computed_feature(AS_WRITTEN, x), Fraction(float(x))
            below = flint.arb(flint.fmpq(at.numerator, at.denominator)) < threshold
            if value is None:
                return Evidence.undecided(f"The rounding at {x} is not decided.")
            if (value == 0) != below:
                claimed = "phi(x) = 0" if below else "phi(x) > 0"
                return Evidence.refuted(Counterexample({"x": at}, claimed, str(value)))
    return Evidence.argued(
        "rounding to nearest is monotone",
        scope="all single-precision numbers, with correct rounding of e^x - 1",
    )


@check("exact")
def check_in_jax(bits):
    """JAX's own elu in single precision: 0 just below the threshold, more from one bit above on.

    How exact its e^x - 1 is depends on its version; in 0.12 it is 0 up to -16.98.
    """
    import jax
    import jax.numpy as jnp

    edge = -bits * log(2)
    x = jnp.array([edge - 1e-3, edge + log(2) + 1e-3], "float32")
    below, above = jax.nn.elu(x) + 1
    if below != 0 or above == 0:
        values = {"x": [Fraction(float(value)) for value in x]}
        found = f"{float(below)} below and {float(above)} above"
        return Evidence.refuted(Counterexample(values, "0 below and more above", found))
    return Evidence.holds("just below the threshold, and a bit above it")


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

positive_in_float32 = Claim(
    id="trf-rnn/new-exp-feature-float32",
    title="Computed as elu(x) + 1 in single precision, the features are positive",
    source=Source(PAPER, "Sec. 4, beyond the text"),
    statement=r"\mathrm{fl}(\mathrm{fl}(e^x - 1) + 1) > 0",
    assumptions=("numbers of 24 bits, each operation rounded to the nearest",),
    subject=AS_WRITTEN,
    checks=(check_computed_positive,),
    controls=(Control("as-a-power", AS_A_POWER, "e^x for x <= 0"),),
    expect=Verdict.REFUTED,
    repaired_by="trf-rnn/new-exp-feature-threshold",
    new=True,
    notes="A query whose features are all 0 has the normaliser 0, and no output. Computed as e^x"
    " for x <= 0 the features are positive at each of the numbers tried, down to -80.",
)

threshold = Claim(
    id="trf-rnn/new-exp-feature-threshold",
    title="Computed as elu(x) + 1 in single precision, the features are 0 just for x < -25 log 2",
    source=Source(PAPER, "Sec. 4, beyond the text"),
    statement=r"\mathrm{fl}(\mathrm{fl}(e^x - 1) + 1) = 0 \iff x < -25 \log 2 \approx -17.33",
    assumptions=("numbers of 24 bits, each operation rounded to the nearest, ties to even",),
    subject=25,
    checks=(check_threshold, check_in_jax.killing("one-bit-less")),
    mutants=(
        Mutant("one-bit-less", 24, "-24 log 2, the spacing in place of its half"),
        Mutant("one-bit-more", 26, "-26 log 2"),
    ),
    repairs=("trf-rnn/new-exp-feature-float32",),
    new=True,
)
