r"""The gated recurrent unit, in the paper's convention and in Flax's.

The paper's:

$$r = \sigma(U_r x + V_r h + b_r), \quad \tilde h = \tanh(U_h x + V_h (r \odot h) + b_h),$$
$$z = \sigma(U_z x + V_z h + b_z), \quad h' = (1 - z) \odot h + z \odot \tilde h.$$

Flax's `GRUCell` differs in two places: the reset gate acts after the matrix, and the update gate
keeps the state,

$$\tilde h = \tanh(U_h x + b_h + r \odot (V_h h + b_n)), \quad
h' = (1 - z) \odot \tilde h + z \odot h.$$

Source: Cho et al., On the properties of neural machine translation; Zucchet et al., Gated recurrent
neural networks discover attention, eqs. (16)-(19).
"""

from dataclasses import dataclass, field
from typing import Any

from constructions.activations import Activation, identity, sigmoid, tanh
from constructions.arrays import Array, zeros_like
from constructions.cells.cell import Cell
from constructions.shapes import check_sequence, check_shapes
from constructions.trees import STATIC

__all__ = ["GRU", "FlaxGRU", "GRUActivations"]


@dataclass(frozen=True)
class GRUActivations:
    r"""The functions of a GRU: of the gates `r` and `z`, and of the `candidate`.

    By default they are $\sigma$ and $\tanh$.
    """

    r: Activation = sigmoid
    z: Activation = sigmoid
    candidate: Activation = tanh

    @classmethod
    def with_gates(cls, gate: Activation) -> "GRUActivations":
        r"""Return one function for both gates, and the identity for $\tanh$."""
        return cls(gate, gate, identity)


@dataclass(frozen=True, eq=False)
class _GatedUnits(Cell):
    """What both kinds of GRU have: weights, a state that is the output, and gates."""

    U_r: Array
    V_r: Array
    b_r: Array
    U_z: Array
    V_z: Array
    b_z: Array
    U_h: Array
    V_h: Array
    b_h: Array

    def check(self) -> None:
        """Check the shapes of the weights. **Raises** `ShapeError`."""
        sizes = {"U": "n m", "V": "n n", "b": "n"}
        check_shapes(self, **{name: sizes[name[0]] for name in self.weights()})

    def check_inputs(self, xs: Any) -> None:
        """Check the shape of a sequence, (T, m). **Raises** `ShapeError`."""
        check_sequence(self, xs, self.U_r.shape[1])

    def initial_state(self) -> Any:
        """Return the state 0."""
        return zeros_like(self.b_h)

    def _gates(self, of: GRUActivations, state: Any, x: Any) -> tuple[Any, Any]:
        """Return the reset gate r and the update gate z."""
        r = of.r(self.U_r @ x + self.V_r @ state + self.b_r)
        z = of.z(self.U_z @ x + self.V_z @ state + self.b_z)
        return r, z


@dataclass(frozen=True, eq=False)
class GRU(_GatedUnits):
    r"""A layer of $n$ GRU units as the paper defines them; the output is the state.

    **Fields**: `U_*` ($n \times m$), `V_*` ($n \times n$), `b_*` ($n$) for the reset gate `r`, the
    update gate `z` and the candidate `h`; `activations`.
    """

    activations: GRUActivations = field(default=GRUActivations(), metadata=STATIC)

    def step(self, state: Any, x: Any) -> tuple[Any, Any]:
        r"""Return $(1 - z) \odot h + z \odot \tilde h$, twice: as the state and as the output."""
        of = self.activations
        r, z = self._gates(of, state, x)
        candidate = of.candidate(self.U_h @ x + self.V_h @ (r * state) + self.b_h)
        after = state - z * state + z * candidate
        return after, after


@dataclass(frozen=True, eq=False)
class FlaxGRU(_GatedUnits):
    r"""A layer of $n$ GRU units as Flax defines them by default; the output is the state.

    **Fields**: as of `GRU`, with one more bias `b_n` ($n$), within the reset gate's reach.
    """

    b_n: Array
    activations: GRUActivations = field(default=GRUActivations(), metadata=STATIC)

    def step(self, state: Any, x: Any) -> tuple[Any, Any]:
        r"""Return $(1 - z) \odot \tilde h + z \odot h$, twice: as the state and as the output."""
        of = self.activations
        r, z = self._gates(of, state, x)
        recalled = self.V_h @ state + self.b_n
        candidate = of.candidate(self.U_h @ x + self.b_h + r * recalled)
        after = candidate - z * candidate + z * state
        return after, after
