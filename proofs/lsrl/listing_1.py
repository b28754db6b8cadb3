r"""Listing 1: what it computes at every query, by the breakpoints of the program itself.

With one input dimension the output at a fixed prompt is a piecewise-linear function of the query.
The program is run on the identity function, and its breakpoints are exact rationals. A cell
[l, l + delta] counts from q = l + h/mu to q = l + delta + (1 - h)/mu, where
h = 1/2 + 1/(2 mu^2) + 1/mu^3: too late at its lower wall, and into the next cell at its upper one.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np

from constructions.arrays import OBJECTS
from constructions.lsrl.programs.listing_1 import listing_1, listing_1_mended
from constructions.lsrl.programs.prompts import cell_query, grid_prompt
from proofs.lsrl import PAPER
from theorem_checks import (
    Claim,
    Control,
    Counterexample,
    Evidence,
    Mutant,
    Source,
    Verdict,
    all_of,
    check,
    largest_difference,
    line,
    prove_piecewise_equal,
    to_fraction,
)

MU = 1000


def target(point):
    """Return 1 + x_1 + 2 x_2 + ..., which is never 0."""
    return 1 + sum(k * x for k, x in enumerate(point, start=1))


@dataclass(frozen=True)
class Recipe:
    """A program for (d_in, d_out), and the prompt that describes a function on a grid to it."""

    program: Callable[..., Any] = listing_1
    prompt: Callable[..., Any] = grid_prompt

    def output(self, f, q, cells, d_out=1, mu=MU):
        """Return the output after query and prompt, a list of exact numbers."""
        d = len(q)
        tokens = [cell_query(q, d_out), *self.prompt(f, d, cells)]
        return exact_outputs(self.program(d, d_out, mu=mu), tokens)

    def curve(self, f, cells, mu):
        """Return the output as a function of the query, for one input and one output."""
        return on_line(self.program(1, 1, mu=mu), self.prompt(f, 1, cells))


def exact_outputs(program, tokens):
    """Return the last output of a program, a list of fractions."""
    return [to_fraction(value) for value in program(tokens)[-1]]


def on_line(program, prompt):
    """Run a program of one input and one output with the query as a variable."""
    tokens = [[line(), 0, 0], *map(list, prompt)]
    return program(OBJECTS.array(np.array(tokens, dtype=object)))[-1, 0]


def with_outer_cells(f, d, cells):
    """Return the prompt with one more layer of cells above 1, with the values at their borders.

    Cells that contain only their lower walls then cover all of [0, 1]^d.
    """
    side = Fraction(1, cells)
    tokens = []
    for corner in product([side * k for k in range(cells + 1)], repeat=d):
        centre = tuple(min(lower, 1 - side) + side / 2 for lower in corner)
        tokens.append([side, *corner, f(centre)])
    return tokens


def values_of_cells(f, q, cells):
    """Return the values of f at the centres of all closed cells that contain q."""
    ranges = [[k for k in range(cells) if k <= x * cells <= k + 1] for x in q]
    return [f(tuple(Fraction(2 * k + 1, 2 * cells) for k in ks)) for ks in product(*ranges)]


@check("exact")
def check_value_of_a_cell(recipe):
    """At cell walls, centres and corners the output is the value of a cell that contains q."""
    for d, cells in ((1, 1), (1, 2), (2, 1), (2, 2), (3, 1)):
        for q in product([Fraction(k, 2 * cells) for k in range(2 * cells + 1)], repeat=d):
            (found,) = recipe.output(target, q, cells)
            allowed = values_of_cells(target, q, cells)
            if found not in allowed:
                at = {"f": "1 + x_1 + 2 x_2 + ...", "n": cells, "q": q, "mu": MU}
                claimed = " or ".join(map(str, allowed))
                return Evidence.refuted(Counterexample(at, claimed, str(found)))
    return Evidence.holds("(d, n) = (1, 1), (1, 2), (2, 1), (2, 2), (3, 1); all multiples of 1/2n")


def half_height(mu):
    """Return how high a bump has to be for its cell to count fully, in one dimension."""
    return Fraction(1, 2) + Fraction(1, 2 * mu**2) + Fraction(1, mu**3)


@check("solver")
def check_every_query(height):
    """For all q the program is y_k from l + h/mu to u + (1 - h)/mu, and 0 below the first cell."""
    parts = {}
    for cells, mu in ((1, 4), (2, 4), (3, 5), (2, 1000)):
        curve = Recipe().curve(target, cells, mu)
        h = height(mu)
        name = f"n = {cells}, mu = {mu}"
        below = (None, Fraction(1, 2 * mu))
        parts[f"{name}, below"] = prove_piecewise_equal(curve, 0, on=below)
        for k in range(cells):
            ends = (Fraction(k, cells) + h / mu, Fraction(k + 1, cells) + (1 - h) / mu)
            wanted = target([Fraction(2 * k + 1, 2 * cells)])
            parts[f"{name}, cell {k}"] = prove_piecewise_equal(curve, wanted, on=ends)
    return all_of(parts, "all real q; (n, mu) = (1, 4), (2, 4), (3, 5), (2, 1000)")


@check("exact")
def check_only_there(height):
    """Just outside of these intervals the output is not the value of the cell."""
    for cells, mu in ((1, 4), (3, 5), (2, 1000)):
        curve, h, step = Recipe().curve(target, cells, mu), height(mu), Fraction(1, 10**20)
        for k in range(cells):
            first, last = Fraction(k, cells) + h / mu, Fraction(k + 1, cells) + (1 - h) / mu
            value = target([Fraction(2 * k + 1, 2 * cells)])
            for q in (first - step, last + step):
                if curve(q) == value:
                    at = {"n": cells, "mu": mu, "q": q}
                    return Evidence.refuted(Counterexample(at, f"not {value}", str(value)))
    return Evidence.holds("1e-20 outside of each end; (n, mu) = (1, 4), (3, 5), (2, 1000)")


@check("solver")
def check_every_real_query(recipe):
    """With one input the output is the value of a cell for all q up to 1/mu below its upper wall.

    The cell above 1, which contains q = 1, has the value of the last one.
    """
    parts = {}
    for cells, mu in ((1, 4), (2, 8), (3, 1000)):
        curve = recipe.curve(target, cells, mu)
        for k in range(cells + 1):
            ends = (Fraction(k, cells), Fraction(k + 1, cells) - Fraction(1, mu))
            wanted = target([Fraction(2 * min(k, cells - 1) + 1, 2 * cells)])
            name = f"n = {cells}, mu = {mu}, cell {k}"
            parts[name] = prove_piecewise_equal(curve, wanted, on=ends)
    return all_of(parts, "d = 1, all real q in the cells; (n, mu) = (1, 4), (2, 8), (3, 1000)")


def margin(d, mu):
    """Return by how much wider than the bound a cell has to be to count fully."""
    return (half_height(mu) - Fraction(1, 2)) / (d * mu)


@check("exact")
def check_too_fine(least_side):
    """Cells of sides up to the bound do not count at q = u, and a hardly wider one does fully.

    There each bump is at its largest, min(1, mu delta).
    """
    for d, mu in product((1, 2, 3), (4, 1000)):
        bound = least_side(d, mu)
        for side, wanted in ((bound, 0), (bound + margin(d, mu), 1)):
            tokens = [cell_query([side] * d, 1), [side, *[Fraction(0)] * d, Fraction(1)]]
            (found,) = exact_outputs(listing_1(d, 1, mu=mu), tokens)
            if found != wanted:
                at = {"d": d, "mu": mu, "delta": side, "l": [0] * d, "q": [side] * d}
                return Evidence.refuted(Counterexample(at, str(wanted), str(found)))
    return Evidence.holds("d = 1, 2, 3; mu = 4, 1000; lam = 1e10; the upper corner of a cell")


@check("solver")
def check_too_fine_at_every_query(least_side):
    """With one input, a cell at the bound gives 0 at every q, a hardly wider one 1 somewhere."""
    parts = {}
    for mu in (4, 1000):
        bound = least_side(1, mu)
        token = [bound, Fraction(1, 2), Fraction(1)]
        parts[f"mu = {mu}"] = prove_piecewise_equal(on_line(listing_1(1, 1, mu=mu), [token]), 0)
        wider = [bound + margin(1, mu), *token[1:]]
        peak = largest_difference(on_line(listing_1(1, 1, mu=mu), [wider])).value
        parts[f"mu = {mu}, wider"] = _equal_to(1, peak, {"mu": mu, "delta": wider[0]})
    return all_of(parts, "all real q; d = 1; mu = 4, 1000; lam = 1e10")


def _equal_to(wanted, peak, at):
    """Evidence that the largest output over all queries is what is wanted."""
    if peak != wanted:
        return Evidence.refuted(Counterexample(at, f"a peak of {wanted}", str(peak)))
    return Evidence.proved(", ".join(f"{k} = {v}" for k, v in at.items()))


@check("solver")
def check_1999_and_2000(mu):
    """At mu = 1000 a cell of side 1/1999 counts at some q, and one of side 1/2000 at none."""
    parts = {}
    for cells, wanted in ((1999, 1), (2000, 0)):
        token = [Fraction(1, cells), Fraction(1, 2), Fraction(1)]
        peak = largest_difference(on_line(listing_1(1, 1, mu=mu), [token])).value
        parts[f"n = {cells}"] = _equal_to(wanted, peak, {"n": cells, "mu": mu})
    return all_of(parts, "all real q")


@check("exact")
def check_precision(recipe):
    """The error for f = 1 on the walls of n = 1, 2, 5, 20 cells is at most 1/n."""
    for cells in (1, 2, 5, 20):
        for k in range(cells + 1):
            q = Fraction(k, cells)
            (found,) = recipe.output(lambda p: Fraction(1), (q,), cells)
            if abs(1 - found) * cells > 1 or found == 0:
                at = {"f": 1, "n": cells, "q": q, "mu": MU}
                return Evidence.refuted(Counterexample(at, f"within 1/{cells} of 1", str(found)))
    return Evidence.holds("n = 1, 2, 5, 20; mu = 1000, all walls")


SOURCE = Source(PAPER, "Sec. 4.1, Listing 1")
PRINTED = Recipe()
MENDED = Recipe(listing_1_mended, with_outer_cells)

lst1 = Claim(
    id="lsrl/lst1",
    title="After the prompt, Listing 1 outputs the value of the cell that contains the query",
    source=SOURCE,
    statement=r"y_N = f(\text{centre of the cell of } q) \quad \text{for all } q \in [0, 1]^d",
    assumptions=("at a wall any of the cells that touch it is accepted",),
    subject=PRINTED,
    checks=(check_value_of_a_cell,),
    controls=(Control("mended", MENDED, "q + 1/mu for q, and cells beyond the upper border"),),
    expect=Verdict.REFUTED,
    repaired_by="lsrl/new-lst1-mended",
    notes="0 at every query with a zero coordinate: a bump is 0 at its lower end. In thin strips"
    " above each wall the value is that of the wrong cell, or of none (lsrl/new-lst1-every-query).",
)

lst1_mended = Claim(
    id="lsrl/new-lst1-mended",
    title="With q + 1/mu for q and one more layer of cells, the output is the value of q's cell",
    source=Source(PAPER, "Listing 1, repaired"),
    statement=r"y_N = f(\text{centre of the cell of } q) \quad"
    r" \text{for } q, l, \delta \in \mu^{-1}\mathbb Z",
    assumptions=(r"query and walls on the multiples of $1/\mu$, $\mu \ge 2$",),
    subject=MENDED,
    checks=(check_value_of_a_cell, check_every_real_query),
    mutants=(
        Mutant("printed", PRINTED, "Listing 1 as printed"),
        Mutant("no-outer-cells", Recipe(listing_1_mended), "nothing covers q = 1"),
        Mutant("outer-cells-alone", Recipe(listing_1, with_outer_cells), "q is not moved"),
    ),
    repairs=("lsrl/lst1",),
    new=True,
)

every_query = Claim(
    id="lsrl/new-lst1-every-query",
    title="In Listing 1 each cell counts about 1/(2 mu) too late at both of its walls",
    source=Source(PAPER, "Listing 1, beyond the text"),
    statement=r"y(q) = \bar y_k \iff l_k + \tfrac{h}{\mu} \le q \le u_k + \tfrac{1 - h}{\mu},"
    r"\quad h = \tfrac12 + \tfrac1{2\mu^2} + \tfrac1{\mu^3}; \qquad"
    r" y(q) = 0 \text{ for } q \le \tfrac1{2\mu}",
    assumptions=("one input; the sizes and gains listed",),
    subject=half_height,
    checks=(check_every_query.killing("half", "squared"), check_only_there.killing("one")),
    mutants=(
        Mutant("half", lambda mu: Fraction(1, 2), "1/2"),
        Mutant("squared", lambda mu: Fraction(1, 2) + Fraction(1, 2 * mu**2), "without 1/mu^3"),
        Mutant("one", lambda mu: Fraction(1), "1/mu above the lower wall"),
    ),
    new=True,
)

FLOOR = Source(PAPER, "Sec. 4.1, at a fixed mu")

floor = Claim(
    id="lsrl/fixed-mu-floor",
    title="At a fixed mu the recipe of Listing 1 approximates f = 1 to any precision",
    source=FLOOR,
    statement=r"\sup_{q \in [0, 1]} |f(q) - y(q)| \to 0 \quad (\delta \to 0)",
    assumptions=(r"$f = 1$, $d = 1$, $\mu = 1000$; the text fixes the weights, so $\mu$",),
    subject=PRINTED,
    checks=(check_precision,),
    controls=(Control("mended", MENDED, "exact on the multiples of 1/mu"),),
    expect=Verdict.REFUTED,
    repaired_by="lsrl/new-hat-program",
    notes="The error at q = 0 is |f(0)| for every grid. Up to a side of (1 - 1/(2d))/mu the output"
    " is 0 everywhere (lsrl/new-too-fine-a-grid).",
)

too_fine = Claim(
    id="lsrl/new-too-fine-a-grid",
    title="For delta <= (1 - 1/(2d))/mu no cell of Listing 1 ever counts",
    source=FLOOR,
    statement=r"\delta \le \tfrac1\mu \big(1 - \tfrac1{2d}\big) \implies y \equiv 0, \qquad"
    r" \max_q y = \bar y \text{ from } \delta = \tfrac1\mu \big(1 - \tfrac1{2d}"
    r" + \tfrac1d (\tfrac1{2\mu^2} + \tfrac1{\mu^3})\big) \text{ on}",
    assumptions=("the sizes and gains listed",),
    subject=lambda d, mu: (1 - Fraction(1, 2 * d)) / mu,
    checks=(check_too_fine, check_too_fine_at_every_query),
    mutants=(
        Mutant("one", lambda d, mu: Fraction(1, mu), "1/mu"),
        Mutant("narrow", lambda d, mu: (1 - Fraction(3, 4 * d)) / mu, "3/(4 d) for 1/(2 d)"),
    ),
    new=True,
)

fineness = Claim(
    id="lsrl/new-2000-cells",
    title="At mu = 1000 a grid of 1999 cells works somewhere, and one of 2000 nowhere",
    source=FLOOR,
    statement=r"\max_q y(q) = 1 \ (n = 1999), \qquad y \equiv 0 \ (n = 2000)",
    assumptions=(r"$d = 1$, $f = 1$",),
    subject=1000,
    checks=(check_1999_and_2000,),
    mutants=(
        Mutant("steeper", 1001, "mu = 1001"),
        Mutant("flatter", 999, "mu = 999"),
    ),
    new=True,
)
