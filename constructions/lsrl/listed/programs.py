"""Programs of the language as plain data, and plain data as programs."""

from collections.abc import Mapping
from types import MappingProxyType

from constructions.errors import ArgumentError
from constructions.lsrl.language.matrices import Matrix
from constructions.lsrl.language.nodes import Concat, Input, Lin, LinState, Multi, Node, ReLU
from constructions.lsrl.language.program import ForEach
from constructions.lsrl.listed.data import (
    ConcatNode,
    Entry,
    Form,
    LinNode,
    LinStateNode,
    ListedNode,
    ListedProgram,
    MultiNode,
    ReLUNode,
    Row,
)

__all__ = [
    "affine_of",
    "listed_entries",
    "listed_forms",
    "listed_program",
    "program_of_nodes",
    "state_of",
]


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
        return LinNode(sources[0], listed_forms(node.A, node.b))
    if isinstance(node, ReLU):
        return ReLUNode(sources[0])
    if isinstance(node, Multi):
        return MultiNode(sources[0])
    if isinstance(node, LinState):
        return LinStateNode(sources[0], listed_entries(node.A, node.B, node.b, node.init_state))
    if isinstance(node, Concat):
        return ConcatNode(sources)
    raise ArgumentError("node", node, "Lin, ReLU, Multi, LinState or Concat")


def listed_forms(A: Matrix, b: Matrix) -> tuple[Form, ...]:
    """Return the forms of A x + b."""
    return tuple(Form(row, b[i, 0]) for i, row in enumerate(A.rows))


def listed_entries(A: Matrix, B: Matrix, b: Matrix, s_0: Matrix) -> tuple[Entry, ...]:
    """Return the entries of a state A s + B x + b that begins at s_0."""
    first = [s_0[i, 0] for i in range(s_0.shape[0])]
    return tuple(map(Entry, A.rows, listed_forms(B, b), first))


def program_of_nodes(
    listed: ListedProgram, names: Mapping[str, int] = MappingProxyType({})
) -> ForEach:
    """Return plain data, in which all that is read is there, as a program.

    **Arguments**: the `names` of values by their numbers: of the token 0, of the node at i i + 1.
    """
    values: list[Node] = [Input(listed.dim)]
    for node in listed.nodes:
        values.append(_node(node, values))
    return ForEach(values[-1], {name: values[i] for name, i in names.items()})


def _node(node: ListedNode, values: list[Node]) -> Node:
    match node:
        case LinNode(source, forms):
            x = values[source]
            return Lin(x, *affine_of(forms, x.dim))
        case ReLUNode(source):
            return ReLU(values[source])
        case MultiNode(source):
            return Multi(values[source])
        case LinStateNode(source, entries):
            x = values[source]
            return LinState(x, *state_of(entries, x.dim))
        case ConcatNode(sources):
            return Concat([values[source] for source in sources])


def state_of(entries: tuple[Entry, ...], inputs: int) -> tuple[Matrix, Matrix, Matrix, Matrix]:
    """Return A, B, b and the first state."""
    n = len(entries)
    A = Matrix((n, n), (_in_order(entry.past) for entry in entries))
    B, b = affine_of(tuple(entry.fed for entry in entries), inputs)
    return A, B, b, Matrix.column([entry.first for entry in entries])


def affine_of(forms: tuple[Form, ...], inputs: int) -> tuple[Matrix, Matrix]:
    """Return A and b of forms of so many values."""
    A = Matrix((len(forms), inputs), (_in_order(form.row) for form in forms))
    return A, Matrix.column([form.constant for form in forms])


def _in_order(row: Row) -> Row:
    return tuple(sorted(row, key=lambda term: term[0]))
