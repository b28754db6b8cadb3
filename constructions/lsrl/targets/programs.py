"""Back again: (Gated) Linear RNNs as programs."""

from constructions.errors import ArgumentError
from constructions.lsrl.language.nodes import Concat, Input, Lin, LinState, Multi, Node, ReLU
from constructions.lsrl.language.program import ForEach
from constructions.lsrl.targets.layers import Layer, Network
from constructions.lsrl.targets.model import Model

__all__ = ["as_program"]


def as_program(model: Model) -> ForEach:
    """Return a (Gated) Linear RNN as a program that computes the same.

    **Raises** `ArgumentError` for any other model: a state may not depend on itself through a
    ReLU.
    """
    node: Node | None = None
    for i, part in enumerate(model.parts):
        if not isinstance(part, Layer) or part.relu_state:
            hint = "A program's states are linear in themselves."
            raise ArgumentError(f"parts[{i}]", model, "a (Gated) Linear RNN", hint)
        node = _layer(part, Input(part.inputs) if node is None else node)
    if node is None:
        raise ArgumentError("model", model, "a model with a layer")
    return ForEach(node)


def _layer(layer: Layer, x: Node) -> Node:
    s = LinState(x, layer.A, layer.B, layer.b, layer.s_0)
    y = _network(layer.phi, s)
    return y if layer.gamma is None else Multi(Concat(_network(layer.gamma, x), y))


def _network(network: Network, x: Node) -> Node:
    for i, f in enumerate(network.maps):
        x = Lin(ReLU(x) if i else x, f.W, f.b)
    return ReLU(x) if network.relu_last else x
