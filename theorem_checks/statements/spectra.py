"""Statements about the eigenvalues of matrices of symbolic size."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from theorem_checks.errors import ArgumentError
from theorem_checks.statements.conclusions import Conclusion
from theorem_checks.statements.latex import latex_of
from theorem_checks.statements.terms import Term, data_of, term

__all__ = ["PowersBounded", "PowersVanish", "RadiusBelow", "SpectrumWithin"]
__all__ += ["is_radius_below", "is_semidefinite"]


@dataclass(frozen=True, eq=False)
class SpectrumWithin(Conclusion):
    """A matrix is symmetric, and all its eigenvalues lie between two numbers, or are these.

    That is, least |z|^2 <= z^T A z <= most |z|^2 for every z.
    """

    matrix: Term
    least: Term
    most: Term

    def __post_init__(self) -> None:
        for name in ("matrix", "least", "most"):
            object.__setattr__(self, name, term(getattr(self, name), name))
        if len(getattr(self.matrix, "shape", ())) != 2:
            raise ArgumentError("matrix", self.matrix, "a square matrix")

    @property
    def latex(self) -> str:  # noqa: D102
        least, matrix, most = map(latex_of, (self.least, self.matrix, self.most))
        return rf"{least}\, I \preceq {matrix} \preceq {most}\, I"


@dataclass(frozen=True, eq=False)
class RadiusBelow(Conclusion):
    """The spectral radius of a square matrix, over the complex numbers, is less than a number."""

    matrix: Term
    most: Term

    def __post_init__(self) -> None:
        _require_matrix(self)
        object.__setattr__(self, "most", term(self.most, "most"))

    @property
    def latex(self) -> str:  # noqa: D102
        return rf"\rho\left({latex_of(self.matrix)}\right) < {latex_of(self.most)}"


@dataclass(frozen=True, eq=False)
class PowersBounded(Conclusion):
    """For a matrix M there are C and q, 0 <= q < ratio: |M^t x| <= C q^t |x| for all x and t."""

    matrix: Term
    ratio: Term

    def __post_init__(self) -> None:
        _require_matrix(self)
        object.__setattr__(self, "ratio", term(self.ratio, "ratio"))

    @property
    def latex(self) -> str:  # noqa: D102
        power, ratio = rf"\left({latex_of(self.matrix)}\right)^t", latex_of(self.ratio)
        return rf"\exists C,\; q < {ratio}:\; \lVert {power} x \rVert \le C q^t \lVert x \rVert"


@dataclass(frozen=True, eq=False)
class PowersVanish(Conclusion):
    """For a matrix M and every x, |M^t x| goes to 0 as t goes to infinity."""

    matrix: Term

    def __post_init__(self) -> None:
        _require_matrix(self)

    @property
    def latex(self) -> str:  # noqa: D102
        power = rf"\left({latex_of(self.matrix)}\right)^t"
        return rf"\lim_{{t \to \infty}} \lVert {power} x \rVert = 0 \;\text{{for every }} x"


def _require_matrix(said: RadiusBelow | PowersBounded | PowersVanish) -> None:
    object.__setattr__(said, "matrix", term(said.matrix, "matrix"))
    shape = getattr(said.matrix, "shape", ())
    if len(shape) != 2 or data_of(term(shape[0])) != data_of(term(shape[1])):
        raise ArgumentError("matrix", said.matrix, "a square matrix")


def is_radius_below(matrix: Sequence[Sequence[Fraction]], most: Fraction) -> bool:
    """Whether all complex eigenvalues of a matrix of rationals are less than a number.

    By the test of Schur and Cohn of its characteristic polynomial, exactly.
    """
    if most <= 0:
        return not matrix and most == 0
    polynomial = [c * most**k for k, c in enumerate(_characteristic(matrix))]
    while len(polynomial) > 1:  # from the constant on
        low, high = polynomial[0], polynomial[-1]
        if abs(low) >= abs(high):
            return False
        turned = polynomial[::-1]
        pairs = zip(polynomial, turned, strict=True)
        polynomial = [high * one - low * other for one, other in pairs][1:]
    return True


def _characteristic(matrix: Sequence[Sequence[Fraction]]) -> list[Fraction]:
    """The coefficients of det(x I - M), from the constant on, as Faddeev and Le Verrier."""
    n = len(matrix)
    found, held = [Fraction(1)], [[Fraction(0)] * n for _ in range(n)]
    for k in range(1, n + 1):
        for i in range(n):
            held[i][i] += found[-1]
        held = [
            [sum((row[m] * held[m][j] for m in range(n)), Fraction(0)) for j in range(n)]
            for row in matrix
        ]
        found.append(-sum((held[i][i] for i in range(n)), Fraction(0)) / k)
    return found[::-1]


def is_semidefinite(matrix: Sequence[Sequence[Fraction]]) -> bool:
    """Whether a symmetric matrix of rationals is positive semidefinite, by elimination."""
    rows = [list(row) for row in matrix]
    for k, pivot in enumerate(rows):
        if pivot[k] < 0 or (pivot[k] == 0 and any(pivot[k:])):
            return False
        if pivot[k] == 0:
            continue
        for row in rows[k + 1 :]:
            share = row[k] / pivot[k]
            row[k:] = [x - share * y for x, y in zip(row[k:], pivot[k:], strict=True)]
    return True
