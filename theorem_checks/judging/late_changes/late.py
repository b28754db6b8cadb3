"""By what a statement is changed so that it is false, and only beyond the sizes that are tried."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import singledispatch
from typing import Any

import sympy as sp

from theorem_checks.statements.arrays.index_expressions import IndexExpression, Sum, scalar
from theorem_checks.statements.arrays.index_families import Block, parts_of
from theorem_checks.statements.arrays.index_relations import at_most
from theorem_checks.statements.arrays.indices import Index
from theorem_checks.statements.arrays.symbolic_array import SymbolicArray, ones
from theorem_checks.statements.conclusions import Conclusion, symbols_of

__all__ = ["SIZES", "Late", "added", "changed_late"]

SIZES = 12
"""At how many sizes the changed statement is the same."""


@dataclass(frozen=True)
class Late:
    """By what a statement is changed: a size of it, and numbers in place of its real variables.

    **Fields**: the `size`, if there is one, and the `first` of its values; `held`, the symbols that
    a hypothesis speaks of, which may allow small values only; `points`, values of real variables;
    `turn`, whose parity says which side of an equation is changed first.
    """

    size: sp.Symbol | None
    points: tuple[dict[str, Fraction], ...] = ()
    first: int = 0
    held: frozenset[Any] = frozenset()
    turn: int = 0

    def factor(self, sizes: int = SIZES) -> sp.Expr:
        """What is 0 at the first values of the size, and at least 1 beyond; 1 if there is none."""
        if self.size is None or self.size in self.held:
            return sp.Integer(1)
        return sp.Mul(*(self.size - self.first - i for i in range(sizes)))

    def under(self, hypothesis: Conclusion) -> "Late":
        """The same, under a hypothesis."""
        return replace(self, held=self.held | symbols_of(hypothesis))


@singledispatch
def changed_late(_conclusion: Conclusion, _late: Late) -> Iterator[Conclusion]:
    """A conclusion with one leaf changed so that it is false, for each leaf of which one knows."""
    return iter(())


def added(term: Any, late: Late) -> Iterator[Any]:
    """A term and what is 0 at small sizes: at each place of a nested tuple, in each block."""
    if isinstance(term, tuple):
        for place, part in enumerate(term):
            yield from ((*term[:place], one, *term[place + 1 :]) for one in added(part, late))
    elif isinstance(term, SymbolicArray):
        for place, whole in ones(term.axes).blocks.items():
            sizes = (size for part in parts_of(term.axes, place) for size in part.sizes)
            if any(size.is_zero for size in sizes):
                continue
            block = term.blocks.get(place, scalar(0)) + whole * _change(term, place, late)
            yield SymbolicArray(term.axes, {**term.blocks, place: block})
    else:
        yield term + late.factor()


def _change(array: SymbolicArray, place: Block, late: Late) -> IndexExpression:
    """What is added to the entries of a block: not to those at 0 of an index, if there is one."""
    families = enumerate(parts_of(array.axes, place))
    indices = (index for number, part in families for index in part.indices(number))
    for i in indices:
        if i.range.is_Symbol and i.range not in late.held:
            j = Index("late", i.range)
            return (Sum(at_most(j, i), j) - 1) * late.factor()  # i, and so of n at least 2
    return scalar(late.factor())
