r"""Means of functions of normal numbers, such as ReLU: of a few of them, and of units of a layer.

:math:`E f(u, v)` for jointly normal numbers of mean 0 depends on their covariance alone. Where they
are linear forms of random tensors, as what the units of a layer get, the covariance is what the
weights and the inputs make of it.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from inspect import signature
from itertools import count
from typing import Any

import sympy as sp

from theorem_checks.errors import ArgumentError
from theorem_checks.statements.conclusions import Conclusion, nameless
from theorem_checks.statements.latex import latex_of
from theorem_checks.statements.moments.statistics import Statistic, as_statistic, entry
from theorem_checks.statements.moments.tensors import MatrixExpression
from theorem_checks.statements.names_in_latex import UNIT_NAME, with_plain_unit
from theorem_checks.statements.scalars import SymbolicScalar
from theorem_checks.statements.terms import Term, data_of, free_symbols, term

__all__ = ["RELATIONS", "UNIT", "NormalMean", "UnitsCovariance", "UnitsMean"]
__all__ += ["normal_mean", "require_no_unit", "units_mean"]

RELATIONS = ("=", "<=", ">=")
UNIT = sp.Symbol(UNIT_NAME, integer=True, nonnegative=True)
"""The number of a unit of a layer, from 0 on: no name of a world."""

_SIGNS = {"=": "=", "<=": r"\le", ">=": r"\ge"}


def _require_function(integrand: Any, numbers: tuple[Any, ...]) -> None:
    if not isinstance(integrand, sp.Expr):
        raise ArgumentError("integrand", integrand, "a function of numbers")
    if not numbers or not all(isinstance(z, sp.Symbol) and z.is_real for z in numbers):
        raise ArgumentError("numbers", numbers, "real symbols, at least one")
    if len({z.name for z in numbers}) < len(numbers):
        raise ArgumentError("numbers", numbers, "symbols of different names")


def _bound_data(integrand: sp.Expr, numbers: Sequence[sp.Symbol], others: set[Any]) -> Any:
    """An integrand as data, up to the names of the numbers."""
    names: dict[Any, Any] = {}
    for z in numbers:
        taken = integrand.free_symbols | others | set(names.values())
        names[z] = nameless(z, taken)
    return ("function", *(new.name for new in names.values()), data_of(integrand.xreplace(names)))


def _require_free(numbers: Sequence[sp.Symbol], others: set[Any]) -> None:
    names = {symbol.name for symbol in others if isinstance(symbol, sp.Symbol)}
    if taken := [z.name for z in numbers if z.name in names]:
        hint = "The numbers of a mean are bound in it; they have names of their own."
        raise ArgumentError("numbers", taken, "names that nothing else has", hint)


def require_no_unit(*numbers: Any) -> None:
    """Raise `ArgumentError` for the number of a unit, which is bound, in what is said of all."""
    if any(UNIT in free_symbols(number) for number in numbers):
        raise ArgumentError("numbers", numbers, f"numbers free of {UNIT}, the number of a unit")


class _OfNumbers(Conclusion):
    """A conclusion with `numbers` that are bound, and keep their names."""

    numbers: tuple[sp.Symbol, ...]

    def substituted(self, symbols: Any) -> Conclusion:
        free = {old: new for old, new in dict(symbols).items() if old not in self.numbers}
        return super().substituted(free)


@dataclass(frozen=True, eq=False)
class NormalMean(_OfNumbers):
    """The mean of a function of jointly normal numbers of mean 0 is, or is at most, a number.

    **Fields**: `integrand`, an expression in the `numbers`, which are bound; `covariance`, a row
    for each of them; `formula`, the mean, or a bound of it by the `relation`, '=', '<=' or '>='.
    """

    integrand: Term
    numbers: tuple[sp.Symbol, ...]
    covariance: tuple[tuple[Term, ...], ...]
    formula: Term
    relation: str = "="

    def __post_init__(self) -> None:
        object.__setattr__(self, "integrand", term(self.integrand, "integrand"))
        object.__setattr__(self, "numbers", tuple(self.numbers))
        _require_function(self.integrand, self.numbers)
        rows = tuple(tuple(term(c, "covariance") for c in row) for row in self.covariance)
        object.__setattr__(self, "covariance", rows)
        k = len(self.numbers)
        if len(rows) != k or any(len(row) != k for row in rows):
            raise ArgumentError("covariance", self.covariance, f"{k} rows of {k} numbers")
        if any(rows[i][j] != rows[j][i] for i in range(k) for j in range(i)):
            raise ArgumentError("covariance", self.covariance, "a symmetric matrix")
        object.__setattr__(self, "formula", term(self.formula, "formula"))
        if self.relation not in RELATIONS:
            raise ArgumentError("relation", self.relation, f"one of {', '.join(RELATIONS)}")
        _require_free(self.numbers, self._others)

    @property
    def _others(self) -> set[Any]:
        parts = [self.formula, *(c for row in self.covariance for c in row)]
        return set().union(*map(free_symbols, parts))

    @property
    def data(self) -> Any:  # noqa: D102
        said = _bound_data(self.integrand, self.numbers, self._others)
        rows = (("tuple", *map(data_of, row)) for row in self.covariance)
        return ("NormalMean", said, ("tuple", *rows), data_of(self.formula), self.relation)

    def mapped(self, change: Callable[[Any], Any]) -> Conclusion:  # noqa: D102
        rows = tuple(tuple(map(change, row)) for row in self.covariance)
        formula = change(self.formula)
        return NormalMean(change(self.integrand), self.numbers, rows, formula, self.relation)

    @property
    def latex(self) -> str:  # noqa: D102
        names = ", ".join(map(latex_of, self.numbers))
        rows = r" \\ ".join(" & ".join(map(latex_of, row)) for row in self.covariance)
        law = rf"\begin{{pmatrix}} {rows} \end{{pmatrix}}" if len(self.numbers) > 1 else rows
        said = rf"\mathbb{{E}}\,{latex_of(self.integrand)} {_SIGNS[self.relation]}"
        of = names if len(self.numbers) == 1 else f"({names})"
        return rf"{said} {latex_of(self.formula)},\; {of} \sim N\left(0, {law}\right)"


@dataclass(frozen=True, eq=False)
class UnitsMean(_OfNumbers):
    """The mean of a function of what each unit of a layer gets, summed over the units.

    **Fields**: `integrand`, an expression in the `numbers`, which are bound; `forms`, for each of
    them a statistic of random tensors that it stands for in a unit: in number `UNIT` of the
    `units`, where that stands in it; `formula`, the mean of the sum over all units.
    """

    integrand: Term
    numbers: tuple[sp.Symbol, ...]
    forms: tuple[Statistic, ...]
    units: Term
    formula: Term

    def __post_init__(self) -> None:
        object.__setattr__(self, "integrand", term(self.integrand, "integrand"))
        object.__setattr__(self, "numbers", tuple(self.numbers))
        _require_function(self.integrand, self.numbers)
        object.__setattr__(self, "forms", tuple(map(as_statistic, self.forms)))
        if len(self.forms) != len(self.numbers):
            raise ArgumentError("forms", self.forms, f"{len(self.numbers)} statistics")
        object.__setattr__(self, "units", term(self.units, "units"))
        object.__setattr__(self, "formula", term(self.formula, "formula"))
        _require_free(self.numbers, self._others | {UNIT})
        require_no_unit(self.integrand, self.units, self.formula)

    @property
    def _others(self) -> set[Any]:
        found = free_symbols(self.formula) | free_symbols(self.units)
        tensors = (t.name for form in self.forms for t in form.tensors)
        return found | {sp.Symbol(name) for name in tensors}

    @property
    def data(self) -> Any:  # noqa: D102
        said = _bound_data(self.integrand, self.numbers, self._others)
        forms = ("tuple", *map(data_of, self.forms))
        return ("UnitsMean", said, forms, data_of(self.units), data_of(self.formula))

    def mapped(self, change: Callable[[Any], Any]) -> Conclusion:  # noqa: D102
        forms = tuple(map(change, self.forms))
        units, formula = change(self.units), change(self.formula)
        return UnitsMean(change(self.integrand), self.numbers, forms, units, formula)

    @property
    def latex(self) -> str:  # noqa: D102
        pairs = zip(self.numbers, self.forms, strict=True)
        where = r",\; ".join(rf"{latex_of(z)} = {latex_of(form)}" for z, form in pairs)
        over = rf"\sum_{{{latex_of(UNIT)} < {latex_of(self.units)}}} "
        total = "" if self.units == 1 else over
        said = rf"\mathbb{{E}}\,{total}{latex_of(self.integrand)} = {latex_of(self.formula)}"
        return with_plain_unit(rf"{said} \;\text{{for}}\; {where}")


@dataclass(frozen=True, eq=False)
class UnitsCovariance(Conclusion):
    """In each unit of a layer, forms of random tensors have means of products that are numbers.

    **Fields**: `forms` and `units` as of `UnitsMean`; `covariance`, a row for each form.
    """

    forms: tuple[Statistic, ...]
    units: Term
    covariance: tuple[tuple[Term, ...], ...]

    @property
    def latex(self) -> str:  # noqa: D102
        said = []
        for i, row in enumerate(self.covariance):
            for j, value in enumerate(row[: i + 1]):
                product = latex_of(self.forms[i] * self.forms[j])
                said.append(rf"\mathbb{{E}}\,{product} = {latex_of(value)}")
        where = rf" \;\text{{for}}\; {latex_of(UNIT)} < {latex_of(self.units)}"
        return with_plain_unit(r",\; ".join(said) + where)


def normal_mean(
    function: Callable[..., Any],
    covariance: Any,
    formula: Any,
    relation: str = "=",
) -> NormalMean:
    """The mean of a function of jointly normal numbers of mean 0.

    **Arguments**: `function`, of one number or more; `covariance`, a variance, or a row for each
    number; `formula`, what the mean is, or by the `relation`, '<=' or '>=', a bound of it.
    """
    rows = covariance if isinstance(covariance, Sequence) else [[covariance]]
    terms = tuple(tuple(term(c, "covariance") for c in row) for row in rows)
    taken = set().union(*(free_symbols(c) for row in terms for c in row))
    taken |= free_symbols(term(formula, "formula"))
    integrand, numbers = _traced(function, len(terms), taken)
    return NormalMean(integrand, numbers, terms, formula, relation)


def units_mean(function: Callable[..., Any], forms: Any, formula: Any) -> UnitsMean:
    """The mean of a function of what the units of a layer get, summed over the units.

    **Arguments**: `function`, of as many numbers as there are `forms`; these are columns of random
    tensors, W @ x, with a row for each unit, or statistics, of one unit; `formula`, the mean.
    """
    given = forms if isinstance(forms, Sequence) else [forms]
    sizes = {form.sizes for form in given if isinstance(form, MatrixExpression)}
    if len(sizes) > 1 or any(columns != 1 for _, columns in sizes):
        raise ArgumentError("forms", sizes, "columns of one length")
    units = next(iter(sizes))[0] if sizes else sp.Integer(1)
    made = [entry(f, UNIT) if isinstance(f, MatrixExpression) else as_statistic(f) for f in given]
    taken = {sp.Symbol(t.name) for form in made for t in form.tensors}
    taken |= free_symbols(term(formula, "formula")) | free_symbols(units) | {UNIT}
    integrand, numbers = _traced(function, len(made), taken)
    return UnitsMean(integrand, numbers, tuple(made), units, formula)


def _traced(function: Any, how_many: int, taken: set[Any]) -> tuple[Any, tuple[sp.Symbol, ...]]:
    """A function as an expression in symbols, called as its arguments where nothing else is."""
    places = [sp.Dummy(f"z{number}", real=True) for number in range(how_many)]
    found = function(*map(SymbolicScalar, places))
    made: Any = term(found, "what the function returned")
    try:
        wanted = list(signature(function).parameters)[:how_many]
    except (TypeError, ValueError):
        wanted = []
    if len(wanted) < how_many:
        wanted = [f"z{number}" for number in range(1, how_many + 1)]
    used = {str(symbol) for symbol in taken | (made.free_symbols - {*places})}
    numbers = []
    for word in wanted:
        name = next(w for n in count() if (w := f"{word}{n or ''}") not in used)
        used.add(name)
        numbers.append(sp.Symbol(name, real=True))
    return made.xreplace(dict(zip(places, numbers, strict=True))), tuple(numbers)
