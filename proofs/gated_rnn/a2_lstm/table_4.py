"""Table 4: LSTM weights for linear self-attention (left) and for the simplified gated RNN (right).

The left half is right where all functions but that of the forget gate are linear, the one in
h = o * tanh(c) included. The right half sets b_o to infinity although its caption takes the output
gate to be linear: then the outputs grow without bound. What is meant is o = 1.
"""

from typing import Any

import sympy as sp

from constructions.arrays import EXACT
from constructions.cells.lstm import LSTM
from constructions.indexed import family
from proofs.gated_rnn import PAPER
from proofs.gated_rnn.a_gated_rnns_and_linear_attention.table_3_lstm import LSTM_ATTENTION
from proofs.gated_rnn.expressivity import (
    Expressivity,
    by_parts,
    check_construction,
)
from proofs.gated_rnn.realisation import few
from proofs.gated_rnn.realisations import TABLE_4_LEFT, TABLE_4_RIGHT
from theorem_checks import (
    All,
    Claim,
    Control,
    Counterexample,
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

LINEAR = r"candidate, gates $g$ and $o$, and the function of $c$ in $h = o \odot \tanh(c)$ linear"
LEFT, RIGHT = Expressivity(TABLE_4_LEFT), Expressivity(TABLE_4_RIGHT)
B = sp.Symbol("B", positive=True)


KEY_VALUES = (family("kv", i="d_v", j="d_k"),)


def says_left(expressivity: Expressivity, w: World) -> All:
    """Two cells, an LSTM of d_v d_k units and a linear readout, are attention.

    Unit (i, j) holds what attention has in its memory, and hands on that times the query's entry.
    """
    given = expressivity.realisation.stated(w)
    W_Q = given.weights["W_Q"]

    def of_attention(memory: Any, y: Any, x: Any) -> Any:
        held = {("kv",): lambda w, i, j: w.memory[i, j]}
        asked = {("kv",): lambda w, i, j: w.memory[i, j] * w.queries[j]}
        more = {"memory": memory, "queries": W_Q @ x}
        return (*(given.described(e, KEY_VALUES, **more) for e in (held, asked)), y)

    same = given.same(lambda state, y, _: (*state[0], y), of_attention)
    units = given.sizes["d_v"] * given.sizes["d_k"]
    return All((same, given.layers(LSTM), Equal(same.one.start[0][0].shape[0], units)))


def says_right(expressivity: Expressivity, w: World) -> All:
    """Two LSTMs and a readout are a gated RNN: their cell states are its state and its products."""
    given = expressivity.realisation.stated(w)
    by_gate = [given.weights[name] for name in ("W_out_m", "W_out_x")]
    same = given.same(
        lambda state, y, _: (state[0][0], state[1][0], y),
        lambda hidden, y, _: (hidden, (by_gate[0] @ hidden) * (by_gate[1] @ hidden), y),
    )
    return All((same, given.layers(LSTM, LSTM)))


table_4_left = Claim(
    id="gated-rnn/tab4-left",
    title="An LSTM layer of d_v d_k linearised units, as in Table 4, and a readout are attention",
    source=Source(PAPER, "Table 4, left; App. A.2"),
    statement=r"c_{ij} \mathrel{+}= v_i k_j,\quad o_{ij} = q_j,\quad \sum_j o_{ij} c_{ij} = y_i,"
    r"\quad i \le d_v,\ j \le d_k",
    assumptions=(
        LINEAR,
        r"$\sigma(b_f) = 1$, the limit of $b_f = +\infty$",
        r"two cells: the LSTM, and the readout that sums over $j$",
    ),
    covers=("gated-rnn/a2-no-lambda0",),
    subject=LEFT,
    says=says_left,
    checks=(
        proof_of(says_left, by_parts(TABLE_4_LEFT.by)),
        instances_of(says_left),
    ),
    mutants=(
        Mutant("forgetful", Expressivity(TABLE_4_LEFT.with_more("linearised", forget=0)), "f = 0"),
        Mutant(
            "asks-for-keys",
            LEFT.with_entry(0, "U_o", ("kv", "x"), lambda w, _i, j, a: w.W_K[j, a]),
            "W_K for W_Q",
        ),
        Mutant("no-query", LEFT.without(0, "U_o", ("kv", "x")), "no output gate"),
        Mutant(
            "sums-all",
            LEFT.with_entry(1, "W", ("y", "kv"), lambda *_: 1),
            "sums over values and keys",
        ),
        Mutant("with-spare-units", Expressivity(LSTM_ATTENTION), "two units more for each value"),
    ),
    late=(
        Mutant(
            "first-keys",
            LEFT.with_entry(0, "U_o", ("kv", "x"), lambda w, _i, j, a: w.W_Q[j, a] * few(j)),
            "keys beyond the fortieth are not asked for",
        ),
    ),
    notes="The caption names the candidate, g and o; the tanh of h = o * tanh(c) has to be linear"
    " too. With the true functions see gated-rnn/a2-real-gates.",
)


@check("proof")
def check_right_half(gate):
    """Both output gates at the limit of `gate`, a function of the bias B, for B to infinity."""
    limit = sp.limit(gate, B, sp.oo)
    if limit.is_finite:
        return check_construction.function(
            Expressivity(TABLE_4_RIGHT.with_more("linearised", o=limit))
        )
    return _refuted_at(gate, 10)


@check("exact")
def check_right_half_on_one_token(gate):
    """The outputs come nearer to those of the gated RNN as B grows, all sizes and weights 1."""
    target = _target()
    near, far = (abs(_output(gate, value) - target) for value in (8, 4))
    if near > far:
        return _refuted_at(gate, 8)
    return Evidence.holds("one token, all sizes and weights 1; B = 4 and 8")


def _output(gate, value):
    """The output where all sizes and weights are 1, with 30 digits of the gate."""
    ones = {n: EXACT.ones((1,) * len(ls.split())) for n, ls in TABLE_4_RIGHT.weights.items()}
    at = EXACT.array(str(sp.N(gate.subs(B, value), 30)))
    realisation = TABLE_4_RIGHT.with_more("linearised", o=at)
    (y,) = realisation.network(ones, EXACT.array(1), "linearised")(EXACT.ones((1, 1))).flat
    return y


def _target():
    ones = {n: EXACT.ones((1,) * len(ls.split())) for n, ls in TABLE_4_RIGHT.weights.items()}
    (y,) = TABLE_4_RIGHT.target(**ones)(EXACT.ones((1, 1))).flat
    return y


def _refuted_at(gate, value):
    return Evidence.refuted(
        Counterexample(
            {"b_o": value, "x": 1, "all sizes and weights": 1},
            claimed=f"an output near {_target()}",
            found=f"{_output(gate, value)}",
            explanation="Each linear gate with bias b_o multiplies by b_o.",
        )
    )


SIGMOID = 1 / (1 + sp.exp(-B))

table_4_right = Claim(
    id="gated-rnn/tab4-right",
    title="Two LSTM layers with Table 4's weights, output gates linear, are any gated RNN",
    source=Source(PAPER, "Table 4, right, and its caption"),
    statement=r"b_o = +\infty,\; o = U_o x + V_o h + b_o \implies y_t = D\,g^{out}(h_t)",
    assumptions=(LINEAR, r"$\sigma(b_f) = \lambda$ in layer 1 and 0 in layer 2"),
    subject=B,
    checks=(check_right_half, check_right_half_on_one_token.killing("squared")),
    mutants=(
        Mutant("half-open", SIGMOID / 2, "gates at 1/2"),
        Mutant("squared", B**2, "grows faster"),
    ),
    controls=(Control("sigmoid", SIGMOID, "the output gates keep their sigmoid: o = 1"),),
    expect=Verdict.REFUTED,
    repaired_by="gated-rnn/new-tab4-right",
    notes="An output gate that is linear and has b_o = +infinity makes the output infinite. It has"
    " to keep its sigmoid, or to have b_o = 1.",
)

table_4_right_repaired = Claim(
    id="gated-rnn/new-tab4-right",
    title="Two linearised LSTM layers with Table 4's weights and o = 1 are any gated RNN",
    source=Source(PAPER, "Table 4, right; App. A.2"),
    statement=r"f = \lambda,\; c = h_t;\quad f = 0,\; c = g^{out}(h_t);\quad y_t = D\,c",
    assumptions=(
        LINEAR,
        "$o = 1$ in both layers",
        r"$\lambda = \sigma(b_f)$: so $0 < \lambda < 1$, and 0 and 1 in the limit",
    ),
    covers=("gated-rnn/a2-two-layers",),
    subject=RIGHT,
    says=says_right,
    checks=(
        proof_of(says_right, by_parts(TABLE_4_RIGHT.by)),
        instances_of(says_right),
    ),
    mutants=(
        Mutant("open", Expressivity(TABLE_4_RIGHT.with_more("linearised", o=2)), "o = 2"),
        Mutant(
            "remembers",
            Expressivity(TABLE_4_RIGHT.with_more("linearised", forget=1)),
            "f = 1 in layer 2",
        ),
        Mutant("no-decay", RIGHT.without(0, "b_f", ("h",)), "f = 0 in layer 1"),
        Mutant(
            "one-gate-twice",
            RIGHT.with_entry(1, "U_g", ("product", "h"), lambda w, r, k: w.W_out_m[r, k]),
            "W_m^out in both places",
        ),
    ),
    late=(
        Mutant(
            "first-products",
            RIGHT.with_entry(1, "U_g", ("product", "h"), lambda w, r, k: w.W_out_x[r, k] * few(r)),
            "products beyond the fortieth are 0",
        ),
    ),
    repairs=("gated-rnn/tab4-right", "gated-rnn/tab4-any-decay"),
    notes="Other real decays need pairs of units: gated-rnn/s2.2-lstm-contains.",
)
