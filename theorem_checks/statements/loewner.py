"""The order of symmetric matrices: A is at most B if B - A is positive semidefinite."""

from dataclasses import dataclass

from theorem_checks.errors import ArgumentError
from theorem_checks.statements.conclusions import Conclusion
from theorem_checks.statements.latex import latex_of
from theorem_checks.statements.terms import Term, data_of, term

__all__ = ["LoewnerAtMost"]


@dataclass(frozen=True, eq=False)
class LoewnerAtMost(Conclusion):
    """B - A is symmetric, and z^T A z <= z^T B z for every z: the order of Loewner, A <= B.

    **Fields**: `lhs`, A, and `rhs`, B, square matrices of one size.
    """

    lhs: Term
    rhs: Term

    def __post_init__(self) -> None:
        shapes = []
        for name in ("lhs", "rhs"):
            object.__setattr__(self, name, term(getattr(self, name), name))
            side = getattr(self, name)
            sizes = [data_of(term(size)) for size in getattr(side, "shape", ())]
            if len(sizes) != 2 or sizes[0] != sizes[1]:
                hint = "A multiple of I is a * w.identity(d)."
                raise ArgumentError(name, side, "a square matrix", hint)
            shapes.append(sizes)
        if shapes[0] != shapes[1]:
            raise ArgumentError("rhs", self.rhs, "a matrix of the size of lhs")

    @property
    def latex(self) -> str:  # noqa: D102
        return rf"{latex_of(self.lhs)} \preceq {latex_of(self.rhs)}"
