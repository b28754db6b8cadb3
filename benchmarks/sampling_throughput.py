"""Samples a second of the engine, its sequential test included, against NumPy written by hand.

For each statistic NumPy draws with its three fast generators, in several batch sizes, and keeps
the sum and the sum of squares; the best of them is what counts. Engine and NumPy take turns in
one process, on a given number of cores, and the median of the turns is reported. Compilation is
left out, and reported beside.

Run as a script it measures on the cores that it is given and prints JSON:

    python benchmarks/sampling_throughput.py [--cores 1] [--turns 5]
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np

GENERATORS = ("PCG64", "Philox", "SFC64")


def measured(cores: int, turns: int) -> dict[str, Any]:
    """Measure in a process of its own, which is given this number of cores."""
    command = [sys.executable, __file__, "--cores", str(cores), "--turns", str(turns)]
    one_thread = dict.fromkeys(("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS"), "1")
    done = subprocess.run(
        command, env={**os.environ, **one_thread}, stdout=subprocess.PIPE, text=True, check=True
    )
    return json.loads(done.stdout)


def numpy_seconds(
    draw: Callable[[np.random.Generator, int], np.ndarray], generator: str, batch: int, samples: int
) -> float:
    """Seconds for each sample."""
    rng = np.random.Generator(getattr(np.random, generator)(1))
    total = square = 0.0
    began = time.perf_counter()
    for _ in range(max(1, samples // batch)):
        values = draw(rng, batch)
        total += values.sum()
        square += values @ values
    seconds = time.perf_counter() - began
    assert square > 0
    return seconds / (batch * max(1, samples // batch))


class Engine:
    """The engine on one statistic: batches of samples, and the sequential test on them.

    The claim is the mean to one per cent, at error rates so small that the test stays open.
    """

    def __init__(self, statistic: Callable[..., Any], mean: float, variance: float) -> None:
        from theorem_checks.sampling.sequential import MeanTest
        from theorem_checks.sampling.streams import Stream

        began = time.perf_counter()
        self.stream = Stream(statistic, seed=1)
        self.test = MeanTest(
            mean,
            mean / 100,
            variance=Fraction(2 * variance),
            because="twice of what NumPy found",
            false_alarm=1e-300,
            false_pass=1e-300,
        )
        for _ in self.stream.batches(0, 1):
            pass
        self.seconds_to_compile = time.perf_counter() - began

    def seconds(self, samples: int) -> float:
        """Seconds for each sample."""
        blocks = max(1, samples // self.stream.block)
        state, began = self.test.start(), time.perf_counter()
        for values in self.stream.batches(0, blocks):
            state = self.test.advance(state, values)
        assert not state.outcome
        return (time.perf_counter() - began) / state.samples


def on_these_cores(turns: int) -> dict[str, Any]:
    """Measure all statistics."""
    from sampling_statistics import STATISTICS

    found = {}
    for name, statistic in STATISTICS.items():
        trial = max(statistic.samples // 8, *statistic.batches)
        values = statistic.numpy(np.random.default_rng(1), trial)
        law = float(values.mean()), float(values.var())
        engine, plain = Engine(statistic.engine, *law), Engine(statistic.plain, *law)
        ways = [(generator, batch) for generator in GENERATORS for batch in statistic.batches]
        best = min(ways, key=lambda way: numpy_seconds(statistic.numpy, *way, trial))
        seconds: dict[str, list[float]] = {"numpy": [], "engine": [], "engine_jax_random": []}
        for _ in range(turns):
            seconds["numpy"].append(numpy_seconds(statistic.numpy, *best, statistic.samples))
            seconds["engine"].append(engine.seconds(statistic.samples))
            seconds["engine_jax_random"].append(plain.seconds(statistic.samples // 2))
        rates = {way: 1 / statistics.median(turn) for way, turn in seconds.items()}
        found[name] = {
            "title": statistic.title,
            "samples_per_second": rates,
            "engine_over_numpy": rates["engine"] / rates["numpy"],
            "numpy_generator": best[0],
            "numpy_batch": best[1],
            "engine_unit": engine.stream.unit,
            "seconds_to_compile": engine.seconds_to_compile,
        }
    return found


def main() -> None:
    """Measure on the cores that are asked for and print JSON."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cores", type=int, default=1)
    parser.add_argument("--turns", type=int, default=5)
    options = parser.parse_args()
    if hasattr(os, "sched_setaffinity"):  # before JAX starts its threads
        os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[-options.cores :])
    sys.path.insert(0, str(Path(__file__).parent))
    print(json.dumps(on_these_cores(options.turns)))


if __name__ == "__main__":
    main()
