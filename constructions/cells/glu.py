r"""The gated linear unit, $x \mapsto \sigma(W_m x) \odot (W_x x)$.

Source: Dauphin et al., Language modeling with gated convolutional networks; Zucchet et al., Gated
recurrent neural networks discover attention, eq. (8).
"""

from dataclasses import dataclass, field
from typing import Any

from constructions.activations import Activation, sigmoid
from constructions.arrays import Array
from constructions.cells.cell import Cell
from constructions.shapes import check_sequence, check_shapes
from constructions.trees import STATIC

__all__ = ["GLU"]


@dataclass(frozen=True, eq=False)
class GLU(Cell):
    r"""A gated linear unit on each token by itself.

    **Fields**: `W_m`, `W_x` ($p \times m$); `gate`, the function $\sigma$. With the identity for
    `gate` it is the bilinear gate of the simplified gated RNN.
    """

    W_m: Array
    W_x: Array
    gate: Activation = field(default=sigmoid, metadata=STATIC)

    def check(self) -> None:
        """Check the shapes of the weights. **Raises** `ShapeError`."""
        check_shapes(self, W_m="p m", W_x="p m")

    def check_inputs(self, xs: Any) -> None:
        """Check the shape of a sequence, (T, m). **Raises** `ShapeError`."""
        check_sequence(self, xs, self.W_m.shape[1])

    def initial_state(self) -> tuple[()]:
        """Return the state, which is empty."""
        return ()

    def step(self, state: tuple[()], x: Any) -> tuple[tuple[()], Any]:
        r"""Return the empty state and $\sigma(W_m x) \odot (W_x x)$."""
        return state, self.gate(self.W_m @ x) * (self.W_x @ x)
