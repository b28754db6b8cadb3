"""Sequential tests of many means at once: an array of means, a covariance matrix.

The entries are sampled together and share one error budget. The verdict names the entries.
"""

import dataclasses
from collections.abc import Callable, Sequence
from itertools import combinations_with_replacement
from typing import Any, Unpack

import numpy as np

from theorem_checks.errors import ArgumentError
from theorem_checks.sampling.enclosures import Number, enclosure, positive_float
from theorem_checks.sampling.findings import BLOCK
from theorem_checks.sampling.mean_arrays import MeansTest
from theorem_checks.sampling.mean_tests import RATE, name_of
from theorem_checks.sampling.runs import BUDGET, Options, Progress, decide
from theorem_checks.sampling.sequential import MeanTest, Relation
from theorem_checks.sampling.statistics import Statistic
from theorem_checks.verdicts.evidence import Evidence

__all__ = ["Numbers", "covariance_test", "decide_covariance", "decide_means", "means_test"]

Numbers = Number | Sequence[Any] | np.ndarray
"""One number for all entries, or an array of them as nested sequences."""


def decide_means(
    statistic: Statistic,
    values: Numbers,
    delta: Numbers,
    *,
    seed: int,
    bounds: tuple[Numbers, Numbers] | None = None,
    variance: Numbers | None = None,
    because: str = "",
    rounding: Number = 0,
    relation: Relation | str = Relation.EQUAL,
    weights: Numbers = 1,
    false_alarm: float = RATE,
    false_pass: float = RATE,
    **options: Unpack[Options],
) -> Evidence:
    r"""Test $E f(K)_e = v_e$ in every entry e, for a statistic f with arrays as values.

    **Arguments**

    - `statistic`: a JAX function of one key; its value has the shape of `values`.
    - `values`: the claimed means. `delta`, `bounds` and `variance` may be arrays too, and are
      broadcast to the shape of the values. They and the rest are as in `decide_mean`.
    - `false_alarm`: the probability, at most, of REFUTED if all entries are true; it is split
      over the entries in proportion to `weights`. `false_pass`: of HOLDS if any entry is off by
      its delta or more; it need not be split.
    - `options`, see `Options`; samples, blocks and batches are counted in arrays.

    **Returns** REFUTED, which names the entry; HOLDS to delta in each entry; or UNDECIDED, which
    names the entries that are open. Sample i is drawn at `sample_key(seed, i * E)`, where E is
    the number of entries.

    **Raises** as `decide_mean` does; the errors name the entry.
    """
    from theorem_checks.sampling.array_statistics import flattened

    test = means_test(
        values,
        delta,
        bounds=bounds,
        variance=variance,
        because=because,
        rounding=rounding,
        relation=relation,
        weights=weights,
        false_alarm=false_alarm,
        false_pass=false_pass,
    )
    numbers = flattened(statistic, test.shape, batched=options.get("batched", False))
    return _decide(test, numbers, seed, f"E {name_of(statistic)}", options)


def decide_covariance(
    statistic: Statistic,
    matrix: Numbers,
    delta: Numbers,
    *,
    seed: int,
    means: Numbers | None = None,
    bounds: tuple[Numbers, Numbers] | None = None,
    fourth_moment: Number | None = None,
    because: str = "",
    weights: Numbers = 1,
    false_alarm: float = RATE,
    false_pass: float = RATE,
    **options: Unpack[Options],
) -> Evidence:
    r"""Test that the covariance matrix of a random vector $f(K)$ is the claimed one.

    With known means, the products $(x_i - \mu_i)(x_j - \mu_j)$ have the covariances as their
    means; without, the products $(x_i - x'_i)(x_j - x'_j)/2$ of two independent draws do.

    **Arguments**

    - `statistic`: a JAX function of one key; its value is a vector of 64-bit numbers.
    - `matrix`: the claimed covariances, symmetric. `delta`: a discrepancy for all entries, or a
      symmetric matrix of them; `weights` likewise, see `decide_means`.
    - `means`, exact, if they are known.
    - `bounds`, (low, high), each a number or a vector, if the coordinates are bounded; or
      `fourth_moment`, an exact bound on $E (x_i - \mu_i)^4$ for every i, with `because`, its
      source. It bounds the variance of each product, as $E u_i^2 u_j^2$ and
      $\sigma_{ii} \sigma_{jj}$ are at most that large.
    - the others as in `decide_means`.

    **Returns** the Evidence; entries i <= j are tested, once each. **Raises** as `decide_means`.
    """
    from theorem_checks.sampling.array_statistics import flattened, products

    test, known = covariance_test(
        matrix,
        delta,
        means=means,
        bounds=bounds,
        fourth_moment=fourth_moment,
        because=because,
        weights=weights,
        false_alarm=false_alarm,
        false_pass=false_pass,
    )
    batched = options.get("batched", False)
    product = products(statistic, test.shape[0], known, batched=batched)
    numbers = flattened(product, (test.entries,), batched=batched)
    return _decide(test, numbers, seed, f"Cov {name_of(statistic)}", options)


