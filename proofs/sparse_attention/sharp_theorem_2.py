"""The sharp form of Theorem 2: the least gradient under sparse uniform attention.

The setting of Section 3 of the paper with linear phi, f(h, c) = h + c, scalar V = v >= 0 and
kappa-sparse uniform attention: s_t attends to a set S_t of at most kappa past states, with weight
1/|S_t| each. D = ds_T/dh_t; d counts the attention hops of the shortest chain from s_T back to
h_t. Each hop gives a factor 1/kappa, each state between two hops a factor v.
"""

from fractions import Fraction
from itertools import combinations, product

import sympy as sp
from hypothesis import assume

from constructions.cells.attentive_rnn import AttentiveRNN, attention_hops, uniform_attention
from constructions.weights.relayed_attention import relayed_attention
from proofs.sparse_attention import PAPER
from theorem_checks import (
    Claim,
    Counterexample,
    Difference,
    Evidence,
    Mutant,
    Source,
    all_of,
    attention_patterns,
    check,
    prove_identity,
    rationals,
    search,
    sizes,
)

THEOREM_2 = Source(PAPER, "Theorem 2, eq. (5)")
SETTING = (
    r"$h_{t+1} = v s_t$ (+ inputs), $s_t = h_t + \frac{1}{|S_t|}\sum_{i \in S_t} h_i$",
    r"$1 \le |S_t| \le \kappa$, $S_t \subseteq \{1, \dots, t\}$ constant",
    r"$d$ = least number of attention hops from $s_T$ back to $h_t$",
)

v, kappa = sp.symbols("v kappa", positive=True)
d = sp.Symbol("d", integer=True, positive=True)


def sharp_bound(v, kappa, d):
    """Return the largest lower bound in terms of v >= 0, kappa and d."""
    return v ** (d - 1) / kappa**d


@check("proof")
def check_induction_on_hops(bound):
    """The bound is met hop by hop, and relays attain it: it is the infimum for v < 1.

    Every derivative is a sum of products of v and of weights, so none is negative. One hop: s_T
    attends to h_t with weight alpha >= 1/kappa, and D >= alpha. One hop more: s_T attends to
    h_i, and D >= alpha v ds_{i-1}/dh_t. A relay with gap m has D_d = v^{d-1} (1/kappa + v^m)^d,
    which tends to the bound as p = v^m goes to 0. At v = 0 only chains of one hop are left.
    """
    p, slack, excess, rest = sp.symbols("p slack excess rest", nonnegative=True)
    reached = bound(v, kappa, d)
    one_more = rest + (1 / kappa + slack) * v * (reached + excess)
    above = rest + slack * v * (reached + excess) + v * excess / kappa
    relay = v ** (d - 1) * (1 / kappa + p) ** d
    return all_of(
        {
            "one hop": prove_identity(bound(v, kappa, 1), 1 / kappa),
            "one hop more": prove_identity(bound(v, kappa, d + 1), v / kappa * reached),
            "what is left over is not negative": prove_identity(
                one_more - v / kappa * reached, above
            ),
            "a relay of one hop": prove_identity(relay.subs(d, 1), 1 / kappa + p),
            "a relay of one hop more": prove_identity(
                relay.subs(d, d + 1), v * (1 / kappa + p) * relay
            ),
            "relays attain the bound": prove_identity(relay.subs(p, 0), reached),
            "v = 0, one hop": prove_identity(bound(sp.Integer(0), kappa, 1), 1 / kappa),
            "v = 0, more hops": prove_identity(bound(sp.Integer(0), kappa, d + 1), 0),
        },
        "all T, t, d, kappa >= 1, all S_t, v >= 0; the infimum over networks for v < 1",
    )


