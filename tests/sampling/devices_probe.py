"""Print what a stream and a test give, for one number of devices; run by test_streams."""

import hashlib
import json
import sys

import jax
import jax.numpy as jnp
import numpy as np

from theorem_checks.sampling.mean_tests import decide_mean
from theorem_checks.sampling.streams import Stream

BLOCK = 64


def matrix(key):
    a = jax.random.normal(key, (13, 13))
    return jnp.trace(jnp.linalg.matrix_power(jnp.tanh(a @ a.T / 13), 3))


def long_sum(key):
    return jnp.sum(jnp.exp(jax.random.normal(key, (1001,))))


def recurrent(key):
    def step(state, x):
        state = jnp.tanh(0.9 * state + x)
        return state, None

    return jax.lax.scan(step, jnp.zeros(8), jax.random.normal(key, (20, 8)))[0].mean()


def digest(statistic, batch_size):
    """The bits of 21 blocks, without a test."""
    stream = Stream(statistic, seed=5, block=BLOCK, batch_size=batch_size)
    values = np.concatenate(list(stream.batches(3, 24)))
    assert values.shape == (21, BLOCK)
    return hashlib.sha256(values.tobytes()).hexdigest()


def evidence(batch_size):
    """The whole Evidence of a test, all digits of its figures included."""
    found = decide_mean(
        recurrent, 0, "3/100", bounds=(-1, 1), seed=7, block=BLOCK, batch_size=batch_size
    ).to_json()
    found["figures"].pop("device")
    return found


STATISTICS = {"matrix": matrix, "long_sum": long_sum, "recurrent": recurrent}


def report(devices, names, batch_sizes):
    """Return what each batch size gives, by a description of the run."""
    return {
        f"{devices} devices, batches of {size}": {
            "evidence": evidence(size),
            **{name: digest(STATISTICS[name], size) for name in names},
        }
        for size in batch_sizes
    }


def main():
    """Print a report; arguments: the number of devices, names with commas, batch sizes."""
    devices, names, *batch_sizes = sys.argv[1:]
    assert len(jax.devices()) == int(devices)
    print(json.dumps(report(int(devices), names.split(","), map(int, batch_sizes))))


if __name__ == "__main__":
    main()
