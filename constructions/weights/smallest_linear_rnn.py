"""The smallest linear RNN whose first impulse responses are given, as arrays.

What is computed is `smallest_network` of `partial_realisation`, which tells how and why.
"""

from typing import Any

from constructions.arrays import EXACT
from constructions.cells.linear_rnn import LinearRNN
from constructions.errors import ArgumentError, ShapeError
from constructions.weights.partial_realisation import Network, Shape, smallest_network

__all__ = ["linear_rnn_of", "smallest_linear_rnn"]


def smallest_linear_rnn(filters: Any, scale: Any = 1) -> LinearRNN:
    """Return a network with this response at lags 0 to T - 1, with as few units as can be.

    **Arguments**: `filters` of shape (T, n_y, n_x), exact rationals; `scale`, exact, not zero, the
    network's factor at W and at C. A response of zeros takes one unit, for a network has to have
    one.

    **Raises** `ShapeError` for filters of another shape, `ArgumentError` for floats and for a scale
    of zero.
    """
    values = EXACT.array(filters, "filters")
    if len(values.shape) != 3 or 0 in values.shape:
        raise ShapeError(
            f"filters has shape {values.shape}, expected (T, n_y, n_x), none of them 0."
        )
    factor = EXACT.array([scale], "scale").reshape(1)
    if factor[0] == 0:
        raise ArgumentError("scale", scale, "an exact number that is not 0")
    shape = Shape(*values.shape)
    listed = tuple(tuple(tuple(row) for row in coefficient) for coefficient in values.tolist())
    return linear_rnn_of(shape, smallest_network(shape, factor[0], listed), factor)


def linear_rnn_of(shape: Shape, network: Network, scale: Any) -> LinearRNN:
    """Return a network as arrays; in place of none it has one unit, of zeros."""
    units = len(network.W)
    if not units:
        sizes = ((1, 1), (1, shape.inputs), (shape.outputs, 1))
        return LinearRNN(*(EXACT.zeros(size) for size in sizes), scale=scale)
    return LinearRNN(
        EXACT.array(network.W).reshape(units, units),
        EXACT.array(network.F).reshape(units, shape.inputs),
        EXACT.array(network.C).reshape(shape.outputs, units),
        scale,
    )
