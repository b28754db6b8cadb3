"""The value of a symbolic expression at a rational point, exactly, by Python's `fractions`.

The evaluator walks over SymPy's trees and leaves all arithmetic to `fractions` and `radicals`;
hyperbolic functions it lets SymPy rewrite by exponentials. It knows rational operations, roots,
integer functions, absolute values, maxima, cases, finite sums and products.

What has no exact value (exp, log, sin, an undefined function f) gets one by an interpretation:
a function drawn at random, with the one law of the real one that canonical forms use, namely
exp(u + v) = exp(u) exp(v), also of cos(u) + i sin(u), and Gamma(u + 1) = u Gamma(u). An identity
that follows from these laws holds for every interpretation; a value by interpretation refutes
nothing.
"""

import random
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import singledispatch
from math import ceil, factorial, floor, lcm
from typing import Any

import sympy as sp
from sympy.functions.elementary.hyperbolic import HyperbolicFunction

from theorem_checks.statements.values.radicals import NoExactValueError, Number, Radical, power

__all__ = ["Interpretation", "evaluate", "holds_at", "rational_value"]

_LONGEST_RANGE = 2000  # of a finite sum or product
_EXPONENT_UNIT = 12  # exp(u) has a value by interpretation where 12 u is an integer


class Interpretation:
    """Values, drawn at random from a seed, for functions that have no exact ones."""

    def __init__(self, seed: int) -> None:
        self._seed = seed
        self.is_lawless = False
        """Whether a value does not follow the law of addition: a difference says nothing."""

    def of(self, name: str, *arguments: Number) -> Fraction:
        """The value of the function at these arguments, the same whenever it is asked for."""
        key = repr((self._seed, name, arguments))
        source = random.Random(key)  # noqa: S311  # no secret hangs on it
        return Fraction(source.randint(1, 10**6), source.randint(1, 10**3))

    def exp(self, exponent: Fraction) -> Number:
        """A homomorphism from the rationals with denominator 12 to positive rationals."""
        if (exponent * _EXPONENT_UNIT).denominator != 1:
            raise NoExactValueError(f"exp({exponent}) is not interpreted")
        base = Fraction(2 + int(self.of("exp")) % 47)
        return power(base, exponent * _EXPONENT_UNIT)

    def turned(self, angle: Number) -> tuple[Fraction, Fraction]:
        """A cosine and a sine: of angles with denominator 12 a homomorphism to the circle.

        Of other angles they are those of some point of the circle, and of the opposite angle those
        of its mirror image.
        """
        if isinstance(angle, Radical):
            self.is_lawless = True
            return self._on_circle("turn", angle)
        steps = abs(angle) * _EXPONENT_UNIT
        if steps.denominator != 1 or steps > _LONGEST_RANGE:
            self.is_lawless = True
            cosine, sine = self._on_circle("turn", abs(angle))
        else:
            cosine, sine = Fraction(1), Fraction(0)
            c, s = self._on_circle("turn")
            for bit in bin(int(steps))[2:]:
                cosine, sine = cosine**2 - sine**2, 2 * cosine * sine
                if bit == "1":
                    cosine, sine = c * cosine - s * sine, s * cosine + c * sine
        return cosine, -sine if angle < 0 else sine

    def _on_circle(self, name: str, *arguments: Number) -> tuple[Fraction, Fraction]:
        slope = Fraction(1 + int(self.of(name, *arguments)) % 46, 47)
        return (1 - slope**2) / (1 + slope**2), 2 * slope / (1 + slope**2)

    def gamma(self, argument: Fraction) -> Fraction:
        """A solution of Gamma's functional equation off the integers."""
        start = argument % 1
        steps = int(argument - start)
        if abs(steps) > _LONGEST_RANGE:
            raise NoExactValueError(f"gamma({argument}) is too large")
        value = self.of("gamma", start)
        for i in range(abs(steps)):
            value = value * (start + i) if steps > 0 else value / (start - i - 1)
        return value


def evaluate(
    expression: sp.Basic,
    point: Mapping[sp.Symbol, Fraction],
    interpretation: Interpretation | None = None,
) -> Number:
    """Return the value of an expression at a point.

    **Arguments**: `point`, a rational for each free symbol; `interpretation`, for functions
    without exact values (without one these raise).

    **Raises** `ZeroDivisionError` where the expression is not defined; `NoExactValueError` where
    its value is not known exactly.
    """
    return _Evaluator(point, interpretation).value(expression)


def rational_value(expression: sp.Basic) -> Fraction:
    """The value of an expression without symbols.

    **Raises** `NoExactValueError` for an irrational one.
    """
    found = evaluate(expression, {})
    if not isinstance(found, Fraction):
        raise NoExactValueError(f"{expression} is irrational")
    return found


