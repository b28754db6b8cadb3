"""Plain data as programs and models."""

from itertools import pairwise

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
from constructions.lsrl.targets.layers import Affine, Layer, Network
from constructions.lsrl.targets.model import Model

__all__ = ["model_of_layers", "program_of_nodes"]


def program_of_nodes(listed: ListedProgram) -> ForEach:
    """Return plain data, in which all that is read is there, as a program."""
    values: list[Node] = [Input(listed.dim)]
    for node in listed.nodes:
        values.append(_node(node, values))
    return ForEach(values[-1])


def _node(node: ListedNode, values: list[Node]) -> Node:
    match node:
        case LinNode(source, forms):
            x = values[source]
            return Lin(x, *_affine(forms, x.dim))
        case ReLUNode(source):
            return ReLU(values[source])
        case MultiNode(source):
            return Multi(values[source])
        case LinStateNode(source, entries):
            x = values[source]
            return LinState(x, *_state(entries, x.dim))
        case ConcatNode(sources):
            return Concat([values[source] for source in sources])


def model_of_layers(
    layers: tuple[ListedLayer, ...], inputs: int, name: str, *, relu_state: bool = False
) -> Model:
    """Return layers as a model that reads tokens of a size; its states may pass a ReLU."""
    made = []
    for layer in layers:
        phi = _network(layer.phi, len(layer.entries))
        gamma = _network(layer.gamma, inputs) if isinstance(layer, GatedLayer) else None
        made.append(Layer(*_state(layer.entries, inputs), phi, gamma, relu_state))
        inputs = phi.maps[-1].W.shape[0]
    return Model(name, tuple(made), len(made))


def _network(network: ListedNetwork, inputs: int) -> Network:
    maps = (network.first, *network.rest)
    sizes = [inputs, *map(len, maps)]
    return Network(
        tuple(_affine(forms, m) for forms, (m, _) in zip(maps, pairwise(sizes), strict=True))
    )


def _state(entries: tuple[Entry, ...], inputs: int) -> tuple[Matrix, Matrix, Matrix, Matrix]:
    """Return A, B, b and the first state."""
    n = len(entries)
    A = Matrix((n, n), (_row(entry.past) for entry in entries))
    B, b = _affine(tuple(entry.fed for entry in entries), inputs)
    return A, B, b, Matrix.column([entry.first for entry in entries])


def _affine(forms: tuple[Form, ...], inputs: int) -> Affine:
    W = Matrix((len(forms), inputs), (_row(form.row) for form in forms))
    return Affine(W, Matrix.column([form.constant for form in forms]))


def _row(row: Row) -> Row:
    return tuple(sorted(row, key=lambda term: term[0]))
