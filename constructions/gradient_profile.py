r"""How a gradient grows with distance in a linear recurrent network with constant attention.

$$s_t = h_t + \sum_i \alpha_{i,t} h_i, \qquad h_{t+1} = V s_t$$

One call gives certified enclosures of $\|ds_T/dh_t\|$ (Frobenius) for many T, the same part by part
for paths with 0, 1, 2, ... attention hops, and under uniform attention the exponent to expect. The
network runs once in balls. Attention is a `Uniform()`, a `Window(nu)` or `Rows(weights)`: the
first two need a running sum, so that a step costs the same however many states are read.

Source: Kerg et al., Untangling tradeoffs between recurrence and self-attention, Section 3.
"""

from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any, Protocol, cast, runtime_checkable

import flint
import numpy as np

from constructions.errors import ArgumentError, ExactnessError
from constructions.number_systems.entries import as_fraction

__all__ = ["GradientProfile", "Rows", "Uniform", "Window", "gradient_profile"]


@runtime_checkable
class Attention(Protocol):
    """Constant attention: makes a reader, which takes in (t, h_t) and returns the context c_t."""

    def reader(self, zero: Any) -> Any:
        """Return a fresh function (t, h_t) -> c_t; states that it was not given do not move."""
        ...


@dataclass(frozen=True)
class Uniform:
    r"""Attention to all states: $\alpha_{i,t} = 1/t$."""

    def reader(self, zero: Any) -> Any:
        """Return a reader that carries the sum of all states."""
        total = zero

        def read(t: int, h: Any) -> Any:
            nonlocal total
            total = total + h
            return total * (flint.arb(1) / t)

        return read


@dataclass(frozen=True)
class Window:
    r"""Uniform attention to the last `nu` states, $h_t$ being the last of them."""

    nu: int

    def __post_init__(self) -> None:
        if self.nu < 1:
            raise ArgumentError("nu", self.nu, "at least 1")

    def reader(self, zero: Any) -> Any:
        """Return a reader that carries the last states; nothing is ever subtracted from a sum."""
        last: deque[Any] = deque(maxlen=self.nu)

        def read(t: int, h: Any) -> Any:
            last.append(h)
            return sum(last, start=zero) * (flint.arb(1) / min(t, self.nu))

        return read


@dataclass(frozen=True)
class Rows:
    r"""Attention by listed weights: `weights[t][i]` is $\alpha_{i,t}$, absent ones are 0."""

    weights: Mapping[int, Mapping[int, Any]]

    def reader(self, zero: Any) -> Any:
        """Return a reader that carries all states."""
        states: dict[int, Any] = {}

        def read(t: int, h: Any) -> Any:
            states[t] = h
            parts = [states[i] * _ball(w) for i, w in self.weights[t].items() if i in states]
            return sum(parts, start=zero)

        return read


@dataclass(frozen=True)
class GradientProfile:
    r"""What `gradient_profile` found.

    **Fields**: `start`, t; `times`, the T; `norms`, balls that contain $\|ds_T/dh_t\|_F$;
    `by_hops[q]`, the same for the sum of all paths with q attention hops (they add up as
    matrices, and their norms bound the whole's from above); `exponent`, e in $T^e$ as predicted
    from the eigenvalues (rounded), or None where no prediction is known.
    """

    start: int
    times: tuple[int, ...]
    norms: tuple[Any, ...]
    by_hops: tuple[tuple[Any, ...], ...]
    exponent: float | None

    def slope(self) -> float:
        """Return the slope of log norm against log T over the last two of the times."""
        (a, b), (low, high) = self.times[-2:], (float(x) for x in self.norms[-2:])
        return float(np.log(high / low) / np.log(b / a))

    def plot(self, path: str | Path) -> None:
        """Draw the norms against T - t, both on logarithmic scales, into a file."""
        from matplotlib.figure import Figure

        figure = Figure(figsize=(6, 4))
        axes = figure.subplots()
        pairs = [(T - self.start, i) for i, T in enumerate(self.times) if self.start < T]
        for name, row in (("all paths", self.norms), *self._parts()):
            values = [float(row[i].mid()) for _, i in pairs]
            axes.loglog([m for m, _ in pairs], values, label=name, lw=2 if row is self.norms else 1)
        axes.set_xlabel("T - t")
        axes.set_ylabel("norm of ds_T/dh_t")
        if self.exponent is not None:
            axes.set_title(f"predicted exponent {self.exponent:.3g}")
        axes.legend()
        figure.savefig(path)

    def _parts(self) -> list[tuple[str, tuple[Any, ...]]]:
        return [(f"{q} hops", row) for q, row in enumerate(self.by_hops)]


