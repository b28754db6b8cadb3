"""How the runner grows with the number of claims, in one file and in files of ten; draw it.

Each claim is trivial and has one check and one mutant. Measured are `list`, `verify` from empty,
`verify` unchanged, and `report`: seconds by the clock, seconds of processors, and the most memory
that any process of the command took. With `--dask`, `verify` from empty over 1, 2 and 4 workers.
Run with `python benchmarks/scale.py [COUNT ...] [--dask]`; results go to `benchmarks/results/`.
"""

import argparse
import json
import os
import platform
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import matplotlib as mpl
import matplotlib.pyplot as plt

RESULTS = Path(__file__).parent / "results"
COUNTS = (100, 1_000, 10_000, 100_000)
PER_FILE = 10
HEADER = """\
from theorem_checks import Claim, Evidence, Mutant, Source, check

@check("exact")
def is_one(subject):
    return Evidence.holds("1") if subject == 1 else Evidence.refuted(reason="it is not 1")

def trivial(number):
    return Claim(id=f"scale/c{number}", title="One is one", source=Source("Scale", "1"),
                 statement="1 = 1", subject=1, checks=(is_one,), mutants=(Mutant("two", 2),),
                 expect="HOLDS", module=__name__)

"""
SUITES = ("one file", "files of ten")
COMMANDS = ("list", "verify from empty", "verify unchanged", "report")


def write_claims(folder: Path, count: int, suite: str) -> None:
    """Write so many claims into a folder."""
    folder.mkdir()
    per_file = count if suite == "one file" else PER_FILE
    for start in range(0, count, per_file):
        numbers = f"range({start}, {min(start + per_file, count)})"
        file = folder / f"claims_{start // per_file}.py"
        file.write_text(f"{HEADER}claims = [trivial(number) for number in {numbers}]\n")


def measured(here: Path, *arguments: str) -> dict[str, float]:
    """Run a command of the toolkit; return what it took."""
    started = time.perf_counter()
    with open(os.devnull, "w") as nowhere:
        process = subprocess.Popen(
            [sys.executable, "-m", "theorem_checks", *arguments],
            cwd=here,
            stdout=nowhere,
            env={**os.environ, "THEOREM_CHECKS_LEDGER": str(here / "kept" / "ledger.sqlite")},
        )
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"{arguments} ended with status {process.returncode}")
    return {
        "seconds": time.perf_counter() - started,
        "processor_seconds": used.ru_utime + used.ru_stime,
        "megabytes": used.ru_maxrss / 1024,
    }


def measure(count: int, suite: str) -> dict[str, dict[str, float]]:
    """Measure all commands on so many claims."""
    with tempfile.TemporaryDirectory() as name:
        here = Path(name)
        write_claims(here / "claims", count, suite)
        (here / "kept").mkdir()
        calls = {
            "list": ("list", "claims"),
            "verify from empty": ("verify", "claims"),
            "verify unchanged": ("verify", "claims"),
            "report": ("report", "report.html", "claims"),
        }
        taken = {}
        for command, arguments in calls.items():
            taken[command] = measured(here, *arguments)
            print(f"{count:>7} in {suite}: {command:18} {told(taken[command])}", flush=True)
        return taken


def measure_dask(count: int, workers: int) -> dict[str, float]:
    """Measure `verify` from empty by Dask workers on this machine, each with one thread."""
    from distributed import LocalCluster

    cluster = LocalCluster(n_workers=workers, threads_per_worker=1, dashboard_address=":0")
    with tempfile.TemporaryDirectory() as name, cluster:
        here = Path(name)
        write_claims(here / "claims", count, "files of ten")
        (here / "kept").mkdir()
        took = measured(here, "verify", "claims", "--scheduler", cluster.scheduler_address)
        print(f"{count:>7} by {workers} Dask workers: {told(took)}", flush=True)
        return took


def told(taken: dict[str, float]) -> str:
    """What was measured, in words."""
    return (
        f"{taken['seconds']:8.2f} s, {taken['processor_seconds']:8.2f} s of processors,"
        f" {taken['megabytes']:6.0f} MB"
    )


def draw(results: dict[str, dict[str, dict[str, dict[str, float]]]], file: Path) -> None:
    """Draw seconds and memory by the number of claims."""
    mpl.rcParams["svg.hashsalt"] = "scale"
    figure, axes = plt.subplots(1, 2, figsize=(9, 3.6), layout="constrained")
    for axis, what, unit in zip(axes, ("seconds", "megabytes"), ("seconds", "MB"), strict=True):
        for suite, style in zip(SUITES, ("-", "--"), strict=True):
            for number, command in enumerate(COMMANDS):
                counts = [int(count) for count in results.get(suite, {})]
                values = [results[suite][str(count)][command][what] for count in counts]
                label = command if style == "-" else None
                axis.loglog(counts, values, style, color=f"C{number}", marker=".", label=label)
        axis.set_xlabel("claims (dashed: in files of ten)")
        axis.set_ylabel(unit)
    axes[0].legend(frameon=False)
    figure.savefig(file, metadata={"Date": None})
    plt.close(figure)


def main() -> None:
    """Measure, and add what was found to what was found before."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("counts", nargs="*", type=int, default=COUNTS)
    parser.add_argument("--suite", choices=SUITES)
    parser.add_argument("--dask", action="store_true")
    asked = parser.parse_args()
    RESULTS.mkdir(exist_ok=True)
    file = RESULTS / "scale.json"
    known = json.loads(file.read_text()) if file.exists() else {}
    for count in asked.counts:
        for suite in [asked.suite] if asked.suite else SUITES:
            if not asked.dask:
                known.setdefault(suite, {})[str(count)] = measure(count, suite)
        for workers in (1, 2, 4) if asked.dask else ():
            known.setdefault(f"dask, {workers} workers", {})[str(count)] = {
                "verify from empty": measure_dask(count, workers)
            }
    known["machine"] = {"python": platform.python_version(), "processors": os.cpu_count()}
    file.write_text(json.dumps(known, indent=2) + "\n")
    draw(known, RESULTS / "scale.svg")


if __name__ == "__main__":
    main()
