"""Train a small experiment that keeps a checkpoint; print its numbers exactly.

Arguments: the file of the checkpoint, seconds between two. A step costs a good part of a
millisecond, so that there is time to kill it.
"""

import json
import os
import sys

import jax
import jax.numpy as jnp
import numpy as np

from theorem_checks.training import training
from theorem_checks.training.experiments import Experiment
from theorem_checks.training.optimisers import cosine_adamw

training.BETWEEN_REPORTS = 0.02
STEPS = 1000


def loss(params, rate, key):
    noise = jax.random.normal(key, (32, 32))
    return jnp.tanh(noise @ params["w"] + rate).var()


def experiment(steps=STEPS):
    return Experiment(
        name="probe",
        initialise=lambda key, rate: {"w": jax.random.normal(key, (32, 32)) / 6},
        loss=loss,
        optimiser=cosine_adamw(steps),
        steps=steps,
        seeds=(1, 2),
        settings=np.array([0.5, 1.0], np.float32),
        measure=lambda params, rate, key: {"size": (params["w"] ** 2).sum()},
        record_every=10,
    )


def main():
    run = training.train(experiment(), checkpoint=sys.argv[1], save_every=float(sys.argv[2]))
    print(
        json.dumps(
            {
                "loss": run.loss.tolist(),
                "size": run.of("size").tolist(),
                "w": run.params["w"].tolist(),
                "resumed": run.resumed,
            }
        )
    )


if __name__ == "__main__":
    assert os.environ["JAX_PLATFORMS"] == "cpu"
    main()
