"""What is divided by in numbers, where it may be 0: so that errors can name it."""

from collections.abc import Iterable
from typing import Any

import sympy as sp

from theorem_checks.statements.arrays.index_expressions import IndexExpression, Scalar, nodes
from theorem_checks.statements.arrays.symbolic_array import SymbolicArray

__all__ = ["divisors_that_may_be_zero", "words_of_divisors"]


def divisors_that_may_be_zero(sides: Iterable[Any]) -> list[sp.Expr]:
    """The divisors in numbers, and in those that stand in arrays, of which 0 is not excluded.

    In the order of their names; of a power with a negative exponent the base is a divisor.
    """
    found: set[sp.Expr] = set()
    for value in _numbers_in(sides):
        for power in value.atoms(sp.Pow):
            if power.exp.could_extract_minus_sign() and power.base.is_nonzero is not True:
                found.add(power.base)
    return sorted(found, key=str)


def words_of_divisors(divisors: Iterable[sp.Expr], *, assumed: bool) -> str:
    """What to do about divisors that may be 0; nothing if there are none.

    **Arguments**: `assumed`, whether a hypothesis may say that a divisor is positive.
    """
    names = [str(divisor) for divisor in divisors]
    if not names:
        return ""
    first = names[0]
    which = "divisors may be 0" if len(names) > 1 else "divisor may be 0"
    known = "Take its numbers from the world with a sign: w.number('s', positive=True)"
    more = f", or assume Less(0, {first})" if assumed else ""
    return f"The {which}: {', '.join(names)}. {known}{more}."


def _numbers_in(sides: Iterable[Any]) -> Iterable[sp.Expr]:
    for side in sides:
        if isinstance(side, sp.Expr):
            yield side
        elif isinstance(side, SymbolicArray | IndexExpression):
            of = side.blocks.values() if isinstance(side, SymbolicArray) else [side]
            yield from (part.value for part in nodes(of) if isinstance(part, Scalar))
