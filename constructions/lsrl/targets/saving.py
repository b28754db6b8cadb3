"""Models in files: their weights exact, and rounded under the names that the cells have for them.

The tensors '0.W_g' and so on are dense and rounded to a type of floats, to be read by anything that
reads safetensors. Beside them stand the exact weights, 'exact.0.W_g' (`exact_files`), and what the
cells are as JSON in the header: `load_weights` gives back the model.
"""

import json
import warnings
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np

from constructions.arrays import FLOAT
from constructions.cells.cell import Cell
from constructions.cells.griffin import GriffinAttentionBlock, GriffinLocalAttentionBlock
from constructions.cells.gru import GRU
from constructions.cells.hawk import HawkBlock
from constructions.cells.lstm import LSTM
from constructions.errors import ArgumentError
from constructions.lsrl.exact_files import ExactFileError, Matrices, read, write
from constructions.lsrl.language.matrices import Matrix
from constructions.lsrl.targets.gru import RELUS as GRU_RELUS
from constructions.lsrl.targets.hawk import HawkWeights
from constructions.lsrl.targets.layers import Affine, Layer, Network
from constructions.lsrl.targets.lstm import RELUS as LSTM_RELUS
from constructions.lsrl.targets.model import Model, Part, Weights
from constructions.number_systems.entries import as_fraction

__all__ = ["ModelFileError", "load_weights", "save_weights"]

FORMAT, VERSION = "lsrl model", "3"

DTYPES = ("float16", "float32", "float64")

CELLS: dict[str, tuple[Callable[..., Cell], dict[str, Any]]] = {
    "GRU": (GRU, {"activations": GRU_RELUS}),
    "LSTM": (LSTM, {"activations": LSTM_RELUS}),
    "HawkBlock": (HawkBlock, {}),
    "GriffinAttentionBlock": (GriffinAttentionBlock, {}),
    "GriffinLocalAttentionBlock": (GriffinLocalAttentionBlock, {}),
}
"""The cells that `Weights` are of, with the choices that are not written."""


class ModelFileError(ExactFileError):
    """A file that holds no model, or not a whole one."""


def save_weights(model: Model, path: str | Path, dtype: str = "float64") -> None:
    """Write a model to a file; `load_weights` gives back an equal one.

    **Arguments**: the model; a path, `*.safetensors` by custom; the `dtype` of the rounded weights.
    The metadata has the target, the counts, and whether rounding changed a weight.

    **Raises** `ArgumentError` for what is no model, for a part that is none of the targets' here,
    and for a type that is none of floats; `OSError` if the file cannot be written. **Warns** of
    weights that are too large for the type.
    """
    if not isinstance(model, Model):
        hint = "A program is written by constructions.lsrl.saving.save."
        raise ArgumentError("model", model, "a model, as the targets compile it", hint)
    if dtype not in DTYPES:
        raise ArgumentError("dtype", dtype, f"one of {', '.join(DTYPES)}")
    described = [_described(part, f"parts[{i}]") for i, part in enumerate(model.parts)]
    matrices = {
        f"{i}.{name}": m for i, part in enumerate(model.parts) for name, m in part.numbers.items()
    }
    tensors = {name: _rounded(m, dtype) for name, m in matrices.items()}
    if large := [name for name, tensor in tensors.items() if not np.isfinite(tensor).all()]:
        said = f"Rounded to {dtype}, {', '.join(large)} have entries that are infinite"
        warnings.warn(f"{said}; the exact weights beside them are whole.", stacklevel=2)
    rounded = any(_differs(m, tensors[name]) for name, m in matrices.items())
    counts = {"layers": model.layers, "state": model.state, "parameters": model.parameters}
    metadata = {
        "target": model.target,
        "rounded": str(rounded).lower(),
        "counts": json.dumps(counts),
    }
    own = {"target": model.target, "layers": model.layers, "longest": model.longest}
    structure = {**own, "parts": described}
    exact = {f"exact.{name}": m for name, m in matrices.items()}
    write(path, FORMAT, VERSION, structure, exact, tensors=tensors, metadata=metadata)


def load_weights(path: str | Path) -> Model:
    """Read a model that `save_weights` wrote, with its exact weights.

    **Raises** `ModelFileError`, which says what is wrong, for a file that is truncated, foreign,
    of another version, or inconsistent, such as one whose rounded weights were changed; `OSError`
    if it cannot be read at all.
    """
    return read(path, FORMAT, VERSION, _model, ModelFileError)


