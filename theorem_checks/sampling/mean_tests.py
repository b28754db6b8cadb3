"""Sequential tests of means and probabilities on samples from JAX.

Each ends REFUTED, HOLDS to within delta, or UNDECIDED at the sample budget, with the stated error
rates at every stopping time. `detectable` and `samples_needed` plan them; `MeanTest` is the same
test for values that come from elsewhere.
"""

import dataclasses
from typing import Unpack

from theorem_checks.errors import ArgumentError
from theorem_checks.sampling.enclosures import Number, enclosure, exact
from theorem_checks.sampling.runs import Options, decide
from theorem_checks.sampling.sequential import Assumptions, MeanTest, Relation
from theorem_checks.sampling.statistics import Statistic
from theorem_checks.verdicts.evidence import Evidence

__all__ = [
    "Settings",
    "decide_equal_means",
    "decide_mean",
    "decide_mean_at_least",
    "decide_mean_at_most",
    "decide_probability",
]

RATE = 1e-9


class Settings(Options, Assumptions, total=False):
    """What `decide_mean` takes beside statistic, value, delta and seed; see there."""


def decide_mean(
    statistic: Statistic,
    value: Number,
    delta: Number,
    *,
    seed: int,
    bounds: tuple[Number, Number] | None = None,
    variance: Number | None = None,
    because: str = "",
    rounding: Number = 0,
    relation: Relation | str = Relation.EQUAL,
    false_alarm: float = RATE,
    false_pass: float = RATE,
    **options: Unpack[Options],
) -> Evidence:
    r"""Test $E f(K) = v$ for a statistic f of a random key K.

    **Arguments**

    - `statistic`: a JAX function of one key; it returns a real scalar.
    - `value`: the claimed mean, exact (int, Fraction, '3/10') or a float within one unit in its
      last place. `delta`: the discrepancy that HOLDS allows.
    - `bounds`, (low, high), if every value lies between; or `variance`, an exact bound on the
      variance, with `because`, its source, if the tails are heavy.
    - `rounding`: a bound on |computed - true value|, needed for 32-bit statistics; it is added
      to delta. The rounding of 64-bit statistics is taken as far below delta.
    - `relation`: '=', '<=' or '>=' between mean and value.
    - `false_alarm`: the probability, at most, of REFUTED if the claim is true; `false_pass`: of
      HOLDS if the mean is off by delta or more.
    - `seed` from the runner; `options`, see `Options`.

    **Returns** the Evidence. **Raises** as `MeanTest` and `decide` do.
    """
    test = MeanTest(
        value,
        delta,
        bounds=bounds,
        variance=variance,
        because=because,
        relation=relation,
        false_alarm=false_alarm,
        false_pass=false_pass,
        rounding=rounding,
    )
    return decide(test, statistic, seed=seed, subject=f"E {name_of(statistic)}", **options)


def decide_mean_at_most(
    statistic: Statistic, value: Number, delta: Number, *, seed: int, **settings: Unpack[Settings]
) -> Evidence:
    r"""Test $E f(K) \le v$; HOLDS says that the mean is below v + delta.

    Arguments, result and errors are those of `decide_mean`.
    """
    return decide_mean(statistic, value, delta, seed=seed, relation=Relation.AT_MOST, **settings)


def decide_mean_at_least(
    statistic: Statistic, value: Number, delta: Number, *, seed: int, **settings: Unpack[Settings]
) -> Evidence:
    r"""Test $E f(K) \ge v$; HOLDS says that the mean is above v - delta.

    Arguments, result and errors are those of `decide_mean`.
    """
    return decide_mean(statistic, value, delta, seed=seed, relation=Relation.AT_LEAST, **settings)


def decide_probability(
    event: Statistic,
    value: Number,
    delta: Number,
    *,
    seed: int,
    relation: Relation | str = Relation.EQUAL,
    false_alarm: float = RATE,
    false_pass: float = RATE,
    **options: Unpack[Options],
) -> Evidence:
    r"""Test $P(A) = v$ (or at most, or at least v) for an event A of a random key.

    For values 0 and 1 the bets are likelihood ratios of Bernoulli laws, so this is Wald's
    sequential test with a mixture for alternatives farther away.

    **Arguments**: `event`, a JAX function of one key with values False and True (or 0 and 1);
    the others as in `decide_mean`. **Returns** the Evidence. **Raises** as `decide_mean` does.
    """
    test = MeanTest(
        value,
        delta,
        binary=True,
        relation=relation,
        false_alarm=false_alarm,
        false_pass=false_pass,
    )
    return decide(test, event, seed=seed, subject=f"P({name_of(event, 'A')})", **options)


def decide_equal_means(
    first: Statistic,
    second: Statistic,
    delta: Number,
    *,
    seed: int,
    paired: bool = True,
    bounds: tuple[Number, Number] | None = None,
    variance: Number | None = None,
    because: str = "",
    rounding: Number = 0,
    false_alarm: float = RATE,
    false_pass: float = RATE,
    **options: Unpack[Options],
) -> Evidence:
    r"""Test $E f(K) = E g(K)$ by the mean of the differences $f - g$.

    **Arguments**: `first` and `second`, as `statistic` in `decide_mean`. With `paired`, both see
    the same key, and what they share cancels; else they see the keys `fold_in(key, 0)` and
    `fold_in(key, 1)` and are independent. `bounds`, `variance` and `rounding` hold for each of
    the two; what follows for the difference is what is assumed and checked. The others are as
    in `decide_mean`.

    **Returns** the Evidence. **Raises** as `decide_mean` does.
    """
    from theorem_checks.sampling.pairs import difference_of

    batched = options.get("batched", False)
    difference, types = difference_of(first, second, paired, batched, inexact=bool(rounding))
    test = MeanTest(
        0,
        delta,
        bounds=None if bounds is None else _difference_bounds(bounds),
        variance=None if variance is None else exact("variance", variance) * (4 if paired else 2),
        because=because,
        rounding=2 * enclosure("rounding", rounding)[1] if rounding else 0,
        false_alarm=false_alarm,
        false_pass=false_pass,
    )
    subject = f"E {name_of(first)} - E {name_of(second, 'g')}"
    evidence = decide(test, difference, seed=seed, subject=subject, **options)
    precision = ", ".join(dict.fromkeys(types))
    return dataclasses.replace(evidence, figures={**evidence.figures, "precision": precision})


def name_of(statistic: Statistic, unnamed: str = "f") -> str:
    """Return what a statistic is called in the evidence."""
    name = getattr(statistic, "__name__", unnamed)
    return name if name.isidentifier() else unnamed  # not '<lambda>'


def _difference_bounds(bounds: tuple[Number, Number]) -> tuple[Number, Number]:
    low, high = bounds
    if isinstance(low, float) or isinstance(high, float):
        # Rounded subtraction is monotone: no difference of values exceeds that of the ends.
        width = enclosure("bounds[1]", high)[1] - enclosure("bounds[0]", low)[0]
    else:
        width = exact("bounds[1]", high) - exact("bounds[0]", low)
    if not width > 0:
        raise ArgumentError("bounds", bounds, "a pair (low, high) with low < high")
    return -width, width
