"""Listing 2, mended, as pure functions of plain data: what it holds and puts out, token by token.

The comparisons are those of the program, and so is the conditional for values of at least 0.
"""

from typing import NamedTuple

from constructions.lsrl.helpers.conditionals import silenced
from constructions.lsrl.helpers.logic import f_not
from constructions.lsrl.language.cyclotomic import Number
from constructions.lsrl.language.numbers import ONE, ZERO
from constructions.lsrl.listed.data import Vector
from constructions.lsrl.listed.hats import multiple
from constructions.lsrl.listed.outputs import entry_of
from constructions.lsrl.programs.lookup_lines import (
    Steps,
    begins,
    both,
    copies,
    equals,
    is_on,
    off,
    on,
    reaches,
)

__all__ = [
    "Gains",
    "LookupState",
    "before_turning",
    "first_lookup_state",
    "lookup_outputs",
    "outputs_from",
    "turned",
    "zeros",
]


class Gains(NamedTuple):
    r"""The constants of the program: those of its steps, and $\lambda$ of its conditionals."""

    steps: Steps
    lam: Number


class LookupState(NamedTuple):
    """What the states hold: the time, two counters, and lines 21, 29, 36 and 43.

    A counter is a vector with a 1 at the place of its count.
    """

    time: Number
    turn_n: Vector
    turn_2n: Vector
    query: Vector
    matches: Vector
    started_on: Number
    registers: Vector


def zeros(k: int) -> Vector:
    """Return k zeros."""
    return tuple(ZERO for _ in range(k))


def before_turning(k: int) -> Vector:
    """Return what turns, before the first token: a 1 at the last of k places."""
    return tuple(ONE if i + 1 == k else ZERO for i in range(k))


def turned(x: Vector) -> Vector:
    """Return each entry moved on by a place, the last one to the first."""
    return (x[-1] if x else ZERO, *x)[: len(x)]


def count_of(turn: Vector) -> Number:
    """Return the place of the 1."""
    return sum((multiple(i, a) for i, a in enumerate(turn)), ZERO)


def kept(condition: Number, value: Number, gains: Gains) -> Number:
    """Return the value if the condition is 1, 0 if it is 0."""
    return silenced(value, gains.lam * f_not(condition))


def places(n: int, turn_n: Vector, gains: Gains) -> Vector:
    """Return for each place whether the counter modulo n is there."""
    mod_n = count_of(turn_n)
    return tuple(equals(mod_n, multiple(i, ONE), gains.steps) for i in range(n))


def first_lookup_state(n: int) -> LookupState:
    """Return what the states hold before the first token."""
    return LookupState(
        time=-ONE,
        turn_n=before_turning(n),
        turn_2n=before_turning(2 * n),
        query=zeros(n),
        matches=zeros(n + 1),
        started_on=ZERO,
        registers=zeros(n),
    )


def with_token(query: Vector, at: Vector, is_prompt: Number, x: Number, gains: Gains) -> Vector:
    """Lines 18 to 21: the query, with this token at its position if it is one of it."""
    asked = kept(off(is_prompt, gains.steps), x, gains)
    return tuple(a + kept(entry_of(at, i), asked, gains) for i, a in enumerate(query))


def selected(at: Vector, values: Vector, gains: Gains) -> Number:
    """Lines 24 and 25: the value at the place of the counter."""
    return sum((kept(entry_of(at, i), a, gains) for i, a in enumerate(values)), ZERO)


def lookup_step(n: int, gains: Gains, last: LookupState, x: Number) -> LookupState:
    """Return what the states hold after a token, line by line."""
    by, size, time = gains.steps, multiple(n, ONE), last.time + ONE
    turn_n, turn_2n = turned(last.turn_n), turned(last.turn_2n)
    at = places(n, turn_n, gains)
    is_prompt = reaches(time, size, by)
    is_compare_mode = reaches(count_of(turn_2n), size, by)
    is_copy_mode = copies(is_prompt, is_compare_mode, by)
    query = with_token(last.query, at, is_prompt, x, gains)
    matching = both(equals(x, selected(at, query, gains), by), is_compare_mode, by)
    matches = (*last.matches[1:], matching)
    all_matching = reaches(sum((a for a in matches[:n]), ZERO), size, by)
    starts = both(all_matching, begins(is_copy_mode, count_of(turn_n), by), by)
    started_on = last.started_on + kept(starts, time, gains)
    copy_and_on = is_on(is_copy_mode, time, started_on, size, by)
    registers = tuple(
        a + kept(on(both(copy_and_on, entry_of(at, i), by), by), x, gains)
        for i, a in enumerate(last.registers)
    )
    return LookupState(time, turn_n, turn_2n, query, matches, started_on, registers)


def lookup_output(n: int, gains: Gains, state: LookupState) -> Number:
    """Lines 45 to 48: the register at the place of the counter."""
    at = tuple(on(bit, gains.steps) for bit in places(n, state.turn_n, gains))
    return selected(at, state.registers, gains)


def outputs_from(first: LookupState, n: int, gains: Gains, tokens: Vector) -> Vector:
    """Return the outputs of a run that begins with a state."""
    state = first
    outputs: Vector = ()
    for x in tokens:
        state = lookup_step(n, gains, state, x)
        outputs = (*outputs, lookup_output(n, gains, state))
    return outputs


def lookup_outputs(n: int, gains: Gains, tokens: Vector) -> Vector:
    """Return the outputs of Listing 2, mended, on tokens: one for each."""
    return outputs_from(first_lookup_state(n), n, gains, tokens)
