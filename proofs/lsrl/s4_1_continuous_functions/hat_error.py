r"""How near the prompts of hats come to a function, and how many tokens they have.

After the tokens of a grid the output at its nodes is within half a step of the function, as what
was missing there is rounded. Sums of hats of coarser grids are interpolated by those of a finer
one, and the hats of a grid add up to its width; so between the nodes the error is at most that at
the nodes and what the function varies: $\tfrac{1}{2n} (1 + L \sqrt d)$. At the nodes of the next
grid so much is corrected, which takes $L \sqrt d + 2$ tokens at most. `hats.v`,
`hats_of_hats.v` and `hat_bounds.v` are this proof, of program and prompt as data.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from constructions.lsrl.language.cyclotomic import Number
from constructions.lsrl.language.numbers import ONE, ZERO
from constructions.lsrl.listed.data import Vector
from constructions.lsrl.listed.hats import (
    Vectors,
    grid_nodes,
    hat_tokens,
    hat_values,
    multiple,
    one_over,
    query_token,
    two_to,
)
from constructions.lsrl.listed.outputs import entry_of, vector_at
from proofs.lsrl import PAPER
from theorem_checks import All, Claim, Mutant, SameValues, Source, certificate, pure
from theorem_checks.statements.pure.conclusions import PureCall

Table = tuple[Vectors, ...]
"""Values at the nodes of the grids of 1, 2, 4, ... cells."""


@dataclass(frozen=True)
class AsData:
    """The formulas of the program of hats, and its prompt, as pure functions of data."""

    outputs: Callable[..., Any] = hat_values
    tokens: Callable[..., Any] = hat_tokens


def absolute(a: Number) -> Number:
    """Return |a|."""
    return a if a >= 0 else -a


def square(x: Vector) -> Number:
    """Return |x|^2."""
    return sum((a * a for a in x), ZERO)


def cut(a: Number) -> Number:
    """Return a, cut to [0, 1]."""
    above = a if a >= 0 else ZERO
    return above if above <= ONE else ONE


def in_cube(dim: int, point: Vector) -> Vector:
    """Return a point of the cube: so any."""
    return tuple(cut(entry_of(point, i)) for i in range(dim))


def nodes_at(j: int, dim: int) -> Vectors:
    """Return the nodes of the grid of 2^j cells a side."""
    return grid_nodes(one_over(two_to(j)), two_to(j), dim)


def wanted_at(values: Table, j: int) -> Vectors:
    """Return the values at these nodes."""
    return values[j] if j < len(values) else ()


def varies_little(
    p: Vector, value: Vector, values: Table, j: int, outs: int, slope: Number
) -> bool:
    """Whether the value at p is so far from that at each node as the slope allows, in squares."""
    return all(
        square((entry_of(value, k) - entry_of(vector_at(wanted_at(values, j), i), k),))
        <= slope * slope * square(tuple(a - b for a, b in zip(p, v, strict=False)))
        for i, v in enumerate(nodes_at(j, len(p)))
        for k in range(outs)
    )


def is_allowed(
    values: Table,
    levels: int,
    dim: int,
    outs: int,
    slope: Number,
    root: Number,
    most_slope: int,
    most: int,
) -> bool:
    """Whether the function varies little from grid to grid, and is bounded by `most` at corners.

    L^2 d is at most the square of `root`, which is at most `most_slope`.
    """
    return (
        root >= 0
        and multiple(dim, slope * slope) <= root * root
        and root <= multiple(most_slope, ONE)
        and all(
            absolute(entry_of(vector_at(wanted_at(values, 0), i), k)) <= multiple(most, ONE)
            for i, _ in enumerate(nodes_at(0, dim))
            for k in range(outs)
        )
        and all(
            varies_little(p, vector_at(wanted_at(values, j + 1), i), values, j, outs, slope)
            for j in range(levels)
            for i, p in enumerate(nodes_at(j + 1, dim))
        )
    )


def looked_for(most_slope: int, most: int) -> int:
    """Return up to which multiple of a width the prompt looks."""
    return most_slope + 1 + most


def with_query(q: Vector, outs: int, tokens: Vectors) -> Vectors:
    """Return the query and the tokens after it."""
    return (query_token(q, outs), *tokens)


def is_within(
    allowed: bool,
    found: Vector,
    value: Vector,
    levels: int,
    outs: int,
    root: Number,
) -> bool:
    """Whether 2 n |y - f| is at most root + 1 in each entry, for n = 2^levels; root is L sqrt(d).

    It is if the function is none of those that are spoken of.
    """
    return not allowed or all(
        multiple(2 * two_to(levels), absolute(entry_of(found, k) - entry_of(value, k)))
        <= root + ONE
        for k in range(outs)
    )


def is_short(
    allowed: bool, tokens: Vectors, levels: int, dim: int, most_slope: int, most: int
) -> bool:
    """Whether there are at most 2^(d + 1) (L sqrt(d) + 1) n^d + 2^d max|f| tokens, for d > 0."""
    return (
        not allowed
        or dim == 0
        or len(tokens)
        <= two_to(dim + 1) * (most_slope + 1) * two_to(levels * dim) + two_to(dim) * most
    )


def spoken_of(allowed: bool, values: Table) -> Table:
    """Return the values of a function that is spoken of; of others none, so that they cost none."""
    return values if allowed else ()


def levels_spoken_of(allowed: bool, levels: int) -> int:
    """Return how many grids there are after the first one; none for what is not spoken of."""
    return levels if allowed else 0


def both(a: bool, b: bool) -> bool:
    """Return whether both are so."""
    return a and b


def always(q: Vector) -> bool:
    """Return that it is so."""
    return True


def bounds(
    dim: PureCall | str, tokens_of: Callable[..., Any], last_output: Callable[[PureCall], PureCall]
) -> tuple[SameValues, SameValues]:
    """Return that the output at the last token of a prompt is near, and that the prompt is short.

    **Arguments**: the number of inputs; the tokens of a function, and the last output on a prompt.
    """
    q = pure(in_cube, dim, "point")
    sizes = "levels", dim, "outs"
    allowed = pure(is_allowed, "values", *sizes, "slope", "root", "most_slope", "most")
    near = pure(varies_little, q, "value", "values", "levels", "outs", "slope")
    bound = pure(looked_for, "most_slope", "most")
    true = pure(always, "point")

    def tokens(allowed: PureCall) -> PureCall:
        values = pure(spoken_of, allowed, "values")
        levels = pure(levels_spoken_of, allowed, "levels")
        return pure(tokens_of, values, levels, dim, "outs", bound)

    at_q = pure(both, allowed, near)
    found = last_output(pure(with_query, q, "outs", tokens(at_q)))
    within = pure(is_within, at_q, found, "value", "levels", "outs", "root")
    short = pure(is_short, allowed, tokens(allowed), "levels", dim, "most_slope", "most")
    return SameValues(within, true), SameValues(short, true)


def says_error(hats: AsData, w) -> All:
    r"""The outputs are within (L sqrt(d) + 1)/2n of the function, and the prompt is short.

    For all numbers of inputs and outputs, all n = 2^levels, all queries of the cube, and all
    functions: of one only the values at the nodes and at the query are named.
    """
    return All(bounds("dim", hats.tokens, lambda prompt: pure(hats.outputs, "dim", "outs", prompt)))


def from_one(dim: int, outs: int, tokens: Vectors) -> Vector:
    """Return outputs of a program whose last state starts at 1."""
    return tuple(y + ONE for y in hat_values(dim, outs, tokens))


def late_in_inputs(dim: int, outs: int, tokens: Vectors) -> Vector:
    """Return the outputs, and none with more than 1,000 inputs."""
    return hat_values(dim, outs, tokens) if dim <= 1000 else ()


def late_in_levels(values: Table, levels: int, dim: int, outs: int, most: int) -> Vectors:
    """Return the tokens, and those of 100 grids where there are more."""
    return hat_tokens(values, levels if levels <= 100 else 100, dim, outs, most)


AS_DATA = AsData()

error = Claim(
    id="lsrl/new-hat-error",
    title="Prompts of hats come within (L sqrt(d) + 1)/2n of Lipschitz functions, in O(n^d) tokens",
    source=Source(PAPER, "Sec. 4.1, beyond the text"),
    statement=r"\sup_q |f(q) - y(q)| \le \tfrac{1}{2n} (L \sqrt d + 1),\quad"
    r" N \le 2^{d+1} (L \sqrt d + 1)\, n^d + 2^d \max |f|",
    assumptions=(
        "f is L-Lipschitz; each entry of the output by itself; all d, and n = 1, 2, 4, 8, ...;"
        r" in N whole numbers stand for $L \sqrt d$ and $\max |f|$, which are at most these",
        "of the formulas of program and prompt at exact numbers, entry by entry",
    ),
    subject=AS_DATA,
    says=says_error,
    checks=(
        certificate(
            says_error,
            proof=("hats.v", "hats_of_hats.v", "hat_bounds.v", "hat_error.v"),
            seconds=600,
        ).killing("from-one"),
    ),
    mutants=(
        Mutant("from-one", replace(AS_DATA, outputs=from_one), "a last state that starts at 1"),
    ),
    late=(
        Mutant("inputs", replace(AS_DATA, outputs=late_in_inputs), "none with 1,001 inputs"),
        Mutant("levels", replace(AS_DATA, tokens=late_in_levels), "at most 101 grids"),
    ),
    new=True,
    notes="Of the nodes of the program: lsrl/new-hat-program.",
)
