"""Statements about the eigenvalues of matrices of symbolic size."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from theorem_checks.errors import ArgumentError
from theorem_checks.statements.conclusions import Conclusion
from theorem_checks.statements.latex import latex_of
from theorem_checks.statements.terms import Term, term

__all__ = ["SpectrumWithin", "is_semidefinite"]


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
