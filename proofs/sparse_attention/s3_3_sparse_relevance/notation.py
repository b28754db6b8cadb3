"""Sec. 3.3, notation: at most kappa weights that are not 0, and chains of depth at most d."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import sympy as sp

from constructions.cells.attentive_rnn import attention_hops, uniform_attention
from constructions.cells.top_kappa_rnn import TopKappaRNN
from proofs.sparse_attention import PAPER
from proofs.sparse_attention.local_jacobians import rational_network
from proofs.sparse_attention.whole_numbers import prove_for_whole_numbers
from theorem_checks import (
    Claim,
    Counterexample,
    Evidence,
    Mutant,
    Source,
    all_of,
    check,
    iff,
    implies,
    minimum,
    prove_for_all,
    prove_recurrence,
    reals,
    where,
)

NOTATION = Source(PAPER, "Sec. 3.3, Notation")


def heavier_or_earlier(w, i, other, j):
    """Say whether a state goes before another: by its weight, of equals the earlier."""
    return (w > other) | ((w == other) & (i < j))


@dataclass(frozen=True)
class TopKappa:
    """Attention to the first of all states in an order: which order, how many, and the cell."""

    before: Callable[..., Any] = heavier_or_earlier
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

            def place(i, full=full):
                return sum(top.before(w, j, full[i], i) for j, w in enumerate(full) if j != i)

            best = {i for i in range(t) if place(i) < stated}
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


def window_depth(nu, quotient, remainder):
    """Return the maximal depth for T = nu quotient + remainder: T / nu, rounded up."""
    return quotient + where(remainder > 0, 1, 0)


@check("proof")
def check_depth_for_all_windows(depth):
    """s_t reads h_{t-nu+1}, ..., h_t, and each hop to h_i goes on at s_{i-1}: nu steps a hop.

    So d hops reach back from s_T to h_{T - nu d + 1}, and h_1 is reached if and only if nu d >= T.
    """
    steps = sp.Symbol("d", integer=True, nonnegative=True)
    length, window = sp.symbols("T nu", positive=True)
    nu, quotient, remainder = reals("nu quotient remainder")
    T, d = nu * quotient + remainder, depth(nu, quotient, remainder)
    sizes = [nu >= 1, quotient >= 0, remainder >= 0, remainder <= nu - 1, T >= 1]
    return all_of(
        {
            "where a hop starts": prove_recurrence(
                length - window * steps, lambda at, _: (at - window + 1) - 1, (0, length), steps
            ),
            "d hops are enough": prove_for_whole_numbers(
                nu * d >= T, "all nu, T", assume=sizes, apart=[(remainder, 0)]
            ),
            "one less is not": prove_for_whole_numbers(
                nu * (d - 1) <= T - 1, "all nu, T", assume=sizes, apart=[(remainder, 0)]
            ),
        },
        "all nu, T",
        words=("no chain is shorter than the one that goes back as far as it can at each hop",),
    )


@check("exact")
def check_depth_of_windows(depth):
    """s_t looks at h_{t-nu+1}, ..., h_t: the maximum over all t of the depth, by search."""
    for nu in range(1, 5):
        attention = uniform_attention({t: range(max(1, t - nu + 1), t + 1) for t in range(1, 13)})
        for T in range(1, 13):
            found = max(attention_hops(attention, t, T) or 0 for t in range(1, T + 1))
            if found != (stated := depth(nu, *divmod(T, nu))):
                return Evidence.refuted(Counterexample({"nu": nu, "T": T}, f"{stated}", f"{found}"))
    return Evidence.holds("nu <= 4, T <= 12")


maximal_depth = Claim(
    id="sparse-attention/d-def",
    title="The maximal depth over all t, for a window of nu states, is ceil(T / nu)",
    source=NOTATION,
    statement=r"d = \max_t d_t,\quad d = \lceil T / \nu \rceil \text{ for a window of } \nu",
    subject=window_depth,
    checks=(check_depth_for_all_windows, check_depth_of_windows),
    mutants=(
        Mutant("floor", lambda nu, quotient, remainder: quotient, "rounded down"),
        Mutant("one-more", lambda nu, quotient, remainder: quotient + 1, "also where nu divides T"),
    ),
    notes="A reading: the text says maximal depth, and not over what; here it is the"
    " largest over all t at the last time T. So a window alone leaves d unbounded, whatever its"
    " width.",
)
