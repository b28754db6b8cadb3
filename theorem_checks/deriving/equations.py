"""Arrays as equations, block by block: as matrices, or entry by entry if they have no notation."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

from theorem_checks.statements.arrays.index_families import Axis, parts_of
from theorem_checks.statements.arrays.symbolic_array import SymbolicArray
from theorem_checks.statements.latex import block_latex, entry_latex, latex_of
from theorem_checks.statements.latex_nodes import ShownNode
from theorem_checks.statements.terms import components

__all__ = ["Equation", "equations"]

LETTERS = "ijklm"


@dataclass(frozen=True)
class Equation:
    """An array that is called `head` and has entries at the indices `order`, as a `node`.

    `by_entries`: whether it is written so, and not as a matrix. What is no array is `plain` text.
    """

    head: str
    order: tuple[str, ...] = ()
    node: ShownNode | None = None
    by_entries: bool = False
    plain: str = ""

    def latex(self, called: Mapping[str, str]) -> str:
        """The equation as LaTeX; `called` has other names for tensors."""
        if self.node is None:
            return f"{self.head} = {self.plain}"
        text, head = None, self.head
        if not self.by_entries:
            text = entry_latex(self.node, self.order, called, in_matrices=True)
        if text is None:
            text = entry_latex(self.node, self.order, called)
            letters = LETTERS[: len(self.order)]
            head = rf"\big({head}\big)_{{{letters}}}" if letters else head
        return f"{head} = {text}"


def equations(
    head: str, value: Any, called: Mapping[str, str], like: Any = None
) -> Iterator[Equation]:
    """Arrays as an equation for each of their blocks that is not 0.

    **Arguments**: `like`, arrays by whose axes the blocks are called; `called` has names for
    tensors.
    """
    arrays = list(components(value))
    axes = [array.axes for array in components(like)] if like is not None else [()] * len(arrays)
    for number, (array, own) in enumerate(zip(arrays, axes, strict=True), 1):
        part = rf"{head[:-2]}_{{t,{number}}}" if len(arrays) > 1 else head
        if not isinstance(array, SymbolicArray):
            yield Equation(part, plain=latex_of(array, called))
        elif not array.blocks:
            yield Equation(part, plain="0")
        else:
            yield from _blocks(part, array, own)


def _blocks(head: str, array: SymbolicArray, like: Sequence[Axis]) -> Iterator[Equation]:
    """An equation for each block of an array."""
    for place in product(*(range(len(axis)) for axis in array.axes)):
        if (block := array.blocks.get(place)) is not None:
            parts = parts_of(array.axes, place)
            order = tuple(i.name for number, part in enumerate(parts) for i in part.indices(number))
            above = block_latex(like or array.axes, place)
            by_entries = any(part.increasing for part in parts)
            yield Equation(f"{head}{above}", order, ShownNode.of(block), by_entries)
