"""Section 3's definitions: orders of growth, relevant events, sparsity, maximal depth."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from constructions.cells.attentive_rnn import attention_hops, uniform_attention
from constructions.cells.top_kappa_rnn import TopKappaRNN
from proofs.sparse_attention import PAPER
from proofs.sparse_attention.local_jacobians import rational_network
from theorem_checks import (
    Claim,
    Counterexample,
    Evidence,
    Mutant,
    Source,
    Verdict,
    all_of,
    check,
    prove_for_all,
    reals,
)

DEFINITIONS = Source(PAPER, "Sec. 3.1, Definitions")
NOTATION = Source(PAPER, "Sec. 3.3, Notation")


@dataclass(frozen=True)
class Omega:
    """f(T) = Omega(g(T)) with constant c, at one T; and which constants are admitted."""

    relation: Callable[[Any, Any, Any], Any] = lambda f, g, c: f >= c * g
    admitted: Callable[[Any], Any] = lambda c: c > 0


@check("solver", seconds=30)
def check_laws_of_orders(omega):
    """The laws by which the paper uses it: they hold at each T beyond the larger T_0."""
    f, g, h, c, e = reals("f g h c e")
    constants = [omega.admitted(c), omega.admitted(e)]
    return all_of(
        {
            "f = Omega(f)": prove_for_all(omega.relation(f, f, 1)),
            "f = Omega(g), g = Omega(h) gives f = Omega(h)": prove_for_all(
                omega.relation(f, h, c * e),
                assume=[*constants, omega.relation(f, g, c), omega.relation(g, h, e), h >= 0],
            ),
            "Omega(1) stays away from 0": prove_for_all(
                f > 0, assume=[omega.admitted(c), omega.relation(f, 1, c)]
            ),
            "Omega(g) with g >= h > 0 is Omega(h)": prove_for_all(
                omega.relation(f, h, c),
                assume=[omega.admitted(c), omega.relation(f, g, c), g >= h, h > 0],
            ),
        },
        "at every T >= T_0",
    )


OMEGA = Omega()

order = Claim(
    id="sparse-attention/def-Omega",
    title="Omega is reflexive, transitive, and Omega(1) stays away from zero",
    source=DEFINITIONS,
    statement=r"f = \Omega(g) \iff \exists c > 0, T_0: f(T) \ge c\, g(T)\ \forall T \ge T_0",
    subject=OMEGA,
    checks=(check_laws_of_orders,),
    mutants=(
        Mutant("above", replace(OMEGA, relation=lambda f, g, c: f <= c * g), "O for Omega"),
        Mutant("strict", replace(OMEGA, relation=lambda f, g, c: f > c * g), "> for >="),
        Mutant("any-constant", replace(OMEGA, admitted=lambda c: c >= 0), "c may be 0"),
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


@check("exact")
def check_nonzero_weights(kind):
    """Attention to the kappa best of t states: min(kappa, t) weights, that add up to 1."""
    network, first, inputs = rational_network(2, lambda h, c: h + c)
    parts: Any = network
    for kappa in (1, 2, 3):
        cell = kind(parts.V, parts.U, parts.b, parts.weight, parts.phi, parts.combine, kappa)
        states, outputs = cell.run(first, inputs[:5])
        for t in range(2, 7):
            found = cell.weights(outputs[t - 2], states[:t])
            full = network.weights(outputs[t - 2], states[:t])
            kept = {i for i, w in enumerate(found) if w != 0}
            best = min(full[i] for i in kept)
            left = max((full[i] for i in range(t) if i not in kept), default=0)
            if len(kept) != min(kappa, t) or sum(found) != 1 or left > best:
                values = {"kappa": kappa, "t": t}
                return Evidence.refuted(
                    Counterexample(values, f"{min(kappa, t)} best states", f"{found}")
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
    subject=TopKappaRNN,
    checks=(check_nonzero_weights,),
    mutants=(
        Mutant("one-more", OneMoreRNN, "kappa + 1 states"),
        Mutant("worst", WorstRNN, "the least instead of the best"),
    ),
    expect=Verdict.HOLDS,
    notes="Softmax weights are never 0: without such a cut the network is t-sparse, and not less.",
)


def window_depth(nu, T):
    """Return the maximal depth over t under a window of the last nu states: ceil(T / nu)."""
    return -(-T // nu)


@check("exact")
def check_depth_of_windows(depth):
    """s_t looks at h_{t-nu+1}, ..., h_t: the maximum over all t of the depth, by search."""
    for nu in range(1, 5):
        attention = uniform_attention({t: range(max(1, t - nu + 1), t + 1) for t in range(1, 13)})
        for T in range(1, 13):
            found = max(attention_hops(attention, t, T) or 0 for t in range(1, T + 1))
            if found != depth(nu, T):
                return Evidence.refuted(
                    Counterexample({"nu": nu, "T": T}, f"{depth(nu, T)}", f"{found}")
                )
    return Evidence.holds("nu <= 4, T <= 12")


maximal_depth = Claim(
    id="sparse-attention/d-def",
    title="The maximal depth over all t, for a window of nu states, is ceil(T / nu)",
    source=NOTATION,
    statement=r"d = \max_t d_t,\quad d = \lceil T / \nu \rceil \text{ for a window of } \nu",
    subject=window_depth,
    checks=(check_depth_of_windows,),
    mutants=(
        Mutant("floor", lambda nu, T: T // nu, "rounded down"),
        Mutant("wider", lambda nu, T: -(-T // (nu + 1)), "a window of nu + 1"),
    ),
    expect=Verdict.HOLDS,
    notes="So a window alone leaves d unbounded, whatever its width.",
)
