"""Section 3's dependency chains and their depth, as printed and mended."""

from fractions import Fraction
from itertools import combinations_with_replacement, pairwise, product
from math import prod

from constructions.cells.attentive_rnn import attention_hops, uniform_attention
from constructions.gradient_paths import chains
from proofs.sparse_attention.definitions import DEFINITIONS
from theorem_checks import Claim, Control, Counterexample, Evidence, Mutant, Verdict, check


def weakly_increasing(k):
    """Return the chains as printed: 1 <= s <= k indices, i_1 <= ... <= i_s."""
    return [c for s in range(1, k + 1) for c in combinations_with_replacement(range(k), s)]


def of_proposition_1(k):
    """Return the index sets of Proposition 1: s >= 0, strictly increasing."""
    return list(chains(k))


@check("exact")
def check_chains_are_terms(listed):
    """Each chain is to name one term of Proposition 1, and each term is to have a chain.

    F_{m,j} is defined for j < m only, and the term of s = 0 is s_T looking at h_t directly.
    """
    for k in range(1, 6):
        stated = listed(k)
        terms = {c for c in stated if all(j < m for j, m in pairwise((*c, k)))}
        odd = sorted(set(stated) - terms)
        missing = 2**k - len(terms)
        if odd or missing or len(stated) != len(terms):
            return Evidence.refuted(
                Counterexample(
                    {"T - t": k},
                    claimed=f"chains {stated}",
                    found=f"2^{k} terms; chains without a term: {odd}; terms without: {missing}",
                )
            )
    return Evidence.holds("T - t <= 5")


printed_chains = Claim(
    id="sparse-attention/def-chain",
    title="A dependency chain is i_1 <= ... <= i_s with s >= 1, and names a gradient path",
    source=DEFINITIONS,
    statement=r"i_1 \le i_2 \le \dots \le i_s,\ s \in \{1, \dots, T - t\}",
    subject=weakly_increasing,
    checks=(check_chains_are_terms,),
    controls=(Control("strict", of_proposition_1, "strict inequalities, s >= 0"),),
    expect=Verdict.REFUTED,
    repaired_by="sparse-attention/def-chain-repaired",
    notes="Two slips: equal indices name no term (F_{0,0} is not defined), and s >= 1 leaves out"
    " the direct look of s_T at h_t, the best path of all.",
)

chains_repaired = Claim(
    id="sparse-attention/def-chain-repaired",
    title="Chains with strict inequalities and s >= 0 are just the terms of Proposition 1",
    source=DEFINITIONS,
    statement=r"i_1 < i_2 < \dots < i_s,\ s \in \{0, \dots, T - t\}",
    subject=of_proposition_1,
    checks=(check_chains_are_terms,),
    mutants=(
        Mutant("weak", weakly_increasing, "as printed"),
        Mutant("not-empty", lambda k: [c for c in chains(k) if c], "s >= 1"),
    ),
    expect=Verdict.HOLDS,
    repairs=("sparse-attention/def-chain",),
)


def scores(attention, t, k, chain):
    """Return the product of the attention scores along a chain, its hops one more than its states.

    s_{t+k} looks at h_{t+i_s+1}; this comes from s_{t+i_s}, which looks further; at last at h_t.
    """
    ends = (*chain, k)
    looks = [(t + ends[0], t), *((t + m, t + j + 1) for j, m in pairwise(ends))]
    return prod((attention[at].get(seen, Fraction(0)) for at, seen in looks), start=Fraction(1))


def states_passed(attention, t, k):
    """Return the depth as printed: the least s >= 1 of a chain whose scores do not vanish."""
    return min((len(c) for c in chains(k) if c and scores(attention, t, k, c)), default=None)


def hops(attention, t, k):
    """Return the depth counted in attention hops, a direct look being one."""
    return attention_hops(attention, t, t + k)


def small_patterns(end, kappa):
    """Yield every choice of sets S_1, ..., S_end of at most kappa states, uniform on each."""
    masks = [
        [{i + 1 for i in range(t) if m >> i & 1} for m in range(1, 2**t)] for t in range(1, end + 1)
    ]
    few = [[S for S in row if len(S) <= kappa] for row in masks]
    for sets in product(*few):
        yield dict(enumerate(sets, start=1))


@check("exact")
def check_scores_at_the_depth(depth):
    """The best chain has scores of at least kappa^-d, and d exists where s_T can look back."""
    for end, kappa in ((2, 1), (2, 2), (3, 1), (3, 2), (4, 2)):
        for sets in small_patterns(end, kappa):
            attention = uniform_attention(sets)
            best = max(scores(attention, 1, end - 1, c) for c in chains(end - 1))
            d = depth(attention, 1, end - 1)
            if (d is None) != (best == 0) or (d is not None and best < Fraction(1, kappa**d)):
                shown = {t: sorted(S) for t, S in sets.items()}
                claimed = "no depth" if d is None else f"scores >= {Fraction(1, kappa**d)}"
                return Evidence.refuted(
                    Counterexample({"kappa": kappa, "t": 1, "S": shown}, claimed, f"{best}")
                )
            if d is not None and d != _least_hops(attention, end - 1):
                return Evidence.refuted(
                    Counterexample({"t": 1, "S": {t: sorted(S) for t, S in sets.items()}}, f"{d}")
                )
    return Evidence.holds("T <= 4, kappa <= 2, every uniform sparse attention")


def _least_hops(attention, k):
    return min(len(c) + 1 for c in chains(k) if scores(attention, 1, k, c))


printed_depth = Claim(
    id="sparse-attention/def-depth",
    title="Depth counts the states of the best chain, of which there is at least one",
    source=DEFINITIONS,
    statement=r"d = \min\{s \ge 1: \text{the scores along a chain of } s \text{ states are }"
    r" \Omega(1)\},\quad \prod \alpha \ge \kappa^{-d}",
    assumptions=("uniform weights on at most kappa states, as in Theorem 2",),
    subject=states_passed,
    checks=(check_scores_at_the_depth,),
    controls=(Control("hops", hops, "counted in attention hops"),),
    expect=Verdict.REFUTED,
    repaired_by="sparse-attention/def-depth-hops",
    notes="A direct look of s_T at h_t has no depth, though its gradient is the best; and a chain"
    " of s states has s + 1 scores. Under uniform attention to everything no product is Omega(1),"
    " so that no depth exists there either.",
)

depth_in_hops = Claim(
    id="sparse-attention/def-depth-hops",
    title="In attention hops, depth exists where s_T can look back, with scores >= kappa^-d",
    source=DEFINITIONS,
    statement=r"\max_\gamma \prod \alpha \ge \kappa^{-d},\quad d = \min_\gamma (s + 1)",
    assumptions=("uniform weights on at most kappa states, as in Theorem 2",),
    subject=hops,
    checks=(check_scores_at_the_depth,),
    mutants=(
        Mutant("printed", states_passed, "states instead of hops"),
        Mutant(
            "one-less",
            lambda attention, t, k: (d := hops(attention, t, k)) and d - 1,
            "the last hop is not counted",
        ),
        Mutant("distance", lambda attention, t, k: k + 1, "as if nothing were skipped"),
    ),
    expect=Verdict.HOLDS,
    repairs=("sparse-attention/def-depth",),
)
