r"""Layers of networks, described entry by entry at every size at once.

A `Layer` says how each weight of a cell depends on parameters, over named families of units; a
`NetworkDescription` puts layers on top of each other. From one description come a network of a
concrete size in any number system, and one on arrays of symbolic size.

Constructions with $\sigma$ and $\tanh$ have a scale: the parameter `eps`. In the `Sense`
"linearised" the functions are replaced by their linear parts, and the map must come out exactly
for every `eps`; in the sense "real" they are as they are, and it comes out as `eps` tends to 0.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal, TypeAlias

from constructions.activations import linear_sigmoid
from constructions.arrays import system_of
from constructions.cells.cell import Cell
from constructions.cells.glu import GLU
from constructions.cells.gru import GRU, GRUActivations
from constructions.cells.linear import Linear
from constructions.cells.lru import LinearRecurrentUnit
from constructions.cells.lstm import LSTM, LSTMActivations
from constructions.cells.mlp import MLP
from constructions.cells.stack import Stack
from constructions.errors import ArgumentError
from constructions.indexed import Entry, Family, IndexedArray
from constructions.shapes import sizes_of

__all__ = [
    "Entries",
    "Layer",
    "NetworkDescription",
    "Sense",
    "glu_layer",
    "gru_layer",
    "linear_layer",
    "lstm_layer",
    "mlp_layer",
    "recurrent_layer",
]

Axis: TypeAlias = tuple[Family, ...]
Entries: TypeAlias = Mapping[tuple[str, ...], Entry]
"""An entry function for each block that is not zero, by the names of one family per axis."""

Sense: TypeAlias = Literal["real", "linearised"]

_LINEARISED: dict[Any, dict[str, Any]] = {
    GLU: {"gate": linear_sigmoid},
    GRU: {"activations": GRUActivations.with_gates(linear_sigmoid)},
    LSTM: {"activations": LSTMActivations.with_gates(linear_sigmoid)},
    Linear: {},
    LinearRecurrentUnit: {},
}


@dataclass(frozen=True)
class Layer:
    """One cell, by its class, its weights, and the choices that it is made with in each sense."""

    cell: type[Cell]
    weights: Mapping[str, IndexedArray]
    real: Mapping[str, Any]
    linearised: Mapping[str, Any] | None

    def made(self, make: Callable[[IndexedArray], Any], sense: Sense) -> Cell:
        """Return the cell, its weights made from their descriptions by `make`.

        **Raises** `ArgumentError` for a layer that has no linear part.
        """
        choices = self.real if sense == "real" else self.linearised
        if choices is None:
            raise ArgumentError("sense", sense, f"'real' for {self.cell.__name__}")
        return self.cell(**{name: make(array) for name, array in self.weights.items()}, **choices)

    def replace(self, weight: str, block: tuple[str, ...], entry: Entry | None) -> "Layer":
        """Return the layer with another entry function (None: zeros) in one block."""
        changed = {**self.weights, weight: self.weights[weight].replace(block, entry)}
        return Layer(self.cell, changed, self.real, self.linearised)


@dataclass(frozen=True)
class NetworkDescription:
    """Layers on top of each other, as functions of parameters.

    **Fields**: `parameters`, from each parameter's name to the letters of its sizes
    (`{"W_V": "d_v d", "eps": ""}`); `layers`, the first of which sees the inputs; `derived`, what
    else the entry functions use, by name, as functions of the parameters.

    Entry functions see, beside these, each size under its letter.
    """

    parameters: Mapping[str, str]
    layers: tuple[Layer, ...]
    derived: Mapping[str, Callable[[Mapping[str, Any]], Any]] = field(default_factory=dict)

    def given(self, sizes: Mapping[str, Any], values: Mapping[str, Any]) -> dict[str, Any]:
        """Return all that the entry functions use: sizes, parameters, and what derives of them."""
        return {**sizes, **values, **{name: make(values) for name, make in self.derived.items()}}

    def built(self, make: Callable[[IndexedArray], Any], sense: Sense) -> Stack:
        """Return the network with weights made from their descriptions by `make`."""
        return Stack(tuple(layer.made(make, sense) for layer in self.layers))

    def network(self, sense: Sense = "real", **values: Any) -> Stack:
        """Return the network for arrays of parameters, in the number system of these.

        **Arguments**: the `sense`; the values of the parameters by name, arrays or exact numbers.
        **Raises** `ShapeError` where they do not fit together, `ArgumentError` for a name that is
        missing or unknown.
        """
        if set(values) != set(self.parameters):
            raise ArgumentError("values", sorted(values), f"values of {', '.join(self.parameters)}")
        system = system_of(*values.values())
        arrays = {name: system.array(value, name) for name, value in values.items()}
        sizes = sizes_of("parameters", arrays, self.parameters)
        given = self.given(sizes, arrays)
        return self.built(lambda array: array.array(system, sizes, given), sense)

    def replace(
        self, layer: int, weight: str, block: tuple[str, ...], entry: Entry | None
    ) -> "NetworkDescription":
        """Return the network with another entry function (None: zeros) in one block of a layer."""
        changed = list(self.layers)
        changed[layer] = changed[layer].replace(weight, block, entry)
        return replace(self, layers=tuple(changed))


def _layer(
    cell: type[Cell],
    axes: Mapping[str, tuple[Axis, ...]],
    entries: Mapping[str, Entries],
    choices: Mapping[str, Any] | None = None,
) -> Layer:
    if unknown := entries.keys() - axes.keys():
        raise ArgumentError("entries", sorted(unknown), f"weights among {', '.join(axes)}")
    weights = {name: IndexedArray(axis, entries.get(name, {})) for name, axis in axes.items()}
    return Layer(cell, weights, choices or {}, choices or _LINEARISED.get(cell))


def linear_layer(rows: Axis, inputs: Axis, W: Entries) -> Layer:
    """Describe a `Linear` cell."""
    return _layer(Linear, {"W": (rows, inputs)}, {"W": W})


def glu_layer(rows: Axis, inputs: Axis, W_m: Entries, W_x: Entries) -> Layer:
    """Describe a `GLU`."""
    axes = {"W_m": (rows, inputs), "W_x": (rows, inputs)}
    return _layer(GLU, axes, {"W_m": W_m, "W_x": W_x})


def mlp_layer(
    hidden: Axis,
    inputs: Axis,
    rows: Axis,
    activation: Callable[[Any], Any],
    **entries: Entries,
) -> Layer:
    """Describe an `MLP`, which is the same in every sense but has no linear part."""
    axes = {"W_1": (hidden, inputs), "b": (hidden,), "W_2": (rows, hidden)}
    made = _layer(MLP, axes, entries, {"activation": activation})
    return Layer(MLP, made.weights, made.real, None)


def recurrent_layer(units: Axis, inputs: Axis, rows: Axis, **entries: Entries) -> Layer:
    """Describe a `LinearRecurrentUnit`; weights that are not given are zero."""
    axes: dict[str, tuple[Axis, ...]] = dict.fromkeys(("lam_re", "lam_im", "gamma"), (units,))
    axes |= dict.fromkeys(("B_re", "B_im"), (units, inputs))
    axes |= dict.fromkeys(("C_re", "C_im"), (rows, units))
    return _layer(LinearRecurrentUnit, {**axes, "D": (rows, inputs)}, entries)


def lstm_layer(
    units: Axis, inputs: Axis, activations: LSTMActivations | None = None, **entries: Entries
) -> Layer:
    """Describe an `LSTM`; weights that are not given are zero.

    **Arguments**: the families of `units` and `inputs`; `activations`, if they are to be these in
    every sense; entries of weights, by name.
    """
    choices = {"activations": activations} if activations else None
    return _layer(LSTM, _gated_axes("fcgo", units, inputs), entries, choices)


def gru_layer(
    units: Axis, inputs: Axis, activations: GRUActivations | None = None, **entries: Entries
) -> Layer:
    """Describe a `GRU`; see `lstm_layer`."""
    choices = {"activations": activations} if activations else None
    return _layer(GRU, _gated_axes("rzh", units, inputs), entries, choices)


def _gated_axes(parts: str, units: Axis, inputs: Axis) -> dict[str, tuple[Axis, ...]]:
    axes = {"U": (units, inputs), "V": (units, units), "b": (units,)}
    return {f"{kind}_{part}": axes[kind] for part in parts for kind in axes}
