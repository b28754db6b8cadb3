"""Two sides of a conclusion in a concrete world: whether, and how, they differ."""

from typing import Any

import numpy as np
import sympy as sp

from theorem_checks.judging.values import agree
from theorem_checks.proving.identities.balls import differ
from theorem_checks.statements.arrays.element_arrays import ElementArray, constants_of, elements_of
from theorem_checks.statements.conclusions import AtMost, Equal, Less
from theorem_checks.statements.hypotheses import Unequal
from theorem_checks.statements.numbers_in_latex import number_latex
from theorem_checks.statements.plain_text import plain_text
from theorem_checks.statements.reals.differences import Difference
from theorem_checks.statements.state_sizes import StateSize
from theorem_checks.statements.terms import components, same_nesting, term
from theorem_checks.statements.values.evaluation import rational_value
from theorem_checks.statements.values.radicals import NoExactValueError
from theorem_checks.statements.worlds.concrete import Concrete
from theorem_checks.verdicts.counterexamples import CLAIMED, LEFT_AND_RIGHT

__all__ = [
    "differing",
    "equal_sides",
    "other_state_size",
    "same_parts",
    "shown",
    "unequal_sides",
    "wrong_order",
]


def unequal_sides(conclusion: Equal, _world: Concrete) -> Difference | None:
    """An equality, of which the sides differ."""
    return differing(conclusion.lhs, conclusion.rhs, sides=LEFT_AND_RIGHT)


def other_state_size(conclusion: StateSize, _world: Concrete) -> Difference | None:
    """How many numbers a state holds, where it is another number."""
    for found in (conclusion.found, conclusion.found_after):
        if (wrong := differing(conclusion.entries, found, "numbers of entries")) is not None:
            return wrong
    if conclusion.keeps_shapes:
        return None
    states = conclusion.machine.start, conclusion.machine.after
    first, after = (shown(tuple(map(_shape, components(state)))) for state in states)
    return Difference(first, after, "the state after a token has other shapes", sides=CLAIMED)


def _shape(array: Any) -> str:
    return " x ".join(map(str, array.shape)) or "a number"


def wrong_order(conclusion: AtMost | Less, _world: Concrete) -> Difference | None:
    """An inequality, by entries, where one is in the wrong order."""
    sides = [_entries(side) for side in (conclusion.lhs, conclusion.rhs)]
    for number, side in enumerate((conclusion.lhs, conclusion.rhs)):
        if isinstance(side, sp.Expr):  # which is meant at each place of an array
            sides[number] *= len(sides[1 - number])
    for left, right in zip(*sides, strict=True):
        order = _order(left, right)
        if order > 0 or (isinstance(conclusion, Less) and order == 0):
            how = "in the wrong order" if order > 0 else "equal"
            return Difference(str(left), str(right), f"the sides are {how}", sides=LEFT_AND_RIGHT)
    return None


def equal_sides(conclusion: Unequal, _world: Concrete) -> Difference | None:
    """Sides that are to differ, where they are known to be equal."""
    if agree(conclusion.lhs, conclusion.rhs) is not True:
        return None
    sides = shown(conclusion.lhs), shown(conclusion.rhs)
    return Difference(*sides, "the sides are equal", sides=LEFT_AND_RIGHT)


def differing(
    claimed: Any, found: Any, what: str = "sides", sides: tuple[str, str] = CLAIMED
) -> Difference | None:
    """How two values differ, if they are known to."""
    if same_parts(claimed, found) is False:
        shapes = [getattr(value, "shape", ()) for value in (claimed, found)]
        said = f"the {what} differ"
        if all(shapes) and shapes[0] != shapes[1]:
            said = f"the shapes of the {what} differ, {shapes[0]} and {shapes[1]}"
        return Difference(shown(claimed), shown(found), said, sides=sides)
    return None


def shown(value: Any) -> str:
    """A value as it is written for a reader."""
    if isinstance(value, tuple):
        return f"({', '.join(map(shown, value))})"
    value = constants_of(value)
    if isinstance(value, ElementArray | np.ndarray):
        value = value if isinstance(value, np.ndarray) else elements_of(value)
        return _listed(value.tolist())
    return _text(value)


def _listed(value: Any) -> str:
    """Nested lists of numbers, each as it is written: 7, and not Fraction(7, 1)."""
    return f"[{', '.join(map(_listed, value))}]" if isinstance(value, list) else _text(value)


def _text(value: Any) -> str:
    """A number as one writes it: e^(-e), and not exp(-E)."""
    is_irrational = isinstance(value, sp.Expr) and not value.is_Rational
    return plain_text(number_latex(value)) if is_irrational else str(value)


def _entries(side: Any) -> list[sp.Expr]:
    """A number, or the entries of an array."""
    side = constants_of(side)
    if isinstance(side, np.ndarray):
        return [term(entry) for entry in side.flat]
    entries = elements_of(side).flat if isinstance(side, ElementArray) else [side]
    return [term(entry) for entry in entries]


def _order(left: sp.Expr, right: sp.Expr) -> int:
    """The sign of the difference of two numbers, by disjoint balls where they are irrational.

    **Raises** `NoExactValueError` where the balls are not disjoint.
    """
    try:
        one, other = rational_value(left), rational_value(right)
    except NoExactValueError:
        balls = differ(left, right, {})
        if balls is None:
            raise
        return 1 if balls[0] > balls[1] else -1
    return (one > other) - (one < other)


def same_parts(one: Any, other: Any) -> bool | None:
    """Whether nested tuples of values have the same parts, all equal; None where unknown."""
    if not same_nesting(one, other):
        return False
    found = [agree(*pair) for pair in zip(components(one), components(other), strict=True)]
    return False if False in found else None if None in found else True
