r"""Continuous piecewise-linear functions of one real variable, in exact arithmetic.

Each is a unique sum $f(x) = a + bx + \sum_k c_k (x - x_k)_+$ with $x_1 < \dots < x_n$ and all
$c_k \ne 0$, so that equality is equality of coefficients. The class is closed under sums,
multiples, maxima, minima and composition, which all reduce to $(f)_+ = \max(f, 0)$.
"""

import itertools
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar

from theorem_checks.errors import ArgumentError
from theorem_checks.statements.questions import SymbolicNumber
from theorem_checks.statements.reals.exactness import exact_rational

__all__ = ["PiecewiseLinear", "as_piecewise", "between", "identity_function"]


@dataclass(frozen=True, eq=False, repr=False)
class PiecewiseLinear(SymbolicNumber):
    r"""The function $x \mapsto a + bx + \sum_k c_k (x - x_k)_+$ on the whole real line.

    **Fields**: `intercept` $a$; `slope` $b$, which is the slope to the left of all breakpoints;
    `kinks`, the pairs $(x_k, c_k)$ in increasing order, none with $c_k = 0$.

    Make them from `line()` by +, -, multiplication with exact numbers, `relu`, `abs`, `maximum`,
    `minimum`, and by calling one function with another, which composes them. A function of x stands
    for all of its values, and answers no question about one, such as `f == 0` or `f < 1`; whether
    two are the same function is asked by `f.is_same_as(g)`.
    """

    _way_out: ClassVar[str] = (
        "Use relu, abs, maximum or minimum of theorem_checks, or prove each case on an interval of"
        " its own by on=(low, high). Whether two functions are the same is asked by"
        " f.is_same_as(g)."
    )

    intercept: Fraction
    slope: Fraction
    kinks: tuple[tuple[Fraction, Fraction], ...] = ()

    @property
    def breakpoints(self) -> tuple[Fraction, ...]:
        """The points at which the slope changes, in increasing order."""
        return tuple(place for place, _ in self.kinks)

    @property
    def is_constant(self) -> bool:
        """Whether the function takes one value."""
        return self.slope == 0 and not self.kinks

    def __call__(self, x: Any) -> Any:
        """The value at an exact number or term, or the composition with another function."""
        if hasattr(x, "maximum"):
            total = self.intercept + self.slope * x
            for place, change in self.kinks:
                total = total + change * (x - place).maximum(0)
            return total
        return self.at(exact_rational(x, "x"))

    def at(self, x: Fraction) -> Fraction:
        """The value at a number."""
        bends = (change * (x - place) for place, change in self.kinks if place < x)
        return self.intercept + self.slope * x + sum(bends)

    def __add__(self, other: Any) -> "PiecewiseLinear":
        other = as_piecewise(other)
        intercept, slope = self.intercept + other.intercept, self.slope + other.slope
        return _normal(intercept, slope, (*self.kinks, *other.kinks))

    __radd__ = __add__

    def __mul__(self, factor: Any) -> "PiecewiseLinear":
        if isinstance(factor, PiecewiseLinear) and self.is_constant:
            return factor * self.intercept
        factor = _factor(factor)
        kinks = tuple((place, factor * change) for place, change in self.kinks) if factor else ()
        return PiecewiseLinear(factor * self.intercept, factor * self.slope, kinks)

    __rmul__ = __mul__

    def __truediv__(self, divisor: Any) -> "PiecewiseLinear":
        factor = _factor(divisor)
        if factor == 0:
            raise ArgumentError("divisor", divisor, "a constant other than 0")
        return self * (1 / factor)

    def __rtruediv__(self, number: Any) -> "PiecewiseLinear":
        return as_piecewise(number) / self

    def __neg__(self) -> "PiecewiseLinear":
        return self * -1

    def __pos__(self) -> "PiecewiseLinear":
        return self

    def __sub__(self, other: Any) -> "PiecewiseLinear":
        return self + -as_piecewise(other)

    def __rsub__(self, other: Any) -> "PiecewiseLinear":
        return -self + other

    def __abs__(self) -> "PiecewiseLinear":
        return self + _positive_part(-self) * 2

    def maximum(self, other: Any) -> "PiecewiseLinear":
        """The larger of this and another function or number, at each point."""
        other = as_piecewise(other)
        return other + _positive_part(self - other)

    def minimum(self, other: Any) -> "PiecewiseLinear":
        """The smaller of this and another function or number, at each point."""
        return -((-self).maximum(-as_piecewise(other)))

    def is_same_as(self, other: Any) -> bool:
        """Whether this and another function, or number, have the same value at every x."""
        other = as_piecewise(other)
        mine, its = ((f.intercept, f.slope, f.kinks) for f in (self, other))
        return mine == its

    def slope_near(self, x: Fraction) -> Fraction:
        """The slope just to the left of x, which is the slope at x where there is no kink."""
        return self.slope + sum(change for place, change in self.kinks if place < x)

    def __repr__(self) -> str:
        terms = [str(self.intercept), f"{self.slope}*x"]
        terms += [f"{change}*relu(x - {place})" for place, change in self.kinks]
        return " + ".join(terms)


def identity_function() -> PiecewiseLinear:
    """The function x itself, from which the others are made."""
    return PiecewiseLinear(Fraction(0), Fraction(1))


def as_piecewise(value: Any) -> PiecewiseLinear:
    """Return a function as it is, and an exact number as a constant function."""
    if isinstance(value, PiecewiseLinear):
        return value
    return PiecewiseLinear(exact_rational(value, "a number beside a function"), Fraction(0))


def between(points: Sequence[Fraction]) -> list[Fraction]:
    """One point to the left of all points, one in each gap and one to the right of all."""
    if not points:
        return [Fraction(0)]
    gaps = [(a + b) / 2 for a, b in itertools.pairwise(points)]
    return [points[0] - 1, *gaps, points[-1] + 1]


def _positive_part(f: PiecewiseLinear) -> PiecewiseLinear:
    """The function max(f, 0): f where it is positive, else 0, with kinks at the zeros of f."""
    places = sorted({*f.breakpoints, *_crossings(f)})
    probes = between(places)
    slopes = [f.slope_near(x) if f.at(x) > 0 else Fraction(0) for x in probes]
    bends = zip(places, itertools.pairwise(slopes), strict=True)
    kinks = tuple((x, b - a) for x, (a, b) in bends if a != b)
    return PiecewiseLinear(f.intercept if f.at(probes[0]) > 0 else Fraction(0), slopes[0], kinks)


def _crossings(f: PiecewiseLinear) -> Iterator[Fraction]:
    """The zeros of f inside of its pieces that are not flat."""
    for probe in between(f.breakpoints):
        slope = f.slope_near(probe)
        if slope != 0:
            zero = probe - f.at(probe) / slope
            if f.at(zero) == 0:  # else it lies beyond the piece
                yield zero


def _normal(
    intercept: Fraction, slope: Fraction, kinks: Iterable[tuple[Fraction, Fraction]]
) -> PiecewiseLinear:
    """The function with these coefficients, its kinks sorted, merged and without zeros."""
    changes: defaultdict[Fraction, Fraction] = defaultdict(Fraction)
    for place, change in kinks:
        changes[place] += change
    kept = tuple(sorted((place, change) for place, change in changes.items() if change != 0))
    return PiecewiseLinear(intercept, slope, kept)


def _factor(value: Any) -> Fraction:
    if isinstance(value, PiecewiseLinear):
        if not value.is_constant:
            raise ArgumentError("factor", value, "a constant", "A product of two is not linear.")
        return value.intercept
    return exact_rational(value, "factor")
