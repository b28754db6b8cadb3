"""Training many seeds: all at once, against a plain loop that trains one seed at a time.

The plain loop is what a Flax tutorial has: one compiled `train_step` for all seeds, called from
Python for each step, with the loss read now and then. Both train the same network, an RNN on the
Copy task, with the same optimiser, on fresh data at each step; both are timed without compilation,
in one process. The final losses must agree within their spread over seeds.

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

from proofs.sparse_attention.experiments.copying import copying
from proofs.sparse_attention.experiments.networks import Network
from theorem_checks import Experiment, train

NETWORK = Network("LSTM", 32, 6, 4)


def experiment(seeds: int, steps: int) -> Experiment:
    """Return the experiment, with few records."""
    sizes = {"kept": 3, "delay": 10, "tests": (10,), "steps": steps, "batch": 16, "rate": 5e-3}
    return copying("throughput", NETWORK, seeds=range(seeds), **sizes)


def plain_loop(one: Experiment) -> tuple[float, list[float]]:
    """Train seed after seed; return seconds without compilation, and last losses."""
    optimiser = one.optimiser_of(None)

    @jax.jit
    def train_step(params: Any, state: Any, key: Any) -> Any:
        loss, gradient = jax.value_and_grad(one.loss)(params, None, key)
        updates, state = optimiser.update(gradient, state, params)
        return optax.apply_updates(params, updates), state, loss

    seconds, losses = 0.0, []
    for seed in one.seeds:
        keys = jax.random.split(jax.random.key(seed), one.steps + 1)
        params = one.initialise(keys[0], None)
        state = optimiser.init(params)
        jax.block_until_ready(train_step(params, state, keys[1]))  # compiles, for the first seed
        recent = []
        start = time.perf_counter()
        for step in range(one.steps):
            params, state, loss = train_step(params, state, keys[step + 1])
            if step >= one.steps - one.record_every:
                recent.append(loss)
        jax.block_until_ready(params)
        seconds += time.perf_counter() - start
        losses.append(float(np.mean(recent)))
    return seconds, losses


def compared(seeds: int, steps: int) -> dict[str, Any]:
    """Return steps per second of both, all seeds together."""
    one = experiment(seeds, steps)
    run, vmapped = train(one), train(dataclasses.replace(one, at_once=seeds))
    seconds, losses = plain_loop(one)
    ours = run.loss[0, :, -1]
    apart = abs(ours.mean() - np.mean(losses))
    assert apart < 0.2, "the two do not train the same"
    return {
        "seeds": seeds,
        "harness_steps_per_second": run.steps_per_second,
        "vmap_steps_per_second": vmapped.steps_per_second,
        "loop_steps_per_second": seeds * steps / seconds,
        "ratio": run.steps_per_second * seconds / (seeds * steps),
        "loss_harness": float(ours.mean()),
        "loss_loop": float(np.mean(losses)),
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
