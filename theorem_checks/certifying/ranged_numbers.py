"""Numbers with powers, and sums over ranges, as terms.

Exponents and ranges are written only where it is certain that they are natural numbers: a variable
over which is summed is less than its range. A power with a negative exponent is the inverse of one,
of a number that is positive by its sort; a half power is one of the square root.
"""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from types import MappingProxyType
from typing import Any, Protocol

import sympy as sp

from theorem_checks.certifying import terms as t
from theorem_checks.certifying.real_text import is_positive
from theorem_checks.certifying.theorems import NoFormError, joined

__all__ = ["RangedNumbers"]


class Exports(Protocol):
    """What makes sizes and numbers, and notes what is named."""

    def size(self, e: sp.Expr) -> t.Size: ...
    def scalar(self, e: sp.Expr) -> t.Term: ...
    def bound_below(self, size: t.Size) -> t.Bound: ...


class RangedNumbers:
    """Makes numbers and natural numbers of expressions, inside of some sums.

    **Arguments**: `bound`, the variables over which is summed, each with what it is below.
    """

    def __init__(
        self,
        exporter: Exports,
        bound: Mapping[Any, tuple[t.Bound, sp.Expr]] = MappingProxyType({}),
    ) -> None:
        self._exporter = exporter
        self._bound = bound

    # --- natural numbers

    def natural(self, e: sp.Expr) -> t.Size:
        """A natural number, of which it is certain that it is one."""
        counted = list(_counted(e))
        if any(not count.is_Integer for count, _ in counted) or self._least(e) < 0:
            raise NoFormError(f"the natural number {e}")
        more, less = (
            self._total(sum((s * c * rest for c, rest in counted if s * c > 0), sp.Integer(0)))
            for s in (1, -1)
        )
        return more if less == t.Size("number", (0,)) else t.Size("-", (more, less))

    def _total(self, e: sp.Expr) -> t.Size:
        """A sum of products of natural numbers."""
        terms = sorted(sp.Add.make_args(e), key=sp.default_sort_key)
        found = [_joined_size("*", list(map(self._factor, sp.Mul.make_args(x)))) for x in terms]
        return _joined_size("+", found)

    def _factor(self, e: sp.Expr) -> t.Size:
        if e in self._bound:
            return t.Size("place", (self._bound[e][0],))
        base, power = e.as_base_exp()
        if base in self._bound or (base.is_Symbol and power.is_Integer and power > 1):
            return _joined_size("*", [self._factor(base)] * int(power))
        return self._exporter.size(e)

    def _least(self, e: sp.Expr) -> int:
        """A number than which a sum of products of natural numbers is not less."""
        least: Any = sp.Integer(0)
        for count, rest in _counted(e):
            taken_away = count < 0 and rest in self._bound  # it is at most the last of its places
            least += count * (self._bound[rest][1] - 1 if taken_away else rest)
        found = 0
        for count, rest in _counted(least):
            if count < 0 and rest != 1:
                raise NoFormError(f"the natural number {e}, which may be negative")
            found += int(count) * _least_product(rest, self._bound)
        return found

    # --- numbers

    def number(self, e: sp.Expr) -> t.Term:
        """An element of the field."""
        if isinstance(e, sp.Rational):
            return t.fraction(Fraction(int(e.p), int(e.q)))
        if e in self._bound:
            return t.OfSize(self._factor(e))
        if isinstance(e, sp.Symbol):
            return self._exporter.scalar(e)
        if isinstance(e, sp.Add | sp.Mul):
            kind = t.Plus if isinstance(e, sp.Add) else t.Times
            parts = sorted(e.args, key=sp.default_sort_key)
            return joined(kind, [self.number(part) for part in parts])
        if isinstance(e, sp.Pow):
            return self._power(e.base, sp.expand(e.exp))
        if isinstance(e, sp.factorial2):
            return self._odd_factorial(sp.expand((sp.Integer(1) + e.args[0]) / 2))
        if isinstance(e, sp.Sum):
            return self._sum(e.function, list(e.limits))
        raise NoFormError(f"{type(e).__name__} in {e}")

    def _sum(self, body: Any, limits: list[Any]) -> t.Term:
        """A sum over ranges that begin with 0; the last one is the outermost."""
        if not limits:
            return self.number(body)
        variable, first, last = limits.pop()
        count = sp.expand(last + 1)
        if first != 0 or variable in self._bound:
            raise NoFormError(f"a sum over {variable} from {first} on")
        own = self._exporter.bound_below(self.natural(count))
        inside = RangedNumbers(self._exporter, {**self._bound, variable: (own, count)})
        return t.Sum(own, inside._sum(body, limits))

    def _power(self, base: sp.Expr, exponent: sp.Expr) -> t.Term:
        """A power; what stands in its exponent with a minus goes into a power of the inverse."""
        own = self.number(base)
        counted = list(_counted(exponent))
        if any(count.is_Rational and count.q == 2 for count, _ in counted):
            own, counted = t.Root(own), [(2 * count, rest) for count, rest in counted]
        above = [count * rest for count, rest in counted if count > 0]
        below = [-count * rest for count, rest in counted if count < 0]
        if (below or isinstance(own, t.Root)) and not self._is_positive(base):
            raise NoFormError(f"the power {base**exponent} of what may be 0 or negative")
        found = [self._natural_power(own, above)] if above or not below else []
        found += [t.Inverse(self._natural_power(own, below))] if below else []
        return joined(t.Times, found)

    def _natural_power(self, own: t.Term, terms: list[sp.Expr]) -> t.Term:
        exponent = self.natural(sp.Add(*terms))
        return own if exponent == t.Size("number", (1,)) else t.PowerOf(own, exponent)

    def _odd_factorial(self, half: sp.Expr) -> t.Term:
        """The double factorial of 2 k - 1 for k = `half`; of -3, for k = -1, as well."""
        least = self._least(half)
        if least >= 0:
            return t.OddFactorial(self.natural(half))
        if least < -1:
            raise NoFormError(f"the double factorial of {2 * half - 1}")
        # (2 k - 1)!! is (2 k + 1)!! by 2 k + 1, which is odd
        return t.Times(
            (t.OddFactorial(self.natural(half + 1)), t.Inverse(self.number(2 * half + 1)))
        )

    def _is_positive(self, e: sp.Expr) -> bool:
        return is_positive(e, lambda symbol: symbol in self._bound)


def _counted(e: sp.Expr) -> Iterator[tuple[Any, Any]]:
    """The terms of a sum, each as a rational number and what it counts."""
    return (one.as_coeff_Mul() for one in sp.Add.make_args(sp.expand(e)))


def _least_product(e: Any, bound: Mapping[Any, Any]) -> int:
    """What a product of natural numbers is at least; what is summed over may be 0."""
    found = 1
    for factor in sp.Mul.make_args(e):
        base, _ = factor.as_base_exp()
        found *= 1 if factor == 1 or (base not in bound and base.is_positive) else 0
    return found


def _joined_size(kind: str, found: list[t.Size]) -> t.Size:
    return found[0] if len(found) == 1 else t.Size(kind, tuple(found))
