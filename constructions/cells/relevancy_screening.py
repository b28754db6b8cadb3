r"""Relevancy screening: attention to a short-term buffer and a relevant set of fixed sizes.

At step t the buffer S holds the last $\nu$ states and the relevant set R at most $\rho$ older
ones. Each state collects the attention it gets while it is in the buffer, its relevance
$\beta(i) = \sum_{j=i}^{i+\nu-1} \alpha_{i,j}$; a state that leaves the buffer enters R if there is
room, or in the place of the member with the lowest relevance if its own is higher.

The buffers are rows of fixed length, with a flag for what is there, and selection is by arithmetic
with comparisons, so that one step runs on exact rationals and, under `jit` and `scan`, on JAX
arrays.

Source: Kerg et al., Untangling tradeoffs between recurrence and self-attention, Algorithm 1.

**Errata.** Lines 6 and 7 print $t - \rho$, where $t - \nu$ is meant: the state that leaves the
buffer. The text's $S_t = \{h_{t-\nu}, \dots, h_{t-1}\}$ is one step behind the algorithm's, which
holds $h_{t-\nu+1}, \dots, h_t$.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

from constructions.errors import ArgumentError

__all__ = ["Memory", "Slot", "attend", "empty_memory", "screened_step", "settled"]


class Slot(NamedTuple):
    """One place of a buffer: a state, its time, its relevance, and 1 if something is there."""

    state: Any
    time: Any
    relevance: Any
    present: Any


class Memory(NamedTuple):
    """The short-term buffer, the latest state first, and the relevant set."""

    buffer: tuple[Slot, ...]
    relevant: tuple[Slot, ...]


def empty_memory(nu: int, rho: int, zero: Any, nought: Any = 0) -> Memory:
    """Return empty buffers.

    **Arguments**: `zero` is a state of zeros, `nought` the number 0; both as arrays for a `scan`,
    whose states keep their types. **Raises** `ArgumentError` for sizes below 1.
    """
    for name, size in (("nu", nu), ("rho", rho)):
        if size < 1:
            raise ArgumentError(name, size, "at least 1")
    nothing = Slot(zero, nought, nought, nought)
    return Memory((nothing,) * nu, (nothing,) * rho)


def screened_step(memory: Memory, state: Any, time: Any, weight: Callable[[Any], Any]) -> tuple:
    """Take in the state h_t; return the memory after it and the context c_t.

    **Arguments**: `weight(h)` is the positive weight of a state, exp of its score.
    """
    leaving = memory.buffer[-1]
    buffer = (Slot(state, time, 0 * time, 0 * time + 1), *memory.buffer[:-1])
    relevant = _replace_lowest(memory.relevant, leaving)
    shares, context = attend((*buffer, *relevant), weight)
    seen = tuple(
        slot._replace(relevance=slot.relevance + share)
        for slot, share in zip(buffer, shares, strict=False)
    )
    return Memory(seen, relevant), context


def attend(slots: tuple[Slot, ...], weight: Callable[[Any], Any]) -> tuple[list[Any], Any]:
    """Return the share of attention of each slot, 0 for empty ones, and the sum of the states."""
    raw = [weight(slot.state) * slot.present for slot in slots]
    total = sum(raw[1:], start=raw[0])
    shares = [one / total for one in raw]
    parts = [slot.state * share for slot, share in zip(slots, shares, strict=True)]
    return shares, sum(parts[1:], start=parts[0])


def _replace_lowest(relevant: tuple[Slot, ...], arriving: Slot) -> tuple[Slot, ...]:
    """Let a state into the place of the lowest, if it is higher; an empty place is the lowest.

    The members are sorted, the best first, of equals the earlier; so they stay.
    """
    ahead = (arriving, *relevant[:-1])  # of the first place nothing is ahead
    return tuple(
        settled(before, member, arriving) for before, member in zip(ahead, relevant, strict=True)
    )


def _higher(one: Any, other: Any) -> Any:
    """1 where a number is larger than another, else 0."""
    return 1 * (one > other)


def settled(
    before: Slot, member: Slot, arriving: Slot, higher: Callable[[Any, Any], Any] = _higher
) -> Slot:
    """Return what a place of sorted members holds after an arrival.

    Where the arriving slot is higher than the member of the place, it stands there itself, or the
    member of the place `before` does if it is higher than that one, too.

    **Arguments**: `higher(a, b)`, which is 1 if the number a is larger than b, and else 0.
    """
    rank = _rank_of(arriving)
    moved = _mix(higher(rank, _rank_of(before)), before, arriving)
    return _mix(higher(rank, _rank_of(member)), moved, member)


def _rank_of(slot: Slot) -> Any:
    """A number that orders slots by relevance, which is never negative, empty ones last."""
    return slot.relevance + slot.present


def _mix(choice: Any, yes: Slot, no: Slot) -> Slot:
    """Return `yes` where the choice is 1 and `no` where it is 0."""
    return Slot(*(a * choice + b * (1 - choice) for a, b in zip(yes, no, strict=True)))
