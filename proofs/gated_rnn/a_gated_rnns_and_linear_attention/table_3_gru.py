"""The row GRU of Table 3, for linear functions: 2 layers, where a dash is printed.

Pairs of units hold the hidden state of a gated RNN as their difference; for attention the units of
layer 1 hold key-values over those of a base. What is claimed of a number of layers, and that fewer
are not enough, stands in `linearised_layers`.
"""

from constructions.cells.gated_rnn import GatedRNN
from constructions.cells.linear_attention import LinearAttention
from constructions.weights.attention_as_grus import attention_as_grus
from constructions.weights.gated_pairs import gated_rnn_as_grus
from proofs.gated_rnn import PAPER
from proofs.gated_rnn.a_gated_rnns_and_linear_attention.layer_degrees import ARCHITECTURES
from proofs.gated_rnn.a_gated_rnns_and_linear_attention.linearised_layers import (
    DEGREES,
    LAYERS,
    SENSE,
    Cell,
    claim_of,
    name_of,
    paired,
)
from proofs.gated_rnn.a_gated_rnns_and_linear_attention.token_degrees import (
    ATTENTION,
    GATED,
    SIZES,
    degree_at_integers,
    degree_is_at_most,
    degree_of_target,
    degree_of_target_is,
)
from proofs.gated_rnn.expressivity import Expressivity, check_construction
from proofs.gated_rnn.realisation import EPS, Realisation, few
from theorem_checks import (
    Claim,
    Control,
    Counterexample,
    Evidence,
    SameOutputs,
    Source,
    Verdict,
    all_of,
    check,
    simulation,
    with_parts,
)


def by_pairs_of_grus(same: SameOutputs) -> Evidence:
    """Prove equal outputs, as pairs of units hold the hidden state."""
    first, *above = same.one.state
    return simulation(same, (paired(first, same.other.state), *above))


def by_differences_to_a_base(same: SameOutputs) -> Evidence:
    """Prove equal outputs, as layer 1 holds key-values over whatever the base holds."""
    (first, *above), memory = same.one.state, same.other.state
    base = first.part("base")
    held = with_parts(first, {("kv",): lambda i, j: base[i] + memory[i, j] * (EPS**3 / 4)})
    return simulation(same, (held, *above))


GRU_PAIRS = Realisation(gated_rnn_as_grus(), GatedRNN, "m", by_pairs_of_grus)
GRU_ATTENTION = Realisation(attention_as_grus(), LinearAttention, "d", by_differences_to_a_base)

GRU_GATED_REPAIRED = claim_of(
    Cell("GRU", GATED, LAYERS["GRU", GATED], GRU_PAIRS),
    GRU_PAIRS.changed(0, "U_z", ("minus", "x"), lambda w, k, a: -w.eps * w.W_in_m[k, a] * few(a)),
    id="gated-rnn/new-tab3-gru-gated",
    module=__name__,
    repairs=("gated-rnn/tab3-gru-gated",),
)
GRU_ATTENTION_REPAIRED = claim_of(
    Cell("GRU", ATTENTION, LAYERS["GRU", ATTENTION], GRU_ATTENTION),
    GRU_ATTENTION.changed(
        0, "U_h", ("base", "x"), lambda w, i, a: w.eps * w.eps * w.W_V[i, a] * few(a)
    ),
    id="gated-rnn/new-tab3-gru-attn",
    module=__name__,
    repairs=("gated-rnn/tab3-gru-attn",),
)


# The row as printed: no number of layers


def _layers_of(architecture, realisation):
    """How many layers of an architecture the described cells are, the readout aside."""
    cells = len(realisation.description.layers) - 1
    return cells // len(ARCHITECTURES[architecture])


@check("proof")
def check_least_number(cell):
    """Against the construction, and against the degree that fewer layers have."""
    degree = DEGREES[cell.target]
    number = _layers_of(cell.architecture, cell.built)
    if cell.layers is not None and cell.layers < number:
        fewer = all_of(_needed(cell, cell.layers), "all sizes, all weights", words=(SIZES,))
        if not fewer.verdict.passes:
            return fewer
        return _refuted(cell, f"{cell.layers} layers have a degree below {degree}", fewer)
    proof = check_construction.function(Expressivity(cell.built))
    if not proof.verdict.passes:
        return proof
    if cell.layers != number:
        return _refuted(cell, _enough(number), proof)
    parts = {f"{number} layers are enough": proof, **_needed(cell, number - 1)}
    scope = f"{cell.architecture}, {cell.target}: all sizes; linear functions"
    return all_of(parts, scope, words=(SIZES,))


def _needed(cell, layers):
    """The obligations for: so many layers are not enough. No layer at all is linear."""
    degree = DEGREES[cell.target]
    target = degree_of_target_is(cell.target, degree)
    if layers < 1:
        return {f"the target has degree {degree} > 1, so it takes a layer": target}
    return {
        f"the target has degree {degree}": target,
        f"{layers} layers have less": degree_is_at_most(cell.architecture, layers, degree - 1),
    }


def _enough(number):
    return f"these {number} layers, and a readout, are enough; likewise for other weights"


def _refuted(cell, found, *parts):
    claimed = "no number of layers" if cell.layers is None else f"{cell.layers} layers"
    values = {"architecture": cell.architecture, "map": cell.target}
    if cell.layers is None:
        values |= {"all sizes and weights of the map": 1}
        values |= Expressivity(cell.built).smallest_weights()
    return Evidence.refuted(Counterexample(values, f"{claimed} at least", found), parts=parts)


@check("exact")
def check_least_number_at_small_sizes(cell):
    """The construction as polynomials; the degree of fewer layers at given integer weights."""
    realisation, degree = cell.built, degree_of_target(cell.target)
    number = _layers_of(cell.architecture, realisation)
    same = realisation.equality_at(Expressivity(realisation).sizes)
    if not same.verdict.passes:
        return same
    if cell.layers is None or cell.layers > number:
        return _refuted(cell, _enough(number), same)
    if cell.layers < number:
        found = degree_at_integers(cell.architecture, cell.layers)
        if found >= degree:
            return Evidence.undecided(f"{cell.layers} layers have degree {found}.")
        return _refuted(cell, f"{cell.layers} layers have degree {found} at given weights")
    return same


def _printed(target, built):
    cell = Cell("GRU", target, None, built)
    name = name_of("GRU", target)
    return Claim(
        id=f"gated-rnn/{name}",
        title=f"No number of GRU layers is a {target}",
        source=Source(PAPER, "Table 3"),
        statement=rf"\text{{layers of GRU for a {target}: none}}",
        assumptions=(SENSE, "the sense in which the paper's LSTM row is true"),
        subject=cell,
        checks=(check_least_number, check_least_number_at_small_sizes),
        controls=(Control("two-layers", cell.named(2), "two layers are enough and needed"),),
        expect=Verdict.REFUTED,
        repaired_by=f"gated-rnn/new-{name}",
        notes="Read literally, with the true functions, the dash is right, but then every row has"
        " one (gated-rnn/tab3-exactly).",
    )


GRU_GATED = _printed(GATED, GRU_PAIRS)
GRU_ATTENTION_PRINTED = _printed(ATTENTION, GRU_ATTENTION)
