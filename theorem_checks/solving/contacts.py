r"""Zeros of a function of one variable, with their order, where balls alone decide nothing.

No ball can tell that a number is zero. So the derivatives below the order of the zero are shown
to vanish by SymPy, in exact numbers, and what is left is to enclose $f(x)/(x - z)^n$.
"""

from dataclasses import dataclass
from fractions import Fraction

import sympy
from flint import arb

from theorem_checks.errors import ArgumentError
from theorem_checks.solving.ball_expressions import NoSeriesError, hull
from theorem_checks.solving.ball_ranges import TAYLOR_ORDER, BallFunction
from theorem_checks.solving.boxes import Box
from theorem_checks.statements.arrays.function_values import as_ball

__all__ = ["HIGHEST_ORDER", "Contact"]

HIGHEST_ORDER = 12


@dataclass(frozen=True)
class Contact:
    """A zero of the given order at `place`: the derivatives below the order vanish there."""

    variable: str
    place: Fraction
    order: int

    @classmethod
    def of(cls, function: BallFunction, box: Box, place: Fraction) -> "Contact":
        """The zero that a function of one variable has at a place, with its full order.

        Raises `ArgumentError` if there is none, or if its order exceeds `HIGHEST_ORDER`.
        """
        if function.expression is None or len(box.names) != 1:
            raise ArgumentError("touching", place, "an expression in one variable to differentiate")
        (variable,) = box.names
        low, high = box.sides[variable]
        if not low <= place <= high:
            raise ArgumentError("touching", place, f"a point of the box, {box}")
        for order in range(HIGHEST_ORDER + 1):
            if not _vanishes(function, variable, place, order):
                if order == 0:
                    raise ArgumentError("touching", place, f"a zero of {function.expression}")
                return cls(variable, place, order)
        raise ArgumentError("touching", place, f"a zero of order at most {HIGHEST_ORDER}")

    def is_shared_by(self, function: BallFunction) -> bool:
        """Whether another function has a zero here of at least this order."""
        orders = range(self.order)
        return all(_vanishes(function, self.variable, self.place, k) for k in orders)

    def reduced(self, function: BallFunction, box: Box) -> arb:
        r"""A ball around $f(x)/(x - z)^n$ for all x in a box, and its limit where x = z.

        Taylor's formula at z, of which the first n terms vanish:
        $\sum_{n \le k < m} c_k (x - z)^{k - n} + R (x - z)^{m - n}$ with $R$ the coefficient of
        order m somewhere between z and x. Raises `NoSeriesError` where there is none.
        """
        low, high = box.sides[self.variable]
        reach = hull(as_ball(min(low, self.place)), as_ball(max(high, self.place)))
        last = self.order + TAYLOR_ORDER
        total = function.coefficients({self.variable: reach}, self.variable, last)[-1]
        known = function.coefficients({self.variable: as_ball(self.place)}, self.variable, last - 1)
        step = box.balls()[self.variable] - as_ball(self.place)
        for coefficient in reversed(known[self.order :]):
            total = total * step + coefficient
        return total

    def sign_of_power(self, box: Box) -> int:
        """The sign of $(x - z)^n$ in a box that does not have z inside: 1 or -1."""
        low, _ = box.sides[self.variable]
        return 1 if low >= self.place or self.order % 2 == 0 else -1


def _vanishes(function: BallFunction, variable: str, place: Fraction, order: int) -> bool:
    """Whether a derivative is shown to be zero at a place, by SymPy and not against the balls."""
    try:
        ball = function.coefficients({variable: as_ball(place)}, variable, order)[-1]
    except NoSeriesError as error:
        raise ArgumentError(
            "touching", place, f"a point where {function.expression} is smooth", f"It has {error}."
        ) from error
    if not ball.contains(0):
        return False
    x = sympy.Symbol(variable, real=True)
    assert function.expression is not None
    at = sympy.Rational(place.numerator, place.denominator)
    return bool(sympy.simplify(function.expression.diff(x, order).subs(x, at)).is_zero)
