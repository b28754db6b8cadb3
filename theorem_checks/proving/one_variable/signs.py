r"""The sign of a function of one real variable on an open interval, finite or not.

A product has the sign that its factors give it, and so has a sum whose terms have one sign. A
rational function is decided by the real roots of its factors (Sturm), a rational function of
exponentials :math:`e^{kx}` as one of :math:`u = e^x > 0`. What is left is decided by its
derivative: a function that increases is positive where its limit at the left end is not negative,
and negative where that at the right end is not positive. To divide by :math:`e^{kx}` first makes
the derivatives of sums of polynomials times exponentials end. Every function on the way is shown
to have a value on the whole interval.
"""

from collections.abc import Iterator
from enum import IntEnum
from typing import Any, cast

import sympy as sp

from theorem_checks.proving.identities.balls import differ
from theorem_checks.proving.one_variable.intervals import Piece

__all__ = ["Sign", "has_values", "number_sign", "sign_on"]

MOST_FUNCTIONS, MOST_OPERATIONS, MOST_DEGREE = 80, 120, 60  # what is larger is not worth the wait
DEPTHS = (0, 1, 2, 3, 5, 8)


class Sign(IntEnum):
    """What is known of all values of a function."""

    NEGATIVE = -2
    NOT_POSITIVE = -1
    ZERO = 0
    NOT_NEGATIVE = 1
    POSITIVE = 2

    def __neg__(self) -> "Sign":
        return Sign(-int(self))

    def __mul__(self, other: Any) -> "Sign":
        if not self or not other:
            return Sign.ZERO
        side = 1 if (self > 0) == (other > 0) else -1
        return Sign(side * min(abs(self), abs(other)))


def sign_on(f: sp.Expr, x: sp.Symbol, piece: Piece) -> Sign | None:
    """The sign of a function without kinks on an open interval; None where it is not found.

    A sign says too that the function has a value at each point of the interval.
    """
    if not all(map(_is_small, sp.preorder_traversal(f))):
        return None
    for derivatives in DEPTHS:  # a proof by few derivatives is looked for first
        if (sign := _Signs(x, piece).of(f, derivatives)) is not None:
            return sign
    return None


def _is_small(part: Any) -> bool:
    """Whether a power, or a multiple in an exponential, makes no long polynomial."""
    if isinstance(part, sp.Pow):
        times: Any = part.exp
    elif isinstance(part, sp.exp) and part.free_symbols:
        times = cast(Any, part.args[0]).as_coeff_Mul()[0]
    else:
        return True
    return not times.is_Rational or max(abs(times.p), times.q) <= MOST_DEGREE


def has_values(f: Any, x: sp.Symbol, piece: Piece) -> bool:
    """Whether a function without kinks is known to have a value at each point of an interval."""
    return _Signs(x, piece).has_values(f)


def number_sign(value: Any) -> Sign | None:
    """The sign of a real number, or of an infinite one; None where it is not told."""
    if value.is_infinite:
        return Sign.POSITIVE if value is sp.oo else Sign.NEGATIVE if value is -sp.oo else None
    if value.has(sp.nan, sp.zoo, sp.oo, -sp.oo) or value.free_symbols or value.is_real is False:
        return None
    if value.is_Rational:
        return Sign(2 * int(sp.sign(value)))
    if balls := differ(value, sp.S.Zero, {}):
        return Sign.POSITIVE if bool(balls[0] > 0) else Sign.NEGATIVE
    return Sign.ZERO if sp.expand(value) == 0 else None


