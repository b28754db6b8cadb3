"""The second look at a function that was traced: it is run at numbers, and must do the same there.

A function that branches on the type or the size of what it gets can pass through a trace and be
another one at numbers. So after a proof the same function is run at concrete points, small ones
and some well beyond: on bare integers and fractions, as it is used elsewhere, and where it makes
floats of these or does not take them, on symbolic scalars of the same numbers. What it returns is
compared with what its trace says there. Its code has to go the same ways, too, so that a question
of types is found whatever the numbers are. This is a test; what keeps a trace honest are the
refusals of `statements.questions`.
"""

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, cast

import sympy as sp

from theorem_checks.errors import ArgumentError, ExactnessError, UndecidedQuestionError
from theorem_checks.statements.control_flow import other_ways, ways_of
from theorem_checks.statements.exact import to_expression
from theorem_checks.statements.scalars import symbolic, unwrapped
from theorem_checks.statements.tracing import traced

__all__ = ["bits_at", "numbers_from", "require_as_traced", "same_value"]

MOST_BITS = 10**6
"""Of a number at a point; points with larger ones are left out."""

_BEYOND = (13, 16, 31, 64, 97, 100, 128, 365, 997, 1000, 1024, 10_007)
_DIGITS = 30
_CLOSE = 1e-9


def numbers_from(start: int) -> Iterator[int]:
    """About twenty integers from `start` on: ten in a row, and some well beyond."""
    yield from range(start, start + 10)
    yield from (k for k in _BEYOND if k >= start + 10)


def require_as_traced(
    name: str,
    function: Callable[..., Any],
    points: Iterable[Mapping[str, Any]],
    expected: Callable[[Mapping[str, Any]], Any],
    *,
    symbols: Sequence[Any],
    same: Callable[[Any, Any], bool] | None = None,
) -> int:
    """Run an author's function at points, and compare with what its trace says there.

    **Arguments**

    - `name` of the function, for messages; the `function`.
    - `points`: its arguments by name, in order: integers, fractions, expressions, tuples of them.
    - `expected`: the value at a point by the trace, or None where the trace has none.
    - `symbols`: its arguments in the trace, as expressions or tuples of them.
    - `same`: whether what was found is what was expected; by default `same_value`.

    **Returns** at how many points the two were compared.

    **Raises** `ArgumentError` naming the first point at which they differ, or where the code of the
    function goes other ways than in the trace.
    """
    compared, first = 0, None
    for point in points:
        value = expected(point)
        if value is None:
            continue
        found = _run(function, point, value, same or same_value)
        if found is not None:
            there = f"it {found}, and for symbols it gives what is {_brief(value)} there"
            raise _differs(name, function, point, there, "the type or the size")
        compared += 1
        first = first or point
    if first:
        _require_same_ways(name, function, symbols, first)
    return compared


def _require_same_ways(
    name: str, function: Callable[..., Any], symbols: Sequence[Any], point: Mapping[str, Any]
) -> None:
    """Raise `ArgumentError` where the author's code branches otherwise on numbers."""
    try:
        _, concrete = ways_of(lambda: traced(function, *map(_bare, point.values())))
    except Exception:  # whatever the function does on bare numbers is told by the comparison
        return
    _, symbolic_ones = ways_of(lambda: traced(function, *map(_scalars, symbols)))
    if found := other_ways(symbolic_ones, concrete):
        there = f"its code goes another way than for symbols: {'; '.join(found)}"
        raise _differs(name, function, point, there, "the type")


def _differs(
    name: str, function: Callable[..., Any], point: Mapping[str, Any], there: str, asked: str
) -> ArgumentError:
    """The error of a function that does something else at a point than for symbols."""
    at = ", ".join(f"{key} = {_brief(part)}" for key, part in point.items())
    return ArgumentError(
        name,
        getattr(function, "__name__", function),
        "a function that does the same for symbols and for numbers",
        f"At {at} {there}. If it asks for {asked} of its arguments, prove the cases apart.",
    )


