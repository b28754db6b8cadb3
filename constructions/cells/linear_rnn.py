r"""The linear recurrent network in the scaling of the wide limit.

$$h_t = n^{-1/2} W h_{t-1} + F x_t, \quad y_t = n^{-1/2} C h_t, \quad h_{-1} = 0.$$

Source: Emami et al., Implicit bias of linear RNNs, eq. (1).
"""

from dataclasses import dataclass
from typing import Any

from constructions.arrays import Array, zeros
from constructions.cells.cell import Cell
from constructions.shapes import check_sequence, check_shapes

__all__ = ["LinearRNN"]


@dataclass(frozen=True, eq=False)
class LinearRNN(Cell):
    r"""A linear recurrent network with $n$ hidden units.

    **Fields**: `W` ($n \times n$), `F` ($n \times n_x$), `C` ($n_y \times n$); `scale`
    (of shape (1,)), the factor $n^{-1/2}$, which is given because not every number system has
    the root.

    Its response to the impulse x = (1, 0, 0, ...) is $L_j = n^{-(j+1)/2} C W^j F$ (eq. 9).
    """

    W: Array
    F: Array
    C: Array
    scale: Any  # an array, or the scalar of a world in a statement

    def check(self) -> None:
        """Check the shapes of the weights. **Raises** `ShapeError`."""
        check_shapes(self, W="n n", F="n n_x", C="n_y n")

    def check_inputs(self, xs: Any) -> None:
        """Check the shape of a sequence, (T, n_x). **Raises** `ShapeError`."""
        check_sequence(self, xs, self.F.shape[1])

    def initial_state(self) -> Any:
        """Return $h_{-1} = 0$."""
        return zeros((self.W.shape[0],), like=self.W)

    def step(self, state: Any, x: Any) -> tuple[Any, Any]:
        """Return $h_t$ and $y_t$."""
        hidden = self.scale * (self.W @ state) + self.F @ x
        return hidden, self.scale * (self.C @ hidden)
