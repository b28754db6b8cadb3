"""What stands in a statement: the machines in it, line by line as they were traced."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import count
from typing import Any

import sympy as sp

from theorem_checks.deriving.equations import equations
from theorem_checks.deriving.layers_said import MOST as LAYERS
from theorem_checks.deriving.layers_said import layers_said
from theorem_checks.deriving.long_sides import free_letter
from theorem_checks.deriving.same_letters import LettersInScope
from theorem_checks.deriving.shared_values import with_names
from theorem_checks.proving.machines.simulations import Simulated
from theorem_checks.proving.machines.steps import Unrolled
from theorem_checks.statements.always import Always
from theorem_checks.statements.arrays.index_expressions import scalar
from theorem_checks.statements.arrays.index_families import indices_of
from theorem_checks.statements.chains import EveryChain, EveryFirstChain, Interface, Link
from theorem_checks.statements.conclusions import (
    All,
    Computes,
    Conclusion,
    ForAll,
    Implies,
    SameOutputs,
    symbols_of,
)
from theorem_checks.statements.first_outputs import SameFirstOutputs
from theorem_checks.statements.latex import Called, block_latex, entry_latex, latex_of
from theorem_checks.statements.machines import Machine
from theorem_checks.statements.mean_outputs import MeanOutput
from theorem_checks.statements.names_in_latex import name_latex, text_latex
from theorem_checks.statements.state_sizes import StateSize
from theorem_checks.statements.terms import components, entries_of

__all__ = ["Names", "invariant_of", "written"]


_MOST_PRIMES = 4
_MOST_WRITTEN_OUT = 1_500  # characters of the equations of a machine
_VALUES = ("v", "u", "w", "z", "r", "q", "b")  # letters for values that stand in several equations
_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")

ROWS = r"\text{rows count from 0, so that } x_{t+1} \text{ and } y_{t+1} \text{ are row } t"
"""How what a machine computes of the rows of an array is counted, beside tokens and outputs."""


@dataclass
class Names:
    """What machines, the tensors of their states, and integers are called in a derivation."""

    machines: list[Machine] = field(default_factory=list)
    called: Called = field(default_factory=Called)
    predicates: int = 0
    interfaces: Mapping[str, Interface] = field(default_factory=dict)
    values: Iterator[int] = field(default_factory=lambda: count(1))
    has_rows: bool = False
    in_scope: LettersInScope = field(default_factory=LettersInScope)

    @classmethod
    def of(cls, conclusion: Conclusion) -> "Names":
        """The names for all machines of a conclusion: h and y, h' and y', ..."""
        names = cls(in_scope=LettersInScope.of(conclusion))
        symbols = (s for s in symbols_of(conclusion) if isinstance(s, sp.Symbol))
        names.called.reserved = frozenset(map(latex_of, symbols))
        names.interfaces = {i.latex: i for link in _links(conclusion) for i in link.interfaces}
        for machine in _machines(conclusion):
            names.add(machine)
        names.has_rows = any(isinstance(one, Computes) for one in _leaves(conclusion))
        return names

    def add(self, machine: Machine) -> int:
        """Name a machine, unless it has names; return its place."""
        for place, known in enumerate(self.machines):
            if known.data == machine.data:
                return place
        self.machines.append(machine)
        state, _ = self.letters(machine)
        arrays = list(components(machine.state))
        for number, array in enumerate(arrays, 1):
            before = rf"{state}_{{t-1,{number}}}" if len(arrays) > 1 else rf"{state}_{{t-1}}"
            for place, block in array.blocks.items():
                above = block_latex(array.axes, place)
                self.called |= dict.fromkeys(entries_of(block), f"{before}{above}")
        for name in entries_of(machine.token):
            said = rf"\tilde{{{name}}}" if name in ("h", "y") else name_latex(name)
            at_t = f"{{{said}}}_t" if "_" in said else f"{said}_t"
            self.called[name] = said if name.endswith("_t") else at_t
        return len(self.machines) - 1

    def next_predicate(self) -> str:
        """What the next induction's statement about one integer is called: P_1, P_2, ..."""
        self.predicates += 1
        return f"P_{{{self.predicates}}}"

    def letters(self, machine: Machine) -> tuple[str, str]:
        """What state and output of a machine are called: h and y, with primes or a number above."""
        place = self.add(machine)
        above = "'" * place if place < _MOST_PRIMES else f"^{{({place})}}"
        return (f"{{h{above}}}" if above else "h"), (f"{{y{above}}}" if above else "y")

    def definitions(self) -> tuple[str, ...]:
        """How what links pass is tied, and the machines with their layers, each line by line."""
        tied = (rf"\text{{tied at }}{one.latex}" for one in self.interfaces.values())
        lines, room = [*tied, *([ROWS] if self.has_rows else [])], LAYERS
        for machine in self.machines:
            layers = layers_said(machine, self.called, room)
            room -= sum(map(len, layers))
            lines += [*self._lines(machine), *layers]
        return tuple(lines)

    def _lines(self, machine: Machine) -> Iterator[str]:
        state, output = self.letters(machine)
        if machine.cell:
            alike = [known for known in self.machines if known.cell == machine.cell]
            place = [known.data == machine.data for known in alike].index(True)
            which = f", the {_ORDINALS[place]}" if 1 < len(alike) <= len(_ORDINALS) else ""
            yield rf"{text_latex(machine.cell + which)}:\; {state}_t, {output}_t"
        if any(True for _ in components(machine.start)):
            yield f"{state}_0 = {written(machine.start, self.called)}"
        new = list(equations(f"{state}_t", machine.after, self.called, machine.state))
        put_out = list(equations(f"{output}_t", machine.output, self.called))
        state_lines, lines = ([one.latex(self.called) for one in some] for some in (new, put_out))
        is_state = lines == [line.replace(state, output, 1) for line in state_lines] != []
        letter = free_letter([*state_lines, *lines], _VALUES, r"\omega")
        is_long = sum(map(len, [*state_lines, *lines])) > _MOST_WRITTEN_OUT
        names = (f"{letter}_{{{number}}}" for number in self.values) if is_long else iter(())
        told = with_names(new, () if is_state else put_out, names)
        self.called |= {one.head: one.head for one in told}
        yield from (one.latex(self.called) for one in told)
        if is_state:
            yield f"{output}_t = {state}_t"


