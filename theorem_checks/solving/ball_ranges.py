"""Enclosures of the values of a real function over a box."""

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from typing import Any

import sympy
from flint import arb, arb_series, fmpq

from theorem_checks.errors import ArgumentError, ExactnessError, TheoremChecksError
from theorem_checks.solving.ball_expressions import (
    NoSeriesError,
    ball_function,
    singular_parts,
)
from theorem_checks.solving.boxes import Box, Point
from theorem_checks.solving.opaque_balls import on_opaque_balls
from theorem_checks.statements.arrays.function_values import as_ball
from theorem_checks.statements.exact import unique_symbols
from theorem_checks.statements.formulas import assumed_of
from theorem_checks.statements.reals.exactness import exact_rational
from theorem_checks.verdicts.counterexamples import assigned

__all__ = ["TAYLOR_ORDER", "BallFunction", "cancelled", "combined", "require_right_symbols"]

TAYLOR_ORDER = 5


class BallFunction:
    """A real function of named variables, with balls that contain its values.

    Given by a SymPy expression, or by a Python function that takes a ball for each variable by
    name, and may only compute with it. Only the former has Taylor series, and so enclosures that
    tighten fast.
    """

    def __init__(self, f: Any, box: Box) -> None:
        self.expression: sympy.Expr | None = None
        self.function: Callable[..., Any] | None = None
        self._call: Callable[[Mapping[str, Any]], Any]
        if _is_function(f):
            self.function = f
            self._call = on_opaque_balls(f)
            return
        self.expression = _expression(f, box)
        self._call = ball_function(self.expression)

    @classmethod
    def of_balls(cls, call: Callable[[Mapping[str, Any]], Any]) -> "BallFunction":
        """The function that is given by what it does to balls, and can be trusted with them."""
        made = cls.__new__(cls)
        made.expression, made.function, made._call = None, None, call
        return made

    def require_agreement(self, point: Point) -> None:
        """Run a Python function on numbers, and raise an error where its enclosure is another."""
        if self.function is None:
            return
        found = _as_ball(self.function(**{name: as_ball(value) for name, value in point.items()}))
        said = self.at(point)
        if said.is_finite() and not said.overlaps(found):
            shown = assigned(point)
            raise TheoremChecksError(
                f"The function is {said.str(15)} at {shown} as it computes for all numbers of a"
                f" ball, and {found.str(15)} as it computes on this number alone."
            )

    def at(self, point: Point) -> arb:
        """A ball around the value at an exact point."""
        return self.on_balls({name: as_ball(value) for name, value in point.items()})

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
        return _as_ball(self._call(balls))

    def coefficients(self, balls: Mapping[str, arb], variable: str, order: int) -> list[arb]:
        """Balls around the Taylor coefficients of order 0, ..., `order` in one variable.

        They contain the coefficients at all points of the given balls. Raises `NoSeriesError`
        where there are none.
        """
        moving = arb_series([balls[variable], 1], prec=order + 1)
        value = self._call({**balls, variable: moving})
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
        known = self.coefficients({name: as_ball(middle)}, name, TAYLOR_ORDER - 1)
        for coefficient in reversed(known):
            total = total * (balls[name] - as_ball(middle)) + coefficient
        return total

    def _mean_value(self, box: Box, balls: Mapping[str, arb]) -> arb:
        """The value at the midpoint, plus the slopes over the box times the way from it."""
        middle = box.middle()
        total = self.at(middle)
        for name in box.names:
            slope = self.coefficients(balls, name, 1)[1]
            total = total + slope * (balls[name] - as_ball(middle[name]))
        return total


def combined(operate: Callable[[Any, Any], Any], f: Any, g: Any, box: Box) -> BallFunction:
    """The difference, say, of f and g: an expression if both are, so that terms can cancel."""
    left, right = BallFunction(f, box), BallFunction(g, box)
    if left.expression is not None and right.expression is not None:
        return BallFunction(operate(left.expression, right.expression), box)

    return BallFunction.of_balls(lambda balls: operate(left.on_balls(balls), right.on_balls(balls)))


