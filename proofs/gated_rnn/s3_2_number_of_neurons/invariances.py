r"""Section 3.2: changes of weights that leave the function as it is, and how many there are.

A gate (W_m x) * (W_x x) does not tell its two matrices apart, row by row, nor a factor in one from
its inverse in the other; queries may be mixed by an invertible P. So weights cannot be retrieved
from the function: attention's 3 d^2 numbers are determined up to d^2 + 1 dimensions.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from math import prod
from types import SimpleNamespace
from typing import Any

import numpy as np

from constructions.arrays import EXACT, ones, outer
from constructions.cells.gated_rnn import GatedRNN
from constructions.cells.linear_attention import LinearAttention
from constructions.weights.attention_as_gated_rnn import attention_as_gated_rnn
from constructions.weights.invariances import mix_units, permute_units, scale_rows, swap_rows
from constructions.weights.minimal_attention import minimal_attention
from proofs.gated_rnn import PAPER
from proofs.gated_rnn.s4_1_teacher_identification.identification import prove_same_function
from theorem_checks import (
    Claim,
    Conclusion,
    Equal,
    Evidence,
    Mutant,
    Source,
    Verdict,
    World,
    check,
    instances_of,
    proof_of,
)

TEACHER = LinearAttention(
    EXACT.array([[1, 2], [0, 1]]), EXACT.array([[1, 0], [-1, 1]]), EXACT.array([[2, 1], [1, 1]])
)
FIGURE = attention_as_gated_rnn(TEACHER)

Gate = Callable[..., tuple[Any, Any]]
Change = Callable[[GatedRNN], GatedRNN]


@dataclass(frozen=True)
class Invariance:
    """A change of row r of a gate, and the same change of a whole network.

    `rows(w, i, r, a)` returns the entries (i, a) of the two changed matrices; `w` has the matrices
    W_m and W_x, a number c other than 0, and `delta`.
    """

    rows: Gate
    change: Change


def says_gate(invariance: Invariance, w: World) -> Conclusion:
    """Whichever row is changed, the gate has the same values."""
    n, m = w.size("n"), w.size("m")
    W_m, W_x, x = w.array("W_m", n, m), w.array("W_x", n, m), w.array("x", m)
    c = w.number("c", nonzero=True)

    def changed(helper: Any, i: Any, r: Any) -> Any:
        given = SimpleNamespace(W_m=W_m, W_x=W_x, c=c, delta=helper.delta)
        sides = (
            helper.sum(lambda a, side=side: invariance.rows(given, i, r, a)[side] * x[a], m)
            for side in (0, 1)
        )
        return prod(sides)

    gate = (W_m @ x) * (W_x @ x)
    return Equal(w.entries(changed, n, n), outer(gate, ones((n,), like=x)))


check_gate = proof_of(says_gate, name="check_gate")


@check("exact")
def check_network_is_the_same(invariance: Invariance) -> Evidence:
    """Figure 1's network, so changed, is the same function of sequences of all lengths."""
    return _same(invariance.change)


def _same(change: Change) -> Evidence:
    found = prove_same_function(change(FIGURE), FIGURE)
    if not found.verdict.passes:
        return found
    return Evidence.holds("Figure 1 at d = 2, all sequences", routes=found.routes)


def _in_row(w: Any, i: Any, r: Any, first: Any, second: Any) -> Any:
    """`second` in row r, `first` in the other rows."""
    return first + w.delta(i, r) * (second - first)


def _scaled(by: Callable[[Any], Any], other: Callable[[Any], Any]) -> Gate:
    def rows(w: Any, i: Any, r: Any, a: Any) -> tuple[Any, Any]:
        first, second = w.W_m[i, a], w.W_x[i, a]
        return (
            _in_row(w, i, r, first, by(w.c) * first),
            _in_row(w, i, r, second, other(w.c) * second),
        )

    return rows


def _exchanged(w: Any, i: Any, r: Any, a: Any) -> tuple[Any, Any]:
    first, second = w.W_m[i, a], w.W_x[i, a]
    return _in_row(w, i, r, first, second), _in_row(w, i, r, second, first)


