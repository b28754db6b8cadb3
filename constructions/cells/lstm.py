r"""The long short-term memory.

$$f = \sigma(U_f x + V_f h + b_f), \quad \tilde c = \tanh(U_c x + V_c h + b_c), \quad
g = \sigma(U_g x + V_g h + b_g),$$
$$c' = f \odot c + g \odot \tilde c, \quad o = \sigma(U_o x + V_o h + b_o), \quad
h' = o \odot \tanh(c').$$

Source: Hochreiter & Schmidhuber, Long short-term memory; Zucchet et al., Gated recurrent neural
networks discover attention, eqs. (10)-(15). Flax's `LSTMCell` is the same map: its `i` is $g$ here,
its `g` is $\tilde c$.
"""

from dataclasses import dataclass, field
from typing import Any

from constructions.activations import Activation, identity, sigmoid, tanh
from constructions.arrays import Array, zeros_like
from constructions.cells.cell import Cell
from constructions.shapes import check_sequence, check_shapes
from constructions.trees import STATIC

__all__ = ["LSTM", "LSTMActivations"]


@dataclass(frozen=True)
class LSTMActivations:
    r"""The functions of an LSTM: of the gates `f`, `g`, `o`, of the `candidate`, of the `cell`.

    By default they are $\sigma$ and $\tanh$.
    """

    f: Activation = sigmoid
    g: Activation = sigmoid
    o: Activation = sigmoid
    candidate: Activation = tanh
    cell: Activation = tanh

    @classmethod
    def with_gates(cls, gate: Activation) -> "LSTMActivations":
        r"""Return one function for all three gates, and the identity for $\tanh$."""
        return cls(gate, gate, gate, identity, identity)


@dataclass(frozen=True, eq=False)
class LSTM(Cell):
    r"""A layer of $n$ LSTM units; the output is the hidden state.

    **Fields**: `U_*` ($n \times m$), `V_*` ($n \times n$), `b_*` ($n$) for the forget gate `f`,
    the candidate `c`, its gate `g` and the output gate `o`; `activations`.

    The state is the pair $(c, h)$.
    """

    U_f: Array
    V_f: Array
    b_f: Array
    U_c: Array
    V_c: Array
    b_c: Array
    U_g: Array
    V_g: Array
    b_g: Array
    U_o: Array
    V_o: Array
    b_o: Array
    activations: LSTMActivations = field(default=LSTMActivations(), metadata=STATIC)

    def check(self) -> None:
        """Check the shapes of the weights. **Raises** `ShapeError`."""
        sizes = {"U": "n m", "V": "n n", "b": "n"}
        own = (name for name in LSTM.__annotations__ if name[0] in sizes)
        check_shapes(self, **{name: sizes[name[0]] for name in own})

    def check_inputs(self, xs: Any) -> None:
        """Check the shape of a sequence, (T, m). **Raises** `ShapeError`."""
        check_sequence(self, xs, self.U_f.shape[1])

    def initial_state(self) -> tuple[Any, Any]:
        """Return the cell state 0 and the hidden state 0."""
        return zeros_like(self.b_c), zeros_like(self.b_c)

    def step(self, state: tuple[Any, Any], x: Any) -> tuple[tuple[Any, Any], Any]:
        """Return the cell state and the hidden state after the token, and the hidden state."""
        cell, hidden = state
        of = self.activations
        f = of.f(self.U_f @ x + self.V_f @ hidden + self.b_f)
        candidate = of.candidate(self.U_c @ x + self.V_c @ hidden + self.b_c)
        g = of.g(self.U_g @ x + self.V_g @ hidden + self.b_g)
        cell = f * cell + g * candidate
        o = of.o(self.U_o @ x + self.V_o @ hidden + self.b_o)
        hidden = o * of.cell(cell)
        return (cell, hidden), hidden
