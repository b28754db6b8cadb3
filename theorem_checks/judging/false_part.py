"""The part of a statement that is false at an instance, for the reader of a counterexample.

In a concrete world that part is made of numbers; its trace on symbols still has their names.
"""

import contextlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import sympy as sp
from sympy.core.function import AppliedUndef

from theorem_checks.judging.quantified import machines_in, tokens_in
from theorem_checks.judging.traces import Says, Trace, trace_of
from theorem_checks.statements.always import names_in
from theorem_checks.statements.conclusions import All, Conclusion, Implies, symbols_of
from theorem_checks.statements.lettered_parts import part_by_letter
from theorem_checks.verdicts.for_readers import are_read

__all__ = ["FalsePart", "false_part"]

_LONGEST = 800  # characters of LaTeX that a reader of numbers also reads


@dataclass(frozen=True)
class FalsePart:
    """What is known of it: the names of the values that it `read`s, and its `latex` if short.

    Of one that is long, or that no trace has, the latex is its letter.
    """

    read: tuple[str, ...] = ()
    latex: str = ""


def false_part(
    says: Says, subject: Any, said: Conclusion, place: tuple[int, ...], values: Iterable[str]
) -> FalsePart:
    """The part of a statement at a place; nothing of it where nobody knows or asks.

    **Arguments**: `said`, what a subject says in a concrete world; `values`, the names of those
    that a counterexample has. Sizes count as read, with whatever else is; the array that stands
    for any token of a machine does not, as it is run on others.
    """
    of_all, said = said, _under_hypotheses(said)
    count = len(said.parts) if isinstance(said, All) and place else 1
    if not are_read():
        return FalsePart()
    by_letter = _by_letter(of_all, place) if count > 1 else ""
    trace = None
    with contextlib.suppress(Exception):  # for a reader alone: the statement is false as it is
        trace = trace_of(says, subject, {})
    if not isinstance(trace, Trace):
        return FalsePart(latex=by_letter)
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
    """The names of arrays, numbers and sequences in a statement."""
    found = {*names_in(part), *(str(symbol).partition("(")[0] for symbol in symbols_of(part))}

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
    """The name of the sequence or table of which a value is one, `x_1` or `L[0, 1]`; or its own."""
    names = (value.rpartition("_")[0], value.partition("[")[0])
    return next((name for name in names if name in trace.world.sequences), value)


def _inner(part: Conclusion, place: tuple[int, ...]) -> Conclusion:
    """The part of a part, and so on, as far as it has the parts that a place names."""
    for number in place:
        if not isinstance(part, All) or not 1 <= number <= len(part.parts):
            return part
        part = part.parts[number - 1]
    return part
