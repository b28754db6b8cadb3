r"""Causally masked linear self-attention.

$$y_t = \Big(\sum_{t' \le t} (W_V x_{t'}) (W_K x_{t'})^\top\Big) (W_Q x_t)$$

Source: Zucchet et al., Gated recurrent neural networks discover attention, eq. (1); the recurrent
form goes back to Katharopoulos et al., Transformers are RNNs.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

from constructions.arrays import Array, full_precision, outer, system_of, zeros
from constructions.cells.cell import Cell
from constructions.shapes import check_sequence, check_shapes

__all__ = ["LinearAttention"]


@dataclass(frozen=True, eq=False)
class LinearAttention(Cell):
    r"""One head of linear self-attention; the mask lets each token see itself.

    **Fields**: `W_V` ($d_v \times d$), `W_K` and `W_Q` ($d_k \times d$). Inputs have size $d$,
    outputs $d_v$; the paper has $d_v = d_k = d$.

    The state is the effective weight matrix $S_t = \sum_{t' \le t} v_{t'} k_{t'}^\top$
    ($d_v \times d_k$), with $S_0 = 0$.
    """

    W_V: Array
    W_K: Array
    W_Q: Array

    def check(self) -> None:
        """Check the shapes of the weights. **Raises** `ShapeError`."""
        check_shapes(self, W_V="d_v d", W_K="d_k d", W_Q="d_k d")

    def check_inputs(self, xs: Any) -> None:
        """Check the shape of a sequence, (T, d). **Raises** `ShapeError`."""
        check_sequence(self, xs, self.W_V.shape[1])

    def initial_state(self) -> Any:
        """Return $S_0 = 0$."""
        return zeros((self.W_V.shape[0], self.W_K.shape[0]), like=self.W_V)

    def step(self, state: Any, x: Any) -> tuple[Any, Any]:
        r"""Return $S_t = S_{t-1} + v_t k_t^\top$ and $y_t = S_t q_t$."""
        absorbed = state + outer(self.W_V @ x, self.W_K @ x)
        return absorbed, absorbed @ (self.W_Q @ x)

    def kept(self, x: Any) -> tuple[Any, Any]:
        """Return value and key of a token, which the quadratic form keeps."""
        return self.W_V @ x, self.W_K @ x

    def output_from(self, values: Any, keys: Any, x: Any) -> Any:
        r"""Return $\sum_{s \le t} v_s (k_s \cdot q_t)$, the quadratic form at one token.

        **Arguments**: the `values` ($t \times d_v$) and `keys` ($t \times d_k$) of all tokens so
        far, its own among them; the token.
        """
        return (keys @ (self.W_Q @ x)) @ values

    def quadratic(self, xs: Any) -> Any:
        r"""Return the same outputs without a state, $y_t = \sum_{s \le t} v_s (k_s \cdot q_t)$.

        The matrix of all $k_s \cdot q_t$ is masked; time and memory are $O(T^2)$. Shares no code
        with `step`. **Raises** as a call does.
        """
        xs = self.inputs(xs)
        weights = self.weights().values()
        system = system_of(*weights, xs)
        with full_precision(*weights, xs):
            values, keys, queries = (xs @ W.T for W in weights)
            mask = system.array(np.tri(len(xs), dtype=int))
            return (mask * (queries @ keys.T)) @ values
