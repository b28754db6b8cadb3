"""Two eigenvalues for which the influence of the first state has a simple closed form.

At lam = 1/2 it is constant. At lam = 1 it is L_k(-1), the Laguerre polynomial at -1, the sum of the
binomial(k, j) / j!. Let U_s(k) be the terms up to j = s. By Pascal's rule and absorption
(k + 2) U_s(k + 2) - (2k + 3) U_s(k + 1) + (k + 1) U_s(k) = U_{s-1}(k + 1), and for s > k the right
side is U_s(k + 1): this is the recurrence of the network.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import sympy as sp

from constructions.cells.attentive_rnn import UniformlyAttentiveRNN
from proofs.sparse_attention.by_lemmas import by_lemmas
from proofs.sparse_attention.s3_2_uniform_relevance.uniform_gradient import (
    SETTING,
    THEOREM_1,
    derivatives,
)
from theorem_checks import (
    All,
    AtMost,
    Claim,
    Conclusion,
    Counterexample,
    Equal,
    Evidence,
    Implies,
    Mutant,
    World,
    arithmetic,
    binomial,
    certificate,
    check,
    factorial,
    given_each,
    induction,
    proof_of,
    prove_by_induction,
    prove_by_strong_induction,
)
from theorem_checks.certifying.lemmas import lemmas
from theorem_checks.proving.rules.derivations import Derived, Instance, at_any, derivation, for_any
from theorem_checks.proving.rules.inductions import obligations
from theorem_checks.proving.rules.rewriting import hypotheses_of


@dataclass(frozen=True)
class ExactCases:
    """dh_{1+k}/dh_1: `at_half` for lam = 1/2, the sum over j of `summand(k, j)` for lam = 1."""

    at_half: Any
    summand: Callable[[Any, Any], Any]


exact_cases = ExactCases(1, lambda k, j: binomial(k, j) / factorial(j))


def says_closed_forms(cases: ExactCases, w: World) -> Conclusion:
    """What moves with h_1, by the shipped network, is that constant, or that sum, at every time.

    `h[k]` and `x[k]` are dh_{1+k}/dh_1 for lam = 1/2 and lam = 1, `A` and `X` what adds them up.
    `c[j, k]` is made by Pascal's rule, and 0 for j > k; it is the summand. `U[s, k]` adds it up for
    j <= s; that is x[k] for every s > k, and so the sum over all j.
    """

    def network(names: str, value: Any) -> Any:
        def step(h: Any, A: Any, k: Any) -> Any:
            return UniformlyAttentiveRNN(value).step(1 + k, (h[k], A[k]), 0)[0]

        return w.recurrence(names, (1, 1), step)

    def for_two(names: str, said: Callable[[Any, Any], Conclusion]) -> Conclusion:
        one, other = names.split()
        return w.for_all(one, lambda a: w.for_all(other, lambda b: said(a, b)))

    h, A = network("h A", Fraction(1, 2))
    x, _ = network("x X", 1)
    c = w.table_of("c", lambda k: 1, lambda s: 0, lambda c, s, k: c[s + 1, k] + c[s, k] / (s + 1))
    U = w.rows("U", lambda k: c[0, k], lambda U, s, k: U[s, k] + c[s + 1, k])

    def at_half(k: Any) -> Conclusion:
        return All((Equal(h[k], cases.at_half), Equal(A[k], (k + 1) * cases.at_half)))

    def absorbed(s: Any, k: Any) -> Conclusion:
        return Equal((s + 1) ** 2 * c[s + 1, k], (k - s) * c[s, k])

    def of_sums(s: Any, k: Any) -> Conclusion:
        two = (k + 2) * U[s + 1, k + 2] + (k + 1) * U[s + 1, k]
        return Equal(two, (2 * k + 3) * U[s + 1, k + 1] + U[s, k + 1])

    def of_x(k: Any) -> Conclusion:
        return Equal((k + 2) * x[k + 2] + (k + 1) * x[k], 2 * (k + 2) * x[k + 1])

    def first(s: Any) -> Conclusion:
        of_sums = Equal(U[s, 0], 1), Equal(U[s + 1, 1], 2)
        return All((*of_sums, Equal(x[0], 1), Equal(x[1], 2)))

    def is_sum(k: Any, s: Any) -> Conclusion:
        both = Equal(x[k], U[s + 1, k]), Equal(x[k + 1], U[s + 1, k + 1])
        return Implies(AtMost(k, s), All(both))

    return All(
        (
            w.for_all("k", at_half),
            for_two("s l", lambda s, k: Equal(c[s, k], w.call(cases.summand, k, s))),
            for_two("g i", lambda k, s: Equal(U[s, k], w.sum(lambda j: c[j, k], "j", 0, s))),
            for_two("a b", absorbed),
            for_two("d e", lambda s, k: Implies(AtMost(k, s), Equal(c[s + 1, k], 0))),
            for_two("m n", of_sums),
            w.for_all("q", of_x),
            w.for_all("p", first),
            for_two("u v", is_sum),
        )
    )


def by_absorption(whole: Any) -> Evidence:
    """Prove the coefficients and their sums by induction; and from their recurrence, x."""
    under, parts = whole.hypothesis, whole.body.parts
    half, pascal, added, absorbed, none, of_sums, of_x, first, is_sum = parts

    def known(said: Any) -> Any:
        return said, prove_by_strong_induction(Implies(under, said))

    plain = [prove_by_induction(Implies(under, said)) for said in (half, pascal)]
    absorption, vanishing, network = known(absorbed), known(none), known(of_x)
    sums = of_sums, by_lemmas(under, of_sums, absorption)
    starts = first, by_lemmas(under, first, vanishing)
    *_, rows = under.parts  # of U
    last: Any = Implies(All((rows, none, of_sums, of_x, first)), is_sum)
    base, step = obligations(last)
    found = induction(last, prove_by_strong_induction(base), by_both_recurrences(last, step))
    before = (
        Derived(Implies(under, said), shown) for said, shown in (vanishing, sums, network, starts)
    )
    return given_each(
        whole,
        *plain,
        known(added)[1],
        absorption[1],
        vanishing[1],
        sums[1],
        network[1],
        starts[1],
        derivation(Implies(under, is_sum), *before, Derived(last, found)),
    )


def by_both_recurrences(last: Any, step: Any) -> Evidence:
    """From k to k + 1, at any s: x and U_s obey the same recurrence there, as c is 0."""
    rows, none, of_sums, of_x, _ = last.hypothesis.parts
    k, inner = last.body.variable, at_any(step)
    hypotheses, said = hypotheses_of(inner)
    before = last.body.body
    whole: Any = hypotheses_of(step)[1]
    s = whole.variable
    steps: list[Any] = []
    facts: list[Any] = [hypotheses[-1]]

    def at(general: Any, *places: Any) -> None:
        for place in places:
            steps.append(Instance(general, place))
            general = general.body.substituted({general.variable: place})
        facts.append(general)

    at(before, s)
    at(rows.parts[-1], s, k + 1)
    at(none, s, k + 1)
    at(of_sums, s, k)
    at(of_x, k)
    core = Implies(All(tuple(facts)), said)
    found = derivation(inner, *steps, Derived(core, arithmetic(core, seconds=20)))
    return for_any(step, found)


@check("exact")
def check_network(cases):
    """The network run to k = 12."""
    for value in (Fraction(1, 2), Fraction(1)):
        D = derivatives(value, 1, 13)
        for steps in range(1, 13):
            terms = [sp.Rational(str(cases.summand(steps, i))) for i in range(steps + 1)]
            stated = cases.at_half if value != 1 else sum(terms)
            if value * D[steps] != stated:
                where = {"lam": value, "k": steps}
                found = str(value * D[steps])
                return Evidence.refuted(Counterexample(where, str(stated), found))
    return Evidence.holds("k <= 12")


uniform_exact_cases = Claim(
    id="sparse-attention/new-exact-cases",
    title="The influence of the first state is 1 for lam = 1/2, and L_k(-1) for lam = 1",
    source=THEOREM_1,
    statement=r"\frac{dh_{1+k}}{dh_1} = 1 \ (\lambda = \tfrac12), \qquad"
    r" \frac{dh_{1+k}}{dh_1} = L_k(-1) = \sum_j \binom{k}{j} \frac{1}{j!} \ (\lambda = 1)",
    assumptions=(*SETTING, "$t = 1$"),
    subject=exact_cases,
    says=says_closed_forms,
    checks=(
        proof_of(says_closed_forms, by_absorption, seconds=300),
        certificate(
            says_closed_forms, proof=(lemmas("binomials"), "uniform_exact_cases.v"), tier="deep"
        ),
        check_network,
    ),
    mutants=(
        Mutant("two", ExactCases(2, exact_cases.summand), "the value of D_T"),
        Mutant(
            "shifted",
            ExactCases(1, lambda k, j: binomial(k, j) / factorial(j + 1)),
            "(j + 1)! for j!: L_k^(1)(-1)/(k + 1)",
        ),
        Mutant("powers-of-two", ExactCases(1, binomial), "no factorial: 2^k"),
    ),
    late=(
        Mutant(
            "long",
            ExactCases(
                1,
                lambda k, j: exact_cases.summand(k, j) if k < 5000 else binomial(k, j),
            ),
            "no factorial from k = 5000 on",
        ),
    ),
    new=True,
    notes="L_k is the Laguerre polynomial.",
)
