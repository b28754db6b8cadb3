"""The traces that stand for the tangent kernel, against L_j that is differentiated, exactly."""

from functools import reduce
from typing import Any

import numpy as np
import pytest
import sympy as sp

from proofs.linear_rnn.s3_3_rnn_parametrization.every_lag import AtEveryLag
from theorem_checks import GaussianMatrix
from theorem_checks.statements.worlds.symbolic import Symbolic

WIDTH = 4  # of which the root is an integer
LAGS = [(0, 0), (1, 1), (2, 2), (0, 1), (1, 2), (0, 2), (1, 3)]


def matrices(n_x: int, n_y: int) -> dict[str, Any]:
    drawn = np.random.default_rng(5)
    shapes = {"W": (WIDTH, WIDTH), "F": (WIDTH, n_x), "C": (n_y, WIDTH)}
    return {name: drawn.integers(-3, 4, shape).astype(object) for name, shape in shapes.items()}


def gradient(at: dict[str, Any], lag: int) -> Any:
    """Of all entries of C W^lag F, by each parameter: the corner of [[W, D], [0, W]]^lag is it."""

    def answer(W: Any, F: Any, C: Any) -> Any:
        return C @ reduce(lambda state, _: W @ state, range(lag), F)

    columns = []
    for name, matrix in at.items():
        for place in np.ndindex(matrix.shape):
            D = {other: 0 * value for other, value in at.items()}
            D[name][place] = 1
            W = np.block([[at["W"], D["W"]], [0 * at["W"], at["W"]]])
            F = np.block([[D["F"]], [at["F"]]])
            C = np.block([[at["C"], D["C"]]])
            columns.append(answer(W, F, C).ravel())
    return np.array(columns, dtype=object)


def value(statistic: Any, at: dict[str, Any]) -> Any:
    total: Any = sp.Integer(0)
    for coefficient, words in statistic.at_numbers():
        product = coefficient
        for word in words:
            factors = [
                at[f.matrix.name].T if f.transposed else at[f.matrix.name]
                for f in word.factors
                for _ in range(int(f.exponent))
            ]
            product *= int(np.trace(reduce(lambda one, other: one @ other, factors)))
        total += product
    return total


@pytest.mark.parametrize(("j", "k"), LAGS)
@pytest.mark.parametrize(("n_x", "n_y"), [(1, 1), (2, 3)])
def test_traces_are_of_gradients(j: int, k: int, n_x: int, n_y: int):
    traces = AtEveryLag(Symbolic(), one=False)
    traces.n, traces.n_x, traces.n_y = sp.Integer(WIDTH), n_x, n_y
    sides = {"W": (WIDTH, WIDTH), "F": (WIDTH, n_x), "C": (n_y, WIDTH)}
    for name, shape in sides.items():
        setattr(traces, name, GaussianMatrix(name, *shape, 1))
    at = matrices(n_x, n_y)
    R = gradient(at, j).T @ gradient(at, k)
    scale = sp.Integer(WIDTH) ** sp.Rational(j + k + 2, 2)
    assert value(traces.kernel_of_entries(j, k), at) == int(np.trace(R)) / scale
    assert value(traces.square_of_entries(j, k), at) == int((R * R).sum()) / scale**2
    if n_x == n_y == 1:
        assert value(traces.kernel(j, k), at) == int(R[0, 0]) / scale