@check("exact")
def check_every_small_network(bound):
    """No network up to T = 4 with kappa <= 2 is below the bound; relays come near it."""
    values = [Fraction(0), Fraction(1, 4), Fraction(1), Fraction(3, 2)]
    networks = 0
    for attention in _all_patterns(end=4, kappa=2):
        for start, value in product((1, 2), values):
            networks += 1
            if failure := _below(bound, value, attention, start, end=4):
                return Evidence.refuted(failure)
    value, gap = Fraction(1, 4), 12
    for sparsity, hops in product((1, 2, 3), (1, 2, 3)):
        relay = relayed_attention(sparsity, hops, gap)
        if failure := _below(bound, value, relay.attention, relay.start, relay.end):
            return Evidence.refuted(failure)
        found = _derivative(value, relay.attention, relay.start, relay.end)
        stated = bound(value, Fraction(sparsity), hops)
        if found > stated * (1 + sparsity * value**gap) ** hops:
            return Evidence.refuted(
                Counterexample(
                    {"v": value, "kappa": sparsity, "d": hops, "gap": gap},
                    claimed=f"infimum {stated}",
                    found=f"D = {found} on the relay that attains the infimum as the gap grows",
                    explanation="A larger lower bound holds, so this one is not sharp.",
                )
            )
    return Evidence.holds(
        "T = 4, kappa <= 2: every pattern of attention; relays with kappa, d <= 3 and gap 12",
        figures={"networks": networks},
    )


@check("search", kills=("printed", "lost-kappa"))
def check_random_networks(bound):
    """No random network up to T = 9 is below the bound."""

    def holds(pattern, start, value):
        end = len(pattern)
        assume(start <= end)
        attention = uniform_attention(dict(enumerate(pattern, start=1)))
        assume(attention_hops(attention, start, end) is not None)
        failure = _below(bound, value, attention, start, end)
        return failure is None or Difference(failure.claimed, failure.found)

    instances = {
        "pattern": sizes(least=1, most=9).flatmap(lambda T: attention_patterns(T, kappa=3)),
        "start": sizes(least=1, most=3),
        "value": rationals(least=0, most=4, denominators=8),
    }
    return search(instances, holds, examples=300, scope="T <= 9, kappa <= 3, 0 <= v <= 4")


def _derivative(value, attention, start, end):
    return AttentiveRNN(value, attention).derivatives(start, end, Fraction(1))[end]


def _all_patterns(end, kappa):
    """Yield the uniform attention of every choice of S_t with at most kappa events."""
    choices = [
        [set(s) for size in range(1, kappa + 1) for s in combinations(range(1, t + 1), size)]
        for t in range(1, end + 1)
    ]
    for sets in product(*choices):
        yield uniform_attention(dict(enumerate(sets, start=1)))


def _below(bound, value, attention, start, end):
    """Return the counterexample if the derivative is below the bound there, else None."""
    hops = attention_hops(attention, start, end)
    if hops is None:
        return None
    sparsity = max(len(row) for row in attention.values())
    stated = bound(value, Fraction(sparsity), hops)
    found = _derivative(value, attention, start, end)
    if found >= stated:
        return None
    return Counterexample(
        {
            "v": value,
            "kappa": sparsity,
            "d": hops,
            "t": start,
            "T": end,
            "S": {t: sorted(row) for t, row in attention.items()},
        },
        claimed=f"D >= {stated}",
        found=f"D = {found}",
    )


sharp_theorem_2 = Claim(
    id="sparse-attention/new-sparse-constant",
    title="For v >= 0 the gradient is at least v^(d-1) kappa^(-d), and no larger bound holds",
    source=THEOREM_2,
    statement=r"\frac{ds_T}{dh_t} \ge v^{d-1} \kappa^{-d},\quad"
    r"\inf = v^{d-1}\kappa^{-d} \text{ over all networks, for } v < 1",
    assumptions=(*SETTING, r"$v \ge 0$"),
    subject=sharp_bound,
    checks=(check_induction_on_hops, check_every_small_network, check_random_networks),
    mutants=(
        Mutant("printed", lambda v, kappa, d: 1 / kappa**d, "leaves out v"),
        Mutant("doubled-v", lambda v, kappa, d: (2 * v) ** (d - 1) / kappa**d, "s = h + c as 2h"),
        Mutant("one-v-too-many", lambda v, kappa, d: v**d / kappa**d, "true, but not sharp"),
        Mutant("lost-kappa", lambda v, kappa, d: v ** (d - 1) / kappa ** (d - 1), "d - 1"),
        Mutant(
            "sparsity-squared", lambda v, kappa, d: v ** (d - 1) / kappa ** (2 * d), "not sharp"
        ),
    ),
    repairs=("sparse-attention/thm-2", "sparse-attention/thm-2-bounded"),
    new=True,
)
