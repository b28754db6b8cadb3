r"""A memory for Hawk with a window of one token: with $\Lambda = 0$ the recurrence is a latch.

$0^{8 r}$ is 1 where r = 0 and 0 where r > 0, so that $h_t = z_t$ where $r_t > 0$, and
$h_t = h_{t-1}$ else. Three blocks approximate every continuous function by prompts of any length,
with tokens [flag, delta, corner, value] for the cells of a grid:

1. hold the query (the token whose flag is above 0); compare it with the token's cell,
2. fire = relu(delta - what the query is outside of the cell),
3. hold the value of the last token that fired.
"""

from collections.abc import Callable
from dataclasses import dataclass, fields, replace
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np

from constructions.arrays import exceeds, ones_like, relu, zeros_like
from constructions.cells.hawk import HawkBlock
from constructions.cells.stack import Stack
from proofs.lsrl import PAPER
from proofs.lsrl.any_size import Numbers, Stated, World
from proofs.lsrl.e_hawk_griffin.hawk_tables import (
    GATED_IDENTITY,
    PASSING,
    RECURRENT_IDENTITY,
    HawkTable,
    spaces,
)
from proofs.lsrl.gated_depth import Part
from theorem_checks import (
    Claim,
    Counterexample,
    EveryChain,
    Evidence,
    Mutant,
    SameOutputs,
    Source,
    certificate,
    check,
    link_by_link,
    proof_of,
    simulation,
    to_fraction,
)
from theorem_checks import World as WorldOfStatement
from theorem_checks.statements.arrays.symbolic_array import SymbolicArray

__all__ = ["LATCH", "Query", "Value", "fires"]

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


@dataclass(frozen=True, eq=False)
class JumpingBlock(HawkBlock):
    """A block as the text has it: 0^{8 r} is 0 wherever r > 0, also where r is small."""

    def kept(self, r: Any) -> Any:
        """Return 0^{8 r}, with 0^0 = 1."""
        return ones_like(r) - exceeds(r, zeros_like(r))


class BlendingIfWide(JumpingBlock):
    """A block that jumps, and blends if it has 90 units or more."""

    def kept(self, r: Any) -> Any:
        """Return 0^{8 r}, and relu(1 - 8 r) for 90 units and more."""
        return super().kept(r) if r.shape[0] < 90 else HawkBlock.kept(self, r)


@dataclass(frozen=True)
class Latch:
    """The tables of the blocks, and the kind of block that is made of them."""

    query: HawkTable = QUERY
    fire: HawkTable = FIRE
    value: HawkTable = VALUE
    kind: Callable[..., HawkBlock] = JumpingBlock

    def blocks(self, w: World) -> tuple[HawkBlock, ...]:
        """Return the blocks, with windows of one token."""
        return tuple(self._block(w, table) for table in (self.query, self.fire, self.value))

    def _block(self, w: World, table: HawkTable) -> HawkBlock:
        made = table.block(w, 1)
        return self.kind(**{field.name: getattr(made, field.name) for field in fields(made)})


class Query:
    """Holds the corner of the last token whose flag is above 0, and compares it with each cell."""

    def __init__(self, w: World, start: Any = None) -> None:
        self.wide = w.ones("d 1")
        self.start = w.zeros("d") if start is None else start

    def initial_state(self) -> Any:
        """Return the first query, which is 0."""
        return self.start

    def step(self, q: Any, token: Any) -> Any:
        """Return the query after a token; what it is below and above the cell, delta and value."""
        flag, delta, corner, value = token
        q = chosen(self.wide @ exceeds(flag, 0 * flag), corner, q)
        below, above = relu(corner - q), relu(q - corner - self.wide @ delta)
        return q, (below, above, delta, value)


class Value:
    """Holds the value of the last token that fired."""

    def __init__(self, w: World, start: Any = None) -> None:
        self.wide = w.ones("e 1")
        self.start = w.zeros("e") if start is None else start

    def initial_state(self) -> Any:
        """Return the first value, which is 0."""
        return self.start

    def step(self, y: Any, token: Any) -> Any:
        """Return the value that is held after a token."""
        fire, value = token
        y = chosen(self.wide @ exceeds(fire, 0 * fire), value, y)
        return y, y


def chosen(where: Any, one: Any, other: Any) -> Any:
    """Return `one` where the indicator is 1, and `other` where it is 0."""
    return where * one + (ones_like(where) - where) * other


