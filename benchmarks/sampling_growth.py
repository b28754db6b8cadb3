"""How sampling grows with cores, beside what the machine gives to processes that share nothing.

For each statistic of `sampling_statistics` there are contestants: one on a single core, one that
has all cores and samples until its run has workers, and for each core one of its own. They take
turns: the first alone, the second alone, then all of the third kind at once. What those make
together, over what the first makes, is the growth that the machine itself gives; the second one's
is that of the engine. Medians of the turns are reported, by the time that passes (for an idle
machine), and by the time that is computed, workers included: samples for each second of a core's
time, times the number of cores.

Run:  python benchmarks/sampling_growth.py [--cores 2] [--turns 5] [--seconds 3]
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import psutil

WIDELY = 10**12  # samples: more than are drawn


class Contestant:
    """A process that samples on some of the cores whenever it is told to."""

    def __init__(self, name: str, cores: list[int], seconds: float) -> None:
        command = [sys.executable, __file__, "--contestant", name, "--on", *map(str, cores)]
        one_thread = dict.fromkeys(("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS"), "1")
        self.process = subprocess.Popen(
            [*command, "--seconds", str(seconds)],
            env={**os.environ, **one_thread},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self._line()

    def start(self) -> None:
        """Let it sample."""
        assert self.process.stdin is not None
        self.process.stdin.write("go\n")
        self.process.stdin.flush()

    def rates(self) -> tuple[float, float]:
        """Return the samples a second of what was started, and a second of computing."""
        passed, computed = json.loads(self._line())
        return passed, computed

    def end(self) -> None:
        """End the process."""
        self.process.communicate()

    def _line(self) -> str:
        assert self.process.stdout is not None
        return self.process.stdout.readline()


def work(name: str, cores: list[int], seconds: float) -> None:
    """Sample with the test for some seconds for each line that comes in, and print the rates."""
    os.sched_setaffinity(0, cores)  # before JAX starts its threads
    sys.path.insert(0, str(Path(__file__).parent))
    import numpy as np
    from sampling_statistics import STATISTICS
    from sampling_throughput import Engine

    statistic = STATISTICS[name]
    values = statistic.numpy(np.random.default_rng(1), 512)
    engine = Engine(statistic.engine, float(values.mean()), float(values.var()))
    run = Run(engine, WIDELY)
    while len(cores) > 1 and not engine.tested.device.endswith("processes"):
        run.draw(0.0)  # until workers have taken over
    print("ready", flush=True)
    for _ in sys.stdin:
        run.draw(seconds / 3)  # what was in the making in the pause does not count
        print(list(run.draw(seconds)), flush=True)


class Run:
    """A run that never ends; time and samples are taken where batches end."""

    def __init__(self, engine: Any, samples: int) -> None:
        self.engine = engine
        self.batches = engine.tested.summarized(0, samples // engine.tested.block)

    def draw(self, seconds: float) -> tuple[float, float]:
        """Return the samples a second of passing time, and a second of computing."""
        from theorem_checks.sampling.runs import advanced

        test, block, samples = self.engine.test, self.engine.tested.block, 0
        began, computed = time.perf_counter(), computing()
        for batch in self.batches:
            samples += advanced(test, test.start(), batch, block).samples
            if time.perf_counter() - began > seconds:
                break
        return samples / (time.perf_counter() - began), samples / (computing() - computed)


def computing() -> float:
    """Return the seconds that this process and its workers have computed."""
    workers = [child.cpu_times() for child in psutil.Process().children()]
    return time.process_time() + sum(times.user + times.system for times in workers)


def growth(name: str, cores: list[int], turns: int, seconds: float) -> dict[str, Any]:
    """Measure one statistic."""
    alone, together = Contestant(name, cores[:1], seconds), Contestant(name, cores, seconds)
    apart = [Contestant(name, [core], seconds) for core in cores]
    teams = {"one_core": [alone], "engine": [together], "machine": apart}
    passed: dict[str, list[float]] = {team: [] for team in teams}
    computed: dict[str, list[float]] = {team: [] for team in teams}
    for _ in range(turns):
        for team, members in teams.items():
            time.sleep(seconds / 2)  # until the batches that were in the making are done
            for one in members:
                one.start()
            rates = [one.rates() for one in members]
            passed[team].append(sum(rate for rate, _ in rates))
            computed[team].append(statistics.mean(rate for _, rate in rates))
    for one in (alone, together, *apart):
        one.end()
    rates = {team: statistics.median(turn) for team, turn in passed.items()}
    costs = {team: statistics.median(turn) for team, turn in computed.items()}
    return {
        "samples_per_second": rates,
        "growth": {team: rates[team] / rates["one_core"] for team in ("engine", "machine")},
        "samples_per_second_of_computing": costs,
        "growth_by_computing": {
            team: len(cores) * costs[team] / costs["one_core"] for team in ("engine", "machine")
        },
    }


def main() -> None:
    """Measure all statistics, or be a contestant."""
    parser = argparse.ArgumentParser(description="How sampling grows with cores.")
    parser.add_argument("--cores", type=int, default=os.cpu_count())
    parser.add_argument("--turns", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=3.0)
    parser.add_argument("--contestant")
    parser.add_argument("--on", type=int, nargs="*")
    options = parser.parse_args()
    if options.contestant:
        work(options.contestant, options.on, options.seconds)
        return
    sys.path.insert(0, str(Path(__file__).parent))
    from sampling_statistics import STATISTICS

    cores = sorted(os.sched_getaffinity(0))[: options.cores]
    found = {name: growth(name, cores, options.turns, options.seconds) for name in STATISTICS}
    print(json.dumps(found, indent=2))


if __name__ == "__main__":
    main()
