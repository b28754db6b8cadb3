"""Relations of indices as numbers: 1 where they hold, else 0."""

from dataclasses import dataclass

from theorem_checks.errors import ArgumentError
from theorem_checks.statements.arrays.index_expressions import IndexExpression
from theorem_checks.statements.arrays.indices import AnyIndex, Index, as_index, joined
from theorem_checks.statements.made_once import made_once

__all__ = ["AtMost", "Delta", "Lag", "at_most", "delta"]


@dataclass(frozen=True, eq=False)
class _Pair(IndexExpression):
    i: Index
    j: Index

    def __post_init__(self) -> None:
        joined((self.i, self.j))
        if self.i.range != self.j.range:
            raise ArgumentError(
                "indices", (self.i, self.j), f"of one size, not {self.i.range} and {self.j.range}"
            )

    @property
    def indices(self) -> tuple[Index, ...]:
        """The two indices, in order."""
        return self.i, self.j

    @made_once
    def free(self) -> dict[str, Index]:
        return joined(self.indices)


class Delta(_Pair):
    """1 where two indices are equal, else 0."""

    def __repr__(self) -> str:
        return f"delta({self.i!r}, {self.j!r})"


class AtMost(_Pair):
    """1 where the first index is at most the second, else 0."""

    def __repr__(self) -> str:
        return f"at_most({self.i!r}, {self.j!r})"


@dataclass(frozen=True, eq=False)
class Lag(IndexExpression):
    """1 where one index is another one and a lag more, else 0; the three may differ in size."""

    t: Index
    s: Index
    j: Index

    def __post_init__(self) -> None:
        joined(self.indices)

    @property
    def indices(self) -> tuple[Index, Index, Index]:
        """The three indices, in order."""
        return self.t, self.s, self.j

    @made_once
    def free(self) -> dict[str, Index]:  # noqa: D102
        return joined(self.indices)

    def __repr__(self) -> str:
        return f"lag({self.t!r}, {self.s!r}, {self.j!r})"


def delta(i: AnyIndex, j: AnyIndex | int) -> IndexExpression:
    """Return 1 where two indices of one size are equal, else 0; `delta(i, 0)` where one is 0."""
    if type(j) is int and j == 0:
        first = as_index(i, "i")
        return Lag(first, first, first)
    return Delta(as_index(i, "i"), as_index(j, "j"))


def at_most(i: AnyIndex, j: AnyIndex) -> IndexExpression:
    """Return 1 where i <= j for two indices of one size, else 0."""
    return AtMost(as_index(i, "i"), as_index(j, "j"))
