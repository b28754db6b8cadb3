"""Table 3 for linear functions: that so many layers are the gated RNN, or attention, and fewer not.

Enough: a construction with that many layers, proved for all sizes by its invariant. Needed: the
degree in the current token. It is at most 2 for an LRU or GRU layer, 3 for an LSTM, 4 for an LRU
In-Out, whatever the weights and the earlier tokens are; attention has degree 3, the gated RNN 4.

The constructions, with invariant, claims and late mutants, stand in one file for each kind of
layer: `table_3_lru` (LRU, LRU In-Out), `table_3_mlp`, `table_3_lstm`, `table_3_gru`.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from math import comb
from typing import Any, cast

import sympy as sp

from constructions.activations import linear_sigmoid
from constructions.arrays import concatenate, ones
from constructions.cells.gated_rnn import GatedRNN
from constructions.cells.glu import GLU
from constructions.cells.gru import GRU, GRUActivations
from constructions.cells.linear import Linear
from constructions.cells.linear_attention import LinearAttention
from constructions.cells.lru import LinearRecurrentUnit
from constructions.cells.lstm import LSTM, LSTMActivations
from constructions.cells.stack import Stack
from constructions.indexed import IndexedArray
from proofs.gated_rnn import PAPER
from proofs.gated_rnn.a_gated_rnns_and_linear_attention.layer_degrees import ARCHITECTURES
from proofs.gated_rnn.a_gated_rnns_and_linear_attention.token_degrees import ATTENTION, GATED
from proofs.gated_rnn.attention_by_layers import ReadsOne, attention_by
from proofs.gated_rnn.realisation import EPS, Realisation, Stated
from theorem_checks import (
    All,
    Claim,
    Equal,
    Evidence,
    Implies,
    Mutant,
    SameOutputs,
    Source,
    World,
    conjunction,
    instances_of,
    linear_combination,
    proof_of,
    prove,
    with_parts,
)
from theorem_checks.errors import ArgumentError

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

WITH_ONE = "a 1 beside each token, as in Figure 1; fewer layers, which are not enough, see it, too"


def name_of(architecture, target):
    """Return the place of a cell of Table 3 in an id."""
    return f"tab3-{SHORT[architecture]}-{SHORT[target]}"


def assumptions_of(architecture):
    """Return what an architecture's parametrisation asks of the gated RNN."""
    if architecture.startswith("LRU"):
        return (r"$\lambda$ of the gated RNN in $[-1, 1]$; 0 and $\pm 1$ are limits of eq. (9)",)
    return ()


@dataclass(frozen=True)
class Cell:
    """That this is the least number of layers (None: that no number is enough).

    **Fields**: `built`, a construction with so many layers.
    """

    architecture: str
    target: str
    layers: int | None
    built: Realisation

    @property
    def by_figure_1(self) -> bool:
        """Whether the construction is for any gated RNN, and the target one of these."""
        return self.target == ATTENTION and self.built.inputs == "m"

    def named(self, layers):
        """Return the cell with another number."""
        return replace(self, layers=layers)


GATED_LAYERS: dict[str, Any] = {
    "LSTM": (LSTM, "fcgo", LSTMActivations.with_gates(linear_sigmoid)),
    "GRU": (GRU, "rzh", GRUActivations.with_gates(linear_sigmoid)),
}
"""Class, gates and linearised activations of the layers that have states and gates in one cell."""

DEGREE_OF_LAYER = {"LRU": 2, "LSTM": 3, "GRU": 2}
"""In the token, of one layer of any weights; no layer is linear, but for the 1 that it may see."""


def without_a_layer(realisation: Realisation, architecture: str) -> Realisation:
    """Return a network without its first layer: the next one sees the token in its place."""
    description = realisation.description
    first, *_ = description.layers
    lowest, *above = description.layers[len(ARCHITECTURES[architecture]) :]
    token = next(array.axes[1] for name, array in first.weights.items() if _reads(name))
    known = {part.name for part in token}

    def of_token(array: IndexedArray) -> IndexedArray:
        entries = {block: e for block, e in array.entries.items() if block[1] in known}
        return IndexedArray((array.axes[0], token), entries)

    weights = {name: of_token(a) if _reads(name) else a for name, a in lowest.weights.items()}
    fewer = replace(lowest, weights=weights), *above
    return replace(realisation, description=replace(description, layers=fewer))


def _reads(weight: str) -> bool:
    """Whether a weight of a layer reads what the layer below puts out."""
    return weight in ("B_re", "B_im", "D", "W", "W_m", "W_x") or weight.startswith("U_")


def says_number(cell: Cell, w: World) -> All:
    """So many layers and a readout are the target, of any weights; fewer are not.

    The latter for one target of every size: that of all weights 1. It is not what a readout puts
    out over fewer layers, whatever the sizes and weights of these are; where the construction sees
    a 1 beside the token, so do they.
    """
    given = attention_by(cell.built, w) if cell.by_figure_1 else cell.built.stated(w)
    enough = given.layers(*ARCHITECTURES[cell.architecture] * (cell.layers or 0))
    sizes = {name: map(given.sizes.get, letters.split()) for name, letters in given.shapes.items()}
    target = type(given.target)(**{n: w.ones(*at) for n, at in sizes.items()})
    wanted = w.machine(target, given.token)
    needed = []
    for number in range(cell.layers or 0):
        fewer = _any_layers(cell, number, w, given)
        same = SameOutputs(w.machine(fewer, given.token), wanted)
        needed.append(Implies(same, Equal(0, 1)))
    kind = GatedRNN if cell.target == GATED else LinearAttention
    return All((given.same(), All((given.aims_at(kind), *enough.parts)), *needed))