def means_test(
    values: Numbers,
    delta: Numbers,
    *,
    bounds: tuple[Numbers, Numbers] | None = None,
    variance: Numbers | None = None,
    because: str = "",
    rounding: Number = 0,
    relation: Relation | str = Relation.EQUAL,
    weights: Numbers = 1,
    false_alarm: float = RATE,
    false_pass: float = RATE,
) -> MeansTest:
    """Return the test behind `decide_means`, with the same arguments, for values from elsewhere."""
    claimed = _array("values", values)
    shape = claimed.shape
    sides = None if bounds is None else tuple(_spread("bounds", one, shape) for one in bounds)
    return _joint(
        names=list(np.ndindex(shape)),
        shape=shape,
        values=claimed,
        delta=_spread("delta", delta, shape),
        bounds=None if sides is None else lambda name: (sides[0][name], sides[1][name]),
        variance=None if variance is None else _spread("variance", variance, shape),
        weights=_spread("weights", weights, shape),
        false_alarm=false_alarm,
        because=because,
        rounding=rounding,
        relation=relation,
        false_pass=false_pass,
    )


def covariance_test(
    matrix: Numbers,
    delta: Numbers,
    *,
    means: Numbers | None = None,
    bounds: tuple[Numbers, Numbers] | None = None,
    fourth_moment: Number | None = None,
    because: str = "",
    weights: Numbers = 1,
    false_alarm: float = RATE,
    false_pass: float = RATE,
) -> tuple[MeansTest, list[float] | None]:
    """Return the test behind `decide_covariance`, and the known means as floats."""
    claimed = _array("matrix", matrix)
    if claimed.ndim != 2 or claimed.shape[0] != claimed.shape[1]:
        raise ArgumentError("matrix", claimed.shape, "the shape (d, d) of a covariance matrix")
    for i, j in combinations_with_replacement(range(len(claimed)), 2):
        if enclosure("matrix", claimed[i, j]) != enclosure("matrix", claimed[j, i]):
            raise ArgumentError(f"matrix[{i}, {j}]", claimed[i, j], f"{claimed[j, i]!r}, as below")
    for i in range(len(claimed)):
        _require_variance(f"matrix[{i}, {i}]", claimed[i, i], fourth_moment)
    shape, size = claimed.shape, claimed.shape[0]
    known = None
    if means is not None:
        stated = _spread("means", means, (size,))
        known = [sum(enclosure("means", mean)) / 2 for mean in stated]
    sides = None
    if bounds is not None:
        sides = _product_bounds([_spread("bounds", one, (size,)) for one in bounds], known)
    test = _joint(
        names=list(combinations_with_replacement(range(size), 2)),
        shape=shape,
        values=claimed,
        delta=_spread("delta", delta, shape),
        bounds=sides,
        variance=None if fourth_moment is None else _spread("fourth_moment", fourth_moment, shape),
        weights=_spread("weights", weights, shape),
        false_alarm=false_alarm,
        because=because,
        false_pass=false_pass,
    )
    return test, known


def _require_variance(name: str, variance: Number, fourth_moment: Number | None) -> None:
    """Refuse what no law has, as it could HOLD to within delta.

    That is a negative variance, or one above the root of the fourth moment.
    """
    low, high = enclosure(name, variance)
    if high < 0:
        raise ArgumentError(name, variance, "a variance, which is not negative")
    if fourth_moment is None:
        return
    most = enclosure("fourth_moment", fourth_moment)[1]
    if max(low, 0.0) ** 2 > most * (1 + 2.0**-40):
        expected = f"a variance that a fourth moment of {fourth_moment} allows"
        raise ArgumentError(name, variance, expected, "E x^4 is at least (E x^2)^2.")


