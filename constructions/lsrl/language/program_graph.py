"""What a program is, before it runs: a sink, the graph that leads to it, and names in it."""

from collections.abc import Mapping
from functools import cached_property
from types import MappingProxyType

from constructions.errors import ArgumentError
from constructions.lsrl.language.graphs import Graph
from constructions.lsrl.language.nodes import Input, LinState, Node

__all__ = ["ProgramGraph"]


class ProgramGraph:
    """A sink, the nodes that lead to it, and names of some of them.

    It is what listings, drawings and machines are made of, and `ForEach` is it together with
    these.

    **Arguments**: `output`, the sink; `names`, names for nodes that lead to it.
    """

    def __init__(self, output: Node, names: Mapping[str, Node] | None = None) -> None:
        if not isinstance(output, Node):
            raise ArgumentError("output", output, "a node")
        self._output = output
        self._names = MappingProxyType(dict(names or {}))
        for name, node in self._names.items():
            if node not in self.graph:
                raise ArgumentError(
                    f"names[{name!r}]", node, "a node that leads to the output of the program"
                )

    @property
    def output(self) -> Node:
        """The sink: what the program returns at each token."""
        return self._output

    @property
    def names(self) -> Mapping[str, Node]:
        """The nodes that have names."""
        return self._names

    @property
    def input(self) -> Input:
        """The source: the token."""
        return self._output.source

    @cached_property
    def graph(self) -> Graph:
        """The nodes in topological order, with their inputs and users."""
        return Graph(self._output)

    @property
    def nodes(self) -> tuple[Node, ...]:
        """All nodes in topological order."""
        return self.graph.nodes

    @property
    def states(self) -> tuple[LinState, ...]:
        """The states, in topological order."""
        return tuple(node for node in self.nodes if isinstance(node, LinState))

    @property
    def is_rational(self) -> bool:
        """Whether all numbers of the program are rational."""
        return all(m.is_rational for node in self.nodes for m in node.numbers.values())

    def count(self, kind: type[Node]) -> int:
        """Return the number of nodes of a kind: `program.count(Multi)`."""
        return sum(isinstance(node, kind) for node in self.nodes)
