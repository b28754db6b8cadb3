"""The mended tables of weights, which are proved right, are those that the compilers write."""

import random

import numpy as np
import pytest

from constructions.arrays import FRACTIONS
from constructions.lsrl.language.matrices import Matrix
from constructions.lsrl.targets.gru import gru_of_layers
from constructions.lsrl.targets.hawk import hawk_of_layers
from constructions.lsrl.targets.layers import Affine, Network
from constructions.lsrl.targets.layers import Layer as RecurrentWeights
from constructions.lsrl.targets.lstm import lstm_of_layers
from proofs.lsrl.any_size import Numbers
from proofs.lsrl.e_hawk_griffin.hawk_layers import Mended
from proofs.lsrl.gated_cells import GRU_KIND, LSTM_KIND
from proofs.lsrl.gated_layers import Layer

KERNEL = 3


def layer_of(w: Numbers, weights: dict[str, np.ndarray]) -> RecurrentWeights:
    """A layer with these weights, from s_0 = 0."""

    def network(name: str) -> Network:
        pairs = [
            (f"{W}_{name}", f"{b}_{name}") for W, b in ("Wb", "Vc") if f"{W}_{name}" in weights
        ]
        maps = [Affine(Matrix.of(weights[W]), Matrix.column(list(weights[b]))) for W, b in pairs]
        return Network(tuple(maps))

    A, B, b = w("A", "n n"), w("B", "n m"), w("b", "n")
    state = Matrix.of(A), Matrix.of(B), Matrix.column(list(b)), Matrix.zeros(2, 1)
    return RecurrentWeights(*state, network("phi"), network("gamma"))


@pytest.mark.parametrize("depth", [1, 2])
def test_hawk(depth: int) -> None:
    w, mended = Numbers(2, random.Random(1)), Mended(depth)
    *_, named = mended.networks(w)
    layer = layer_of(w, named)
    named |= {"A": w("A", "n n"), "B": w("B", "n m"), "b": w("b", "n")[:, None]}
    state, *others = mended.tables()
    blocks = [state.block(w, KERNEL, **named), *(table.block(w, 1, **named) for table in others)]
    parts = hawk_of_layers([layer], KERNEL).parts[1:-1]
    assert len(parts) == len(blocks) == depth + 2
    for part, block in zip(parts, blocks, strict=True):
        written = part.cell(FRACTIONS).weights()
        assert written.keys() == block.weights().keys()
        assert all((written[name] == weight).all() for name, weight in block.weights().items())


@pytest.mark.parametrize(
    ("of_layers", "kind"), [(gru_of_layers, GRU_KIND), (lstm_of_layers, LSTM_KIND)]
)
def test_last_maps_and_products_of_gated_cells(of_layers, kind) -> None:
    w, table = Numbers(2, random.Random(2)), Layer(kind)
    *_, named = table.networks(w)
    *_, last, product, readout = of_layers([layer_of(w, named)]).parts
    for part, cell in zip((last, product), table.tables()[-2:], strict=True):
        written, weights = part.cell(FRACTIONS).weights(), kind.cell(cell, w, **named).weights()
        assert all((written[name] == weight).all() for name, weight in weights.items())
    read = w.read(kind.read, "p", kind.product.units)
    assert (readout.cell(FRACTIONS).W[0] == read).all()
