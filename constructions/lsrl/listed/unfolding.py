"""States that read states of their own stage: these are put in as they are computed.

Let s be a state that is fed with r, of the same stage. With what r keeps of the last values of the
stage, and what it is fed with, s reads nothing but last values and the stage before.
"""

from constructions.lsrl.language.numbers import ZERO
from constructions.lsrl.listed.data import Entry, Form, Row, coordinate
from constructions.lsrl.listed.gathering import composed
from constructions.lsrl.listed.layers import moved
from constructions.lsrl.listed.units import Products, ReLUs, States, Unit, size_of_unit

__all__ = ["unfolded"]


def unfolded(rest: tuple[Unit, ...], ready: tuple[bool, ...], width: int) -> tuple[Unit, ...]:
    """Return the units that are ready, side by side in a stage behind one of a width.

    ReLUs and products read only that stage. States may read ready states before them.
    """
    units: tuple[Unit, ...] = ()
    seen: tuple[Entry, ...] = tuple(Entry((), coordinate(i), ZERO) for i in range(width))
    start = 0
    for unit, is_now in zip(rest, ready, strict=False):
        own = put_in(unit, start, seen)
        units = (*units, own) if is_now else units
        seen = (*seen, *(entries_of(own) if is_now else no_entries(size_of_unit(unit))))
        start = start + size_of_unit(unit) if is_now else start
    return units


def put_in(unit: Unit, start: int, seen: tuple[Entry, ...]) -> Unit:
    """Return a unit that starts there in its stage, if it is a state with all put in that it reads.

    What was `seen` of the values before are entries of last values of the stage, and of values of
    the one before.
    """
    match unit:
        case ReLUs(_):
            return unit
        case Products(_):
            return unit
        case States(entries):
            n = len(entries)
            pasts: tuple[Form, ...] = tuple(Form(entry.past, ZERO) for entry in seen)
            feds: tuple[Form, ...] = tuple(entry.fed for entry in seen)
            return States(tuple(entry_on(entry, start, n, pasts, feds) for entry in entries))


def entry_on(
    entry: Entry, start: int, n: int, pasts: tuple[Form, ...], feds: tuple[Form, ...]
) -> Entry:
    """Return an entry of a state of n that starts there, fed with what is kept and fed."""
    kept: Row = composed(Form(entry.fed.row, ZERO), pasts).row
    return Entry((*kept, *moved(entry.past, start, n)), composed(entry.fed, feds), entry.first)


def entries_of(unit: Unit) -> tuple[Entry, ...]:
    """Return the values of a unit as entries, of which only those of states are read."""
    match unit:
        case ReLUs(forms):
            return no_entries(len(forms))
        case Products(factors):
            return no_entries(len(factors))
        case States(entries):
            return entries


def no_entries(n: int) -> tuple[Entry, ...]:
    """Return so many entries that are 0."""
    return tuple(Entry((), Form((), ZERO), ZERO) for _ in range(n))
