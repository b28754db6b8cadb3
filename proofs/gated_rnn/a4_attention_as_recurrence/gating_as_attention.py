"""Appendix A.4: what gates attention with decay implements, by forgetting all that was before.

One head has one factor k . q for all of its outputs, so it gates by a common factor. A gate of n
entries with different rows takes n heads.
"""

from collections.abc import Callable
from fractions import Fraction
from functools import reduce
from operator import and_
from typing import Any

import flint
import numpy as np

from constructions.arrays import ones, zeros
from constructions.cells.decayed_attention import DecayedAttention
from constructions.cells.heads import Heads
from proofs.gated_rnn import PAPER
from theorem_checks import (
    Claim,
    Conclusion,
    Control,
    Counterexample,
    Equal,
    Evidence,
    Mutant,
    Source,
    Verdict,
    World,
    check,
    equal_maps,
    instances_of,
    proof_of,
    prove_for_all,
    reals,
)

SQUARES = {"W_m": ((1, 0), (0, 1)), "W_x": ((1, 0), (0, 1))}  # g(x) = (x_1^2, x_2^2)
SHARED = {"W_m": ((1, 0), (0, 1)), "W_x": ((1, 0), (1, 0))}  # g(x) = (x_1^2, x_1 x_2)
POINTS = [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (1, -1)]


def _dot(row, point):
    return sum(a * b for a, b in zip(row, point, strict=True))


@check("solver")
def check_one_head(gate):
    """Whether one head can give g at six points: v(x) s(x), v affine, s any number at each point.

    With keep = 0 a head is (W_V x + b_V) times the number k(x) . q(x). So v_1 g_2 = v_2 g_1 at
    each point; where that leaves only v = 0, the head is 0.
    """
    rows = [reals(f"v{i}0 v{i}1 v{i}2") for i in range(2)]
    equations = []
    for x, y in POINTS:
        g = [_dot(m, (x, y)) * _dot(w, (x, y)) for m, w in zip(*gate.values(), strict=True)]
        v = [a + b * x + c * y for a, b, c in rows]
        equations.append(v[0] * g[1] == v[1] * g[0])
    nothing = reduce(and_, (entry == 0 for row in rows for entry in row))
    impossible = prove_for_all(nothing, assume=equations)
    if impossible.verdict is Verdict.REFUTED:
        return Evidence.holds("At these points one head is enough.", routes=impossible.routes)
    if not impossible.verdict.passes:
        return impossible
    return Evidence.refuted(
        Counterexample(
            {"W_m": gate["W_m"], "W_x": gate["W_x"], "x": POINTS},
            claimed="one head gives g at these points",
            found="v = 0 for every head v(x) s(x) that does, which gives 0",
            explanation="A head has one factor k . q for all of its outputs.",
        ),
        parts=(impossible,),
    )


@check("exact")
def check_one_head_by_elimination(gate):
    """The same by ranks: v_1 g_2 = v_2 g_1 at all points is linear in v, and v = 0 is no answer."""
    equations = []
    for point in POINTS:
        g = [_dot(m, point) * _dot(w, point) for m, w in zip(*gate.values(), strict=True)]
        affine = (1, *point)
        equations.append([g[1] * a for a in affine] + [-g[0] * a for a in affine])
    if flint.fmpq_mat(flint.fmpz_mat(equations)).rank() < 6:
        return Evidence.holds("At these points one head is enough.")
    return Evidence.refuted(
        Counterexample(
            {"W_m": gate["W_m"], "W_x": gate["W_x"], "x": POINTS},
            claimed="an affine v with v_1 g_2 = v_2 g_1",
            found="v = 0 only",
        )
    )


gating = Claim(
    id="gated-rnn/a4-gating",
    title="One attention head that forgets implements the gate g(x) = (W_m x) * (W_x x)",
    source=Source(PAPER, "App. A.4"),
    statement=r"1 - \gamma = 0:\quad y = v(x)\, \big(k(x) \cdot q(x)\big) = (W_m x) \odot (W_x x)",
    assumptions=("one head, with biases, any sizes of keys",),
    subject=SQUARES,
    checks=(check_one_head, check_one_head_by_elimination),
    controls=(Control("one-factor", SHARED, "W_x has equal rows: one factor for all entries"),),
    expect=Verdict.REFUTED,
    repaired_by="gated-rnn/new-a4-gating-heads",
    notes="A gate of n entries with different rows of W_x takes n heads, one for each entry.",
)


Keep = Callable[[Any], Any]
"""How much of its memory a head keeps, for tokens of a size."""


def says_head(keep: Keep, w: World) -> Conclusion:
    """From any memory, y = (m . x)(w . x), for all m and w: a head for each entry of a gate."""
    d = w.size("d")
    m, row, x, memory = w.array("m", 1, d), w.array("w", 1, d), w.array("x", d), w.array("S", 1, 1)
    unit, none = ones((m.shape[0],), like=m), zeros((m.shape[0],), like=m)
    head = DecayedAttention(m, none, row, none, m * 0, unit, unit * w.call(keep, d))
    _, output = head.step(memory, x)
    return Equal(output, (m @ x) * (row @ x))


@check("exact")
def check_heads_for_a_gate(keep: Keep) -> Evidence:
    """Heads side by side for n = 1 and 2 entries, on two tokens, as polynomials."""

    def heads(xs, W_m, W_x):
        unit, none = np.array([1], dtype=object), np.array([0], dtype=object)
        rows = [
            DecayedAttention(m[None], none, w[None], none, 0 * m[None], unit, unit * keep(2))
            for m, w in zip(W_m, W_x, strict=True)
        ]
        return Heads(tuple(rows), np.eye(len(rows), dtype=int))(xs)

    def gate(xs, W_m, W_x):
        return (xs @ W_m.T) * (xs @ W_x.T)

    sizes = [{"xs": (2, 2), "W_m": (n, 2), "W_x": (n, 2)} for n in (1, 2)]
    return equal_maps(gate, heads, sizes=sizes)


gating_by_heads = Claim(
    id="gated-rnn/new-a4-gating-heads",
    title="n attention heads that forget implement a gate of n entries",
    source=Source(PAPER, "App. A.4"),
    statement=r"1 - \gamma = 0,\; v = m_i \cdot x,\; k = w_i \cdot x,\; q = 1:\quad"
    r" y_i = (m_i \cdot x)(w_i \cdot x)",
    subject=lambda _d: 0,
    says=says_head,
    checks=(proof_of(says_head), instances_of(says_head), check_heads_for_a_gate),
    mutants=(
        Mutant("remembers", lambda _d: 1, "no decay"),
        Mutant("half", lambda _d: Fraction(1, 2), "half of the memory stays"),
    ),
    late=(Mutant("wide", lambda d: 0 if d < 40 else 1, "no decay for tokens of size 40 and more"),),
    repairs=("gated-rnn/a4-gating",),
)
