"""Means, probabilities, covariances and laws that are not so, or that no sample speaks of."""

from collections.abc import Callable
from functools import partial
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from tests.soundness.cases import Case, Slip, Truth
from theorem_checks import (
    Evidence,
    Gaussian,
    MeanTest,
    Uniform,
    decide_covariance,
    decide_distribution,
    decide_equal_means,
    decide_mean,
    decide_mean_at_most,
    decide_means,
    decide_on_values,
    decide_probability,
    distribution_test,
    means_test,
)

__all__ = ["CASES"]

UNIT = (0, 1)
UNIFORM = np.random.default_rng(0).random(2560)  # so that nothing has to be compiled
SQUARES, EVENTS, HALVES = UNIFORM**2, UNIFORM < 0.25, 0 * UNIFORM + 0.5
HEAVY = 1 / UNIFORM
LOGS = np.where(UNIFORM > 0.5, np.log(np.abs(UNIFORM - 0.5)), np.nan)
_budget: Any = {"seed": 7, "max_samples": 4096, "cores": 1}


def _case(engine: Callable[..., Evidence]) -> Callable[..., Case]:
    """A case of one of the tests, whose arguments are given in place of the question."""

    def made(slip: Slip, statement: str, truth: Truth, *arguments: Any, **options: Any) -> Case:
        return Case(
            engine.__name__,
            slip,
            statement,
            truth,
            lambda: engine(*arguments, **{**_budget, **options}),
        )

    return made


_mean, _at_most, _equal = map(_case, (decide_mean, decide_mean_at_most, decide_equal_means))
_means, _covariance, _law = map(_case, (decide_means, decide_covariance, decide_distribution))
_probability = _case(decide_probability)
_values = partial(Case, "decide_on_values")


def _on_values(
    slip: Slip, statement: str, truth: Truth, values: Any, *claim: Any, **options: Any
) -> Case:
    """A case of a test of a mean, on values that are given."""
    return _values(
        slip, statement, truth, lambda: decide_on_values(MeanTest(*claim, **options), values)
    )


def _uniform(key: Any) -> Any:
    return jax.random.uniform(key)


def _square(key: Any) -> Any:
    return jax.random.uniform(key) ** 2


def _event(key: Any) -> Any:
    return jax.random.uniform(key) < 0.25


def _pair(key: Any) -> Any:
    u = jax.random.uniform(key)
    return jnp.array([u, u])


def _nothing(key: Any) -> Any:
    return jax.random.uniform(key, (0,))


