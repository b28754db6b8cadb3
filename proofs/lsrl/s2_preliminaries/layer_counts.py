r"""Sec. 2: L(k + 2) layers of another kind for L layers with networks of k maps.

The numbers are right for the mended constructions, which put out the same, and not for the printed
ones, which do not. GRUs and LSTMs have a linear readout besides, Hawk a linear map at both ends.
"""

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import pairwise, product
from typing import Any

from constructions.arrays import EXACT
from constructions.lsrl.language.matrices import Matrix
from constructions.lsrl.targets import Model
from constructions.lsrl.targets.appendix_e import printed_hawk_of_layers
from constructions.lsrl.targets.gru import gru_of_layers
from constructions.lsrl.targets.hawk import hawk_of_layers
from constructions.lsrl.targets.layers import Affine, Layer, Network
from constructions.lsrl.targets.lstm import lstm_of_layers
from proofs.lsrl import PAPER
from proofs.lsrl.e_hawk_griffin.hawk_depth import HawkDepth, says_layers
from proofs.lsrl.e_hawk_griffin.hawk_depth import by_links as by_blocks
from proofs.lsrl.e_hawk_griffin.hawk_state import thousand
from proofs.lsrl.gated_cells import GRU_KIND, LSTM_KIND
from proofs.lsrl.gated_depth import AnyDepth, Wide, by_links, says_both
from theorem_checks import (
    Claim,
    Control,
    Counterexample,
    Evidence,
    Mutant,
    Source,
    Verdict,
    check,
    proof_of,
    to_fraction,
)

__all__ = ["random_layers"]

TOKENS = [[1], [-2], [3], [0], [2], [-1]]
LOW = -4  # below all inputs here


@dataclass(frozen=True)
class Counted:
    """Targets by name, how many layers they are said to take, and the cells of a layer of each.

    `count(L, k)`, for L layers with networks of k maps; `whole`: whether these have biases, first
    states and networks that end in a linear map.
    """

    targets: Mapping[str, Callable[[list[Layer]], Model]]
    cells: Mapping[str, AnyDepth | HawkDepth] = field(default_factory=dict)
    count: Callable[[int, int], int] = lambda L, k: L * (k + 2)
    whole: bool = False


@check("exact")
def check_counts(counted):
    """L layers with networks of k maps take so many, and put out the same; L and k are 1, 2."""
    for name, L, k in product(counted.targets, (1, 2), (1, 2)):
        layers = random_layers(L, k, whole=counted.whole)
        model = counted.targets[name](layers)
        wanted = EXACT.array(TOKENS)
        for layer in layers:
            wanted = layer.cell(EXACT)(wanted)
        found = model(TOKENS)
        at: dict[str, Any] = {"model": name, "L": L, "k": k, "x": TOKENS}
        if model.layers != counted.count(L, k):
            told = f"{counted.count(L, k)} layers", f"{model.layers}"
            return Evidence.refuted(Counterexample(at, *told))
        if (found != wanted).any():
            t = next(t for t in range(len(TOKENS)) if (found[t] != wanted[t]).any())
            claimed, seen = (f"y_{t + 1} = {_row(ys[t])}" for ys in (wanted, found))
            explanation = "; ".join(map(_told, layers))
            return Evidence.refuted(Counterexample({**at, "t": t + 1}, claimed, seen, explanation))
    ended = "biases, first states" if counted.whole else "networks that end in a ReLU"
    return Evidence.holds(f"{', '.join(counted.targets)}; L, k = 1, 2; {ended}")


def _row(ys):
    """The entries of an output."""
    said = [str(to_fraction(y)) for y in ys]
    return said[0] if len(said) == 1 else f"({', '.join(said)})"


