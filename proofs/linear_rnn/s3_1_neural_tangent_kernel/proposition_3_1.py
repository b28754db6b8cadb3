r"""Proposition 3.1: what it assumes, for a linear network and for the paper's own experiments.

The proposition is cited, not proved in the text. Examined here are its conditions: those on the
activation, the sense of 'positive semi-definite', and lambda_min(K) > 0.
"""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import product

import flint
import numpy as np

from constructions.arrays import EXACT, concatenate, ones, outer
from proofs.linear_rnn import PAPER
from proofs.linear_rnn.s3_2_convolutional_model.theorem_3_2 import toeplitz
from theorem_checks import (
    All,
    AtMost,
    Claim,
    Control,
    Counterexample,
    Equal,
    Evidence,
    ForReals,
    Ground,
    Implies,
    Index,
    Less,
    Mutant,
    Source,
    Sum,
    Verdict,
    all_of,
    arithmetic,
    array_of,
    arrays_of,
    certificate,
    check,
    conjunction,
    consequence,
    delta,
    family,
    given_each,
    iff,
    implies,
    inner_dimension,
    instances_of,
    lag,
    minimum,
    proof_of,
    prove,
    prove_for_all,
    reals,
    replacing,
    required_blocks,
    search,
    sum_of_squares,
    symbol_array,
    where,
)
from theorem_checks.statements.arrays.symbolic_arrays import SymbolicArray

# The conditions on the activation


@dataclass(frozen=True)
class Activation:
    """An activation and its derivative."""

    value: Callable = lambda x: x
    slope: Callable = lambda x: 1 + 0 * x


def says_conditions(sigma, w):
    """|sigma(0)|, |sigma'| and the Lipschitz constant are at most 1.

    That sigma' is the derivative: sigma(x + h) = sigma(x) + h sigma'(x) + O(h^2), for all x and h.
    """
    x, y, h = w.reals("x y h")
    at_zero = sigma.value(0 * x)
    apart = sigma.value(x) - sigma.value(y)
    left = sigma.value(x + h) - sigma.value(x) - h * sigma.slope(x)
    return All(
        (
            ForReals((at_zero <= 1) & (at_zero >= -1)),
            ForReals((left <= h * h) & (left >= -h * h)),
            ForReals((sigma.slope(x) <= 1) & (sigma.slope(x) >= -1)),
            ForReals(implies(x >= y, (apart <= x - y) & (-apart <= x - y))),
        )
    )


activation = Claim(
    id="linear-rnn/prop-3.1-hyp",
    title="The linear network meets the proposition's conditions on the activation",
    source=Source(PAPER, "Proposition 3.1, conditions on sigma"),
    statement=r"|\sigma(0)|,\; \|\sigma'\|_\infty,\;"
    r" \sup_{x \ne x'} \frac{|\sigma(x) - \sigma(x')|}{|x - x'|} < \infty"
    r"\quad\text{for } \sigma(x) = x",
    subject=Activation(),
    says=says_conditions,
    checks=(proof_of(says_conditions), instances_of(says_conditions)),
    mutants=(
        Mutant(
            "square",
            Activation(lambda x: x * x, lambda x: 2 * x),
            "an activation without a Lipschitz constant",
        ),
        Mutant("jump", Activation(lambda x: where(x > 0, 1 + x, x)), "an activation with a jump"),
        Mutant("steep", Activation(slope=lambda x: 2 + 0 * x), "another derivative"),
    ),
    late=(
        Mutant(
            "far",
            Activation(lambda x: where(x > 10**9, 2 * x - 10**9, x)),
            "twice as steep from 10^9 on",
        ),
    ),
    notes="As printed, the third condition repeats the second: by the mean value theorem both are"
    " the Lipschitz constant of sigma. The cited theorems ask that sigma' be Lipschitz.",
)


# Positive semi-definite, for a pair of inputs and for a data set


def kernel(left, right, weights):
    """Return T(x)^T D(rho) T(x') from the matrices T of two inputs, or of two groups of them."""
    every = ones((right.shape[1],), like=right)
    return left.T @ (outer(weights, every) * right)


def of_pair(left, right, weights):
    """Return K(x, x') for a pair of inputs."""
    return kernel(left, right, weights)


def of_both(left, right, weights):
    """Return the matrix of the four blocks K(x, x), K(x, x'), K(x', x), K(x', x')."""
    rows = [[kernel(a, b, weights) for b in (left, right)] for a in (left, right)]
    return concatenate([concatenate([block.T for block in row]).T for row in rows])


