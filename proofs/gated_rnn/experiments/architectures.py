r"""The networks that are compared in Figures 4 and 5: embedding, one or two layers, readout.

Kinds of layers, all of one width n:

- `LSTM`; `GRU`, as Flax defines them by default;
- `LRU`: a complex diagonal recurrence, then a gated linear unit; `LRU+`: another one before it;
  `LRU-MLP`: perceptrons with one hidden layer in their place, of as many parameters;
- `gated`: class (2), whose factors are diagonal, which is embedding, layer and readout in one;
  `dense`: the same with a matrix in their place.

The paper says nothing of how weights start. Here inputs of a map have weights of variance one over
their number, recurrent matrices are orthogonal, biases 0, and complex factors uniform on the unit
disc with the normalisation $\gamma = \sqrt{1 - |\lambda|^2}$, as in the references of these layers.
"""

from dataclasses import dataclass
from typing import Any, Literal

from constructions.cells.cell import Cell
from constructions.cells.glu import GLU
from constructions.cells.gru import FlaxGRU
from constructions.cells.linear import Linear
from constructions.cells.lru import LinearRecurrentUnit, lru, lru_in_out, lru_in_out_mlp
from constructions.cells.lstm import LSTM
from constructions.cells.mlp import MLP
from constructions.cells.stack import Stack
from proofs.gated_rnn.experiments.students import Student

__all__ = ["KINDS", "Architecture", "Kind"]

Kind = Literal["LSTM", "GRU", "LRU", "LRU+", "LRU-MLP", "gated", "dense"]
KINDS: tuple[Kind, ...] = ("LSTM", "GRU", "LRU", "LRU+", "LRU-MLP", "gated", "dense")


@dataclass(frozen=True)
class Architecture:
    """A kind of network: sizes of inputs and outputs, `width` n, number of `layers`.

    `gated` and `dense` have one layer and as many products as units.
    """

    kind: Kind
    inputs: int
    outputs: int
    width: int
    layers: int = 1

    @property
    def name(self) -> str:
        """Its kind, and how many layers if there are more."""
        return self.kind if self.layers == 1 else f"{self.layers} x {self.kind}"

    def start(self, key: Any) -> dict[str, Any]:
        """Return parameters."""
        if self.kind in ("gated", "dense"):
            return self._start_student(key)
        n, start = self.width, _STARTS[self.kind]
        draws = _Draws(key, n * (self.inputs + self.outputs + 10 * n * self.layers))
        return {
            "embedding": draws.map(n, self.inputs),
            **{f"layer {k}": start(draws, n) for k in range(self.layers)},
            "readout": draws.map(self.outputs, n),
        }

    def _start_student(self, key: Any) -> dict[str, Any]:
        import jax

        params = self._student.start(key)
        if self.kind == "gated":
            return params
        draws = _Draws(jax.random.fold_in(key, 1), self.width**2)
        del params["nu"]
        return {**params, "A": draws.orthogonal(self.width)}

    def network(self, params: Any) -> Cell:
        """Return the network with these parameters."""
        if self.kind == "gated":
            return self._student.network(params)
        if self.kind == "dense":
            from constructions.cells.gated_rnn import GatedRNN

            weights = {name: value for name, value in params.items() if name != "A"}
            return GatedRNN(lam=params["A"], **weights, append_one=True)
        layers = (_LAYERS[self.kind](params[f"layer {k}"]) for k in range(self.layers))
        return Stack((Linear(params["embedding"]), *layers, Linear(params["readout"])))

    @property
    def parameters(self) -> int:
        """How many numbers are trained."""
        import jax

        shapes = jax.eval_shape(self.start, jax.random.key(0))
        return sum(leaf.size for leaf in jax.tree.leaves(shapes))

    @property
    def _student(self) -> Student:
        return Student(self.inputs, self.outputs, self.width, self.width)


class _Draws:
    """Gaussian weights from one long row of numbers, which compiles faster than many short ones."""

    def __init__(self, key: Any, count: int) -> None:
        from theorem_checks import normal

        self._row, self._next = normal(key, (count,)), 0

    def map(self, rows: int, columns: int) -> Any:
        """Return a matrix whose entries have variance 1 / columns."""
        begin, self._next = self._next, self._next + rows * columns
        return self._row[begin : self._next].reshape(rows, columns) * columns**-0.5

    def orthogonal(self, n: int) -> Any:
        """Return an orthogonal matrix."""
        import jax.numpy as jnp

        return jnp.linalg.qr(self.map(n, n))[0]


