"""No finite feature map gives softmax attention.

With C features the matrix of all phi(q_i)^T psi(k_j) has rank at most C: of its rows for any C + 1
queries some combination c is 0. So f(y) = sum_i c_i e^{a_i y} is 0 for each key, where a_i and y
are places of queries and keys on a line. But a sum of n exponentials that is not 0 everywhere has
fewer than n zeros: divided by one of them, it has at most one zero more than its derivative, by
Rolle, which is a sum of n - 1. So c is 0, which it is not. `softmax_kernel.v` is this proof.

Dividing rows by normalisers, as softmax does, changes no rank.
"""

from collections.abc import Callable
from typing import Any

import flint

from constructions.arrays import EXACT, balls, exp, ones
from constructions.errors import NotInSystemError
from constructions.softmax_kernel import softmax_kernel
from proofs.transformers_are_rnns import PAPER
from theorem_checks import (
    All,
    Claim,
    Control,
    Counterexample,
    Evidence,
    Implies,
    Less,
    Mutant,
    Source,
    Verdict,
    certificate,
    check,
)
from theorem_checks.certifying.lemmas import lemmas

LARGEST, PRECISION = 7, 400  # points of a grid, bits


def cubic_kernel(queries, keys):
    """Return (1 + q . k)^3, which has four features for numbers."""
    u = 1 + queries @ keys.T
    return u * u * u


def truncated_kernel(queries, keys):
    """Return 24 times the first five terms of the series of e^{q . k}: five features."""
    u = queries @ keys.T
    return 24 + 24 * u + 12 * u * u + 4 * u * u * u + u * u * u * u


def product_kernel(queries, keys):
    """Return the product of e^{q_1 + ... + q_d} and e^{k_1 + ... + k_d}, which is one feature."""
    one = ones((queries.shape[1], 1), like=queries)
    return exp(queries @ one) @ exp(keys @ one).T


def late_in_dimension(queries, keys):
    """Return e^{q . k}, and from 1,000 dimensions on 1 + q . k."""
    if queries.shape[1] < 1000:
        return softmax_kernel(queries, keys)
    return 1 + queries @ keys.T


def late_in_number(queries, keys):
    """Return e^{q . k}, and for 1,000 queries or more 0."""
    return softmax_kernel(queries, keys) * (1 if queries.shape[0] < 1000 else 0)


def says_missed(kernel, w):
    """C features miss the kernel somewhere on any C + m different queries and keys of a ray.

    The features are any: at the queries they are the rows of `phi`, and at the keys the columns of
    `psi`, arrays of any numbers. The queries are a_i u, and the keys b_j u, for a vector u other
    than 0 and any increasing positive numbers a_i and b_j: sums of squares that are not 0. The
    squares of what is missed add up to more than 0.
    """
    C, more, d = w.size("C"), w.size("m"), w.size("d")
    n, u = C + more, w.array("u", d)

    gaps = [root * root for root in (w.array("a", n), w.array("b", n))]

    def points(gap):
        return w.entries(lambda h, i, e: h.sum(lambda s: h.at_most(s, i) * gap[s], n) * u[e], n, d)

    queries, keys = map(points, gaps)
    missed = w.array("phi", n, C) @ w.array("psi", C, n) - w.call(kernel, queries, keys)
    different = All((Less(0, u @ u), *(Less(0, gap) for gap in gaps)))
    return Implies(different, Less(0, (missed * missed).sum()))


Matrix = list[list[Any]]


def _determinant(kernel, queries, keys, of: Callable[[Matrix], Matrix] = lambda rows: rows):
    """Return the determinant of a kernel, or of what is made of it, on a grid of rationals.

    It is exact if it can be, or a ball.
    """
    grid = [[q] for q in queries], [[k] for k in keys]
    try:
        return flint.fmpq_mat(of(kernel(*map(EXACT.array, grid)).tolist())).det()
    except NotInSystemError:
        system = balls(PRECISION)
        with system.scope():
            return flint.arb_mat(of(kernel(*map(system.array, grid)).tolist())).det()


def _normalised(rows: Matrix) -> Matrix:
    """Return the weights of attention: each row divided by its sum."""
    sums = [sum(row[1:], row[0]) for row in rows]
    return [[entry / whole for entry in row] for row, whole in zip(rows, sums, strict=True)]


