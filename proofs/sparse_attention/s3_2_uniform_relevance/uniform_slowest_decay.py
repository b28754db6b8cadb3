"""However V contracts, uniform attention keeps the gradient above the order T^(-3/2).

With no attention the gradient of h_{t+1} = V h_t is V^(T-t). The exponent is that of
`uniform_exponent.py`.
"""

from dataclasses import replace
from fractions import Fraction
from math import prod

import sympy as sp

from proofs.sparse_attention import PAPER
from proofs.sparse_attention.s3_2_uniform_relevance.uniform_gradient import (
    SETTING,
    THEOREM_1,
    gradient,
    lam,
)
from theorem_checks import (
    Claim,
    Counterexample,
    Evidence,
    Ground,
    Mutant,
    Source,
    Verdict,
    all_of,
    certified_values,
    check,
    growth_modes,
    prove_for_all,
    prove_growth_bound,
    prove_identity,
    reals,
)


def slowest(modulus):
    """Return the power of T that the gradient exceeds for |lam| < 1."""
    return Fraction(-3, 2)


@check("proof")
def check_exponents_above(bound):
    """For every complex lam of the open disc Re(1/(1 - lam)) - 2 is above, and comes near."""
    x, y, near = reals("x y near")
    modes = {str(mode.root): mode.exponent for mode in growth_modes(gradient(lam, 1))}
    real_part = (1 - x) / ((1 - x) ** 2 + y**2)
    least = bound(x * x + y * y)
    at_minus_one = 1 / (2 - near) - 2  # lam = -1 + near
    return all_of(
        {
            "exponent": prove_identity(modes["1"], 1 / (1 - lam) - 2),
            "above": prove_for_all(real_part - 2 > least, assume=[x**2 + y**2 < 1]),
            "no better power": prove_for_all(
                at_minus_one < least + near, assume=[near > 0, near < 1]
            ),
        },
        "all complex |lam| < 1 where the constant is not 0; no larger power for all of them",
        words=("sparse-attention/new-uniform-exponent: D_T ~ C T^(p-2), p = 1/(1-lam)",),
        rests_on=(Ground.claim("sparse-attention/new-uniform-exponent"),),
    )


@check("bound", kills=("order-one", "inverse"))
def check_bounds_for_all_lengths(bound):
    """|D_T| >= T^power / 10 for every T from 200 on, for lam = -9/10, -1/2, 3/10 and t = 1."""
    parts = {}
    for value in (sp.Rational(-9, 10), sp.Rational(-1, 2), sp.Rational(3, 10)):
        power = sp.Rational(bound(Fraction(1)))
        sequence = gradient(value, 1)
        parts[f"lam = {value}"] = prove_growth_bound(sequence, ">=", "1/10", 1, power, start=200)
    found = all_of(parts, "lam = -9/10, -1/2, 3/10, t = 1, all T >= 200")
    return replace(found, verdict=Verdict.HOLDS) if found.verdict is Verdict.PROVED else found


slowest_decay = Claim(
    id="sparse-attention/new-slowest-decay",
    title="Under uniform attention the gradient is at least of the order T^(-3/2), if C_t is not 0",
    source=THEOREM_1,
    statement=r"|\lambda| < 1,\ C_t \ne 0 \implies |D_T| \ge c\, T^{-3/2}",
    assumptions=(*SETTING, r"$|\lambda| < 1$, and the constant $C_t$ is not 0"),
    subject=slowest,
    checks=(check_exponents_above, check_bounds_for_all_lengths),
    mutants=(
        Mutant("inverse", lambda modulus: Fraction(-1), "Theorem 1 as printed"),
        Mutant("order-one", lambda modulus: Fraction(0), "no decay at all"),
        Mutant("inverse-square", lambda modulus: Fraction(-2), "true, but not the best power"),
    ),
    new=True,
)


def vanilla_and_attention(V, T, t):
    """Return |ds_T/dh_t| without attention, and a power of T that it exceeds with attention."""
    return V ** (T - t), Fraction(-3, 2)


@check("proof")
def check_rates(rates):
    """Without attention each step multiplies by V; with it the power of T is above the bound."""
    V, T, t = sp.symbols("V T t", positive=True)
    without, power = rates(V, T, t)
    later, _ = rates(V, T + 1, t)
    v = reals("v")
    return all_of(
        {
            "no steps": prove_identity(without.subs(T, t), 1),
            "one step more": prove_identity(later, V * without),
            "the power with attention": prove_for_all(
                1 / (1 - v) - 2 > power, assume=[v > -1, v < 1]
            ),
        },
        "all V in (0, 1) without attention, all real |V| < 1 with it",
        words=(
            "sparse-attention/new-uniform-exponent: D_T ~ C T^(p-2), C not 0 for real V",
            "without attention a negative V gives |V|^(T-t) in size",
        ),
        rests_on=(Ground.claim("sparse-attention/new-uniform-exponent"),),
    )


@check("bound")
def check_gradients_run(rates):
    """T = 100 and 1000, V = +-1/2, 9/10: V^(T-t) is met exactly; with attention far above it."""
    for value in (Fraction(1, 2), Fraction(-1, 2), Fraction(9, 10)):
        with_attention = certified_values(gradient(sp.Rational(value), 1), (100, 1000))
        for T, found in with_attention.items():
            without, power = rates(abs(value), T, 1)
            product = prod([abs(value)] * (T - 1), start=Fraction(1))
            size = float(abs(found).mid().str(20, radius=False))
            least = float(T) ** power / 10
            if without != product or size < least or size < 10**3 * product:
                return Evidence.refuted(
                    Counterexample(
                        {"V": value, "t": 1, "T": T},
                        claimed=f"V^(T-t) = {float(without):.5g}, with attention >= {least:.5g}",
                        found=f"V^(T-t) = {float(product):.5g}, with attention {size:.5g}",
                    )
                )
    return Evidence.holds("t = 1; T = 100, 1000; V = 1/2, -1/2, 9/10")


versus_vanilla = Claim(
    id="sparse-attention/thm-1-vs-vanilla",
    title="Without attention the gradient vanishes exponentially, with it only like a power of T",
    source=Source(PAPER, "Sec. 3.2, Intuition of Theorem 1"),
    statement=r"0 < |V| < 1:\quad V^{T-t} \text{ against } |D_T| \ge c\, T^{-3/2}",
    assumptions=(*SETTING, r"$V$ a number, $0 < |V| < 1$"),
    subject=vanilla_and_attention,
    checks=(check_rates, check_gradients_run),
    mutants=(
        Mutant("one-step-more", lambda V, T, t: (V ** (T - t + 1), Fraction(-3, 2)), "T - t + 1"),
        Mutant("inverse", lambda V, T, t: (V ** (T - t), Fraction(-1)), "the printed rate"),
        Mutant("constant", lambda V, T, t: (V ** (T - t), Fraction(0)), "no decay at all"),
    ),
    repairs=("sparse-attention/thm-1-vs-vanilla-any-slopes",),
    notes="For a linear phi the comparison is true, though the bound 1/T of Theorem 1 is not: the"
    " power of T depends on V, and is above -3/2. Where phi' varies it may fail.",
)
