"""What is said below Theorem 2: how d and kappa enter, and which alignment functions matter."""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import sympy as sp

from constructions.cells.attentive_rnn import AttentiveRNN, attention_hops, uniform_attention
from constructions.gradient_paths import chains
from proofs.sparse_attention import PAPER
from proofs.sparse_attention.s3_1_preliminaries.dependency_chains import scores
from theorem_checks import (
    All,
    Claim,
    Control,
    Counterexample,
    Equal,
    Evidence,
    Mutant,
    Source,
    Verdict,
    all_of,
    check,
    proof_of,
    prove_identity,
)

BELOW = Source(PAPER, "Sec. 3.3, Intuition of Theorem 2")
kappa = sp.Symbol("kappa", positive=True)
d = sp.Symbol("d", integer=True, positive=True)


def printed_rate(kappa, d):
    """Return the rate of Theorem 2."""
    return kappa ** (-d)


def says_rate(rate, w):
    """One hop more divides by kappa, whatever d is; twice the states divide by 2^d."""
    kappa, d = w.number("kappa", positive=True), w.size("d")
    here = w.call(rate, kappa, d)
    return All(
        (
            Equal(w.call(rate, kappa, d + 1), here / kappa),
            Equal(w.call(rate, 2 * kappa, d), here / 2**d),
            Equal(w.call(rate, 1, d), 1),
        )
    )


@check("exact")
def check_rate_is_the_score_of_relays(rate):
    """The scores of a chain of d hops, kappa states read at each."""
    for sparsity in (1, 2, 3):
        for hops in (1, 2, 3):
            end = sparsity + hops
            sets = {t: range(max(1, t - sparsity + 1), t + 1) for t in range(1, end + 1)}
            attention = uniform_attention(sets)
            start = sparsity  # from here on every set has kappa members
            chain = tuple(range(hops - 1))
            found = scores(attention, start, hops - 1, chain)
            if found != (stated := rate(Fraction(sparsity), hops)):
                values = {"kappa": sparsity, "d": hops}
                return Evidence.refuted(Counterexample(values, f"{stated}", f"{found}"))
    return Evidence.holds("kappa, d <= 3")


rate = Claim(
    id="sparse-attention/d-exp-kappa-poly",
    title="The rate falls exponentially with d, and like a power of kappa",
    source=BELOW,
    statement=r"\kappa^{-(d+1)} = \kappa^{-d}/\kappa,\quad (2\kappa)^{-d} = 2^{-d} \kappa^{-d}",
    subject=printed_rate,
    says=says_rate,
    checks=(proof_of(says_rate), check_rate_is_the_score_of_relays),
    late=(
        Mutant(
            "deep",
            lambda kappa, d: kappa ** (-d) if d < 5000 else 1 / (kappa * d),
            "falls like 1/d from d = 5000 on",
        ),
    ),
    mutants=(
        Mutant("exchanged", lambda kappa, d: d ** (-kappa), "exponential in kappa"),
        Mutant("one-more", lambda kappa, d: kappa ** (-d - 1), "d + 1 factors"),
    ),
    notes="At kappa = 1 it does not depend on d. What the sentence says of the longest chain is"
    " sparse-attention/d-longest-chain.",
)


def longest_chain(attention, T):
    """Return the hops of the longest chain from s_T to h_1."""
    return max(len(c) + 1 for c in chains(T - 1) if scores(attention, 1, T - 1, c))


def shortest_chain(attention, T):
    """Return the hops of the shortest chain from s_T to h_1."""
    return attention_hops(attention, 1, T)


@check("exact")
def check_what_limits_the_gradient(depth):
    """Ask for S_t = {1, t} and v = 1/8 whether the gradient is at most 3 kappa^-d."""
    v = Fraction(1, 8)
    for T in range(2, 9):
        attention = uniform_attention({t: {1, t} for t in range(1, T + 1)})
        found = AttentiveRNN(v, attention).derivatives(1, T, Fraction(1))[T]
        d = depth(attention, T)
        if found > 3 * Fraction(1, 2**d):
            values = {"kappa": 2, "v": v, "t": 1, "T": T, "d": d}
            return Evidence.refuted(
                Counterexample(
                    values, f"D <= 3 * 2^-{d}", f"D = {found}", "A direct look costs one hop."
                )
            )
    return Evidence.holds("S_t = {1, t}, v = 1/8, 2 <= T <= 8")


longest = Claim(
    id="sparse-attention/d-longest-chain",
    title="The longest dependency chain is what makes the gradient vanish",
    source=BELOW,
    statement=r"d = \text{events in the longest chain}",
    subject=longest_chain,
    checks=(check_what_limits_the_gradient,),
    controls=(Control("shortest", shortest_chain, "the shortest, as Section 3.1 defines depth"),),
    expect=Verdict.REFUTED,
    repaired_by="sparse-attention/new-sparse-constant",
    notes="Section 3.1 defines d by the shortest chain, and that is what counts: further, longer"
    " chains take nothing away for v >= 0.",
)


