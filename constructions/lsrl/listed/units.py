"""Programs that are gathered: affine maps stand in what units read, and units come one by one.

A unit is what a program computes by ReLUs, by products, or as a state, of affine forms. The
`stages` are a path: each reads the values of the one before it, the first one the token. Each
unit of the `rest` reads all that is there: the values of the last stage, and behind these those
of the units before it. A program whose rest is empty is a path.
"""

from typing import NamedTuple, TypeAlias

from constructions.lsrl.listed.data import Entry, Form, Vector, value
from constructions.lsrl.listed.outputs import (
    entry_of,
    first_state,
    next_state,
    relus,
    values,
    vector_at,
)

__all__ = [
    "Gathered",
    "Products",
    "ReLUs",
    "States",
    "Unit",
    "forms_of",
    "gathered_outputs",
    "kind_of",
    "size_of_unit",
    "width_of",
]


class ReLUs(NamedTuple):
    """ReLUs of forms."""

    forms: tuple[Form, ...]


class Products(NamedTuple):
    """Products of two forms each."""

    factors: tuple[tuple[Form, Form], ...]


class States(NamedTuple):
    """A state that is fed with forms."""

    entries: tuple[Entry, ...]


Unit: TypeAlias = ReLUs | Products | States


class Gathered(NamedTuple):
    """The size of the tokens, the stages, the rest, and the output as forms of all values."""

    dim: int
    stages: tuple[Unit, ...]
    rest: tuple[Unit, ...]
    output: tuple[Form, ...]


def size_of_unit(unit: Unit) -> int:
    """Return how many values a unit has."""
    match unit:
        case ReLUs(forms):
            return len(forms)
        case Products(factors):
            return len(factors)
        case States(entries):
            return len(entries)


def kind_of(unit: Unit) -> int:
    """Return 0 for products, 1 for a state, 2 for ReLUs."""
    match unit:
        case ReLUs(_):
            return 2
        case Products(_):
            return 0
        case States(_):
            return 1


def forms_of(unit: Unit) -> tuple[Form, ...]:
    """Return all forms that a unit reads."""
    match unit:
        case ReLUs(forms):
            return forms
        case Products(factors):
            return tuple(form for one, other in factors for form in (one, other))
        case States(entries):
            return tuple(entry.fed for entry in entries)


def width_of(stages: tuple[Unit, ...], dim: int) -> int:
    """Return how many values there are behind some stages, given the size of the tokens."""
    width = dim
    for stage in stages:
        width = size_of_unit(stage)
    return width


def unit_value(unit: Unit, last: Vector, x: Vector) -> Vector:
    """Return the values of a unit that reads x, given its last ones."""
    match unit:
        case ReLUs(forms):
            return relus(values(forms, x))
        case Products(factors):
            return tuple(value(one, x) * value(other, x) for one, other in factors)
        case States(entries):
            return next_state(entries, last, x)


def unit_first(unit: Unit) -> Vector:
    """Return the values of a unit before the first token, where they count."""
    match unit:
        case ReLUs(_):
            return ()
        case Products(_):
            return ()
        case States(entries):
            return first_state(entries)


def gathered_step(
    program: Gathered, last: tuple[Vector, ...], token: Vector
) -> tuple[tuple[Vector, ...], Vector]:
    """Return the values of all stages and units after a token, and the output."""
    found: tuple[Vector, ...] = ()
    x: Vector = tuple(entry_of(token, i) for i in range(program.dim))
    for stage in program.stages:
        x = unit_value(stage, vector_at(last, len(found)), x)
        found = (*found, x)
    for unit in program.rest:
        own = unit_value(unit, vector_at(last, len(found)), x)
        found = (*found, own)
        x = (*x, *own)
    return found, values(program.output, x)


def gathered_outputs(program: Gathered, tokens: tuple[Vector, ...]) -> tuple[Vector, ...]:
    """Return the outputs of a gathered program on tokens."""
    last: tuple[Vector, ...] = (
        *(unit_first(stage) for stage in program.stages),
        *(unit_first(unit) for unit in program.rest),
    )
    outputs: tuple[Vector, ...] = ()
    for token in tokens:
        step = gathered_step(program, last, token)
        last, y = step
        outputs = (*outputs, y)
    return outputs