CASES = (
    _mean(
        Slip.CONSTANT,
        "E u = 3/5 for uniform u to within 1/20: it is 1/2",
        Truth.FALSE,
        *(_uniform, "3/5", "1/20"),
        bounds=UNIT,
    ),
    _on_values(
        Slip.ORDER_OF_EVALUATION,
        "E u^2 = (E u)^2 = 1/4 to within 1/20: it is 1/3",
        Truth.FALSE,
        SQUARES,
        *("1/4", "1/20"),
        bounds=UNIT,
    ),
    _on_values(
        Slip.HIDDEN_ASSUMPTION,
        "E u = 1/2 for values said to lie in [0, 9/10]: some do not",
        Truth.NO_STATEMENT,
        UNIFORM,
        *("1/2", "1/20"),
        bounds=(0, "9/10"),
    ),
    _mean(
        Slip.HIDDEN_ASSUMPTION,
        "E u = 1/2 with neither bounds nor a variance",
        Truth.NO_STATEMENT,
        *(_uniform, "1/2", "1/20"),
    ),
    _on_values(
        Slip.LAW,
        "E 1/u = 10 to within 1, with values said to lie in [0, 100]: the mean is infinite",
        Truth.FALSE,
        HEAVY,
        *(10, 1),
        bounds=(0, 100),
    ),
    _mean(
        Slip.LAW,
        "E u = 1/2 for a variance of -1, which no law has",
        Truth.EMPTY,
        *(_uniform, "1/2", "1/20"),
        variance=-1,
        because="it is said so",
    ),
    _on_values(
        Slip.POLE,
        "E log(u - 1/2) = 0: for half of all u it is not a number",
        Truth.NO_STATEMENT,
        LOGS,
        *(0, "1/20"),
        bounds=(-50, 1),
    ),
    _on_values(
        Slip.CONTRADICTION,
        "E u = 2 for values in [0, 1]",
        Truth.FALSE,
        UNIFORM,
        *(2, "1/20"),
        bounds=UNIT,
    ),
    _mean(
        Slip.CONTRADICTION,
        "E u = 1/2 for values that lie in [1, 0]",
        Truth.EMPTY,
        *(_uniform, "1/2", "1/20"),
        bounds=(1, 0),
    ),
    _mean(
        Slip.EMPTY,
        "E u = 9/10 to within 1/20, on no samples",
        Truth.FALSE,
        *(_uniform, "9/10", "1/20"),
        bounds=UNIT,
        max_samples=0,
    ),
    _mean(
        Slip.FLOAT,
        "E u = 1/2 to within 0",
        Truth.NO_STATEMENT,
        *(_uniform, "1/2", 0),
        bounds=UNIT,
    ),
    _on_values(
        Slip.EDGE_SIZE,
        "E u = 11/20 to within 1/20 exactly at the discrepancy: HOLDS would be an error",
        Truth.FALSE,
        UNIFORM,
        *("11/20", "1/20"),
        bounds=UNIT,
    ),
    _on_values(
        Slip.EDGE_SIZE,
        "E 1/2 = 1/2 for a constant: true",
        Truth.TRUE,
        HALVES,
        *("1/2", "1/10"),
        bounds=UNIT,
    ),
    _mean(
        Slip.LAW,
        "E u = 1/2 with a false alarm of probability 2",
        Truth.NO_STATEMENT,
        *(_uniform, "1/2", "1/20"),
        bounds=UNIT,
        false_alarm=2.0,
    ),
    _on_values(
        Slip.CONSTANT,
        "E u <= 2/5 to within 1/20: it is 1/2",
        Truth.FALSE,
        UNIFORM,
        *("2/5", "1/20"),
        bounds=UNIT,
        relation="<=",
    ),
    _on_values(
        Slip.TRANSPOSE,
        "E u^2 >= 1/2, as <= is meant: it is 1/3",
        Truth.FALSE,
        SQUARES,
        *("1/2", "1/20"),
        bounds=UNIT,
        relation=">=",
    ),
    _on_values(
        Slip.CONSTANT,
        "P(u < 1/4) = 1/3 to within 1/20",
        Truth.FALSE,
        EVENTS,
        *("1/3", "1/20"),
        binary=True,
    ),
    _on_values(
        Slip.LAW,
        "P(A) = 5/4 for the event u < 1/4, to within 1/20: it is 1/4",
        Truth.FALSE,
        EVENTS,
        *("5/4", "1/20"),
        binary=True,
    ),
    _on_values(
        Slip.NAME,
        "P(A) = 1/2 for an A that has values between 0 and 1: it is no event",
        Truth.NO_STATEMENT,
        UNIFORM,
        *("1/2", "1/20"),
        binary=True,
    ),
    _at_most(
        Slip.NAME,
        "E u <= 2/5 for values in [0, 1], by a variance too: one of them is meant",
        Truth.NO_STATEMENT,
        *(_uniform, "2/5", "1/20"),
        bounds=UNIT,
        variance=1,
        because="values in [0, 1]",
    ),
    _probability(
        Slip.EMPTY,
        "P(A) = 1/4 on no samples",
        Truth.EMPTY,
        *(_event, "1/4", "1/20"),
        max_samples=0,
    ),
    _equal(
        Slip.NAME,
        "E u = E of a pair: one is a number, one an array",
        Truth.NO_STATEMENT,
        *(_uniform, _pair, "1/20"),
        bounds=UNIT,
    ),
    _values(
        Slip.BRANCH,
        "E (u, u) = (1/2, 3/5): the second is wrong",
        Truth.FALSE,
        lambda: decide_on_values(
            means_test(["1/2", "3/5"], "1/20", bounds=UNIT), np.stack([UNIFORM, UNIFORM], axis=1)
        ),
    ),
    _means(
        Slip.EMPTY,
        "the means of no entries",
        Truth.EMPTY,
        *(_nothing, [], "1/20"),
        bounds=UNIT,
    ),
    _means(
        Slip.EDGE_SIZE,
        "E (u, u) = (1/2, 1/2, 1/2): there are two",
        Truth.NO_STATEMENT,
        *(_pair, ["1/2"] * 3, "1/20"),
        bounds=UNIT,
    ),
    _covariance(
        Slip.HIDDEN_ASSUMPTION,
        "Cov (u, u) = diag(1/12, 1/12), as for independent ones: the other entries are 1/12 too",
        Truth.FALSE,
        *(_pair, [["1/12", 0], [0, "1/12"]], "1/25"),
        bounds=UNIT,
        max_samples=16384,
    ),
    _covariance(
        Slip.TRANSPOSE,
        "Cov (u, u) = [[1/12, 0], [1/12, 1/12]], which is not symmetric",
        Truth.NO_STATEMENT,
        *(_pair, [["1/12", 0], ["1/12", "1/12"]], "1/25"),
        bounds=UNIT,
    ),
    _values(
        Slip.LAW,
        "u is Gaussian of mean 1/2 and variance 1/12, to within 1/20 of its distribution",
        Truth.FALSE,
        lambda: decide_on_values(distribution_test(Gaussian("1/12", "1/2"), "1/20"), UNIFORM),
    ),
    _values(
        Slip.LAW,
        "u is uniform of variance 1, on [-1.73, 1.73]",
        Truth.FALSE,
        lambda: decide_on_values(distribution_test(Uniform(), "1/10"), UNIFORM),
    ),
    _law(
        Slip.LAW,
        "u has the distribution function x -> 1 - x, which falls",
        Truth.NO_STATEMENT,
        *(_uniform, lambda x: min(max(1 - x, 0.0), 1.0), "1/10"),
    ),
    _law(
        Slip.CONSTANT,
        "an event has the law {0: 3/4, 1: 1/5}, which sums to 19/20",
        Truth.NO_STATEMENT,
        *(_event, {0: "3/4", 1: "1/5"}, "1/10"),
    ),
    _law(
        Slip.CONTRADICTION,
        "an event has the law {0: 5/4, 1: -1/4}",
        Truth.NO_STATEMENT,
        *(_event, {0: "5/4", 1: "-1/4"}, "1/10"),
    ),
    Case(
        "decide_on_values",
        Slip.EMPTY,
        "E f = 9/10, on no values",
        Truth.FALSE,
        lambda: decide_on_values(means_test(["9/10"], "1/20", bounds=UNIT), []),
    ),
)
