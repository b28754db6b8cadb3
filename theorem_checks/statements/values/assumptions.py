"""The inequalities under which a statement is made, and what they say of single symbols."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from fractions import Fraction
from math import ceil, floor
from typing import TYPE_CHECKING, Any, TypeAlias

import sympy as sp
from sympy.core.facts import InconsistentAssumptions

from theorem_checks.errors import ArgumentError, ExactnessError

__all__ = ["Conditions", "are_contradictory", "bounds", "conditions_of", "strengthening"]

if TYPE_CHECKING:
    Conditions: TypeAlias = Sequence[sp.Basic]
    """Inequalities under which a statement is made."""
else:
    Conditions = Any  # whatever is given has to reach `conditions_of`, which says what is wrong

_FEW = 100
_INEQUALITIES = (sp.Lt, sp.Le, sp.Gt, sp.Ge)


def conditions_of(assume: Conditions) -> list[sp.Basic]:
    """Return the conditions as a list, without those that always hold.

    **Raises** `ArgumentError` for what is no inequality; equations too are refused.
    `ExactnessError` for floats.
    """
    if isinstance(assume, sp.Basic | bool):
        raise ArgumentError("assume", assume, "a tuple of inequalities", f"Write ({assume},).")
    found = []
    for condition in assume:
        if condition is True or condition is sp.true:
            continue
        if isinstance(condition, sp.Eq):
            raise ArgumentError(
                "assume", condition, "no equation", "Put its solution into both sides instead."
            )
        if not isinstance(condition, sp.Rel | sp.And | sp.Or | sp.Not | type(sp.false) | bool):
            raise ArgumentError("assume", condition, "inequalities such as x > 0 or Ne(x, 1)")
        if isinstance(condition, sp.Basic) and condition.has(sp.Float):
            raise ExactnessError("assume", condition)
        found.append(sp.sympify(condition))
    return found


def bounds(
    symbol: sp.Symbol, conditions: Iterable[sp.Basic]
) -> tuple[Fraction | None, Fraction | None]:
    """Return the lower and the upper bound that conditions 'symbol < number' give, or None."""
    low, high = None, None
    for condition in conditions:
        if not isinstance(condition, _INEQUALITIES):
            continue
        less, greater = condition.lts, condition.gts
        if greater == symbol and isinstance(less, sp.Rational):
            bound = Fraction(less.p, less.q)
            low = bound if low is None else max(low, bound)
        if less == symbol and isinstance(greater, sp.Rational):
            bound = Fraction(greater.p, greater.q)
            high = bound if high is None else min(high, bound)
    if low is None and symbol.is_nonnegative:
        low = Fraction(0)
    return low, high


def are_contradictory(symbols: Iterable[sp.Symbol], conditions: Sequence[sp.Basic]) -> bool:
    """Whether conditions are seen to be met by no values: one is false, or the bounds of a symbol.

    That no contradiction is seen says nothing.
    """
    if any(condition in (sp.false, False) for condition in conditions):
        return True
    for symbol in symbols:
        low, high = bounds(symbol, conditions)
        if high is None and symbol.is_nonpositive:
            high = Fraction(0)
        if low is None or high is None:
            continue
        few = [low] if low == high else []
        if symbol.is_integer and high - low < _FEW:
            few = [Fraction(k) for k in range(ceil(low), floor(high) + 1)]
        elif low < high:
            continue
        if not any(_admits(symbol, value, conditions) for value in few):
            return True
    return False


def _admits(symbol: sp.Symbol, value: Fraction, conditions: Iterable[sp.Basic]) -> bool:
    """Whether no condition on a symbol alone is false at a value."""
    number = sp.Rational(value.numerator, value.denominator)
    return all(condition.subs(symbol, number) is not sp.false for condition in conditions)


def strengthening(
    symbols: Iterable[sp.Basic], conditions: Sequence[sp.Basic]
) -> dict[sp.Basic, sp.Basic]:
    """Symbols that know the signs which the conditions give them, in place of those that do not.

    With them in an expression SymPy simplifies what it may: under x > 0, sqrt(x**2) becomes x.
    """
    stronger: dict[sp.Basic, sp.Basic] = {}
    for symbol in symbols:
        facts = {name: truth for c in conditions for name, truth in _facts(symbol, c)}
        if isinstance(symbol, sp.Symbol) and facts:
            with suppress(InconsistentAssumptions):  # then no point meets the conditions
                known: dict[str, bool] = symbol.assumptions0
                stronger[symbol] = sp.Symbol(symbol.name, **{**known, **facts})
    return stronger


def _facts(symbol: Any, condition: sp.Basic) -> Iterator[tuple[str, bool]]:
    """The assumptions on a symbol that follow from a condition."""
    if condition in (sp.Ne(symbol, 0), sp.Ne(0, symbol)):
        yield "zero", False
    if not isinstance(condition, _INEQUALITIES):
        return
    strict = isinstance(condition, sp.Lt | sp.Gt)
    less, greater = condition.lts, condition.gts
    if greater == symbol and less.is_nonnegative:
        yield ("positive" if strict or less.is_positive else "nonnegative"), True
    if less == symbol and greater.is_nonpositive:
        yield ("negative" if strict or greater.is_negative else "nonpositive"), True
