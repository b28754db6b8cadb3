"""The word for a table of a paper whose cells are settled by claims.

This module is a leaf: it imports nothing of the toolkit but its other words, and no engine.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from theorem_checks.claims import Source
from theorem_checks.errors import ArgumentError

__all__ = ["Cell", "ClaimTable"]


@dataclass(frozen=True)
class Cell:
    """What is printed in a cell, and the ids of the claims that settle it."""

    printed: str
    claims: tuple[str, ...]

    def __post_init__(self) -> None:
        if isinstance(self.claims, str) or not self.claims:
            raise ArgumentError("Cell.claims", self.claims, "a tuple of ids", "Mind the comma.")


@dataclass(frozen=True, kw_only=True)
class ClaimTable:
    """A table of a paper, as printed and as its claims turned out.

    **Fields**: `name`, of which its page's file is called, such as 'gated-rnn-table-3'; `title`;
    `source`; `cells` by (row, column), in the order in which rows and columns are shown; `caption`,
    what a reader should know.

    **Raises** `ArgumentError` for a cell that is no `Cell`, or no cells.
    """

    name: str
    title: str
    source: Source
    cells: Mapping[tuple[str, str], Cell]
    caption: str = ""

    def __post_init__(self) -> None:
        if not self.cells:
            raise ArgumentError(f"{self.name}: cells", self.cells, "at least one cell")
        for place, cell in self.cells.items():
            if not isinstance(cell, Cell):
                raise ArgumentError(f"{self.name}: cells[{place}]", cell, "a Cell")
        object.__setattr__(self, "cells", MappingProxyType(dict(self.cells)))

    @property
    def rows(self) -> tuple[str, ...]:
        """The rows, in the order of their first cells."""
        return tuple(dict.fromkeys(row for row, _ in self.cells))

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns, in the order of their first cells."""
        return tuple(dict.fromkeys(column for _, column in self.cells))
