"""Training many seeds: all at once, against a plain loop that trains one seed at a time.

The plain loop is what a Flax tutorial has: one compiled `train_step` for all seeds, called from
Python for each step, with the loss read now and then. Both train the same network, an LSTM on
in-context regression, with the same optimiser, on fresh data at each step; both are timed without
compilation, in one process. The final losses must agree within their spread over seeds.

Times are by the clock, and by the processor: on a shared machine the second are those to compare,
with `PJRT_NPROC=1`, so that XLA does not split small operations over threads. What it takes to
begin, tracing and compiling, is kept apart. Members one after the other (`at_once=1`) are shown
beside all at once.

Run:  python benchmarks/training.py [--seeds 1 4 16] [--steps 300] [--json PATH]
"""

import argparse
import dataclasses
import json
import os
import platform
import time
from pathlib import Path
from typing import Any

import jax
import numpy as np
import optax

from proofs.gated_rnn.experiments.architectures import Architecture
from proofs.gated_rnn.experiments.learned_steps import Plan
from proofs.gated_rnn.experiments.regression import Regression
from theorem_checks import Experiment, train

TASK = Regression(examples=12, d_x=2, d_y=1)
NETWORK = Architecture("LSTM", inputs=3, outputs=1, width=32)


def experiment(seeds: int, steps: int) -> Experiment:
    """Return the experiment, with few records."""
    plan = Plan(TASK, seeds, steps, batch=16, peak=5e-3)
    one = plan.experiment(
        "throughput",
        lambda key, _: NETWORK.start(key),
        lambda params, _: NETWORK.network(params),
        0,
        None,
    )
    return dataclasses.replace(one, record_every=steps // 4)


def plain_loop(one: Experiment) -> tuple[float, float, float, list[float]]:
    """Train seed after seed.

    **Returns** seconds and CPU seconds without compilation, CPU seconds to begin, last losses.
    """
    optimiser = one.optimiser_of(None)

    @jax.jit
    def train_step(params: Any, state: Any, key: Any) -> Any:
        loss, gradient = jax.value_and_grad(one.loss)(params, None, key)
        updates, state = optimiser.update(gradient, state, params)
        return optax.apply_updates(params, updates), state, loss

    seconds, cpu, begin, losses = 0.0, 0.0, 0.0, []
    for seed in one.seeds:
        cpu_start = time.process_time()
        keys = jax.random.split(jax.random.key(seed), one.steps + 1)
        params = one.initialise(keys[0], None)
        state = optimiser.init(params)
        jax.block_until_ready(train_step(params, state, keys[1]))  # compiles, for the first seed
        begin += time.process_time() - cpu_start
        recent = []
        start, cpu_start = time.perf_counter(), time.process_time()
        for step in range(one.steps):
            params, state, loss = train_step(params, state, keys[step + 1])
            if step >= one.steps - one.record_every:
                recent.append(loss)
        jax.block_until_ready(params)
        seconds += time.perf_counter() - start
        cpu += time.process_time() - cpu_start
        losses.append(float(np.mean(recent)))
    return seconds, cpu, begin, losses


def harness(one: Experiment) -> dict[str, float]:
    """Return speeds of the harness by the clock and by the processor, and what beginning takes."""
    start, seen = time.process_time(), []
    run = train(one, progress=lambda now: seen.append((now.step, time.process_time())))
    (first, begun), (last, ended) = seen[0], seen[-1]
    return {
        "steps_per_second": run.steps_per_second,
        "steps_per_cpu_second": (last - first) * len(one.seeds) / (ended - begun),
        "cpu_seconds_to_begin": begun - start,
        "loss": float(run.loss[0, :, -1].mean()),
    }


def compared(seeds: int, steps: int) -> dict[str, Any]:
    """Return speeds in steps of single members, all seeds together, of the harness and the loop."""
    one = experiment(seeds, steps)
    together, singly = harness(one), harness(dataclasses.replace(one, at_once=1))
    seconds, cpu, begin, losses = plain_loop(one)
    loop = {
        "steps_per_second": seeds * steps / seconds,
        "steps_per_cpu_second": seeds * steps / cpu,
        "cpu_seconds_to_begin": begin,
        "loss": float(np.mean(losses)),
    }
    assert abs(together["loss"] - loop["loss"]) < 0.2, "the two do not train the same"
    ratio = together["steps_per_cpu_second"] / loop["steps_per_cpu_second"]
    return {
        "seeds": seeds,
        "harness": together,
        "one_after_the_other": singly,
        "loop": loop,
        "ratio": ratio,
    }


def main() -> None:
    """Measure, print, and write the results where asked."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--seeds", type=int, nargs="+", default=[1, 4, 16])
    parser.add_argument("--steps", type=int, default=300)
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    results: dict[str, Any] = {
        "machine": {
            "platform": platform.platform(),
            "processors": os.cpu_count(),
            "device": jax.devices()[0].device_kind,
            "jax": jax.__version__,
        },
        "runs": [],
    }
    for seeds in options.seeds:
        results["runs"].append(compared(seeds, options.steps))
        print(json.dumps(results["runs"][-1]), flush=True)
    if options.json:
        options.json.write_text(json.dumps(results, indent=1) + "\n")


if __name__ == "__main__":
    main()
