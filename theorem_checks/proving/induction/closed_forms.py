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

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from itertools import count
from typing import Any, TypeAlias

import sympy as sp

from theorem_checks.errors import ArgumentError, UndecidedQuestionError
from theorem_checks.proving.induction.steps import (
    are_met_by_some,
    is_defined,
    prove_at,
    prove_defined,
    prove_step,
    require_all_from,
)
from theorem_checks.statements.closures import taken_from_outside
from theorem_checks.statements.conclusions import Conclusion, Equal, ForAll
from theorem_checks.statements.exact import ExactLike, to_expression, to_fraction
from theorem_checks.statements.hypotheses import under
from theorem_checks.statements.recurrences import Solves
from theorem_checks.statements.reruns import MOST_BITS, bits_at, numbers_from, require_as_traced
from theorem_checks.statements.scalars import divisors_recorded
from theorem_checks.statements.seals import concluded
from theorem_checks.statements.terms import named
from theorem_checks.statements.tracing import call_on_scalars
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

Step: TypeAlias = Callable[[Any, Any], Any]


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
    first = _first(start[0], variable)
    try:
        with divisors_recorded() as divisors:
            form = _traced("closed_form", closed_form, variable, first)
    except ZeroDivisionError:
        return _undefined(variable, first)
    _require_argument("step", step, variable)
    single = not isinstance(form, Sequence) or isinstance(form, str)
    recurrence = _Recurrence(
        _tuple(form, "closed_form"),
        _tuple(start[1], "start[1]"),
        first,
        variable,
        _Step.traced(step, _tuple(form, "closed_form"), single, variable, first),
        single,
        _with_symbol(divisors, variable, first),
    )
    evidence = _decided(recurrence, assume)
    if evidence.verdict is Verdict.PROVED:
        run = recurrence.run_step(step) + _run("closed_form", closed_form, form, variable, first)
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
    first = _first(start, variable)
    try:
        with divisors_recorded() as divisors:
            a, s = (
                to_expression(_traced(name, given, variable, first), name)
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
    recurrence = _Recurrence(
        (s,),
        initial,
        first,
        variable,
        _Step((place,), (place + a.subs(variable, variable + 1),), ()),
        True,
        _with_symbol(divisors, variable, first),
    )
    evidence = _decided(recurrence, assume)
    if evidence.verdict is Verdict.PROVED:
        run = _run("summand", summand, a, variable, first)
        run += _run("total", total, s, variable, first)
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


def _decided(recurrence: "_Recurrence", assume: Conditions) -> Evidence:
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


@dataclass(frozen=True)
class _Step:
    """A step as data: what `following` is, in the symbols `places` for the values, and in n.

    `divisors`: what it divides by on its way, in the same.
    """

    places: tuple[sp.Symbol, ...]
    following: tuple[sp.Expr, ...]
    divisors: tuple[sp.Expr, ...]

    @classmethod
    def traced(
        cls,
        step: Step,
        closed: tuple[sp.Expr, ...],
        single: bool,
        variable: sp.Symbol,
        first: int,
    ) -> "_Step":
        """An author's step on symbols that know of the values what the closed form says."""
        handed = _handed(variable, first)[0]
        values = [f.subs(variable, handed) for f in closed]
        places = tuple(
            sp.Dummy(f"x{number}" if len(closed) > 1 else "x", **_known_of(value))
            for number, value in enumerate(values, 1)
        )
        with divisors_recorded() as divisors:
            found = call_on_scalars(step, places[0] if single else places, handed)
        following = _tuple(found, "step(x, n)")
        if len(following) != len(closed):
            expected = f"{len(closed)} values, as in the closed form"
            raise ArgumentError("step(x, n)", found, expected)
        symbol = _handed(variable, first)[1]
        if any(variable in g.free_symbols - {symbol} for g in following):
            expected = f"a function that takes {variable} from its argument"
            raise ArgumentError("step(x, n)", following, expected)
        traced = (_with_symbol(part, variable, first) for part in (following, divisors))
        return cls(places, *traced)


_FACTS = ("integer", "rational", "real", "nonnegative", "positive", "nonpositive", "negative")


def _known_of(value: sp.Expr) -> dict[str, bool]:
    """What is known of a value, as assumptions of a symbol that stands for it."""
    return {fact: True for fact in _FACTS if getattr(value, f"is_{fact}")}


@dataclass(frozen=True)
class _Recurrence:
    """A recurrence in components, with the closed form that is claimed for it.

    `step` has the next values, and one value alone is `single`; `divisors`, in `variable`, must not
    be 0.
    """

    closed: tuple[sp.Expr, ...]
    start: tuple[sp.Expr, ...]
    first: int
    variable: sp.Symbol
    step: _Step
    single: bool
    divisors: tuple[sp.Expr, ...]

    def __post_init__(self) -> None:
        if len(self.closed) != len(self.start):
            expected = f"{len(self.closed)} values, as in the closed form"
            raise ArgumentError("start[1]", self.start, expected)
        given = set().union(*(e.free_symbols for e in (*self.closed, *self.start)))
        for symbol in given - {self.variable}:
            if str(symbol) in (self.variable.name, self.steps.name):
                raise ArgumentError(
                    "variable",
                    self.variable,
                    "a symbol whose name no other symbol has",
                    f"Another {symbol} stands in the closed form or at the start.",
                )

    @property
    def steps(self) -> sp.Symbol:
        """How far n is from the first one, as a symbol that prints so."""
        return _steps(self.variable, self.first)

    @property
    def arrived(self) -> tuple[sp.Expr, ...]:
        """The values that the step makes of the closed form at n, in `steps`."""
        return self._arrival

    @property
    def divisors_of_step(self) -> tuple[sp.Expr, ...]:
        """What the step divides by on its way there, in `variable`."""
        here: Any = dict(zip(self.step.places, self.closed, strict=True))
        return tuple(divisor.subs(here, simultaneous=True) for divisor in self.step.divisors)

    @cached_property
    def _arrival(self) -> tuple[sp.Expr, ...]:
        if any(divisor.is_zero for divisor in self.divisors_of_step):
            raise ZeroDivisionError
        handed, symbol, offset = _handed(self.variable, self.first)
        values = self.advanced([f.subs(self.variable, handed) for f in self.closed], handed)
        if not all(map(is_defined, values)):
            raise ZeroDivisionError
        n = self.steps + self.first - offset
        return tuple(g.subs(symbol, n) for g in values)

    @property
    def statement(self) -> Solves:
        """What is claimed, as data."""
        parts = (*self.start, *self.step.places, *self.step.following, *self.closed)
        r, told = len(self.closed), named(*parts)
        start, places, following, closed = (tuple(told[r * i : r * (i + 1)]) for i in range(4))
        return Solves(self.variable, self.first, start, places, following, closed)

    def names(self, obligation: str) -> list[str]:
        """A name for the obligation of each component."""
        if self.single:
            return [obligation]
        return [f"{obligation}, component {i}" for i in range(len(self.closed))]

    def advanced(self, values: Sequence[sp.Expr], n: sp.Expr) -> tuple[sp.Expr, ...]:
        """The next values, by the step."""
        here: Any = {self.variable: n, **dict(zip(self.step.places, values, strict=True))}
        return tuple(g.subs(here, simultaneous=True) for g in self.step.following)

    def run_step(self, step: Step) -> int:
        """Run the author's step along the closed form, and compare it with its trace."""

        def points() -> Iterator[Mapping[str, Any]]:
            for k in numbers_from(self.first):
                values = [_at(f, self.variable, k) for f in self.closed]
                if all(value is not None for value in values):
                    yield {"x": values[0] if self.single else tuple(values), "n": k}

        def expected(point: Mapping[str, Any]) -> Any:
            values = [_at(g, self.steps, point["n"] - self.first) for g in self.arrived]
            if any(value is None for value in values):
                return None
            return values[0] if self.single else tuple(values)

        handed = _handed(self.variable, self.first)[0]
        values = tuple(f.subs(self.variable, handed) for f in self.closed)
        symbols = (values[0] if self.single else values, handed)
        return require_as_traced("step", step, points(), expected, symbols=symbols)


def _first(start: object, variable: sp.Symbol) -> int:
    if not isinstance(variable, sp.Symbol):
        raise ArgumentError("variable", variable, "a symbol")
    n0 = to_fraction(start, "start")
    if n0.denominator != 1 or isinstance(start, bool):
        raise ArgumentError("start", start, "an integer")
    require_all_from(variable, int(n0))
    return int(n0)


def _steps(variable: sp.Symbol, first: int) -> sp.Symbol:
    name = f"({variable.name} {'-' if first > 0 else '+'} {abs(first)})" if first else variable.name
    return sp.Symbol(name, integer=True, nonnegative=True)


def _handed(variable: sp.Symbol, first: int) -> tuple[sp.Expr, sp.Symbol, int]:
    """What stands for n in a trace, as a symbol and an offset: it knows that n >= first."""
    if first == 1:
        symbol = sp.Symbol(variable.name, integer=True, positive=True)
        return symbol, symbol, 0
    symbol = _steps(variable, first)
    return symbol + first, symbol, first


def _with_symbol(traced: Iterable[sp.Expr], variable: sp.Symbol, first: int) -> tuple[sp.Expr, ...]:
    """What was traced, in `variable`."""
    _, symbol, offset = _handed(variable, first)
    return tuple(part.subs(symbol, variable - offset) for part in traced)


def _is_function(given: object) -> bool:
    return callable(given) and not isinstance(given, sp.Basic)


def _traced(name: str, given: Any, variable: sp.Symbol, first: int) -> Any:
    """What was given for a function of n, as an expression in `variable`, or several."""
    if not _is_function(given):
        return given
    _require_argument(name, given, variable)
    found = call_on_scalars(given, _handed(variable, first)[0])
    if isinstance(found, tuple | list):
        return _with_symbol((to_expression(f, name) for f in found), variable, first)
    return _with_symbol((to_expression(found, name),), variable, first)[0]


def _run(name: str, given: Any, traced: Any, variable: sp.Symbol, first: int) -> int:
    """Run an author's function of n at numbers, and compare it with its trace."""
    if not _is_function(given):
        return 0

    def expected(point: Mapping[str, Any]) -> Any:
        if not isinstance(traced, tuple):
            return _at(traced, variable, point["n"])
        values = tuple(_at(f, variable, point["n"]) for f in traced)
        return None if any(value is None for value in values) else values

    points = ({"n": k} for k in numbers_from(first))
    symbols = (_handed(variable, first)[0],)
    return require_as_traced(name, given, points, expected, symbols=symbols)


def _at(expression: sp.Expr, symbol: sp.Symbol, value: int) -> sp.Expr | None:
    """The value at a number; None where it is undefined, or too large to be written."""
    if bits_at(expression, {symbol: value}) > MOST_BITS:
        return None
    found = expression.subs(symbol, value)
    return found if is_defined(found) else None


def _require_argument(name: str, function: Any, variable: sp.Symbol) -> None:
    """Raise `ArgumentError` where a function takes n from outside, as a symbol that answers."""
    if not callable(function):
        raise ArgumentError(name, function, "a function")
    for key, value in taken_from_outside(function):
        if variable.name in map(str, value.free_symbols):
            raise ArgumentError(
                name,
                getattr(function, "__name__", function),
                f"a function that takes {variable} from its argument",
                f"It uses {key}, which has the symbol {variable} in it; the argument stands for"
                " it, and does not answer what is not decided.",
            )


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
    except (ZeroDivisionError, NoExactValueError, UndecidedQuestionError):
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


def _joined(obligations: Mapping[str, Evidence], name: str, first: int) -> Evidence:
    return all_of(obligations, f"every {name} from {first} on")


def _named(name: str, evidence: Evidence | Mapping[str, Evidence]) -> dict[str, Evidence]:
    given = {name: evidence} if isinstance(evidence, Evidence) else dict(evidence)
    if not given or not all(isinstance(part, Evidence) for part in given.values()):
        raise ArgumentError(name, evidence, "Evidence, or a non-empty mapping of names to Evidence")
    return {key if key.startswith(name) else f"{name}: {key}": e for key, e in given.items()}
