"""Listing 2, mended, as plain data for all n: what `listing_2_mended` is made of.

Its nodes are those that the lines of the listing write, with the comparisons of
`programs.lookup_lines` and the conditional for values of at least 0.
"""

from typing import NamedTuple

from constructions.lsrl.language.numbers import ONE, ZERO
from constructions.lsrl.listed.comparing import (
    above_written,
    below_written,
    both_written,
    equals_written,
    is_at_written,
    kept_if_written,
    larger_written,
)
from constructions.lsrl.listed.data import (
    ConcatNode,
    Entry,
    Form,
    LinNode,
    LinStateNode,
    ListedProgram,
    Row,
    coordinate,
)
from constructions.lsrl.listed.hats import multiple
from constructions.lsrl.listed.lookup import Gains
from constructions.lsrl.listed.writing import Nodes, added_up, chosen, number_less, plus_number
from constructions.lsrl.programs.lookup_lines import Steps

__all__ = ["LookupWritten", "listed_lookup", "lookup_written"]


class Counters(NamedTuple):
    """Nodes, and which values the time, the counters and the vectors that turn for them are."""

    nodes: Nodes
    time: int
    turn_n: int
    mod_n: int
    turn_2n: int
    mod_2n: int


class Modes(NamedTuple):
    """Nodes, of which the last one says whether a value begins, and which values the modes are."""

    nodes: Nodes
    is_prompt: int
    is_compare_mode: int
    is_copy_mode: int


class Copied(NamedTuple):
    """Nodes, which values the registers are, and those of which the output is the sum."""

    nodes: Nodes
    registers: tuple[int, ...]
    outputs: tuple[int, ...]


class LookupWritten(NamedTuple):
    """The nodes of the program, of which the last one is the output, and which values are what."""

    nodes: Nodes
    counters: Counters
    modes: Modes
    query: int
    matching: int
    buffer: int
    all_matching: int
    started_on: int
    registers: tuple[int, ...]


def ones(many: int) -> Row:
    """Return the row that adds up so many entries."""
    return tuple((i, ONE) for i in range(many))


def total_written(nodes: Nodes, a: int, many: int) -> Nodes:
    """Write the sum of the first entries of value a."""
    return (*nodes, LinNode(a, (Form(ones(many), ZERO),)))


def turning_written(nodes: Nodes, size: int) -> Nodes:
    """Write the state that turns, with a 1 at the first place at the first token."""
    places = tuple(i for i in range(size))
    before = (places[-1] if places else 0, *places)[:size]
    entries = tuple(
        Entry(((k, ONE),), Form((), ZERO), ONE if i + 1 == size else ZERO)
        for i, k in enumerate(before)
    )
    return (*nodes, LinStateNode(0, entries))


def counted_written(nodes: Nodes, a: int, size: int) -> Nodes:
    """Write the place of the 1 in value a."""
    row: Row = tuple((i, multiple(i, ONE)) for i in range(1, size))
    return (*nodes, LinNode(a, (Form(row, ZERO),)))


def time_written(nodes: Nodes) -> Nodes:
    """Write the number of tokens before this one."""
    nodes = (*nodes, LinNode(0, (Form((), ONE),)))
    return (*nodes, LinStateNode(len(nodes), (Entry(((0, ONE),), coordinate(0), -ONE),)))


def counters_written(n: int) -> Counters:
    """Write lines 5 to 10."""
    empty: Nodes = ()
    nodes = time_written(empty)
    time = len(nodes)
    nodes = turning_written(nodes, n)
    turn_n = len(nodes)
    nodes = counted_written(nodes, turn_n, n)
    mod_n = len(nodes)
    nodes = turning_written(nodes, 2 * n)
    turn_2n = len(nodes)
    nodes = counted_written(nodes, turn_2n, 2 * n)
    return Counters(nodes, time, turn_n, mod_n, turn_2n, len(nodes))


def modes_written(counters: Counters, n: int, by: Steps) -> Modes:
    """Write lines 12 to 16."""
    nodes = above_written(counters.nodes, counters.time, multiple(n, ONE) - by.half, by)
    is_prompt = len(nodes)
    nodes = above_written(nodes, counters.mod_2n, multiple(n, ONE) - by.half, by)
    is_compare_mode = len(nodes)
    nodes = number_less(nodes, ONE, is_compare_mode, 1)
    nodes = both_written(nodes, is_prompt, len(nodes), by)
    is_copy_mode = len(nodes)
    nodes = below_written(nodes, counters.mod_n, by.half, by)
    nodes = both_written(nodes, is_copy_mode, len(nodes), by)
    return Modes(nodes, is_prompt, is_compare_mode, is_copy_mode)


def kept_at_written(nodes: Nodes, counter: int, i: int, a: int, gains: Gains) -> Nodes:
    """Write value a where a counter is i, and else 0."""
    nodes = is_at_written(nodes, counter, i, gains.steps)
    return kept_if_written(nodes, len(nodes), a, gains)


def entry_at_written(nodes: Nodes, counter: int, i: int, a: int, gains: Gains) -> Nodes:
    """Write entry i of value a where a counter is i, and else 0."""
    nodes = is_at_written(nodes, counter, i, gains.steps)
    here = len(nodes)
    nodes = chosen(nodes, a, i, 1)
    return kept_if_written(nodes, here, len(nodes), gains)


