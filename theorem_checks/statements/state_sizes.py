"""The conclusion that the state of a machine has so many numbers: the units of a network."""

from collections.abc import Iterable
from dataclasses import dataclass
from math import prod
from typing import Any

import sympy as sp

from theorem_checks.statements.arrays.index_families import Family, same_axes
from theorem_checks.statements.arrays.symbolic_array import SymbolicArray
from theorem_checks.statements.conclusions import All, Conclusion, SameOutputs
from theorem_checks.statements.latex import latex_of
from theorem_checks.statements.machines import Machine
from theorem_checks.statements.numbers_in_latex import number_latex
from theorem_checks.statements.terms import Term, components, term

__all__ = ["StateSize"]


@dataclass(frozen=True, eq=False)
class StateSize(Conclusion):
    """The state of a machine has a number of entries: all arrays of it together, at all times.

    So the arrays of the state after a token have to have the shapes of the first ones.
    """

    machine: Machine
    entries: Term

    def __post_init__(self) -> None:
        object.__setattr__(self, "entries", term(self.entries, "entries"))

    @property
    def found(self) -> sp.Expr:
        """How many entries the arrays of the state have."""
        return _all_entries(self.machine.start)

    @property
    def found_after(self) -> sp.Expr:
        """How many entries the arrays of the state after a token have."""
        return _all_entries(self.machine.after)

    @property
    def keeps_shapes(self) -> bool:
        """Whether the arrays of the state after a token have the shapes of the first ones."""
        states = components(self.machine.start), components(self.machine.after)
        return all(_same_shape(one, other) for one, other in zip(*states, strict=True))

    @property
    def latex(self) -> str:  # noqa: D102
        return rf"{self.counted('h_t')}:\; {self.machine.latex}"

    def latex_in(self, whole: All) -> str:
        """The formula; the machine is not printed again beside machines of the same outputs."""
        for part in whole.parts:
            if isinstance(part, SameOutputs):
                for machine, state in ((part.one, "h_t"), (part.other, "h'_t")):
                    if machine.data == self.machine.data:
                        return self.counted(state)
        return self.latex

    def counted(self, state: str) -> str:
        """How many numbers a state of this name has, and in which spaces they are."""
        space = r" \oplus ".join(map(_space, components(self.machine.start)))
        return rf"{state} \in {space},\; \dim {state} = {latex_of(self.entries)}"


def _all_entries(state: Any) -> sp.Expr:
    return sp.expand(sp.Add(*map(_entries, components(state))))


def _same_shape(one: Any, other: Any) -> bool:
    if isinstance(one, SymbolicArray) and isinstance(other, SymbolicArray):
        return same_axes(one.axes, other.axes)
    return bool(one.shape == other.shape)


def _entries(array: Any) -> sp.Expr:
    if isinstance(array, SymbolicArray):
        return sp.Mul(*(sp.Add(*(part.members for part in axis)) for axis in array.axes))
    return sp.Integer(prod(array.shape))


def _space(array: Any) -> str:
    if not isinstance(array, SymbolicArray):
        return _reals(map(str, array.shape))
    if len(array.axes) == 1:
        return r" \oplus ".join(map(_space_of_family, array.axes[0]))
    return _reals(number_latex(sp.Add(*(part.members for part in axis))) for axis in array.axes)


def _reals(sizes: Iterable[str]) -> str:
    above = r" \times ".join(sizes)
    return rf"\mathbb{{R}}^{{{above}}}" if above else r"\mathbb{R}"


def _space_of_family(part: Family) -> str:
    if part.increasing:
        tuples = rf"i_1 \le \dots \le i_{len(part.sizes)} < {number_latex(part.sizes[0])}"
        return rf"\mathbb{{R}}^{{\{{{tuples}\}}}}"
    return _reals(map(number_latex, part.sizes))
