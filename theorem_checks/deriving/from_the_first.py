"""Inductions over the end of a range, in the variable that it has: T, and not T - 1 steps.

Base and step are decided by how far the variable is from its first value, which is called
`(T - 1)`. A reader wants what is said of T, and at which T the induction begins.
"""

import re
from collections.abc import Iterable
from dataclasses import replace
from typing import TypeVar

import sympy as sp

from theorem_checks.deriving.proved_statement import ProvedStatement
from theorem_checks.statements.conclusions import Conclusion, Equal, symbols_of
from theorem_checks.statements.names_in_latex import name_latex
from theorem_checks.statements.plain_text import plain_text

__all__ = ["in_the_variable", "with_the_first"]

RULES = ("prove_ranges", "prove_recurrence", "prove_sum")
"""The rules whose base is at the first value of what the scope names."""

_STEPS = re.compile(r"\((\w+) ([-+]) (\d+)\)")
_FROM = re.compile(r"every (\w+) from (-?\d+) on")

Proved = TypeVar("Proved", bound=ProvedStatement)


def in_the_variable(said: Conclusion) -> Conclusion:
    """Return a step with T - 1 in place of the symbol that is called so, and what that comes to."""
    found = {}
    for symbol in symbols_of(said):
        if isinstance(symbol, sp.Symbol) and (steps := _STEPS.fullmatch(symbol.name)):
            less = int(steps[3]) * (1 if steps[2] == "-" else -1)
            known = {"positive": True} if less > 0 else {"nonnegative": True} if less == 0 else {}
            found[symbol] = sp.Symbol(steps[1], integer=True, **known) - less
    return said.substituted(found) if found else said


def with_the_first(
    rule: str, said: Conclusion, scope: str, parts: Iterable[Proved]
) -> tuple[Proved, ...]:
    """Return the parts of an induction, with the value at which it begins in the base's name.

    **Arguments**: the `rule`, what it concluded, and the `scope` of that, which may tell the value.
    """
    found = _first(said, scope) if rule in RULES else None
    if found is None:
        return tuple(parts)
    base = f"base at {plain_text(name_latex(found[0]))} = {found[1]}"
    return tuple(replace(part, name=re.sub(r"^base\b", base, part.name)) for part in parts)


def _first(said: Conclusion, scope: str) -> tuple[str, str] | None:
    """What an induction is over, and its first value: as the scope says, or the range's end has."""
    if (found := _FROM.fullmatch(scope)) is not None:
        return found[1], found[2]
    sides = (said.lhs, said.rhs) if isinstance(said, Equal) else ()
    ranged = [side for side in sides if isinstance(side, sp.Sum | sp.Product)]
    if len(ranged) != 1:
        return None
    (_, first, last), *_ = ranged[0].limits
    symbols = last.free_symbols - first.free_symbols
    variable = next(iter(symbols), None)
    if len(symbols) != 1 or not isinstance(variable, sp.Symbol):
        return None
    return variable.name, "1" if variable.is_positive else "0"
