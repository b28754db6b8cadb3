"""One layer for each node: a program as a stack of layers, where all values are carried past.

The layer of a node maps the values of all nodes before it, one after the other, to the same and
its own. What is carried goes through the state by A = 0 and B = I, past a ReLU as
x = relu(x) - relu(-x), and past a product by a gate of 1.
"""

from constructions.lsrl.language.numbers import ONE, ZERO
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
    Row,
    coordinate,
)

__all__ = ["are_plain", "has_no_products", "layers_of"]


def layers_of(program: ListedProgram) -> tuple[ListedLayer, ...]:
    """Return a stack that puts out what a program does: a layer for each node, and two more.

    No layer has a gate but those of products.
    """
    dims = (program.dim,)
    layers: tuple[ListedLayer, ...] = (selecting(range_of(0, program.dim)),)
    for node in program.nodes:
        layers = (*layers, layer_of(node, dims))
        dims = (*dims, dim_of(node, dims))
    last = len(program.nodes)
    return (*layers, selecting(range_of(start_of(dims, last), dim_at(dims, last))))


def dim_at(dims: tuple[int, ...], i: int) -> int:
    """Return the size of a node; one that is not there has no entries."""
    return dims[i] if i < len(dims) else 0


def start_of(dims: tuple[int, ...], i: int) -> int:
    """Return where the entries of a node start among those of all nodes."""
    return sum(dim for dim in dims[:i])


def dim_of(node: ListedNode, dims: tuple[int, ...]) -> int:
    """Return the size of a node, given those of the nodes before it."""
    match node:
        case LinNode(_, forms):
            return len(forms)
        case ReLUNode(source):
            return dim_at(dims, source)
        case MultiNode(source):
            return dim_at(dims, source) // 2
        case LinStateNode(_, entries):
            return len(entries)
        case ConcatNode(sources):
            return sum(dim_at(dims, source) for source in sources)


def range_of(start: int, size: int) -> tuple[Form, ...]:
    """Return the forms of entries side by side."""
    return tuple(coordinate(start + j) for j in range(size))


def moved(row: Row, start: int, size: int) -> Row:
    """Return a row of a vector of this size as one of a longer vector, in which it starts there."""
    return tuple((start + i, c) for i, c in row if i < size)


def moved_form(form: Form, start: int, size: int) -> Form:
    """Return a form of a vector as one of a longer vector, in which it starts there."""
    return Form(moved(form.row, start, size), form.constant)


def without_memory(forms: tuple[Form, ...]) -> tuple[Entry, ...]:
    """Return a state that holds forms of what comes in, whatever it was before."""
    return tuple(Entry((), form, ZERO) for form in forms)


def selecting(forms: tuple[Form, ...]) -> ListedLayer:
    """Return a layer that puts out forms of what comes in."""
    return PlainLayer(without_memory(forms), ListedNetwork(range_of(0, len(forms)), ()))


def negated(size: int) -> tuple[Form, ...]:
    """Return the forms -x of the first entries."""
    return tuple(Form(((j, -ONE),), ZERO) for j in range(size))


def differences(size: int) -> tuple[Form, ...]:
    """Return the forms of the first entries less those after them."""
    return tuple(Form(((j, ONE), (size + j, -ONE)), ZERO) for j in range(size))


def layer_of(node: ListedNode, dims: tuple[int, ...]) -> ListedLayer:
    """Return the layer that adds the value of a node to those of the nodes before it."""
    n = sum(dim for dim in dims)
    carried = range_of(0, n)
    match node:
        case LinNode(source, forms):
            start, size = start_of(dims, source), dim_at(dims, source)
            own = tuple(moved_form(form, start, size) for form in forms)
            return selecting((*carried, *own))
        case ReLUNode(source):
            start, size = start_of(dims, source), dim_at(dims, source)
            halves = (*carried, *negated(n), *range_of(start, size))
            last = (*differences(n), *range_of(n + n, size))
            return PlainLayer(without_memory(carried), ListedNetwork(halves, (last,)))
        case MultiNode(source):
            start, half = start_of(dims, source), dim_at(dims, source) // 2
            factors = (*carried, *range_of(start, half))
            ones = (Form((), ONE),) * n
            gates = (*ones, *range_of(start + half, half))
            phi = ListedNetwork(range_of(0, n + half), ())
            return GatedLayer(without_memory(factors), phi, ListedNetwork(gates, ()))
        case LinStateNode(source, entries):
            start, size = start_of(dims, source), dim_at(dims, source)
            own_size = len(entries)
            own_entries = tuple(
                Entry(moved(e.past, n, own_size), moved_form(e.fed, start, size), e.first)
                for e in entries
            )
            phi = ListedNetwork(range_of(0, n + own_size), ())
            return PlainLayer((*without_memory(carried), *own_entries), phi)
        case ConcatNode(sources):
            joined = tuple(
                form
                for source in sources
                for form in range_of(start_of(dims, source), dim_at(dims, source))
            )
            return selecting((*carried, *joined))


def has_no_products(program: ListedProgram) -> bool:
    """Whether a program has no `Multi`."""
    return all(is_no_product(node) for node in program.nodes)


def is_no_product(node: ListedNode) -> bool:
    """Whether a node is no `Multi`."""
    match node:
        case LinNode(_, _):
            return True
        case ReLUNode(_):
            return True
        case MultiNode(_):
            return False
        case LinStateNode(_, _):
            return True
        case ConcatNode(_):
            return True


def are_plain(layers: tuple[ListedLayer, ...]) -> bool:
    """Whether no layer has a gate, so that they are a Linear RNN."""
    return all(is_plain(layer) for layer in layers)


def is_plain(layer: ListedLayer) -> bool:
    """Whether a layer has no gate."""
    match layer:
        case PlainLayer(_, _):
            return True
        case GatedLayer(_, _, _):
            return False
