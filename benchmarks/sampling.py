"""Compare the sequential tests with tests of a fixed sample number, and with plain NumPy.

Sample numbers: claims E f = 1/2 on [0, 1], for laws of several variances, to the discrepancy 0.01
with false alarm and false pass 1e-6 each. The sequential test is run many times; the tests of a
fixed number get the n at which they say HOLDS for a true claim, and REFUTED for one off by delta,
in 99 of 100 runs. They are favoured: their n is computed from the true law, which in practice is
not known. The normal test is shown although its error rates are wrong.

Throughput and memory: see `sampling_throughput.py` and `sampling_memory.py`.

Run:  python benchmarks/sampling.py [--part samples_used|throughput|memory] [--full]

Everything takes some minutes; with --full, more runs and up to 1e9 samples. Results are printed,
and written as sampling.json and sampling.png.
"""

import argparse
import json
import math
import os
import platform
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np
import sampling_memory
import sampling_plots
import sampling_throughput
from scipy import stats
from scipy.optimize import brentq

from theorem_checks.sampling.planning import samples_needed
from theorem_checks.sampling.replication import replicate
from theorem_checks.sampling.sequential import MeanTest
from theorem_checks.verdicts.kinds import Verdict

DELTA, RATE, POWER = 0.01, 1e-6, 0.99
VARIANCES = (1e-3, 1e-2, 5e-2, 0.25)
RATES: dict[str, Any] = {"false_alarm": RATE, "false_pass": RATE}


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


def samples_used(full: bool) -> list[dict[str, Any]]:
    """Sample numbers of all tests on all laws."""
    return [sample_numbers(Law(variance), 1000 if full else 200) for variance in VARIANCES]


def throughput(full: bool) -> dict[str, Any]:
    """Throughput on one core, on two, and so on, up to those of the machine."""
    cores = os.cpu_count() or 1
    numbers = sorted({1, *(n for n in (2, 4, 8, 16, 32, 64) if n <= cores), cores})
    turns = 9 if full else 3
    return {str(n): sampling_throughput.measured(n, turns) for n in numbers}


def memory(full: bool) -> list[dict[str, Any]]:
    """Peak memory for several numbers of samples."""
    return [sampling_memory.measured(10**power) for power in range(5, 10 if full else 8)]


PARTS = {"samples_used": samples_used, "throughput": throughput, "memory": memory}


def main() -> None:
    """Print the results as JSON, write them to a file, and draw them."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--part", choices=PARTS, action="append", help="only this; repeatable")
    parser.add_argument("--full", action="store_true", help="more runs; up to 1e9 samples")
    default = Path(".theorem-checks/benchmarks")
    parser.add_argument("--to", type=Path, default=default, help="folder of the results")
    options = parser.parse_args()
    results: dict[str, Any] = {
        "machine": platform.platform(),
        "processor": processor(),
        "cores": os.cpu_count(),
        "jax": version("jax"),
        "numpy": version("numpy"),
        "delta": DELTA,
        "rates": RATE,
    }
    for part in options.part or PARTS:
        results[part] = PARTS[part](options.full)
    text = json.dumps(results, indent=2)
    print(text)
    options.to.mkdir(parents=True, exist_ok=True)
    (options.to / "sampling.json").write_text(text + "\n")
    sampling_plots.draw(results, options.to / "sampling.png")


def processor() -> str:
    """Name the processor, where the system tells."""
    info = Path("/proc/cpuinfo")
    lines = info.read_text().splitlines() if info.exists() else []
    names = [line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor()


if __name__ == "__main__":
    main()
