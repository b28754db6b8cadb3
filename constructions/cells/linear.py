"""A linear map of each token: an embedding, a readout, the part between two layers."""

from dataclasses import dataclass
from typing import Any

from constructions.arrays import Array
from constructions.cells.cell import Cell
from constructions.shapes import check_sequence, check_shapes

__all__ = ["Linear"]


@dataclass(frozen=True, eq=False)
class Linear(Cell):
    r"""The map $x \mapsto W x$ of each token by itself.

    **Fields**: `W` ($p \times m$).
    """

    W: Array

    def check(self) -> None:
        """Check the shape of the weights. **Raises** `ShapeError`."""
        check_shapes(self, W="p m")

    def check_inputs(self, xs: Any) -> None:
        """Check the shape of a sequence, (T, m). **Raises** `ShapeError`."""
        check_sequence(self, xs, self.W.shape[1])

    def initial_state(self) -> tuple[()]:
        """Return the state, which is empty."""
        return ()

    def step(self, state: tuple[()], x: Any) -> tuple[tuple[()], Any]:
        """Return the empty state and $W x$."""
        return state, self.W @ x