@dataclass(frozen=True)
class Alignments:
    """Which slopes (a'(h_1), a'(h_2)) of an alignment a(s, h) = a(h) with a(h_1) = a(h_2) count."""

    admitted: Callable[[], Any]


def _flat():
    return ((Fraction(0), Fraction(0)),)


def _any():
    return (*_flat(), (Fraction(-2), Fraction(2)))


def screened_derivatives(v, slopes, end):
    """Return ds_T/dh_1 for T = 2..end: S_1 = {1}, S_2 = {1, 2}, S_T = {3}; h_1 = 1, h_2 = -1.

    Attention at T = 2 is uniform, since a(1) = a(-1). Later sets have one member, and weight 1
    whatever the scores are. ds_2 = dh_2 + (dh_1 + dh_2)/2 + ((h_1 - m) da_1 + (h_2 - m) da_2)/2.
    """
    first, second = slopes
    state = {1: 1, 2: 2 * v}
    outputs = {2: state[2] + (1 + state[2]) / 2 + (first * 1 - second * state[2]) / 2}
    state[3] = v * outputs[2]
    for t in range(3, end + 1):
        own = state[3] if t == 3 else v * outputs[t - 1]
        outputs[t] = own + state[3]
    return outputs


@check("proof")
def check_constant_attention_is_all_that_counts(alignments):
    """D_2 as a polynomial in v and the slopes; all later D have the factor D_2."""
    v, a, b, e = sp.symbols("v a b e", positive=True)
    for slopes in alignments.admitted():
        found = screened_derivatives(sp.Rational(1, 2), slopes, 3)
        if found[2] == 0:
            return Evidence.refuted(
                Counterexample(
                    {"kappa": 2, "d": 2, "v": Fraction(1, 2), "t": 1, "h_1, h_2": "1, -1"},
                    claimed=f"D_T >= v/kappa^2 = {Fraction(1, 8)}",
                    found="D_T = 0 for every T >= 2",
                    explanation="a(s, h) = -h^2: the softmax moves with the states, and cancels"
                    " the paths where all meet in s_2.",
                )
            )
    outputs = screened_derivatives(v, (a, b), 4)
    constant = screened_derivatives(v, (0, 0), 4)
    network = AttentiveRNN(v, uniform_attention({1: {1}, 2: {1, 2}, 3: {3}, 4: {3}}))
    run = network.derivatives(1, 4, sp.Integer(1))
    flat = {"slopes": prove_identity(outputs[2] - constant[2], (a - 2 * v * b) / 2)}
    flat |= {f"T = {T}": prove_identity(constant[T], run[T]) for T in (2, 3, 4)}
    flat["each later D has the factor D_2"] = prove_identity(
        v * (e * outputs[2]) + v * outputs[2], outputs[2] * (v * e + v)
    )
    return all_of(flat, "S_1 = {1}, S_2 = {1, 2}, S_T = {3}, all v > 0; weights that stay constant")


CONSTANT, ON_TRAJECTORY = Alignments(_flat), Alignments(_any)

alignment = Claim(
    id="sparse-attention/thm-2-align",
    title="Where sparse attention stays uniform near the trajectory, the alignment has no part",
    source=BELOW,
    statement=r"d\alpha_{i,t} = 0 \implies ds_T/dh_t \text{ is that of constant weights}",
    assumptions=("on the network $S_1 = \\{1\\}$, $S_2 = \\{1, 2\\}$, $S_T = \\{3\\}$",),
    subject=CONSTANT,
    checks=(check_constant_attention_is_all_that_counts,),
    mutants=(Mutant("any-slopes", ON_TRAJECTORY, "equal scores on the trajectory only"),),
    repairs=("sparse-attention/thm-2-align-trajectory",),
    notes="'Uniform' is read as uniform for all states nearby. Where the weights do not move, the"
    " derivative does not see the scores at all; the general case is sparse-attention/thm-1-align.",
)

alignment_on_the_trajectory = Claim(
    id="sparse-attention/thm-2-align-trajectory",
    title="Theorem 2 holds for every alignment whose scores are equal along the trajectory",
    source=BELOW,
    statement=r"\alpha_{i,t} = 1/|S_t| \text{ along the trajectory} \implies |D_T| \ge c > 0",
    assumptions=("$v = 1/2$, $\\kappa = d = 2$",),
    subject=ON_TRAJECTORY,
    checks=(check_constant_attention_is_all_that_counts,),
    controls=(Control("constant", CONSTANT, "weights that stay constant"),),
    expect=Verdict.REFUTED,
    repaired_by="sparse-attention/thm-2-align",
)
