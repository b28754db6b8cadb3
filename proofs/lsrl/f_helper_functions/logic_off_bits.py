"""The helpers of App. F off bits, and their Lipschitz constants."""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import Any

from constructions.lsrl.helpers import (
    f_and,
    f_bump,
    f_larger,
    f_not,
    f_or,
    f_smaller,
    f_step,
)
from constructions.lsrl.helpers.operations import relu
from proofs.lsrl import PAPER
from proofs.lsrl.in_turn import in_turn
from theorem_checks import (
    All,
    Claim,
    ForReals,
    Mutant,
    Source,
    check,
    every,
    iff,
    implies,
    instances_of,
    proof_of,
    prove_for_all,
    reals,
)

HALF, FAR = Fraction(1, 2), 10**9
APPENDIX = "App. F"


def in_unit(*values):
    """Return that values are in [0, 1]."""
    return every(*((value >= 0) & (value <= 1) for value in values))


def associated(operation, gain, a, b, c):
    """Return both sides of the law of associativity."""
    first = operation(operation(a, b, gain), c, gain)
    return first, operation(a, operation(b, c, gain), gain)


def says_off_bits(conjunction, w):
    """It is 1 if and only if x and y are at least 1/mu, and 0 where one of them is at most 0.

    Associativity and De Morgan's law hold on [0, 1] at mu = 1, and fail for every mu > 1.
    """
    x, y, z, mu = w.reals("x y z mu")
    w.assume(mu > 0)

    def de_morgan(a, b, gain):
        return f_not(conjunction(a, b, gain)), f_or(f_not(a), f_not(b), gain)

    value = conjunction(x, y, mu)
    one, other = associated(conjunction, 1, x, y, z)
    left, right = associated(conjunction, mu, 1 / mu, HALF / mu, HALF / mu)
    inner, outer = de_morgan(x, y, 1)
    at_half = de_morgan(0 * mu + HALF, 0 * mu + HALF, mu)
    return All(
        (
            ForReals(iff(value == 1, (x >= 1 / mu) & (y >= 1 / mu))),
            ForReals(implies((x <= 0) | (y <= 0), value == 0)),
            ForReals(implies(in_unit(x, y, z), one == other)),
            ForReals(implies(in_unit(x, y), inner == outer)),
            ForReals(implies(mu > 1, left != right)),
            ForReals(implies(mu > 1, at_half[0] != at_half[1])),
        )
    )


def says_or_off_bits(disjunction, w):
    """It is 1 if and only if x + y is at least 1/mu, and 0 if and only if it is at most 0.

    It is commutative; on [0, 1] associative at mu = 1, and at no mu > 1.
    """
    x, y, z, mu = w.reals("x y z mu")
    w.assume(mu > 0)
    value = disjunction(x, y, mu)
    one, other = associated(disjunction, 1, x, y, z)
    left, right = associated(disjunction, mu, HALF / (mu * mu), 0 * mu, 0 * mu)
    return All(
        (
            ForReals(iff(value == 1, x + y >= 1 / mu)),
            ForReals(iff(value == 0, x + y <= 0)),
            ForReals(value == disjunction(y, x, mu)),
            ForReals(implies(in_unit(x, y, z), one == other)),
            ForReals(implies(mu > 1, left != right)),
        )
    )


@dataclass(frozen=True)
class Slope:
    """A function of x and y (and mu), its Lipschitz constant in |x - x2| + |y - y2|, two points.

    The points are where the constant is attained.
    """

    function: Callable[..., Any]
    constant: Callable[..., Any] = lambda mu: mu
    points: Callable[..., Any] = lambda mu: ((0 * mu, 0 * mu), (1 / mu, 0 * mu))
    scales: bool = True


@check("solver")
def check_slopes(slopes):
    """The constants are enough, and attained between the two points: for all mu > 0.

    A function that `scales` is that of mu x and mu y at mu = 1, so that its constant at 1 decides.
    """
    obligations = {}
    x, y, x2, y2, mu = reals("x y x2 y2 mu")
    for name, slope in slopes.items():
        way, one = abs(x2 - x) + abs(y2 - y), Fraction(1)
        change = abs(slope.function(x2, y2, 1) - slope.function(x, y, 1))
        (a, b), (c, d) = slope.points(mu)
        found = abs(slope.function(c, d, mu) - slope.function(a, b, mu))
        taken = found == slope.constant(mu) * (abs(c - a) + abs(d - b))
        scaled = slope.function(x, y, mu) == slope.function(mu * x, mu * y, 1)
        obligations[f"{name}, taken"] = partial(prove_for_all, taken, assume=mu > 0)
        obligations[f"{name}, mu = 1"] = partial(prove_for_all, change <= slope.constant(one) * way)
        if slope.scales:
            obligations[f"{name}, scaled"] = partial(prove_for_all, scaled, assume=mu > 0)
    return in_turn(obligations, "all x, y and mu > 0")