def written(value: Any, called: Mapping[str, str]) -> str:
    """A term, or a nested tuple of terms, in these names."""
    return latex_of(value, called)


def invariant_of(given: Any, names: Names) -> tuple[str, ...]:
    """What a rule says of states: a relation of those of two machines, or a state as a sum."""
    if isinstance(given, Unrolled):
        return tuple(_unrolled(given, names))
    if not isinstance(given, Simulated):
        return ()
    lines = []
    for name, (own, value) in given.tied.items():
        order = [index.name for index in own]
        head = names.called.get(name, name_latex(name))
        text = entry_latex(value, order, names.called, in_matrices=True)
        if text is None:
            letters = "ijklm"[: len(order)]
            head = rf"\big({head}\big)_{{{letters}}}" if order else head
            text = entry_latex(value, order, names.called)
        lines.append(f"{head} = {text}")
    for array, start, after in given.auxiliary:
        head = latex_of(array, names.called)
        lines.append(rf"{head}:\; {latex_of(start, names.called)} \text{{ at first, }}")
        lines[-1] += rf"{latex_of(after, names.called)} \text{{ after a token}}"
    return tuple(lines)


def _unrolled(given: Unrolled, names: Names) -> Iterator[str]:
    """The state before row t, h_t, block by block, as a sum over the rows before.

    Rows count from 0, so that there have been t tokens.
    """
    before_row = {
        name: said.replace("_{t-1}", "_t", 1).replace("_{t-1,", "_{t,", 1)
        for name in entries_of(given.state)
        if (said := names.called.get(name)) is not None
    }
    called = Called({**names.called} | before_row)
    called.reserved = names.called.reserved
    for place, block in given.state.blocks.items():
        order = [index.name for index in indices_of(given.state.axes, place)]
        before = given.before.blocks.get(place, scalar(0))
        said = (entry_latex(one, order, called) for one in (block, before))
        yield " = ".join(filter(None, said))  # not in matrices, so that there is a text of each


def _links(conclusion: Conclusion) -> Iterator[Link]:
    """The links of the chains that a conclusion is about."""
    if isinstance(conclusion, All):
        for part in conclusion.parts:
            yield from _links(part)
    elif isinstance(conclusion, EveryChain | EveryFirstChain):
        yield from conclusion.links


def _machines(conclusion: Conclusion) -> Iterator[Machine]:
    """The machines of a conclusion, in the order in which they are named."""
    for one in _leaves(conclusion):
        if isinstance(one, SameOutputs | SameFirstOutputs | Link):
            yield from (one.one, one.other)
        elif isinstance(one, EveryChain | EveryFirstChain):
            for link in one.links:
                yield from (link.one, link.other)
        elif isinstance(one, Always | Computes | StateSize | MeanOutput):
            yield one.machine


def _leaves(conclusion: Conclusion) -> Iterator[Conclusion]:
    """What a conclusion joins, assumes, implies, or says of all integers, in its order."""
    if isinstance(conclusion, All):
        for part in conclusion.parts:
            yield from _leaves(part)
    elif isinstance(conclusion, Implies):
        yield from _leaves(conclusion.hypothesis)
        yield from _leaves(conclusion.body)
    elif isinstance(conclusion, ForAll):
        yield from _leaves(conclusion.body)
    else:
        yield conclusion
