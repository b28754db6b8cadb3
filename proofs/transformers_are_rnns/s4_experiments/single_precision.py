r"""The features elu(x) + 1 in single precision: 0 below -25 log 2, and positive above.

**Rounding.** A result is rounded to a number of 24 bits that none is nearer to. Of these only some
count: -1 and -1 + u, u = 2^-24, with none between them, and none between -1 - 2 u and -1; 0, u and
1. For e^x < u/2 the number -1 is the nearest to e^x - 1, and -1 + 1 is 0, a number of 24 bits. For
e^x > u/2 a number r that is as near as -1 and -1 + u are is -1 + u at least, so that what is as
near to r + 1 as 0 and u are is more than 0. In between lies x = -25 log 2, no number of 24 bits.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from math import log as logarithm
from typing import Any

import flint
import numpy as np
import sympy as sp

from proofs.transformers_are_rnns import PAPER
from theorem_checks import (
    All,
    AtMost,
    Claim,
    Conclusion,
    Control,
    Counterexample,
    Either,
    Equal,
    Evidence,
    Implies,
    Less,
    Mutant,
    Source,
    Verdict,
    World,
    arithmetic,
    check,
    conjunction,
    exp,
    log,
    proof_of,
    prove,
)
from theorem_checks.statements.conclusions import symbols_of


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
    edge = np.float32(-bits * logarithm(2))
    return [np.nextafter(edge, np.float32(0)), edge, np.nextafter(edge, np.float32(-99))]


@check("exact")
def check_computed_positive(computed):
    """At the single-precision numbers next to -25 log 2, and at -17, -18, -40 and -80."""
    for x in (*map(np.float32, (-17, -18, -40, -80)), *_around(25)):
        value = computed_feature(computed, x)
        if value is None:
            return Evidence.undecided(f"The rounding at {x} is not decided.")
        if value == 0:
            at = Fraction(float(x))
            about = "" if at.denominator == 1 else f"x is about {float(x):.7f}"
            return Evidence.refuted(Counterexample({"x": at}, "phi(x) > 0", "0", about))
    return Evidence.holds("seven numbers from -80 to -17")


U = Fraction(1, 2**24)


@dataclass(frozen=True)
class Threshold:
    """That below -bits log 2 the features are computed as 0, and above as more."""

    bits: int
    computed: Computed = AS_WRITTEN
    right: Callable[[Any], Any] = lambda x: x + 1


def says_threshold(threshold: Threshold, w: World) -> Conclusion:
    """At -bits log 2 + y, y < 0, the feature is rounded to 0, at -bits log 2 + z, z > 0, to more.

    In this order: -1 is nearer to e^x - 1 than any number that is -1 + u at least, or -1 - 2 u at
    most; and what comes of it is 0. A number -1 + u i of 24 bits that is as near to e^x - 1 as
    others leads to one that is rounded to more than 0. And so does any x > 0, on the right.
    """
    first, second = threshold.computed.steps
    y, z, x = (
        w.number("y", negative=True, small=True),
        w.number("z", positive=True),
        w.number("x", positive=True),
    )
    a, i, s = w.number("a", nonnegative=True, small=True), w.number("i"), w.number("s")

    def after_one(beyond: Any) -> Any:
        e = w.call(lambda v: exp(v - threshold.bits * log(2)), beyond)
        return w.call(first, e)

    below, above, r = after_one(y), after_one(z), U * i - 1
    to_minus_one = (Less(abs(below + 1), abs(below + 1 - U * k)) for k in (1 + a, -2 - a))
    of_24_bits = Either((AtMost(i, -2), Equal(i, 0 * i), AtMost(1, i)))
    nearest = (*_as_near(above, r, -1, U - 1), *_as_near(w.call(second, r), U * s, 0, U))
    return All(
        (
            *to_minus_one,
            Equal(w.call(lambda k: second(k - 1), 0 * a), 0 * a),
            Implies(All((of_24_bits, *nearest)), Less(0, s)),
            Implies(All(_as_near(w.call(threshold.right, x), s, 0, 1)), Less(0, s)),
        )
    )


def _as_near(value: Any, found: Any, *others: Any) -> tuple[Conclusion, ...]:
    """That what is found is as near to a value as these numbers are."""
    return tuple(AtMost(abs(value - found), abs(value - other)) for other in others)


def by_distances(whole: Any) -> Evidence:
    """Prove it by arithmetic, from that the exponential is positive, and below 1 just below 0."""
    *nearer, none, above, right = whole.parts
    beyond = {symbol.name: sp.exp(symbol) for symbol in symbols_of(whole) if symbol.name in "yz"}
    small, large = Less(beyond["y"], 1), Less(1, beyond["z"])
    known = {"y": (Less(0, beyond["y"]), small), "z": (Less(0, beyond["z"]), large)}
    proved = {name: [(one, prove(one)) for one in both] for name, both in known.items()}
    return conjunction(
        whole,
        *(arithmetic(part, *proved["y"]) for part in nearer),
        prove(none),
        arithmetic(above, *proved["z"]),
        arithmetic(right),
    )


@check("bound")
def check_next_to_the_threshold(threshold: Threshold) -> Evidence:
    """Phi is computed as 0 below -bits log 2 and not above, at the two next numbers to it."""
    with flint.ctx.workprec(200):
        edge = -threshold.bits * flint.arb(2).log()
        for x in _around(threshold.bits):
            value, at = computed_feature(threshold.computed, x), Fraction(float(x))
            below = flint.arb(flint.fmpq(at.numerator, at.denominator)) < edge
            if value is None:
                return Evidence.undecided(f"The rounding at {x} is not decided.")
            if (value == 0) != below:
                claimed = "phi(x) = 0" if below else "phi(x) > 0"
                return Evidence.refuted(Counterexample({"x": at}, claimed, str(value)))
    return Evidence.holds("two numbers of 24 bits, each operation rounded to the nearest")


@check("exact")
def check_in_jax(threshold: Threshold) -> Evidence:
    """JAX's own elu in single precision: 0 just below the threshold, more from one bit above on.

    How exact its e^x - 1 is depends on its version; in 0.12 it is 0 up to -16.98.
    """
    import jax
    import jax.numpy as jnp

    edge = -threshold.bits * logarithm(2)
    x = jnp.array([edge - 1e-3, edge + logarithm(2) + 1e-3], "float32")
    below, above = jax.nn.elu(x) + 1
    if below != 0 or above == 0:
        values = {"x": [Fraction(float(value)) for value in x]}
        found = f"{float(below)} below and {float(above)} above"
        return Evidence.refuted(Counterexample(values, "0 below and more above", found))
    return Evidence.holds("just below the threshold, and a bit above it")


SINGLE = Threshold(25)

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
    assumptions=(
        "numbers of 24 bits, each operation rounded to a number that none is nearer to",
        r"of these numbers: $-1$ and $-1 + 2^{-24}$, none between them or within $2^{-23}$ below"
        r" $-1$; $0$, $2^{-24}$ and $1$",
    ),
    subject=SINGLE,
    says=says_threshold,
    checks=(
        proof_of(says_threshold, by_distances).killing("one-bit-less", "elu", "falls"),
        check_next_to_the_threshold.killing("one-bit-less", "one-bit-more", "elu"),
        check_in_jax.killing("one-bit-less"),
    ),
    mutants=(
        Mutant("one-bit-less", Threshold(24), "-24 log 2, the spacing in place of its half"),
        Mutant("one-bit-more", Threshold(26), "-26 log 2"),
        Mutant(
            "elu",
            replace(SINGLE, computed=Computed((lambda e: e - 1, lambda y: y))),
            "elu, without 1",
        ),
        Mutant("falls", replace(SINGLE, right=lambda x: 1 - x), "1 - x on the right"),
    ),
    late=(
        Mutant(
            "far",
            replace(SINGLE, right=lambda x: x + 1 if x < 10**9 else 0 * x),
            "0 from 10^9 on",
        ),
    ),
    repairs=("trf-rnn/new-exp-feature-float32",),
    new=True,
)
