"""Section 3's definitions: orders of growth, relevant events, sparsity, maximal depth."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import sympy as sp

from constructions.cells.attentive_rnn import attention_hops, uniform_attention
from constructions.cells.top_kappa_rnn import TopKappaRNN
from proofs.sparse_attention import PAPER
from proofs.sparse_attention.local_jacobians import rational_network
from proofs.sparse_attention.whole_numbers import prove_for_whole_numbers
from theorem_checks import (
    All,
    Claim,
    Counterexample,
    Evidence,
    ForReals,
    Mutant,
    Source,
    all_of,
    check,
    iff,
    implies,
    maximum,
    minimum,
    proof_of,
    prove_for_all,
    prove_recurrence,
    reals,
    where,
)

DEFINITIONS = Source(PAPER, "Sec. 3.1, Definitions")
NOTATION = Source(PAPER, "Sec. 3.3, Notation")


@dataclass(frozen=True)
class Omega:
    """f(T) = Omega(g(T)) with constant c, at one T; and which constants are admitted."""

    relation: Callable[[Any, Any, Any], Any] = lambda f, g, c: f >= c * g
    admitted: Callable[[Any], Any] = lambda c: c > 0


def says_laws(omega, w):
    """The laws at each T, for the values of f, g and h there: constants and T_0 are witnesses.

    Omega with constant c from T_0 on is written as: if T >= T_0, the relation holds at T.
    """
    f, g, h, c, e = w.reals("f g h c e")
    T, first, second = w.reals("T T_0 T_1")
    given = omega.admitted(c) & omega.admitted(e)

    def holds(one, other, constant, start):
        return implies(start <= T, omega.relation(one, other, constant))

    one = 1 + 0 * c
    reflexive = omega.admitted(one) & holds(f, f, one, one)
    both = holds(f, g, c, first) & holds(g, h, e, second) & (h >= 0)
    transitive = omega.admitted(c * e) & holds(f, h, c * e, maximum(first, second))
    away = implies(holds(f, 1, c, first), implies(first <= T, (f >= c) & (c > 0)))
    smaller = implies(holds(f, g, c, first) & (g >= h) & (h > 0), holds(f, h, c, first))
    return All(
        tuple(
            ForReals(law)
            for law in (
                reflexive,
                implies(given & both, transitive),
                implies(given, away),
                implies(given, smaller),
            )
        )
    )


OMEGA = Omega()

order = Claim(
    id="sparse-attention/def-Omega",
    title="Omega is reflexive, transitive, and Omega(1) stays away from zero",
    source=DEFINITIONS,
    statement=r"f = \Omega(g) \iff \exists c > 0, T_0: f(T) \ge c\, g(T)\ \forall T \ge T_0",
    subject=OMEGA,
    says=says_laws,
    checks=(proof_of(says_laws, seconds=30),),
    mutants=(
        Mutant("above", replace(OMEGA, relation=lambda f, g, c: f <= c * g), "O for Omega"),
        Mutant("strict", replace(OMEGA, relation=lambda f, g, c: f > c * g), "> for >="),
        Mutant("any-constant", replace(OMEGA, admitted=lambda c: c >= 0), "c may be 0"),
    ),
    late=(
        Mutant(
            "large-constants",
            replace(OMEGA, relation=lambda f, g, c: (f >= c * g) | (c >= 10**9)),
            "any f, if c >= 10^9",
        ),
    ),
    notes="A bound for all large T: a gradient that vanishes at infinitely many T is not Omega of"
    " anything positive.",
)


def at_most(threshold):
    """Return the most states that can be relevant at once, for weights >= threshold."""
    return 1 / threshold


@check("solver", kills=("one-less",))
def check_number_of_relevant_events(most):
    """Many (m) weights of at least eps add up to no more than 1."""
    m, eps, above = reals("m eps above")
    weights = [eps > 0, above >= 0, m >= 1, m * eps + above <= 1]
    return prove_for_all(m <= most(eps), assume=weights)


@check("exact")
def check_relevant_events_of_uniform_attention(most):
    """Uniform attention to m states: all m are relevant at the threshold 1/m."""
    for m in range(1, 9):
        row = uniform_attention({m: range(1, m + 1)})[m]
        found = sum(weight >= Fraction(1, m) for weight in row.values())
        if most(Fraction(1, m)) != found:
            return Evidence.refuted(
                Counterexample({"eps": Fraction(1, m)}, f"{most(Fraction(1, m))}", f"{found}")
            )
    return Evidence.holds("thresholds 1, 1/2, ..., 1/8: attained")


relevant = Claim(
    id="sparse-attention/def-relevant",
    title="At most 1/eps states are relevant at a time, for weights of at least eps",
    source=DEFINITIONS,
    statement=r"\#\{i \le t: \alpha_{i,t} \ge \epsilon\} \le 1/\epsilon, \text{ attained}",
    assumptions=("'sufficiently bounded away from zero' read as: at least a fixed eps > 0",),
    subject=at_most,
    checks=(check_number_of_relevant_events, check_relevant_events_of_uniform_attention),
    mutants=(
        Mutant("one-less", lambda eps: 1 / eps - 1, "the last one forgotten"),
        Mutant("squared", lambda eps: 1 / eps**2, "true, but never attained"),
    ),
    notes="The text gives no threshold. Without one every state is relevant, for softmax weights"
    " are positive.",
)


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
    notes="So a window alone leaves d unbounded, whatever its width.",
)
