"""Recurrences as they are handed over: traced on symbolic scalars, and run at numbers."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeAlias

import sympy as sp

from theorem_checks.errors import ArgumentError
from theorem_checks.proving.induction.steps import (
    is_defined,
    require_all_from,
)
from theorem_checks.statements.closures import taken_from_outside
from theorem_checks.statements.exact import to_expression, to_fraction
from theorem_checks.statements.recurrences import Solves
from theorem_checks.statements.reruns import MOST_BITS, bits_at, numbers_from, require_as_traced
from theorem_checks.statements.scalars import divisors_recorded
from theorem_checks.statements.terms import named
from theorem_checks.statements.tracing import call_on_scalars

__all__ = [
    "Recurrence",
    "Step",
    "TracedStep",
    "as_tuple",
    "first_integer",
    "require_argument",
    "run_at_numbers",
    "traced",
    "with_symbol",
]


Step: TypeAlias = Callable[[Any, Any], Any]


@dataclass(frozen=True)
class TracedStep:
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
    ) -> "TracedStep":
        """An author's step on symbols that know of the values what the closed form says."""
        handed = _handed(variable, first)[0]
        values = [f.subs(variable, handed) for f in closed]
        places = tuple(
            sp.Dummy(f"x{number}" if len(closed) > 1 else "x", **_known_of(value))
            for number, value in enumerate(values, 1)
        )
        with divisors_recorded() as divisors:
            found = call_on_scalars(step, places[0] if single else places, handed)
        following = as_tuple(found, "step(x, n)")
        if len(following) != len(closed):
            expected = f"{len(closed)} values, as in the closed form"
            raise ArgumentError("step(x, n)", found, expected)
        symbol = _handed(variable, first)[1]
        if any(variable in g.free_symbols - {symbol} for g in following):
            expected = f"a function that takes {variable} from its argument"
            raise ArgumentError("step(x, n)", following, expected)
        traced = (with_symbol(part, variable, first) for part in (following, divisors))
        return cls(places, *traced)


_FACTS = ("integer", "rational", "real", "nonnegative", "positive", "nonpositive", "negative")


def _known_of(value: sp.Expr) -> dict[str, bool]:
    """What is known of a value, as assumptions of a symbol that stands for it."""
    return {fact: True for fact in _FACTS if getattr(value, f"is_{fact}")}


@dataclass(frozen=True)
class Recurrence:
    """A recurrence in components, with the closed form that is claimed for it.

    `step` has the next values, and one value alone is `single`; `divisors`, in `variable`, must not
    be 0.
    """

    closed: tuple[sp.Expr, ...]
    start: tuple[sp.Expr, ...]
    first: int
    variable: sp.Symbol
    step: TracedStep
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


def first_integer(start: object, variable: sp.Symbol) -> int:
    """The integer at which a recurrence in a variable starts."""
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


def with_symbol(traced: Iterable[sp.Expr], variable: sp.Symbol, first: int) -> tuple[sp.Expr, ...]:
    """What was traced, in `variable`."""
    _, symbol, offset = _handed(variable, first)
    return tuple(part.subs(symbol, variable - offset) for part in traced)


def _is_function(given: object) -> bool:
    return callable(given) and not isinstance(given, sp.Basic)


def traced(name: str, given: Any, variable: sp.Symbol, first: int) -> Any:
    """What was given for a function of n, as an expression in `variable`, or several."""
    if not _is_function(given):
        return given
    require_argument(name, given, variable)
    found = call_on_scalars(given, _handed(variable, first)[0])
    if isinstance(found, tuple | list):
        return with_symbol((to_expression(f, name) for f in found), variable, first)
    return with_symbol((to_expression(found, name),), variable, first)[0]


def run_at_numbers(name: str, given: Any, traced: Any, variable: sp.Symbol, first: int) -> int:
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


def require_argument(name: str, function: Any, variable: sp.Symbol) -> None:
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


def as_tuple(values: Any, name: str) -> tuple[sp.Expr, ...]:
    """One value, or several, as expressions."""
    if isinstance(values, Sequence) and not isinstance(values, str):
        return tuple(to_expression(value, f"{name}[{i}]") for i, value in enumerate(values))
    return (to_expression(values, name),)
