"""No finite feature map gives softmax attention.

With C features the matrix of all phi(q_i)^T psi(k_j) has rank at most C. The matrix of all
e^{q_i k_j} for the n queries i log 2 and the n keys j has rank n. Dividing its rows by normalisers,
as softmax does, changes no rank.
"""

from math import prod

import flint
import sympy as sp

from constructions.arrays import EXACT
from proofs.transformers_are_rnns import PAPER
from theorem_checks import (
    Claim,
    Control,
    Counterexample,
    Evidence,
    Mutant,
    Source,
    Verdict,
    all_of,
    check,
    prove_identity,
)
from theorem_checks.facts.linear_algebra import RANK_OF_PRODUCT


def softmax_kernel(q, k, exp):
    """Return e^{qk}."""
    return exp(q * k)


def cubic_kernel(q, k, exp):
    """Return (1 + qk)^3, which has four features."""
    return (1 + q * k) ** 3


def truncated_kernel(q, k, exp):
    """Return 24 times the first five terms of the series of e^{qk}, which has five features."""
    u = q * k
    return 24 + 24 * u + 12 * u**2 + 4 * u**3 + u**4


def product_kernel(q, k, exp):
    """Return e^q e^k, which has one feature."""
    return exp(q) * exp(k)


def _power_of_two(multiple_of_log_2):
    """Return e^x for x = n log 2, where n is what is given."""
    return 2**multiple_of_log_2


def _on_grid(kernel, n):
    """Return the kernel at the queries i log 2 and the keys j, for i and j from 0 to n - 1.

    Queries are given in units of log 2: e^{qk} is then 2^{ij}, an integer. A change of units
    changes no rank.
    """
    return [[kernel(i, j, _power_of_two) for j in range(n)] for i in range(n)]


def _determinant(rows):
    return flint.fmpq_mat([[flint.fmpq(entry) for entry in row] for row in rows]).det()


def _vanishing(kernel):
    """Return the smallest grid on which the determinant of a kernel is 0, up to size 7."""
    for n in range(1, 8):
        if _determinant(_on_grid(kernel, n)) == 0:
            return Evidence.refuted(
                Counterexample(
                    {"q / log 2": list(range(n)), "k": list(range(n))},
                    "a determinant other than 0",
                    "0",
                    f"the kernel has {n - 1} features on this grid",
                )
            )
    return None


@check("proof")
def check_grids_of_all_sizes(kernel):
    """The matrix (2^{ij}) is L U for every size, with ones on L's diagonal and none 0 on U's.

    Let x_j = 2^j and P_r(x) = (x - 2^0) ... (x - 2^{r-1}), and let L be the numbers with
    L_{00} = 1, L_{i+1,r} = L_{i,r-1} + 2^r L_{i,r}, so that L_{ir} = 0 for r > i and L_{ii} = 1.
    Then x^i = sum_r L_{ir} P_r(x) by induction over i, for x P_r = P_{r+1} + 2^r P_r. So
    (2^j)^i = sum_r L_{ir} U_{rj} with U_{rj} = P_r(2^j), which is 0 for j < r, where the factor
    with s = j vanishes, and for j = r a product of 2^r - 2^s > 0.
    """
    i, j, r, s = sp.symbols("i j r s", integer=True, nonnegative=True)
    x, P = sp.symbols("x P")
    evidence = all_of(
        {
            "entries": prove_identity(kernel(i, j, _power_of_two), (2**j) ** i),
            "step of the induction": prove_identity(x * P, (x - 2**r) * P + 2**r * P),
            "factors on the diagonal": prove_identity(2**r - 2**s, 2**s * (2 ** (r - s) - 1)),
        },
        "all sizes n: no feature map of fewer than n numbers",
        words=(
            "a triangular matrix without a 0 on its diagonal is invertible",
            "the induction over i, as in the check's docstring",
        ),
        rests_on=(RANK_OF_PRODUCT,),
    )
    if evidence.verdict.passes:
        return evidence
    found = _vanishing(kernel)
    return Evidence.undecided(evidence.reason) if found is None else found


@check("exact")
def check_factors_at_sizes(kernel):
    """L U, by the recurrence and the products, against the kernel on the grid; sizes up to 10."""
    for n in range(1, 11):
        L = [[int(i == r == 0) for r in range(n)] for i in range(n)]
        for i in range(1, n):
            L[i] = [(L[i - 1][r - 1] if r else 0) + 2**r * L[i - 1][r] for r in range(n)]
        U = [[prod(2**j - 2**s for s in range(r)) for j in range(n)] for r in range(n)]
        found = (EXACT.array(L) @ EXACT.array(U)).tolist()
        grid = _on_grid(kernel, n)
        if found != grid:
            return Evidence.refuted(Counterexample({"n": n}, str(grid), str(found)))
        if _determinant(grid) != prod(U[r][r] for r in range(n)):
            return Evidence.refuted(Counterexample({"n": n}, "det = product of U's diagonal"))
    return Evidence.holds("n from 1 to 10")


