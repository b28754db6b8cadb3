"""Section 2, Stability: the limit of the spectral radius, and for which variance it is below 1.

By the law of Bai and Yin the radius of W / sqrt(n) tends to the deviation of the entries of W,
which is the root of nu_W, and not to nu_W; both have the same threshold 1.
"""

from fractions import Fraction

import sympy as sp

from proofs.linear_rnn import PAPER
from theorem_checks import (
    All,
    AtMost,
    Claim,
    Control,
    Equal,
    Eventually,
    Implies,
    Less,
    Mutant,
    Source,
    Verdict,
    apply_fact,
    arithmetic,
    check,
    conjunction,
    decide_mean_at_least,
    eventually,
    instances_of,
    proof_of,
    prove,
    sqrt,
)
from theorem_checks.facts.probability import BAI_YIN, RADIUS
from theorem_checks.statements.analysis import Converges
from theorem_checks.statements.conclusions import symbols_of


def printed_radius(nu):
    """Return the limit of n^{-1/2} lambda_max(W) as printed."""
    return nu


def radius(nu):
    """Return the limit of n^{-1/2} lambda_max(W)."""
    return sqrt(nu)


def says_radius(limit, w):
    """The radius tends to the stated limit, whose square is the variance of the entries of W.

    The second part is what the law of Bai and Yin says of the only limit there is; so another limit
    is refuted by it. That law is a fact, and no instance of the first part is run.
    """
    n, nu = w.size("n"), w.number("nu_W", positive=True)
    r = w.call(limit, nu)
    return All((Converges(n, RADIUS, r, "almost surely"), Equal(r**2, nu), Less(0, r)))


def by_bai_and_yin(whole):
    """The limit is that of Bai and Yin, for the root of the variance is the deviation."""
    _, square, positive = whole.parts
    (variance,) = (symbol for symbol in symbols_of(whole) if symbol.name == "nu_W")
    given = apply_fact(BAI_YIN, {"r": sqrt(variance)})
    return conjunction(whole, given, prove(square), prove(positive))


SQUARES = [{"nu_W": Fraction(top**2, 16)} for top in (1, 3, 4, 5, 6, 9)]


@check("sample", tier="deep")
def check_at_width_16(limit, *, seed):
    """At n = 16 and nu = 1/4 the radius is within a third of the limit, nine times in ten."""
    import jax
    import jax.numpy as jnp

    width, variance = 16, Fraction(1, 4)
    target = float(limit(sp.Rational(variance.numerator, variance.denominator)))

    def near(key):
        W = float(variance) ** 0.5 * jax.random.normal(key, (width, width))
        found = jnp.max(jnp.abs(jnp.linalg.eigvals(W))) / width**0.5
        return (jnp.abs(found - target) <= target / 3).astype(float)

    return decide_mean_at_least(near, Fraction(9, 10), Fraction(1, 10), seed=seed, bounds=(0, 1))


bai_yin = Claim(
    id="linear-rnn/bai-yin",
    title="The spectral radius of W / sqrt(n) tends to nu_W",
    source=Source(PAPER, "Sec. 2, Stability"),
    statement=r"\lim_{n \to \infty} n^{-1/2} \lambda_{\max}(W) = \nu_W",
    assumptions=(r"$W_{ij}$ i.i.d. $N(0, \nu_W)$",),
    subject=printed_radius,
    says=says_radius,
    checks=(instances_of(says_radius, SQUARES), check_at_width_16),
    controls=(Control("root", radius, "the root of nu_W"),),
    expect=Verdict.REFUTED,
    repaired_by="linear-rnn/new-spectral-radius",
    notes="The radius scales with the standard deviation, and nu_W is the variance. By the law of"
    " Bai and Yin, a fact, the square of the limit is nu_W, which stands in the statement as part"
    " (b); the square of the printed limit is nu_W^2. So at nu_W = 2 the limit is the root of 2,"
    " and printed is 2. At n = 16 and nu_W = 1/4 samples refute it as well, in the deep tier.",
)


