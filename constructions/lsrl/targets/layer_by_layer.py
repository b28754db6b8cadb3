"""Programs and models as plain data and back, and the compiler that is proved for all programs."""

from itertools import pairwise

from constructions.errors import ArgumentError
from constructions.lsrl.language.matrices import Matrix, Row
from constructions.lsrl.language.nodes import Concat, Input, Lin, LinState, Multi, Node, ReLU
from constructions.lsrl.language.program import ForEach
from constructions.lsrl.listed.data import (
    ConcatNode,
    Entry,
    Form,
    GatedLayer,
    LinNode,
    LinStateNode,
    ListedLayer,
    ListedNetwork,
    ListedNode,
    ListedProgram,
    MultiNode,
    ReLUNode,
)
from constructions.lsrl.listed.halves import relu_layers_of
from constructions.lsrl.listed.layers import are_plain, layers_of
from constructions.lsrl.targets.layers import Affine, Layer, Network
from constructions.lsrl.targets.model import Model

__all__ = ["layer_by_layer", "listed_program", "model_of_layers"]


def layer_by_layer(program: ForEach, *, relu_state: bool = False) -> Model:
    """Return a (Gated) (Linear) RNN that computes the same: a layer for each node, and two more.

    It has gates only for products. All values run past each layer, so that it is larger than what
    `gated_linear_rnn` and `gated_rnn` make; that it has the same outputs is proved of its code for
    all programs (lsrl/lsrl-to-gated, lsrl/all-four), where that is tested.

    **Arguments**: `relu_state`, whether states pass a ReLU, as in eqs. (2) and (5); then each is
    kept in two halves, eq. (11).
    """
    layers = (relu_layers_of if relu_state else layers_of)(listed_program(program))
    kind = f"{'' if are_plain(layers) else 'Gated '}{'' if relu_state else 'Linear '}RNN"
    return model_of_layers(layers, program.input.dim, kind, relu_state=relu_state)


def listed_program(program: ForEach) -> ListedProgram:
    """Return a program as plain data."""
    graph = program.graph
    source = next(i for i, node in enumerate(graph.nodes) if isinstance(node, Input))
    others = [i for i in range(len(graph.nodes)) if i != source]
    numbers = {source: 0} | {i: k for k, i in enumerate(others, 1)}
    nodes = (
        _listed(graph.nodes[i], tuple(numbers[part] for part in graph.inputs[i])) for i in others
    )
    return ListedProgram(program.input.dim, tuple(nodes))


def _listed(node: Node, sources: tuple[int, ...]) -> ListedNode:
    if isinstance(node, Lin):
        return LinNode(sources[0], _forms(node.A, node.b))
    if isinstance(node, ReLU):
        return ReLUNode(sources[0])
    if isinstance(node, Multi):
        return MultiNode(sources[0])
    if isinstance(node, LinState):
        fed = _forms(node.B, node.b)
        first = [node.init_state[i, 0] for i in range(node.dim)]
        return LinStateNode(sources[0], tuple(map(Entry, node.A.rows, fed, first)))
    if isinstance(node, Concat):
        return ConcatNode(sources)
    raise ArgumentError("node", node, "Lin, ReLU, Multi, LinState or Concat")


def _forms(A: Matrix, b: Matrix) -> tuple[Form, ...]:
    return tuple(Form(row, b[i, 0]) for i, row in enumerate(A.rows))


def model_of_layers(
    layers: tuple[ListedLayer, ...], inputs: int, name: str, *, relu_state: bool = False
) -> Model:
    """Return layers as a model that reads tokens of a size; its states may pass a ReLU."""
    made = []
    for layer in layers:
        phi = _network(layer.phi, len(layer.entries))
        gamma = _network(layer.gamma, inputs) if isinstance(layer, GatedLayer) else None
        n = len(layer.entries)
        past = Matrix((n, n), (_row(entry.past) for entry in layer.entries))
        fed = _affine(tuple(entry.fed for entry in layer.entries), inputs)
        first = Matrix.column([entry.first for entry in layer.entries])
        made.append(Layer(past, fed.W, fed.b, first, phi, gamma, relu_state))
        inputs = phi.maps[-1].W.shape[0]
    return Model(name, tuple(made), len(made))


def _network(network: ListedNetwork, inputs: int) -> Network:
    maps = (network.first, *network.rest)
    sizes = [inputs, *map(len, maps)]
    return Network(
        tuple(_affine(forms, m) for forms, (m, _) in zip(maps, pairwise(sizes), strict=True))
    )


def _affine(forms: tuple[Form, ...], inputs: int) -> Affine:
    W = Matrix((len(forms), inputs), (_row(form.row) for form in forms))
    return Affine(W, Matrix.column([form.constant for form in forms]))


def _row(row: Row) -> Row:
    return tuple(sorted(row, key=lambda term: term[0]))
