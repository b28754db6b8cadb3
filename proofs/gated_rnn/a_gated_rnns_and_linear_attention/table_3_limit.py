"""Table 3 in the limit: how many layers come as near as one likes, with the true functions.

The number of units stays, a scale goes to 0; tokens are bounded, and so is their number. Then one
layer is enough in every row but the LRU's, whose state is linear in the tokens: n complex units
are blind to some change of 2n + 1 tokens, which neither attention nor the gated RNN is.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace

import sympy as sp

from constructions.arrays import EXACT
from constructions.cells.linear_attention import LinearAttention
from constructions.cells.lru import LinearRecurrentUnit
from constructions.errors import NotInSystemError
from proofs.gated_rnn import PAPER
from proofs.gated_rnn.a_gated_rnns_and_linear_attention.gru_attention import (
    GATED_IN_ONE_GRU,
    GATED_IN_ONE_LSTM,
    ONE_GRU,
)
from proofs.gated_rnn.a_gated_rnns_and_linear_attention.layer_degrees import ARCHITECTURES
from proofs.gated_rnn.a_gated_rnns_and_linear_attention.linearised_layers import (
    assumptions_of,
    name_of,
)
from proofs.gated_rnn.a_gated_rnns_and_linear_attention.table_3_lru import LRU_IN_OUT, LRUS
from proofs.gated_rnn.a_gated_rnns_and_linear_attention.table_3_lstm import LSTM_ATTENTION
from proofs.gated_rnn.a_gated_rnns_and_linear_attention.token_degrees import ATTENTION, GATED
from proofs.gated_rnn.expressivity import Expressivity, check_order_two
from proofs.gated_rnn.mlp_realisations import MLP_SWISH, MLP_TANH
from proofs.gated_rnn.realisations import ATTENTION_AS_GATED, GATED_INSTANCE
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
    prove_for_all,
    prove_identity,
    reals,
)


@dataclass(frozen=True)
class Blind:
    """That n complex LRU units do not see some change of `tokens(n)` tokens."""

    tokens: Callable


@check("proof")
def check_more_tokens_than_numbers(blind):
    """More tokens than the 2n real numbers of the state; attention and the gated RNN see them.

    With d = 1 and weights 1, tokens s xi_1, s xi_2, ... and then q give q (s^2 p + q^2) for
    attention and (s^2 p + q^2)^2 for the gated RNN h = sum x^2, y = h^2, where p = sum xi^2 > 0. If
    the state does not see xi, the layer's output is that for s = 0: so it is wrong by half of the
    difference at s = 0 or at s = 1.
    """
    n = reals("n")
    counted = prove_for_all(blind.tokens(n) > 2 * n, assume=n >= 1)
    if not counted.verdict.passes:
        return counted
    s, p, q = sp.symbols("s p q")
    memory = s**2 * p + q**2
    return all_of(
        {
            "more unknowns than equations": counted,
            "attention changes": prove_identity(memory * q - (memory * q).subs(s, 0), q * p * s**2),
            "the gated RNN changes": prove_identity(
                (memory**2).subs(q, 0) - (memory**2).subs({q: 0, s: 0}), p**2 * s**4
            ),
        },
        "any number n of units, any weights, any gate after the recurrence",
        words=(
            "a homogeneous linear system with more unknowns than equations has a solution"
            " other than 0",
        ),
    )


@check("exact")
def check_blind_units(blind):
    """Units with given complex weights, n = 1, 2, 3: tokens that leave their state at 0."""
    for n in (1, 2, 3):
        weights = [[f"{k + 1}/{k + 3}" for k in range(n)], [f"1/{k + 2}" for k in range(n)]]
        lam_re, lam_im = map(EXACT.array, weights)
        ones = EXACT.ones((n, 1))
        unit = LinearRecurrentUnit(
            lam_re, lam_im, EXACT.ones((n,)), ones, ones, ones.T, ones.T, EXACT.ones((1, 1))
        )
        count = blind.tokens(n)
        columns = []
        for place in range(count):
            state = unit.initial_state()
            for t in range(count):
                state, _ = unit.step(state, EXACT.array([int(t == place)]))
            columns.append([sp.Rational(str(v)) for part in state for v in part])
        unseen = sp.Matrix(columns).T.nullspace()
        if not unseen:
            return Evidence.refuted(
                Counterexample(
                    {"n": n, "lambda": list(zip(*weights, strict=True)), "tokens": count},
                    claimed="a change of the tokens that the state does not see",
                    found="none",
                )
            )
        xs = EXACT.array([[str(v)] for v in unseen[0]])
        last = EXACT.ones((1, 1))
        one = EXACT.ones((1, 1))
        quiet = EXACT.zeros((count, 1))
        attention = LinearAttention(one, one, one)
        seen = [attention(EXACT.concatenate((tokens, last)))[-1, 0] for tokens in (xs, quiet)]
        read = [unit(EXACT.concatenate((tokens, last)))[-1, 0] for tokens in (xs, quiet)]
        if read[0] != read[1] or seen[0] == seen[1]:
            return Evidence.undecided("The tokens found are not what they should be.")
    return Evidence.holds("n = 1, 2, 3, given weights")


one_lru_layer = Claim(
    id="gated-rnn/new-lru-one-layer",
    title="One LRU layer of n units errs on 2n + 2 tokens, whatever its weights",
    source=Source(PAPER, "Table 3, beyond the text"),
    statement=r"\exists\, \xi \ne 0:\; \max_{x \in \{0, \xi\}} |y^{LRU}_T(x, q) - y_T(x, q)|"
    r" \ge \tfrac12 |y_T(\xi, q) - y_T(0, q)| > 0, \quad T = 2n + 2",
    assumptions=("any gate after the recurrence, in any sense; $d = 1$, weights 1",),
    subject=Blind(lambda n: 2 * n + 1),
    checks=(check_more_tokens_than_numbers, check_blind_units),
    mutants=(
        Mutant("one-fewer", Blind(lambda n: 2 * n), "2n tokens"),
        Mutant("real-units", Blind(lambda n: n + 1), "n + 1 tokens, as if units were real"),
    ),
    notes="So two layers are needed, not only for linear functions.",
    new=True,
)


@dataclass(frozen=True)
class LimitCell:
    """That this is the least number of layers, with the network that comes near."""

    architecture: str
    target: str
    layers: int | None
    near: Expressivity


def _weights_of(cell):
    """The network's weights at the smallest sizes, if they are rational; else where others are."""
    try:
        return {"all sizes and weights of the map": 1, **cell.near.smallest_weights()}
    except NotInSystemError:  # the activation's derivatives, as of tanh
        return {"weights, for another activation": "gated-rnn/a1-mlp-cannot"}


