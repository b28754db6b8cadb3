r"""Causal linear attention with its normaliser, as a recurrent network over time.

$$s_0 = 0, \quad z_0 = 0, \quad s_i = s_{i-1} + \phi(k_i) v_i^\top, \quad
z_i = z_{i-1} + \phi(k_i), \quad
y_i = f\Big(\frac{\phi(q_i)^\top s_i}{\phi(q_i)^\top z_i} + x_i\Big)$$

with $k_i = x_i W_K$, $q_i = x_i W_Q$, $v_i = x_i W_V$ and features $\phi(\cdot)$ read as columns.

Source: Katharopoulos et al., Transformers are RNNs, eqs (16)-(20). There $f$ is the layer's
feed-forward network. With the rows $x_i W_K$ of the text, (18) and (20) are not defined.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from constructions.arrays import Array, full_precision, outer, scan, system_of, zeros, zeros_like
from constructions.cells.cell import Cell
from constructions.errors import ShapeError
from constructions.shapes import check_sequence, check_shapes
from constructions.trees import STATIC

__all__ = ["NormalisedAttention", "same"]


def same(x: Any) -> Any:
    """Return the argument."""
    return x


@dataclass(frozen=True, eq=False)
class NormalisedAttention(Cell):
    r"""One head of normalised causal linear attention, in a transformer layer.

    **Fields**: `W_Q` and `W_K` ($F \times D$), `W_V` ($F \times M$); `feature_map`, $\phi$, from a
    vector of $D$ to one of $C$ numbers; `residual`, whether the token is added, which needs
    $M = F$; `then`, the function $f$ of one output.

    The state is $(s, z)$ of shapes ($C \times M$) and ($C$). A step returns numerator and
    denominator; a call divides, so that it needs a number system with division.
    """

    W_Q: Array
    W_K: Array
    W_V: Array
    feature_map: Callable[[Any], Any] = field(default=same, metadata=STATIC)
    residual: bool = field(default=False, metadata=STATIC)
    then: Callable[[Any], Any] = field(default=same, metadata=STATIC)

    def check(self) -> None:
        """Check the shapes of the weights. **Raises** `ShapeError`."""
        check_shapes(self, W_Q="F D", W_K="F D", W_V="F M")
        given, values = getattr(self.W_V, "shape", (None, None))
        if self.residual and given != values:
            raise ShapeError(
                f"{type(self).__name__}: W_V has shape {(given, values)}, expected a square"
                " matrix, since the token is added to the values."
            )

    def check_inputs(self, xs: Any) -> None:
        """Check the shape of a sequence, (T, F). **Raises** `ShapeError`."""
        check_sequence(self, xs, self.W_V.shape[0])

    def initial_state(self) -> Any:
        """Return $(s_0, z_0)$, zeros."""
        features = self.feature_map(zeros((self.W_K.shape[1],), like=self.W_K))
        return zeros((*features.shape, self.W_V.shape[1]), like=self.W_V), zeros_like(features)

    @staticmethod
    def absorb(state: Any, q: Any, k: Any, v: Any) -> tuple[Any, Any]:
        """Return the state after a token of these features and value, and both sums for it."""
        s, z = state
        s, z = s + outer(k, v), z + k
        return (s, z), (q @ s, q @ z)

    def step(self, state: Any, x: Any) -> tuple[Any, Any]:
        """Return the state after the token `x`, and the pair of numerator and denominator."""
        q, k = self.feature_map(x @ self.W_Q), self.feature_map(x @ self.W_K)
        return self.absorb(state, q, k, x @ self.W_V)

    def sums(self, xs: Any) -> tuple[Any, Any]:
        r"""Return all numerators ($T \times M$) and denominators ($T$)."""
        return super().__call__(xs)

    def __call__(self, xs: Any) -> Any:
        """Return the layer's outputs; **raises** as every cell does."""
        xs = self.inputs(xs)
        return self._outputs(xs, *self.sums(xs))

    def quadratic(self, xs: Any) -> Any:
        r"""Return the same outputs without a state, by the masked matrix of all weights."""
        xs = self.inputs(xs)
        system = system_of(*self.weights().values(), xs)
        with full_precision(*self.weights().values(), xs):
            queries, keys = (_each(self.feature_map, xs @ W) for W in (self.W_Q, self.W_K))
            weights = system.array(np.tri(len(xs), dtype=int)) * (queries @ keys.T)
            return self._outputs(xs, weights @ (xs @ self.W_V), weights.sum(axis=1))

    def output(self, x: Any, numerator: Any, denominator: Any) -> Any:
        """Return the layer's output at the token `x`, from both sums for it."""
        value = numerator / denominator
        return self.then(value + x if self.residual else value)

    def _outputs(self, xs: Any, numerators: Any, denominators: Any) -> Any:
        if self.then is same:  # which takes all tokens at once
            return self.output(xs, numerators, denominators[:, None])
        tokens = xs, numerators, denominators
        return scan(lambda _, token: (None, self.output(*token)), None, tokens)[1]


def _each(function: Callable[[Any], Any], xs: Any) -> Any:
    """Apply a function of vectors to each row."""
    return xs if function is same else scan(lambda _, x: (None, function(x)), None, xs)[1]
