r"""Universality repaired: one fixed plain Linear RNN whose prompts reach every continuous function.

`hat_program` adds up multiples of hats of Kuhn's triangulation. Its numbers are -1, 0 and 1. The
hats of a grid add up to delta everywhere, so that a prompt of them interpolates. That prompts of
hats come near every Lipschitz function is proved of program and prompt as data (`hat_error`).
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np

from constructions.arrays import OBJECTS
from constructions.lsrl import Multi
from constructions.lsrl.language.cyclotomic import ALGEBRAIC
from constructions.lsrl.listed.hats import grid_nodes, one_over
from constructions.lsrl.programs.hats import hat, hat_program, hat_program_gated
from constructions.lsrl.programs.prompts import hat_prompt, hat_prompt_gated, hat_query
from proofs.lsrl import PAPER
from proofs.lsrl.s4_1_continuous_functions.hat_error import AS_DATA, AsData, from_one
from theorem_checks import (
    Claim,
    Counterexample,
    Evidence,
    Mutant,
    Source,
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

    `bound(n)` is the claimed largest error for 1-Lipschitz functions of one variable; `as_data`,
    program and prompt as pure functions of data, of which the error is proved for all sizes.
    """

    program: Callable[..., Any]
    prompt: Callable[..., Any]
    bound: Callable[[int], Fraction]
    weights: tuple[int, ...] | None = None
    as_data: AsData = AS_DATA

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
def check_as_data(approximator):
    """Program and prompt are what is proved of: equal tokens, and equal outputs on them."""
    for f, (d, levels) in product((_turning, _steep), ((1, 0), (1, 2), (2, 1), (3, 1))):
        grids = [grid_nodes(one_over(2**j), 2**j, d) for j in range(levels + 1)]
        values = tuple(
            tuple(_exact(f([to_fraction(a) for a in node])) for node in nodes) for nodes in grids
        )
        found = approximator.as_data.tokens(values, levels, d, 2, 9)
        wanted = [_exact(token) for token in approximator.prompt(f, d, 2**levels)]
        if list(found) != wanted:
            at = {"f": f.__name__, "d": d, "levels": levels}
            return Evidence.refuted(Counterexample(at, str(wanted), str(found)))
        for q in ([Fraction(2, 7)] * d, [Fraction(1)] * d, [Fraction(1, 3 + i) for i in range(d)]):
            query = hat_query(q, 2)
            put_out = _exact(approximator.program(d, 2)([query, *map(list, found)])[-1])
            as_data = approximator.as_data.outputs(d, 2, (_exact(query), *found))
            if put_out != as_data:
                at = {"f": f.__name__, "d": d, "levels": levels, "q": q}
                return Evidence.refuted(Counterexample(at, str(put_out), str(as_data)))
    return Evidence.holds("two functions of 1, 2 and 3 variables, three queries each")


def _exact(numbers):
    return tuple(ALGEBRAIC.entry(to_fraction(a)) for a in numbers)


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
        prompt = approximator.prompt(_plane, 2, cells)
        rest = approximator.bound(cells) - Fraction(1, 2 * cells)
        for q in product([Fraction(k, 4) for k in range(5)], repeat=2):
            found = to_fraction(program([hat_query(q, 1), *prompt])[-1, 0])
            excess = abs(found - _plane(q)) - rest
            if excess > 0 and excess**2 > Fraction(2, 4 * cells**2):
                at = {"f": "(3 x + 4 y)/5", "n": cells, "q": q}
                return Evidence.refuted(Counterexample(at, str(_plane(q)), str(found)))
    return Evidence.holds("n = 1, 2; q in the multiples of 1/4")


def _plane(p):
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
def check_numbers(approximator):
    """It is a plain program, and all its numbers are -1, 0 and 1, for all sizes up to 3."""
    for d_in, d_out in product((1, 2, 3), repeat=2):
        program = approximator.program(d_in, d_out)
        at = {"d_in": d_in, "d_out": d_out}
        if program.count(Multi):
            return Evidence.refuted(Counterexample(at, "no products", str(program.count(Multi))))
        for node in program.nodes:
            for matrix in node.numbers.values():
                large = [e for _, _, e in matrix.entries() if to_fraction(e) not in (-1, 0, 1)]
                if large:
                    return Evidence.refuted(Counterexample(at, "-1, 0 or 1", str(large[0])))
    return Evidence.holds("d_in, d_out = 1, 2, 3")


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


