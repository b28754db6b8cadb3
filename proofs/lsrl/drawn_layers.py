"""Layers with small random integers for weights, and layers that are run one after the other."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from constructions.lsrl.language.matrices import Matrix
from constructions.lsrl.targets.layers import Affine, Layer, Network
from constructions.lsrl.targets.model import Model, Part

__all__ = ["drawn_layer", "run"]


def drawn_layer(
    states: int,
    inputs: int,
    phi: Sequence[int],
    gamma: Sequence[int],
    rng: np.random.Generator,
    *,
    ends: tuple[bool, bool] = (True, True),
    from_zero: bool = True,
) -> Layer:
    """Draw a layer of integers from -2 to 2.

    **Arguments**: how many states and inputs it has; of both networks how many numbers come out,
    map by map (without maps phi is the identity, and there is no gate); whether they end in ReLUs,
    `ends`; and whether states start at 0, and b is 0.
    """

    def matrix(rows: int, columns: int) -> Matrix:
        return Matrix.of(rng.integers(-2, 3, (rows, columns)).tolist())

    def network(size: int, outputs: Sequence[int], *, relu_last: bool) -> Network:
        maps = []
        for rows in outputs:
            maps.append(Affine(matrix(rows, size), matrix(rows, 1)))
            size = rows
        return Network(tuple(maps), relu_last)

    zero = Matrix.zeros(states, 1)
    return Layer(
        matrix(states, states),
        matrix(states, inputs),
        zero if from_zero else matrix(states, 1),
        zero if from_zero else matrix(states, 1),
        network(states, phi, relu_last=ends[0]),
        network(inputs, gamma, relu_last=ends[1]) if gamma else None,
    )


def run(parts: Sequence[Part], xs: list[list[int]]) -> list[list[Any]]:
    """Return the outputs of layers, or networks, one after the other."""
    return Model("layers", tuple(parts), len(parts))(xs).tolist()
