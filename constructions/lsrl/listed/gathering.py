"""The mended rule for Lin and Concat: they are gathered in what the other nodes read.

Each value of each node is written as an affine form of the token and of the units, which are the
ReLUs, products and states. Units that are equal are one, and a ReLU of a ReLU is that ReLU.
"""

from typing import NamedTuple, TypeAlias

from constructions.lsrl.language.cyclotomic import Number
from constructions.lsrl.language.numbers import ZERO
from constructions.lsrl.listed.data import (
    ConcatNode,
    Entry,
    Form,
    LinNode,
    LinStateNode,
    ListedNode,
    ListedProgram,
    MultiNode,
    ReLUNode,
    Row,
)
from constructions.lsrl.listed.layers import range_of
from constructions.lsrl.listed.units import (
    Gathered,
    Products,
    ReLUs,
    States,
    Unit,
    size_of_unit,
)

__all__ = ["composed", "composed_forms", "gathered"]


class Affine(NamedTuple):
    """A node whose values are forms of what is there."""

    forms: tuple[Form, ...]


class New(NamedTuple):
    """A node that needs a unit."""

    unit: Unit


Reading: TypeAlias = Affine | New


def gathered(program: ListedProgram) -> Gathered:
    """Return a program with its Lins and Concats gathered: all is yet in the rest."""
    units: tuple[Unit, ...] = ()
    views: tuple[tuple[Form, ...], ...] = (range_of(0, program.dim),)
    rectified: tuple[bool, ...] = (False,)
    for node in program.nodes:
        found = reading(node, views, rectified)
        views = (*views, view_of(found, units, program.dim))
        units = (*units, *new_units(found, units))
        rectified = (*rectified, is_rectified(node))
    return Gathered(program.dim, (), units, views[-1] if views else ())


def reading(
    node: ListedNode, views: tuple[tuple[Form, ...], ...], rectified: tuple[bool, ...]
) -> Reading:
    """Return what a node is, given the forms of the nodes before it, and which are ReLUs."""
    match node:
        case LinNode(source, forms):
            return Affine(composed_forms(forms, view_at(views, source)))
        case ReLUNode(source):
            x = view_at(views, source)
            if flag_at(rectified, source):
                return Affine(x)
            return New(ReLUs(x))
        case MultiNode(source):
            x = view_at(views, source)
            half = len(x) // 2
            pairs: tuple[tuple[Form, Form], ...] = tuple(
                (one, other) for one, other in zip(x[:half], x[half:], strict=False)
            )
            return New(Products(pairs))
        case LinStateNode(source, entries):
            x = view_at(views, source)
            return New(States(tuple(Entry(e.past, composed(e.fed, x), e.first) for e in entries)))
        case ConcatNode(sources):
            return Affine(tuple(form for source in sources for form in view_at(views, source)))


def is_rectified(node: ListedNode) -> bool:
    """Whether a node is a ReLU."""
    match node:
        case LinNode(_, _):
            return False
        case ReLUNode(_):
            return True
        case MultiNode(_):
            return False
        case LinStateNode(_, _):
            return False
        case ConcatNode(_):
            return False


def view_of(found: Reading, units: tuple[Unit, ...], dim: int) -> tuple[Form, ...]:
    """Return the values of a node as forms of all values, given the units before it."""
    match found:
        case Affine(forms):
            return forms
        case New(unit):
            before = units[: place_of(unit, units)]
            start = dim + sum(size_of_unit(one) for one in before)
            return range_of(start, size_of_unit(unit))


def new_units(found: Reading, units: tuple[Unit, ...]) -> tuple[Unit, ...]:
    """Return the unit of a node, if it needs one that is not there."""
    match found:
        case Affine(_):
            return ()
        case New(unit):
            return () if place_of(unit, units) < len(units) else (unit,)


def place_of(unit: Unit, units: tuple[Unit, ...]) -> int:
    """Return the place of the first equal unit, or that behind all."""
    place, found = 0, False
    for one in units:
        found = found or same_unit(one, unit)
        place = place if found else place + 1
    return place