def _grid(n):
    """Return n rational queries and keys that are unevenly spaced, negative ones among them."""
    return (
        [flint.fmpq(3 * i + i * i, 7) - 1 for i in range(n)],
        [flint.fmpq(5 * j - 8, 3 + j) for j in range(n)],
    )


@check("bound")
def check_determinants(kernel):
    """At rational queries and keys of both signs the determinant is certified to be positive."""
    for n in range(1, LARGEST + 1):
        queries, keys = _grid(n)
        found = _determinant(kernel, queries, keys)
        if found > 0:
            continue
        if found == 0:  # exactly: a ball about 0 does not answer so
            values = {"q": [str(q) for q in queries], "k": [str(k) for k in keys]}
            explanation = f"the kernel has {n - 1} features on this grid"
            return Evidence.refuted(
                Counterexample(values, "a determinant other than 0", "0", explanation)
            )
        return Evidence.undecided(f"n = {n}: not certified")
    scope = f"q_i = (i^2 + 3i)/7 - 1, k_j = (5j - 8)/(3 + j), n up to {LARGEST}: determinants > 0"
    return Evidence.holds(scope)


@check("bound")
def check_weights_of_attention(kernel):
    """The weights of n queries over n keys, n up to 7: whether a determinant is certified not 0.

    They are normalised: the kernel, with each row divided by its sum.
    """
    for n in range(2, LARGEST + 1):
        found = _determinant(kernel, *_grid(n), _normalised)
        if not (found > 0 or found < 0):
            return Evidence.holds(f"C = {n - 1} is enough on a grid of {n} queries and keys")
    ends = [flint.fmpq(0), flint.fmpq(1)]
    found = _determinant(kernel, ends, ends, _normalised)
    if not (found > 0 or found < 0):
        return Evidence.undecided(f"at the queries and keys 0 and 1: {found}")
    return Evidence.refuted(
        Counterexample(
            {"C": 1, "q": [0, 1], "k": [0, 1]},
            "weights of determinant 0",
            f"determinant {float(found):.4f}",
            "one feature gives rank 1; likewise for every C",
        ),
        figures={"largest grid": LARGEST},
    )


infinite_rank = Claim(
    id="trf-rnn/softmax-infinite-rank",
    title="No feature map with finitely many numbers gives the kernel of softmax",
    source=Source(PAPER, "Sec. 3.4, 'in theory even the ones using softmax attention'"),
    statement=r"\text{for no } C < \infty:\; \phi(q)^\top \psi(k) = e^{q \cdot k}"
    r" \text{ for all } q, k; \quad \text{not even for } q \in \{a_i u\},\, k \in \{b_j u\},"
    r"\; i, j \le C,\; a_0 < a_1 < \dots,\; b_0 < b_1 < \dots,\; u \ne 0",
    assumptions=(
        r"$\phi, \psi$ are any functions to $\mathbb R^C$",
        "$a_0, b_0 > 0$; what is added to all of them multiplies rows and columns",
    ),
    subject=softmax_kernel,
    says=says_missed,
    checks=(
        certificate(says_missed, proof=(lemmas("totals"), "softmax_kernel.v")).killing(
            "as-they-are"
        ),
        check_determinants.killing("cubic", "truncated", "affine"),
    ),
    mutants=(
        Mutant("as-they-are", lambda q, k: exp(q @ k), "products with keys as columns"),
        Mutant("cubic", cubic_kernel, "(1 + q . k)^3"),
        Mutant("truncated", truncated_kernel, "the series of the exponential up to order 4"),
        Mutant("affine", lambda q, k: 1 + q @ k.T, "1 + q . k for e^{q . k}"),
    ),
    late=(
        Mutant("dimensions", late_in_dimension, "1 + q . k from 1,000 dimensions on"),
        Mutant("queries", late_in_number, "0 from 1,000 queries on"),
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
        Control("cubic", cubic_kernel, "(1 + q . k)^3, with four features"),
        Control("product", product_kernel, "e^{q + k}, with one feature"),
    ),
    expect=Verdict.REFUTED,
    repaired_by="trf-rnn/new-softmax-in-the-limit",
    notes="At q, k in {0, 1} the weights are 1/2, 1/2 and 1/(1 + e), e/(1 + e), of determinant"
    " (e - 1)/(2 (e + 1)) = 0.2311. 'In theory' has to mean an infinite C, as"
    " trf-rnn/softmax-infinite-rank excludes every finite one, also with different features for"
    " queries and keys.",
)
