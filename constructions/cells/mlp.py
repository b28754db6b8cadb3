r"""A perceptron with one hidden layer, $x \mapsto W_2\, \phi(W_1 x + b)$."""

from dataclasses import dataclass, field
from typing import Any

from constructions.activations import Activation, relu
from constructions.arrays import Array
from constructions.cells.cell import Cell
from constructions.shapes import check_sequence, check_shapes
from constructions.trees import STATIC

__all__ = ["MLP"]


@dataclass(frozen=True, eq=False)
class MLP(Cell):
    r"""A perceptron with $n$ hidden units on each token by itself.

    **Fields**: `W_1` ($n \times m$), `b` ($n$), `W_2` ($p \times n$); `activation`, the function
    $\phi$.
    """

    W_1: Array
    b: Array
    W_2: Array
    activation: Activation = field(default=relu, metadata=STATIC)

    def check(self) -> None:
        """Check the shapes of the weights. **Raises** `ShapeError`."""
        check_shapes(self, W_1="n m", b="n", W_2="p n")

    def check_inputs(self, xs: Any) -> None:
        """Check the shape of a sequence, (T, m). **Raises** `ShapeError`."""
        check_sequence(self, xs, self.W_1.shape[1])

    def initial_state(self) -> tuple[()]:
        """Return the state, which is empty."""
        return ()

    def step(self, state: tuple[()], x: Any) -> tuple[tuple[()], Any]:
        r"""Return the empty state and $W_2\, \phi(W_1 x + b)$."""
        return state, self.W_2 @ self.activation(self.W_1 @ x + self.b)
