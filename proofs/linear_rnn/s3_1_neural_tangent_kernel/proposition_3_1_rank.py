r"""Proposition 3.1 asks that lambda_min(K) > 0: the rank of the kernel matrix of a data set.

K = Xi^T D(rho) Xi has N T rows for N sequences of length T, and Xi has a row for each lag and
input, T n_x of them. So K is a product through T n_x dimensions, and has no inverse for N > n_x.
"""

from collections.abc import Callable
from dataclasses import dataclass

import flint
import numpy as np

from constructions.arrays import EXACT, concatenate, ones, outer
from proofs.linear_rnn import PAPER
from proofs.linear_rnn.s3_1_neural_tangent_kernel.proposition_3_1 import kernel
from proofs.linear_rnn.s3_2_convolutional_model.theorem_3_2 import toeplitz
from theorem_checks import (
    All,
    AtMost,
    Claim,
    Counterexample,
    Equal,
    Evidence,
    Implies,
    Index,
    Less,
    Mutant,
    NamedEqual,
    Source,
    Sum,
    Verdict,
    arithmetic,
    array_of,
    arrays_of,
    certificate,
    check,
    conjunction,
    delta,
    family,
    given_each,
    inner_dimension,
    instances_of,
    lag,
    linear_combination,
    minimum,
    proof_of,
    prove,
    replacing,
    required_blocks,
    search,
    symbol_array,
)
from theorem_checks.statements.arrays.symbolic_arrays import matrix_unit


@dataclass(frozen=True)
class Bounds:
    """Two bounds on the rank of the matrix over N sequences of length T (n_y = 1)."""

    by_inputs: Callable = lambda N, T, n_x: T * n_x
    by_sequences: Callable = lambda N, T, n_x: N * T


def says_bounds(bounds, w):
    """If L K R is the identity of k rows, k is at most both bounds: they bound the rank of K.

    And for N > n_x the first bound is less than the N T rows of K, so that K has no inverse.
    """
    N, T, n_x, k, more = (w.size(name) for name in ("N", "T", "n_x", "k", "m"))
    x, root = w.array("x", N, T, n_x), w.array("r", T)

    def entry(at, j, b, i, t):
        return at.sum(lambda s: at.lag(t, s, j) * x[i, s, b], T)

    xi = w.entries(entry, (T, n_x), (N, T))
    matrix = kernel(xi, xi, w.entries(lambda _, j, b: root[j] * root[j], (T, n_x)))
    L = w.array("L", k, matrix.shape[0])
    R = w.right_inverse("R", L @ matrix)
    one = w.identity(k)
    both = (w.call(bound, N, T, n_x) for bound in (bounds.by_inputs, bounds.by_sequences))
    of_more = n_x + more, T, n_x
    return All(
        (
            Implies(Equal(L @ matrix @ R, one), All(tuple(AtMost(k, bound) for bound in both))),
            Less(w.call(bounds.by_inputs, *of_more), w.call(bounds.by_sequences, *of_more)),
        )
    )


def by_factors(whole):
    """L K R is a product through the lags and inputs, and one through the columns of K."""
    bound, *others = whole.parts
    each = by_both_factors(bound.hypothesis, bound.body.parts)
    return conjunction(whole, given_each(bound, *each), *map(prove, others))


def by_both_factors(hypothesis, bounds):
    """Prove both bounds, on what L K R is the identity of, under that hypothesis."""
    x, root, L, R = map(hypothesis.array, ("x", "r", "L", "R"))
    (N, T, n_x), (k,) = (axis[0].sizes[0] for axis in x.axes), L.axes[0][0].sizes
    rows, pairs, lags = family("k", k), family("it", N, T), family("jb", T, n_x)
    left = array_of({("k", "it"): lambda a, i, t: L[a, i, t]}, rows, pairs)
    right = array_of({("it", "k"): lambda i, t, a: R[i, t, a]}, pairs, rows)

    def entry(j, b, i, t):
        s = Index("s", T)
        return Sum(lag(t, s, j) * x[i, s, b], s)

    xi = array_of({("jb", "it"): entry}, lags, pairs)
    rho = array_of({("jb",): lambda j, _b: root[j] * root[j]}, lags)
    weighted = outer(rho, ones((xi.shape[1],), like=xi)) * xi
    products = (left @ xi.T, weighted @ right), (left, xi.T @ weighted @ right)
    found = []
    for said, factors in zip(bounds, products, strict=True):
        (block,) = required_blocks(*factors)
        weights = matrix_unit(hypothesis.lhs.axes, *block.rows, *block.columns)
        part = linear_combination(Implies(hypothesis, block.equal), [], [(1, weights)])
        found.append(inner_dimension(Implies(hypothesis, said), *factors, part))
    return found


SIZES = (
    {"N": 1, "T": 1, "n_x": 1, "k": 1},
    {"N": 2, "T": 2, "n_x": 1, "k": 2},
    {"N": 1, "T": 2, "n_x": 2, "k": 2},
    {"N": 2, "T": 2, "n_x": 2, "k": 4},
)

