"""Planning the tests of arrays of means, of covariances and of whole distributions.

Here as in `planning`, a number of samples is one by which the test knows, with probability at
least `power`: HOLDS if the claim is true, REFUTED if an entry, or the law at a point, is off by
delta. The chance to miss HOLDS is shared by the entries, as all of them have to hold.
"""

import math
from functools import partial
from typing import Any, TypedDict, Unpack

import numpy as np

from theorem_checks.errors import ArgumentError
from theorem_checks.sampling.array_tests import Numbers, covariance_test, means_test
from theorem_checks.sampling.distributions import DistributionTest, distribution_test
from theorem_checks.sampling.enclosures import Number, positive_float
from theorem_checks.sampling.mean_arrays import MeansTest
from theorem_checks.sampling.planning import (
    POWER,
    expected_spread,
    largest_delta,
    least_delta,
    until_rejected,
)
from theorem_checks.sampling.sequential import Relation

__all__ = [
    "detectable_in_covariance",
    "detectable_in_distribution",
    "detectable_in_means",
    "samples_needed_for_covariance",
    "samples_needed_for_distribution",
    "samples_needed_for_means",
]


class Rates(TypedDict, total=False):
    """The error rates of a test."""

    false_alarm: float
    false_pass: float


class MeansStatement(Rates, total=False):
    """What `decide_means` assumes; see there."""

    bounds: tuple[Numbers, Numbers] | None
    variance: Numbers | None
    because: str
    rounding: Number
    relation: Relation | str
    weights: Numbers


class CovarianceStatement(Rates, total=False):
    """What `decide_covariance` assumes; see there."""

    means: Numbers | None
    bounds: tuple[Numbers, Numbers] | None
    fourth_moment: Number | None
    because: str
    weights: Numbers


def samples_needed_for_means(
    delta: Numbers,
    *,
    values: Numbers,
    expected_variance: Number | None = None,
    power: float = POWER,
    **statement: Unpack[MeansStatement],
) -> int:
    """Return a number of arrays by which `decide_means` knows, with probability `power`.

    **Arguments** and errors as in `samples_needed`, with those of `decide_means`.
    """
    test = means_test(values, delta, **statement)
    return _whole(_joint_needed(test, expected_spread(expected_variance), power), delta)


def samples_needed_for_covariance(
    delta: Numbers,
    *,
    matrix: Numbers,
    expected_variance: Number | None = None,
    power: float = POWER,
    **statement: Unpack[CovarianceStatement],
) -> int:
    """Return a number of vectors by which `decide_covariance` knows, with probability `power`.

    `expected_variance` is that of the products. **Arguments** and errors as in `samples_needed`,
    with those of `decide_covariance`.
    """
    test, _ = covariance_test(matrix, delta, **statement)
    return _whole(_joint_needed(test, expected_spread(expected_variance), power), delta)


def samples_needed_for_distribution(
    delta: Number,
    *,
    law: Any,
    rounding: Number = 0,
    power: float = POWER,
    **rates: Unpack[Rates],
) -> int:
    """Return a number of samples by which `decide_distribution` knows, with probability `power`.

    **Arguments** and errors as in `samples_needed`, with those of `decide_distribution`.
    """
    test = distribution_test(law, delta, rounding=rounding, **rates)
    return _whole(_law_needed(test, power), delta)


def detectable_in_means(
    samples: int,
    *,
    values: Numbers,
    expected_variance: Number | None = None,
    power: float = POWER,
    **statement: Unpack[MeansStatement],
) -> float:
    """Return the least delta, the same for all entries, that a budget of arrays detects."""
    spread = expected_spread(expected_variance)
    tested = partial(means_test, values, **statement)

    def enough(delta: float) -> bool:
        return _joint_needed(tested(delta), spread, power) <= samples

    large = min(largest_delta(one) for one in tested(2.0**-40).tests)
    return least_delta(enough, large, samples)


def detectable_in_covariance(
    samples: int,
    *,
    matrix: Numbers,
    expected_variance: Number | None = None,
    power: float = POWER,
    **statement: Unpack[CovarianceStatement],
) -> float:
    """Return the least delta, the same for all entries, that a budget of vectors detects."""
    spread = expected_spread(expected_variance)

    def enough(delta: float) -> bool:
        test, _ = covariance_test(matrix, delta, **statement)
        return _joint_needed(test, spread, power) <= samples

    test, _ = covariance_test(matrix, 2.0**-40, **statement)
    return least_delta(enough, min(largest_delta(one) for one in test.tests), samples)


def detectable_in_distribution(
    samples: int,
    *,
    law: Any,
    rounding: Number = 0,
    power: float = POWER,
    **rates: Unpack[Rates],
) -> float:
    """Return the least Kolmogorov distance that a budget of samples detects."""

    def enough(delta: float) -> bool:
        test = distribution_test(law, delta, rounding=rounding, **rates)
        return _law_needed(test, power) <= samples

    return least_delta(enough, 0.5, samples)


def _joint_needed(test: MeansTest, spread: float, power: float) -> float:
    miss = 1 - positive_float("power", power, below=1.0)
    shared = miss / (len(test.to_hold) * test.entries)
    off = test.tests[0].inaccuracy
    held = [until_rejected(null, -off, spread, shared).max() for null in test.to_hold]
    shifts = np.array([one.discrepancy - one.inaccuracy for one in test.tests])
    fallen = [until_rejected(null, shifts, spread, miss).max() for null in test.to_refute]
    return float(max(held + fallen))


def _law_needed(test: DistributionTest, power: float) -> float:
    miss = 1 - positive_float("power", power, below=1.0)
    shared = miss / (len(test.to_hold) * len(test.law.points))
    held = [until_rejected(null, -test.blur, math.inf, shared).max() for null in test.to_hold]
    shift = test.delta - test.law.gap
    fallen = [until_rejected(null, shift, math.inf, miss).max() for null in test.to_refute]
    return float(max(held + fallen))


def _whole(needed: float, delta: object) -> int:
    if math.isinf(needed):
        raise ArgumentError("delta", delta, "a discrepancy well above the rounding")
    return math.ceil(needed)
