r"""Section 3's dependency chains and their depth, as printed and mended.

A chain below k is empty, or has a last index j < k with a chain below j before it. So the sum of
products along all chains obeys the same recursion as $ds_{t+k}/dh_t$, and both are equal by
induction from all k before; there are $2^k$ chains. As printed, with weak inequalities and at least
one index, chains name no term, or miss one. In attention hops the scores along the best chain are
at least $\kappa^{-d}$, one factor of at least $1/\kappa$ for each hop, by induction over the hops.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise, product
from math import prod
from typing import Any

from constructions.cells.attentive_rnn import attention_hops, uniform_attention
from constructions.gradient_paths import chains
from proofs.sparse_attention.by_lemmas import by_lemmas
from proofs.sparse_attention.free_jacobians import counted, free_factors
from proofs.sparse_attention.s3_1_preliminaries.definitions import DEFINITIONS
from proofs.sparse_attention.whole_numbers import apart
from theorem_checks import (
    All,
    AtMost,
    Claim,
    Control,
    Counterexample,
    Equal,
    Evidence,
    ForReals,
    Implies,
    Mutant,
    Verdict,
    certificate,
    check,
    given,
    given_each,
    iff,
    implies,
    proof_of,
    prove,
    prove_by_induction,
    prove_by_strong_induction,
)
from theorem_checks.certifying.lemmas import lemmas


@dataclass(frozen=True)
class Chains:
    """Which index j may stand before m, and the least and the largest number s of indices."""

    before: Callable[[Any, Any], Any] = lambda j, m: j < m
    least: int = 0
    total: Callable[[Any], Any] = lambda k: 2**k

    def __call__(self, k):
        """Return the chains of at most k indices out of 0, ..., k - 1."""
        found = [()]
        for _ in range(k):
            longer = [
                (*c, j) for c in found for j in range(k) if all(self.before(i, j) for i in c[-1:])
            ]
            found = list(dict.fromkeys([*found, *longer]))
        return [c for c in found if len(c) >= self.least]


OF_PROPOSITION_1 = Chains()
PRINTED_CHAINS = Chains(lambda j, m: j <= m, 1)


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


def says_terms(listed, w):
    """The products of factors along all chains below k add up to ds_{t+k}/dh_t, and are 2^k.

    F_{m,j}, for j before m, is defined just for j < m. The chains below k are the empty one and,
    for each last index j < k, those below j with j behind them: `along` adds up the products along
    them, for free numbers F_{k,j} and E_k, so that no two chains have one product; `D` is what the
    chain rule of the shipped code makes of these. Their numbers are the same with 1 for each.
    """
    j, m = w.reals("j m")
    t, local = w.size("t"), counted(output_too=False)
    defined = iff(listed.before(j, m), j <= m - 1)
    factor = w.table("factor")
    free = free_factors(lambda at, seen: factor[at, seen])

    def further(along, k):
        last = w.sum(lambda j: factor[t + k + 1, t + j + 1] * along[j], "l", 0, k)
        return factor[t + k + 1, t] + last

    def rule(local, name):
        def following(D, k):
            return local.derivative(t, k + 1, D, lambda part, n: w.sum(part, name, 0, n - 1))

        return following

    along = w.recurrence("along", factor[t, t], further)
    D = w.recurrence("D", free.first(t, 0), rule(free, "i"))
    terms = w.recurrence("terms", local.first(t, 0), rule(local, "u"))
    by_last = w.recurrence("by_last", 1, lambda c, k: 1 + w.sum(lambda m: c[m], "n", 0, k))

    def said(k):
        total = w.call(listed.total, k)
        upto = w.sum(lambda i: terms[i], "p", 0, k - 1), w.sum(lambda i: by_last[i], "q", 0, k - 1)
        both = [Equal(of[k], total) for of in (terms, by_last)]
        return All((*both, *(Equal(one, total - 1) for one in upto)))

    return All(
        (
            ForReals(implies(apart((j, m)), defined)),
            Equal(listed.least, 0),
            w.for_all("s", lambda s: Equal(along[s], D[s])),
            w.for_all("k", said),
        )
    )


def by_last_index(whole):
    """Decide each part: the products by induction from all k before, the numbers from one."""
    defined, least, along, numbers = (Implies(whole.hypothesis, part) for part in whole.body.parts)
    plain = [given(part, prove(part.body)) for part in (defined, least)]
    return given_each(whole, *plain, prove_by_strong_induction(along), prove_by_induction(numbers))


printed_chains = Claim(
    id="sparse-attention/def-chain",
    title="A dependency chain is i_1 <= ... <= i_s with s >= 1, and names a gradient path",
    source=DEFINITIONS,
    statement=r"i_1 \le i_2 \le \dots \le i_s,\ s \in \{1, \dots, T - t\}",
    subject=PRINTED_CHAINS,
    checks=(check_chains_are_terms,),
    controls=(Control("strict", OF_PROPOSITION_1, "strict inequalities, s >= 0"),),
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
    subject=OF_PROPOSITION_1,
    says=says_terms,
    checks=(
        proof_of(says_terms, by_last_index),
        certificate(says_terms, proof=(lemmas("totals"), "dependency_chains.v"), tier="deep"),
        check_chains_are_terms.killing("weak", "not-empty", "distance-two"),
    ),
    mutants=(
        Mutant("weak", PRINTED_CHAINS, "as printed"),
        Mutant("not-empty", Chains(least=1), "s >= 1"),
        Mutant("distance-two", Chains(lambda j, m: j <= m - 2), "no neighbours"),
        Mutant("one-more", Chains(total=lambda k: 2 ** (k + 1)), "2^(k+1) of them"),
    ),
    late=(
        Mutant(
            "one-forgotten",
            Chains(total=lambda k: 2**k - (1 if k >= 5000 else 0)),
            "one chain less from k = 5000 on",
        ),
    ),
    repairs=("sparse-attention/def-chain",),
)


def scores(attention, t, k, chain):
    """Return the product of the attention scores along a chain, its hops one more than its states.

    s_{t+k} looks at h_{t+i_s+1}; this comes from s_{t+i_s}, which looks further; at last at h_t.
    """
    ends = (*chain, k)
    looks = [(t + ends[0], t), *((t + m, t + j + 1) for j, m in pairwise(ends))]
    return prod((attention[at].get(seen, Fraction(0)) for at, seen in looks), start=Fraction(1))


@dataclass(frozen=True)
class Depth:
    """The depth of a chain of s states, of which the least counts; and the least s admitted."""

    of_states: Callable[[Any], Any] = lambda s: s + 1
    least: int = 0

    def __call__(self, attention, t, k):
        """Return the depth from s_{t+k} to h_t, or None where there is no chain."""
        ways = (c for c in chains(k) if len(c) >= self.least and scores(attention, t, k, c))
        return min((self.of_states(len(c)) for c in ways), default=None)


IN_HOPS = Depth()
PRINTED_DEPTH = Depth(lambda s: s, 1)


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
                claimed = "no depth" if d is None else f">= {Fraction(1, kappa**d)}"
                return Evidence.refuted(
                    Counterexample(
                        {"kappa": kappa, "t": 1, "T": end, "S": shown},
                        claimed=claimed,
                        found=f"scores {best} along the best chain",
                    )
                )
            if d != (least := attention_hops(attention, 1, end)):
                shown = {t: sorted(S) for t, S in sets.items()}
                return Evidence.refuted(
                    Counterexample({"t": 1, "S": shown}, f"d = {d}", f"{least} hops")
                )
    return Evidence.holds("T <= 4, kappa <= 2, every uniform sparse attention")


def says_depth(depth, w):
    """Along any chain of s states the scores are kappa^-d at least, d its depth in hops, every s.

    For any attention: S_T has `size[T]` states, at most kappa; `in_S[T, i]` is 1 for those in it
    and 0 for others, and here any natural number. Times are counted from t on. A chain passes the
    outputs of times `n[0]`, ..., `n[s]`, each of which reads the state after the next one, and the
    last of them h_t: then `members`, how many of its hops read what is in S, is 1, and without that
    0. `best` is any number that the scores along no chain exceed, so the largest of them, and the
    chain may be the one with the fewest states. The bound is met where there are kappa at each hop.

    `S[d, T]` adds up the scores along all chains of d + 1 hops from s_T, by the first hop, and
    `looks[T]` those along all chains, of none and more states: which are those of T + 1 hops at
    most. So a depth exists wherever this is not 0, a chain without any state being one as well.
    """
    kappa, best = w.size("kappa"), w.number("best", positive=True)
    size = w.sequence("size", lambda size, T: AtMost(size[T], kappa), integer=True, positive=True)
    in_S = w.table("in_S", integer=True, nonnegative=True)
    n = w.sequence("n", integer=True, nonnegative=True)

    def weight(T, i):
        return in_S[T, i] / size[T]

    def of_all(T, before, name):
        """The scores of all chains from s_T, from those of all from earlier outputs."""
        return weight(T, 0) + w.sum(lambda i: weight(T, i) * before(i - 1), name, 1, T)

    def by_first_hop(S, d, T):
        return w.sum(lambda i: weight(T, i) * S[d, i - 1], "i", 1, T)

    passed = w.recurrence("passed", 1, lambda p, s: p[s] * weight(n[s], n[s + 1] + 1))
    members = w.recurrence("members", 1, lambda m, s: m[s] * in_S[n[s], n[s + 1] + 1])
    largest = w.recurrence("largest", 1 / kappa, lambda p, s: p[s] / kappa)
    S = w.rows("S", lambda T: weight(T, 0), by_first_hop)
    upto = w.rows("upto", lambda T: S[0, T], lambda U, d, T: U[d, T] + S[d + 1, T])
    looks = w.recurrence(
        "looks", weight(0, 0), lambda L, T: of_all(T + 1, lambda before: L[before], "j")
    )

    def so_far(s):
        return All((AtMost(0, members[s]), AtMost(kappa**-s * members[s], passed[s])))

    def along(s):
        scores, least = passed[s] * weight(n[s], 0), kappa ** -w.call(depth.of_states, s)
        is_chain = AtMost(1, members[s] * in_S[n[s], 0])
        among_all = Implies(All((is_chain, AtMost(scores, best))), AtMost(least, best))
        return All((Implies(is_chain, AtMost(least, scores)), among_all))

    def met(s):
        least = kappa ** -w.call(depth.of_states, s)
        return All((Equal(largest[s], least), Equal(depth.least, 0)))

    def of_all_depths(d, T):
        return Equal(upto[d + 1, T], of_all(T, lambda before: upto[d, before], "k"))

    def is_reached(d, T):
        return Implies(AtMost(T, d), Equal(upto[d, T], looks[T]))

    return All(
        (
            w.for_all("p", so_far),
            w.for_all("s", along),
            w.for_all("r", met),
            w.for_all("c", lambda d: w.for_all("U", lambda T: of_all_depths(d, T))),
            w.for_all("d", lambda d: w.for_all("T", lambda T: is_reached(d, T))),
        )
    )


def by_hops(whole):
    """Prove the parts by induction, the second and the last from the ones before."""
    so_far, along, met, of_all_depths, is_reached = whole.body.parts
    given_all = whole.hypothesis
    first, fourth = (
        (said, prove_by_strong_induction(Implies(given_all, said)))
        for said in (so_far, of_all_depths)
    )
    return given_each(
        whole,
        first[1],
        by_lemmas(given_all, along, first),
        prove_by_induction(Implies(given_all, met)),
        fourth[1],
        by_lemmas(given_all, is_reached, fourth),
    )


printed_depth = Claim(
    id="sparse-attention/def-depth",
    title="Depth counts the states of the best chain, of which there is at least one",
    source=DEFINITIONS,
    statement=r"d = \min\{s \ge 1: \text{the scores along a chain of } s \text{ states are }"
    r" \Omega(1)\},\quad \prod \alpha \ge \kappa^{-d}",
    assumptions=("uniform weights on at most kappa states, as in Theorem 2",),
    subject=PRINTED_DEPTH,
    checks=(check_scores_at_the_depth,),
    controls=(Control("hops", IN_HOPS, "counted in attention hops"),),
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
    subject=IN_HOPS,
    says=says_depth,
    checks=(proof_of(says_depth, by_hops, seconds=400), check_scores_at_the_depth),
    mutants=(
        Mutant("printed", PRINTED_DEPTH, "states instead of hops"),
        Mutant("one-less", Depth(lambda s: s), "the last hop is not counted"),
        Mutant("doubled", Depth(lambda s: 2 * s + 1), "a true bound, but not the hops"),
    ),
    late=(
        Mutant(
            "long",
            Depth(lambda s: s + 1 if s < 5000 else s),
            "the last hop is not counted from 5000 states on",
        ),
    ),
    repairs=("sparse-attention/def-depth",),
)
