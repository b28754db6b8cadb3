"""Sample with workers, from the start; run by test_workers.

Arguments: `run`, to print the process numbers of the workers and sample on; or `evidence CORES`,
to print what computed and the rest of the Evidence, or `resumed CORES`, the same in two parts.
"""

import json
import sys
import time

import jax.numpy as jnp
import psutil

from theorem_checks import decide_mean, draw_normal
from theorem_checks.sampling import handover, runs

runs.BETWEEN_REPORTS = 0.0
MOST = 2**18


def statistic(key):
    return jnp.tanh(draw_normal(key, (40,))).mean()


def take_over_at_once():
    """Let every run count as one that lasts, and wait for its workers."""
    handover.LASTING = 0.0
    ready = handover.Relief.ready

    def wait(self, first, sample, done, left):
        while (workers := ready(self, first, sample, done, left)) is None:
            if self.failure or not left or not self._devices.can_share:
                break
            time.sleep(0.05)
        return workers

    handover.Relief.ready = wait


def find(most, cores, progress=None, resume=None):
    return decide_mean(
        statistic,
        0,
        "1/100000",
        bounds=(-1, 1),
        seed=3,
        max_samples=most,
        batch_size=2**12,
        cores=cores,
        progress=progress,
        resume=resume,
    )


def main():
    """Do what the first argument says."""
    take_over_at_once()
    if sys.argv[1] == "run":

        def tell(progress):
            if len(pids := [child.pid for child in psutil.Process().children()]) == 2:
                print(*pids, flush=True)

        find(10**12, 2, tell)
    do, cores = sys.argv[1], int(sys.argv[2])
    state = find(MOST // 3, cores).figures["state"] if do == "resumed" else None
    found = find(MOST, cores, resume=state).to_json()
    print(found["figures"].pop("device"))
    print(json.dumps(found, sort_keys=True))


if __name__ == "__main__":
    main()
