"""How many pairings a genus expansion has counted, and how many others there are."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TypeVar

import sympy as sp

from theorem_checks.deriving.in_short import premises_and_body
from theorem_checks.deriving.proved_statement import ProvedStatement
from theorem_checks.deriving.rules_said import THE_SAME_TERM
from theorem_checks.proving.moments.elimination import without_letters
from theorem_checks.proving.moments.genus_expansion import expanded, pairings_of
from theorem_checks.proving.moments.ranges import OpenError
from theorem_checks.statements.conclusions import Conclusion
from theorem_checks.statements.latex import latex_of
from theorem_checks.statements.moments.powers import Traces
from theorem_checks.statements.plain_text import plain_text
from theorem_checks.statements.power_means import MeanWithin
from theorem_checks.statements.terms import Term

__all__ = ["with_pairings"]

RULE = "genus expansion"
"""The rule of which the parts are pairings by their defects."""

COUNTED = re.compile(r"the pairings of defect (\d+(?: and \d+)*)")
OTHERS = "all others"
NOTHING = "0 = 0"

FACTOR, TOO_LONG = "a common factor", "an expression of more than"
"""A part that takes a positive factor out; and how what is too long to be written is printed."""

LEFT = (
    r"\text{what they come to, if each counts the most that it can, is at most }",
    r"\text{: the difference is a positive factor, common to both, times what is not negative}",
)
"""Why others are within the distance, where the terms are too many to be written."""

_NOTHING = sp.Integer(0), sp.Integer(0)

Proved = TypeVar("Proved", bound=ProvedStatement)


def with_pairings(rule: str, said: Conclusion, parts: Iterable[Proved]) -> tuple[Proved, ...]:
    """Return the parts of a genus expansion, with the number of pairings in their names.

    They are as they were where the numbers are not known.
    """
    parts = tuple(parts)
    _, mean = premises_and_body(said)
    names = [found for part in parts if (found := COUNTED.fullmatch(part.name)) is not None]
    if rule != RULE or not isinstance(mean, MeanWithin) or len(names) != 1:
        return parts
    defects = len(names[0][1].split(" and "))
    found = pairings_of(mean, defects)
    if found is None:
        leading = _of_each_term(mean, defects)
        return tuple(_term_by_term(part, names[0][0], leading, mean.within) for part in parts)
    numbers = " and ".join(map(_written, found.of_defects))
    left = _written(found.in_all - sp.Add(*found.of_defects))
    every = _written(found.in_all)
    least = _written(found.size**-defects)
    there = (
        f"{OTHERS}, of which there are {left} and each counts {least} of one of defect 0 at most"
    )
    told = {
        names[0][0]: f"{names[0][0]}, of which there are {numbers}",
        OTHERS: there,
        f"{OTHERS}, if each counts the most that it can": f"{there}; if all {every} counted that",
    }
    return tuple(replace(part, name=told.get(part.name, part.name)) for part in parts)


def _of_each_term(mean: MeanWithin, defects: int) -> Sequence[sp.Basic] | None:
    """What the pairings of the smallest defects come to in each term; None where it is not known.

    A term without a matrix is a number, and comes to that.
    """
    try:
        products = [one for one in without_letters(mean.statistic) if not one.is_odd]
        highest = max((one.order_in_size for one in products), default=0)
        found = [
            expanded(MeanWithin(Traces((term,)), *_NOTHING), defects - highest).main
            if term[2]
            else term[0]
            for term in mean.statistic.summands
        ]
    except OpenError:
        return None
    return [sp.factor(one) for one in found] if sp.expand(sp.Add(*found)) == 0 else None


def _term_by_term(
    part: Proved, name: str, terms: Sequence[sp.Basic] | None, within: Term
) -> Proved:
    """The pairings that are counted, where they come to 0 together, by what each term has.

    And why all others are within the distance, where what they come to is too long to be written.
    """
    if part.name == FACTOR and TOO_LONG in part.statement:
        said = latex_of(within).join(LEFT)
        return replace(part, name=OTHERS, statement=said, consequence=said, lines=())
    if part.name != name or part.statement != NOTHING or terms is None:
        return part
    told = [latex_of(one) for one in terms if one != 0]
    added = " + ".join(rf"\left({one}\right)" if one.startswith("-") else one for one in told)
    if not told:
        none = r"\text{no term has any}"
        return replace(part, rule=THE_SAME_TERM, statement=none, consequence=none)
    said = f"{added} = 0"
    return replace(part, name=f"{name}, term by term", statement=said, consequence=said)


def _written(number: sp.Expr) -> str:
    return "none" if number == 0 else plain_text(latex_of(number))
