"""How many pairings a genus expansion has counted, and how many others there are."""

import re
from collections.abc import Iterable
from dataclasses import replace
from typing import TypeVar

import sympy as sp

from theorem_checks.deriving.definitions import premises_and_body
from theorem_checks.deriving.proved_statement import ProvedStatement
from theorem_checks.proving.moments.genus_expansion import pairings_of
from theorem_checks.statements.conclusions import Conclusion
from theorem_checks.statements.latex import latex_of
from theorem_checks.statements.plain_text import plain_text
from theorem_checks.statements.power_means import MeanWithin

__all__ = ["with_pairings"]

RULE = "genus expansion"
"""The rule of which the parts are pairings by their defects."""

COUNTED = re.compile(r"the pairings of defect (\d+(?: and \d+)*)")
OTHERS = "all others"

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
        return parts
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


def _written(number: sp.Expr) -> str:
    return "none" if number == 0 else plain_text(latex_of(number))
