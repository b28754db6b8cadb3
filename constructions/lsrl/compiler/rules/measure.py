r"""A measure of programs that falls with every step of the mended rules, so that they end.

$$\mu(P) = (n, w(\text{sink}))$$

in lexicographic order, with the number n of nodes other than Lin and Concat behind the first
branching node, and the weights

$$w(\text{Input}) = 1, \quad w(\text{Concat}(x_1, \dots)) = 2 + 2 \sum_i w(x_i), \quad
w(f(x)) = 1 + w(x) \ \text{for all other nodes}.$$

Pairs of natural numbers are well-founded in this order: no sequence of them falls for ever.
"""

from typing import NamedTuple

from constructions.lsrl.language.graphs import Graph
from constructions.lsrl.language.nodes import Concat, Lin
from constructions.lsrl.language.program import ForEach, check_program

__all__ = ["Measure", "measure"]


class Measure(NamedTuple):
    """The number of nodes to be fused yet, and the weight of the sink."""

    behind: int
    weight: int


def measure(program: ForEach) -> Measure:
    """Return the measure of a program; of a path the first number is 0."""
    check_program(program)
    return Measure(_behind(program.graph), _weight(program.graph))


def _behind(graph: Graph) -> int:
    if graph.is_path:
        return 0
    behind = graph.nodes[graph.branching[0] + 1 :]
    return sum(not isinstance(node, Lin | Concat) for node in behind)


def _weight(graph: Graph) -> int:
    weights: list[int] = []
    for node, inputs in zip(graph.nodes, graph.inputs, strict=True):
        total = sum(weights[i] for i in inputs)
        weights.append(2 + 2 * total if isinstance(node, Concat) else 1 + total)
    return weights[-1]
