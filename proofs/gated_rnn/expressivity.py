r"""Statements that some layers can, or cannot, compute a class of maps; and the checks of them.

That layers can compute a target is a construction, with a relation of the states that each step
keeps; a statement that they cannot (`possible` is false) is refuted by it. A claim names the
construction (`realisations`), and the checks made here prove it for all sizes, compare outputs as
polynomials at small ones, and measure the error of networks with true functions, which has to fall
like $\epsilon^2$. Mutants are the same construction with one block of a weight changed.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from constructions.arrays import EXACT
from constructions.cells.gated_rnn import GatedRNN
from proofs.gated_rnn.realisation import Realisation
from proofs.gated_rnn.realisations import (
    ATTENTION_AS_GATED,
    ATTENTION_INSTANCE,
    ATTENTION_SIZES,
    GATED_INSTANCE,
    GATED_SIZES,
)
from theorem_checks import (
    All,
    Counterexample,
    Evidence,
    SameOutputs,
    World,
    check,
    conjunction,
    proof_of,
    prove,
)

__all__ = [
    "Expressivity",
    "by_parts",
    "check_construction",
    "check_construction_at_small_sizes",
    "check_order_two",
    "says_same",
]


@dataclass(frozen=True)
class Expressivity:
    """A network that is to compute a target for all weights of it: attention, or a gated RNN.

    `realisation` has the cells of the network, each entry of their weights, and the target. Where
    the claim is that there is no such network, `possible` is false, and the network refutes it. At
    the sizes in `small` both are compared as polynomials, at the weights in `measured` errors are
    measured; where none are given, at those that all claims about this target share.
    """

    realisation: Realisation
    possible: bool = True
    small: tuple[dict[str, int], ...] = ()
    measured: tuple[dict[str, Any], ...] = ()

    def without(self, layer, weight, block):
        """Return the statement with zeros in one block of a layer's weight."""
        return self.with_entry(layer, weight, block, None)

    def with_entry(self, layer, weight, block, entry):
        """Return the statement with another entry function in one block of a layer's weight."""
        return replace(self, realisation=self.realisation.changed(layer, weight, block, entry))

    def judged(self, evidence: Evidence, *, exact: bool = True) -> Evidence:
        """Return the evidence on the statement, from that on the construction.

        **Arguments**: `exact`, whether that is that the network computes its target, and not that
        it comes near as eps goes to 0.
        """
        if self.possible or not evidence.verdict.passes:
            return evidence
        does = "compute" if exact else "come the nearer, the smaller eps is, to"
        return Evidence.refuted(
            Counterexample(
                self.smallest_weights(),
                claimed="no such layers compute all these maps",
                found=f"these {does} {self._name()} of all weights 1, and likewise for all others",
            ),
            parts=evidence.parts,
            routes=evidence.routes,
            scope=evidence.scope,
        )

    def _name(self) -> str:
        return "the gated RNN" if self._of_gated_rnn() else "the attention"

    def _of_gated_rnn(self) -> bool:
        return self.realisation.target is GatedRNN

    @property
    def sizes(self) -> Sequence[dict[str, int]]:
        """The small sizes at which polynomials are compared."""
        return self.small or (GATED_SIZES if self._of_gated_rnn() else ATTENTION_SIZES)

    @property
    def instances(self) -> Sequence[dict[str, Any]]:
        """The instances at which errors are measured."""
        usual = [ATTENTION_AS_GATED, GATED_INSTANCE]
        return self.measured or (usual if self._of_gated_rnn() else [ATTENTION_INSTANCE])

    def smallest_weights(self) -> dict[str, Any]:
        """Return the network's weights, other than zeros, where all sizes and weights are 1.

        By their names, with the number of their layer; and what eps is.
        """
        ones = {n: EXACT.ones((1,) * len(ls.split())) for n, ls in self.realisation.weights.items()}
        network = self.realisation.network(ones, EXACT.array("1/4"), self.realisation.sense)
        found: dict[str, Any] = {}
        for place, value in network.weights().items():
            layer, _, name = place.partition(".")
            if np.any(value != 0):
                found[f"{name} (layer {int(layer) + 1})"] = value
        return found | {"eps": "1/4"}


def says_same(expressivity: Expressivity, w: World) -> SameOutputs:
    """Say that the network has the outputs of its target."""
    return expressivity.realisation.stated(w).same()


def by_parts(by: Callable[[SameOutputs], Evidence]) -> Callable[[All], Evidence]:
    """Prove that machines have the same outputs by `by`, and the parts beside that by engines."""

    def prove_parts(conclusion: All) -> Evidence:
        parts = (by(p) if isinstance(p, SameOutputs) else prove(p) for p in conclusion.parts)
        return conjunction(conclusion, *parts)

    return prove_parts


@check("proof")
def check_construction(expressivity):
    """By a relation of states that each step keeps, on arrays of symbolic size."""
    proof = proof_of(says_same, expressivity.realisation.by)
    return expressivity.judged(proof.function(expressivity))


@check("exact")
def check_construction_at_small_sizes(expressivity):
    """Outputs are the same polynomials in tokens and weights."""
    return expressivity.judged(expressivity.realisation.equality_at(expressivity.sizes))


@check("bound")
def check_order_two(expressivity):
    """With true functions the relative error falls like eps^2, and is at most 1000 eps^2."""
    parts = [expressivity.realisation.order(instance) for instance in expressivity.instances]
    worst = next((part for part in parts if not part.verdict.passes), parts[0])
    if not worst.verdict.passes:
        return worst
    figures = {
        f"{name} {k}": value for k, part in enumerate(parts) for name, value in part.figures.items()
    }
    scope = "; ".join(part.scope for part in parts)
    evidence = Evidence.holds(scope, routes=worst.routes, figures=figures)
    return expressivity.judged(evidence, exact=False)
