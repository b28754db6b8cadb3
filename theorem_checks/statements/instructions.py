"""Straight-line programs of +, -, *, max and min, as they are run many times on numbers."""

import operator
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any, NamedTuple

import flint

from theorem_checks.errors import ArgumentError
from theorem_checks.statements.programs import Program

__all__ = ["Instructions"]

_OPERATIONS: dict[str, Callable[[Any, Any], Any]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "max": max,
    "min": min,
}


class Instructions(NamedTuple):
    """A program that was read once, with its constants as FLINT's, which are the quickest.

    **Fields**: `begun`, the constants in their places; `variables`, by place; `operations`, each
    with the two places that it reads; the places of the `last`, the results.
    """

    begun: list[Any]
    variables: list[tuple[int, str]]
    operations: list[tuple[int, Callable[[Any, Any], Any], int, int]]
    last: tuple[int, ...]

    @classmethod
    def of(cls, program: Program) -> "Instructions":
        """Read a program. **Raises** `ArgumentError` for an operation that is not one of these."""
        made = cls([None] * (len(program) - 1), [], [], tuple(map(int, program[-1][1:])))
        for place, (name, *arguments) in enumerate(program[:-1]):
            if name == "variable":
                made.variables.append((place, arguments[0]))
            elif name == "constant":
                made.begun[place] = _quick(Fraction(arguments[0]))
            elif name in _OPERATIONS:
                one, other = map(int, arguments)
                made.operations.append((place, _OPERATIONS[name], one, other))
            else:
                raise ArgumentError("program", name, f"one of {', '.join(_OPERATIONS)}")
        return made

    def results(self, point: Mapping[str, Fraction | int]) -> list[Fraction]:
        """Return the results at rational numbers."""
        values = [*self.begun]
        for place, name in self.variables:
            values[place] = _quick(point[name])
        for place, operation, one, other in self.operations:
            values[place] = operation(values[one], values[other])
        found = (values[place] for place in self.last)
        return [Fraction(int(value.p), int(value.q)) for value in found]


def _quick(value: Fraction | int) -> flint.fmpq:
    return flint.fmpq(value.numerator, value.denominator)
