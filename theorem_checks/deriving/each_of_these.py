"""Inequalities that follow by arithmetic together: why each of them does."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from theorem_checks.deriving.definitions import Names, in_short, premises_and_body
from theorem_checks.deriving.derivation import Derivation
from theorem_checks.deriving.order_steps import BY_HYPOTHESES, lines_of_order
from theorem_checks.deriving.rules_said import GIVEN
from theorem_checks.proving.rules.rewriting import conjuncts_of
from theorem_checks.statements.conclusions import All, Conclusion
from theorem_checks.verdicts.evidence import Evidence

__all__ = ["OF_THESE", "each_of_these"]

OF_THESE = "of these"
"""What is called that follows together with others."""


_BEFORE = {BY_HYPOTHESES: f"{BY_HYPOTHESES} and what stands before"}
"""Why a number is not negative that the hypotheses alone do not show to be."""


def each_of_these(
    said: Conclusion, evidence: Evidence, premises: Sequence[Conclusion], names: Names
) -> Iterator[Derivation]:
    """Return the parts of what follows together, if it is seen of any of them why.

    What is one of the hypotheses is said to be; and what stands before may be used in what follows.

    **Arguments**: `premises`, what the rule was told besides the hypotheses of what it concluded.
    """
    hypotheses, body = premises_and_body(said)
    parts = conjuncts_of(body) if isinstance(body, All) else ()
    given = (*hypotheses, *premises)
    known = {one.key for some in given for one in conjuncts_of(some)}
    apart = [premises_and_body(part) for part in parts]
    if not any(
        lines_of_order(inner, given, own) or lines_of_order(inner, (*given, *parts[:place]), own)
        for place, (own, inner) in enumerate(apart)
    ):
        return
    for place, (part, (own, inner)) in enumerate(zip(parts, apart, strict=True)):
        is_known = part.key in known
        lines = () if is_known else lines_of_order(inner, given, own, short=True)
        if not (is_known or lines):
            lines = lines_of_order(inner, (*given, *parts[:place]), own, short=True)
            lines = tuple(replace(line, why=_BEFORE.get(line.why, line.why)) for line in lines)
        yield Derivation(
            statement=in_short(part, names),
            rule=GIVEN if is_known else evidence.rule,
            verdict=evidence.verdict,
            name=OF_THESE,
            lines=lines,
        )
