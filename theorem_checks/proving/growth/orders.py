r"""The order of an error as a scale goes to zero: :math:`e(h) \sim c\, h^p`.

The error is evaluated at a falling sequence of exact scales. Between neighbours the local slope is
:math:`p_j = \log(e_j / e_{j+1}) / \log(h_j / h_{j+1})`, which tends to p. If the error is
:math:`c\, h^p (1 + O(h^q))`, so that :math:`p_j - p` falls geometrically for geometric scales,
Aitken's extrapolation of the slopes is nearer to p by a further power of h; where the slopes differ
by rounding alone, they stand as they are. The measured interval of p spans the extrapolated slopes
of the tail, and that of c the quotients :math:`e_j / h_j^p` there. This is measurement: whatever
the error does at finitely many scales, any order may follow at smaller ones. So a measurement
supports an order or leaves it open; only a leading term refutes one.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import TYPE_CHECKING, Any, TypeAlias

import mpmath
import sympy as sp
from flint import acb, arb, ctx
from sympy.core.function import PoleError

from theorem_checks.errors import ArgumentError, require_integer
from theorem_checks.proving.identities.deciding import prove_zero
from theorem_checks.solving.ball_expressions import ball_function
from theorem_checks.statements.analysis import Order
from theorem_checks.statements.arrays.function_values import as_ball
from theorem_checks.statements.exact import ExactLike, to_expression, to_fraction
from theorem_checks.statements.seals import concluded
from theorem_checks.verdicts.counterexamples import Counterexample
from theorem_checks.verdicts.evidence import Evidence, witnessed
from theorem_checks.verdicts.kinds import Verdict
from theorem_checks.verdicts.routes import Engine, Route

__all__ = ["MeasuredOrder", "decide_order", "measure_order"]

if TYPE_CHECKING:
    Error: TypeAlias = Callable[[Fraction], Any] | sp.Expr
else:
    Error = Any  # whatever is given has to reach the functions below, which say what is wrong

DEFAULT_SCALES = tuple(Fraction(1, 2**j) for j in range(4, 24))
_DIGITS = 120
_LEAST_DIGITS = 15
_TAIL = 4  # slopes at the end that have to agree
_SMALL = Fraction(1, 64)  # that the last scale is at most
_SPAN = 16  # the least ratio of the first scale to the last
_SETTLED = Fraction(1, 50)  # within which they have to


@dataclass(frozen=True)
class MeasuredOrder:
    """What was measured of e(h) ~ c h^p.

    **Fields**: `order`, the interval of p; `constant`, that of c (None if the order has not
    settled); `slopes`, the local slopes from the largest scale to the smallest; `settled`, whether
    the interval of p is narrower than 1/50; `vanishes`, whether the error is exactly 0 at all
    scales (then no slope is known).
    """

    order: tuple[float, float]
    constant: tuple[float, float] | None
    slopes: tuple[float, ...]
    settled: bool
    vanishes: bool = False

    def __str__(self) -> str:
        if self.vanishes:
            return "the error is exactly 0 at all scales"
        low, high = self.order
        return f"order in [{low:.4f}, {high:.4f}]" + ("" if self.settled else ", not settled")


def measure_order(
    error: Callable[[Fraction], Any],
    *,
    scales: Sequence[ExactLike] = DEFAULT_SCALES,
    digits: int = _DIGITS,
) -> MeasuredOrder:
    """Measure the order of an error.

    **Arguments**

    - `error`: a function of an exact scale (a Fraction) that returns the error there as a number of
      mpmath, a ball, or an exact rational; its absolute value is taken. mpmath is set to `digits`
      decimal digits, FLINT to as many bits, while it runs.
    - `scales`: at least 6 positive ones, falling to 1/64 or less, and to 1/16 of the first or less;
      geometric ones can be extrapolated.

    **Raises** `ArgumentError` for scales that are not so, for an error that is 0 at some scales and
    not at others, not finite, a truth value, or a Python float (which has no digits to spare).
    """
    return _Window.of(error, scales, digits).measured()


def decide_order(
    error: Error,
    order: ExactLike,
    *,
    scale: sp.Symbol | None = None,
    exactly: bool = False,
    at_most: ExactLike | None = None,
    scales: Sequence[ExactLike] = DEFAULT_SCALES,
    digits: int = _DIGITS,
) -> Evidence:
    r"""Decide whether an error is :math:`O(h^p)` for h to 0, or with `exactly` of just this order.

    **Arguments**

    - `error`: a function of the scale as in `measure_order`; or an expression in the symbol `scale`
      for h to 0 from above, whose leading term is then derived too.
    - `order`: p, exact. `scales`, `digits`: as in `measure_order`.
    - `at_most`: for a function, a constant c: the claim is then that the error is at most
      :math:`c\, h^p` at every scale up to the largest, which one scale refutes, where the error
      is returned as a ball or an exact rational.

    **Returns** Evidence. For a function: HOLDS if the measured interval of the order has settled at
    p or (without `exactly`) above it; UNDECIDED if it has settled elsewhere, or not settled: no
    window of scales refutes an order. For an expression `Order` is
    PROVED or REFUTED by its leading term, if
    the measurement does not speak against it. VACUOUS for an error that is 0, which has no order.

    **Raises** `ArgumentError`, `ExactnessError` for bad arguments, as `measure_order` does.
    """
    stated = to_fraction(order, "order")
    if not isinstance(error, sp.Expr):
        if not callable(error):
            raise ArgumentError("error", error, "a function of the scale, or an expression")
        constant = _constant(at_most, exactly)
        window = _Window.of(error, scales, digits)
        if constant is not None and (beyond := window.beyond(stated, constant)) is not None:
            return Evidence.refuted(beyond, routes=(window.route,))
        return _by_measurement(window, stated, exactly, constant)
    if at_most is not None:
        raise ArgumentError("at_most", at_most, "None for an expression", "Use prove_inequality.")
    expression = _in_scale(error, scale)
    assert scale is not None
    function = ball_function(expression)

    def in_balls(h: Fraction) -> arb:
        return function({scale.name: as_ball(h)})

    if prove_zero(expression).verdict is Verdict.PROVED:
        return Evidence.vacuous("The error is 0, which is of no order.", scope=f"{scale} to 0")
    measured = _by_measurement(_Window.of(in_balls, scales, digits), stated, exactly, None)
    decided = _by_leading_term(expression, scale, stated, exactly)
    if decided.verdict is Verdict.REFUTED and measured.verdict is Verdict.HOLDS:
        reason = f"{decided.counterexample}, but it was measured on {measured.scope}."
        return Evidence.undecided(f"The two ways differ: {reason}", figures=measured.figures)
    said = Order(scale, expression, order, exactly)
    return concluded(witnessed(decided, measured), said, "decide_order")


def _constant(at_most: ExactLike | None, exactly: bool) -> Fraction | None:
    if at_most is None:
        return None
    constant = to_fraction(at_most, "at_most")
    if constant <= 0 or exactly:
        hint = "An upper bound says nothing of the exact order." if exactly else ""
        raise ArgumentError("at_most", at_most, "a positive number, without `exactly`", hint)
    return constant


def _in_scale(error: sp.Expr, scale: sp.Symbol | None) -> sp.Expr:
    """The error, if it is an exact expression in the one symbol that goes to 0 from above."""
    if scale is None or error.free_symbols != {scale}:
        stand = ", ".join(sorted(map(str, error.free_symbols))) or "none"
        raise ArgumentError(
            "scale",
            scale,
            f"the one symbol of the error, in which stand: {stand}",
            "Write scale=h.",
        )
    if scale.is_positive is False or scale.is_integer:
        raise ArgumentError("scale", scale, "a symbol that may be a small positive number")
    return to_expression(error, "error")


def _by_leading_term(error: sp.Expr, scale: sp.Symbol, stated: Fraction, exactly: bool) -> Evidence:
    h = sp.Symbol("h", positive=True)
    route = Route.deciding("leading term of the series", Engine.SYMPY)
    try:
        coefficient, exponent = error.subs(scale, h).leadterm(h)
    except (ValueError, NotImplementedError, TypeError, PoleError) as refused:
        return Evidence.undecided(f"SymPy has no leading term: {refused}")
    if coefficient.has(h, sp.AccumBounds) or not exponent.is_Rational:
        return Evidence.undecided(f"The leading term {coefficient * h**exponent} is no power.")
    if coefficient.is_zero is not False:
        return Evidence.undecided(f"The coefficient {coefficient} of the leading term may be 0.")
    found = to_fraction(exponent)
    leading = f"{coefficient} {scale}^{found}"
    if found == stated or (found > stated and not exactly):
        return Evidence.proved(f"{scale} to 0", routes=(route,), reason=f"leading term {leading}")
    claimed = f"order {'' if exactly else 'at least '}{stated}"
    return Evidence.refuted(Counterexample({}, claimed, f"leading term {leading}"), routes=(route,))


@dataclass(frozen=True)
class _Window:
    """An error at falling scales: its values, their absolute values, and by what they came."""

    scales: tuple[Fraction, ...]
    values: tuple[Any, ...]
    sizes: tuple[Any, ...]
    route: Route
    digits: int

    @classmethod
    def of(
        cls, error: Callable[[Fraction], Any], scales: Sequence[ExactLike], digits: int
    ) -> "_Window":
        exact = [to_fraction(h, f"scales[{i}]") for i, h in enumerate(scales)]
        falling = all(a > b for a, b in pairwise(exact))
        if len(exact) < _TAIL + 2 or exact[-1] <= 0 or not falling:
            raise ArgumentError("scales", scales, f"at least {_TAIL + 2} positive falling numbers")
        if exact[-1] > min(_SMALL, exact[0] / _SPAN):
            expected = f"scales that fall to {_SMALL} and to 1/{_SPAN} of the first, or below"
            raise ArgumentError("scales", scales, expected, "The claim is about h to 0.")
        require_integer("digits", digits, _LEAST_DIGITS)
        with mpmath.workdps(digits), ctx.workdps(digits):
            values = [error(h) for h in exact]
            sizes = [_size(value, h) for value, h in zip(values, exact, strict=True)]
        engines = tuple(sorted({_engine_of(value) for value in values}))
        route = Route.testing("slopes of the error over falling scales", *engines)
        return cls(tuple(exact), tuple(values), tuple(sizes), route, digits)

    @property
    def vanishes(self) -> bool:
        """Whether the error is 0 at all scales."""
        return not any(self.sizes)

    def measured(self) -> MeasuredOrder:
        """The order that the window shows."""
        if self.vanishes:
            return MeasuredOrder((math.inf, math.inf), None, (), settled=False, vanishes=True)
        if 0 in self.sizes:
            place = self.scales[self.sizes.index(0)]
            raise ArgumentError("error", 0, f"a number that is not 0 at the scale {place}")
        with mpmath.workdps(self.digits):
            numbers = [mpmath.mpf(h.numerator) / h.denominator for h in self.scales]
            return _measured(numbers, list(self.sizes))

    def beyond(self, order: Fraction, constant: Fraction) -> Counterexample | None:
        """The first scale at which the error is surely above constant * h^order."""
        with ctx.workdps(self.digits):
            for h, value in zip(self.scales, self.values, strict=True):
                if not _is_certain(value):
                    continue
                size = abs(value) if _is_ball(value) else as_ball(abs(to_fraction(value)))
                bound = as_ball(constant) * as_ball(h) ** as_ball(order)
                if size > bound:
                    claimed = f"at most {constant} h^({order}) = {bound.str(8)}"
                    return Counterexample({"scale": h}, claimed, size.str(8))
        return None


def _by_measurement(
    window: _Window, stated: Fraction, exactly: bool, constant: Fraction | None
) -> Evidence:
    found = window.measured()
    scope = f"scales from {window.scales[0]} to {window.scales[-1]}: {found}"
    if found.vanishes:
        return Evidence.vacuous("The error is 0, which is of no order.", scope=scope)
    figures: dict[str, Any] = {"order": found.order, "constant": found.constant}
    if not found.settled:
        tail = ", ".join(f"{slope:.3f}" for slope in found.slopes[-_TAIL:])
        return Evidence.undecided(f"The slopes do not settle: ..., {tail}.", figures=figures)
    low, high = found.order
    if low - _SETTLED <= stated <= high + _SETTLED or (stated < low and not exactly):
        most = "" if constant is None else f"; at most {constant} h^({stated}) at each"
        return Evidence.holds(scope + most, routes=(window.route,), figures=figures)
    claimed = f"order {'' if exactly else 'at least '}{stated}"
    reason = f"Measured was {found}, which does not support {claimed}."
    return Evidence.undecided(reason, scope=scope, figures=figures)


def _measured(scales: list[Any], errors: list[Any]) -> MeasuredOrder:
    logs = [(mpmath.log(h), mpmath.log(e)) for h, e in zip(scales, errors, strict=True)]
    slopes = [(f - e) / (b - a) for (a, e), (b, f) in pairwise(logs)]
    refined = _extrapolated(slopes)[-_TAIL:]
    low, high = min(refined), max(refined)
    settled = high - low < mpmath.mpf(_SETTLED.numerator) / _SETTLED.denominator
    constant = None
    if settled:
        tail = list(zip(scales, errors, strict=True))[-_TAIL:]
        quotients = [e / h**p for h, e in tail for p in (low, high)]
        constant = (float(min(quotients)), float(max(quotients)))
    found = tuple(float(slope) for slope in slopes)
    return MeasuredOrder((float(low), float(high)), constant, found, settled=bool(settled))


def _extrapolated(slopes: list[Any]) -> list[Any]:
    """Aitken's extrapolation, where the slopes approach a limit geometrically."""
    refined = []
    for a, b, c in zip(slopes, slopes[1:], slopes[2:], strict=False):
        before, after = b - a, c - b
        geometric = before not in (after, 0) and abs(after) < mpmath.mpf("0.9") * abs(before)
        refined.append(c - after**2 / (after - before) if geometric else c)
    return refined


