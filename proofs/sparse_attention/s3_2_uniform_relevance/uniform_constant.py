"""The constant of the larger mode does not vanish where Theorem 1 needs it.

Let A_T be the sum of dh_i/dh_t over i <= T, and k = 1/lam. It solves
T A_{T+1} = ((1 + lam) T + lam) A_T - lam T A_{T-1} from A_{t-1} = 0, A_t = 1. The constant is 0 if
and only if A is the smaller of the two modes. Its ratio a_T = A_{T-1}/A_T solves
a_T = 1 + k + 1/T - k/a_{T+1}, and tends to the larger in size of 1 and k. Going down from T =
infinity it is shown to stay in a half-plane that does not contain 0; but a_t = A_{t-1}/A_t = 0.
"""

from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, cast

import flint
import sympy as sp

from proofs.sparse_attention.s3_2_uniform_relevance.uniform_gradient import (
    SETTING,
    THEOREM_1,
    T,
    influence,
    lam,
)
from theorem_checks import (
    Claim,
    Counterexample,
    Evidence,
    Mutant,
    all_of,
    check,
    prove_for_all,
    prove_identity,
    reals,
)

SMALLER_MODE = (
    "the recurrence has a solution that is smaller than all others, whose ratio tends to the root"
    " of smaller modulus, and for |lam| = 1 to 1 (Birkhoff; the modes are T^(lam/(1-lam) - 1) and"
    " lam^T T^(-lam/(1-lam)))"
)


def nearer(a, one, other):
    """Say whether a lies nearer to a point than to another, as pairs of coordinates."""
    away = [(a[0] - p[0], a[1] - p[1]) for p in (one, other)]
    squares = [x * x + y * y for x, y in away]  # x**2 of a ball about 0 is no number
    return squares[0] < squares[1]


@dataclass(frozen=True)
class Sides:
    """Where k = 1/lam may lie for a_T to stay nearer to k than to 1, and for the reverse."""

    towards_k: Callable[[Any, Any], Any] = lambda x, y: x >= 1
    towards_1: Callable[[Any, Any], Any] = lambda x, y: x * x + y * y <= 1


@check("proof")
def check_ratio_equation(sides):
    """The equation of a_T; without 1/T it moves both distances by known factors."""
    a, before, here = sp.symbols("a A0 A1")
    k = 1 / lam
    # of A_{T-1}, A_T and A_{T+1}
    q0, q1, q2 = (sp.sympify(q).subs(T, T - 1) for q in influence(lam, 1).coefficients)
    after = -(q0 * before + q1 * here) / q2
    moved = 1 + k - k / a
    x, y, u, v, size = reals("x y u v size")  # u = |a - k|^2, v = |a - 1|^2, size = |a|^2
    square = x * x + y * y
    p, q, step = reals("p q step")
    point, moved_on, one = (p, q), (p + step, q), (1, 0)
    return all_of(
        {
            "the ratio": prove_identity((1 + k + 1 / T) * here - k * after, before),
            "distance from k": prove_identity((moved - k) * a, a - k),
            "distance from 1": prove_identity((moved - 1) * a, k * (a - 1)),
            "nearer to k": prove_for_all(
                u / size < square * v / size,
                assume=[u < v, u >= 0, size > 0, sides.towards_k(x, y)],
            ),
            "nearer to 1": prove_for_all(
                square * v / size < u / size,
                assume=[v < u, v >= 0, size > 0, sides.towards_1(x, y)],
            ),
            "and 1/T more, towards k": prove_for_all(
                nearer(moved_on, (x, y), one),
                assume=[nearer(point, (x, y), one), step > 0, sides.towards_k(x, y)],
            ),
            "and 1/T more, towards 1": prove_for_all(
                nearer(moved_on, one, (x, y)),
                assume=[nearer(point, one, (x, y)), step > 0, sides.towards_1(x, y)],
            ),
            "0 is not nearer to k": prove_for_all(
                ~nearer((0 * x, 0), (x, y), one), assume=sides.towards_k(x, y)
            ),
            "0 is not nearer to 1": prove_for_all(
                ~nearer((0 * x, 0), one, (x, y)), assume=sides.towards_1(x, y)
            ),
        },
        "all t >= 1, all complex lam with |lam - 1/2| <= 1/2 or |lam| >= 1 but 0 and 1",
        words=(
            SMALLER_MODE,
            "induction over T, downwards from where a_T is near its limit, which is inside",
        ),
    )


POINTS = (("1", "1/2"), ("1", "-4"), ("3", "1"), ("3/5", "4/5"), ("-1", "0"), ("0", "-1/3"))
POINTS += (("1/2", "3/2"), ("0", "2"), ("-1", "1"))  # values of k, of which these are not claimed


def ratios(k, end=200, prec=1024):
    """Yield (T, a_T) in balls, from T = `end` down to 1; a_{end+1} is put at its limit."""
    a = k if abs(k) > 1 else flint.acb(1)
    with cast(AbstractContextManager[Any], flint.ctx.workprec(prec)):
        for T in range(end, 0, -1):
            a = 1 + k + flint.acb(1) / T - k / a
            yield T, a


def ball(point):
    """Return a complex ball from two rationals."""
    x, y = (flint.arb(flint.fmpq(q.numerator, q.denominator)) for q in map(Fraction, point))
    return flint.acb(x, y)


