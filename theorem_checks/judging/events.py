"""The probability of an event at an instance, from independent samples, with stated error rates.

An event is refuted where so many samples fail that so many or more would with a probability below
`RATE`, if it failed no more often than is claimed (a bound of Chernoff's, in relative entropy). An
event that fails more often than is claimed by `DISCREPANCY` is let through no more often than that.
"""

from collections.abc import Mapping
from fractions import Fraction
from math import log, prod
from typing import Any

import numpy as np
import sympy as sp

from theorem_checks.errors import ArgumentError
from theorem_checks.statements.classes import WithProbability
from theorem_checks.statements.conclusions import All, AtMost, Conclusion, Less
from theorem_checks.statements.moments.laws import (
    IID,
    Bounded,
    Discrete,
    Gaussian,
    Rademacher,
    Uniform,
)
from theorem_checks.statements.moments.networks import Fixed, Network
from theorem_checks.statements.moments.statistics import Statistic, as_statistic
from theorem_checks.statements.moments.tensors import Tensor
from theorem_checks.statements.reals.differences import Difference
from theorem_checks.statements.values.radicals import NoExactValueError

__all__ = ["DISCREPANCY", "RATE", "SAMPLES", "fails_too_often", "is_trivial"]

SAMPLES = 4096
RATE = 1e-9  # of a false alarm, and of a false pass, at one instance
DISCREPANCY = 2 * (-log(RATE) / (2 * SAMPLES)) ** 0.5  # by Hoeffding's bound

_CHUNK = 256
_MOST = 2**17  # entries that are drawn for one sample


def is_trivial(said: WithProbability) -> bool:
    """Whether every event has the probability that is claimed, 0 or less."""
    return float(said.at_least) <= 0


