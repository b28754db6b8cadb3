"""The operators of a ring that follow from its sum and product."""

from abc import abstractmethod
from typing import Any, Self

from theorem_checks.errors import require_integer
from theorem_checks.statements.questions import SymbolicNumber

__all__ = ["RingOperators"]


class RingOperators(SymbolicNumber):
    """Differences, powers and reflected operators of what adds and multiplies by `+` and `*`."""

    # NumPy is to leave `array * value` to this class, which then refuses it.
    __array_ufunc__ = None

    @classmethod
    @abstractmethod
    def _like(cls, value: Any) -> Self:
        """An element of the ring as it is, and a number as a constant one."""

    @abstractmethod
    def __add__(self, other: Any) -> Self: ...

    @abstractmethod
    def __mul__(self, other: Any) -> Self: ...

    def __radd__(self, other: Any) -> Self:
        return self + other

    def __rmul__(self, other: Any) -> Self:
        return self * other

    def __neg__(self) -> Self:
        return self * -1

    def __sub__(self, other: Any) -> Self:
        return self + -self._like(other)

    def __rsub__(self, other: Any) -> Self:
        return -self + other

    def __pow__(self, exponent: int) -> Self:
        require_integer("exponent", exponent, 0)
        result = self._like(1)
        for _ in range(exponent):
            result = result * self
        return result
