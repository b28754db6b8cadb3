"""The memory of the screened cell as numbers at all times and places, for buffers of any sizes.

The tables are made by the step of the shipped cell itself, place by place: what stands in R after
t states have left the buffer, with any scores. Whatever comes in beside, and whatever weights
attention has, R depends on the last place of the buffer alone.
"""

from collections.abc import Callable
from functools import partial
from typing import Any

from constructions.arrays import ones_like
from constructions.cells.relevancy_screening import Memory, Slots, screened_step
from theorem_checks import exceeds

__all__ = ["Places", "Taken", "earlier_of_equals", "is_above"]


def is_above(one: Any, other: Any) -> Any:
    """Return 1 where a number is larger than another, else 0."""
    return exceeds(one, other)


def earlier_of_equals(score: Any, time: Any, other: Any, later: Any) -> Any:
    """Return 1 where a state goes before another: by its score, of equals the earlier."""
    as_high = 1 - exceeds(other, score)
    return exceeds(score, other) + (1 - exceeds(score, other)) * as_high * exceeds(later, time)


class Places:
    """State, time, relevance and presence at the places 0, 1, ... of R after t states have arrived.

    The buffer is full, its latest state first: h_t leaves it at the step t, with any relevance that
    is not negative. `state` is any number that belongs to a state, such as an entry of its vector.

    **Arguments**: the world; `step`, that of the cell.
    """

    def __init__(self, w: Any, step: Callable[..., Any] = screened_step) -> None:
        self._world, self._step = w, step
        self.nu, self.rho = w.size("nu"), w.size("rho")
        self.h, self._relevances = w.sequence("h"), w.table("beta", nonnegative=True)
        none: Callable[[Any], tuple[int, ...]] = lambda _: (0, 0, 0, 0)  # noqa: E731
        tables = w.places("state time relevance present", self.rho, none, self._following)
        self.state, self.time, self.relevance, self.present = tables

    def score(self, t: Any) -> Any:
        """Return the relevance of the state that leaves the buffer at the step t."""
        return self._relevances[t, self.nu - 1]

    def rank(self, t: Any, p: Any) -> Any:
        """Return what orders places: the relevance, and one more where a state is there."""
        return self.relevance[t, p] + self.present[t, p]

    def rows(self, t: Any) -> Slots:
        """Return R as it is after t arrivals."""
        tables = self.state, self.time, self.relevance, self.present
        return Slots(*(self._world.at_places(partial(_entry, x, t), self.rho) for x in tables))

    def after(self, t: Any, relevant: Any, *, score: Any = None, present: int = 1) -> Slots:
        """Return R after the step t of the cell, from any R before it.

        With a `score` the state that leaves has this one; with the flag 0 none is there.
        """

        def row(entry: Callable[[Any], Any]) -> Any:
            return self._world.at_places(entry, self.nu)

        age = lambda p: t + self.nu - 1 - p  # noqa: E731
        others = (lambda _: 1) if score is None else lambda p: self.nu - 1 - p
        last = 0 if score is None else score
        seen = row(lambda p: present * (last + others(p) * self._relevances[t, p]))
        buffer = Slots(row(lambda p: self.h[age(p)]), row(age), seen, row(lambda _: present))
        state = self._world.at_places(lambda: self.h[t + self.nu])
        time = self._world.at_places(lambda: t + self.nu)
        memory, _ = self._step(Memory(buffer, Slots(*relevant)), state, time, ones_like)
        return memory.relevant

    def _following(self, t: Any, *relevant: Any) -> tuple[Any, ...]:
        return tuple(self.after(t, relevant))


def _entry(table: Any, t: Any, p: Any) -> Any:
    return table[t, p]


class Taken:
    """Which places of both buffers are taken after t steps from the empty memory, by the cell.

    1 where a state is, else 0: `in_buffer` and `in_R`, of nu and of rho places; `relevance` is that
    of R's places. Whatever states and times are, they may be anything; so may the relevances that
    attention gives in the buffer, if they are not negative and 0 where nothing is.
    """

    def __init__(self, w: Any, step: Callable[..., Any] = screened_step) -> None:
        self._world, self._step = w, step
        self.nu, self.rho = w.size("nu"), w.size("rho")
        self._any, self._seen = w.table("x"), w.table("beta", nonnegative=True)
        none: Callable[[Any], tuple[int, ...]] = lambda _: (0,)  # noqa: E731
        (self.in_buffer,) = w.places("S", self.nu, none, self._buffer_after)
        both: Callable[[Any], tuple[int, ...]] = lambda _: (0, 0)  # noqa: E731
        self.relevance, self.in_R = w.places("alpha R", self.rho, both, self._R_after)

    def _after(self, t: Any, taken: Any, relevance: Any, in_R: Any) -> Memory:
        anything = partial(_entry, self._any, t)
        free = [self._world.at_places(anything, size) for size in (self.nu, self.rho)]
        seen = taken * self._world.at_places(partial(_entry, self._seen, t), self.nu)
        memory = Memory(
            Slots(free[0], free[0], seen, taken), Slots(free[1], free[1], relevance, in_R)
        )
        one = self._world.at_places(lambda: self._any[t, t])
        return self._step(memory, one, one, ones_like)[0]

    def _buffer_after(self, t: Any, taken: Any) -> tuple[Any, ...]:
        nothing = self._world.at_places(lambda _: 0, self.rho)
        return (self._after(t, taken, nothing, nothing).buffer.present,)

    def _R_after(self, t: Any, relevance: Any, in_R: Any) -> tuple[Any, ...]:
        taken = self._world.at_places(partial(_entry, self.in_buffer, t), self.nu)
        relevant = self._after(t, taken, relevance, in_R).relevant
        return relevant.relevance, relevant.present
