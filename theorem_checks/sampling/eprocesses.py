r"""E-processes for a mean: mixtures over a fixed grid of bets, valid at every stopping time.

**Setting.** $X_1, X_2, \dots$ are independent with one law, of mean $\mu$. Everything is read
from a fixed centre $c$ (the claimed value) along a direction $s = \pm1$: $Y = s(X - c)$, and a
null hypothesis is $H_g: E Y \le g$ for a gap $g$. With $s = 1$ it says $\mu \le c + g$, with
$s = -1$ it says $\mu \ge c - g$.

**Construction.** A bet $\lambda > 0$ has a factor $F_\lambda(Y) \ge 0$ and a price
$P_\lambda(g) \ge \sup_{H_g} E F_\lambda(Y)$. For weights $w_k \ge 0$ with $\sum_k w_k = 1$,
$$E_n(g) = \sum_k w_k \prod_{i \le n} \frac{F_{\lambda_k}(Y_i)}{P_{\lambda_k}(g)}.$$

**Validity.** The bets are fixed before the first sample, and the samples are independent, so
under $H_g$ each product has factors of conditional expectation at most 1: it is a non-negative
supermartingale that starts at 1, and so is the mixture. Ville's inequality gives
$P(\exists n: E_n(g) \ge 1/\alpha) \le \alpha$. No normal approximation enters, and looking only
at some of the times $n$ (the ends of blocks) can but lower the probability.

**One state for all gaps.** The gap enters through the price alone. So the sums
$\sum_i \log F_{\lambda_k}(Y_i)$ are all that has to be kept, in constant memory, to test every
null at once; $E_n(g)$ falls as $g$ grows, so the gaps that are not yet rejected at level
$\alpha$ form a half line, and its end is a confidence bound that is valid at every time.

**Many nulls at once.** `stacked` puts bets of one kind side by side, on a first axis of entries;
every method below then works on all entries together.

Sources: Waudby-Smith and Ramdas, "Estimating means of bounded random variables by betting"
(2024); Wang and Ramdas, "Catoni-style confidence sequences for heavy-tailed mean estimation"
(2023); the common centre for all nulls is worked out in `docs/engines/sampling.md`.
"""

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from functools import cached_property
from typing import Any, TypeAlias, TypeVar

import numpy as np
from jaxtyping import Bool, Float, Int

__all__ = ["AbstractBets", "BoundedBets", "CatoniBets", "Null", "decisions", "influence", "stacked"]

MOST = 31 / 32  # the largest fraction of its wealth that a bet risks
GROUP = 8  # factors multiplied before one logarithm; 8 of them cannot over- or underflow
LARGEST = 2.0**20  # a Catoni factor grows no more beyond this argument
# Floating point makes log F/P wrong by less than this for each sample: F and P are at least
# 1/32 and built by five operations, which costs 2^-46; logarithms of at most 40 and their
# pairwise sum cost 2^-43.
ROUNDING = 2.0**-42

# `*entries` is an axis of a stack, or nothing.
Array: TypeAlias = Any  # of NumPy or of JAX
Scalars = float | Float[np.ndarray, "*entries"]
Sizes = tuple[float, ...] | Float[np.ndarray, "*entries bets"]
Values = Float[np.ndarray, "*runs_entries n"]
Gains = Float[np.ndarray, "*runs_entries bets"]
Prices = Float[np.ndarray, "*entries bets"]
Samples = int | Int[np.ndarray, "*runs"]
Wealth = Float[np.ndarray, "*runs_entries"]


