"""Topological order, and whether two graphs are the same, of whatever knows its inputs."""

from collections.abc import Sequence
from typing import Any, Protocol, Self, TypeVar, runtime_checkable

__all__ = ["are_same_operations", "in_order", "positions_of_inputs"]


@runtime_checkable
class HasInputs(Protocol):
    """What is computed from others of its kind."""

    @property
    def inputs(self) -> tuple[Self, ...]:
        """What it is computed from."""
        ...


One = TypeVar("One", bound=HasInputs)


def in_order(sink: One) -> tuple[One, ...]:
    """Return the nodes that lead to a sink, inputs before users.

    The order depends on the structure alone. There is no recursion, for graphs may be deep.
    """
    done: dict[int, One] = {}
    stack = [(sink, False)]
    while stack:
        node, ready = stack.pop()
        if id(node) in done:
            continue
        if ready:
            done[id(node)] = node
        else:
            stack.append((node, True))
            stack += [(part, False) for part in reversed(node.inputs) if id(part) not in done]
    return tuple(done.values())


def positions_of_inputs(nodes: Sequence[HasInputs]) -> tuple[tuple[int, ...], ...]:
    """Return for each of the nodes in order the positions of its inputs among them."""
    place = {id(node): i for i, node in enumerate(nodes)}
    return tuple(tuple(place[id(part)] for part in node.inputs) for node in nodes)


def are_same_operations(nodes: Sequence[Any], others: Sequence[Any]) -> bool:
    """Whether nodes do, one by one, the same as others with their inputs."""
    return len(nodes) == len(others) and all(
        a.same_operation(b) for a, b in zip(nodes, others, strict=True)
    )
