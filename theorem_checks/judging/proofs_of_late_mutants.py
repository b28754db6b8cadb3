"""Whether a proof proves a late mutant of its statement, too.

A proof is handed the changed statement, and nothing else: where it proves that, too, it does not
read what it is handed, and so not the subject. How statements are changed: `late_mutants`.
"""

from collections.abc import Callable, Sequence
from contextlib import nullcontext
from itertools import zip_longest
from typing import Any

from theorem_checks.judging.late_changes.connectives import with_parts
from theorem_checks.judging.late_mutants import late_mutants_of_parts
from theorem_checks.proving.effort import (
    proofs_only,
    up_to_the_first_failure,
    within_seconds,
)
from theorem_checks.statements.conclusions import (
    All,
    Conclusion,
)
from theorem_checks.statements.worlds.symbolic import Symbolic
from theorem_checks.verdicts.evidence import Evidence
from theorem_checks.verdicts.kinds import Verdict

__all__ = ["concludes", "proves_late_mutant"]


def proves_late_mutant(
    proof: Callable[[Any], Evidence],
    conclusion: Conclusion,
    world: Symbolic,
    seconds: float | int = float("inf"),
    *,
    to_the_end: bool = True,
) -> str:
    """What is wrong with a proof that proves a false statement as well; '' if it does not.

    The proof has some `seconds` for each: what does not read its statement proves a false one as
    fast as the true one. Of several conclusions together one leaf of each is changed at once, and
    the evidence of each is looked at; one by one they are changed where the evidence does not have
    these parts. A proof of one conclusion may end at the first engine that does not prove what it
    is asked, and need not be asked `to_the_end`, where that is no way that the true one has taken.
    """
    for changed in zip_longest(*late_mutants_of_parts(conclusion, world)):
        if (
            proved := _proved_of(proof, conclusion, changed, seconds, to_the_end=to_the_end)
        ) is not None:
            return (
                f"The proof proves a late mutant of the statement, too, {proved.latex}, which is"
                " false beyond the sizes that are tried: it does not read the subject."
            )
    return ""


def _proved_of(
    proof: Callable[[Any], Evidence],
    conclusion: Conclusion,
    changed: Sequence[Conclusion | None],
    seconds: float | int,
    *,
    to_the_end: bool,
) -> Conclusion | None:
    """What a proof proves of changed conclusions, None for one that is not changed."""
    if not isinstance(conclusion, All):
        (only,) = changed
        if only is None or concludes(proof, only, seconds, to_the_end=to_the_end) is None:
            return None
        return only
    others = [(n, part) for n, part in enumerate(changed) if part is not None]
    whole = with_parts(conclusion, dict(others))
    found = _attempt(proof, whole, seconds)
    if found is None or len(found.parts) != len(changed):
        ones = (with_parts(conclusion, {n: part}) for n, part in others)
        return next((one for one in ones if concludes(proof, one, seconds) is not None), None)
    if _concludes(found, whole):
        return whole
    return next((part for n, part in others if _concludes(found.parts[n], part)), None)


def concludes(
    proof: Callable[[Any], Evidence],
    conclusion: Conclusion,
    seconds: float | int = float("inf"),
    *,
    to_the_end: bool = True,
) -> Evidence | None:
    """What a proof found in some `seconds`, where it proves just this conclusion; nothing else.

    Not `to_the_end`: no further than to the first engine that does not prove what it is asked.
    """
    with nullcontext() if to_the_end else up_to_the_first_failure():
        found = _attempt(proof, conclusion, seconds)
    return found if found is not None and _concludes(found, conclusion) else None


def _attempt(
    proof: Callable[[Any], Evidence], conclusion: Conclusion, seconds: float | int
) -> Evidence | None:
    with proofs_only(), within_seconds(seconds):
        try:
            return proof(conclusion)
        except Exception:  # what the proof is made for is not there
            return None


def _concludes(found: Evidence, conclusion: Conclusion) -> bool:
    """Whether evidence proves just this conclusion; others are held against what the claim says."""
    if found.verdict not in (Verdict.PROVED, Verdict.ARGUED) or found.statement is None:
        return False
    return found.is_sealed and found.statement.key == conclusion.key
