"""Table 3 for linear functions: how many layers the gated RNN and attention take.

Enough: a construction with that many layers, proved for all sizes. Needed: the degree in the
current token. It is at most 2 for an LRU or GRU layer, 3 for an LSTM, 4 for an LRU In-Out, whatever
the weights and the earlier tokens are; attention has degree 3, the gated RNN degree 4.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from math import comb
from typing import Any, cast

import sympy as sp

from constructions.activations import identity, linear_sigmoid
from constructions.arrays import concatenate, ones
from constructions.cells.gated_rnn import GatedRNN
from constructions.cells.glu import GLU
from constructions.cells.gru import GRU, GRUActivations
from constructions.cells.linear import Linear
from constructions.cells.linear_attention import LinearAttention
from constructions.cells.lru import LinearRecurrentUnit
from constructions.cells.lstm import LSTM, LSTMActivations
from constructions.cells.mlp import MLP
from constructions.cells.stack import Stack
from constructions.indexed import IndexedArray
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
from proofs.gated_rnn.attention_by_layers import (
    ReadsOne,
    attention_by,
    by_key_values,
    with_units_of_figure_1,
)
from proofs.gated_rnn.expressivity import Expressivity, check_construction
from proofs.gated_rnn.simulation import Simulation, Stated, few
from proofs.gated_rnn.simulations import (
    GRU_ATTENTION,
    GRU_PAIRS,
    LRU_IN_OUT,
    LRUS,
    LSTM_ATTENTION,
    LSTM_PAIRS,
)
from theorem_checks import (
    All,
    Claim,
    Control,
    Counterexample,
    Equal,
    EveryStack,
    Evidence,
    Implies,
    Mutant,
    NoStack,
    SameOutputs,
    Source,
    Verdict,
    World,
    all_of,
    check,
    conjunction,
    consequence,
    instances_of,
    no_stack,
    proof_of,
    prove,
    stacking,
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
    ("LRU", ATTENTION): with_units_of_figure_1(LRUS),
    ("LRU In-Out", GATED): LRU_IN_OUT,
    ("LRU In-Out", ATTENTION): with_units_of_figure_1(LRU_IN_OUT),
    ("LSTM", GATED): LSTM_PAIRS,
    ("LSTM", ATTENTION): LSTM_ATTENTION,
    ("GRU", GATED): GRU_PAIRS,
    ("GRU", ATTENTION): GRU_ATTENTION,
}
"""The constructions; those for the gated RNN are attention, too, with Figure 1's weights."""


@dataclass(frozen=True)
class Cell:
    """That this is the least number of layers (None: that no number is enough).

    **Fields**: `construction`, one with so many layers; by default that of `BY_CELL`.
    """

    architecture: str
    target: str
    layers: int | None
    construction: Simulation | None = None

    @property
    def built(self) -> Simulation:
        """The construction."""
        return self.construction or BY_CELL[self.key]

    @property
    def by_figure_1(self) -> bool:
        """Whether the construction is for any gated RNN, and the target one of these."""
        return self.target == ATTENTION and self.built.inputs == "m"

    @property
    def key(self):
        """The row and the column."""
        return self.architecture, self.target

    def named(self, layers):
        """Return the cell with another number."""
        return replace(self, layers=layers)


def _layers_of(architecture, simulation):
    """How many layers of an architecture the described cells are, the readout aside."""
    cells = len(simulation.description.layers) - 1
    return cells // len(ARCHITECTURES[architecture])


GATED_LAYERS: dict[str, Any] = {
    "LSTM": (LSTM, "fcgo", LSTMActivations.with_gates(linear_sigmoid)),
    "GRU": (GRU, "rzh", GRUActivations.with_gates(linear_sigmoid)),
}
"""Class, gates and linearised activations of the layers that have states and gates in one cell."""

DEGREE_OF_LAYER = {"LRU": 2, "LSTM": 3, "GRU": 2}
"""In the token, of one layer of any weights; no layer is linear, but for the 1 that it may see."""