def _told(layer):
    """A layer as formulas: the state after a token, and its output."""
    ends = [network.maps for network in (layer.phi, layer.gamma)]
    phi, gamma = (", then ".join(f"{m.W} v + {m.b}" for m in maps) for maps in ends)
    return (
        f"A = {layer.A}, B = {layer.B}, b = {layer.b}, s_0 = {layer.s_0};"
        f" the network of the state: {phi}; that of the input: {gamma}"
    )


def says_counted(counted, w):
    """Every chain of cells of each target is one of layers: a cell for each of their parts."""
    return says_both(counted.cells, w)


def says_blocks(counted, w):
    """Every chain of blocks is one of layers, on sequences as long as the kernel."""
    return says_layers(counted.cells["Hawk"], w)


def random_layers(L: int, k: int, *, whole: bool = False) -> list[Layer]:
    """Layers of small integers: one number in and out, states of two.

    They start from s_0 = 0 with b = 0, and networks end in a ReLU, but for those that are `whole`.
    """
    source = random.Random(f"{L} {k}")  # noqa: S311  # no secret hangs on it

    def matrix(rows: int, columns: int) -> Matrix:
        return Matrix.of([[source.randint(-1, 2) for _ in range(columns)] for _ in range(rows)])

    def network(inputs: int) -> Network:
        sizes = [inputs, *[2] * (k - 1), 1]
        maps = [Affine(matrix(n, m), Matrix.full(n, 1, 3)) for m, n in pairwise(sizes)]
        return Network(tuple(maps), relu_last=not whole)

    def layer() -> Layer:
        A, B = matrix(2, 2), matrix(2, 1)
        b, s_0 = (matrix(2, 1) if whole else Matrix.zeros(2, 1) for _ in range(2))
        return Layer(A, B, b, s_0, network(2), network(1))

    return [layer() for _ in range(L)]


def _bounds(layers):
    return [[LOW], *[[0]] * (len(layers) - 1)]


def _printed(of_layers):
    return lambda layers: of_layers(layers, as_printed=_bounds(layers))


def _printed_hawk(layers):
    return printed_hawk_of_layers(layers, len(TOKENS), _bounds(layers))


def _one_layer_more(layers):
    model = hawk_of_layers(layers, len(TOKENS))
    return replace(model, layers=model.layers + 1)


GATED_TARGETS = {"GRU": gru_of_layers, "LSTM": lstm_of_layers}
PRINTED_GATED = Counted({"GRU": _printed(gru_of_layers), "LSTM": _printed(lstm_of_layers)})
DEEP = {kind.name: AnyDepth(kind) for kind in (GRU_KIND, LSTM_KIND)}
MENDED_GATED = Counted(GATED_TARGETS, DEEP, whole=True)
HAWK = {"Hawk": partial(hawk_of_layers, longest=len(TOKENS))}
MENDED_HAWK = Counted(HAWK, {"Hawk": HawkDepth()})
COUNTED = (
    "A chain from the inputs to the products of a layer with k maps passes one cell for the state,"
    " k for the maps and one for the products, and the next layer begins there: L (k + 2) cells."
)
COUNTED_BLOCKS = (
    "A chain from the inputs to the products of a layer with k maps passes one block for the state,"
    " k for the maps and one for the products, and the next layer begins there: L (k + 2) blocks."
)
WRONG_READ = replace(DEEP["LSTM"], read="I, - I, - I, - I")


gated_count = Claim(
    id="lsrl/gru-lstm-count",
    title="Any Gated RNN is L(k + 2) GRU layers, and as many LSTM layers, as printed",
    source=Source(PAPER, "Sec. 2, with Apps. C and D"),
    statement=r"L \text{ layers with } k \text{ maps} \mapsto L (k + 2) \text{ layers}",
    assumptions=("here s_0 = 0, networks that end in a ReLU, inputs above a bound",),
    subject=PRINTED_GATED,
    checks=(check_counts,),
    controls=(Control("mended", MENDED_GATED, "products in GRUs, signs, readouts"),),
    expect=Verdict.REFUTED,
    repaired_by="lsrl/new-gru-lstm-count",
    notes="The printed LSTM holds here; the printed GRU puts out 0.",
)