def fails_too_often(
    said: WithProbability, constants: Mapping[str, Any], seed: int
) -> Difference | None:
    """What is wrong with the probability of an event, by samples; None where nothing is seen.

    **Raises** `NoExactValueError` for a law from which nothing can be drawn.
    """
    claimed = 1 - float(said.at_least)
    events = list(_events(said.event))
    tensors = {t.name: t for event, _ in events for t in event.tensors}
    known = {name: np.array(_floats(constants[name])) for name in tensors.keys() & constants.keys()}
    drawn = [t for t in tensors.values() if t.law is not None]
    if sum(prod(map(int, t.shape)) for t in drawn) > _MOST:
        raise NoExactValueError("an event of more entries than are drawn")
    source = np.random.default_rng(seed)
    failed = 0
    for _ in range(SAMPLES // _CHUNK):
        arrays = {t.name: _draw(t, source) for t in drawn}
        fails = np.zeros(_CHUNK, dtype=bool)
        for excess, strict in events:
            value = _values(excess, arrays, known)
            fails |= value >= 0 if strict else value > 0
        failed += int(fails.sum())
    found = failed / SAMPLES
    if found <= claimed or _by_chance(found, max(claimed, 0.0)) >= RATE:
        return None
    words = f"{failed} of {SAMPLES} samples fail, which is chance less often than {RATE:g}"
    return Difference(f"at most {claimed:.6g} fails", f"{found:.6g} fails", words)


def _by_chance(found: float, claimed: float) -> float:
    """How often so many samples fail or more, at most, if each does so as often as is claimed."""
    if claimed == 0:
        return 0.0
    entropy = found * log(found / claimed)
    if found < 1:
        entropy += (1 - found) * log((1 - found) / (1 - claimed))
    return float(np.exp(-SAMPLES * entropy))


def _events(event: Conclusion) -> list[tuple[Statistic, bool]]:
    """For each relation of an event what is negative where it is true, or not positive."""
    if isinstance(event, All):
        return [one for part in event.parts for one in _events(part)]
    if isinstance(event, AtMost | Less):
        return [(as_statistic(event.lhs) - as_statistic(event.rhs), isinstance(event, Less))]
    raise ArgumentError("event", type(event).__name__, "AtMost and Less of statistics, or All")


def _floats(values: Any) -> list[list[float]]:
    return [[float(Fraction(value)) for value in row] for row in values]


def _draw(tensor: Tensor, source: np.random.Generator) -> np.ndarray:
    """Samples of a tensor, along a first axis."""
    law, shape = tensor.law, (_CHUNK, *map(int, tensor.shape))
    if isinstance(law, Gaussian):
        return float(law.mean) + float(sp.sqrt(law.variance)) * source.standard_normal(shape)
    if isinstance(law, Rademacher):
        return float(sp.sqrt(law.variance)) * source.choice((-1.0, 1.0), shape)
    if isinstance(law, Uniform):
        return float(sp.sqrt(3 * law.variance)) * source.uniform(-1, 1, shape)
    if isinstance(law, Discrete):
        values, weights = zip(*law.atoms, strict=True)
        return source.choice([float(v) for v in values], shape, p=[float(p) for p in weights])
    if isinstance(law, Bounded):
        return _on_both_ends(law, shape, source)
    if isinstance(law, IID):
        return _on_three_points(law, shape, source)
    raise NoExactValueError(f"no samples of {law}")


def _on_both_ends(law: Bounded, shape: tuple[int, ...], source: np.random.Generator) -> np.ndarray:
    """Samples as wide as can be: on both ends, and on the mean where the variance is less."""
    low, high, mean = (float(end) for end in (law.least, law.most, law.mean))
    widest = (high - mean) * (mean - low)
    share = 1.0 if law.variance is None else float(law.variance) / widest if widest > 0 else 2.0
    if not (low <= mean <= high and low < high and 0 <= share <= 1):
        raise NoExactValueError(f"no samples of {law}")
    ends = np.where(source.random(shape) < (mean - low) / (high - low), high, low)
    return np.where(source.random(shape) < share, ends, mean)


def _on_three_points(law: IID, shape: tuple[int, ...], source: np.random.Generator) -> np.ndarray:
    """Samples of a law with a mean, a variance, and a kurtosis if it is given: mean, and beside.

    The numbers beside the mean, as far off on both sides, have probability 1 / (2 kurtosis) each.
    """
    known = dict(law.values)
    if law.form != "cumulants" or not {2} <= set(known) <= {1, 2, 4}:
        raise NoExactValueError(f"no samples of {law}")
    variance = float(known[2])
    kurtosis = 3.0  # of which nothing is said; any number from 1 on would do
    if 4 in known and variance > 0:
        kurtosis += float(known[4]) / variance**2
    if variance < 0 or kurtosis < 1:
        raise NoExactValueError(f"no samples of {law}")
    place, far = source.random(shape) * kurtosis, (kurtosis * variance) ** 0.5
    beside = np.where(place < 0.5, far, np.where(place < 1, -far, 0.0))
    return float(known.get(1, 0)) + beside


def _values(
    statistic: Statistic, arrays: Mapping[str, np.ndarray], constants: Mapping[str, np.ndarray]
) -> np.ndarray:
    """A statistic at each sample."""
    total = np.zeros(_CHUNK)
    for monomial, coefficient in statistic.terms.items():
        part = np.full(_CHUNK, float(coefficient))
        for network in monomial:
            part = part * _contracted(network, arrays, constants)
        total += part
    return total


def _contracted(
    network: Network, arrays: Mapping[str, np.ndarray], constants: Mapping[str, np.ndarray]
) -> Any:
    operands: list[Any] = []
    for edge in network:
        name, is_drawn = edge.tensor.name, edge.tensor.law is not None
        array = arrays[name] if is_drawn else constants[name].reshape(_shape(edge.tensor))
        first = (slice(None),) if is_drawn else ()
        at = tuple(int(i.label) if isinstance(i, Fixed) else slice(None) for i in edge.indices)
        left = [1 + i for i in edge.indices if not isinstance(i, Fixed)]
        operands += [array[first + at], [0, *left] if is_drawn else left]
    has_samples = any(edge.tensor.law is not None for edge in network)
    return np.einsum(*operands, [0] if has_samples else [], optimize=True)


def _shape(tensor: Tensor) -> tuple[int, ...]:
    return tuple(map(int, tensor.shape))
