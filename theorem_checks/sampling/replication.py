"""Repeating a sequential test many times on samples of a known law, to measure what it promises.

The replicas run side by side in one array, through the same code that decides a single test.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from theorem_checks.errors import ArgumentError
from theorem_checks.sampling.enclosures import positive_float
from theorem_checks.sampling.faults import checked_seed
from theorem_checks.sampling.protocols import SequentialTest
from theorem_checks.verdicts.kinds import Verdict

__all__ = ["Draw", "Replication", "replicate"]

Draw = Callable[[np.random.Generator, tuple[int, int]], np.ndarray]
"""A law: from a generator and a shape to independent samples in this shape."""

ABREAST = 1024  # replicas at a time, which bounds the memory


@dataclass(frozen=True)
class Replication:
    """What many runs of a test came to.

    **Fields**: `outcomes`, -1 REFUTED, 1 HOLDS, 0 UNDECIDED, and `samples` used, both of shape
    (runs,).
    """

    outcomes: np.ndarray
    samples: np.ndarray

    def count(self, verdict: Verdict) -> int:
        """Return how many runs ended with this verdict."""
        return int(np.sum(self.outcomes == _CODES[verdict]))

    def rate(self, verdict: Verdict, error: float = 1e-6) -> tuple[float, float]:
        """Return an interval for the probability of a verdict: exact binomial, Clopper-Pearson.

        It misses the probability with probability at most `error`.
        """
        from scipy.stats import binomtest

        positive_float("error", error, below=1.0)
        found = binomtest(self.count(verdict), len(self.outcomes))
        interval = found.proportion_ci(confidence_level=1 - error, method="exact")
        return float(interval.low), float(interval.high)


_CODES = {Verdict.REFUTED: -1, Verdict.UNDECIDED: 0, Verdict.HOLDS: 1}


def replicate(
    test: SequentialTest,
    draw: Draw,
    *,
    runs: int,
    max_samples: int,
    seed: int,
    block: int = 64,
) -> Replication:
    """Run a test many times on independent samples of one law.

    **Arguments**: the `test`; `draw`, which gives samples of the law as NumPy arrays; the number
    of `runs`; the budget `max_samples` of each, used in whole blocks; a `seed`; the samples in a
    `block`, at the ends of which the test looks.

    **Returns** outcomes and sample numbers; under a true claim, `rate(Verdict.REFUTED)` encloses
    the false-alarm rate.

    **Raises** `ArgumentError` for numbers below one, or a budget below one block.
    """
    for name, number in (("runs", runs), ("block", block)):
        if number < 1:
            raise ArgumentError(name, number, "a positive number")
    if max_samples < block:
        raise ArgumentError("max_samples", max_samples, f"at least one block, {block}")
    generator = np.random.default_rng(checked_seed(seed))
    outcomes, samples = np.zeros(runs, dtype=np.int8), np.zeros(runs, dtype=np.int64)
    for first in range(0, runs, ABREAST):
        here = np.arange(first, min(first + ABREAST, runs))
        state, drawn = test.start(len(here)), 0
        while len(here) and drawn + block <= max_samples:
            state = test.update(state, draw(generator, (len(here), block)))
            drawn += block
            outcomes[here], samples[here] = state.outcome, drawn
            going = state.outcome == 0
            here, state = here[going], state.of_runs(going)
    return Replication(outcomes, samples)
