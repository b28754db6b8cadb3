"""The mended rules at the last stage: all that is ready of one kind becomes the next stage.

A unit is ready if it reads nothing but the last stage, on which all of the rest depends. One stage
computes all units of a kind that are ready, and passes what the others read of the last stage,
as in the paper's bypasses; so bypass and fusion are one step here, where they are two there (1B and
1A, 6 and 2, 7A to 10 and 3): a product by 1, a state without memory, x = relu(x) - relu(-x). What
comes from ReLUs passes ReLUs without a second half. What passes is written by the values of
the new stage in what the others read. A state of the new stage may read states of it before it: it
is unfolded, by the last values of what they keep, and by what they are fed with.

The first unit of the rest is always ready. So each step makes the rest shorter, and at last it is
empty.
"""

from constructions.lsrl.language.numbers import ONE, ZERO
from constructions.lsrl.listed.data import Entry, Form, coordinate
from constructions.lsrl.listed.gathering import composed, composed_forms
from constructions.lsrl.listed.layers import range_of
from constructions.lsrl.listed.unfolding import unfolded
from constructions.lsrl.listed.units import (
    Gathered,
    Products,
    ReLUs,
    States,
    Unit,
    forms_of,
    kind_of,
    size_of_unit,
    width_of,
)

__all__ = ["chosen", "finished", "fused", "with_stage", "with_units"]


def finished(program: Gathered) -> Gathered:
    """Return a program with all of its rest in stages."""
    made = program
    for _ in program.rest:
        made = fused(made)
    return made


def fused(program: Gathered) -> Gathered:
    """Return a program with all that is ready of one kind as its next stage, products first."""
    if len(program.rest) == 0:
        return program
    ready = chosen(program.rest, width_of(program.stages, program.dim))
    return with_stage(program, ready, ends_in_relus(program.stages))


def chosen(rest: tuple[Unit, ...], width: int) -> tuple[bool, ...]:
    """Return for each unit whether it is ready and of the kind that is next.

    Products come first, then states, then ReLUs; what reads nothing presses for no kind, if
    anything does.
    """
    kinds: tuple[int, ...] = ()
    pressing: tuple[int, ...] = ()
    there = width
    for unit in rest:
        kind = kind_of(unit) if is_ready(unit, width, there) else 3
        kinds = (*kinds, kind)
        pressing = (*pressing, kind if reads_something(unit) else 3)
        there = there + size_of_unit(unit)
    least = first_kind(pressing if any(kind < 3 for kind in pressing) else kinds)
    return tuple(kind == least for kind in kinds)


def reads_something(unit: Unit) -> bool:
    """Whether a unit reads any value."""
    return any(len(form.row) > 0 for form in forms_of(unit))


def first_kind(kinds: tuple[int, ...]) -> int:
    """Return 0 or 1, where one of these is there, and else 2."""
    if any(kind == 0 for kind in kinds):
        return 0
    return 1 if any(kind == 1 for kind in kinds) else 2


def is_ready(unit: Unit, width: int, there: int) -> bool:
    """Whether a unit reads only the first values, so many, of those that are there."""
    return all(i < width or there <= i for form in forms_of(unit) for i, _ in form.row)


def with_stage(program: Gathered, ready: tuple[bool, ...], positive: bool) -> Gathered:
    """Return a program with the units that are ready, all of one kind, in its next stage.

    They read the last stage, and states may read states among them that come before them. If the
    values of the last stage are `positive`, they pass ReLUs without a second half.
    """
    width = width_of(program.stages, program.dim)
    return with_units(program, ready, unfolded(program.rest, ready, width), positive)


def with_units(
    program: Gathered, ready: tuple[bool, ...], units: tuple[Unit, ...], positive: bool
) -> Gathered:
    """Return a program with units in its next stage, for those of its rest that are ready."""
    width = width_of(program.stages, program.dim)
    others: tuple[Unit, ...] = tuple(
        unit for unit, is_now in zip(program.rest, ready, strict=False) if not is_now
    )
    read = entries_read(others, program.output, width)
    stage = stage_of(units, read, positive)
    own = sum(size_of_unit(unit) for unit in units)
    views = passed_views(units, read, positive, own, width)
    kept: tuple[Unit, ...] = ()
    start, there = 0, size_of_unit(stage)
    for unit, is_now in zip(program.rest, ready, strict=False):
        kept = kept if is_now else (*kept, on_views(unit, views))
        views = (*views, *range_of(start if is_now else there, size_of_unit(unit)))
        start = start + size_of_unit(unit) if is_now else start
        there = there if is_now else there + size_of_unit(unit)
    stages: tuple[Unit, ...] = (*program.stages, stage)
    return Gathered(program.dim, stages, kept, composed_forms(program.output, views))


