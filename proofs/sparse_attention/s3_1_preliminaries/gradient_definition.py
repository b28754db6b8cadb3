"""Which gradient is meant: for a loss that is read at the end, and for one read at every time."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import numpy as np
import sympy as sp

from constructions.cells.self_attentive_rnn import summed
from proofs.sparse_attention import PAPER
from proofs.sparse_attention.dual_numbers import jacobian
from proofs.sparse_attention.local_jacobians import rational_network, total_derivative
from theorem_checks import (
    Claim,
    Control,
    Counterexample,
    Evidence,
    Index,
    Mutant,
    Source,
    Sum,
    Tensor,
    Verdict,
    check,
    delta,
    prove_index_identity,
)


@dataclass(frozen=True)
class Gradient:
    """The gradient by h_t as a sum over outputs s_u of (ds_u/dh_t)^T times the gradient by s_u.

    `counted(is_first, is_last)` is the factor of the output u, from 1 or 0 for u = t and for
    u = T. `entry(D, a, b)` is what stands for ds_{u,a}/dh_{t,b}.
    """

    counted: Callable[[Any, Any], Any]
    entry: Callable[[Any, Any, Any], Any] = lambda D, a, b: D(a, b)
    every_time: bool = False  # whether the loss is a sum over all outputs

    def formula(self, derivatives, gradients):
        """Return the gradient from {u: ds_u/dh_t} and {u: gradient by s_u}, u = t..T."""
        n, t, T = range(2), min(derivatives), max(derivatives)
        return [
            sum(
                self.counted(int(u == t), int(u == T))
                * self.entry(lambda i, k, u=u: derivatives[u][i, k], a, b)
                * gradients[u][a]
                for u in derivatives
                for a in n
            )
            for b in n
        ]


@check("proof")
def check_every_size(gradient):
    """Every n and T: the loss moves by the sum of <gradient by s_u, ds_u>, ds_u = D_u dh_t."""
    n, m = sp.symbols("n m", integer=True, positive=True)  # m = T - t + 1
    u, first, last = (Index(name, m) for name in ("u", "t", "T"))
    a, b = Index("a", n), Index("b", n)
    D, g, moved = Tensor("D", 3), Tensor("g", 2), Tensor("x", 1)
    read = 1 if gradient.every_time else delta(u, last)
    found = Sum(read * g[u, a] * D[u, a, b] * moved[b], u, a, b)
    factor = gradient.counted(delta(u, first), delta(u, last))
    entry = gradient.entry(lambda i, k: D[u, i, k], a, b)
    return replace(
        prove_index_identity(found, Sum(factor * g[u, a] * entry * moved[b], u, a, b)),
        words=("the chain rule: a loss of s_u alone moves by its gradient times ds_u",),
    )


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
        claimed = gradient.formula(derivatives, slopes)
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
LAST = Gradient(lambda is_first, is_last: is_last)
EVERY = replace(LAST, every_time=True)
SUMMED = Gradient(lambda is_first, is_last: 1, every_time=True)

gradient = Claim(
    id="sparse-attention/grad-def",
    title="The gradient by h_t is (ds_T/dh_t)^T times the gradient by s_T",
    source=GRADIENT,
    statement=r"\nabla_{h_t} L = \left(\frac{ds_T}{dh_t}\right)^\top \nabla_{s_T} L",
    assumptions=("$L$ is a function of the last output $s_T$ alone",),
    subject=LAST,
    checks=(check_every_size, check_gradient_of_losses),
    mutants=(
        Mutant("not-transposed", replace(LAST, entry=lambda D, a, b: D(b, a))),
        Mutant("all-outputs", replace(SUMMED, every_time=False), "adds earlier losses"),
    ),
)

gradient_of_sums = Claim(
    id="sparse-attention/grad-def-every-loss",
    title="The same for a loss that is read at every time, as in language modelling",
    source=GRADIENT,
    statement=r"L = \sum_u L_u(s_u): \quad \nabla_{h_t} L ="
    r" \left(\frac{ds_T}{dh_t}\right)^\top \nabla_{s_T} L",
    subject=EVERY,
    checks=(check_every_size, check_gradient_of_losses),
    controls=(Control("summed", SUMMED, "the sum over u >= t"),),
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
    subject=SUMMED,
    checks=(check_every_size, check_gradient_of_losses),
    mutants=(
        Mutant("last-only", EVERY, "the last loss only"),
        Mutant("after-t", replace(SUMMED, counted=lambda is_first, is_last: 1 - is_first), "u > t"),
    ),
    repairs=("sparse-attention/grad-def-every-loss",),
)
