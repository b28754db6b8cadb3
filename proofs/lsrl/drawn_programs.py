"""Random programs from a seed; for tests that shrink what fails there is `strategies`."""

import random
from fractions import Fraction

from constructions.lsrl import Concat, ForEach, Input, Lin, LinState, Matrix, Multi, Node, ReLU

__all__ = ["drawn"]

ENTRIES = (0, 0, 1, -1, 2, -2, Fraction(1, 2), Fraction(-1, 3))


def drawn(source: random.Random, most_nodes: int = 10) -> ForEach:
    """Draw a program: each node reads any nodes before it."""
    nodes: list[Node] = [Input(source.randint(1, 3))]
    for _ in range(source.randint(1, most_nodes)):
        node = _node(source, nodes)
        if node.dim > 6:
            node = node[[source.randrange(node.dim) for _ in range(3)]]
        nodes.append(node)
    return ForEach(nodes[-1] if source.random() < 0.3 else Concat(nodes[-3:]))


def _node(source: random.Random, nodes: list[Node]) -> Node:
    def matrix(rows: int, columns: int) -> Matrix:
        return Matrix.of([[source.choice(ENTRIES) for _ in range(columns)] for _ in range(rows)])

    x = source.choice(nodes)
    kind = source.choice(("Lin", "ReLU", "ReLU", "LinState", "Concat", "Multi"))
    if kind == "ReLU":
        return ReLU(x)
    if kind == "Concat":
        return Concat(x, *(source.choice(nodes) for _ in range(source.randint(0, 2))))
    if kind == "Multi":
        return Multi(x if x.dim % 2 == 0 else Concat(x, source.choice(nodes), x)[: 2 * x.dim])
    n = source.randint(1, 3)
    if kind == "Lin":
        return Lin(x, matrix(n, x.dim), matrix(n, 1))
    return LinState(x, matrix(n, n), matrix(n, x.dim), matrix(n, 1), matrix(n, 1))
