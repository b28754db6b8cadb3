r"""Theorem 3.3(b): the parts of rho_j that belong to W, F and C, and the system of the sketch."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import sympy as sp

from proofs.linear_rnn import PAPER
from proofs.linear_rnn.s2_linear_rnns.input_output_map import Network
from proofs.linear_rnn.s3_3_rnn_parametrization.theorem_3_3_a import (
    INITIAL,
    C,
    W,
    j,
    krylov,
    n,
    nu_C,
    nu_F,
    nu_W,
)
from proofs.linear_rnn.s3_3_rnn_parametrization.theorem_3_3_b import printed_rho
from theorem_checks import (
    Claim,
    Counterexample,
    Equal,
    Evidence,
    Ground,
    Mutant,
    Source,
    Verdict,
    all_of,
    argued,
    check,
    expectation,
    inner,
    instances_of,
    norm2,
    proof_of,
    prove,
    prove_identity,
    prove_recurrence,
    prove_sum,
)


@dataclass(frozen=True)
class Parts:
    """The limits of the squared gradients of L_j by C, by F and by W."""

    by_C: Callable = lambda j: nu_F * nu_W**j
    by_F: Callable = lambda j: nu_C * nu_W**j
    by_W: Callable = lambda j: j * nu_C * nu_F * nu_W ** (j - 1)


@check("proof")
def check_limits(parts):
    r"""By C: W^j F / sqrt n scaled; by F: C W^j; by W: one term for each of the j places.

    With the Krylov vectors tending to sqrt(nu_F) nu_W^{a/2} e_a (linear-rnn/thm-3.3a), and those of
    C and W^T in the same way, |grad_C|^2 tends to nu_F nu_W^j and |grad_F|^2 to nu_C nu_W^j. The
    gradient by W is sum_a (W^T)^a C (x) W^{j-1-a} F; two different places give orthogonal terms.
    """
    a, m = sp.symbols("a m", integer=True, nonnegative=True)
    term = nu_C * nu_W**a * nu_F * nu_W ** (j - 1 - a)
    total = (m + 1) * nu_C * nu_F * nu_W ** (j - 1)
    squares = {"by C": (parts.by_C, nu_F), "by F": (parts.by_F, nu_C)}
    obligations = {
        name: prove_recurrence(part, lambda x, _: nu_W * x, (0, start), a)
        for name, (part, start) in squares.items()
    }
    obligations["by W, the sum over places"] = prove_sum(term.subs(a, m), total, m)
    obligations["by W"] = prove_identity(parts.by_W(j), total.subs(m, j - 1))
    obligations["all three make rho_j"] = prove_identity(
        parts.by_C(j) + parts.by_F(j) + parts.by_W(j), printed_rho(j, nu_W, nu_F, nu_C)
    )
    return all_of(
        obligations,
        "all lags j and variances; n to infinity, almost surely",
        words=(
            "linear-rnn/thm-3.3a for the Krylov vectors, of F and W as of C and W^T",
            "so the terms of two different places of W are orthogonal in the limit",
        ),
        rests_on=(Ground.claim("linear-rnn/thm-3.3a"),),
    )


@check("exact")
def check_means(parts):
    """The exact means of the three parts at every width, and their limits, for lags 0 to 4."""
    for lag in range(5):
        left: list[Any] = [C]
        for _ in range(lag):
            left.append(W.T @ left[-1])
        by_W: Any = 0
        for p in range(lag):
            for q in range(lag):
                by_W = by_W + inner(left[p], left[q]) * inner(
                    krylov(lag - 1 - p), krylov(lag - 1 - q)
                )
        statistics = (norm2(krylov(lag)), norm2(left[lag]), by_W)
        claims = (parts.by_C, parts.by_F, parts.by_W)
        for name, statistic, claimed in zip("CFW", statistics, claims, strict=True):
            mean = sp.sympify(expectation(statistic)) if lag or name != "W" else sp.Integer(0)
            found = sp.limit(sp.expand(mean / n ** (lag + 1)), n, sp.oo)
            if sp.expand(found - claimed(sp.Integer(lag))) != 0:
                return Evidence.refuted(
                    Counterexample({"j": lag, "by": name}, str(claimed(lag)), str(found))
                )
    return Evidence.holds("lags 0 to 4, all variances")


contributions = Claim(
    id="linear-rnn/thm-3.3-contributions",
    title="C gives nu_F nu_W^j to rho_j, F gives nu_C nu_W^j, W gives j nu_C nu_F nu_W^{j-1}",
    source=Source(PAPER, "Theorem 3.3(b), eq. (21)"),
    statement=r"\|\partial_C L_j\|^2 \to \nu_F \nu_W^j,"
    r"\quad \|\partial_F L_j\|^2 \to \nu_C \nu_W^j,"
    r"\quad \|\partial_W L_j\|^2 \to j\,\nu_C \nu_F \nu_W^{j-1}",
    assumptions=INITIAL,
    subject=Parts(),
    checks=(check_limits, check_means),
    mutants=(
        Mutant("exchanged", Parts(Parts().by_F, Parts().by_C), "C and F exchanged"),
        Mutant(
            "more-places",
            Parts(by_W=lambda j: (j + 1) * nu_C * nu_F * nu_W ** (j - 1)),
            "j + 1 places of W",
        ),
        Mutant("power", Parts(by_W=lambda j: j * nu_C * nu_F * nu_W**j), "nu_W^j for W"),
    ),
)


# The sketch: state and derivative together are linear and time-invariant


@dataclass(frozen=True)
class Augmented:
    """The step of the derivative: what Delta_W adds, and what Delta_F adds."""

    by_W: Callable = lambda s, change, h, x: s * (change @ h)
    by_F: Callable = lambda s, change, h, x: change @ x


def says_augmented(system, w):
    """The step at W + e D_W, F + e D_F from h + e g is the step from h, plus e times that of g.

    What is left over is e^2 s D_W g, of order e^2. The step of (h, g) is linear in (h, g) and x,
    and does not depend on the time.
    """
    net, e = Network(w), w.number("e")
    D_W, D_F = w.array("D_W", net.n, net.n), w.array("D_F", net.n, net.n_x)
    h, g, x = w.array("h", net.n), w.array("g", net.n), w.array("x", net.n_x)
    found, _ = net.cell(W=net.W + e * D_W, F=net.F + e * D_F).step(h + e * g, x)
    derivative = net.s * (net.W @ g) + system.by_W(net.s, D_W, h, x) + system.by_F(net.s, D_F, h, x)
    left_over = (e * e * net.s) * (D_W @ g)
    return Equal(found, net.cell().step(h, x)[0] + e * derivative + left_over)


def by_orders(conclusion):
    """Argue from one step to the derivative at every time."""
    words = (
        "Induction over time, from h = g = 0: what is of order e^2 in a state stays so, as the step"
        " is linear in it. So h_t at the changed weights is h_t + e g_t up to order e^2."
    )
    return argued(conclusion, words, prove(conclusion))


sketch = Claim(
    id="linear-rnn/thm-3.3-sketch",
    title="State and parameter derivative together are a linear time-invariant system",
    source=Source(PAPER, "Theorem 3.3, proof sketch"),
    statement=r"g_t = n^{-1/2} W g_{t-1} + n^{-1/2} \Delta_W h_{t-1} + \Delta_F x_t,"
    r"\quad g_t = \partial h_t \text{ in the direction } (\Delta_W, \Delta_F)",
    subject=Augmented(),
    says=says_augmented,
    checks=(proof_of(says_augmented, by_orders), instances_of(says_augmented)),
    expect=Verdict.ARGUED,
    mutants=(
        Mutant("no-scale", Augmented(lambda s, change, h, x: change @ h), "lost n^{-1/2}"),
        Mutant("twice", Augmented(by_F=lambda s, change, h, x: 2 * (change @ x)), "a factor 2"),
    ),
    late=(
        Mutant(
            "wide",
            Augmented(by_F=lambda s, change, h, x: (change @ x) * (1 if h.shape[0] < 999 else 2)),
            "a factor 2 from n = 999 on",
        ),
    ),
    notes="In print it is the derivative of h_t by t; the derivative by the parameters is meant."
    " 'LSL' is not defined.",
)
