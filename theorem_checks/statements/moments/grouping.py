"""Grouping of things that touch each other, directly or through others."""

from collections.abc import Callable, Hashable, Iterable
from typing import TypeVar

__all__ = ["connected"]

_T = TypeVar("_T")


def connected(things: Iterable[_T], touches: Callable[[_T], Iterable[Hashable]]) -> list[list[_T]]:
    """Split things into groups, such that two with something in common are in one group."""
    groups: list[tuple[set[Hashable], list[_T]]] = []
    for thing in things:
        touched = set(touches(thing))
        joined = [group for group in groups if not touched.isdisjoint(group[0])]
        groups = [group for group in groups if touched.isdisjoint(group[0])]
        members = [member for group in joined for member in group[1]]
        groups.append((touched.union(*(group[0] for group in joined)), [*members, thing]))
    return [members for _, members in groups]
