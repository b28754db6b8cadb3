"""GRUs and LSTMs alike: how a table of weights becomes a cell, and how each kind multiplies.

What Apps. C and D claim of both is stated once, on tables of weights (`any_size`, `weight_tables`):
the parts in `gated_parts`, whole layers in `gated_layers`.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from proofs.lsrl.any_size import World
from proofs.lsrl.weight_tables import (
    Table,
    gru_cell,
    gru_relu,
    gru_table,
    lstm_cell,
    lstm_relu,
    lstm_table,
)

__all__ = [
    "GRU_KIND",
    "LSTM_KIND",
    "SIGNED",
    "Kind",
]


@dataclass(frozen=True)
class Kind:
    """GRU or LSTM: how a table becomes a cell, which table puts out a ReLU, and which multiplies.

    `product(left, right)` are the weights that multiply what two rows of blocks pick from the
    inputs; `read` is how its products are read off.
    """

    name: str
    cell: Callable[..., Any]
    relu: Callable[..., Table]
    product: Table
    read: str
    is_lstm: bool = False

    def step(self, w: World, table: Table, hidden: Any, x: Any, **named: Any) -> Any:
        """Return what the cell puts out after `hidden`; an LSTM's memory before may be any."""
        cell = self.cell(table, w, **named)
        if hidden is None:
            return cell.step(cell.initial_state(), x)[1]
        memory = f"memory_{table.units.replace(' ', '')}"
        state = (w.vector(memory, table.units), hidden) if self.is_lstm else hidden
        return cell.step(state, x)[1]

    def memoryless(self, w: World, table: Table, x: Any, **named: Any) -> Any:
        """Return what a cell without recurrence puts out, whatever its state is."""
        any_state = w.vector(f"any_{table.units.replace(' ', '')}", table.units)
        return self.step(w, table, any_state, x, **named)


SIGNED = "p p p p"
GRU_SIGNED = gru_table(
    SIGNED,
    f"{SIGNED} {SIGNED}",
    W_z="I,0,0,0; I,0,0,0; 0,I,0,0; 0,I,0,0; 0,0,0,0; 0,0,0,0; 0,0,0,0; 0,0,0,0",
    U_z="0",
    b_z="0; 0; 0; 0; 1; 1; 1; 1",
    W_r="0",
    U_r="0",
    b_r="1",
    W_h="0,0,I,0; 0,0,0,I; 0,0,I,0; 0,0,0,I; 0,0,0,0; 0,0,0,0; 0,0,0,0; 0,0,0,0",
    U_h="I,0,0,0,0,0,0,0; 0,I,0,0,0,0,0,0; 0,0,I,0,0,0,0,0; 0,0,0,I,0,0,0,0;"
    "I,0,0,0,0,0,0,0; 0,I,0,0,0,0,0,0; 0,0,I,0,0,0,0,0; 0,0,0,I,0,0,0,0",
    b_h="0",
)
LSTM_SIGNED = lstm_table(
    SIGNED,
    SIGNED,
    W_f="0",
    U_f="0",
    b_f="0",
    W_i="I,0,0,0; I,0,0,0; 0,I,0,0; 0,I,0,0",
    U_i="0",
    b_i="0",
    W_c="0,0,I,0; 0,0,0,I; 0,0,I,0; 0,0,0,I",
    U_c="0",
    b_c="0",
    W_o="0",
    U_o="0",
    b_o="1",
)
GRU_KIND = Kind("GRU", gru_cell, gru_relu, GRU_SIGNED, "I, - I, - I, I, - I, I, I, - I")
LSTM_KIND = Kind("LSTM", lstm_cell, lstm_relu, LSTM_SIGNED, "I, - I, - I, I", is_lstm=True)