def same_unit(one: Unit, other: Unit) -> bool:
    """Whether two units compute the same by the same numbers."""
    match one:
        case ReLUs(forms):
            return same_relus(forms, other)
        case Products(factors):
            return same_products(factors, other)
        case States(entries):
            return same_states(entries, other)


def same_relus(forms: tuple[Form, ...], other: Unit) -> bool:
    """Whether a unit has ReLUs of these forms."""
    match other:
        case ReLUs(others):
            same = all(same_form(f, g) for f, g in zip(forms, others, strict=False))
            return len(forms) == len(others) and same
        case Products(_):
            return False
        case States(_):
            return False


def same_products(factors: tuple[tuple[Form, Form], ...], other: Unit) -> bool:
    """Whether a unit has products of these factors."""
    match other:
        case ReLUs(_):
            return False
        case Products(others):
            same = all(
                same_form(one, f) and same_form(two, g)
                for (one, two), (f, g) in zip(factors, others, strict=False)
            )
            return len(factors) == len(others) and same
        case States(_):
            return False


def same_states(entries: tuple[Entry, ...], other: Unit) -> bool:
    """Whether a unit is a state of these entries."""
    match other:
        case ReLUs(_):
            return False
        case Products(_):
            return False
        case States(others):
            same = all(same_entry(e, f) for e, f in zip(entries, others, strict=False))
            return len(entries) == len(others) and same


def same_entry(one: Entry, other: Entry) -> bool:
    """Whether two entries of states are the same."""
    same = same_row(one.past, other.past) and same_form(one.fed, other.fed)
    return same and one.first == other.first


def same_form(one: Form, other: Form) -> bool:
    """Whether two forms are the same."""
    return same_row(one.row, other.row) and one.constant == other.constant


def same_row(one: Row, other: Row) -> bool:
    """Whether two rows are the same."""
    same = all(i == j and c == d for (i, c), (j, d) in zip(one, other, strict=False))
    return len(one) == len(other) and same


def view_at(views: tuple[tuple[Form, ...], ...], i: int) -> tuple[Form, ...]:
    """Return the forms of a node; one that is not there has none."""
    return views[i] if i < len(views) else ()


def flag_at(flags: tuple[bool, ...], i: int) -> bool:
    """Return one of some truth values, False where there is none."""
    return flags[i] if i < len(flags) else False


def composed_forms(forms: tuple[Form, ...], inner: tuple[Form, ...]) -> tuple[Form, ...]:
    """Return forms of the values of others, as forms of what these read."""
    return tuple(composed(form, inner) for form in forms)


def composed(form: Form, inner: tuple[Form, ...]) -> Form:
    """Return a form of the values of others, as a form of what these read."""
    row: Row = ()
    constant = form.constant
    for i, c in form.row:
        read = inner[i] if i < len(inner) else Form((), ZERO)
        constant = constant + c * read.constant
        row = with_terms(row, c, read.row)
    return Form(row, constant)


def with_terms(row: Row, factor: Number, more: Row) -> Row:
    """Return a row, plus a factor times another one."""
    total = row
    for i, c in more:
        total = with_term(total, i, factor * c)
    return total


def with_term(row: Row, place: int, number: Number) -> Row:
    """Return a row, in order if it was, plus a number at a place."""
    if ends_before(row, place):
        return (*row, (place, number)) if number != 0 else row
    total = sum((c for i, c in row if i == place), number)
    own: Row = ((place, total),) if total != 0 else ()
    before: Row = tuple((i, c) for i, c in row if i < place)
    behind: Row = tuple((i, c) for i, c in row if i > place)
    return (*before, *own, *behind)


def ends_before(row: Row, place: int) -> bool:
    """Whether the last term of a row, if there is one, is at a place before this one."""
    none: tuple[int, Number] = (0, ZERO)
    end, _ = row[-1] if row else none
    return len(row) == 0 or end < place
