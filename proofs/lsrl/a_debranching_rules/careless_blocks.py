"""Paths that are not right, or not short enough: what a careless author would write."""

from constructions.lsrl.language.numbers import ONE, ZERO
from constructions.lsrl.listed.agreement import Hints, agrees, checked
from constructions.lsrl.listed.data import Entry, Form, ListedProgram, coordinate
from constructions.lsrl.listed.depths import depth, most
from constructions.lsrl.listed.fusing import ends_in_relus, is_ready, with_stage, with_units
from constructions.lsrl.listed.gathering import gathered
from constructions.lsrl.listed.in_turn import can_be_there, with_kind
from constructions.lsrl.listed.paths import is_path, path_of, written
from constructions.lsrl.listed.unfolding import no_entries, put_in
from constructions.lsrl.listed.units import (
    Gathered,
    Products,
    ReLUs,
    States,
    Unit,
    kind_of,
    size_of_unit,
    width_of,
)
from proofs.lsrl.a_debranching_rules.careless_checks import with_starts

__all__ = [
    "any_length",
    "as_it_is",
    "forgetting",
    "late_in_depth",
    "late_in_stages",
    "like_the_mended_rules",
    "losing_one",
    "most_late",
    "same_order",
    "started_at_one",
    "states_apart",
    "the_last_state",
    "two_a_level",
]


def two_a_level(k: int) -> int:
    """Return two stages for each level."""
    return 2 * k


def most_late(k: int) -> int:
    """Return two stages for each level from the 1,000th on."""
    return most(k) if k < 1000 else 2 * k


def any_length(program: ListedProgram, path: ListedProgram, hints: Hints) -> ListedProgram:
    """Do not look at how many stages there are."""
    same = is_path(path) and agrees(program, path, hints)
    return path if same else checked(program, path, hints)


def late_in_depth(program: ListedProgram, path: ListedProgram, hints: Hints) -> ListedProgram:
    """Do not look at how many stages there are for programs of depth 1,000 or more."""
    if depth(program) < 1000:
        return checked(program, path, hints)
    return any_length(program, path, hints)


def as_it_is(program: ListedProgram, path: ListedProgram, hints: Hints) -> ListedProgram:
    """Take the program itself for a path."""
    return program


def started_at_one(program: ListedProgram, path: ListedProgram, hints: Hints) -> ListedProgram:
    """Let all states of what is taken start at 1."""
    return with_starts(checked(program, path, hints))


def like_the_mended_rules(
    program: ListedProgram, path: ListedProgram, hints: Hints
) -> ListedProgram:
    """Take the kind that the mended rules take next, where a path is not taken."""
    taken = checked(program, path, hints)
    return taken if is_path(path) and agrees(program, path, hints) else path_of(program)


def same_order(program: ListedProgram, path: ListedProgram, hints: Hints) -> ListedProgram:
    """Let kinds come as ReLU, product, state, and again."""
    made = gathered(program)
    for k in range(most(depth(program))):
        made = with_kind(made, (k % 3 + 2) % 3)
    taken = checked(program, path, hints)
    return taken if is_path(path) and agrees(program, path, hints) else written(made)


def states_apart(program: ListedProgram, path: ListedProgram, hints: Hints) -> ListedProgram:
    """Let no state read states of its own stage."""
    made = gathered(program)
    for k in range(most(depth(program))):
        made = with_what_is_ready(made, (k % 5 + 2) % 3)
    taken = checked(program, path, hints)
    return taken if is_path(path) and agrees(program, path, hints) else written(made)


def with_what_is_ready(program: Gathered, kind: int) -> Gathered:
    """Return a program with all of a kind that read only the last stage as its next one."""
    width = width_of(program.stages, program.dim)
    ready: tuple[bool, ...] = ()
    there = width
    for unit in program.rest:
        ready = (*ready, kind_of(unit) == kind and is_ready(unit, width, there))
        there = there + size_of_unit(unit)
    if any(is_now for is_now in ready):
        return with_stage(program, ready, ends_in_relus(program.stages))
    return program


def forgetting(program: Gathered, kind: int) -> Gathered:
    """Let states forget the states of their own stage that they read."""
    width = width_of(program.stages, program.dim)
    rest = tuple(within_width(unit, width) for unit in program.rest)
    after = with_kind(program, kind)
    if len(after.stages) == len(program.stages) or kind != 1:
        return after
    ready = can_be_there(program.rest, width, kind)
    return with_stage(
        Gathered(program.dim, program.stages, rest, program.output),
        ready,
        ends_in_relus(program.stages),
    )


def within_width(unit: Unit, width: int) -> Unit:
    """Return a unit; of what a state is fed with, only the first values."""
    match unit:
        case ReLUs(_):
            return unit
        case Products(_):
            return unit
        case States(entries):
            return States(tuple(Entry(e.past, first_of(e.fed, width), e.first) for e in entries))


def first_of(form: Form, width: int) -> Form:
    """Return a form of the first values alone."""
    return Form(tuple((i, c) for i, c in form.row if i < width), form.constant)


def the_last_state(program: Gathered, kind: int) -> Gathered:
    """Let states read the last values of the states of their own stage, and not the new ones."""
    width = width_of(program.stages, program.dim)
    ready = can_be_there(program.rest, width, kind)
    if any(is_now for is_now in ready):
        units = unfolded_late(program.rest, ready, width)
        return with_units(program, ready, units, ends_in_relus(program.stages))
    return program


def unfolded_late(rest: tuple[Unit, ...], ready: tuple[bool, ...], width: int) -> tuple[Unit, ...]:
    """Return the units that are ready, states by the last values of the states that they read."""
    units: tuple[Unit, ...] = ()
    seen: tuple[Entry, ...] = tuple(Entry((), coordinate(i), ZERO) for i in range(width))
    start = 0
    for unit, is_now in zip(rest, ready, strict=False):
        n = size_of_unit(unit)
        lasts = tuple(Entry(((start + i, ONE),), Form((), ZERO), ZERO) for i in range(n))
        units = (*units, put_in(unit, start, seen)) if is_now else units
        seen = (*seen, *(lasts if is_now else no_entries(n)))
        start = start + n if is_now else start
    return units


def losing_one(program: Gathered, kind: int) -> Gathered:
    """Lose the first unit that is left behind a stage."""
    after = with_kind(program, kind)
    return Gathered(after.dim, after.stages, after.rest[1:], after.output)


def late_in_stages(program: Gathered, kind: int) -> Gathered:
    """Lose a unit behind the 1,000th stage."""
    late = len(program.stages) > 1000
    return losing_one(program, kind) if late else with_kind(program, kind)
