r"""Sec. 3.3: how many states kappa-sparse attention reads, counted exactly.

At step t kappa-sparse attention reads min(t, kappa) states. The sum has t for the terms up to kappa
and kappa from there on: $\kappa T - \kappa(\kappa - 1)/2$, by induction over T; the cell's reads
are counted beside it. The two sums are certified, and the sum of the minima is concluded as one.
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
    Implies,
    Mutant,
    Source,
    check,
    minimum,
    proof_of,
    prove_by_induction,
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


def says_reads_in_all(total, w):
    """Of min(t, kappa) states at step t the total is as stated from T = kappa on, at most kappa T.

    For T up to kappa it is T (T + 1)/2.
    """
    kappa = w.size("kappa")

    def said(T):
        read = w.sum(lambda t: minimum(t, kappa), "t", 1, T)
        later = Equal(read, w.call(total, kappa, T)), AtMost(read, kappa * T)
        first = Implies(AtMost(T, kappa), Equal(read, T * (T + 1) / 2))
        return All((first, Implies(AtMost(kappa, T), All(later))))

    return w.for_all("T", said)


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


NO_START = Mutant("no-start", lambda kappa, T: kappa * T, "kappa states from the first step on")
TRIANGLE = Mutant("triangle", lambda kappa, T: kappa * T - kappa * (kappa + 1) / 2, "off by kappa")
WIDE = Mutant(
    "wide",
    lambda kappa, T: reads(kappa, T) if kappa < 5000 else kappa * T,
    "kappa states from the first step on, if kappa is large",
)

sparse_reads = Claim(
    id="sparse-attention/kappaT",
    title="Of t reads a step up to kappa, then kappa, there are kappa T - kappa (kappa - 1)/2",
    source=THEOREM_2,
    statement=r"\sum_{t=1}^{\kappa} t = R_\kappa,\quad \sum_{t=\kappa+1}^{T} \kappa ="
    r" R_T - R_\kappa,\quad R_T = \kappa T - \kappa(\kappa - 1)/2 \le \kappa T",
    assumptions=("cost counted in states read; $T \\ge \\kappa$",),
    subject=reads,
    says=says_reads,
    checks=(check_reads, check_reads_counted),
    mutants=(NO_START, TRIANGLE),
    late=(WIDE,),
    notes="Reads only: to find the kappa best of t states all t scores are computed, which is"
    " T (T + 1)/2 in all, as Section 4 says itself (sparse-attention/kappaT-scores). As one sum of"
    " min(t, kappa): sparse-attention/new-kappaT-sum.",
)

sparse_reads_in_all = Claim(
    id="sparse-attention/new-kappaT-sum",
    title="kappa-sparse attention reads kappa T - kappa (kappa - 1)/2 states: O(kappa T)",
    source=THEOREM_2,
    statement=r"T \ge \kappa:\; \sum_{t \le T} \min(t, \kappa) = \kappa T - \kappa(\kappa - 1)/2"
    r" \le \kappa T; \quad T \le \kappa:\; \sum_{t \le T} \min(t, \kappa) = T(T + 1)/2",
    assumptions=("cost counted in states read",),
    subject=reads,
    says=says_reads_in_all,
    checks=(proof_of(says_reads_in_all, prove_by_induction), check_reads_counted),
    mutants=(NO_START, TRIANGLE),
    late=(WIDE,),
    new=True,
)