@check("bound")
def check_least_number_in_the_limit(cell):
    """The network's error falls like eps^2; and its number of layers is the one stated."""
    cells = len(cell.near.realisation.description.layers) - 1
    number = cells // len(ARCHITECTURES[cell.architecture])
    near = check_order_two.function(cell.near)
    if not near.verdict.passes:
        return near
    if cell.layers is None or cell.layers > number:
        values = {"architecture": cell.architecture, "map": cell.target}
        claimed = "no number of layers" if cell.layers is None else f"{cell.layers} layers"
        if cell.layers is None:
            values |= _weights_of(cell)
        layers = "this layer and a readout come" if number == 1 else f"these {number} layers come"
        told = f"{layers} near, likewise for other weights: {near.scope}"
        found = Counterexample(values, f"{claimed} at least", told)
        return Evidence.refuted(found, parts=(near,), figures=near.figures)
    parts = {f"{number} come near": near}
    if cell.architecture == "LRU":
        parts["one layer does not"] = check_more_tokens_than_numbers.function(BLIND)
    found = all_of(parts, near.scope, figures=near.figures)
    if cell.layers == number or not found.verdict.passes:
        return found
    values = {"architecture": cell.architecture, "map": cell.target}
    told = Counterexample(values, f"{cell.layers} layers", "an error on 2n + 2 tokens")
    return Evidence.refuted(told, parts=found.parts)


BLIND = one_lru_layer.subject


def _measured(realisation, instance):
    return Expressivity(realisation, measured=(instance,))


NEAR = {
    ("LRU", GATED): _measured(LRUS, GATED_INSTANCE),
    ("LRU", ATTENTION): _measured(LRUS, ATTENTION_AS_GATED),
    ("LRU In-Out", GATED): _measured(LRU_IN_OUT, GATED_INSTANCE),
    ("LRU In-Out", ATTENTION): _measured(LRU_IN_OUT, ATTENTION_AS_GATED),
    ("LRU In-Out (MLP)", GATED): _measured(MLP_TANH, GATED_INSTANCE),
    ("LRU In-Out (MLP)", ATTENTION): _measured(MLP_SWISH, ATTENTION_AS_GATED),
    ("LSTM", GATED): GATED_IN_ONE_LSTM,
    ("LSTM", ATTENTION): Expressivity(LSTM_ATTENTION),
    ("GRU", GATED): GATED_IN_ONE_GRU,
    ("GRU", ATTENTION): ONE_GRU,
}
LIMIT_LAYERS = {key: 2 if key[0] == "LRU" else 1 for key in NEAR}


