"""Operations on operations: what terms and formulas are made of, and how to go through them."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from theorem_checks.statements.places import place_of

__all__ = ["Node", "fold", "nodes"]


@dataclass(frozen=True, eq=False)
class Node:
    """An operation on nodes; a leaf keeps its name or its value in `args`."""

    op: str
    args: tuple[Any, ...]

    @cached_property
    def children(self) -> tuple["Node", ...]:
        """The arguments that are nodes themselves."""
        return tuple(arg for arg in self.args if isinstance(arg, Node))

    @cached_property
    def below(self) -> tuple["Node", ...]:
        """Every node from here down once, itself at the end: children before parents."""
        return tuple(nodes(self))


def nodes(*roots: Node) -> Iterator[Any]:
    """Every node below the roots once, children before parents (without recursion)."""
    seen: set[int] = set()
    stack = [(root, False) for root in reversed(roots)]
    while stack:
        node, ready = stack.pop()
        if place_of(node) in seen:
            continue
        if ready or not (children := node.children):
            seen.add(place_of(node))
            yield node
        else:
            stack.append((node, True))
            stack.extend((child, False) for child in reversed(children))


def fold(root: Node, combine: Callable[[Any, list[Any]], Any]) -> Any:
    """The value of `combine(node, values of its children)` at the root; each node once."""
    values: dict[int, Any] = {}
    for node in root.below:
        values[place_of(node)] = combine(node, [values[place_of(child)] for child in node.children])
    return values[place_of(root)]