@dataclass(frozen=True)
class Definite:
    """The matrix that is said to be positive semi-definite: from T(x), T(x') and rho.

    And `whole`, from the T(x^i) of a data set side by side, those of another one, and rho.
    """

    arranged: Callable
    whole: Callable = lambda xi, zeta, rho: kernel(xi, xi, rho)

    def matrix(self, x, other, rho):
        """Return it for one input and one output."""
        return self.arranged(toeplitz(x), toeplitz(other), rho)


def _is_semidefinite(matrix):
    """Whether an exact matrix is symmetric and all its principal minors are at least 0."""
    size = len(matrix)
    if any(matrix[i, k] != matrix[k, i] for i in range(size) for k in range(size)):
        return False
    for mask in range(1, 2**size):
        chosen = [i for i in range(size) if mask >> i & 1]
        minor = flint.fmpq_mat([[matrix[i, k] for k in chosen] for i in chosen])
        if minor.det() < 0:
            return False
    return True


@check("exact")
def check_semidefinite(definite):
    """For T = 1 and T = 2, one input and one output, inputs in {-1, 0, 1}, rho = (2, 3)."""
    values = (1, 0, -1)
    for length in (1, 2):
        rho = EXACT.array([2, 3][:length])
        inputs = [EXACT.array([[v] for v in combo]) for combo in product(values, repeat=length)]
        for x, other in ((p, q) for p in inputs for q in inputs):
            if not _is_semidefinite(definite.matrix(x, other, rho)):
                point = {"T": length, "x": x, "x'": other, "rho": rho}
                matrix = [[str(e) for e in row] for row in definite.matrix(x, other, rho)]
                return Evidence.refuted(
                    Counterexample(point, "positive semi-definite", str(matrix))
                )
    return Evidence.holds("T <= 2, n_x = n_y = 1, inputs in {-1, 0, 1}")


def says_semidefinite(definite, w):
    """The quadratic form of the matrix, for n_y outputs that do not mix, is never negative.

    Xi is T(x^1), ..., T(x^N) side by side, with a row for each lag and input, and a column for each
    sequence and time: so the block of two sequences is their kernel, as linear-rnn/thm-3.2 has it.
    Another data set stands in Zeta.
    """
    N, T, n_x, n_y = (w.size(name) for name in ("N", "T", "n_x", "n_y"))
    data, other = (w.array(name, N, T, n_x) for name in ("x", "z"))
    root = w.array("r", T)
    rho = root * root

    def arranged(of):
        def entry(at, j, b, i, t):
            return at.sum(lambda s: at.lag(t, s, j) * of[i, s, b], T)

        return w.entries(entry, (T, n_x), (N, T))

    weights = w.entries(lambda _, j, b: rho[j], (T, n_x))
    xi = arranged(data)
    matrix = definite.whole(xi, arranged(other), weights)

    u = w.array("u", N, T, n_y)
    v = w.entries(lambda _, i, t, a: u[i, t, a], (N, T), n_y)
    form = v * (matrix @ v)
    total = ones((form.shape[0],), like=v) @ (form @ ones((n_y,), like=v))
    return All((AtMost(0, total), Equal(matrix, kernel(xi, xi, weights))))


def by_squares(both):
    """The form is the sum over lags, inputs and outputs of the squares of r_j Xi v."""
    bound, equal = both.parts
    x, u, root = (both.array(name) for name in ("x", "u", "r"))
    N, T, n_x, n_y = (axis[0].sizes[0] for axis in (*x.axes, u.axes[2]))

    def entry(j, b, a):
        i, t, s = Index("i", N), Index("t", T), Index("s", T)
        return root[j] * Sum(lag(t, s, j) * x[i, s, b] * u[i, t, a], i, t, s)

    axes = (family("j", T), family("b", n_x), family("a", n_y))
    squared = array_of({("j", "b", "a"): entry}, *axes)
    return conjunction(both, sum_of_squares(bound, (1, squared)), prove(equal))


AS_PRINTED = Definite(of_pair, kernel)
OF_DATA_SET = Definite(of_both)
DATA = [{"N": 1, "T": 1}, {"N": 2, "T": 2}, {"N": 1, "T": 3}]

