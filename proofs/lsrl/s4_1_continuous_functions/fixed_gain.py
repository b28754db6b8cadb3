r"""Listing 1 at one fixed mu: prompts other than the recipe's reach every continuous function.

A token may be any vector, so that a cell may end beyond the cube ($\delta = 2$). What it adds then
is a *rise* at a place of its choice: 0 before it, and the value of the token behind it.

**One input, without products** (`staircase`). The rise of height y is $y/(\lambda\mu^4)$ wide, so
that small ones are as steep as one likes: staircases approximate.

**One input, with products** (`ramps`). All rises are $w = \mu^{-4}$ wide. Put end to end they make
a ReLU, $\mathrm{relu}(q - s) = w \sum_k \mathrm{clamp}((q - s)/w - k)$, and ReLUs make every
piecewise-linear function exactly.

**d inputs.** Let $\Phi(q - l)$ be what a token with corner l adds.

1. It depends on each $q_i$ only through $\mathrm{clamp}(\mu(q_i - l_i))$, so its mixed derivative
   has compact support.
2. It is not 0, as the mixed difference over a cube of side $1/\mu$ is not
   (`check_mixed_difference`).
3. If a measure on the cube is orthogonal to all translates of $\Phi$, the product of its Fourier
   transform and that of the mixed derivative is 0. Both are entire, so the measure is 0.
4. Hence sums of translates are dense. In plain programs n tokens of height y/n spread over a box do
   in the limit what the indicator of $\Phi = 1$, smoothed over the box, would do.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from itertools import pairwise, product
from typing import Any

from constructions.lsrl.helpers import f_and, f_ifelse, f_larger, f_smaller
from constructions.lsrl.programs.listing_1 import listing_1
from constructions.lsrl.programs.prompts import cell_query
from proofs.lsrl import PAPER
from proofs.lsrl.s4_1_continuous_functions.listing_1 import half_height, on_line
from proofs.lsrl.short_circuit import short_circuit
from theorem_checks import (
    Claim,
    Counterexample,
    Evidence,
    Mutant,
    Source,
    check,
    clamp,
    iff,
    implies,
    prove_for_all,
    prove_piecewise_at_most,
    prove_piecewise_equal,
    reals,
    relu,
    to_fraction,
)

MU = 1000
HALF = Fraction(1, 2)
THIRD = Fraction(1, 3)
SIDE = 2  # a cell that ends beyond [0, 1]
mu, lam, q, excess, value = reals("mu lam q excess value")


def full_at(x, height, mu):
    """Return the token that adds a height in full from q = x on."""
    return [Fraction(SIDE), x - half_height(mu) / mu, height]


def staircase(f, steps, mu=MU):
    """Return the prompt whose output is f at the middle of each of the n parts of [0, 1]."""
    values = [f(Fraction(2 * k + 1, 2 * steps)) for k in range(steps)]
    rises = [values[0], *(b - a for a, b in pairwise(values))]
    places = [-HALF, *(Fraction(k, steps) for k in range(1, steps))]
    return [full_at(x, y, mu) for x, y in zip(places, rises, strict=True)]


def ramps(start, bends, mu):
    """Return the prompt for f(q) = start + sum of slope relu(q - s), for (s, slope) in bends.

    Each ReLU is made of rises of the width w = mu^-4, of the height w slope, end to end.
    """
    w = Fraction(1, mu**4)
    tokens = [full_at(-HALF, start, mu)]
    for s, slope in bends:
        count = -(-(1 - s) // w)
        tokens += [full_at(s + (k + 1) * w, slope * w, mu) for k in range(int(count))]
    return tokens


@dataclass(frozen=True)
class Reach:
    """Prompts, and the gains from which on they work; `bound(n)` for the error of n steps."""

    staircase: Callable[..., Any] = staircase
    ramps: Callable[..., Any] = ramps
    bound: Callable[..., Any] = lambda n: Fraction(1, 2 * n)
    gated_gain: Callable[..., Any] = lambda mu: mu > 1
    plain_gain: Callable[..., Any] = lambda mu: mu >= 2


TARGETS = {
    "x": lambda x: 1 * x,
    "|x - 1/3|": lambda x: abs(x - THIRD),
    "1/2 - |x - 1/2|": lambda x: HALF - abs(x - HALF),
}


@check("solver")
def check_staircase(reach):
    """The program as printed, mu = 1000 and lam = 1e10, is this near to f at every q in [0, 1].

    For three 1-Lipschitz functions, n = 1, 3, 8, by the breakpoints of the program.
    """
    program, parts = listing_1(1, 1), {}
    for (name, f), n in product(TARGETS.items(), (1, 3, 8)):
        curve = on_line(program, reach.staircase(f, n))
        parts[f"{name}, n = {n}"] = lambda f=f, n=n, curve=curve: prove_piecewise_at_most(
            lambda x: abs(curve(x) - f(x)), reach.bound(n), on=(0, 1)
        )
    return short_circuit(parts, "all q in [0, 1]; three functions; n = 1, 3, 8")


@check("solver")
def check_below_the_floor(reach):
    """At mu = 4, where the recipe's cells are lost from n = 8 on, the staircase works for 16."""
    program = listing_1(1, 1, mu=4)
    curve = on_line(program, reach.staircase(TARGETS["x"], 16, 4))
    return prove_piecewise_at_most(lambda x: abs(curve(x) - x), reach.bound(16), on=(0, 1))


