"""Compiling LSRL: time and size as n grows; many prompts at once; random programs in all forms.

Compilation is exact, by `levelised`, of `listing_2(n)` with positions from 0 (as printed otherwise,
`rotation`) and with counters by cyclic shift (`shift`); the model is a Linear RNN. Running: the
compiled `listing_2_mended(3)` on 1,000 prompts at once, by JAX in one compiled scan, against one
prompt at a time in NumPy, on the same weights in double precision. The outputs of both must be the
values that the dictionaries have. Both are timed in one process; the least time counts, and for
compilation, which is in one thread, the processor's. Random programs: see `lsrl_random.py` beside
this file.

Run:  python benchmarks/lsrl.py [--part compile|run|random] [--largest 40] [--prompts 1000]
          [--programs 2000] [--nodes 8] [--json PATH] [--plot PATH]
"""

import argparse
import itertools
import json
import os
import platform
import random
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jax
import numpy as np
from lsrl_random import random_programs

from constructions.arrays import FLOAT
from constructions.lsrl.compiler.levelised import levelised
from constructions.lsrl.programs.listing_1 import listing_1
from constructions.lsrl.programs.listing_2 import listing_2, listing_2_mended
from constructions.lsrl.programs.prompts import dictionary_prompt, token_query
from constructions.lsrl.targets import batched, linear_rnn

SIZES = (1, 2, 3, 5, 10, 20, 30, 40)
RUNS = 3
N, PAIRS, VOCABULARY = 3, 5, 4


def timed(
    function: Callable[[], Any], runs: int = RUNS, clock: Callable[[], float] = time.perf_counter
) -> tuple[float, Any]:
    """Return the least time of some calls, and the last result."""
    least, result = float("inf"), None
    for _ in range(runs):
        start = clock()
        result = function()
        least = min(least, clock() - start)
    return least, result


def compilation(n: int, counters: Any) -> dict[str, Any]:
    """Compile Listing 2 for one n, and count."""
    program = listing_2(n, counters=counters, first_index=0)
    seconds, path = timed(lambda: levelised(program), clock=time.process_time)
    model = linear_rnn(program)
    return {
        "n": n,
        "counters": counters,
        "nodes": len(program.nodes),
        "path": len(path.nodes),
        "seconds": seconds,
        "layers": model.layers,
        "state": model.state,
        "parameters": model.parameters,
        "nonzero_parameters": model.nonzero_parameters,
    }


def prompts(count: int) -> tuple[np.ndarray, np.ndarray]:
    """Draw dictionaries with queries; return the prompts and the values that are asked for."""
    rng = random.Random(0)
    keys = list(itertools.product(range(VOCABULARY), repeat=N))
    sequences, answers = [], []
    for _ in range(count):
        chosen = rng.sample(keys, PAIRS)
        table = {key: rng.choice(keys) for key in chosen}
        query = rng.choice(chosen)
        sequences.append([*token_query(query), *dictionary_prompt(table)])
        answers.append(table[query])
    return np.array(sequences, dtype=float), np.array(answers, dtype=float)


def running(count: int) -> dict[str, Any]:
    """Run the compiled lookup on many prompts at once, and one by one."""
    model = linear_rnn(listing_2_mended(N))
    xs, answers = prompts(count)
    at_once = batched(model)
    start = time.perf_counter()
    at_once(xs).block_until_ready()
    first = time.perf_counter() - start
    together, ys = timed(lambda: at_once(xs).block_until_ready())
    cell = model.cell(FLOAT)
    apart, zs = timed(lambda: np.stack([cell(x) for x in xs]), 1)
    wrong = [
        int((np.abs(np.asarray(out)[:, -N:, 0] - answers) > 0.5).any(1).sum()) for out in (ys, zs)
    ]
    return {
        "prompts": count,
        "tokens": xs.shape[1],
        "device": jax.devices()[0].device_kind,
        "compile_seconds": first - together,
        "jax_prompts_per_second": count / together,
        "numpy_prompts_per_second": count / apart,
        "ratio": apart / together,
        "wrong_jax": wrong[0],
        "wrong_numpy": wrong[1],
        "parameters": model.parameters,
    }


def plot(results: list[dict[str, Any]], path: Path) -> None:
    """Draw time and size against n, on logarithmic axes."""
    import matplotlib as mpl

    mpl.use("Agg")
    mpl.rcParams["svg.hashsalt"] = "lsrl"  # equal figures are equal files
    from matplotlib import pyplot

    figure, (times, sizes) = pyplot.subplots(1, 2, figsize=(10, 4), layout="constrained")
    for counters, style in (("rotation", "o-"), ("shift", "s--")):
        rows = [row for row in results if row["counters"] == counters]
        n = [row["n"] for row in rows]
        times.loglog(n, [row["seconds"] for row in rows], style, label=counters)
        sizes.loglog(n, [row["parameters"] for row in rows], style, label=f"all, {counters}")
        nonzero = [row["nonzero_parameters"] for row in rows]
        sizes.loglog(n, nonzero, style, alpha=0.5, label=f"not zero, {counters}")
    times.set(xlabel="n", ylabel="seconds to compile Listing 2")
    sizes.set(xlabel="n", ylabel="parameters")
    times.legend()
    sizes.legend()
    figure.savefig(path, metadata={"Date": None} if path.suffix == ".svg" else None)


def compile_part(options: argparse.Namespace) -> dict[str, Any]:
    """Compile Listing 1 for one size, and Listing 2 as n grows."""
    program = listing_1(2, 2)
    seconds, _ = timed(lambda: levelised(program), 10, time.process_time)
    rows = []
    for counters in ("rotation", "shift"):
        for n in (n for n in SIZES if n <= options.largest):
            rows.append(compilation(n, counters))
            print(rows[-1], flush=True)
    if options.plot:
        plot(rows, options.plot)
    return {"listing_1_seconds": seconds, "listing_2": rows}


PARTS: dict[str, Callable[[argparse.Namespace], Any]] = {
    "compile": compile_part,
    "run": lambda options: running(options.prompts),
    "random": lambda options: random_programs(options.programs, options.nodes),
}


def main() -> None:
    """Measure, print, and write the results where asked."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--part", choices=PARTS, action="append")
    parser.add_argument("--largest", type=int, default=40)
    parser.add_argument("--prompts", type=int, default=1000)
    parser.add_argument("--programs", type=int, default=2000)
    parser.add_argument("--nodes", type=int, default=8)
    parser.add_argument("--json", type=Path)
    parser.add_argument("--plot", type=Path)
    options = parser.parse_args()
    jax.config.update("jax_enable_x64", True)

    results: dict[str, Any] = {
        "machine": {
            "platform": platform.platform(),
            "processors": os.cpu_count(),
            "python": platform.python_version(),
            "jax": jax.__version__,
        }
    }
    for part in options.part or PARTS:
        results[part] = PARTS[part](options)
        print(part, json.dumps(results[part]), flush=True)
    if options.json:
        options.json.write_text(json.dumps(results, indent=1) + "\n")


if __name__ == "__main__":
    main()
