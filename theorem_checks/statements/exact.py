"""Where exact values enter: integers, fractions, exact expressions; never a float.

Every engine takes its input through these functions, so that a float is an error
that names it and no string is ever evaluated.
"""

import itertools
import numbers
import re
from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import lcm
from typing import TYPE_CHECKING, Any, SupportsIndex, TypeAlias, cast

import sympy as sp
from sympy.core.function import AppliedUndef
from sympy.matrices.expressions.matexpr import MatrixElement
from sympy.matrices.matrixbase import MatrixBase

from theorem_checks.errors import ArgumentError, ExactnessError

__all__ = [
    "ExactLike",
    "to_expression",
    "to_fraction",
    "total",
    "unique_symbols",
    "way_out_of",
    "with_plain_entries",
]

if TYPE_CHECKING:
    ExactLike: TypeAlias = SupportsIndex | Fraction | str | sp.Expr
    """What may be written for an exact value: 3, Fraction(3, 10), '3/10', a SymPy expression."""
else:
    ExactLike = Any  # whatever is given has to reach the functions below, which name a float

_SMALL = {n: Fraction(n) for n in range(1, 100)}
_RATIO = re.compile(r"\s*[+-]?\d+(\s*/\s*\d+|\.\d+)?\s*", re.ASCII)


def to_fraction(value: object, name: str = "value") -> Fraction:
    """Return an exact rational number.

    **Arguments**: `value`, an integer, a fraction of any library, or a string such as '-3/10'
    or '0.1', which is one tenth; `name`, for messages.

    **Raises** `ExactnessError` for a float; `ArgumentError` for anything else.
    """
    if type(value) is int:
        return _SMALL.get(value) or Fraction(value)
    if type(value) is Fraction and type(value.numerator) is type(value.denominator) is int:
        return value
    value = getattr(value, "__expression__", value)  # of a symbolic scalar
    if isinstance(value, numbers.Rational):
        return Fraction(int(value.numerator), int(value.denominator))
    if isinstance(value, str) and _RATIO.fullmatch(value):
        top, _, bottom = value.replace(" ", "").partition("/")
        if int(bottom or 1) != 0:
            return Fraction(top) / int(bottom or 1)
    elif isinstance(value, sp.Rational) and value.is_finite:
        return Fraction(value.p, value.q)
    elif _is_inexact(value):
        raise ExactnessError(name, value)
    elif (pair := _numerator_and_denominator(value)) is not None:
        return Fraction(*pair)
    hint = "Give an int, a Fraction or a string like '3/10' or '0.3'."
    raise ArgumentError(name, value, "an exact rational number", hint)


_NOT_FINITE = frozenset((sp.nan, sp.zoo, sp.oo, -sp.oo))


def to_expression(value: object, name: str = "value") -> sp.Expr:
    """Return a SymPy expression without floats, infinities or undefined parts.

    **Raises** `ExactnessError` naming the first float in it; `ArgumentError` if it is no
    expression or contains infinity or NaN.
    """
    if (number := _rational(value)) is not None:
        return number
    value = getattr(value, "__expression__", value)  # of a symbolic scalar
    if isinstance(value, MatrixBase | sp.MatrixExpr):
        raise ArgumentError(name, value, "a SymPy expression of a number", _OF_MATRICES)
    if not isinstance(value, sp.Basic):
        exact = to_fraction(value, name)
        return sp.Rational(exact.numerator, exact.denominator)
    if not isinstance(value, sp.Expr):
        raise ArgumentError(name, value, "a SymPy expression")
    seen, left = set[sp.Basic](), [cast(sp.Basic, value)]
    while left:
        part = left.pop()
        if part.args:
            if part not in seen:
                seen.add(part)
                left += reversed(part.args)
        elif isinstance(part, sp.Float):
            raise ExactnessError(f"{name} (the part {part})" if part is not value else name, part)
        elif part in _NOT_FINITE:
            raise ArgumentError(name, value, "a finite expression", f"It contains {part}.")
    return value


def _rational(value: object) -> sp.Expr | None:
    """A number of the most frequent types, which nothing has to be asked of; else None."""
    if isinstance(value, sp.Rational):  # which is finite
        return value
    if type(value) is int:
        return sp.Integer(value)
    if type(value) is Fraction:
        return sp.Rational(value.numerator, value.denominator)
    return None


