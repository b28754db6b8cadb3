r"""A layer of a (Gated) (Linear) RNN.

$$s_t = \sigma(A s_{t-1} + B x_t + b), \quad y_t = \gamma(x_t) \odot \phi(s_t),$$

with $\sigma$ the identity or a ReLU, and networks $\phi$, $\gamma$; without $\gamma$ there is no
gate.

Source: Petrov et al., Universal in-context approximation by prompting fully recurrent models,
eqs. (2) to (5).
"""

from dataclasses import dataclass, field
from typing import Any

from constructions.arrays import Array, as_array, relu
from constructions.cells.cell import Cell
from constructions.cells.relu_network import ReLUNetwork
from constructions.shapes import check_sequence, check_shapes
from constructions.trees import STATIC

__all__ = ["RecurrentLayer"]


@dataclass(frozen=True, eq=False)
class RecurrentLayer(Cell):
    r"""A recurrent layer with n units.

    **Fields**: `A` ($n \times n$), `B` ($n \times m$), `b` and `s_0` ($n$); the networks `phi`, of
    the state, and `gamma`, of the input, or None for no gate; `relu_state`, whether $\sigma$ is a
    ReLU.
    """

    A: Array
    B: Array
    b: Array
    s_0: Array
    phi: ReLUNetwork
    gamma: ReLUNetwork | None = None
    relu_state: bool = field(default=False, metadata=STATIC)

    def __post_init__(self) -> None:
        own = {name: getattr(self, name) for name in ("A", "B", "b", "s_0")}
        for name, weight in own.items():
            object.__setattr__(self, name, as_array(weight, *own.values()))
        self.check()

    def weights(self) -> dict[str, Any]:
        """Return the weights by name: 'A', 'phi.0.W', 'gamma.0.b'."""
        own = {name: getattr(self, name) for name in ("A", "B", "b", "s_0")}
        for name, network in (("phi", self.phi), ("gamma", self.gamma)):
            if network is not None:
                own |= {f"{name}.{key}": weight for key, weight in network.weights().items()}
        return own

    def check(self) -> None:
        """Check the shapes of the weights. **Raises** `ShapeError`."""
        check_shapes(self, A="n n", B="n m", b="n", s_0="n")

    def check_inputs(self, xs: Any) -> None:
        """Check the shape of a sequence, (T, m). **Raises** `ShapeError`."""
        check_sequence(self, xs, self.B.shape[1])

    def initial_state(self) -> Any:
        """Return $s_0$."""
        return self.s_0

    def step(self, state: Any, x: Any) -> tuple[Any, Any]:
        """Return $s_t$ and $y_t$."""
        state = self.A @ state + self.B @ x + self.b
        state = relu(state) if self.relu_state else state
        y = self.phi.at(state)
        return state, y if self.gamma is None else self.gamma.at(x) * y