@check("solver")
def check_ramps(reach):
    """With products and mu = 2 piecewise-linear functions are the output, at every q in [0, 1]."""
    program = listing_1(1, 1, mu=2, ifelse="multiplicative")
    cases = {
        "|q - 1/3|": (THIRD, ((0, -1), (THIRD, 2)), lambda x: abs(x - THIRD)),
        "relu(q - 1/7)": (0, ((Fraction(1, 7), 1),), lambda x: relu(x - Fraction(1, 7))),
    }
    parts = {}
    for name, (start, bends, f) in cases.items():
        curve = on_line(program, reach.ramps(Fraction(start), bends, 2))
        parts[name] = lambda f=f, curve=curve: prove_piecewise_equal(curve, f, on=(0, 1))
    return short_circuit(parts, "all q in [0, 1]; two functions; mu = 2")


def condition(excess, mu):
    """Return the condition of line 27, in clamps, for sums of bumps that exceed d by this much."""
    in_cell = clamp(mu * (excess + HALF), 0, 1)  # line 23
    processing = clamp(mu * in_cell, 0, 1)  # line 24
    return clamp(mu * (processing - HALF), 0, 1)  # line 27


def lines_23_to_27():
    """Prove that the lines of the listing are these clamps, at tokens of the prompt (t >= 2)."""
    line_23, line_24 = f_larger(value, -HALF, mu), f_and(value, after_the_query(), mu)
    line_27 = f_larger(value, HALF, mu)
    unit = [mu >= 1, value >= 0, value <= 1]
    return short_circuit(
        {
            "line 23": partial(
                prove_for_all, line_23 == clamp(mu * (value + HALF), 0, 1), assume=mu > 0
            ),
            "line 24": partial(prove_for_all, line_24 == clamp(mu * value, 0, 1), assume=unit),
            "line 27": partial(
                prove_for_all, line_27 == clamp(mu * (value - HALF), 0, 1), assume=mu > 0
            ),
        },
        "mu >= 1",
    )


def after_the_query():
    """Return what line 24 knows of the second token, and of all later ones."""
    return f_larger(2 + 0 * mu, HALF, mu)


def stored(q):
    """Return what a plain program stores of the query's first entry, at the first token."""
    is_query = f_smaller(1 + 0 * mu, Fraction(3, 2), mu)
    return f_ifelse(is_query, q, 0 * q, lam)


@check("solver")
def check_mixed_difference(reach):
    """The condition is 0 at all corners of a cube of side 1/mu above l but the last, for every d.

    There it is positive exactly when mu > 1, and 1 exactly when mu >= 2: the gains from which on
    there is something to add up with products, and without. Without, the query is kept exactly when
    mu >= 2.
    """
    at_last, at_others = condition(0 * mu, mu), condition(excess, mu)
    gated, plain = reach.gated_gain(mu), reach.plain_gain(mu)
    query = [mu > 0, q > 0, lam >= q]
    return short_circuit(
        {
            "products": partial(prove_for_all, iff(at_last > 0, gated), assume=mu >= 1),
            "plain": partial(prove_for_all, iff(at_last == 1, plain), assume=mu >= 1),
            "query": partial(prove_for_all, iff(stored(q) == q, plain), assume=query),
            "other corners": partial(
                prove_for_all, implies(excess <= -1, at_others == 0), assume=mu > 0
            ),
            "lines 23 to 27": lines_23_to_27,
        },
        "every d, mu >= 1 and lam",
        words=(
            "the Fourier transform of a distribution with compact support is entire",
            "a subspace of C[0, 1]^d is dense if only the measure 0 is orthogonal to it",
        ),
    )


@check("exact")
def check_corners(reach):
    """The program adds 1 at the last corner and 0 at the others: d = 1, 2, 3; mu = 2 and 7."""
    for d, kind, gain in product((1, 2, 3), ("original", "multiplicative"), (2, 7)):
        program = listing_1(d, 1, mu=gain, ifelse=kind)
        for corner in product((0, 1), repeat=d):
            point = [Fraction(1, 4) + Fraction(c, gain) for c in corner]
            token = [Fraction(SIDE), *[Fraction(1, 4)] * d, Fraction(1)]
            found = to_fraction(program([cell_query(point, 1), token])[-1, 0])
            if bool(found) != (all(corner) and reach.plain_gain(gain)):
                at = {"d": d, "mu": gain, "corner": corner}
                return Evidence.refuted(Counterexample(at, str(int(all(corner))), str(found)))
    return Evidence.holds("d = 1, 2, 3; mu = 2, 7; with and without products")


