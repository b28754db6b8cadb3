"""A path of stages whose kinds come in turn: ReLU, product, state, ReLU, product, and again.

Each stage has all of its kind that can be there. Any two kinds, but two states, stand in the block
one after the other, so that five stages take two levels off every way: a program of depth d is a
path after 5 d/2 stages (`lsrl/new-levelised-compiler`).
"""

from constructions.lsrl.listed.data import ListedProgram
from constructions.lsrl.listed.depths import depth, most
from constructions.lsrl.listed.fusing import ends_in_relus, with_stage
from constructions.lsrl.listed.gathering import gathered
from constructions.lsrl.listed.paths import written
from constructions.lsrl.listed.units import (
    Gathered,
    Unit,
    forms_of,
    kind_of,
    size_of_unit,
    width_of,
)

__all__ = ["in_turn", "path_in_blocks"]


def path_in_blocks(program: ListedProgram) -> ListedProgram:
    """Return a path that puts out what a program does, in 5/2 stages for each level at most."""
    return written(in_turn(gathered(program), most(depth(program))))


def in_turn(program: Gathered, n: int) -> Gathered:
    """Return a program with so many stages more, but those that would be empty."""
    made = program
    for k in range(n):
        made = with_kind(made, (k % 5 + 2) % 3)
    return made


def with_kind(program: Gathered, kind: int) -> Gathered:
    """Return a program with all of a kind that can be there as its next stage, if any can."""
    ready = can_be_there(program.rest, width_of(program.stages, program.dim), kind)
    if any(is_now for is_now in ready):
        return with_stage(program, ready, ends_in_relus(program.stages))
    return program


def can_be_there(rest: tuple[Unit, ...], width: int, kind: int) -> tuple[bool, ...]:
    """Return for each unit whether it is of a kind and reads nothing but the last stage.

    States may read states of which this is so, too.
    """
    ready: tuple[bool, ...] = ()
    there: tuple[bool, ...] = tuple(True for _ in range(width))
    for unit in rest:
        is_now = kind_of(unit) == kind and reads_what_is(unit, there)
        ready = (*ready, is_now)
        there = (*there, *(is_now and kind == 1 for _ in range(size_of_unit(unit))))
    return ready


def reads_what_is(unit: Unit, there: tuple[bool, ...]) -> bool:
    """Whether all values that a unit reads are there; one that no unit has is 0."""
    return all(there[i] if i < len(there) else True for form in forms_of(unit) for i, _ in form.row)
