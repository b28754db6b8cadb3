r"""Sequences that solve a linear recurrence with polynomial coefficients."""

import dataclasses
import math
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, TypeAlias

import sympy as sp
from flint import fmpq

from theorem_checks.errors import ArgumentError, require_integer
from theorem_checks.statements.exact import to_expression, to_fraction, unique_symbols

__all__ = ["PRecursive"]

_MOST_LOOKED_AT = 1000  # integers at which a polynomial with irrational numbers may vanish

if TYPE_CHECKING:
    Exact: TypeAlias = tuple[Any, ...]
    Index: TypeAlias = sp.Symbol
else:
    Exact = Index = Any  # whatever is given has to reach the checks below, which name it


@dataclass(frozen=True)
class PRecursive:
    r"""A sequence given by its first values and a recurrence with polynomial coefficients.

    .. math:: p_0(k) a_k + p_1(k) a_{k+1} + \dots + p_r(k) a_{k+r} = 0 \quad (k \ge s).

    **Fields**

    - `coefficients`: :math:`p_0, \dots, p_r`, polynomials in `index`; the other symbols in them are
      parameters. Numbers are exact: rational or algebraic, also complex.
    - `initial`: the r values :math:`a_s, \dots, a_{s+r-1}`; `index`: the symbol k; `start`: s.

    **Raises** `ArgumentError` if a coefficient is no polynomial in the index, the first or the last
    one is zero, the number of values is not r, or :math:`p_r` vanishes at an integer from s on
    (then the recurrence does not determine the sequence); `ExactnessError` for a float.
    """

    coefficients: Exact
    initial: Exact
    index: Index
    start: int = 0

    def __post_init__(self) -> None:
        for name in ("coefficients", "initial"):
            value = getattr(self, name)
            if not isinstance(value, tuple | list):
                raise ArgumentError(name, value, "a tuple of exact expressions")
            exact = tuple(to_expression(e, f"{name}[{i}]") for i, e in enumerate(value))
            object.__setattr__(self, name, exact)
        if not isinstance(self.index, sp.Symbol):
            raise ArgumentError("index", self.index, "a symbol")
        require_integer("start", self.start)
        self._require_polynomials()
        self._require_values()

    def _require_polynomials(self) -> None:
        if len(self.coefficients) < 2:
            raise ArgumentError("coefficients", self.coefficients, "at least p_0 and p_1")
        unique_symbols([self.index, *self.coefficients, *self.initial], "coefficients")
        for place, coefficient in enumerate(self.coefficients):
            if not coefficient.is_polynomial(self.index):
                raise ArgumentError(
                    f"coefficients[{place}]", coefficient, f"a polynomial in {self.index}"
                )
        for place in (0, -1):
            if self.polynomial(place).is_zero:
                raise ArgumentError(f"coefficients[{place}]", 0, "a polynomial that is not zero")
        if late := [root for root in self._zeros_of_leading() if root >= self.start]:
            raise ArgumentError(
                "coefficients[-1]",
                self.coefficients[-1],
                f"no zero at an integer from start={self.start} on",
                f"It vanishes at {self.index} = {min(late)}. Start later.",
            )

    def _zeros_of_leading(self) -> list[int]:
        """The integers at which p_r vanishes, for all values of the parameters.

        Where its coefficients are not rational, those that are not far out.
        """
        leading = self.polynomial(-1)
        rational = {int(root) for root in leading.ground_roots() if root.is_Integer}
        if leading.domain.is_QQ or leading.domain.is_ZZ or leading.free_symbols_in_domain:
            return sorted(rational)
        highest, *others = (abs(sp.N(c)) for c in leading.all_coeffs())
        bound = math.ceil(1 + max(others, default=0) / highest)  # Cauchy's, of the roots' size
        near = range(self.start, min(bound, self.start + _MOST_LOOKED_AT) + 1)
        values = ((k, leading.eval(k)) for k in near)
        return sorted(rational | {k for k, v in values if abs(sp.N(v)) < 1 and sp.simplify(v) == 0})

    def _require_values(self) -> None:
        if len(self.initial) != self.order:
            raise ArgumentError(
                "initial", self.initial, f"{self.order} values, as the recurrence has this order"
            )
        for place, value in enumerate(self.initial):
            if value.has(self.index):
                raise ArgumentError(f"initial[{place}]", value, f"a number free of {self.index}")

    @property
    def order(self) -> int:
        """The order r of the recurrence."""
        return len(self.coefficients) - 1

    @property
    def degree(self) -> int:
        """The highest degree of a coefficient."""
        return max(int(self.polynomial(i).degree()) for i in self._places if self.coefficients[i])

    @property
    def _places(self) -> range:
        return range(self.order + 1)

    @property
    def parameters(self) -> frozenset[sp.Symbol]:
        """The symbols beside the index."""
        return frozenset(unique_symbols([*self.coefficients, *self.initial])) - {self.index}

    @property
    def is_zero(self) -> bool:
        """Whether all values are 0, since the first ones are."""
        return all(value.is_zero for value in self.initial)

    @property
    def is_determined(self) -> Any:
        """That p_r vanishes at no integer from `start` on, as a formula in index and parameters.

        None if there are no parameters in it, since that has been looked at.
        """
        leading = self.polynomial(-1)
        if not leading.free_symbols_in_domain:
            return None
        k = sp.Symbol(self.index.name, integer=True, nonnegative=True)
        return sp.Ne(leading.eval(k + self.start), 0)

    def polynomial(self, place: int) -> sp.Poly:
        """The coefficient of the given place, as a polynomial in the index."""
        return sp.Poly(self.coefficients[place], self.index)

    def table(self) -> list[list[sp.Expr]]:
        r"""The :math:`p_{i,l}` of :math:`p_i(k) = \sum_l p_{i,l} k^{s-l}`, s the highest degree."""
        powers = [self.index**exponent for exponent in range(self.degree, -1, -1)]
        return [[self.polynomial(i).coeff_monomial(p) for p in powers] for i in self._places]

    def at(self, values: Mapping[Any, Any]) -> "PRecursive":
        """The sequence for given exact values of parameters, by symbol."""
        exact = {symbol: to_expression(value, str(symbol)) for symbol, value in values.items()}
        if self.index in exact:
            raise ArgumentError("values", values, f"values of parameters, not of {self.index}")
        return dataclasses.replace(
            self,
            coefficients=tuple(p.subs(exact) for p in self.coefficients),
            initial=tuple(a.subs(exact) for a in self.initial),
        )

    def exact_values(self, last: int) -> list[Fraction]:
        """The values from `start` to `last`, for rational numbers only.

        **Raises** `ArgumentError` naming a value that is not rational.
        """
        polynomials = [
            [_rational(c, f"coefficients[{i}]") for c in self.polynomial(i).all_coeffs()]
            for i in self._places
        ]
        values = [_rational(a, f"initial[{i}]") for i, a in enumerate(self.initial)]
        for k in range(self.start, last - self.order + 1):
            *known, leading = (_horner(p, k) for p in polynomials)
            recent = values[len(values) - self.order :]
            total = sum((p * a for p, a in zip(known, recent, strict=True)), fmpq(0))
            values.append(-total / leading)
        kept = values[: max(0, last - self.start + 1)]
        return [Fraction(int(value.p), int(value.q)) for value in kept]


def _rational(value: sp.Expr, name: str) -> fmpq:
    exact = to_fraction(value, name)
    return fmpq(exact.numerator, exact.denominator)


def _horner(coefficients: list[fmpq], k: int) -> fmpq:
    value = fmpq(0)
    for coefficient in coefficients:
        value = value * k + coefficient
    return value
