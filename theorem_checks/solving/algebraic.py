"""Real algebraic numbers, as far as a solver's model needs them: named exactly, sign decided."""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import flint
import sympy

from theorem_checks.errors import TheoremChecksError
from theorem_checks.solving.ball_expressions import ball_function

__all__ = ["Root", "UnknownSignError", "sign_with"]

_PRECISIONS = (64, 256, 1024)
_MOST_DEGREE = 12


class UnknownSignError(TheoremChecksError):
    """The sign of an algebraic expression was not decided within reasonable work."""


@dataclass(frozen=True)
class Root:
    """The real root of this index, counted from 0 upwards, of a polynomial with integers.

    `coefficients` starts with the constant.
    """

    coefficients: tuple[int, ...]
    index: int

    def ball(self) -> flint.arb:
        """A ball around the root, at the current precision of FLINT."""
        roots: Any = flint.fmpz_poly(list(self.coefficients)).complex_roots()
        real = [root.real for root, _ in roots if root.imag.is_zero()]
        return sorted(real, key=lambda ball: float(ball.mid()))[self.index]

    def near(self, bits: int = 64) -> Fraction:
        """A rational close to the root."""
        with flint.ctx.workprec(bits):
            mantissa, exponent = self.ball().mid().man_exp()
        return Fraction(int(mantissa)) * Fraction(2) ** int(exponent)

    def sympy(self) -> Any:
        """The root as SymPy writes it."""
        x = sympy.Dummy("x")
        polynomial = sympy.Poly(list(reversed(self.coefficients)), x)
        return list(dict.fromkeys(polynomial.real_roots()))[self.index]

    def __str__(self) -> str:
        x = sympy.Symbol("x")
        polynomial = sympy.Poly(list(reversed(self.coefficients)), x).as_expr()
        return f"the root of {polynomial} near {float(self.near()):.6g}"


def sign_with(roots: Mapping[sympy.Symbol, Root]) -> Callable[[Any], int]:
    """The function that decides the sign of rational expressions in the given roots.

    Balls decide it where the value is not zero; that it is zero is decided by its minimal
    polynomial. The function raises `UnknownSignError` where that would be too much work.
    """
    degree = math.prod(len(root.coefficients) - 1 for root in roots.values())

    def sign(value: Any) -> int:
        expression = sympy.sympify(value)
        if expression.is_Rational:
            return int(sympy.sign(expression))
        evaluate = ball_function(expression)
        for precision in _PRECISIONS:
            with flint.ctx.workprec(precision):
                ball = evaluate({symbol.name: root.ball() for symbol, root in roots.items()})
            if ball > 0 or ball < 0:
                return 1 if ball > 0 else -1
        if degree > _MOST_DEGREE:
            raise UnknownSignError(f"The sign of {expression} is not decided.")
        exact = expression.subs({name: root.sympy() for name, root in roots.items()})
        minimal = sympy.minimal_polynomial(exact, sympy.Dummy("t"), polys=True)
        if minimal.degree() > 1 or minimal.eval(0) != 0:
            raise UnknownSignError(f"{expression} is too close to zero to decide its sign.")
        return 0

    return sign
