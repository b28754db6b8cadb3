"""Layers for any gated RNN, with Figure 1's weights: they are linear self-attention.

The shipped description of the layers has one family for all hidden units, and one for all products.
Here its units are named as Figure 1 names them, key-values (i, j) and queries (j), and its entry
functions are handed such units for their indices.
"""

from dataclasses import replace
from itertools import product
from typing import Any, NamedTuple

from constructions.arrays import concatenate, ones
from constructions.cells.linear_attention import LinearAttention
from constructions.indexed import Family, IndexedArray
from constructions.weights.attention_as_gated_rnn import fig1_weights
from proofs.gated_rnn.free_attention import matrices_of_attention
from proofs.gated_rnn.realisation import Realisation, Stated
from theorem_checks import SameOutputs, World

__all__ = ["attention_by", "with_units_of_figure_1"]

FIGURE = fig1_weights()
UNITS = {
    "m": FIGURE.W_in_m.axes[1],
    "n": FIGURE.lam.axes[0],
    "p": FIGURE.W_out_m.axes[0],
    "o": FIGURE.D.axes[0],
}
"""The families of Figure 1 for each letter of a size of the gated RNN."""
SHAPES = {"W_V": "d_v d", "W_K": "d_k d", "W_Q": "d_k d"}


class Unit(NamedTuple):
    """An index of a family of Figure 1: a unit, a product, or an input."""

    family: str
    indices: tuple[Any, ...]


class Weight:
    """A weight of Figure 1's gated RNN, to be asked for its entries at units."""

    def __init__(self, array: IndexedArray, given: Any) -> None:
        self.array, self.given = array, given

    def __getitem__(self, units: Any) -> Any:
        at = (units,) if isinstance(units, Unit) else units
        entry = self.array.entries.get(tuple(unit.family for unit in at))
        return 0 if entry is None else entry(self.given, *(i for unit in at for i in unit.indices))


class Given:
    """What an entry function of the layers asks: Figure 1's weights, deltas of units, numbers."""

    def __init__(self, given: Any) -> None:
        self._given = given

    def __getattr__(self, name: str) -> Any:
        if hasattr(FIGURE, name):
            return Weight(getattr(FIGURE, name), self._given)
        return getattr(self._given, name)

    def delta(self, one: Any, other: Any) -> Any:
        """Return 1 for the same unit, and 0 else."""
        if one.family != other.family:
            return 0
        found: Any = 1
        for i, j in zip(one.indices, other.indices, strict=True):
            found = found * self._given.delta(i, j)
        return found


def _finer(array: IndexedArray) -> IndexedArray:
    """The array with its axes as sums of the families of Figure 1."""
    axes, entries = [], {}
    for axis in array.axes:
        axes.append(tuple(finer for part in axis for finer, _ in _parts(part)))
    for names, entry in array.entries.items():
        parts = [
            next(part for part in axis if part.name == name)
            for axis, name in zip(array.axes, names, strict=True)
        ]
        for chosen in product(*map(_parts, parts)):
            block = tuple(finer.name for finer, _ in chosen)
            entries[block] = _at_units(entry, [figure for _, figure in chosen])
    return IndexedArray(tuple(axes), entries)


def _parts(part: Family) -> list[tuple[Family, Family | None]]:
    """The families into which one falls, each with that of Figure 1; none of one member."""
    if not part.ranges:
        return [(part, None)]
    ((_, size),) = part.ranges
    return [(Family(f"{part.name} {own.name}", own.ranges), own) for own in UNITS[size]]


def _at_units(entry: Any, families: list[Family | None]) -> Any:
    """The entry function of a block, from plain indices."""

    def of_indices(given: Any, *indices: Any) -> Any:
        left, units = list(indices), []
        for own in families:
            if own is not None:
                count = len(own.ranges)
                units.append(Unit(own.name, tuple(left[:count])))
                left = left[count:]
        return entry(Given(given), *units)

    return of_indices


class ReadsOne:
    """A cell that sees a 1 beside its token."""

    def __init__(self, cell: Any) -> None:
        self.cell = cell

    def initial_state(self) -> Any:
        """Return the cell's."""
        return self.cell.initial_state()

    def step(self, state: Any, x: Any) -> tuple[Any, Any]:
        """Return what the cell does with the token and a 1."""
        return self.cell.step(state, concatenate([x, ones((1,), like=x)]))


class StatedAttention(Stated):
    """Layers with Figure 1's weights, and attention."""

    def same(self, of_network: Any = None, of_target: Any = None) -> SameOutputs:
        """Say that the layers, which see a 1 beside each token, have the outputs of attention."""
        cells = ReadsOne(self.network), self.target
        return SameOutputs(*(self.world.machine(cell, self.token) for cell in cells))


def with_units_of_figure_1(layers: Realisation) -> Realisation:
    """Return layers for any gated RNN, with their units named as Figure 1 names them."""
    finer = tuple(
        replace(layer, weights={name: _finer(array) for name, array in layer.weights.items()})
        for layer in layers.description.layers
    )
    return replace(layers, description=replace(layers.description, layers=finer))


def attention_by(layers: Realisation, w: World) -> StatedAttention:
    """Return layers with Figure 1's units and weights, and attention, at every size and scale."""
    sizes, matrices = matrices_of_attention(w)
    eps = w.number("eps", positive=True)
    given = {**sizes, **matrices, **layers.numbers(eps)}
    network = layers.description.built(lambda array: w.described(array, sizes, given), layers.sense)
    target, token = LinearAttention(**matrices), w.array("x", sizes["d"])
    return StatedAttention(w, SHAPES, sizes, matrices, eps, network, target, token)
