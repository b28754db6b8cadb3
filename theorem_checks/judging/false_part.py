"""The part of a statement that is false at an instance, for the reader of a counterexample.

In a concrete world that part is made of numbers; its trace on symbols still has their names.
"""

import contextlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from types import FunctionType
from typing import Any

import sympy as sp
from sympy.core.function import AppliedUndef

from theorem_checks.judging.quantified import machines_in, tokens_in
from theorem_checks.judging.traces import Says, Trace, trace_of
from theorem_checks.statements.always import names_in
from theorem_checks.statements.conclusions import All, Conclusion, Implies, symbols_of
from theorem_checks.statements.lettered_parts import part_by_letter
from theorem_checks.statements.sequences import Quantified
from theorem_checks.statements.terms import components, function_names
from theorem_checks.statements.worlds.concrete import Concrete
from theorem_checks.verdicts.for_readers import are_read

__all__ = ["FalseAt", "FalsePart", "false_part"]

_LONGEST = 800  # characters of LaTeX that a reader of numbers also reads


@dataclass(frozen=True)
class FalseAt:
    """A concrete world, and what a subject `said` there, which is false."""

    world: Concrete
    said: Conclusion


@dataclass(frozen=True)
class FalsePart:
    """What is known of it: the names of the values that it `read`s, and its `latex` if short.

    Of one that is long, or that no trace has, the latex is its letter.
    """

    read: tuple[str, ...] = ()
    latex: str = ""


def false_part(
    says: Says, subject: Any, at: FalseAt, place: tuple[int, ...], values: Iterable[str]
) -> FalsePart:
    """The part of a statement at a place; nothing of it where nobody knows or asks.

    **Arguments**: `at`, where it is false; `values`, the names of those that a counterexample has.
    Sizes count as read, with whatever else is; the array that stands for any token of a machine
    does not, as it is run on others.
    """
    if not are_read():
        return FalsePart()
    said, values = _under_hypotheses(at.said), tuple(values)
    count = len(said.parts) if isinstance(said, All) and place else 1
    by_letter = _by_letter(at.said, place) if count > 1 else ""
    if (trace := _traced(says, subject, {})) is not None:
        return _of_trace(trace, said, place, values, by_letter)
    # It asks what is not decided for all sizes: how many there are, or what an index is.
    for tried, case in ((subject, _sizes(at.world)), (_stand_in, {})):
        if (tried is subject or isinstance(subject, FunctionType)) and (
            trace := _traced(says, tried, case)
        ):
            read = _of_trace(trace, said, place, values, by_letter).read
            return FalsePart(read, by_letter)  # whose formula is of these sizes, or none
    others = _tokens(said, at.world) | _bound_by_others(said, place)
    read = tuple(name for name in values if name not in others)
    return FalsePart(read if others.intersection(values) else (), by_letter)


def _traced(says: Says, subject: Any, case: Mapping[str, int]) -> Trace | None:
    """A trace, if there is one."""
    with contextlib.suppress(Exception):  # for a reader alone: the statement is false as it is
        trace = trace_of(says, subject, case)
        return trace if isinstance(trace, Trace) else None
    return None


def _stand_in(*arguments: Any) -> Any:
    """A function of all its arguments, in place of one that cannot be run on symbols."""
    return sum((number * argument for number, argument in enumerate(arguments, 1009)), 0)


def _sizes(world: Concrete) -> dict[str, int]:
    """The sizes of a world, which start somewhere."""
    return {name: int(world.numbers[name]) for name in world.least if name in world.numbers}


def _tokens(said: Conclusion, world: Concrete) -> set[str]:
    """The arrays of a world that stand for any token of the machines in a statement."""
    tokens = [part for machine in machines_in(said) for part in components(machine.token)]
    return {n for n, array in world.arrays.items() if any(array is one for one in tokens)}


