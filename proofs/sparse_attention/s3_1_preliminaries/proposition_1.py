"""Proposition 1: the derivative ds_{t+k}/dh_t as a sum of products of Jacobians over chains.

By the chain rule D_k = E_k + sum_{j < k} F_{k,j} D_j. A chain has no index, which gives E_k, or a
last one j, before which stands a chain below j; so the sum Y_{s,k} over chains of at most s indices
is E_k + sum_{j < k} F_{k,j} Y_{s-1,j}. By induction over s, and over k within it, Y_{s,k} = D_k
where k <= s.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from constructions.cells.self_attentive_rnn import summed
from constructions.gradient_paths import chains
from proofs.sparse_attention import PAPER
from proofs.sparse_attention.free_jacobians import (
    Columns,
    Matrix,
    OfAnySize,
    counted,
    free_jacobians,
    monomials,
)
from proofs.sparse_attention.local_jacobians import (
    local_jacobians,
    rational_network,
    total_derivative,
)
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
    binomial,
    certificate,
    check,
    proof_of,
    prove_by_induction,
    prove_by_strong_induction,
)
from theorem_checks.certifying.lemmas import lemmas

__all__ = ["PLACE", "Proposition1"]

PLACE = Source(PAPER, "Proposition 1, eq. (3)")
SETTING = (
    "the network of eqs (1)-(2), phi, f and the alignment differentiable",
    r"partial derivatives of $s_{t+k}$ at fixed $s_{t+k-1}$ and fixed other states",
)


@dataclass(frozen=True)
class Proposition1:
    """The right-hand side: the matrices E and F, the index sets, the order of the product.

    `last` is F_{k,k-1}, and `through` is F_{k,j} for j < k - 1; i_s < k - `left_out`.
    """

    first: Callable[..., Any] = lambda local, t, k: local.first(t, k)
    last: Callable[..., Any] = lambda local, t, k: local.factor(t, k, k - 1)
    through: Callable[..., Any] = lambda local, t, k, j: local.through_state(t, k, j)
    left_out: int = 0
    times: Callable[..., Any] = lambda local, factor, before: local.times(factor, before)

    def xi(self, local, t, k, s):
        """Return the sum over all index sets 0 <= i_1 < ... < i_s < k, by the last index i_s."""
        if s == 0 or k == 0:
            return self.first(local, t, k) if s == 0 else None
        before = [self.xi(local, t, j, s - 1) for j in range(k)]
        return self.longer(local, t, k, before, lambda part, n: _sum_of(map(part, range(n))))

    def derivative(self, local, t, k):
        """Return the sum over s = 0..k."""
        return _sum_of(self.xi(local, t, k, s) for s in range(k + 1))

    def longer(self, local, t, k, before, total):
        """Return the sum of F_{k,j} `before[j]` over the last indices j = i_s, for k >= 1.

        `total(part, n)` adds up over j < n; what is absent is None.
        """

        def part(factor, j):
            absent = factor is None or before[j] is None
            return None if absent else self.times(local, factor, before[j])

        earlier = total(lambda j: part(self.through(local, t, k, j), j), k - 1)
        last = None if self.left_out else part(self.last(local, t, k), k - 1)
        return _sum_of((earlier, last))


def _sum_of(parts):
    """Add up what there is."""
    present = [part for part in parts if part is not None]
    return sum(present[1:], start=present[0]) if present else None


def says_sum_over_chains(proposition, w):
    """ds_{t+k}/dh_t, by the chain rule of the shipped code, is the sum over all chains below k.

    For free matrices P, J and Q of n units at all times, every n, t and k, column by column. P at
    times t and i is the partial derivative of s_t by h_i, J at t is dh_{t+1}/ds_t, and Q at t is
    the partial derivative of s_t by s_{t-1}; last of their indices are those of row and `column`.
    D at k is ds_{t+k}/dh_t, of which, as of Y, there is one column. `Y[s, k]` is the sum over
    the chains of at most s indices below k: it has E_k for the one without any, and for each last
    index j < k the factor F_{k,j} before the sum over those of at most s - 1 below j. As k indices
    are the most that there are below k, all are counted where k <= s.
    """
    network, t, column = OfAnySize(w), w.size("t"), w.size("column", least=0)
    total, local = network.total, network.local
    first_of_all: Any = local.first(t, 0)

    def derivative(D, k, a):
        before = Columns(lambda j, b: D[j, b])
        return local.derivative(t, k + 1, before, total)(a, column)

    def first(k, a):
        return proposition.first(local, t, k)(a, column)

    def longer(Y, s, k, a):
        before = Columns(lambda j, b: Y[s, j, b])
        further = proposition.longer(local, t, k + 1, before, total)
        return first(k + 1, a) + further(a, column)

    D = w.rows("D", lambda a: first_of_all(a, column), derivative)
    Y = w.table_of("Y", first, lambda _, a: first(0, a), longer, axes=3)

    def said(s, k):
        return w.for_all("a", lambda a: Implies(AtMost(k, s), Equal(Y[s, k, a], D[k, a])))

    return w.for_all("s", lambda s: w.for_all("k", lambda k: said(s, k)))


NETWORKS = [
    {"n": n, "t": t, "column": column, "s": s, "k": k, "a": a}
    for n, t, column, s, k, a in ((1, 1, 0, 2, 2, 0), (2, 2, 1, 3, 2, 1))
]


@check("exact")
def check_rational_networks(proposition):
    """Networks of two units with rational attention: against dual numbers, exactly."""
    for name, combine in (("h + c", summed), ("h + c + h c", lambda h, c: h + c + h * c)):
        network, first, inputs = rational_network(2, combine)
        local = local_jacobians(network, first, inputs[:3])
        for t, k in ((1, 0), (1, 1), (1, 3), (2, 2)):
            claimed = proposition.derivative(local, t, k)
            found = total_derivative(network, first, inputs[:3], t, k)
            by_terms = sum(local.term(t, k, chain) for chain in chains(k))  # of the shipped code
            by_parts = sum(local.by_factors(t, k))
            if not all(np.array_equal(one, found) for one in (claimed, by_terms, by_parts)):
                shown = [str(x) for x in np.ravel(claimed)], [str(x) for x in np.ravel(found)]
                values = {"n": 2, "f": name, "t": t, "k": k}
                return Evidence.refuted(Counterexample(values, f"{shown[0]}", f"{shown[1]}"))
    return Evidence.holds("n = 2, rational attention, quadratic phi, two f, t <= 2, k <= 3")


@check("exact", kills=("transposed-blocks",))
def check_concatenation(proposition):
    """The same where f concatenates, so that E and F are 4 x 2 and 4 x 4 for n = 2."""
    network, first, inputs = rational_network(2, lambda h, c: np.concatenate([h, c]))
    square: Any = network.V
    wide = replace(
        network,
        V=np.hstack([square, 2 * square]),
        weight=lambda s, h: 1 + (s[0] + h[1]) * (s[0] + h[1]),
    )
    local = local_jacobians(wide, first, inputs[:2])
    for t, k in ((1, 0), (1, 2), (2, 1)):
        claimed = proposition.derivative(local, t, k)
        found = total_derivative(wide, first, inputs[:2], t, k)
        if not np.array_equal(claimed, found):
            return Evidence.refuted(Counterexample({"n": 2, "t": t, "k": k}, "", "another matrix"))
    return Evidence.holds("n = 2, f = concatenation, t <= 2, k <= 2")


def _late_step(local, t, k, j):
    """P J with the Jacobian J_{t+j+1} in the place of J_{t+j}."""
    read, step = local.by_state[t + k].get(t + j + 1), local.step.get(t + j + 1)
    return local.times(read, step) if step is not None else None


def _late_last(local, t, k):
    parts = [_late_step(local, t, k, k - 1), local.past_state(t, k, k - 1)]
    found = [part for part in parts if part is not None]
    return sum(found[1:], start=found[0]) if found else None


def _transposed(factor):
    if isinstance(factor, Matrix):
        return Matrix(lambda a, b: factor(b, a))
    return factor.T if hasattr(factor, "T") else factor


PRINTED = Proposition1()
KILLED = ("no-past-output", "next-jacobian", "short-chains", "reversed", "first-of-the-next")

proposition_1 = Claim(
    id="sparse-attention/prop-1",
    title="ds_{t+k}/dh_t is the sum of products of F and E over chains, taken by their last index",
    source=PLACE,
    statement=r"\frac{ds_{t+k}}{dh_t} = Y_{k,k}, \quad"
    r" Y_{s,k} = E_k + \sum_{j < k} F_{k,j}\, Y_{s-1,j}, \quad Y_{0,k} = E_k,"
    r" \quad \text{taken by the last index } j \text{ of the chains in}"
    r"\quad \sum_{r=0}^s \xi(r), \quad \xi(r) = \sum_{0 \le i_1 < \dots < i_r < k}"
    r" F_{k,i_r} F_{i_r,i_{r-1}} \cdots F_{i_2,i_1} E_{i_1}",
    assumptions=(
        *SETTING,
        r"the sum $\xi(0) + \dots + \xi(s)$ over the chains of at most $s$ indices below $k$ is"
        r" $Y_{s,k}$, by their last index $j$: that is how it is defined here; chain by chain it is"
        r" added up, and compared with $Y_{k,k}$, for $k \le 3$",
    ),
    subject=PRINTED,
    says=says_sum_over_chains,
    checks=(
        proof_of(says_sum_over_chains, prove_by_strong_induction, instances=NETWORKS).killing(
            *KILLED
        ),
        certificate(
            says_sum_over_chains, proof=(lemmas("totals"), "proposition_1.v"), tier="deep"
        ).killing(*KILLED),
        check_rational_networks.killing(*KILLED),
        check_concatenation,
    ),
    mutants=(
        Mutant(
            "no-past-output",
            replace(PRINTED, last=lambda local, t, k: local.through_state(t, k, k - 1)),
            "forgets that attention scores see s_{t-1}",
        ),
        Mutant(
            "next-jacobian",
            replace(PRINTED, through=_late_step, last=_late_last),
            "J_{t+j+1} for J_{t+j}",
        ),
        Mutant("short-chains", replace(PRINTED, left_out=1), "i_s < k - 1"),
        Mutant(
            "reversed",
            replace(PRINTED, times=lambda local, factor, before: local.times(before, factor)),
            "the product from left to right",
        ),
        Mutant(
            "first-of-the-next",
            replace(
                PRINTED,
                first=lambda local, t, k: local.by_state[t + k].get(t + k),
            ),
            "E_k as the derivative by h_{t+k}",
        ),
        Mutant(
            "transposed-blocks",
            replace(
                PRINTED,
                through=lambda local, t, k, j: _transposed(PRINTED.through(local, t, k, j)),
                last=lambda local, t, k: _transposed(PRINTED.last(local, t, k)),
            ),
            "F transposed",
        ),
    ),
    late=(
        Mutant(
            "one-forgotten",
            replace(
                PRINTED,
                last=lambda local, t, k: (
                    local.factor(t, k, k - 1) if k < 5000 else local.through_state(t, k, k - 1)
                ),
            ),
            "forgets from k = 5000 on that attention scores see s_{t-1}",
        ),
    ),
    notes="True as printed, also where f concatenates. At t = 1 there is no s_0; it is not needed,"
    " for the only weight is 1. Agreement with JAX, for additive attention and tanh, is a test.",
)


def chains_of(k, s):
    """Return the stated number of terms of xi(s)."""
    return binomial(k, s)


def all_chains(k):
    """Return the stated number of all terms."""
    return 2**k


@dataclass(frozen=True)
class Counts:
    """How many terms eq. (3) has."""

    of_length: Callable[[Any, Any], Any] = chains_of
    in_total: Callable[[Any], Any] = all_chains


def says_counts(counts, w):
    """The numbers of terms of xi(s), for all s and k: xi(s) where each factor is 1, and no Q.

    `N[s, k]` is made from the numbers for shorter chains as eq. (3) makes xi(s), by the last index.
    In total there are as many as the chain rule of the shipped code adds up.
    """
    t, local = w.size("t"), counted(output_too=False)

    def longer(N, s, k):
        before = _Row(N, s)
        total = lambda part, n: w.sum(part, "j", 0, n - 1)  # noqa: E731
        return PRINTED.longer(local, t, k + 1, before, total)

    def derivative(D, k):
        return local.derivative(t, k + 1, D, lambda part, n: w.sum(part, "i", 0, n - 1))

    N = w.table_of("N", lambda k: PRINTED.first(local, t, k), lambda s: 0, longer)
    terms = w.recurrence("terms", local.first(t, 0), derivative)

    def of_length(s):
        def said(l):
            upto = w.sum(lambda i: N[s, i], "p", 0, l - 1)
            return All(
                (
                    Equal(N[s, l], w.call(counts.of_length, l, s)),
                    Equal(upto, w.call(counts.of_length, l, s + 1)),
                )
            )

        return w.for_all("l", said)

    def in_total(k):
        total = w.call(counts.in_total, k)
        upto = w.sum(lambda j: terms[j], "q", 0, k - 1)
        return All((Equal(terms[k], total), Equal(upto, total - 1)))

    return All((w.for_all("s", of_length), w.for_all("k", in_total)))


class _Row:
    """The row s of a table."""

    def __init__(self, table, s):
        self.table, self.s = table, s

    def __getitem__(self, k):
        return self.table[self.s, k]


@check("exact")
def check_counts_by_listing(counts):
    """Write out all terms on free symbols; without Q each is one product, and all differ."""
    for k in range(6):
        free = free_jacobians(k, output_too=False)
        sizes = [len(monomials(PRINTED.xi(free, 1, k, s))) for s in range(k + 1)]
        claimed = [int(counts.of_length(k, s)) for s in range(k + 1)]
        if sizes != claimed or sum(sizes) != counts.in_total(k):
            told = f"{claimed}, in total {counts.in_total(k)}"
            return Evidence.refuted(Counterexample({"k": k}, told, f"{sizes}, {sum(sizes)}"))
    return Evidence.holds("k <= 5")


COUNTS = Counts()


terms = Claim(
    id="sparse-attention/prop-1-count",
    title="xi(s) has binomial(k, s) terms, and there are 2^k in total",
    source=PLACE,
    statement=r"\#\{0 \le i_1 < \dots < i_s < k\} = \binom{k}{s},\quad \sum_s \binom{k}{s} = 2^k",
    subject=COUNTS,
    says=says_counts,
    checks=(
        proof_of(says_counts, prove_by_induction),
        certificate(says_counts, proof=(lemmas("binomials"), "chain_counts.v"), tier="deep"),
        check_counts_by_listing,
    ),
    mutants=(
        Mutant(
            "with-repetition",
            replace(COUNTS, of_length=lambda k, s: binomial(k + s - 1, s)),
            "weak inequalities",
        ),
        Mutant("up-to-k", replace(COUNTS, of_length=lambda k, s: binomial(k + 1, s)), "i_s <= k"),
        Mutant("one-more", replace(COUNTS, in_total=lambda k: 2 ** (k + 1)), "2^(k+1) in total"),
    ),
    late=(
        Mutant(
            "one-forgotten",
            replace(COUNTS, in_total=lambda k: 2**k - (1 if k >= 5000 else 0)),
            "one chain less from k = 5000 on",
        ),
    ),
)
