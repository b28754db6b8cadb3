"""Random programs from a seed; for tests that shrink what fails there is `strategies`."""

import random
from collections.abc import Iterator
from fractions import Fraction

from constructions.lsrl import Concat, ForEach, Input, Lin, LinState, Matrix, Multi, Node, ReLU

__all__ = ["drawn", "random_programs"]

ENTRIES = (0, 0, 1, -1, 2, -2, Fraction(1, 2), Fraction(-1, 3))


def drawn(source: random.Random, most_nodes: int = 10, widest: int = 6) -> ForEach:
    """Draw a program: each node reads any nodes before it, and has `widest` entries at most.

    Tokens, and what has weights, have half as many at most.
    """
    nodes: list[Node] = [Input(source.randint(1, widest // 2))]
    for _ in range(source.randint(1, most_nodes)):
        node = _node(source, nodes, widest // 2)
        if node.dim > widest:
            node = node[[source.randrange(node.dim) for _ in range(3)]]
        nodes.append(node)
    return ForEach(nodes[-1] if source.random() < 0.3 else Concat(nodes[-3:]))


def random_programs() -> Iterator[tuple[str, ForEach]]:
    """240 programs by name, 40 of them wide: rows of up to 11 numbers, states of up to 10."""
    for number, widest in ((200, 6), (40, 20)):
        for seed in range(number):
            source = random.Random(seed)  # noqa: S311  # no secret hangs on it
            yield f"that of seed {seed}, up to {widest} wide", drawn(source, widest=widest)


def _node(source: random.Random, nodes: list[Node], most: int) -> Node:
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
    n = source.randint(1, most)
    if kind == "Lin":
        return Lin(x, matrix(n, x.dim), matrix(n, 1))
    return LinState(x, matrix(n, n), matrix(n, x.dim), matrix(n, 1), matrix(n, 1))