def entries_read(units: tuple[Unit, ...], output: tuple[Form, ...], width: int) -> tuple[int, ...]:
    """Return which of the first values are read by some units, or by the output."""
    forms: tuple[Form, ...] = (*(form for unit in units for form in forms_of(unit)), *output)
    places: tuple[int, ...] = tuple(i for form in forms for i, _ in form.row)
    return tuple(k for k in range(width) if any(i == k for i in places))


def ends_in_relus(stages: tuple[Unit, ...]) -> bool:
    """Whether the last stage has ReLUs, so that no value is negative."""
    found = False
    for stage in stages:
        found = is_relus(stage)
    return found


def is_relus(unit: Unit) -> bool:
    """Whether a unit has ReLUs."""
    match unit:
        case ReLUs(_):
            return True
        case Products(_):
            return False
        case States(_):
            return False


def stage_of(units: tuple[Unit, ...], read: tuple[int, ...], positive: bool) -> Unit:
    """Return a unit that has the values of some of one kind, and passes values.

    Values that are not known to be `positive` pass ReLUs in two halves.
    """
    passed = tuple(coordinate(i) for i in read)
    match kind_of_all(units):
        case ReLUs(_):
            forms = tuple(form for unit in units for form in relu_forms(unit))
            other: tuple[Form, ...] = () if positive else opposite(read)
            return ReLUs((*forms, *passed, *other))
        case Products(_):
            factors = tuple(pair for unit in units for pair in pairs_of(unit))
            return Products((*factors, *((form, Form((), ONE)) for form in passed)))
        case States(_):
            entries: tuple[Entry, ...] = tuple(e for unit in units for e in state_entries(unit))
            return States((*entries, *(Entry((), form, ZERO) for form in passed)))


def kind_of_all(units: tuple[Unit, ...]) -> Unit:
    """Return a unit of the kind that all have."""
    none: tuple[Form, ...] = ()
    kind: Unit = ReLUs(none)
    for unit in units:
        kind = unit
    return kind


def opposite(read: tuple[int, ...]) -> tuple[Form, ...]:
    """Return the forms -x of these values."""
    return tuple(Form(((i, -ONE),), ZERO) for i in read)


def relu_forms(unit: Unit) -> tuple[Form, ...]:
    """Return the forms of ReLUs."""
    match unit:
        case ReLUs(forms):
            return forms
        case Products(_):
            return ()
        case States(_):
            return ()


def pairs_of(unit: Unit) -> tuple[tuple[Form, Form], ...]:
    """Return the factors of products."""
    match unit:
        case ReLUs(_):
            return ()
        case Products(factors):
            return factors
        case States(_):
            return ()


def state_entries(unit: Unit) -> tuple[Entry, ...]:
    """Return the entries of a state."""
    match unit:
        case ReLUs(_):
            return ()
        case Products(_):
            return ()
        case States(entries):
            return entries


def passed_views(
    units: tuple[Unit, ...], read: tuple[int, ...], positive: bool, own: int, width: int
) -> tuple[Form, ...]:
    """Return the last values, where they are read, as forms of the stage that passes them."""
    halves = is_relus(kind_of_all(units)) and not positive
    n = len(read)
    return tuple(
        difference_of(own + index_of(i, read), own + n + index_of(i, read))
        if halves
        else coordinate(own + index_of(i, read))
        for i in range(width)
    )


def difference_of(i: int, j: int) -> Form:
    """Return the form that is entry i less entry j."""
    return Form(((i, ONE), (j, -ONE)), ZERO)


def index_of(number: int, numbers: tuple[int, ...]) -> int:
    """Return the place of the first such number, or that behind all."""
    place, found = 0, False
    for one in numbers:
        found = found or one == number
        place = place if found else place + 1
    return place


def on_views(unit: Unit, views: tuple[Form, ...]) -> Unit:
    """Return a unit that reads forms in place of values."""
    match unit:
        case ReLUs(forms):
            return ReLUs(composed_forms(forms, views))
        case Products(factors):
            return Products(
                tuple((composed(one, views), composed(other, views)) for one, other in factors)
            )
        case States(entries):
            return States(tuple(Entry(e.past, composed(e.fed, views), e.first) for e in entries))