def _any_layers(cell: Cell, number: int, w: World, given: Stated) -> Any:
    """So many layers of any sizes and weights, and a readout, which may see a 1, too."""
    is_gated = isinstance(given.target, GatedRNN)
    inputs, outputs = (given.sizes[a] for a in (("m", "o") if is_gated else ("d", "d_v")))
    cells: list[Any] = []
    width, extra = inputs, cell.by_figure_1

    def array(name: str, *sizes: Any) -> Any:
        return w.array(f"{name}_{len(cells)}_of_{number}", *sizes)

    def reads(name: str, rows: Any) -> Any:
        own = array(name, rows, width)
        return concatenate([own.T, array(f"{name}_1", rows, 1).T]).T if extra else own

    for layer in range(number):
        names = ("units", "made", "gates")
        units, made, gates = (w.size(f"{name}_{layer}_of_{number}") for name in names)
        if cell.architecture == "LRU In-Out":
            fed = w.size(f"fed_{layer}_of_{number}")
            cells.append(GLU(reads("E_m", fed), reads("E_x", fed), gate=linear_sigmoid))
            width, extra = fed, False
        if cell.architecture in ("LRU", "LRU In-Out"):
            weights = {name: array(name, units) for name in ("lam_re", "lam_im", "gamma")}
            weights |= {name: reads(name, units) for name in ("B_re", "B_im")}
            weights |= {name: array(name, made, units) for name in ("C_re", "C_im")}
            cells.append(LinearRecurrentUnit(**weights, D=reads("D", made)))
            gate = array("W_m", gates, made), array("W_x", gates, made)
            cells.append(GLU(*gate, gate=linear_sigmoid))
        else:
            kind, parts, activations = GATED_LAYERS[cell.architecture]
            axes = {"V": (units, units), "b": (units,)}
            of_each = {f"{a}_{q}": array(f"{a}_{q}", *axes[a]) for a in axes for q in parts}
            of_each |= {f"U_{q}": reads(f"U_{q}", units) for q in parts}
            cells.append(kind(**of_each, activations=activations))
        width, extra = (units if cell.architecture in GATED_LAYERS else gates), False
    stack = Stack((*cells, Linear(reads("R", outputs))))
    return ReadsOne(stack) if cell.by_figure_1 else stack


m, n, p, o, d, d_v, d_k = sp.symbols("m n p o d d_v d_k", integer=True, positive=True)
OF_ONES = {GATED: o * p * n**2 * m**4, ATTENTION: d_v * d_k * d**3}
"""The sum of the outputs where all weights, and all entries of the only token, are 1."""


def by_differences(cell: Cell) -> Callable[[All], Evidence]:
    """Prove it by the construction, and by differences of outputs at multiples of one token.

    Those of an order above a degree are 0, whatever the polynomial.
    """
    degree = DEGREES[cell.target]

    def unlike(needed: Implies, few: int) -> Evidence:
        steps = few + 1
        signed = [(-1) ** (steps - k) * comb(steps, k) for k in range(steps + 1)]
        factor = OF_ONES[cell.target] * sum(c * k**degree for k, c in enumerate(signed))
        other = cast("SameOutputs", needed.hypothesis).other
        token, weights = (ones(array.axes, like=array) for array in (other.token, other.output))
        runs = [(weights * (c / factor), [token * k]) for k, c in enumerate(signed)]
        return linear_combination(needed, runs)

    def prove_parts(conclusion: All) -> Evidence:
        same, enough, *needed = cast("tuple[Any, ...]", conclusion.parts)
        degrees = 1, DEGREE_OF_LAYER.get(cell.architecture, 1)
        found = (unlike(part, few) for part, few in zip(needed, degrees, strict=False))
        return conjunction(conclusion, cell.built.by(same), prove(enough), *found)

    return prove_parts


def paired(state: Any, hidden: Any) -> Any:
    """Pairs of units whose difference is eps^2/2 times the hidden state."""
    minus = state.part("minus")
    return with_parts(state, {("plus",): lambda k: minus[k] + hidden[k] * (EPS**2 / 2)})


def claim_of(cell: Cell, late: Realisation, **more: Any) -> Claim:
    """The claim that a cell of the table, for linear functions, has its number of layers.

    **Arguments**: `late`, the cell's construction, wrong beyond the fortieth unit or input.
    """
    architecture, target, number = cell.architecture, cell.target, cell.layers
    if number is None:
        raise ArgumentError("cell.layers", None, "a number; for none see `table_3_mlp`")
    fewer = replace(cell.named(number - 1), built=without_a_layer(cell.built, architecture))
    mutants = [
        Mutant(f"{number - 1}-layers", fewer, "the first layer left out"),
        Mutant(f"{number + 1}-layers", cell.named(number + 1), "one less is enough"),
    ]
    layers = "layer is" if number == 1 else "layers are"
    return Claim(
        title=f"{number} linearised {architecture} {layers} enough and needed for a {target}",
        source=Source(PAPER, "Table 3"),
        statement=rf"\text{{layers of {architecture} for a {target}: {number}}}",
        assumptions=(
            SENSE,
            "weights and sizes are free",
            *assumptions_of(architecture),
            *((WITH_ONE,) if cell.by_figure_1 else ()),
        ),
        subject=cell,
        says=says_number,
        checks=(
            proof_of(says_number, by_differences(cell), seconds=180),
            instances_of(says_number),
        ),
        mutants=tuple(mutants),
        late=(Mutant("first-forty", replace(cell, built=late), "wrong beyond the fortieth"),),
        **more,
    )
