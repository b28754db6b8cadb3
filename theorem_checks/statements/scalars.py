"""Scalars that a function is handed in place of numbers: they compute, and answer what is decided.

SymPy's own symbols say that `n == 3` is False and that `n > 0` is a formula, which is true as a
condition; and they cannot be taught better, as SymPy asks these questions itself. So a function
is handed a wrapper round a SymPy expression. It computes as numbers do, and answers a question
where SymPy's assumptions decide it for all values (`n > 0` of a positive n); any other is refused.
Functions that Python's numbers do not have stand in `statements.functions`.
"""

import operator
import sys
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from contextvars import ContextVar
from fractions import Fraction
from functools import lru_cache, partial
from math import gcd
from types import FrameType
from typing import TYPE_CHECKING, Any, cast

import numpy as np
import sympy as sp

from theorem_checks.collecting import collected_in
from theorem_checks.errors import ArgumentError, DivisionByZeroError
from theorem_checks.statements.control_flow import is_authors
from theorem_checks.statements.exact import to_expression
from theorem_checks.statements.questions import (
    SymbolicNumber,
    SymbolicValue,
    being_asked,
    decided_or_refused,
    refuse,
)

__all__ = ["SymbolicScalar", "divisors_recorded", "note_divisor", "symbolic", "unwrapped"]


class SymbolicScalar(SymbolicNumber):
    """A real, complex or integer number as an expression in symbols; see the module.

    Supports `+`, `-`, `*`, `/`, `**`, `//`, `%`, `abs`, with exact numbers, SymPy expressions and
    others of its kind. A comparison is answered where the sign of the difference is known from the
    assumptions on the symbols.
    """

    __slots__ = ("_value",)

    _way_out = (
        "Prove the cases apart, the numbers one by one and then the symbol from there on; give the"
        " symbol the assumption that decides it; and in place of functions of SymPy, NumPy or math"
        " use sqrt, exp, log, factorial, binomial, ... of theorem_checks, and abs(x) in place of a"
        " branch on a sign."
    )

    if TYPE_CHECKING:  # they are installed below

        def __add__(self, other: Any) -> Any: ...

        __sub__ = __mul__ = __truediv__ = __pow__ = __floordiv__ = __mod__ = __add__
        __radd__ = __rsub__ = __rmul__ = __rtruediv__ = __rpow__ = __add__
        __rfloordiv__ = __rmod__ = __add__

    def __init__(self, expression: sp.Expr) -> None:
        _hold(self, expression)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a symbolic scalar has no {name} that could be set")

    @property
    def expression(self) -> sp.Expr:
        """The expression, for the toolkit; to an author's function SymPy would answer silently."""
        held = _held(self)
        if not held.is_Number and _asked_by_author() and held.free_symbols:
            refuse(f"the expression {held}", self, self._way_out)
        return held

    __expression__ = expression

    def __repr__(self) -> str:
        held = _held(self)
        if not held.is_Number and _asked_by_author() and held.free_symbols:
            refuse(f"repr({held})", self, self._way_out)
        return str(held)

    def __neg__(self) -> "SymbolicScalar":
        return SymbolicScalar(-_held(self))

    def __pos__(self) -> "SymbolicScalar":
        return self

    def __abs__(self) -> "SymbolicScalar":
        return SymbolicScalar(sp.Abs(_held(self)))

    def __divmod__(self, other: object) -> Any:
        me: Any = self  # its operators are installed below
        return me // other, me % other

    def __hash__(self) -> int:
        return hash(self._number("hash"))

    def __int__(self) -> int:
        held = _held(self)
        return int(held.p) if isinstance(held, sp.Integer) else int(self._number("int"))

    def __index__(self) -> int:
        held = _held(self)
        if isinstance(held, sp.Integer):
            return int(held.p)
        number = self._number("index")
        if number.denominator != 1:
            raise TypeError(f"{number} is no integer")
        return int(number)

    def __str__(self) -> str:
        return str(self._number("str"))

    def __format__(self, spec: str) -> str:
        return format(self._number("format"), spec)

    def __bool__(self) -> bool:
        return bool(self != 0)

    def __floor__(self) -> "SymbolicScalar":
        return SymbolicScalar(sp.floor(_held(self)))

    def __ceil__(self) -> "SymbolicScalar":
        return SymbolicScalar(sp.ceiling(_held(self)))

    def minimum(self, other: object) -> "SymbolicScalar":
        """The smaller of this and another number."""
        one, two = _held(self), _held(symbolic(other, "other"))
        if one.is_Rational and two.is_Rational:  # SymPy sorts and filters first
            return SymbolicScalar(one if one.p * two.q <= two.p * one.q else two)
        return SymbolicScalar(sp.Min(one, two))

    def maximum(self, other: object) -> "SymbolicScalar":
        """The larger of this and another number."""
        one, two = _held(self), _held(symbolic(other, "other"))
        if one.is_Rational and two.is_Rational:  # SymPy sorts and filters first
            return SymbolicScalar(one if one.p * two.q >= two.p * one.q else two)
        return SymbolicScalar(_largest(one, two))

    def _number(self, question: str) -> Fraction:
        """The value, if it is a rational number; else the question is refused."""
        held = _held(self)
        if isinstance(held, sp.Rational):
            return Fraction(int(held.p), int(held.q))
        refuse(f"{question}({self!r})", self, self._way_out)


