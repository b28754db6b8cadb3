r"""What is assumed of a statistic, and the bets that suit it.

A law checks the values that it is given, and chooses the grid of bets for testing 'the mean is
the center' to the discrepancy delta. The choice decides how many samples a test needs; its error
rates hold for any grid.

**The smallest bet.** Let $X$ lie on an interval, with distances $r$ (reach) and $R$ (room) from
the center to its ends, and let its mean lie $\Delta$ above a null. The growth rate
$E \log(1 + \lambda(X - m))$ against the null mean $m$ has the derivative
$E \frac{X - m}{1 + \lambda(X - m)}$, whose integrand is concave in $X$. Of all laws with that
mean the two-point law on the ends makes it smallest, so no law has a smaller best bet. That bet
is $\Delta/((m - a)(b - m))$; the grids start there, at $\Delta = \delta$.
"""

import math
from abc import abstractmethod
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np

from theorem_checks.errors import ArgumentError
from theorem_checks.sampling.enclosures import Number, enclosure, exact
from theorem_checks.sampling.eprocesses import MOST, AbstractBets, BoundedBets, CatoniBets
from theorem_checks.sampling.faults import StatisticError

__all__ = ["AbstractLaw", "Binary", "Bounded", "BoundedVariance", "law_of"]

Array: TypeAlias = Any  # of NumPy or of JAX
RATIO = 2.0  # between neighbouring bets: a finer grid costs more weight than it gains


class AbstractLaw:
    """An assumption on the law of one sample."""

    @property
    @abstractmethod
    def interval(self) -> tuple[float, float]:
        """Where the mean can lie."""

    @property
    @abstractmethod
    def scale(self) -> float:
        """The size of the values, as far as it is known."""

    @abstractmethod
    def bets(self, direction: int, center: float, delta: float) -> AbstractBets:
        """Return the bets that the mean lies beyond the center, in this direction."""

    @abstractmethod
    def widened(self, rounding: float) -> "AbstractLaw":
        """Return what follows for values that are off by at most `rounding`."""

    @abstractmethod
    def outliers(self, values: Array) -> Array:
        """Return which values the law rules out."""

    @abstractmethod
    def __str__(self) -> str: ...

    def nearest(self, value: float) -> float:
        """Return the possible mean that is nearest to a value."""
        low, high = self.interval
        return min(max(value, low), high)

    def refuses(self, values: Array) -> Array:
        """Return which values cannot be used: not finite, or ruled out."""
        return ~(abs(values) < math.inf) | self.outliers(values)

    def require(self, values: np.ndarray, first: int) -> None:
        """Raise `StatisticError` for the first value that cannot be used.

        `values` (with samples along the last axis) are the samples from number `first` on.
        """
        wrong = self.refuses(values)
        if not wrong.any():
            return
        place = np.unravel_index(int(wrong.argmax()), values.shape)
        value, number = float(values[place]), first + int(place[-1])
        if not math.isfinite(value):
            raise StatisticError(number, value, "a finite number")
        hint = "The assumption is false, or it leaves no room for rounding."
        raise StatisticError(number, value, f"a value {self}", hint)


@dataclass(frozen=True)
class Bounded(AbstractLaw):
    """Every value lies in [low, high]."""

    low: float
    high: float

    @property
    def interval(self) -> tuple[float, float]:
        """The interval of the values."""
        return self.low, self.high

    @property
    def scale(self) -> float:
        """The larger of the absolute values of the ends."""
        return max(abs(self.low), abs(self.high))

    def bets(self, direction: int, center: float, delta: float) -> AbstractBets:
        """Return equal weights on a geometric grid that has a good bet for every law."""
        reach, room = _sides(self.interval, direction, center)
        sizes = _interval_grid(reach, room, delta)
        return BoundedBets(direction, center, sizes, _equal(sizes), reach, room)

    def widened(self, rounding: float) -> "Bounded":
        """Both ends moved outward."""
        return Bounded(self.low - rounding, self.high + rounding)

    def outliers(self, values: Array) -> Array:
        """What lies outside of [low, high]."""
        return (values < self.low) | (values > self.high)

    def __str__(self) -> str:
        return f"in [{self.low:.12g}, {self.high:.12g}]"