def _model(structure: dict[str, Any], matrices: Matrices) -> Model:
    described = structure["parts"]
    parts = [_Reader(matrices, i, part).part() for i, part in enumerate(described)]
    for i, part in enumerate(parts):
        part.cell(FLOAT)  # which checks the shapes
        for name, m in part.numbers.items():
            stored = matrices.tensors[f"{i}.{name}"]
            if not np.array_equal(stored, _rounded(m, stored.dtype)):
                raise ValueError(f"{i}.{name} is not exact.{i}.{name}, rounded")
    layers = structure["layers"]
    if isinstance(layers, bool) or not isinstance(layers, int) or not 0 <= layers <= len(parts):
        raise ValueError(f"{layers!r} layers in {len(parts)} parts")
    longest = structure["longest"]
    if longest is not None and (isinstance(longest, bool) or not isinstance(longest, int)):
        raise ValueError(f"{longest!r} tokens at most")
    return Model(str(structure["target"]), tuple(parts), layers, longest)


def _described(part: Part, name: str) -> dict[str, Any]:
    """What a part is but for its numbers."""
    shapes = {key: list(m.shape) for key, m in part.numbers.items()}
    if isinstance(part, Layer):
        gamma = None if part.gamma is None else _network(part.gamma)
        own = {"phi": _network(part.phi), "gamma": gamma, "relu_state": part.relu_state}
        return {"kind": "Layer", "shapes": shapes, **own}
    if isinstance(part, Network):
        return {"kind": "Network", "shapes": shapes, **_network(part)}
    if isinstance(part, HawkWeights):
        own = {"kernel": len(part.kernel), "passes": part.passes}
        return {"kind": "Hawk", "shapes": shapes, "rest": _weights(part.rest, name), **own}
    if isinstance(part, Weights):
        return {"kind": "Weights", "shapes": shapes, **_weights(part, name)}
    raise ArgumentError(name, part, "a part of one of the targets here")


def _network(network: Network) -> dict[str, Any]:
    return {"maps": len(network.maps), "relu_last": network.relu_last}


def _weights(part: Weights, name: str) -> dict[str, Any]:
    for cell, (cell_class, known) in CELLS.items():
        if part.cell_class is cell_class and known.items() <= part.choices.items():
            choices = {key: part.choices[key] for key in part.choices if key not in known}
            names = {"matrices": list(part.matrices), "vectors": list(part.vectors)}
            return {"cell": cell, "state": part.state, "choices": choices, **names}
    raise ArgumentError(name, part, f"weights of one of {', '.join(CELLS)}, with ReLUs")


@dataclass(frozen=True)
class _Reader:
    """One part of a file."""

    matrices: Matrices
    number: int
    described: dict[str, Any]

    def part(self) -> Part:
        kind = self.described["kind"]
        if kind == "Layer":
            return self.layer()
        if kind == "Network":
            return self.network(self.described)
        if kind == "Hawk":
            kernel = self.named(f"W_M.{i}" for i in range(self.described["kernel"]))
            passes = _flag(self.described["passes"])
            return HawkWeights(tuple(kernel.values()), self.weights(self.described["rest"]), passes)
        if kind == "Weights":
            return self.weights(self.described)
        raise ValueError(f"part {self.number} is of unknown kind {kind!r}")

    def named(self, names: Iterable[str]) -> dict[str, Matrix]:
        shapes, read = self.described["shapes"], {}
        for name in names:
            stored = self.matrices.tensors[f"{self.number}.{name}"]
            if shapes[name] != list(stored.shape):  # compared before anything of that size is made
                raise ValueError(f"{self.number}.{name} has shape {list(stored.shape)}")
            read[name] = self.matrices.read(f"exact.{self.number}.{name}", shapes[name])
        return read

    def layer(self) -> Layer:
        phi, gamma = self.described["phi"], self.described["gamma"]
        return Layer(
            **self.named(("A", "B", "b", "s_0")),
            phi=self.network(phi, "phi."),
            gamma=None if gamma is None else self.network(gamma, "gamma."),
            relu_state=_flag(self.described["relu_state"]),
        )

    def network(self, described: dict[str, Any], prefix: str = "") -> Network:
        maps = [
            Affine(*self.named((f"{prefix}{i}.W", f"{prefix}{i}.b")).values())
            for i in range(described["maps"])
        ]
        return Network(tuple(maps), _flag(described["relu_last"]))

    def weights(self, described: dict[str, Any]) -> Weights:
        cell_class, choices = CELLS[described["cell"]]
        matrices, vectors = self.named(described["matrices"]), self.named(described["vectors"])
        return Weights(
            cell_class, matrices, vectors, described["state"], {**choices, **described["choices"]}
        )


def _flag(value: Any) -> bool:
    if not isinstance(value, bool):
        raise TypeError(f"{value!r} is neither true nor false")
    return value


def _rounded(m: Matrix, dtype: Any) -> np.ndarray:
    with np.errstate(over="ignore"):  # beyond the largest float is inf
        return np.ascontiguousarray(m.array(FLOAT).astype(dtype))


def _differs(m: Matrix, array: np.ndarray) -> bool:
    if not m.is_rational or not np.isfinite(array).all():
        return True
    return any(Fraction(float(array[i, j])) != as_fraction(e) for i, j, e in m.entries())
