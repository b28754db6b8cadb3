"""Edits of a graph: what shall stand for some of its nodes."""

from collections.abc import Callable, Iterable, Mapping
from typing import TypeAlias

from constructions.lsrl.language.graphs import Graph, kept
from constructions.lsrl.language.matrices import Matrix
from constructions.lsrl.language.nodes import Lin, Node

__all__ = ["Edits", "New", "edited", "followers", "once", "part", "redirected"]

New: TypeAlias = Callable[[int], Node]
"""What stands for the node at a position in the new graph."""

Edits: TypeAlias = Mapping[int, Callable[[New], Node]]
"""For some positions, how what shall stand there is made of what stands at earlier ones."""


def edited(graph: Graph, edits: Edits) -> Node:
    """Return the sink of the graph after the edits; nodes that nothing needs any more are gone."""
    new: list[Node] = []
    for i, node in enumerate(graph.nodes):
        if i in edits:
            new.append(edits[i](new.__getitem__))
        else:
            new.append(kept(node, tuple(new[j] for j in graph.inputs[i])))
    return new[-1]


def once(build: Callable[[New], Node]) -> Callable[[New], Node]:
    """Return a builder that builds the first time, and then returns the same node."""
    made: list[Node] = []

    def build_once(new: New) -> Node:
        if not made:
            made.append(build(new))
        return made[0]

    return build_once


def redirected(
    graph: Graph, users: Iterable[int], source: int, through: Callable[[New], Node]
) -> Edits:
    """Let these users of the node at `source` read `through` instead; one node for all of them."""
    through = once(through)

    def reading(user: int) -> Callable[[New], Node]:
        def build(new: New) -> Node:
            inputs = (through(new) if i == source else new(i) for i in graph.inputs[user])
            return graph.nodes[user].on(*inputs)

        return build

    return {user: reading(user) for user in users}


def part(x: Node, start: int, size: int) -> Node:
    """Return the slice of `size` entries from `start` on."""
    return Lin(x, Matrix.select(range(start, start + size), x.dim))


def followers(graph: Graph, i: int) -> tuple[int, ...]:
    """Return the users of a node, each once."""
    return tuple(dict.fromkeys(graph.users[i]))
