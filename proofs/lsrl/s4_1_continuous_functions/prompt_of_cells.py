r"""Sec. 4.1: how many tokens the prompt of Listing 1 has, and what is in them.

Cells of side delta cover [0, 1] if there are $\lceil 1/\delta \rceil$ of them, and not with one
less, for every real delta; of the integer only that is used. In d dimensions a corner is one of d -
1 dimensions and one number more, so that the numbers multiply: by induction over d. The prompt that
the construction makes has a token of 1 + d + e entries for each.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import ceil, floor
from typing import Any

import sympy as sp

from constructions.lsrl.programs.prompts import grid_prompt
from proofs.lsrl import PAPER
from theorem_checks import (
    Claim,
    Counterexample,
    Evidence,
    Mutant,
    Source,
    all_of,
    check,
    iff,
    prove_for_all,
    prove_recurrence,
    reals,
    symbolic,
)


@dataclass(frozen=True)
class Grid:
    """A grid of cells of side delta: `cells` of 1/delta along a side, `tokens` of d and of these.

    `along(k, z)` says of an integer k that it is `cells(z)`, for real z.
    """

    tokens: Callable[[Any, Any], Any] = lambda d, n: n**d
    cells: Callable[[Fraction], int] = ceil
    along: Callable[[Any, Any], Any] = lambda k, z: (k - 1 < z) & (z <= k)


k, side = reals("k delta")


@check("proof")
def check_tokens(grid):
    """N cells a side make n^d cells: a corner in d + 1 dimensions is one in d and one of n more."""
    d, n = sp.Symbol("d", integer=True, positive=True), sp.Symbol("n", integer=True, positive=True)
    number = prove_recurrence(lambda d: grid.tokens(d, symbolic(n)), lambda N, _: n * N, (1, n), d)
    return all_of({"cells": number}, "all d and n")


@check("solver")
def check_cells(grid):
    """As many cells along a side cover [0, 1], and with one less they do not: for all delta."""
    covers, one_less = k * side >= 1, (k - 1) * side >= 1
    return prove_for_all(
        iff(grid.along(k, 1 / side), covers & ~one_less), assume=[side > 0, k >= 1]
    )


@check("exact")
def check_prompt(grid):
    """The prompt has so many tokens of size 1 + d + e: side, corner, and value at the centre."""
    for dim, cells in product((1, 2, 3), (1, 2, 3)):
        tokens = grid_prompt(list, dim, cells)
        width = Fraction(1, cells)
        shaped = all(
            token[0] == width and token[1 + dim :] == [c + width / 2 for c in token[1 : 1 + dim]]
            for token in tokens
        )
        wanted = grid.tokens(dim, grid.cells(1 / width))
        if len(tokens) != wanted or not shaped:
            at = {"d": dim, "delta": width}
            return Evidence.refuted(Counterexample(at, str(wanted), str(len(tokens))))
    return Evidence.holds("d = 1, 2, 3; delta = 1, 1/2, 1/3; f the identity")


prompt = Claim(
    id="lsrl/lst1-count",
    title="The prompt is a token of size 1 + d + e for each of the ceil(1/delta)^d cells",
    source=Source(PAPER, "Sec. 4.1, eq. (8)"),
    statement=r"p = [\delta, l, f(l + \delta/2)], \quad N = \lceil 1/\delta \rceil^d",
    assumptions=("what the tokens are made of is read off prompts of the sizes listed",),
    covers=("lsrl/eq-8-token",),
    subject=Grid(),
    checks=(
        check_tokens.killing("sum", "nodes"),
        check_cells.killing("down", "one-more"),
        check_prompt.killing("sum", "nodes", "one-more"),
    ),
    mutants=(
        Mutant("sum", Grid(lambda d, n: n * d), "d n for n^d"),
        Mutant("nodes", Grid(lambda d, n: (n + 1) ** d), "nodes, not cells"),
        Mutant(
            "down", Grid(cells=floor, along=lambda k, z: (k <= z) & (z < k + 1)), "rounded down"
        ),
        Mutant(
            "one-more",
            Grid(cells=lambda z: floor(z) + 1, along=lambda k, z: (k - 1 <= z) & (z < k)),
            "one more where 1/delta is an integer",
        ),
    ),
)