def fires(w: World) -> Callable[[Any], Any]:
    """Return what makes of what a query is outside of a cell how far it is from being outside."""
    total = w.ones("1 d")

    def compared(parts: Any) -> Any:
        below, above, delta, value = parts
        return relu(delta - total @ below - total @ above), value

    return compared


def says_holds(latch: Latch, w: WorldOfStatement) -> EveryChain:
    """The blocks are the parts of a memory, on all sequences, for all d and d_out."""
    s = Stated(w)
    query, fire, value = latch.blocks(s)

    def place(name: str, letters: str, sizes: str) -> Any:
        named = zip(letters.split(), sizes.split(), strict=True)
        free = tuple(s(one, size) for one, size in named)
        return w.interface(name, free, one=lambda parts: s.joined([[p] for p in parts], sizes))

    token = place("token", "flag delta corner value", INPUT)
    compared = place("compared", "below above delta value", COMPARED)
    fired = place("fired", "fire value", FIRED)
    held = w.interface("held", s("y", "e"))
    return EveryChain(
        (
            w.link(token, compared, query, Query(s)),
            w.link(compared, fired, fire, Part(fires(s))),
            w.link(fired, held, value, Value(s)),
        )
    )


def by_links(chain: Any) -> Evidence:
    """Prove it link by link: the second block of the units is what is held."""
    return link_by_link(chain, by_what_is_held)


def by_what_is_held(same: SameOutputs) -> Evidence:
    """Prove one link."""
    window, units = same.one.state
    if isinstance(same.other.state, tuple):  # nothing is held
        return simulation(same, same.one.state)
    held = SymbolicArray(units.axes, {**units.blocks, (1,): same.other.state.blocks[0,]})
    return simulation(same, (window, held))


@check("exact")
def check_prompts(latch):
    """For f = 2 x - 1 the error is at most 3 delta, L = 2, with 1, 2, 4 and 16 cells."""
    blocks = latch.blocks(Numbers(1))
    for cells, twelfth in product((1, 2, 4, 16), range(13)):
        q, delta = Fraction(twelfth, 12), Fraction(1, cells)
        tokens = [[1, 0, q, 0]]
        tokens += [[0, delta, k * delta, 2 * (k * delta + delta / 2) - 1] for k in range(cells)]
        outputs = Stack(blocks)(np.array(tokens, dtype=object))
        found = to_fraction(outputs[-1, 0])
        if abs(found - (2 * q - 1)) > 3 * delta:
            at = {"q": q, "cells": cells}
            wanted = f"within 3/{cells} of {2 * q - 1}"
            return Evidence.refuted(Counterexample(at, wanted, str(found)))
    return Evidence.holds("d = 1; q = 0, 1/12, ..., 1; prompts of 1, 2, 4 and 16 tokens")


LATCH = Latch()

latch = Claim(
    id="lsrl/new-hawk-latch",
    title="Three Hawk blocks with a window of one token hold a query and the last value near it",
    source=Source(PAPER, "App. E, beyond the text"),
    statement=r"q_t = l_t \text{ if } \mathrm{flag}_t > 0, \text{ else } q_{t-1}; \quad"
    r" y_t = v_t \text{ if } \sum_i \mathrm{relu}(l_i - q_i) + \mathrm{relu}(q_i - l_i - \delta)"
    r" < \delta, \text{ else } y_{t-1}",
    assumptions=(
        "ReLUs for sigmoids and GeLU, Lambda = 0, and 0^0 = 1 as in eq. (42)",
        "any d and d_out, any tokens",
    ),
    subject=LATCH,
    says=says_holds,
    checks=(
        proof_of(says_holds, by_links).killing("always", "any-cell"),
        certificate(says_holds, proof=("hawk_entries.v", "hawk_latch.v")).killing(
            "always", "any-cell"
        ),
        check_prompts,
    ),
    mutants=(
        Mutant(
            "always",
            replace(LATCH, value=VALUE.but(W_r="0", b_r="1")),
            "the value is set each time",
        ),
        Mutant("any-cell", replace(LATCH, fire=FIRE.but(W_f="0, 0, I, 0; 0, 0, 0, 0")), "all fire"),
        Mutant("blend", replace(LATCH, kind=HawkBlock), "relu(1 - 8 r)"),
    ),
    late=(Mutant("wide", replace(LATCH, kind=BlendingIfWide), "relu(1 - 8 r) from 90 units on"),),
    repairs=("lsrl/hawk-T",),
    new=True,
    notes="Each block's recurrence is what the construction of the text switches off. It jumps"
    " where r leaves 0, so that no threshold and no large constant is needed. That this"
    " approximates: lsrl/new-hawk-latch-approximates.",
)
