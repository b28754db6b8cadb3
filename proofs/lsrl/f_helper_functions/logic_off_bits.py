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
    Claim,
    Mutant,
    Source,
    all_of,
    check,
    iff,
    implies,
    prove_for_all,
    reals,
)

x, y, z, mu = reals("x y z mu")
x2, y2, upper = reals("x2 y2 u")
HALF = Fraction(1, 2)
APPENDIX = "App. F"


@check("solver")
def check_when_conjunction_is_one(conjunction):
    """It is 1 if and only if x and y are at least 1/mu, and 0 where one of them is at most 0."""
    value = conjunction(x, y, mu)
    return all_of(
        {
            "one": prove_for_all(iff(value == 1, (x >= 1 / mu) & (y >= 1 / mu)), assume=mu > 0),
            "zero": prove_for_all(implies((x <= 0) | (y <= 0), value == 0), assume=mu > 0),
        },
        "all x, y and mu > 0",
    )


UNIT = [x >= 0, x <= 1, y >= 0, y <= 1, z >= 0, z <= 1]


@check("solver")
def check_laws(conjunction):
    """Associativity and De Morgan's law hold on [0, 1] at mu = 1, and fail for every mu > 1."""

    def associative(a, b, c, gain):
        first = conjunction(conjunction(a, b, gain), c, gain)
        return first == conjunction(a, conjunction(b, c, gain), gain)

    def de_morgan(a, b, gain):
        return f_not(conjunction(a, b, gain)) == f_or(f_not(a), f_not(b), gain)

    whole, half = 1 / mu, HALF / mu
    middle = 0 * mu + HALF
    return all_of(
        {
            "associative at 1": prove_for_all(associative(x, y, z, 1), assume=UNIT),
            "De Morgan at 1": prove_for_all(de_morgan(x, y, 1), assume=UNIT[:4]),
            "not associative": prove_for_all(~associative(whole, half, half, mu), assume=mu > 1),
            "not De Morgan": prove_for_all(~de_morgan(middle, middle, mu), assume=mu > 1),
        },
        "[0, 1] at mu = 1; one point for each mu > 1",
    )


@check("solver")
def check_when_disjunction_is_one(disjunction):
    """It is 1 if and only if x + y is at least 1/mu, and 0 if and only if it is at most 0."""
    value = disjunction(x, y, mu)
    return all_of(
        {
            "one": prove_for_all(iff(value == 1, x + y >= 1 / mu), assume=mu > 0),
            "zero": prove_for_all(iff(value == 0, x + y <= 0), assume=mu > 0),
        },
        "all x, y and mu > 0",
    )


@check("solver")
def check_laws_of_disjunction(disjunction):
    """It is commutative; on [0, 1] associative at mu = 1, and at no mu > 1."""

    def associative(a, b, c, gain):
        first = disjunction(disjunction(a, b, gain), c, gain)
        return first == disjunction(a, disjunction(b, c, gain), gain)

    small, none = HALF / (mu * mu), 0 * mu
    commutes = disjunction(x, y, mu) == disjunction(y, x, mu)
    return in_turn(
        {
            "commutative": lambda: prove_for_all(commutes, assume=mu > 0),
            "associative at 1": lambda: prove_for_all(associative(x, y, z, 1), assume=UNIT),
            "not associative": lambda: prove_for_all(
                ~associative(small, none, none, mu), assume=mu > 1
            ),
        },
        "[0, 1] at mu = 1; one point for each mu > 1",
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
    checks=(check_when_conjunction_is_one, check_laws),
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
    checks=(check_when_disjunction_is_one, check_laws_of_disjunction.killing("and", "scaled")),
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
