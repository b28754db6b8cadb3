r"""The networks and data of Section 5: a linear RNN and the convolution that should match it.

A linear RNN computes $y_t = \sum_j L_j x_{t-j}$, so it is trained through its response to impulses:
the same function as a scan over every sequence, N times cheaper. The convolution starts with the
response that the RNN of the same seed has, as Theorem 3.3 supposes.

The loss is the mean of squared errors over sequences, times and outputs; the paper says no more
than 'mean-squared error'.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from constructions.cells.linear_rnn import LinearRNN

__all__ = [
    "NU_C",
    "NU_F",
    "NU_W",
    "Plan",
    "convolutions",
    "errors",
    "kernels",
    "random_rnn",
    "rnns",
]

NU_W, NU_F, NU_C = 0.3, 1.0, 1.0
SNR = 100.0  # 20 dB


@dataclass(frozen=True)
class Plan:
    """What is trained: `task(key, setting)` gives data, and for how long.

    **Fields**: `name`; `seeds`; `widths` and `rates`, those of each setting; `task`, data as a dict
    of `x`, `y`, `x_test`, `y_test`, all (sequences, times, entries); `times` T, `inputs`,
    `outputs`; `steps`; `more` arrays of each setting that the task reads.
    """

    name: str
    seeds: Sequence[int]
    widths: Sequence[int]
    rates: Sequence[float]
    task: Callable[[Any, Any], dict[str, Any]]
    times: int
    steps: int
    inputs: int = 1
    outputs: int = 1
    more: Any = None
    record_every: int = 1

    @property
    def settings(self) -> dict[str, Any]:
        """The settings as arrays: masks of widths, scales, learning rates."""
        import numpy as np

        widths = np.asarray(self.widths)
        settings = {
            "mask": (np.arange(widths.max()) < widths[:, None]).astype(np.float32),
            "scale": (widths**-0.5).astype(np.float32)[:, None],
            "rate": np.asarray(self.rates, np.float32),
        }
        return settings if self.more is None else {**settings, "more": np.asarray(self.more)}

    def prepare(self, key: Any, setting: Any) -> dict[str, Any]:
        """Return the setting with the data in it, the inputs as all their delays."""
        data = self.task(key, setting)
        delays = {name: delayed(data[name]) for name in ("x", "x_test")}
        return {**setting, "data": {**data, **delays}}

    def weights(self, key: Any, given: Any) -> dict[str, Any]:
        """Return the weights of an RNN at the start, eq. (4)."""
        return random_rnn(key, given["mask"].shape[0], self.inputs, self.outputs)

    def response(self, weights: Any, given: Any) -> Any:
        """Return the response (T, n_y, n_x) of an RNN of the setting's width."""
        mask = given["mask"]
        masked = {
            "W": weights["W"] * mask[:, None] * mask,
            "F": weights["F"] * mask[:, None],
            "C": weights["C"] * mask,
        }
        return response(LinearRNN(**masked, scale=given["scale"]), self.times)


def random_rnn(key: Any, units: int, inputs: int = 1, outputs: int = 1) -> dict[str, Any]:
    """Return Gaussian weights with the variances of the paper."""
    import jax

    from theorem_checks import normal

    keys = jax.random.split(key, 3)
    return {
        "W": NU_W**0.5 * normal(keys[0], (units, units)),
        "F": NU_F**0.5 * normal(keys[1], (units, inputs)),
        "C": NU_C**0.5 * normal(keys[2], (outputs, units)),
    }


def response(rnn: LinearRNN, times: int) -> Any:
    """Return L_0, ..., L_{T-1} as (T, n_y, n_x), from an impulse for each input."""
    import jax
    import jax.numpy as jnp

    inputs = rnn.F.shape[1]
    impulses = jnp.zeros((inputs, times, inputs)).at[:, 0].set(jnp.eye(inputs))
    return jnp.moveaxis(jax.vmap(rnn)(impulses), 0, 2)


