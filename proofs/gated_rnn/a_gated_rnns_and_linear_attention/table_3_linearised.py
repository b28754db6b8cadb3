"""Table 3 for linear functions: how many layers the gated RNN and attention take.

Enough: a construction with that many layers, proved for all sizes. Needed: the degree in the
current token. It is at most 2 for an LRU or GRU layer, 3 for an LSTM, 4 for an LRU In-Out, whatever
the weights and the earlier tokens are; attention has degree 3, the gated RNN degree 4.
"""

from dataclasses import dataclass

from proofs.gated_rnn import PAPER
from proofs.gated_rnn.a_gated_rnns_and_linear_attention.layer_degrees import ARCHITECTURES
from proofs.gated_rnn.a_gated_rnns_and_linear_attention.token_degrees import (
    ATTENTION,
    GATED,
    SIZES,
    degree_at_integers,
    degree_is_at_most,
    degree_of_target,
    degree_of_target_is,
)
from proofs.gated_rnn.abilities import Ability, check_construction
from proofs.gated_rnn.s3_1_key_ideas.attention_as_gated_rnn import FIGURE, check_attention
from proofs.gated_rnn.simulations import (
    GRU_ATTENTION,
    GRU_PAIRS,
    LRU_IN_OUT,
    LRUS,
    LSTM_ATTENTION,
    LSTM_PAIRS,
)
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
)

DEGREES = {GATED: 4, ATTENTION: 3}
LAYERS = {
    ("LRU", GATED): 2,
    ("LRU", ATTENTION): 2,
    ("LRU In-Out", GATED): 1,
    ("LRU In-Out", ATTENTION): 1,
    ("LRU In-Out (MLP)", GATED): None,
    ("LRU In-Out (MLP)", ATTENTION): None,
    ("LSTM", GATED): 2,
    ("LSTM", ATTENTION): 1,
    ("GRU", GATED): 2,
    ("GRU", ATTENTION): 2,
}
"""The least number of layers for linear functions; None where no number is enough."""

BY_CELL = {
    ("LRU", GATED): LRUS,
    ("LRU", ATTENTION): LRUS,
    ("LRU In-Out", GATED): LRU_IN_OUT,
    ("LRU In-Out", ATTENTION): LRU_IN_OUT,
    ("LSTM", GATED): LSTM_PAIRS,
    ("LSTM", ATTENTION): LSTM_ATTENTION,
    ("GRU", GATED): GRU_PAIRS,
    ("GRU", ATTENTION): GRU_ATTENTION,
}
"""The constructions; for the gated RNN they are attention, too, by way of Figure 1."""


@dataclass(frozen=True)
class Cell:
    """That this is the least number of layers (None: that no number is enough)."""

    architecture: str
    target: str
    layers: int | None

    @property
    def key(self):
        """The row and the column."""
        return self.architecture, self.target

    def named(self, layers):
        """Return the cell with another number."""
        return Cell(self.architecture, self.target, layers)


def construction_of(cell):
    """Prove that the construction for a cell computes its map."""
    simulation = BY_CELL[cell.key]
    proof = check_construction.function(Ability(simulation))
    if cell.target == ATTENTION and simulation.inputs == "m":
        parts = {
            "any gated RNN": proof,
            "attention is one": check_attention.function(FIGURE),
        }
        proof = all_of(parts, "all sizes, lengths, inputs and weights")
    return proof


def _layers_of(architecture, simulation):
    """How many layers of an architecture the described cells are, the readout aside."""
    cells = len(simulation.description.layers) - 1
    return cells // len(ARCHITECTURES[architecture])


@check("proof")
def check_least_number(cell):
    """Against the construction, and against the degree that fewer layers have."""
    degree = DEGREES[cell.target]
    if cell.key not in BY_CELL:
        none = all_of(
            {
                "one layer is affine": degree_is_at_most(cell.architecture, 1, 1),
                f"the target has degree {degree}": degree_of_target_is(cell.target, degree),
            },
            f"any number of {cell.architecture} layers of any size, any states",
            words=(SIZES, "affine maps of affine maps are affine"),
        )
        if cell.layers is None or not none.verdict.passes:
            return none
        return _refuted(cell, f"degree 1 with any number of layers, not {degree}", none)
    number = _layers_of(cell.architecture, BY_CELL[cell.key])
    if cell.layers is not None and cell.layers < number:
        few = all_of(_needed(cell, cell.layers), "all sizes, all weights", words=(SIZES,))
        if not few.verdict.passes:
            return few
        return _refuted(cell, f"{cell.layers} layers have a degree below {degree}", few)
    proof = construction_of(cell)
    if not proof.verdict.passes:
        return proof
    if cell.layers != number:
        return _refuted(cell, f"{number} layers are enough, by construction", proof)
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


def _refuted(cell, found, *parts):
    claimed = "no number of layers" if cell.layers is None else f"{cell.layers} layers"
    values = {"architecture": cell.architecture, "map": cell.target}
    return Evidence.refuted(Counterexample(values, f"{claimed} at least", found), parts=parts)


