"""The steps of an identity of numbers, of a closed form, and of an expectation."""

from collections.abc import Callable, Iterable
from typing import Any

import sympy as sp

from theorem_checks.deriving.index_steps import CANONICAL
from theorem_checks.deriving.multiplicities import multiplicities
from theorem_checks.deriving.proved_statement import Line
from theorem_checks.errors import CheckError, TheoremChecksError
from theorem_checks.proving.identities.canonical import CanonicalForms
from theorem_checks.proving.moments.expectations import expectation
from theorem_checks.statements.latex import latex_of
from theorem_checks.statements.moments.statistics import Statistic
from theorem_checks.statements.numbers_in_latex import number_latex

__all__ = ["lines_of_mean", "lines_of_numbers", "require_equal"]

MOST = 400  # operations in a line; longer ones are not written out
MOST_TERMS = 12  # of a statistic

_FORMS: tuple[tuple[Callable[[Any], Any], str], ...] = (
    (sp.together, "over a common denominator"),
    (sp.factor, "in factors"),
    (sp.expand, "multiplied out"),
)


def lines_of_numbers(lhs: sp.Expr, rhs: sp.Expr) -> tuple[Line, ...]:
    """From one side of an identity of numbers to the other, by forms that both have."""
    if lhs == rhs:
        return (Line(latex_of(lhs)),)
    forward, backward = [Line(latex_of(lhs))], [Line(latex_of(rhs))]
    for change, why in _FORMS:
        one, other = (_changed(change, side) for side in (lhs, rhs))
        if one is None or other is None or one != other:
            continue
        require_equal(lhs, one)
        require_equal(rhs, other)
        if one not in (lhs, rhs):
            forward.append(Line(latex_of(one), why))
        joined = [*forward, *backward]
        if one == lhs:
            joined[1] = Line(joined[1].latex, f"{why}, from the right side")
        else:
            joined[-1] = Line(joined[-1].latex, why if one == rhs else "likewise")
        return tuple(joined)
    return (*forward, Line(latex_of(rhs), CANONICAL))


def _changed(change: Callable[[Any], Any], side: sp.Expr) -> sp.Expr | None:
    """A side in another form; None where nobody would read it, or SymPy has none."""
    if sp.count_ops(side) > MOST:
        return None
    try:
        return change(side)
    except (TypeError, ValueError, NotImplementedError, sp.PolynomialError):
        return None


def require_equal(one: sp.Expr, other: sp.Expr) -> None:
    """Raise `CheckError` for a line that the engine does not find equal to the one before."""
    forms = CanonicalForms()
    try:
        if forms.is_zero(forms.of(one) - forms.of(other)):
            return
    except (TheoremChecksError, ArithmeticError) as error:
        raise CheckError(f"A line of a derivation is not decided: {one} = {other}.") from error
    raise CheckError(f"A line of a derivation is not equal to the one before: {one}, {other}.")


def lines_of_mean(statistic: Statistic, formula: sp.Expr | Statistic) -> tuple[Line, ...]:
    """An expectation term by term: by linearity, each term by the moments, and what they add to."""
    first = Line(rf"\mathbb{{E}}\,{latex_of(statistic)}")
    last = Line(_formula(formula), "collected")
    if isinstance(formula, Statistic) or not 0 < len(statistic.terms) <= MOST_TERMS:
        return first, last
    split = [
        (_coefficient(c), latex_of(Statistic({monomial: sp.Integer(1)})))
        for monomial, c in statistic.terms.items()
    ]
    linear = _added(rf"{c}\mathbb{{E}}\,{term}" for c, term in split)
    values = [expectation(Statistic({m: sp.Integer(1)})) for m in statistic.terms]
    taken = _added(
        f"{_coefficient(c)}{_inside(_changed(sp.factor, value) or value)}"
        for c, value in zip(statistic.terms.values(), values, strict=True)
    )
    total = sp.Add(*(c * v for c, v in zip(statistic.terms.values(), values, strict=True)))
    require_equal(sp.sympify(total), formula)
    lines = [first]
    if len(split) > 1 or split[0][0]:
        lines.append(Line(linear, "the expectation is linear"))
    if (counted := _by_counts(statistic, sp.sympify(total))) is not None:
        lines.append(Line(counted, "by how often each entry stands in a term"))
    lines.append(Line(taken, "moments of independent entries"))
    return (*lines, last) if lines[-1].latex != last.latex else tuple(lines)


def _by_counts(statistic: Statistic, total: sp.Expr) -> str | None:
    """An expectation by how often entries stand in its terms; None where there is one way only."""
    kinds = [multiplicities(monomial) for monomial in statistic.terms]
    counts: dict[str, tuple[sp.Expr, sp.Expr]] = {}
    for coefficient, some in zip(statistic.terms.values(), kinds, strict=True):
        if some is None:
            return None
        for one in some:
            before, _ = counts.get(one.latex, (sp.S.Zero, one.value))
            counts[one.latex] = before + coefficient * one.ways, one.value
    if not 1 < len(counts) <= MOST_TERMS:
        return None
    require_equal(sp.Add(*(number * value for number, value in counts.values())), total)
    factored: dict[str, Any] = {one: sp.factor(number) for one, (number, _) in counts.items()}
    return _added(f"{_coefficient(number)}{moments}" for moments, number in factored.items())


def _formula(formula: sp.Expr | Statistic) -> str:
    text = latex_of(formula)
    return rf"\mathbb{{E}}\,{text}" if isinstance(formula, Statistic) else text


def _coefficient(value: sp.Expr) -> str:
    if value == 1:
        return ""
    if value == -1:
        return "-"
    text = number_latex(value)
    return rf"\left({text}\right) " if value.is_Add else rf"{text}\, "


def _inside(value: sp.Expr) -> str:
    text = number_latex(value)
    return rf"\left({text}\right)" if value.is_Add or text.startswith("-") else text


def _added(terms: Iterable[str]) -> str:
    return " + ".join(terms).replace("+ -", "- ")
