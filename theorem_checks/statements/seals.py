"""The seal of evidence: it is set where an engine or a rule concludes, and lost by any change.

A seal is against slips: a copy with another statement, a verdict that was written by hand, a row
of a ledger that was edited. Whoever computes it over a forgery has one; against that there are
certificates.
"""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from theorem_checks.errors import CheckError
from theorem_checks.statements.classes import is_described, within
from theorem_checks.statements.conclusions import Conclusion
from theorem_checks.statements.for_reals import ForReals
from theorem_checks.statements.plain_text import plain_text
from theorem_checks.verdicts.evidence import Evidence
from theorem_checks.verdicts.kinds import Verdict
from theorem_checks.verdicts.seals import Condition, Seal, Stated

__all__ = ["concluded", "require_concluded", "stated"]


def stated(conclusion: Conclusion, given: Any = None) -> Stated:
    """A conclusion as evidence keeps it; `given`, what the rule was handed that concluded it."""
    always_written = isinstance(conclusion, ForReals)
    data = (lambda: conclusion.data) if always_written else conclusion.data
    return Stated(lambda: conclusion.latex, data, conclusion, given)


def concluded(
    evidence: Evidence,
    conclusion: Conclusion,
    rule: str,
    *,
    conditions: Iterable[Condition] = (),
    given: Any = None,
) -> Evidence:
    """Evidence of a conclusion, sealed. For engines and rules of composition only.

    **Arguments**: `given`, what a rule was handed beside its parts, for whoever reads the proof.

    **Raises** `CheckError` for what is PROVED though some of it is said in words alone.
    """
    for part in within(conclusion):
        if not type(part).__module__.startswith("theorem_checks.statements."):
            raise CheckError(
                f"{rule}: {type(part).__name__} is no kind of statement of the toolkit. Say it by"
                " those of theorem_checks.statements, which cannot say one thing and be another."
            )
    if evidence.verdict is Verdict.PROVED and is_described(conclusion):
        raise CheckError(
            f"{rule}: {conclusion.latex} is said in words, which nothing proves. Say it as data, or"
            " return `argued(conclusion, words, *parts)`."
        )
    more = tuple(dict.fromkeys([*evidence.conditions, *conditions]))
    now = {"rule": rule, "statement": stated(conclusion, given), "conditions": more}
    seal = Seal(evidence.standing_on(**now))
    return replace(evidence, **now, seal=seal)


def require_concluded(evidence: Evidence, conclusion: Conclusion, name: str) -> None:
    """Raise `CheckError` unless evidence is sealed and concludes just this.

    What is UNDECIDED or REFUTED is let through: a rule hands it on.
    """
    if evidence.verdict not in (Verdict.PROVED, Verdict.ARGUED):
        return
    if not evidence.is_sealed:
        raise CheckError(
            f"{name} was not concluded by an engine or a rule, or was changed since. Take what"
            " `prove` or a rule returned, as it is."
        )
    assert evidence.statement is not None
    if evidence.statement.key != conclusion.key:
        raise CheckError(
            f"{name} concludes {plain_text(evidence.statement.latex)}, where"
            f" {plain_text(conclusion.latex)} is needed. A rule takes the parts that it names, in"
            " the order of its arguments."
        )
