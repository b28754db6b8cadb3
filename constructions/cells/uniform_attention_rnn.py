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
from functools import partial
from typing import Any

import numpy as np

from constructions.cells.perturbations import Total, followed

__all__ = ["UniformAttentionRNN"]

ScoreSlopes = Callable[[Any, Any], tuple[Any, Any]]


@dataclass(frozen=True)
class UniformAttentionRNN:
    """The linearised network, on any number system with NumPy object arrays.

    **Fields**

    - `V`, n x n; `slopes[t]`, phi' at the step from s_{t-1} to h_t, an array of n numbers, or what
      multiplies dh_t as diag(phi') does (absent ones are 1: a linear phi).
    - `states[t]` = h_t and `score_slopes(i, t)` = (de_{i,t}/ds_{t-1}, de_{i,t}/dh_i), each n
      numbers, or a column and rows of n: only where the scores depend on the states.
    - `weights[t][i]` = alpha_{i,t} along the trajectory, which add up to 1: only where they are not
      1/t. With them d alpha_{i,t} = alpha_{i,t} (d e_{i,t} - the mean of d e_{.,t} by the weights).
    """

    V: Any
    slopes: Mapping[int, Any] | None = None
    states: Mapping[int, Any] | None = None
    score_slopes: ScoreSlopes | None = None
    weights: Mapping[int, Mapping[int, Any]] | None = None

    def derivatives(self, start: int, end: int) -> dict[int, Any]:
        """Return {t: ds_t/dh_start}, n x n each, for start <= t <= end."""
        n = len(self.V)
        identity = np.array([[Fraction(i == j) for j in range(n)] for i in range(n)])
        return followed(identity, start, end, self.recur, partial(self.read, start=start))

    def recur(self, t: Any, output: Any) -> Any:
        """Return dh_t from ds_{t-1}, which is n x n, or a column."""
        after = self.V @ output
        if self.slopes is None or t not in self.slopes:
            return after
        return _column(self.slopes[t]) * after

    def read(
        self, t: Any, moved: Any, output: Any | None, start: Any, total: Total | None = None
    ) -> Any:
        """Return ds_t from dh_i, i = start, ..., t, and ds_{t-1}, which is None where it is 0.

        **Arguments**: `total(part, first, last)` adds `part(i)` over first <= i <= last; by default
        one after the other.
        """
        add = total or _added
        weighted, share = self._weighted(t)
        all_moved = add(lambda i: weighted(i, moved[i]), start, t)
        if self.score_slopes is not None:
            all_moved = all_moved + self._by_scores(t, moved, output, start, add)
        return moved[t] + all_moved * share

    def _weighted(self, t: Any) -> tuple[Callable[[Any, Any], Any], Any]:
        """What weighs a summand, and what is then common to all: 1/t where attention is uniform."""
        if self.weights is None:
            return (lambda _, summand: summand), Fraction(1) / t
        row = self.weights[t]
        return (lambda i, summand: summand * row[i]), 1

    def _by_scores(self, t: Any, moved: Any, output: Any | None, start: Any, add: Total) -> Any:
        """What the scores add: the sum over i of (h_i - mean of h) d e_{i,t}."""
        if self.states is None or self.score_slopes is None:
            raise ValueError("states=None is not valid: score_slopes needs the states h_t.")
        states, slopes = self.states, self.score_slopes
        weighted, share = self._weighted(t)
        mean = add(lambda i: weighted(i, _column(states[i])), 1, t) * share

        def by_state(i: Any) -> Any:
            moved_score = _row(slopes(i, t)[1]) @ moved[i]
            return weighted(i, (_column(states[i]) - mean) @ moved_score)

        def by_output(i: Any) -> Any:
            moved_score = _row(slopes(i, t)[0]) @ output
            return weighted(i, (_column(states[i]) - mean) @ moved_score)

        found = add(by_state, start, t)
        return found if output is None else found + add(by_output, 1, t)


def _added(part: Callable[[Any], Any], first: int, last: int) -> Any:
    return sum((part(i) for i in range(first + 1, last + 1)), start=part(first))


def _column(values: Any) -> Any:
    """N numbers as a column; what is none of these as it is."""
    return np.asarray(values)[:, None] if np.ndim(values) == 1 else values


def _row(values: Any) -> Any:
    return np.asarray(values)[None, :] if np.ndim(values) == 1 else values
