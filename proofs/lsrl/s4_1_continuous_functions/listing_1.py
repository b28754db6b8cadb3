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
from constructions.lsrl.helpers import (
    f_and,
    f_bump,
    f_ifelse_optimised,
    f_larger,
    f_smaller,
)
from constructions.lsrl.programs.listing_1 import listing_1, listing_1_mended
from constructions.lsrl.programs.prompts import cell_query, grid_prompt
from proofs.lsrl import PAPER
from proofs.lsrl.one_step import outputs_of
from proofs.lsrl.s4_2_token_sequences.lookup_steps import is_bit
from proofs.lsrl.short_circuit import part_by_part, short_circuit
from theorem_checks import (
    All,
    Claim,
    Control,
    Counterexample,
    Evidence,
    ForReals,
    Ground,
    Mutant,
    Source,
    Verdict,
    all_hold,
    all_of,
    check,
    identity_function,
    iff,
    implies,
    proof_of,
    prove_for_all,
    prove_piecewise_equal,
    reals,
    to_fraction,
    where,
)

MU = 1000
HALF, THREE_HALVES = Fraction(1, 2), Fraction(3, 2)


def target(point):
    """Return 1 + x_1 + 2 x_2 + ..., which is never 0."""
    return 1 + sum(k * x for k, x in enumerate(point, start=1))


@dataclass(frozen=True)
class Recipe:
    """A program for (d_in, d_out), and the prompt that describes a function on a grid to it.

    The program compares q + offset/mu with the walls of a cell.
    """

    program: Callable[..., Any] = listing_1
    prompt: Callable[..., Any] = grid_prompt
    offset: int = 0

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
    tokens = [[identity_function(), 0, 0], *map(list, prompt)]
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


SIZES = ((1, 4), (2, 4), (3, 5), (2, 1000))
LISTINGS = {mu: listing_1(1, 1, mu=mu) for _, mu in SIZES}


def half_height(mu):
    """Return how high a bump has to be for its cell to count fully, in one dimension."""
    return Fraction(1, 2) + Fraction(1, 2 * mu**2) + Fraction(1, mu**3)


def says_every_query(height, w):
    """Each cell counts fully from l + h/mu to u + (1 - h)/mu, and nowhere else.

    For all values up to lam: there the output is the value of the cell; where this is the only cell
    of the prompt it is so just there, unless the value is 0. Below 1/(2 mu) it is 0.
    """
    q, values = w.real("q"), w.real("v", 3)
    w.assume(all_hold(*(abs(value) <= 10**10 for value in values)))
    parts = []
    for cells, mu in SIZES:
        walls = [token[:2] for token in grid_prompt(lambda p: 0, 1, cells)]

        def output(chosen, walls, mu=mu):
            prompt = [[*wall, value] for wall, value in zip(walls, chosen, strict=False)]
            return outputs_of(LISTINGS[mu], [[q, 0, 0], *prompt])[-1]

        whole, h = output(values, walls), height(mu)
        said = [implies(q <= Fraction(1, 2 * mu), whole == 0)]
        for k in range(cells):
            inside = (Fraction(k, cells) + h / mu <= q) & (
                q <= Fraction(k + 1, cells) + (1 - h) / mu
            )
            alone = output([values[k]], walls[k:])
            counts = implies(values[k] != 0, iff(alone == values[k], inside))
            said += [implies(inside, whole == values[k]), counts]
        parts.append(ForReals(all_hold(*said)))
    return All(tuple(parts))


def says_only_there(read, w):
    """On a grid of two cells at mu = 4 the output is a value that is not 0 exactly where it counts.

    **Arguments**: `read(prompt, k)`, the tokens of the grid that are in the prompt.
    """
    q, values = w.real("q"), w.real("v", 2)
    w.assume(all_hold(*(abs(value) <= 10**10 for value in values)))
    (cells, mu), h = SIZES[1], half_height(SIZES[1][1])
    walls = [token[:2] for token in grid_prompt(lambda p: 0, 1, cells)]
    prompt = [[*wall, value] for wall, value in zip(walls, values, strict=True)]
    said = []
    for k in range(cells):
        first, last = Fraction(k, cells) + h / mu, Fraction(k + 1, cells) + (1 - h) / mu
        found = outputs_of(LISTINGS[mu], [[q, 0, 0], *read(prompt, k)])[-1]
        is_there = iff(found == values[k], (first <= q) & (q <= last))
        said.append(ForReals(implies(values[k] != 0, is_there)))
    return All(tuple(said))