@lru_cache(maxsize=10_000)
def _largest(one: sp.Expr, two: sp.Expr) -> sp.Expr:
    """The larger of two: the same layers are traced again and again, and SymPy keeps none.

    Numbers that are not rational are compared as SymPy does, by the leading digits of what they
    differ by, once in place of five times.
    """
    if _is_compared(one) and _is_compared(two):
        apart = cast(Any, one - two).evalf(2)
        if apart.is_comparable and apart != 0:
            return one if apart > 0 else two
    return sp.Max(one, two)


def _is_compared(value: sp.Expr) -> bool:
    """Whether it is one number, whose digits are known, and not a larger or smaller one of some."""
    return value.is_number and bool(value.is_comparable) and not isinstance(value, sp.Max | sp.Min)


_hold: Callable[..., None] = SymbolicScalar.__dict__["_value"].__set__
_held: Callable[..., Any] = SymbolicScalar.__dict__["_value"].__get__
del SymbolicScalar._value  # pyright: ignore  # so that no attribute of a scalar answers silently


def _made(expression: sp.Expr) -> SymbolicScalar:
    """A scalar that holds an expression, made in fewer steps of Python, as most are made here."""
    made = object.__new__(SymbolicScalar)
    _hold(made, expression)
    return made


def _asked_by_author() -> bool:
    """Whether the code that asks a scalar for what it holds is an author's, run on symbols now."""
    if not being_asked():
        return False
    frame: FrameType | None = sys._getframe(1)
    while frame and frame.f_code.co_name in ("__repr__", "expression", "_asked_by_author"):
        frame = frame.f_back
    return frame is not None and is_authors(frame.f_code.co_filename)


def symbolic(value: object, name: str = "value") -> SymbolicScalar:
    """Return a number or a SymPy expression as a symbolic scalar.

    **Raises** `ExactnessError` for a float; `ArgumentError` for what is no finite expression.
    """
    if isinstance(value, SymbolicScalar):
        return value
    return _made(to_expression(value, name))


def unwrapped(value: Any) -> Any:
    """Return what a function computed with SymPy expressions in place of symbolic scalars.

    Looks into tuples, lists and mappings.
    """
    if isinstance(value, SymbolicScalar):
        return _held(value)
    if isinstance(value, tuple | list):
        return type(value)(unwrapped(part) for part in value)
    if isinstance(value, Mapping):
        return {key: unwrapped(part) for key, part in value.items()}
    return value


def _other(value: object) -> sp.Expr | None:
    """The other operand as an expression; None for what does its own arithmetic."""
    if isinstance(value, SymbolicScalar):
        return _held(value)
    if type(value) is int:  # as most others are
        return sp.Integer(value)
    if isinstance(value, np.ndarray | SymbolicValue) or hasattr(value, "__number_system__"):
        return None
    return _held(symbolic(value, "a number beside a symbolic scalar"))


def _install(name: str, compute: Callable[[Any, Any], Any]) -> None:
    def forward(self: SymbolicScalar, other: object) -> Any:
        like = _held(other) if type(other) is SymbolicScalar else _other(other)
        return NotImplemented if like is None else _made(compute(_held(self), like))

    def backward(self: SymbolicScalar, other: object) -> Any:
        like = _other(other)
        return NotImplemented if like is None else _made(compute(like, _held(self)))

    setattr(SymbolicScalar, f"__{name}__", forward)
    setattr(SymbolicScalar, f"__r{name}__", backward)