@check("bound")
def check_determinants_in_balls(kernel):
    """At unevenly spaced rational queries and keys the determinant is certified to be positive."""
    with flint.ctx.workprec(400):
        for n in range(1, 9):
            queries = [flint.arb(flint.fmpq(3 * i + i * i, 7)) - 1 for i in range(n)]
            keys = [flint.arb(flint.fmpq(5 * j - 8, 3 + j)) for j in range(n)]
            rows = [[kernel(q, k, lambda x: x.exp()) for k in keys] for q in queries]
            if not flint.arb_mat(rows).det() > 0:
                found = _vanishing(kernel)
                return Evidence.undecided(f"n = {n}: not certified") if found is None else found
    return Evidence.holds(
        "q_i = (i^2 + 3i)/7 - 1, k_j = (5j - 8)/(3 + j), n from 1 to 8: determinants > 0",
    )


@check("exact")
def check_weights_of_attention(kernel):
    """The rank of the weights of n queries over n keys, normalised; n up to 7.

    The normalisers are the kernel's own, so that only the weights have to agree.
    """
    ranks = {n: _weights(kernel, n).rank() for n in range(1, 8)}
    if ranks[7] < 7:
        return Evidence.holds(
            f"grids up to 7 x 7: C = {ranks[7]} is enough", figures={"ranks": ranks}
        )
    smallest = next(n for n in ranks if n > 1 and ranks[n] == n)
    rows = "; ".join(" ".join(map(str, row)) for row in _weights(kernel, smallest).tolist())
    grid = list(range(smallest))
    return Evidence.refuted(
        Counterexample(
            {"C": smallest - 1, "q / log 2": grid, "k": grid},
            f"weights of rank at most {smallest - 1}",
            f"weights {rows}",
            "The same happens for every further C.",
        ),
        figures={"ranks": ranks},
    )


def _weights(kernel, n):
    rows = [[flint.fmpq(entry) for entry in row] for row in _on_grid(kernel, n)]
    return flint.fmpq_mat([[entry / sum(row) for entry in row] for row in rows])


SOFTMAX = (r"$q, k$ may be any numbers, and $\phi, \psi$ any functions to $\mathbb R^C$",)

infinite_rank = Claim(
    id="trf-rnn/softmax-infinite-rank",
    title="No feature map with finitely many numbers gives the kernel of softmax",
    source=Source(PAPER, "Sec. 3.4, 'in theory even the ones using softmax attention'"),
    statement=r"\text{for no } C < \infty:\; \phi(q)^\top \psi(k) = e^{qk}"
    r" \text{ for all } q, k \in \mathbb R; \quad \det\,[e^{q_i k_j}]_{i,j < n} \ne 0"
    r" \text{ for } q_i = i \log 2, k_j = j \text{ and every } n",
    assumptions=SOFTMAX,
    subject=softmax_kernel,
    checks=(
        check_grids_of_all_sizes,
        check_factors_at_sizes,
        check_determinants_in_balls.killing("cubic", "truncated"),
    ),
    mutants=(
        Mutant("cubic", cubic_kernel, "(1 + qk)^3"),
        Mutant("truncated", truncated_kernel, "the series of the exponential up to order 4"),
        Mutant("product", product_kernel, "e^{q+k} for e^{qk}"),
    ),
)

any_transformer = Claim(
    id="trf-rnn/any-transformer",
    title="With finitely many features the recurrence represents softmax attention too",
    source=Source(PAPER, "Sec. 3.4, 'any transformer model, in theory even ... softmax attention'"),
    statement=r"\exists C < \infty, \phi: \quad \frac{\phi(q_i)^\top \phi(k_j)}"
    r"{\sum_l \phi(q_i)^\top \phi(k_l)} = \frac{e^{q_i k_j}}{\sum_l e^{q_i k_l}}",
    assumptions=("the states $s$ and $z$ are arrays of finitely many numbers",),
    subject=softmax_kernel,
    checks=(check_weights_of_attention,),
    controls=(
        Control("cubic", cubic_kernel, "(1 + qk)^3, with four features"),
        Control("product", product_kernel, "e^{q+k}, with one feature"),
    ),
    expect=Verdict.REFUTED,
    repaired_by="trf-rnn/new-softmax-in-the-limit",
    notes="'In theory' has to mean an infinite C: trf-rnn/softmax-infinite-rank excludes every"
    " finite one, also with different features for queries and keys.",
)
