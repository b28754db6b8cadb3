"""Balls that a function may compute with, and may not look at.

A function that asks whether a ball is larger than 1 gets one answer for all numbers in the ball,
and goes on as if it held for each; one that asks for its midpoint goes on with a single number. So
a function is handed a wrapper, which offers the arithmetic and the functions that are listed here,
each of which encloses the values at all numbers of the ball. Any other question is refused.
"""

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

import numpy as np
from flint import arb, fmpq, fmpz

from theorem_checks.errors import ArgumentError, ExactnessError
from theorem_checks.statements.questions import SymbolicNumber
from theorem_checks.statements.tracing import tracer

__all__ = ["OpaqueBall", "on_opaque_balls"]

_OPERATORS = ("add", "sub", "mul", "truediv", "pow")
_FUNCTIONS = (
    *(
        "exp",
        "expm1",
        "log",
        "log1p",
        "sqrt",
        "rsqrt",
        "root",
        "sgn",
        "floor",
        "ceil",
        "max",
        "min",
    ),
    *("sin", "cos", "tan", "cot", "sec", "csc", "asin", "acos", "atan", "atan2"),
    *("sinh", "cosh", "tanh", "coth", "sech", "csch", "asinh", "acosh", "atanh"),
    *("sin_pi", "cos_pi", "tan_pi", "cot_pi", "sinc", "sinc_pi"),
    *("erf", "erfc", "erfi", "erfinv", "erfcinv", "fresnel_s", "fresnel_c"),
    *(
        "gamma",
        "lgamma",
        "rgamma",
        "digamma",
        "fac",
        "rising",
        "zeta",
        "polylog",
        "agm",
        "lambertw",
    ),
    *("ei", "si", "ci", "shi", "chi", "li", "expint", "gamma_lower", "gamma_upper", "beta_lower"),
    *("bessel_i", "bessel_j", "bessel_k", "bessel_y", "airy_ai", "airy_bi"),
    *("hypgeom", "hypgeom_0f1", "hypgeom_1f1", "hypgeom_2f1", "hypgeom_u"),
)


class OpaqueBall(SymbolicNumber):
    """A ball in place of each of its numbers.

    Supports +, -, *, /, **, `abs` and the functions of `flint.arb` that are listed above, beside
    ints, rationals of FLINT and its balls; a float raises `ExactnessError`.
    """

    __slots__ = ("_ball", "_name")

    _in_place_of: ClassVar[tuple[type, ...]] = (*SymbolicNumber._in_place_of, arb)
    _way_out: ClassVar[str] = (
        "Compute with it by arithmetic and functions such as exp, max, min and abs, or prove each"
        " case on a box of its own."
    )

    def __init__(self, ball: arb, name: str = "a ball") -> None:
        self._ball, self._name = ball, name

    def __repr__(self) -> str:
        return self._name

    def __neg__(self) -> "OpaqueBall":
        return OpaqueBall(-self._ball)

    def __pos__(self) -> "OpaqueBall":
        return self

    def __abs__(self) -> "OpaqueBall":
        return OpaqueBall(abs(self._ball))


def _install_operator(name: str) -> None:
    def operate(self: OpaqueBall, other: object) -> Any:
        if isinstance(other, np.ndarray):
            return NotImplemented  # arrays do their own arithmetic, entry by entry
        return OpaqueBall(getattr(self._ball, f"__{name}__")(_bare(other)))

    setattr(OpaqueBall, f"__{name}__", operate)


def _install_function(name: str) -> None:
    def apply(self: OpaqueBall, *others: Any) -> OpaqueBall:
        return OpaqueBall(getattr(self._ball, name)(*map(_bare, others)))

    apply.__doc__ = f"As `{name}` of `flint.arb`."
    setattr(OpaqueBall, name, apply)


def _bare(value: Any) -> Any:
    """What may stand beside a ball, as FLINT takes it."""
    if isinstance(value, OpaqueBall):
        return value._ball
    if isinstance(value, list | tuple):
        return [_bare(part) for part in value]
    if isinstance(value, int | arb | fmpq | fmpz) and not isinstance(value, bool):
        return value
    if isinstance(value, bool | float | complex | np.generic):
        raise ExactnessError("a number beside a ball", value)
    raise ArgumentError("a number beside a ball", value, "an int, or a number of FLINT")


for _name in _OPERATORS:
    _install_operator(_name)
    _install_operator(f"r{_name}")
for _name in _FUNCTIONS:
    _install_function(_name)


def on_opaque_balls(f: Callable[..., Any]) -> Callable[[Mapping[str, arb]], Any]:
    """Return what a function gives for balls that it cannot look at.

    What is returned **raises** `UndecidedQuestionError` if the function asks for more than
    arithmetic; `ExactnessError` if it computes with a float.
    """
    call = tracer(f)

    def on_balls(balls: Mapping[str, arb]) -> Any:
        value = call(**{name: OpaqueBall(ball, name) for name, ball in balls.items()})
        return value._ball if isinstance(value, OpaqueBall) else value

    return on_balls
