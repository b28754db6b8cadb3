r"""The gated recurrent network with linear recurrence, diagonal or dense, and bilinear gates.

As printed,

$$h_{t+1} = \lambda \odot h_t + g^{in}(x_t), \quad y_t = D\, g^{out}(h_t), \quad
g(x) = (W_m x) \odot (W_x x).$$

Source: Zucchet et al., Gated recurrent neural networks discover attention, eqs. (2) and (5).

**Erratum.** So $y_t$ is read from the state before $x_t$ is absorbed: $y_1$ never depends on any
input, and with the weights of the paper's Figure 1 the outputs are those of attention one step
late. What the construction needs is the state after,

$$h_t = \lambda \odot h_{t-1} + g^{in}(x_t), \quad y_t = D\, g^{out}(h_t).$$

Section 4.3 of the paper also has a dense recurrence, with a matrix in the place of $\lambda$.
"""

from dataclasses import dataclass, field
from typing import Any, Literal

from constructions.arrays import Array, concatenate, ones, zeros
from constructions.cells.cell import Cell
from constructions.errors import ArgumentError
from constructions.shapes import check_sequence, check_shapes
from constructions.trees import STATIC

__all__ = ["GatedRNN"]


@dataclass(frozen=True, eq=False)
class GatedRNN(Cell):
    r"""A gated recurrent network with $n$ hidden units and $p$ products in its output gate.

    **Fields**

    - `lam` ($n$): the factors $\lambda$ by which the hidden units decay; or ($n \times n$), the
      matrix of a dense recurrence.
    - `W_in_m`, `W_in_x` ($n \times m$): the input gate; $m$ is the size of the inputs, one more
      with `append_one`.
    - `W_out_m`, `W_out_x` ($p \times n$): the output gate. `D` ($o \times p$): the readout.
    - `reads`: whether the readout sees the state "after" the token is absorbed (repaired) or
      "before" (as printed; see the module).
    - `append_one`: whether a constant 1 is appended to each input, in place of biases.
    """

    lam: Array
    W_in_m: Array
    W_in_x: Array
    W_out_m: Array
    W_out_x: Array
    D: Array
    reads: Literal["before", "after"] = field(default="after", metadata=STATIC)
    append_one: bool = field(default=False, metadata=STATIC)

    def check(self) -> None:
        """Check shapes and choices. **Raises** `ShapeError`, `ArgumentError`."""
        if self.reads not in ("before", "after"):
            raise ArgumentError("GatedRNN.reads", self.reads, "'before' or 'after'")
        check_shapes(
            self,
            lam="n n" if self._is_dense() else "n",
            W_in_m="n m",
            W_in_x="n m",
            W_out_m="p n",
            W_out_x="p n",
            D="o p",
        )

    def check_inputs(self, xs: Any) -> None:
        """Check the shape of a sequence, (T, m), or (T, m - 1) with `append_one`.

        **Raises** `ShapeError`.
        """
        given = self.W_in_m.shape[1]
        if isinstance(given, int):
            check_sequence(self, xs, given - self.append_one)

    def initial_state(self) -> Any:
        """Return the hidden state 0."""
        return zeros((self.W_in_m.shape[0],), like=self.lam)

    def step(self, state: Any, x: Any) -> tuple[Any, Any]:
        r"""Return $\lambda \odot h + g^{in}(x)$, and $D\, g^{out}$ of it or of $h$, as `reads`."""
        given = concatenate((x, ones((1,), like=x))) if self.append_one else x
        kept = self.lam @ state if self._is_dense() else self.lam * state
        absorbed = kept + (self.W_in_m @ given) * (self.W_in_x @ given)
        seen = absorbed if self.reads == "after" else state
        return absorbed, self.D @ ((self.W_out_m @ seen) * (self.W_out_x @ seen))

    def _is_dense(self) -> bool:
        return len(getattr(self.lam, "shape", ())) == 2
