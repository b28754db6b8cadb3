"""The numbers of a program: exact ones, and their way into other number systems."""

import math
from typing import Any

import flint

from constructions.errors import ExactnessError
from constructions.lsrl.language.cyclotomic import ALGEBRAIC, Number, RealCyclotomic
from constructions.number_systems.balls import Balls
from constructions.number_systems.entries import as_fraction
from constructions.number_systems.high_precision import HighPrecision
from constructions.number_systems.rationals import Rationals

__all__ = ["ONE", "ZERO", "converted", "exact_number"]

ZERO, ONE = flint.fmpq(0), flint.fmpq(1)


def exact_number(value: Any, name: str) -> Number:
    """Read an int, a fraction, a string such as '1/3', an `fmpq` or a `RealCyclotomic`.

    **Raises** `ExactnessError`, which calls the value `name`, for a float and anything else.
    """
    number = ALGEBRAIC.entry(value)
    if number is None:
        raise ExactnessError(name, value)
    return number


def converted(number: Number, system: Any, name: str = "number") -> Any:
    """Return a number of a program as a number of another system: rounded, or enclosed by a ball.

    NumPy and JAX floats get the nearest Python float. **Raises** `ExactnessError` for an
    irrational number in a system that has only rationals.
    """
    if not hasattr(system, "entry"):
        return _as_float(number)
    if isinstance(number, RealCyclotomic):
        if isinstance(system, Balls):
            return number.enclosure(system.prec)
        if isinstance(system, HighPrecision):
            digits = number.enclosure(4 * system.dps + 64).str(system.dps + 8, radius=False)
            return system.context.mpf(digits)
        if isinstance(system, Rationals):
            raise ExactnessError(f"{name} in {system}", number)
        return number
    return system.entry(number)


def _as_float(number: Number) -> float:
    """Round to the nearest; a fraction does so correctly, and beyond the largest float is inf."""
    exact = as_fraction(number)
    if exact is None:
        return float(number)
    try:
        return float(exact)
    except OverflowError:
        return math.inf if exact > 0 else -math.inf
