"""Case 5A: slices of a branching node go past the nodes behind them."""

from collections.abc import Callable

from constructions.lsrl.compiler.rules.edits import Edits, New, followers, once
from constructions.lsrl.compiler.rules.merging import parts_of
from constructions.lsrl.language.graphs import Graph
from constructions.lsrl.language.matrices import Matrix
from constructions.lsrl.language.nodes import Concat, Lin, LinState, Multi, Node, ReLU

__all__ = ["case_5a"]


def case_5a(graph: Graph, b: int) -> Edits:
    """All are slices: they are pushed into or behind their users, or fused before products.

    relu(S x) = S relu(x) for a slice S; a Concat of slices is a slice of a Concat.
    """
    slices = {i: node.A for i in followers(graph, b) if isinstance(node := graph.nodes[i], Lin)}
    behind = dict.fromkeys(j for i in slices for j in followers(graph, i))
    relu = once(lambda new: ReLU(new(b)))
    edits: dict[int, Callable[[New], Node]] = {}
    for j in behind:
        node = graph.nodes[j]
        if isinstance(node, Lin | LinState):
            edits[j] = lambda new, node=node, S=slices[graph.inputs[j][0]]: _of_whole(
                node, S, new(b)
            )
        elif isinstance(node, ReLU):
            edits[j] = lambda new, S=slices[graph.inputs[j][0]]: Lin(relu(new), S)
        elif isinstance(node, Concat):
            edits[j] = lambda new, j=j: _concat(graph, j, b, slices, new)
    products = [j for j in behind if isinstance(graph.nodes[j], Multi)]
    return edits | dict(_products(graph, products, b, slices))


def _of_whole(node: Lin | LinState, S: Matrix, x: Node) -> Node:
    """An affine map or a state of a slice, as one of all of x."""
    if isinstance(node, Lin):
        return Lin(x, node.A @ S, node.b)
    return LinState(x, node.A, node.B @ S, node.b, node.init_state)


def _concat(graph: Graph, j: int, b: int, slices: dict[int, Matrix], new: New) -> Node:
    """The Concat of whole nodes, and the slice behind it."""
    inputs = graph.inputs[j]
    whole = Concat([new(b) if i in slices else new(i) for i in inputs])
    picks = [slices.get(i, Matrix.eye(graph.nodes[i].dim)) for i in inputs]
    return Lin(whole, Matrix.block_diagonal(picks))


def _products(graph: Graph, products: list[int], b: int, slices: dict[int, Matrix]) -> Edits:
    """One Lin that picks all first factors and then all second ones, one Multi, and slices."""
    if not products:
        return {}
    picks = [slices[graph.inputs[j][0]] for j in products]
    halves = [pick.shape[0] // 2 for pick in picks]
    tops = [pick.take_rows(range(h)) for pick, h in zip(picks, halves, strict=True)]
    bottoms = [pick.take_rows(range(h, 2 * h)) for pick, h in zip(picks, halves, strict=True)]
    A = Matrix.vstack([*tops, *bottoms])
    return parts_of(graph, products, lambda new: Multi(Lin(new(b), A)))
