r"""Weights of cells as the paper's appendices print them: block by block, in its letters.

    gru_table("n m", "n m", W_z="0", U_z="0", b_z="1", ..., W_h="0, B; 0, I", b_h="b; - k")

A table is read in a world (`any_size`), and the cell of the library with these weights runs there,
with ReLUs in place of sigmoid and tanh.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from constructions.activations import relu
from constructions.cells.gru import GRU, GRUActivations
from constructions.cells.lstm import LSTM, LSTMActivations
from proofs.lsrl.any_size import World
from theorem_checks import ArgumentError

__all__ = [
    "Table",
    "filled",
    "gru_cell",
    "gru_relu",
    "gru_table",
    "lstm_cell",
    "lstm_relu",
    "lstm_table",
]

GRU_FIELDS = {
    f"{kind}_{part}": f"{own}_{part}" for kind, own in ("WU", "UV", "bb") for part in "zrh"
}
LSTM_FIELDS = {
    f"{kind}_{part}": f"{own}_{name}"
    for kind, own in ("WU", "UV", "bb")
    for part, name in zip("fioc", "fgoc", strict=True)
}
"""From the paper's names to those of the cells: its i is the library's g."""


@dataclass(frozen=True)
class Table:
    """The printed weights of one cell.

    `inputs` and `units` have the letters of sizes; W_* is units x inputs, U_* units x units, b_*
    units. '0' and '1' fill a whole array.
    """

    inputs: str
    units: str
    weights: Mapping[str, str]

    def but(self, **weights: str) -> "Table":
        """Return the table with other weights."""
        return replace(self, weights={**self.weights, **weights})

    def sized(self, inputs: str, units: str) -> "Table":
        """Return the table with other sizes."""
        return replace(self, inputs=inputs, units=units)

    def on(self, w: World, **named: Any) -> dict[str, Any]:
        """Return the weights in a world, by the paper's names."""
        return {name: self._read(w, name, text, named) for name, text in self.weights.items()}

    def _read(self, w: World, name: str, text: str, named: Mapping[str, Any]) -> Any:
        columns = {"W": self.inputs, "U": self.units, "b": ""}[name[0]]
        return filled(w, text, self.units, columns, **named)


def filled(w: World, text: str, rows: str, columns: str = "", /, **named: Any) -> Any:
    """Return the array that a text stands for, where '0', '1' and 'I' may fill a whole one."""
    if text in ("0", "1", "I") and len(rows.split()) + len(columns.split()) > 1:
        many = len(columns.split()) or 1
        lines = [
            ", ".join("0" if text == "I" and i != j else text for j in range(many))
            for i in range(len(rows.split()))
        ]
        text = "; ".join(lines)
    return w.read(text, rows, columns, **named)


def gru_table(inputs: str, units: str, **weights: str) -> Table:
    """Return the weights of a GRU in the letters of App. C."""
    return _table(inputs, units, GRU_FIELDS, weights)


def lstm_table(inputs: str, units: str, **weights: str) -> Table:
    """Return the weights of an LSTM in the letters of App. D."""
    return _table(inputs, units, LSTM_FIELDS, weights)


def _table(inputs: str, units: str, fields: Mapping[str, str], weights: Mapping[str, str]) -> Table:
    if set(weights) != set(fields):
        raise ArgumentError("weights", sorted(set(weights) ^ set(fields)), "each weight just once")
    return Table(inputs, units, weights)


def gru_relu(inputs: str, units: str, W: str, b: str, U: str = "0") -> Table:
    """Return the GRU with z = r = 1 that puts out relu(W a + U h + b), as in C.1 and C.2."""
    ones = {"W_z": "0", "U_z": "0", "b_z": "1", "W_r": "0", "U_r": "0", "b_r": "1"}
    return gru_table(inputs, units, **ones, W_h=W, U_h=U, b_h=b)


def lstm_relu(inputs: str, units: str, W: str, b: str, U: str = "0") -> Table:
    """Return the LSTM with f = 0, i = c = 1 that puts out relu(W a + U h + b), as in D.1, D.2."""
    forget = {"W_f": "0", "U_f": "0", "b_f": "0"}
    ones = {"W_i": "0", "U_i": "0", "b_i": "1", "W_c": "0", "U_c": "0", "b_c": "1"}
    return lstm_table(inputs, units, **forget, **ones, W_o=W, U_o=U, b_o=b)


def gru_cell(table: Table, w: World, **named: Any) -> GRU:
    """Return the GRU of a table, with ReLUs."""
    weights = {GRU_FIELDS[name]: array for name, array in table.on(w, **named).items()}
    return GRU(**weights, activations=GRUActivations(relu, relu, relu))


def lstm_cell(table: Table, w: World, **named: Any) -> LSTM:
    """Return the LSTM of a table, with ReLUs."""
    weights = {LSTM_FIELDS[name]: array for name, array in table.on(w, **named).items()}
    return LSTM(**weights, activations=LSTMActivations(relu, relu, relu, relu, relu))