def gradient_profile(
    V: Any,
    attention: Attention,
    end: int,
    *,
    start: int = 1,
    hops: int = 0,
    times: Iterable[int] | None = None,
    prec: int = 128,
) -> GradientProfile:
    r"""Enclose $\|ds_T/dh_t\|$ for t = `start` and many T up to `end`.

    **Arguments**

    - `V`: n x n exact numbers (nested lists or an array), or one number; floats are refused.
    - `attention`: `Uniform()`, `Window(nu)` or `Rows(weights)`.
    - `hops`: paths with fewer than this many attention hops are enclosed by themselves.
    - `times`: the T that are kept; by default about 60 from `start` to `end`, evenly on a
      logarithmic scale. `prec`: bits of the balls.

    **Returns** a `GradientProfile`. **Raises** `ArgumentError`, `ExactnessError`.
    """
    if not 1 <= start <= end:
        raise ArgumentError("start, end", (start, end), "1 <= start <= end")
    kept = _grid(start, end) if times is None else tuple(sorted(set(times)))
    if not kept or kept[0] < start or kept[-1] > end:
        raise ArgumentError("times", kept[:3], f"times from {start} to {end}")
    rationals = _matrix(V)
    with cast(AbstractContextManager[Any], flint.ctx.workprec(prec)):
        matrix = flint.arb_mat(rationals)
        norms, parts = _run(matrix, attention, start, end, hops, set(kept))
    return GradientProfile(start, kept, norms, parts, _exponent(rationals, attention))


def _run(matrix: Any, attention: Attention, start: int, end: int, hops: int, kept: set[int]) -> Any:
    """Run the network, and beside it the paths of each number of hops."""
    n = matrix.nrows()
    zero, one = (
        flint.arb_mat(n, n),
        flint.arb_mat(n, n, [int(i % (n + 1) == 0) for i in range(n * n)]),
    )
    readers = [attention.reader(zero) for _ in range(hops + 1)]
    states = [one] * (hops + 1)  # all paths first, then those of 0, 1, ... hops
    states[2:] = [zero] * (len(states) - 2)
    norms: list[list[Any]] = [[] for _ in states]
    for t in range(start, end + 1):
        contexts = [read(t, h) for read, h in zip(readers, states, strict=True)]
        outputs = [states[0] + contexts[0]]
        outputs += [h + c for h, c in zip(states[1:], [zero, *contexts[1:-1]], strict=False)]
        if t in kept:
            for row, s in zip(norms, outputs, strict=True):
                row.append(_norm(s))
        states = [matrix * s for s in outputs]
    return tuple(norms[0]), tuple(tuple(row) for row in norms[1:])


def _norm(matrix: Any) -> Any:
    return sum((entry * entry for entry in matrix.entries()), start=flint.arb(0)).sqrt()


def _grid(start: int, end: int) -> tuple[int, ...]:
    steps = np.geomspace(1, end - start + 1, 60).round().astype(int)
    return tuple(sorted({start + int(step) - 1 for step in steps}))


def _ball(weight: Any) -> Any:
    exact = as_fraction(weight)
    if exact is None:
        raise ExactnessError("weights", weight)
    return flint.arb(flint.fmpq(exact.numerator, exact.denominator))


def _matrix(V: Any) -> Any:
    """Return V as a matrix of rationals."""
    rows: Sequence[Any] = V if hasattr(V, "__len__") and not isinstance(V, str) else [[V]]
    entries = [[as_fraction(entry) for entry in row] for row in rows]
    for row, given in zip(entries, rows, strict=True):
        if len(row) != len(rows):
            raise ArgumentError("V", V, "a square matrix")
        for exact, entry in zip(row, given, strict=True):
            if exact is None:
                raise ExactnessError("V", entry)
    flat = [flint.fmpq(e.numerator, e.denominator) for row in entries for e in row if e is not None]
    return flint.fmpq_mat(len(rows), len(rows), flat)


def _exponent(matrix: Any, attention: Attention) -> float | None:
    r"""Return the largest real part of $1/(1-\lambda) - 2$ under uniform attention.

    This is the growth of $ds_T/dh_t$ for each eigenvalue with $|\lambda| < 1$; None beyond.
    """
    if not isinstance(attention, Uniform):
        return None
    n = matrix.nrows()
    floats = [float(Fraction(int(e.p), int(e.q))) for e in matrix.entries()]
    eigenvalues = np.linalg.eigvals(np.array(floats).reshape(n, n))
    if np.max(np.abs(eigenvalues)) >= 1:
        return None
    return float(np.max((1 / (1 - eigenvalues)).real) - 2)
