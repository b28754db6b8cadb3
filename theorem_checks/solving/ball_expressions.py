"""SymPy expressions as functions of balls and of Taylor series with balls as coefficients."""

import operator
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import lru_cache, partial, reduce
from typing import Any

import sympy
from flint import arb, arb_series, ctx

from theorem_checks.errors import ArgumentError, ExactnessError
from theorem_checks.statements.arrays.element_functions import LargestSingularValue
from theorem_checks.statements.arrays.function_values import as_ball, largest_singular_value
from theorem_checks.statements.exact import way_out_of
from theorem_checks.statements.values.irrational import Irrational

__all__ = ["NoSeriesError", "ball_function", "hull", "shown_apart", "singular_parts"]

Number = arb | arb_series
Step = Callable[..., Number]


class NoSeriesError(ArithmeticError):
    """A function has no Taylor series here: a kink, a pole, or one that FLINT does not have."""


_DIGITS = 12
_MOST_DIGITS = 300


def shown_apart(one: arb, other: arb) -> tuple[str, str]:
    """Two disjoint balls in decimals, with as many digits as it takes to see that they differ."""
    digits = _DIGITS
    with ctx.workprec(4 * _MOST_DIGITS):
        while digits < _MOST_DIGITS and arb(one.str(digits)).overlaps(arb(other.str(digits))):
            digits += 3
    return _decimals(one, digits), _decimals(other, digits)


def _decimals(ball: arb, digits: int) -> str:
    if ball.is_integer():
        return str(ball.unique_fmpz())
    return ball.str(digits)


def hull(low: arb, high: arb) -> arb:
    """A ball that contains two balls and all that lies between them."""
    return low.union(high)


def ball_function(expression: sympy.Expr) -> Callable[[Mapping[str, Any]], Any]:
    """Translate an expression to a function of balls or series, given by the symbols' names.

    The translation goes through an explicit table of functions; what is not in it raises
    `ArgumentError`, a floating-point number in the expression `ExactnessError`.
    """
    parts = list(dict.fromkeys(sympy.postorder_traversal(expression)))
    parts = [part for part in parts if isinstance(part, sympy.Expr)]
    places = {part: place for place, part in enumerate(parts)}
    return partial(_run, [_step(part, places) for part in parts])


def _run(program: list[tuple[Step, list[int]]], values: Mapping[str, Any]) -> Any:
    """The result of the last step of a program, each on results of those before."""
    done: list[Any] = []
    for step, places_of_arguments in program:
        done.append(step(values, *(done[place] for place in places_of_arguments)))
    return done[-1]


def singular_parts(expression: sympy.Expr) -> set[sympy.Expr]:
    """The parts of an expression that may be undefined for some real arguments."""
    parts: set[Any] = expression.atoms(sympy.Pow, sympy.Function, sympy.hyper)
    return {part for part in parts if not _is_defined_everywhere(part)}


def _is_defined_everywhere(part: Any) -> bool:
    if isinstance(part, sympy.Pow):
        return bool(part.exp.is_Integer and part.exp > 0)
    return isinstance(part, _DEFINED_EVERYWHERE)


def _step(part: sympy.Expr, places: Mapping[sympy.Expr, int]) -> tuple[Step, list[int]]:
    """The operation at the head of an expression, and where its arguments stand."""
    if isinstance(part, sympy.Float):
        raise ExactnessError("a number in the expression", part)
    if isinstance(part, sympy.Symbol):
        return operator.itemgetter(part.name), []
    if isinstance(part, sympy.Rational):
        exact = Fraction(int(part.p), int(part.q))
        return lambda _values: as_ball(exact), []
    if isinstance(part, Irrational):
        return lambda _values: _ball_of(part.meant, ctx.prec), []
    if part in _CONSTANTS:
        constant = _CONSTANTS[part]
        return lambda _values: constant(), []
    operation = _operation(part)
    if operation is None:
        known = ", ".join(sorted(head.__name__ for head in _OPERATIONS))
        hint = way_out_of(part)
        raise ArgumentError("expression", part, f"functions among {known}, hyper", hint)
    return operation, [places[argument] for argument in _flat_arguments(part)]


@lru_cache(4096)
def _ball_of(number: sympy.Expr, _bits: int) -> Any:
    """A ball around a number, at the current precision, which is named so that each is kept."""
    return ball_function(number)({})


def _operation(part: Any) -> Step | None:
    """What the head of an expression does to its arguments, None if it is not in the table."""
    if isinstance(part, sympy.hyper):
        return _hypergeometric(part)
    if isinstance(part, sympy.Pow) and part.exp.is_Integer:
        exponent = int(part.exp)
        return lambda _values, base, _: _integer_power(base, exponent)
    operation = next((op for head, op in _OPERATIONS.items() if isinstance(part, head)), None)
    return operation and (lambda _values, *given: operation(*given))


def _flat_arguments(part: sympy.Expr) -> list[Any]:
    """The arguments; those of a hypergeometric function stand in two tuples and one more."""
    if isinstance(part, sympy.hyper):
        return [*part.ap, *part.bq, part.argument]
    return list(part.args)


def _sum(*terms: Any) -> Any:
    return reduce(operator.add, terms)


def _product(*factors: Any) -> Any:
    return reduce(operator.mul, factors)


def _inverse(x: Number) -> Number:
    if isinstance(x, arb_series) and x[0].contains(0):
        raise NoSeriesError("a pole")
    return 1 / x


