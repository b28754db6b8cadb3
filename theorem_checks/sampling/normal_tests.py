r"""The test that this engine replaces: a normal interval, looked at again and again.

It is here to be measured beside the valid tests, by `replicate`. Nothing is decided by it.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

from theorem_checks.sampling.states import TestState

__all__ = ["NormalTest"]


@dataclass(frozen=True)
class NormalTest:
    r"""REFUTED when the value leaves $\bar x \pm z s/\sqrt n$; HOLDS when delta surrounds it.

    Its error rates would be the stated ones for a single look at infinitely many samples.

    **Fields**: the claimed `value`, `delta`, `false_alarm` and `false_pass`, as in `MeanTest`.
    """

    value: float
    delta: float
    false_alarm: float
    false_pass: float

    def start(self, *runs: int) -> TestState:
        """Return the state before the first sample: no sum, no sum of squares."""
        zeros = np.zeros((*runs, 2))
        return TestState(0, zeros, zeros, np.zeros(runs, dtype=np.int8))

    def update(self, state: TestState, values: Any) -> TestState:
        """Return the state after one more block of samples, of shape (*runs, n)."""
        from scipy.stats import norm

        offsets = values - self.value
        sums = state.sums + np.stack([offsets.sum(-1), (offsets**2).sum(-1)], axis=-1)
        samples = state.samples + values.shape[-1]
        mean = sums[..., 0] / samples
        error = np.sqrt(np.maximum(sums[..., 1] / samples - mean**2, 0) / samples)
        refuted = np.abs(mean) > norm.isf(self.false_alarm / 2) * error
        holds = np.abs(mean) + norm.isf(self.false_pass) * error < self.delta
        found = np.where(refuted, -1, np.where(holds, 1, 0))
        outcome = np.where(state.outcome == 0, found, state.outcome).astype(np.int8)
        return TestState(samples, sums, state.carry, outcome)
