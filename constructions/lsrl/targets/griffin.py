r"""Griffin with ReLUs, from programs (App. E): each third block has local attention.

**Erratum.** Identity matrices for queries, keys and values do not make attention the identity: over
two tokens it mixes them. With a window of one token it is. And the blocks that compute states are
not always at a place for a recurrent block, as the paper has it: where one would come third, a
block that does nothing goes before it. `appendix_e` has the print.
"""

from collections.abc import Sequence
from enum import StrEnum

from constructions.cells.griffin import GriffinAttentionBlock
from constructions.lsrl.compiler.levelised import levelised
from constructions.lsrl.language.matrices import Matrix
from constructions.lsrl.language.program import ForEach
from constructions.lsrl.targets.hawk import HawkWeights, hawk_of_layers, identity_block
from constructions.lsrl.targets.layers import Layer, layers_of_path
from constructions.lsrl.targets.model import Model, Part, Weights

__all__ = ["Kind", "griffin", "griffin_of_layers", "is_third", "kinds_of"]

PERIOD = 3


class Kind(StrEnum):
    """What stands for a block of Hawk, or before it."""

    RECURRENT = "the block, with its recurrence"
    ATTENTION = "the block, with attention for its recurrence"
    IDLE = "attention that does nothing"


def griffin(program: ForEach, longest: int) -> Model:
    """Return Griffin blocks, and linear maps at both ends, that compute the same as a program.

    Exact on sequences of at most `longest` tokens, and refuses longer ones. **Raises**
    `ArgumentError` unless that is positive.
    """
    return griffin_of_layers(layers_of_path(levelised(program)), longest)


def griffin_of_layers(layers: Sequence[Layer], longest: int) -> Model:
    """Return Griffin blocks that compute the same as layers with linear states; see `griffin`."""
    first, *blocks, last = hawk_of_layers(layers, longest).parts
    parts: list[Part] = []
    for block in blocks:
        assert isinstance(block, HawkWeights)
        for kind in kinds_of(len(parts), passes=block.passes):
            parts.append(_part(kind, block))
    return Model("Griffin", (first, *parts, last), len(parts), longest)


def kinds_of(number: int, *, passes: bool) -> tuple[Kind, ...]:
    """Return what stands for a block of Hawk behind `number` blocks of Griffin.

    **Arguments**: the number; whether the recurrent part of the block is the identity.
    """
    if not is_third(number):
        return (Kind.RECURRENT,)
    return (Kind.ATTENTION,) if passes else (Kind.IDLE, Kind.RECURRENT)


def is_third(number: int) -> bool:
    """Whether the block of this number, from 0 on, is one with attention."""
    return number % PERIOD == PERIOD - 1


def _part(kind: Kind, block: HawkWeights) -> Part:
    if kind is Kind.RECURRENT:
        return block
    if kind is Kind.ATTENTION:
        return _attention(block)
    return _attention(identity_block(block.rest.matrices["W_a"].shape[0]))


def _attention(block: HawkWeights) -> Weights:
    """The block with attention in place of a recurrent part that passes its input."""
    matrices, vectors = block.rest.matrices, block.rest.vectors
    own = {
        "W_v": Matrix.eye(matrices["W_a"].shape[1]),
        **{f"W_{k}": matrices[f"W_{k}"] for k in "oefm"},
    }
    biases = {f"b_{k}": vectors[f"b_{k}"] for k in "oefm"}
    return Weights(GriffinAttentionBlock, own, biases, 0)
