r"""Balls around means of functions of one or two normal numbers, by integrals with stated errors.

FLINT integrates an analytic function over an interval with an enclosure of the error. A function
with kinks at 0 is integrated on both sides of it. Beyond R standard deviations the integrand is
bounded: a function of the language is at most :math:`C (1 + |z|)^n e^{\beta |z|}`, and where
:math:`R^2/2 \ge n + \beta R` that times :math:`e^{-z^2/4}` falls. Of two numbers the mean of one,
given the other, is known in closed form, and the other is integrated over.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import comb
from typing import Any

import sympy as sp
from flint import acb, arb, ctx

from theorem_checks.errors import ArgumentError
from theorem_checks.solving.ball_expressions import ball_function
from theorem_checks.solving.normal_factors import Factor, NoFactorsError, factors_of
from theorem_checks.statements.arrays.function_values import as_ball

__all__ = ["NoEnclosureError", "enclosed_mean"]

_BITS = 128
_GOAL = 1e-18  # relative accuracy of an integral
_WIDTH = 16  # standard deviations at least, beyond which a bound stands for the integrand


class NoEnclosureError(ArithmeticError):
    """No ball around a mean is known."""


@lru_cache(maxsize=512)
def enclosed_mean(
    integrand: sp.Expr,
    numbers: tuple[sp.Symbol, ...],
    covariance: tuple[tuple[Fraction, ...], ...],
) -> arb:
    """A ball around the mean of a function of one or two jointly normal numbers of mean 0.

    **Arguments**: `integrand`, an expression in the `numbers` and nothing else.

    **Raises** `NoEnclosureError` for other functions, more numbers, and no covariance.
    """
    if integrand.free_symbols - set(numbers):
        raise NoEnclosureError(f"{integrand} has other symbols than {numbers}")
    if any(covariance[i][i] < 0 for i in range(len(numbers))):
        raise NoEnclosureError("a negative variance")
    with ctx.workprec(_BITS):
        try:
            if len(numbers) == 1:
                return _of_one(integrand, numbers[0], covariance[0][0])
            if len(numbers) == 2:
                return _of_two(integrand, numbers, covariance)
        except (NoFactorsError, ArgumentError) as error:
            raise NoEnclosureError(str(error)) from None
    raise NoEnclosureError(f"{len(numbers)} numbers")


def _finite(ball: arb) -> arb:
    if not ball.is_finite():
        raise NoEnclosureError("the integral is not bounded")
    return ball


# --- one number


def _of_one(integrand: sp.Expr, z: sp.Symbol, variance: Fraction) -> arb:
    if variance == 0:
        return _finite(ball_function(_on_side(integrand, z, 0))({z.name: arb(0)}))
    root = as_ball(variance).sqrt()
    bound = _bound(integrand, z)
    reach = _reach(bound, root)
    total = arb(0)
    for sign in (1, -1):
        f = _analytic(_on_side(integrand, z, sign), z)
        total += _integral(lambda x, f=f, sign=sign: f(sign * root * x) * _density(x), reach)
    return _finite(total + _beyond(bound, root, reach))


def _density(x: Any) -> Any:
    return (-x * x / 2).exp() / (2 * acb.pi()).sqrt()


def _integral(f: Callable[[Any], Any], reach: arb) -> arb:
    found = acb.integral(lambda x, _: f(x), 0, acb(reach), rel_tol=_GOAL, abs_tol=_GOAL)
    return found.real


def _on_side(integrand: sp.Expr, z: sp.Symbol, sign: int) -> Any:
    """What a function is for positive numbers, for negative ones, or at 0, without kinks."""
    side = sp.Dummy("side", positive=True) if sign > 0 else sp.Dummy("side", negative=True)
    if sign == 0:
        return integrand.subs(z, 0)
    return integrand.xreplace({z: side}).doit().xreplace({side: z})


_NONE = arb(0)


@dataclass(frozen=True)
class _Bound:
    """|f(z)| <= factor (1 + |z|)^power e^(rate |z|)."""

    factor: arb
    power: int = 0
    rate: arb = _NONE

    def __mul__(self, other: "_Bound") -> "_Bound":
        rate = self.rate + other.rate
        return _Bound(self.factor * other.factor, self.power + other.power, rate)

    def __add__(self, other: "_Bound") -> "_Bound":
        rate = self.rate.max(other.rate)
        return _Bound(self.factor + other.factor, max(self.power, other.power), rate)


def _bound(e: Any, z: sp.Symbol) -> _Bound:
    if not e.has(z):
        return _Bound(abs(ball_function(e)({})))
    if e == z:
        return _Bound(arb(1), 1)
    if isinstance(e, sp.exp):
        return _bound_of_exponential(e.args[0], z)
    if type(e) in _MOST:
        return _Bound(arb(_MOST[type(e)]))
    if isinstance(e, sp.Add | sp.Max | sp.Min | sp.Abs):
        return sum((_bound(part, z) for part in e.args), start=_Bound(arb(0)))
    if isinstance(e, sp.Mul):
        return _product(_bound(part, z) for part in e.args)
    if isinstance(e, sp.Pow) and e.exp.is_Integer and e.exp > 0:
        return _product([_bound(e.base, z)] * int(e.exp))
    raise NoEnclosureError(f"no bound of {e}")


_MOST = {sp.tanh: 1, sp.erf: 1, sp.sign: 1, sp.Heaviside: 1, sp.sin: 1, sp.cos: 1, sp.erfc: 2}
"""Functions that are bounded, and by what."""


def _product(bounds: Iterable[_Bound]) -> _Bound:
    whole = _Bound(arb(1))
    for bound in bounds:
        whole = whole * bound
    return whole


def _bound_of_exponential(exponent: Any, z: sp.Symbol) -> _Bound:
    polynomial = sp.expand(exponent).as_poly(z)
    if polynomial is None or polynomial.degree() > 2:
        raise NoEnclosureError(f"no bound of exp({exponent})")
    c, b, a = (ball_function(polynomial.coeff_monomial(z**n))({}) for n in range(3))
    if not (a <= 0 or a == 0):
        raise NoEnclosureError(f"no bound of exp({exponent})")
    return _Bound(c.exp(), 0, abs(b))


def _reach(bound: _Bound, root: arb) -> arb:
    """How many standard deviations are integrated over: where the bound falls from there on."""
    reach = _WIDTH
    while not arb(reach) ** 2 / 2 > bound.power + bound.rate * root * reach:
        reach *= 2
        if reach > 2**20:
            raise NoEnclosureError("the function grows too fast")
    return arb(reach)


def _beyond(bound: _Bound, root: arb, reach: arb) -> arb:
    """A ball around what the integral over all that is beyond the reach adds."""
    largest = bound.factor * (1 + root * reach) ** bound.power * (bound.rate * root * reach).exp()
    tail = largest * (-reach * reach / 2).exp() * 2 / reach
    return arb(0, tail.abs_upper())


def _analytic(e: Any, z: sp.Symbol) -> Callable[[Any], Any]:
    """A function without kinks, of complex balls."""
    if not e.has(z):
        constant = acb(ball_function(e)({}))
        return lambda _: constant
    if e == z:
        return lambda x: x
    if isinstance(e, sp.Pow) and e.exp.is_Integer:
        inside, exponent = _analytic(e.base, z), int(e.exp)
        return lambda x: inside(x) ** exponent
    parts = [_analytic(part, z) for part in e.args]
    if isinstance(e, sp.Add):
        return lambda x: sum((part(x) for part in parts), start=acb(0))
    if isinstance(e, sp.Mul):
        return lambda x: _times(part(x) for part in parts)
    names = {sp.exp: "exp", sp.erf: "erf", sp.erfc: "erfc", sp.tanh: "tanh"}
    names |= {sp.sin: "sin", sp.cos: "cos"}  # without branch cuts
    if type(e) in names:
        (inside,), name = parts, names[type(e)]
        return lambda x: getattr(inside(x), name)()
    raise NoEnclosureError(f"{e} is not known to be analytic")


def _times(parts: Any) -> Any:
    whole = acb(1)
    for part in parts:
        whole = whole * part
    return whole


# --- two numbers


def _of_two(
    integrand: sp.Expr, numbers: tuple[sp.Symbol, ...], covariance: Sequence[Sequence[Fraction]]
) -> arb:
    (a, c), (_, b) = covariance
    u, v = numbers
    if a * b < c * c:
        raise NoEnclosureError("a covariance of no numbers")
    if a == 0 or b == 0 or a * b == c * c:  # one is a multiple of the other
        if a == 0:
            return _of_one(integrand.subs(u, 0), v, b)
        return _of_one(_multiple(integrand, u, v, c / a), u, a)
    root, left = as_ball(a).sqrt(), as_ball(b - c * c / a)
    slope = acb(as_ball(c / a))
    total = arb(0)
    for coefficient, (one, other) in factors_of(integrand, numbers):
        outer = _as_expression(one, u)
        first, second = _bound(outer, u), _bound(_as_expression(other, v), v)
        reach = _reach(first * first * second, root)
        value = arb(0)
        for sign in (1, -1):
            f = _analytic(_on_side(outer, u, sign), u)

            def whole(x: Any, f: Any = f, sign: int = sign, other: Factor = other) -> Any:
                z = sign * root * x
                return f(z) * _given(other, slope * z, left) * _density(x)

            value += _integral(whole, reach)
        value += _beyond_two(first, second, root, reach, b)
        total += ball_function(coefficient)({}) * value
    return _finite(total)


def _multiple(integrand: sp.Expr, u: sp.Symbol, v: sp.Symbol, ratio: Fraction) -> Any:
    return integrand.subs(v, sp.Rational(ratio.numerator, ratio.denominator) * u)


def _as_expression(factor: Factor, z: sp.Symbol) -> Any:
    inside = {"one": sp.Integer(1), "step": sp.Heaviside(z), "erf": sp.erf(factor.first * z)}
    inside["exp"] = sp.exp(factor.first * z + factor.second * z**2)
    return z**factor.power * inside[factor.kind]


def _given(factor: Factor, mean: Any, variance: arb) -> Any:
    """The mean of a factor of a normal number of any mean, which is a complex ball."""
    if factor.kind in ("one", "exp"):
        beta, gamma = (ball_function(part)({}) for part in (factor.first, factor.second))
        share = 1 - 2 * gamma * variance
        at, spread = mean / share, variance / share
        weight = (gamma * mean * mean / share + beta * at + beta * beta * spread / 2).exp()
        return weight / share.sqrt() * _power(factor.power, at + beta * spread, spread)
    moments = [_given_without(factor, mean, variance)]
    for j in range(1, factor.power + 1):
        more = mean * moments[j - 1] + variance * _slope_given(factor, j - 1, mean, variance)
        moments.append(more + (variance * (j - 1) * moments[j - 2] if j > 1 else 0))
    return moments[-1]


def _power(power: int, mean: Any, variance: arb) -> Any:
    """The mean of a power of a normal number."""
    moments = [acb(1), mean]
    for j in range(2, power + 1):
        moments.append(mean * moments[j - 1] + variance * (j - 1) * moments[j - 2])
    return moments[power]


def _given_without(factor: Factor, mean: Any, variance: arb) -> Any:
    """The mean of a step, or an erf."""
    if factor.kind == "step":
        return (1 + (mean / (2 * variance).sqrt()).erf()) / 2
    alpha = ball_function(factor.first)({})
    return (alpha * mean / (1 + 2 * alpha * alpha * variance).sqrt()).erf()


def _slope_given(factor: Factor, power: int, mean: Any, variance: arb) -> Any:
    """The mean of z^power times the slope of a step, or of an erf."""
    if factor.kind == "step":
        if power:
            return acb(0)
        return (-mean * mean / (2 * variance)).exp() / (2 * arb.pi() * variance).sqrt()
    alpha: Any = factor.first
    bell = Factor(power, "exp", sp.S.Zero, -(alpha**2))
    return 2 * ball_function(alpha)({}) / arb.pi().sqrt() * _given(bell, mean, variance)


def _beyond_two(first: _Bound, second: _Bound, root: arb, reach: arb, variance: Fraction) -> arb:
    """A ball around what is left out: E |f(u) g(v)| where u is far, by Cauchy and Schwarz."""
    far = _beyond(first * first, root, reach).abs_upper()
    return arb(0, (far * _square_mean(second, variance)).sqrt().abs_upper())


def _square_mean(bound: _Bound, variance: Fraction) -> arb:
    """An upper bound of the mean of the square of what is bounded, of a normal number."""
    root, rate = as_ball(variance).sqrt(), 2 * bound.rate
    whole = arb(0)
    for j in range(2 * bound.power + 1):  # E |z|^j e^(r |z|), by Cauchy and Schwarz
        absolute = arb(2) ** j * root**j * (arb(j + 1)).gamma()
        whole += comb(2 * bound.power, j) * absolute
    return 2 * bound.factor**2 * whole * (rate * rate * as_ball(variance)).exp()
