r"""The sequential test of an array of means: one claim, one budget, one stream of samples.

Entry e of the array has a claim, a discrepancy $\delta_e$ and a test of its own.

- REFUTED as soon as one entry is refuted. The false-alarm rates of the entries add up to that of
  the whole (Bonferroni), in equal parts or by weights.
- HOLDS when every entry holds. If entry e is off by $\delta_e$, the whole can hold only if the
  test of e does, so each entry is tested at the full false-pass rate: there is nothing to split.

An entry keeps its first verdict; the others go on.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import prod
from typing import Any

import numpy as np
from jaxtyping import Float, Int

from theorem_checks.errors import ArgumentError
from theorem_checks.sampling.enclosures import Number
from theorem_checks.sampling.eprocesses import AbstractBets, Null, decisions, stacked
from theorem_checks.sampling.faults import StatisticError
from theorem_checks.sampling.sequential import MeanTest
from theorem_checks.sampling.states import TestState, add
from theorem_checks.verdicts.error_rates import ErrorRates

__all__ = ["MeansTest"]

Index = tuple[int, ...]
PerEntry = Float[np.ndarray, "*runs entries"]
NAMED = 5  # entries that a sentence names before it says how many more there are


@dataclass(frozen=True)
class MeansTest:
    """A test of an array of means, on samples that are arrays.

    Pure, as `MeanTest` is. A state has a row of sums for each entry, whose first number is the
    verdict of that entry; `samples` counts numbers, as many to a sample as there are entries.

    **Fields**: the `tests` of the entries, alike but for value, delta, assumption and false
    alarm; their `names`, which are their indices; the `shape` of the array. A symmetric matrix
    has the names of its upper triangle only.
    """

    tests: tuple[MeanTest, ...]
    names: tuple[Index, ...]
    shape: Index

    def __post_init__(self) -> None:
        if not self.tests or len(self.tests) != len(self.names):
            raise ArgumentError("tests", len(self.tests), f"{len(self.names)} tests, at least one")

    @property
    def entries(self) -> int:
        """How many numbers one sample has."""
        return len(self.tests)

    @property
    def rounding(self) -> Number:
        """The rounding of every entry."""
        return self.tests[0].rounding

    @property
    def rates(self) -> ErrorRates:
        """The false alarms of the entries together; the false pass of any one of them."""
        alarms = sum(one.false_alarm for one in self.tests)
        return ErrorRates(alarms, max(one.false_pass for one in self.tests))

    @property
    def discrepancy(self) -> float:
        """The largest discrepancy of an entry."""
        return max(one.discrepancy for one in self.tests)

    @property
    def assumption(self) -> str:
        """What is assumed of the entries, each assumption once."""
        return f"entries {_listed(list(dict.fromkeys(one.assumption for one in self.tests)))}"

    def claim(self, subject: str) -> str:
        """The claim in words: the value itself if all entries have the same."""
        values = dict.fromkeys(str(one.value) for one in self.tests)
        said = next(iter(values)) if len(values) == 1 else "the claimed values"
        size = " x ".join(map(str, self.shape))
        return f"{subject} {self.tests[0].relation} {said} in each entry ({size})"

    def start(self, *runs: int) -> TestState:
        """Return the state before the first sample, for one run or for an array of runs."""
        columns = 2 + self._up.weights.shape[-1] + self._down.weights.shape[-1]  # pyright: ignore
        zeros = np.zeros((*runs, self.entries, columns))
        return TestState(0, zeros, zeros, np.zeros(runs, dtype=np.int8))

    def update(self, state: TestState, values: Any) -> TestState:
        """Return the state after one more block; a decided state stays as it is.

        **Arguments**: `values`, floats of shape (*runs, n, entries), the entries in the order of
        the names.

        **Raises** `StatisticError` for a value that is not finite or that its law rules out,
        naming sample and entry.
        """
        if state.outcome.all():
            return state
        block = np.asarray(values, dtype=np.float64)
        runs = state.outcome.shape
        if block.ndim != len(runs) + 2 or (*block.shape[:-2], block.shape[-1]) != (
            *runs,
            self.entries,
        ):
            raise ArgumentError("values", block.shape, f"the shape {(*runs, 'n', self.entries)}")
        self._require(block, state.samples)
        sums, carry = add(state.sums, state.carry, self._terms(np.moveaxis(block, -1, -2)))
        samples = state.samples + block.shape[-2] * self.entries
        before = state.sums[..., 0]
        now = np.where(before == 0, self._decide(sums + carry, samples // self.entries), before)
        sums[..., 0] = now
        found = np.where((now < 0).any(axis=-1), -1, np.where((now > 0).all(axis=-1), 1, 0))
        outcome = np.where(state.outcome == 0, found, state.outcome).astype(np.int8)
        return TestState(samples, sums, carry, outcome)

    def advance(self, state: TestState, blocks: Float[np.ndarray, "blocks numbers"]) -> TestState:
        """Return the state of a single run after several blocks, or after the one that decides.

        A block is a row of numbers, one sample after another.
        """
        for block in blocks:
            if state.outcome:
                break
            state = self.update(state, block.reshape(-1, self.entries))
        return state

    def estimates(self, state: TestState) -> Float[np.ndarray, " entries"]:
        """Return the averages of the entries, in a single run."""
        return self._centers + state.totals[:, 1] / self._seen(state)

    def intervals(self, state: TestState) -> tuple[PerEntry, PerEntry]:
        """Return confidence intervals of the entries, in a single run.

        Each end of each is wrong with probability at most `false_pass`, at all times together.
        """
        gains, level = self._gains(state.totals), self.rates.false_pass
        off = np.array([one.inaccuracy + one.slack for one in self.tests])
        least = self._centers + self._up.bound(gains[1], self._seen(state), level) - off
        most = self._centers - self._down.bound(gains[-1], self._seen(state), level) + off
        return np.maximum(self._ends[0], least), np.minimum(self._ends[1], most)

    def estimate(self, state: TestState) -> float:
        """Return the estimate of the entry that is known least well."""
        return float(self.estimates(state)[self._least_known(state)])

    def interval(self, state: TestState) -> tuple[float, float]:
        """Return the interval of the entry that is known least well."""
        low, high = self.intervals(state)
        entry = self._least_known(state)
        return float(low[entry]), float(high[entry])

    def seen(self, state: TestState) -> str:
        """Name the entry that is refuted, or those that are open, or the least certain one."""
        known = state.sums[:, 0]
        if (known < 0).any():
            first = np.flatnonzero(known < 0)[:NAMED]
            return "; ".join(self._said(state, int(entry)) for entry in first)
        if (known == 0).any():
            names = [str(self.names[e]) for e in np.flatnonzero(known == 0)]
            entry = self._least_known(state)
            return f"{len(names)} open: {_listed(names)}; {self._said(state, entry)}"
        return f"the least certain is {self._said(state, self._least_known(state))}"

    def figures(self, state: TestState) -> dict[str, Any]:
        """Return estimates and intervals in the shape of the array, verdicts and samples."""
        low, high = self.intervals(state)
        known = state.sums[:, 0]
        named = {"refuted": known < 0, "open": known == 0}
        return {
            "estimate": self._arranged(self.estimates(state)),
            "interval": [self._arranged(low), self._arranged(high)],
            "interval_error": 2 * self.rates.false_pass,
            "samples": self._seen(state),
            "entries": self.entries,
            **{
                word: [list(self.names[e]) for e in np.flatnonzero(which)]
                for word, which in named.items()
                if which.any()
            },
        }

    @cached_property
    def to_refute(self) -> tuple[Null, ...]:
        """The nulls of a true claim, those of all entries side by side."""
        return self._side_by_side([one.to_refute for one in self.tests])

    @cached_property
    def to_hold(self) -> tuple[Null, ...]:
        """The nulls of entries that are off by delta, those of all entries side by side."""
        return self._side_by_side([one.to_hold for one in self.tests])

    @staticmethod
    def _side_by_side(nulls: Sequence[tuple[Null, ...]]) -> tuple[Null, ...]:
        return tuple(Null.stacked(side) for side in zip(*nulls, strict=True))

    @cached_property
    def _up(self) -> AbstractBets:
        return stacked([one.up for one in self.tests])

    @cached_property
    def _down(self) -> AbstractBets:
        return stacked([one.down for one in self.tests])

    @cached_property
    def _centers(self) -> Float[np.ndarray, " entries"]:
        return np.array([one.center for one in self.tests])

    @cached_property
    def _ends(self) -> Float[np.ndarray, "2 entries"]:
        return np.array([one.law.interval for one in self.tests]).T

    def _seen(self, state: TestState) -> int:
        return state.samples // self.entries

    def _require(self, block: np.ndarray, first: int) -> None:
        low, high = self._ends
        wrong = ~np.isfinite(block) | (block < low) | (block > high)
        if not wrong.any():
            return
        *_, sample, entry = np.unravel_index(int(wrong.argmax()), block.shape)
        value = float(block[wrong][0])
        name = self.names[int(entry)]
        wanted = self.tests[int(entry)].assumption if np.isfinite(value) else "finite"
        raise StatisticError(
            first + int(sample) * self.entries,
            value,
            f"a value {wanted} in entry {name}",
            "The assumption is false, or it leaves no room for rounding.",
        )

    def _terms(self, values: Float[np.ndarray, "*runs entries n"]) -> np.ndarray:
        offset = (values - self._centers[:, None]).sum(axis=-1, keepdims=True)
        gains = [self._up.gains(values), self._down.gains(values)]
        return np.concatenate([np.zeros(offset.shape), offset, *gains], axis=-1)

    def _gains(self, totals: np.ndarray) -> dict[int, np.ndarray]:
        split = 2 + np.shape(self._up.sizes)[-1]
        return {1: totals[..., 2:split], -1: totals[..., split:]}

    def _decide(self, totals: np.ndarray, samples: int) -> Int[np.ndarray, "*runs entries"]:
        return decisions(self.to_refute, self.to_hold, self._gains(totals), samples)

    def _least_known(self, state: TestState) -> int:
        """Return the entry whose interval reaches farthest from the claim, in units of delta."""
        low, high = self.intervals(state)
        reach = np.maximum(high - self._centers, self._centers - low)
        return int(np.argmax(reach / [one.discrepancy for one in self.tests]))

    def _said(self, state: TestState, entry: int) -> str:
        low, high = self.intervals(state)
        return (
            f"entry {self.names[entry]}, claimed {self.tests[entry].value}, in"
            f" [{low[entry]:.6g}, {high[entry]:.6g}]"
        )

    def _arranged(self, values: np.ndarray) -> list[Any]:
        """Return numbers of the entries as nested lists of the shape of the array."""
        array = np.empty(self.shape)
        for name, value in zip(self.names, values, strict=True):
            array[name] = value
            if self.entries < prod(self.shape):
                array[name[::-1]] = value
        return array.tolist()


def _listed(words: list[str]) -> str:
    more = len(words) - NAMED
    return ", ".join(words[:NAMED]) + (f" and {more} more" if more > 0 else "")
