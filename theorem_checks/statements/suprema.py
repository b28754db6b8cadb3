"""Means of suprema: of the largest of some random numbers, and of linear forms over a ball.

So Rademacher averages of finite classes and of linear ones are said: the numbers are the entries of
a column of random tensors, A @ s for random signs s and a constant matrix A.
"""

from collections.abc import Callable
from dataclasses import dataclass, fields
from typing import Any

from theorem_checks.errors import ArgumentError
from theorem_checks.statements.conclusions import Conclusion
from theorem_checks.statements.latex import latex_of
from theorem_checks.statements.moments.statistics import Statistic, contract, entry
from theorem_checks.statements.moments.tensors import MatrixExpression
from theorem_checks.statements.names_in_latex import with_plain_unit
from theorem_checks.statements.normal_means import UNIT, require_no_unit
from theorem_checks.statements.terms import Term, data_of, term

__all__ = ["BallMean", "ExponentialMeans", "MaximumMean", "NormMean", "OfColumn", "RowsWithin"]
__all__ += ["SquaredMeans"]

_ENTRY = rf"v_{{{latex_of(UNIT)}}}"


@dataclass(frozen=True, eq=False)
class OfColumn(Conclusion):
    """What is said of a column of random tensors: one entry of it is a statistic."""

    vector: MatrixExpression

    def __post_init__(self) -> None:
        if not isinstance(self.vector, MatrixExpression) or not self._is_such:
            raise ArgumentError("vector", self.vector, self._expected)
        for field in fields(self)[1:]:
            object.__setattr__(self, field.name, term(getattr(self, field.name), field.name))
        require_no_unit(self.count, *self.numbers)

    _expected = "a column"

    @property
    def _is_such(self) -> bool:
        return self.vector.sizes[1] == 1

    @property
    def entries(self) -> Statistic:
        """Its entry with the number `UNIT`; of a matrix, the square of the length of that row."""
        return entry(self.vector, UNIT)

    @property
    def count(self) -> Any:
        """How many entries it has."""
        return self.vector.sizes[0]

    @property
    def numbers(self) -> tuple[Any, ...]:
        """What else it says, in order."""
        return tuple(getattr(self, field.name) for field in fields(self)[1:])

    @property
    def data(self) -> Any:  # noqa: D102
        parts = data_of(self.entries), data_of(self.count), *map(data_of, self.numbers)
        return (type(self).__name__, *parts)

    def mapped(self, change: Callable[[Any], Any]) -> Conclusion:  # noqa: D102
        change(self.entries)  # which refuses what cannot be put in place
        change(self.count)
        return type(self)(self.vector, *map(change, self.numbers))

    @property
    def latex(self) -> str:  # noqa: D102
        where = rf"\;\text{{for}}\; {_ENTRY} = {latex_of(self.entries)}"
        return with_plain_unit(rf"{self._said} {where}")

    @property
    def _said(self) -> str:
        """What is said of the column v, in LaTeX."""
        raise NotImplementedError


@dataclass(frozen=True, eq=False)
class MaximumMean(OfColumn):
    """The mean of the largest entry of a random column is at most a number."""

    most: Term

    @property
    def _said(self) -> str:
        over = rf"{latex_of(UNIT)} < {latex_of(self.count)}"
        return rf"\mathbb{{E}} \max_{{{over}}} {_ENTRY} \le {latex_of(self.most)}"


@dataclass(frozen=True, eq=False)
class BallMean(OfColumn):
    """The mean of the largest product of a random column v with vectors w, |w| <= radius."""

    radius: Term
    most: Term

    @property
    def _said(self) -> str:
        over = rf"|w| \le {latex_of(self.radius)}"
        return rf"\mathbb{{E}} \sup_{{{over}}} w \cdot v \le {latex_of(self.most)}"


@dataclass(frozen=True, eq=False)
class NormMean(OfColumn):
    """The mean of the length of a random column is at most a number."""

    most: Term

    @property
    def _said(self) -> str:
        return rf"\mathbb{{E}}\, |v| \le {latex_of(self.most)}"


@dataclass(frozen=True, eq=False)
class SquaredMeans(OfColumn):
    """The square of each entry of a random column has a mean, which is at most a number."""

    most: Term

    @property
    def _said(self) -> str:
        return rf"\mathbb{{E}}\, {_ENTRY}^2 \le {latex_of(self.most)}"


@dataclass(frozen=True, eq=False)
class ExponentialMeans(OfColumn):
    """The exponential of a multiple of each entry of a random column has at most some mean."""

    rate: Term
    most: Term

    @property
    def _said(self) -> str:
        exponent = rf"{latex_of(self.rate)} {_ENTRY}"
        return rf"\mathbb{{E}} \exp\left({exponent}\right) \le {latex_of(self.most)}"


@dataclass(frozen=True, eq=False)
class RowsWithin(OfColumn):
    """A hypothesis, made by `w.rows_within`: the rows of a matrix have at most some length."""

    radius: Term
    _expected = "a constant matrix"

    @property
    def _is_such(self) -> bool:
        return all(word[0].tensor.law is None for word in self.vector.terms)

    @property
    def entries(self) -> Statistic:  # noqa: D102
        return contract("ij,ij", self.vector, self.vector, at={"i": UNIT})

    @property
    def latex(self) -> str:  # noqa: D102
        return with_plain_unit(rf"{latex_of(self.entries)} \le {latex_of(self.radius)}^2")
