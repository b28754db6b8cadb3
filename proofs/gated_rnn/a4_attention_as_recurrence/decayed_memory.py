r"""How many numbers attention with decay has to store, by the ranks of its Hankel matrices.

A recurrence needs as many numbers as the rank of its Hankel matrix, whose entry at steps a and b is
what a token a + b steps ago adds. With decays that differ, the factors $\lambda^{a+b}$ come apart
by Vandermonde's determinant, so that the ranks of groups of equal decay add up. In a group of m
rows one sees the first m rows of a free symmetric matrix, in other coordinates: row i has d - i + 1
entries that no earlier row has, which add up to $m d - m(m-1)/2$. The sum is proved for symbolic m
and d; that ranks add up is argued, and the ranks are computed for every grouping of up to four
decays.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import flint
import numpy as np
import sympy as sp

from proofs.gated_rnn import PAPER
from theorem_checks import (
    Claim,
    Counterexample,
    Evidence,
    Mutant,
    Source,
    check,
    prove_sum,
    symbolic,
)


@dataclass(frozen=True)
class MemorySize:
    """The number of units that the memory of decayed attention takes, by sizes of groups."""

    of_group: Callable[[Any, Any], Any]

    def total(self, groups):
        """Return the sum over groups of equal decays, of m rows each; d is the sum of the m."""
        size = sum(groups)
        return sum(self.of_group(m, size) for m in groups)


def _partitions(total, most):
    if total == 0:
        yield ()
    for part in range(min(total, most), 0, -1):
        for rest in _partitions(total - part, part):
            yield (part, *rest)


def hankel_rank(groups):
    """Return the rank of the block Hankel matrix of decayed key-values, in exact numbers.

    A token k steps ago with second moments X adds keep_i^k (V X K^T)_ij to entry (i, j). Rows: the
    entries at a later step a; columns: a step b, and a basis of the symmetric matrices X.
    """
    size, steps = sum(groups), len(groups)
    keep = [Fraction(1, place + 2) for place, m in enumerate(groups) for _ in range(m)]
    V, K = _invertible(size, 1), _invertible(size, 2)
    columns = []
    for b in range(steps):
        for p in range(size):
            for q in range(p, size):
                X = np.zeros((size, size), dtype=int)
                X[p, q] = X[q, p] = 1
                moved = V @ X @ K.T
                columns.append(
                    [
                        keep[i] ** (a + b) * int(moved[i, j])
                        for a in range(steps)
                        for i in range(size)
                        for j in range(size)
                    ]
                )
    entries = [flint.fmpq(v.numerator, v.denominator) for column in columns for v in column]
    return flint.fmpq_mat(len(columns), steps * size * size, entries).rank()


def _invertible(size, seed):
    """An integer matrix of determinant 1, with no zeros to speak of."""
    lower = np.tril(np.arange(seed, seed + size * size).reshape(size, size) % 3 - 1, -1)
    upper = np.triu(np.arange(seed, seed + size * size).reshape(size, size) % 3 - 1, 1)
    return (np.eye(size, dtype=int) + lower) @ (np.eye(size, dtype=int) + upper)


@check("proof")
def check_memory_of_a_group(memory):
    """Row i of a symmetric matrix has d - i + 1 entries that no earlier row has; for symbolic m, d.

    The factors keep^(a + b) of different groups come apart by Vandermonde's determinant, so ranks
    add up. In a group they are one number, and V X K^T there is V_g X K^T with V_g of full row
    rank: in other coordinates the first m rows of a free symmetric matrix.
    """
    d = sp.Symbol("d", integer=True, positive=True)
    m = sp.Symbol("m", integer=True, nonnegative=True)
    evidence = prove_sum(lambda m: d - m + 1, lambda m: memory.of_group(m, symbolic(d)), m, 1)
    return replace(
        evidence,
        scope="all d, every grouping of the decays, all invertible V and K",
        words=(
            *evidence.words,
            "Vandermonde's determinant: the ranks of the groups add up",
            "V_g of full row rank is [I 0] R with R invertible, and R X R^T is as free as X",
        ),
    )


@check("exact")
def check_memory_size(memory):
    """Against the rank of the Hankel matrix, for every way to group up to 4 decays."""
    for size in range(1, 5):
        for groups in _partitions(size, size):
            stated, found = memory.total(groups), hankel_rank(groups)
            if stated != found:
                values = {"d": size, "rows with equal decay": groups}
                return Evidence.refuted(Counterexample(values, f"{stated}", f"{found}"))
    return Evidence.holds("d = 1, ..., 4, every grouping of the decays; given V, K of full rank")


HALF = sp.Rational(1, 2)
SHARING = MemorySize(lambda m, size: m * size - HALF * m * (m - 1))

decayed_memory = Claim(
    id="gated-rnn/x9-decayed-min",
    title="Decayed attention stores m d - m(m-1)/2 numbers for each m rows of equal decay",
    source=Source(PAPER, "App. A.4, beyond the text"),
    statement=r"\mathrm{rank}\,H = \sum_{\text{groups}} \Big(m d - \tfrac{m(m-1)}{2}\Big)",
    assumptions=("$V$ and $M = K^\\top Q$ invertible, decays not 0",),
    subject=SHARING,
    checks=(check_memory_of_a_group, check_memory_size),
    mutants=(
        Mutant("no-sharing", MemorySize(lambda m, size: m * size), "d^2 always"),
        Mutant("full-sharing", MemorySize(lambda m, size: HALF * m * (m + 1)), "m(m+1)/2"),
        Mutant("off-by-one", MemorySize(lambda m, size: m * size - HALF * m * (m + 1)), "m + 1"),
    ),
    notes="Equal decays: d(d+1)/2, as without decay. All different: d^2, nothing is shared.",
    new=True,
)
