"""Which rule concludes a statement that no engine decides by itself, and why others do not apply.

`prove` tries, one after the other, the rules that need nothing but the statement. What it returns
says by which rule it was concluded and what the ones before it said; for what needs more than the
statement it says which rule takes it.
"""

from collections.abc import Callable
from dataclasses import replace

from theorem_checks.errors import ArgumentError, CheckError
from theorem_checks.proving.effort import alternatives
from theorem_checks.proving.rules.connectives import given_each
from theorem_checks.proving.rules.loewner import order_of_forms
from theorem_checks.proving.rules.rewriting import hypotheses_of
from theorem_checks.statements.chains import EveryChain, EveryFirstChain
from theorem_checks.statements.classes import Described, WithProbability
from theorem_checks.statements.conclusions import (
    All,
    AtMost,
    Computes,
    Conclusion,
    Equal,
    ForAll,
    Implies,
    Less,
    Relation,
    SameOutputs,
    UniqueMinimum,
)
from theorem_checks.statements.first_outputs import SameFirstOutputs
from theorem_checks.statements.loewner import LoewnerAtMost
from theorem_checks.statements.normal_means import NormalMean, UnitsMean
from theorem_checks.statements.power_means import MeanWithin
from theorem_checks.statements.seals import concluded
from theorem_checks.statements.spectra import PowersVanish, SpectrumWithin
from theorem_checks.statements.stacks import EveryStack, EveryStackIs, NoStack, NoStackThrough
from theorem_checks.statements.suprema import BallMean, MaximumMean
from theorem_checks.verdicts.evidence import Evidence, all_of
from theorem_checks.verdicts.kinds import Verdict

__all__ = ["by_rules", "what_takes"]

Rule = Callable[[Conclusion], Evidence]

_NEEDS_MORE: dict[type, str] = {
    SameOutputs: "`simulation(same, relation)`, with a relation of the states",
    Computes: "`unrolling`, or `unrolling_delays`",
    UniqueMinimum: "`by_completing_the_square`, with evidence of the mean",
    EveryChain: "`link_by_link(chain, rule)`, with what proves a link",
    EveryFirstChain: "`link_by_link(chain, rule)`, with what proves a link",
    SameFirstOutputs: "`by_common_outputs`, or `at_first_tokens`",
    EveryStack: "`layer_by_layer`, with evidence of each machine",
    EveryStackIs: "`closed_under_composition`",
    NoStack: "`no_stack`, with evidence of `EveryStack`, or `superexponential`",
    NoStackThrough: "`not_lipschitz`, `superlinear` or `not_continuous`, with evidence of"
    " `EveryStackIs`",
    Described: "nothing: what is said in words is `argued`",
}


def what_takes(conclusion: object) -> str:
    """Which rule takes a statement, for whoever asked an engine that decides it by itself."""
    body = hypotheses_of(conclusion)[1] if isinstance(conclusion, Conclusion) else conclusion
    for kind, words in _NEEDS_MORE.items():
        if isinstance(body, kind):
            return f"A {kind.__name__} is concluded by {words}."
    if isinstance(conclusion, Implies) and isinstance(body, Equal | AtMost | Less):
        known = {type(one) for one in hypotheses_of(conclusion)[0]}
        if known & {LoewnerAtMost, SpectrumWithin}:
            return (
                "Where eigenvalues or an order of symmetric matrices are assumed,"
                " `by_eigenvalues(conclusion, z)` takes inequalities whose sides differ by a form"
                " zᵀ p(A) z with a polynomial p, and `at_vectors(conclusion, v, ...)` what follows"
                " from the orders at vectors v; see docs/engines/index-sums.md."
            )
        return (
            "Under a hypothesis: `arithmetic` takes relations of numbers, `replacing` and"
            " `linear_combination` equations that are assumed; see Proofs in docs/statements.md."
        )
    if isinstance(body, Conclusion):
        return "Rules conclude others; docs/statements.md has a table of them."
    return (
        "Statements are `Equal`, `AtMost`, `Less`, `Mean`, `ForReals`, `WithProbability`, ... of"
        " numbers, arrays and statistics, or a relation of SymPy; a formula of w.reals goes into"
        " `ForReals`."
    )


def by_rules(conclusion: Conclusion) -> Evidence | None:
    """What the rules say that need nothing but the statement; None where there is none for it."""
    rules = _rules_for(conclusion)
    said: list[str] = []
    for rule in rules:
        name = rule.__name__
        try:
            with alternatives():
                found = rule(conclusion)
        except (ArgumentError, CheckError) as error:
            said.append(f"{name} does not apply: {error}")
            continue
        if found.verdict is Verdict.UNDECIDED:
            said.append(f"{name}: {found.reason}")
            continue
        whole = all_of({name: found}, found.scope)
        why = "; ".join([f"by {name}", *said])
        return concluded(replace(whole, reason=whole.reason or why), conclusion, name)
    if not rules:
        return None
    return concluded(Evidence.undecided("; ".join(said)), conclusion, "prove")


def in_order(conclusion: Conclusion) -> Evidence:
    """The rule of orders of matrices, with what decides its parts."""
    from theorem_checks.proving.conclude import prove
    from theorem_checks.proving.rules.arithmetic import arithmetic

    return order_of_forms(conclusion, prove, arithmetic)


def part_by_part(conclusion: Conclusion) -> Evidence:
    """What is implied together, each part by itself under the hypothesis."""
    from theorem_checks.proving.conclude import prove

    assert isinstance(conclusion, Implies)
    assert isinstance(conclusion.body, All)
    each = (prove(Implies(conclusion.hypothesis, part)) for part in conclusion.body.parts)
    return given_each(conclusion, *each)


def _rules_for(conclusion: Conclusion) -> tuple[Rule, ...]:
    """Late imports: the rules ask `prove`, which asks here."""
    from theorem_checks.proving.induction.by_induction import prove_by_induction
    from theorem_checks.proving.moments.genus_expansion import by_genus_expansion
    from theorem_checks.proving.probability.moment_tails import (
        by_chebyshev,
        by_markov,
        by_sure_event,
    )
    from theorem_checks.proving.probability.normal_units import by_gaussian_integrals
    from theorem_checks.proving.probability.suprema import by_suprema
    from theorem_checks.proving.probability.tails import by_chernoff
    from theorem_checks.proving.rules.arithmetic import arithmetic
    from theorem_checks.proving.rules.spectral import vanishing

    hypotheses, body = hypotheses_of(conclusion)
    if isinstance(body, WithProbability):
        return by_chernoff, by_chebyshev, by_markov, by_sure_event
    if isinstance(body, ForAll):
        return (prove_by_induction,)
    if isinstance(body, PowersVanish):
        return (vanishing,)
    if isinstance(body, LoewnerAtMost):
        return (in_order,)
    if isinstance(body, NormalMean | UnitsMean):
        return (by_gaussian_integrals,)
    if isinstance(body, MaximumMean | BallMean):
        return (by_suprema,)
    if isinstance(body, MeanWithin):
        return (by_genus_expansion,)
    parts = body.parts if isinstance(body, All) else (body,)
    together: tuple[Rule, ...] = ()
    if isinstance(conclusion, Implies) and isinstance(conclusion.body, All):
        together = (part_by_part,)
    if hypotheses and all(isinstance(part, Relation) for part in [*hypotheses, *parts]):
        return (arithmetic, *together)
    return together