pairwise = Claim(
    id="linear-rnn/eq-15",
    title="The limit K(x, x') is a positive semi-definite matrix for every x and x'",
    source=Source(PAPER, "Proposition 3.1, eq. (15)"),
    statement=r"\forall x, x':\; K(x, x') \succeq 0",
    subject=AS_PRINTED,
    checks=(check_semidefinite,),
    controls=(Control("data-set", OF_DATA_SET, "the matrix of a whole data set"),),
    expect=Verdict.REFUTED,
    repaired_by="linear-rnn/new-gram-semidefinite",
    notes="For x' = -x it is negative. What is positive semi-definite is the matrix of a data set.",
)

gram = Claim(
    id="linear-rnn/new-gram-semidefinite",
    title="The matrix of all K(x^i, x^k) over a data set is positive semi-definite",
    source=Source(PAPER, "Proposition 3.1, eq. (15), corrected"),
    statement=r"[K(x^i, x^k)]_{i,k} = \Xi^\top D(\rho)\,\Xi \otimes I_{n_y} \succeq 0",
    subject=OF_DATA_SET,
    says=says_semidefinite,
    checks=(
        proof_of(says_semidefinite, by_squares, instances=DATA),
        certificate(says_semidefinite, proof="gram_semidefinite.v", instances=DATA, tier="deep"),
        check_semidefinite,
    ),
    mutants=(
        Mutant("pair", AS_PRINTED, "a pair of inputs"),
        Mutant(
            "negative",
            Definite(
                lambda x, other, rho: -of_both(x, other, rho),
                lambda xi, zeta, rho: -kernel(xi, xi, rho),
            ),
            "the sign",
        ),
    ),
    late=(
        Mutant(
            "many-columns",
            Definite(
                of_both,
                lambda xi, zeta, rho: kernel(xi, xi, rho) * (1 if xi.shape[1] < 999 else -1),
            ),
            "the sign, from 999 columns on",
        ),
    ),
    repairs=("linear-rnn/eq-15",),
    new=True,
)


# lambda_min(K) > 0


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
    one = w.entries(lambda at, i, j: at.delta(i, j), k, k)
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
        weights = at_one_place(hypothesis, block)
        part = consequence(Implies(hypothesis, block.equal), [], [(1, weights)])
        found.append(inner_dimension(Implies(hypothesis, said), *factors, part))
    return found


def at_one_place(equation, block):
    """Return weights of the entry of an equation at which a block is looked at."""
    axes = equation.lhs.axes
    (row,), (column,) = (axis[0].indices(number) for number, axis in enumerate(axes))
    (i,), (j,) = block.rows, block.columns
    return SymbolicArray(axes, {(0, 0): delta(row, i) * delta(column, j)})


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
        certificate(says_bounds, proof="rank_bound.v", tier="deep"),
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
    one = w.entries(lambda at, i, j: at.delta(i, j), k, k)
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

    def none(rows, columns):
        return w.entries(lambda *_: 0, rows, columns)

    some = w.entries(lambda at, j, b, i, t: delayed[j, t] * at.delta(i, b), (T, m), (m, T))
    above = concatenate([some.T, none((p, T), (T, m))])
    below = concatenate([none((m, T), (T, q)), none((p, T), (T, q))])
    xi = concatenate([above.T, below.T])
    rho = concatenate([w.entries(lambda _, j, b: root[j] * root[j], (T, n)) for n in (m, q)])
    K = kernel(xi, xi, rho)

    def one(at, i, t, k, u):
        return at.delta(i, k) * at.delta(t, u)

    def divided(at, i, t, k, u):
        return one(at, i, t, k, u) / (root[t] * root[t])

    L, R = (
        concatenate([w.entries(entry, (m, T), (m, T)), none((p, T), (m, T))])
        for entry in (one, divided)
    )
    share = w.entries(lambda _, j: root[j] * root[j] / (root[j] * root[j]), T)
    none_is_0 = Equal(share, w.entries(lambda at, j: 1, T))
    largest = (w.call(rank.most, *sizes) for sizes in ((m + p, T, m), (m, T, m + q)))
    attained = Equal(L.T @ K @ R, w.entries(one, (m, T), (m, T)))
    return Implies(none_is_0, attained), *(Equal(number, T * m) for number in largest)


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


# The paper's own experiments


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
        full = flint.nmod_mat(rows, PRIME).rank() == N * T
        if full != hypothesis.possible(N, T, n_x):
            point = {"N": N, "T": T, "n_x": n_x}
            return Evidence.refuted(
                Counterexample(point, f"{name}: possible is {not full}", f"full rank is {full}")
            )
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
