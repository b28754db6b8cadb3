r"""What is said below Theorem 2: how d and kappa enter, and which alignment functions matter.

How d and kappa enter a rate $\kappa^{-d}$ is algebra of powers. That the longest chain limits the
gradient is refuted by a network whose longest chain grows while the shortest is one hop. Where
attention stays uniform near the trajectory the slopes of the scores are equal, and cancel in the
derivative of the softmax, as the weights add up to 1: then $ds_T/dh_t$ is that of constant weights,
by induction over all times before, for any n. Equality on the trajectory alone is not enough, which
a small example shows.
"""

from fractions import Fraction

import numpy as np

from constructions.cells.attentive_rnn import AttentiveRNN, attention_hops, uniform_attention
from constructions.cells.uniform_attention_rnn import UniformAttentionRNN
from constructions.gradient_paths import chains
from proofs.sparse_attention import PAPER
from proofs.sparse_attention.matrices_of_any_size import (
    ForAllTimes,
)
from proofs.sparse_attention.s3_1_preliminaries.dependency_chains import scores
from proofs.sparse_attention.s3_2_uniform_relevance.theorem_1_alignment import (
    NOT_EQUAL,
    NOT_EQUAL_FAR_OUT,
    SIZES,
    agrees_with_constant_weights,
    equal_for_all_states,
    flat,
    flat_alignments,
    no_part,
)
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
    arrays_of,
    certificate,
    check,
    proof_of,
    prove_by_strong_induction,
    search,
    sizes,
)
from theorem_checks.certifying.lemmas import lemmas