@check("exact")
def check_least_number_at_small_sizes(cell):
    """The construction as polynomials; the degree of fewer layers at given integer weights."""
    simulation = BY_CELL.get(cell.key)
    degree = degree_of_target(cell.target)
    if simulation is None:
        found = degree_at_integers(cell.architecture, 2)
        if found >= degree:
            return Evidence.undecided(f"Two layers have degree {found}.")
        if cell.layers is None:
            return Evidence.holds("two layers of size 1, given weights")
        return _refuted(cell, f"degree {found} with two layers, not {degree}")
    number = _layers_of(cell.architecture, simulation)
    same = simulation.equality_at(Ability(simulation).sizes)
    if not same.verdict.passes:
        return same
    if cell.layers is None or cell.layers > number:
        return _refuted(cell, f"{number} layers are enough, by construction", same)
    if cell.layers < number:
        found = degree_at_integers(cell.architecture, cell.layers)
        if found >= degree:
            return Evidence.undecided(f"{cell.layers} layers have degree {found}.")
        return _refuted(cell, f"{cell.layers} layers have degree {found} at given weights")
    return same


SHORT = {
    "LRU": "lru",
    "LRU In-Out": "lruio",
    "LRU In-Out (MLP)": "mlp",
    "LSTM": "lstm",
    "GRU": "gru",
    GATED: "gated",
    ATTENTION: "attn",
}
SENSE = "linear functions: $\\sigma(u) = \\frac12 + \\frac14 u$, $\\tanh(u) = u$, $\\phi(u) = u$"


def name_of(architecture, target):
    """Return the place of a cell of Table 3 in an id."""
    return f"tab3-{SHORT[architecture]}-{SHORT[target]}"


def _claim(key, **more):
    """The claim that a cell of the table, for linear functions, has its number of layers."""
    architecture, target = key
    number = LAYERS[key]
    cell = Cell(architecture, target, number)
    said = "No number" if number is None else f"{number}"
    wrong = [1, 2] if number is None else [number - 1, number + 1]
    mutants = [Mutant(f"{k}-layers", cell.named(k)) for k in wrong]
    layers = "layer is" if number == 1 else "layers is" if number is None else "layers are"
    return Claim(
        title=f"{said} linearised {architecture} {layers} enough and needed for a {target}"
        if number
        else f"No number of linearised {architecture} layers is a {target}",
        source=Source(PAPER, "Table 3"),
        statement=rf"\text{{layers of {architecture} for a {target}: {number or 'none'}}}",
        assumptions=(SENSE, "weights and sizes are free", *assumptions_of(architecture)),
        subject=cell,
        checks=(check_least_number, check_least_number_at_small_sizes),
        mutants=tuple(mutants),
        **more,
    )


def assumptions_of(architecture):
    """Return what an architecture's parametrisation asks of the gated RNN."""
    if architecture.startswith("LRU"):
        return (r"$\lambda$ of the gated RNN in $[-1, 1]$; 0 and $\pm 1$ are limits of eq. (9)",)
    return ()


LRU_GATED = _claim(
    ("LRU", GATED), id="gated-rnn/tab3-lru-gated", repairs=("gated-rnn/new-lru-decay-range",)
)
LRU_ATTENTION = _claim(
    ("LRU", ATTENTION), id="gated-rnn/tab3-lru-attn", covers=("gated-rnn/s3.3-lru",)
)
IN_OUT_GATED = _claim(
    ("LRU In-Out", GATED),
    id="gated-rnn/tab3-lruio-gated",
    covers=("gated-rnn/a1-inout-one-layer",),
)
IN_OUT_ATTENTION = _claim(("LRU In-Out", ATTENTION), id="gated-rnn/tab3-lruio-attn")
MLP_GATED = _claim(
    ("LRU In-Out (MLP)", GATED), id="gated-rnn/new-tab3-mlp-gated-linearised", new=True
)
MLP_ATTENTION = _claim(
    ("LRU In-Out (MLP)", ATTENTION), id="gated-rnn/new-tab3-mlp-attn-linearised", new=True
)
LSTM_GATED = _claim(("LSTM", GATED), id="gated-rnn/tab3-lstm-gated")
LSTM_ATTENTION_CLAIM = _claim(("LSTM", ATTENTION), id="gated-rnn/tab3-lstm-attn")
GRU_GATED_REPAIRED = _claim(
    ("GRU", GATED), id="gated-rnn/new-tab3-gru-gated", repairs=("gated-rnn/tab3-gru-gated",)
)
GRU_ATTENTION_REPAIRED = _claim(
    ("GRU", ATTENTION), id="gated-rnn/new-tab3-gru-attn", repairs=("gated-rnn/tab3-gru-attn",)
)


def _printed_gru(target):
    cell = Cell("GRU", target, None)
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


GRU_GATED = _printed_gru(GATED)
GRU_ATTENTION_PRINTED = _printed_gru(ATTENTION)
