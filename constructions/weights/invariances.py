r"""Changes of the weights of a gated RNN that leave its function as it is.

Source: Zucchet et al., Gated recurrent neural networks discover attention, section 3.2, and further
ones. Each function returns another network; none checks that the network computes attention.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from constructions.arrays import Array, concatenate, ones, outer, system_of
from constructions.cells.gated_rnn import GatedRNN
from constructions.errors import ArgumentError

__all__ = [
    "mix_units",
    "move_units",
    "permute_units",
    "scale_rows",
    "split_products",
    "swap_rows",
]


def swap_rows(network: GatedRNN, gate: str, rows: Array) -> GatedRNN:
    """Exchange rows of the two matrices of a gate: (W_m x) * (W_x x) does not tell them apart.

    **Arguments**: the `gate`, "in" or "out"; the `rows`, a vector that is 1 for rows that are
    exchanged, and 0 for others. **Raises** `ArgumentError` for another gate.
    """
    first, second = (getattr(network, name) for name in _names(gate))
    exchanged = _along(rows, first) * (second - first)
    return _with_gate(network, gate, first + exchanged, second - exchanged)


def scale_rows(network: GatedRNN, gate: str, rows: Array, factor: Any) -> GatedRNN:
    """Multiply rows of a gate's first matrix by a factor, and divide those of the second by it.

    **Arguments**: the `gate`; the `rows`, a vector that is 1 for these, and 0 for others; the
    `factor`, which is not 0.
    """
    first, second = (getattr(network, name) for name in _names(gate))
    scaled = _along(rows, first)
    one, other = scaled * (factor - 1), scaled * (1 / factor - 1)
    return _with_gate(network, gate, first + one * first, second + other * second)


def permute_units(network: GatedRNN, order: Sequence[int]) -> GatedRNN:
    """Put the hidden units in another order: unit i becomes what unit order[i] was."""
    places = list(order)
    if sorted(places) != list(range(network.lam.shape[0])):
        raise ArgumentError("order", order, "a permutation of the hidden units")
    matrix = [[int(column == place) for column in range(len(places))] for place in places]
    return move_units(network, system_of(network.lam).array(matrix))


def move_units(network: GatedRNN, P: Any) -> GatedRNN:
    """Put the hidden units in another order, h -> P h, with a permutation matrix P.

    Of networks whose units decay by themselves, and of all sizes: P may be an array of symbolic
    size. That it is a permutation is not checked.
    """
    rows = {name: P @ getattr(network, name) for name in ("lam", "W_in_m", "W_in_x")}
    columns = {name: getattr(network, name) @ P.T for name in ("W_out_m", "W_out_x")}
    return replace(network, **rows, **columns)


def split_products(network: GatedRNN, first: Any) -> GatedRNN:
    """Count each product of the output gate twice: read by `first`, and by D - `first`."""
    rows = {name: concatenate((getattr(network, name),) * 2) for name in _names("out")}
    readout: Any = network.D
    return replace(network, **rows, D=concatenate((first.T, (readout - first).T)).T)


def mix_units(network: GatedRNN, units: Sequence[int], P: Any, inverse: Any) -> GatedRNN:
    r"""Mix hidden units of one $\lambda$ that have one gate row in common: h -> P h among them.

    The paper's case: units with $\lambda = 0$ that hold queries, $W_Q \to P W_Q$, read through
    $P^{-1}$.

    **Arguments**: the `units`, whose rows of `W_in_x` and whose $\lambda$ are equal; `P`, and its
    `inverse`. **Raises** `ArgumentError` for units that differ there.
    """
    own = list(units)
    weights = network.weights()
    rows, lam = weights["W_in_x"][own], weights["lam"][own]
    if any((row != rows[0]).any() for row in rows) or any(value != lam[0] for value in lam):
        raise ArgumentError("units", units, "units of equal lambda and equal rows of W_in_x")
    changed = {name: weights[name].copy() for name in ("W_in_m", "W_out_m", "W_out_x")}
    changed["W_in_m"][own] = P @ changed["W_in_m"][own]
    for name in ("W_out_m", "W_out_x"):
        changed[name][:, own] = changed[name][:, own] @ inverse
    return replace(network, **changed)


def _along(rows: Array, matrix: Any) -> Any:
    """The entries of a vector along the rows of a matrix."""
    return outer(rows, ones((matrix.shape[1],), like=matrix))


def _names(gate: str) -> tuple[str, str]:
    if gate not in ("in", "out"):
        raise ArgumentError("gate", gate, "'in' or 'out'")
    return f"W_{gate}_m", f"W_{gate}_x"


def _with_gate(network: GatedRNN, gate: str, first: Any, second: Any) -> GatedRNN:
    return replace(network, **dict(zip(_names(gate), (first, second), strict=True)))
