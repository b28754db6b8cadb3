"""The comparisons and the conditional of Listing 2 as nodes, added to those that there are.

They are those of `programs.lookup_lines`, of values of one entry.
"""

from constructions.lsrl.language.cyclotomic import Number
from constructions.lsrl.language.numbers import ONE
from constructions.lsrl.listed.hats import multiple
from constructions.lsrl.listed.lookup import Gains
from constructions.lsrl.listed.writing import (
    Nodes,
    added,
    less,
    number_less,
    plus_number,
    relu_of,
    times,
)
from constructions.lsrl.programs.lookup_lines import Steps

__all__ = [
    "above_written",
    "below_written",
    "both_written",
    "equals_written",
    "is_at_written",
    "kept_if_written",
    "larger_written",
    "ramp_written",
]


def ramp_written(nodes: Nodes, x: int, by: Steps) -> Nodes:
    """Write `ramp` of value x."""
    nodes = times(nodes, by.mu, x, 1)
    nodes = relu_of(nodes, len(nodes))
    low = len(nodes)
    nodes = plus_number(nodes, x, -by.width, 1)
    nodes = relu_of(nodes, len(nodes))
    nodes = times(nodes, by.mu, len(nodes), 1)
    return less(nodes, low, 1, len(nodes), 1)


def above_written(nodes: Nodes, a: int, b: Number, by: Steps) -> Nodes:
    """Write whether value a is larger than a number."""
    nodes = plus_number(nodes, a, -b, 1)
    return ramp_written(nodes, len(nodes), by)


def below_written(nodes: Nodes, a: int, b: Number, by: Steps) -> Nodes:
    """Write whether value a is less than a number."""
    nodes = number_less(nodes, b, a, 1)
    return ramp_written(nodes, len(nodes), by)


def larger_written(nodes: Nodes, a: int, b: int, by: Steps) -> Nodes:
    """Write whether value a is larger than value b."""
    nodes = less(nodes, a, 1, b, 1)
    return ramp_written(nodes, len(nodes), by)


def both_written(nodes: Nodes, a: int, b: int, by: Steps) -> Nodes:
    """Write whether both bits are 1."""
    nodes = ramp_written(nodes, a, by)
    first = len(nodes)
    nodes = ramp_written(nodes, b, by)
    nodes = added(nodes, first, 1, len(nodes), 1)
    nodes = plus_number(nodes, len(nodes), -ONE, 1)
    return relu_of(nodes, len(nodes))


def is_at_written(nodes: Nodes, counter: int, i: int, by: Steps) -> Nodes:
    """Write whether a counter is i."""
    nodes = above_written(nodes, counter, multiple(i, ONE) - by.half, by)
    above = len(nodes)
    nodes = below_written(nodes, counter, multiple(i, ONE) + by.half, by)
    return both_written(nodes, above, len(nodes), by)


def equals_written(nodes: Nodes, a: int, b: int, by: Steps) -> Nodes:
    """Write whether two integers are equal."""
    nodes = plus_number(nodes, b, -by.half, 1)
    nodes = larger_written(nodes, a, len(nodes), by)
    above = len(nodes)
    nodes = plus_number(nodes, b, by.half, 1)
    nodes = larger_written(nodes, len(nodes), a, by)
    return both_written(nodes, above, len(nodes), by)


def kept_if_written(nodes: Nodes, condition: int, a: int, gains: Gains) -> Nodes:
    """Write value a, of at least 0, if the condition is 1, and 0 if it is 0."""
    nodes = number_less(nodes, ONE, condition, 1)
    nodes = times(nodes, gains.lam, len(nodes), 1)
    nodes = less(nodes, a, 1, len(nodes), 1)
    return relu_of(nodes, len(nodes))
