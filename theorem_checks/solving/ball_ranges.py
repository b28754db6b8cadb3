"""Enclosures of the values of a real function over a box."""

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from typing import Any

import sympy
from flint import arb, arb_series, fmpq

from theorem_checks.errors import ArgumentError, ExactnessError
from theorem_checks.solving.ball_expressions import NoSeriesError, ball_function, to_ball
from theorem_checks.solving.boxes import Box, Point
from theorem_checks.solving.exactness import exact_rational
from theorem_checks.solving.watched_balls import require_no_branch

__all__ = ["TAYLOR_ORDER", "BallFunction", "combined"]

TAYLOR_ORDER = 5


class BallFunction:
    """A real function of named variables, with balls that contain its values.

    Given by a SymPy expression, or by a Python function that takes a ball for each variable by
    name. Only the former has Taylor series, and so enclosures that tighten fast.
    """

    def __init__(self, f: Any, box: Box, *, watched: bool = True) -> None:
        self.expression: sympy.Expr | None = None
        if callable(f) and not isinstance(f, sympy.Basic):
            if watched:
                require_no_branch(f, box.balls())
            self._call: Callable[..., Any] = f
            return
        self.expression = _expression(f, box)
        evaluate = ball_function(self.expression)
        self._call = lambda **values: evaluate(values)

    def at(self, point: Point) -> arb:
        """A ball around the value at an exact point."""
        return self.on_balls({name: to_ball(value) for name, value in point.items()})

    def over(self, box: Box) -> Iterator[arb]:
        """Balls of which each contains all values over the box, the cheapest first."""
        balls = box.balls()
        yield self.on_balls(balls)
        if self.expression is not None:
            try:
                yield self._taylor(box) if len(balls) == 1 else self._mean_value(box, balls)
            except NoSeriesError:
                return

    def on_balls(self, balls: Mapping[str, arb]) -> arb:
        """A ball that contains the values for all arguments in the given balls."""
        return _as_ball(self._call(**balls))

    def coefficients(self, balls: Mapping[str, arb], variable: str, order: int) -> list[arb]:
        """Balls around the Taylor coefficients of order 0, ..., `order` in one variable.

        They contain the coefficients at all points of the given balls. Raises `NoSeriesError`
        where there are none.
        """
        moving = arb_series([balls[variable], 1], prec=order + 1)
        value = self._call(**{**balls, variable: moving})
        if isinstance(value, arb_series):
            if value.prec <= order:  # FLINT would say 0 for a coefficient that it does not know
                raise NoSeriesError("too few known coefficients")
            return [value[k] for k in range(order + 1)]
        return [_as_ball(value)] + [arb(0)] * order

    def _taylor(self, box: Box) -> arb:
        """Taylor's formula around the midpoint with Lagrange's remainder over the box."""
        ((name, middle),) = box.middle().items()
        balls = box.balls()
        total = self.coefficients(balls, name, TAYLOR_ORDER)[-1]
        known = self.coefficients({name: to_ball(middle)}, name, TAYLOR_ORDER - 1)
        for coefficient in reversed(known):
            total = total * (balls[name] - to_ball(middle)) + coefficient
        return total

    def _mean_value(self, box: Box, balls: Mapping[str, arb]) -> arb:
        """The value at the midpoint, plus the slopes over the box times the way from it."""
        middle = box.middle()
        total = self.at(middle)
        for name in box.names:
            slope = self.coefficients(balls, name, 1)[1]
            total = total + slope * (balls[name] - to_ball(middle[name]))
        return total


def combined(operate: Callable[[Any, Any], Any], f: Any, g: Any, box: Box) -> BallFunction:
    """The difference, say, of f and g: an expression if both are, so that terms can cancel."""
    left, right = BallFunction(f, box), BallFunction(g, box)
    if left.expression is not None and right.expression is not None:
        return BallFunction(operate(left.expression, right.expression), box)

    def both(**balls: arb) -> Any:
        return operate(left.on_balls(balls), right.on_balls(balls))

    return BallFunction(both, box, watched=False)


def _expression(f: Any, box: Box) -> sympy.Expr:
    """The function as an expression in real variables of the box.

    Whatever else SymPy assumes of them, and may have simplified by, has to hold in the box.
    """
    if not isinstance(f, sympy.Basic):
        exact = exact_rational(f, "f")
        return sympy.Rational(exact.numerator, exact.denominator)
    if not isinstance(f, sympy.Expr):
        raise ArgumentError("f", f, "an expression or a function of balls")
    symbols: list[Any] = sorted(f.free_symbols, key=str)
    for symbol in symbols:
        if symbol.name not in box.names:
            raise ArgumentError("box", str(box), f"an interval for {symbol}")
        if not _is_assumed_rightly(symbol, *box.sides[symbol.name]):
            raise ArgumentError(
                "f",
                f,
                f"assumptions on {symbol} that hold for all {box}",
                "SymPy simplifies by them.",
            )
    real: Any = f.xreplace({s: sympy.Symbol(s.name, real=True) for s in symbols})
    return real


def _is_assumed_rightly(symbol: Any, low: Fraction, high: Fraction) -> bool:
    """Whether all of an interval is as SymPy assumes of a symbol."""
    wrong = (
        (symbol.is_positive and low <= 0)
        or (symbol.is_nonnegative and low < 0)
        or (symbol.is_negative and high >= 0)
        or (symbol.is_nonpositive and high > 0)
        or (symbol.is_zero is False and low <= 0 <= high)
    )
    return not wrong and not symbol.is_integer and symbol.is_real is not False


def _as_ball(value: Any) -> arb:
    if isinstance(value, arb):
        return value
    if isinstance(value, float):
        raise ExactnessError("the value of a function of balls", value)
    if isinstance(value, Fraction):
        return to_ball(value)
    if isinstance(value, int | fmpq):
        return arb(value)
    raise ArgumentError("the value of a function of balls", value, "a flint.arb")
