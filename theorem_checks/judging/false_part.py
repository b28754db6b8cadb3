"""The part of a statement that is false at an instance, for the reader of a counterexample.

In a concrete world that part is made of numbers; its trace on symbols still has their names.
"""

import contextlib
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from theorem_checks.judging.quantified import machines_in, tokens_in
from theorem_checks.judging.traces import Says, Trace, trace_of
from theorem_checks.statements.always import names_in
from theorem_checks.statements.conclusions import All, Conclusion, symbols_of
from theorem_checks.verdicts.for_readers import are_read

__all__ = ["FalsePart", "false_part"]

_LONGEST = 400  # characters of LaTeX that a reader of numbers also reads


@dataclass(frozen=True)
class FalsePart:
    """What is known of it: the names of the values that it `read`s, and its `latex` if short."""

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
    count = len(said.parts) if isinstance(said, All) and place else 1
    if not (are_read() and (count > 1 or any(True for _ in machines_in(said)))):
        return FalsePart()
    trace = None
    with contextlib.suppress(Exception):  # for a reader alone: the statement is false as it is
        trace = trace_of(says, subject, {})
    if not isinstance(trace, Trace):
        return FalsePart()
    part: Conclusion = trace.said
    if count > 1:
        if not isinstance(part, All) or len(part.parts) != count:
            return FalsePart()
        part = part.parts[place[0] - 1]
    symbols = (str(symbol).partition("(")[0] for symbol in symbols_of(part))
    known = {*names_in(part), *symbols} - tokens_in(part)
    read = tuple(name for name in values if name in known)
    with_sizes = tuple(n for n in values if n in known or n in trace.world.least) if read else ()
    latex = _inner(part, place[1:]).latex if count > 1 else ""
    return FalsePart(with_sizes, latex if len(latex) <= _LONGEST else "")


def _inner(part: Conclusion, place: tuple[int, ...]) -> Conclusion:
    """The part of a part, and so on, as far as it has the parts that a place names."""
    for number in place:
        if not isinstance(part, All) or not 1 <= number <= len(part.parts):
            return part
        part = part.parts[number - 1]
    return part
