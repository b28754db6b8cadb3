r"""A residual block of Griffin whose local attention sees one token, with a gated perceptron.

$$o_t = W_o W_v a_t + b_o, \quad
m_t = W_m ((W_e o_t + b_e) \odot \mathrm{relu}(W_f o_t + b_f)) + b_m.$$

In a window of one token the softmax is 1 whatever queries and keys are, so that these do not occur.
Residuals and normalisation are left out, and ReLUs stand for other functions, as in Petrov et al.,
Universal in-context approximation by prompting fully recurrent models, App. E.
"""

from dataclasses import dataclass
from typing import Any

from constructions.arrays import Array, relu
from constructions.cells.cell import Cell
from constructions.shapes import check_sequence, check_shapes

__all__ = ["GriffinAttentionBlock"]


@dataclass(frozen=True, eq=False)
class GriffinAttentionBlock(Cell):
    r"""A block with inputs of size m and outputs of size p; see the module.

    **Fields**: `W_v` ($d \times m$), `W_o` ($q \times d$), `W_e`, `W_f` ($k \times q$), `W_m`
    ($p \times k$), and vectors of the sizes that they map to.
    """

    W_v: Array
    W_o: Array
    b_o: Array
    W_e: Array
    b_e: Array
    W_f: Array
    b_f: Array
    W_m: Array
    b_m: Array

    def check(self) -> None:
        """Check the shapes of the weights. **Raises** `ShapeError`."""
        matrices = {"W_v": "d m", "W_o": "q d", "W_e": "k q", "W_f": "k q", "W_m": "p k"}
        check_shapes(self, **matrices, b_o="q", b_e="k", b_f="k", b_m="p")

    def check_inputs(self, xs: Any) -> None:
        """Check the shape of a sequence, (T, m). **Raises** `ShapeError`."""
        check_sequence(self, xs, self.W_v.shape[1])

    def initial_state(self) -> tuple[()]:
        """Return the state, which is empty."""
        return ()

    def step(self, state: tuple[()], x: Any) -> tuple[tuple[()], Any]:
        """Return the empty state and $m_t$."""
        o = self.W_o @ (self.W_v @ x) + self.b_o
        gated = (self.W_e @ o + self.b_e) * relu(self.W_f @ o + self.b_f)
        return state, self.W_m @ gated + self.b_m
