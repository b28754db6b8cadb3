"""Means of functions of what the units of a layer get, by the covariance that the weights make.

The mean of a product of two forms is a polynomial in statistics of the constants, such as the inner
product of two inputs, which `prove_moment` decides. What is known of these statistics says what the
covariance is; then a fact says that nothing else counts, and what is left is a mean of one or two
normal numbers (`normal_means`).
"""

from collections.abc import Sequence
from typing import Any

import sympy as sp

from theorem_checks.errors import ArgumentError
from theorem_checks.facts.applying import apply_fact
from theorem_checks.facts.normal_forms import NORMAL_FORMS, possible
from theorem_checks.proving.moments.deciding import prove_moment
from theorem_checks.proving.moments.expectations import expectation
from theorem_checks.proving.probability.normal_means import mean_under
from theorem_checks.proving.rules.rewriting import hypotheses_of, under_hypotheses
from theorem_checks.statements.conclusions import Conclusion, Mean
from theorem_checks.statements.formulas import relation_of
from theorem_checks.statements.moments.statistics import Statistic, as_statistic
from theorem_checks.statements.normal_means import UNIT, NormalMean, UnitsCovariance, UnitsMean
from theorem_checks.statements.seals import concluded
from theorem_checks.verdicts.evidence import Evidence, all_of
from theorem_checks.verdicts.kinds import Verdict

__all__ = ["by_gaussian_integrals"]


def by_gaussian_integrals(conclusion: Conclusion) -> Evidence:
    """Decide the mean of a function of normal numbers, or of what the units of a layer get.

    **Arguments**: `conclusion`, a `NormalMean` or a `UnitsMean`, under hypotheses as `Implies`. The
    forms of a `UnitsMean` are linear in tensors of normal entries of mean 0; of the statistics of
    constants in their covariance the hypotheses say what they are, as `w.value` does.

    **Returns** Evidence in parts, PROVED given the fact `normal-forms` where there are units.

    **Raises** `ArgumentError` for another conclusion, and forms that are not linear.
    """
    hypotheses, body = hypotheses_of(conclusion)
    if isinstance(body, NormalMean):
        return mean_under(hypotheses, body, conclusion)
    if not isinstance(body, UnitsMean):
        expected = "a NormalMean or a UnitsMean, under hypotheses"
        raise ArgumentError("conclusion", type(body).__name__, expected)
    return concluded(_of_units(hypotheses, body), conclusion, "units of a layer")


def _of_units(hypotheses: list[Conclusion], said: UnitsMean) -> Evidence:
    known = _Known([one for one in hypotheses if isinstance(one, Mean)])
    k = len(said.forms)
    forms = said.forms
    found = [[known.value_of(forms[i] * forms[j]) for j in range(i + 1)] for i in range(k)]
    if unknown := next((c.has for row in found for c in row if isinstance(c, _Unknown)), None):
        hint = 'Say what it is, by `w.value("c", inner(x, y))`.'
        return Evidence.undecided(f"Nothing is said of {unknown}, on which it depends. {hint}")
    at: Any = [[found[max(i, j)][min(i, j)] for j in range(k)] for i in range(k)]
    covariance = tuple(tuple(value for value, _ in row) for row in at)
    same = UnitsCovariance(said.forms, said.units, covariance)
    moments = {
        f"E of forms {i + 1} and {j + 1}": _moment(said, i, j, at[i][j][1])
        for i in range(k)
        for j in range(i + 1)
    }
    own = concluded(
        all_of(moments, "each unit"),
        under_hypotheses(hypotheses, same),
        "covariance by what is known",
    )
    integrand: Any = said.integrand
    mean = NormalMean(said.units * integrand, said.numbers, covariance, said.formula)
    others = [one for one in hypotheses if not isinstance(one, Mean)]
    assumed = [*others, *possible(covariance)]
    integral = mean_under(assumed, mean, under_hypotheses(assumed, mean))
    if integral.conditions:
        return Evidence.undecided(f"It is not known that {integral.conditions[0].text}.")
    fact = apply_fact(NORMAL_FORMS, {"units": said, "mean": mean})
    parts = {"the covariance": own, "the integral": integral, "normal forms": fact}
    whole = all_of(parts, "all sizes, and all values that meet the hypotheses")
    if whole.verdict is Verdict.REFUTED:  # the point need not be that of any tensors
        return Evidence.undecided(f"It is false of some normal numbers: {whole.reason}")
    return whole


def _moment(said: UnitsMean, i: int, j: int, value: Statistic) -> Evidence:
    """Evidence of the mean of a product of two forms, in each unit."""
    found = prove_moment(said.forms[i] * said.forms[j], value)
    for stated in found.conditions:
        if relation_of(stated) != (sp.Gt, said.units, UNIT):
            return Evidence.undecided(f"It is not known that {stated.text}.")
    if found.verdict is not Verdict.PROVED:
        return found
    return Evidence.proved(found.scope, routes=found.routes)


class _Unknown:
    """A covariance of which it is not known what it is, as it has something in it."""

    def __init__(self, has: Any) -> None:
        self.has = has


class _Known:
    """What is known of statistics of constants: of each the number that it is."""

    def __init__(self, means: Sequence[Mean]) -> None:
        self._places: dict[str, sp.Dummy] = {}
        self._shown: dict[Any, Any] = {}
        self._numbers: dict[Any, Any] = {}
        self._statistics: dict[Any, Statistic] = {}
        for said in means:
            if not isinstance(said.formula, sp.Expr) or not isinstance(said.statistic, Statistic):
                continue
            if any(tensor.law is not None for tensor in said.statistic.tensors):
                continue
            found: Any = self._plain(expectation(said.statistic))
            coefficient, rest = found.as_coeff_Mul()
            if isinstance(rest, sp.Dummy) and rest not in self._numbers:
                self._numbers[rest] = said.formula / coefficient
                self._statistics[rest] = said.statistic / coefficient

    def value_of(self, statistic: Statistic) -> "tuple[Any, Statistic] | _Unknown":
        """The mean of a statistic, as a number and as a statistic of constants."""
        found: Any = sp.expand(self._plain(expectation(statistic)))
        places = sorted(found.atoms(sp.Dummy), key=lambda place: place.dummy_index)
        if unknown := [place for place in places if place not in self._numbers]:
            return _Unknown(self._shown[unknown[0]])
        if not places:
            return found, as_statistic(found)
        polynomial = found.as_poly(*places)
        if polynomial is None:
            return _Unknown(found)
        whole = as_statistic(0)
        for powers, coefficient in polynomial.terms():
            part = as_statistic(coefficient)
            for place, power in zip(places, powers, strict=True):
                part = part * self._statistics[place] ** power
            whole = whole + part
        return found.xreplace(self._numbers), whole

    def _plain(self, expression: Any) -> Any:
        """A mean with a symbol for each entry, form and trace of constants in it."""
        kinds = sp.matrices.expressions.matexpr.MatrixElement, sp.Trace
        return expression.replace(lambda part: isinstance(part, kinds), self._place)

    def _place(self, part: Any) -> sp.Dummy:
        name = min(str(part), str(_transposed(part)))
        if name not in self._places:
            self._places[name] = place = sp.Dummy(f"p{len(self._places)}", real=True)
            self._shown[place] = part
        return self._places[name]


def _transposed(part: Any) -> Any:
    if isinstance(part, sp.Trace):
        return sp.Trace(part.arg.T.doit())  # pyright: ignore[reportAttributeAccessIssue]
    matrix, row, column = part.args
    return matrix.T.doit()[column, row]
