"""A program and prompts that approximate functions, and how they are checked at some sizes."""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np

from constructions.arrays import OBJECTS
from constructions.lsrl import ForEach
from proofs.lsrl.s4_1_continuous_functions.hat_sums import (
    Weights,
    by_sums,
    in_unit,
    is_node,
    says_sum,
)
from proofs.lsrl.s4_1_continuous_functions.hats_as_nodes import exact, tokens_of
from theorem_checks import (
    All,
    AtMost,
    Counterexample,
    Equal,
    Evidence,
    ForReals,
    World,
    check,
    conjunction,
    implies,
    prove,
)

HALF = Fraction(1, 2)


@dataclass(frozen=True)
class Approximator:
    """A program for (d_in, d_out), the prompts that describe functions to it, and its bounds.

    `bound(n)` is the claimed largest error for 1-Lipschitz functions of one variable, and
    `most(n, d)` the most tokens for a function of d variables with values in [0, 1]; `weights`,
    those of its tokens.
    """

    program: Callable[..., Any]
    prompt: Callable[..., Any]
    bound: Callable[[int], Fraction]
    most: Callable[[int, int], int]
    weights: Weights = None


def tent(x):
    """Return 1/2 - |x - 1/2|, on numbers and on lines."""
    return HALF - abs(x - HALF)


def folded(x):
    """Return |x - 1/3|: its corner is on no grid of 2^k cells."""
    return abs(x - Fraction(1, 3))


def rising(x):
    """Return x - 1/4, which changes sign."""
    return x - Fraction(1, 4)


def shifted(x):
    """Return 1 + x, which is large everywhere."""
    return 1 + x


TARGETS = {"tent": tent, "|x - 1/3|": folded, "x - 1/4": rising, "1 + x": shifted}


def _turning(p):
    return [sum(p) - HALF, -2 * p[0] * p[-1]]


def _steep(p):
    return [3 * abs(p[0] - Fraction(1, 3)), p[-1]]


@check("exact")
def check_is_the_prompt(approximator):
    """The prompt is the one that is proved of: equal tokens."""
    for f, (d, levels) in product((_turning, _steep), ((1, 0), (1, 2), (2, 1), (3, 1))):
        found = tokens_of(f, d, levels, 2)
        wanted = [exact(token) for token in approximator.prompt(f, d, 2**levels)]
        if list(found) != wanted:
            at = {"f": f.__name__, "d": d, "levels": levels}
            return Evidence.refuted(Counterexample(at, str(found), str(wanted)))
    return Evidence.holds("two functions of 1, 2 and 3 variables")


def plane(p):
    """Return (3 x + 4 y)/5, which is 1-Lipschitz."""
    return (3 * p[0] + 4 * p[1]) / 5


def says_near(approximator: Approximator, w: World) -> All:
    """Outputs are sums of hats on all prompts, d = 1, 2, and come near five functions.

    Four functions of one variable on grids of 1, 2 and 4 cells, and a plane on grids of 1 and 2: at
    all queries of the unit interval, and of the unit square. Their prompts are of the tokens that
    sums are said of. And how long some prompts are.
    """
    curves = [*product(TARGETS.values(), (1, 2, 4))]
    on_curves = [approximator.prompt(lambda p, f=f: f(p[0]), 1, cells) for f, cells in curves]
    on_planes = [approximator.prompt(plane, 2, cells) for cells in (1, 2)]
    q, p = w.real("q"), w.real("p", 2)
    return All(
        (
            *(says_sum(approximator.program, approximator.weights, d, w) for d in (1, 2)),
            _of_nodes(approximator, [*on_curves, *on_planes]),
            *(_near(approximator, f, cells, q) for f, cells in curves),
            *(_near_the_plane(approximator, cells, p) for cells in (1, 2)),
            *(_short(approximator, *sizes) for sizes in ((1, 1), (4, 1), (16, 1), (1, 2), (4, 2))),
        )
    )


def by_sums_and_pieces(whole: All) -> Evidence:
    """Prove it: sums by what the states are, and what is near piece by piece."""
    sums, near = whole.parts[:2], whole.parts[2:]
    return conjunction(whole, *map(by_sums, sums, (1, 2)), *map(prove, near))


def _of_nodes(approximator: Approximator, prompts: list[Any]) -> Equal:
    """Prompts have no token that sums are not said of."""
    tokens = (token for prompt in prompts for token in prompt)
    return Equal(sum(not is_node(approximator.weights, token) for token in tokens), 0)


def _last_output(program: ForEach, tokens: list[list[Any]]) -> Any:
    return program(OBJECTS.array(np.array(tokens, dtype=object)))[-1, 0]


def _near(approximator: Approximator, f: Callable[[Any], Any], cells: int, q: Any) -> ForReals:
    """With one input the largest error over all q in [0, 1] is at most the bound."""
    prompt = approximator.prompt(lambda p: f(p[0]), 1, cells)
    y = _last_output(approximator.program(1, 1), [[1, 0, q, 0], *map(list, prompt)])
    return ForReals(implies(in_unit(q), abs(y - f(q)) <= approximator.bound(cells)))


def _near_the_plane(approximator: Approximator, cells: int, p: Any) -> ForReals:
    """The bound of one input, L delta/2 + r, becomes L sqrt(2) delta/2 + r; squares are compared.

    The plane is (3 x + 4 y)/5, which is 1-Lipschitz.
    """
    prompt = approximator.prompt(plane, 2, cells)
    y = _last_output(approximator.program(2, 1), [[1, 0, *p, 0], *map(list, prompt)])
    excess = abs(y - plane(p)) - (approximator.bound(cells) - Fraction(1, 2 * cells))
    near = (excess <= 0) | (excess * excess <= Fraction(2, 4 * cells**2))
    return ForReals(implies(in_unit(*p), near))


def _short(approximator: Approximator, cells: int, d: int) -> AtMost:
    """The mean of the inputs takes so many tokens at most.

    On each level but the first a node is corrected by at most the error of the level before, so
    by a bounded number of tokens.
    """
    tokens = len(approximator.prompt(lambda p: sum(p) / len(p), d, cells))
    return AtMost(tokens, approximator.most(cells, d))
