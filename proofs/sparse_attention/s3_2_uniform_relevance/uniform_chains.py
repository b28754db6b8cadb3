"""What uniform attention offers and costs: its chains of depth one, and the number of its scores.

A dependency chain (i_1 <= ... <= i_s) of Section 3.1 goes from h_t to s_{t+i_1}, on to h_{t+i_1+1},
and so forth, and at last to s_T. Its attention scores are the weights of these s + 1 skips.
"""

from fractions import Fraction
from itertools import combinations
from math import prod

from proofs.sparse_attention import PAPER
from proofs.sparse_attention.s3_2_uniform_relevance.uniform_gradient import THEOREM_1, everyone
from theorem_checks import (
    All,
    AtMost,
    Claim,
    Counterexample,
    Equal,
    Evidence,
    Mutant,
    Source,
    certificate,
    check,
    proof_of,
)

WEIGHTS = r"$\alpha_{i,t} = 1/t$ for all $1 \le i \le t$"


def scores_of_chain(weights, start, chain, end):
    """Return the product of the scores of a chain; weights[t][i] = alpha_{i,t}."""
    looked_at = [start, *(start + i + 1 for i in chain)]
    looks = [*(start + i for i in chain), end]
    return prod((weights[t][i] for t, i in zip(looks, looked_at, strict=True)), start=Fraction(1))


def best_of_depth_one(T, t):
    """Return the largest product of scores over the chains of depth one from h_t to s_T."""
    return 1 / (t * T)


def says_best(best, w):
    """The chain (0) has the scores 1/t and 1/T, no chain (i) has better ones, for every T > t >= 1.

    The product times T is the constant 1/t: of order 1/T, neither less nor more.
    """
    t, i = w.size("t"), w.size("i", least=0)
    T = t + i + 1 + w.size("later", least=0)
    stated = w.call(best, T, t)
    return All(
        (
            Equal(1 / t * (1 / T), stated),
            AtMost(1 / (t + i) * (1 / T), stated),
            Equal(T * stated, 1 / t),
        )
    )


@check("exact")
def check_chains_counted_out(best):
    """Every chain of depth one for T <= 8; and no deeper chain has a larger product."""
    weights = everyone(8)
    for T in range(2, 9):
        for t in range(1, T):
            depth_one = max(scores_of_chain(weights, t, (i,), T) for i in range(T - t))
            deeper = [
                scores_of_chain(weights, t, chain, T)
                for depth in (2, 3)
                for chain in combinations(range(T - t), depth)
            ]
            stated = best(Fraction(T), Fraction(t))
            if depth_one != stated or any(found > stated for found in deeper):
                return Evidence.refuted(
                    Counterexample({"t": t, "T": T}, str(stated), f"depth one: {depth_one}")
                )
    return Evidence.holds("T <= 8; depths 1, 2, 3")


uniform_chains = Claim(
    id="sparse-attention/uniform-chains",
    title="Under uniform attention there are chains of depth one whose scores are of order 1/T",
    source=Source(PAPER, "Sec. 3.2"),
    statement=r"\max_{0 \le i < T - t} \alpha_{t, t+i}\, \alpha_{t+i+1, T} = \frac{1}{tT}"
    r" = \Omega(1/T),\quad T\,\frac{1}{tT} = \frac{1}{t}",
    assumptions=(WEIGHTS, "$t$ fixed"),
    subject=best_of_depth_one,
    says=says_best,
    checks=(
        proof_of(says_best),
        certificate(says_best, proof="uniform_chains.v", tier="deep"),
        check_chains_counted_out,
    ),
    mutants=(
        Mutant("one-score", lambda T, t: 1 / T, "counts the last skip alone"),
        Mutant("last-state", lambda T, t: 1 / ((T - 1) * T), "the chain through h_T, the worst"),
        Mutant("constant", lambda T, t: 1 / t + 0 * T, "Omega(1), as bounded depth would need"),
    ),
    late=(
        Mutant(
            "late-start",
            lambda T, t: best_of_depth_one(T, t) if t < 5000 else 1 / T,
            "counts the last skip alone for t >= 5000",
        ),
    ),
    notes="The dependency depth of Section 3.1 asks for a product that is Omega(1): under uniform"
    " attention no chain of depth one qualifies.",
)


def number_of_scores(T):
    """Return how many scores e_{i,t} are computed for a sequence of length T."""
    return T * (T + 1) / 2


def says_sum(count, w):
    """Step t computes t scores."""
    T = w.size("T")
    return Equal(w.sum(lambda t: t, "t", 1, T), w.call(count, T))


check_sum = proof_of(says_sum, name="check_sum")


@check("exact")
def check_number_of_weights(count):
    """The weights that the network is given, counted."""
    for T in range(1, 13):
        found = sum(len(row) for row in everyone(T).values())
        if found != count(Fraction(T)):
            return Evidence.refuted(Counterexample({"T": T}, str(count(Fraction(T))), str(found)))
    return Evidence.holds("T <= 12")


uniform_quadratic = Claim(
    id="sparse-attention/uniform-quadratic",
    title="t scores at each step t of T, as uniform attention takes, are T(T+1)/2 in all",
    source=THEOREM_1,
    statement=r"\sum_{t=1}^T t = \frac{T(T+1)}{2}",
    assumptions=(WEIGHTS,),
    subject=number_of_scores,
    says=says_sum,
    checks=(check_sum, check_number_of_weights),
    mutants=(
        Mutant("without-itself", lambda T: T * (T - 1) / 2, "s_t does not look at h_t"),
        Mutant("full-square", lambda T: T**2, "looks ahead"),
        Mutant("linear", lambda T: T, "one score for each step"),
    ),
    late=(
        Mutant(
            "capped",
            lambda T: number_of_scores(T) if T <= 5000 else number_of_scores(5000),
            "nothing is scored after step 5000",
        ),
    ),
)