def without_a_layer(simulation: Simulation, architecture: str) -> Simulation:
    """Return a network without its first layer: the next one sees the token in its place."""
    description = simulation.description
    first, *_ = description.layers
    lowest, *above = description.layers[len(ARCHITECTURES[architecture]) :]
    token = next(array.axes[1] for name, array in first.weights.items() if _reads(name))
    known = {part.name for part in token}

    def of_token(array: IndexedArray) -> IndexedArray:
        entries = {block: e for block, e in array.entries.items() if block[1] in known}
        return IndexedArray((array.axes[0], token), entries)

    weights = {name: of_token(a) if _reads(name) else a for name, a in lowest.weights.items()}
    fewer = replace(lowest, weights=weights), *above
    return replace(simulation, description=replace(description, layers=fewer))


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
    target = type(given.target)(**{n: w.entries(lambda *_: 1, *at) for n, at in sizes.items()})
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
SECOND_DIFFERENCE = {1: OF_ONES[GATED] * (2**4 - 2), 2: OF_ONES[ATTENTION] * (2**3 - 2)}
"""The same at twice the token, less twice that; by the number of axes of the target's state."""


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
        return consequence(needed, runs)

    def prove_parts(conclusion: All) -> Evidence:
        by = by_key_values if cell.by_figure_1 else cell.built.by
        same, enough, *needed = cast("tuple[Any, ...]", conclusion.parts)
        degrees = 1, DEGREE_OF_LAYER.get(cell.architecture, 1)
        found = (unlike(part, few) for part, few in zip(needed, degrees, strict=False))
        return conjunction(conclusion, by(same), prove(enough), *found)

    return prove_parts


SHAPES = {
    GATED: {"lam": "n", "W_in_m": "n m", "W_in_x": "n m", "W_out_m": "p n", "W_out_x": "p n"},
    ATTENTION: {"W_V": "d_v d", "W_K": "d_k d", "W_Q": "d_k d"},
}
SHAPES[GATED]["D"] = "o p"


@dataclass(frozen=True)
class Perceptrons:
    """That no number of LRU In-Out (MLP) layers is a target, with an activation for theirs."""

    target: str
    activation: Callable[[Any], Any] = identity
    architecture: str = "LRU In-Out (MLP)"
    layers: None = None

    def layer(self, w: World) -> Stack:
        """Return a layer of any sizes and weights."""
        names = ("inputs", "hidden", "made", "units", "told", "wide", "outputs")
        inputs, hidden, made, units, told, wide, outputs = map(w.size, names)

        def perceptron(name: str, rows: Any, between: Any, columns: Any) -> MLP:
            given = w.array(f"{name}_1", between, columns), w.array(f"{name}_b", between)
            read = w.array(f"{name}_2", rows, between)
            return MLP(*given, read, activation=self.activation)

        axes = dict.fromkeys(("lam_re", "lam_im", "gamma"), (units,))
        axes |= {"B_re": (units, made), "B_im": (units, made), "D": (told, made)}
        axes |= {"C_re": (told, units), "C_im": (told, units)}
        recurrence: Any = {name: w.array(name, *sizes) for name, sizes in axes.items()}
        below = perceptron("below", made, hidden, inputs)
        above = perceptron("above", outputs, wide, told)
        return Stack((below, LinearRecurrentUnit(**recurrence), above))


def says_none(row: Perceptrons, w: World) -> All:
    """Every stack of layers and readouts keeps second differences at 0, so none is the target.

    The latter of the target with all weights 1, of every size.
    """
    layer = row.layer(w)
    readout = Linear(w.array("R", w.size("rows"), w.size("columns")))
    letters = sorted({*" ".join(SHAPES[row.target].values()).split()})
    sizes = {letter: w.size(letter) for letter in letters}
    ones_of = {
        name: w.entries(lambda *_: 1, *map(sizes.get, letters.split()))
        for name, letters in SHAPES[row.target].items()
    }
    target = (GatedRNN if row.target == GATED else LinearAttention)(**ones_of)
    kinds = (
        w.machine(layer, w.array("x", layer.cells[0].weights()["W_1"].shape[1])),
        w.machine(readout, w.array("y", readout.W.shape[1])),
    )
    token = w.array("z", sizes["m" if row.target == GATED else "d"])
    return All((EveryStack(kinds, (1, -2, 1)), NoStack(kinds, w.machine(target, token))))


def by_second_differences(both: All) -> Evidence:
    """Prove it: each layer is affine, and the target is not, at 2, 1 and 0 times a token."""
    every, none = cast("tuple[EveryStack, NoStack]", both.parts)
    kept, target = stacking(every), none.target
    of_ones = SECOND_DIFFERENCE[len(target.state.axes)]
    token, reads = (ones(array.axes, like=array) for array in (target.token, target.output))
    tokens = [token * k for k in (2, 1, 0)]
    return conjunction(both, kept, no_stack(none, every, kept, tokens, reads * (1 / of_ones)))


