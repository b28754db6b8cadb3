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
    Evidence,
    Mutant,
    PRecursive,
    Source,
    all_of,
    check,
    prove_identity,
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


@check("proof")
def check_every_step(coefficients):
    """Three steps of the network from any state: dh_T and A_T arbitrary, T >= 1."""
    perturbation, total = sp.symbols("dh A")
    D0 = perturbation + total / T
    D1 = lam * D0 + (total + lam * D0) / (T + 1)
    D2 = lam * D1 + (total + lam * D0 + lam * D1) / (T + 2)
    p0, p1, p2 = coefficients(lam, T)
    following = total + lam * D0
    q0, q1, q2 = influence(lam, 1).coefficients
    return all_of(
        {
            "the gradient": prove_identity(p0 * D0 + p1 * D1 + p2 * D2, 0),
            "the sum of influences": prove_identity(
                q0 * total + q1 * following + q2 * (following + lam * D1), 0
            ),
        },
        "all T >= t >= 1, all lam",
    )


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
    checks=(check_every_step, check_against_the_network),
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
    new=True,
)
