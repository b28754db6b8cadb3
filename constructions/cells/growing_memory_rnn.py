r"""The self-attentive network as a cell: all states so far are the rows of an array that grows.

$$h_t = \phi(V s_{t-1} + U x_t + b), \quad s_t = h_t + \sum_{i \le t} \alpha_{i,t} h_i$$

with weights as in `self_attentive_rnn`, of all states or of the kappa best of them, as in
`top_kappa_rnn`; $s_0 = 0$. It is the same network in arrays, of which each step makes one row more,
so that a step runs on any number of states, also on one that is a symbol.

Source: Kerg et al., Untangling tradeoffs between recurrence and self-attention, eqs (1)-(2).
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from constructions.arrays import (
    Array,
    concatenate,
    exceeds,
    ones_like,
    outer,
    stack,
    tanh,
    zeros,
    zeros_like,
)

__all__ = ["GrowingMemoryRNN"]


@dataclass(frozen=True)
class GrowingMemoryRNN:
    r"""The network on any number system with comparison.

    **Fields**: `V` (n x n), `U` (n x m), `b` (n); `weight(s, rows)`, the positive weights of the
    states that are the rows of an array; `phi`; `kappa`, how many states are attended to, None for
    all. Of equal weights the earlier state is kept.
    """

    V: Array
    U: Array
    b: Array
    weight: Callable[[Any, Any], Any]
    phi: Callable[[Any], Any] = tanh
    kappa: Any = None

    def initial_state(self) -> tuple[Any, Any, Any]:
        """Return no states (0 x n), no times (0) and $s_0 = 0$ (n)."""
        zero = zeros_like(self.b)
        return zeros((0, *zero.shape), like=zero), zeros((0,), like=zero), zero

    def step(self, state: tuple[Any, Any, Any], x: Any) -> tuple[tuple[Any, Any, Any], Any]:
        """Return states, times and output after the token `x`, and the output $s_t$."""
        states, times, s = state
        h = self.phi(self.V @ s + self.U @ x + self.b)
        time = ones_like(times) @ ones_like(times) + 1
        states, times = concatenate([states, stack([h])]), concatenate([times, stack([time])])
        found = self.weight(s, states)
        if self.kappa is not None:
            found = found * self._kept(found, times)
        s = h + (found / (found @ ones_like(found))) @ states
        return (states, times, s), s

    def _kept(self, found: Any, times: Any) -> Any:
        """Return 1 for the kappa best weights, of equal ones the earlier, and else 0."""
        one = ones_like(found)
        higher = exceeds(outer(one, found), outer(found, one))  # whether j is higher, at [i, j]
        equal = 1 - higher - higher.T
        earlier = exceeds(outer(times, one), outer(one, times))
        rank = (higher + equal * earlier) @ one
        return exceeds(self.kappa * one, rank)
