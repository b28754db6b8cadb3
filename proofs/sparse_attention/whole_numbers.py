"""Claims about integers for the solvers of real numbers.

Two integers are equal or differ by at least 1. Where a claim needs of its integers no more than
this, it is asked for all real numbers of which it is true.
"""

import operator
from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction
from functools import reduce
from typing import Any

from theorem_checks import Evidence, Verdict, maximum, minimum, prove_for_all

__all__ = ["apart", "prove_for_whole_numbers", "where_equal", "where_positive"]

INTEGERS = ("two integers are equal or differ by at least 1",)


def apart(*pairs: tuple[Any, Any]) -> Any:
    """Say of each pair that the two are equal or differ by at least 1, as integers do."""
    steps = [(one == other) | (one <= other - 1) | (one >= other + 1) for one, other in pairs]
    return reduce(operator.and_, steps)


def prove_for_whole_numbers(
    claim: Any,
    scope: str,
    *,
    assume: Iterable[Any] = (),
    apart: Iterable[tuple[Any, Any]] = (),
) -> Evidence:
    """Decide a claim for all integers that meet the assumptions.

    **Arguments**: `scope`, which integers, in words; `apart`, pairs of terms with integer values,
    of which the claim needs that they are equal or differ by at least 1. **Returns** Evidence;
    UNDECIDED if the claim fails only at numbers that are not whole.
    """
    steps = [(one == other) | (one <= other - 1) | (one >= other + 1) for one, other in apart]
    found = prove_for_all(claim, assume=[*assume, *steps])
    if found.verdict is Verdict.REFUTED and found.counterexample is not None:
        values = found.counterexample.values.values()
        if any(Fraction(value).denominator != 1 for value in values):
            return Evidence.undecided(f"It fails at {found.counterexample}, which is not whole.")
    return replace(found, scope=scope, words=INTEGERS if steps else ())


def where_equal(one: Any, other: Any) -> Any:
    """Return 1 where two integers are equal, else 0."""
    return maximum(0, minimum(1 - (one - other), 1 + (one - other)))


def where_positive(number: Any) -> Any:
    """Return 1 where an integer is positive, else 0."""
    return minimum(1, maximum(0, number))