def delayed(xs: Any) -> Any:
    """Return (N, T, T, n_x): at [i, t, j] the input at time t - j, or 0."""
    import jax.numpy as jnp

    times = xs.shape[1]
    padded = jnp.pad(xs, ((0, 0), (times - 1, 0), (0, 0)))
    places = times - 1 + jnp.arange(times)[:, None] - jnp.arange(times)
    return padded[:, places]


def errors(coefficients: Any, given: Any) -> dict[str, Any]:
    """Return training and test error of the filter L."""
    import jax.numpy as jnp

    def error(delays: Any, ys: Any) -> Any:
        return ((jnp.einsum("jyx,itjx->ity", coefficients, delays) - ys) ** 2).mean()

    data = given["data"]
    return {"train": error(data["x"], data["y"]), "test": error(data["x_test"], data["y_test"])}


def rnns(plan: Plan) -> Any:
    """Return the experiment that trains the RNNs by full-batch gradient descent."""
    return _by_descent(plan, "rnn", plan.weights, plan.response)


def convolutions(plan: Plan, roots: Any) -> Any:
    """Return the experiment that trains convolutions with scale factors, given by their roots."""
    import jax.numpy as jnp

    scale = jnp.asarray(roots, jnp.float32)[:, None, None]

    def start(key: Any, given: Any) -> Any:
        return plan.response(plan.weights(key, given), given) / scale

    return _by_descent(plan, "convolution", start, lambda theta, given: scale * theta)


def _by_descent(
    plan: Plan, what: str, start: Callable[..., Any], coefficients: Callable[..., Any]
) -> Any:
    """The experiment of full-batch gradient descent on what has these coefficients."""
    import optax

    from theorem_checks import Experiment

    def measured(weights: Any, given: Any, _key: Any) -> dict[str, Any]:
        return errors(coefficients(weights, given), given)

    return Experiment(
        name=f"{plan.name}-{what}",
        prepare=plan.prepare,
        initialise=start,
        loss=lambda weights, given, key: measured(weights, given, key)["train"],
        measure=measured,
        optimiser=lambda given: optax.sgd(given["rate"]),
        steps=plan.steps,
        seeds=plan.seeds,
        settings=plan.settings,
        record_every=plan.record_every,
    )


def kernels(plan: Plan) -> Any:
    """Return R_jj at the start, (settings, seeds, T), of RNNs with one input and output."""
    import jax
    import jax.numpy as jnp
    import numpy as np

    from constructions.tangent_kernel import tangent_kernel

    impulse = jnp.zeros((plan.times, 1)).at[0].set(1.0)

    def kernel(key: Any, width: int) -> Any:
        scale = jnp.full(1, width**-0.5)
        weights = random_rnn(key, width)
        matrix = tangent_kernel(
            lambda own, x: LinearRNN(**own, scale=scale)(x), weights, impulse, impulse
        )
        return jnp.diag(matrix)

    keys = jnp.stack([jax.random.key(seed, impl="threefry2x32") for seed in plan.seeds])
    return np.array([jax.jit(jax.vmap(partial(kernel, width=n)))(keys) for n in plan.widths])


def teacher_task(units: int, times: int, sequences: int) -> Callable[[Any, Any], dict[str, Any]]:
    """Return a task: sequences of a random linear RNN as teacher, with noise at 20 dB.

    Inputs are standard Gaussian, which the paper does not say.
    """
    import jax
    import jax.numpy as jnp

    from theorem_checks import normal

    def task(key: Any, setting: Any) -> dict[str, Any]:
        keys = jax.random.split(key, 3)
        teacher = LinearRNN(**random_rnn(keys[0], units), scale=jnp.full(1, units**-0.5))
        x, noise = (normal(k, (2, sequences, times, 1)) for k in keys[1:])
        clean = jax.vmap(jax.vmap(teacher))(x)
        y = clean + noise * jnp.sqrt((clean**2).mean() / SNR)
        return {"x": x[0], "y": y[0], "x_test": x[1], "y_test": y[1]}

    return task