def _integer_power(base: Number, exponent: int) -> Number:
    """The power, over a ball as tight as its ends allow."""
    if exponent < 0:
        return _inverse(_integer_power(base, -exponent))
    if isinstance(base, arb_series):
        return _repeated(base, exponent)
    if exponent % 2 == 0:
        ends = (base.abs_lower(), base.abs_upper())
    else:
        ends = (base.lower(), base.upper())
    low, high = (_repeated(end, exponent) for end in ends)
    return hull(low, high)


def _repeated(base: Any, exponent: int) -> Any:
    """A product of equal factors, by squaring."""
    result: Any = arb(1)
    for bit in f"{exponent:b}":
        result = result * result
        if bit == "1":
            result = result * base
    return result


def _power(base: Number, exponent: Number) -> Number:
    if isinstance(base, arb_series) or isinstance(exponent, arb_series):
        return _monotone("exp")(exponent * _monotone("log")(base))
    return base**exponent


def _absolute(x: Number) -> Number:
    if isinstance(x, arb):
        return hull(x.abs_lower(), x.abs_upper())
    if x[0].contains(0):
        raise NoSeriesError("a kink")
    return x if x[0] > 0 else -x


def _extreme(name: str) -> Step:
    def operation(*given: Any) -> arb:
        if any(isinstance(x, arb_series) for x in given):
            raise NoSeriesError("a kink")
        ends = [[x.lower() for x in given], [x.upper() for x in given]]
        low, high = (reduce(lambda a, b: getattr(a, name)(b), end) for end in ends)
        return hull(low, high)

    return operation


def _singular_value(rows: Any, columns: Any, *entries: Any) -> Any:
    """The largest singular value of a matrix, whose sizes are balls of one integer."""
    if any(isinstance(x, arb_series) for x in entries):
        raise NoSeriesError("a singular value")
    shape = (int(size.unique_fmpz()) for size in (rows, columns))
    return as_ball(0) + largest_singular_value(entries, *shape)


def _monotone(name: str) -> Step:
    """An increasing function: over a ball it takes the values between those at the ends."""

    def operation(x: Number) -> Number:
        if isinstance(x, arb):
            return hull(getattr(x.lower(), name)(), getattr(x.upper(), name)())
        return _series(name, x)

    return operation


def _direct(name: str) -> Step:
    """A function that FLINT evaluates over a whole ball."""
    return lambda x: getattr(x, name)() if isinstance(x, arb) else _series(name, x)


def _series(name: str, x: arb_series) -> Any:
    if name == "exp":
        return _exponential(x)
    if name == "tanh":
        return 1 - 2 * _inverse(_exponential(2 * x) + 1)
    if name in ("sinh", "cosh"):
        sign = 1 if name == "cosh" else -1
        return (_exponential(x) + sign * _exponential(-x)) / 2
    if not hasattr(x, name):
        raise NoSeriesError(name)
    return getattr(x, name)()


def _exponential(x: arb_series) -> Any:
    """The exponential, whose constant coefficient is as tight as that of a ball."""
    rest = arb_series([arb(0), *(x[k] for k in range(1, x.prec))], prec=x.prec)
    return _monotone("exp")(x[0]) * rest.exp()


def _hypergeometric(part: Any) -> Step:
    shape = (len(part.ap), len(part.bq))
    names = {(2, 1): "hypgeom_2f1", (1, 1): "hypgeom_1f1", (0, 1): "hypgeom_0f1"}
    if shape not in names:
        raise ArgumentError("expression", part, "a hypergeometric function 2F1, 1F1 or 0F1")

    def operation(_values: Mapping[str, Any], *given: Number) -> Number:
        *parameters, argument = given
        if any(isinstance(x, arb_series) for x in given):
            raise NoSeriesError(names[shape])
        return getattr(argument, names[shape])(*parameters)

    return operation


_CONSTANTS: Mapping[sympy.Expr, Callable[[], arb]] = {
    sympy.pi: arb.pi,
    sympy.E: arb.const_e,
    sympy.EulerGamma: arb.const_euler,
}

_OPERATIONS: Mapping[Any, Step] = {
    sympy.Add: _sum,
    sympy.Mul: _product,
    sympy.Pow: _power,
    sympy.Abs: _absolute,
    sympy.Max: _extreme("max"),
    sympy.Min: _extreme("min"),
    sympy.exp: _monotone("exp"),
    sympy.log: _monotone("log"),
    sympy.atan: _monotone("atan"),
    sympy.acos: _monotone("acos"),
    sympy.asin: _monotone("asin"),
    sympy.tanh: _monotone("tanh"),
    sympy.sinh: _monotone("sinh"),
    sympy.erf: _monotone("erf"),
    sympy.cosh: _direct("cosh"),
    sympy.sin: _direct("sin"),
    sympy.cos: _direct("cos"),
    sympy.tan: _direct("tan"),
    sympy.gamma: _direct("gamma"),
    sympy.loggamma: _direct("lgamma"),
    LargestSingularValue: _singular_value,
}

_DEFINED_EVERYWHERE = (
    *(sympy.Abs, sympy.Max, sympy.Min, sympy.exp, sympy.atan, sympy.tanh, sympy.sinh),
    *(sympy.erf, sympy.cosh, sympy.sin, sympy.cos),
)
