"""The gradient under uniform attention solves a recurrence of order two.

Section 3.2 of the paper with linear phi, f(h, c) = h + c and constant weights alpha_{i,t} = 1/t,
for one eigenvalue lam of V: h_{t+1} = lam s_t (+ inputs), s_t = h_t + (h_1 + ... + h_t)/t. Write
D_T = ds_T/dh_t, and A_T for the sum of dh_i/dh_t over i <= T. Both solve recurrences with
coefficients that are polynomials in T, so that their growth can be decided exactly.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import numpy as np
import sympy as sp
from hypothesis import assume

from constructions.cells.attentive_rnn import (
    AttentiveRNN,
    UniformlyAttentiveRNN,
    uniform_attention,
)
from proofs.sparse_attention import PAPER
from theorem_checks import (
    Claim,
    Counterexample,
    Difference,
    Equal,
    Evidence,
    Mutant,
    PRecursive,
    Source,
    certificate,
    check,
    instances_of,
    proof_of,
    rationals,
    search,
    sizes,
)

THEOREM_1 = Source(PAPER, "Sec. 3.2, Theorem 1, eq. (4)")
SETTING = (
    r"$h_{t+1} = V s_t$ (+ inputs), $s_t = h_t + \frac1t \sum_{i \le t} h_i$: linear $\phi$,"
    r" $f(h, c) = h + c$, constant weights $\alpha_{i,t} = 1/t$",
    r"$\lambda$ an eigenvalue of $V$; $D_T = ds_T/dh_t$ for $V = \lambda$",
)

lam, T = sp.symbols("lam T")


def recurrence_of_gradient(lam, T):
    """Return (p_0, p_1, p_2) with p_0 D_T + p_1 D_{T+1} + p_2 D_{T+2} = 0."""
    return (lam * (T + 1), -(T + 1 + lam * (T + 3)), T + 2)


def gradient(lam, start):
    """Return the sequence D_T = ds_T/dh_t from T = t = `start` on."""
    first = 1 + sp.Rational(1, start)
    second = lam * first + (1 + lam * first) / (start + 1)
    return PRecursive(recurrence_of_gradient(lam, T), (first, second), T, start)


def influence(lam, start):
    """Return the sequence A_T = sum of dh_i/dh_t over t <= i <= T; D_T = (A_{T+1} - A_T)/lam."""
    coefficients = (lam * (T + 1), -((1 + lam) * (T + 1) + lam), T + 1)
    if start == 1:
        return PRecursive(coefficients, (1, 1 + 2 * lam), T, 1)
    return PRecursive(coefficients, (0, 1), T, start - 1)


def everyone(end):
    """Return the uniform weights 1/t over all of 1, ..., t, for t up to `end`."""
    return uniform_attention({t: range(1, t + 1) for t in range(1, end + 1)})


def derivatives(lam, start, end):
    """Run the network, and return {T: D_T} for `start` <= T <= `end`."""
    return AttentiveRNN(lam, everyone(end)).derivatives(start, end, Fraction(1))


def search_small_gradients(
    admits: Callable[[Fraction], bool], least: Fraction, *, examples: int, horizon: int
) -> Evidence:
    """Search admitted real lam from -1 to 1, t <= 3 and T for T |D_T| < `least`, in exact numbers.

    The network is the one whose weights are given one by one.
    """

    def holds(V: Fraction, t: int, steps: int) -> bool | Difference:
        assume(admits(V))
        T = t + steps
        found = derivatives(V, t, T)[T]
        return T * abs(found) >= least or Difference(f"T |D_T| >= {least}", f"D_T = {found}")

    instances = {
        "V": rationals(least=-1, most=1, denominators=8),
        "t": sizes(least=1, most=3),
        "steps": sizes(least=1, most=horizon),
    }
    scope = f"-1 <= V <= 1, t <= 3, T - t <= {horizon}"
    return search(instances, holds, examples=examples, scope=scope)


@dataclass(frozen=True)
class Recurrence:
    """The network by its eigenvalue, and coefficients of a recurrence by eigenvalue and time."""

    coefficients: Callable[..., Any] = recurrence_of_gradient
    network: Callable[[Any], Any] = UniformlyAttentiveRNN


def says_recurrence(recurrence, w):
    """Two runs of the network differ so, for three steps from any states and on any inputs.

    Of a run are given h_T and the sum of h_1, ..., h_T, at any T. The network is linear, and so the
    gradient is what two runs differ by whose h_t differ by 1.
    """
    lam, T = w.number("lam", complex=True), w.size("T")
    inputs = [w.number(f"u_{later}", complex=True) for later in range(3)]

    def outputs(lam, T, h, total, *inputs):
        network, state, found = recurrence.network(lam), (h, total), []
        for later, u in enumerate(inputs):
            state, s = network.step(T + later, state, u)
            found.append(s)
        return found

    def run(name):
        state = [w.number(f"{part}_{name}", complex=True) for part in ("h", "sum")]
        return w.call(outputs, lam, T, *state, *inputs)

    D = [one - other for one, other in zip(run("one"), run("other"), strict=True)]
    p = w.call(recurrence.coefficients, lam, T)
    return Equal(p[0] * D[0] + p[1] * D[1] + p[2] * D[2], 0)


MATRIX = np.array([[Fraction(1, 2), Fraction(1, 3)], [Fraction(0), Fraction(-1, 4)]])


@check("exact")
def check_networks_agree(recurrence):
    """Step by step the derivatives are those of the network whose weights are given one by one."""
    end = 12
    for value in (Fraction(-1, 2), Fraction(1, 3), Fraction(1), Fraction(-5, 2), Fraction(0)):
        for start in (1, 2, 5):
            D = derivatives(value, start, end)
            state = (Fraction(1), Fraction(1))
            for t in range(start, end + 1):
                state, found = recurrence.network(value).step(t, state, 0)
                if found != D[t]:
                    at = {"lam": value, "t": start, "T": t}
                    return Evidence.refuted(Counterexample(at, str(D[t]), str(found)))
    one = np.array([[Fraction(i == k) for k in range(2)] for i in range(2)])
    state, listed = (one, one), AttentiveRNN(MATRIX, everyone(end)).derivatives(1, end, one)
    for t in range(1, end + 1):
        state, found = recurrence.network(MATRIX).step(t, state, 0)
        if not np.array_equal(found, listed[t]):
            at = {"V": MATRIX.tolist(), "t": 1, "T": t}
            return Evidence.refuted(Counterexample(at, str(listed[t]), str(found)))
    what = "lam in -5/2, -1/2, 0, 1/3, 1; t = 1, 2, 5; one V of two units"
    return Evidence.holds(f"{what}; T <= {end}")


def forgets_the_last(lam):
    """Return a network that attends to the states before the last one."""
    network = UniformlyAttentiveRNN(lam)

    def step(t, state, fed):
        h, total = state
        return network.step(t, (h, total - h), fed)

    return SimpleNamespace(step=step)


COEFFICIENTS = {
    "weight-one-late": (
        "divides by T where T + 1 states are seen",
        lambda lam, T: (lam * (T + 1), -(T + 1 + lam * (T + 2)), T + 1),
    ),
    "lost-state": (
        "forgets that s_T reads h_T twice",
        lambda lam, T: (lam * (T + 1), -(T + 1 + lam * (T + 2)), T + 2),
    ),
    "no-recurrence": (
        "the attention alone, as for lam = 0",
        lambda lam, T: (0 * T, -(T + 1), T + 2),
    ),
}

uniform_recurrence = Claim(
    id="sparse-attention/new-uniform-recurrence",
    title="Under uniform attention the gradient solves a recurrence of order two",
    source=THEOREM_1,
    statement=r"(T+2) D_{T+2} = (T + 1 + \lambda (T + 3)) D_{T+1} - \lambda (T+1) D_T",
    assumptions=SETTING,
    subject=Recurrence(),
    says=says_recurrence,
    checks=(
        proof_of(says_recurrence).killing(*COEFFICIENTS, "forgets-the-last"),
        certificate(says_recurrence, proof="uniform_gradient.v", tier="deep").killing(
            *COEFFICIENTS, "forgets-the-last"
        ),
        instances_of(says_recurrence, kills=(*COEFFICIENTS, "forgets-the-last")),
        check_networks_agree.killing("forgets-the-last"),
    ),
    mutants=(
        *(Mutant(name, Recurrence(p), says) for name, (says, p) in COEFFICIENTS.items()),
        Mutant("forgets-the-last", Recurrence(network=forgets_the_last), "attends not to h_T"),
    ),
    late=(
        Mutant(
            "long",
            Recurrence(lambda lam, T: recurrence_of_gradient(lam, T if T < 5000 else T + 1)),
            "one step late from T = 5000 on",
        ),
    ),
    new=True,
)
