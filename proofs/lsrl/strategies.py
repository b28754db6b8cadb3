"""Random programs of LSRL with inputs, for property-based tests; they shrink to few nodes.

```
from hypothesis import given
from proofs.lsrl.strategies import runs

@given(runs())
def test_my_compiler(run):
    program, xs = run
    assert (compiled(program)(xs) == program(xs)).all()
```
"""

import random
from collections.abc import Collection
from fractions import Fraction

from hypothesis import strategies as st

from constructions.lsrl import Concat, ForEach, Input, Lin, LinState, Matrix, Multi, Node, ReLU

__all__ = ["KINDS", "programs", "runs", "sequences"]

KINDS = ("Lin", "ReLU", "LinState", "Concat", "Multi")
"""The primitives that may follow the `Input`, simplest first."""

ENTRIES = (0, 1, -1, 2, -2, Fraction(1, 2), Fraction(-1, 3))


@st.composite
def programs(
    draw: st.DrawFn,
    *,
    most_nodes: int = 10,
    most_entries: int = 3,
    kinds: Collection[str] = KINDS,
    slices: bool = True,
) -> ForEach:
    """Draw a well-typed program.

    **Arguments**: `most_nodes` after the `Input`; `most_entries` of a `Lin` or `LinState`
    (a `Concat` may have twice as many); the `kinds` of nodes, such as
    `["Lin", "ReLU", "LinState", "Concat"]` for programs without products; whether slices occur
    often among the `Lin`s.

    Each node takes its inputs from any nodes before it, so that programs branch and join. The
    output is the last node, or all nodes that nothing uses. Nothing is filtered: each draw is a
    program.
    """
    seen = random.getstate()
    nodes: list[Node] = [Input(draw(st.integers(1, most_entries)))]
    allowed = [kind for kind in KINDS if kind in kinds]
    for left in range(most_nodes, 0, -1):
        node = draw(_next_node(nodes, allowed, most_entries, slices, left))
        if node is None:
            break
        nodes.append(node)
    join = "Concat" in kinds and draw(st.booleans())
    program = ForEach(_joined(nodes) if join else nodes[-1])
    # checkers of types that run under test look at random entries; Hypothesis forbids to draw
    random.setstate(seen)
    return program


@st.composite
def _next_node(
    draw: st.DrawFn, nodes: list[Node], kinds: list[str], most: int, slices: bool, left: int
) -> Node | None:
    """Draw one more node, or none; all in one piece, so that a failure shrinks by single nodes."""
    if draw(st.integers(0, left)) == 0:
        return None
    return _node(draw, draw(st.sampled_from(kinds)), nodes, most, slices)


def _node(draw: st.DrawFn, kind: str, nodes: list[Node], most: int, slices: bool) -> Node:
    x = _earlier(draw, nodes)
    if kind == "ReLU":
        return ReLU(x)
    if kind == "Concat":
        return _concat(draw, x, nodes, 2 * most)
    if kind == "Multi":
        return Multi(x if x.dim % 2 == 0 else Concat(x, _of_size(draw, x.dim, nodes)))
    if kind == "Lin" and slices and draw(st.booleans()):
        return x[draw(st.lists(st.integers(0, x.dim - 1), min_size=1, max_size=most))]
    dim = draw(st.integers(1, most))
    if kind == "Lin":
        return Lin(x, draw(_matrices(dim, x.dim)), draw(_matrices(dim, 1)))
    A, B = draw(_matrices(dim, dim)), draw(_matrices(dim, x.dim))
    return LinState(x, A, B, draw(_matrices(dim, 1)), draw(_matrices(dim, 1)))


def _joined(nodes: list[Node]) -> Node:
    """All nodes that nothing uses, as one."""
    used = {id(part) for node in nodes for part in node.inputs}
    loose = [node for node in nodes if id(node) not in used]
    return Concat(loose) if len(loose) > 1 else nodes[-1]


def _earlier(draw: st.DrawFn, nodes: list[Node]) -> Node:
    """Draw one of the nodes so far; the last is the simplest."""
    return nodes[-1 - draw(st.integers(0, len(nodes) - 1))]


def _of_size(draw: st.DrawFn, dim: int, nodes: list[Node]) -> Node:
    """Draw one of the nodes of a given size; there is one."""
    return _earlier(draw, [node for node in nodes if node.dim == dim])


def _concat(draw: st.DrawFn, x: Node, nodes: list[Node], most: int) -> Node:
    parts = [x]
    for _ in range(draw(st.integers(0, 2))):
        fitting = [node for node in nodes if sum(p.dim for p in parts) + node.dim <= most]
        if fitting:
            parts.append(_earlier(draw, fitting))
    return Concat(parts)


@st.composite
def _matrices(draw: st.DrawFn, m: int, n: int) -> Matrix:
    entries = draw(st.lists(st.sampled_from(ENTRIES), min_size=m * n, max_size=m * n))
    return Matrix.of([entries[i * n : (i + 1) * n] for i in range(m)])


def sequences(dim: int, *, most_tokens: int = 4) -> st.SearchStrategy[list[list[Fraction]]]:
    """Draw a sequence of tokens of size `dim`, at least one, with small rational entries."""
    number = st.fractions(min_value=-4, max_value=4, max_denominator=3)
    token = st.lists(number, min_size=dim, max_size=dim)
    return st.lists(token, min_size=1, max_size=most_tokens)


@st.composite
def runs(
    draw: st.DrawFn, *, most_nodes: int = 10, most_tokens: int = 4, kinds: Collection[str] = KINDS
) -> tuple[ForEach, list[list[Fraction]]]:
    """Draw a program and a sequence of tokens for it."""
    program = draw(programs(most_nodes=most_nodes, kinds=kinds))
    return program, draw(sequences(program.input.dim, most_tokens=most_tokens))
