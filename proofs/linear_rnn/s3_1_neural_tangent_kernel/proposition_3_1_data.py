r"""Proposition 3.1 asks that lambda_min(K) > 0: whether it can be, in the paper's own experiments.

The rank of the kernel matrix, `proposition_3_1_rank`, says for which sizes of the data.
"""

from collections.abc import Callable
from dataclasses import dataclass

import flint
import numpy as np

from proofs.linear_rnn import PAPER
from proofs.linear_rnn.s3_2_convolutional_model.theorem_3_2 import toeplitz
from theorem_checks import (
    Claim,
    Control,
    Counterexample,
    Evidence,
    Ground,
    Mutant,
    Source,
    Verdict,
    all_of,
    check,
    iff,
    minimum,
    prove_for_all,
    reals,
)


@dataclass(frozen=True)
class Hypothesis:
    """When lambda_min(K) > 0 is possible, by the sizes."""

    possible: Callable = lambda N, T, n_x: n_x >= N


OWN = {"Figure 1": (50, 10, 1), "Figure 3": (10, 20, 15)}
OTHERS = {"one sequence": (1, 3, 1), "as many as inputs": (2, 3, 2), "one more": (3, 2, 2)}
PRIME = 2**31 - 1


@check("proof")
def check_possible(hypothesis):
    """It is possible if and only if the N T columns of Xi can be independent, for all sizes."""
    N, T, n_x = reals("N T n_x")
    sizes = [size >= 1 for size in (N, T, n_x)]
    independent = minimum(N, n_x) * T >= N * T
    return all_of(
        {
            "N T columns, T min(N, n_x) the largest rank": prove_for_all(
                iff(hypothesis.possible(N, T, n_x), independent), assume=sizes
            )
        },
        "all N, T, n_x",
        words=("linear-rnn/new-gram-rank: the largest rank of Xi^T D Xi, which is attained",),
        rests_on=(Ground.claim("linear-rnn/new-gram-rank"),),
    )


@check("exact")
def check_own_experiments(hypothesis):
    """Data of the sizes of Figures 1 and 3, drawn from -99, ..., 99: the rank modulo a prime.

    A full rank modulo a prime is full, and so for almost all real data: a minor is a polynomial.
    """
    draws = np.random.default_rng(0)  # any data would do: one set of full rank is enough
    for name, (N, T, n_x) in {**OWN, **OTHERS}.items():
        data = [toeplitz(x) for x in draws.integers(-99, 100, (N, T, n_x))]
        rows = [[int(e) for block in data for e in block[i]] for i in range(T * n_x)]
        rank = flint.nmod_mat(rows, PRIME).rank()
        full = rank == N * T
        if full != hypothesis.possible(N, T, n_x):
            point = {"sizes": name, "N": N, "T": T, "n_x": n_x}
            claimed = "not " * full + f"all {N * T} columns of Xi independent"
            found = f"columns of {T * n_x} entries, of rank {rank}"
            return Evidence.refuted(Counterexample(point, claimed, found))
    return Evidence.holds("sizes of Figures 1 and 3, and three small ones")


own_hypothesis = Claim(
    id="linear-rnn/prop-3.1-lambda-min",
    title="lambda_min(K) > 0, as Proposition 3.1 and Theorem 4.1 ask, in the paper's own Figure 1",
    source=Source(PAPER, "Proposition 3.1, lambda_min(K) > 0, for the experiments of Sec. 5.1"),
    statement=r"\lambda_{\min}(K) > 0 \text{ at } N = 50,\, T = 10,\, n_x = 1",
    assumptions=(r"the limit kernel of linear-rnn/thm-3.2, $\rho_j > 0$, any data",),
    subject=Hypothesis(lambda N, T, n_x: N >= 1),
    checks=(check_own_experiments.killing(),),
    controls=(Control("few-sequences", Hypothesis(), "N <= n_x"),),
    expect=Verdict.REFUTED,
    repaired_by="linear-rnn/new-own-experiments",
    notes="With more sequences than inputs the N T columns of Xi, of T n_x rows, are dependent"
    " (linear-rnn/new-gram-rank). What remains true there is a step of gradient descent"
    " (linear-rnn/new-filter-dynamics), which asks nothing of lambda_min; the smallest eigenvalue"
    " that is not 0 takes its place in the rate.",
)

own_experiments = Claim(
    id="linear-rnn/new-own-experiments",
    title="lambda_min(K) > 0 can hold only if N <= n_x: not in Figure 1, almost surely in Figure 3",
    source=Source(PAPER, "Proposition 3.1 for the experiments of Sec. 5.1"),
    statement=r"\exists\,x^1, \dots, x^N: \lambda_{\min}(K) > 0 \iff N \le n_x;\quad"
    r" \text{Figure 1: } N = 50,\, n_x = 1;\quad \text{Figure 3: } N = 10,\, n_x = 15",
    assumptions=(r"$\rho_j > 0$; for Figure 3, inputs with a density",),
    subject=Hypothesis(),
    checks=(check_possible, check_own_experiments),
    mutants=(
        Mutant("strict", Hypothesis(lambda N, T, n_x: n_x > N), "< for <="),
        Mutant("parameters", Hypothesis(lambda N, T, n_x: T * n_x >= N), "T n_x for n_x"),
        Mutant("always", Hypothesis(lambda N, T, n_x: N >= 1), "dropped the assumption"),
    ),
    repairs=("linear-rnn/prop-3.1-lambda-min",),
    new=True,
    notes="So eq. (16), the comparison in training, says nothing on Figure 1 as it is stated. For"
    " Figures 4 and 5 the text does not give N; with n_x = 1, or 52 neurons, more sequences than"
    " that break the hypothesis.",
)
