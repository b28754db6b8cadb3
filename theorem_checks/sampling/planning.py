r"""Planning a test: how many samples a discrepancy needs, and which one a budget detects.

**What is promised.** After n samples the test has given the right verdict with probability at
least `power`, for every law that obeys the assumption (and whose variance is at most the
`variance` that is expected, if one is given): HOLDS if the claim is exactly true, REFUTED if the
mean is off by $\delta$.

**Why.** The mixture is worth at least each of its parts: with wealth
$w \prod_i F(Y_i)/P$ of one bet, Markov's inequality for its power $-\theta < 0$ gives
$$P\Big(w \prod_{i \le n} \frac{F(Y_i)}{P} < \frac1\alpha\Big)
  \le (\alpha w)^{-\theta} \big(P^\theta\, E F(Y)^{-\theta}\big)^n .$$
The number n for which this is the allowed probability is minimised over the bets and over
$\theta$. The expectation is the largest over the laws in question:

- values in an interval, with mean and variance given: $F^{-\theta}$ is convex with a negative
  third derivative, so the largest is that of the law on two points of which one is the end where
  F is least (the upper principal representation of Chebyshev's moment problem), and grows with
  the variance;
- variance bounded: $G(x)^{-\theta} \le 1 - \theta x + \kappa x^2$, with the least such
  $\kappa(\theta)$ found numerically.
"""

import math
from collections.abc import Callable
from functools import cache
from typing import Unpack

import numpy as np
from jaxtyping import Float

from theorem_checks.errors import ArgumentError
from theorem_checks.sampling.enclosures import Number, positive_float
from theorem_checks.sampling.eprocesses import (
    AbstractBets,
    BoundedBets,
    CatoniBets,
    Null,
    Scalars,
    influence,
)
from theorem_checks.sampling.sequential import Assumptions, MeanTest, Relation

__all__ = [
    "POWER",
    "Statement",
    "detectable",
    "expected_spread",
    "largest_delta",
    "least_delta",
    "samples_needed",
    "until_rejected",
]

THETAS = np.geomspace(2.0**-8, 2.0, 28)
POWER = 0.99
STEPS = 20  # of bisection, each a factor 2 to the power -1/2^k: exact to a millionth


class Statement(Assumptions, total=False):
    """The fields of `MeanTest` beside value and delta; see there."""

    binary: bool
    relation: Relation | str


def samples_needed(
    delta: Number,
    *,
    value: Number,
    expected_variance: Number | None = None,
    power: float = POWER,
    **statement: Unpack[Statement],
) -> int:
    """Return a number of samples by which a test knows, with probability `power` at least.

    It covers both cases: HOLDS if the claim is exactly true, REFUTED if the mean is off by
    `delta` (and by the rounding, if there is any).

    **Arguments**: `delta`, `value` and `statement` as in `MeanTest` (for equal means: value 0 and
    the bounds or the variance of the difference); `expected_variance` if the statistic is thought
    to vary less than its bounds allow: this is used for planning only, and no error rate rests
    on it.

    **Raises** `ArgumentError` if the rounding is too large for any number of samples.
    """
    test = MeanTest(value, delta, **statement)
    needed = _needed(
        test, expected_spread(expected_variance), positive_float("power", power, below=1.0)
    )
    if math.isinf(needed):
        raise ArgumentError("delta", delta, "a discrepancy well above the rounding")
    return math.ceil(needed)


def detectable(
    samples: int,
    *,
    value: Number,
    expected_variance: Number | None = None,
    power: float = POWER,
    **statement: Unpack[Statement],
) -> float:
    """Return the least delta that a budget of samples detects, with probability `power` at least.

    The inverse of `samples_needed`, with the same arguments.

    **Raises** `ArgumentError` if the budget is too small for any discrepancy.
    """

    def enough(delta: float) -> bool:
        test = MeanTest(value, delta, **statement)
        return _needed(test, spread, positive_float("power", power, below=1.0)) <= samples

    spread = expected_spread(expected_variance)
    return least_delta(enough, largest_delta(MeanTest(value, 2.0**-40, **statement)), samples)


