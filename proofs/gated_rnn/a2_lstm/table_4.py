"""Table 4: LSTM weights for linear self-attention (left) and for the simplified gated RNN (right).

The left half is right where all functions but that of the forget gate are linear, the one in
h = o * tanh(c) included. The right half sets b_o to infinity although its caption takes the output
gate to be linear: then the outputs grow without bound. What is meant is o = 1.
"""

import sympy as sp

from constructions.arrays import EXACT
from proofs.gated_rnn import PAPER
from proofs.gated_rnn.abilities import (
    Ability,
    check_construction,
    check_construction_at_small_sizes,
)
from proofs.gated_rnn.simulations import LSTM_ATTENTION, TABLE_4_LEFT, TABLE_4_RIGHT
from theorem_checks import Claim, Control, Counterexample, Evidence, Mutant, Source, Verdict, check

LINEAR = r"candidate, gates $g$ and $o$, and the function of $c$ in $h = o \odot \tanh(c)$ linear"
LEFT, RIGHT = Ability(TABLE_4_LEFT), Ability(TABLE_4_RIGHT)
B = sp.Symbol("B", positive=True)


@check("exact", kills=("with-spare-units",))
def check_units_of_the_left_half(ability):
    """d_v d_k units and none for queries, counted on the layer as built."""
    listed = [(1, 1), (2, 2), (3, 2), (2, 3)]
    for d_v, d_k in listed:
        rows = {"W_V": d_v, "W_K": d_k, "W_Q": d_k}
        weights = {name: EXACT.ones((size, 2)) for name, size in rows.items()}
        network = ability.simulation.network(weights, EXACT.array(1), "linearised")
        found = network.cells[0].weights()["b_f"].shape[0]
        if found != d_v * d_k:
            sizes = {"d_v": d_v, "d_k": d_k}
            return Evidence.refuted(Counterexample(sizes, f"{d_v * d_k} units", f"{found} units"))
    return Evidence.holds(f"(d_v, d_k) in {listed}")


table_4_left = Claim(
    id="gated-rnn/tab4-left",
    title="One LSTM layer of d^2 linearised units with Table 4's weights is linear self-attention",
    source=Source(PAPER, "Table 4, left; App. A.2"),
    statement=r"c_{ij} \mathrel{+}= v_i k_j,\quad o_{ij} = q_j,\quad \sum_j o_{ij} c_{ij} = y_i",
    assumptions=(LINEAR, r"$\sigma(b_f) = 1$, the limit of $b_f = +\infty$"),
    covers=("gated-rnn/a2-no-lambda0",),
    subject=LEFT,
    checks=(
        check_construction.killing("forgetful", "asks-for-keys", "no-query", "sums-all"),
        check_construction_at_small_sizes.killing("forgetful", "asks-for-keys", "no-query"),
        check_units_of_the_left_half,
    ),
    mutants=(
        Mutant("forgetful", Ability(TABLE_4_LEFT.with_more("linearised", forget=0)), "f = 0"),
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
        Mutant("with-spare-units", Ability(LSTM_ATTENTION), "two units more for each value"),
    ),
    notes="The caption names the candidate, g and o; the tanh of h = o * tanh(c) has to be linear"
    " too. With the true functions see gated-rnn/a2-real-gates.",
)


@check("proof")
def check_right_half(gate):
    """Both output gates at the limit of `gate`, a function of the bias B, for B to infinity."""
    limit = sp.limit(gate, B, sp.oo)
    if limit.is_finite:
        return Ability(TABLE_4_RIGHT.with_more("linearised", o=limit)).simulation.proof(RIGHT.sizes)
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
    simulation = TABLE_4_RIGHT.with_more("linearised", o=at)
    (y,) = simulation.network(ones, EXACT.array(1), "linearised")(EXACT.ones((1, 1))).flat
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
    checks=(check_construction, check_construction_at_small_sizes),
    mutants=(
        Mutant("open", Ability(TABLE_4_RIGHT.with_more("linearised", o=2)), "o = 2"),
        Mutant(
            "remembers",
            Ability(TABLE_4_RIGHT.with_more("linearised", forget=1)),
            "f = 1 in layer 2",
        ),
        Mutant("no-decay", RIGHT.without(0, "b_f", ("h",)), "f = 0 in layer 1"),
        Mutant(
            "one-gate-twice",
            RIGHT.with_entry(1, "U_g", ("product", "h"), lambda w, r, k: w.W_out_m[r, k]),
            "W_m^out in both places",
        ),
    ),
    repairs=("gated-rnn/tab4-right",),
    notes="Other real decays need pairs of units: gated-rnn/s2.2-lstm-contains.",
)
