"""The recurrent network with attention, linearised along a trajectory where attention is uniform.

`h_{t+1} = phi(V s_t + U x_{t+1} + b)`, `s_t = h_t + sum_i alpha_{i,t} h_i`, alpha = softmax of the
scores `e_{i,t} = a(s_{t-1}, h_i)` (Untangling tradeoffs between recurrence and self-attention, eqs
1-2, with f(h, c) = h + c). Where the scores of each t are equal, alpha_{i,t} = 1/t and
d alpha_{i,t} = (d e_{i,t} - mean of d e_{.,t}) / t, so that a perturbation obeys

    d s_t = d h_t + (1/t) sum_i [d h_i + (h_i - mean of h) d e_{i,t}],
    d h_{t+1} = diag(phi') V d s_t.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

__all__ = ["UniformAttentionRNN"]

ScoreSlopes = Callable[[int, int], tuple[Any, Any]]


@dataclass(frozen=True)
class UniformAttentionRNN:
    """The linearised network, on any number system with NumPy object arrays.

    **Fields**

    - `V`, n x n; `slopes[t]`, phi' at the step from s_{t-1} to h_t, an array of n numbers (absent
      ones are 1: a linear phi).
    - `states[t]` = h_t and `score_slopes(i, t)` = (de_{i,t}/ds_{t-1}, de_{i,t}/dh_i), each n
      numbers: only where the scores depend on the states.
    """

    V: Any
    slopes: Mapping[int, Any] | None = None
    states: Mapping[int, Any] | None = None
    score_slopes: ScoreSlopes | None = None

    def derivatives(self, start: int, end: int) -> dict[int, Any]:
        """Return {t: ds_t/dh_start}, n x n each, for start <= t <= end."""
        if not 1 <= start <= end:
            raise ValueError(f"start={start}, end={end} is not valid: expected 1 <= start <= end.")
        n = len(self.V)
        moved = {start: np.array([[Fraction(i == j) for j in range(n)] for i in range(n)])}
        outputs: dict[int, Any] = {}
        for t in range(start, end + 1):
            if t > start:
                moved[t] = self._slope(t) * (self.V @ outputs[t - 1])
            total = sum(moved.values(), start=np.zeros((n, n), dtype=int))
            if self.score_slopes is not None:
                total = total + self._by_scores(t, moved, outputs.get(t - 1))
            outputs[t] = moved[t] + total * Fraction(1, t)
        return outputs

    def _slope(self, t: int) -> Any:
        """The slopes at the step to h_t, as a column."""
        if self.slopes is None or t not in self.slopes:
            return 1
        return np.asarray(self.slopes[t])[:, None]

    def _by_scores(self, t: int, moved: Mapping[int, Any], output: Any) -> Any:
        """What the scores add: the sum over i of (h_i - mean of h) d e_{i,t}."""
        if self.states is None or self.score_slopes is None:
            raise ValueError("states=None is not valid: score_slopes needs the states h_t.")
        states = [np.asarray(self.states[i]) for i in range(1, t + 1)]
        mean = sum(states[1:], start=states[0]) * Fraction(1, t)
        total: Any = 0
        for i, state in enumerate(states, start=1):
            by_output, by_state = (np.asarray(slope) for slope in self.score_slopes(i, t))
            change: Any = 0
            if output is not None:
                change = change + by_output @ output
            if i in moved:
                change = change + by_state @ moved[i]
            total = total + np.outer(state - mean, change) if np.ndim(change) else total
        return total
