"""How many scores are computed and how many states are kept, counted exactly."""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import sympy as sp

from constructions.cells.attentive_rnn import uniform_attention
from proofs.sparse_attention import PAPER
from theorem_checks import (
    All,
    AtMost,
    Claim,
    Counterexample,
    Equal,
    Evidence,
    Mutant,
    Source,
    check,
    instances_of,
    proof_of,
)

THEOREM_2 = Source(PAPER, "Sec. 3.3, Intuition of Theorem 2")
SCREENING = Source(PAPER, "Sec. 4")

T = sp.Symbol("T", integer=True, positive=True)
kappa = sp.Symbol("kappa", integer=True, positive=True)
STORE = 10  # SAB keeps the state of every tenth step


def reads(kappa, T):
    """Return the number of states that are read in T steps, kappa at most at each, T >= kappa."""
    return kappa * T - kappa * (kappa - 1) / 2


def says_reads(total, w):
    """Step t reads t states up to t = kappa, and kappa later on; kappa T in all at most."""
    kappa = w.size("kappa")
    T = kappa + w.size("later", least=0)
    first, read = w.call(total, kappa, kappa), w.call(total, kappa, T)
    return All(
        (
            Equal(w.sum(lambda t: t, "t", 1, kappa), first),
            Equal(w.sum(lambda _: kappa, "u", kappa + 1, T), read - first),
            AtMost(read, kappa * T),
        )
    )


check_reads = proof_of(says_reads, name="check_reads")


@check("exact")
def check_reads_counted(total):
    """Count the nonzero weights of attention to the last kappa states."""
    for k in range(1, 5):
        for length in range(k, 9):
            rows = uniform_attention(
                {t: range(max(1, t - k + 1), t + 1) for t in range(1, length + 1)}
            )
            found = sum(len(row) for row in rows.values())
            if (claimed := total(Fraction(k), length)) != found:
                values = {"kappa": k, "T": length}
                return Evidence.refuted(Counterexample(values, f"{claimed}", f"{found}"))
    return Evidence.holds("kappa <= 4, T <= 8")


sparse_reads = Claim(
    id="sparse-attention/kappaT",
    title="kappa-sparse attention reads kappa T - kappa (kappa - 1)/2 states: O(kappa T)",
    source=THEOREM_2,
    statement=r"\sum_{t \le T} \min(t, \kappa) = \kappa T - \kappa(\kappa - 1)/2 \le \kappa T",
    assumptions=("cost counted in states read; $T \\ge \\kappa$",),
    subject=reads,
    says=says_reads,
    checks=(check_reads, check_reads_counted),
    mutants=(
        Mutant("no-start", lambda kappa, T: kappa * T, "kappa states from the first step on"),
        Mutant("triangle", lambda kappa, T: kappa * T - kappa * (kappa + 1) / 2, "off by kappa"),
    ),
    late=(
        Mutant(
            "wide",
            lambda kappa, T: reads(kappa, T) if kappa < 5000 else kappa * T,
            "kappa states from the first step on, if kappa is large",
        ),
    ),
    notes="Reads only: to find the kappa best of t states all t scores are computed, which is"
    " T (T + 1)/2 in all, as Section 4 says itself (sparse-attention/kappaT-scores).",
)


def all_states(kappa, T):
    """Return how many scores are computed in T steps, if all states are scored."""
    return T * (T + 1) / 2


def says_scores_of_all_states(total, w):
    """One score for each state so far, t at step t, for every kappa."""
    kappa, T = w.size("kappa"), w.size("T")
    return Equal(w.sum(lambda t: t, "t", 1, T), w.call(total, kappa, T))


all_scores = Claim(
    id="sparse-attention/kappaT-scores",
    title="To find the kappa best of all states T (T + 1)/2 scores are computed, whatever kappa",
    source=SCREENING,
    statement=r"\sum_{t \le T} t = T(T+1)/2",
    subject=all_states,
    says=says_scores_of_all_states,
    checks=(proof_of(says_scores_of_all_states), instances_of(says_scores_of_all_states)),
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
