r"""Linear attention with a feature map, with or without a normaliser.

$$y_t = \frac{\sum_{t' \le t} v_{t'}\, \phi(k_{t'})^\top \phi(q_t)}
{\sum_{t' \le t} \phi(k_{t'})^\top \phi(q_t)}$$

Source: Katharopoulos et al., Transformers are RNNs, eqs. (9) and (18)-(20).
"""

from dataclasses import dataclass, field
from typing import Any

from constructions.activations import Activation
from constructions.arrays import Array, outer, zeros
from constructions.cells.cell import Cell
from constructions.errors import ShapeError
from constructions.shapes import check_sequence, check_shapes
from constructions.trees import STATIC

__all__ = ["KernelAttention"]


@dataclass(frozen=True, eq=False)
class KernelAttention(Cell):
    r"""One head of causally masked linear attention with features $\phi$ of keys and queries.

    **Fields**: `W_V` ($d_v \times d$), `W_K`, `W_Q` ($d_k \times d$); `features`, the map $\phi$
    from vectors of size $d_k$ to vectors of any one size; `normalised`, whether the output is
    divided by the sum of the weights.

    The state is the pair of $S_t = \sum_{t' \le t} v_{t'} \phi(k_{t'})^\top$ and
    $z_t = \sum_{t' \le t} \phi(k_{t'})$.
    """

    W_V: Array
    W_K: Array
    W_Q: Array
    features: Activation = field(metadata=STATIC)
    normalised: bool = field(default=True, metadata=STATIC)

    def check(self) -> None:
        """Check the shapes of the weights, and of the features. **Raises** `ShapeError`."""
        check_shapes(self, W_V="d_v d", W_K="d_k d", W_Q="d_k d")
        if len(shape := self._feature_shape()) != 1:
            raise ShapeError(f"KernelAttention: features have shape {shape}, expected a vector.")

    def check_inputs(self, xs: Any) -> None:
        """Check the shape of a sequence, (T, d). **Raises** `ShapeError`."""
        check_sequence(self, xs, self.W_V.shape[1])

    def initial_state(self) -> tuple[Any, Any]:
        """Return the memory 0 and the normaliser 0."""
        (size,) = self._feature_shape()
        return zeros((self.W_V.shape[0], size), like=self.W_V), zeros((size,), like=self.W_V)

    def step(self, state: tuple[Any, Any], x: Any) -> tuple[tuple[Any, Any], Any]:
        r"""Return $S_t$ and $z_t$, and $S_t \phi(q_t)$, divided by $z_t \cdot \phi(q_t)$."""
        memory, normaliser = state
        key, query = self.features(self.W_K @ x), self.features(self.W_Q @ x)
        memory, normaliser = memory + outer(self.W_V @ x, key), normaliser + key
        read = memory @ query
        return (memory, normaliser), read / (normaliser @ query) if self.normalised else read

    def _feature_shape(self) -> Any:
        return self.features(zeros((self.W_K.shape[0],), like=self.W_K)).shape
