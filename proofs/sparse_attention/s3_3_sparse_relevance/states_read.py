r"""Sec. 3.3: how many states kappa-sparse attention reads, counted exactly.

At step t kappa-sparse attention reads min(t, kappa) states. The sum has t for the terms up to kappa
and kappa from there on: $\kappa T - \kappa(\kappa - 1)/2$, by induction over T; the cell's reads
are counted beside it.
"""

from fractions import Fraction

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
    proof_of,
)

THEOREM_2 = Source(PAPER, "Sec. 3.3, Intuition of Theorem 2")


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
