r"""Linear RNNs whose impulse response is a given filter $L_0, \dots, L_{T-1}$.

The state holds the last $T$ inputs, in blocks 0, ..., T-1 of $n_x$ units, newest first: $F$ puts
the token into block 0, $W$ moves block $j$ to block $j+1$, and $C$ reads block $j$ with $L_j$. Or
the other way round, the state holds the next $T$ outputs, in blocks of $n_y$ units: $F$ adds
$L_j x_t$ to block $j$, $W$ moves block $j+1$ to block $j$, and $C$ reads block 0. Every use of $W$
and of $C$ is divided by the network's scale.

Source: Emami et al., Implicit bias of linear RNNs, Prop. 2.1(b), states a network of at most
$T n_x n_y$ units; these have $T n_x$ and $T n_y$.
"""

from typing import Any

import numpy as np

from constructions.arrays import system_of
from constructions.cells.linear_rnn import LinearRNN
from constructions.errors import ShapeError

__all__ = ["input_memory", "output_memory", "smaller_memory"]


def input_memory(filters: Any, scale: Any) -> LinearRNN:
    """Return the network that remembers inputs, of T n_x units.

    **Arguments**: `filters` of shape (T, n_y, n_x); `scale` of shape (1,), not zero.
    """
    lags, outputs, inputs = _shape(filters)
    system = system_of(filters, scale)
    inverse = _inverse(scale)
    block = np.eye(inputs, dtype=int)
    W = inverse * system.array(np.kron(np.eye(lags, k=-1, dtype=int), block))
    F = system.array(np.kron(np.eye(lags, 1, dtype=int), block))
    C = inverse * filters.transpose(1, 0, 2).reshape(outputs, lags * inputs)
    return LinearRNN(W, F, C, scale)


def output_memory(filters: Any, scale: Any) -> LinearRNN:
    """Return the network that prepares outputs, of T n_y units.

    **Arguments**: `filters` of shape (T, n_y, n_x); `scale` of shape (1,), not zero.
    """
    lags, outputs, inputs = _shape(filters)
    system = system_of(filters, scale)
    inverse = _inverse(scale)
    block = np.eye(outputs, dtype=int)
    W = inverse * system.array(np.kron(np.eye(lags, k=1, dtype=int), block))
    F = filters.reshape(lags * outputs, inputs)
    C = inverse * system.array(np.kron(np.eye(1, lags, dtype=int), block))
    return LinearRNN(W, F, C, scale)


def smaller_memory(filters: Any, scale: Any) -> LinearRNN:
    """Return the smaller of the two networks, of T min(n_x, n_y) units."""
    _, outputs, inputs = _shape(filters)
    return (input_memory if inputs <= outputs else output_memory)(filters, scale)


def _inverse(scale: Any) -> Any:
    return 1 / scale


def _shape(filters: Any) -> tuple[int, int, int]:
    shape = tuple(getattr(filters, "shape", ()))
    if len(shape) != 3:
        raise ShapeError(f"filters has shape {shape}, expected (T, n_y, n_x).")
    return shape
