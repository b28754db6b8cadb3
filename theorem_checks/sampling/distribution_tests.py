"""The sequential test of a whole distribution, on samples from JAX."""

from typing import Any, Unpack

from theorem_checks.sampling.distributions import distribution_test
from theorem_checks.sampling.enclosures import Number
from theorem_checks.sampling.mean_tests import RATE, name_of
from theorem_checks.sampling.runs import Options, decide
from theorem_checks.sampling.statistics import Statistic
from theorem_checks.verdicts.evidence import Evidence

__all__ = ["decide_distribution"]


def decide_distribution(
    statistic: Statistic,
    law: Any,
    delta: Number,
    *,
    seed: int,
    rounding: Number = 0,
    false_alarm: float = RATE,
    false_pass: float = RATE,
    **options: Unpack[Options],
) -> Evidence:
    r"""Test that a statistic f of a random key K has a law: $P(f(K) \le x) = F(x)$ for all x.

    **Arguments**

    - `statistic`: a JAX function of one key; it returns a real scalar.
    - `law`: the distribution function F in floats, right to 2^-40 (continuous or not); or
      {value: probability} in exact numbers; or a law of the moment engine, such as
      `Gaussian(variance=2)`.
    - `delta`: HOLDS says $\sup_x |P(f(K) \le x) - F(x)| < \delta$, Kolmogorov's distance.
    - `rounding`: a bound on |computed - true value|, needed for 32-bit statistics; what it can
      move the law is added to delta. The others are as in `decide_mean`.

    **Returns** the Evidence; REFUTED names a point. It keeps one count for each of about
    15/delta points, however many samples there are.

    **Raises** `StatisticError` for a value that is not finite, naming sample and key;
    `ArgumentError` for what is no law; otherwise as `decide_mean`.
    """
    test = distribution_test(
        law, delta, rounding=rounding, false_alarm=false_alarm, false_pass=false_pass
    )
    return decide(test, statistic, seed=seed, subject=name_of(statistic), **options)