def _copied(w: Any, i: Any, r: Any, a: Any) -> tuple[Any, Any]:
    return _exchanged(w, i, r, a)[0], w.W_x[i, a]


def _exchanged_in_few_columns(w: Any, i: Any, r: Any, a: Any) -> tuple[Any, Any]:
    return _exchanged(w, i, r, a) if a < 40 else _copied(w, i, r, a)


def _rescaled(network: GatedRNN, second: Any) -> GatedRNN:
    factors = [k + 2 for k in range(network.lam.shape[0])]
    scaled = scale_rows(network, "in", factors)
    return replace(scaled, W_in_x=scaled.W_in_x * second)


swap = Claim(
    id="gated-rnn/s3.2-inv-swap",
    title="Exchanging a row of W_m with the same row of W_x leaves a gate as it is",
    source=Source(PAPER, "Sec. 3.2"),
    statement=r"(W_m, W_x) \text{ with rows } r \text{ exchanged}:\; g \text{ unchanged}",
    subject=Invariance(
        _exchanged,
        lambda net: swap_rows(swap_rows(net, "in", [0, 3]), "out", [1]),
    ),
    says=says_gate,
    checks=(check_gate, instances_of(says_gate), check_network_is_the_same),
    mutants=(
        Mutant(
            "copied",
            Invariance(
                _copied,
                lambda net: replace(net, W_in_m=swap_rows(net, "in", [0]).W_in_m),
            ),
            "one row copied, not exchanged",
        ),
    ),
    late=(
        Mutant(
            "few-columns",
            Invariance(_exchanged_in_few_columns, lambda net: swap_rows(net, "in", [0])),
            "a row copied beyond the fortieth entry",
        ),
    ),
    notes="'Permutations of rows between its two matrices' in the text.",
)

scale = Claim(
    id="gated-rnn/s3.2-inv-scale",
    title="Multiplying a row of W_m and dividing that of W_x leaves a gate as it is",
    source=Source(PAPER, "Sec. 3.2"),
    statement=r"(c\,W_{m,r}, W_{x,r}/c),\; c \ne 0:\; g \text{ unchanged}",
    subject=Invariance(_scaled(lambda c: c, lambda c: 1 / c), lambda net: _rescaled(net, 1)),
    says=says_gate,
    checks=(check_gate, instances_of(says_gate), check_network_is_the_same),
    mutants=(
        Mutant(
            "both",
            Invariance(_scaled(lambda c: c, lambda c: c), lambda net: _rescaled(net, 9)),
            "both up",
        ),
        Mutant(
            "one",
            Invariance(_scaled(lambda c: c, lambda _: 1), lambda net: _rescaled(net, 2)),
            "one alone",
        ),
    ),
    late=(
        Mutant(
            "capped",
            Invariance(
                _scaled(lambda c: c, lambda c: 1 / c if c < 1000 else 1),
                lambda net: _rescaled(net, 1),
            ),
            "nothing is divided by large factors",
        ),
    ),
)


@dataclass(frozen=True)
class MixedQueries:
    """Queries Q -> P Q in the input gate, read through another matrix in the output gate."""

    read: Callable[..., Any]
    change: Change


def says_read(mixed: MixedQueries, w: World) -> Conclusion:
    """What is read of the mixed queries is the query, for any invertible P."""
    d = w.size("d")
    (P, P_inverse), q = w.invertible("P", d), w.array("q", d)
    queries = P @ q

    def read(helper: Any, j: Any) -> Any:
        return helper.sum(lambda k: mixed.read(P, P_inverse, j, k) * queries[k], d)

    return Equal(w.entries(read, d), q)


check_read = proof_of(says_read, name="check_read")


@check("exact")
def check_mixed_network(mixed: MixedQueries) -> Evidence:
    """Figure 1's network with its query units mixed is the same function."""
    return _same(mixed.change)


P_2, P_2_INVERSE = EXACT.array([[1, 2], [1, 3]]), EXACT.array([[3, -2], [-1, 1]])