gated_count_mended = Claim(
    id="lsrl/new-gru-lstm-count",
    title="Any Gated RNN is L(k + 2) GRU or LSTM layers with a linear readout",
    source=Source(PAPER, "Sec. 2, with Apps. C and D, repaired"),
    statement=r"L \text{ layers with } k \text{ maps} \mapsto L (k + 2) \text{ layers, readout}",
    assumptions=(
        "a cell for each part: the state, each pair of maps, the products; in chains of any number",
        "between layers the readout goes into the next layer's weights",
        "on the compilers' models L, k = 1, 2; they start from s_0 = 0 by another bias",
    ),
    subject=MENDED_GATED,
    says=says_counted,
    checks=(
        check_counts.killing("k-plus-1"),
        proof_of(says_counted, by_links, seconds=150, words=COUNTED).killing("wrong-read"),
    ),
    expect=Verdict.ARGUED,
    mutants=(
        Mutant("k-plus-1", replace(MENDED_GATED, count=lambda L, k: L * (k + 1)), "L(k + 1)"),
        Mutant("wrong-read", replace(MENDED_GATED, cells={"LSTM": WRONG_READ}), "a wrong sign"),
    ),
    late=(
        Mutant(
            "wide",
            replace(MENDED_GATED, cells={**DEEP, "LSTM": Wide(LSTM_KIND)}),
            "twice as much for 90 products and more",
        ),
    ),
    repairs=("lsrl/gru-lstm-count",),
    new=True,
)

hawk_count = Claim(
    id="lsrl/hawk-count",
    title="Any Gated Linear RNN is L(k + 2) Hawk blocks, as printed",
    source=Source(PAPER, "Sec. 2, with App. E"),
    statement=r"L \text{ layers with } k \text{ maps} \mapsto L (k + 2) \text{ blocks}",
    assumptions=("here s_0 = 0, b = 0, networks that end in a ReLU, d_conv = T = 3",),
    subject=Counted({"Hawk": _printed_hawk}),
    checks=(check_counts,),
    controls=(Control("mended", MENDED_HAWK, "the kernel, W_e, and a 1 in the inputs"),),
    expect=Verdict.REFUTED,
    repaired_by="lsrl/new-hawk-count",
    notes="For Griffin see lsrl/new-griffin-count: this way it may take more.",
)

hawk_count_mended = Claim(
    id="lsrl/new-hawk-count",
    title="Any Gated Linear RNN is L(k + 2) Hawk blocks between linear maps",
    source=Source(PAPER, "Sec. 2, with App. E, repaired"),
    statement=r"L \text{ layers with } k \text{ maps} \mapsto L (k + 2) \text{ blocks}",
    assumptions=(
        "sequences no longer than the kernel; the first linear map appends a 1, the last drops it",
        "one block for the state, one for each map, one for the product; counted for L, k = 1, 2",
    ),
    subject=MENDED_HAWK,
    says=says_blocks,
    checks=(
        check_counts.killing("one-more"),
        proof_of(says_blocks, by_blocks, words=COUNTED_BLOCKS).killing("one-sign"),
    ),
    expect=Verdict.ARGUED,
    mutants=(
        Mutant("one-more", Counted({"Hawk": _one_layer_more}, MENDED_HAWK.cells), "one more"),
        Mutant(
            "one-sign",
            replace(
                MENDED_HAWK,
                cells={"Hawk": HawkDepth(gate="0, I, 0; 0, 0, 0; 0, 0, 0")},
            ),
            "a relu(b) without -a relu(-b)",
        ),
    ),
    late=(
        Mutant(
            "thousand",
            replace(MENDED_HAWK, cells={"Hawk": HawkDepth(power=thousand)}),
            "a kernel that is 0 from 1,000 on",
        ),
    ),
    repairs=("lsrl/hawk-count",),
    new=True,
)
