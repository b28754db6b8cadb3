"""The formulas of Listing 2, mended, as a careless author would write them."""

from constructions.lsrl.language.numbers import ONE
from constructions.lsrl.listed.data import Vector
from constructions.lsrl.listed.lookup import (
    Gains,
    LookupState,
    before_turning,
    first_lookup_state,
    lookup_output,
    lookup_outputs,
    lookup_step,
    outputs_from,
    turned,
    zeros,
)


def short_counter(n: int, gains: Gains, tokens: Vector) -> Vector:
    """Return the outputs with a counter modulo n in place of that modulo 2n."""
    a = first_lookup_state(n)
    turn = before_turning(n)
    first = LookupState(a.time, a.turn_n, turn, a.query, a.matches, a.started_on, a.registers)
    return outputs_from(first, n, gains, tokens)


def late_clock(n: int, gains: Gains, tokens: Vector) -> Vector:
    """Return the outputs with a time that is -1 at the first token."""
    a = first_lookup_state(n)
    first = LookupState(
        a.time - ONE, a.turn_n, a.turn_2n, a.query, a.matches, a.started_on, a.registers
    )
    return outputs_from(first, n, gains, tokens)


def counting_from_one(n: int, gains: Gains, tokens: Vector) -> Vector:
    """Return the outputs with a counter modulo n that is 1 at the first token."""
    a = first_lookup_state(n)
    first = LookupState(
        a.time, turned(a.turn_n), a.turn_2n, a.query, a.matches, a.started_on, a.registers
    )
    return outputs_from(first, n, gains, tokens)


def forgetful(n: int, gains: Gains, tokens: Vector) -> Vector:
    """Return the outputs with a buffer of the last n matches, not n + 1."""
    a = first_lookup_state(n)
    first = LookupState(a.time, a.turn_n, a.turn_2n, a.query, zeros(n), a.started_on, a.registers)
    return outputs_from(first, n, gains, tokens)


def earlier(last: LookupState, state: LookupState) -> LookupState:
    """Return a state in which a match started a token before."""
    same_start = state.started_on == last.started_on
    started = state.started_on if same_start else state.started_on - ONE
    return LookupState(
        state.time,
        state.turn_n,
        state.turn_2n,
        state.query,
        state.matches,
        started,
        state.registers,
    )


def ending_early(n: int, gains: Gains, tokens: Vector) -> Vector:
    """Return the outputs where the last token of a value is not kept, from two tokens on."""
    state = first_lookup_state(n)
    outputs: Vector = ()
    for x in tokens:
        found = lookup_step(n, gains, state, x)
        outputs = (*outputs, lookup_output(n, gains, found))
        state = earlier(state, found)
    return outputs


def already_full(n: int, gains: Gains, tokens: Vector) -> Vector:
    """Return the outputs with registers that hold 1 before the first token."""
    a = first_lookup_state(n)
    full = tuple(b + ONE for b in a.registers)
    first = LookupState(a.time, a.turn_n, a.turn_2n, a.query, a.matches, a.started_on, full)
    return outputs_from(first, n, gains, tokens)


def late_in_n(n: int, gains: Gains, tokens: Vector) -> Vector:
    """Return the outputs, and those with a short counter for n of 649 and more."""
    return lookup_outputs(n, gains, tokens) if n < 649 else short_counter(n, gains, tokens)


def late_in_tokens(n: int, gains: Gains, tokens: Vector) -> Vector:
    """Return the outputs, from the token 10,000 on 1 more."""
    return tuple(
        y if t < 10000 else y + ONE for t, y in enumerate(lookup_outputs(n, gains, tokens))
    )
