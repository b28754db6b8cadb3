"""Mutants that a statement does not notice: it is the same of them, or is proved of them as well.

What such a mutant changes is no part of the statement. A proof is then none of it, whatever other
checks make of the mutant, so that with it the claim is not PROVED: a mutant like it that is wrong
beyond all that those try would pass.
"""

import contextlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from theorem_checks.judging.proofs_of_late_mutants import concludes
from theorem_checks.judging.traces import Says, Trace, trace_of
from theorem_checks.proving.conclude import prove
from theorem_checks.proving.rules.rewriting import (
    conjuncts_of,
    hypotheses_of,
    under_hypotheses,
)
from theorem_checks.statements.conclusions import Conclusion
from theorem_checks.statements.questions import answered_otherwise

__all__ = ["unnoticed"]

_SECONDS = 1  # for each part that a mutant changes: what is named to no purpose is proved at once


def unnoticed(
    says: Says,
    traces: Sequence[Trace],
    mutants: Mapping[str, Any],
    proves: Callable[[Conclusion], bool],
    holds: Callable[[Any], bool],
) -> str:
    """What is wrong with a statement that does not notice one of the mutants; '' if it does.

    **Arguments**: `traces`, of the subject, one for each case; `mutants`, by name; `proves`,
    whether the claim's proof concludes a statement; `holds`, whether that of a mutant is true where
    it is tried. A mutant that cannot be traced, as it branches, is traced with the other answer,
    too, and is noticed where either is false; one that cannot be traced at all is noticed.
    """
    for name, subject in mutants.items():
        others = [_traced(says, subject, trace) for trace in traces]
        branches = None in others
        if branches:
            others = [_elsewhere(says, subject, trace) for trace in traces]
        changed = [
            (other, trace)
            for other, trace in zip(others, traces, strict=True)
            if other is not None and not other.conclusion.is_same(trace.conclusion)
        ]
        if None in others or (branches and not holds(subject)):
            continue
        if not all(proves(other.handed) or _by_parts(other, trace) for other, trace in changed):
            continue
        said = (
            f"The proof proves of mutant {name}, too, what is said of it,"
            f" {changed[0][0].handed.latex}, and so the statement"
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


def _elsewhere(says: Says, subject: Any, trace: Trace) -> Trace | None:
    """That of a mutant which branches, with the answers that small values do not have."""
    with answered_otherwise():
        return _traced(says, subject, trace)


def _by_parts(other: Trace, trace: Trace) -> bool:
    """Whether all parts of a mutant's statement that the subject's does not have are provable.

    So are those that name to no purpose what a mutant changes, which a proof that is made for the
    parts of the subject's statement may fail to see.
    """
    (under, said), (known, had) = map(hypotheses_of, (other.handed, trace.handed))
    if {one.key for one in under} != {one.key for one in known}:
        return False
    parts = {one.key for one in conjuncts_of(had)}
    new = (part for part in conjuncts_of(said) if part.key not in parts)
    found = (concludes(prove, under_hypotheses(under, part), _SECONDS) for part in new)
    return all(evidence is not None for evidence in found)