def doubling(f, d, cells):
    """Return the plain prompt with levels 1, 2, 4, ..., n."""
    return hat_prompt(f, d, [2**k for k in range(cells.bit_length())])


def without_last_level(f, d, cells):
    """Return a prompt that stops a level too early."""
    return hat_prompt(f, d, [2**k for k in range(cells.bit_length() - 1)])


def without_last_node(f, d, cells):
    """Return a gated prompt that lacks the last node."""
    return hat_prompt_gated(f, d, cells)[:-1]


def unscaled(f, d, cells):
    """Return a gated prompt with weights f(c) for f(c)/delta, from two cells on."""
    tokens = hat_prompt_gated(f, d, cells)
    return [[*token[:-1], token[-1] / (cells + 1)] for token in tokens]


def _one_level(f, d, cells):
    return hat_prompt(f, d, [cells])


PLAIN = Approximator(hat_program, doubling, lambda n: Fraction(1, n), (-1, 0, 1))
GATED = Approximator(hat_program_gated, hat_prompt_gated, lambda n: Fraction(1, 2 * n))

hat_rnn = Claim(
    id="lsrl/new-hat-program",
    title="One fixed plain Linear RNN with numbers -1, 0, 1 approximates every continuous function",
    source=Source(PAPER, "Sec. 4, repaired"),
    statement=r"\sup_q |f(q) - y(q)| \le \tfrac{1}{2n} (L \sqrt d + 1)"
    r"\ \text{ with } O(n^d) \text{ tokens}",
    assumptions=(
        "f is L-Lipschitz; each entry of the output by itself; all d, and n = 1, 2, 4, 8, ...",
        "the general bound is that of the formulas of program and prompt, of which it is proved"
        " (lsrl/new-hat-error); that the nodes of the program put out the same, and which numbers"
        " they have, is compared for up to three inputs",
    ),
    covers=("lsrl/vec-dense",),
    subject=PLAIN,
    checks=(
        check_as_data.killing("from-one", "early"),
        check_one_token.killing("any-weight"),
        check_error.killing("early", "tighter"),
        check_error_of_a_plane.killing("early"),
        check_numbers.killing("gated"),
        check_prompt_length.killing("quadratic"),
    ),
    mutants=(
        Mutant("any-weight", replace(PLAIN, weights=(-1, 0, 2)), "weights beyond 1"),
        Mutant("early", replace(PLAIN, prompt=without_last_level), "the last level is missing"),
        Mutant("tighter", replace(PLAIN, bound=lambda n: Fraction(1, 4 * n)), "a quarter of it"),
        Mutant("gated", GATED, "a program with products"),
        Mutant("quadratic", replace(PLAIN, prompt=_one_level), "one level instead of many"),
        Mutant(
            "from-one",
            replace(PLAIN, as_data=AsData(outputs=from_one)),
            "a last state that starts at 1",
        ),
    ),
    repairs=("lsrl/fixed-mu-floor",),
    new=True,
    notes="The bound is that of the text plus half a step, at every q, walls included.",
)

hat_gated = Claim(
    id="lsrl/new-hat-gated",
    title="The gated program meets the bound of App. B at every query, with (n + 1)^d tokens",
    source=Source(PAPER, "Sec. 4.1 and App. B, repaired"),
    statement=r"\sup_q |f(q) - y(q)| \le L \sqrt d\,\delta/2, \quad N = (n + 1)^d",
    assumptions=("f is L-Lipschitz; proved as lsrl/new-hat-program is",),
    subject=GATED,
    checks=(
        check_one_token.killing("plain"),
        check_error.killing("one-node-less", "unscaled", "tighter"),
        check_error_of_a_plane.killing("one-node-less", "unscaled"),
    ),
    mutants=(
        Mutant("plain", replace(PLAIN, weights=None), "the plain program with any weight"),
        Mutant("one-node-less", replace(GATED, prompt=without_last_node), "the last node missing"),
        Mutant("unscaled", replace(GATED, prompt=unscaled), "wrongly scaled weights"),
        Mutant("tighter", replace(GATED, bound=lambda n: Fraction(1, 8 * n)), "a quarter of it"),
    ),
    new=True,
)
