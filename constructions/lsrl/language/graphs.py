"""The graph of a program: order, users, sharing.

Nodes are identified by their position in a topological order here, since equal nodes may occur
more than once: `Graph` keeps them apart, and `merged` makes one of them.
"""

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Any

from constructions.lsrl.language.nodes import Input, LinState, Node
from constructions.lsrl.language.orders import (
    are_same_operations,
    in_order,
    positions_of_inputs,
)

__all__ = ["Graph", "branching_nodes", "merged", "rewritten"]


def branching_nodes(users: tuple[tuple[int, ...], ...]) -> tuple[int, ...]:
    """Return the positions of the nodes that are used more than once, given the users of each."""
    return tuple(i for i, its_users in enumerate(users) if len(its_users) > 1)


class Graph:
    """The nodes that lead to a sink.

    **Fields**: `nodes` in topological order, the `Input` first if the sink depends on nothing
    else before it, the sink last; the order depends on the structure alone. `inputs[i]` and
    `users[i]` are the positions of the inputs of node i and of the nodes that use it (once for
    each use).
    """

    def __init__(self, sink: Node) -> None:
        self.nodes = in_order(sink)
        self.inputs = positions_of_inputs(self.nodes)
        self._positions = {id(node): i for i, node in enumerate(self.nodes)}

    @cached_property
    def users(self) -> tuple[tuple[int, ...], ...]:
        """For each node the positions of its users, with repetition."""
        lists: list[list[int]] = [[] for _ in self.nodes]
        for i, parts in enumerate(self.inputs):
            for part in parts:
                lists[part].append(i)
        return tuple(map(tuple, lists))

    @cached_property
    def levels(self) -> tuple[int, ...]:
        """For each node the length of the longest path from the source to it."""
        levels: list[int] = []
        for parts in self.inputs:
            levels.append(1 + max((levels[part] for part in parts), default=-1))
        return tuple(levels)

    @property
    def branching(self) -> tuple[int, ...]:
        """The positions of the nodes that are used more than once."""
        return branching_nodes(self.users)

    @property
    def is_path(self) -> bool:
        """Whether each node is used once, by the next."""
        return not self.branching

    @property
    def states(self) -> tuple[int, ...]:
        """The positions of the `LinState` nodes."""
        return tuple(i for i, node in enumerate(self.nodes) if isinstance(node, LinState))

    def position(self, node: Node) -> int:
        """Return the position of this very node. **Raises** `KeyError` if it is not here."""
        return self._positions[id(node)]

    def __contains__(self, node: object) -> bool:
        return id(node) in self._positions

    def __len__(self) -> int:
        return len(self.nodes)

    def matches(self, other: "Graph") -> bool:
        """Whether two graphs have the same structure, sharing included, and the same numbers."""
        return self.inputs == other.inputs and are_same_operations(self.nodes, other.nodes)


Rule = Callable[[Node, tuple[Node, ...]], Node]


def rewritten(sink: Node, rule: Rule) -> tuple[Node, Mapping[int, Node]]:
    """Rebuild a graph from its source on.

    **Arguments**: the sink; a `rule(node, inputs)` that returns what shall stand for a node, given
    what stands for its inputs. `node.on(*inputs)` keeps the node.

    **Returns** the new sink, and what stands for the node at each position of `Graph(sink)`.
    Where a rule gives back the inputs that a node had, the node itself is kept.
    """
    graph, new = Graph(sink), dict[int, Node]()
    for i, node in enumerate(graph.nodes):
        new[i] = rule(node, tuple(new[part] for part in graph.inputs[i]))
    return new[len(graph) - 1], new


def kept(node: Node, inputs: tuple[Node, ...]) -> Node:
    """The rule that changes nothing: the node itself if its inputs are still the same."""
    if all(a is b for a, b in zip(node.inputs, inputs, strict=True)):
        return node
    return node.on(*inputs)


def merged(sink: Node) -> tuple[Node, Mapping[int, Node]]:
    """Make equal nodes one.

    Two nodes are equal if they do the same with equal inputs. Equal states have equal values
    at all times, so that the program computes the same.

    **Returns** the new sink, and what stands for the node at each position.
    """
    known: dict[Any, Node] = {}

    def rule(node: Node, inputs: tuple[Node, ...]) -> Node:
        if isinstance(node, Input):
            return node
        key = (node.kind, node.dim, *node.numbers.values(), *map(id, inputs))
        if key not in known:
            known[key] = kept(node, inputs)
        return known[key]

    return rewritten(sink, rule)
