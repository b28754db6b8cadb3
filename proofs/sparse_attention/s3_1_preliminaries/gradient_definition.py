r"""Which gradient is meant: for a loss that is read at the end, and for one read at every time.

For a loss read at the end the chain rule gives $(ds_T/dh_t)^\top \nabla_{s_T} L$. For a loss at
every time the gradient is the sum over all later outputs, as each $L_u$ depends on $h_t$ through
$s_u$. It is proved column by column for free Jacobians of n units, by induction over T, of the
shipped code that carries the derivative along; the one factor alone is refuted for losses at every
time.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import numpy as np

from constructions.cells.attentive_rnn import UniformlyAttentiveRNN
from constructions.cells.self_attentive_rnn import summed
from proofs.sparse_attention import PAPER
from proofs.sparse_attention.dual_numbers import jacobian
from proofs.sparse_attention.free_jacobians import OfAnySize
from proofs.sparse_attention.local_jacobians import rational_network, total_derivative
from theorem_checks import (
    All,
    Claim,
    Control,
    Counterexample,
    Equal,
    Evidence,
    Implies,
    Mutant,
    Source,
    Verdict,
    certificate,
    check,
    given_each,
    instances_of,
    proof_of,
    prove_by_induction,
    prove_by_strong_induction,
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
        t, T = min(derivatives), max(derivatives)
        n = range(len(gradients[T]))
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


def says_chain_rule(gradient, w):
    """Column b of the gradient, by the chain rule of the shipped code for a loss of the outputs.

    For free matrices P, J and Q of n units at all times, every n, t and T = t + k. The loss L_u is
    a number that reads s_u, by any row of slopes g; a loss at every time is the sum of these.
    """
    network, t, b = OfAnySize(w), w.size("t"), w.size("b", least=0)
    g, local = w.table("g"), network.local
    first: Any = local.first(t, 0)

    def derivative(D, k, a, b):
        return local.derivative(t, k + 1, network.at_times(D), network.total)(a, b)

    D = w.rows("D", first, derivative, axes=3)
    loss = network.reader(lambda T, a: g[T - t - 1, a])

    def moved(k):
        """How L_{t+k} moves with h_t."""
        found: Any = loss.derivative(t, k + 1, network.at_times(D), lambda part, n: part(0))
        return found(0, b)

    def part(u, is_first, is_last):
        entries = network.over_units(
            lambda a: gradient.entry(network.at_times(D)[u], a, b) * g[u, a]
        )
        return gradient.counted(is_first, is_last) * entries

    def said(k):
        found = moved(k + 1)
        if gradient.every_time:
            found = moved(0) + w.sum(lambda u: moved(u + 1), "u", 0, k - 1) + found
        between = w.sum(lambda u: part(u + 1, 0, 0), "v", 0, k - 1)
        return Equal(found, part(0, 1, 0) + between + part(k + 1, 0, 1))

    return All((Equal(moved(0), part(0, 1, 1)), w.for_all("k", said)))


def by_induction_over_time(whole):
    """Decide what is said of T = t, and then of all later T by induction."""
    at_once, later = (Implies(whole.hypothesis, part) for part in whole.body.parts)
    return given_each(whole, prove_by_strong_induction(at_once), prove_by_induction(later))


RUNS = [
    {"n": n, "t": t, "b": b, "k": k} for n, t, b, k in ((1, 1, 0, 0), (2, 1, 1, 1), (2, 2, 0, 2))
]


@check("exact")
def check_two_outputs(gradient):
    """One linear unit with h_2 = s_1 and constant weights 1/t, and the loss s_1 + s_2, or s_2.

    All of it is linear in h_1, so that its derivative is what it is at h_1 = 1.
    """
    network = UniformlyAttentiveRNN(1)
    state, s_1 = network.step(1, (Fraction(1), Fraction(1)), 0)
    _, s_2 = network.step(2, state, 0)
    outputs = {1: s_1, 2: s_2} if gradient.every_time else {2: s_2}
    found = sum(outputs.values())
    derivatives = {1: np.array([[s_1]]), 2: np.array([[s_2]])}
    (claimed,) = gradient.formula(derivatives, {1: [1], 2: [1]})
    if claimed == found:
        return Evidence.holds("n = 1, t = 1, T = 2, h_2 = s_1")
    run = {"h_2": "s_1", "s_1": "h_1 + h_1", "s_2": "h_2 + (h_1 + h_2)/2"}
    loss = " + ".join(f"s_{u}" for u in outputs)
    summed = " + ".join(f"ds_{u}/dh_1" for u in outputs)
    numbers = " + ".join(map(str, outputs.values()))
    return Evidence.refuted(
        Counterexample(
            {"n": 1, "t": 1, "T": 2, **run, "L": loss},
            claimed=f"dL/dh_1 = {claimed}",
            found=f"dL/dh_1 = {summed} = {numbers} = {found}",
        )
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
    says=says_chain_rule,
    checks=(
        proof_of(says_chain_rule, by_induction_over_time, instances=RUNS, seconds=180),
        certificate(says_chain_rule, proof="gradient_definition.v", tier="deep"),
        check_gradient_of_losses,
    ),
    mutants=(
        Mutant("not-transposed", replace(LAST, entry=lambda D, a, b: D(b, a))),
        Mutant("all-outputs", replace(SUMMED, every_time=False), "adds earlier losses"),
    ),
    late=(
        Mutant(
            "many-units",
            replace(LAST, entry=lambda D, a, b: D(a, b) if a < 5000 else D(b, a)),
            "not transposed from unit 5000 on",
        ),
    ),
)

gradient_of_sums = Claim(
    id="sparse-attention/grad-def-every-loss",
    title="The gradient is (ds_T/dh_t)^T times that by s_T also for a loss that is read at"
    " every time",
    source=GRADIENT,
    statement=r"L = \sum_u L_u(s_u): \quad \nabla_{h_t} L ="
    r" \left(\frac{ds_T}{dh_t}\right)^\top \nabla_{s_T} L",
    subject=EVERY,
    says=says_chain_rule,
    checks=(check_two_outputs, instances_of(says_chain_rule, RUNS), check_gradient_of_losses),
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
    says=says_chain_rule,
    checks=(
        proof_of(says_chain_rule, by_induction_over_time, instances=RUNS, seconds=180),
        certificate(says_chain_rule, proof="gradient_definition.v", tier="deep"),
        check_gradient_of_losses,
    ),
    mutants=(
        Mutant("last-only", EVERY, "the last loss only"),
        Mutant("after-t", replace(SUMMED, counted=lambda is_first, is_last: 1 - is_first), "u > t"),
    ),
    late=(
        Mutant(
            "many-units",
            replace(SUMMED, entry=lambda D, a, b: D(a, b) if a < 5000 else 0 * D(a, b)),
            "forgets the units from 5000 on",
        ),
    ),
    repairs=("sparse-attention/grad-def-every-loss",),
)
