r"""Steps and bumps of Sec. 3: the exact conditions under which they are what they approximate.

f_step is a clamp; it equals the indicator of x > 0 outside of a strip of width 1/mu, in which it
is the line mu x. Everything else in the language that decides something is made of it.
"""

from fractions import Fraction
from itertools import pairwise

import sympy as sp

from constructions.lsrl.helpers import f_bump, f_step
from constructions.lsrl.helpers.operations import relu
from proofs.lsrl import PAPER
from proofs.lsrl.one_token import at_one_token
from theorem_checks import (
    All,
    Claim,
    ForReals,
    Mutant,
    SameOutputs,
    Source,
    all_hold,
    all_of,
    check,
    clamp,
    iff,
    implies,
    instances_of,
    minimum,
    proof_of,
    prove_piecewise_equal,
    simulation,
    where,
)

FAR = 10**9


def says_step(step, w):
    """relu(mu x) - mu relu(x - 1/mu) = min(1, max(0, mu x)), for all x and mu > 0."""
    x, mu = w.reals("x mu")
    w.assume(mu > 0)
    return ForReals(step(x, mu) == clamp(mu * x, 0, 1))


def says_step_exact(step, w):
    """It is the indicator of x > 0 just off the strip, in which 1 - mu x is missing; its slopes.

    It rises at most by mu for each unit, and between 0 and 1/mu by just that; it never falls.
    """
    x, y, mu = w.reals("x y mu")
    w.assume(mu > 0)
    indicator = where(x > 0, 1, 0)
    rise = step(y, mu) - step(x, mu)
    return All(
        (
            ForReals(iff(step(x, mu) == indicator, (x <= 0) | (x >= 1 / mu))),
            ForReals(
                implies((x > 0) & (x < 1 / mu), indicator - step(x, mu) == 1 - mu * x),
            ),
            ForReals(implies(x <= y, (rise >= 0) & (rise <= mu * (y - x)))),
            ForReals(step(1 / mu, mu) - step(0 * mu, mu) == 1),
        )
    )


def says_bump(bump, w):
    """It is the indicator of (l, u] just off a strip above each end, if it is not narrow.

    Its values are between 0 and min(1, mu (u - l)), which it takes at u.
    """
    x, lower, upper, mu = w.reals("x l u mu")
    w.assume(mu > 0)
    w.assume(lower <= upper)
    value, peak = bump(x, lower, upper, mu), minimum(1, mu * (upper - lower))
    exact = value == where((lower < x) & (x <= upper), 1, 0)
    off = all_hold(*((x <= end) | (x >= end + 1 / mu) for end in (lower, upper)))
    return All(
        (
            ForReals(implies(lower + 1 / mu <= upper, iff(exact, off))),
            ForReals((value >= 0) & (value <= peak)),
            ForReals(bump(upper, lower, upper, mu) == peak),
        )
    )


class Bumps:
    """Reads walls one by one, and adds up the bumps between each and the one before, at x."""

    def __init__(self, bump, x, mu, first, none):
        self.bump, self.x, self.mu, self.first, self.none = bump, x, mu, first, none

    def initial_state(self):
        """Return the first wall, and no sum."""
        return self.first, self.none

    def step(self, state, wall):
        """Return the last wall and the sum so far, and the sum."""
        before, total = state
        total = total + self.bump(self.x, before, wall, self.mu)
        return (wall, total), total


class Union(Bumps):
    """Reads walls one by one, and gives the bump from the first one to the last one, at x."""

    def initial_state(self):
        """Return the first wall."""
        return self.first

    def step(self, state, wall):
        """Return the first wall, and the bump from there."""
        return state, self.bump(self.x, state, wall, self.mu)


def says_telescope(bump, w):
    """The bumps between n + 1 walls, in any order, add up to that from the first to the last.

    For any number n, at any x; of x and the walls there may be several at once, entry by entry.
    """
    d, mu = w.size("d"), w.number("mu", positive=True)
    x, first, wall = (w.array(name, d) for name in ("x", "x_0", "x_n"))
    cells = (kind(bump, x, mu, first, w.zeros(d)) for kind in (Bumps, Union))
    return SameOutputs(*(w.machine(cell, wall) for cell in cells))


def by_the_last_wall(same):
    """Prove it, as the sum so far is the bump from the first wall to the last one."""
    (last, _), first = same.one.state, same.other.state
    mu = sp.Symbol("mu", real=True, positive=True)
    return simulation(same, (last, f_bump(same.array("x"), first, last, mu)))


@check("solver")
def check_many_cells(bump):
    """The bumps of the n cells of [0, 1] add up to the bump of [0, 1], as programs."""

    def cells(n, gain):
        ends = [Fraction(k, n) for k in range(n + 1)]
        pairs = list(pairwise(ends))
        return at_one_token(lambda t: sum_of([bump(t, a, b, gain) for a, b in pairs]))

    def whole(gain):
        return lambda t: clamp(gain * t, 0, 1) - clamp(gain * t - gain, 0, 1)

    sizes = [(n, Fraction(gain)) for n in (1, 2, 5) for gain in (2, 1000)]
    return all_of(
        {
            f"n = {n}, mu = {gain}": prove_piecewise_equal(cells(n, gain), whole(gain))
            for n, gain in sizes
        },
        "all x; n = 1, 2, 5; mu = 2, 1000",
    )


