r"""The sequential test of a whole distribution: a bet at every point of a grid.

**Claim.** X has the distribution function F. HOLDS to $\delta$ says
$\sup_x |P(X \le x) - F(x)| < \delta$; REFUTED, that the law of X is not F.

**Grid.** With the points $t_j$ of `claimed_laws` and their gap $\eta$, monotony gives for every x
in a bin $|P(X \le x) - F(x)| \le \max_j |P(X \le t_j) - F(t_j)| + \eta$. So a law that is off by
$\delta$ is off by $\delta' = \delta - \eta$ at some point.

**Bets.** Under the claim, the number $N_j$ of samples up to $t_j$ is a sum of independent events
of probability $F(t_j)$, and the e-processes of `eprocesses` apply. They depend on the samples
through $N_j$ and n alone: m counts are all that is kept.

- REFUTED when one of the 2m processes against $P(X \le t_j) = F(t_j)$ reaches $2m/\alpha$. The
  m costs $\log m$ beside $\log(1/\alpha)$, and no process is looked at with a constant that is
  the same for all laws: in the tails, where counts vary less, smaller differences are seen than
  the bound of Dvoretzky, Kiefer, Wolfowitz and Massart can see.
- HOLDS when at every point both nulls, off by $\delta'$ up and down, are rejected at the level
  $\beta$. If the law is off by $\delta$, one of them is true: the false-pass rate is not split.

**Rounding.** If computed values are off by at most r, their distribution function lies between
$F(t - r)$ and $F(t + r)$ under the claim; the nulls of REFUTED allow for it. The discrepancy that
HOLDS vouches for grows by $\sup_x F(x + r) - F(x)$.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from jaxtyping import Float

from theorem_checks.errors import ArgumentError
from theorem_checks.sampling.claimed_laws import CDF_ERROR, ClaimedLaw, claimed_law
from theorem_checks.sampling.enclosures import Number, inaccuracy, positive_float
from theorem_checks.sampling.eprocesses import AbstractBets, Null, decisions, stacked
from theorem_checks.sampling.faults import StatisticError
from theorem_checks.sampling.laws import Binary
from theorem_checks.sampling.states import TestState
from theorem_checks.verdicts.error_rates import ErrorRates

__all__ = ["DistributionTest", "distribution_test"]

BINS = 12  # to a discrepancy: finer bins cost memory, coarser ones samples
SLACK = 2.0**-50  # the rounding of levels, gaps and offsets between 0 and 1

Counts = Float[np.ndarray, "*runs points"]


def distribution_test(
    law: Any,
    delta: Number,
    *,
    rounding: Number = 0,
    false_alarm: float = 1e-9,
    false_pass: float = 1e-9,
) -> "DistributionTest":
    """Return the test behind `decide_distribution`, for values from elsewhere; see there."""
    size = positive_float("delta", delta, below=1.0)
    claimed = claimed_law(law, size / BINS)
    return DistributionTest(claimed, size, rounding, false_alarm, false_pass)


@dataclass(frozen=True)
class DistributionTest:
    """A sequential test that samples have a law, by the counts up to the points of a grid.

    Pure, as `MeanTest` is; a state's sums are the counts.

    **Fields**: the `law` on its grid; `delta`; the `rounding` of the values; the error rates.
    """

    law: ClaimedLaw
    delta: float
    rounding: Number = 0
    false_alarm: float = 1e-9
    false_pass: float = 1e-9

    def __post_init__(self) -> None:
        positive_float("false_alarm", self.false_alarm, below=1.0)
        positive_float("false_pass", self.false_pass, below=1.0)
        if not self.law.gap < self.delta:
            raise ArgumentError(
                "delta", self.delta, f"more than the gap {self.law.gap} of the grid"
            )
        if self.blur >= 1 - self.delta:
            raise ArgumentError(
                "rounding",
                self.rounding,
                "an error that moves the claimed law by much less than 1",
                "For a law with atoms the values have to be exact.",
            )

    @property
    def rates(self) -> ErrorRates:
        """The error rates at most."""
        return ErrorRates(self.false_alarm, self.false_pass)

    @property
    def discrepancy(self) -> float:
        """How far from the claimed law, in Kolmogorov's distance, HOLDS lets the true law be."""
        return self.delta + self.blur

    @property
    def assumption(self) -> str:
        """Nothing: every law has a distribution function."""
        return "of any kind"

    def claim(self, subject: str) -> str:
        """The claim in words: 'f ~ normal'."""
        return f"{subject} ~ {self.law.name}"

    def start(self, *runs: int) -> TestState:
        """Return the state before the first sample, for one run or for an array of runs."""
        zeros = np.zeros((*runs, len(self.law.points)))
        return TestState(0, zeros, zeros, np.zeros(runs, dtype=np.int8))

    def update(self, state: TestState, values: Any) -> TestState:
        """Return the state after one more block of samples; a decided state stays as it is.

        **Arguments**: `values`, the next samples, along the last axis. **Raises**
        `StatisticError` for a value that is not finite.
        """
        if state.outcome.all():
            return state
        block = np.asarray(values, dtype=np.float64)
        if block.shape[:-1] != state.outcome.shape or not block.shape[-1]:
            expected = f"at least one value, in the shape {(*state.outcome.shape, 'n')}"
            raise ArgumentError("values", block.shape, expected)
        self._require_finite(block, state.samples)
        counts = state.sums + self._counts(block)
        samples = state.samples + block.shape[-1]
        outcome = np.where(state.outcome == 0, self._decide(counts, samples), state.outcome)
        return TestState(samples, counts, state.carry, outcome)

    def advance(self, state: TestState, blocks: Float[np.ndarray, "blocks n"]) -> TestState:
        """Return the state of a single run after several blocks, or after the one that decides."""
        for block in blocks:
            if state.outcome:
                break
            state = self.update(state, block)
        return state

    def estimate(self, state: TestState) -> float:
        """Return the largest difference of the distribution functions at the points."""
        return float(np.abs(state.sums / state.samples - self._levels).max())

    def interval(self, state: TestState) -> tuple[float, float]:
        """Return a confidence interval for Kolmogorov's distance to the claimed law.

        Each end is wrong with probability at most `false_pass`, at all times together.
        """
        above, below = self._offsets(state, self.false_pass)
        sure = np.max(self._offsets(state, self._shared(self.false_pass)))
        farthest = max(-above.min(), -below.min()) + self.law.gap
        off = CDF_ERROR + SLACK + self.blur
        return max(0.0, float(sure) - off), min(1.0, float(farthest) + off)

    def seen(self, state: TestState) -> str:
        """Say how far the law is from the claim; if it is refuted, where."""
        low, high = self.interval(state)
        distance = f"Kolmogorov's distance is in [{low:.6g}, {high:.6g}]"
        if state.outcome >= 0:
            return distance
        point = self._worst(state)
        above, below = self._offsets(state, self._shared(self.false_pass))
        level = self._levels[point]
        least, most = max(0.0, level + above[point]), min(1.0, level - below[point])
        return (
            f"P(X <= {self.law.points[point]:.6g}) is in [{least:.6g}, {most:.6g}], claimed as"
            f" {level:.6g}; {distance}"
        )

    def figures(self, state: TestState) -> dict[str, Any]:
        """Return the distance, its interval, and what the grid is like."""
        worst = {"refuted_at": self.law.points[self._worst(state)]} if state.outcome < 0 else {}
        return {
            "estimate": self.estimate(state),
            "interval": list(self.interval(state)),
            "interval_error": 2 * self.false_pass,
            "samples": state.samples,
            "points": len(self.law.points),
            "gap": self.law.gap,
            **worst,
        }

    @cached_property
    def blur(self) -> float:
        """How far rounding can move the claimed law: sup F(x + r) - F(x)."""
        if not self._off:
            return 0.0
        levels = [0.0, *self._levels]
        moved = [*(float(self.law.cdf(t + self._off)) for t in self.law.points), 1.0]
        return max(above - level for level, above in zip(levels, moved, strict=True))

    @cached_property
    def to_refute(self) -> tuple[Null, Null]:
        """The nulls of a true claim, upward and downward, those of all points side by side."""
        level = self._shared(self.false_alarm)
        cdf, off = self.law.cdf, self._off
        up = [float(cdf(t + off)) - p if off else 0.0 for t, p in self._grid]
        down = [p - float(cdf(t - off)) if off else 0.0 for t, p in self._grid]
        return self._null(self._up, np.array(up), level), self._null(
            self._down, np.array(down), level
        )

    @cached_property
    def to_hold(self) -> tuple[Null, Null]:
        """The nulls of a law that is off by delta at a point, upward and downward."""
        gap = np.full(len(self.law.points), self.law.gap - self.delta)
        return (
            self._null(self._up, gap, self.false_pass),
            self._null(self._down, gap, self.false_pass),
        )

    @staticmethod
    def _null(bets: AbstractBets, gap: np.ndarray, level: float) -> Null:
        return Null(bets, gap + (CDF_ERROR + SLACK), np.full(gap.shape, level))

    @cached_property
    def _off(self) -> float:
        return inaccuracy(self.rounding)

    @cached_property
    def _levels(self) -> Float[np.ndarray, " points"]:
        return np.array(self.law.levels)

    @property
    def _grid(self) -> list[tuple[float, float]]:
        return list(zip(self.law.points, self.law.levels, strict=True))

    def _shared(self, rate: float) -> float:
        """Return the part of an error rate for each side of each point."""
        return rate / (2 * len(self.law.points))

    @cached_property
    def _up(self) -> AbstractBets:
        return self._bets(1)

    @cached_property
    def _down(self) -> AbstractBets:
        return self._bets(-1)

    def _bets(self, direction: int) -> AbstractBets:
        near = self.delta - self.law.gap
        return stacked([Binary().bets(direction, level, near) for level in self.law.levels])

    @cached_property
    def _logs(self) -> dict[int, tuple[np.ndarray, np.ndarray]]:
        """What an event adds to the gains of the bets, and what a miss adds, by direction."""

        def logs(bets: AbstractBets) -> tuple[np.ndarray, np.ndarray]:
            sizes, centers = np.asarray(bets.sizes), self._levels[:, None]
            stakes = bets.direction * sizes
            return np.log(bets.factor(stakes * (1 - centers))), np.log(
                bets.factor(stakes * -centers)
            )

        return {bets.direction: logs(bets) for bets in (self._up, self._down)}

    def _gains(self, direction: int, counts: np.ndarray, samples: int) -> np.ndarray:
        event, miss = self._logs[direction]
        return counts[..., None] * event + (samples - counts)[..., None] * miss

    def _counts(self, block: np.ndarray) -> Counts:
        """Return how many values there are up to each point."""
        bins = np.searchsorted(self._points, block, side="left")
        size, runs = len(self._points) + 1, int(np.prod(block.shape[:-1]))
        places = bins.reshape(runs, -1) + size * np.arange(runs)[:, None]
        found = np.bincount(places.ravel(), minlength=runs * size).reshape(runs, size)
        counts = found.cumsum(axis=-1)[:, :-1]
        return counts.reshape(*block.shape[:-1], size - 1).astype(np.float64)

    @cached_property
    def _points(self) -> Float[np.ndarray, " points"]:
        return np.array(self.law.points)

    def _decide(self, counts: Counts, samples: int) -> np.ndarray:
        gains = {d: self._gains(d, counts, samples) for d in (1, -1)}
        return decisions(self.to_refute, self.to_hold, gains, samples, over_entries=True)

    def _offsets(self, state: TestState, level: float) -> tuple[np.ndarray, np.ndarray]:
        """Return how far each probability is at least above its claim, and below it."""

        def bound(bets: AbstractBets) -> np.ndarray:
            gains = self._gains(bets.direction, state.sums, state.samples)
            least = np.negative(bets.reach)  # pyright: ignore[reportAttributeAccessIssue]
            return np.maximum(bets.bound(gains, state.samples, level), least)

        return bound(self._up), bound(self._down)

    def _worst(self, state: TestState) -> int:
        above, below = self._offsets(state, self._shared(self.false_pass))
        return int(np.argmax(np.maximum(above, below)))

    def _require_finite(self, block: np.ndarray, first: int) -> None:
        wrong = ~np.isfinite(block)
        if wrong.any():
            place = np.unravel_index(int(wrong.argmax()), block.shape)
            raise StatisticError(first + int(place[-1]), float(block[place]), "a finite number")
