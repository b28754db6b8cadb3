"""Cells on top of each other: the outputs of one are the inputs of the next."""

from dataclasses import dataclass
from typing import Any

from constructions.cells.cell import Cell
from constructions.errors import ArgumentError

__all__ = ["Stack"]


@dataclass(frozen=True, eq=False)
class Stack(Cell):
    """A sequence of cells, the first of which sees the inputs.

    **Fields**: `cells`, a tuple of at least one cell. The state is the tuple of their states.
    """

    cells: tuple[Cell, ...]

    def __post_init__(self) -> None:
        self.check()

    def check(self) -> None:
        """Check that there is a cell. **Raises** `ArgumentError`."""
        if not self.cells or not all(isinstance(cell, Cell) for cell in self.cells):
            raise ArgumentError("Stack.cells", self.cells, "a tuple of at least one cell")

    def weights(self) -> dict[str, Any]:
        """Return the weights of all cells, by the cell's number and their name: '0.W_m'."""
        return {
            f"{number}.{name}": weight
            for number, cell in enumerate(self.cells)
            for name, weight in cell.weights().items()
        }

    def check_inputs(self, xs: Any) -> None:
        """Check the shape of a sequence for the first cell. **Raises** `ShapeError`."""
        self.cells[0].check_inputs(xs)

    def initial_state(self) -> tuple[Any, ...]:
        """Return the first states of all cells."""
        return tuple(cell.initial_state() for cell in self.cells)

    def step(self, state: tuple[Any, ...], x: Any) -> tuple[tuple[Any, ...], Any]:
        """Return the states of all cells after the token, and the last one's output."""
        after = []
        for cell, own in zip(self.cells, state, strict=True):
            new, x = cell.step(own, x)
            after.append(new)
        return tuple(after), x

    def __call__(self, xs: Any) -> Any:
        """Return the outputs on a sequence of inputs, both with time as the first axis.

        Runs one cell after the other over the whole sequence, so that each checks its inputs.
        **Raises** what they raise.
        """
        for cell in self.cells:
            xs = cell(xs)
        return xs