def total(numbers: Sequence[sp.Expr]) -> sp.Expr:
    """The sum of some expressions; of rational numbers over one denominator, at once."""
    if not all(isinstance(number, sp.Rational) for number in numbers):
        return sp.Add(*numbers)
    parts: Any = numbers
    bottom = lcm(*(part.q for part in parts))
    return sp.Rational(sum(part.p * (bottom // part.q) for part in parts), bottom)


_OF_MATRICES = (
    "Compare matrices of numbers entry by entry. Arrays of symbolic sizes come from a world,"
    " w.array('A', n, n), or from symbol_array; prove decides their equality."
)


def way_out_of(expression: sp.Basic) -> str:
    """What to do with a sum, a product or an integral that an engine does not take, or ''."""
    if expression.has(sp.Sum, sp.Product):
        return (
            "Sums and products over a range are decided by prove and prove_sum; write a finite"
            " one out, .doit()."
        )
    if expression.has(sp.Integral):
        return "No engine takes an Integral: carry it out, .doit(), and compare the derivatives."
    return ""


def with_plain_entries(*expressions: Any) -> list[Any]:
    """Put a symbol for each entry `A[0, 1]` of a symbolic matrix or array in some expressions.

    Where an index is a symbol, `a[n]` becomes a value of an unknown function of `n`: it is the same
    entry as `a[m]` wherever n = m.

    **Raises** `ArgumentError` where two arrays, or an array and a symbol or function, would meet
    in one name.
    """
    entries = set().union(*(e.atoms(MatrixElement, sp.Indexed) for e in expressions))
    if not entries:
        return list(expressions)
    symbolic = {e.args[0] for e in entries if not all(i.is_number for i in e.indices)}
    _require_names_of_their_own(entries, expressions)

    def plain(entry: Any) -> sp.Expr:
        if entry.args[0] in symbolic:
            return cast(sp.Expr, sp.Function(f"{entry.args[0]}[]")(*entry.indices))
        return sp.Symbol(str(entry))

    values = {entry: plain(entry) for entry in entries}
    return [expression.xreplace(values) for expression in expressions]


def _require_names_of_their_own(entries: Iterable[Any], expressions: Iterable[sp.Basic]) -> None:
    arrays = {str(entry.args[0]): entry.args[0] for entry in entries}
    taken = {str(entry) for entry in entries} | {f"{name}[]" for name in arrays}
    for entry in entries:
        if arrays[str(entry.args[0])] != entry.args[0]:
            hint = "Give each array a name of its own."
            raise ArgumentError("expression", entry, "one array of each name", hint)
    for expression in expressions:
        for part in expression.atoms(sp.Symbol, AppliedUndef):
            name = part.name if isinstance(part, sp.Symbol) else type(part).__name__
            if name in taken:
                expected = "no symbol or function that is named like an entry of an array"
                raise ArgumentError("expression", part, expected, "Give it another name.")


def unique_symbols(expressions: Iterable[sp.Basic], name: str = "expression") -> list[sp.Symbol]:
    """Return the free symbols, by name.

    **Raises** `ArgumentError` where two different symbols have one name: to SymPy `Symbol('n')`
    and `Symbol('n', integer=True)` are different, and an identity between them is never meant.
    """
    symbols: set[sp.Basic] = set().union(*(e.free_symbols for e in expressions))
    found = sorted((s for s in symbols if isinstance(s, sp.Symbol)), key=lambda s: s.name)
    for one, other in itertools.pairwise(found):
        if one.name == other.name:
            raise ArgumentError(
                name,
                one.name,
                "one symbol of each name",
                f"Two symbols are called {one.name!r} and have different assumptions. Make the"
                " symbol once and use it everywhere.",
            )
    return found


def _is_inexact(value: object) -> bool:
    if isinstance(value, float | complex | sp.Float):
        return True
    kind = getattr(getattr(value, "dtype", None), "kind", "")  # NumPy and JAX numbers, arrays
    return kind in ("f", "c")


def _numerator_and_denominator(value: object) -> tuple[int, int] | None:
    top, bottom = getattr(value, "p", None), getattr(value, "q", None)  # FLINT's rationals
    if top is not None and bottom is not None:
        return int(top), int(bottom)
    index = getattr(value, "__index__", None)  # NumPy's and FLINT's integers
    if index is None:
        return None
    try:
        return int(index()), 1
    except TypeError:
        return None
