"""Programs and layers of models as plain data."""

from collections.abc import Iterable

from constructions.errors import ArgumentError
from constructions.lsrl.language.matrices import Matrix
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
    PlainLayer,
    ReLUNode,
)
from constructions.lsrl.listed.layers import range_of
from constructions.lsrl.targets.layers import Layer, Network

__all__ = ["listed_layers", "listed_program"]


def listed_program(program: ForEach) -> ListedProgram:
    """Return a program as plain data."""
    graph = program.graph
    source = next(i for i, node in enumerate(graph.nodes) if isinstance(node, Input))
    others = [i for i in range(len(graph.nodes)) if i != source]
    numbers = {source: 0} | {i: k for k, i in enumerate(others, 1)}
    nodes = (
        _node(graph.nodes[i], tuple(numbers[part] for part in graph.inputs[i])) for i in others
    )
    return ListedProgram(program.input.dim, tuple(nodes))


def _node(node: Node, sources: tuple[int, ...]) -> ListedNode:
    if isinstance(node, Lin):
        return LinNode(sources[0], _forms(node.A, node.b))
    if isinstance(node, ReLU):
        return ReLUNode(sources[0])
    if isinstance(node, Multi):
        return MultiNode(sources[0])
    if isinstance(node, LinState):
        return LinStateNode(sources[0], _entries(node.A, node.B, node.b, node.init_state))
    if isinstance(node, Concat):
        return ConcatNode(sources)
    raise ArgumentError("node", node, "Lin, ReLU, Multi, LinState or Concat")


def listed_layers(layers: Iterable[Layer]) -> tuple[ListedLayer, ...]:
    """Return layers as plain data; whether their states pass a ReLU is not in it."""
    return tuple(_layer(layer) for layer in layers)


def _layer(layer: Layer) -> ListedLayer:
    entries = _entries(layer.A, layer.B, layer.b, layer.s_0)
    phi = _network(layer.phi, layer.state)
    if layer.gamma is None:
        return PlainLayer(entries, phi)
    return GatedLayer(entries, phi, _network(layer.gamma, layer.inputs))


def _network(network: Network, inputs: int) -> ListedNetwork:
    """Return a network on vectors of a size, with a last map behind a last ReLU."""
    maps = [_forms(f.W, f.b) for f in network.maps] or [range_of(0, inputs)]
    if network.relu_last:
        maps.append(range_of(0, len(maps[-1])))
    return ListedNetwork(maps[0], tuple(maps[1:]))


def _entries(A: Matrix, B: Matrix, b: Matrix, s_0: Matrix) -> tuple[Entry, ...]:
    first = [s_0[i, 0] for i in range(s_0.shape[0])]
    return tuple(map(Entry, A.rows, _forms(B, b), first))


def _forms(A: Matrix, b: Matrix) -> tuple[Form, ...]:
    return tuple(Form(row, b[i, 0]) for i, row in enumerate(A.rows))
