"""What a certificate states of means of outputs: all of a run stands in what is averaged."""

from typing import Any, Protocol

import sympy as sp

from theorem_checks.certifying import terms as t
from theorem_checks.certifying.theorems import NoFormError, Random, Theorem
from theorem_checks.proving.machines.steps import length_of, row_at
from theorem_checks.statements.arrays import index_expressions as ix
from theorem_checks.statements.arrays.index_families import indices_of
from theorem_checks.statements.arrays.indices import Index
from theorem_checks.statements.arrays.symbolic_array import SymbolicArray
from theorem_checks.statements.arrays.tensors import Entry
from theorem_checks.statements.mean_outputs import MeanOutput, MeanOutputAtLeast
from theorem_checks.statements.terms import components, replacement

__all__ = ["mean_output"]


class Exports(Protocol):
    """What makes sizes, numbers and entries, and notes what is named."""

    theorem: Theorem

    def size(self, e: sp.Expr) -> t.Size: ...
    def scalar(self, e: sp.Expr) -> t.Term: ...
    def entry(self, e: ix.IndexExpression, places: Any) -> t.Term: ...
    def functions(self, replacing: Any, known: Any = ...) -> tuple[t.Function, ...]: ...
    def bind(self, replacing: Any) -> None: ...
    def draw(self, random: Random) -> None: ...
    def bound(self, index: Index) -> t.Bound: ...


def mean_output(said: MeanOutput, exporter: Exports) -> t.MeanOutput:
    """What is said of a mean of outputs; what is drawn is noted."""
    machine = said.machine
    before = set(exporter.theorem.random)
    names = {_note(array, moments, exporter) for array, *moments in said.drawn}
    if not names or before not in (set(), names):
        # what one mean draws would be drawn in the others, too, where it is any number
        raise NoFormError("means over other arrays, or over none, in one statement")
    token = replacement(machine.token, machine.token)
    exporter.bind(replacement(machine.state, machine.state))
    exporter.bind(token)
    at = Index("sequence at", length_of(said.tokens, machine.token))
    own_at = exporter.bound(at)
    row = exporter.functions(row_at(machine.token, said.tokens, at), {at.name: own_at})
    last = exporter.functions(replacement(machine.token, said.last))
    made = t.Machine(
        exporter.functions(replacement(machine.state, machine.start)),
        exporter.functions(replacement(machine.state, machine.after)),
    )
    (output,) = components(machine.output)
    put_out = exporter.entry(output.blocks.get((), ix.scalar(0)), {})
    value = exporter.scalar(said.value)
    least = isinstance(said, MeanOutputAtLeast)
    return t.MeanOutput(made, exporter.functions(token), own_at, row, last, put_out, value, least)


def _note(array: SymbolicArray, moments: list[sp.Expr], exporter: Exports) -> str:
    """Note a random array, with its moments, and return its name."""
    block = array.blocks.get((0,) * len(array.axes))
    if len(array.blocks) != 1 or not isinstance(block, Entry):
        raise NoFormError("a random array of several blocks")
    sizes = tuple(exporter.size(i.range) for i in indices_of(array.axes, (0,) * len(array.axes)))
    random = Random(block.tensor.name, sizes, tuple(map(exporter.scalar, moments)), ())
    exporter.draw(random)
    return random.name
