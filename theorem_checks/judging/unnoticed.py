"""Mutants that a statement does not notice: it is the same of them, or is proved of them as well.

What such a mutant changes is no part of the statement. A proof is then none of it, whatever other
checks make of the mutant, so that with it the claim is not PROVED: a mutant like it that is wrong
beyond all that those try would pass.
"""

import contextlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from theorem_checks.judging.traces import Says, Trace, trace_of
from theorem_checks.statements.conclusions import Conclusion

__all__ = ["unnoticed"]


def unnoticed(
    says: Says,
    traces: Sequence[Trace],
    mutants: Mapping[str, Any],
    proves: Callable[[Conclusion], bool],
) -> str:
    """What is wrong with a statement that does not notice one of the mutants; '' if it does.

    **Arguments**: `traces`, of the subject, one for each case; `mutants`, by name; `proves`,
    whether the claim's proof concludes a statement. A mutant that cannot be traced in some case is
    noticed, as nothing could be proved of it.
    """
    for name, subject in mutants.items():
        others = [_traced(says, subject, trace) for trace in traces]
        changed = [
            other.handed
            for other, trace in zip(others, traces, strict=True)
            if other is not None and not other.conclusion.is_same(trace.conclusion)
        ]
        if None in others or not all(map(proves, changed)):
            continue
        said = (
            f"The proof proves of mutant {name}, too, what is said of it, {changed[0].latex}, and"
            " so the statement"
            if changed
            else f"The statement is the same of mutant {name}, and so"
        )
        return (
            f"{said} does not speak of what that changes. Let it say that, too, or make that a"
            " claim of its own."
        )
    return ""


def _traced(says: Says, subject: Any, trace: Trace) -> Trace | None:
    """The trace of a mutant in the case of another one; None if there is none."""
    with contextlib.suppress(Exception):  # a mutant need not make sense on symbols
        other = trace_of(says, subject, trace.world.case, with_ways=False)
        return replace(other, whole=trace.whole) if isinstance(other, Trace) else None
    return None