class _Signs:
    """Signs on one open interval; each function is looked at once for each depth."""

    def __init__(self, x: sp.Symbol, piece: Piece) -> None:
        self.x, self.piece = x, piece
        self.known: dict[tuple[sp.Expr, int], Sign | None] = {}

    def of(self, f: sp.Expr, derivatives: int) -> Sign | None:
        if (f, derivatives) not in self.known:
            if len(self.known) >= MOST_FUNCTIONS or f.count_ops() > MOST_OPERATIONS:
                return None
            self.known[f, derivatives] = None
            self.known[f, derivatives] = self._found(f, derivatives)
        return self.known[f, derivatives]

    def _found(self, f: sp.Expr, derivatives: int) -> Sign | None:
        if not f.has(self.x):
            return number_sign(f)
        if not self.has_values(f):
            return None
        for sign in self._by_rules(f, derivatives):
            if sign is not None:
                return sign
        return None

    def _by_rules(self, f: sp.Expr, derivatives: int) -> Iterator[Sign | None]:
        yield self._by_parts(f, derivatives)
        yield self._by_roots(f)
        yield self._by_exponentials(f)
        yield self._by_factors(f, derivatives)
        if derivatives:
            yield self._by_derivative(f, derivatives)

    def _by_parts(self, f: Any, derivatives: int) -> Sign | None:
        if f == self.x:
            ends = self.piece.low, self.piece.high
            return Sign.POSITIVE if ends[0] >= 0 else Sign.NEGATIVE if ends[1] <= 0 else None
        if isinstance(f, sp.Mul):
            return self._of_product(f, derivatives)
        if isinstance(f, sp.Add):
            # the terms of a sum of both signs are no business of derivatives: the sum is
            return self._of_sum([self.of(cast(sp.Expr, term), 0) for term in f.args])
        if isinstance(f, sp.Pow):
            return self._of_power(f, derivatives)
        if len(f.args) != 1:
            return None
        inner = f.args[0]
        if isinstance(f, sp.exp | sp.cosh):
            return Sign.POSITIVE
        if isinstance(f, sp.tanh | sp.sinh | sp.atan | sp.erf | sp.asinh):
            return self.of(inner, derivatives)
        return self.of(inner - 1, derivatives) if isinstance(f, sp.log) else None

    def _of_product(self, f: sp.Mul, derivatives: int) -> Sign | None:
        found = Sign.POSITIVE
        for factor in f.args:
            sign = self.of(cast(sp.Expr, factor), derivatives)
            if sign is None:
                return None
            found = found * sign
        return found

    @staticmethod
    def _of_sum(signs: list[Sign | None]) -> Sign | None:
        if any(sign is None for sign in signs):
            return None
        known = cast(list[Sign], signs)
        if min(known) >= 0:
            return max(known)
        return min(known) if max(known) <= 0 else None

    def _of_power(self, f: sp.Pow, derivatives: int) -> Sign | None:
        base, power = cast(tuple[Any, Any], f.args)
        if not power.is_Integer:
            return Sign.POSITIVE
        sign = self.of(base, derivatives)
        if power.is_odd:
            return sign
        return Sign.NOT_NEGATIVE if sign is None else sign * sign

    def _by_roots(self, f: sp.Expr) -> Sign | None:
        if not f.is_rational_function(self.x):
            return None
        above, below = sp.fraction(sp.together(f))
        signs = [_of_polynomial(part, self.x, self.piece) for part in (above, below)]
        return None if signs[0] is None or signs[1] is None else signs[0] * signs[1]

    def _by_exponentials(self, f: sp.Expr) -> Sign | None:
        ends = {-sp.oo: sp.S.Zero, sp.S.Zero: sp.S.One, sp.oo: sp.oo}
        if self.piece.low not in ends or self.piece.high not in ends:
            return None
        plain = cast(Any, f).rewrite(sp.exp).expand(power_exp=True)
        rates = [part.args[0] / self.x for part in plain.atoms(sp.exp)]
        if not rates or not all(rate.is_Rational for rate in rates):
            return None
        unit = sp.Rational(1, sp.ilcm(1, *(rate.q for rate in rates)))
        u = sp.Dummy("u", positive=True)
        powers = {part: u ** (part.args[0] / self.x / unit) for part in plain.atoms(sp.exp)}
        rational = plain.xreplace(powers)
        if rational.has(self.x) or not rational.is_rational_function(u):
            return None
        piece = Piece(ends[self.piece.low], ends[self.piece.high])
        return _Signs(u, piece)._by_roots(rational)

    def _by_factors(self, f: sp.Expr, derivatives: int) -> Sign | None:
        constants = {part: sp.Dummy() for part in _constants_of(f)}
        masked = sp.factor(sp.together(f.xreplace(constants)))
        factored = masked.xreplace({name: part for part, name in constants.items()})
        if factored == f or not isinstance(factored, sp.Mul | sp.Pow):
            return None
        return self._by_parts(factored, derivatives)

    def _by_derivative(self, f: sp.Expr, derivatives: int) -> Sign | None:
        for weight in self._weights(f):
            g = sp.expand(f * weight) if weight != 1 else f
            slope = self.of(sp.diff(g, self.x), derivatives - 1)
            if slope is None:
                continue
            rises = slope if slope else Sign.POSITIVE
            at = (self.piece.low, "+"), (self.piece.high, "-")
            first, last = at if rises > 0 else (at[1], at[0])
            if (low := self._limit(g, *first)) is not None and low >= 0:
                return Sign.POSITIVE if abs(slope) == 2 or low else Sign.NOT_NEGATIVE
            if (high := self._limit(g, *last)) is not None and high <= 0:
                return Sign.NEGATIVE if abs(slope) == 2 or high else Sign.NOT_POSITIVE
        return None

    def _weights(self, f: sp.Expr) -> list[sp.Expr]:
        """Positive functions by which to multiply, so that one term becomes a polynomial."""
        found: dict[Any, None] = {sp.S.One: None}
        for term in sp.Add.make_args(sp.expand(f)):
            factors = cast(tuple[Any, ...], sp.Mul.make_args(term))
            powers = [part for part in factors if isinstance(part, sp.exp)]
            exponent = cast(sp.Expr, sp.Add(*(cast(Any, part).args[0] for part in powers)))
            if powers and exponent.is_polynomial(self.x):
                found[sp.exp(-exponent)] = None
        return list(found)

    def _limit(self, g: sp.Expr, end: Any, side: str) -> Sign | None:
        """The sign of a function's limit at an end of the interval."""
        if end.is_finite and self._is_continuous(g):  # SymPy makes a series in any case
            value: Any = g.subs(self.x, end)
            if (sign := number_sign(value)) is not None:
                return sign
        try:
            return number_sign(sp.limit(g, self.x, end, side))
        except (NotImplementedError, ValueError, TypeError):
            return None

    def _is_continuous(self, f: Any) -> bool:
        """Whether a function is known to be continuous at every real number, as it is written."""
        if f == self.x or not f.has(self.x):
            return f == self.x or bool(f.is_real)
        if isinstance(f, sp.Pow) and not (f.exp.is_Integer and f.exp.is_positive):
            return False
        return isinstance(f, (sp.Add, sp.Mul, sp.Pow, *_SMOOTH)) and all(
            map(self._is_continuous, f.args)
        )

    def has_values(self, f: Any) -> bool:
        """Whether a function is known to have a value, and all derivatives, at each point."""
        if not f.args:
            return f == self.x or bool(f.is_real)
        if not all(self.has_values(part) for part in f.args):
            return False
        if isinstance(f, sp.Pow) and not (f.exp.is_Integer and f.exp.is_positive):
            sign = self.of(f.base, 1)
            if f.exp.is_Integer:
                return sign is not None and abs(sign) == 2
            return bool(f.exp.is_Rational) and sign is Sign.POSITIVE
        if isinstance(f, sp.log):
            return self.of(f.args[0], 1) is Sign.POSITIVE
        return isinstance(f, (sp.Add, sp.Mul, sp.Pow, *_SMOOTH))


