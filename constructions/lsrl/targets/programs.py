"""Back again: (Gated) Linear RNNs as programs."""

from constructions.errors import ArgumentError
from constructions.lsrl.language.program import ForEach
from constructions.lsrl.listed.nodes import program_of
from constructions.lsrl.listed.programs import program_of_nodes
from constructions.lsrl.targets.as_data import listed_layers
from constructions.lsrl.targets.layers import Layer
from constructions.lsrl.targets.model import Model

__all__ = ["as_program"]


def as_program(model: Model) -> ForEach:
    """Return a (Gated) Linear RNN as a program that computes the same, with products for gates.

    It is made by `program_of`, of which that is proved for all stacks of layers
    (lsrl/any-linear-rnn-is-lsrl).

    **Raises** `ArgumentError` for any other model: a state may not depend on itself through a
    ReLU.
    """
    layers: list[Layer] = []
    for i, part in enumerate(model.parts):
        if not isinstance(part, Layer) or part.relu_state:
            hint = "A program's states are linear in themselves."
            raise ArgumentError(f"parts[{i}]", model, "a (Gated) Linear RNN", hint)
        layers.append(part)
    if not layers:
        raise ArgumentError("model", model, "a model with a layer")
    return program_of_nodes(program_of(listed_layers(layers), layers[0].inputs))
