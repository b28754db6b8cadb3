"""A program and prompts that approximate functions, and how they are checked at some sizes."""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np

from constructions.arrays import OBJECTS
from constructions.lsrl.programs.hats import hat
from constructions.lsrl.programs.prompts import hat_query
from proofs.lsrl.s4_1_continuous_functions.hats_as_nodes import exact, tokens_of
from theorem_checks import (
    Counterexample,
    Evidence,
    agree,
    all_of,
    check,
    every,
    line,
    prove_for_all_inputs,
    prove_piecewise_at_most,
    to_fraction,
)

HALF = Fraction(1, 2)


@dataclass(frozen=True)
class Approximator:
    """A program for (d_in, d_out), the prompts that describe functions to it, and its bound.

    `bound(n)` is the claimed largest error for 1-Lipschitz functions of one variable.
    """

    program: Callable[..., Any]
    prompt: Callable[..., Any]
    bound: Callable[[int], Fraction]
    weights: tuple[int, ...] | None = None

    def curve(self, f, cells):
        """Return the output as a function of the query, for one input and one output."""
        tokens = [[1, 0, line(), 0], *map(list, self.prompt(f, 1, cells))]
        return self.program(1, 1)(OBJECTS.array(np.array(tokens, dtype=object)))[-1, 0]


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


@check("solver")
def check_error(approximator):
    """With one input the largest error over all q in [0, 1] is at most the bound: n = 1, 2, 4."""
    parts = {}
    for (name, f), cells in product(TARGETS.items(), (1, 2, 4)):
        curve = approximator.curve(lambda p, f=f: f(p[0]), cells)
        bound = approximator.bound(cells)
        near = prove_piecewise_at_most(
            lambda x, f=f, curve=curve: abs(curve(x) - f(x)), bound, on=(0, 1)
        )
        parts[f"{name}, n = {cells}"] = near
    return all_of(parts, "all q in [0, 1]; four 1-Lipschitz functions; n = 1, 2, 4")


@check("exact")
def check_error_of_a_plane(approximator):
    """For f = (3 x + 4 y)/5, which is 1-Lipschitz, at the multiples of 1/4 of the unit square.

    The bound of one input, L delta/2 + r, becomes L sqrt(2) delta/2 + r; squares are compared.
    """
    program = approximator.program(2, 1)
    for cells in (1, 2):
        prompt = approximator.prompt(plane, 2, cells)
        rest = approximator.bound(cells) - Fraction(1, 2 * cells)
        for q in product([Fraction(k, 4) for k in range(5)], repeat=2):
            found = to_fraction(program([hat_query(q, 1), *prompt])[-1, 0])
            excess = abs(found - plane(q)) - rest
            if excess > 0 and excess**2 > Fraction(2, 4 * cells**2):
                at = {"f": "(3 x + 4 y)/5", "n": cells, "q": q}
                return Evidence.refuted(Counterexample(at, str(plane(q)), str(found)))
    return Evidence.holds("n = 1, 2; q in the multiples of 1/4")


def plane(p):
    """Return (3 x + 4 y)/5, which is 1-Lipschitz."""
    return (3 * p[0] + 4 * p[1]) / 5


@check("solver")
def check_one_token(approximator):
    """A token adds w h(q - c): all q and c in the cube, all delta in [0, 1], each weight."""
    parts = {}
    weights = approximator.weights
    for d in (1, 2):
        program = approximator.program(d, 1)

        def adds(q, c, r, w, program=program, d=d):
            query = [1, 0, *q, 0]
            token = [0, r[0], *c, w[0]]
            found = program(OBJECTS.array(np.array([query, token], dtype=object)))[-1, 0]
            return agree(w[0] * hat(r[0], tuple(q[i] - c[i] for i in range(d))), found)

        def allowed(q, c, r, w):
            inside = every(*((v >= 0) & (v <= 1) for v in (*q, *c, r[0])))
            if weights is None:
                return inside
            listed = w[0] == weights[0]
            for weight in weights[1:]:
                listed = listed | (w[0] == weight)
            return inside & listed

        shapes = {"q": (d,), "c": (d,), "r": (1,), "w": (1,)}
        parts[f"d = {d}"] = prove_for_all_inputs(adds, shapes, assume=allowed)
    return all_of(parts, "all tokens that are allowed; d = 1, 2; one output")


@check("exact")
def check_prompt_length(approximator):
    """Levels 1, 2, 4, ..., n use at most 8 n^d tokens for a function with values in [0, 1].

    On each level but the first a node is corrected by at most the error of the level before, so
    by a bounded number of tokens.
    """
    for d, cells in ((1, 1), (1, 4), (1, 16), (2, 1), (2, 4)):
        used = len(approximator.prompt(lambda p: sum(p) / len(p), d, cells))
        if used > 8 * cells**d:
            at = {"d": d, "n": cells}
            return Evidence.refuted(Counterexample(at, f"at most {8 * cells**d}", str(used)))
    return Evidence.holds("(d, n) = (1, 1), (1, 4), (1, 16), (2, 1), (2, 4)")
