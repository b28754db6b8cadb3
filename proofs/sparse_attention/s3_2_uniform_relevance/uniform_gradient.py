"""The gradient under uniform attention solves a recurrence of order two.

Section 3.2 of the paper with linear phi, f(h, c) = h + c and constant weights alpha_{i,t} = 1/t,
for one eigenvalue lam of V: h_{t+1} = lam s_t (+ inputs), s_t = h_t + (h_1 + ... + h_t)/t. Write
D_T = ds_T/dh_t, and A_T for the sum of dh_i/dh_t over i <= T. Both solve recurrences with
coefficients that are polynomials in T, so that their growth can be decided exactly.
"""

from fractions import Fraction

import sympy as sp

from constructions.cells.attentive_rnn import AttentiveRNN, uniform_attention
from proofs.sparse_attention import PAPER
from theorem_checks import (
    Claim,
    Counterexample,
    Equal,
    Evidence,
    Mutant,
    PRecursive,
    Source,
    check,
    proof_of,
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


def says_recurrence(coefficients, w):
    """Two runs of the network differ so, for three steps from any states and on any inputs.

    Of a run are given h_T and the sum of h_1, ..., h_T. The network is linear, and so the gradient
    is what two runs differ by whose h_t differ by 1.
    """
    lam, T = w.number("lam", complex=True), w.size("T")
    inputs = [w.number(f"u_{later}", complex=True) for later in range(3)]

    def run(name):
        h, total = (w.number(f"{part}_{name}", complex=True) for part in ("h", "sum"))
        outputs = []
        for later, u in enumerate(inputs):
            outputs.append(h + total / (T + later))
            h = lam * outputs[-1] + u
            total = total + h
        return outputs

    D = [one - other for one, other in zip(run("one"), run("other"), strict=True)]
    p = w.call(coefficients, lam, T)
    return Equal(p[0] * D[0] + p[1] * D[1] + p[2] * D[2], 0)


@check("exact")
def check_against_the_network(coefficients):
    """The network itself, run for several eigenvalues and starts."""
    end = 12
    for value in (Fraction(-1, 2), Fraction(1, 3), Fraction(1), Fraction(-5, 2), Fraction(0)):
        for start in (1, 2, 5):
            D = derivatives(value, start, end)
            for t in range(start, end - 1):
                p0, p1, p2 = coefficients(value, t)
                left = p0 * D[t] + p1 * D[t + 1] + p2 * D[t + 2]
                if left != 0:
                    return Evidence.refuted(
                        Counterexample({"lam": value, "t": start, "T": t}, "0", str(left))
                    )
    return Evidence.holds(f"lam in -5/2, -1/2, 0, 1/3, 1; t = 1, 2, 5; T <= {end}")


uniform_recurrence = Claim(
    id="sparse-attention/new-uniform-recurrence",
    title="Under uniform attention the gradient solves a recurrence of order two",
    source=THEOREM_1,
    statement=r"(T+2) D_{T+2} = (T + 1 + \lambda (T + 3)) D_{T+1} - \lambda (T+1) D_T",
    assumptions=SETTING,
    subject=recurrence_of_gradient,
    says=says_recurrence,
    checks=(proof_of(says_recurrence), check_against_the_network),
    mutants=(
        Mutant(
            "weight-one-late",
            lambda lam, T: (lam * (T + 1), -(T + 1 + lam * (T + 2)), T + 1),
            "divides by T where T + 1 states are seen",
        ),
        Mutant(
            "lost-state",
            lambda lam, T: (lam * (T + 1), -(T + 1 + lam * (T + 2)), T + 2),
            "forgets that s_T reads h_T twice",
        ),
        Mutant(
            "no-recurrence",
            lambda lam, T: (0 * T, -(T + 1), T + 2),
            "the attention alone, as for lam = 0",
        ),
    ),
    late=(
        Mutant(
            "long",
            lambda lam, T: recurrence_of_gradient(lam, T if T < 5000 else T + 1),
            "one step late from T = 5000 on",
        ),
    ),
    new=True,
)
