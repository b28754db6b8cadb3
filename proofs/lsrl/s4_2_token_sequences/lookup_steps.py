"""What a token does to a lookup program, for all states that a run can reach.

A run is n tokens of the query, then pairs: n tokens of a key at the places 0, ..., n - 1, and n of
its value at the places n, ..., 2 n - 1. For each place a *step* says what is known of the states
before a token, and what they and the output have to be after it. The program itself is run on
variables, and solvers decide. Since the steps of a pair start from what the query or the pair
before left, they settle all dictionaries of any number of pairs, by induction over the tokens.

Of integers only this is used: different ones differ by at least 1.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from constructions.arrays import OBJECTS
from constructions.lsrl import ForEach
from theorem_checks import Counterexample, Evidence, all_hold, all_of, prove_for_all, reals, where

States = list[list[Any]]


@dataclass(frozen=True)
class Step:
    """One token: the states before it, the token, the states and the output after it."""

    name: str
    before: States
    token: Any
    after: States
    output: Any
    assume: tuple[Any, ...] = ()

    def decide(self, program: ForEach) -> Evidence:
        """Decide that the program does this step, for all values that meet the assumptions."""
        machine = program.on(OBJECTS)
        states = tuple(map(_array, self.before))
        if [len(s) for s in states] != [s.dim for s in program.states]:
            return Evidence.undecided("the program has other states than the step")
        after, output = machine.step(states, _array([self.token]))
        found = [entry for state in after for entry in state] + list(output)
        wanted = [entry for state in self.after for entry in state] + [self.output]
        same = [a == b for a, b in zip(found, wanted, strict=True)]
        if any(one is False for one in same):
            at = Counterexample({"step": self.name}, str(wanted), str(found))
            return Evidence.refuted(at)
        return prove_for_all(all_hold(*same), assume=self.assume)


def decide_steps(program: ForEach, steps: Iterator[Step], scope: str) -> Evidence:
    """Decide the steps one after the other, and stop at the first that is not proved."""
    parts = {}
    for step in steps:
        parts[step.name] = step.decide(program)
        if not parts[step.name].verdict.passes:
            break
    return all_of(parts, scope, words=("induction over the tokens",))


def _array(entries: list[Any]) -> np.ndarray:
    return np.array(entries, dtype=object)


def one_hot(place: int, size: int) -> list[int]:
    """Return the unit vector with its 1 at a place, counted modulo the size."""
    return [int(i == place % size) for i in range(size)]


def variables(name: str, count: int) -> list[Any]:
    """Return this many variables."""
    return [reals(f"{name}{i}") for i in range(count)]


def is_bit(value):
    """Return the condition that a variable is 0 or 1."""
    return (value == 0) | (value == 1)


def apart(a, b):
    """Return the condition that two variables may be integers: equal, or 1 apart."""
    return (a == b) | (a - b >= 1) | (b - a >= 1)


class Pair:
    """The variables of a pair, and what is known before the token `x` at a place of it.

    `q` is the query; `bits` say which tokens of the key were equal to the query's, `last_bit` is
    what the memory still has of the key before; `registers` hold the value of a key that matched
    before, `matched` says how many did. Once the value is being read, `now` says whether it is the
    one to keep.
    """

    def __init__(self, n: int, place: int, largest: int) -> None:
        self.n, self.place, self.largest = n, place, largest
        self.x, self.matched, self.now, self.last_bit = reals("x matched now last_bit")
        self.q, self.registers = variables("q", n), variables("r", n)
        self.bits = variables("b", n)

    @property
    def known(self) -> list[Any]:
        """What is known of the variables that any of the programs uses."""
        numbers = [self.x, *self.q, *self.registers]
        inside = [(value >= 0) & (value <= self.largest) for value in numbers]
        bits = [is_bit(bit) for bit in (*self.bits[: self.place], self.last_bit)]
        counted = (self.matched == 0) | (self.matched >= 1)
        return [*inside, *bits, counted, apart(self.x, self.q[self.place % self.n]), *self._free]

    @property
    def _free(self) -> list[Any]:
        """The registers that wait for the value are 0."""
        if self.place <= self.n:
            return [(self.matched >= 1) | (register == 0) for register in self.registers]
        waiting = self.registers[self.place - self.n :]
        return [is_bit(self.now), *((self.now == 0) | (register == 0) for register in waiting)]

    @property
    def key_matches(self) -> Any:
        """The condition that all tokens of the key were equal to the query's."""
        return all_hold(*(bit == 1 for bit in self.bits))

    @property
    def matches(self) -> list[Any]:
        """The last n + 1 matches before this token, newest first: only keys can match."""
        if self.place == 0:
            return [0] * self.n + [self.last_bit]
        values = [0] * max(0, self.place - self.n)
        past = values + self.bits[: min(self.place, self.n)][::-1]
        return (past + [0] * (self.n + 1))[: self.n + 1]

    @property
    def matches_after(self) -> list[Any]:
        """The last n + 1 matches after it."""
        match = 0
        if self.place < self.n:
            match = where(self.x == self.q[self.place], 1, 0)
        return [match, *self.matches[:-1]]

    def registers_after(self, kept: Any) -> list[Any]:
        """List the registers after this token, if the condition says whether it is kept."""
        after = list(self.registers)
        if self.place >= self.n:
            i = self.place - self.n
            after[i] = after[i] + where(kept, self.x, 0 * self.x)
        return after


