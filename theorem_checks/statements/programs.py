r"""Straight-line programs as data.

A program is a sequence of operations on variables and exact constants, each on what earlier ones
gave; nothing in it is simplified or expanded, so that it is what an author's function did, and no
longer than that. As data it is nested tuples of strings: `("+", "0", "2")` adds the results of the
operations 0 and 2.
"""

from dataclasses import dataclass
from typing import TypeAlias

__all__ = [
    "LEAVES",
    "Operations",
    "Program",
    "Recorded",
]

Program: TypeAlias = tuple[tuple[str, ...], ...]
"""The operations, each once, and at the end `("results", ...)`, the numbers of those returned."""


LEAVES = ("variable", "constant")
"""The operations that have no other ones below them."""


class Operations:
    """Operations as they are written down, each once."""

    def __init__(self) -> None:
        self._numbers: dict[tuple[str, ...], int] = {}

    def add(self, name: str, *arguments: object) -> int:
        """The number of an operation on a name, a constant, or the results of others."""
        return self.number_of((name, *map(str, arguments)))

    def number_of(self, operation: tuple[str, ...]) -> int:
        """The number of an operation that is written already, as `program` has it."""
        return self._numbers.setdefault(operation, len(self._numbers))

    def program(self, *results: int) -> Program:
        """All operations, of which some results are returned."""
        return (*self._numbers, ("results", *map(str, results)))


@dataclass(frozen=True)
class Recorded:
    """An element of a commutative ring that is known by the operations that made it."""

    operations: Operations
    number: int

    def __add__(self, other: "Recorded") -> "Recorded":
        return Recorded(self.operations, self.operations.add("+", self.number, other.number))

    def __mul__(self, other: "Recorded") -> "Recorded":
        return Recorded(self.operations, self.operations.add("*", self.number, other.number))
