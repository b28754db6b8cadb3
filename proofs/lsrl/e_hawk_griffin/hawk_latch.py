r"""A memory for Hawk with a window of one token: with $\Lambda = 0$ the recurrence is a latch.

$0^{8 r}$ is 1 where r = 0 and 0 where r > 0, so that $h_t = z_t$ where $r_t > 0$, and
$h_t = h_{t-1}$ else. Three blocks approximate every continuous function by prompts of any length,
with tokens [flag, delta, corner, value] for the cells of a grid:

1. hold the query (the token whose flag is 1); compare it with the token's cell,
2. fire = relu(delta - what the query is outside of the cell),
3. hold the value of the last token that fired.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np

from proofs.lsrl import PAPER
from proofs.lsrl.any_size import Numbers
from proofs.lsrl.e_hawk_griffin.hawk_tables import (
    GATED_IDENTITY,
    PASSING,
    RECURRENT_IDENTITY,
    HawkTable,
    spaces,
)
from theorem_checks import (
    All,
    Claim,
    Counterexample,
    Evidence,
    ForReals,
    Mutant,
    Source,
    agree,
    all_of,
    check,
    every,
    implies,
    instances_of,
    maximum,
    proof_of,
    prove_for_all_inputs,
    relu,
    to_fraction,
    where,
)

__all__ = ["LATCH"]

INPUT = "1 1 d e"
HELD = "1 d 1 d e"
COMPARED = "d d 1 e"
FIRED = "1 e"

QUERY = HawkTable(
    spaces(INPUT, HELD, HELD, COMPARED),
    {
        **RECURRENT_IDENTITY,
        **GATED_IDENTITY,
        "B~": "I, 0, 0, 0; 0, 0, I, 0; 0, I, 0, 0; 0, 0, I, 0; 0, 0, 0, I",
        "W_r": "0, 0, 0, 0, 0; 1, 0, 0, 0, 0; 0, 0, 0, 0, 0; 0, 0, 0, 0, 0; 0, 0, 0, 0, 0",
        "b_r": "1; 0; 1; 1; 1",
        "W_f": "0, - I, 0, I, 0; 0, I, - 1, - I, 0; 0, 0, 0, 0, 0; 0, 0, 0, 0, 0",
        "b_f": "0; 0; 1; 1",
        "W_e": "0, 0, 0, 0, 0; 0, 0, 0, 0, 0; 0, 0, I, 0, 0; 0, 0, 0, 0, I",
        "b_e": "1; 1; 0; 0",
    },
)
FIRE = HawkTable(spaces(COMPARED, COMPARED, COMPARED, FIRED), PASSING.weights).but(
    W_f="- 1, - 1, I, 0; 0, 0, 0, 0",
    b_f="0; 1",
    W_e="0, 0, 0, 0; 0, 0, 0, I",
    b_e="1; 0",
)
VALUE = HawkTable(spaces(FIRED, FIRED, "e"), PASSING.weights).but(
    W_r="0, 0; 1, 0", b_r="1; 0", W_o="0, I"
)


def zero_power(r):
    """Return 0^{8 r}, with 0^0 = 1."""
    return where(r > 0, 0, 1)


@dataclass(frozen=True)
class Latch:
    """The tables of the blocks, and what a_t is of r."""

    tables: tuple[HawkTable, ...]
    power: Callable[[Any], Any] = zero_power

    def blocks(self, size):
        """Return the weights of all blocks, d = e = `size`."""
        w = Numbers(size)
        return [{name: table.weight(w, name) for name in table.weights} for table in self.tables]

    def step(self, blocks, states, token):
        """Return the states after a token, and the output: eqs. (35) to (50), d_conv = 1."""
        after, a = [], token
        for p, before in zip(blocks, states, strict=True):
            h, a = self._block(p, before, a)
            after.append(h)
        return after, a

    def _block(self, p, h, a):
        z = _map(p["B~"], a, p["b_conv"])
        r, i = _relu(_map(p["W_r"], z, p["b_r"])), _relu(_map(p["W_i"], z, p["b_i"]))
        kept = _each(self.power, r)
        h = _entrywise(kept, h) + _entrywise(1 - kept, _entrywise(i, z))
        o = _map(p["W_o"], _entrywise(_relu(_map(p["W_g"], a, p["b_g"])), h), p["b_o"])
        e, f = _map(p["W_e"], o, p["b_e"]), _relu(_map(p["W_f"], o, p["b_f"]))
        return h, _map(p["W_m"], _entrywise(e, f), p["b_m"])


def _each(function, array):
    return np.array([function(x) for x in array], dtype=object)


def _relu(array):
    return _each(lambda x: maximum(x, 0), array)


def _map(W, x, b):
    """W x + b, without products with 0 and 1, which keeps the terms of a solver short."""
    rows = [[_times(w, v) for w, v in zip(row, x, strict=True)] for row in W]
    return np.array([sum(row, c) for row, c in zip(rows, b, strict=True)], dtype=object)


def _entrywise(x, y):
    return np.array([_times(v, w) for v, w in zip(x, y, strict=True)], dtype=object)


def _times(a, b):
    for one, other in ((a, b), (b, a)):
        if isinstance(one, int | Fraction) and one in (0, 1):
            return other if one else 0
    return a * b


SIZES = {"f": (1,), "delta": (1,), "q": ("d",), "y": ("d",), "l": ("d",), "v": ("d",)}


@check("solver", seconds=60)
def check_step(latch):
    """One token does what it should to query and value, from any states: d = 1, 2.

    A query's token (flag 1, delta 0) sets the query. Any other one keeps it, and sets the value if
    sum_i relu(l_i - q_i) + relu(q_i - l_i - delta) < delta.
    """
    parts = {}
    for d in (1, 2):
        blocks = latch.blocks(d)

        def right(f, delta, q, y, l, v, blocks=blocks, d=d):
            zero = np.zeros(4 * d + 2, dtype=object)
            states = [
                np.concatenate([f, q, delta, l, v]),
                zero[: 3 * d + 1],
                np.concatenate([f, y]),
            ]
            after, output = latch.step(blocks, states, np.concatenate([f, delta, l, v]))
            outside = sum(_relu(l - q)) + sum(_relu(q - l - delta[0]))
            query = [where(f[0] > 0, l[i], q[i]) for i in range(d)]
            fires = (f[0] <= 0) & (outside < delta[0])
            value = [where(fires, v[i], y[i]) for i in range(d)]
            return every(agree(query, after[0][1 : d + 1]), agree(value, output))

        def token(f, delta, q, y, l, v):
            return ((f[0] == 0) & (delta[0] >= 0)) | ((f[0] == 1) & (delta[0] == 0))

        shapes = {name: (d if size == ("d",) else 1,) for name, size in SIZES.items()}
        parts[f"d = {d}"] = prove_for_all_inputs(right, shapes, assume=token)
    return all_of(parts, "all states and tokens; d = d_out = 1, 2")


@check("exact")
def check_prompts(latch):
    """For f = 2 x - 1 the error is at most 3 delta, L = 2, with 1, 2, 4 and 16 cells."""
    blocks = latch.blocks(1)
    for cells, twelfth in product((1, 2, 4, 16), range(13)):
        q, delta = Fraction(twelfth, 12), Fraction(1, cells)
        tokens = [[1, 0, q, 0]]
        tokens += [[0, delta, k * delta, 2 * (k * delta + delta / 2) - 1] for k in range(cells)]
        states = [np.zeros(size, dtype=object) for size in (5, 4, 2)]
        output = None
        for token in tokens:
            states, output = latch.step(blocks, states, np.array(token, dtype=object))
        assert output is not None
        found = to_fraction(output[0])
        if abs(found - (2 * q - 1)) > 3 * delta:
            at = {"q": q, "cells": cells}
            wanted = f"within 3/{cells} of {2 * q - 1}"
            return Evidence.refuted(Counterexample(at, wanted, str(found)))
    return Evidence.holds("d = 1; q = 0, 1/12, ..., 1; prompts of 1, 2, 4 and 16 tokens")


@dataclass(frozen=True)
class Firing:
    """Which cells fire: those of which the query is less than `reach` delta outside."""

    reach: Any = 1


@dataclass(frozen=True)
class Reach:
    """A reach of 1, and of 2 for large delta."""

    def __mul__(self, delta):
        """Return the reach times delta."""
        return delta if delta < 10**9 else 2 * delta


def says_near(firing, w):
    """|q - c|^2 <= (2 + d/4) delta^2 for a cell that fires, less than delta outside; d = 1, 2."""
    delta = w.real("delta")
    w.assume(delta > 0)
    parts = []
    for d in (1, 2):
        x = w.real(f"x_{d}", d)  # the query less the corner
        outside = sum(relu(-a) + relu(a - delta) for a in x)
        square = sum((a - delta / 2) ** 2 for a in x)
        fires = outside < firing.reach * delta
        parts.append(ForReals(implies(fires, 4 * square <= (8 + d) * delta**2)))
        parts.append(ForReals(implies(outside < delta, fires)))
    return All(tuple(parts))


LATCH = Latch((QUERY, FIRE, VALUE))

near = Claim(
    id="lsrl/new-hawk-latch-error",
    title="A cell that fires has its centre within sqrt(2 + d/4) delta of the query",
    source=Source(PAPER, "App. E, beyond the text"),
    statement=r"\sum_i \mathrm{relu}(l_i - q_i) + \mathrm{relu}(q_i - l_i - \delta) < \delta"
    r" \implies \|q - c\|_2 \le \sqrt{2 + d/4}\,\delta",
    assumptions=("d = 1, 2",),
    subject=Firing(),
    says=says_near,
    checks=(proof_of(says_near), instances_of(says_near)),
    late=(Mutant("far", Firing(Reach()), "cells less than 2 delta away, for large delta"),),
    mutants=(
        Mutant("further", Firing(2), "cells that are less than 2 delta away"),
        Mutant("none", Firing(0), "no cell fires"),
    ),
    new=True,
    notes="The query's own cell fires, so that after a grid of cells the value is one of these: the"
    " error is at most L sqrt(2 + d/4) delta.",
)

latch = Claim(
    id="lsrl/new-hawk-latch",
    title="Three Hawk blocks with a window of one token approximate at any prompt length",
    source=Source(PAPER, "App. E, beyond the text"),
    statement=r"r_t > 0 \implies h_t = z_t,\quad r_t = 0 \implies h_t = h_{t-1}",
    assumptions=(
        "ReLUs for sigmoids and GeLU, Lambda = 0, and 0^0 = 1 as in eq. (42)",
        "proved for one token from any states, so for any number of them; d = d_out = 1, 2",
    ),
    subject=LATCH,
    checks=(
        check_step.killing("always", "blend", "any-cell"),
        check_prompts.killing("always", "any-cell"),
    ),
    mutants=(
        Mutant("always", Latch((QUERY, FIRE, VALUE.but(b_r="1"))), "the value is set each time"),
        Mutant(
            "any-cell", Latch((QUERY, FIRE.but(W_f="0, 0, I, 0; 0, 0, 0, 0"), VALUE)), "all fire"
        ),
        Mutant(
            "blend",
            replace(LATCH, power=lambda r: maximum(1 - 8 * r, 0)),
            "relu(1 - 8 r)",
        ),
    ),
    repairs=("lsrl/hawk-T",),
    new=True,
    notes="Each block's recurrence is what the construction of the text switches off. It jumps"
    " where r leaves 0, so that no threshold and no large constant is needed.",
)
