"""What a sequential test remembers between two blocks of samples."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from theorem_checks.verdicts.kinds import Verdict

__all__ = ["TestState", "accumulate", "add"]


@dataclass(frozen=True, eq=False)
class TestState:
    """What a sequential test remembers: constant memory, however many samples it has seen.

    **Fields**: the number of `samples`; `sums` of the offsets from the centre and of the gains of
    each bet, shape (*runs, 1 + bets), with the `carry` that makes them exact to twice the
    precision; the `outcome` of each run: -1 REFUTED, 1 HOLDS, 0 not yet known.
    """

    __test__ = False  # not for pytest

    samples: int
    sums: np.ndarray
    carry: np.ndarray
    outcome: np.ndarray

    @property
    def verdict(self) -> Verdict:
        """The verdict of a single run."""
        return (Verdict.UNDECIDED, Verdict.HOLDS, Verdict.REFUTED)[int(self.outcome)]

    @property
    def totals(self) -> np.ndarray:
        """The sums with their carry."""
        return self.sums + self.carry

    def of_runs(self, runs: np.ndarray) -> "TestState":
        """Return the state of some of the runs, chosen by a mask or by indices."""
        return TestState(self.samples, self.sums[runs], self.carry[runs], self.outcome[runs])

    def to_json(self) -> dict[str, Any]:
        """Return the state as JSON-ready data; `from_json` restores it bit for bit."""
        return {
            "samples": self.samples,
            "sums": self.sums.tolist(),
            "carry": self.carry.tolist(),
            "outcome": self.outcome.tolist(),
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "TestState":
        """Rebuild a state from `to_json`."""
        return cls(
            int(data["samples"]),
            np.asarray(data["sums"], dtype=np.float64),
            np.asarray(data["carry"], dtype=np.float64),
            np.asarray(data["outcome"], dtype=np.int8),
        )


def add(sums: np.ndarray, carry: np.ndarray, terms: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Add with the rounding error kept (Knuth's two-sum), so that long runs lose nothing."""
    total = sums + terms
    shadow = total - sums
    return total, carry + ((sums - (total - shadow)) + (terms - shadow))


def accumulate(
    sums: np.ndarray, carry: np.ndarray, terms: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Return the sums and carries after each of several terms, along the first axis.

    The same bits as `add` called with one term after another: cumulative sums are taken in order.
    """
    totals = np.cumsum(np.concatenate([sums[None], terms]), axis=0)
    before, after = totals[:-1], totals[1:]
    shadow = after - before
    errors = (before - (after - shadow)) + (terms - shadow)
    return after, np.cumsum(np.concatenate([carry[None], errors]), axis=0)[1:]
