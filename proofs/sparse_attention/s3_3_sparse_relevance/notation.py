"""Sec. 3.3, notation: at most kappa weights that are not 0, and chains of depth at most d.

The sparsity coefficient is kappa, and d the maximal dependency depth. States are ordered by weight,
of equals the earlier first: a strict total order, so that the ranks 0, ..., t - 1 occur once each,
and those below kappa are min(kappa, t). The cell is run for small kappa and t, and its weights
looked at.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from constructions.cells.attentive_rnn import attention_hops, uniform_attention
from constructions.cells.top_kappa_rnn import TopKappaRNN
from proofs.sparse_attention import PAPER
from proofs.sparse_attention.local_jacobians import rational_network
from proofs.sparse_attention.ranks import higher_or_earlier, rank
from theorem_checks import (
    All,
    AtMost,
    Claim,
    Counterexample,
    Equal,
    Evidence,
    Implies,
    Less,
    Mutant,
    Source,
    all_of,
    certificate,
    check,
    iff,
    implies,
    maximum,
    minimum,
    proof_of,
    prove_by_induction,
    prove_for_all,
    reals,
)

NOTATION = Source(PAPER, "Sec. 3.3, Notation")


@dataclass(frozen=True)
class TopKappa:
    """Attention to the first of all states in an order: which order, how many, and the cell."""

    before: Callable[..., Any] = higher_or_earlier
    number: Callable[[Any, Any], Any] = minimum
    cell: Callable[..., Any] = TopKappaRNN


@check("solver", kills=("kappa", "later-of-equals-too"))
def check_number_kept(top):
    """The order is strict and total, so that of t states just the ranks 0, ..., t - 1 occur.

    Those below kappa are kept: the ranks up to min(kappa, t) - 1.
    """
    (u, i), (v, j), (w, k) = (reals(f"{x} {y}") for x, y in ("ui", "vj", "wk"))
    kappa, t, rank = reals("kappa t rank")
    one, other = top.before(u, i, v, j), top.before(v, j, u, i)
    return all_of(
        {
            "one of two goes before": prove_for_all(
                (one | other) & ~(one & other), assume=[i != j]
            ),
            "transitive": prove_for_all(
                implies(one & top.before(v, j, w, k), top.before(u, i, w, k)),
                assume=[i != j, j != k, i != k],
            ),
            "ranks that are kept": prove_for_all(
                iff(rank < kappa, rank < top.number(kappa, t)),
                assume=[rank >= 0, rank <= t - 1, kappa >= 1],
            ),
            "and that occur": prove_for_all(top.number(kappa, t) <= t, assume=[kappa >= 1, t >= 1]),
        },
        "all kappa, t, all positive weights",
        words=("in a strict total order of t things the ranks are 0, ..., t - 1, once each",),
    )


@check("exact")
def check_nonzero_weights(top):
    """The cell, kappa <= 3 and t <= 6: so many weights, which are the best and add up to 1."""
    network, first, inputs = rational_network(2, lambda h, c: h + c)
    parts: Any = network
    for kappa in (1, 2, 3):
        cell = top.cell(parts.V, parts.U, parts.b, parts.weight, parts.phi, parts.combine, kappa)
        states, outputs = cell.run(first, inputs[:5])
        for t in range(2, 7):
            found = cell.weights(outputs[t - 2], states[:t])
            full = network.weights(outputs[t - 2], states[:t])
            stated = top.number(kappa, t)
            best = {i for i in range(t) if rank(full, i, top.before) < stated}
            if {i for i, w in enumerate(found) if w != 0} != best or sum(found) != 1:
                values = {"kappa": kappa, "t": t}
                return Evidence.refuted(
                    Counterexample(values, f"weights of {sorted(best)}", f"{found}")
                )
    return Evidence.holds("kappa <= 3, t <= 6, rational weights")


class OneMoreRNN(TopKappaRNN):
    """Keeps one state too many."""

    def keeps(self, rank):
        """Return whether the state of a rank is kept."""
        return rank <= self.kappa


class WorstRNN(TopKappaRNN):
    """Keeps the states of the lowest weight."""

    def weights(self, s_before, states):
        """Return the weights, the largest ones zero."""
        inverse = replace(self, weight=lambda s, h: 1 / self.weight(s, h))
        return super(WorstRNN, inverse).weights(s_before, states)


sparsity = Claim(
    id="sparse-attention/kappa-def",
    title="Attention to the kappa best states is kappa-sparse: min(kappa, t) nonzero weights",
    source=NOTATION,
    statement=r"\#\{i: \alpha_{i,t} \ne 0\} = \min(\kappa, t)",
    subject=TopKappa(),
    checks=(check_number_kept, check_nonzero_weights.killing("one-more", "worst")),
    mutants=(
        Mutant("one-more", TopKappa(cell=OneMoreRNN), "kappa + 1 states"),
        Mutant("worst", TopKappa(cell=WorstRNN), "the least instead of the best"),
        Mutant("kappa", TopKappa(number=lambda kappa, t: kappa), "kappa of fewer states"),
        Mutant(
            "later-of-equals-too",
            TopKappa(lambda w, i, other, j: w >= other),
            "equal weights have one rank",
        ),
    ),
    notes="Softmax weights are never 0: without such a cut the network is t-sparse, and not less.",
)


def window_depth(nu, T):
    """Return the maximal depth: T / nu, rounded up."""
    return -(-T // nu)


def says_depth(depth, w):
    """No chain from s_T to h_1 has fewer hops than stated, and one has as many; to h_t, no more.

    A hop from s_u goes to some h_{u-gap}, 0 <= gap < nu, and on at s_{u-gap-1}: `at` is where a
    chain is after d hops, and 0 where its last one went to h_1. `far` is where one is that goes
    back as far as it can at each hop. The chains to h_t are those to h_1 of a sequence that is
    t - 1 shorter.
    """
    nu, T, t = w.size("nu"), w.size("T"), w.size("t")
    gap = w.sequence("gap", lambda gap, d: AtMost(gap[d], nu - 1), integer=True, nonnegative=True)
    at = w.recurrence("at", T, lambda at, d: at[d] - gap[d] - 1)
    far = w.recurrence("far", T, lambda far, d: maximum(far[d] - nu, 0))
    stated, shorter = w.call(depth, nu, T), w.call(depth, nu, T - t + 1)

    def said(d):
        arrived = Implies(Equal(at[d], 0), AtMost(stated, d))
        attained = Implies(Equal(d, stated), Equal(far[d], 0))
        before = Implies(Less(d, stated), Less(0, far[d]))
        bounds = AtMost(T - nu * d, at[d]), Equal(far[d], maximum(T - nu * d, 0))
        return All((*bounds, arrived, attained, before, AtMost(shorter, stated)))

    return w.for_all("d", said)


@check("exact")
def check_depth_of_windows(depth):
    """s_t looks at h_{t-nu+1}, ..., h_t: the maximum over all t of the depth, by search."""
    for nu in range(1, 5):
        attention = uniform_attention({t: range(max(1, t - nu + 1), t + 1) for t in range(1, 13)})
        for T in range(1, 13):
            found = max(attention_hops(attention, t, T) or 0 for t in range(1, T + 1))
            if found != (stated := depth(nu, T)):
                return Evidence.refuted(Counterexample({"nu": nu, "T": T}, f"{stated}", f"{found}"))
    return Evidence.holds("nu <= 4, T <= 12")


maximal_depth = Claim(
    id="sparse-attention/d-def",
    title="The maximal depth over all t, for a window of nu states, is ceil(T / nu)",
    source=NOTATION,
    statement=r"d = \max_t d_t,\quad d = \lceil T / \nu \rceil \text{ for a window of } \nu",
    subject=window_depth,
    says=says_depth,
    checks=(
        proof_of(says_depth, prove_by_induction),
        certificate(says_depth, proof="depth_of_windows.v", tier="deep"),
        check_depth_of_windows,
    ),
    mutants=(
        Mutant("floor", lambda nu, T: T // nu, "rounded down"),
        Mutant("one-more", lambda nu, T: T // nu + 1, "also where nu divides T"),
    ),
    late=(
        Mutant(
            "wide",
            lambda nu, T: -(-T // nu) if nu < 5000 else T // nu + 1,
            "also where nu divides T, from nu = 5000 on",
        ),
    ),
    notes="A reading: the text says maximal depth, and not over what; here it is the"
    " largest over all t at the last time T. So a window alone leaves d unbounded, whatever its"
    " width.",
)
