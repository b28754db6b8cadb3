"""How many scores sparse attention computes, and how many states SAB keeps, counted exactly.

To find the best kappa states all t have to be scored at step t, which sums to $T(T+1)/2$ whatever
kappa is. When every tenth state is kept, step t has floor(t/10), and ten steps add ten times as
much as one before: the sum is a polynomial in m = T/10, by induction over m, and between $T^2/20 -
2T/5$ and $T^2/20$. So a constant factor of ten is saved, and no order.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import sympy as sp

from constructions.cells.self_attentive_rnn import summed
from constructions.cells.top_kappa_rnn import TopKappaRNN
from proofs.sparse_attention import PAPER
from proofs.sparse_attention.local_jacobians import rational_network
from theorem_checks import (
    All,
    AtMost,
    Claim,
    Counterexample,
    Equal,
    Evidence,
    Mutant,
    Source,
    Verdict,
    check,
    instances_of,
    proof_of,
)

SCREENING = Source(PAPER, "Sec. 4")

T = sp.Symbol("T", integer=True, positive=True)
STORE = 10  # SAB keeps the state of every tenth step


def all_states(kappa, T):
    """Return how many scores are computed in T steps, if all states are scored."""
    return T * (T + 1) / 2


def says_scores_of_all_states(total, w):
    """One score for each state so far, t at step t, for every kappa."""
    kappa, T = w.size("kappa"), w.size("T")
    return Equal(w.sum(lambda t: t, "t", 1, T), w.call(total, kappa, T))


EACH = "At step t the scores of all t states so far are computed, one for each."


@check("exact")
def check_scores_of_the_cell(total):
    """Count the scores that the cell computes; at t = 1 it takes the weight 1 for the only one."""
    network, first, inputs = rational_network(1, summed)
    for kappa in range(1, 4):
        for T in range(1, 8):
            scored = []

            def weight(s, h, scored=scored):
                scored.append(h)
                return network.weight(s, h)

            maps = network.V, network.U, network.b, weight, network.phi, network.combine
            TopKappaRNN(*maps, kappa=kappa).run(first, inputs[: T - 1])
            if (claimed := total(kappa, T)) != (found := 1 + len(scored)):
                values = {"kappa": kappa, "T": T}
                return Evidence.refuted(Counterexample(values, f"{claimed}", f"{found}"))
    return Evidence.holds("kappa <= 3, T <= 7, with one for h_1 at t = 1")


all_scores = Claim(
    id="sparse-attention/kappaT-scores",
    title="To find the kappa best of all states T (T + 1)/2 scores are computed, whatever kappa",
    source=SCREENING,
    statement=r"\sum_{t \le T} t = T(T+1)/2",
    subject=all_states,
    says=says_scores_of_all_states,
    expect=Verdict.ARGUED,
    checks=(
        proof_of(says_scores_of_all_states, words=EACH),
        instances_of(says_scores_of_all_states),
        check_scores_of_the_cell,
    ),
    mutants=(
        Mutant("linear", lambda kappa, T: kappa * T, "kappa scores a step"),
        Mutant("half", lambda kappa, T: T * (T - 1) / 2, "without h_t"),
    ),
    late=(
        Mutant(
            "wide",
            lambda kappa, T: all_states(kappa, T) if kappa < 5000 else kappa * T,
            "kappa scores a step, if kappa is large",
        ),
    ),
    new=True,
)


def every_tenth(m):
    """Return the scores in T = 10 m steps, when one state in ten is kept."""
    return 5 * m**2 - 4 * m


@dataclass(frozen=True)
class TenthState:
    """Scores in T = 10 m steps, their order in T, and the factor saved as T grows."""

    total: Callable[[Any], Any] = every_tenth
    power: int = 2
    saved: int = 10


def says_every_tenth(sab, w):
    """Step t scores floor(t/10) states: T^2/20 in all, T = 10 m, and a tenth of all, but for O(T).

    All of the T (T + 1)/2 scores are `saved` times as many, and at most 9 T/2 more.
    """
    m = w.size("m")
    T, total = STORE * m, w.call(sab.total, m)
    leading, full = T**sab.power / (2 * STORE), T * (T + 1) / 2
    return All(
        (
            Equal(w.sum(lambda t: t // STORE, "t", 1, T), total),
            AtMost(total, leading),
            AtMost(leading - 2 * T / 5, total),
            AtMost(sab.saved * total, full),
            AtMost(full, sab.saved * total + 9 * T / 2),
        )
    )


@check("exact", kills=("no-correction", "from-the-start"))
def check_every_tenth_counted(sab):
    """Count them: at each step, the states kept so far."""
    for k in range(1, 7):
        found = sum(t // STORE for t in range(1, STORE * k + 1))
        if found != sab.total(k):
            return Evidence.refuted(Counterexample({"T": 10 * k}, f"{sab.total(k)}", f"{found}"))
    return Evidence.holds("T = 10, 20, ..., 60")


sab = Claim(
    id="sparse-attention/sab-constant-factor",
    title="Keeping every tenth state leaves about T^2/20 scores: a constant factor of ten",
    source=SCREENING,
    statement=r"S = \sum_{t \le T} \lfloor t/10 \rfloor = 5 m^2 - 4 m,\quad T = 10 m;\quad"
    r" \tfrac{T^2}{20} - \tfrac{2T}{5} \le S \le \tfrac{T^2}{20},\quad"
    r" 10 S \le \tfrac{T(T+1)}{2} \le 10 S + \tfrac{9T}{2}",
    subject=TenthState(),
    says=says_every_tenth,
    checks=(proof_of(says_every_tenth), check_every_tenth_counted),
    mutants=(
        Mutant("no-correction", TenthState(lambda m: 5 * m**2), "T^2/20 exactly"),
        Mutant("from-the-start", TenthState(lambda m: 5 * m**2 + 5 * m), "the ceiling of t/10"),
        Mutant("linear", TenthState(power=1), "O(T)"),
        Mutant("hundredth", TenthState(saved=100), "a factor of 100"),
    ),
    late=(
        Mutant(
            "kept-from-then-on",
            TenthState(lambda m: every_tenth(m) if m < 5000 else m * (10 * m + 1) * 5),
            "every state from step 50000 on",
        ),
    ),
)