spectral_radius = Claim(
    id="linear-rnn/new-spectral-radius",
    title="The spectral radius of W / sqrt(n) tends to the root of nu_W",
    source=Source(PAPER, "Sec. 2, Stability, corrected"),
    statement=r"\lim_{n \to \infty} n^{-1/2} \lambda_{\max}(W) = \sqrt{\nu_W}",
    assumptions=(r"$W_{ij}$ i.i.d. $N(0, \nu_W)$",),
    subject=radius,
    says=says_radius,
    checks=(
        proof_of(says_radius, by_bai_and_yin, instances=SQUARES),
        instances_of(says_radius, SQUARES),
        check_at_width_16,
    ),
    mutants=(
        Mutant("variance", printed_radius, "the variance for the standard deviation"),
        Mutant("twice", lambda nu: 2 * sqrt(nu), "the largest singular value"),
    ),
    late=(Mutant("huge", lambda nu: sqrt(nu) if nu < 10**9 else nu, "the variance from 10^9 on"),),
    repairs=("linear-rnn/bai-yin",),
    new=True,
)


def says_threshold(rules, w):
    """The radius is below 1 for all large n where the rule says so, and above 1 likewise.

    Almost surely. And its limit is below 1, or above, just there.
    """
    n, nu = w.size("n"), w.number("nu_W", positive=True)
    limit = sqrt(nu)
    stable, unstable = rules(nu)
    sides = (Less(limit, 1), stable), (Less(1, limit), unstable)
    both = [said for side, rule in sides for said in (Implies(side, rule), Implies(rule, side))]
    return All(
        (
            Converges(n, RADIUS, limit, "almost surely"),
            *both,
            Implies(stable, Eventually(n, RADIUS, "<", 1)),
            Implies(unstable, Eventually(n, RADIUS, ">", 1)),
        )
    )


def by_the_limit(parts):
    """The limit is that of Bai and Yin; a root is below 1 exactly where its square is."""
    converging, *threshold, stable, unstable = parts.parts
    (variance,) = (symbol for symbol in symbols_of(parts) if symbol.name == "nu_W")
    limit = sqrt(variance)
    given = apply_fact(BAI_YIN, {"r": limit})
    below, above = (
        Implies(stable.hypothesis, Less(limit, 1)),
        Implies(unstable.hypothesis, Less(1, limit)),
    )
    return conjunction(
        parts,
        given,
        *map(arithmetic, threshold),
        eventually(stable, converging, given, arithmetic(below)),
        eventually(unstable, converging, given, arithmetic(above)),
    )


threshold = Claim(
    id="linear-rnn/nuW-lt-1",
    title="A wide network has a spectral radius below 1 if nu_W < 1, and above 1 if nu_W > 1",
    source=Source(PAPER, "Sec. 2, Stability"),
    statement=r"\nu_W < 1 \implies n^{-1/2} \lambda_{\max}(W) < 1,\quad"
    r" \nu_W > 1 \implies n^{-1/2} \lambda_{\max}(W) > 1 \quad\text{for all large } n",
    assumptions=(r"$W_{ij}$ i.i.d. $N(0, \nu_W)$; almost surely",),
    subject=lambda nu: (Less(nu, 1), Less(1, nu)),
    says=says_threshold,
    checks=(
        proof_of(says_threshold, by_the_limit, instances=SQUARES),
        instances_of(says_threshold, SQUARES),
    ),
    mutants=(
        Mutant("at-most", lambda nu: (AtMost(nu, 1), Less(1, nu)), "<= for <"),
        Mutant("two", lambda nu: (Less(nu, 2), Less(2, nu)), "the threshold of rectified networks"),
        Mutant("at-least", lambda nu: (Less(nu, 1), AtMost(1, nu)), "unstable at nu_W = 1, too"),
    ),
    late=(
        Mutant(
            "huge",
            lambda nu: (Less(nu, 1), Less(1, nu)) if nu < 10**9 else (Less(1, nu), Less(nu, 1)),
            "stable from nu_W = 10^9 on",
        ),
    ),
    notes="The paper calls a network stable where that radius is below 1; in which sense it is"
    " right is linear-rnn/new-stability-of-states. The printed limit nu_W and the right one, its"
    " root, have the same threshold. At any finite n a network with nu_W < 1 is unstable with"
    " positive probability.",
)
