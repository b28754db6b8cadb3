"""Least places and limits: rules of calculus."""

from typing import Any, cast

import sympy as sp

from theorem_checks.errors import ArgumentError, CheckError
from theorem_checks.proving.conclude import prove
from theorem_checks.proving.rules.parts import require_free_of, sufficient
from theorem_checks.statements.analysis import Limit, require_reaches_infinity
from theorem_checks.statements.conclusions import (
    AtMost,
    Equal,
    Less,
    Mean,
    UniqueMinimum,
)
from theorem_checks.statements.formulas import decoded
from theorem_checks.statements.seals import concluded, require_concluded
from theorem_checks.statements.terms import (
    term,
)
from theorem_checks.verdicts.evidence import Evidence, all_of

__all__ = [
    "by_completing_the_square",
    "limit",
]


def by_completing_the_square(conclusion: UniqueMinimum, mean: Evidence) -> Evidence:
    """A mean is least at one place, as it is there a positive multiple of a square more.

    **Arguments**: `mean`, evidence of a `Mean` of the same statistic, whose formula is a
    polynomial of degree 2 in the variable.
    """
    x, at = conclusion.variable, conclusion.at
    formula = _formula_of(conclusion, mean)
    if not x.is_real or x in at.free_symbols:
        raise ArgumentError("variable", x, "a real symbol that the place does not depend on")
    factor = sp.Poly(sp.expand(formula), x).coeff_monomial(x**2)
    excess = Equal(formula - formula.subs(x, at), factor * (x - at) ** 2)
    parts = {
        "the mean": mean,
        "what it is more": prove(excess),
        "the factor": prove(Less(0, factor)),
    }
    require_free_of(x, *parts.values())
    joined = all_of if mean.verdict.passes else sufficient  # a parabola has one least place
    return concluded(joined(parts, f"all real {x}"), conclusion, "by_completing_the_square")


def _formula_of(conclusion: UniqueMinimum, mean: Evidence) -> sp.Expr:
    said = mean.statement
    if said is None or said.data[0] != "Mean":
        raise CheckError("mean: expected evidence of a Mean, as `prove(Mean(...))` returns it.")
    formula = decoded(said.data[2])
    require_concluded(mean, Mean(conclusion.statistic, formula), "mean")
    return formula


def limit(conclusion: Limit, bound: Any, below: Evidence, above: Evidence) -> Evidence:
    r"""A term has a limit at infinity, as it is within a bound of it that goes to 0.

    **Arguments**: `bound`, :math:`C x^{-p}` or :math:`C e^{-k x}` with numbers p, k > 0 and any
    real C that is free of the variable x; evidence that value - bound <= term, and that
    term <= value + bound, for every value of the variable.
    """
    x, value = conclusion.variable, conclusion.value
    error = term(bound, "bound")
    if conclusion.to != "oo":
        raise ArgumentError("conclusion", conclusion.to, "a limit at infinity, to='oo'")
    require_reaches_infinity(x)
    factor, rest = error.as_independent(x, as_Add=False)
    if x in value.free_symbols or not factor.is_real or not _is_null(rest, x):
        raise ArgumentError("bound", bound, f"C {x}^-p or C exp(-k {x}), and a value without {x}")
    require_concluded(below, AtMost(value - error, conclusion.term), "below")
    require_concluded(above, AtMost(conclusion.term, value + error), "above")
    require_free_of(x, below, above)
    parts = {"from below": below, "from above": above}
    return concluded(sufficient(parts, f"{x} to infinity"), conclusion, "limit")


def _is_null(rest: sp.Expr, x: sp.Symbol) -> bool:
    """Whether a function of x is x^-p, for x > 0, or e^(-k x), with a positive number in it."""
    if isinstance(rest, sp.exp):
        (power,) = cast(Any, rest.args)
        rate = sp.expand(-power / x)
        return bool(rate.is_Rational and rate > 0)
    base, exponent = rest.as_base_exp()
    if base == 1 / x:
        base, exponent = x, -exponent
    return bool(base == x and x.is_positive and exponent.is_Rational and exponent < 0)
