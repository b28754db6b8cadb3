"""The layers of Table 3 as functions of all their weights, for asking after degrees.

Sizes of 1 stand for all sizes, since a layer treats the units alike. In `linearised` layers sigma
and tanh are replaced by their linear parts. In `majorised` layers every function of bounded size is
replaced by 1, and ReLU by the identity: the degrees of sums and products in them, where nothing
cancels, bound how fast the layers themselves grow.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from constructions.activations import bounded_by_one, identity, linear_sigmoid
from constructions.arrays import EXACT
from constructions.cells.glu import GLU
from constructions.cells.gru import GRU, GRUActivations
from constructions.cells.lru import LinearRecurrentUnit
from constructions.cells.lstm import LSTM, LSTMActivations
from constructions.cells.mlp import MLP
from constructions.trees import array_fields, flatten

__all__ = ["ARCHITECTURES", "LINEARISED", "MAJORISED", "Functions", "Layers", "numbered"]

ARCHITECTURES = {
    "LRU": (LinearRecurrentUnit, GLU),
    "LRU In-Out": (GLU, LinearRecurrentUnit, GLU),
    "LRU In-Out (MLP)": (MLP, LinearRecurrentUnit, MLP),
    "LSTM": (LSTM,),
    "GRU": (GRU,),
}
"""The cells of one layer, by the name of its row in Table 3."""


@dataclass(frozen=True)
class Functions:
    """What stands for sigma, for tanh, and for the activation of perceptrons."""

    sigma: Callable[[Any], Any]
    tanh: Callable[[Any], Any]
    activation: Callable[[Any], Any]

    def choices(self, cell: type) -> dict[str, Any]:
        """Return the choices with which a cell is made."""
        s, t = self.sigma, self.tanh
        return {
            GLU: {"gate": s},
            MLP: {"activation": self.activation},
            LSTM: {"activations": LSTMActivations(s, s, s, t, t)},
            GRU: {"activations": GRUActivations(s, s, t)},
        }.get(cell, {})


LINEARISED = Functions(linear_sigmoid, identity, identity)
MAJORISED = Functions(bounded_by_one, bounded_by_one, identity)


@dataclass(frozen=True)
class Layers:
    """A number of layers of an architecture, with one unit in each."""

    architecture: str
    number: int
    functions: Functions

    @property
    def cells(self) -> list[tuple[str, type]]:
        """The cells from bottom to top, each with a prefix for its weights' names."""
        kinds = ARCHITECTURES[self.architecture] * self.number
        return [(f"c{place}_", kind) for place, kind in enumerate(kinds)]

    @property
    def weights(self) -> dict[str, tuple[int, ...]]:
        """The shapes of all weights."""
        return {
            prefix + name: _shape(name)
            for prefix, kind in self.cells
            for name in array_fields(kind)
        }

    @property
    def states(self) -> dict[str, tuple[int, ...]]:
        """The shapes of all states."""
        return {
            f"{prefix}state{number}": (1,)
            for prefix, kind in self.cells
            for number in range(_states_of(kind))
        }

    def output(self, x: Any, **arrays: Any) -> Any:
        """Return the output after one token, from given states."""
        return self.run(x, **arrays)[1]

    def run(self, x: Any, **arrays: Any) -> tuple[list[Any], Any]:
        """Return the states and the output after one token, from given states."""
        after: list[Any] = []
        for prefix, kind in self.cells:
            weights = {name: arrays[prefix + name] for name in array_fields(kind)}
            cell = kind(**weights, **self.functions.choices(kind))
            given = [arrays[f"{prefix}state{k}"] for k in range(_states_of(kind))]
            _, rebuild = flatten(_first_state(kind))
            state, x = cell.step(rebuild(given), x)
            after += flatten(state)[0]
        return after, x


def _shape(name: str) -> tuple[int, ...]:
    """The shape of a weight of size 1: vectors are biases, factors and normalisers."""
    vector = name.startswith(("b", "lam", "gamma"))
    return (1,) if vector else (1, 1)


def _first_state(kind: type) -> Any:
    ones = {name: EXACT.ones(_shape(name)) for name in array_fields(kind)}
    return kind(**ones).initial_state()


def _states_of(kind: type) -> int:
    return len(flatten(_first_state(kind))[0])


def numbered(shapes: Mapping[str, tuple[int, ...]]) -> dict[str, Any]:
    """Return arrays of small integers that differ from name to name."""
    return {
        name: np.full(size, 2 + k % 5).tolist() for k, (name, size) in enumerate(shapes.items())
    }