mixing = Claim(
    id="gated-rnn/s3.2-inv-P",
    title="Queries may be mixed by an invertible P and read through its inverse",
    source=Source(PAPER, "Sec. 3.2"),
    statement=r"W_Q \to PW_Q,\quad W_x^{out}: I \to \mathrm{repeat}(P^{-1}, d)",
    assumptions=("P invertible",),
    subject=MixedQueries(
        lambda P, P_inverse, j, k: P_inverse[j, k],
        lambda net: mix_units(net, [4, 5], P_2, P_2_INVERSE),
    ),
    says=says_read,
    checks=(check_read, instances_of(says_read), check_mixed_network),
    mutants=(
        Mutant(
            "transposed",
            MixedQueries(
                lambda P, P_inverse, j, k: P_inverse[k, j],
                lambda net: mix_units(net, [4, 5], P_2, P_2_INVERSE.T),
            ),
        ),
        Mutant(
            "same",
            MixedQueries(
                lambda P, P_inverse, j, k: P[j, k], lambda net: mix_units(net, [4, 5], P_2, P_2)
            ),
            "P for its inverse",
        ),
    ),
    late=(
        Mutant(
            "few-queries",
            MixedQueries(
                lambda P, P_inverse, j, k: P_inverse[j, k] if j < 40 else P[j, k],
                lambda net: mix_units(net, [4, 5], P_2, P_2_INVERSE),
            ),
            "P for its inverse beyond the fortieth query",
        ),
    ),
)


def _rank_one(first: Any, second: Any) -> LinearAttention:
    """V = u a^T and M = b w^T, with keys b and queries w (one key)."""
    outer = np.multiply.outer
    u, w = EXACT.array([1, 2]), EXACT.array([3, -1])
    return LinearAttention(outer(u, first), second[None], w[None])


@dataclass(frozen=True)
class Others:
    """Further changes of Figure 1's network, and of attention with V and M of rank 1."""

    order: tuple[int, ...] = (3, 0, 5, 2, 1, 4)
    exchanged: bool = True
    shares: tuple[str, str] = ("1/3", "2/3")


@check("exact")
def check_other_changes(others: Others) -> Evidence:
    """Each change leaves the function of sequences as it is.

    Hidden units in another order; for V = u a^T, M = b w^T, a and b exchanged; a product counted
    twice, by shares that add up to 1.
    """
    first, second = EXACT.array([1, 1]), EXACT.array([2, -3])
    one = _rank_one(first, second)
    other = _rank_one(second, first) if others.exchanged else _rank_one(first, -second)
    shares = EXACT.array(list(others.shares))
    weights = FIGURE.weights()
    first_product, rest = weights["D"][:, :1], weights["D"][:, 1:]
    split = replace(
        FIGURE,
        W_out_m=np.concatenate([weights["W_out_m"], weights["W_out_m"][:1]]),
        W_out_x=np.concatenate([weights["W_out_x"], weights["W_out_x"][:1]]),
        D=np.concatenate([first_product * shares[0], rest, first_product * shares[1]], 1),
    )
    pairs = (
        (permute_units(FIGURE, others.order), FIGURE),
        (minimal_attention(other), one),
        (split, FIGURE),
    )
    for changed, original in pairs:
        found = prove_same_function(changed, original)
        if not found.verdict.passes:
            return found
    return Evidence.holds("d = 2, all sequences")


others = Claim(
    id="gated-rnn/s3.2-inv-others",
    title="Several other changes leave the function as it is",
    source=Source(PAPER, "Sec. 3.2"),
    statement=r"h \to \pi(h);\quad (ua^\top, bw^\top) \to (ub^\top, aw^\top);\quad"
    r" D_p \to D_p' + D_p''",
    assumptions=("networks of $d = 2$; all sequences",),
    subject=Others(),
    checks=(check_other_changes,),
    mutants=(
        Mutant("other-sign", Others(exchanged=False), "b changes its sign"),
        Mutant("shares", Others(shares=("1/3", "1/3")), "shares that add up to 2/3"),
    ),
    expect=Verdict.HOLDS,
    notes="And (W_V, W_K^T W_Q) -> (c W_V, W_K^T W_Q / c): gated-rnn/new-s3.2-attention-scale.",
)
