"""A stack of (gated) linear layers as a program: the nodes of each layer, one after the other."""

from constructions.lsrl.listed.data import (
    ConcatNode,
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
    Vector,
)
from constructions.lsrl.listed.layers import range_of
from constructions.lsrl.listed.outputs import entry_of

__all__ = ["program_of", "resized"]


def program_of(layers: tuple[ListedLayer, ...], dim: int) -> ListedProgram:
    """Return a program that puts out what a stack does, on tokens of a size."""
    nodes: tuple[ListedNode, ...] = ()
    for layer in layers:
        nodes = (*nodes, *nodes_of_layer(layer, len(nodes)))
    return ListedProgram(dim, nodes)


def nodes_of_layer(layer: ListedLayer, x: int) -> tuple[ListedNode, ...]:
    """Return the nodes of a layer whose input is value x, the last one before them."""
    match layer:
        case PlainLayer(entries, phi):
            return (LinStateNode(x, entries), *nodes_of_network(phi, x + 1))
        case GatedLayer(entries, phi, gamma):
            gate = nodes_of_network(gamma, x)
            u = x + len(gate)
            read = nodes_of_network(phi, u + 1)
            v = u + 1 + len(read)
            m, n = size_of(gamma), size_of(phi)
            both = (*range_of(0, m if m < n else n), *range_of(m, m if m < n else n))
            state = LinStateNode(x, entries)
            return (*gate, state, *read, ConcatNode((u, v)), LinNode(v + 1, both), MultiNode(v + 2))


def nodes_of_network(network: ListedNetwork, x: int) -> tuple[ListedNode, ...]:
    """Return the nodes of a network of value x, the last one before them."""
    nodes: tuple[ListedNode, ...] = (LinNode(x, network.first),)
    for forms in network.rest:
        y = x + len(nodes)
        nodes = (*nodes, ReLUNode(y), LinNode(y + 1, forms))
    return nodes


def size_of(network: ListedNetwork) -> int:
    """Return how many entries a network puts out."""
    n = len(network.first)
    for forms in network.rest:
        n = len(forms)
    return n


def resized(tokens: tuple[Vector, ...], dim: int) -> tuple[Vector, ...]:
    """Return vectors of a size: longer ones are cut off, shorter ones go on with 0."""
    return tuple(tuple(entry_of(token, i) for i in range(dim)) for token in tokens)
