r"""Proofs by induction: base and step as separate obligations, each with its own evidence.

`prove_by_induction` joins obligations that were decided elsewhere. `prove_recurrence` makes both
from a closed form: f solves :math:`x_{n_0} = a`, :math:`x_{n+1} = g(x_n, n)` for all
:math:`n \ge n_0` if and only if :math:`f(n_0) = a` and :math:`f(n+1) = g(f(n), n)` for all of
them, identities that `prove_identity` decides. Where g(x_n, n) or f(n) is not defined at some n,
the recurrence ends there, and the closed form is refuted.
`prove_sum` is the case of a sum, :math:`g(x, n) = x + a(n+1)`.

A closed form that fails is refuted by the least n at which it does, found by running the
recurrence in exact arithmetic.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, TypeAlias

import sympy as sp

from theorem_checks.errors import ArgumentError
from theorem_checks.proving.assumptions import Conditions
from theorem_checks.proving.evaluation import evaluate
from theorem_checks.proving.induction_steps import (
    is_defined,
    prove_at,
    prove_step,
    require_all_from,
)
from theorem_checks.proving.radicals import NoExactValueError
from theorem_checks.proving.scopes import with_conditions
from theorem_checks.statements.exact import ExactLike, to_expression, to_fraction
from theorem_checks.verdicts import Counterexample, Evidence, Verdict, all_of

__all__ = ["prove_by_induction", "prove_recurrence", "prove_sum"]

Values: TypeAlias = ExactLike | Sequence[ExactLike]
"""One expression, or several for a recurrence in several components."""

Step: TypeAlias = Callable[[Any, Any], Any]


def prove_by_induction(
    *,
    base: Evidence | Mapping[str, Evidence],
    step: Evidence | Mapping[str, Evidence],
    variable: str | sp.Symbol,
    start: int = 0,
    scope: str = "",
) -> Evidence:
    """Join the obligations of an induction.

    **Arguments**

    - `base`: evidence that the statement holds at `start`, or at each of the first values that
      the step reaches back to, by name.
    - `step`: evidence that for every value of `variable` from `start` on the statement carries
      over to the next value, or each part of that, by name.
    - `variable`: what the induction runs over; `scope`: for which values the statement is then
      known, in words.

    **Returns** Evidence with the obligations as parts: PROVED only if all of them are; else as
    the worst of them.

    **Raises** `ArgumentError` where base or step are missing.
    """
    obligations = {**_named("base", base), **_named("step", step)}
    scope = with_conditions(scope or f"every {variable} from {start} on", obligations.values())
    return all_of(obligations, scope, rests_on=(f"induction over {variable}",))


def prove_recurrence(
    closed_form: Values,
    step: Step,
    start: tuple[int, Values],
    variable: sp.Symbol,
    *,
    assume: Conditions = (),
    scope: str = "",
) -> Evidence:
    """Decide whether a closed form solves a recurrence, for every n from the start on.

    **Arguments**

    - `closed_form`: an expression f in `variable`, or a tuple of them for a recurrence in several
      components (one of second order as pairs of neighbours, say).
    - `step`: a function (x, n) -> next x, by exact arithmetic; x is an expression, or a tuple.
    - `start`: the first n, an integer, and the value there.
    - `assume`: inequalities between the other symbols, as in `prove_identity`.

    **Returns** Evidence with the parts base and step. If it is REFUTED, the counterexample has the
    least n at which the closed form leaves the recurrence, with the other symbols at small values.

    **Raises** `ArgumentError`, `ExactnessError` as `prove_identity` does.
    """
    recurrence = _recurrence(closed_form, step, start, variable)
    n0, named = recurrence.first, (variable.name, recurrence.first)
    base = {
        name: prove_at(a, f, variable, n0, named=named, assume=assume)
        for name, f, a in zip(
            recurrence.names("base"), recurrence.closed, recurrence.start, strict=True
        )
    }
    n = recurrence.steps + n0
    arrived = recurrence.advanced([f.subs(variable, n) for f in recurrence.closed], n)
    onward = f"from {variable} to {variable} + 1, for every {variable} from {n0} on"
    carried = {
        f"{name} {place}".strip(): evidence
        for name, f, g in zip(recurrence.names("step"), recurrence.closed, arrived, strict=True)
        for place, evidence in prove_step(
            g, f.subs(variable, n + 1), recurrence.steps, named=named, assume=assume, scope=onward
        ).items()
    }
    evidence = prove_by_induction(base=base, step=carried, variable=variable, start=n0, scope=scope)
    if evidence.verdict is Verdict.REFUTED:
        evidence = replace(evidence, counterexample=_least(evidence, recurrence))
    return evidence


def prove_sum(
    summand: ExactLike,
    total: ExactLike,
    variable: sp.Symbol,
    start: int = 0,
    *,
    assume: Conditions = (),
    scope: str = "",
) -> Evidence:
    r"""Decide whether :math:`\sum_{k=start}^{n} a(k) = s(n)` for every n from `start` on.

    **Arguments**: the `summand` a and the `total` s, both as expressions in `variable`; the first
    index `start`; `assume`, `scope` as in `prove_recurrence`, which also says what is returned.
    """
    a, s = to_expression(summand, "summand"), to_expression(total, "total")
    if not is_defined(a.subs(variable, start)):
        claimed = str(s.subs(variable, start))
        said = "the first summand is not defined"
        found = Counterexample({variable.name: start}, claimed, "a division by zero", said)
        return Evidence.refuted(found, scope=scope or f"every {variable} from {start} on")
    return prove_recurrence(
        s,
        lambda x, n: x + a.subs(variable, n + 1),
        (start, a.subs(variable, start)),
        variable,
        assume=assume,
        scope=scope,
    )


@dataclass(frozen=True)
class _Recurrence:
    """A recurrence in components, with the closed form that is claimed for it."""

    closed: tuple[sp.Expr, ...]
    start: tuple[sp.Expr, ...]
    first: int
    variable: sp.Symbol
    step: Step
    single: bool

    @property
    def steps(self) -> sp.Symbol:
        """How far n is from the first one, as a symbol that prints so."""
        name = self.variable.name
        if self.first:
            name = f"({name} {'-' if self.first > 0 else '+'} {abs(self.first)})"
        return sp.Symbol(name, integer=True, nonnegative=True)

    def names(self, obligation: str) -> list[str]:
        """A name for the obligation of each component."""
        if self.single:
            return [obligation]
        return [f"{obligation}, component {i}" for i in range(len(self.closed))]

    def advanced(self, values: Sequence[sp.Expr], n: sp.Expr) -> tuple[sp.Expr, ...]:
        """The next values, by the step, which may take n as its argument or as `variable`."""
        found = self.step(values[0] if self.single else tuple(values), n)
        return tuple(g.subs(self.variable, n) for g in _tuple(found, "step(x, n)"))


def _recurrence(
    closed_form: Values, step: Step, start: tuple[int, Values], variable: sp.Symbol
) -> _Recurrence:
    if not isinstance(variable, sp.Symbol):
        raise ArgumentError("variable", variable, "a symbol")
    n0 = to_fraction(start[0], "start[0]")
    if n0.denominator != 1 or isinstance(start[0], bool):
        raise ArgumentError("start[0]", start[0], "an integer")
    require_all_from(variable, int(n0))
    closed, first = _tuple(closed_form, "closed_form"), _tuple(start[1], "start[1]")
    if len(closed) != len(first):
        raise ArgumentError("start[1]", start[1], f"{len(closed)} values, as in the closed form")
    single = not isinstance(closed_form, Sequence) or isinstance(closed_form, str)
    return _Recurrence(closed, first, int(n0), variable, step, single)


def _least(evidence: Evidence, recurrence: _Recurrence) -> Counterexample | None:
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
    except (ZeroDivisionError, NoExactValueError):
        return found


def _first_failure(
    recurrence: _Recurrence, values: Mapping[str, Fraction], last: int
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


def _tuple(values: Any, name: str) -> tuple[sp.Expr, ...]:
    if isinstance(values, Sequence) and not isinstance(values, str):
        return tuple(to_expression(value, f"{name}[{i}]") for i, value in enumerate(values))
    return (to_expression(values, name),)


def _named(name: str, evidence: Evidence | Mapping[str, Evidence]) -> dict[str, Evidence]:
    given = {name: evidence} if isinstance(evidence, Evidence) else dict(evidence)
    if not given or not all(isinstance(part, Evidence) for part in given.values()):
        raise ArgumentError(name, evidence, "Evidence, or a non-empty mapping of names to Evidence")
    return {key if key.startswith(name) else f"{name}: {key}": e for key, e in given.items()}
