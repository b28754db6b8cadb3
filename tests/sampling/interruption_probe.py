"""Run a test that keeps its state in a file, and go on from there if the file exists.

Arguments: the file of the state, samples at most. Prints the Evidence as JSON.
"""

import json
import os
import sys
from pathlib import Path

import jax
import jax.numpy as jnp

from theorem_checks import decide_mean
from theorem_checks.sampling import runs

runs.BETWEEN_REPORTS = 0.05


def statistic(key):
    return jnp.tanh(jax.random.normal(key, (50,))).mean()


def main():
    file, most = Path(sys.argv[1]), int(sys.argv[2])

    def save(progress):
        part = file.with_suffix(".part")
        part.write_text(json.dumps(progress.state))
        part.replace(file)

    found = decide_mean(
        statistic,
        0,
        "1/100000",
        bounds=(-1, 1),
        seed=3,
        max_samples=most,
        batch_size=2**12,
        progress=save,
        resume=json.loads(file.read_text()) if file.exists() else None,
    )
    print(json.dumps(found.to_json()))


if __name__ == "__main__":
    assert os.environ["JAX_PLATFORMS"] == "cpu"
    main()
