"""Which values of a counterexample the part of a statement reads that is false there.

In a concrete world that part is made of numbers; its trace on symbols still has their names.
"""

import contextlib
from collections.abc import Iterable
from typing import Any

from theorem_checks.judging.traces import Says, Trace, trace_of
from theorem_checks.statements.always import names_in
from theorem_checks.statements.conclusions import All, Conclusion, symbols_of
from theorem_checks.verdicts.for_readers import are_read

__all__ = ["values_read"]


def values_read(
    says: Says, subject: Any, said: Conclusion, place: tuple[int, ...], values: Iterable[str]
) -> tuple[str, ...]:
    """The names among `values` that a part reads, and all sizes; () where nobody knows or asks.

    **Arguments**: `said`, what a subject says in a concrete world, and the `place` of the part.
    """
    if not (are_read() and isinstance(said, All) and len(said.parts) > 1 and place):
        return ()
    trace = None
    with contextlib.suppress(Exception):  # for a reader alone: the statement is false as it is
        trace = trace_of(says, subject, {})
    if not isinstance(trace, Trace) or not isinstance(trace.said, All):
        return ()
    if len(trace.said.parts) != len(said.parts):
        return ()
    part = trace.said.parts[place[0] - 1]
    symbols = (str(symbol).partition("(")[0] for symbol in symbols_of(part))
    known = {*names_in(part), *symbols}
    read = tuple(name for name in values if name in known)
    return tuple(n for n in values if n in known or n in trace.world.least) if read else ()
