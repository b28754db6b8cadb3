r"""The mended rules at a branching node: all that is ready of one kind is computed at once.

A node is ready if it is a Multi, a LinState or a ReLU of the first branching node b, or of a Lin of
b. One node of that kind computes all that are ready, and passes what the other users read of b, as
in the paper's bypasses; so bypass and fusion are one step here, where they are two there (1B and
1A, 6 and 2, 7A to 10 and 3). Passing a ReLU by a ReLU takes no second half.

Each lowers the first number of `measure`: the nodes that were ready are no more behind the first
branching node, which is the new one or behind it.

Where no rule of `gathering` applies, some node is ready. For consider the first node behind b that
is neither Lin nor Concat. Before it no Concat can be: it would be of b alone, or of Lins or
Concats. So it is computed from b by Lins, of which there is one at most. And if there is no such
node, then only one Lin of b, the sink, is behind b, which does not branch.
"""

from collections.abc import Callable
from typing import TypeAlias

from constructions.lsrl.compiler.rules.edits import Edits, New, followers, once, redirected
from constructions.lsrl.language.graphs import Graph
from constructions.lsrl.language.matrices import Matrix
from constructions.lsrl.language.nodes import Concat, Lin, LinState, Multi, Node, ReLU

__all__ = ["FUSING", "ready"]

Form: TypeAlias = tuple[Matrix, Matrix]
"""An affine map of the branching node: A and b."""


def ready(graph: Graph, b: int, kind: type[Node]) -> list[int]:
    """Return the positions of the nodes of a kind that can be computed from b."""
    users = [
        j
        for i in followers(graph, b)
        for j in (i, *(followers(graph, i) if isinstance(graph.nodes[i], Lin) else ()))
    ]
    return [i for i in dict.fromkeys(users) if isinstance(graph.nodes[i], kind)]


def products(graph: Graph, b: int) -> Edits:
    """Cases 1A and 1B: one Multi has all products, and passes b by 1."""
    fused = _Fusion(graph, b, Multi)

    def whole(x: Node) -> Node:
        tops, bottoms = [], []
        for A, c in fused.forms:
            half = A.shape[0] // 2
            tops.append((A.take_rows(range(half)), c.take_rows(range(half))))
            rest = range(half, 2 * half)
            bottoms.append((A.take_rows(rest), c.take_rows(rest)))
        n = len(fused.read)
        one = Matrix.zeros(n, x.dim), Matrix.full(n, 1)
        return Multi(_lin(x, [*tops, fused.passed, *bottoms, one]))

    return fused.edits(whole, Matrix.eye(len(fused.read)))


def states(graph: Graph, b: int) -> Edits:
    """Cases 2 and 6: one LinState has all states, and passes b without memory."""
    fused = _Fusion(graph, b, LinState)
    nodes = [graph.nodes[i] for i in fused.firsts]
    own = [node for node in nodes if isinstance(node, LinState)]
    n = len(fused.read)

    def whole(x: Node) -> Node:
        A = Matrix.block_diagonal([*(state.A for state in own), Matrix.zeros(n, n)])
        B = Matrix.vstack([*(state.B for state in own), fused.passed[0]])
        zero = Matrix.zeros(n, 1)
        rest = Matrix.vstack([*(state.b for state in own), zero])
        init = Matrix.vstack([*(state.init_state for state in own), zero])
        return LinState(x, A, B, rest, init)

    return fused.edits(whole, Matrix.eye(n))


def relus(graph: Graph, b: int) -> Edits:
    """Cases 3, 7A, 7B, 9 and 10: one ReLU has all ReLUs, and passes b = relu(b) - relu(-b)."""
    fused = _Fusion(graph, b, ReLU)
    (A, zero), eye = fused.passed, Matrix.eye(len(fused.read))
    signed = not isinstance(graph.nodes[b], ReLU)
    back = Matrix.hstack([eye, -eye]) if signed else eye

    def whole(x: Node) -> Node:
        return ReLU(_lin(x, [*fused.forms, (A, zero), *([(-A, zero)] if signed else [])]))

    return fused.edits(whole, back)


