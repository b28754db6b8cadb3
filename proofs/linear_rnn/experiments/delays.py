r"""Figure 3: the longer the delay, the worse RNN and scaled convolution; not so the unscaled one.

The convolutions follow gradient descent exactly: with $\Xi$ the delayed inputs and M the number of
outputs, $L' = L + \frac{2\eta}{M} D(\rho)\,\Xi^\top (y - \Xi L)$. This recursion, in NumPy and
float64, is the figure that the trained networks are compared with.
"""

from typing import Any

from proofs.linear_rnn import PAPER
from proofs.linear_rnn.experiments.students import SNR, Plan, convolutions, rnns
from proofs.linear_rnn.experiments.widths import lost_lag, roots, unscaled
from proofs.linear_rnn.s3_3_rnn_parametrization.theorem_3_3_b import printed_rho
from theorem_checks import Claim, Curve, Evidence, Mutant, Panel, Source, Verdict, check

CLOSE = 0.3  # of the error of the RNN to that of the convolution; the wanted outputs have power 1
FACTOR = 2.0  # between RNN and convolution without delay
GROWS = 2.0  # the error at the longest delay over that without


def delay_task(times: int, inputs: int, sequences: int) -> Any:
    """Return a task: y_t is a fixed combination of x_{t - delay}, with noise at 20 dB.

    The combination has length 1; the paper writes y_t = x_{t - delay} with 15 inputs and a single
    output.
    """
    import jax
    import jax.numpy as jnp

    from theorem_checks import normal

    def task(key: Any, setting: Any) -> dict[str, Any]:
        keys = jax.random.split(key, 3)
        x = normal(keys[0], (2, sequences, times, inputs))
        direction = normal(keys[1], (inputs,))
        wanted = x @ (direction / jnp.linalg.norm(direction))
        early = jnp.arange(times) < setting["more"]
        moved = jnp.where(early, 0.0, jnp.roll(wanted, setting["more"], axis=2))
        noise = normal(keys[2], moved.shape) * jnp.sqrt((moved**2).mean() / SNR)
        y = (moved + noise)[..., None]
        return {"x": x[0], "y": y[0], "x_test": x[1], "y_test": y[1]}

    return task


def by_recursion(plan: Plan, scales: Any) -> Any:
    """Return the test error at the end, (settings, seeds), from the recursion above."""
    import numpy as np

    from theorem_checks import initial_members

    theta, given = initial_members(convolutions(plan, scales))
    found = np.empty(theta.shape[:2])
    square = np.repeat(np.asarray(scales, float) ** 2, plan.inputs)
    for place in np.ndindex(found.shape):
        data = {name: np.asarray(given["data"][name][place], float) for name in given["data"]}
        xi, test = (data[name].reshape(-1, square.size) for name in ("x", "x_test"))
        y, y_test = data["y"].reshape(-1), data["y_test"].reshape(-1)
        filters = (np.asarray(scales, float)[:, None, None] * theta[place]).reshape(-1)
        for _ in range(plan.steps):
            filters += 2 * plan.rates[place[0]] / y.size * square * (xi.T @ (y - xi @ filters))
        found[place] = ((test @ filters - y_test) ** 2).mean()
    return found


def plan_of(seed: int, *, width: int, seeds: int, steps: int, lags: tuple[int, ...]) -> Plan:
    """Return what is trained at each delay: 20 times, 15 inputs, 10 sequences."""
    times, inputs = 20, 15
    return Plan(
        name=f"linear-rnn-fig-3-{width}",
        seeds=[(seed + k) % 2**32 for k in range(seeds)],
        widths=(width,) * len(lags),
        rates=(0.1,) * len(lags),
        task=delay_task(times, inputs, 10),
        times=times,
        steps=steps,
        inputs=inputs,
        more=lags,
        record_every=steps,
    )


