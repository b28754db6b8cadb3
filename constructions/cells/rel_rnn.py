r"""The relevancy-screened recurrent networks, RelRNN and RelLSTM, as scans of fixed memory.

$$h_t = \phi(V s_{t-1} + U x_t + b), \quad s_t = h_t + \sum_{m \in S_t \cup R_t} z_m m, \quad
z = \mathrm{softmax}\, a(s_{t-1}, m)$$

RelLSTM has an LSTM in the place of the first equation, which reads $s_{t-1}$ as its hidden state.

Source: Kerg et al., Untangling tradeoffs between recurrence and self-attention, Algorithm 1.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from constructions.arrays import Array, scan, tanh, zeros, zeros_like
from constructions.cells.lstm import LSTM
from constructions.cells.relevancy_screening import Memory, empty_memory, screened_step

__all__ = ["RelLSTM", "RelRNN"]


@dataclass(frozen=True)
class RelRNN:
    r"""The screened recurrent network on any number system with comparison.

    **Fields**: `V` (n x n), `U` (n x m), `b` (n); `weight(s, rows)`, the positive weights of the
    states that are the rows of an array, exp of the alignment (`by_row` makes it of the weight of
    one state); `nu` and `rho`, the sizes of buffer and relevant set; `phi`.
    """

    V: Array
    U: Array
    b: Array
    weight: Callable[[Any, Any], Any]
    nu: int
    rho: int
    phi: Callable[[Any], Any] = tanh

    def initial_state(self) -> tuple[Memory, Any, Any]:
        """Return the empty memory, $s_0 = 0$ and the time 0."""
        zero = zeros_like(self.b)
        return empty_memory(self.nu, self.rho, zero), zero, zeros((), like=zero)

    def step(self, state: tuple[Memory, Any, Any], x: Any) -> tuple[tuple[Memory, Any, Any], Any]:
        """Return memory, output and time after the token `x`, and the output $s_t$."""
        memory, s, time = state
        h = self.phi(self.V @ s + self.U @ x + self.b)
        memory, context = screened_step(memory, h, time + 1, lambda rows: self.weight(s, rows))
        s = h + context
        return (memory, s, time + 1), s

    def __call__(self, xs: Any) -> Any:
        r"""Return $s_1, \dots, s_T$ for the inputs $x_1, \dots, x_T$."""
        return scan(self.step, self.initial_state(), xs)[1]


@dataclass(frozen=True)
class RelLSTM:
    """The screened LSTM: the cell reads s_{t-1} in the place of its hidden state.

    **Fields**: `cell`; `weight`, `nu` and `rho` as for `RelRNN`.
    """

    cell: LSTM
    weight: Callable[[Any, Any], Any]
    nu: int
    rho: int

    def initial_state(self) -> tuple[Memory, Any, Any, Any]:
        """Return the empty memory, $s_0 = 0$, the cell's state 0 and the time 0."""
        cell, zero = self.cell.initial_state()
        return empty_memory(self.nu, self.rho, zero), zero, cell, zeros((), like=zero)

    def step(self, state: tuple[Memory, Any, Any, Any], x: Any) -> tuple[Any, Any]:
        """Return the state after the token `x`, and the output $s_t$."""
        memory, s, cell, time = state
        (cell, _), h = self.cell.step((cell, s), x)
        memory, context = screened_step(memory, h, time + 1, lambda rows: self.weight(s, rows))
        s = h + context
        return (memory, s, cell, time + 1), s

    def __call__(self, xs: Any) -> Any:
        r"""Return $s_1, \dots, s_T$ for the inputs $x_1, \dots, x_T$."""
        return scan(self.step, self.initial_state(), xs)[1]