def same_value(found: Any, expected: Any) -> bool:
    """Whether two values, or tuples of them, are equal: as expressions, or to thirty digits.

    Other symbols in them are given numbers.
    """
    if isinstance(expected, tuple | list):
        if not isinstance(found, tuple | list) or len(found) != len(expected):
            return False
        return all(map(same_value, found, expected))
    if isinstance(found, tuple | list):
        return False
    if isinstance(found, float):
        number = _number(to_expression(expected))
        return not math.isfinite(found) or number is None or _close(found, number)
    left, right = to_expression(found, "the value"), to_expression(expected, "the value")
    if left == right:
        return True
    difference = sp.Add(left, sp.Mul(-1, right))
    if difference.is_zero is not None:
        return bool(difference.is_zero)
    one, other = _number(left), _number(right)
    return one is None or other is None or _close(one, other)


def bits_at(expression: Any, values: Mapping[sp.Symbol, Any]) -> float:
    """How many bits a number takes, roughly and at most, that an expression has at a point."""
    if expression in values:
        return bits_at(sp.sympify(values[expression]), {})
    if isinstance(expression, sp.Rational):
        return float(max(abs(int(expression.p)), int(expression.q)).bit_length())
    if not expression.args:
        return 8.0
    parts = [bits_at(part, values) for part in expression.args]
    if isinstance(expression, sp.Pow):
        base, exponent = parts
        return base * 2 ** min(exponent, 64)
    if isinstance(expression, sp.factorial | sp.gamma | sp.binomial | sp.RisingFactorial):
        largest = max(parts)
        return (largest + 1) * 2 ** min(largest, 64)
    return sum(parts) + len(parts)


def _run(
    function: Callable[..., Any],
    point: Mapping[str, Any],
    expected: Any,
    same: Callable[[Any, Any], bool],
) -> str | None:
    """How a function fails to give what is expected; None if it does not."""
    failure = None
    for form in (_bare, _scalars):
        try:
            found = unwrapped(traced(function, *map(form, point.values())))
            agrees = same(found, expected)
        except (ExactnessError, UndecidedQuestionError, OverflowError) as error:
            failure = f"raises {error}"
            continue
        except Exception as error:  # whatever the function does on numbers of this form
            failure = f"raises {type(error).__name__}: {error}"
            continue
        if not agrees:
            return f"gives {_brief(found)}"
        if not _has_float(found):
            return None
        failure = None
    return failure


def _bare(value: Any) -> Any:
    """Numbers as Python's own; whatever is no rational as a symbolic scalar."""
    if isinstance(value, tuple):
        return tuple(map(_bare, value))
    if isinstance(value, sp.Rational):
        value = Fraction(int(value.p), int(value.q))
    if isinstance(value, Fraction):
        return int(value) if value.denominator == 1 else value
    return value if isinstance(value, int) else symbolic(value)


def _scalars(value: Any) -> Any:
    return tuple(map(_scalars, value)) if isinstance(value, tuple) else symbolic(value)


def _has_float(value: Any) -> bool:
    if isinstance(value, tuple | list):
        return any(map(_has_float, value))
    return isinstance(value, float)


def _number(expression: sp.Expr) -> sp.Expr | None:
    """A number that an expression has where its symbols have some; None where none is known."""
    symbols = sorted(expression.free_symbols, key=str)
    values: dict[Any, Any] = {s: _value_for(s, 3 + 2 * i) for i, s in enumerate(symbols)}
    if bits_at(expression, values) > MOST_BITS:
        return None
    try:
        number = cast(sp.Expr, expression.xreplace(values)).evalf(_DIGITS)
    except (ArithmeticError, TypeError, ValueError, RecursionError):
        return None
    if not isinstance(number, sp.Expr) or not number.is_number or number.has(sp.nan, sp.zoo, sp.oo):
        return None
    return number


def _value_for(symbol: Any, size: int) -> sp.Rational:
    value = sp.Integer(2 * size if symbol.is_even else size)
    return -value if symbol.is_nonpositive else value


def _close(one: Any, other: Any) -> bool:
    try:
        size = max(sp.Abs(one), sp.Abs(other), sp.Integer(1))
        return bool(sp.Abs(sp.sympify(one) - other) <= _CLOSE * size)
    except (ArithmeticError, TypeError, ValueError):
        return True


def _brief(value: Any) -> str:
    text = str(value)
    return text if len(text) <= 60 else f"{text[:57]}..."
