"""Which gradient is meant: for a loss that is read at the end, and for one read at every time."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import numpy as np

from constructions.cells.self_attentive_rnn import summed
from proofs.sparse_attention import PAPER
from proofs.sparse_attention.dual_numbers import jacobian
from proofs.sparse_attention.local_jacobians import rational_network, total_derivative
from theorem_checks import (
    Claim,
    Control,
    Counterexample,
    Evidence,
    Mutant,
    Source,
    Verdict,
    check,
)


@dataclass(frozen=True)
class Gradient:
    """A formula for the gradient by h_t, from all ds_u/dh_t and all gradients by s_u."""

    formula: Callable[[dict, dict, int], Any]
    every_time: bool = False  # whether the loss is a sum over all outputs


def _last(derivatives, gradients, T):
    return derivatives[T].T @ gradients[T]


def _summed(derivatives, gradients, T):
    return sum(derivatives[u].T @ gradients[u] for u in derivatives)


@check("exact")
def check_gradient_of_losses(gradient):
    """Quadratic losses of a rational network: against dual numbers through the whole run."""
    network, first, inputs = rational_network(2, summed)
    target = np.array([Fraction(1), Fraction(-1, 2)])
    for t, T in ((1, 1), (1, 2), (2, 3)):
        losses = range(t, T + 1) if gradient.every_time else (T,)
        _, outputs = network.run(first, inputs[: T - 1])
        derivatives = {
            u: total_derivative(network, first, inputs[: T - 1], t, u - t) for u in range(t, T + 1)
        }
        slopes = {u: 2 * (outputs[u - 1] - target) for u in range(t, T + 1)}
        parts = [derivative_of_loss(network, first, inputs, t, u, target) for u in losses]
        found = sum(parts, start=np.zeros(2, dtype=int))
        claimed = gradient.formula(derivatives, slopes, T)
        if list(claimed) != list(found):
            values = {"n": 2, "t": t, "T": T, "L": "sum over all u" if gradient.every_time else "T"}
            shown = [[str(x) for x in side] for side in (claimed, found)]
            return Evidence.refuted(Counterexample(values, f"{shown[0]}", f"{shown[1]}"))
    return Evidence.holds("n = 2, T <= 3, quadratic loss, rational attention")


def derivative_of_loss(network, first, inputs, t, u, target):
    """Return the gradient by h_t of |s_u - target|^2, by one derivative through the run."""
    states, outputs = network.run(first, inputs[: u - 1])

    def loss(h):
        seen = [*states[: t - 1], h]
        s = network.read(outputs[t - 2] if t > 1 else None, seen)
        for x in inputs[t - 1 : u - 1]:
            seen.append(network.recur(s, x))
            s = network.read(s, seen)
        off = s - target
        return [off @ off]

    return jacobian(loss, states[t - 1])[0]


GRADIENT = Source(PAPER, "Sec. 3.1")
LAST, EVERY = Gradient(_last), Gradient(_last, every_time=True)

gradient = Claim(
    id="sparse-attention/grad-def",
    title="The gradient by h_t is (ds_T/dh_t)^T times the gradient by s_T",
    source=GRADIENT,
    statement=r"\nabla_{h_t} L = \left(\frac{ds_T}{dh_t}\right)^\top \nabla_{s_T} L",
    assumptions=("$L$ is a function of the last output $s_T$ alone",),
    subject=LAST,
    checks=(check_gradient_of_losses,),
    mutants=(
        Mutant("not-transposed", replace(LAST, formula=lambda D, g, T: D[T] @ g[T])),
        Mutant("all-outputs", replace(LAST, formula=_summed), "adds earlier losses"),
    ),
    expect=Verdict.HOLDS,
)

gradient_of_sums = Claim(
    id="sparse-attention/grad-def-every-loss",
    title="The same for a loss that is read at every time, as in language modelling",
    source=GRADIENT,
    statement=r"L = \sum_u L_u(s_u): \quad \nabla_{h_t} L ="
    r" \left(\frac{ds_T}{dh_t}\right)^\top \nabla_{s_T} L",
    subject=EVERY,
    checks=(check_gradient_of_losses,),
    controls=(Control("summed", replace(EVERY, formula=_summed), "the sum over u >= t"),),
    expect=Verdict.REFUTED,
    repaired_by="sparse-attention/grad-def-summed",
    notes="The text speaks of 'a cost function L'; PTB is trained on a loss at every step. Nothing"
    " vanishes then: the loss at time t itself stays.",
)

gradient_summed = Claim(
    id="sparse-attention/grad-def-summed",
    title="For a loss at every time the gradient is the sum over all later outputs",
    source=GRADIENT,
    statement=r"\nabla_{h_t} L = \sum_{u \ge t} \left(\frac{ds_u}{dh_t}\right)^\top"
    r" \nabla_{s_u} L_u",
    subject=replace(EVERY, formula=_summed),
    checks=(check_gradient_of_losses,),
    mutants=(
        Mutant("last-only", EVERY, "the last loss only"),
        Mutant(
            "after-t",
            replace(
                EVERY,
                formula=lambda D, g, T: sum((D[u].T @ g[u] for u in sorted(D)[1:]), start=0 * g[T]),
            ),
            "u > t",
        ),
    ),
    expect=Verdict.HOLDS,
    repairs=("sparse-attention/grad-def-every-loss",),
)
