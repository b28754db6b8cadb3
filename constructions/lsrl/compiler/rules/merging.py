"""Cases 1A to 6: the users of a branching node become one, with slices behind it.

Each takes a graph and the position b of its first branching node, whose users are as the case
says, and returns the edits. Since b is the first, all nodes behind it depend on b alone.
"""

from collections.abc import Callable, Sequence

from constructions.lsrl.compiler.rules.edits import Edits, New, followers, once, part, redirected
from constructions.lsrl.language.graphs import Graph
from constructions.lsrl.language.matrices import Matrix
from constructions.lsrl.language.nodes import Concat, Lin, LinState, Multi, Node, ReLU

__all__ = [
    "case_1a",
    "case_1b",
    "case_2",
    "case_3",
    "case_4",
    "case_5b",
    "case_6",
    "of_kind",
    "parts_of",
]


def of_kind(graph: Graph, b: int, *kinds: type[Node]) -> list[int]:
    """Return the users of a node that are of these kinds."""
    return [i for i in followers(graph, b) if isinstance(graph.nodes[i], kinds)]


def parts_of(
    graph: Graph, users: Sequence[int], whole: Callable[[New], Node]
) -> dict[int, Callable[[New], Node]]:
    """Let the users be slices of one node, which holds their values one after the other."""
    whole, edits, start = once(whole), {}, 0
    for i in users:
        size = graph.nodes[i].dim
        edits[i] = lambda new, start=start, size=size: part(whole(new), start, size)
        start += size
    return edits


def case_1a(graph: Graph, b: int) -> Edits:
    """All are Multi: they are the same."""
    first, *others = of_kind(graph, b, Multi)
    return {i: lambda new: new(first) for i in others}


def case_1b(graph: Graph, b: int) -> Edits:
    """Multi and others: one Multi of [x1; 1; 1; x2; x1; x2] has the product and passes x by 1."""
    products = of_kind(graph, b, Multi)
    others = [i for i in followers(graph, b) if i not in products]
    n = graph.nodes[b].dim
    eye, d = Matrix.eye(n), n // 2
    A = Matrix.vstack(
        [eye.take_rows(range(d)), Matrix.zeros(n, n), eye.take_rows(range(d, n)), eye]
    )
    ones = Matrix.column([0] * d + [1] * n + [0] * (d + n))
    both = once(lambda new: Multi(Lin(new(b), A, ones)))
    product = once(lambda new: part(both(new), 0, d))
    return dict.fromkeys(products, product) | dict(
        redirected(graph, others, b, lambda new: part(both(new), d, n))
    )


def case_2(graph: Graph, b: int) -> Edits:
    """All are LinState: one LinState with block-diagonal A, and slices."""
    users = of_kind(graph, b, LinState)
    states = [node for node in (graph.nodes[i] for i in users) if isinstance(node, LinState)]
    A = Matrix.block_diagonal([state.A for state in states])
    B, rest, init = (
        Matrix.vstack([state.numbers[name] for state in states])
        for name in ("B", "b", "init_state")
    )
    return parts_of(graph, users, lambda new: LinState(new(b), A, B, rest, init))


def case_3(graph: Graph, b: int) -> Edits:
    """All are ReLU: they are the same."""
    first, *others = of_kind(graph, b, ReLU)
    return {i: lambda new: new(first) for i in others}


def case_4(graph: Graph, b: int) -> Edits:
    """All are Concat: those of b alone become a Lin.

    The first of them is of b alone, for what else is there but b? So the preparation, which makes
    a Lin of such a Concat, leaves nothing to this case.
    """
    edits = {}
    for i in of_kind(graph, b, Concat):
        if set(graph.inputs[i]) == {b}:
            copies = Matrix.vstack([Matrix.eye(graph.nodes[b].dim)] * len(graph.inputs[i]))
            edits[i] = lambda new, copies=copies: Lin(new(b), copies)
    return edits


def case_5b(graph: Graph, b: int) -> Edits:
    """All are Lin: one Lin, and slices."""
    users = of_kind(graph, b, Lin)
    lins = [node for node in (graph.nodes[i] for i in users) if isinstance(node, Lin)]
    A, rest = (Matrix.vstack([lin.numbers[name] for lin in lins]) for name in ("A", "b"))
    return parts_of(graph, users, lambda new: Lin(new(b), A, rest))


def case_6(graph: Graph, b: int) -> Edits:
    """LinState and others: these read b from a LinState without memory."""
    others = [i for i in followers(graph, b) if not isinstance(graph.nodes[i], LinState)]
    n = graph.nodes[b].dim
    zero, eye = Matrix.zeros(n, n), Matrix.eye(n)
    return redirected(graph, others, b, lambda new: LinState(new(b), zero, eye))