def _bound_by_others(said: Conclusion, place: tuple[int, ...]) -> set[str]:
    """The integers of which other parts of a statement are said, each for all."""
    parts = said.parts if isinstance(said, All) and place else ()
    return {
        name
        for number, part in enumerate(parts, 1)
        if number != place[0]
        for name in _variables(part)
    }


def _variables(part: Conclusion) -> Iterator[str]:
    """The integers for all of which something is said in a part."""
    if isinstance(part, All):
        for inner in part.parts:
            yield from _variables(inner)
    elif isinstance(part, Quantified):
        yield part.variable.name


def _of_trace(
    trace: Trace,
    said: Conclusion,
    place: tuple[int, ...],
    values: tuple[str, ...],
    by_letter: str,
) -> FalsePart:
    """The part as a trace has it."""
    count = len(said.parts) if isinstance(said, All) and place else 1
    whole: Conclusion = trace.said
    of_machines = any(True for _ in machines_in(said))
    if count == 1 and not of_machines:
        return FalsePart(latex=whole.latex if len(whole.latex) <= _LONGEST else "")
    part = _under_hypotheses(whole) if count > 1 else whole
    if count > 1:
        if not isinstance(part, All) or len(part.parts) != count:
            return FalsePart(latex=by_letter)
        part = part.parts[place[0] - 1]
    named = _named_in(part).union(*map(_named_in, _hypotheses(whole)))
    known = _with_what_determines(named, trace) - tokens_in(part)
    read = tuple(name for name in values if _of(name, trace) in known)
    sizes = trace.world.least
    with_sizes = tuple(n for n in values if _of(n, trace) in known or n in sizes) if read else ()
    latex = (_inner(part, place[1:]) if count > 1 else whole).latex
    return FalsePart(with_sizes, latex if len(latex) <= _LONGEST else by_letter)


def _hypotheses(said: Conclusion) -> Iterator[Conclusion]:
    """The hypotheses under which a statement stands, of all of its parts."""
    while isinstance(said, Implies):
        yield said.hypothesis
        said = said.body


def _under_hypotheses(said: Conclusion) -> Conclusion:
    """What is said under hypotheses, if there are any."""
    while isinstance(said, Implies):
        said = said.body
    return said


def _by_letter(said: Conclusion, place: tuple[int, ...]) -> str:
    """A part by its letter, where its formula is not at hand or too long for a line."""
    return rf"\text{{{part_by_letter(said, place)}}}"


def _named_in(part: Conclusion) -> set[str]:
    """The names of arrays, numbers, sequences and unknown functions in a statement."""
    found = names_in(part) | names_in(part, function_names)
    found |= {*(str(symbol).partition("(")[0] for symbol in symbols_of(part))}

    def seen(one: Any) -> Any:
        if isinstance(one, sp.Basic):
            found.update(str(value.func) for value in one.atoms(AppliedUndef))
        return one

    part.mapped(seen)
    return found


def _with_what_determines(names: set[str], trace: Trace) -> set[str]:
    """The names, and those beside which sequences among them stand in what is assumed of these."""
    given = [_named_in(part) for part in trace.world.given]
    while True:
        of_them = names & {*trace.world.sequences}
        more = names.union(*(beside for beside in given if beside & of_them))
        if more == names:
            return names
        names = more


def _of(value: str, trace: Trace) -> str:
    """The name of the sequence, table or function of which a value is one; or its own.

    So of `x_1`, `L[0, 1]` and `phi([z])`.
    """
    if (function := value.partition("(")[0]) in trace.world.functions:
        return function
    names = (value.rpartition("_")[0], value.partition("[")[0])
    return next((name for name in names if name in trace.world.sequences), value)


def _inner(part: Conclusion, place: tuple[int, ...]) -> Conclusion:
    """The part of a part, and so on, as far as it has the parts that a place names."""
    for number in place:
        if not isinstance(part, All) or not 1 <= number <= len(part.parts):
            return part
        part = part.parts[number - 1]
    return part