def least_delta(enough: Callable[[float], bool], large: float, samples: int) -> float:
    """Return the least delta for which the samples are enough, by bisection from a large one."""
    if not enough(large):
        raise ArgumentError("samples", samples, "more: these detect no discrepancy at all")
    small = large
    while enough(small / 2):
        small /= 2
    low, high = small / 2, small
    for _ in range(STEPS):
        middle = math.sqrt(low * high)
        low, high = (low, middle) if enough(middle) else (middle, high)
    return high


def expected_spread(expected_variance: Number | None) -> float:
    """Return the variance to plan for; infinity if none is expected."""
    if expected_variance is None:
        return math.inf
    return positive_float("expected_variance", expected_variance)


def largest_delta(test: MeanTest) -> float:
    """Return a delta that the assumption just does not imply."""
    bets = [null.bets for null in test.to_hold]
    reaches = [float(one.reach) for one in bets if isinstance(one, BoundedBets)]
    return max(reaches) * (1 - 2.0**-20) if reaches else 2.0**10 * test.law.scale


def _needed(test: MeanTest, spread: float, power: float) -> float:
    """Return the samples until all nulls of HOLDS fall, or one of REFUTED, whichever is more."""
    miss = 1 - power
    held = [
        until_rejected(null, -test.inaccuracy, spread, miss / len(test.to_hold))
        for null in test.to_hold
    ]
    shift = test.discrepancy - test.inaccuracy
    fallen = [until_rejected(null, shift, spread, miss) for null in test.to_refute]
    return float(max(held + fallen))


def until_rejected(
    null: Null, mean: Scalars, spread: float, miss: float
) -> Float[np.ndarray, "*entries"]:
    """Return n by which a true mean at this offset has the null rejected, save for `miss`.

    For nulls side by side, one number for each.
    """
    wanted = -np.log(null.level)[..., None] - np.log(null.bets.weights)
    needed = np.full(wanted.shape[:-1], np.inf)
    paid = np.where(np.isneginf(null.log_price), 0.0, null.log_price)
    for theta in THETAS:
        decay = -(theta * paid + np.log(_worst_moment(null.bets, mean, spread, theta)))
        counts = (theta * wanted - math.log(miss)) / np.where(decay > 0, decay, np.nan)
        needed = np.fmin(needed, np.where(np.isnan(counts), np.inf, counts).min(axis=-1))
    # No law obeys the null, or no law has this mean.
    nobody = null.impossible | (mean > np.asarray(null.bets.widest[1]))
    return np.where(nobody, 0.0, needed)


def _worst_moment(bets: AbstractBets, mean: Scalars, spread: float, theta: float) -> np.ndarray:
    r"""Return the largest $E F^{-\theta}$ for each bet, over laws with this mean and spread."""
    sizes, mean = np.asarray(bets.sizes), np.asarray(mean)[..., None]
    if isinstance(bets, BoundedBets):
        reach, room = (np.asarray(end)[..., None] for end in (bets.reach, bets.room))
        above = np.maximum(mean + reach, 2.0**-500)  # 0 only for a mean that nothing has
        widest = np.minimum(spread, above * np.maximum(room - mean, 0))
        worst = widest / (widest + above**2)  # the probability of the end behind
        best = mean + widest / above
        return worst * (1 - sizes * reach) ** -theta + (1 - worst) * (1 + sizes * best) ** -theta
    assert isinstance(bets, CatoniBets)
    square = np.minimum(spread, bets.variance)[..., None] + mean**2
    return 1 - theta * sizes * mean + _curvature(float(theta)) * sizes**2 * square


@cache
def _curvature(theta: float) -> float:
    r"""Return the least $\kappa$ with $G(x)^{-\theta} \le 1 - \theta x + \kappa x^2$."""
    x = np.concatenate([-np.geomspace(1e-3, 1e3, 400), np.geomspace(1e-3, 1e3, 400)])
    return float(((influence(x) ** -theta - 1 + theta * x) / x**2).max())