def _joint(
    *,
    names: list[tuple[int, ...]],
    shape: tuple[int, ...],
    values: np.ndarray,
    delta: np.ndarray,
    bounds: Callable[[tuple[int, ...]], tuple[Number, Number]] | None,
    variance: np.ndarray | None,
    weights: np.ndarray,
    false_alarm: float,
    **common: Any,
) -> MeansTest:
    """Return the tests of the named entries as one; the false alarms are shared by weight."""
    positive_float("false_alarm", false_alarm, below=1.0)
    shares = np.array([positive_float("weights", weights[name]) for name in names])
    levels = false_alarm * (1 - 2.0**-40) * shares / shares.sum()  # rounded: still at most all

    def test(name: tuple[int, ...], level: float) -> MeanTest:
        try:
            return MeanTest(
                values[name],
                delta[name],
                bounds=None if bounds is None else bounds(name),
                variance=None if variance is None else variance[name],
                false_alarm=level,
                **common,
            )
        except ArgumentError as error:
            error.add_note(f"This is about entry {name}.")
            raise

    tests = (test(name, float(level)) for name, level in zip(names, levels, strict=True))
    return MeansTest(tuple(tests), tuple(names), shape)


def _product_bounds(
    sides: list[np.ndarray], means: list[float] | None
) -> Callable[[tuple[int, ...]], tuple[Number, Number]]:
    """Return the bounds of the products, from those of the factors.

    Rounded subtraction and multiplication are monotone, so the products of the ends, rounded in
    the same way, bound the rounded products of all values between them.
    """
    low = [enclosure("bounds[0]", one)[0] for one in sides[0]]
    high = [enclosure("bounds[1]", one)[1] for one in sides[1]]
    if means is None:  # differences of two draws, and half of their product
        ends, half = [(a - b, b - a) for a, b in zip(low, high, strict=True)], 0.5
    else:
        ends, half = [(a - m, b - m) for a, b, m in zip(low, high, means, strict=True)], 1.0

    def bounds(name: tuple[int, ...]) -> tuple[Number, Number]:
        first, second = ends[name[0]], ends[name[1]]
        corners = [half * (x * y) for x in first for y in second]
        return (0.0 if name[0] == name[1] else min(corners)), max(corners)

    return bounds


def _decide(
    test: MeansTest, numbers: Statistic, seed: int, subject: str, options: Options
) -> Evidence:
    """Run the test on a stream of numbers, with all counts in arrays as the user sees them."""
    entries, block = test.entries, options.get("block", BLOCK)
    counted: Options = {**options, "batched": True, "block": block * entries}
    counted["max_samples"] = options.get("max_samples", BUDGET) * entries
    if "batch_size" in options:
        counted["batch_size"] = options["batch_size"] * entries
    if (told := options.get("progress")) is not None:
        counted["progress"] = lambda progress: told(_in_arrays(progress, entries))
    evidence = decide(test, numbers, seed=seed, subject=subject, **counted)
    return dataclasses.replace(evidence, figures={**evidence.figures, "block": block})


def _in_arrays(progress: Progress, entries: int) -> Progress:
    return dataclasses.replace(
        progress,
        samples=progress.samples // entries,
        max_samples=progress.max_samples // entries,
        rate=progress.rate / entries,
    )


def _array(name: str, values: Numbers) -> np.ndarray:
    try:
        array = np.array(values, dtype=object)
    except ValueError:
        array = np.array(None)
    leaves = [one for one in array.flat if one is None or isinstance(one, list | tuple)]
    if leaves or not array.size:
        raise ArgumentError(name, values, "a number, or nested sequences that form an array")
    return array


def _spread(name: str, values: Numbers, shape: tuple[int, ...]) -> np.ndarray:
    array = _array(name, values)
    try:
        return np.broadcast_to(array, shape)
    except ValueError:
        raise ArgumentError(name, array.shape, f"a number, or an array of shape {shape}") from None
