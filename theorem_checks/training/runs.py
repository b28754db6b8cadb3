"""What came of a training run: records of every member, what diverged, spreads over seeds."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from theorem_checks.errors import ArgumentError, nearest

__all__ = ["Divergence", "SeedSummary", "TrainingRun", "summarise_seeds"]


@dataclass(frozen=True)
class Divergence:
    """A member that was ended: its `seed` and index of `setting`, at which `step`, and `why`."""

    seed: int
    setting: int
    step: int
    why: str

    def __str__(self) -> str:
        return f"seed {self.seed}, setting {self.setting}, stopped at step {self.step}: {self.why}"


@dataclass(frozen=True)
class SeedSummary:
    """A number over seeds: mean, sample deviation, least and largest, and how many there are."""

    mean: float
    deviation: float
    least: float
    largest: float
    count: int

    def to_json(self) -> dict[str, float | int]:
        """Return it as JSON-ready data."""
        return dict(vars(self))

    def __str__(self) -> str:
        return f"{self.mean:.3g} ± {self.deviation:.2g} ({self.count} seeds)"


def summarise_seeds(values: Any) -> SeedSummary:
    """Return the spread of numbers, those that are not finite left out (NaN if none is left)."""
    kept = np.asarray(values, np.float64).ravel()
    kept = kept[np.isfinite(kept)]
    if not kept.size:
        return SeedSummary(math.nan, math.nan, math.nan, math.nan, 0)
    deviation = float(kept.std(ddof=1)) if kept.size > 1 else 0.0
    return SeedSummary(
        float(kept.mean()), deviation, float(kept.min()), float(kept.max()), kept.size
    )


@dataclass(frozen=True, eq=False)
class TrainingRun:
    """A training run that has come to its end.

    With K settings, S seeds and R records (and E steps in a record):

    - `name`, `fingerprint`; the `seeds` (S).
    - `loss` (K, S, R): the mean loss over each record, before the updates; NaN where a member
      stopped.
    - `steps` (R + 1): 0, E, 2E, ...; `measured`: each measurement as (K, S, R + 1, ...) at these.
    - `params`: the pytree at the end, its leaves (K, S, ...).
    - `diverged`: the members that were ended.
    - `seconds` spent on training, and `compile_seconds`, over all resumptions; `resumed`: how often
      it was taken up from a checkpoint.
    """

    name: str
    fingerprint: str
    seeds: tuple[int, ...]
    loss: np.ndarray
    steps: np.ndarray
    measured: Mapping[str, np.ndarray]
    params: Any = field(repr=False)
    diverged: tuple[Divergence, ...] = ()
    seconds: float = 0.0
    compile_seconds: float = 0.0
    resumed: int = 0

    @property
    def members(self) -> int:
        """How many networks were trained."""
        return self.loss.shape[0] * self.loss.shape[1]

    @property
    def steps_per_second(self) -> float:
        """Steps of single members in a second, all members together, compilation left out."""
        return self.members * int(self.steps[-1]) / self.seconds if self.seconds else math.inf

    def of(self, name: str) -> np.ndarray:
        """Return a measurement by name, (K, S, R + 1, ...)."""
        if name not in self.measured:
            known = ", ".join(self.measured) or "(none)"
            hint = nearest(name, self.measured)
            raise ArgumentError("measurement", name, f"one of {known}.{hint}")
        return self.measured[name]

    def final(self, name: str, setting: int = 0) -> SeedSummary:
        """Return the spread over seeds of a measured number at the end."""
        return summarise_seeds(self.of(name)[setting, :, -1])

    def params_of(self, setting: int, seed: int) -> Any:
        """Return the parameters of one member; `seed` is an index."""
        import jax

        return jax.tree.map(lambda leaf: leaf[setting, seed], self.params)

    @property
    def report(self) -> str:
        """What diverged, in a line each; '' if nothing did."""
        return "\n".join(map(str, self.diverged))
