"""What a sequential test offers to what runs it, repeats it and reports on it."""

from collections.abc import Mapping
from typing import Any, Protocol, runtime_checkable

import numpy as np

from theorem_checks.sampling.enclosures import Number
from theorem_checks.sampling.states import TestState
from theorem_checks.verdicts.error_rates import ErrorRates

__all__ = ["ClaimTest", "SequentialTest"]


@runtime_checkable
class SequentialTest(Protocol):
    """A rule that can be repeated on arrays of runs."""

    def start(self, *runs: int) -> TestState:
        """Return the state before the first sample, for one run or an array of runs."""
        ...

    def update(self, state: TestState, values: Any) -> TestState:
        """Return the state after one more block of samples, of shape (*runs, n)."""
        ...


@runtime_checkable
class ClaimTest(SequentialTest, Protocol):
    """A test of a claim: it also reads samples fast, and says in words and figures what it knows.

    Pure: it keeps nothing but what stands in the states.
    """

    @property
    def rounding(self) -> Number:
        """How far computed values may be from the true ones."""
        ...

    @property
    def rates(self) -> ErrorRates:
        """The error rates at most."""
        ...

    @property
    def discrepancy(self) -> float:
        """What HOLDS allows, all inaccuracy included."""
        ...

    @property
    def assumption(self) -> str:
        """What is assumed of the samples, in words."""
        ...

    def claim(self, subject: str) -> str:
        """The claim in words, for what is sampled."""
        ...

    def advance(self, state: TestState, blocks: np.ndarray) -> TestState:
        """Return the state of a single run after several blocks, or after the deciding one."""
        ...

    def estimate(self, state: TestState) -> float:
        """Return the estimate of a single run."""
        ...

    def interval(self, state: TestState) -> tuple[float, float]:
        """Return the confidence interval that goes with the estimate."""
        ...

    def seen(self, state: TestState) -> str:
        """Say what the samples of a single run show."""
        ...

    def figures(self, state: TestState) -> Mapping[str, Any]:
        """Return the named numbers of a single run."""
        ...
