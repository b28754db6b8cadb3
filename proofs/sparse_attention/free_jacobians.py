"""Local Jacobians that are symbols without any relation, of any size, and such as count.

What holds of symbols without any relation holds for all Jacobians. Where each is 1, a derivative is
the number of its paths.
"""

import operator
from collections.abc import Callable
from typing import Any

import sympy as sp

from constructions.gradient_paths import LocalJacobians

__all__ = [
    "At",
    "Columns",
    "Matrix",
    "OfAnySize",
    "counted",
    "degree_in_steps",
    "free_factors",
    "free_jacobians",
    "monomials",
]

DEGREE = sp.Symbol("z")


def free_jacobians(k, output_too=True):
    """Return P, J, Q of the network from t = 1 to 1 + k, as symbols that do not commute.

    Each J carries a factor z, which commutes, so that the power of z counts the J. They stand for
    matrices of every size, and for every start t, which only names the symbols.
    """

    def symbol(name):
        return sp.Symbol(name, commutative=False)

    times = range(1, k + 2)
    return LocalJacobians(
        {t: {i: symbol(f"P_{t}_{i}") for i in range(1, t + 1)} for t in times},
        {t: DEGREE * symbol(f"J_{t}") for t in times},
        {t: symbol(f"Q_{t}") for t in times[1:]} if output_too else {},
        operator.mul,
    )


class _Every:
    """Local Jacobians that are all there, at all times, and are 1."""

    def __getitem__(self, time: Any) -> "_Every":
        return self

    def get(self, time: Any) -> int:
        """Return the Jacobian of a time."""
        return 1


class _Absent:
    """Local Jacobians of which there is none."""

    def get(self, time: Any) -> None:
        """Return None, as there is none."""


def counted(*, output_too: bool = True) -> LocalJacobians:
    """Return a network with the number 1 for P and J of all times, and for Q."""
    every: Any = _Every()
    by_output: Any = every if output_too else _Absent()
    return LocalJacobians(every, every, by_output, operator.mul)


def free_factors(factor: Callable[[Any, Any], Any], step: Any = 1) -> LocalJacobians:
    """Return a network with the number `factor(t, i)` for P_{t,i}, `step` for each J, and no Q.

    So F_{k,j} is `factor(t + k, t + j + 1)` times `step`, and E_k is `factor(t + k, t)`.
    """
    by_state: Any = At(lambda t: At(lambda i: factor(t, i)))
    every: Any = At(lambda _: step)
    by_output: Any = _Absent()
    return LocalJacobians(by_state, every, by_output, operator.mul)


class Matrix:
    """A matrix of any size by what its entries are."""

    def __init__(self, entry: Callable[[Any, Any], Any]) -> None:
        self.entry = entry

    def __call__(self, a: Any, b: Any) -> Any:
        """Return the entry of row a and column b."""
        return self.entry(a, b)

    def __add__(self, other: "Matrix") -> "Matrix":
        return Matrix(lambda a, b: self(a, b) + other(a, b))


class At:
    """What there is at each time, by a function."""

    def __init__(self, value: Callable[[Any], Any]) -> None:
        self.value = value

    def __getitem__(self, time: Any) -> Any:
        return self.value(time)

    def get(self, time: Any) -> Any:
        """Return what there is at a time."""
        return self.value(time)


class Columns:
    """Matrices at each time, of which one column is given, and nothing asked but this one."""

    def __init__(self, column: Callable[[Any, Any], Any]) -> None:
        self.column = column

    def __getitem__(self, time: Any) -> Matrix:
        return Matrix(lambda a, _: self.column(time, a))


class OfAnySize:
    """A network of n units with free matrices P, J and Q at all times, n being any number.

    `local` has them; a product adds up over the n units, and `total` over times.
    """

    def __init__(self, w: Any) -> None:
        P, J, Q = (w.table(name, axes) for name, axes in (("P", 4), ("J", 3), ("Q", 3)))
        self._w, self._n, self._sums = w, w.size("n"), 0
        by_state: Any = At(lambda t: At(lambda i: Matrix(lambda a, b: P[t, i, a, b])))
        step: Any = At(lambda t: Matrix(lambda a, b: J[t, a, b]))
        by_output: Any = At(lambda t: Matrix(lambda a, b: Q[t, a, b]))
        self.local = LocalJacobians(by_state, step, by_output, self._times)

    def total(self, part: Callable[[Any], Matrix], count: Any) -> Matrix:
        """Return the sum of `part(j)` over j < `count`."""
        return Matrix(lambda a, b: self._sum(lambda j: part(j)(a, b), "j", count))

    @staticmethod
    def at_times(D: Any) -> Any:
        """Return the matrices at each time j, from a table of their entries at [j, a, b]."""
        return At(lambda j: Matrix(lambda a, b: D[j, a, b]))

    def over_units(self, part: Callable[[Any], Any]) -> Any:
        """Return the sum of `part(m)` over the n units."""
        return self._sum(part, "m", self._n)

    def reader(self, row: Callable[[Any, Any], Any]) -> LocalJacobians:
        """Return a network whose output at each time T moves by `row(T, a)` with unit a at T - 1.

        It has one row, and reads no states: a number that is made of the output before.
        """
        by_output: Any = At(lambda T: Matrix(lambda _, a: row(T, a)))
        no_state: Any = At(lambda _: _Absent())
        return LocalJacobians(no_state, no_state, by_output, self._times)

    def _times(self, one: Matrix, other: Matrix) -> Matrix:
        return Matrix(lambda a, b: self.over_units(lambda m: one(a, m) * other(m, b)))

    def _sum(self, part: Callable[[Any], Any], name: str, count: Any) -> Any:
        self._sums += 1
        return self._w.sum(part, f"{name}_{self._sums}", 0, count - 1)


def monomials(expression):
    """Return the products of symbols in a sum, each as (number of P, of J, of Q)."""
    counts = []
    for term in sp.Add.make_args(sp.expand(expression)):
        if term != 0:
            names = [str(symbol)[0] for symbol in term.args_cnc()[1]]
            counts.append(tuple(names.count(letter) for letter in "PJQ"))
    return counts


def degree_in_steps(expression):
    """Return the set of the numbers of J that the products of a sum have."""
    return {steps for _, steps, _ in monomials(expression)}
