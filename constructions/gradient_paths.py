r"""The derivative of an attentive recurrent network, taken apart into gradient paths.

A network with states $h_t$ and outputs $s_t = s_t(h_1, \dots, h_t, s_{t-1})$,
$h_{t+1} = h_{t+1}(s_t)$ has the local Jacobians $P_{t,i} = \partial s_t / \partial h_i$,
$Q_t = \partial s_t / \partial s_{t-1}$ and $J_t = dh_{t+1}/ds_t$. By the chain rule

$$\frac{ds_{t+k}}{dh_t} = P_{t+k,t} + \sum_{j<k} F_{k,j} \frac{ds_{t+j}}{dh_t}, \qquad
F_{k,j} = P_{t+k,t+j+1} J_{t+j} + 1_{j=k-1} Q_{t+k}.$$

Source: Kerg et al., Untangling tradeoffs between recurrence and self-attention, Proposition 1,
where $E_k = P_{t+k,t}$.
"""

import operator
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import combinations, pairwise
from typing import Any

__all__ = ["LocalJacobians", "chains", "paths_by_jacobians"]

Total = Callable[[Callable[[Any], Any], Any], Any]
"""What adds `part(j)` over all j below a number."""


def chains(k: int) -> Iterator[tuple[int, ...]]:
    r"""Yield every chain $0 \le i_1 < \dots < i_s < k$, the empty one first."""
    for length in range(k + 1):
        yield from combinations(range(k), length)


def paths_by_jacobians(k: int) -> list[int]:
    r"""Return how many paths lead from $s_{t+k}$ back to $h_t$ with s Jacobians, s = 0..k.

    A path uses one $P$, $Q$ or $J$ at a time: it goes from $s_m$ to some $h_i$, or to $s_{m-1}$,
    and from $h_{m+1}$ to $s_m$.
    """
    counts: list[list[int]] = []
    for m in range(k + 1):
        row = [int(s == 0) for s in range(k + 1)]
        for s in range(k + 1):
            row[s] += sum(earlier[s - 1] for earlier in counts) if s else 0
            row[s] += counts[m - 1][s] if m else 0
        counts.append(row)
    return counts[k]


@dataclass(frozen=True)
class LocalJacobians:
    r"""All local Jacobians of a network along a trajectory.

    **Fields**: `by_state[t][i]` is $P_{t,i}$, `step[t]` is $J_t$, `by_output[t]` is $Q_t$; those
    that are absent are zero. `times` multiplies two of them, as matrices by default; give
    `operator.mul` for numbers and for symbols that do not commute.
    """

    by_state: Mapping[int, Mapping[int, Any]]
    step: Mapping[int, Any]
    by_output: Mapping[int, Any] = field(default_factory=dict)
    times: Callable[[Any, Any], Any] = operator.matmul

    def first(self, t: int, k: int) -> Any | None:
        r"""Return $E_k = \partial s_{t+k} / \partial h_t$, or None where it is absent."""
        return self.by_state[t + k].get(t)

    def factor(self, t: int, k: int, j: int) -> Any | None:
        r"""Return $F_{k,j}$, or None where both of its terms are absent."""
        return _total([self.through_state(t, k, j), self.past_state(t, k, j)])

    def through_state(self, t: int, k: int, j: int) -> Any | None:
        r"""Return $P_{t+k,t+j+1} J_{t+j}$, the part of $F_{k,j}$ that passes $h_{t+j+1}$."""
        read, step = self.by_state[t + k].get(t + j + 1), self.step.get(t + j)
        return None if read is None or step is None else self.times(read, step)

    def past_state(self, t: int, k: int, j: int) -> Any | None:
        r"""Return $1_{j=k-1} Q_{t+k}$, the part of $F_{k,j}$ that passes no state."""
        return self.by_output.get(t + k) if j == k - 1 else None

    def derivatives(self, t: int, k: int) -> list[Any]:
        r"""Return $ds_{t+m}/dh_t$ for m = 0..k by the chain rule."""
        found: list[Any] = [self.first(t, 0)]
        for m in range(1, k + 1):
            found.append(self.derivative(t, m, found))
        return [0 if one is None else one for one in found]

    def derivative(self, t: int, k: int, before: Any, total: Total | None = None) -> Any:
        r"""Return $ds_{t+k}/dh_t$, k >= 1, from those `before` it, $ds_{t+j}/dh_t$ at j.

        `total(part, n)` adds `part(j)` over j < n; by default one after the other.
        """
        return _total([self.first(t, k), self.further(t, k, before, total)])

    def further(self, t: int, k: int, before: Any, total: Total | None = None) -> Any:
        r"""Return the sum of $F_{k,j}$ `before[j]` over j < k, for k >= 1; see `derivative`.

        $F_{k,j}$ passes a state for j < k - 1.
        """
        add = total or (lambda part, n: _total([part(j) for j in range(n)]))
        states = add(lambda j: self._times(self.through_state(t, k, j), before[j]), k - 1)
        last = self._times(self.factor(t, k, k - 1), before[k - 1])
        return _total([states, last])

    def term(self, t: int, k: int, chain: tuple[int, ...]) -> Any:
        r"""Return $F_{k,i_s} F_{i_s,i_{s-1}} \cdots F_{i_2,i_1} E_{i_1}$, or $E_k$ if s = 0."""
        ends = (*chain, k)
        product = self.first(t, ends[0])
        for j, m in pairwise(ends):
            product = self._times(self.factor(t, m, j), product)
        return 0 if product is None else product

    def by_factors(self, t: int, k: int) -> list[Any]:
        r"""Return $\bar\xi_{0:k}(s)$, the sum of all terms with s factors F, for s = 0..k."""
        found: list[list[Any]] = []
        for m in range(k + 1):
            row = [[self.first(t, m)], *([] for _ in range(k))]
            for j in range(m):
                for s in range(k):
                    row[s + 1].append(self._times(self.factor(t, m, j), found[j][s]))
            found.append([_total(terms) for terms in row])
        return [0 if one is None else one for one in found[k]]

    def by_jacobians(self, t: int, k: int) -> list[Any]:
        """Return the sum of all paths with exactly s Jacobians J, for s = 0..k."""
        found: list[Any] = []
        fewer: list[Any] | None = None
        for s in range(k + 1):
            same: list[Any] = [None if s else self.first(t, 0)]
            for m in range(1, k + 1):
                same.append(self.by_fewer(t, m, same, fewer))
            found.append(same[k])
            fewer = same
        return [0 if one is None else one for one in found]

    def by_fewer(self, t: int, k: int, same: Any, fewer: Any, total: Total | None = None) -> Any:
        r"""Return the sum of the paths from $s_{t+k}$, k >= 1, with s Jacobians J.

        **Arguments**: that sum for $s_{t+j}$, j < k, at j: `same`, of as many Jacobians, of which
        the last is read, and `fewer`, of one less, or None for s = 0; `total` as for `derivative`.
        """
        add = total or (lambda part, n: _total([part(j) for j in range(n)]))
        last = self._times(self.past_state(t, k, k - 1), same[k - 1])
        if fewer is None:
            return _total([self.first(t, k), last])
        states = add(lambda j: self._times(self.through_state(t, k, j), fewer[j]), k - 1)
        last_state = self._times(self.through_state(t, k, k - 1), fewer[k - 1])
        return _total([states, last_state, last])

    def _times(self, factor: Any | None, other: Any | None) -> Any | None:
        return None if factor is None or other is None else self.times(factor, other)


def _total(terms: list[Any]) -> Any | None:
    present = [term for term in terms if term is not None]
    return sum(present[1:], start=present[0]) if present else None
