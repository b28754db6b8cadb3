r"""Section 3's definitions: orders of growth, relevant events, sparsity, maximal depth.

The laws of Omega are proved with the constants as witnesses, at each T: reflexive with 1,
transitive with the product of two. That at most $1/\epsilon$ states are relevant follows from their
weights' adding up to 1: each is $\epsilon$ and a square more, and k of them are no more than all.
Uniform attention to k states attains it.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from constructions.cells.attentive_rnn import uniform_attention
from proofs.sparse_attention import PAPER
from theorem_checks import (
    All,
    AtMost,
    Claim,
    Counterexample,
    Equal,
    Evidence,
    ForReals,
    Implies,
    Mutant,
    Source,
    arithmetic,
    certificate,
    check,
    conjunction,
    implies,
    maximum,
    proof_of,
    prove,
    sum_of_squares,
)
from theorem_checks.statements.conclusions import symbols_of

DEFINITIONS = Source(PAPER, "Sec. 3.1, Definitions")


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


def says_relevant(most, w):
    """Of weights that add up to s, at most 1/eps are eps s or more; as many, if eps is 1/k.

    Any k of them are eps s + a_i^2, and they add up to no more than all of them.
    """
    k, eps, s = w.size("k"), w.number("eps", positive=True), w.number("s", positive=True)
    a = w.array("a", k)
    relevant = w.entries(lambda at: at.sum(lambda i: a[i] * a[i] + eps * s, k))
    uniform = w.entries(lambda at: at.sum(lambda i: s / k + 0 * a[i], k))
    return All(
        (
            Implies(AtMost(relevant, s), AtMost(k, w.call(most, eps))),
            Equal(uniform, w.entries(lambda _: s)),
            Equal(w.call(lambda k: most(1 / k), k), k),
        )
    )


def by_their_sum(parts):
    """They add up to k eps s, and squares."""
    bound, uniform, attained = parts.parts
    symbols = {symbol.name: symbol for symbol in symbols_of(parts)}
    least = AtMost(symbols["k"] * symbols["eps"] * symbols["s"], bound.hypothesis.lhs)
    premise = least, sum_of_squares(least, (1, parts.array("a")))
    return conjunction(parts, arithmetic(bound, premise), prove(uniform), prove(attained))


TOTALS = [{"k": k, "eps": Fraction(1, 5), "s": 10**6} for k in (1, 3, 5, 4)]


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
    says=says_relevant,
    checks=(
        proof_of(says_relevant, by_their_sum, instances=TOTALS),
        certificate(says_relevant, proof="relevant_states.v", instances=TOTALS, tier="deep"),
        check_relevant_events_of_uniform_attention,
    ),
    mutants=(
        Mutant("one-less", lambda eps: 1 / eps - 1, "the last one forgotten"),
        Mutant("squared", lambda eps: 1 / eps**2, "true, but never attained"),
    ),
    late=(
        Mutant(
            "tiny",
            lambda eps: 1 / eps if eps * 10**9 > 1 else 1 / eps**2,
            "never attained below 10^-9",
        ),
    ),
    notes="The text gives no threshold. Without one every state is relevant, for softmax weights"
    " are positive.",
)
