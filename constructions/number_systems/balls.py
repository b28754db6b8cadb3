"""Certified real numbers: balls, that is intervals given by midpoint and radius.

Every operation encloses the true result. So what balls say (an entry is positive, lies below a
bound, differs from another) is a theorem about the exact numbers; what they leave undecided
needs more bits.
"""

from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Any

import flint
import numpy as np

from constructions.errors import ArgumentError, NotInSystemError
from constructions.number_systems.entries import as_fraction
from constructions.number_systems.number_array import EntrywiseSystem
from constructions.number_systems.rationals import EXACT, Rationals

__all__ = ["Balls", "balls", "contains", "overlaps"]


@dataclass(frozen=True)
class Balls(EntrywiseSystem):
    """Balls whose midpoints are rounded to `prec` bits, as FLINT's `arb`; see `balls`.

    FLINT rounds to a precision that is set for the whole process. Arrays set it for the time of
    each operation and set it back; arithmetic with single numbers does so within `scope()`. A
    thread that switches it in between costs tightness, never rigour.
    """

    prec: int

    def __post_init__(self) -> None:
        if not isinstance(self.prec, int) or self.prec < 2:
            raise ArgumentError("prec", self.prec, "a number of bits, at least 2")

    def __str__(self) -> str:
        return f"balls of {self.prec} bits"

    def scope(self) -> AbstractContextManager[Any]:
        """Return the context in which arithmetic with single balls has this precision."""
        return flint.ctx.workprec(self.prec)

    def admits(self, other: Any) -> bool:
        """Whether arrays of the `other` system may enter: of the same precision, and rationals."""
        return self == other or isinstance(other, Rationals)

    def holds(self, value: Any) -> bool:
        """Whether a value is an `arb`."""
        return isinstance(value, flint.arb)

    def entry(self, value: Any) -> Any:
        """Enclose an exact number; a ball stays as it is; None for a float."""
        if isinstance(value, flint.arb):
            return value
        exact = as_fraction(value)
        return None if exact is None else flint.arb(flint.fmpq(exact.numerator, exact.denominator))

    def exp(self, x: Any) -> Any:
        """Return $e^x$, entry by entry."""
        return self.map(lambda value: value.exp(), x)

    def sigmoid(self, x: Any) -> Any:
        """Return $1/(1+e^{-x})$, entry by entry."""
        return self.map(lambda value: 1 / (1 + (-value).exp()), x)

    def tanh(self, x: Any) -> Any:
        """Return the hyperbolic tangent, entry by entry."""
        return self.map(lambda value: value.tanh(), x)

    def relu(self, x: Any) -> Any:
        r"""Return $\max(x, 0)$, entry by entry.

        **Raises** `NotInSystemError` where a ball has 0 inside: its sign is undecided.
        """
        return self.map(_relu, x)


def _relu(value: flint.arb) -> flint.arb:
    if value >= 0:
        return value
    if value <= 0:
        return flint.arb(0)
    raise NotInSystemError(
        "relu", value, "the sign of the ball is undecided", "Use more bits: balls(prec)."
    )


def balls(prec: int = 128) -> Balls:
    """Return the number system of balls of `prec` bits.

    Exact numbers enter enclosed; floats do not enter, since they rarely are the number that is
    meant (`fractions.Fraction(x)` is the exact value of a float x). Arrays of different
    precision do not mix.
    """
    return Balls(prec)


def contains(enclosures: Any, numbers: Any) -> bool:
    """Whether each ball contains the exact number at its place; false if the shapes differ.

    **Arguments**: `enclosures`, an array of balls; `numbers`, exact rationals. Decided exactly.
    """
    outer, inner = _as_balls(enclosures, "enclosures"), EXACT.array(numbers, "numbers")
    return outer.shape == inner.shape and all(
        _contains(ball, number) for ball, number in zip(outer.flat, inner.flat, strict=True)
    )


def _contains(ball: flint.arb, number: flint.fmpq) -> bool:
    if not ball.is_finite():
        return bool(ball.contains(flint.arb(number)))
    return abs(number - ball.mid().fmpq()) <= ball.rad().fmpq()


def overlaps(a: Any, b: Any) -> bool:
    """Whether the balls at each place have a point in common; false if the shapes differ.

    True says that nothing speaks against equality, false that the arrays differ for certain.
    """
    first, second = _as_balls(a, "a"), _as_balls(b, "b")
    return first.shape == second.shape and all(
        one.overlaps(other) for one, other in zip(first.flat, second.flat, strict=True)
    )


def _as_balls(values: Any, name: str) -> np.ndarray:
    system = getattr(values, "__number_system__", None)
    if not isinstance(system, Balls):
        raise ArgumentError(name, values, "an array of balls", "Make one: balls(prec).array(...).")
    return values
