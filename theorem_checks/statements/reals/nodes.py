"""Operations on operations: what terms and formulas are made of, and how to go through them."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from theorem_checks.statements.made_once import made_once
from theorem_checks.statements.places import place_of

__all__ = ["Node", "fold", "nodes"]


@dataclass(frozen=True, eq=False)
class Node:
    """An operation on nodes; a leaf keeps its name or its value in `args`."""

    op: str
    args: tuple[Any, ...]

    @made_once
    def children(self) -> tuple["Node", ...]:
        """The arguments that are nodes themselves."""
        return tuple(arg for arg in self.args if isinstance(arg, Node))

    @made_once
    def steps(self) -> tuple[tuple["Node", tuple[int, ...]], ...]:
        """Every node from here down once, itself at the end, and where its children stand there."""
        found = list(nodes(self))
        standing = {place_of(node): number for number, node in enumerate(found)}
        return tuple((n, tuple(standing[place_of(c)] for c in n.children)) for n in found)

    @made_once
    def variables(self) -> tuple[str, ...]:
        """The names of the variables from here down, in the order of their first use."""
        return tuple(dict.fromkeys(n.args[0] for n, _ in self.steps if n.op == "variable"))


def nodes(*roots: Node) -> Iterator[Any]:
    """Every node below the roots once, children before parents (without recursion)."""
    seen: set[int] = set()
    stack = [(root, False) for root in reversed(roots)]
    while stack:
        node, ready = stack.pop()
        if (place := place_of(node)) in seen:
            continue
        if ready or not (children := node.children):
            seen.add(place)
            yield node
        else:
            stack.append((node, True))
            stack += [(child, False) for child in reversed(children) if place_of(child) not in seen]


def fold(root: Node, combine: Callable[[Any, list[Any]], Any]) -> Any:
    """The value of `combine(node, values of its children)` at the root; each node once."""
    values: list[Any] = []
    for node, places in root.steps:
        values.append(combine(node, [values[place] for place in places]))
    return values[-1]
