"""What programs and stacks of layers put out, as data: one vector for each token."""

from constructions.lsrl.language.cyclotomic import Number
from constructions.lsrl.language.numbers import ZERO
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
    Vector,
    dot,
    value,
)

__all__ = ["program_outputs", "relu_stack_outputs", "stack_outputs"]


def values(forms: tuple[Form, ...], x: Vector) -> Vector:
    """Return the values of forms at a vector."""
    return tuple(value(form, x) for form in forms)


def relus(x: Vector) -> Vector:
    """Return max(x, 0), entry by entry."""
    return tuple(a if a >= 0 else ZERO for a in x)


def products(x: Vector, y: Vector) -> Vector:
    """Return the products of entries of two vectors."""
    return tuple(a * b for a, b in zip(x, y, strict=False))


def next_state(entries: tuple[Entry, ...], last: Vector, x: Vector) -> Vector:
    """Return the state after a token, given the last one."""
    return tuple(dot(entry.past, last) + value(entry.fed, x) for entry in entries)


def first_state(entries: tuple[Entry, ...]) -> Vector:
    """Return the state before the first token."""
    return tuple(entry.first for entry in entries)


def vector_at(vectors: tuple[Vector, ...], i: int) -> Vector:
    """Return one of some vectors; one that is not there has no entries."""
    return vectors[i] if i < len(vectors) else ()


def node_value(node: ListedNode, last: Vector, before: tuple[Vector, ...]) -> Vector:
    """Return the value of a node, given its last one, and those of the nodes before it."""
    match node:
        case LinNode(source, forms):
            return values(forms, vector_at(before, source))
        case ReLUNode(source):
            return relus(vector_at(before, source))
        case MultiNode(source):
            x = vector_at(before, source)
            return products(x[: len(x) // 2], x[len(x) // 2 :])
        case LinStateNode(source, entries):
            return next_state(entries, last, vector_at(before, source))
        case ConcatNode(sources):
            return tuple(a for source in sources for a in vector_at(before, source))


def node_first(node: ListedNode) -> Vector:
    """Return the value of a node before the first token, where that counts."""
    match node:
        case LinNode(_, _):
            return ()
        case ReLUNode(_):
            return ()
        case MultiNode(_):
            return ()
        case LinStateNode(_, entries):
            return first_state(entries)
        case ConcatNode(_):
            return ()


def node_values(
    program: ListedProgram, last: tuple[Vector, ...], token: Vector
) -> tuple[Vector, ...]:
    """Return the token and the values of all nodes, given the same of the last token."""
    found: tuple[Vector, ...] = (tuple(entry_of(token, i) for i in range(program.dim)),)
    for node in program.nodes:
        found = (*found, node_value(node, vector_at(last, len(found)), found))
    return found


def entry_of(x: Vector, i: int) -> Number:
    """Return an entry of a vector, 0 where there is none."""
    return x[i] if i < len(x) else ZERO


def program_outputs(program: ListedProgram, tokens: tuple[Vector, ...]) -> tuple[Vector, ...]:
    """Return the outputs of a program on tokens."""
    empty: Vector = ()
    last: tuple[Vector, ...] = (empty, *(node_first(node) for node in program.nodes))
    outputs: tuple[Vector, ...] = ()
    for token in tokens:
        last = node_values(program, last, token)
        outputs = (*outputs, last[-1] if last else ())
    return outputs


def network_value(network: ListedNetwork, x: Vector) -> Vector:
    """Return the value of a network."""
    y = values(network.first, x)
    for forms in network.rest:
        y = values(forms, relus(y))
    return y


def entries_of(layer: ListedLayer) -> tuple[Entry, ...]:
    """Return the entries of a layer's state."""
    match layer:
        case PlainLayer(entries, _):
            return entries
        case GatedLayer(entries, _, _):
            return entries


def layer_output(layer: ListedLayer, state: Vector, x: Vector) -> Vector:
    """Return the output of a layer, given its new state, and what came in."""
    match layer:
        case PlainLayer(_, phi):
            return network_value(phi, state)
        case GatedLayer(_, phi, gamma):
            return products(network_value(gamma, x), network_value(phi, state))


def layer_state(layer: ListedLayer, relu: bool, last: Vector, x: Vector) -> Vector:
    """Return the state of a layer after a token, past a ReLU if there is one."""
    state = next_state(entries_of(layer), last, x)
    return relus(state) if relu else state


def stack_step(
    layers: tuple[ListedLayer, ...], relu: bool, last: tuple[Vector, ...], token: Vector
) -> tuple[tuple[Vector, ...], Vector]:
    """Return the states of all layers after a token, and the output of the last one."""
    states: tuple[Vector, ...] = ()
    x = token
    for layer in layers:
        state = layer_state(layer, relu, vector_at(last, len(states)), x)
        x = layer_output(layer, state, x)
        states = (*states, state)
    return states, x


def outputs_of(
    layers: tuple[ListedLayer, ...], relu: bool, tokens: tuple[Vector, ...]
) -> tuple[Vector, ...]:
    """Return the outputs of a stack of layers on tokens, whose states may pass a ReLU."""
    states = tuple(first_state(entries_of(layer)) for layer in layers)
    outputs: tuple[Vector, ...] = ()
    for token in tokens:
        step = stack_step(layers, relu, states, token)
        states, y = step
        outputs = (*outputs, y)
    return outputs


def stack_outputs(
    layers: tuple[ListedLayer, ...], tokens: tuple[Vector, ...]
) -> tuple[Vector, ...]:
    """Return the outputs of a stack of layers with linear states, eqs. (3) and (4)."""
    return outputs_of(layers, False, tokens)


def relu_stack_outputs(
    layers: tuple[ListedLayer, ...], tokens: tuple[Vector, ...]
) -> tuple[Vector, ...]:
    """Return the outputs of a stack of layers with a ReLU on their states, eqs. (2) and (5)."""
    return outputs_of(layers, True, tokens)