def cancelled(whole: BallFunction, *sides: BallFunction, box: Box) -> list[BallFunction]:
    """What may be undefined in a side, and has gone from the whole: log x in log x - log x."""
    if whole.expression is None:
        return []
    expressions = (side.expression for side in sides if side.expression is not None)
    gone = set().union(*map(singular_parts, expressions)) - singular_parts(whole.expression)
    return [BallFunction(part, box) for part in gone]


def require_right_symbols(box: Any, *functions: Any) -> None:
    """Raise `ArgumentError` where what SymPy assumes of a variable may not be so in its interval.

    SymPy simplifies by what it assumes of a symbol, and may have removed the symbol by it: it says
    that sin(pi n) is 0 for an integer n. So a variable that stands in no expression has to be given
    as the symbol that it is.
    """
    expressions = [f for f in functions if isinstance(f, sympy.Basic)]
    symbols = {s.name: s for s in unique_symbols([*expressions, *_symbols_of(box)], "box")}
    sides = Box.of(box)
    for name, symbol in symbols.items():
        if name in sides.names and (fact := _wrong_assumption(symbol, *sides.sides[name])):
            raise ArgumentError(
                "box",
                str(sides),
                f"an interval in which the assumption that {symbol} is {fact} says nothing new",
                "SymPy simplifies by the assumptions on a symbol. Make it without.",
            )
    if not any(map(_is_function, functions)) and (unused := set(sides.names) - set(symbols)):
        raise ArgumentError(
            "box",
            str(sides),
            f"no interval for {', '.join(sorted(unused))}, which stands in no expression",
            "If SymPy has simplified it away, give the interval by the symbol, {x: (0, 1)}.",
        )


def _is_function(f: Any) -> bool:
    return callable(f) and not isinstance(f, sympy.Basic)


def _symbols_of(box: Any) -> list[sympy.Basic]:
    return [name for name in box if isinstance(name, sympy.Basic)]


def _expression(f: Any, box: Box) -> sympy.Expr:
    """The function as an expression in real variables of the box."""
    if not isinstance(f, sympy.Basic):
        exact = exact_rational(f, "f")
        return sympy.Rational(exact.numerator, exact.denominator)
    if not isinstance(f, sympy.Expr):
        raise ArgumentError("f", f, "an expression or a function of balls")
    symbols: list[Any] = sorted(f.free_symbols, key=str)
    for symbol in symbols:
        if symbol.name not in box.names:
            raise ArgumentError("box", str(box), f"an interval for {symbol}")
    real: Any = f.xreplace({s: sympy.Symbol(s.name, real=True) for s in symbols})
    return real


_SIGNS: Mapping[str, Callable[[Fraction, Fraction], tuple[bool, bool]]] = {
    "positive": lambda low, high: (low > 0, high <= 0),
    "negative": lambda low, high: (high < 0, low >= 0),
    "nonnegative": lambda low, high: (low >= 0, high < 0),
    "nonpositive": lambda low, high: (high <= 0, low > 0),
    "nonzero": lambda low, high: (low > 0 or high < 0, low == high == 0),
    "zero": lambda low, high: (low == high == 0, low > 0 or high < 0),
}
"""Whether a property holds for all numbers of an interval, and whether it does for none."""

_OF_ALL_REALS: dict[str, bool] = dict.fromkeys(
    ("commutative", "real", "extended_real", "complex", "finite", "hermitian"), True
)
_OF_ALL_REALS |= {"infinite": False, "imaginary": False}


def _wrong_assumption(symbol: Any, low: Fraction, high: Fraction) -> str:
    """What is assumed of a symbol and is not so in all of an interval; '' if nothing is."""
    for fact, value in assumed_of(symbol).items():
        if _OF_ALL_REALS.get(fact) is value:
            continue
        sign = _SIGNS.get(fact.removeprefix("extended_"))
        if sign is None or not sign(low, high)[0 if value else 1]:
            return fact if value else f"not {fact}"
    return ""


def _as_ball(value: Any) -> arb:
    if isinstance(value, arb):
        return value
    if isinstance(value, float):
        raise ExactnessError("the value of a function of balls", value)
    if isinstance(value, Fraction):
        return as_ball(value)
    if isinstance(value, int | fmpq) and not isinstance(value, bool):
        return arb(value)
    raise ArgumentError("the value of a function of balls", value, "a flint.arb")
