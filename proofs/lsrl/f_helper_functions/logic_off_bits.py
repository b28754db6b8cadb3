"""The helpers of App. F off bits, and their Lipschitz constants.

Off bits AND and OR are ramps: 1 from 1/mu on, 0 up to 0, and between in proportion. The laws of
logic hold on [0, 1] at mu = 1 for some of them, and at no greater mu. A Lipschitz constant is
stated as two things: no step changes the value by more, and two points at which it changes by just
that. All are statements of real arithmetic about the program's own functions, decided by solvers.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
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
from theorem_checks import (
    All,
    Claim,
    ForReals,
    Mutant,
    Source,
    World,
    all_hold,
    certificate,
    iff,
    implies,
    instances_of,
    proof_of,
)

HALF, FAR = Fraction(1, 2), 10**9
APPENDIX = "App. F"


def in_unit(*values):
    """Return that values are in [0, 1]."""
    return all_hold(*((value >= 0) & (value <= 1) for value in values))


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


def says_slopes(slopes: Mapping[str, Slope], w: World) -> All:
    """In each argument no function changes by more than its constant times the step.

    For all x, y, steps d >= 0 and mu > 0; and each does so between two points. Of f_bump it is said
    of its first argument.
    """
    x, y, d, mu = w.reals("x y d mu")
    w.assume((mu > 0) & (d >= 0))
    parts = []
    for slope in slopes.values():
        h, constant = slope.function, slope.constant(mu)
        for step in (h(x + d, y, mu) - h(x, y, mu), h(x, y + d, mu) - h(x, y, mu)):
            parts.append(ForReals((step <= constant * d) & (-step <= constant * d)))
        (a, b), (a2, b2) = slope.points(mu)
        apart = abs(a2 - a) + abs(b2 - b)
        taken = abs(h(a2, b2, mu) - h(a, b, mu))
        parts.append(ForReals((taken == constant * apart) & (apart > 0)))
    lower, upper = w.reals("l u")
    step = f_bump(x + d, lower, upper, mu) - f_bump(x, lower, upper, mu)
    whole = f_bump(lower + 1 / mu, lower, upper, mu) - f_bump(lower, lower, upper, mu)
    wide, constant = mu * upper - mu * lower >= 1, slopes["f_larger"].constant(mu)
    parts += [ForReals(implies(wide, s <= constant * d)) for s in (step, -step)]
    parts.append(ForReals(implies(wide, whole * mu == constant)))
    return All(tuple(parts))


off_bits = Claim(
    id="lsrl/f-and-nonbit",
    title="Off bits f_and is 1 exactly where both are at least 1/mu; it is no logic there",
    source=Source(PAPER, f"{APPENDIX}.2, 'assumes that x and y are 0 or 1'"),
    statement=r"\mathrm{f\_and}(x, y) = 1 \iff x, y \ge 1/\mu; \qquad"
    r" \text{on } [0, 1] \text{ associative and De Morgan at } \mu = 1,"
    r" \text{ neither at any } \mu > 1",
    assumptions=(r"$\mu > 0$",),
    subject=f_and,
    says=says_off_bits,
    checks=(
        proof_of(says_off_bits),
        certificate(says_off_bits, proof="logic_off_bits.v", tier="deep"),
        instances_of(says_off_bits),
    ),
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
    title="Off bits f_or is 1 exactly where x + y >= 1/mu, and 0 exactly where x + y <= 0",
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


NEGATED = Slope(lambda x, y, mu: f_not(x), lambda mu: 1 + 0 * mu)
SLOPES = {
    "f_not": NEGATED,
    "f_and": Slope(f_and, points=left_wall),
    "f_or": Slope(f_or),
    "f_larger": Slope(f_larger),
    "f_smaller": Slope(f_smaller, points=lambda mu: ((0 * mu, 0 * mu), (0 * mu, 1 / mu))),
}


def with_constant(constant):
    """Return the comparisons with another constant."""
    return SLOPES | {"f_larger": Slope(f_larger, constant)}


slopes = Claim(
    id="lsrl/new-helper-lipschitz",
    title="The helpers are mu-Lipschitz in each argument, f_not 1-Lipschitz, and no less",
    source=Source(PAPER, f"Sec. 3 and {APPENDIX}, beyond the text"),
    statement=r"|h(x + d, y) - h(x, y)|,\ |h(x, y + d) - h(x, y)| \le \mu |d|",
    assumptions=(r"$\mu > 0$; f_bump in its first argument, for $u - l \ge 1/\mu$",),
    subject=SLOPES,
    says=says_slopes,
    checks=(proof_of(says_slopes, seconds=300), instances_of(says_slopes)),
    mutants=(
        Mutant("half", with_constant(lambda mu: mu / 2), "mu/2"),
        Mutant("double", with_constant(lambda mu: 2 * mu), "2 mu"),
        Mutant("one", with_constant(lambda mu: 1 + 0 * mu), "without mu"),
    ),
    late=(
        Mutant(
            "steep",
            with_constant(lambda mu: mu if mu < FAR else 2 * mu),
            "2 mu from a large mu on",
        ),
    ),
    new=True,
)
