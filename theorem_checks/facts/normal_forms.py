"""Linear forms of independent normal numbers: what the units of a layer get at random weights."""

import random
from collections.abc import Sequence
from math import asin, pi
from typing import Any

import numpy as np
import sympy as sp

from theorem_checks.errors import ArgumentError
from theorem_checks.facts.fact import Fact, of_sorts
from theorem_checks.statements.conclusions import All, AtMost, Conclusion, Implies
from theorem_checks.statements.moments.laws import Gaussian
from theorem_checks.statements.moments.statistics import Statistic
from theorem_checks.statements.moments.tensors import ConstantVector, RandomMatrix
from theorem_checks.statements.normal_means import (
    NormalMean,
    UnitsCovariance,
    UnitsMean,
    units_mean,
)
from theorem_checks.statements.terms import data_of
from theorem_checks.verdicts.routes import Engine

__all__ = ["FACTS", "NORMAL_FORMS", "possible"]


def possible(covariance: Sequence[Sequence[Any]]) -> list[Conclusion]:
    """That two numbers have a covariance, which of one number is not said."""
    if len(covariance) == 1:
        return []
    (a, c), (_, b) = covariance
    return [AtMost(c**2, a * b)]


def _normal_forms(units: UnitsMean, mean: NormalMean) -> Conclusion:
    """That a mean over the units follows from that of normal numbers of the same covariance."""
    for form in units.forms:
        _require_linear(form)
    if len(mean.numbers) > 2 or mean.relation != "=":
        raise ArgumentError("substitution['mean']", mean.latex, "a mean of one or two numbers")
    integrand: Any = units.integrand
    same = mean.numbers == units.numbers and data_of(mean.formula) == data_of(units.formula)
    if not same or data_of(mean.integrand) != data_of(units.units * integrand):
        said = "the mean of the same function, times the number of units"
        raise ArgumentError("substitution['mean']", mean.latex, said)
    known = UnitsCovariance(units.forms, units.units, mean.covariance)
    assumed = possible(mean.covariance)
    premise = Implies(All(tuple(assumed)), mean) if assumed else mean
    return Implies(All((known, premise)), units)


def _require_linear(form: Statistic) -> None:
    """Raise `ArgumentError` unless a statistic is linear in normal entries of mean 0."""
    for monomial in form.terms:
        laws = [e.tensor.law for network in monomial for e in network if e.tensor.law is not None]
        if len(laws) != 1 or not isinstance(laws[0], Gaussian) or laws[0].mean != 0:
            expected = "a linear form of normal entries of mean 0"
            raise ArgumentError("substitution['units']", form, expected)


def _is_orthant(seed: int, d: int, *, correlated: bool) -> bool:
    """Whether both of two forms are positive as often as their covariance says."""
    source = np.random.default_rng(seed)
    x, y = source.standard_normal((2, d))
    W = source.standard_normal((4096, d))
    found = float(((W @ x > 0) & (W @ y > 0)).mean())
    rho = float(x @ y / np.sqrt((x @ x) * (y @ y))) if correlated else 0.0
    return abs(found - 0.25 - asin(max(-1.0, min(1.0, rho))) / (2 * pi)) < 0.05


def _drawn(generator: random.Random) -> dict[str, Any]:
    return {"seed": generator.randrange(2**32), "d": generator.randint(1, 4)}


def _sorts() -> dict[str, Any]:
    """One number of each unit, and its square."""
    m, d = sp.symbols("m d", integer=True, positive=True)
    a = sp.Symbol("a", positive=True)
    W, x = RandomMatrix("W", m, d), ConstantVector("x", d)
    units = units_mean(lambda u: u**2 / m, W @ x, a)
    (u,) = units.numbers
    return {"units": units, "mean": NormalMean(u**2, (u,), ((a,),), a)}


_SORTS = _sorts()

NORMAL_FORMS = Fact(
    name="normal-forms",
    says="linear forms of independent normal numbers of mean 0 are jointly normal, and of their law"
    " nothing counts but their covariance",
    latex=r"(\ell_1, \dots, \ell_k) \sim N(0, C),\; C_{ij} = E\, \ell_i \ell_j",
    source="Vershynin, High-Dimensional Probability, 3.3.2",
    draw=_drawn,
    holds=lambda seed, d: _is_orthant(seed, d, correlated=True),
    nearly=lambda seed, d: _is_orthant(seed, d, correlated=False),
    engine=Engine.NUMPY,
    **of_sorts(_normal_forms, **_SORTS),
)

FACTS = (NORMAL_FORMS,)