def sum_of(nodes):
    """Return the sum of a list that is not empty."""
    return sum(nodes[1:], start=nodes[0])


STEP_MUTANTS = (
    Mutant("unscaled", lambda x, mu: relu(mu * x) - relu(x - 1 / mu), "mu lost in the second ReLU"),
    Mutant("no-stop", lambda x, mu: relu(mu * x), "rises beyond 1"),
    Mutant("half-gain", lambda x, mu: f_step(x, mu / 2), "steps by mu/2"),
    Mutant("late", lambda x, mu: f_step(x - 1 / mu, mu), "starts at 1/mu"),
)
LATE_STEPS = (
    Mutant("steep", lambda x, mu: f_step(x, mu) if mu < FAR else relu(mu * x), "large gains"),
    Mutant("far", lambda x, mu: f_step(x, mu) if x < FAR else mu * x, "rises again far out"),
)

step = Claim(
    id="lsrl/f-step",
    title="f_step is mu x cut off at 0 and 1",
    source=Source(PAPER, "Sec. 3, syntactic sugar"),
    statement=r"\mathrm{relu}(\mu x) - \mu\,\mathrm{relu}(x - 1/\mu) = \min(1, \max(0, \mu x))",
    assumptions=(r"$\mu > 0$",),
    subject=f_step,
    says=says_step,
    checks=(proof_of(says_step), instances_of(says_step)),
    mutants=STEP_MUTANTS,
    late=LATE_STEPS,
)

step_exact = Claim(
    id="lsrl/f-step-exact",
    title="f_step is the indicator of x > 0 just outside of the strip (0, 1/mu), and mu-Lipschitz",
    source=Source(PAPER, "Sec. 3, syntactic sugar"),
    statement=r"\mathrm{f\_step}_\mu(x) = \mathbb 1[x > 0] \iff x \notin (0, 1/\mu)",
    assumptions=(r"$\mu > 0$",),
    subject=f_step,
    says=says_step_exact,
    checks=(proof_of(says_step_exact), instances_of(says_step_exact)),
    mutants=STEP_MUTANTS,
    late=LATE_STEPS,
    notes="The text says that mu controls the quality. The width of the strip shrinks with 1/mu: in"
    " it the error takes all values in (0, 1) for every mu.",
)

BUMP_MUTANTS = (
    Mutant(
        "sum", lambda x, a, b, mu: f_step(x - a, mu) + f_step(x - b, mu), "adds the second step"
    ),
    Mutant(
        "early",
        lambda x, a, b, mu: f_step(x - a, mu) - f_step(x - b + 1 / mu, mu),
        "falls before u",
    ),
    Mutant(
        "two-gains", lambda x, a, b, mu: f_step(x - a, mu) - f_step(x - b, 2 * mu), "falls steeper"
    ),
)
SLOW_AND_STEEP = tuple({"d": 3, "mu": Fraction(mu)} for mu in ("1/97", "1/30", "1/5", 2, 40))

LATE_BUMPS = (
    Mutant(
        "far",
        lambda x, a, b, mu: f_bump(x, a, b, mu) if b < FAR else f_step(x - a, mu),
        "does not fall if u is far out",
    ),
)

bump = Claim(
    id="lsrl/f-bump",
    title="f_bump is the indicator of (l, u] outside of two strips, and too low if u - l < 1/mu",
    source=Source(PAPER, "Sec. 3, syntactic sugar"),
    statement=r"\mathrm{f\_bump}(x) = \mathbb 1[l < x \le u]"
    r" \iff x \notin (l, l + 1/\mu) \cup (u, u + 1/\mu)\ \text{for } l + 1/\mu \le u;\quad"
    r" \max_x \mathrm{f\_bump}(x) = \min(1, \mu(u - l))",
    assumptions=(r"$\mu > 0$, $l \le u$",),
    subject=f_bump,
    says=says_bump,
    checks=(proof_of(says_bump), instances_of(says_bump).killing("sum", "early")),
    mutants=BUMP_MUTANTS,
    late=LATE_BUMPS,
    notes="The text says '1 between l and u and 0 otherwise', approximately. At l it is 0, at u"
    " it is 1, and a cell that is narrower than 1/mu never gets the value 1: both matter in"
    " Listing 1.",
)

telescope = Claim(
    id="lsrl/f-bump-telescope",
    title="Bumps of adjacent cells add up to the bump of their union",
    source=Source(PAPER, "Sec. 3, used by Listing 1"),
    statement=r"\sum_{k=1}^{n} \mathrm{f\_bump}[x_{k-1}, x_k] = \mathrm{f\_bump}[x_0, x_n]",
    assumptions=(r"$\mu > 0$; in any order of the $x_k$",),
    subject=f_bump,
    says=says_telescope,
    checks=(
        proof_of(says_telescope, by_the_last_wall, instances=SLOW_AND_STEEP),
        instances_of(says_telescope, SLOW_AND_STEEP),
        check_many_cells,
    ),
    mutants=BUMP_MUTANTS,
    late=LATE_BUMPS,
)
