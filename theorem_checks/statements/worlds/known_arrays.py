"""What a world gives of arrays and matrices of which something is assumed.

What is assumed of them is kept in `given`, and the statement is made under it.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any

from theorem_checks.errors import ArgumentError
from theorem_checks.statements.conclusions import Conclusion, Equal, Mean
from theorem_checks.statements.loewner import LoewnerAtMost
from theorem_checks.statements.moments.statistics import Statistic, squared_norm
from theorem_checks.statements.moments.tensors import (
    ConstantMatrix,
    ConstantVector,
    MatrixExpression,
)
from theorem_checks.statements.scalars import SymbolicScalar
from theorem_checks.statements.spectra import RadiusBelow, SpectrumWithin
from theorem_checks.statements.suprema import RowsWithin
from theorem_checks.statements.worlds.asked import expression_of

__all__ = ["KnownArrays"]


class KnownArrays(ABC):
    """What every world gives of arrays of which something is assumed."""

    _related: list[Any]
    given: list[Conclusion]
    constants: dict[str, list[Any]]

    @abstractmethod
    def _claimed(self, name: str, made: Callable[[], Any]) -> Any: ...

    def symmetric(self, name: str, size: Any, least: Any, most: Any) -> Any:
        """A symmetric matrix with eigenvalues from `least` to `most`, which is assumed of it.

        So least I <= A <= most I; `by_eigenvalues` proves inequalities about polynomials of it.
        """
        found = self._claimed(name, lambda: self._symmetric(name, size, least, most))
        self._related += [found]
        self.given.append(SpectrumWithin(found, least, most))
        return found

    def between(self, name: str, low: Any, high: Any) -> Any:
        """A symmetric matrix with low <= A <= high, which is assumed of it.

        That is the order of Loewner (`LoewnerAtMost`), of symmetric matrices `low` and `high`, of
        which one may be None; mu I <= A <= L I, say.
        """
        if low is None and high is None:
            raise ArgumentError("low", low, "a matrix, or one in `high`")
        found = self._claimed(name, lambda: self._between(name, low, high))
        self._related += [found]
        self.given += [LoewnerAtMost(low, found)] if low is not None else []
        self.given += [LoewnerAtMost(found, high)] if high is not None else []
        return found

    @abstractmethod
    def _between(self, name: str, low: Any, high: Any) -> Any:
        """A symmetric matrix between two, or on one side of one."""

    @abstractmethod
    def _symmetric(self, name: str, size: Any, least: Any, most: Any) -> Any:
        """A symmetric matrix with such eigenvalues."""

    def with_radius(self, name: str, size: Any, most: Any, *, normal: bool = False) -> Any:
        """A square matrix of a spectral radius less than `most`, which is assumed of it.

        If it is `normal`, it is assumed as well that W W^T = W^T W.
        """
        found = self._claimed(name, lambda: self._with_radius(name, size, most, normal=normal))
        self._related += [found]
        self.given.append(RadiusBelow(found, most))
        if normal:
            self.given.append(Equal(found @ found.T, found.T @ found))
        return found

    @abstractmethod
    def _with_radius(self, name: str, size: Any, most: Any, *, normal: bool) -> Any:
        """A square matrix with such eigenvalues."""

    def constant(self, name: str, *sizes: Any, known: str = "") -> MatrixExpression:
        """A vector, or a matrix, that is not random, for statistics of random tensors.

        Of a vector with `known` 'unit' it is assumed that its length is 1.
        """
        if known not in ("", "unit") or (known and len(sizes) != 1):
            raise ArgumentError("known", known, "'unit', of a vector, or nothing")
        dimensions = [expression_of(size) for size in sizes]
        if len(dimensions) not in (1, 2):
            raise ArgumentError("sizes", sizes, "one size of a vector, or two of a matrix")
        make = ConstantVector if len(dimensions) == 1 else ConstantMatrix
        self.constants.setdefault(name, [])
        found = self._claimed(name, lambda: make(name, *dimensions))
        if known:
            self.given.append(Mean(squared_norm(found), 1))
        return found

    def rows_within(self, name: str, rows: Any, columns: Any, radius: Any) -> MatrixExpression:
        """A matrix that is not random, for statistics, with rows of length `radius` at most.

        That is assumed of it.
        """
        N, n = (expression_of(size) for size in (rows, columns))
        self.constants.setdefault(name, [])
        found = self._claimed(name, lambda: self._rows_within(name, N, n, radius))
        self.given.append(RowsWithin(found, radius))
        return found

    def _rows_within(
        self,
        name: str,
        rows: Any,
        columns: Any,
        radius: Any,  # noqa: ARG002
    ) -> MatrixExpression:
        return ConstantMatrix(name, rows, columns)

    def value(self, name: str, statistic: Statistic, **assumptions: bool) -> SymbolicScalar:
        """The value of a statistic of constants, as a number: `value("c", inner(x, y))`.

        What is said besides is assumed of it: `value("a", squared_norm(x), positive=True)`, of
        x != 0.
        """
        if not isinstance(statistic, Statistic):
            raise ArgumentError("statistic", statistic, "a statistic of constants of the world")
        if names := [t.name for t in statistic.tensors if t.law is not None]:
            raise ArgumentError("statistic", names, "one of constants of the world")
        found = self._value(name, statistic, {"real": True} | assumptions)
        self.given.append(Mean(statistic, found))
        return found

    @abstractmethod
    def _value(
        self, name: str, statistic: Statistic, assumptions: dict[str, bool]
    ) -> SymbolicScalar:
        """A number, which is the value of a statistic of constants."""

    @abstractmethod
    def invertible(self, name: str, size: Any) -> tuple[Any, Any]:
        """A square matrix of free entries that has an inverse, and the inverse."""

    def right_inverse(self, name: str, matrix: Any) -> Any:
        """An array of free entries that a hypothesis may say to be a right inverse of a matrix.

        Nothing is assumed by it. Where the matrix has a right inverse, one is drawn in a concrete
        world, so that `Equal(matrix @ it, I)` is met there: the rank of the matrix is the number of
        its rows. Of a vector it is a vector with which it makes 1.
        """
        if len(matrix.shape) not in (1, 2):
            raise ArgumentError("matrix", matrix, "a vector or a matrix")
        return self._claimed(name, lambda: self._right_inverse(name, matrix))

    @abstractmethod
    def _right_inverse(self, name: str, matrix: Any) -> Any:
        """An array of the axes of a right inverse."""
