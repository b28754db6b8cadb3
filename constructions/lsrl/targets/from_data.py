"""Plain data as models."""

from itertools import pairwise

from constructions.lsrl.listed.data import GatedLayer, ListedLayer, ListedNetwork
from constructions.lsrl.listed.programs import affine_of, state_of
from constructions.lsrl.targets.layers import Affine, Layer, Network
from constructions.lsrl.targets.model import Model

__all__ = ["model_of_layers"]


def model_of_layers(
    layers: tuple[ListedLayer, ...], inputs: int, name: str, *, relu_state: bool = False
) -> Model:
    """Return layers as a model that reads tokens of a size; its states may pass a ReLU."""
    made = []
    for layer in layers:
        phi = _network(layer.phi, len(layer.entries))
        gamma = _network(layer.gamma, inputs) if isinstance(layer, GatedLayer) else None
        made.append(Layer(*state_of(layer.entries, inputs), phi, gamma, relu_state))
        inputs = phi.maps[-1].W.shape[0]
    return Model(name, tuple(made), len(made))


def _network(network: ListedNetwork, inputs: int) -> Network:
    maps = (network.first, *network.rest)
    sizes = [inputs, *map(len, maps)]
    return Network(
        tuple(
            Affine(*affine_of(forms, m))
            for forms, (m, _) in zip(maps, pairwise(sizes), strict=True)
        )
    )
