"""The constant of the larger mode does not vanish where Theorem 1 needs it.

Let A_T be the sum of dh_i/dh_t over i <= T, and q = lam/(1 - lam). The modes are T^q and
lam^T T^(-q), up to constants that are not 0

    P_{T+1} = (1 + q/T) P_T,    Q_{T+1} = lam (1 - q/T) Q_T,    P_t = Q_t = 1.

With F and G of `uniform_condition.py`, (1 - lam) A = F - G. In the disc |G| <= (c/T) |F|, and so
F/P changes by a share of the order 1/T^2 at each step; from the circle on |F| <= (c/sqrt T) |G|,
and G/Q changes by one of the order T^(-3/2). What changes so has a limit, which is not 0. So does
P by T^q.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import sympy as sp

from constructions.cells.attentive_rnn import UniformlyAttentiveRNN
from proofs.sparse_attention.s3_2_uniform_relevance.complex_influence import Complex, Influence
from proofs.sparse_attention.s3_2_uniform_relevance.uniform_condition import (
    attending_before,
    in_disc,
)
from proofs.sparse_attention.s3_2_uniform_relevance.uniform_gradient import (
    SETTING,
    THEOREM_1,
    T,
    influence,
    lam,
)
from theorem_checks import (
    All,
    AtMost,
    Claim,
    Conclusion,
    Equal,
    Evidence,
    Implies,
    Mutant,
    World,
    all_of,
    certificate,
    check,
    cos,
    exp,
    log,
    prove_for_all,
    prove_growth,
    prove_identity,
    reals,
    sin,
)


@dataclass(frozen=True)
class Sides:
    """Where which mode of A_T is claimed to have a constant that is not 0.

    `powers(x, y)`, of lam = x + iy: that of T^q. `turning(x, y)`: that of lam^T T^(-q).
    `step(q, T)` and `turning_step(q, T)` are P_{T+1} / P_T and, but for lam, Q_{T+1} / Q_T;
    `exponent(q)` and `turning_exponent(q)` are those of T.
    """

    powers: Callable[[Any, Any], Conclusion] = in_disc
    turning: Callable[[Any, Any], Conclusion] = lambda x, y: AtMost(1, x**2 + y**2)
    step: Callable[[Any, Any], Any] = lambda q, T: q / T + 1
    turning_step: Callable[[Any, Any], Any] = lambda q, T: q / T * -1 + 1
    exponent: Callable[[Any], Any] = lambda q: q
    turning_exponent: Callable[[Any], Any] = lambda q: q * -1
    network: Callable[[Any], Any] = UniformlyAttentiveRNN


def power_of(T: Any, exponent: Complex) -> Complex:
    """Return T^exponent, of an integer T >= 1."""
    size, angle = exponent.real * log(T), exponent.imaginary * log(T)
    return Complex(exp(size) * cos(angle), exp(size) * sin(angle))


def says_constants(sides: Sides, w: World) -> Conclusion:
    """A_T is asymptotically C P_T in the disc, and C Q_T from the circle on, with C not 0.

    So it is of T^q there, and of lam^T T^(-q), which is lam^k T^(-q) but for lam^t.

    For every complex lam but 1, of which q is the number with q (1 - lam) = lam, and every t >= 1.
    A_T is that of the network, run on what moves with h_t, at T = t + k; P is called a + ib there,
    Q is c + id, q is u + iv, and lam^k is r + is.
    """
    x, y, t = w.number("x"), w.number("y"), w.size("t")
    eigenvalue, q = Complex(x, y), Complex(w.number("u"), w.number("v"))
    moved, left = Influence(w, sides.network, x, y, t), q * (eigenvalue * -1 + 1)

    def mode(names: str, factor: Callable[[Any, Any], Complex]) -> Callable[[Any], Complex]:
        def after(one: Any, other: Any, k: Any) -> tuple[Any, Any]:
            value = factor(q, t + k) * Complex(one[k], other[k])
            return value.real, value.imaginary

        one, other = w.recurrence(names, (1, 0), after)
        return lambda k: Complex(one[k], other[k])

    P = mode("a b", sides.step)
    Q = mode("c d", lambda q, T: eigenvalue * sides.turning_step(q, T))
    power = mode("r s", lambda q, T: eigenvalue)  # lam^k

    def in_proportion(name: str, other: Callable[[Any], Complex]) -> Conclusion:
        return w.proportional(name, lambda k: (moved.total(k).parts, other(k).parts))

    first = in_proportion("k", P), in_proportion("l", lambda k: power_of(t + k, sides.exponent(q)))
    second = (
        in_proportion("m", Q),
        in_proportion("n", lambda k: power(k) * power_of(t + k, sides.turning_exponent(q))),
    )
    both = Implies(sides.powers(x, y), All(first)), Implies(sides.turning(x, y), All(second))
    is_q = Equal(left.real, x), Equal(left.imaginary, y)
    return Implies(All(is_q), All(both))


HALF, QUARTER = Fraction(1, 2), Fraction(1, 4)
POINTS = ((HALF, 0), (HALF, HALF), (Fraction(3, 4), QUARTER), (QUARTER, -QUARTER))
POINTS += ((-1, 0), (Fraction(3, 5), Fraction(4, 5)), (2, 1), (0, -3), (Fraction(4, 5), 0))


def at_point(x: Any, y: Any, t: int) -> dict[str, Any]:
    """Return an instance: lam = x + iy, with u + iv = lam/(1 - lam)."""
    q = Complex(x, y) * Complex(1 - x, y) / Fraction((1 - x) ** 2 + y**2)
    return {"x": x, "y": y, "u": q.real, "v": q.imaginary, "t": t}


AT_POINTS = [at_point(x, y, 1 + number % 2) for number, (x, y) in enumerate(POINTS)]


@check("bound", kills=("closed-form",))
def check_exponents_at_points(sides):
    """A_T of single eigenvalues grows as T^q, or as lam^T T^(-q): the exponents as written out."""
    for place, (x, y) in enumerate(POINTS):
        value = sp.Rational(str(x)) + sp.I * sp.Rational(str(y))
        q = sp.simplify(value / (1 - value))
        outside = x * x + y * y >= 1
        root, exponent = (value, sides.turning_exponent(q)) if outside else (1, sides.exponent(q))
        evidence = prove_growth(influence(value, 1 + place % 2), root, sp.simplify(exponent))
        if not evidence.verdict.passes:
            return evidence
    return Evidence.holds(f"lam = {', '.join(f'{x} + {y} i' for x, y in POINTS)}; t = 1, 2")


uniform_constant = Claim(
    id="sparse-attention/new-uniform-constant",
    title="The larger mode's constant is not 0 if |lam - 1/2| <= 1/2 or |lam| >= 1, lam not 1",
    source=THEOREM_1,
    statement=r"|\lambda - \tfrac12| \le \tfrac12 \text{ or } |\lambda| \ge 1,\ \lambda \ne 1"
    r" \implies A_T \sim C_t \cdot \text{the larger mode},\ C_t \ne 0",
    assumptions=SETTING,
    subject=Sides(),
    says=says_constants,
    checks=(
        certificate(
            says_constants,
            proof=(
                "times_and_limits.v",
                "uniform_influence.v",
                "proportions.v",
                "uniform_larger_mode.v",
                "powers_of_time.v",
                "uniform_constant.v",
            ),
            instances=AT_POINTS,
        ).killing("half-way", "beyond", "all", "of-the-gradient", "same-power", "no-attention"),
        check_exponents_at_points,
    ),
    mutants=(
        Mutant("half-way", Sides(lambda x, y: AtMost(0, x)), "Re 1/lam >= 0"),
        Mutant("beyond", Sides(turning=lambda x, y: AtMost(HALF, x**2 + y**2)), "|lam|^2 >= 1/2"),
        Mutant("all", Sides(turning=lambda x, y: AtMost(0, x**2 + y**2)), "every lam"),
        Mutant(
            "of-the-gradient",
            Sides(step=lambda q, T: q / T * (T - 1) / T + (T - 1) / T),
            "the mode T^(q-1), which is that of D_T",
        ),
        Mutant(
            "same-power", Sides(turning_step=lambda q, T: q / T + 1), "lam^T T^q for lam^T T^(-q)"
        ),
        Mutant(
            "closed-form",
            Sides(exponent=lambda q: q + -1, turning_exponent=lambda q: q),
            "T^(q-1) and lam^T T^q, where they are written out",
        ),
        Mutant("no-attention", Sides(network=attending_before(0)), "an RNN without attention"),
    ),
    late=(
        Mutant(
            "long",
            Sides(network=attending_before(5000)),
            "attends to nothing from t = 5000 on",
        ),
    ),
    new=True,
    notes="P and Q are given by their recurrences: by these the growth at single eigenvalues is"
    " enclosed in balls. The two regions are exactly where sparse-attention/new-uniform-condition"
    " needs them. For lam = 1 all is known in closed form (sparse-attention/new-exact-cases).",
)


# Further inside the unit circle: with k = 1/lam the ratio a_T = A_{T-1}/A_T solves
# a_T = 1 + k + 1/T - k/a_{T+1}. From its limit it is followed down to a_t, which is 0.

SMALLER_MODE = (
    "the constant is 0 exactly when A is the smaller of the two modes: the recurrence has a"
    " solution that is smaller than all others, and its ratio tends to 1/lam (Birkhoff)"
)


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
    before, here, after = sp.symbols("A0 A1 A2")  # A_{T-1}, A_T and A_{T+1}
    q0, q1, q2 = (sp.sympify(p).subs(T, T - 1) for p in influence(lam, 1).coefficients)
    a, b, x, y = reals("a b x y")  # a_T = a + bi, k = x + iy
    moved = y - (y * a - x * b) / (a * a + b * b)  # Im(k - k/a_T)
    parabola = [y < 0, further.parabola(x, y)]
    q, modulus, u, v, step = reals("q modulus u v step")  # Im w, |w|^2 = |k|, c = u + vi
    turned = q - (1 + step) * q / modulus + v / (u * u + v * v)
    circle = [q < 0, modulus > 0, q * q <= modulus, further.circle(modulus, step), step > 0]
    return all_of(
        {
            "the ratio, times lam T": prove_identity(
                lam * T * before - ((lam + 1) * T + lam) * here + T * after,
                q0 * before + q1 * here + q2 * after,
            ),
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