def holds_at(condition: sp.Basic, point: Mapping[sp.Symbol, Fraction]) -> bool:
    """Say whether a condition made of (in)equalities, And, Or and Not is true at a point."""
    return _Evaluator(point, None).truth(condition)


class _Evaluator:
    """The values of an expression's parts at one point, each computed once."""

    def __init__(
        self, point: Mapping[sp.Symbol, Fraction], interpretation: Interpretation | None
    ) -> None:
        self.point, self._interpretation = point, interpretation
        self._known: dict[sp.Basic, Number] = {}

    def value(self, e: Any) -> Number:
        if e not in self._known:
            self._known[e] = _value(e, self)
        return self._known[e]

    def product(self, values: Any) -> Number:
        """The product, with one step to lowest terms for all rational factors."""
        top, bottom, others = 1, 1, []
        for value in values:
            if isinstance(value, Fraction):
                top, bottom = top * value.numerator, bottom * value.denominator
            else:
                others.append(value)
        result: Number = Fraction(top, bottom)
        for value in others:
            result = result * value
        return result

    def total(self, values: Any) -> Number:
        """The sum, with one step to lowest terms for all rational terms."""
        kept = list(values)
        rational = [value for value in kept if isinstance(value, Fraction)]
        below = lcm(*(value.denominator for value in rational))
        top = sum(value.numerator * (below // value.denominator) for value in rational)
        others = (value for value in kept if not isinstance(value, Fraction))
        return sum(others, Fraction(top, below))

    def over_range(self, e: Any, depth: int) -> Number:
        """A finite sum or product over the first `depth` indices, the last of them outermost.

        Where the upper end lies below the start there are no terms, as in print, and not those in
        between with the other sign, as SymPy has it.
        """
        if depth == 0:
            return self.value(e.function)
        index, *ends = e.limits[depth - 1]
        first, last = (self.integer(end) for end in ends)
        if abs(last - first) > _LONGEST_RANGE:
            raise NoExactValueError(f"{e} has too many terms")
        values = [self.at(index, k).over_range(e, depth - 1) for k in range(first, last + 1)]
        return self.total(values) if isinstance(e, sp.Sum) else self.product(values)

    def at(self, index: Any, value: int) -> "_Evaluator":
        """The evaluator with a value for one more symbol."""
        return _Evaluator({**self.point, index: Fraction(value)}, self._interpretation)

    def function(self, e: Any) -> Number:
        exact = _EXACT.get(e.func)
        if exact is not None:
            return exact(*(self.rational(a) for a in e.args))
        if self._interpretation is None or not (isinstance(e, sp.Function) or e.is_number):
            raise NoExactValueError(f"{e} has no value that is known exactly")
        if not isinstance(e, sp.Function):  # a number, such as pi or the root of a polynomial
            return self._interpretation.of(str(e))
        return self._interpretation.of(str(e.func), *(self.value(a) for a in e.args))

    def exp(self, exponent: Fraction) -> Number:
        if self._interpretation is None:
            raise NoExactValueError(f"exp({exponent}) is not algebraic")
        return self._interpretation.exp(exponent)

    def turned(self, angle: Any) -> tuple[Fraction, Fraction]:
        at = self.value(angle)
        if at == 0:
            return Fraction(1), Fraction(0)
        if self._interpretation is None:
            raise NoExactValueError(f"cos({angle}) is not algebraic")
        return self._interpretation.turned(at)

    def gamma(self, argument: Fraction) -> Fraction:
        if argument.denominator == 1:
            return _factorial(argument - 1)
        if self._interpretation is None:
            raise NoExactValueError(f"gamma({argument}) is not rational")
        return self._interpretation.gamma(argument)

    def rational(self, e: Any) -> Fraction:
        value = self.value(e)
        if isinstance(value, Radical):
            raise NoExactValueError(f"{e} is irrational here")
        return value

    def integer(self, e: Any) -> int:
        value = self.rational(e)
        if value.denominator != 1:
            raise ZeroDivisionError(f"{e} is no integer here")
        return int(value)

    def truth(self, condition: Any) -> bool:
        if isinstance(condition, sp.And):
            return all(self.truth(a) for a in condition.args)
        if isinstance(condition, sp.Or):
            return any(self.truth(a) for a in condition.args)
        if isinstance(condition, sp.Not):
            return not self.truth(condition.args[0])
        if condition in (sp.true, sp.false):
            return condition is sp.true
        if isinstance(condition, sp.Eq | sp.Ne):
            same = self.value(condition.args[0]) == self.value(condition.args[1])
            return same is isinstance(condition, sp.Eq)
        comparison = _COMPARISONS.get(type(condition))
        if comparison is None:
            raise NoExactValueError(f"{condition} is no condition that can be evaluated")
        return comparison(*(self.rational(a) for a in condition.args))


@singledispatch
def _value(e: Any, at: _Evaluator) -> Number:
    """The value of one node; by its type."""
    return at.function(e)


@_value.register
def _(e: sp.Rational, _at: _Evaluator) -> Number:
    return Fraction(e.p, e.q)


@_value.register
def _(e: sp.Symbol, at: _Evaluator) -> Number:
    return at.point[e]


@_value.register
def _(e: sp.Add, at: _Evaluator) -> Number:
    return at.total(at.value(a) for a in e.args)


@_value.register
def _(e: sp.Mul, at: _Evaluator) -> Number:
    return at.product(at.value(a) for a in e.args)


@_value.register
def _(e: sp.Pow, at: _Evaluator) -> Number:
    base, exponent = at.value(e.base), at.value(e.exp)
    if isinstance(exponent, Radical):
        raise NoExactValueError(f"{e} has an irrational exponent")
    return power(base, exponent)


@_value.register(type(sp.I))
def _(_: Any, _at: _Evaluator) -> Number:
    return power(Fraction(-1), Fraction(1, 2))


@_value.register(type(sp.E))
def _(_: Any, at: _Evaluator) -> Number:
    return at.exp(Fraction(1))


@_value.register(sp.exp)
def _(e: Any, at: _Evaluator) -> Number:
    return at.exp(at.rational(e.exp))


@_value.register(HyperbolicFunction)
def _(e: Any, at: _Evaluator) -> Number:
    return at.value(e.rewrite(sp.exp))


@_value.register(sp.cos)
def _(e: Any, at: _Evaluator) -> Number:
    return at.turned(e.args[0])[0]


@_value.register(sp.sin)
def _(e: Any, at: _Evaluator) -> Number:
    return at.turned(e.args[0])[1]


@_value.register(sp.tan)
def _(e: Any, at: _Evaluator) -> Number:
    cosine, sine = at.turned(e.args[0])
    return sine / cosine


@_value.register(sp.gamma)
def _(e: Any, at: _Evaluator) -> Number:
    return at.gamma(at.rational(e.args[0]))


@_value.register(sp.Piecewise)
def _(e: Any, at: _Evaluator) -> Number:
    for value, condition in e.args:
        if at.truth(condition):
            return at.value(value)
    raise ZeroDivisionError(f"{e} is not defined here")


@_value.register(sp.Sum)
@_value.register(sp.Product)
def _(e: Any, at: _Evaluator) -> Number:
    return at.over_range(e, len(e.limits))


def _factorial(n: Fraction) -> Fraction:
    if n.denominator != 1:
        raise NoExactValueError(f"the factorial of {n} is not rational")
    if n < 0:
        raise ZeroDivisionError(f"the factorial of {n} is not defined")
    if n > _LONGEST_RANGE:
        raise NoExactValueError(f"the factorial of {n} is too large")
    return Fraction(factorial(int(n)))


def _rising(x: Fraction, k: Fraction) -> Fraction:
    if k.denominator != 1 or abs(k) > _LONGEST_RANGE:
        raise NoExactValueError(f"the rising factorial of {x} by {k} is not computed")
    value = Fraction(1)
    for i in range(abs(int(k))):
        value = value * (x + i) if k > 0 else value / (x - i - 1)
    return value


def _binomial(n: Fraction, k: Fraction) -> Fraction:
    if k.denominator != 1 or (k < 0 and n < 0):  # conventions differ for two negative integers
        raise NoExactValueError(f"the binomial of {n} over {k} is not computed")
    return _rising(n - k + 1, k) / _factorial(k) if k >= 0 else Fraction(0)


def _modulo(a: Fraction, b: Fraction) -> Fraction:
    return a % b


_EXACT: dict[Any, Callable[..., Any]] = {
    sp.factorial: _factorial,
    sp.binomial: _binomial,
    sp.RisingFactorial: _rising,
    sp.FallingFactorial: lambda x, k: _rising(x - k + 1, k),
    sp.Abs: abs,
    sp.Max: max,
    sp.Min: min,
    sp.sign: lambda x: Fraction((x > 0) - (x < 0)),
    sp.floor: lambda x: Fraction(floor(x)),
    sp.ceiling: lambda x: Fraction(ceil(x)),
    sp.Mod: _modulo,
    sp.KroneckerDelta: lambda i, j: Fraction(int(i == j)),
    sp.Heaviside: lambda x, at_zero=Fraction(1, 2): at_zero if x == 0 else Fraction(int(x > 0)),
}

_COMPARISONS: dict[Any, Callable[[Fraction, Fraction], bool]] = {
    sp.StrictLessThan: lambda a, b: a < b,
    sp.LessThan: lambda a, b: a <= b,
    sp.StrictGreaterThan: lambda a, b: a > b,
    sp.GreaterThan: lambda a, b: a >= b,
}
