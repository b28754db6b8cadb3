"""The four preparation rules: neighbours that can be one node.

Each takes a graph and a position, and returns the edits, or None where it does not apply.
"""

from collections.abc import Callable

from constructions.lsrl.compiler.rules.edits import Edits
from constructions.lsrl.language.graphs import Graph
from constructions.lsrl.language.matrices import Matrix
from constructions.lsrl.language.nodes import Concat, Lin, LinState, ReLU

__all__ = ["PREPARATION", "concat_of_one", "lin_lin", "lin_linstate", "relu_relu"]


def lin_lin(graph: Graph, i: int) -> Edits | None:
    """A Lin with one user, a Lin: A2 (A1 x + b1) + b2 is one Lin."""
    j, second = _x(graph, i), graph.nodes[i]
    first = graph.nodes[j]
    if not isinstance(first, Lin) or not isinstance(second, Lin) or len(graph.users[j]) > 1:
        return None
    A, b = second.A @ first.A, second.A @ first.b + second.b
    return {i: lambda new: Lin(new(_x(graph, j)), A, b)}


def relu_relu(graph: Graph, i: int) -> Edits | None:
    """A ReLU of a ReLU is that ReLU."""
    j = _x(graph, i)
    if not isinstance(graph.nodes[i], ReLU) or not isinstance(graph.nodes[j], ReLU):
        return None
    return {i: lambda new: new(j)}


def lin_linstate(graph: Graph, i: int) -> Edits | None:
    """A Lin with one user, a LinState: the matrix goes into B, the vector into b."""
    j, state = _x(graph, i), graph.nodes[i]
    first = graph.nodes[j]
    if not isinstance(first, Lin) or not isinstance(state, LinState) or len(graph.users[j]) > 1:
        return None
    B, b = state.B @ first.A, state.B @ first.b + state.b
    return {i: lambda new: LinState(new(_x(graph, j)), state.A, B, b, state.init_state)}


def concat_of_one(graph: Graph, i: int) -> Edits | None:
    """A Concat of one node, however often, is a Lin."""
    inputs = graph.inputs[i]
    if not isinstance(graph.nodes[i], Concat) or len(set(inputs)) > 1:
        return None
    eye = Matrix.eye(graph.nodes[inputs[0]].dim)
    return {i: lambda new: Lin(new(inputs[0]), Matrix.vstack([eye] * len(inputs)))}


def _x(graph: Graph, i: int) -> int:
    """The position of the first input of a node; of the source its own."""
    return graph.inputs[i][0] if graph.inputs[i] else i


PREPARATION: dict[str, Callable[[Graph, int], Edits | None]] = {
    "Lin then Lin": lin_lin,
    "ReLU then ReLU": relu_relu,
    "Lin then LinState": lin_linstate,
    "Concat of one": concat_of_one,
}
"""The rules by name, in the paper's order. Each makes the graph smaller, or a Concat a Lin."""