def delays(
    rho: Any, seed: int, *, width: int, seeds: int, steps: int, lags: tuple[int, ...]
) -> Evidence:
    """Train RNN, convolution scaled by the subject, and unscaled one, at each delay."""
    import numpy as np

    from theorem_checks import experiment_evidence, summarise_seeds, train_in_check

    plan = plan_of(seed, width=width, seeds=seeds, steps=steps, lags=lags)
    times, inputs = plan.times, plan.inputs
    runs = {
        "RNN": train_in_check(rnns(plan)),
        "scaled convolution": train_in_check(convolutions(plan, roots(rho, times))),
        "unscaled convolution": train_in_check(convolutions(plan, [1.0] * times)),
    }
    ends = {name: run.of("test")[:, :, -1] for name, run in runs.items()}
    exact = by_recursion(plan, roots(rho, times))
    rnn, scaled, _ = ends.values()
    growth = {name: summarise_seeds(end[-1] / end[0]) for name, end in ends.items()}
    start = float(np.exp(abs(np.log(rnn[0].mean() / scaled[0].mean()))))
    apart = float(np.abs(rnn.mean(1) - scaled.mean(1)).max())
    off = float(np.abs(scaled / exact - 1).max())
    return experiment_evidence(
        {
            f"the error of the RNN at the longest delay is {GROWS} times that without": (
                growth["RNN"].mean >= GROWS
            ),
            "so is that of the scaled convolution": growth["scaled convolution"].mean >= GROWS,
            "that of the unscaled one grows by less than half as much": (
                2 * (growth["unscaled convolution"].mean - 1)
                <= min(growth[name].mean for name in ("RNN", "scaled convolution")) - 1
            ),
            f"RNN and scaled convolution are within {CLOSE} of each other": apart <= CLOSE,
            f"without delay they are within a factor of {FACTOR}": start <= FACTOR,
            "the scaled convolution ends where the recursion says, to 1e-3": off <= 1e-3,
        },
        scope=f"n = {width}, T = {times}, n_x = {inputs}, N = 10, delays {lags}, {steps} steps at"
        f" learning rate 0.1, {seeds} seeds",
        predicted="test errors by the recursion: "
        + ", ".join(
            f"{value:.3g} at {lag}" for lag, value in zip(lags, exact.mean(1), strict=True)
        ),
        printed="grows with the delay for RNN and scaled convolution, which match; almost the same"
        " for the unscaled one (a drawing, without figures)",
        ours={
            **{f"growth, {name}": value for name, value in growth.items()},
            **{
                f"{name}, delay {lag}": summarise_seeds(end[k])
                for name, end in ends.items()
                for k, lag in enumerate(lags)
            },
            "RNN against scaled convolution, largest distance": apart,
            "the same without delay, as a factor": start,
            "scaled convolution against the recursion, relative": off,
        },
        panels=[
            Panel(
                "test error",
                [
                    *(Curve(name, lags, end.T) for name, end in ends.items()),
                    Curve("recursion, scaled", lags, exact.mean(1), dashed=True),
                ],
                "delay",
                "test error",
            )
        ],
        runs=tuple(runs.values()),
    )


@check("experiment", seconds=600)
def check_delays(rho, *, seed):
    """Width 100, four delays."""
    return delays(rho, seed, width=100, seeds=3, steps=200, lags=(0, 3, 6, 10))


@check("experiment", tier="deep", seconds=86_400, memory_mb=32_768)
def check_delays_width_1000(rho, *, seed):
    """Width 1000, more delays and seeds."""
    return delays(rho, seed, width=1000, seeds=10, steps=1000, lags=(0, 2, 4, 6, 8, 10, 12, 15))


figure_3 = Claim(
    id="linear-rnn/fig-3",
    title="The test error of RNN and scaled convolution grows with the delay, that of the unscaled"
    " convolution hardly",
    source=Source(PAPER, "Sec. 5.1, Figure 3"),
    statement=r"E_{test}(\tau)/E_{test}(0) \gg 1 \text{ for } \rho_j \text{ of (21)}, \quad"
    r" \approx 1 \text{ for } \rho_j = 1",
    assumptions=(
        "$n_x = 15$, $n_y = 1$, $T = 20$, $N = 10$, SNR 20 dB",
        "the output is a fixed combination of the delayed inputs, of length 1; learning rate and"
        " number of steps are ours: the paper does not say",
    ),
    subject=printed_rho,
    checks=(check_delays, check_delays_width_1000),
    mutants=(
        Mutant("unscaled", unscaled, "the unscaled convolution"),
        Mutant("lost-lag", lost_lag, "rho_j without its factor j"),
    ),
    expect=Verdict.HOLDS,
)
