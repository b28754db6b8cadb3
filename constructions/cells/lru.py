r"""The linear recurrent unit: a diagonal complex linear recurrence, then a gated linear unit.

As printed,

$$h_{t+1} = \lambda \odot h_t + \gamma \odot (B x_{t+1}), \quad
\tilde y_{t+1} = \mathrm{Re}[C h_t] + D x_{t+1}, \quad
y_{t+1} = \sigma(W_m \tilde y_{t+1}) \odot (W_x \tilde y_{t+1}).$$

Source: Zucchet et al., Gated recurrent neural networks discover attention, eqs. (6)-(8).

**Erratum.** In the second equation $h_{t+1}$ is meant, as in Orvieto et al., Resurrecting recurrent
neural networks for long sequences.
"""

from dataclasses import dataclass, field
from typing import Any, Literal

from constructions.activations import Activation, sigmoid
from constructions.arrays import Array, zeros_like
from constructions.cells.cell import Cell
from constructions.cells.glu import GLU
from constructions.cells.mlp import MLP
from constructions.cells.stack import Stack
from constructions.errors import ArgumentError
from constructions.shapes import check_sequence, check_shapes
from constructions.trees import STATIC

__all__ = ["LinearRecurrentUnit", "lru", "lru_in_out", "lru_in_out_mlp"]


@dataclass(frozen=True, eq=False)
class LinearRecurrentUnit(Cell):
    r"""The recurrent part of an LRU, eqs. (6) and (7), with $n$ complex units.

    Complex arrays are given by their real and imaginary parts, so that it runs on every number
    system.

    **Fields**

    - `lam_re`, `lam_im` ($n$): the factors $\lambda$. `gamma` ($n$): the normalisation $\gamma$.
    - `B_re`, `B_im` ($n \times m$), `C_re`, `C_im` ($p \times n$), `D` ($p \times m$).
    - `reads`: whether the output sees the state "after" the token is absorbed (repaired) or
      "before" (as printed; see the module).

    The state is the pair of real and imaginary parts.
    """

    lam_re: Array
    lam_im: Array
    gamma: Array
    B_re: Array
    B_im: Array
    C_re: Array
    C_im: Array
    D: Array
    reads: Literal["before", "after"] = field(default="after", metadata=STATIC)

    def check(self) -> None:
        """Check shapes and choices. **Raises** `ShapeError`, `ArgumentError`."""
        if self.reads not in ("before", "after"):
            raise ArgumentError("LinearRecurrentUnit.reads", self.reads, "'before' or 'after'")
        check_shapes(
            self,
            lam_re="n",
            lam_im="n",
            gamma="n",
            B_re="n m",
            B_im="n m",
            C_re="p n",
            C_im="p n",
            D="p m",
        )

    def check_inputs(self, xs: Any) -> None:
        """Check the shape of a sequence, (T, m). **Raises** `ShapeError`."""
        check_sequence(self, xs, self.D.shape[1])

    def initial_state(self) -> tuple[Any, Any]:
        """Return the state 0."""
        return zeros_like(self.lam_re), zeros_like(self.lam_im)

    def step(self, state: tuple[Any, Any], x: Any) -> tuple[tuple[Any, Any], Any]:
        r"""Return $\lambda \odot h + \gamma \odot (Bx)$, and $\mathrm{Re}[Ch] + Dx$."""
        re, im = state
        absorbed = (
            self.lam_re * re - self.lam_im * im + self.gamma * (self.B_re @ x),
            self.lam_re * im + self.lam_im * re + self.gamma * (self.B_im @ x),
        )
        seen_re, seen_im = absorbed if self.reads == "after" else state
        return absorbed, self.C_re @ seen_re - self.C_im @ seen_im + self.D @ x


def lru(recurrence: LinearRecurrentUnit, W_m: Any, W_x: Any, gate: Activation = sigmoid) -> Stack:
    """Return an LRU layer, eqs. (6)-(8): the recurrence and a gated linear unit."""
    return Stack((recurrence, GLU(W_m, W_x, gate)))


def lru_in_out(input_gate: GLU, recurrence: LinearRecurrentUnit, output_gate: GLU) -> Stack:
    """Return an LRU In-Out layer (App. A.1), which also gates what enters the recurrence."""
    return Stack((input_gate, recurrence, output_gate))


def lru_in_out_mlp(input_map: MLP, recurrence: LinearRecurrentUnit, output_map: MLP) -> Stack:
    """Return an LRU In-Out (MLP) layer (App. A.1): perceptrons in the place of the gates."""
    return Stack((input_map, recurrence, output_map))
