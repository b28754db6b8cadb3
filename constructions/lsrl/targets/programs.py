"""Back again: (Gated) Linear RNNs as programs."""

from collections.abc import Callable
from typing import TypeAlias

from constructions.errors import ArgumentError
from constructions.lsrl.language.program import ForEach
from constructions.lsrl.listed.data import ListedLayer, ListedProgram
from constructions.lsrl.listed.nodes import program_of
from constructions.lsrl.listed.programs import program_of_nodes
from constructions.lsrl.targets.as_data import listed_layers
from constructions.lsrl.targets.layers import Layer
from constructions.lsrl.targets.model import Model

__all__ = ["as_program"]


ToNodes: TypeAlias = Callable[[tuple[ListedLayer, ...], int], ListedProgram]
"""From layers, and the size of tokens, to a program."""


def as_program(model: Model, to_nodes: ToNodes = program_of) -> ForEach:
    """Return a (Gated) Linear RNN as a program that computes the same, with products for gates.

    **Arguments**: the model; what writes its layers as nodes. That they compute the same is proved
    of `program_of`, for all stacks of layers (lsrl/any-linear-rnn-is-lsrl).

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
    return program_of_nodes(to_nodes(listed_layers(layers), layers[0].inputs))
