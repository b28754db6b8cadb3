"""Theorem 1 as printed: Omega(1/T) for the gradient under uniform attention, V being 'mild'.

It is false for every eigenvalue of V outside of the disc |lam - 1/2| <= 1/2 and inside of the unit
circle. The setting is in `uniform_gradient.py`, the repaired theorem in `uniform_condition.py`.
"""

from fractions import Fraction

import sympy as sp

from proofs.sparse_attention.s3_2_uniform_relevance.uniform_condition import admissible_eigenvalue
from proofs.sparse_attention.s3_2_uniform_relevance.uniform_gradient import (
    SETTING,
    THEOREM_1,
    gradient,
    search_small_gradients,
)
from theorem_checks import (
    Claim,
    Control,
    Counterexample,
    Evidence,
    Verdict,
    asymptotics,
    check,
    prove_growth,
)


def invertible_contraction(x, y):
    """Say whether V = x + iy is admissible, 'mild' being read as: invertible, and |V| < 1."""
    return 0 < x * x + y * y < 1


CANDIDATES = [Fraction(n, d) for d in (1, 2, 3, 4) for n in range(-d + 1, d)]


@check("bound")
def check_decay_of_each_candidate(admissible):
    """Every fraction of denominator <= 4: T |D_T| must not tend to 0. The exponent is certified."""
    tried = []
    for value in sorted(set(CANDIDATES), key=lambda v: (v.denominator, abs(v), v)):
        if not value or not admissible(value, Fraction(0)):
            continue
        exponent = 1 / (1 - sp.Rational(value)) - 2
        sequence = gradient(sp.Rational(value), 1)
        evidence = prove_growth(sequence, 1, exponent)
        if not evidence.verdict.passes:
            return evidence
        if exponent < -1:
            found = asymptotics(sequence)
            sizes_ = ", ".join(
                f"{float(abs(found.value(T) * T)):.4f} at T = {T}" for T in (100, 2000, 200000)
            )
            return Evidence.refuted(
                Counterexample(
                    {"V": value, "t": 1},
                    claimed="T |D_T| >= c > 0 for all large T",
                    found=f"T |D_T| = {sizes_}",
                    explanation=f"|D_T| decays like T^({exponent}), so that T |D_T| tends to 0.",
                ),
                parts=(evidence,),
            )
        tried.append(value)
    if not tried:
        return Evidence.vacuous("No candidate is admissible.")
    return Evidence.holds(f"V = {', '.join(map(str, tried))}; t = 1")


@check("search")
def check_for_vanishing_gradients(admissible):
    """Random V, t and T: the search looks for a gradient that is nearly zero, in exact numbers."""
    return search_small_gradients(
        lambda V: V**2 < 1 and admissible(V, Fraction(0)), Fraction(1, 50), examples=200, horizon=10
    )


theorem_1 = Claim(
    id="sparse-attention/thm-1",
    title="Under uniform attention the gradient is Omega(1/T), V being 'mild'",
    source=THEOREM_1,
    statement=r"\exists c > 0: |D_T| \ge c / T \text{ for all large } T",
    assumptions=(
        *SETTING,
        r"'mild assumptions on $V$' read as: an invertible contraction, $|V| < 1$",
    ),
    subject=invertible_contraction,
    checks=(check_decay_of_each_candidate, check_for_vanishing_gradients),
    controls=(
        Control("repaired", admissible_eigenvalue, "|lam - 1/2| <= 1/2, or |lam| >= 1"),
        Control("non-negative", lambda x, y: x >= 0 and y == 0, "V >= 0: no two paths cancel"),
    ),
    expect=Verdict.REFUTED,
    repaired_by="sparse-attention/new-uniform-condition",
    notes="At V = -1/2 the decay of the gradient is polynomial, T^(-4/3), and faster than 1/T."
    " At t = 1, T = 2 it is 3 V + 1/2, which vanishes at V = -1/6.",
)
