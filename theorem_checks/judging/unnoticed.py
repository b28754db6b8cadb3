"""Mutants that a statement does not notice: what it says of them is what it says of the subject.

What such a mutant changes is no part of the statement. A proof is then none of it, whatever other
checks make of the mutant, so that with it the claim is not PROVED: a mutant like it that is wrong
beyond all that those try would pass.
"""

import contextlib
from collections.abc import Mapping, Sequence
from typing import Any

from theorem_checks.judging.traces import Says, Trace, trace_of

__all__ = ["unnoticed"]


def unnoticed(says: Says, traces: Sequence[Trace], mutants: Mapping[str, Any]) -> str:
    """What is wrong with a statement that is the same of one of the mutants; '' if there is none.

    **Arguments**: `traces`, of the subject, one for each case; `mutants`, by name. One that cannot
    be traced is noticed, as nothing could be proved of it.
    """
    for name, subject in mutants.items():
        if all(_is_said_of(says, subject, trace) for trace in traces):
            return (
                f"The statement is the same of mutant {name}, and so does not speak of what that"
                " changes. Let it say that, too, or make that a claim of its own."
            )
    return ""


def _is_said_of(says: Says, subject: Any, trace: Trace) -> bool:
    """Whether the statement of a mutant is that of a trace."""
    other = None
    with contextlib.suppress(Exception):  # a mutant need not make sense on symbols
        other = trace_of(says, subject, trace.world.case)
    return isinstance(other, Trace) and other.conclusion.is_same(trace.conclusion)