@check("proof")
def check_least_number(cell):
    """Against the construction, and against the degree that fewer layers have."""
    degree = DEGREES[cell.target]
    number = _layers_of(cell.architecture, BY_CELL[cell.key])
    if cell.layers is not None and cell.layers < number:
        few = all_of(_needed(cell, cell.layers), "all sizes, all weights", words=(SIZES,))
        if not few.verdict.passes:
            return few
        return _refuted(cell, f"{cell.layers} layers have a degree below {degree}", few)
    proof = check_construction.function(Expressivity(cell.built))
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
    simulation, degree = BY_CELL[cell.key], degree_of_target(cell.target)
    number = _layers_of(cell.architecture, simulation)
    same = simulation.equality_at(Expressivity(simulation).sizes)
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
LATE = {
    ("LRU", GATED): LRUS.changed(
        2, "lam_re", ("h",), lambda w, k: ((1 - w.leak) * w.lam[k] + w.leak * w.leak) * few(k)
    ),
    ("LRU", ATTENTION): BY_CELL["LRU", ATTENTION].changed(
        2, "C_re", ("h q", "h q"), lambda w, j, j2: w.delta(j, j2) * few(j)
    ),
    ("LRU In-Out", ATTENTION): BY_CELL["LRU In-Out", ATTENTION].changed(
        1, "C_re", ("h q", "h q"), lambda w, j, j2: w.delta(j, j2) * few(j)
    ),
    ("LRU In-Out", GATED): LRU_IN_OUT.changed(
        1, "lam_re", ("h",), lambda w, k: ((1 - w.leak) * w.lam[k] + w.leak * w.leak) * few(k)
    ),
    ("LSTM", GATED): LSTM_PAIRS.changed(
        0,
        "V_c",
        ("plus", "minus"),
        lambda w, k, k2: (1 - 2 * w.lam[k]) * w.delta(k, k2) * few(k),
    ),
    ("LSTM", ATTENTION): LSTM_ATTENTION.changed(
        0, "U_c", ("base", "x"), lambda w, i, a: w.eps * w.W_V[i, a] * few(a)
    ),
    ("GRU", GATED): GRU_PAIRS.changed(
        0, "U_z", ("minus", "x"), lambda w, k, a: -w.eps * w.W_in_m[k, a] * few(a)
    ),
    ("GRU", ATTENTION): GRU_ATTENTION.changed(
        0, "U_h", ("base", "x"), lambda w, i, a: w.eps * w.eps * w.W_V[i, a] * few(a)
    ),
}
"""Constructions that are wrong beyond the fortieth unit or input."""
SENSE = "linear functions: $\\sigma(u) = \\frac12 + \\frac14 u$, $\\tanh(u) = u$, $\\phi(u) = u$"


def name_of(architecture, target):
    """Return the place of a cell of Table 3 in an id."""
    return f"tab3-{SHORT[architecture]}-{SHORT[target]}"


def _claim_of_none(target: str, **more: Any) -> Claim:
    """The claim that no number of linearised layers with perceptrons is a target."""
    row = Perceptrons(target)
    return Claim(
        title=f"No number of linearised LRU In-Out (MLP) layers is a {target}",
        source=Source(PAPER, "Table 3"),
        statement=rf"\text{{layers of LRU In-Out (MLP) for a {target}: none}}",
        assumptions=(SENSE, "weights and sizes are free", *assumptions_of("LRU In-Out (MLP)")),
        subject=row,
        says=says_none,
        checks=(proof_of(says_none, by_second_differences), instances_of(says_none)),
        mutants=(
            Mutant("squares", replace(row, activation=lambda u: u * u), "phi(u) = u^2"),
            Mutant("cubes", replace(row, activation=lambda u: u * u * u + u), "phi = u^3 + u"),
        ),
        late=(
            Mutant(
                "wide",
                replace(row, activation=lambda u: u if u.shape[0] < 40 else u * u),
                "phi(u) = u^2 in layers of 40 hidden units and more",
            ),
        ),
        new=True,
        **more,
    )


WITH_ONE = "a 1 beside each token, as in Figure 1; fewer layers, which are not enough, see it, too"


def _claim(key, **more):
    """The claim that a cell of the table, for linear functions, has its number of layers."""
    architecture, target = key
    number = LAYERS[key]
    cell = Cell(architecture, target, number)
    late = replace(cell, construction=LATE[key])
    fewer = replace(cell.named(number - 1), construction=without_a_layer(cell.built, architecture))
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
        late=(Mutant("first-forty", late, "wrong beyond the fortieth"),),
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
MLP_GATED = _claim_of_none(GATED, id="gated-rnn/new-tab3-mlp-gated-linearised")
MLP_ATTENTION = _claim_of_none(ATTENTION, id="gated-rnn/new-tab3-mlp-attn-linearised")
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
