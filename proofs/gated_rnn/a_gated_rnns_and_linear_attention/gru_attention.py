"""GRUs compute linear self-attention: two layers with finite weights, or one in the limit.

The paper says in several places that they cannot. In the sense in which its LSTM does (linear
functions) two GRU layers do, at every size; with the true functions their error falls like the
square of the scale. With its gates wide open even one layer comes near attention, since tanh itself
multiplies.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace

from constructions.arrays import EXACT
from constructions.cells.gated_rnn import GatedRNN
from constructions.cells.linear_attention import LinearAttention
from constructions.weights.attention_in_one_layer import attention_in_one_layer
from constructions.weights.gated_rnn_in_one_layer import gated_rnn_in_one_layer
from constructions.weights.plain_layers import PLAIN_GRU, PLAIN_LSTM
from proofs.gated_rnn import PAPER
from proofs.gated_rnn.expressivity import (
    Expressivity,
    check_construction,
    check_construction_at_small_sizes,
    check_order_two,
)
from proofs.gated_rnn.simulation import Simulation
from proofs.gated_rnn.simulations import GRU_ATTENTION, GRU_PAIRS
from theorem_checks import (
    Claim,
    Control,
    Counterexample,
    Evidence,
    Mutant,
    Source,
    Verdict,
    all_of,
    check,
    prove,
)


def _in_the_limit(description, target, inputs):
    """A network that is near its target for true functions only: nothing to store or read."""
    return Simulation(description, target, inputs, prove)


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
    simulation = _in_the_limit(attention_in_one_layer(plain), LinearAttention, "d")
    return Expressivity(simulation, measured=(SMALL_ATTENTION,))


ONE_GRU, ONE_LSTM = _attention_in_one(PLAIN_GRU), _attention_in_one(PLAIN_LSTM)
GATED_IN_ONE_GRU = Expressivity(
    _in_the_limit(gated_rnn_in_one_layer(PLAIN_GRU), GatedRNN, "m"), measured=(SMALL_GATED,)
)
GATED_IN_ONE_LSTM = Expressivity(
    _in_the_limit(gated_rnn_in_one_layer(PLAIN_LSTM), GatedRNN, "m"), measured=(SMALL_GATED,)
)


@dataclass(frozen=True)
class ThreeConstructions:
    """Two layers for attention, two for any gated RNN, and one for attention in the limit.

    `units` is the number of units, by d, in each of the two layers for attention.
    """

    attention: Expressivity
    gated_rnn: Expressivity
    one_layer: Expressivity
    units: Callable[[int], int]

    @property
    def parts(self):
        """The constructions by name."""
        names = ("attention", "gated_rnn", "one_layer")
        return {name: getattr(self, name) for name in names}


OF_TWO_LAYERS = ("attention", "gated_rnn")
TWO_LAYER_MUTANTS = ("no-base", "keeps-half", "no-minus", "wrong-decay")


@check("proof", kills=TWO_LAYER_MUTANTS)
def check_two_layers(three):
    """Both two-layer constructions with linear functions, by induction, for symbolic sizes."""
    for name in OF_TWO_LAYERS:
        small = check_construction_at_small_sizes.function(three.parts[name])
        if not small.verdict.passes:
            return small
    parts = {name: check_construction.function(three.parts[name]) for name in OF_TWO_LAYERS}
    return all_of(parts, "two layers, all sizes, lengths, inputs and weights; linear functions")


@check("bound", kills=("no-base", "no-minus", "wrong-cubes"))
def check_errors(three):
    """The errors of all three constructions with the true functions fall like eps^2."""
    parts = {}
    for name, expressivity in three.parts.items():
        parts[name] = check_order_two.function(expressivity)
        if not parts[name].verdict.passes:
            return parts[name]
    figures = {
        f"{name}, {key}": value
        for name, part in parts.items()
        for key, value in part.figures.items()
    }
    return all_of(parts, "given instances, d = 2, T = 3 and 4; true functions", figures=figures)


@check("exact", kills=("fewer-units",))
def check_numbers_of_units(three):
    """At most d^2 + 2d units in each of two layers, and 17 d^2 in one."""
    for size in (1, 2, 3):
        ones = {name: EXACT.ones((size, size)) for name in ("W_V", "W_K", "W_Q")}
        limits = {"attention": three.units(size), "one_layer": 17 * size * size}
        for name, most in limits.items():
            network = three.parts[name].simulation.network(ones, EXACT.array(1), "real")
            for layer in network.cells[:-1]:
                units = layer.initial_state().shape[0]
                if units > most:
                    values = {"d": size, "construction": name}
                    told = f"at most {most} units"
                    return Evidence.refuted(Counterexample(values, told, f"{units} units"))
    return Evidence.holds("d = 1, 2, 3")


THREE = ThreeConstructions(
    Expressivity(GRU_ATTENTION), Expressivity(GRU_PAIRS), ONE_GRU, lambda d: d * d + 2 * d
)


gru = Claim(
    id="gated-rnn/x7-gru",
    title="Two GRU layers compute attention, two any gated RNN; one layer comes near attention",
    source=Source(PAPER, "Table 3 and App. A.3, against the text"),
    statement=r"\text{two layers of } d^2 + 2d \text{ units: } y_t = W^{ff}_t q_t;\quad"
    r"\text{two layers: any } \lambda \in \mathbb{R}^n;\quad"
    r"\text{true functions: error } O(\epsilon^2)",
    assumptions=(
        r"proved for $\sigma(u) = \frac12 + \frac14 u$, $\tanh(u) = u$; errors with the true"
        " functions are measured, in balls",
        r"one layer: $z = r = 1$ up to $e^{-1/\epsilon}$",
    ),
    subject=THREE,
    checks=(check_two_layers, check_errors, check_numbers_of_units),
    mutants=(
        Mutant(
            "no-base",
            replace(THREE, attention=THREE.attention.without(0, "U_h", ("base", "x"))),
            "the offset 1/2 of the gates stays",
        ),
        Mutant(
            "keeps-half",
            replace(THREE, attention=THREE.attention.without(0, "V_h", ("kv", "kv"))),
            "candidate v for v + h",
        ),
        Mutant(
            "no-minus",
            replace(THREE, gated_rnn=THREE.gated_rnn.without(0, "U_z", ("minus", "x"))),
            "one gate at 1/2",
        ),
        Mutant(
            "wrong-decay",
            replace(
                THREE,
                gated_rnn=THREE.gated_rnn.with_entry(
                    0, "V_h", ("plus", "plus"), lambda w, k, k2: w.lam[k] * w.delta(k, k2)
                ),
            ),
            "forgets r = 1/2",
        ),
        Mutant(
            "wrong-cubes",
            replace(THREE, one_layer=_attention_in_one(replace(PLAIN_GRU, cubic=-4))),
            "12 for 24 in the product of three",
        ),
        Mutant("fewer-units", replace(THREE, units=lambda d: d * d + d), "d^2 + d units"),
    ),
    repairs=(
        "gated-rnn/s4.3-gru-cannot",
        "gated-rnn/a3-gru-no-gating",
    ),
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
        Mutant("tanh-once", _with(PLAIN_LSTM, cubic=-8), "tanh for tanh of tanh"),
    ),
    expect=Verdict.HOLDS,
    notes="So in the limit the number of layers says nothing: tanh alone multiplies. Table 3 counts"
    " layers for linear functions.",
    new=True,
)
