r"""Induction over a statement that is data: base and step are made from it, and decided.

:math:`A(n)` for all :math:`n \ge n_0`, which stands in equations and inequalities of real numbers,
follows from :math:`A(n_0)` and :math:`A(n) \Rightarrow A(n+1)`. The rule `obligations` makes both
by substitution, and `induction` concludes. Of a recurrence the equations among the hypotheses are
put into what is said, h(n + 1) by its step and h(n) by its closed form, so that an identity is
left. Else `arithmetic` decides, and is handed what it does not know: what a factorial is at n + 1,
and a sum up to n + 1.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import sympy as sp
from sympy.core.function import AppliedUndef

from theorem_checks.errors import ArgumentError
from theorem_checks.proving.conclude import prove
from theorem_checks.proving.effort import (
    alternatives,
    are_counterexamples_wanted,
    proofs_only,
)
from theorem_checks.proving.induction.ranges import with_last_terms_apart
from theorem_checks.proving.rules.arithmetic import Premise, arithmetic
from theorem_checks.proving.rules.connectives import conjunction, given_each
from theorem_checks.proving.rules.inductions import induction, obligations
from theorem_checks.proving.rules.rewriting import (
    assuming,
    hypotheses_of,
    renaming_indices,
    rewriting,
    rewritten,
    rewritten_once,
    with_common_indices,
)
from theorem_checks.solving.counting import counting_steps
from theorem_checks.statements.conclusions import (
    All,
    AtMost,
    Conclusion,
    Equal,
    ForAll,
    Implies,
    Less,
)
from theorem_checks.statements.seals import concluded
from theorem_checks.statements.texts import text_of
from theorem_checks.verdicts.counterexamples import Counterexample
from theorem_checks.verdicts.evidence import Evidence
from theorem_checks.verdicts.kinds import Verdict

__all__ = ["decided_step", "is_decided_in", "prove_by_induction", "steps_in"]

_SECONDS_UNWANTED = 2  # where a statement is known to be false, and nobody asks why
_TRIED = 12  # integers from the start on at which a statement that is not proved is tried


def prove_by_induction(conclusion: Conclusion, *, seconds: float | int = 10) -> Evidence:
    """Decide a statement for all integers from a start on, by induction.

    **Arguments**

    - `conclusion`: `ForAll(n, start, body)`, where the body is made of equations and inequalities
      of real numbers by `All`, `Either` and `Implies`; or `Implies(hypothesis, ForAll(...))`, where
      a hypothesis may be a `ForAll` itself, as one about a sequence is: with
      `a = sp.Function("a", real=True)`, that a(m + 1) <= a(m) - 1 for all m >= 0. Several such
      together, by `All`, are proved one by one.
    - `seconds`: for each of the solvers.

    The body may be a `ForAll` itself: base and step are then for all integers, and are proved by
    induction over the second one. A body that does not carry itself on is made stronger with `All`.
    For two bases, say `All((A(n), A(n + 1)))`.

    **Returns** Evidence of the conclusion in two parts, base and step, which are computed from it.
    REFUTED with the least integer at which it fails where one was found; UNDECIDED where the step
    does not follow by arithmetic.

    **Raises** `ArgumentError` for what is no such statement.
    """
    if isinstance(conclusion, All):
        each = (prove_by_induction(part, seconds=seconds) for part in conclusion.parts)
        return conjunction(conclusion, *each)
    if isinstance(conclusion, Implies) and isinstance(conclusion.body, All):
        given = conclusion.hypothesis
        each = (
            prove_by_induction(Implies(given, part), seconds=seconds)
            for part in conclusion.body.parts
        )
        return given_each(conclusion, *each)
    needed = obligations(conclusion)
    base, step = (
        prove_by_induction(part, seconds=seconds) if _ranges(part) else decided_step(part, seconds)
        for part in needed
    )
    if step.verdict is not Verdict.PROVED and isinstance(conclusion, ForAll):
        failed = _least(conclusion)
        if failed is not None:
            return concluded(failed, conclusion, "values at integers")
    found = induction(conclusion, base, step)
    if isinstance(conclusion, ForAll) and (where := found.counterexample) is not None:
        found = concluded(
            replace(found, counterexample=_at(where, conclusion.variable, conclusion.start)),
            conclusion,
            "induction",
        )
    return found


def _ranges(said: Conclusion) -> bool:
    """Whether it is for all integers itself, as of a statement for all pairs of integers."""
    while isinstance(said, Implies):
        said = said.body
    return isinstance(said, ForAll)


def decided_step(said: Conclusion, seconds: float | int) -> Evidence:
    """A base or a step, by an engine that refutes as well, or by arithmetic."""
    if _is_plain(said):
        found = prove(said)
        if found.verdict in (Verdict.PROVED, Verdict.REFUTED):
            return found
    common = with_common_indices(said)
    premises = steps_in(common)
    with alternatives():
        found = _by_equations(common, premises)
    wanted = are_counterexamples_wanted()
    if found is None or (found.verdict is not Verdict.PROVED and wanted):
        most = seconds if wanted else min(seconds, _SECONDS_UNWANTED)
        found = arithmetic(common, *premises, seconds=most)
    return found if common.is_same(said) else renaming_indices(said, found)


def is_decided_in(said: Conclusion, steps: int) -> bool:
    """Whether a base or a step is so, with so many steps of a solver: everywhere the same."""
    if _is_plain(said) and prove(said).verdict is Verdict.PROVED:
        return True
    common = with_common_indices(said)
    premises = steps_in(common)
    with alternatives():
        found = _by_equations(common, premises)
        if found is None or found.verdict is not Verdict.PROVED:
            with proofs_only(), counting_steps(steps):
                found = arithmetic(common, *premises)
    return found.verdict is Verdict.PROVED


_MOST_ROUNDS = 8  # of equations that are put into one another


def _by_equations(said: Conclusion, premises: Sequence[Premise]) -> Evidence | None:
    """A statement under equations, by putting right sides in place of left ones; None without."""
    opened = [(known, found) for known, found in premises if isinstance(known, Equal)]
    apart = rewritten(said, [known for known, _ in opened])
    hypotheses, body = hypotheses_of(apart)
    equations = (h for h in hypotheses if isinstance(h, Equal) and _gives_a_value(h))
    usable = sorted(equations, key=_place, reverse=True)
    used: list[Equal] = []
    for _ in range(_MOST_ROUNDS):
        before = len(used)
        for equation in usable:
            try:
                changed = rewritten_once(body, equation)
            except ArgumentError:  # it cannot be put there
                continue
            if changed is not None:
                body = changed
                used.append(equation)
        if len(used) == before:
            break
    if not used or not isinstance(apart, Implies) or not _is_plain(body):
        return None
    try:
        found = assuming(apart, prove(body), *used)
        return rewriting(said, found, *opened) if opened else found
    except ArgumentError:  # what cancels need not have a value
        return None


_VALUES = (AppliedUndef, sp.Sum, sp.Product)


def _gives_a_value(said: Equal) -> bool:
    """Whether a hypothesis says what a value of a sequence is, or a sum or product of some."""
    if not isinstance(said.lhs, _VALUES):
        return False
    return isinstance(said.rhs, sp.Expr) and not said.rhs.has(said.lhs)


def _place(said: Any) -> Any:
    """Later values before earlier ones, and sums before what they are made of."""
    (*_, index) = said.lhs.args if isinstance(said.lhs, AppliedUndef) else said.lhs.limits[0]
    ahead = sp.expand(index).as_coeff_Add()[0]
    return ahead if ahead.is_real else sp.Integer(0), str(said.lhs)


def _is_plain(said: Conclusion) -> bool:
    if isinstance(said, All):
        return all(map(_is_plain, said.parts))
    return isinstance(said, Equal | AtMost | Less)


def steps_in(said: Conclusion) -> list[Premise]:
    """What factorials and ranges in a statement are, by those that come before."""
    found: set[Any] = set()

    def seen(part: object) -> object:
        if isinstance(part, sp.Basic):
            found.update(part.atoms(sp.Sum, sp.Product, sp.factorial))
        return part

    said.mapped(seen)
    terms = sorted(found, key=text_of)
    ranges = [term for term in terms if not isinstance(term, sp.factorial)]
    premises = []
    for term in terms:
        ranged = term in ranges
        before = with_last_terms_apart(term, *ranges) if ranged else _factorial(term)
        if before != term:
            stated = Equal(term, before)
            evidence = prove(stated)
            if evidence.verdict is Verdict.PROVED and not evidence.conditions:
                premises.append((stated, evidence))
    return premises


def _factorial(term: Any) -> Any:
    """(n + 1)! by n!, where n is a natural number."""
    (argument,) = term.args
    before = sp.expand(argument - 1)
    grown = before.as_coeff_Add()[0].is_nonnegative and before.is_nonnegative
    return argument * sp.factorial(before) if grown else term


def _least(conclusion: ForAll) -> Evidence | None:
    """The refutation at the least of some integers at which a statement fails."""
    n, start = conclusion.variable, conclusion.start
    for value in range(start, start + _TRIED):
        said = conclusion.body.substituted({n: sp.Integer(value)})
        if not _is_plain(said):
            return None
        found = prove(said)
        if found.verdict is Verdict.REFUTED and found.counterexample is not None:
            return replace(found, counterexample=_at(found.counterexample, n, value))
    return None


def _at(found: Counterexample, n: sp.Symbol, value: int) -> Counterexample:
    return replace(found, values={n.name: value, **found.values})
