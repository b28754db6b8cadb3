"""What the nodes of a program are as forms of all values, by hints that are checked.

An entry of a ReLU, a product or a state is a new value, or is found to be a form of those before.
"""

from typing import NamedTuple

from constructions.lsrl.listed.data import Form, ListedNode, ListedProgram
from constructions.lsrl.listed.entries import products_traced, relus_traced
from constructions.lsrl.listed.facts import Facts, Hint, with_right
from constructions.lsrl.listed.gathering import Affine, New, reading
from constructions.lsrl.listed.layers import range_of
from constructions.lsrl.listed.memory import states_traced
from constructions.lsrl.listed.units import Products, ReLUs, States, Unit

__all__ = ["Traced", "traced"]


class Traced(NamedTuple):
    """The entries of nodes as forms of all values, and what is known of these."""

    views: tuple[tuple[Form, ...], ...]
    known: Facts


def traced(program: ListedProgram, hints: tuple[tuple[Hint, ...], ...], known: Facts) -> Traced:
    """Return what the nodes of a program are, with hints for the entries of each."""
    views: tuple[tuple[Form, ...], ...] = (range_of(0, program.dim),)
    found = with_right(known, len(hints) == len(program.nodes))
    for node, some in zip(program.nodes, hints, strict=False):
        more = node_traced(node, some, views, found)
        made, found = more
        views = (*views, made)
    return Traced(views, found)


def node_traced(
    node: ListedNode, hints: tuple[Hint, ...], views: tuple[tuple[Form, ...], ...], known: Facts
) -> tuple[tuple[Form, ...], Facts]:
    """Return the entries of a node, given those of the nodes before it, and what is known then."""
    match reading(node, views, ()):
        case Affine(forms):
            return forms, known
        case New(unit):
            return unit_traced(unit, hints, known)


def unit_traced(
    unit: Unit, hints: tuple[Hint, ...], known: Facts
) -> tuple[tuple[Form, ...], Facts]:
    """Return the entries of a unit that reads forms of all values, and what is known then."""
    match unit:
        case ReLUs(forms):
            return relus_traced(forms, hints, known)
        case Products(factors):
            return products_traced(factors, hints, known)
        case States(entries):
            return states_traced(entries, hints, known)