def query_written(nodes: Nodes, is_prompt: int, mod_n: int, n: int, gains: Gains) -> Nodes:
    """Write lines 18 to 21: the query, each of its tokens added at its position."""
    nodes = below_written(nodes, is_prompt, gains.steps.half, gains.steps)
    nodes = kept_if_written(nodes, len(nodes), 0, gains)
    asked = len(nodes)
    parts: tuple[int, ...] = ()
    for i in range(n):
        nodes = kept_at_written(nodes, mod_n, i, asked, gains)
        parts = (*parts, len(nodes))
    nodes = (*nodes, ConcatNode(parts))
    return added_up(nodes, len(nodes), n)


def matching_written(
    nodes: Nodes, asked: int, mod_n: int, is_compare_mode: int, n: int, gains: Gains
) -> Nodes:
    """Write lines 23 to 26: whether this token of a key is that of the query at its position."""
    parts: tuple[int, ...] = ()
    for i in range(n):
        nodes = entry_at_written(nodes, mod_n, i, asked, gains)
        parts = (*parts, len(nodes))
    nodes = (*nodes, ConcatNode(parts))
    nodes = total_written(nodes, len(nodes), n)
    nodes = equals_written(nodes, 0, len(nodes), gains.steps)
    return both_written(nodes, len(nodes), is_compare_mode, gains.steps)


def buffer_written(nodes: Nodes, matching: int, n: int) -> Nodes:
    """Write the last n + 1 matches."""
    moved = tuple(Entry(((i + 1, ONE),), Form((), ZERO), ZERO) for i in range(n))
    return (*nodes, LinStateNode(matching, (*moved, Entry((), coordinate(0), ZERO))))


def all_matching_written(nodes: Nodes, buffer: int, n: int, by: Steps) -> Nodes:
    """Write line 31: whether the n matches before this token all were."""
    nodes = total_written(nodes, buffer, n)
    return above_written(nodes, len(nodes), multiple(n, ONE) - by.half, by)


def started_written(nodes: Nodes, is_first: int, time: int, gains: Gains) -> Nodes:
    """Write lines 33 to 36, of whether all match: when the value of the key that matched began."""
    nodes = both_written(nodes, len(nodes), is_first, gains.steps)
    nodes = kept_if_written(nodes, len(nodes), time, gains)
    return added_up(nodes, len(nodes), 1)


def on_written(nodes: Nodes, is_copy_mode: int, time: int, n: int, by: Steps) -> Nodes:
    """Write line 39, of that time: whether this is a token of that value."""
    nodes = plus_number(nodes, len(nodes), multiple(n, ONE), 1)
    nodes = larger_written(nodes, len(nodes), time, by)
    return both_written(nodes, is_copy_mode, len(nodes), by)


def register_written(nodes: Nodes, copy_and_on: int, here: int, gains: Gains) -> Nodes:
    """Write lines 40 to 43: the register of a place."""
    nodes = both_written(nodes, copy_and_on, here, gains.steps)
    nodes = above_written(nodes, len(nodes), gains.steps.half, gains.steps)
    nodes = kept_if_written(nodes, len(nodes), 0, gains)
    return added_up(nodes, len(nodes), 1)


def put_out_written(nodes: Nodes, here: int, gains: Gains) -> Nodes:
    """Write lines 45 to 47: the register, the last value, where this is its place, and else 0."""
    register = len(nodes)
    nodes = above_written(nodes, here, gains.steps.half, gains.steps)
    return kept_if_written(nodes, len(nodes), register, gains)


def copied_written(nodes: Nodes, copy_and_on: int, mod_n: int, n: int, gains: Gains) -> Copied:
    """Write lines 40 to 47: each register, and what it gives to the output."""
    registers: tuple[int, ...] = ()
    outputs: tuple[int, ...] = ()
    for i in range(n):
        nodes = is_at_written(nodes, mod_n, i, gains.steps)
        here = len(nodes)
        nodes = register_written(nodes, copy_and_on, here, gains)
        registers = (*registers, len(nodes))
        nodes = put_out_written(nodes, here, gains)
        outputs = (*outputs, len(nodes))
    return Copied(nodes, registers, outputs)


def lookup_written(n: int, gains: Gains) -> LookupWritten:
    """Write the program, line by line."""
    by, counters = gains.steps, counters_written(n)
    modes = modes_written(counters, n, by)
    nodes = query_written(modes.nodes, modes.is_prompt, counters.mod_n, n, gains)
    asked = len(nodes)
    nodes = matching_written(nodes, asked, counters.mod_n, modes.is_compare_mode, n, gains)
    matching = len(nodes)
    nodes = buffer_written(nodes, matching, n)
    buffer = len(nodes)
    nodes = all_matching_written(nodes, buffer, n, by)
    all_matching = len(nodes)
    nodes = started_written(nodes, len(modes.nodes), counters.time, gains)
    started_on = len(nodes)
    nodes = on_written(nodes, modes.is_copy_mode, counters.time, n, by)
    copied = copied_written(nodes, len(nodes), counters.mod_n, n, gains)
    nodes = (*copied.nodes, ConcatNode(copied.outputs))
    nodes = total_written(nodes, len(nodes), n)
    return LookupWritten(
        nodes=nodes,
        counters=counters,
        modes=modes,
        query=asked,
        matching=matching,
        buffer=buffer,
        all_matching=all_matching,
        started_on=started_on,
        registers=copied.registers,
    )


def listed_lookup(n: int, gains: Gains) -> ListedProgram:
    """Return the program for keys of n tokens."""
    return ListedProgram(1, lookup_written(n, gains).nodes)
