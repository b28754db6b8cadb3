r"""A claimed law on the line, cut into bins of small probability.

Samples are floats, and {X < t} is {X <= the float before t}. So a grid of floats is enough for
continuous, discrete and mixed laws alike: it has points $t_1 < \dots < t_m$ such that each bin
$(t_j, t_{j+1}]$ has a claimed probability of at most the width, or holds the float $t_{j+1}$
alone. An atom is such a float, with the float before it as the point below.
"""

import hashlib
import math
from bisect import bisect_right
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import accumulate, pairwise
from typing import Any

import numpy as np

from theorem_checks.errors import ArgumentError
from theorem_checks.sampling.enclosures import Number, exact

__all__ = ["CDF_ERROR", "ClaimedLaw", "claimed_law"]

CDF_ERROR = 2.0**-40  # how far a distribution function in floats may be from the true one
LARGEST = float(np.finfo(np.float64).max)
FULL_ENOUGH = 0.75  # of the width: a bin this full is not widened further

Cdf = Callable[[float], Any]


@dataclass(frozen=True)
class ClaimedLaw:
    """A law by its distribution function at the points of a grid.

    **Fields**: its `name`; the `points`, and the `levels` $F(t_j)$, as floats; `gap`, the largest
    claimed probability inside of a bin (that of a single float counts as none): between the
    points, no distribution function can be farther from F than at the points, by more than this;
    `cdf`; a `digest` of points and levels.
    """

    name: str
    points: tuple[float, ...] = field(repr=False)
    levels: tuple[float, ...] = field(repr=False)
    gap: float
    cdf: Cdf = field(repr=False, compare=False)
    digest: str


def claimed_law(law: Any, width: float) -> ClaimedLaw:
    r"""Return a law on a grid whose bins have a probability of at most `width`.

    **Arguments**: `law`, a distribution function $x \mapsto P(X \le x)$ in floats, right to
    2^-40; or {value: probability} in exact numbers that sum to 1; or a law of
    `theorem_checks.proving.moments` with numbers for parameters.

    **Raises** `ArgumentError` for what is none of these, or for a function that is not a
    distribution function.
    """
    cdf, name = _distribution_function(law)

    def level(x: float) -> float:
        value = float(cdf(x))
        if not -CDF_ERROR <= value <= 1 + CDF_ERROR:
            raise ArgumentError("law", law, f"probabilities; at {x!r} it gives {value!r}")
        return min(max(value, 0.0), 1.0)

    if level(LARGEST) < 1 - CDF_ERROR or level(-LARGEST) > CDF_ERROR:
        raise ArgumentError("law", law, "a distribution function, from 0 to 1 over all floats")
    points = tuple(_grid(level, width))
    levels = tuple(level(point) for point in points)
    if any(a > b + 2 * CDF_ERROR for a, b in pairwise(levels)):
        raise ArgumentError("law", law, "a function that does not decrease")
    inner = [
        b - a
        for (s, a), (t, b) in pairwise(zip(points, levels, strict=True))
        if math.nextafter(s, math.inf) < t
    ]
    gap = max([levels[0], 1 - levels[-1], *inner])
    digest = hashlib.sha256(np.array([points, levels]).tobytes()).hexdigest()[:16]
    return ClaimedLaw(name, points, levels, gap + 2 * CDF_ERROR, cdf, digest)


def _grid(level: Callable[[float], float], width: float) -> list[float]:
    """Return points such that the bins between them are narrow, or single floats."""
    points, below, reached = [], _ordinal(-LARGEST) - 1, 0.0
    while 1 - reached > width:
        low, high = below, _ordinal(LARGEST)
        full = False
        while high - low > 1 and not full:
            middle = (low + high) // 2
            mass = level(_float(middle)) - reached
            low, high = (middle, high) if mass <= width else (low, middle)
            full = FULL_ENOUGH * width <= mass <= width
        if low > below:
            points.append(_float(low))
        if not full:  # the next float alone has too much
            points.append(_float(high))
            low = high
        below, reached = low, level(_float(low))
    return points


def _ordinal(x: float) -> int:
    """Number the floats in their order, zero by zero."""
    bits = int(np.float64(abs(x)).view(np.int64))
    return bits if x >= 0 else -bits


def _float(ordinal: int) -> float:
    return math.copysign(float(np.int64(abs(ordinal)).view(np.float64)), ordinal)


def _distribution_function(law: Any) -> tuple[Cdf, str]:
    if isinstance(law, Mapping):
        return _steps(law), f"a law on {len(law)} values"
    if callable(law):
        name = getattr(law, "__qualname__", type(law).__name__)
        return law, name if name.isidentifier() else "the claimed law"
    from theorem_checks.statements.exact import to_fraction
    from theorem_checks.statements.moments.laws import Discrete, Gaussian, Rademacher, Uniform

    if isinstance(law, Discrete):
        return _steps({to_fraction(x): to_fraction(p) for x, p in law.atoms}), str(law)
    if not isinstance(law, Gaussian | Rademacher | Uniform):
        expected = "a distribution function, a mapping from values to probabilities, or a law"
        raise ArgumentError("law", law, expected)
    if law.variance.is_zero:  # all at the mean
        return _steps({to_fraction(law.moment(1)): 1}), str(law)
    deviation = math.sqrt(to_fraction(law.variance))
    if isinstance(law, Rademacher):
        return _steps({-deviation: "1/2", deviation: "1/2"}), str(law)
    if isinstance(law, Uniform):
        end = math.sqrt(3) * deviation
        return lambda x: min(max((x / end + 1) / 2, 0.0), 1.0), str(law)
    mean = float(to_fraction(law.mean))
    return lambda x: math.erfc((mean - x) / (math.sqrt(2) * deviation)) / 2, str(law)


def _steps(probabilities: Mapping[Any, Number]) -> Cdf:
    """Return the distribution function of a law on finitely many values, which become floats."""
    atoms = sorted(
        (x if isinstance(x, float) else float(exact("value", x)), exact(f"probability of {x}", p))
        for x, p in probabilities.items()
    )
    if any(p < 0 for _, p in atoms) or sum(p for _, p in atoms) != 1:
        raise ArgumentError("law", dict(probabilities), "probabilities that sum to 1")
    values = [value for value, _ in atoms]
    sums = [Fraction(0), *accumulate(p for _, p in atoms)]
    return lambda x: sums[bisect_right(values, x)]
