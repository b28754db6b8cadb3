r"""Relevancy screening: attention to a short-term buffer and a relevant set of fixed sizes.

At step t the buffer S holds the last $\nu$ states and the relevant set R at most $\rho$ older
ones. Each state collects the attention it gets while it is in the buffer, its relevance
$\beta(i) = \sum_{j=i}^{i+\nu-1} \alpha_{i,j}$; a state that leaves the buffer enters R if there is
room, or in the place of the member with the lowest relevance if its own is higher.

Both are arrays of fixed shapes, with a flag for each row that says whether something is there, and
selection is by arithmetic with comparisons. So one step runs on exact rationals, under `jit` and
`scan` on JAX arrays, and on arrays whose sizes are symbols.

Source: Kerg et al., Untangling tradeoffs between recurrence and self-attention, Algorithm 1.

**Errata.** Lines 6 and 7 print $t - \rho$, where $t - \nu$ is meant: the state that leaves the
buffer. The text's $S_t = \{h_{t-\nu}, \dots, h_{t-1}\}$ is one step behind the algorithm's, which
holds $h_{t-\nu+1}, \dots, h_t$.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

from constructions.arrays import exceeds, last_row, ones_like, shift_in, stack, zeros, zeros_like
from constructions.errors import ArgumentError

__all__ = ["Memory", "Slots", "attend", "by_row", "empty_memory", "replace_lowest", "screened_step"]


class Slots(NamedTuple):
    """The places of a buffer, a row for each: states, times, relevances, and 1 if one is there.

    For m places and states of n numbers: `state` (m x n); `time`, `relevance` and `present` (m).
    One place by itself has the shapes (n) and ().
    """

    state: Any
    time: Any
    relevance: Any
    present: Any


class Memory(NamedTuple):
    """The short-term buffer, the latest state first, and the relevant set, the highest first."""

    buffer: Slots
    relevant: Slots


def empty_memory(nu: Any, rho: Any, zero: Any) -> Memory:
    """Return empty buffers.

    **Arguments**: the sizes; `zero`, a state of zeros. **Raises** `ArgumentError` for sizes below
    1.
    """
    for name, size in (("nu", nu), ("rho", rho)):
        if size < 1:
            raise ArgumentError(name, size, "at least 1")
    return Memory(*(_empty(size, zero) for size in (nu, rho)))


def _empty(places: Any, zero: Any) -> Slots:
    none = zeros((places,), like=zero)
    return Slots(zeros((places, *zero.shape), like=zero), none, none, none)


def by_row(weight: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Any]:
    """Return what gives the weights of all rows, from the weight of one state: for real arrays."""
    return lambda s, rows: stack([weight(s, row) for row in rows])


def screened_step(
    memory: Memory, state: Any, time: Any, weight: Callable[[Any], Any]
) -> tuple[Memory, Any]:
    """Take in the state h_t; return the memory after it and the context c_t.

    **Arguments**: the memory; `state` (n) and its `time` (); `weight(rows)`, the positive weights
    of the states that are the rows of an array, exp of their scores.
    """
    before, relevant = (Slots(*slots) for slots in memory)
    leaving = Slots(*map(last_row, before))
    arriving = Slots(state, time, 0 * time, 0 * time + 1)
    buffer = Slots(*map(shift_in, before, arriving))
    relevant = replace_lowest(relevant, leaving)
    shares, context = attend(buffer, relevant, weight)
    buffer = buffer._replace(relevance=buffer.relevance + shares)
    return Memory(buffer, relevant), context


def attend(buffer: Slots, relevant: Slots, weight: Callable[[Any], Any]) -> tuple[Any, Any]:
    """Return the shares of attention of the buffer's places, 0 of empty ones, and the context.

    The context is the sum of the states in both, each times its share.
    """
    own, others = (weight(slots.state) * slots.present for slots in (buffer, relevant))
    total = own @ ones_like(own) + others @ ones_like(others)
    shares = own / total
    return shares, shares @ buffer.state + (others / total) @ relevant.state


def replace_lowest(
    relevant: Slots, arriving: Slots, higher: Callable[[Any, Any], Any] = exceeds
) -> Slots:
    """Let a state into the place of the lowest, if it is higher; an empty place is the lowest.

    The members are sorted, the best first, of equals the earlier; so they stay. Where the arriving
    state is higher than the member of a place, it stands there itself, or the member of the place
    before does if it is higher than that one, too.

    **Arguments**: the rows, and the arriving one; `higher(a, b)`, 1 where a number is, else 0.
    """
    before = Slots(*map(shift_in, relevant, arriving))  # of the first place nothing is ahead
    new = Slots(*(zeros_like(part) + one for part, one in zip(relevant, arriving, strict=True)))
    moved = _mix(higher(_rank_of(new), _rank_of(before)), before, new)
    return _mix(higher(_rank_of(new), _rank_of(relevant)), moved, relevant)


def _rank_of(slots: Slots) -> Any:
    """Numbers that order places by relevance, which is never negative, empty ones last."""
    return slots.relevance + slots.present


def _mix(choice: Any, yes: Slots, no: Slots) -> Slots:
    """Return `yes` in the rows where the choice is 1 and `no` where it is 0."""
    return Slots(*((a.T * choice + b.T * (1 - choice)).T for a, b in zip(yes, no, strict=True)))
