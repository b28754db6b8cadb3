"""Local Jacobians that are symbols without any relation: what holds for them holds for all."""

import operator

import sympy as sp

from constructions.gradient_paths import LocalJacobians

__all__ = ["degree_in_steps", "free_jacobians", "monomials"]

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
