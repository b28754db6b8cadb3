"""Measure error rates over many replicas of a test, beside those of the normal test.

False alarms: a true claim is tested at the level 1e-3, with a look at every 64 samples, up to
1024. False passes: a claim that is off by just delta, either way. Each in 100,000 replicas, on the
same samples for both tests, for three laws: bounded and skewed; log-normal, with a kurtosis of 518;
a rare event. A whole distribution is tested as well. A rate is counted; its interval is exact
binomial (Clopper and Pearson) and misses with probability 1e-6 at most. 'ok' says that the interval
does not lie above the level.

Run:  python benchmarks/replication.py [--runs 100000] [--json PATH] [--plot PATH]
"""

import argparse
import json
import math
import time
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np

from theorem_checks.sampling.distributions import distribution_test
from theorem_checks.sampling.normal_tests import NormalTest
from theorem_checks.sampling.protocols import SequentialTest
from theorem_checks.sampling.replication import Draw, replicate
from theorem_checks.sampling.sequential import MeanTest
from theorem_checks.verdicts.kinds import Verdict

LEVEL, NEVER = 1e-3, 1e-300
BLOCK, SAMPLES = 64, 1024
SIGMA = 1.2  # of the logarithm of the log-normal law


@dataclass(frozen=True)
class Law:
    """A law to draw from, its mean, the discrepancy to test for, and what a test may assume."""

    draw: Draw
    mean: Fraction | float
    delta: Fraction
    assumed: dict[str, Any]


LAWS = {
    "bounded": Law(
        lambda rng, shape: rng.random(shape) ** 4,
        Fraction(1, 5),
        Fraction(1, 10),
        {"bounds": (0, 1)},
    ),
    "heavy": Law(
        lambda rng, shape: np.exp(SIGMA * rng.standard_normal(shape)),
        math.exp(SIGMA**2 / 2),
        Fraction(3, 2),
        {"variance": "136/10", "because": "e^(2 s^2) - e^(s^2) at s = 1.2"},
    ),
    "discrete": Law(
        lambda rng, shape: (rng.random(shape) < 0.1).astype(float),
        Fraction(1, 10),
        Fraction(1, 20),
        {"binary": True},
    ),
}


def measured(
    test: SequentialTest, draw: Draw, verdict: Verdict, runs: int, samples: int
) -> dict[str, Any]:
    """How often a test came to the verdict that is wrong."""
    found = replicate(test, draw, runs=runs, max_samples=samples, seed=1, block=BLOCK)
    low, high = found.rate(verdict)
    count = found.count(verdict)
    return {"count": count, "rate": count / runs, "interval": [low, high], "ok": low <= LEVEL}


def both(law: Law, shift: int, runs: int, samples: int) -> dict[str, Any]:
    """Both tests of a claim that is true (shift 0) or off by delta, up or down."""
    wrong = Verdict.HOLDS if shift else Verdict.REFUTED
    rates: dict[str, Any] = {
        "false_alarm": NEVER if shift else LEVEL,
        "false_pass": LEVEL if shift else NEVER,
    }
    value = law.mean + shift * law.delta
    ours = MeanTest(value, law.delta, **law.assumed, **rates)
    naive = NormalTest(float(value), float(law.delta), **rates)
    return {
        name: measured(test, law.draw, wrong, runs, samples)
        for name, test in (("sequential", ours), ("normal_invalid", naive))
    }


def distribution(shift: int, runs: int, samples: int) -> dict[str, Any]:
    """The test of a whole law: a standard normal one; or a coin that is off by delta."""
    rates: dict[str, Any] = {
        "false_alarm": NEVER if shift else LEVEL,
        "false_pass": LEVEL if shift else NEVER,
    }
    if shift:
        test = distribution_test({0: "1/2", 1: "1/2"}, "1/5", **rates)
        probability = 0.5 + shift / 5

        def coin(rng: np.random.Generator, shape: tuple[int, int]) -> np.ndarray:
            return (rng.random(shape) < probability).astype(float)

        return {"sequential": measured(test, coin, Verdict.HOLDS, runs, samples)}
    test = distribution_test(lambda x: math.erfc(-x / math.sqrt(2)) / 2, "1/5", **rates)
    return {
        "sequential": measured(
            test, lambda rng, shape: rng.standard_normal(shape), Verdict.REFUTED, runs, samples
        )
    }


TRIALS = {"false_alarm": 0, "false_pass_above": 1, "false_pass_below": -1}


def plotted(rates: dict[str, Any], path: Path) -> None:
    """Draw the intervals of all rates, beside the level."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(9, 4), layout="constrained")
    axes = figure.subplots()
    names = [f"{law}\n{trial.replace('_', chr(10))}" for law in rates for trial in rates[law]]
    for offset, test, color in ((-0.1, "sequential", "C0"), (0.1, "normal_invalid", "C3")):
        found = [rates[law][trial].get(test) for law in rates for trial in rates[law]]
        places = [i + offset for i, one in enumerate(found) if one]
        low, high = np.array([one["interval"] for one in found if one]).T
        axes.vlines(places, np.maximum(low, 1e-6), high, linewidth=4, label=test, color=color)
        axes.plot(places, [max(one["rate"], 1e-6) for one in found if one], "k_")
    axes.axhline(LEVEL, linestyle="--", color="gray", label="level")
    axes.set(yscale="log", ylabel="measured error rate")
    axes.set_xticks(range(len(names)), names, fontsize=7)
    axes.legend()
    figure.savefig(path)


def main() -> None:
    """Print the results as JSON, write them to a file, and draw them."""
    parser = argparse.ArgumentParser(description=__doc__)
    folder = Path(".theorem-checks/benchmarks")
    parser.add_argument("--runs", type=int, default=100_000, help="replicas of each test")
    parser.add_argument("--samples", type=int, default=SAMPLES, help="the longest run")
    parser.add_argument("--json", type=Path, default=folder / "replication.json")
    parser.add_argument("--plot", type=Path, default=folder / "replication.png")
    options = parser.parse_args()
    started, size = time.perf_counter(), (options.runs, options.samples)
    rates: dict[str, Any] = {
        name: {trial: both(law, shift, *size) for trial, shift in TRIALS.items()}
        for name, law in LAWS.items()
    }
    rates["distribution"] = {trial: distribution(shift, *size) for trial, shift in TRIALS.items()}
    results = {
        "level": LEVEL,
        "runs": options.runs,
        "samples": options.samples,
        "block": BLOCK,
        "heavy_kurtosis": kurtosis(),
        "rates": rates,
        "seconds": time.perf_counter() - started,
    }
    text = json.dumps(results, indent=2)
    print(text)
    for path in (options.json, options.plot):
        path.parent.mkdir(parents=True, exist_ok=True)
    options.json.write_text(text + "\n")
    plotted(rates, options.plot)


def kurtosis() -> float:
    """The kurtosis of the log-normal law."""
    w = math.exp(SIGMA**2)
    return w**4 + 2 * w**3 + 3 * w**2 - 3


if __name__ == "__main__":
    main()