def _constants_of(f: Any) -> Iterator[Any]:
    """The parts of a function that are irrational numbers, which is no business of factors."""
    if f.is_Rational:
        return
    if not f.free_symbols:
        yield f
        return
    for part in f.args:
        yield from _constants_of(part)


_SMOOTH = (sp.exp, sp.sinh, sp.cosh, sp.tanh, sp.atan, sp.erf, sp.asinh)
"""Functions that have derivatives of all orders at every real number."""


def _of_polynomial(p: Any, x: sp.Symbol, piece: Piece) -> Sign | None:
    """The sign of a polynomial with rational coefficients: by its roots, and a point between."""
    poly = sp.Poly(p, x)
    if not all(c.is_Rational for c in poly.coeffs()):
        return None
    constant, factors = poly.factor_list()
    found = Sign(2 * int(sp.sign(constant)))
    for factor, power in factors:
        roots = factor.count_roots(_end(piece.low), _end(piece.high)) - sum(
            bool(end.is_finite and factor.eval(end) == 0) for end in (piece.low, piece.high)
        )
        if roots and power % 2:
            return None
        if power % 2:
            found = found * Sign(2 * int(sp.sign(factor.eval(piece.inside))))
        elif roots:
            found = found * Sign.NOT_NEGATIVE
    return found


def _end(end: Any) -> Any:
    """An end as SymPy counts roots from it: None for an infinite one."""
    return None if end.is_infinite else end
