"""Sec. 3, compilation, of the code: how a path is cut into layers.

A state begins a layer, and so does a product, of which the state holds one factor, without memory.
A first Lin goes into what feeds such a state, and what comes behind it into the layer's network:
there is no layer, and no map, that the path does not ask for.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace

from constructions.lsrl import ForEach, Input, Lin, LinState, Multi, ReLU
from constructions.lsrl.targets.layers import Affine, Layer, Network, layers_of_path
from proofs.lsrl import PAPER
from proofs.lsrl.drawn_layers import run
from theorem_checks import Claim, Counterexample, Evidence, Mutant, Source, Verdict, check

Cut = Callable[[ForEach], Sequence[Layer]]

x = Input(2)
A = [[2, -1], [0, 3]]
STATE = LinState(x, A=A, B=[[1, 4], [-2, 0]], b=[5, 6], init_state=[7, 8])
PATHS = {
    "Lin": (Lin(x, A), [(0, False)]),
    "ReLU": (ReLU(x), [(1, True)]),
    "Lin, ReLU, Lin": (Lin(ReLU(Lin(x, A)), A), [(2, False)]),
    "LinState": (STATE, [(0, False)]),
    "LinState, ReLU": (ReLU(STATE), [(1, True)]),
    "LinState, ReLU, LinState": (LinState(ReLU(STATE), A=A, B=A), [(1, True), (0, False)]),
    "Multi": (Multi(x), [(0, False)]),
    "LinState, Multi, ReLU": (ReLU(Multi(STATE)), [(0, False), (0, False), (1, True)]),
}
"""Paths, and of each layer how many maps phi has, and whether it ends in a ReLU."""
TOKENS = [[1, -2], [-3, 1], [2, 2]]


@check("exact")
def check_layers(cut):
    """The layers have these maps and no more, the path's outputs, and the matrices of its nodes."""
    for name, (node, wanted) in PATHS.items():
        path = ForEach(node)
        layers = cut(path)
        found = [(len(layer.phi.maps), layer.phi.relu_last) for layer in layers]
        if found != wanted:
            return refuted(name, wanted, found)
        if run(layers, TOKENS) != (outputs := path(TOKENS).tolist()):
            return refuted(name, outputs, run(layers, TOKENS))
    (layer,) = cut(ForEach(STATE))
    entries = [[layer.A[i, j] for j in range(2)] for i in range(2)]
    if entries != A:
        return refuted("LinState", A, entries)
    return Evidence.holds(f"{', '.join(PATHS)}; {len(TOKENS)} tokens")


def refuted(name, wanted, found):
    """Evidence that the layers of a path are not what they have to be."""
    return Evidence.refuted(Counterexample({"path": name}, str(wanted), str(found)))


def with_identity(path):
    """Cut a path into layers, with an identity behind the last."""
    *layers, last = layers_of_path(path)
    end = Affine.identity(path.output.dim)
    return [*layers, replace(last, phi=Network((*last.phi.maps, end)))]


def transposed(path):
    """Cut a path into layers, the matrices of states transposed."""
    return [replace(layer, A=layer.A.T) for layer in layers_of_path(path)]


def without_last(path):
    """Cut a path into layers, and leave out the last of several."""
    layers = layers_of_path(path)
    return layers[:-1] if len(layers) > 1 else layers


cut = Claim(
    id="lsrl/new-layers-of-paths",
    title="A path is cut into as many layers as it has states and products, and no map is added",
    source=Source(PAPER, "Sec. 3, compilation, of the code"),
    statement=r"y_{\mathrm{layers}} = y_{\mathrm{path}}",
    assumptions=("what begins with neither state nor product has a layer of its own before them",),
    subject=layers_of_path,
    checks=(check_layers,),
    mutants=(
        Mutant("with-identity", with_identity, "an identity more"),
        Mutant("transposed", transposed, "A transposed"),
        Mutant("without-last", without_last, "the last layer is lost"),
    ),
    expect=Verdict.HOLDS,
    new=True,
    notes="Nodes are objects of Python with methods, which are not read as functions of data "
    "are. What lists of nodes become is proved for all programs (lsrl/new-checked-paths); "
    "this cut of a path of objects is run.",
)