def _size(value: Any, scale: Fraction) -> Any:
    if isinstance(value, bool):
        raise ArgumentError("error", value, f"a number at the scale {scale}")
    if isinstance(value, float):
        raise ArgumentError(
            "error",
            value,
            "a number of mpmath, a ball or an exact rational",
            "A float has too few digits for small scales.",
        )
    if _is_ball(value):
        size = abs(value)
        if not size.is_finite() or (size.rad() != 0 and size.rel_accuracy_bits() < 30):
            raise ArgumentError(
                "error", value, f"a ball known to 30 bits at the scale {scale}", "Raise digits=."
            )
        return mpmath.mpf(size.mid().str(50, radius=False))
    if isinstance(value, mpmath.mpf | mpmath.mpc):
        size = abs(value)
    else:
        exact = to_fraction(value, "error")
        size = abs(mpmath.mpf(exact.numerator) / exact.denominator)
    if not mpmath.isfinite(size):
        raise ArgumentError("error", value, f"a finite number at the scale {scale}")
    return size


def _is_ball(value: Any) -> bool:
    return isinstance(value, arb | acb)


def _is_certain(value: Any) -> bool:
    """Whether a value bounds the true one: mpmath's numbers are rounded without a bound."""
    return not isinstance(value, mpmath.mpf | mpmath.mpc)


def _engine_of(value: Any) -> Engine:
    if _is_ball(value):
        return Engine.FLINT
    return Engine.FRACTIONS if _is_certain(value) else Engine.MPMATH
