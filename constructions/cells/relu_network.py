r"""A network of affine maps with ReLUs between them, on each token by itself."""

from dataclasses import dataclass, field
from typing import Any

from constructions.arrays import Array, as_array, relu
from constructions.cells.cell import Cell
from constructions.errors import ArgumentError
from constructions.shapes import check_sequence, sizes_of
from constructions.trees import STATIC

__all__ = ["ReLUNetwork"]


@dataclass(frozen=True, eq=False)
class ReLUNetwork(Cell):
    r"""The map $x \mapsto W_k\,\mathrm{relu}(\cdots \mathrm{relu}(W_1 x + b_1) \cdots) + b_k$.

    **Fields**: `W` and `b`, tuples of k matrices and vectors; `relu_last`, whether a ReLU follows
    the last map, too. Without maps it is the identity (and `relu_last` says whether it is a ReLU).
    """

    W: tuple[Array, ...]
    b: tuple[Array, ...]
    relu_last: bool = field(default=False, metadata=STATIC)

    def __post_init__(self) -> None:
        arrays = [*self.W, *self.b]
        object.__setattr__(self, "W", tuple(as_array(W, *arrays) for W in self.W))
        object.__setattr__(self, "b", tuple(as_array(b, *arrays) for b in self.b))
        self.check()

    def weights(self) -> dict[str, Any]:
        """Return the weights by the number of their map: '0.W', '0.b'."""
        pairs = enumerate(zip(self.W, self.b, strict=True))
        return {
            f"{i}.{name}": array
            for i, pair in pairs
            for name, array in zip("Wb", pair, strict=True)
        }

    def check(self) -> None:
        """Check that the maps fit together. **Raises** `ShapeError`, `ArgumentError`."""
        if len(self.W) != len(self.b):
            raise ArgumentError("ReLUNetwork.b", len(self.b), f"{len(self.W)} vectors, as in W")
        expected = {}
        for i in range(len(self.W)):
            expected |= {f"{i}.W": f"n{i + 1} n{i}", f"{i}.b": f"n{i + 1}"}
        sizes_of("ReLUNetwork", self.weights(), expected)

    def check_inputs(self, xs: Any) -> None:
        """Check the shape of a sequence, (T, m). **Raises** `ShapeError`."""
        if self.W:
            check_sequence(self, xs, self.W[0].shape[1])

    def initial_state(self) -> tuple[()]:
        """Return the state, which is empty."""
        return ()

    def at(self, x: Any) -> Any:
        """Return the value at one vector."""
        for i, (W, b) in enumerate(zip(self.W, self.b, strict=True)):
            x = W @ x + b
            x = relu(x) if i < len(self.W) - 1 else x
        return relu(x) if self.relu_last else x

    def step(self, state: tuple[()], x: Any) -> tuple[tuple[()], Any]:
        """Return the empty state and the value at x."""
        return state, self.at(x)