BELOW = Source(PAPER, "Sec. 3.3, Intuition of Theorem 2")


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
    for T in range(8, 1, -1):
        attention = uniform_attention({t: {1, t} for t in range(1, T + 1)})
        found = AttentiveRNN(v, attention).derivatives(1, T, Fraction(1))[T]
        d = depth(attention, T)
        if found > 3 * Fraction(1, 2**d):
            values = {"kappa": 2, "v": v, "S_u": "{1, u} for all u", "t": 1, "T": T, "d": d}
            return Evidence.refuted(
                Counterexample(
                    values,
                    claimed=f"ds_T/dh_1 <= 3 * 2^-{d} = {3 * Fraction(1, 2**d)}",
                    found=f"ds_T/dh_1 = {found}",
                    explanation="s_T looks at h_1 with the score 1/2: a direct look costs one hop.",
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


class Shares:
    """The weights of one time that add up to 1: any numbers, and for the time itself the rest."""

    def __init__(self, matrices, alpha, time):
        self._matrices, self._alpha, self._time = matrices, alpha, time

    def __getitem__(self, i):
        if i is not self._time:
            return self._alpha[self._time, i]
        return 1 - self._matrices.added(lambda j: self._alpha[self._time, j], 1, self._time - 1)


def says_no_part(slopes, w):
    """ds_{t+k}/dh_t of the shipped network is that of constant weights, for every k, t and n.

    Along the trajectory the weights are any that add up to 1 at each time, as those of kappa-sparse
    uniform attention do. They stay as they are where the scores have equal slopes for all states.
    """

    def weights_of(matrices):
        alpha = w.table("alpha")
        return ForAllTimes(lambda T: Shares(matrices, alpha, T))

    return no_part(slopes, w, weights_of)


@check("search")
def check_against_constant_weights(slopes):
    """Random networks of two units, the last two states attended to: as for constant weights."""

    def holds(V, states, by_output, start):
        end = start + 1
        rows = {t: states[t - 1] for t in range(1, end + 1)}
        attended = {t: [i for i in (t - 1, t) if i >= 1] for t in rows}
        weights = {
            t: {i: Fraction(i in found, len(found)) for i in range(1, t + 1)}
            for t, found in attended.items()
        }
        return agrees_with_constant_weights(slopes, V, rows, by_output, start, end, weights)

    instances = {
        "V": arrays_of(2, 2),
        "states": arrays_of(3, 2),
        "by_output": arrays_of(2),
        "start": sizes(least=1, most=2),
    }
    return search(instances, holds, examples=40, scope="n = 2, kappa = 2, t <= 2, T = t + 1")


alignment = Claim(
    id="sparse-attention/thm-2-align",
    title="Where sparse attention stays uniform near the trajectory, the alignment has no part",
    source=BELOW,
    statement=r"d\alpha_{i,t} = 0 \implies ds_T/dh_t \text{ is that of constant weights}",
    assumptions=(
        r"$h_{t+1} = V s_t$ (+ inputs), $s_t = h_t + \sum_i \alpha_{i,t} h_i$",
        r"$\alpha_{i,t}$ any weights along the trajectory, adding up to 1 at each $t$; scores whose"
        r" slopes are equal for all states",
    ),
    subject=equal_for_all_states,
    says=says_no_part,
    checks=(
        proof_of(says_no_part, prove_by_strong_induction, instances=SIZES, seconds=400),
        certificate(says_no_part, proof=(lemmas("totals"), "theorem_2_remarks.v"), tier="deep"),
        check_against_constant_weights,
    ),
    mutants=NOT_EQUAL,
    late=NOT_EQUAL_FAR_OUT,
    repairs=("sparse-attention/thm-2-align-trajectory",),
    notes="'Uniform' is read as uniform for all states nearby, so that the weights do not move.",
)


def squared(h):
    """Return da/dh for a(s, h) = -h^2: the scores of h = 1 and h = -1 are equal."""
    return -2 * h


def any_alignment():
    """Return the slopes da/dh that are admitted where only the scores on the trajectory count."""
    return (flat, squared)


HALF = Fraction(1, 2)  # V
READ = {1: {1}, 2: {1, 2}}  # S_1 and S_2; S_T is {3} from T = 3 on
STATES = {1: 1, 2: -1}  # at which the scores are equal; those of later states do not count
END = 12


@check("exact")
def check_where_all_paths_meet(alignments):
    """S_1 = {1}, S_2 = {1, 2}, S_T = {3}, h_1 = 1, h_2 = -1: ds_T/dh_1 >= v/kappa^2, T <= 12.

    Attention is uniform on these sets along the trajectory. The influence of h_1 passes s_2.
    """
    weights = {t: {i: Fraction(0) for i in range(1, t + 1)} for t in range(1, END + 1)}
    for t, row in weights.items():
        found = READ.get(t, {3})
        row.update(dict.fromkeys(found, Fraction(1, len(found))))
    states = {t: [Fraction(STATES.get(t, 0))] for t in weights}
    for slope in alignments():
        network = UniformAttentionRNN(
            np.array([[HALF]]),
            None,
            states,
            lambda i, _, slope=slope: ([0], [slope(states[i][0])]),
            weights,
        )
        derivatives = {T: D[0, 0] for T, D in network.derivatives(1, END).items() if T > 1}
        if any(D < HALF / 4 for D in derivatives.values()):
            shown = ", ".join(sorted(set(map(str, derivatives.values()))))
            return Evidence.refuted(
                Counterexample(
                    {"kappa": 2, "d": 2, "v": HALF, "t": 1, "h_1, h_2": "1, -1", "a": "-h^2"},
                    claimed=f"ds_T/dh_1 >= v/kappa^2 = {HALF / 4}",
                    found=f"{shown} for 2 <= T <= {END}",
                    explanation="The softmax moves with the states: the paths cancel in s_2.",
                )
            )
    return Evidence.holds(f"v = 1/2, S_1 = {{1}}, S_2 = {{1, 2}}, S_T = {{3}}, T <= {END}")


alignment_on_the_trajectory = Claim(
    id="sparse-attention/thm-2-align-trajectory",
    title="Theorem 2 holds for every alignment whose scores are equal along the trajectory",
    source=BELOW,
    statement=r"\alpha_{i,t} = 1/|S_t| \text{ along the trajectory} "
    r"\implies \left|\frac{ds_T}{dh_1}\right| \ge c > 0",
    assumptions=("$v = 1/2$, $\\kappa = d = 2$",),
    subject=any_alignment,
    checks=(check_where_all_paths_meet,),
    controls=(Control("flat", flat_alignments, "weights that stay constant"),),
    expect=Verdict.REFUTED,
    repaired_by="sparse-attention/thm-2-align",
)
