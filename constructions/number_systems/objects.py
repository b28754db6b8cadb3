"""Numbers of any other kind: symbolic expressions, a solver's terms, somebody's polynomials."""

from dataclasses import dataclass
from fractions import Fraction
from numbers import Number
from typing import Any, NoReturn

from constructions.errors import NotInSystemError
from constructions.number_systems.entries import as_fraction
from constructions.number_systems.number_array import EntrywiseSystem
from constructions.number_systems.rationals import Rationals

__all__ = ["OBJECTS", "Objects"]

__arithmetic__ = True  # the same operations, on numbers and on what has a `maximum`


@dataclass(frozen=True)
class Objects(EntrywiseSystem):
    """Python objects that compute with `+`, `-` and `*`, with each other and with exact numbers.

    Nothing more is known of them, so they are left as they are; rationals stand among them as
    `int` and `Fraction`. Floats do not enter, nor do numbers that have a system of their own.
    Objects with a method `maximum`, such as a solver's terms and piecewise-linear functions, have
    a `relu`; comparisons of arrays give whatever the objects give, such as formulas.
    """

    def __str__(self) -> str:
        return "Python objects"

    def admits(self, other: Any) -> bool:
        """Whether arrays of the `other` system may enter: such objects, and rationals."""
        return isinstance(other, Objects | Rationals)

    def holds(self, value: Any) -> bool:
        """Whether a value may stand in an array as it is."""
        return type(value) in (int, Fraction) or self.entry(value) is value

    def entry(self, value: Any) -> Any:
        """Return an object as it is, a rational as `int` or `Fraction`; None for the rest."""
        exact = as_fraction(value)
        if exact is not None:
            return exact if exact.denominator > 1 else exact.numerator
        of_flint = type(value).__module__.startswith("flint.")
        return None if of_flint or isinstance(value, Number | str | None) else value

    def exp(self, x: Any) -> NoReturn:
        """Raise `NotInSystemError`."""
        _refuse("exp", x)

    def sigmoid(self, x: Any) -> NoReturn:
        """Raise `NotInSystemError`."""
        _refuse("sigmoid", x)

    def tanh(self, x: Any) -> NoReturn:
        """Raise `NotInSystemError`."""
        _refuse("tanh", x)

    def relu(self, x: Any) -> Any:
        r"""Return $\max(x, 0)$, entry by entry.

        **Raises** `NotInSystemError` for an object without a method `maximum`.
        """
        return self.map(_relu, x)


def _relu(value: Any) -> Any:
    if isinstance(value, int | Fraction):
        return max(value, 0)
    if not callable(getattr(value, "maximum", None)):
        raise NotInSystemError(
            "relu",
            value,
            "it has no method `maximum`",
            "Give exact numbers, or objects that have one: then relu(x) is x.maximum(0).",
        )
    return value.maximum(0)


def _refuse(function: str, x: Any) -> NoReturn:
    raise NotInSystemError(
        function,
        x,
        "nothing is known of these objects but +, - and *",
        "Use another number system, or give the array a `__number_system__` of its own.",
    )


OBJECTS = Objects()
"""Python objects that compute with `+`, `-` and `*`."""