RIGHT = Reach()


@dataclass(frozen=True)
class Lost:
    """From which gains on the query is not lost: with products, and without them at this lam."""

    gated: Callable[..., Any] = lambda mu: mu > 1
    plain: Callable[..., Any] = lambda mu, lam: lam * (1 - mu / 2) < 1


@check("solver")
def check_lost(lost):
    """Below these gains nothing depends on the query, whatever the prompt, for every d.

    With products the condition of line 27 is 0 for all sums of bumps. Without, what is stored of
    a query in [0, 1] is 0.
    """
    gated, plain = lost.gated(mu), lost.plain(mu, lam)
    no_cell = implies(~gated, condition(excess, mu) == 0)
    some_cell = implies(gated, condition(0 * mu, mu) > 0)
    nothing = implies(~plain, stored(q) == 0)
    something = implies(plain, stored(1 + 0 * mu) > 0)
    at_most = f_and(value, excess, mu) <= clamp(mu * value, 0, 1)
    gains = [mu > 0, lam > 0]
    return short_circuit(
        {
            "line 24": partial(prove_for_all, at_most, assume=mu > 0),
            "products": partial(prove_for_all, no_cell, assume=[mu > 0, excess <= 0]),
            "products, not": partial(prove_for_all, some_cell, assume=mu > 0),
            "plain": partial(prove_for_all, nothing, assume=[*gains, q >= 0, q <= 1]),
            "plain, not": partial(prove_for_all, something, assume=gains),
        },
        "every d, mu > 0 and lam > 0",
    )


def with_outer_walls(f, steps, mu=MU):
    """Return the staircase with its rises where the cells of the recipe begin."""
    tokens = staircase(f, steps, mu)
    return [tokens[0], *([side, x + Fraction(3, mu), y] for side, x, y in tokens[1:])]


def too_few(start, bends, mu):
    """Return the ramps without their last tokens."""
    return ramps(start, bends, mu)[:-1]


BEYOND = Source(PAPER, "Sec. 4 and Listing 1, beyond the text")

density = Claim(
    id="lsrl/new-density-fixed-mu",
    title="At any fixed mu >= 2 the prompts of Listing 1 reach every continuous function",
    source=BEYOND,
    statement=r"\overline{\mathcal H^{vec}(g)} \supseteq C([0, 1]^d)"
    r" \text{ for Listing 1 with } \mu \ge 2, \text{ and with products for } \mu > 1",
    assumptions=(
        r"tokens may be any vectors: corners below 0, $\delta > 1$, small values",
        r"lines 24 and 27 as lsrl/new-lst1-line-27-repeated mends them; $\lambda > 0$",
        "for one input by prompts that are given; for more by the argument in the docstring",
    ),
    covers=("lsrl/vec-dense",),
    subject=RIGHT,
    checks=(
        check_mixed_difference.killing("gain-one", "gain-one-plain", "gain-two"),
        check_corners.killing("gain-three"),
        check_staircase.killing("late", "third"),
        check_below_the_floor.killing("late"),
        check_ramps.killing("too-few"),
    ),
    mutants=(
        Mutant("gain-one", replace(RIGHT, gated_gain=lambda mu: mu >= 1), "mu = 1, too"),
        Mutant("gain-one-plain", replace(RIGHT, plain_gain=lambda mu: mu > 1), "without products"),
        Mutant("gain-two", replace(RIGHT, gated_gain=lambda mu: mu >= 2), "only from 2 on"),
        Mutant("gain-three", replace(RIGHT, plain_gain=lambda mu: mu >= 3), "only from 3 on"),
        Mutant("late", replace(RIGHT, staircase=with_outer_walls), "rises 3/mu too late"),
        Mutant("third", replace(RIGHT, bound=lambda n: Fraction(1, 3 * n)), "1/(3 n)"),
        Mutant("too-few", replace(RIGHT, ramps=too_few), "the last rise is missing"),
    ),
    new=True,
    notes="So the sentence of Sec. 4 is true of the printed program, though not by its recipe: that"
    " one's error grows as its grid becomes finer than 1/mu. With one input a staircase takes as"
    " many tokens as the recipe, and its error is at most L/(2 n) at every q, walls included.",
)

lost = Claim(
    id="lsrl/new-density-small-mu",
    title="At smaller gains the output of Listing 1 does not depend on the query",
    source=BEYOND,
    statement=r"\mu \le 1 \text{ with products, or } \lambda(1 - \mu/2) \ge 1 \text{ without}"
    r" \implies y \text{ is the same for all } q \in [0, 1]^d",
    assumptions=("any prompt",),
    subject=Lost(),
    checks=(check_lost,),
    mutants=(
        Mutant("gated-two", Lost(gated=lambda mu: mu >= 2), "up to 2 with products"),
        Mutant("gated-half", Lost(gated=lambda mu: mu > HALF), "up to 1/2 with products"),
        Mutant("plain-any", Lost(plain=lambda mu, lam: mu >= 2), "whatever lam"),
    ),
    new=True,
)
