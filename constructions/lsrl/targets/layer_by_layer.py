"""The compiler that is proved for all programs: a layer for each node."""

from constructions.lsrl.language.program import ForEach
from constructions.lsrl.listed.halves import relu_layers_of
from constructions.lsrl.listed.layers import are_plain, layers_of
from constructions.lsrl.listed.programs import listed_program
from constructions.lsrl.targets.from_data import model_of_layers
from constructions.lsrl.targets.model import Model

__all__ = ["layer_by_layer"]


def layer_by_layer(program: ForEach, *, relu_state: bool = False) -> Model:
    """Return a (Gated) (Linear) RNN that computes the same: a layer for each node, and two more.

    It has gates only for products. All values run past each layer, so that it is larger than what
    `gated_linear_rnn` and `gated_rnn` make; that it has the same outputs is proved of its code for
    all programs (lsrl/lsrl-to-gated, lsrl/all-four), where that is tested.

    **Arguments**: `relu_state`, whether states pass a ReLU, as in eqs. (2) and (5); then each is
    kept in two halves, eq. (11).
    """
    layers = (relu_layers_of if relu_state else layers_of)(listed_program(program))
    kind = f"{'' if are_plain(layers) else 'Gated '}{'' if relu_state else 'Linear '}RNN"
    return model_of_layers(layers, program.input.dim, kind, relu_state=relu_state)
