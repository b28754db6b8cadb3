r"""GRUs with ReLUs for $\sigma$ and $\tanh$, from programs (App. C).

**Erratum.** The cell of App. C.3 that is to multiply does not: its gate z reads the last state
instead of the input, and if it did, (1 - z) h would stay. No single unit can multiply at each
token. Two units can: one adds up, $p_t = p_{t-1} + a_t b_t$, with $z = a$ and the candidate
$b + h$; one holds the sum before, $q_t = p_{t-1}$; their difference is the product.
"""

from constructions.activations import relu
from constructions.cells.gru import GRU, GRUActivations
from constructions.lsrl.compiler.levelised import levelised
from constructions.lsrl.language.matrices import Matrix
from constructions.lsrl.language.program import ForEach
from constructions.lsrl.targets.gates import Bounds, gated_stack
from constructions.lsrl.targets.layers import Affine, Layer, layers_of_path
from constructions.lsrl.targets.model import Model, Weights

__all__ = ["RELUS", "gru", "gru_of_layers"]

RELUS = GRUActivations(relu, relu, relu)
"""The functions of the cells here."""


def gru(program: ForEach) -> Model:
    """Return GRUs, and a linear readout, that compute the same as a program, exactly."""
    return gru_of_layers(layers_of_path(levelised(program)))


def gru_of_layers(layers: list[Layer], *, as_printed: Bounds | None = None) -> Model:
    """Return GRUs, and a linear readout, that compute the same as layers with linear states.

    **Arguments**: `as_printed`, lower bounds of the inputs of each layer, for App. C as printed,
    which does not multiply (see above). **Raises** `ImpossibleTargetError` where that
    construction does not apply.
    """
    cell = _PrintedGRU() if as_printed is not None else _GRU()
    parts = gated_stack(layers, cell, as_printed=as_printed)
    return Model("GRU", tuple(parts), len(parts) - 1)


class _GRU:
    def relu(self, f: Affine, U: Matrix) -> Weights:
        """The cell with z = r = 1, so that h' is the candidate."""
        n, m = f.W.shape
        ones = Matrix.full(n, 1)
        return _gru(
            W_h=f.W, U_h=U, b_h=f.b, W_z=Matrix.zeros(n, m), U_z=Matrix.zeros(n, n), b_z=ones
        )

    def product(self, left: Matrix, right: Matrix) -> tuple[Weights, Matrix]:
        """The cell with two units for a product: the sum so far, and the sum before."""
        n, m = left.shape
        eye, zeros = Matrix.eye(n), Matrix.zeros(n, n)
        part = _gru(
            W_z=Matrix.vstack([left, Matrix.zeros(n, m)]),
            U_z=Matrix.zeros(2 * n, 2 * n),
            b_z=Matrix.vstack([Matrix.zeros(n, 1), Matrix.full(n, 1)]),
            W_h=Matrix.vstack([right, Matrix.zeros(n, m)]),
            U_h=Matrix.vstack([Matrix.hstack([eye, zeros])] * 2),
            b_h=Matrix.zeros(2 * n, 1),
        )
        return part, Matrix.hstack([eye, -eye])


class _PrintedGRU(_GRU):
    def product(self, left: Matrix, right: Matrix) -> tuple[Weights, Matrix]:  # noqa: ARG002
        """The cell of App. C.3: z = relu(U_z h), with the identity for U_z, and r = 0."""
        n, m = left.shape
        zeros, none = Matrix.zeros(n, 1), Matrix.zeros(n, m)
        eye = Matrix.eye(n)
        return _gru(W_z=none, U_z=eye, b_z=zeros, W_h=left, U_h=0 * eye, b_h=zeros, b_r=zeros), eye


def _gru(
    *,
    W_z: Matrix,
    U_z: Matrix,
    b_z: Matrix,
    W_h: Matrix,
    U_h: Matrix,
    b_h: Matrix,
    b_r: Matrix | None = None,
) -> Weights:
    """A cell in the paper's letters; r does not depend on anything, and is 1 by default."""
    n, m = W_h.shape
    return Weights(
        GRU,
        {
            "U_r": Matrix.zeros(n, m),
            "V_r": Matrix.zeros(n, n),
            "U_z": W_z,
            "V_z": U_z,
            "U_h": W_h,
            "V_h": U_h,
        },
        {"b_r": Matrix.full(n, 1) if b_r is None else b_r, "b_z": b_z, "b_h": b_h},
        n,
        {"activations": RELUS},
    )