rank_bound = Claim(
    id="linear-rnn/new-gram-rank-bound",
    title="The kernel matrix has rank at most T n_x and at most N T: lambda_min = 0 for N > n_x",
    source=Source(PAPER, "Proposition 3.1, lambda_min(K) > 0"),
    statement=r"K = \Xi^\top D(\rho)\,\Xi:\quad L K R = I_k \implies k \le T n_x,\; k \le N T;"
    r"\qquad T n_x < N T \text{ for } N > n_x",
    assumptions=(r"$\rho_j \ge 0$, $n_y = 1$",),
    subject=Bounds(),
    says=says_bounds,
    checks=(
        proof_of(says_bounds, by_factors, instances=SIZES),
        certificate(says_bounds, proof=("kernel_as_product.v", "rank_bound.v"), tier="deep"),
        instances_of(says_bounds, instances=SIZES),
    ),
    mutants=(
        Mutant("one-input", Bounds(by_inputs=lambda N, T, n_x: 1 * T), "for one input"),
        Mutant("one-sequence", Bounds(by_sequences=lambda N, T, n_x: 1 * T), "for one sequence"),
        Mutant("always-full", Bounds(by_inputs=lambda N, T, n_x: N * T), "full, whatever N is"),
    ),
    late=(
        Mutant(
            "one-less",
            Bounds(by_inputs=lambda N, T, n_x: T * n_x if T < 1000 else T * n_x - 1),
            "a dimension less for 1,000 times and more",
        ),
        Mutant(
            "full-later",
            Bounds(by_inputs=lambda N, T, n_x: T * n_x if T < 1000 else N * T),
            "full, for 1,000 times and more",
        ),
    ),
    new=True,
    notes="K has an inverse if and only if its rank is N T, the number of its rows. Both bounds are"
    " attained (linear-rnn/new-gram-rank).",
)


@dataclass(frozen=True)
class Rank:
    """The largest rank that the matrix over N sequences of length T can have (n_y = 1)."""

    most: Callable = lambda N, T, n_x: minimum(N, n_x) * T


def says_rank(rank, w):
    """The rank is at most T n_x and N T, so T min(N, n_x); the impulses attain that; less is 0.

    That L K R is the identity of k rows bounds k, for any data; `most` is the smaller bound.

    Impulses: of m + p sequences with m + q inputs, number i < m is the unit vector e_i at time 0,
    and 0 later, and the others are 0, with weights rho_j = r_j^2 none of which is 0. Rows of K are
    counted by sequence and time, those of the first m sequences first; rows of Xi by lag and input,
    those of the first m inputs first. So T m rows of K are independent, where N or n_x is m.
    """
    N, T, n_x, k, more = (w.size(name) for name in ("N", "T", "n_x", "k", "more"))
    x, root = w.array("x", N, T, n_x), w.array("r", T)
    rho = w.entries(lambda _, j, b: root[j] * root[j], (T, n_x))
    matrix = of_data(w, lambda i, s, b: x[i, s, b], rho, N, T, n_x)
    L = w.array("L", k, matrix.shape[0])
    R = w.right_inverse("R", L @ matrix)
    one = w.identity(k)
    most, bounds = w.call(rank.most, N, T, n_x), (AtMost(k, T * n_x), AtMost(k, N * T))
    at_more = w.call(rank.most, n_x + more, T, n_x)
    return All(
        (
            Implies(Equal(L @ matrix @ R, one), All(bounds)),
            Implies(AtMost(n_x, N), Equal(most, T * n_x)),
            Implies(AtMost(N, n_x), Equal(most, N * T)),
            Less(at_more, (n_x + more) * T),
            *says_attained(rank, w, T, root),
        )
    )


def of_data(w, entry, rho, N, T, n_x):
    """Return Xi^T D(rho) Xi of N sequences, with `entry(i, s, b)` for input b at time s of i."""

    def delayed(at, j, b, i, t):
        return at.sum(lambda s: at.lag(t, s, j) * entry(i, s, b), T)

    xi = w.entries(delayed, (T, n_x), (N, T))
    return kernel(xi, xi, rho)


def says_attained(rank, w, T, root):
    """Say that T m rows of K are independent for impulses, and that this is the largest rank."""
    m, p, q = w.size("m"), w.size("p", least=0), w.size("q", least=0)

    delayed = w.entries(
        lambda at, j, t: at.sum(lambda s: at.lag(t, s, j) * at.delta(s, 0), T), T, T
    )

    some = w.entries(lambda at, j, b, i, t: delayed[j, t] * at.delta(i, b), (T, m), (m, T))
    above = concatenate([some.T, w.zeros((p, T), (T, m))])
    below = concatenate([w.zeros((m, T), (T, q)), w.zeros((p, T), (T, q))])
    xi = concatenate([above.T, below.T])
    rho = concatenate([w.entries(lambda _, j, b: root[j] * root[j], (T, n)) for n in (m, q)])
    K = kernel(xi, xi, rho)

    def one(at, i, t, k, u):
        return at.delta(i, k) * at.delta(t, u)

    def divided(at, i, t, k, u):
        return one(at, i, t, k, u) / (root[t] * root[t])

    L, R = (
        concatenate([w.entries(entry, (m, T), (m, T)), w.zeros((p, T), (m, T))])
        for entry in (one, divided)
    )
    share = w.entries(lambda _, j: root[j] * root[j] / (root[j] * root[j]), T)
    none_is_0 = Equal(share, w.entries(lambda at, j: 1, T))
    largest = (w.call(rank.most, *sizes) for sizes in ((m + p, T, m), (m, T, m + q)))
    attained = Equal(L.T @ K @ R, w.entries(one, (m, T), (m, T)))
    cases = "N at least n_x", "N at most n_x"
    reached = (
        NamedEqual(number, T * m, f"largest rank for {case}", "the rank attained")
        for case, number in zip(cases, largest, strict=True)
    )
    return Implies(none_is_0, attained), *reached


