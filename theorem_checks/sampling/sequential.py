r"""Sequential three-way tests of a mean: REFUTED, HOLDS to a discrepancy, or not yet known.

With the e-processes $U_n(g)$ and $D_n(g)$ of `eprocesses`, upward and downward from the claimed
value v, a test of $\mu = v$ to the discrepancy $\delta$ ends at the first block end where

- REFUTED: $U_n(0) \ge 2/\alpha$ or $D_n(0) \ge 2/\alpha$. Both are supermartingales if $\mu = v$,
  so a false alarm has probability at most $\alpha/2 + \alpha/2$.
- HOLDS: $U_n(-\delta) \ge 1/\beta$ and $D_n(-\delta) \ge 1/\beta$. If $|\mu - v| \ge \delta$, one
  of the nulls $\mu \le v - \delta$ and $\mu \ge v + \delta$ is true, and HOLDS rejects it: a false
  pass has probability at most $\beta$, with no union to pay for.

One-sided claims have one null for each verdict, at the full level. Where $0 < |\mu - v| < \delta$
both verdicts are right, and the test may give either.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import Any, TypedDict

import numpy as np
from jaxtyping import Float

from theorem_checks.errors import ArgumentError
from theorem_checks.sampling.enclosures import Number, enclosure, inaccuracy, positive_float
from theorem_checks.sampling.eprocesses import AbstractBets, Null, decisions
from theorem_checks.sampling.laws import AbstractLaw, Binary, law_of
from theorem_checks.sampling.states import TestState, accumulate, add
from theorem_checks.verdicts.error_rates import ErrorRates

__all__ = ["Assumptions", "MeanTest", "Relation"]

# The centre, the gaps and exact values that enter as floats are off by less than this part of
# the numbers concerned.
SLACK = 2.0**-50
CACHED = 2**13  # samples that are looked at together


class Relation(StrEnum):
    """How the claimed value relates to the mean."""

    EQUAL = "="
    AT_MOST = "<="
    AT_LEAST = ">="


class Assumptions(TypedDict, total=False):
    """What a test assumes and what it risks: fields of `MeanTest`, see there."""

    bounds: tuple[Number, Number] | None
    variance: Number | None
    because: str
    rounding: Number
    false_alarm: float
    false_pass: float


@dataclass(frozen=True)
class MeanTest:
    r"""A sequential test of a claim on the mean of independent samples of one law.

    Pure: `state = test.start()`, then `state = test.update(state, values)` for block after block,
    until `state.verdict` is not UNDECIDED. It knows nothing of where the values come from.

    **Fields**

    - `value`: the claimed mean; exact, or a float that is within one unit in its last place.
    - `delta`: the discrepancy; HOLDS says that the mean is nearer to the claim than this.
    - one of `bounds` (low, high), `variance` (an exact bound, with `because`, its source), or
      `binary=True` for values 0 and 1.
    - `relation`: '=' (the mean is the value), '<=' or '>='.
    - `false_alarm`, `false_pass`: the error rates at most.
    - `rounding`: how far computed values may be from the true ones; the discrepancy that HOLDS
      vouches for is then `delta + rounding`.

    **Raises** `ArgumentError` for a rate outside (0, 1), a delta that is not positive, or where
    the bounds alone imply the claim to within delta, so that no data could refute it, or contradict
    it, so that it is about no law.
    """

    value: Number
    delta: Number
    bounds: tuple[Number, Number] | None = None
    variance: Number | None = None
    because: str = ""
    binary: bool = False
    relation: Relation | str = Relation.EQUAL
    false_alarm: float = 1e-9
    false_pass: float = 1e-9
    rounding: Number = 0

    def __post_init__(self) -> None:
        if self.relation not in list(Relation):
            raise ArgumentError("relation", self.relation, f"one of {', '.join(Relation)}")
        object.__setattr__(self, "relation", Relation(self.relation))
        positive_float("false_alarm", self.false_alarm, below=1.0)
        positive_float("false_pass", self.false_pass, below=1.0)
        self._require_possible()
        if all(null.impossible for null in self.to_hold):
            raise ArgumentError(
                "delta",
                self.delta,
                f"a discrepancy that values {self.law} can exceed",
                "The assumption alone implies the claim, so no sample could refute it.",
            )

    def _require_possible(self) -> None:
        """Refuse a claim that no law with these values meets: it could HOLD to within delta."""
        least, most = self.law.interval
        low, high = self._claimed
        too_high = low > most and self.relation != Relation.AT_MOST
        too_low = high < least and self.relation != Relation.AT_LEAST
        if too_high or too_low:
            expected = f"a mean that values {self.law} can have"
            raise ArgumentError("value", self.value, expected, "No law meets the claim.")

    @cached_property
    def law(self) -> AbstractLaw:
        """What is assumed of the values as they are computed."""
        if self.binary:
            if self.bounds is not None or self.variance is not None:
                raise ArgumentError("binary", True, "neither bounds nor variance beside it")
            return Binary().widened(self.inaccuracy)
        return law_of(self.bounds, self.variance, self.because).widened(self.inaccuracy)

    @property
    def discrepancy(self) -> float:
        """How far from the claim the mean may be when the test says HOLDS."""
        return self._delta + self.inaccuracy

    @property
    def rates(self) -> ErrorRates:
        """The error rates at most."""
        return ErrorRates(self.false_alarm, self.false_pass)

    @property
    def assumption(self) -> str:
        """What is assumed of the values, in words."""
        return str(self.law)

    def claim(self, subject: str) -> str:
        """The claim in words: 'E f = 1/2'."""
        return f"{subject} {self.relation} {self.value}"

    @cached_property
    def to_refute(self) -> tuple[Null, ...]:
        """The nulls of which one has to be rejected for REFUTED: those of a true claim."""
        above, below = self._offsets
        sides = {
            Relation.EQUAL: ((self.up, above), (self.down, below)),
            Relation.AT_MOST: ((self.up, above),),
            Relation.AT_LEAST: ((self.down, below),),
        }[Relation(self.relation)]
        level = self.false_alarm / len(sides)
        return tuple(Null(bets, gap + self.inaccuracy, level) for bets, gap in sides)

    @cached_property
    def to_hold(self) -> tuple[Null, ...]:
        """The nulls that all have to be rejected for HOLDS: a claim that is off by delta."""
        above, below = self._offsets
        sides = {
            Relation.EQUAL: ((self.up, above), (self.down, below)),
            Relation.AT_MOST: ((self.down, below),),
            Relation.AT_LEAST: ((self.up, above),),
        }[Relation(self.relation)]
        return tuple(Null(bets, gap - self._delta, self.false_pass) for bets, gap in sides)

    def start(self, *runs: int) -> TestState:
        """Return the state before the first sample, for one run or for an array of runs."""
        zeros = np.zeros((*runs, 1 + len(self.up.sizes) + len(self.down.sizes)))
        return TestState(0, zeros, zeros, np.zeros(runs, dtype=np.int8))

    def update(self, state: TestState, values: Iterable[Any]) -> TestState:
        """Return the state after one more block of samples; a decided state stays as it is.

        **Arguments**: `values`, the next samples in their order, along the last axis, with the
        axes of the runs before it; floats, or exact numbers, which are rounded to floats.

        **Raises** `StatisticError` for a value that is not finite, or not what the law allows.
        """
        if state.outcome.all():
            return state
        block = _as_floats(values, state.outcome.shape)
        self.law.require(block, state.samples)
        sums, carry = add(state.sums, state.carry, self._terms(block))
        samples = state.samples + block.shape[-1]
        found = self._decide(sums + carry, samples)
        outcome = np.where(state.outcome == 0, found, state.outcome)
        return TestState(samples, sums, carry, outcome)

    def advance(self, state: TestState, blocks: Float[np.ndarray, "blocks n"]) -> TestState:
        """Return the state of a single run after several blocks, or after the one that decides.

        The same as one `update` after another, but faster.
        """
        after = self.absorb(state, self._sums(blocks), blocks.shape[-1])
        seen = (after.samples - state.samples) // blocks.shape[-1]
        if not after.outcome and seen < len(blocks):
            self.law.require(blocks[seen], after.samples)
        return after

    def absorb(
        self, state: TestState, sums: Float[np.ndarray, "blocks columns"], block: int
    ) -> TestState:
        """Return the state of a single run after several blocks of which only sums are known.

        **Arguments**: the `sums` of each `block` of samples: 1 if a value was refused, else 0;
        the offsets from the centre; the gains of each bet, upward and downward.

        **Returns** the state after the last block, or after the one that decides, or before the
        first one with a refused value.
        """
        refused = sums[:, 0] != 0
        usable = int(refused.argmax()) if refused.any() else len(sums)
        if state.outcome or not usable:
            return state
        totals, carry = accumulate(state.sums, state.carry, sums[:usable, 1:])
        samples = state.samples + block * np.arange(1, usable + 1)
        outcomes = self._decide(totals + carry, samples)
        last = int((outcomes != 0).argmax()) if outcomes.any() else usable - 1
        return TestState(int(samples[last]), totals[last], carry[last], np.array(outcomes[last]))

    def _sums(self, blocks: np.ndarray) -> np.ndarray:
        """Return the sums of blocks that `absorb` takes; of refused blocks, just that."""
        sums = np.zeros((len(blocks), 1 + self.start().sums.size))
        sums[:, 0] = self.law.refuses(blocks).any(axis=-1)
        usable = np.flatnonzero(sums[:, 0] == 0)
        rows = max(1, CACHED // blocks.shape[-1])
        for first in range(0, len(usable), rows):
            part = usable[first : first + rows]
            sums[part, 1:] = self._terms(blocks[part])
        return sums

    def estimate(self, state: TestState) -> float:
        """Return the average of the samples of a single run."""
        return self.center + float(state.totals[0]) / state.samples

    def interval(self, state: TestState) -> tuple[float, float]:
        """Return a confidence interval for the mean of a single run.

        Each end is wrong with probability at most `false_pass`, at all times together. It uses
        the processes that decide: for '=', HOLDS means that it lies within delta of the value.
        """
        gains = self._gains(state.totals)
        off = self.inaccuracy + self.slack
        least = float(self.up.bound(gains[1], state.samples, self.false_pass))
        most = float(self.down.bound(gains[-1], state.samples, self.false_pass))
        low, high = self.law.interval
        return max(low, self.center + least - off), min(high, self.center - most + off)

    def seen(self, state: TestState) -> str:
        """Say the estimate and its interval; where that is empty, that the law cannot be true."""
        low, high = self.interval(state)
        if low > high:
            return (
                f"the estimate is {self.estimate(state):.6g}, and no mean of values {self.law}"
                " agrees with all that was drawn"
            )
        return f"the estimate is {self.estimate(state):.6g}, the mean in [{low:.6g}, {high:.6g}]"

    def figures(self, state: TestState) -> dict[str, Any]:
        """Return estimate, interval, the probability at most that it is wrong, and samples."""
        return {
            "estimate": self.estimate(state),
            "interval": list(self.interval(state)),
            "interval_error": 2 * self.false_pass,
            "samples": state.samples,
        }

    @cached_property
    def _claimed(self) -> tuple[float, float]:
        return enclosure("value", self.value)

    @cached_property
    def _delta(self) -> float:
        return positive_float("delta", self.delta)

    @cached_property
    def inaccuracy(self) -> float:
        """How far a computed value may be from the true one: the rounding, as a float."""
        return inaccuracy(self.rounding)

    @cached_property
    def center(self) -> float:
        """The float from which the bets measure: the possible mean nearest to the claim."""
        return self.law.nearest(sum(self._claimed) / 2)

    @cached_property
    def slack(self) -> float:
        """How far stated numbers may be from the floats that stand for them."""
        return SLACK * (max(map(abs, self._claimed)) + self.law.scale)

    @cached_property
    def _offsets(self) -> tuple[float, float]:
        """How far the claim reaches above and below the centre, all inaccuracy included."""
        low, high = self._claimed
        return high - self.center + self.slack, self.center - low + self.slack

    @cached_property
    def up(self) -> AbstractBets:
        """The bets that the mean lies above the centre."""
        return self.law.bets(1, self.center, self._delta)

    @cached_property
    def down(self) -> AbstractBets:
        """The bets that the mean lies below the centre."""
        return self.law.bets(-1, self.center, self._delta)

    def _terms(self, values: np.ndarray) -> np.ndarray:
        """Return what a block adds to the sums: offsets from the centre, and gains."""
        offset = (values - self.center).sum(axis=-1, keepdims=True)
        return np.concatenate([offset, self.up.gains(values), self.down.gains(values)], axis=-1)

    def _gains(self, totals: np.ndarray) -> dict[int, np.ndarray]:
        """Return the gains of the bets upward (1) and downward (-1)."""
        split = 1 + len(self.up.sizes)
        return {1: totals[..., 1:split], -1: totals[..., split:]}

    def _decide(self, totals: np.ndarray, samples: int | np.ndarray) -> np.ndarray:
        return decisions(self.to_refute, self.to_hold, self._gains(totals), samples)


def _as_floats(values: Iterable[Any], runs: tuple[int, ...]) -> np.ndarray:
    block = values if isinstance(values, np.ndarray) else np.array([float(v) for v in values])
    if block.ndim != len(runs) + 1 or block.shape[:-1] != runs or block.shape[-1] == 0:
        raise ArgumentError(
            "values", block.shape, f"at least one value, in the shape {(*runs, 'n')}"
        )
    return block.astype(np.float64)