_divided_by: ContextVar[list[sp.Expr] | None] = ContextVar("divided_by", default=None)


def divisors_recorded() -> AbstractContextManager[list[sp.Expr]]:
    """Collect what is divided by inside and may be 0, before SymPy cancels it: n in n / n."""
    return collected_in(_divided_by)


def note_divisor(b: sp.Expr) -> None:
    """Take note of a number that must not be 0, unless it is seen not to be."""
    record = _divided_by.get()
    if record is not None and b.is_zero is not False:
        record.append(b)


def _quotient(a: sp.Expr, b: sp.Expr) -> sp.Expr:
    if b.is_zero:
        raise DivisionByZeroError(f"({a}) / ({b})")
    note_divisor(b)
    return a / b


def _power(a: sp.Expr, b: sp.Expr) -> Any:
    if b.is_negative and a.is_zero:
        raise DivisionByZeroError(f"({a}) ** ({b})")
    if not b.is_nonnegative:
        note_divisor(a)
    return a**b


def _of_rationals(general: Callable[[Any, Any], Any], exact: Callable[[Any, Any], Any]) -> Any:
    """An operation that of two rational numbers is computed at once, in less than SymPy's time."""

    def compute(a: Any, b: Any) -> Any:
        if isinstance(a, sp.Rational) and isinstance(b, sp.Rational):
            return exact(a, b)
        return general(a, b)

    return compute


def _ratio(p: int, q: int) -> sp.Expr:
    """The rational number p / q; q is not 0."""
    if q == 1:
        return sp.Integer(p)
    common = gcd(p, q) if q > 0 else -gcd(p, q)
    return sp.Rational.from_coprime_ints(p // common, q // common)


def _quotient_of_rationals(a: Any, b: Any) -> sp.Expr:
    return _ratio(a.p * b.q, a.q * b.p) if b.p else _quotient(a, b)


for _name, _compute in {
    "add": _of_rationals(operator.add, lambda a, b: _ratio(a.p * b.q + b.p * a.q, a.q * b.q)),
    "sub": _of_rationals(operator.sub, lambda a, b: _ratio(a.p * b.q - b.p * a.q, a.q * b.q)),
    "mul": _of_rationals(operator.mul, lambda a, b: _ratio(a.p * b.p, a.q * b.q)),
    "truediv": _of_rationals(_quotient, _quotient_of_rationals),
    "pow": _power,
    "floordiv": lambda a, b: sp.floor(_quotient(a, b)),
    "mod": lambda a, b: a - b * sp.floor(_quotient(a, b)),
}.items():
    _install(_name, _compute)


def _decided(difference: sp.Expr, sign: str) -> bool | None:
    """Whether `difference sign 0` for all values; None where that is not known."""
    if sign in ("==", "!="):
        zero = difference.is_zero
        return zero if zero is None or sign == "==" else not zero
    if sign == "<":
        return difference.is_negative
    if sign == "<=":
        return difference.is_nonpositive
    return difference.is_positive if sign == ">" else difference.is_nonnegative


def _at_small(difference: sp.Expr, sign: str) -> bool | None:
    """Whether `difference sign 0` where every symbol is 1; None where that is not known."""
    ones = dict.fromkeys(difference.free_symbols, sp.Integer(1))
    return _decided(cast(sp.Expr, difference.xreplace(ones)), sign)


def _compare(sign: str) -> Callable[[SymbolicScalar, object], Any]:
    def compare(self: SymbolicScalar, other: object) -> Any:
        try:
            like = _other(other)
        except ArgumentError:
            if sign in ("==", "!="):  # 'n' == n, None == n: the same for every number
                return sign == "!="
            raise
        if like is None:
            return NotImplemented
        answer = _decided(_held(self) - like, sign)
        if answer is None:
            zero = _held(self) - like
            at_small = partial(_at_small, zero, sign)
            question = f"{self!r} {sign} {like}"
            return decided_or_refused(question, at_small, self, self._way_out, zero)
        return answer

    return compare


for _name, _sign in {"eq": "==", "ne": "!=", "lt": "<", "le": "<=", "gt": ">", "ge": ">="}.items():
    setattr(SymbolicScalar, f"__{_name}__", _compare(_sign))
