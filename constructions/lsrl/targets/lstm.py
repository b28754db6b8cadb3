r"""LSTMs with ReLUs for $\sigma$ and $\tanh$, from programs (App. D).

The printed construction is exact for states that start from 0 and networks that end in a ReLU. Here
states are shifted to start from 0, and signed numbers are two units each.
"""

from constructions.activations import relu
from constructions.cells.lstm import LSTM, LSTMActivations
from constructions.lsrl.compiler.levelised import levelised
from constructions.lsrl.language.matrices import Matrix
from constructions.lsrl.language.program import ForEach
from constructions.lsrl.targets.gates import Bounds, gated_stack
from constructions.lsrl.targets.layers import Affine, Layer, layers_of_path
from constructions.lsrl.targets.model import Model, Weights

__all__ = ["RELUS", "lstm", "lstm_of_layers"]

RELUS = LSTMActivations(*[relu] * 5)
"""The functions of the cells here."""


def lstm(program: ForEach) -> Model:
    """Return LSTMs, and a linear readout, that compute the same as a program, exactly."""
    return lstm_of_layers(layers_of_path(levelised(program)))


def lstm_of_layers(layers: list[Layer], *, as_printed: Bounds | None = None) -> Model:
    """Return LSTMs, and a linear readout, that compute the same as layers with linear states.

    **Arguments**: `as_printed`, lower bounds of the inputs of each layer, for App. D as printed.
    **Raises** `ImpossibleTargetError` where that construction does not apply.
    """
    parts = gated_stack(layers, _LSTM(), as_printed=as_printed)
    return Model("LSTM", tuple(parts), len(parts) - 1)


class _LSTM:
    def relu(self, f: Affine, U: Matrix) -> Weights:
        """The cell with f = 0 and i = c = 1, so that h is the output gate (eq. 27)."""
        n = f.W.shape[0]
        one = _constant(f.W, 1)
        return _lstm(_constant(f.W, 0), one, one, f, {"U_o": U}, n)

    def product(self, left: Matrix, right: Matrix) -> tuple[Weights, Matrix]:
        """The cell with f = 0 and o = 1, so that h = relu(i c) (eqs. 31 to 33)."""
        n = left.shape[0]
        zero = Matrix.zeros(n, 1)
        factors = Affine(left, zero), Affine(right, zero)
        part = _lstm(_constant(left, 0), *factors, _constant(left, 1), {}, n)
        return part, Matrix.eye(n)


def _constant(like: Matrix, value: int) -> Affine:
    return Affine(Matrix.zeros(*like.shape), Matrix.full(like.shape[0], 1, value))


def _lstm(
    f: Affine, i: Affine, c: Affine, o: Affine, recurrent: dict[str, Matrix], n: int
) -> Weights:
    """A cell by its gates as maps of the input; `recurrent` has those matrices that are not 0."""
    maps = {"f": f, "g": i, "c": c, "o": o}
    matrices = {f"U_{name}": gate.W for name, gate in maps.items()}
    matrices |= {f"V_{name}": recurrent.get(f"U_{name}", Matrix.zeros(n, n)) for name in maps}
    vectors = {f"b_{name}": gate.b for name, gate in maps.items()}
    return Weights(LSTM, matrices, vectors, 2 * n, {"activations": RELUS})