@check("exact")
def check_equal_cells(read):
    """The same for q = 3/4 in the second cell, where both cells have the value 1."""
    (cells, mu), h, q = SIZES[1], half_height(SIZES[1][1]), Fraction(3, 4)
    prompt = [[*token[:2], 1] for token in grid_prompt(lambda p: 0, 1, cells)]
    for k in range(cells):
        first, last = Fraction(k, cells) + h / mu, Fraction(k + 1, cells) + (1 - h) / mu
        found = outputs_of(LISTINGS[mu], [[q, 0, 0], *read(prompt, k)])[-1]
        if (found == 1) != (first <= q <= last):
            at = {"n": cells, "mu": mu, "q": q, "values of the cells": [1] * cells, "k": k}
            claimed = f"y(q) = 1, the value of cell {k}, just for {first} <= q <= {last}"
            return Evidence.refuted(Counterexample(at, claimed, f"y(q) = {found}"))
    return Evidence.holds("n = 2, mu = 4, q = 3/4, both values 1")


@check("exact")
def check_ends(height):
    """At both ends of these intervals the output is the value of the cell, just outside it is not.

    f is 1 + x.
    """
    for cells, mu in ((1, 4), (3, 5), (2, 1000)):
        curve, h, step = Recipe().curve(target, cells, mu), height(mu), Fraction(1, 10**20)
        for k in range(cells):
            first, last = Fraction(k, cells) + h / mu, Fraction(k + 1, cells) + (1 - h) / mu
            value = target([Fraction(2 * k + 1, 2 * cells)])
            for q, is_within in ((first - step, 0), (first, 1), (last, 1), (last + step, 0)):
                if (curve(q) == value) != is_within:
                    at = {"n": cells, "mu": mu, "q": q}
                    wanted = str(value) if is_within else f"not {value}"
                    return Evidence.refuted(Counterexample(at, wanted, str(curve(q))))
    return Evidence.holds("each end, and 1e-20 outside; (n, mu) = (1, 4), (3, 5), (2, 1000)")


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


q, lower, side, mu, lam, value = reals("q l delta mu lam y")
time, total, size, bit = reals("t total d bit")


@check("solver")
def check_every_line(recipe):
    """Each line does on its grid what its comment says: for all d, mu >= 2, cells and values.

    q is on the grid of the walls if it is 1/mu below one, or further, where it is below.
    """
    upper = lower + side
    bump = f_bump(q + Fraction(recipe.offset) / mu, lower, upper, mu)
    inside = where((lower <= q) & (q < upper), 1, 0)
    on_grid = [(q >= wall) | (q + 1 / mu <= wall) for wall in (lower, upper)]
    after = [mu >= 2, (time == 1) | (time >= 2)]
    steep = [mu >= 2, is_bit(bit)]
    bits = [mu >= 2, (total == size) | (total <= size - 1)]
    kept = f_ifelse_optimised(bit, value, lam=lam)
    both = f_and(bit, f_larger(2 + 0 * mu, THREE_HALVES, mu), mu)
    return short_circuit(
        {
            "a bump": lambda: prove_for_all(
                bump == inside, assume=[mu >= 2, side * mu >= 1, *on_grid]
            ),
            "all d bumps": lambda: prove_for_all(
                f_larger(total, size - HALF, mu) == where(total == size, 1, 0), assume=bits
            ),
            "the query's token": lambda: prove_for_all(
                f_smaller(time, THREE_HALVES, mu) == where(time == 1, 1, 0), assume=after
            ),
            "the others": lambda: prove_for_all(
                f_larger(time, THREE_HALVES, mu) == where(time == 1, 0, 1), assume=after
            ),
            "in cell and processing": lambda: prove_for_all(both == bit, assume=steep),
            "the condition": lambda: prove_for_all(f_larger(bit, HALF, mu) == bit, assume=steep),
            "the update": lambda: prove_for_all(
                kept == bit * value, assume=[lam > 0, abs(value) <= lam, is_bit(bit)]
            ),
        },
        "all d, all cells with walls on a grid of step 1/mu or more, mu >= 2, lam >= |y|",
        words=("q lies in just one cell: lsrl/new-lst1-unique-cell",),
        rests_on=(Ground.claim("lsrl/new-lst1-unique-cell"),),
    )


