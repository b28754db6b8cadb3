"""The statement itself at the counterexample of a proof's obligation."""

import contextlib
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from theorem_checks.judging.drawn_worlds import FAR, sizes_in
from theorem_checks.judging.instances import NotAtInstancesError
from theorem_checks.judging.traces import Says, Trace
from theorem_checks.judging.trials import at_smallest, fails_at
from theorem_checks.statements.analysis import Binding
from theorem_checks.statements.conclusions import All, Conclusion
from theorem_checks.statements.worlds.concrete import Concrete
from theorem_checks.statements.worlds.concrete_entries import RATIONALS
from theorem_checks.verdicts.counterexamples import Counterexample
from theorem_checks.verdicts.evidence import Evidence
from theorem_checks.verdicts.kinds import Verdict

__all__ = ["refuted_there"]


def _numbers(found: Counterexample) -> dict[str, Fraction]:
    """The values of a counterexample that are rational numbers; a root is none."""
    numbers = {}
    for name, value in found.values.items():
        with contextlib.suppress(TypeError, ValueError):
            numbers[name] = Fraction(value)
    return numbers


def _arrays(found: Counterexample) -> dict[str, Any]:
    """The arrays of a counterexample, of rational numbers."""
    arrays = {}
    for name, value in found.values.items():
        with contextlib.suppress(TypeError, ValueError):
            if isinstance(value, list | tuple):
                arrays[name] = RATIONALS.array(value)
    return arrays


def _is_of_no_instance(conclusion: Conclusion, failed: Evidence) -> bool:
    """Whether a part is refuted that is true or false of no instance, such as a limit."""
    if not isinstance(conclusion, All) or len(failed.parts) != len(conclusion.parts):
        return False
    return any(
        isinstance(part, Binding)
        and found.verdict is Verdict.REFUTED
        and found.is_sealed
        and found.statement is not None
        and found.statement.key == part.key
        for part, found in zip(conclusion.parts, failed.parts, strict=True)
    )


def refuted_there(
    says: Says,
    subject: Any,
    trace: Trace,
    failed: Evidence,
    points: Sequence[Counterexample] = (),
) -> Evidence | None:
    """The statement itself at the sizes, numbers and arrays of an obligation's counterexample.

    Where there is none, at `points` that engines have noted, as far as it has them; None if it is
    not found false there.
    """
    if _is_of_no_instance(trace.handed, failed):
        return None
    found = failed.counterexample
    try:
        tried = (_false_at(says, subject, trace, at) for at in ((found,) if found else points))
        there = next((evidence for evidence in tried if evidence is not None), None)
    except NotAtInstancesError:
        return None
    if there is not None or found is None:
        return there
    return Evidence.undecided(f"An obligation of the proof fails, the statement does not: {failed}")


def _false_at(says: Says, subject: Any, trace: Trace, at: Counterexample) -> Evidence | None:
    """Where the statement is false at some values; None where it is not found to be."""
    values = _numbers(at)
    sizes = {k: int(v) for k, v in values.items() if v.denominator == 1 and 0 <= v <= FAR}
    arrays = _arrays(at)
    for seed in range(3):
        here = sizes | sizes_in(trace.world, seed)
        world = Concrete(here, seed, spread=2, points=values, given=arrays)
        found = fails_at(says, subject, world)
        if isinstance(found, Evidence) and found.verdict is Verdict.REFUTED:
            return at_smallest(says, subject, world, found)
    return None
