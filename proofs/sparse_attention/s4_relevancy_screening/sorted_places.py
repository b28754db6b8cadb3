"""The places of the relevant set as numbers at all times, for any scores: tables of its slots.

An arrival settles place by place, by the function of the shipped cell, from what stood at the place
and at the one before. What is there counts by its rank alone, relevance and presence together.
Ahead of the first place stands a slot that nothing passes, the place 0: its relevance is above all.
"""

from collections.abc import Callable
from typing import Any

from constructions.cells.relevancy_screening import Slot, settled
from theorem_checks import AtMost, exceeds, maximum

__all__ = ["Places", "earlier_of_equals", "is_above"]


def is_above(one: Any, other: Any) -> Any:
    """Return 1 where a number is larger than another, else 0."""
    return exceeds(one, other)


def earlier_of_equals(score: Any, time: Any, other: Any, later: Any) -> Any:
    """Return 1 where a state goes before another: by its score, of equals the earlier."""
    as_high = 1 - exceeds(other, score)
    return exceeds(score, other) + (1 - exceeds(score, other)) * as_high * exceeds(later, time)


class Places:
    """Rank, time and state at the places 1, 2, ... after t = 0, 1, ... arrivals; place 0 is ahead.

    Each state arrives with any score that is not negative and at most `top`, at the times 0, 1, ...
    `state` is any number that belongs to it, such as an entry of its vector, `h` at its time.
    """

    def __init__(self, w: Any, settle: Callable[..., Slot] = settled) -> None:
        self.top = w.number("top", nonnegative=True)
        self.score = w.sequence("beta", lambda b, t: AtMost(b[t], self.top), nonnegative=True)
        self.h = w.sequence("h")
        self._world, self._settle = w, settle
        self.rank = self._table("rank", self.top + 2, lambda s: s.relevance + s.present)
        self.time = self._table("time", 0, lambda s: s.time)
        self.state = self._table("state", 0, lambda s: s.state)

    def arriving(self, t: Any, state: Any = 0) -> Slot:
        """Return the slot that arrives at a time."""
        return Slot(state, t, self.score[t], 1)

    def slot(self, t: Any, p: Any) -> Slot:
        """Return what stands at a place after t arrivals, with its rank for the relevance."""
        return Slot(self.state[t, p], self.time[t, p], self.rank[t, p], 0)

    def _table(self, name: str, ahead: Any, kept: Callable[[Slot], Any]) -> Any:
        def following(own: Any, t: Any, k: Any) -> Any:
            rank = own if name == "rank" else self.rank
            before, member = (Slot(own[t, p], own[t, p], rank[t, p], 0) for p in (k, k + 1))
            arriving = self.arriving(t, self.h[t] if name == "state" else 0)
            return kept(self._settle(before, member, arriving, higher=is_above))

        first: Callable[[Any], Any] = lambda p: maximum(0, 1 - p) * ahead  # noqa: E731
        return self._world.table_of(name, first, lambda _: ahead, following)