off_bits = Claim(
    id="lsrl/f-and-nonbit",
    title="Off bits f_and is 1 just where both are at least 1/mu; it is no logic there",
    source=Source(PAPER, f"{APPENDIX}.2, 'assumes that x and y are 0 or 1'"),
    statement=r"\mathrm{f\_and}(x, y) = 1 \iff x, y \ge 1/\mu; \qquad"
    r" \text{on } [0, 1] \text{ associative and De Morgan at } \mu = 1,"
    r" \text{ neither at any } \mu > 1",
    assumptions=(r"$\mu > 0$",),
    subject=f_and,
    says=says_off_bits,
    checks=(proof_of(says_off_bits), instances_of(says_off_bits)),
    late=(Mutant("steep", lambda x, y, mu: (f_and if mu < FAR else f_or)(x, y, mu), "large mu"),),
    mutants=(
        Mutant("half", lambda x, y, mu: relu(f_step(x, mu) + f_step(y, mu) - HALF), "minus 1/2"),
        Mutant("or", f_or, "disjunction"),
    ),
    notes="At mu = 1 it is the t-norm of Lukasiewicz. For mu > 1 associativity fails at (1/mu,"
    " 1/(2 mu), 1/(2 mu)) and De Morgan's law at (1/2, 1/2).",
)

or_off_bits = Claim(
    id="lsrl/new-or-nonbit",
    title="Off bits f_or is 1 just where x + y is at least 1/mu, and 0 just where it is at most 0",
    source=Source(PAPER, f"{APPENDIX}.3, 'assumes that x and y are 0 or 1'"),
    statement=r"\mathrm{f\_or}(x, y) = 1 \iff x + y \ge 1/\mu, \qquad"
    r" \mathrm{f\_or}(x, y) = 0 \iff x + y \le 0",
    assumptions=(r"$\mu > 0$",),
    subject=f_or,
    says=says_or_off_bits,
    checks=(proof_of(says_or_off_bits), instances_of(says_or_off_bits)),
    late=(Mutant("steep", lambda x, y, mu: (f_or if mu < FAR else f_and)(x, y, mu), "large mu"),),
    mutants=(
        Mutant("and", f_and, "conjunction"),
        Mutant("scaled", lambda x, y, mu: f_step(x + 2 * y, mu), "2 y for y"),
        Mutant("each", lambda x, y, mu: f_step(x, mu) + f_step(y, mu), "the sum of two steps"),
    ),
    new=True,
    notes="Two halves of a false value add up: with mu = 2 it is 1 at (1/4, 1/4).",
)


def left_wall(mu):
    """Return the ends of a rise of a bump."""
    return (0 * mu, 1 / mu), (1 / mu, 1 / mu)


NEGATED = Slope(lambda x, y, mu: f_not(x), lambda mu: 1 + 0 * mu, scales=False)
SLOPES = {
    "f_not": NEGATED,
    "f_and": Slope(f_and, points=left_wall),
    "f_or": Slope(f_or),
    "f_larger": Slope(f_larger),
    "f_smaller": Slope(f_smaller, points=lambda mu: ((0 * mu, 0 * mu), (0 * mu, 1 / mu))),
}


@check("solver")
def check_slope_of_bump(slopes):
    """f_bump, from 0 to any u >= 1/mu, is mu-Lipschitz and rises so from 0 to 1/mu.

    It is that of mu x and mu u at mu = 1, too.
    """
    x, x2, upper, mu = reals("x x2 u mu")
    constant, zero = slopes["f_larger"].constant, 0 * upper
    rise = f_bump(1 / mu, zero, upper, mu) - f_bump(zero, zero, upper, mu)
    change = abs(f_bump(x2, zero, upper, 1) - f_bump(x, zero, upper, 1))
    scaled = f_bump(x, zero, upper, mu) == f_bump(mu * x, zero, mu * upper, 1)
    return in_turn(
        {
            "taken": lambda: prove_for_all(
                rise == constant(mu) / mu, assume=[mu > 0, upper >= 1 / mu]
            ),
            "mu = 1": lambda: prove_for_all(
                change <= constant(Fraction(1)) * abs(x2 - x), assume=upper >= 1
            ),
            "scaled": lambda: prove_for_all(scaled, assume=mu > 0),
        },
        "all x, u >= 1/mu and mu > 0",
    )


def with_constant(constant):
    """Return the comparisons with another constant."""
    return {"f_larger": Slope(f_larger, constant)}


slopes = Claim(
    id="lsrl/new-helper-lipschitz",
    title="The helpers are mu-Lipschitz in |x - x'| + |y - y'|, f_not 1-Lipschitz, and no less",
    source=Source(PAPER, f"Sec. 3 and {APPENDIX}, beyond the text"),
    statement=r"|h(x, y) - h(x', y')| \le \mu \,(|x - x'| + |y - y'|)",
    assumptions=(r"$\mu > 0$; f_bump in its first argument, for $u - l \ge 1/\mu$",),
    subject=SLOPES,
    checks=(check_slopes, check_slope_of_bump),
    mutants=(
        Mutant("half", with_constant(lambda mu: mu / 2), "mu/2"),
        Mutant("double", with_constant(lambda mu: 2 * mu), "2 mu"),
        Mutant("one", with_constant(lambda mu: 1 + 0 * mu), "without mu"),
    ),
    new=True,
)
