"""The rows LRU and LRU In-Out of Table 3, for linear functions: 2 layers, and 1 layer.

The last recurrence of a construction holds the hidden state of the target in its real part: of a
gated RNN, or the key-values of attention, where the construction has Figure 1's weights. What is
claimed of a number of layers, and that fewer are not enough, stands in `linearised_layers`.
"""

from dataclasses import replace
from typing import Any

from constructions.cells.gated_rnn import GatedRNN
from constructions.weights.gated_rnn_as_lrus import gated_rnn_as_lru_in_out, gated_rnn_as_lrus
from constructions.weights.layers import Sense
from proofs.gated_rnn.a_gated_rnns_and_linear_attention.linearised_layers import (
    LAYERS,
    Cell,
    claim_of,
)
from proofs.gated_rnn.a_gated_rnns_and_linear_attention.token_degrees import ATTENTION, GATED
from proofs.gated_rnn.attention_by_layers import with_units_of_figure_1
from proofs.gated_rnn.realisation import Realisation, few
from theorem_checks import Evidence, SameOutputs, simulation, with_parts

LEAK: dict[Sense, Any] = {"linearised": {"leak": 0}, "real": {"leak": lambda eps: eps * eps}}


def by_real_parts(same: SameOutputs) -> Evidence:
    """Prove equal outputs, as the last recurrence holds the hidden state in its real part."""
    states = list(same.one.state)
    last = max(place for place, state in enumerate(states) if state)
    states[last] = (same.other.state, states[last][1])
    return simulation(same, tuple(states))


def by_key_values(same: SameOutputs) -> Evidence:
    """Prove it as the last recurrence holds the key-values in its real part."""
    states, memory = list(same.one.state), same.other.state
    last = max(place for place, state in enumerate(states) if state)
    real, imaginary = states[last]
    held = with_parts(real, {("h kv",): lambda i, j: memory[i, j]})
    states[last] = (held, imaginary)
    return simulation(same, tuple(states))


LRUS = Realisation(gated_rnn_as_lrus(), GatedRNN, "m", by_real_parts, LEAK)
LRU_IN_OUT = Realisation(gated_rnn_as_lru_in_out(), GatedRNN, "m", by_real_parts, LEAK)
LRUS_ON_KEY_VALUES, IN_OUT_ON_KEY_VALUES = (
    replace(with_units_of_figure_1(layers), by=by_key_values) for layers in (LRUS, LRU_IN_OUT)
)

LRU_GATED = claim_of(
    Cell("LRU", GATED, LAYERS["LRU", GATED], LRUS),
    LRUS.changed(
        2, "lam_re", ("h",), lambda w, k: ((1 - w.leak) * w.lam[k] + w.leak * w.leak) * few(k)
    ),
    id="gated-rnn/tab3-lru-gated",
    module=__name__,
    repairs=("gated-rnn/new-lru-decay-range",),
)
LRU_ATTENTION = claim_of(
    Cell("LRU", ATTENTION, LAYERS["LRU", ATTENTION], LRUS_ON_KEY_VALUES),
    LRUS_ON_KEY_VALUES.changed(2, "C_re", ("h q", "h q"), lambda w, j, j2: w.delta(j, j2) * few(j)),
    id="gated-rnn/tab3-lru-attn",
    module=__name__,
    covers=("gated-rnn/s3.3-lru",),
)
IN_OUT_GATED = claim_of(
    Cell("LRU In-Out", GATED, LAYERS["LRU In-Out", GATED], LRU_IN_OUT),
    LRU_IN_OUT.changed(
        1, "lam_re", ("h",), lambda w, k: ((1 - w.leak) * w.lam[k] + w.leak * w.leak) * few(k)
    ),
    id="gated-rnn/tab3-lruio-gated",
    module=__name__,
    covers=("gated-rnn/a1-inout-one-layer",),
)
IN_OUT_ATTENTION = claim_of(
    Cell("LRU In-Out", ATTENTION, LAYERS["LRU In-Out", ATTENTION], IN_OUT_ON_KEY_VALUES),
    IN_OUT_ON_KEY_VALUES.changed(
        1, "C_re", ("h q", "h q"), lambda w, j, j2: w.delta(j, j2) * few(j)
    ),
    id="gated-rnn/tab3-lruio-attn",
    module=__name__,
)
