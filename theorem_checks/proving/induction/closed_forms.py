r"""Closed forms of recurrences and sums: base and step as obligations, each with its own evidence.

`prove_recurrence` makes both from a closed form: f solves :math:`x_{n_0} = a`,
:math:`x_{n+1} = g(x_n, n)` for all :math:`n \ge n_0` if and only if :math:`f(n_0) = a` and
:math:`f(n+1) = g(f(n), n)` for all of them, identities that `prove_identity` decides. Where
g(x_n, n) or f(n) is not defined at some n, the recurrence ends there, and the closed form is
refuted.
`prove_sum` is the case of a sum, :math:`g(x, n) = x + a(n+1)`.

A closed form that fails is refuted by the least n at which it does, found by running the
recurrence in exact arithmetic. Functions are traced on symbolic scalars, which refuse what is not
decided for every n; after a proof they are run at numbers, and have to do there what their traces
say.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import count
from typing import Any, TypeAlias

import sympy as sp

from theorem_checks.errors import ArgumentError, UndecidedQuestionError
from theorem_checks.proving.induction.recurrences import (
    Recurrence,
    Step,
    TracedStep,
    as_tuple,
    first_integer,
    require_argument,
    run_at_numbers,
    traced,
    with_symbol,
)
from theorem_checks.proving.induction.steps import (
    are_met_by_some,
    is_defined,
    prove_at,
    prove_defined,
    prove_step,
)
from theorem_checks.statements.conclusions import Conclusion, Equal, ForAll
from theorem_checks.statements.exact import ExactLike, to_expression, to_fraction
from theorem_checks.statements.hypotheses import under
from theorem_checks.statements.scalars import divisors_recorded
from theorem_checks.statements.seals import concluded
from theorem_checks.statements.values.assumptions import Conditions, conditions_of
from theorem_checks.statements.values.evaluation import evaluate
from theorem_checks.statements.values.radicals import NoExactValueError
from theorem_checks.verdicts.counterexamples import Counterexample
from theorem_checks.verdicts.evidence import Evidence, all_of
from theorem_checks.verdicts.kinds import Verdict

__all__ = ["prove_recurrence", "prove_sum"]


Values: TypeAlias = ExactLike | Sequence[ExactLike]
"""One expression, or several for a recurrence in several components."""


Form: TypeAlias = Values | Callable[[Any], Any]
"""Values as expressions in the variable, or a function of n that gives them."""


def prove_recurrence(
    closed_form: Form,
    step: Step,
    start: tuple[int, Values],
    variable: sp.Symbol,
    *,
    assume: Conditions = (),
) -> Evidence:
    """Decide whether a closed form solves a recurrence, for every n from the start on.

    **Arguments**

    - `closed_form`: a function f of n, or an expression in `variable`; several values, in a tuple,
      for a recurrence in several components (one of second order as pairs of neighbours, say).
    - `step`: a function (x, n) -> next x, by exact arithmetic; x is a scalar, or a tuple.
    - `start`: the first n, an integer, and the value there.
    - `assume`: inequalities between the other symbols, as in `prove_identity`.

    Functions are handed symbolic scalars: operators work on them, and `sqrt`, `binomial` and the
    like of `theorem_checks`. After a proof they are run at about twenty numbers.

    **Returns** Evidence of `Solves(...)`, with the parts base and step. If it is REFUTED, the
    counterexample has the least n at which the closed form leaves the recurrence, with the other
    symbols at small values.

    **Raises** `ArgumentError`, `ExactnessError` as `prove_identity` does;
    `UndecidedQuestionError` where a function asks what is not decided for every n, such as n == 3;
    `ArgumentError` where it does something else at a number than it does for every n.
    """
    first = first_integer(start[0], variable)
    try:
        with divisors_recorded() as divisors:
            form = traced("closed_form", closed_form, variable, first)
    except ZeroDivisionError:
        return _undefined(variable, first)
    require_argument("step", step, variable)
    single = not isinstance(form, Sequence) or isinstance(form, str)
    recurrence = Recurrence(
        as_tuple(form, "closed_form"),
        as_tuple(start[1], "start[1]"),
        first,
        variable,
        TracedStep.traced(step, as_tuple(form, "closed_form"), single, variable, first),
        single,
        with_symbol(divisors, variable, first),
    )
    evidence = _decided(recurrence, assume)
    if evidence.verdict is Verdict.PROVED:
        run = recurrence.run_step(step)
        run += run_at_numbers("closed_form", closed_form, form, variable, first)
        evidence = replace(evidence, figures={**evidence.figures, "numbers_run": run})
    return concluded(evidence, _under(assume, recurrence.statement), "prove_recurrence")


def prove_sum(
    summand: ExactLike | Callable[[Any], Any],
    total: ExactLike | Callable[[Any], Any],
    variable: sp.Symbol,
    start: int = 0,
    *,
    assume: Conditions = (),
) -> Evidence:
    r"""Decide whether :math:`\sum_{k=start}^{n} a(k) = s(n)` for every n from `start` on.

    **Arguments**: the `summand` a and the `total` s, as functions of n or expressions in
    `variable`; the first index `start`; `assume` as in `prove_recurrence`, which also says how
    functions are called, and what is returned and raised. What is concluded is the equation, for
    every value of `variable` from `start` on.
    """
    first = first_integer(start, variable)
    try:
        with divisors_recorded() as divisors:
            a, s = (
                to_expression(traced(name, given, variable, first), name)
                for name, given in (("summand", summand), ("total", total))
            )
    except ZeroDivisionError:
        return _undefined(variable, first)
    if not is_defined(a.subs(variable, first)):
        claimed = str(s.subs(variable, first))
        said = "the first summand is not defined"
        found = Counterexample({variable.name: first}, claimed, "a division by zero", said)
        return Evidence.refuted(found, scope=f"every {variable} from {first} on")
    initial, place = (a.subs(variable, first),), sp.Dummy("s")
    recurrence = Recurrence(
        (s,),
        initial,
        first,
        variable,
        TracedStep((place,), (place + a.subs(variable, variable + 1),), ()),
        True,
        with_symbol(divisors, variable, first),
    )
    evidence = _decided(recurrence, assume)
    if evidence.verdict is Verdict.PROVED:
        run = run_at_numbers("summand", summand, a, variable, first)
        run += run_at_numbers("total", total, s, variable, first)
        figures = {"numbers_run": run} if run else {}
        evidence = replace(evidence, figures={**evidence.figures, **figures})
    k = _summed_over(a, s, variable)
    said = Equal(sp.Sum(a.subs(variable, k), (k, first, variable)), s)
    return concluded(evidence, _under(assume, ForAll(variable, first, said)), "prove_sum")


def _under(assume: Conditions, body: Conclusion) -> Conclusion:
    return under(conditions_of(assume), body)


def _summed_over(summand: sp.Expr, total: sp.Expr, variable: sp.Symbol) -> sp.Symbol:
    """The index of a sum: a symbol whose name nothing else has."""
    taken = set(map(str, (variable, *summand.free_symbols, *total.free_symbols)))
    names = (f"k{number or ''}" for number in count())
    return sp.Symbol(next(name for name in names if name not in taken), integer=True)


def _decided(recurrence: "Recurrence", assume: Conditions) -> Evidence:
    """Base and step of a recurrence; where they fail, the least n at which it does."""
    variable, n0 = recurrence.variable, recurrence.first
    try:
        arrived = recurrence.arrived
    except ZeroDivisionError:
        return _undefined(variable, n0)
    base = {
        name: prove_at(a, f, variable, n0, named=(variable.name, n0), assume=assume)
        for name, f, a in zip(
            recurrence.names("base"), recurrence.closed, recurrence.start, strict=True
        )
    }
    n = recurrence.steps + n0

    carried = {
        f"{name} {place}".strip(): evidence
        for name, f, g in zip(recurrence.names("step"), recurrence.closed, arrived, strict=True)
        for place, evidence in prove_step(
            g,
            f.subs(variable, n + 1),
            recurrence.steps,
            variable=variable,
            first=n0,
            assume=assume,
        ).items()
    }
    divisors = (*recurrence.divisors, *recurrence.divisors_of_step)
    conditions, undefined = prove_defined(
        (d.subs(variable, n) for d in divisors),
        recurrence.steps,
        variable=variable,
        first=n0,
        assume=assume,
    )
    carried |= {f"step {name}": evidence for name, evidence in undefined.items()}
    obligations = {**_named("base", base), **_named("step", carried)}
    evidence = _joined(obligations, variable.name, n0)
    if evidence.verdict is Verdict.PROVED:
        joined = tuple(dict.fromkeys((*evidence.conditions, *conditions)))
        if joined and not are_met_by_some(joined, assume):
            said = " and that ".join(condition.text for condition in joined)
            return Evidence.undecided(
                f"No values of the other symbols were found for which it is known that {said}.",
                scope=evidence.scope,
                parts=evidence.parts,
            )
        evidence = replace(evidence, conditions=joined)
    if evidence.verdict is Verdict.REFUTED:
        evidence = replace(evidence, counterexample=_least(evidence, recurrence))
    return evidence


def _undefined(variable: sp.Symbol, first: int) -> Evidence:
    """The refutation of what has a value at no n."""
    said = "the recurrence or its closed form divides by 0 at every number"
    found = Counterexample({variable.name: first}, found="a division by zero", explanation=said)
    return Evidence.refuted(found, scope=f"every {variable} from {first} on")


def _least(evidence: Evidence, recurrence: Recurrence) -> Counterexample | None:
    """The least n at which the closed form fails, at the values where an obligation fails."""
    refuted = (p.counterexample for p in evidence.parts if p.verdict is Verdict.REFUTED)
    found = next((c for c in refuted if c is not None), None)
    if found is None:
        return None
    steps, name = recurrence.steps.name, recurrence.variable.name
    values = {k: to_fraction(v, k) for k, v in found.values.items() if k not in (steps, name)}
    reached = found.values.get(steps, found.values.get(name, 0))
    last = recurrence.first + int(reached) + 1
    try:
        return _first_failure(recurrence, values, last) or found
    except (ZeroDivisionError, NoExactValueError, UndecidedQuestionError):
        return found


def _first_failure(
    recurrence: Recurrence, values: Mapping[str, Fraction], last: int
) -> Counterexample | None:
    """Run the recurrence up to `last`, with the other symbols at `values`, against the form."""
    places = tuple(sp.Dummy(f"x{i}") for i in range(len(recurrence.closed)))
    index = sp.Dummy("n")
    advanced = recurrence.advanced(places, index)
    closed = [f.subs(recurrence.variable, index) for f in recurrence.closed]
    symbols = set().union(*(e.free_symbols for e in (*closed, *recurrence.start, *advanced)))
    point: dict[Any, Any] = {s: values.get(str(s), Fraction(0)) for s in symbols}
    state = [evaluate(a, point) for a in recurrence.start]
    for n in range(recurrence.first, last + 1):
        point |= {index: Fraction(n), **dict(zip(places, state, strict=True))}
        claimed = [evaluate(f, point) for f in closed]
        if claimed != state:
            where = {recurrence.variable.name: n, **values}
            shown, found = (", ".join(map(str, values)) for values in (claimed, state))
            return Counterexample(where, shown, found, "the closed form leaves the recurrence here")
        state = [evaluate(g, point) for g in advanced]
    return None


def _joined(obligations: Mapping[str, Evidence], name: str, first: int) -> Evidence:
    return all_of(obligations, f"every {name} from {first} on")


def _named(name: str, evidence: Evidence | Mapping[str, Evidence]) -> dict[str, Evidence]:
    given = {name: evidence} if isinstance(evidence, Evidence) else dict(evidence)
    if not given or not all(isinstance(part, Evidence) for part in given.values()):
        raise ArgumentError(name, evidence, "Evidence, or a non-empty mapping of names to Evidence")
    return {key if key.startswith(name) else f"{name}: {key}": e for key, e in given.items()}
