"""Join a run on several hosts and print the Evidence of a test as JSON; run by test_hosts.

Arguments: coordinator, number of processes, number of this one, seed, delta.
"""

import json
import sys

import jax
import jax.numpy as jnp
import numpy as np

from theorem_checks import HostsError, decide_mean, join_hosts
from theorem_checks.sampling.streams import Stream


def statistic(key):
    return jnp.exp(jax.random.normal(key, (37,))).mean() / 100


def main():
    coordinator, processes, process, seed, delta = sys.argv[1:]
    if int(processes) > 1:
        join_hosts(coordinator, int(processes), int(process), timeout=60)
    try:
        found = decide_mean(statistic, 0, delta, bounds=(0, 100), seed=int(seed), block=64)
    except HostsError as error:
        print(f"HostsError: {error}")
        sys.exit(3)
    samples = np.concatenate(list(Stream(statistic, seed=int(seed), block=64).batches(3, 24)))
    print(json.dumps([jax.process_count(), found.to_json(), samples.tobytes().hex()]))


if __name__ == "__main__":
    main()
