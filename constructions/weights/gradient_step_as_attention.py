r"""Linear self-attention that takes one step of gradient descent on in-context linear regression.

Tokens are $z_t = (x_t; y_t)$, the query token is $(x; 0)$. With

$$W_V = \operatorname{diag}(0, I_{d_y}),\quad W_K = \operatorname{diag}(I_{d_x}, 0),\quad
W_Q = \eta \operatorname{diag}(I_{d_x}, 0)$$

the last $d_y$ outputs at the query token are $\eta \sum_t y_t x_t^\top x$: what one step from 0 on
$\frac12 \sum_t |y_t - W x_t|^2$ predicts, with rate $\eta$. The query token's own value is 0, so it
does no harm that the causal mask lets it see itself.

Source: Zucchet et al., Gated recurrent neural networks discover attention, section 5.1, after von
Oswald et al., Transformers learn in-context by gradient descent.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from constructions.arrays import EXACT
from constructions.cells.linear_attention import LinearAttention
from constructions.indexed import IndexedArray, family

__all__ = ["AttentionDescription", "gradient_step_as_attention", "gradient_step_weights"]


@dataclass(frozen=True)
class AttentionDescription:
    """The three matrices of linear self-attention at every size, by index families."""

    W_V: IndexedArray
    W_K: IndexedArray
    W_Q: IndexedArray

    def attention(self, sizes: Mapping[str, int], parameters: Mapping[str, Any]) -> LinearAttention:
        """Return the layer at concrete sizes, with exact parameters."""
        matrices = (m.array(EXACT, sizes, parameters) for m in (self.W_V, self.W_K, self.W_Q))
        return LinearAttention(*matrices)


def gradient_step_weights() -> AttentionDescription:
    """Return the weights, with the parameter `eta` (of shape (1,)) and the sizes d_x and d_y."""
    token = family("x", a="d_x"), family("y", i="d_y")
    axes = token, token
    return AttentionDescription(
        W_V=IndexedArray(axes, {("y", "y"): lambda w, i, j: w.delta(i, j)}),
        W_K=IndexedArray(axes, {("x", "x"): lambda w, a, b: w.delta(a, b)}),
        W_Q=IndexedArray(axes, {("x", "x"): lambda w, a, b: w.eta * w.delta(a, b)}),
    )


def gradient_step_as_attention(d_x: int, d_y: int, eta: Any) -> LinearAttention:
    """Return the layer for inputs of size d_x, outputs of size d_y and an exact rate."""
    sizes = {"d_x": d_x, "d_y": d_y}
    return gradient_step_weights().attention(sizes, {"eta": EXACT.array(eta)})