def _start_gates(draws: _Draws, n: int, names: str) -> dict[str, Any]:
    """Weights U, V and b of the gates of a layer."""
    import jax.numpy as jnp

    found = {}
    for name in names:
        found |= {f"U_{name}": draws.map(n, n), f"V_{name}": draws.orthogonal(n)}
        found[f"b_{name}"] = jnp.zeros(n)
    return found


def _start_lstm(draws: _Draws, n: int) -> dict[str, Any]:
    return _start_gates(draws, n, "fcgo")


def _start_gru(draws: _Draws, n: int) -> dict[str, Any]:
    import jax.numpy as jnp

    return {**_start_gates(draws, n, "rzh"), "b_n": jnp.zeros(n)}


def _start_recurrence(draws: _Draws, n: int) -> dict[str, Any]:
    import jax.numpy as jnp
    from jax.scipy.special import ndtr

    square, turn = (jnp.clip(ndtr(draws.map(n, 1)[:, 0]), 1e-4, 1 - 1e-4) for _ in range(2))
    parts = {name: draws.map(n, n) * 0.5**0.5 for name in ("B_re", "B_im", "C_re", "C_im")}
    return {
        "nu": jnp.log(-0.5 * jnp.log(square)),
        "theta": jnp.log(2 * jnp.pi * turn),
        "gamma": 0.5 * jnp.log(1 - square),
        **parts,
        "D": draws.map(n, n),
    }


def _start_glu(draws: _Draws, n: int, prefix: str) -> dict[str, Any]:
    return {f"{prefix}_m": draws.map(n, n), f"{prefix}_x": draws.map(n, n)}


def _start_mlp(draws: _Draws, n: int, prefix: str) -> dict[str, Any]:
    import jax.numpy as jnp

    maps = {f"{prefix}_1": draws.map(n, n), f"{prefix}_2": draws.map(n, n)}
    return {**maps, f"{prefix}_b": jnp.zeros(n)}


def _start_lru(draws: _Draws, n: int) -> dict[str, Any]:
    return {**_start_recurrence(draws, n), **_start_glu(draws, n, "out")}


def _start_lru_plus(draws: _Draws, n: int) -> dict[str, Any]:
    return {**_start_lru(draws, n), **_start_glu(draws, n, "in")}


def _start_lru_mlp(draws: _Draws, n: int) -> dict[str, Any]:
    perceptrons = {**_start_mlp(draws, n, "in"), **_start_mlp(draws, n, "out")}
    return {**_start_recurrence(draws, n), **perceptrons}


def _recurrence(params: Any) -> LinearRecurrentUnit:
    import jax.numpy as jnp

    size, phase = jnp.exp(-jnp.exp(params["nu"])), jnp.exp(params["theta"])
    return LinearRecurrentUnit(
        lam_re=size * jnp.cos(phase),
        lam_im=size * jnp.sin(phase),
        gamma=jnp.exp(params["gamma"]),
        **{name: params[name] for name in ("B_re", "B_im", "C_re", "C_im", "D")},
    )


def _lru(params: Any) -> Cell:
    return lru(_recurrence(params), params["out_m"], params["out_x"])


def _lru_plus(params: Any) -> Cell:
    gates = (GLU(params[f"{name}_m"], params[f"{name}_x"]) for name in ("in", "out"))
    return lru_in_out(next(gates), _recurrence(params), next(gates))


def _lru_mlp(params: Any) -> Cell:
    maps = (
        MLP(params[f"{name}_1"], params[f"{name}_b"], params[f"{name}_2"]) for name in ("in", "out")
    )
    return lru_in_out_mlp(next(maps), _recurrence(params), next(maps))


_STARTS = {
    "LSTM": _start_lstm,
    "GRU": _start_gru,
    "LRU": _start_lru,
    "LRU+": _start_lru_plus,
    "LRU-MLP": _start_lru_mlp,
}
_LAYERS = {
    "LSTM": lambda params: LSTM(**params),
    "GRU": lambda params: FlaxGRU(**params),
    "LRU": _lru,
    "LRU+": _lru_plus,
    "LRU-MLP": _lru_mlp,
}
