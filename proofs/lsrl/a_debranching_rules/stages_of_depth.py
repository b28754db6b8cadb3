"""Stages of one kind for programs, as pure functions of programs as data.

Kinds are numbers: 0 for ReLUs, 1 for products, 2 for states. A plan says for each value of a
program after how many stages it is there. What a unit reads is there before its stage, or in it
where both are states; linear maps and joined vectors are there with what they read.
"""

from typing import TypeAlias

from constructions.lsrl.language.numbers import ONE, ZERO
from constructions.lsrl.listed.data import (
    ConcatNode,
    Entry,
    LinNode,
    LinStateNode,
    ListedNode,
    ListedProgram,
    MultiNode,
    ReLUNode,
    coordinate,
)
from constructions.lsrl.listed.depths import depths, entry, most

__all__ = ["all_ways", "is_enough", "needs"]

Kinds: TypeAlias = tuple[int, ...]
Plan: TypeAlias = tuple[int, ...]


def works(program: ListedProgram, kinds: Kinds, plan: Plan) -> bool:
    """Whether stages of these kinds compute a program as planned."""
    return all(fits(i, node, kinds, plan) for i, node in enumerate(program.nodes))


def fits(i: int, node: ListedNode, kinds: Kinds, plan: Plan) -> bool:
    """Whether node i is there when it is planned: its value is number i + 1."""
    own = entry(plan, i + 1)
    match node:
        case LinNode(source, _):
            return is_there(i, source, plan, own, 0)
        case ConcatNode(sources):
            return all(is_there(i, k, plan, own, 0) for k in sources)
        case ReLUNode(source):
            return kind_at(kinds, own) == 0 and is_there(i, source, plan, own, 1)
        case MultiNode(source):
            return kind_at(kinds, own) == 1 and is_there(i, source, plan, own, 1)
        case LinStateNode(source, _):
            return kind_at(kinds, own) == 2 and is_there(i, source, plan, own, 0)


def is_there(i: int, source: int, plan: Plan, own: int, before: int) -> bool:
    """Whether what node i reads is there so many stages before its own, or is not there at all."""
    return source > i or entry(plan, source) + before <= own


def kind_at(kinds: Kinds, n: int) -> int:
    """Return the kind of stage n, counted from 1; 3 for none."""
    from_0 = (3, *kinds)
    return from_0[n] if n < len(from_0) else 3


def is_enough(program: ListedProgram, n: int) -> bool:
    """Whether n stages R P S R P R P S R P ... compute a program, planned by its depths."""
    return works(program, tuple(k % 5 % 3 for k in range(n)), plan_of(program.nodes))


def plan_of(nodes: tuple[ListedNode, ...]) -> Plan:
    """Return when each value is there: all of depth k after 5 k/2 stages, rounded up."""
    found = depths(nodes)
    return (0, *(planned(node, found[: i + 1]) for i, node in enumerate(nodes)))


def planned(node: ListedNode, found: tuple[int, ...]) -> int:
    """Return when a node is there, from the depths of the values before it."""
    match node:
        case LinNode(source, _):
            return most(entry(found, source))
        case ConcatNode(sources):
            return most(max((entry(found, k) for k in sources), default=0))
        case ReLUNode(source):
            return behind(entry(found, source), 1, 4)
        case MultiNode(source):
            return behind(entry(found, source), 2, 5)
        case LinStateNode(source, _):
            return behind(entry(found, source), 3, 3)


def behind(k: int, first: int, second: int) -> int:
    """Return the stage of a unit that reads depth k: the first, or the second, of a block."""
    return 5 * (k // 2) + (first if k % 2 == 0 else second)


def all_ways(d: int) -> ListedProgram:
    """Return a program with each way of d units, side by side, but those with states in a row.

    The token has 2^d entries, so that d products leave one.
    """
    size = doubled(d)
    several = ways(d)
    units = tuple(
        unit(kind, 0 if k == 0 else j * d + k, size)
        for j, way in enumerate(several)
        for k, kind in enumerate(way)
    )
    ends = tuple(j * d + d for j, _ in enumerate(several))
    return ListedProgram(size, (*units, ConcatNode(ends)))


def doubled(d: int) -> int:
    """Return 2^d."""
    found = 1
    for _ in range(d):
        found = found + found
    return found


def ways(d: int) -> tuple[Kinds, ...]:
    """Return all words of d kinds without two states in a row."""
    found: tuple[Kinds, ...] = ((),)
    for _ in range(d):
        found = tuple(
            (kind, *way) for kind in range(3) for way in found if kind < 2 or entry(way, 0) < 2
        )
    return found


def unit(kind: int, source: int, size: int) -> ListedNode:
    """Return a unit of a kind; a state has so many entries, which add up the first one it reads."""
    if kind == 0:
        return ReLUNode(source)
    if kind == 1:
        return MultiNode(source)
    entries = tuple(Entry(((i, ONE),), coordinate(0), ZERO) for i in range(size))
    return LinStateNode(source, entries)


def needs(d: int, kinds: Kinds, plan: Plan, n: int) -> bool:
    """Whether n stages or more are there, if these compute all ways of d units."""
    return n <= len(kinds) or not works(all_ways(d), kinds, plan)
