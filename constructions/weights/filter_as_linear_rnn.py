r"""Linear RNNs whose impulse response is a given filter $L_0, \dots, L_{T-1}$.

The state holds the last $T$ inputs, in blocks 0, ..., T-1 of $n_x$ units, newest first: $F$ puts
the token into block 0, $W$ moves block $j$ to block $j+1$, and $C$ reads block $j$ with $L_j$. Or
the other way round, the state holds the next $T$ outputs, in blocks of $n_y$ units: $F$ adds
$L_j x_t$ to block $j$, $W$ moves block $j+1$ to block $j$, and $C$ reads block 0. Every use of $W$
and of $C$ is divided by the network's scale.

Source: Emami et al., Implicit bias of linear RNNs, Prop. 2.1(b), states a network of at most
$T n_x n_y$ units; these have $T n_x$ and $T n_y$.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from constructions.arrays import system_of
from constructions.cells.linear_rnn import LinearRNN
from constructions.errors import ShapeError
from constructions.indexed import IndexedArray, family

__all__ = [
    "INPUT_MEMORY",
    "OUTPUT_MEMORY",
    "FilterMemory",
    "input_memory",
    "output_memory",
    "smaller_memory",
]


@dataclass(frozen=True)
class FilterMemory:
    """The weights of `LinearRNN` for a filter `L` of shape (T, n_y, n_x), by index families.

    **Fields**: `W`, `F` and `C` for a network of scale 1.
    """

    W: IndexedArray
    F: IndexedArray
    C: IndexedArray

    def network(self, built: Callable[[IndexedArray], Any], scale: Any) -> LinearRNN:
        """Return the network, of which `built` makes arrays; `scale` is its factor, not zero."""
        inverse = 1 / scale
        return LinearRNN(
            built(self.W) * inverse, built(self.F), built(self.C) * inverse, scale=scale
        )


_INPUTS, _OUTPUTS = family("x", c="n_x"), family("y", a="n_y")
_READ, _AHEAD = family("held", j="T", b="n_x"), family("held", j="T", b="n_y")

INPUT_MEMORY = FilterMemory(
    W=IndexedArray(
        ((_READ,), (_READ,)),
        {("held", "held"): lambda w, j, b, i, c: w.follows(j, i) * w.delta(b, c)},
    ),
    F=IndexedArray(
        ((_READ,), (_INPUTS,)),
        {("held", "x"): lambda w, j, b, c: w.delta(j, 0) * w.delta(b, c)},
    ),
    C=IndexedArray(((_OUTPUTS,), (_READ,)), {("y", "held"): lambda w, a, j, b: w.L[j, a, b]}),
)
"""The network that remembers inputs, at every size."""

OUTPUT_MEMORY = FilterMemory(
    W=IndexedArray(
        ((_AHEAD,), (_AHEAD,)),
        {("held", "held"): lambda w, j, b, i, c: w.follows(i, j) * w.delta(b, c)},
    ),
    F=IndexedArray(((_AHEAD,), (_INPUTS,)), {("held", "x"): lambda w, j, b, c: w.L[j, b, c]}),
    C=IndexedArray(
        ((_OUTPUTS,), (_AHEAD,)),
        {("y", "held"): lambda w, a, j, b: w.delta(j, 0) * w.delta(a, b)},
    ),
)
"""The network that prepares outputs, at every size."""


def input_memory(filters: Any, scale: Any) -> LinearRNN:
    """Return the network that remembers inputs, of T n_x units.

    **Arguments**: `filters` of shape (T, n_y, n_x); `scale` of shape (1,), not zero.
    """
    return _made(INPUT_MEMORY, filters, scale)


def output_memory(filters: Any, scale: Any) -> LinearRNN:
    """Return the network that prepares outputs, of T n_y units.

    **Arguments**: `filters` of shape (T, n_y, n_x); `scale` of shape (1,), not zero.
    """
    return _made(OUTPUT_MEMORY, filters, scale)


def smaller_memory(filters: Any, scale: Any) -> LinearRNN:
    """Return the smaller of the two networks, of T min(n_x, n_y) units."""
    _, outputs, inputs = _shape(filters)
    return (input_memory if inputs <= outputs else output_memory)(filters, scale)


def _made(memory: FilterMemory, filters: Any, scale: Any) -> LinearRNN:
    lags, outputs, inputs = _shape(filters)
    sizes = {"T": lags, "n_y": outputs, "n_x": inputs}
    system = system_of(filters, scale)
    return memory.network(lambda weight: weight.array(system, sizes, {"L": filters}), scale)


def _shape(filters: Any) -> tuple[int, int, int]:
    shape = tuple(getattr(filters, "shape", ()))
    if len(shape) != 3:
        raise ShapeError(f"filters has shape {shape}, expected (T, n_y, n_x).")
    return shape