@dataclass(frozen=True)
class AbstractBets:
    """A mixture of bets that the mean lies beyond some gap, in one direction from the centre.

    **Fields**: the `direction` (1 up, -1 down); the `center`; the `sizes` of the bets, all
    positive; their `weights`, which sum to 1 (or less).
    """

    direction: int
    center: Scalars
    sizes: Sizes
    weights: Sizes

    @abstractmethod
    def factor(self, stakes: Array) -> Array:
        r"""The factor $F$ as a function of $\lambda y$, elementwise, for NumPy and for JAX."""

    @abstractmethod
    def log_price(self, gap: Scalars) -> Prices:
        r"""The logarithms of the prices $P_\lambda(g)$; -inf where no law obeys the null."""

    @property
    @abstractmethod
    def widest(self) -> tuple[Scalars, Scalars]:
        """The least and the largest gap that a confidence bound can take."""

    def gains(self, values: Values) -> Gains:
        """Sum log F over the last axis: how much each bet gained on these values."""
        offsets = self.direction * (values - _column(self.center))
        padding = -offsets.shape[-1] % GROUP
        if padding:  # by offsets of zero, for which F is 1
            offsets = np.pad(offsets, [(0, 0)] * (offsets.ndim - 1) + [(0, padding)])
        grouped = np.moveaxis(offsets.reshape(*offsets.shape[:-1], GROUP, -1), -2, 0).copy()
        sizes = np.asarray(self.sizes)
        gained = np.empty((*offsets.shape[:-1], sizes.shape[-1]))
        for k in range(sizes.shape[-1]):
            factors = self.factor(_column(sizes[..., k]) * grouped)
            gained[..., k] = np.log(factors.prod(axis=0)).sum(axis=-1)
        return gained

    def log_wealth(self, gains: Gains, samples: Samples, log_price: Prices) -> Wealth:
        """Return the logarithm of $E_n(g)$, rounded so that it is never too large.

        **Arguments**: the sums of the gains; the number of samples behind them, the same for all
        runs or one for each; the log prices of the null.
        """
        impossible = np.isneginf(log_price).any(axis=-1)
        paid = np.where(_column(impossible), 0.0, log_price)
        owned = np.log(self.weights) + gains - np.multiply.outer(samples, paid)
        most = owned.max(axis=-1)
        total = most + np.log(np.exp(owned - most[..., None]).sum(axis=-1))
        lost = np.multiply.outer(samples, np.full(paid.shape[:-1], ROUNDING))
        return np.asarray(np.where(impossible, np.inf, total - lost))

    def bound(self, gains: Gains, samples: int, level: Scalars) -> Wealth:
        """Return the largest gap that is rejected at `level`, found by bisection.

        The mean lies beyond it, with probability at least `1 - level` for all times at once.
        """
        threshold = -np.log(level)

        def rejected(gap: np.ndarray) -> np.ndarray:
            wealth = self.log_wealth(gains, samples, self.log_price(gap))
            return np.asarray(wealth >= threshold)

        low, high = (np.asarray(end, dtype=float) for end in self.widest)
        known = rejected(low)
        while True:
            middle = np.asarray((low + high) / 2)
            between = (low < middle) & (middle < high) & known
            if not between.any():
                return np.where(known, low, -np.inf)
            fell = rejected(middle)
            low, high = (
                np.where(between & fell, middle, low),
                np.where(between & ~fell, middle, high),
            )


def _column(values: object) -> np.ndarray:
    """Return values with one more axis at the end."""
    return np.asarray(values)[..., None]


@dataclass(frozen=True)
class BoundedBets(AbstractBets):
    r"""Bets on values in an interval: $F = 1 + \lambda Y$, $P(g) = 1 + \lambda g$.

    $Y \ge -r$, where r is the `reach` from the centre to the end of the interval opposite to the
    direction, and $\lambda r < 1$, so $F > 0$; its expectation $1 + \lambda E Y$ is at most
    $1 + \lambda g$ under the null. The quotient is $1 + \lambda'(Y - g)$ with
    $\lambda' = \lambda/(1 + \lambda g)$: a bet against the mean $g$ in the usual form. A gap
    below $-r$ is a null that no law obeys.

    **Fields** beside the common ones: `reach`, and `room`, the distance to the other end.
    """

    reach: Scalars
    room: Scalars

    def factor(self, stakes: Array) -> Array:
        """One more than the stake times the offset."""
        return 1 + stakes

    def log_price(self, gap: Scalars) -> Prices:
        """The logarithm of 1 + size * gap."""
        least = np.negative(self.reach)
        price = np.log1p(np.asarray(self.sizes) * _column(np.maximum(gap, least)))
        return np.where(_column(gap < least), -np.inf, price)

    @property
    def widest(self) -> tuple[Scalars, Scalars]:
        """From one end of the interval to the other."""
        return -self.reach, self.room


def influence(x: Array) -> Array:
    """Return $G(x) = (1 + (1 + x)_+^2)/2$, held constant where 1 + x exceeds 2^20."""
    return (1 + (1 + x).clip(0, LARGEST) ** 2) / 2


