"""Exact numbers of SymPy as complex balls."""

from collections.abc import Callable
from fractions import Fraction
from functools import reduce
from typing import Any, cast

import sympy as sp
from flint import acb, arb, ctx, fmpq

from theorem_checks.errors import ArgumentError

__all__ = ["ball_text", "to_acb"]


def to_acb(number: sp.Expr) -> acb:
    """Return a ball around an exact number, at the current precision of FLINT.

    Known are rationals, i, pi, e, roots, sums, products, powers, Gamma, exp, log, absolute values,
    real and imaginary parts, 2F1 and roots of polynomials (`CRootOf`). Powers and logarithms take
    their principal values, as SymPy's do.

    **Raises** `ArgumentError` naming what is not known, or a symbol that has no value.
    """
    if isinstance(number, sp.Rational):
        return acb(fmpq(int(number.p), int(number.q)))
    if number in _CONSTANTS:
        return _CONSTANTS[number]()
    if isinstance(number, sp.polys.rootoftools.ComplexRootOf):
        return _root_of(number)
    if isinstance(number, sp.hyper) and (len(number.ap), len(number.bq)) == (2, 1):
        a, b, c = (to_acb(cast(sp.Expr, p)) for p in (*number.ap, *number.bq))
        return to_acb(cast(sp.Expr, number.argument)).hypgeom_2f1(a, b, c)
    if isinstance(number, sp.Pow):
        return _power(number)
    operation = next((f for head, f in _OPERATIONS.items() if isinstance(number, head)), None)
    if operation is None:
        raise ArgumentError("number", number, "a number made of roots, powers, Gamma and the like")
    return operation(*(to_acb(part) for part in number.args))  # pyright: ignore[reportArgumentType]


def ball_text(ball: acb | arb, digits: int = 15) -> str:
    """Print a ball, as a real one where its imaginary part is exactly 0."""
    if isinstance(ball, acb) and ball.imag == 0:
        ball = ball.real
    return ball.str(digits)


def _power(number: sp.Pow) -> acb:
    base, exponent = to_acb(number.base), number.exp
    if isinstance(exponent, sp.Integer):
        return base ** int(exponent)
    if exponent == sp.Rational(1, 2):
        return base.sqrt()
    return base ** to_acb(exponent)


def _root_of(root: Any) -> acb:
    """A ball around a root of a polynomial, from the rectangle that isolates it."""
    size = Fraction(1, 2**ctx.prec)
    width = sp.Rational(size.numerator, size.denominator)
    middle = root.eval_rational(dx=width, dy=width)
    real, imaginary = (to_acb(part).real for part in middle.as_real_imag())
    error = arb(0, arb(fmpq(size.numerator, size.denominator)))
    return acb(real + error) if root.is_real else acb(real + error, imaginary + error)


_CONSTANTS: dict[sp.Expr, Callable[[], acb]] = {
    sp.I: lambda: acb(0, 1),
    sp.pi: acb.pi,
    sp.E: lambda: acb(1).exp(),
    sp.EulerGamma: lambda: acb(arb.const_euler()),
}

_OPERATIONS: dict[Any, Callable[..., acb]] = {
    sp.Add: lambda *parts: reduce(acb.__add__, parts),
    sp.Mul: lambda *parts: reduce(acb.__mul__, parts),
    sp.gamma: acb.gamma,
    sp.exp: acb.exp,
    sp.log: acb.log,
    sp.Abs: lambda x: acb(abs(x)),
    sp.re: lambda x: acb(x.real),
    sp.im: lambda x: acb(x.imag),
    sp.conjugate: acb.conjugate,
}