def by_factors_and_impulses(whole):
    """Both bounds are those of factors; the impulses make K diagonal, with 1 for rho_t / rho_t."""
    bound, *smaller, less, attained, more_sequences, more_inputs = whole.parts
    said = attained.body.rhs
    (_, t), _ = (axis[0].indices(place) for place, axis in enumerate(said.axes))
    once = symbol_array("once", family("j", t.size))

    def entry(i, t, k, u):
        return once[t] * delta(i, k) * delta(t, u)

    diagonal = array_of({tuple(part.name for (part,) in said.axes): entry}, *said.axes)
    return conjunction(
        whole,
        given_each(bound, *by_both_factors(bound.hypothesis, bound.body.parts)),
        *map(arithmetic, (*smaller, less)),
        replacing(attained, diagonal, once),
        *map(prove, (more_sequences, more_inputs)),
    )


@check("search")
def check_rank(rank):
    """Random rational data sets of four sizes: the rank never exceeds the bound."""
    for N, T, n_x in ((1, 2, 1), (2, 2, 1), (1, 2, 2), (3, 2, 2)):

        def within(xs, N=N, T=T, n_x=n_x):
            return bool(_rank(xs) <= rank.most(N, T, n_x))

        found = search({"xs": arrays_of(N, T, n_x)}, within, examples=40, scope=f"{N}, {T}, {n_x}")
        if found.verdict is not Verdict.HOLDS:
            return found
    return Evidence.holds("N <= 3, T = 2, n_x <= 2")


def _rank(xs):
    columns = [toeplitz(EXACT.array(x.tolist())) for x in xs]
    rows = [[entry for matrix in columns for entry in matrix[i]] for i in range(len(columns[0]))]
    return flint.fmpq_mat(rows).rank()


@check("exact", kills=("always-full", "one-input"))
def check_rank_attained(rank):
    """Some data set of small integers attains the bound, for N, T <= 3 and n_x <= 2."""
    draws = np.random.default_rng(0)  # any data would do: one that attains it is enough
    for N, T, n_x in ((N, T, n_x) for N in (1, 2, 3) for T in (1, 2, 3) for n_x in (1, 2)):
        best = max(_rank(draws.integers(-5, 6, (N, T, n_x))) for _ in range(5))
        if best != rank.most(N, T, n_x):
            return Evidence.refuted(
                Counterexample({"N": N, "T": T, "n_x": n_x}, str(rank.most(N, T, n_x)), str(best))
            )
    return Evidence.holds("N <= 3, T <= 3, n_x <= 2")


RANKS = [sizes | {"more": 1, "m": 1, "p": p, "q": 1 - p} for p, sizes in enumerate(SIZES[:2])]

gram_rank = Claim(
    id="linear-rnn/new-gram-rank",
    title="The kernel matrix has rank at most T min(N, n_x), attained: lambda_min = 0 for N > n_x",
    source=Source(PAPER, "Proposition 3.1, lambda_min(K) > 0"),
    statement=r"\max_{x^1, \dots, x^N} \mathrm{rank}\,\Xi^\top D(\rho)\,\Xi = T \min(N, n_x)",
    assumptions=(r"$\rho_j > 0$, $n_y = 1$",),
    subject=Rank(),
    says=says_rank,
    checks=(
        proof_of(says_rank, by_factors_and_impulses, instances=RANKS),
        check_rank.killing("one-input"),
        check_rank_attained,
        certificate(says_rank, proof=("kernel_as_product.v", "gram_rank.v"), tier="deep"),
    ),
    mutants=(
        Mutant("always-full", Rank(lambda N, T, n_x: N * T), "full rank, whatever N is"),
        Mutant("one-input", Rank(lambda N, T, n_x: 1 * T), "for one input"),
    ),
    late=(
        Mutant(
            "one-less",
            Rank(lambda N, T, n_x: minimum(N, n_x) * T - (0 if T < 999 else 1)),
            "one less for 999 times and more",
        ),
        Mutant(
            "full-later",
            Rank(lambda N, T, n_x: minimum(N, n_x) * T if N < 999 else N * T),
            "full rank for 999 sequences and more",
        ),
    ),
    new=True,
    notes="Xi has T n_x rows and N T columns. Weights that are squares are all that are not"
    " negative. What follows for the paper's experiments is in linear-rnn/new-own-experiments.",
)
