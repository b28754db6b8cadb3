"""The row LRU In-Out (MLP) of Table 3, for linear functions: no number of layers is enough.

A stack of such layers and readouts is affine, so that its second differences are 0, and those of
the targets are not.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, cast

from constructions.activations import identity
from constructions.arrays import ones
from constructions.cells.gated_rnn import GatedRNN
from constructions.cells.linear import Linear
from constructions.cells.linear_attention import LinearAttention
from constructions.cells.lru import LinearRecurrentUnit
from constructions.cells.mlp import MLP
from constructions.cells.stack import Stack
from proofs.gated_rnn import PAPER
from proofs.gated_rnn.a_gated_rnns_and_linear_attention.linearised_layers import (
    OF_ONES,
    SENSE,
    assumptions_of,
)
from proofs.gated_rnn.a_gated_rnns_and_linear_attention.token_degrees import ATTENTION, GATED
from theorem_checks import (
    All,
    Claim,
    EveryStack,
    Evidence,
    Mutant,
    NoStack,
    Source,
    World,
    conjunction,
    instances_of,
    layer_by_layer,
    no_stack,
    proof_of,
)

SECOND_DIFFERENCE = {1: OF_ONES[GATED] * (2**4 - 2), 2: OF_ONES[ATTENTION] * (2**3 - 2)}
"""The same at twice the token, less twice that; by the number of axes of the target's state."""


SHAPES = {
    GATED: {"lam": "n", "W_in_m": "n m", "W_in_x": "n m", "W_out_m": "p n", "W_out_x": "p n"},
    ATTENTION: {"W_V": "d_v d", "W_K": "d_k d", "W_Q": "d_k d"},
}
SHAPES[GATED]["D"] = "o p"


@dataclass(frozen=True)
class Perceptrons:
    """That no number of LRU In-Out (MLP) layers is a target, with an activation for theirs."""

    target: str
    activation: Callable[[Any], Any] = identity
    architecture: str = "LRU In-Out (MLP)"
    layers: None = None

    def layer(self, w: World) -> Stack:
        """Return a layer of any sizes and weights."""
        names = ("inputs", "hidden", "made", "units", "told", "wide", "outputs")
        inputs, hidden, made, units, told, wide, outputs = map(w.size, names)

        def perceptron(name: str, rows: Any, between: Any, columns: Any) -> MLP:
            given = w.array(f"{name}_1", between, columns), w.array(f"{name}_b", between)
            read = w.array(f"{name}_2", rows, between)
            return MLP(*given, read, activation=self.activation)

        axes = dict.fromkeys(("lam_re", "lam_im", "gamma"), (units,))
        axes |= {"B_re": (units, made), "B_im": (units, made), "D": (told, made)}
        axes |= {"C_re": (told, units), "C_im": (told, units)}
        recurrence: Any = {name: w.array(name, *sizes) for name, sizes in axes.items()}
        below = perceptron("below", made, hidden, inputs)
        above = perceptron("above", outputs, wide, told)
        return Stack((below, LinearRecurrentUnit(**recurrence), above))


def says_none(row: Perceptrons, w: World) -> All:
    """Every stack of layers and readouts keeps second differences at 0, so none is the target.

    The latter of the target with all weights 1, of every size.
    """
    layer = row.layer(w)
    readout = Linear(w.array("R", w.size("rows"), w.size("columns")))
    letters = sorted({*" ".join(SHAPES[row.target].values()).split()})
    sizes = {letter: w.size(letter) for letter in letters}
    ones_of = {
        name: w.ones(*map(sizes.get, letters.split()))
        for name, letters in SHAPES[row.target].items()
    }
    target = (GatedRNN if row.target == GATED else LinearAttention)(**ones_of)
    kinds = (
        w.machine(layer, w.array("x", layer.cells[0].weights()["W_1"].shape[1])),
        w.machine(readout, w.array("y", readout.W.shape[1])),
    )
    token = w.array("z", sizes["m" if row.target == GATED else "d"])
    return All((EveryStack(kinds, (1, -2, 1)), NoStack(kinds, w.machine(target, token))))


def by_second_differences(both: All) -> Evidence:
    """Prove it: each layer is affine, and the target is not, at 2, 1 and 0 times a token."""
    every, none = cast("tuple[EveryStack, NoStack]", both.parts)
    kept, target = layer_by_layer(every), none.target
    of_ones = SECOND_DIFFERENCE[len(target.state.axes)]
    token, reads = (ones(array.axes, like=array) for array in (target.token, target.output))
    tokens = [token * k for k in (2, 1, 0)]
    return conjunction(both, kept, no_stack(none, every, kept, tokens, reads * (1 / of_ones)))


def _claim_of_none(target: str, **more: Any) -> Claim:
    """The claim that no number of linearised layers with perceptrons is a target."""
    row = Perceptrons(target)
    return Claim(
        title=f"No number of linearised LRU In-Out (MLP) layers is a {target}",
        source=Source(PAPER, "Table 3"),
        statement=rf"\text{{layers of LRU In-Out (MLP) for a {target}: none}}",
        assumptions=(SENSE, "weights and sizes are free", *assumptions_of("LRU In-Out (MLP)")),
        subject=row,
        says=says_none,
        checks=(proof_of(says_none, by_second_differences), instances_of(says_none)),
        mutants=(
            Mutant("squares", replace(row, activation=lambda u: u * u), "phi(u) = u^2"),
            Mutant("cubes", replace(row, activation=lambda u: u * u * u + u), "phi = u^3 + u"),
        ),
        late=(
            Mutant(
                "wide",
                replace(row, activation=lambda u: u if u.shape[0] < 40 else u * u),
                "phi(u) = u^2 in layers of 40 hidden units and more",
            ),
        ),
        new=True,
        **more,
    )


MLP_GATED = _claim_of_none(GATED, id="gated-rnn/new-tab3-mlp-gated-linearised")
MLP_ATTENTION = _claim_of_none(ATTENTION, id="gated-rnn/new-tab3-mlp-attn-linearised")
