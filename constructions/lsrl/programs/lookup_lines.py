"""The comparisons of Listing 2, as formulas of nodes and of numbers."""

from typing import NamedTuple

from constructions.lsrl.helpers.logic import f_not, overlap, ramp
from constructions.lsrl.helpers.operations import Gain, Value

__all__ = ["Steps", "begins", "both", "copies", "equals", "is_on", "off", "on", "reaches"]


class Steps(NamedTuple):
    r"""What steps are made of: their gain $\mu$, the width $1/\mu$ of each, and 1/2."""

    mu: Gain
    width: Gain
    half: Gain


def larger(a: Value, b: Value, by: Steps) -> Value:
    """Whether a > b, for numbers 1/2 apart or more."""
    return ramp(a - b, by.mu, by.width)


def both(a: Value, b: Value, by: Steps) -> Value:
    """Whether both bits are 1."""
    return overlap(ramp(a, by.mu, by.width), ramp(b, by.mu, by.width))


def equals(a: Value, b: Value, by: Steps) -> Value:
    """Whether two integers are equal."""
    return both(larger(a, b - by.half, by), larger(b + by.half, a, by), by)


def reaches(a: Value, n: Value, by: Steps) -> Value:
    """Whether an integer is at least n: the modes of lines 13 and 14, and line 31."""
    return larger(a, n - by.half, by)


def on(bit: Value, by: Steps) -> Value:
    """Whether a bit is 1."""
    return larger(bit, by.half, by)


def off(bit: Value, by: Steps) -> Value:
    """Whether a bit is 0, as line 19 asks; of an integer from 0 on, whether it is 0."""
    return larger(by.half, bit, by)


def copies(is_prompt: Value, is_compare_mode: Value, by: Steps) -> Value:
    """Line 15: whether this is a token of a value."""
    return both(is_prompt, f_not(is_compare_mode), by)


def begins(is_copy_mode: Value, mod_n: Value, by: Steps) -> Value:
    """Line 16: whether it is the first one of a value."""
    return both(is_copy_mode, off(mod_n, by), by)


def is_on(is_copy_mode: Value, time: Value, started_on: Value, n: Value, by: Steps) -> Value:
    """Line 39: whether it is a token of a value, at most n after the first match."""
    return both(is_copy_mode, larger(started_on + n, time, by), by)
