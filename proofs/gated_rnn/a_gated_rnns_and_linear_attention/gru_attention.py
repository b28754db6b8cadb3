"""GRUs compute linear self-attention: two layers with finite weights, or one in the limit.

The paper says in several places that they cannot. In the sense in which its LSTM does (linear
functions) two GRU layers do, at every size; with the true functions their error falls like the
square of the scale. With its gates wide open even one layer comes near attention, since tanh itself
multiplies.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from constructions.arrays import EXACT
from constructions.cells.gated_rnn import GatedRNN
from constructions.cells.gru import GRU
from constructions.cells.linear_attention import LinearAttention
from constructions.weights.attention_in_one_layer import attention_in_one_layer
from constructions.weights.gated_rnn_in_one_layer import gated_rnn_in_one_layer
from constructions.weights.plain_layers import PLAIN_GRU, PLAIN_LSTM
from proofs.gated_rnn import PAPER
from proofs.gated_rnn.a_gated_rnns_and_linear_attention.table_3_gru import GRU_ATTENTION, GRU_PAIRS
from proofs.gated_rnn.expressivity import (
    Expressivity,
    check_construction,
    check_construction_at_small_sizes,
    check_order_two,
)
from proofs.gated_rnn.realisation import Realisation, few
from theorem_checks import (
    All,
    Claim,
    Conclusion,
    Control,
    Equal,
    Evidence,
    Mutant,
    Source,
    Verdict,
    World,
    all_of,
    check,
    conjunction,
    instances_of,
    proof_of,
    prove,
)


def _in_the_limit(description, target, inputs):
    """A network that is near its target for true functions only: nothing to store or read."""
    return Realisation(description, target, inputs, prove)


SMALL_GATED = {
    "lam": EXACT.array(["-3/2"]),
    "W_in_m": EXACT.array([[1, "1/3"]]),
    "W_in_x": EXACT.array([["1/2", -2]]),
    "W_out_m": EXACT.array([[1]]),
    "W_out_x": EXACT.array([["1/2"]]),
    "D": EXACT.array([[2]]),
    "xs": EXACT.array([[1, "1/2"], ["-1/2", 1]]),
}
"""A simplified gated RNN of one unit, with a decay that no sigmoid has."""

SMALL_ATTENTION = {
    "W_V": EXACT.array([[1, "-1/2"]]),
    "W_K": EXACT.array([["1/2", 1], [1, "-1/3"]]),
    "W_Q": EXACT.array([[1, -1], ["1/2", "1/4"]]),
    "xs": EXACT.array([[1, "1/2"], ["-1/2", 1], ["1/4", "-3/4"]]),
}
"""An attention with one value and two keys."""


def _attention_in_one(plain):
    """Attention in one plain layer, as measured at the small instance."""
    realisation = _in_the_limit(attention_in_one_layer(plain), LinearAttention, "d")
    return Expressivity(realisation, measured=(SMALL_ATTENTION,))


ONE_GRU, ONE_LSTM = _attention_in_one(PLAIN_GRU), _attention_in_one(PLAIN_LSTM)
GATED_IN_ONE_GRU = Expressivity(
    _in_the_limit(gated_rnn_in_one_layer(PLAIN_GRU), GatedRNN, "m"), measured=(SMALL_GATED,)
)
GATED_IN_ONE_LSTM = Expressivity(
    _in_the_limit(gated_rnn_in_one_layer(PLAIN_LSTM), GatedRNN, "m"), measured=(SMALL_GATED,)
)


@dataclass(frozen=True)
class TwoConstructions:
    """Two layers for attention, and two for any gated RNN.

    `units` are the numbers of units, by d_v and d_k, of the two layers for attention.
    """

    attention: Expressivity
    gated_rnn: Expressivity
    units: Callable[[Any, Any], tuple[Any, Any]]


def says_two_layers(two: TwoConstructions, w: World) -> Conclusion:
    """Two GRUs and a readout are attention, with so many units each; and two are any gated RNN."""
    attention = two.attention.realisation.stated(w)
    gated = two.gated_rnn.realisation.stated(w, "x_1", attention.eps)
    units = w.call(two.units, attention.sizes["d_v"], attention.sizes["d_k"])
    layers: tuple[Any, ...] = attention.network.cells[:2]
    return All(
        (
            attention.same(),
            All((attention.aims_at(LinearAttention), *attention.layers(GRU, GRU).parts)),
            *(Equal(w.count(one.b_z), said) for one, said in zip(layers, units, strict=True)),
            gated.same(),
            All((gated.aims_at(GatedRNN), *gated.layers(GRU, GRU).parts)),
        )
    )


def by_states(whole: Any) -> Evidence:
    """Prove both by the relations of states that a step keeps."""
    attention, kinds, first, second, gated, other_kinds = whole.parts
    return conjunction(
        whole,
        GRU_ATTENTION.by(attention),
        *map(prove, (kinds, first, second)),
        GRU_PAIRS.by(gated),
        prove(other_kinds),
    )


@check("bound", kills=("no-base", "no-minus"))
def check_errors(two: TwoConstructions) -> Evidence:
    """The errors of both constructions with the true functions fall like eps^2."""
    parts = {}
    for name in ("attention", "gated_rnn"):
        parts[name] = check_order_two.function(getattr(two, name))
        if not parts[name].verdict.passes:
            return parts[name]
    figures = {
        f"{name}, {key}": value
        for name, part in parts.items()
        for key, value in part.figures.items()
    }
    return all_of(parts, "given instances, d = 2, T = 3 and 4; true functions", figures=figures)


def _units(d_v: Any, d_k: Any) -> tuple[Any, Any]:
    return d_v * d_k + d_v + d_k, d_v * d_k + 2 * d_v


TWO = TwoConstructions(Expressivity(GRU_ATTENTION), Expressivity(GRU_PAIRS), _units)

gru = Claim(
    id="gated-rnn/x7-gru",
    title="Two GRU layers compute attention, and two any gated RNN, if sigma and tanh are linear",
    source=Source(PAPER, "Table 3 and App. A.3, against the text"),
    statement=r"\text{two layers of } d^2 + 2d \text{ units: } y_t = W^{ff}_t q_t;\quad"
    r"\text{two layers: any } \lambda \in \mathbb{R}^n",
    assumptions=(
        r"$\sigma(u) = \frac12 + \frac14 u$, $\tanh(u) = u$",
        "$d_v d_k + d_v + d_k$ and $d_v d_k + 2 d_v$ units for $d_v$ values and $d_k$ keys",
    ),
    subject=TWO,
    says=says_two_layers,
    checks=(
        proof_of(says_two_layers, by_states, seconds=180),
        instances_of(says_two_layers),
        check_errors,
    ),
    mutants=(
        Mutant(
            "no-base",
            replace(TWO, attention=TWO.attention.without(0, "U_h", ("base", "x"))),
            "the offset 1/2 of the gates stays",
        ),
        Mutant(
            "keeps-half",
            replace(TWO, attention=TWO.attention.without(0, "V_h", ("kv", "kv"))),
            "candidate v for v + h",
        ),
        Mutant(
            "no-minus",
            replace(TWO, gated_rnn=TWO.gated_rnn.without(0, "U_z", ("minus", "x"))),
            "one gate at 1/2",
        ),
        Mutant(
            "wrong-decay",
            replace(
                TWO,
                gated_rnn=TWO.gated_rnn.with_entry(
                    0, "V_h", ("plus", "plus"), lambda w, k, k2: w.lam[k] * w.delta(k, k2)
                ),
            ),
            "forgets r = 1/2",
        ),
        Mutant(
            "fewer-units",
            replace(TWO, units=lambda d_v, d_k: (d_v * d_k + d_v, d_v * d_k + d_v)),
            "d^2 + d units",
        ),
    ),
    late=(
        Mutant(
            "first-values",
            replace(
                TWO,
                attention=TWO.attention.with_entry(
                    0,
                    "U_h",
                    ("base", "x"),
                    lambda w, i, a: w.eps * w.eps * w.W_V[i, a] * few(i),
                ),
            ),
            "the offset of values beyond the fortieth stays",
        ),
        Mutant(
            "first-inputs",
            replace(
                TWO,
                gated_rnn=TWO.gated_rnn.with_entry(
                    0,
                    "U_z",
                    ("minus", "x"),
                    lambda w, k, a: -w.eps * w.W_in_m[k, a] * few(a),
                ),
            ),
            "one gate does not see inputs beyond the fortieth",
        ),
    ),
    repairs=(
        "gated-rnn/s4.3-gru-cannot",
        "gated-rnn/a3-gru-no-gating",
    ),
    notes="With the true functions the errors fall like eps^2 at the instances that are measured;"
    " so does that of a single layer (gated-rnn/new-one-layer-limit).",
    new=True,
)

cannot = Claim(
    id="gated-rnn/s4.3-gru-cannot",
    title="GRUs cannot implement attention",
    source=Source(PAPER, "Sec. 4.3; also Secs 1, 2.2, 3.3"),
    statement=r"\text{no stack of linearised GRU layers computes } W^{ff}_t q_t",
    assumptions=("in the sense in which the paper's LSTM can: linear functions",),
    subject=Expressivity(GRU_ATTENTION, possible=False),
    checks=(check_construction, check_construction_at_small_sizes, check_order_two),
    controls=(Control("repaired", Expressivity(GRU_ATTENTION), "two layers do"),),
    expect=Verdict.REFUTED,
    repaired_by="gated-rnn/x7-gru",
    notes="Gradient descent may well not find it. But it is possible, with finite weights, and with"
    " the true functions to any accuracy.",
)


@check("bound")
def check_both_kinds(kinds):
    """The errors of one GRU layer and of one LSTM layer fall like eps^2."""
    parts = {name: check_order_two.function(expressivity) for name, expressivity in kinds.items()}
    figures = {
        f"{name}, {key}": value
        for name, part in parts.items()
        for key, value in part.figures.items()
    }
    return all_of(parts, "attention, d = 2, T = 3; a gated RNN of one unit, T = 2", figures=figures)


def _with(plain, **change):
    """The kinds of layers for a gated RNN, with another constant for one of them."""
    network = gated_rnn_in_one_layer(replace(plain, **change))
    return {
        plain.cell: Expressivity(_in_the_limit(network, GatedRNN, "m"), measured=(SMALL_GATED,))
    }


KINDS = {
    "GRU, attention": ONE_GRU,
    "GRU, gated RNN": GATED_IN_ONE_GRU,
    "LSTM, gated RNN": GATED_IN_ONE_LSTM,
    "LSTM, attention": ONE_LSTM,
}

one_layer = Claim(
    id="gated-rnn/new-one-layer-limit",
    title="With true functions one GRU or LSTM layer comes near any simplified gated RNN",
    source=Source(PAPER, "Table 3, beyond the text"),
    statement=r"\max_t |y^{GRU}_t - y_t| = O(\epsilon^2),\quad"
    r" \max_t |y^{LSTM}_t - y_t| = O(\epsilon^2)",
    assumptions=(
        r"gates open or shut up to $e^{-1/\epsilon}$: plain recurrent networks",
        "order and constant are measured in balls, at instances with $d = 2$, $T = 3$ and with one"
        " unit, $T = 2$",
    ),
    subject=KINDS,
    checks=(check_both_kinds,),
    mutants=(
        Mutant("wrong-fifths", _with(PLAIN_GRU, quintic=128), "half of the constant of z^5"),
        Mutant(
            "wrong-cubes",
            {"GRU": _attention_in_one(replace(PLAIN_GRU, cubic=-4))},
            "12 for 24 in the product of three",
        ),
        Mutant("tanh-once", _with(PLAIN_LSTM, cubic=-8), "tanh for tanh of tanh"),
    ),
    expect=Verdict.HOLDS,
    notes="So in the limit the number of layers says nothing: tanh alone multiplies. Table 3 counts"
    " layers for linear functions. Bounds for every size are proved of two layers of pairs"
    " (gated-rnn/new-tab3-gru-bound, gated-rnn/new-tab3-lstm-bound); one layer would take"
    " how tanh multiplies three numbers up to powers of 5, with gates open up to exp(-1/eps).",
    new=True,
)
