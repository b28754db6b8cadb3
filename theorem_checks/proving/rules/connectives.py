"""And, implies, and equations in a row: rules of natural deduction."""

from theorem_checks.errors import ArgumentError, CheckError
from theorem_checks.proving.rules.parts import sufficient
from theorem_checks.statements.conclusions import (
    All,
    Equal,
    Implies,
)
from theorem_checks.statements.seals import concluded, require_concluded
from theorem_checks.statements.terms import (
    data_of,
)
from theorem_checks.verdicts.evidence import Evidence, all_of

__all__ = [
    "chain",
    "conjunction",
    "given",
    "given_each",
    "modus_ponens",
    "syllogism",
]


def conjunction(conclusion: All, *parts: Evidence) -> Evidence:
    """From A and from B, that A and B; in the order of the conclusion's parts."""
    if len(parts) != len(conclusion.parts):
        raise ArgumentError("parts", len(parts), f"evidence of {len(conclusion.parts)} parts")
    for number, (part, wanted) in enumerate(zip(parts, conclusion.parts, strict=True), 1):
        require_concluded(part, wanted, f"part {number}")
    named = {f"part {number}": part for number, part in enumerate(parts, 1)}
    return concluded(all_of(named, "all parts"), conclusion, "conjunction")


def given(conclusion: Implies, body: Evidence) -> Evidence:
    """From B, that A implies B."""
    require_concluded(body, conclusion.body, "body")
    return concluded(sufficient({"body": body}, "under the hypothesis"), conclusion, "given")


def given_each(conclusion: Implies, *parts: Evidence) -> Evidence:
    """From that A implies B, and that A implies C, that A implies B and C."""
    body = conclusion.body
    if not isinstance(body, All) or len(parts) != len(body.parts):
        raise ArgumentError("parts", len(parts), "evidence of each part of what is implied")
    for number, (part, wanted) in enumerate(zip(parts, body.parts, strict=True), 1):
        require_concluded(part, Implies(conclusion.hypothesis, wanted), f"part {number}")
    named = {f"part {number}": part for number, part in enumerate(parts, 1)}
    return concluded(all_of(named, "under the hypothesis"), conclusion, "given each")


def modus_ponens(conclusion: Implies, implication: Evidence, hypothesis: Evidence) -> Evidence:
    """From that A implies B, and A, that B; `conclusion` is the implication."""
    require_concluded(implication, conclusion, "implication")
    require_concluded(hypothesis, conclusion.hypothesis, "hypothesis")
    parts = {"implication": implication, "hypothesis": hypothesis}
    return concluded(sufficient(parts, "the conclusion"), conclusion.body, "modus ponens")


def syllogism(conclusion: Implies, second: Implies, one: Evidence, other: Evidence) -> Evidence:
    """From that A implies B, and that B implies C, that A implies C.

    **Arguments**: `conclusion`, that A implies C; `second`, that B implies C; `one`, evidence that
    A implies B, and `other` of the second.
    """
    if second.body.key != conclusion.body.key:
        raise CheckError("The second implication does not end with what is to be concluded.")
    first = Implies(conclusion.hypothesis, second.hypothesis)
    require_concluded(one, first, "one")
    require_concluded(other, second, "other")
    whole = sufficient({"first": one, "second": other}, "both implications")
    return concluded(whole, conclusion, "syllogism")


def chain(first: Equal, one: Evidence, second: Equal, other: Evidence) -> Evidence:
    """From a = b and b = c, that a = c."""
    require_concluded(one, first, "one")
    require_concluded(other, second, "other")
    if data_of(first.rhs) != data_of(second.lhs):
        raise CheckError("The second equation does not begin with what the first one ends with.")
    whole = sufficient({"first": one, "second": other}, "both equations")
    return concluded(whole, Equal(first.lhs, second.rhs), "chain")
