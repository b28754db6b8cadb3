"""Several heads side by side on the same tokens, and a linear map of what they say."""

from dataclasses import dataclass
from typing import Any

from constructions.arrays import Array, concatenate
from constructions.cells.cell import Cell
from constructions.errors import ArgumentError
from constructions.shapes import check_shapes

__all__ = ["Heads"]


@dataclass(frozen=True, eq=False)
class Heads(Cell):
    r"""The map $x \mapsto W_O (y^{(1)}; \dots; y^{(h)})$ of the outputs of several cells.

    **Fields**: `heads`, a tuple of at least one cell; `W_O` ($o \times p$), p the sum of the sizes
    of their outputs. The state is the tuple of their states.
    """

    heads: tuple[Cell, ...]
    W_O: Array

    def check(self) -> None:
        """Check that there is a head, and a matrix. **Raises** `ArgumentError`, `ShapeError`."""
        if not self.heads or not all(isinstance(head, Cell) for head in self.heads):
            raise ArgumentError("Heads.heads", self.heads, "a tuple of at least one cell")
        check_shapes(self, W_O="o p")

    def __post_init__(self) -> None:
        self.check()

    def weights(self) -> dict[str, Any]:
        """Return `W_O`, and the weights of all heads by number and name: '0.W_V'."""
        return {
            "W_O": self.W_O,
            **{
                f"{number}.{name}": weight
                for number, head in enumerate(self.heads)
                for name, weight in head.weights().items()
            },
        }

    def check_inputs(self, xs: Any) -> None:
        """Check the shape of a sequence for each head. **Raises** `ShapeError`."""
        for head in self.heads:
            head.check_inputs(xs)

    def initial_state(self) -> tuple[Any, ...]:
        """Return the first states of all heads."""
        return tuple(head.initial_state() for head in self.heads)

    def step(self, state: tuple[Any, ...], x: Any) -> tuple[tuple[Any, ...], Any]:
        """Return the states of all heads after the token, and the map of their outputs."""
        pairs = [head.step(own, x) for head, own in zip(self.heads, state, strict=True)]
        said = concatenate([y for _, y in pairs])
        return tuple(after for after, _ in pairs), self.W_O @ said