def listing_2_steps(n: int, largest: int, longest: int) -> Iterator[Step]:
    """Iterate over the steps of Listing 2 with counters by cyclic shift, for distinct keys.

    `longest` is the last time of a token. `started` is the time of the first token of the value
    that is kept, 0 before there is one.
    """
    zeros, q = [0] * n, variables("q", n)
    tokens = [(token >= 0) & (token <= largest) for token in q]
    for t in range(n):

        def early(t, filled):
            counters = [[t], one_hot(t, 2 * n), one_hot(t, n)]
            return [*counters, filled, [*zeros, 0], [0], *([0] for _ in zeros)]

        before, after = early(t - 1, q[:t] + zeros[t:]), early(t, q[: t + 1] + zeros[t + 1 :])
        yield Step(f"query token {t}", before, q[t], after, 0, tuple(tokens))
    for place in range(2 * n):
        pair = Pair(n, place, largest)
        time, started = reals("time started")
        earlier = (started >= n) & (started + n <= time - place)
        known = [*pair.known, time >= n + place, time <= longest, pair.matched <= 1]
        if place <= n:
            known += [where(pair.matched >= 1, 1, 0) == where(earlier, 1, 0)]
            known += [earlier | (started == 0), ~(pair.key_matches & (pair.matched >= 1))]
        else:
            this = started == time - (place - n)
            known += [((pair.now == 1) & this) | ((pair.now == 0) & (earlier | (started == 0)))]
        kept = pair.key_matches if place == n else pair.now == 1
        begun = started + where(kept, time, 0 * time) if place == n else started
        registers = pair.registers_after(kept)

        def states(place, time, matches, started, registers, q=pair.q):
            counters = [[time], one_hot(n + place, 2 * n), one_hot(place, n)]
            return [*counters, q, matches[::-1], [started], *([r] for r in registers)]

        before = states(place - 1, time - 1, pair.matches, started, pair.registers)
        after = states(place, time, pair.matches_after, begun, registers)
        yield Step(_named(place, n), before, pair.x, after, registers[place % n], tuple(known))


def _at(i: int, value: Any, n: int) -> list[Any]:
    """A list of n with a value at place i, and zeros."""
    return [value if j == i else 0 for j in range(n)]


def _named(place: int, n: int) -> str:
    return f"key token {place}" if place < n else f"value token {place - n}"
