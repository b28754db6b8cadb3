r"""Linear self-attention with biases and a decay of the key-value matrix.

$$y_t = \Big(\sum_{t' \le t} \Gamma_{t-t'} \odot (W_V x_{t'} + b_V)(W_K x_{t'} + b_K)^\top\Big)
(W_Q x_t + b_Q), \qquad (\Gamma_k)_{ij} = (1 - \gamma_i)^k$$

Source: Zucchet et al., Gated recurrent neural networks discover attention, eq. (20).
"""

from dataclasses import dataclass
from typing import Any

from constructions.arrays import Array, ones, outer, zeros
from constructions.cells.cell import Cell
from constructions.shapes import check_sequence, check_shapes

__all__ = ["DecayedAttention"]


@dataclass(frozen=True, eq=False)
class DecayedAttention(Cell):
    r"""One head of linear self-attention with biases, whose memory decays row by row.

    **Fields**: `W_V` ($d_v \times d$), `W_K`, `W_Q` ($d_k \times d$); the biases `b_V`, `b_K`,
    `b_Q`; `keep` ($d_v$), the factors $1 - \gamma$.

    The state is $W^{ff}_t = \sum_{t' \le t} \Gamma_{t-t'} \odot v_{t'} k_{t'}^\top$, from
    $W^{ff}_0 = 0$. Without decay (`keep` of ones) and biases this is `LinearAttention`.
    """

    W_V: Array
    b_V: Array
    W_K: Array
    b_K: Array
    W_Q: Array
    b_Q: Array
    keep: Array

    def check(self) -> None:
        """Check the shapes of the weights. **Raises** `ShapeError`."""
        check_shapes(
            self,
            W_V="d_v d",
            b_V="d_v",
            W_K="d_k d",
            b_K="d_k",
            W_Q="d_k d",
            b_Q="d_k",
            keep="d_v",
        )

    def check_inputs(self, xs: Any) -> None:
        """Check the shape of a sequence, (T, d). **Raises** `ShapeError`."""
        check_sequence(self, xs, self.W_V.shape[1])

    def initial_state(self) -> Any:
        """Return the memory 0."""
        return zeros((self.W_V.shape[0], self.W_K.shape[0]), like=self.W_V)

    def step(self, state: Any, x: Any) -> tuple[Any, Any]:
        r"""Return $\Gamma_1 \odot W + v k^\top$, and its product with the query."""
        value, key = self.W_V @ x + self.b_V, self.W_K @ x + self.b_K
        decay = outer(self.keep, ones((self.W_K.shape[0],), like=self.keep))
        absorbed = decay * state + outer(value, key)
        return absorbed, absorbed @ (self.W_Q @ x + self.b_Q)