class _Fusion:
    """What is to be fused at a branching node.

    **Fields**: `firsts`, the ready nodes, of equal ones the first; their `forms`, as affine maps of
    b; `read`, the entries of b that others read; `passed`, the map that picks these.
    """

    def __init__(self, graph: Graph, b: int, kind: type[Node]) -> None:
        self.graph, self.b = graph, b
        self.ready = ready(graph, b, kind)
        slots: dict[object, list[int]] = {}
        for i in self.ready:
            # equal states compute the same, and so do nodes of equal forms
            key = (self._form(i), tuple(graph.nodes[i].numbers.values()))
            slots.setdefault(key, []).append(i)
        self.slots = list(slots.values())
        self.firsts = [slot[0] for slot in self.slots]
        self.forms = [self._form(i) for i in self.firsts]
        self.others = [i for i in followers(graph, b) if not self._is_fused(i)]
        self.read = sorted({k for i in self.others for k in _entries_read(graph, i, b)})
        n = len(self.read)
        self.passed = Matrix.select(self.read, graph.nodes[b].dim), Matrix.zeros(n, 1)

    def _form(self, i: int) -> Form:
        n = self.graph.nodes[self.b].dim
        x = self.graph.nodes[self.graph.inputs[i][0]]
        if self.graph.inputs[i][0] == self.b:
            return Matrix.eye(n), Matrix.zeros(n, 1)
        assert isinstance(x, Lin)
        return x.A, x.b

    def _is_fused(self, i: int) -> bool:
        """Whether a user of b is ready, or a Lin for ready nodes alone."""
        if isinstance(self.graph.nodes[i], Lin):
            users = self.graph.users[i]
            return bool(users) and set(users) <= set(self.ready)
        return i in self.ready

    def edits(self, whole: Callable[[Node], Node], back: Matrix) -> Edits:
        """The edits, with the node that computes all, and how the passed entries are read off it.

        They are the last of its entries.
        """
        node = once(lambda new: whole(new(self.b)))
        edits, start = {}, 0
        for slot in self.slots:
            size = self.graph.nodes[slot[0]].dim
            made = once(lambda new, start=start, size=size: _part(node(new), start, size))
            edits |= dict.fromkeys(slot, made)
            start += size

        def passed(new: New) -> Node:
            spread = Matrix.select(self.read, self.graph.nodes[self.b].dim).T
            fused = node(new)
            return Lin(fused, Matrix.hstack([Matrix.zeros(spread.shape[0], start), spread @ back]))

        return edits | dict(redirected(self.graph, self.others, self.b, passed))


def _lin(x: Node, forms: list[Form]) -> Node:
    """The Lin that computes several maps, if it does anything."""
    A, b = (Matrix.vstack([form[k] for form in forms]) for k in (0, 1))
    return x if A.is_identity and b.is_zero else Lin(x, A, b)


def _part(x: Node, start: int, size: int) -> Node:
    if (start, size) == (0, x.dim):
        return x
    return Lin(x, Matrix.select(range(start, start + size), x.dim))


def _entries_read(graph: Graph, i: int, b: int) -> set[int]:
    """The entries of b that a user of it reads; those of a Concat by its own users."""
    node, size = graph.nodes[i], graph.nodes[b].dim
    if isinstance(node, Lin | LinState):
        return {k for row in _reading(node).rows for k, _ in row}
    users = [graph.nodes[j] for j in graph.users[i]]
    if not isinstance(node, Concat) or not users:
        return set(range(size))
    read: set[int] = set()
    for user in users:
        if not isinstance(user, Lin | LinState):
            return set(range(size))
        read |= {k for row in _reading(user).rows for k, _ in row}
    found, start = set(), 0
    for j in graph.inputs[i]:
        if j == b:
            found |= {k for k in range(size) if start + k in read}
        start += graph.nodes[j].dim
    return found


def _reading(node: Lin | LinState) -> Matrix:
    return node.A if isinstance(node, Lin) else node.B


FUSING: dict[str, tuple[type[Node], Callable[[Graph, int], Edits]]] = {
    "products": (Multi, products),
    "states": (LinState, states),
    "ReLUs": (ReLU, relus),
}
"""The rules by name, with the kind of node that they fuse, in the paper's order."""
