"""Layers of models as plain data."""

from collections.abc import Iterable

from constructions.lsrl.listed.data import GatedLayer, ListedLayer, ListedNetwork, PlainLayer
from constructions.lsrl.listed.layers import range_of
from constructions.lsrl.listed.programs import listed_entries, listed_forms
from constructions.lsrl.targets.layers import Layer, Network

__all__ = ["listed_layers"]


def listed_layers(layers: Iterable[Layer]) -> tuple[ListedLayer, ...]:
    """Return layers as plain data; whether their states pass a ReLU is not in it."""
    return tuple(_layer(layer) for layer in layers)


def _layer(layer: Layer) -> ListedLayer:
    entries = listed_entries(layer.A, layer.B, layer.b, layer.s_0)
    phi = _network(layer.phi, layer.state)
    if layer.gamma is None:
        return PlainLayer(entries, phi)
    return GatedLayer(entries, phi, _network(layer.gamma, layer.inputs))


def _network(network: Network, inputs: int) -> ListedNetwork:
    """Return a network on vectors of a size, with a last map behind a last ReLU."""
    maps = [listed_forms(f.W, f.b) for f in network.maps] or [range_of(0, inputs)]
    if network.relu_last:
        maps.append(range_of(0, len(maps[-1])))
    return ListedNetwork(maps[0], tuple(maps[1:]))