SOURCE = Source(PAPER, "Sec. 4.1, Listing 1")
PRINTED = Recipe()
MENDED = Recipe(listing_1_mended, with_outer_cells, 1)

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
    checks=(
        check_every_line.killing("printed", "outer-cells-alone"),
        check_value_of_a_cell,
        check_every_real_query,
    ),
    mutants=(
        Mutant("printed", PRINTED, "Listing 1 as printed"),
        Mutant("no-outer-cells", Recipe(listing_1_mended, offset=1), "nothing covers q = 1"),
        Mutant("outer-cells-alone", Recipe(listing_1, with_outer_cells), "q is not moved"),
    ),
    repairs=("lsrl/lst1",),
    new=True,
)

every_query = Claim(
    id="lsrl/new-lst1-every-query",
    title="In Listing 1, on four grids, each cell counts about 1/(2 mu) too late at both of its"
    " walls",
    source=Source(PAPER, "Listing 1, beyond the text"),
    statement=r"y(q) = \bar y_k \iff l_k + \tfrac{h}{\mu} \le q \le u_k + \tfrac{1 - h}{\mu},"
    r"\quad h = \tfrac12 + \tfrac1{2\mu^2} + \tfrac1{\mu^3}; \qquad"
    r" y(q) = 0 \text{ for } q \le \tfrac1{2\mu}",
    assumptions=(
        r"one input; $(n, \mu) = (1, 4), (2, 4), (3, 5), (2, 1000)$",
        r"values of at most $\lambda = 10^{10}$; 'only if' where the prompt is this cell alone, and"
        " its value is not 0: where two cells count in part, the output may be the value of one by"
        " chance",
    ),
    subject=half_height,
    says=says_every_query,
    checks=(
        proof_of(says_every_query, part_by_part(), seconds=180).killing("one"),
        check_ends,
    ),
    mutants=(
        Mutant("half", lambda mu: Fraction(1, 2), "1/2"),
        Mutant("squared", lambda mu: Fraction(1, 2) + Fraction(1, 2 * mu**2), "without 1/mu^3"),
        Mutant("one", lambda mu: Fraction(1), "1/mu above the lower wall"),
    ),
    repairs=("lsrl/new-lst1-only-there",),
    new=True,
)

only_there = Claim(
    id="lsrl/new-lst1-only-there",
    title="Whatever other cells the prompt has, the output is the value of a cell only there",
    source=Source(PAPER, "Listing 1, beyond the text"),
    statement=r"y(q) = \bar y_k \implies l_k + \tfrac{h}{\mu} \le q \le u_k + \tfrac{1 - h}{\mu}",
    assumptions=(r"one input; $(n, \mu) = (2, 4)$, $0 < \vert \bar y_k \vert \le \lambda$",),
    subject=lambda prompt, _: prompt,
    says=says_only_there,
    checks=(check_equal_cells, proof_of(says_only_there, part_by_part(seconds=2))),
    controls=(Control("alone", lambda prompt, k: prompt[k : k + 1], "a prompt of this cell"),),
    expect=Verdict.REFUTED,
    repaired_by="lsrl/new-lst1-every-query",
    new=True,
    notes="Another cell may have the same value. Between two cells both count in part, and the"
    " output may be the value of one by chance.",
)
