"""Powers and running products of arrays of numbers."""

from fractions import Fraction
from math import prod

import numpy as np

from theorem_checks.statements.arrays.element_arrays import ElementArray, elements_of

__all__ = ["ByAge", "MatrixPowers", "Powers", "RunningProducts"]


class Powers:
    """The powers of the entries of an array of numbers; see `World.powers`."""

    def __init__(self, base: ElementArray, length: int) -> None:
        self._base, self._length = elements_of(base), length

    def __getitem__(self, place: tuple[int, ...]) -> Fraction:
        t, s, *at = place
        if not 0 <= min(s, t) <= max(s, t) < self._length:
            raise IndexError(f"no powers at t = {t}, s = {s} below {self._length}")
        return self._between(s, t, tuple(at)) if s <= t else Fraction(0)

    def _between(self, s: int, t: int, at: tuple[int, ...]) -> Fraction:
        return self._power(t - s, at)

    def _power(self, age: int, at: tuple[int, ...]) -> Fraction:
        return self._base[at] ** age


class RunningProducts(Powers):
    """The products of numbers over time; see `World.running_products`."""

    def _between(self, s: int, t: int, at: tuple[int, ...]) -> Fraction:
        return prod((self._base[r, *at] for r in range(s + 1, t + 1)), start=Fraction(1))


class MatrixPowers(Powers):
    """The powers of a matrix of numbers; see `World.matrix_powers`."""

    def __init__(self, base: ElementArray, length: int) -> None:
        super().__init__(base, length)
        n = len(self._base)
        one = np.array([[Fraction(int(i == j)) for j in range(n)] for i in range(n)], dtype=object)
        self._by_age = [one.reshape(n, n)]
        for _ in range(length):
            self._by_age.append(self._base @ self._by_age[-1])

    def _power(self, age: int, at: tuple[int, ...]) -> Fraction:
        return self._by_age[age][at]


class ByAge:
    """The powers of a matrix of numbers, by age; see `World.by_age`."""

    def __init__(self, powers: MatrixPowers) -> None:
        self._powers = powers

    def __getitem__(self, place: tuple[int, ...]) -> Fraction:
        j, *at = place
        return self._powers[j, 0, *at]
