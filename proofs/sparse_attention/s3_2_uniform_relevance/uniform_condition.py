"""The weakest condition on an eigenvalue of V under which Theorem 1 is true.

With the exponent of `uniform_exponent.py`, T |D_T| stays away from 0 if and only if
Re 1/(1 - lam) >= 1, where |lam| < 1. From the unit circle on the mode lam^T T^(-lam/(1-lam)) takes
over; it is never smaller than T^(1/2), and for lam = 1 every path counts positively.

The constant of the larger mode is not 0 in the disc nor from the circle on, by
`uniform_constant.py`. Where it is 0, if anywhere, D_T is still smaller than 1/T.
"""

from fractions import Fraction

import sympy as sp
from hypothesis import assume

from proofs.sparse_attention.s3_2_uniform_relevance.uniform_gradient import (
    SETTING,
    THEOREM_1,
    derivatives,
    gradient,
    lam,
)
from theorem_checks import (
    Claim,
    Counterexample,
    Difference,
    Evidence,
    Ground,
    Mutant,
    all_of,
    check,
    growth_modes,
    iff,
    implies,
    prove_for_all,
    prove_growth,
    prove_identity,
    rationals,
    reals,
    search,
    sizes,
    to_fraction,
)

HALF = Fraction(1, 2)


def admissible_eigenvalue(x, y):
    """Say whether lam = x + iy lies in the disc |lam - 1/2| <= 1/2, or outside of the circle."""
    return ((x - HALF) ** 2 + y**2 <= HALF**2) | (x**2 + y**2 >= 1)


def inside_closed(x, y):
    """Say whether lam lies in the disc, and forget what is outside of the unit circle."""
    return (x - HALF) ** 2 + y**2 <= HALF**2


@check("proof")
def check_exponents(condition):
    """Exponents for all lam, and the condition as the exact set on which they suffice.

    The modes of the recurrence are 1^T T^(lam/(1-lam) - 1) and lam^T T^(-lam/(1-lam)).
    """
    x, y = reals("x y")
    modes = {str(mode.root): mode.exponent for mode in growth_modes(gradient(lam, 1))}
    apart = (1 - x) ** 2 + y**2
    real_part = (1 - x) / apart  # of p = 1/(1 - lam); lam/(1 - lam) = p - 1
    modulus = x**2 + y**2
    return all_of(
        {
            "exponent of the root 1": prove_identity(modes["1"], lam / (1 - lam) - 1),
            "exponent of the root lam": prove_identity(modes["lam"], -lam / (1 - lam)),
            "inside: T^(Re p - 2) against 1/T": prove_for_all(
                iff(condition(x, y), real_part - 2 >= -1), assume=[modulus < 1]
            ),
            "on the circle the root lam wins": prove_for_all(
                (1 - real_part > real_part - 2) & (1 - real_part == HALF) & condition(x, y),
                assume=[modulus == 1, apart > 0],
            ),
            "outside the root lam wins": prove_for_all(
                implies(modulus > 1, condition(x, y)) & implies(apart == 0, condition(x, y))
            ),
        },
        "all complex lam",
        words=(
            "D_T is asymptotic to its constant times the larger mode, by the transfer theorem of"
            " singularity analysis (sparse-attention/new-uniform-exponent for |lam| < 1)",
            "sparse-attention/new-uniform-constant: the constant is not 0 where lam is admissible;"
            " elsewhere D_T is of the stated order or below it",
            "for lam = 1 every path counts positively, so that D_T >= 1/T",
        ),
        rests_on=(
            Ground.claim("sparse-attention/new-uniform-exponent"),
            Ground.claim("sparse-attention/new-uniform-constant"),
        ),
    )


POINTS = (
    sp.Rational(1, 2),
    sp.Rational(-1, 4),
    (1 + sp.I) / 2,
    sp.I / 2,
    sp.Integer(-1),
    sp.Rational(-3, 2),
    sp.Integer(2),
)


@check("bound")
def check_growth_at_points(condition):
    """The gradient of single eigenvalues, inside, on and outside of both circles, t = 2.

    Its growth is proved in balls, and tells whether T |D_T| stays away from 0.
    """
    for point in POINTS:
        x, y = (to_fraction(part) for part in point.as_real_imag())
        outside = x * x + y * y >= 1
        root = point if outside else sp.Integer(1)
        power = -point / (1 - point) if outside else point / (1 - point) - 1
        evidence = prove_growth(gradient(point, 2), root, sp.simplify(power))
        if not evidence.verdict.passes:
            return evidence
        stays = x * x + y * y > 1 or sp.re(sp.simplify(power)) >= -1
        if bool(stays) != bool(condition(x, y)):
            return Evidence.refuted(
                Counterexample(
                    {"lam": str(point), "t": 2},
                    claimed=f"T |D_T| {'stays away from' if condition(x, y) else 'tends to'} 0",
                    found=f"D_T ~ C {root}^T T^({sp.simplify(power)})",
                )
            )
    return Evidence.holds(f"t = 2; lam = {', '.join(map(str, POINTS))}")


@check("search", kills=("contraction", "small"))
def check_small_gradients(condition):
    """Real lam with -1 < lam <= 1, as the condition has it: 1/T is a bound with the constant 1."""

    def holds(value, t, steps):
        assume(value > -1 and condition(value, Fraction(0)))
        T = t + steps
        found = derivatives(value, t, T)[T]
        return T * abs(found) >= 1 or Difference("T |D_T| >= 1", f"D_T = {found}")

    instances = {
        "value": rationals(least=-1, most=1, denominators=8),
        "t": sizes(least=1, most=3),
        "steps": sizes(least=1, most=8),
    }
    return search(instances, holds, examples=150, scope="-1 < lam <= 1, t <= 3, T - t <= 8")


uniform_condition = Claim(
    id="sparse-attention/new-uniform-condition",
    title="The gradient of an eigenvalue is Omega(1/T) just if |lam - 1/2| <= 1/2 or |lam| >= 1",
    source=THEOREM_1,
    statement=r"|D_T| = \Omega(1/T) \iff |\lambda - \tfrac12| \le \tfrac12"
    r"\text{ or } |\lambda| \ge 1",
    assumptions=SETTING,
    subject=admissible_eigenvalue,
    checks=(check_exponents, check_growth_at_points, check_small_gradients),
    mutants=(
        Mutant("contraction", lambda x, y: x**2 + y**2 < 1, "'mild' as |lam| < 1"),
        Mutant("right-half-plane", lambda x, y: x >= 0, "positive real part"),
        Mutant("small", lambda x, y: x**2 + y**2 <= HALF**2, "the disc around the wrong centre"),
        Mutant(
            "open-disc",
            lambda x, y: ((x - HALF) ** 2 + y**2 < HALF**2) | (x**2 + y**2 >= 1),
            "leaves out the boundary, where the gradient is of order 1/T exactly",
        ),
        Mutant("not-outside", inside_closed, "forgets the eigenvalues that make it grow"),
    ),
    repairs=("sparse-attention/thm-1",),
    new=True,
    notes="For every complex eigenvalue: the constant does not vanish in the disc, nor from the"
    " circle on. For a matrix V see the claims of uniform_matrices.py.",
)
