"""Eigenvalues in a concrete world, exactly."""

from fractions import Fraction

from theorem_checks.judging.sides import shown
from theorem_checks.statements.arrays.element_arrays import elements_of
from theorem_checks.statements.loewner import LoewnerAtMost
from theorem_checks.statements.reals.differences import Difference
from theorem_checks.statements.spectra import (
    PowersVanish,
    RadiusBelow,
    SpectrumWithin,
    is_radius_below,
    is_semidefinite,
)
from theorem_checks.statements.terms import term
from theorem_checks.statements.values.evaluation import rational_value
from theorem_checks.statements.worlds.concrete import Concrete

__all__ = ["eigenvalue_outside", "larger_radius", "not_ordered", "powers_that_stay"]


def not_ordered(conclusion: LoewnerAtMost, _world: Concrete) -> Difference | None:
    """Two matrices whose difference is not symmetric, or not positive semidefinite."""
    lower, upper = (elements_of(side).tolist() for side in (conclusion.lhs, conclusion.rhs))
    apart = [
        [rational_value(term(b - a)) for a, b in zip(*rows, strict=True)]
        for rows in zip(lower, upper, strict=True)
    ]
    if apart == [list(column) for column in zip(*apart, strict=True)] and is_semidefinite(apart):
        return None
    found = shown(conclusion.rhs - conclusion.lhs)
    return Difference("a positive semidefinite difference", found, "the matrices are not ordered")


def eigenvalue_outside(conclusion: SpectrumWithin, _world: Concrete) -> Difference | None:
    """A matrix that is not symmetric, or has an eigenvalue outside of what is claimed."""
    matrix = elements_of(conclusion.matrix)
    rows, n = matrix.tolist(), len(matrix)
    least, most = (rational_value(term(end)) for end in (conclusion.least, conclusion.most))
    ends = (1, least), (-1, most)  # A - a I and b I - A
    shifted = (
        [[sign * (x - end * (i == j)) for j, x in enumerate(row)] for i, row in enumerate(rows)]
        for sign, end in ends
    )
    if matrix.shape == (n, n) and rows == matrix.T.tolist() and all(map(is_semidefinite, shifted)):
        return None
    claimed = f"symmetric, with eigenvalues from {least} to {most}"
    return Difference(claimed, shown(conclusion.matrix), "the matrix is no such")


def larger_radius(conclusion: RadiusBelow, _world: Concrete) -> Difference | None:
    """A matrix with a spectral radius that is not below the one claimed."""
    most = rational_value(term(conclusion.most))
    if is_radius_below(elements_of(conclusion.matrix).tolist(), most):
        return None
    claimed = f"a spectral radius below {most}"
    return Difference(claimed, shown(conclusion.matrix), "the matrix has a larger one")


def powers_that_stay(conclusion: PowersVanish, _world: Concrete) -> Difference | None:
    """By the characteristic polynomial, which says exactly whether they do."""
    if is_radius_below(elements_of(conclusion.matrix).tolist(), Fraction(1)):
        return None
    said = "an eigenvalue has an absolute value of 1 or more"
    return Difference("powers that go to 0", shown(conclusion.matrix), said)
