r"""The mended rules for Lin and Concat: these go towards the sink, and become one.

Each takes a graph and returns the edits at all places where it applies. They take the place of the
paper's preparation and of its cases 4, 5A, 5B and 8, and apply to nodes with other users, too.

Each lowers the weight of `measure`, and does not raise the number before it. For let h be the last
node up to the first branching one that is neither Lin nor Concat. All ways from the source still
lead through h, or through the ReLU that takes its place, and what is before it is still a path; so
the first branching node is not before it; and no rule makes nodes of other kinds. With the weights
v of what the replaced node is computed from:

- Lin then Lin, Lin then LinState, ReLU then ReLU: v + 2 becomes v + 1.
- Lin then Concat: of k Lins, $2 + 2 (\sum v + k)$ becomes $1 + 2 + 2 \sum v$.
- Concat then Concat: $2 + 2 (2 + 2 \sum v + \cdots)$ becomes $2 + 2 (\sum v + \cdots)$.
- Concat of repeats: $2 + 2 \sum v$ becomes $1 + 2 + 2 \sum v$ over fewer v, of which each is at
  least 1; of one node, v + 1.

Weights grow with the weights of what a node is computed from, so that the sink's falls.
"""

from collections.abc import Callable

from constructions.lsrl.compiler.rules.edits import Edits
from constructions.lsrl.language.graphs import Graph
from constructions.lsrl.language.matrices import Matrix
from constructions.lsrl.language.nodes import Concat, Lin, LinState, ReLU

__all__ = [
    "GATHERING",
    "concat_concat",
    "concat_of_repeats",
    "lin_concat",
    "lin_lin",
    "lin_linstate",
    "relu_relu",
]


def lin_lin(graph: Graph) -> Edits:
    """A Lin of a Lin is one Lin."""
    edits = {}
    for i, node in enumerate(graph.nodes):
        if isinstance(node, Lin) and isinstance(x := graph.nodes[graph.inputs[i][0]], Lin):
            y, A, b = _below(graph, i), node.A @ x.A, node.A @ x.b + node.b
            edits[i] = lambda new, y=y, A=A, b=b: Lin(new(y), A, b)
    return edits


def lin_linstate(graph: Graph) -> Edits:
    """A LinState of a Lin has its matrix in B, and its vector in b."""
    edits = {}
    for i, node in enumerate(graph.nodes):
        if isinstance(node, LinState) and isinstance(x := graph.nodes[graph.inputs[i][0]], Lin):
            y, B, b = _below(graph, i), node.B @ x.A, node.B @ x.b + node.b
            edits[i] = lambda new, y=y, node=node, B=B, b=b: LinState(
                new(y), node.A, B, b, node.init_state
            )
    return edits


def relu_relu(graph: Graph) -> Edits:
    """A ReLU of a ReLU is that ReLU."""
    return {
        i: lambda new, x=graph.inputs[i][0]: new(x)
        for i, node in enumerate(graph.nodes)
        if isinstance(node, ReLU) and isinstance(graph.nodes[graph.inputs[i][0]], ReLU)
    }


def lin_concat(graph: Graph) -> Edits:
    """A Concat of Lins and others is a Lin of the Concat of what they are computed from."""
    edits = {}
    for i, node in enumerate(graph.nodes):
        parts = [graph.nodes[j] for j in graph.inputs[i]]
        if isinstance(node, Concat) and any(isinstance(part, Lin) for part in parts):
            A = [part.A if isinstance(part, Lin) else Matrix.eye(part.dim) for part in parts]
            b = [part.b if isinstance(part, Lin) else Matrix.zeros(part.dim, 1) for part in parts]
            below = [
                graph.inputs[j][0] if isinstance(part, Lin) else j
                for j, part in zip(graph.inputs[i], parts, strict=True)
            ]
            edits[i] = lambda new, below=below, A=A, b=b: Lin(
                Concat([new(j) for j in below]), Matrix.block_diagonal(A), Matrix.vstack(b)
            )
    return edits


def concat_concat(graph: Graph) -> Edits:
    """A Concat of Concats is one Concat."""
    edits = {}
    for i, node in enumerate(graph.nodes):
        inputs = graph.inputs[i]
        if isinstance(node, Concat) and any(isinstance(graph.nodes[j], Concat) for j in inputs):
            flat = [
                k
                for j in inputs
                for k in (graph.inputs[j] if isinstance(graph.nodes[j], Concat) else (j,))
            ]
            edits[i] = lambda new, flat=flat: Concat([new(k) for k in flat])
    return edits


def concat_of_repeats(graph: Graph) -> Edits:
    """A Concat of one node, or of repeated nodes, is a Lin of it, or of the Concat of each once."""
    edits = {}
    for i, node in enumerate(graph.nodes):
        inputs = graph.inputs[i]
        once = list(dict.fromkeys(inputs))
        if isinstance(node, Concat) and (len(once) < len(inputs) or len(once) == 1):
            starts, total = {}, 0
            for j in once:
                starts[j], total = total, total + graph.nodes[j].dim
            picked = [starts[j] + k for j in inputs for k in range(graph.nodes[j].dim)]
            copies = Matrix.select(picked, total)
            edits[i] = lambda new, once=once, copies=copies: Lin(
                Concat([new(j) for j in once]) if len(once) > 1 else new(once[0]), copies
            )
    return edits


def _below(graph: Graph, i: int) -> int:
    """The position of what the input of a node is computed from."""
    return graph.inputs[graph.inputs[i][0]][0]


GATHERING: dict[str, Callable[[Graph], Edits]] = {
    "Lin then Lin": lin_lin,
    "ReLU then ReLU": relu_relu,
    "Lin then LinState": lin_linstate,
    "Concat of repeats": concat_of_repeats,
    "Concat then Concat": concat_concat,
    "Lin then Concat": lin_concat,
}
"""The rules by name, in the order in which they are tried."""
