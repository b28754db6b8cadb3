"""Local Jacobians that are symbols without any relation, and such as count.

What holds of symbols without any relation holds for all Jacobians. Where each is 1, a derivative is
the number of its paths.
"""

import operator
from typing import Any

import sympy as sp

from constructions.gradient_paths import LocalJacobians

__all__ = ["counted", "degree_in_steps", "free_jacobians", "monomials"]

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
