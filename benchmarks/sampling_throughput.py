"""Samples a second of the engine, its sequential test included, against NumPy written by hand.

For each statistic NumPy draws with its three fast generators, in several batch sizes, and keeps
the sum and the sum of squares; the best of them is what counts. Engine and NumPy take turns in
one process, on a given number of cores, and the median of the turns is reported: each of them
with the sequential test, and without it. Compilation is left out, and reported beside. On one core
the clock is the time that the process computes, so that other work on the machine disturbs less;
on several it is the time that passes.

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
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

Clock = Callable[[], float]
GENERATORS = ("PCG64", "Philox", "SFC64")


def measured(cores: int, turns: int) -> dict[str, Any]:
    """Measure in a process of its own, which is given this number of cores."""
    command = [sys.executable, __file__, "--here", "--cores", str(cores), "--turns", str(turns)]
    one_thread = dict.fromkeys(("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS"), "1")
    done = subprocess.run(
        command, env={**os.environ, **one_thread}, stdout=subprocess.PIPE, text=True, check=True
    )
    return json.loads(done.stdout)


def numpy_seconds(
    draw: Callable[[np.random.Generator, int], np.ndarray],
    generator: str,
    batch: int,
    samples: int,
    clock: Clock,
    test: Any = None,
) -> float:
    """Seconds for each sample; with a sequential test if one is given, else with two sums."""
    rng = np.random.Generator(getattr(np.random, generator)(1))
    state = test and test.start()
    total = square = 0.0
    began = clock()
    rounds = max(1, samples // batch)
    for _ in range(rounds):
        values = draw(rng, batch)
        if test is not None:
            state = test.advance(state, values.reshape(-1, min(batch, 256)))
        else:
            total += values.sum()
            square += values @ values
    seconds = clock() - began
    assert state.outcome == 0 if test is not None else square > 0
    return seconds / (batch * rounds)


class Engine:
    """The engine on one statistic: batches of samples, and the sequential test on them.

    The claim is the mean to one per cent, at error rates so small that the test stays open.
    """

    def __init__(self, statistic: Callable[..., Any], mean: float, variance: float) -> None:
        from theorem_checks.sampling.block_sums import sums_of
        from theorem_checks.sampling.sequential import MeanTest
        from theorem_checks.sampling.streams import Stream

        began = time.perf_counter()
        self.test = MeanTest(
            mean,
            mean / 100,
            variance=Fraction(2 * variance),
            because="twice of what NumPy found",
            false_alarm=1e-300,
            false_pass=1e-300,
        )
        self.tested = Stream(statistic, seed=1, summary=sums_of(self.test))
        self.plain = Stream(statistic, seed=1)
        for stream in (self.tested, self.plain):
            for _ in stream.summarized(0, 1):
                pass
        self.seconds_to_compile = time.perf_counter() - began

    def seconds(self, samples: int, clock: Clock, *, tested: bool) -> float:
        """Seconds for each sample; with the sequential test, or with two sums."""
        from theorem_checks.sampling.runs import advanced

        stream = self.tested if tested else self.plain
        blocks = max(1, samples // stream.block)
        state, began = self.test.start(), clock()
        total = square = 0.0
        for batch in stream.summarized(0, blocks):
            if tested:
                state = advanced(self.test, state, batch, stream.block)
            else:
                values = batch.values()
                total += values.sum()
                square += np.vdot(values, values)
        seconds = clock() - began
        assert state.outcome == 0 if tested else square > 0
        return seconds / (blocks * stream.block)


def on_these_cores(turns: int, clock: Clock) -> dict[str, Any]:
    """Measure all statistics."""
    from sampling_statistics import STATISTICS

    found = {}
    for name, statistic in STATISTICS.items():
        samples = statistic.samples
        trial = max(samples // 8, *statistic.batches)
        values = statistic.numpy(np.random.default_rng(1), trial)
        law = float(values.mean()), float(values.var())
        engine, plain = Engine(statistic.engine, *law), Engine(statistic.plain, *law)
        ways = [(generator, batch) for generator in GENERATORS for batch in statistic.batches]
        best = min(ways, key=lambda way: numpy_seconds(statistic.numpy, *way, trial, clock))
        by_hand = partial(numpy_seconds, statistic.numpy, *best, samples, clock)
        contestants: dict[str, Callable[[], float]] = {
            "numpy": by_hand,
            "engine_without_test": partial(engine.seconds, samples, clock, tested=False),
            "numpy_with_test": partial(by_hand, test=engine.test),
            "engine": partial(engine.seconds, samples, clock, tested=True),
            "engine_jax_random": partial(plain.seconds, samples // 2, clock, tested=True),
        }
        seconds: dict[str, list[float]] = {way: [] for way in contestants}
        for _ in range(turns):
            for way, run in contestants.items():
                seconds[way].append(run())
        rates = {way: 1 / statistics.median(turn) for way, turn in seconds.items()}
        found[name] = {
            "title": statistic.title,
            "samples_per_second": rates,
            "engine_over_numpy": rates["engine"] / rates["numpy"],
            "engine_over_numpy_without_test": rates["engine_without_test"] / rates["numpy"],
            "engine_over_numpy_with_test": rates["engine"] / rates["numpy_with_test"],
            "numpy_generator": best[0],
            "numpy_batch": best[1],
            "engine_unit": engine.tested.unit,
            "seconds_to_compile": engine.seconds_to_compile,
        }
    return found


def main() -> None:
    """Measure in a process that has the cores that are asked for, and print JSON."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cores", type=int, default=1)
    parser.add_argument("--turns", type=int, default=5)
    parser.add_argument("--here", action="store_true", help="in this process")
    options = parser.parse_args()
    if not options.here:
        print(json.dumps(measured(options.cores, options.turns), indent=2))
        return
    if hasattr(os, "sched_setaffinity"):  # before JAX starts its threads
        os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[-options.cores :])
    sys.path.insert(0, str(Path(__file__).parent))
    clock = time.process_time if options.cores == 1 else time.perf_counter
    print(json.dumps(on_these_cores(options.turns, clock)))


if __name__ == "__main__":
    main()
