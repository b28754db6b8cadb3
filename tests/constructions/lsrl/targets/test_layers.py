"""Paths are cut into layers where their nodes ask for it, and nowhere else."""

from constructions.lsrl import ForEach, Input, Multi, ReLU
from constructions.lsrl.targets.layers import layers_of_path

x = Input(2)


def test_a_path_ends_in_what_it_ends_in() -> None:
    (layer,) = layers_of_path(ForEach(ReLU(x)))
    assert layer.phi.relu_last
    assert len(layer.phi.maps) == 1
    (product,) = layers_of_path(ForEach(Multi(x)))
    assert product.gamma is not None