@check("bound")
def check_ratios_run(sides):
    """Run down in balls from T = 200 for nine k, and see on which side each a_T lies."""
    for point in POINTS:
        k = ball(point)
        pair, one = (k.real, k.imag), (flint.arb(1), flint.arb(0))
        ends = [(pair, one)] * bool(sides.towards_k(*pair))
        ends += [(one, pair)] * bool(sides.towards_1(*pair))
        for step, a in ratios(k):
            for inside, outside in ends:
                at = (a.real, a.imag)
                if not nearer(at, inside, outside) and not nearer(at, outside, inside):
                    return Evidence.undecided(f"The ball of a_{step} meets both half-planes.")
                if nearer(at, outside, inside):
                    return Evidence.refuted(
                        Counterexample(
                            {"k": f"{point[0]} + {point[1]} i", "T": step},
                            claimed=f"nearer to {'k' if inside is pair else '1'}",
                            found=f"a_T = {a.str(8)}",
                        )
                    )
    return Evidence.holds(f"k = {', '.join(f'{x} + {y} i' for x, y in POINTS[:6])}; T <= 200")


uniform_constant = Claim(
    id="sparse-attention/new-uniform-constant",
    title="The constant of the larger mode is not 0 if |lam - 1/2| <= 1/2 or |lam| >= 1",
    source=THEOREM_1,
    statement=r"|\lambda - \tfrac12| \le \tfrac12 \text{ or } |\lambda| \ge 1,\ \lambda \ne 0, 1"
    r" \implies A_T \sim C_t \cdot \text{the larger mode},\ C_t \ne 0",
    assumptions=SETTING,
    subject=Sides(),
    checks=(check_ratio_equation, check_ratios_run),
    mutants=(
        Mutant("half-way", Sides(towards_k=lambda x, y: x >= 0), "Re 1/lam >= 0"),
        Mutant("beyond", Sides(towards_1=lambda x, y: x * x + y * y <= 2), "|lam|^2 >= 1/2"),
        Mutant("all", Sides(towards_1=lambda x, y: x * x + y * y >= 0), "every lam"),
    ),
    new=True,
    notes="The two discs are just where sparse-attention/new-uniform-condition needs it: so that"
    " condition has no exceptions. Of lam = 0 and 1 all is known in closed form.",
)


# Further inside the unit circle


@dataclass(frozen=True)
class Further:
    """Where the constant of the mode 1^T T^(p-1) is shown not to vanish, of |lam| < 1.

    `parabola(x, y)`, of k = x + iy with y < 0; `circle(modulus, step)`, of |k| and 1/T.
    """

    parabola: Callable[[Any, Any], Any] = lambda x, y: y * y >= 4 * (1 - x)
    circle: Callable[[Any, Any], Any] = lambda modulus, step: modulus >= 1 + step


@check("solver")
def check_half_planes(further):
    """Im a_T stays below half of Im k; or Im(a_T/w), w^2 = k and Im w < 0, stays below 0.

    The first is not moved by 1 + 1/T. With c = a_T/w the equation is c' = (1 + 1/T)/w + w - 1/c.
    """
    a, b, x, y = reals("a b x y")  # a_T = a + bi, k = x + iy
    moved = y - (y * a - x * b) / (a * a + b * b)  # Im(k - k/a_T)
    parabola = [y < 0, further.parabola(x, y)]
    q, modulus, u, v, step = reals("q modulus u v step")  # Im w, |w|^2 = |k|, c = u + vi
    turned = q - (1 + step) * q / modulus + v / (u * u + v * v)
    circle = [q < 0, modulus > 0, q * q <= modulus, further.circle(modulus, step), step > 0]
    return all_of(
        {
            "half of Im k: the limit, k": prove_for_all(2 * y < y, assume=parabola),
            "half of Im k: it stays": prove_for_all(2 * moved < y, assume=[*parabola, 2 * b < y]),
            "half of Im k: 0 is outside": prove_for_all(y <= 0, assume=parabola),
            "below 0: the limit, w": prove_for_all(q < 0, assume=circle),
            "below 0: it stays": prove_for_all(turned < 0, assume=[*circle, v < 0]),
        },
        "every t; k = 1/lam not a positive number",
        words=(SMALLER_MODE, "induction over T; conjugation exchanges k and its conjugate"),
    )


further_constant = Claim(
    id="sparse-attention/new-uniform-constant-further",
    title="For |lam| < 1 the constant is not 0 if |lam| <= t/(t+1) or |lam| <= (1 + cos arg lam)/2",
    source=THEOREM_1,
    statement=r"|\lambda| \le \tfrac{t}{t+1} \text{ or } |\lambda| \le"
    r" \tfrac12 (1 + \cos \arg \lambda) \implies C_t \ne 0",
    assumptions=(*SETTING, r"$|\lambda| < 1$, $\lambda \notin [0, 1)$, where it is known anyway"),
    subject=Further(),
    checks=(check_half_planes,),
    mutants=(
        Mutant("wider", Further(lambda x, y: y * y >= 2 * (1 - x)), "half of the parabola"),
        Mutant("unit-circle", Further(circle=lambda modulus, step: modulus >= 1), "all |lam| <= 1"),
    ),
    new=True,
    notes="With k = 1/lam the second condition is (Im k)^2 >= 4 (1 - Re k), and the first |k| >= 1"
    " + 1/t. In between the ratio turns round 0, and what happens there is open.",
)