@dataclass(frozen=True)
class CatoniBets(AbstractBets):
    r"""Bets on values of bounded variance: $F = G(\lambda Y)$ with $G(x) = (1 + (1 + x)_+^2)/2$.

    $G$ is the largest increasing function below $1 + x + x^2/2$. Under $E Y \le g$ let
    $Y' = Y + g' - E Y$ for some $g' \ge g$; then $Y \le Y'$, so
    $$E G(\lambda Y) \le E G(\lambda Y') \le \tfrac12\big(1 + E(1 + \lambda Y')^2\big)
      \le \tfrac12\big(1 + (1 + \lambda g')^2 + \lambda^2 v\big)$$
    where v is the `variance` bound. The best g' is the larger of $g$ and $-1/\lambda$, which gives
    $P(g) = \frac12(1 + (1 + \lambda g)_+^2 + \lambda^2 v)$. $G$ is held constant beyond 2^20,
    which makes it smaller and saves floats from overflow.

    **Fields** beside the common ones: `variance`, a bound of the variance of $X$.
    """

    variance: Scalars

    def factor(self, stakes: Array) -> Array:
        """The function G, cut off at 2^20."""
        return influence(stakes)

    def log_price(self, gap: Scalars) -> Prices:
        """The logarithm of (1 + (1 + size * gap)_+^2 + size^2 * variance) / 2."""
        sizes = np.asarray(self.sizes)
        ahead = np.maximum(1 + sizes * _column(gap), 0)
        return np.log((1 + ahead**2 + sizes**2 * _column(self.variance)) / 2)

    @property
    def widest(self) -> tuple[Scalars, Scalars]:
        """A million standard deviations either way; beyond, a bound is reported as infinite."""
        far = LARGEST * np.sqrt(self.variance)
        return -far, far


Bets = TypeVar("Bets", bound=AbstractBets)


def stacked(bets: Sequence[Bets]) -> Bets:
    """Return bets of one kind and direction side by side, on a first axis of entries.

    Mixtures of different lengths are made equal by listing the last bet again and sharing its
    weight, which changes no mixture.
    """
    most = max(len(one.sizes) for one in bets)
    sizes, weights = [], []
    for one in bets:
        again = most - len(one.sizes) + 1
        sizes.append([*one.sizes[:-1], *[one.sizes[-1]] * again])
        weights.append([*one.weights[:-1], *[one.weights[-1] / again] * again])
    first = bets[0]
    others = [f.name for f in fields(first) if f.name not in ("direction", "sizes", "weights")]
    arrays = {name: np.array([getattr(one, name) for one in bets], dtype=float) for name in others}
    return type(first)(
        direction=first.direction, sizes=np.array(sizes), weights=np.array(weights), **arrays
    )


@dataclass(frozen=True)
class Null:
    """The null hypothesis that the mean is not beyond a gap, tested by bets at a level.

    **Fields**: the `bets`, whose direction says what 'beyond' means; the `gap` from their centre;
    the `level`, the probability at most of ever rejecting the null if it is true.
    """

    bets: AbstractBets
    gap: Scalars
    level: Scalars

    @classmethod
    def stacked(cls, nulls: "Sequence[Null]") -> "Null":
        """Return nulls of one direction side by side, on a first axis of entries."""
        gaps, levels = ([getattr(one, name) for one in nulls] for name in ("gap", "level"))
        bets = stacked([one.bets for one in nulls])
        return cls(bets, np.array(gaps, dtype=float), np.array(levels, dtype=float))

    @cached_property
    def log_price(self) -> Prices:
        """The log prices of the bets."""
        return self.bets.log_price(self.gap)

    @property
    def impossible(self) -> Bool[np.ndarray, "*entries"]:
        """Whether no law obeys the null, so that it is rejected before the first sample."""
        return np.asarray(np.isneginf(self.log_price).all(axis=-1))

    def rejected(self, gains: Gains, samples: Samples) -> Bool[np.ndarray, "*runs_entries"]:
        """Return which runs have the wealth that rejects the null."""
        wealth = self.bets.log_wealth(gains, samples, self.log_price)
        return np.asarray(wealth >= -np.log(self.level))


def decisions(
    to_refute: Sequence[Null],
    to_hold: Sequence[Null],
    gains: Mapping[int, Gains],
    samples: Samples,
    *,
    over_entries: bool = False,
) -> Int[np.ndarray, "*decided"]:
    """Return which runs are decided: -1 where a claim is refuted, 1 where it holds, and else 0.

    **Arguments**: the nulls of which one rejected refutes the claim, and those that are all
    rejected where it holds; `gains` of the bets upward (1) and downward (-1); the number of
    `samples`. `over_entries`: whether a run has one decision for all entries, on the last axis.
    """

    def rejected(null: Null) -> np.ndarray:
        return null.rejected(gains[null.bets.direction], samples)

    refuted = np.logical_or.reduce([rejected(null) for null in to_refute])
    holds = np.logical_and.reduce([rejected(null) for null in to_hold])
    if over_entries:
        refuted, holds = refuted.any(axis=-1), holds.all(axis=-1)
    return np.where(refuted, -1, np.where(holds, 1, 0)).astype(np.int8)
