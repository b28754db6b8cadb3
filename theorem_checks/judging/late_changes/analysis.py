"""Late changes of what is said of means, recurrences, limits and growth."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import starmap
from typing import Any, cast

from theorem_checks.judging.late_changes.late import Late, changed_late
from theorem_checks.statements.analysis import (
    BoundedBelow,
    Converges,
    Eventually,
    Grows,
    GrowthBound,
    Limit,
    Order,
    Proportional,
)
from theorem_checks.statements.arrays.index_expressions import Times
from theorem_checks.statements.arrays.index_relations import delta
from theorem_checks.statements.arrays.symbolic_array import SymbolicArray
from theorem_checks.statements.classes import WithProbability
from theorem_checks.statements.conclusions import Conclusion, Mean, UniqueMinimum
from theorem_checks.statements.layers import SecondMoment
from theorem_checks.statements.normal_means import NormalMean, UnitsMean
from theorem_checks.statements.power_means import MeanWithin
from theorem_checks.statements.recurrences import Solves
from theorem_checks.statements.spectra import PowersVanish
from theorem_checks.statements.suprema import BallMean, MaximumMean

_SIZES_OF_MEANS = 4  # engines look at small sizes, one by one, for where a mean is another one


@changed_late.register
def _(conclusion: Mean, late: Late) -> Iterator[Conclusion]:
    yield Mean(conclusion.statistic, conclusion.formula + late.factor(_SIZES_OF_MEANS))


@changed_late.register(MaximumMean)
@changed_late.register(BallMean)
def _(conclusion: MaximumMean | BallMean, late: Late) -> Iterator[Conclusion]:
    """The bound is -1 beyond the sizes that are tried, and the mean of a supremum is never so."""
    most: Any = conclusion.most
    yield replace(conclusion, most=most - (most + 1) * late.factor())


@changed_late.register(NormalMean)
@changed_late.register(UnitsMean)
def _(conclusion: NormalMean | UnitsMean, late: Late) -> Iterator[Conclusion]:
    relation = getattr(conclusion, "relation", "=")
    if relation == "=":
        more = late.factor(_SIZES_OF_MEANS)
        yield replace(conclusion, formula=conclusion.formula + more)
    else:  # a bound that is no mean is not one on the other side
        yield replace(conclusion, relation=">=" if relation == "<=" else "<=")


@changed_late.register
def _(conclusion: WithProbability, late: Late) -> Iterator[Conclusion]:
    """The probability is more than 1 beyond the sizes that are tried."""
    at_least = conclusion.at_least
    yield replace(conclusion, at_least=at_least + (2 - at_least) * late.factor())


@changed_late.register
def _(conclusion: UniqueMinimum, late: Late) -> Iterator[Conclusion]:
    yield replace(conclusion, at=conclusion.at + late.factor())


@changed_late.register
def _(conclusion: Solves, late: Late) -> Iterator[Conclusion]:
    own = replace(late, size=conclusion.variable, first=conclusion.start)
    for place, form in enumerate(conclusion.closed):
        closed = (*conclusion.closed[:place], form + own.factor(), *conclusion.closed[place + 1 :])
        yield replace(conclusion, closed=closed)


@changed_late.register
def _(conclusion: SecondMoment, late: Late) -> Iterator[Conclusion]:
    yield replace(conclusion, scale=conclusion.scale + late.factor())


@changed_late.register
def _(conclusion: MeanWithin, late: Late) -> Iterator[Conclusion]:
    """About a number that is farther from the mean than is allowed; within less than nothing."""
    about, within = cast(Any, conclusion.about), cast(Any, conclusion.within)
    yield replace(conclusion, about=about + (2 * within + 1) * late.factor())
    yield replace(conclusion, within=within - (within + 1) * late.factor())


@changed_late.register
def _(conclusion: Limit, late: Late) -> Iterator[Conclusion]:
    yield replace(conclusion, value=conclusion.value + late.factor())


@changed_late.register
def _(conclusion: BoundedBelow, _late: Late) -> Iterator[Conclusion]:
    """What is nowhere positive is not; the same, and changed at no single integer."""
    yield replace(conclusion, term=-abs(conclusion.term))


@changed_late.register
def _(conclusion: Proportional, _late: Late) -> Iterator[Conclusion]:
    """What is larger by a factor that goes to infinity is not in proportion."""
    n = conclusion.variable
    yield replace(conclusion, sequence=tuple(n * part for part in conclusion.sequence))


@changed_late.register
def _(conclusion: PowersVanish, _late: Late) -> Iterator[Conclusion]:
    """The powers of the identity do not."""
    matrix = conclusion.matrix
    if isinstance(matrix, SymbolicArray) and all(len(axis) == 1 for axis in matrix.axes):
        rows, columns = (part.indices(n) for n, (part,) in enumerate(matrix.axes))
        one = Times(tuple(starmap(delta, zip(rows, columns, strict=True))))
        yield replace(conclusion, matrix=SymbolicArray(matrix.axes, {(0, 0): one}))


@changed_late.register
def _(conclusion: Converges, _late: Late) -> Iterator[Conclusion]:
    yield replace(conclusion, value=conclusion.value + 1)


@changed_late.register
def _(conclusion: Eventually, _late: Late) -> Iterator[Conclusion]:
    yield replace(conclusion, sign="<" if conclusion.sign == ">" else ">")


@changed_late.register
def _(conclusion: Order, _late: Late) -> Iterator[Conclusion]:
    more = conclusion.variable ** (conclusion.order - 1)
    yield replace(conclusion, error=conclusion.error + more)


@changed_late.register
def _(conclusion: Grows, _late: Late) -> Iterator[Conclusion]:
    yield replace(conclusion, exponent=conclusion.exponent + 1)
    for factor in conclusion.constant:
        yield replace(conclusion, constant=(factor + 1,))


@changed_late.register
def _(conclusion: GrowthBound, _late: Late) -> Iterator[Conclusion]:
    """The other bound, which is further than the proved one by a factor of 2."""
    factor = conclusion.constant
    if factor.is_positive and conclusion.root.is_nonzero:
        below = conclusion.relation == ">="
        other = factor / 2 if below else 2 * factor
        yield replace(conclusion, relation="<=" if below else ">=", constant=other)
