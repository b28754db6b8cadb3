"""Inequalities that follow by arithmetic together: why each of them does."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from theorem_checks.deriving.definitions import Names
from theorem_checks.deriving.derivation import Derivation
from theorem_checks.deriving.in_short import assumed, in_short, premises_and_body
from theorem_checks.deriving.needed_hypotheses import enough_for
from theorem_checks.deriving.order_steps import BY_HYPOTHESES, lines_of_order
from theorem_checks.deriving.proved_statement import Line
from theorem_checks.deriving.rules_said import GIVEN
from theorem_checks.proving.rules.rewriting import conjuncts_of
from theorem_checks.statements.conclusions import All, Conclusion
from theorem_checks.verdicts.evidence import Evidence

__all__ = ["OF_THESE", "each_of_these"]

MOST = 8
"""Of how many parts it is asked what each of them needs."""

SEVERAL = 3
"""Of how many hypotheses it is told which part needs which of them."""

OF_THESE = "of these"
"""What is called that follows together with others."""


_BEFORE = {BY_HYPOTHESES: f"{BY_HYPOTHESES} and what stands before"}
"""Why a number is not negative that the hypotheses alone do not show to be."""


def each_of_these(
    said: Conclusion, evidence: Evidence, premises: Sequence[Conclusion], names: Names
) -> Iterator[Derivation]:
    """Return the parts of what follows together, if it is seen of any of them why.

    What is one of the hypotheses is said to be; and what stands before may be used in what follows.
    Of what has no line it is told which of these it needs.

    **Arguments**: `premises`, what the rule was told besides the hypotheses of what it concluded.
    """
    hypotheses, body = premises_and_body(said)
    parts = conjuncts_of(body) if isinstance(body, All) else ()
    given = (*hypotheses, *premises)
    known = {one.key for some in given for one in conjuncts_of(some)}
    is_told = any(
        lines_of_order(inner, given, own) or lines_of_order(inner, (*given, *parts[:place]), own)
        for place, (own, inner) in enumerate(map(premises_and_body, parts))
    )
    apart = [one for some in hypotheses for one in conjuncts_of(some)]
    if not (is_told or (parts and len(apart) >= SEVERAL)):
        return
    lines = [_lines(part, given, parts[:place]) for place, part in enumerate(parts)]
    needed = [
        () if told or part.key in known else _needed(part, (*parts[:place], *apart), parts)
        for place, (part, told) in enumerate(zip(parts, lines, strict=True))
    ]
    if not is_told and None in needed:
        return
    for part, told, some in zip(parts, lines, needed, strict=True):
        is_known = part.key in known
        yield Derivation(
            statement=in_short(part, names),
            rule=GIVEN if is_known else evidence.rule,
            verdict=evidence.verdict,
            name=OF_THESE,
            using=tuple(assumed(one, names) for one in some or ()),
            lines=() if is_known else told,
        )


def _lines(
    part: Conclusion, given: Sequence[Conclusion], before: Sequence[Conclusion]
) -> tuple[Line, ...]:
    """Why a part is so by what is given; or by that and the parts that stand before it."""
    own, inner = premises_and_body(part)
    if lines := lines_of_order(inner, given, own, short=True):
        return lines
    lines = lines_of_order(inner, (*given, *before), own, short=True)
    return tuple(replace(line, why=_BEFORE.get(line.why, line.why)) for line in lines)


def _needed(
    part: Conclusion, known: Sequence[Conclusion], parts: Sequence[Conclusion]
) -> Sequence[Conclusion] | None:
    """What a part needs of the hypotheses and of the parts before; None where it is not seen."""
    return enough_for(known, part) if len(parts) <= MOST else None