@dataclass(frozen=True)
class Binary(AbstractLaw):
    """Every value is 0 or 1: the law is known but for its mean."""

    @property
    def interval(self) -> tuple[float, float]:
        """The unit interval."""
        return 0.0, 1.0

    @property
    def scale(self) -> float:
        """One."""
        return 1.0

    def bets(self, direction: int, center: float, delta: float) -> AbstractBets:
        """Return half the weight on the best bet against a mean off by delta, half on a grid.

        That bet is the likelihood ratio of two Bernoulli laws: Wald's sequential test.
        """
        reach, room = _sides(self.interval, direction, center)
        grid = _interval_grid(reach, room, delta)
        sharp = min(_two_point_bet(reach, room, delta), grid[-1])
        return BoundedBets(direction, center, (sharp, *grid), _half_first(grid), reach, room)

    def widened(self, rounding: float) -> "Binary":
        """The same law; rounding is refused, as 0 and 1 are exact."""
        if rounding:
            raise ArgumentError("rounding", rounding, "none: 0 and 1 are exact")
        return self

    def outliers(self, values: Array) -> Array:
        """What is neither 0 nor 1."""
        return (values != 0) & (values != 1)

    def __str__(self) -> str:
        return "in {0, 1}"


@dataclass(frozen=True)
class BoundedVariance(AbstractLaw):
    """The variance is at most `variance`; `because` says how that is known."""

    variance: float
    because: str

    @property
    def interval(self) -> tuple[float, float]:
        """The whole line."""
        return -math.inf, math.inf

    @property
    def scale(self) -> float:
        """The standard deviation at most."""
        return math.sqrt(self.variance)

    def bets(self, direction: int, center: float, delta: float) -> AbstractBets:
        """Return half the weight on the best bet against a mean off by delta, half on a grid."""
        sharp = delta / (self.variance + delta**2)
        grid = _geometric(min(sharp, 1 / self.scale), 4 / self.scale)
        return CatoniBets(direction, center, (sharp, *grid), _half_first(grid), self.variance)

    def widened(self, rounding: float) -> "BoundedVariance":
        """The standard deviation grown by the rounding."""
        if not rounding:
            return self
        deviation = (self.scale + rounding) * (1 + 2.0**-50)
        return BoundedVariance(deviation**2, self.because)

    def outliers(self, values: Array) -> Array:
        """None: the tails may be heavy."""
        return np.zeros(values.shape, dtype=bool)

    def __str__(self) -> str:
        return f"of variance at most {self.variance:.12g} ({self.because})"


def law_of(
    bounds: tuple[Number, Number] | None, variance: Number | None, because: str
) -> AbstractLaw:
    """Return the law that was stated by `bounds` or by `variance`, rounded outward.

    **Raises** `ArgumentError` unless just one is given, and for a variance without a reason;
    `ExactnessError` for a variance that is a float.
    """
    if (bounds is None) == (variance is None):
        raise ArgumentError(
            "bounds, variance",
            (bounds, variance),
            "one of them",
            "A test needs to know that the statistic is bounded, or how much it varies.",
        )
    if bounds is not None:
        low, high = _end("bounds[0]", bounds[0], 0), _end("bounds[1]", bounds[1], 1)
        if not low < high:
            raise ArgumentError("bounds", bounds, "a pair (low, high) with low < high")
        return Bounded(low, high)
    assert variance is not None
    if not exact("variance", variance) > 0:
        raise ArgumentError("variance", variance, "a positive number")
    if not because:
        raise ArgumentError("because", because, "how the variance bound is known")
    return BoundedVariance(enclosure("variance", variance)[1], because)


def _end(name: str, value: Number, outward: int) -> float:
    if isinstance(value, float) and math.isfinite(value):
        return float(value)  # a float is the bound itself, not an approximation of it
    return enclosure(name, value)[outward]


def _sides(interval: tuple[float, float], direction: int, center: float) -> tuple[float, float]:
    """Return reach and room: the distances to the ends behind and ahead of a direction."""
    below, above = center - interval[0], interval[1] - center
    return (below, above) if direction > 0 else (above, below)


def _two_point_bet(reach: float, room: float, delta: float) -> float:
    """Return the best bet against 'delta below the center' if the law is on the two ends."""
    reach, room = max(reach, delta), max(room, delta)
    return delta / (reach * room + delta * (reach - room))


def _interval_grid(reach: float, room: float, delta: float) -> tuple[float, ...]:
    reach, room = max(reach, delta), max(room, delta)
    against_center = delta / (reach * room)
    least = min(against_center, _two_point_bet(reach, room, delta))
    return _geometric(least, MOST / reach)


def _geometric(low: float, high: float) -> tuple[float, ...]:
    """Return numbers from low to high, neighbours at most `RATIO` apart; or just high."""
    if low >= high:
        return (high,)
    count = 1 + math.ceil(math.log(high / low) / math.log(RATIO))
    return tuple(float(size) for size in np.geomspace(low, high, count))


def _equal(sizes: tuple[float, ...]) -> tuple[float, ...]:
    return (1 / len(sizes),) * len(sizes)


def _half_first(grid: tuple[float, ...]) -> tuple[float, ...]:
    return (0.5, *(0.5 / len(grid) for _ in grid))