def _louder(expressivity):
    """The same network, read out twice as loud."""
    *others, _ = expressivity.realisation.description.layers
    readout = expressivity.realisation.description.layers[-1].weights["W"].entries
    for block, entry in readout.items():
        expressivity = expressivity.with_entry(len(others), "W", block, _twice(entry))
    return expressivity


def _twice(entry):
    return lambda w, *indices: 2 * entry(w, *indices)


def _limit_claim(key, **more):
    architecture, target = key
    layers = LIMIT_LAYERS[key]
    cell = LimitCell(architecture, target, layers, NEAR[key])
    mutants = [
        Mutant("one-more", replace(cell, layers=layers + 1), "one layer more"),
        Mutant("too-loud", replace(cell, near=_louder(cell.near)), "a factor 2 in the readout"),
    ]
    if architecture == "LRU":
        mutants.append(Mutant("one-layer", replace(cell, layers=1), "one layer"))
    return Claim(
        id=f"gated-rnn/new-{name_of(*key)}-limit",
        title=f"In the limit {layers} {architecture} layer{'s' * (layers > 1)}"
        f" come{'s' * (layers == 1)} near a {target}",
        source=Source(PAPER, "Table 3, beyond the text"),
        statement=r"\max_t |y^{layers}_t - y_t| = C\epsilon^2 + o(\epsilon^2)",
        assumptions=(
            "true functions; $C$ and the order are measured in balls at an instance",
            *assumptions_of(architecture),
        ),
        subject=cell,
        checks=(check_least_number_in_the_limit,),
        mutants=tuple(mutants),
        expect=Verdict.HOLDS,
        new=True,
        **more,
    )


LRU_BOUND = (
    "A bound at every size is proved in gated-rnn/new-tab3-lru-bound; that the error has just this"
    " order, and the constant, is measured."
)
NO_BOUND = (
    "A bound at every size is proved of other layers for a gated RNN ({other}), of which attention"
    " is one; of this layer there is none."
)
LRU_GATED_LIMIT = _limit_claim(("LRU", GATED), notes=LRU_BOUND)
LRU_ATTENTION_LIMIT = _limit_claim(("LRU", ATTENTION), notes=LRU_BOUND)
IN_OUT_GATED_LIMIT = _limit_claim(("LRU In-Out", GATED), notes=LRU_BOUND)
IN_OUT_ATTENTION_LIMIT = _limit_claim(("LRU In-Out", ATTENTION), notes=LRU_BOUND)
LSTM_GATED_LIMIT = _limit_claim(
    ("LSTM", GATED),
    notes="Of two other layers a bound at every size is proved in gated-rnn/new-tab3-lstm-bound.",
)
LSTM_ATTENTION_LIMIT = _limit_claim(
    ("LSTM", ATTENTION), notes=NO_BOUND.format(other="gated-rnn/new-tab3-lstm-bound")
)
GRU_GATED_LIMIT = _limit_claim(
    ("GRU", GATED),
    notes="Of two other layers a bound at every size is proved in gated-rnn/new-tab3-gru-bound.",
)
GRU_ATTENTION_LIMIT = _limit_claim(
    ("GRU", ATTENTION), notes=NO_BOUND.format(other="gated-rnn/new-tab3-gru-bound")
)
MLP_GATED_LIMIT = _limit_claim(
    ("LRU In-Out (MLP)", GATED),
    notes="A bound at every size is proved in gated-rnn/new-tab3-mlp-gated-bound.",
)
MLP_ATTENTION_LIMIT = _limit_claim(
    ("LRU In-Out (MLP)", ATTENTION),
    notes="A bound at every size is proved in gated-rnn/new-tab3-mlp-attn-bound.",
)


def _printed_mlp(target):
    key = ("LRU In-Out (MLP)", target)
    cell = LimitCell(*key, None, NEAR[key])
    name = name_of(*key)
    return Claim(
        id=f"gated-rnn/{name}",
        title=f"No number of LRU In-Out (MLP) layers is a {target}",
        source=Source(PAPER, "Table 3"),
        statement=rf"\text{{layers of LRU In-Out (MLP) for a {target}: none}}",
        assumptions=("in the limit, as the other rows; an activation with a second derivative",),
        subject=cell,
        checks=(check_least_number_in_the_limit,),
        controls=(Control("one-layer", replace(cell, layers=1), "one layer comes near"),),
        expect=Verdict.REFUTED,
        repaired_by=f"gated-rnn/new-{name}-bound",
        notes="The error is measured in balls; with the activation u^2 it is 0"
        " (gated-rnn/new-mlp-square). For linear functions, and for piecewise linear ones such as"
        " ReLU, the dash is right (gated-rnn/new-mlp-piecewise-linear).",
    )


MLP_GATED = _printed_mlp(GATED)
MLP_ATTENTION = _printed_mlp(ATTENTION)
