"""Listing 2, mended, with one node of another kind: what a careless author would write."""

from constructions.lsrl.language.numbers import ONE, ZERO
from constructions.lsrl.listed.data import (
    Entry,
    Form,
    LinNode,
    LinStateNode,
    ListedNode,
    ListedProgram,
    ReLUNode,
    coordinate,
)
from constructions.lsrl.listed.hats import multiple
from constructions.lsrl.listed.lookup import Gains
from constructions.lsrl.listed.lookup_program import (
    listed_lookup,
    lookup_written,
    turning_written,
)
from constructions.lsrl.listed.writing import Nodes


def with_node(n: int, gains: Gains, k: int, node: ListedNode) -> ListedProgram:
    """Return the program with another node for value k."""
    nodes = lookup_written(n, gains).nodes
    return ListedProgram(1, tuple(node if i + 1 == k else old for i, old in enumerate(nodes)))


def last_node(nodes: Nodes) -> ListedNode:
    """Return the last one of some nodes."""
    return nodes[-1] if nodes else ReLUNode(0)


def short_counter(n: int, gains: Gains) -> ListedProgram:
    """Return the program with a counter modulo n in place of that modulo 2n."""
    empty: Nodes = ()
    node = last_node(turning_written(empty, n))
    return with_node(n, gains, lookup_written(n, gains).counters.turn_2n, node)


def late_clock(n: int, gains: Gains) -> ListedProgram:
    """Return the program with a time that is -1 at the first token."""
    node = LinStateNode(1, (Entry(((0, ONE),), coordinate(0), -ONE - ONE),))
    return with_node(n, gains, lookup_written(n, gains).counters.time, node)


def forgetful(n: int, gains: Gains) -> ListedProgram:
    """Return the program with a buffer of the last n matches, not n + 1."""
    written = lookup_written(n, gains)
    newest, none = Entry((), coordinate(0), ZERO), Form((), ZERO)
    entries = tuple(newest if i + 1 == n else Entry(((i + 1, ONE),), none, ZERO) for i in range(n))
    return with_node(n, gains, written.buffer, LinStateNode(written.matching, entries))


def ending_early(n: int, gains: Gains) -> ListedProgram:
    """Return the program with t + 1 < started_on + n in line 39."""
    started_on = lookup_written(n, gains).started_on
    node = LinNode(started_on, (Form(((0, ONE),), multiple(n, ONE) - ONE),))
    return with_node(n, gains, started_on + 1, node)


def unasked(n: int, gains: Gains) -> ListedProgram:
    """Return the program that takes each key for the query."""
    node = LinNode(0, (Form((), ONE),))
    return with_node(n, gains, lookup_written(n, gains).all_matching, node)


def silent(n: int, gains: Gains) -> ListedProgram:
    """Return the program with a gain of its conditionals of 1."""
    return listed_lookup(n, Gains(gains.steps, ONE))


def late_in_n(n: int, gains: Gains) -> ListedProgram:
    """Return the program, and that with a short counter for n of 649 and more."""
    return listed_lookup(n, gains) if n < 649 else short_counter(n, gains)


def late_in_mu(n: int, gains: Gains) -> ListedProgram:
    """Return the program, and for steps of a gain above 1,000 that which takes each key."""
    is_small = gains.steps.mu <= multiple(1000, ONE)
    return listed_lookup(n, gains) if is_small else unasked(n, gains)


def silent_late(n: int, gains: Gains) -> ListedProgram:
    """Return the program, and for n of 649 and more that with a gain of 1."""
    return listed_lookup(n, gains) if n < 649 else silent(n, gains)
