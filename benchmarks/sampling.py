"""Compare the sequential tests with tests of a fixed sample number, and with plain NumPy.

Sample numbers: claims E f = 1/2 on [0, 1], for laws of several variances, to the discrepancy 0.01
with false alarm and false pass 1e-6 each. The sequential test is run many times; the tests of a
fixed number get the n at which they say HOLDS for a true claim, and REFUTED for one off by delta,
in 99 of 100 runs. They are favoured: their n is computed from the true law, which in practice is
not known. The normal test is shown although its error rates are wrong.

Throughput: samples a second of a small statistic, tested on JAX, against a loop in NumPy that
computes the same statistic and keeps its sum and its sum of squares.

Run:  python benchmarks/sampling.py [--runs 200] [--samples 2000000] [--json PATH]
"""

import argparse
import json
import math
import platform
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from scipy import stats
from scipy.optimize import brentq

from theorem_checks.sampling.mean_tests import decide_mean
from theorem_checks.sampling.planning import samples_needed
from theorem_checks.sampling.replication import replicate
from theorem_checks.sampling.sequential import MeanTest
from theorem_checks.verdicts import Verdict

DELTA, RATE, POWER = 0.01, 1e-6, 0.99
VARIANCES = (1e-3, 1e-2, 5e-2, 0.25)
RATES: dict[str, Any] = {"false_alarm": RATE, "false_pass": RATE}
COORDINATES = 10


class Law:
    """A symmetric law on [0, 1] of a given variance: a beta law, or a fair coin."""

    def __init__(self, variance: float) -> None:
        self.variance = variance
        self.shape = None if variance == 0.25 else (0.25 / variance - 1) / 2

    def draw(self, rng: np.random.Generator, shape: tuple[int, int]) -> np.ndarray:
        """Draw samples."""
        if self.shape is None:
            return rng.integers(0, 2, shape).astype(float)
        return rng.beta(self.shape, self.shape, shape)

    def lowest(self, part: float) -> float:
        """The integral of the quantile function over [0, part]."""
        if self.shape is None:
            return max(0.0, part - 0.5)
        quantile = stats.beta.ppf(part, self.shape, self.shape)
        return float(0.5 * stats.beta.cdf(quantile, self.shape + 1, self.shape))


def half_widths(law: Law) -> dict[str, Callable[[float], float]]:
    """Half the width of a two-sided interval of error RATE, as a function of n."""
    z = float(stats.norm.isf(RATE / 2))
    log = math.log(2 / RATE)

    def massart(n: float) -> float:
        """Dvoretzky-Kiefer-Wolfowitz-Massart: the lowest part of the mass moves to the top."""
        part = min(1.0, math.sqrt(log / (2 * n)))
        return part - law.lowest(part)

    def bernstein(n: float) -> float:
        """Maurer and Pontil's empirical Bernstein bound, at the true variance."""
        both = math.log(4 / RATE)
        return math.sqrt(2 * law.variance * both / n) + 7 * both / (3 * (n - 1))

    return {
        "hoeffding": lambda n: math.sqrt(log / (2 * n)),
        "dkwm": massart,
        "empirical_bernstein": bernstein,
        "normal_invalid": lambda n: z * math.sqrt(law.variance / n),
    }


def fixed_number(law: Law, width: Callable[[float], float]) -> int:
    """The n at which the interval and the noise of the estimate fit into delta."""
    noise = float(stats.norm.isf((1 - POWER) / 2)) * math.sqrt(law.variance)

    def excess(n: float) -> float:
        return width(n) + noise / math.sqrt(n) - DELTA

    return math.ceil(brentq(excess, 2.0, 1e9))  # pyright: ignore[reportCallIssue, reportArgumentType]


def sample_numbers(law: Law, runs: int) -> dict[str, Any]:
    """Sample numbers of all tests on one law."""
    found: dict[str, Any] = {"variance": law.variance}
    for name, value in (("true", "1/2"), ("off_by_delta", "51/100")):
        test = MeanTest(value, DELTA, bounds=(0, 1), **RATES)
        result = replicate(test, law.draw, runs=runs, max_samples=1_000_000, seed=1, block=256)
        verdict = Verdict.HOLDS if name == "true" else Verdict.REFUTED
        found[f"sequential_{name}"] = {
            "mean": float(result.samples.mean()),
            "quantile_99": float(np.quantile(result.samples, 0.99)),
            "right": result.count(verdict) / runs,
        }
    found["sequential_planned_99"] = samples_needed(
        DELTA,
        value="1/2",
        bounds=(0, 1),
        expected_variance=law.variance,
        power=POWER,
        **RATES,
    )
    widths = half_widths(law)
    return found | {name: fixed_number(law, width) for name, width in widths.items()}


def statistic(key: jax.Array) -> jax.Array:
    """The mean of tanh over ten normal variables."""
    return jnp.tanh(jax.random.normal(key, (COORDINATES,))).mean()


def by_engine(samples: int) -> float:
    """Seconds of a test that ends at its budget, compilation included."""
    started = time.perf_counter()
    found = decide_mean(statistic, 0, 1e-6, bounds=(-1, 1), seed=1, max_samples=samples)
    assert found.verdict is Verdict.UNDECIDED
    return time.perf_counter() - started


def numpy_batches(samples: int) -> Iterator[np.ndarray]:
    """The same statistic in NumPy, in batches of 32 blocks."""
    rng = np.random.default_rng(1)
    for _ in range(samples // 8192):
        yield np.tanh(rng.standard_normal((8192, COORDINATES))).mean(axis=1)


def by_numpy(samples: int) -> float:
    """Seconds of the loop that one would write: sum and sum of squares."""
    started = time.perf_counter()
    total = square = 0.0
    for values in numpy_batches(samples):
        total += values.sum()
        square += (values**2).sum()
    assert abs(total) < 1e-2 * samples < square
    return time.perf_counter() - started


def by_numpy_with_test(samples: int) -> float:
    """Seconds of the same loop with the sequential test in place of the sums."""
    test = MeanTest(0, 1e-6, bounds=(-1, 1))
    started, state = time.perf_counter(), test.start()
    for values in numpy_batches(samples):
        state = test.advance(state, values.reshape(-1, 256))
    assert state.verdict is Verdict.UNDECIDED
    return time.perf_counter() - started


def throughput(samples: int) -> dict[str, float]:
    """Samples a second; of the engine also the part without compilation."""
    start, full = by_engine(samples // 10), by_engine(samples)
    return {
        "engine": samples / full,
        "engine_after_compilation": 0.9 * samples / (full - start),
        "numpy": samples / by_numpy(samples),
        "numpy_with_the_sequential_test": samples / by_numpy_with_test(samples),
    }


def main() -> None:
    """Print the results as JSON, and write them to a file."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=200, help="runs of each sequential test")
    parser.add_argument("--samples", type=int, default=2_000_000, help="samples for throughput")
    default = Path(".theorem-checks/benchmarks/sampling.json")
    parser.add_argument("--json", type=Path, default=default, help="where results are written")
    options = parser.parse_args()
    results = {
        "machine": platform.platform(),
        "device": f"{jax.devices()[0].device_kind} x {len(jax.devices())}",
        "jax": jax.__version__,
        "delta": DELTA,
        "rates": RATE,
        "samples_used": [sample_numbers(Law(v), options.runs) for v in VARIANCES],
        "samples_per_second": throughput(options.samples),
    }
    text = json.dumps(results, indent=2)
    print(text)
    options.json.parent.mkdir(parents=True, exist_ok=True)
    options.json.write_text(text + "\n")


if __name__ == "__main__":
    main()
