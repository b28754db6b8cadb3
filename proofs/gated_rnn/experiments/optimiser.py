r"""Appendix B.1: the optimiser that all experiments have, and data of which nothing comes twice.

Both are seen from outside, on the training loop itself. **Optimiser**: where the gradient is
constant and 1, AdamW moves a weight $w$ by $-r_t (1 + c\, w)$ at step $t$, with the rate $r_t$ and
the decay $c$ (but for $\varepsilon = 10^{-8}$), and where it is 0 by $-r_t c\, w$; so rate and
decay of each step can be read off. **Data**: plain gradient descent with the rate 1 on
$\sum_b w_b x_b$ subtracts an entry $x_b$ of each sequence of a batch from $w_b$, and so shows it.
"""

from collections.abc import Callable
from typing import Any

from proofs.gated_rnn import PAPER
from proofs.gated_rnn.experiments.teacher import Plan
from theorem_checks import Claim, Curve, Mutant, Panel, Source, Verdict, check

STEPS = 1000
NEAR = 1e-6  # relative: epsilon of Adam is 1e-8, and differences of float64 lose some digits
PEAK, END, DECAY = 1e-3, 1e-6, 1e-4
Optimiser = Callable[[int], Any]


def of_the_paper(steps: int) -> Any:
    """Return the optimiser of the experiments."""
    from theorem_checks import cosine_adamw

    return cosine_adamw(steps, undecayed=("nu",))


def _constant(steps: int) -> Any:
    import optax

    from theorem_checks.training.optimisers import decayed

    return optax.adamw(PEAK, weight_decay=DECAY, mask=decayed(("nu",)))


def _coupled(steps: int) -> Any:
    """Weight decay as part of the gradient."""
    import optax

    from theorem_checks.training.optimisers import decayed

    schedule = optax.cosine_decay_schedule(PEAK, steps, alpha=END / PEAK)
    return optax.chain(
        optax.add_decayed_weights(DECAY, mask=decayed(("nu",))), optax.adam(schedule)
    )


def _other(**options: Any) -> Optimiser:
    def make(steps: int) -> Any:
        from theorem_checks import cosine_adamw

        return cosine_adamw(steps, **options)

    return make


def trace(optimiser: Optimiser, seed: int) -> Any:
    """Train `nu` and `W` on nu + W, and `U` on nothing; return the run, with all three recorded."""
    import jax.numpy as jnp

    from theorem_checks import Experiment, train

    return train(
        Experiment(
            name="gated-rnn-optimiser",
            initialise=lambda key, given: {
                name: jnp.asarray(value) for name, value in (("nu", 1.0), ("W", 2.0), ("U", 3.0))
            },
            loss=lambda params, given, key: params["nu"] + params["W"] + 0 * params["U"],
            measure=lambda params, given, key: dict(params),
            optimiser=optimiser(STEPS),
            steps=STEPS,
            seeds=[seed],
            x64=True,
        )
    )


@check("experiment", seconds=300)
def check_optimiser(optimiser, *, seed):
    """Rates and decay of all steps of a short run."""
    import numpy as np

    from theorem_checks import experiment_evidence

    run = trace(optimiser, seed)
    nu, w, u = (run.of(name)[0, 0] for name in ("nu", "W", "U"))
    steps = np.arange(STEPS)
    rate = END + (PEAK - END) * (1 + np.cos(np.pi * steps / STEPS)) / 2
    moved = {
        "the rate of lambda is the cosine, without decay": -np.diff(nu) / rate,
        "that of weights is the same, with decay": -np.diff(w) / rate / (1 + DECAY * w[:-1]),
    }
    faded = -np.diff(u) / rate / (DECAY * u[:-1])
    # u is near 3, and moves by 3e-10 at the last steps: six digits of a difference are left
    wrong = {name: float(abs(one - 1).max()) for name, one in moved.items()}
    fading = float(abs(faded - 1)[: STEPS // 2].max())
    return experiment_evidence(
        {
            **{name: value <= NEAR for name, value in wrong.items()},
            "where the gradient is 0, weights decay by themselves": fading <= NEAR,
        },
        scope=f"{STEPS} steps in float64",
        predicted="rate 1e-6 + (1e-3 - 1e-6)(1 + cos(pi t/S))/2 at step t of S",
        printed="AdamW, 1e-3 to 1e-6 along a cosine, weight decay 1e-4 on all but lambda",
        ours={
            **{f"largest relative deviation: {name}": value for name, value in wrong.items()},
            "the same of pure decay, first half": fading,
            "rate at the first step": float(-np.diff(nu)[0]),
            "rate at the last step": float(-np.diff(nu)[-1]),
        },
        panels=[
            Panel(
                "learning rate",
                [
                    Curve("as used", steps, -np.diff(nu)),
                    Curve("the formula", steps, rate, dashed=True),
                ],
                "step",
                "rate",
                "y",
            )
        ],
        runs=(run,),
    )


optimiser = Claim(
    id="gated-rnn/b1-optimizer",
    title="AdamW's rate falls from 1e-3 to 1e-6 along a cosine; weights decay, but not lambda",
    source=Source(PAPER, "App. B.1"),
    statement=r"r_t = 10^{-6} + \tfrac12 (10^{-3} - 10^{-6}) (1 + \cos \tfrac{\pi t}{S})",
    subject=of_the_paper,
    checks=(check_optimiser,),
    mutants=(
        Mutant("constant-rate", _constant, "no schedule"),
        Mutant("to-zero", _other(end=0.0, undecayed=("nu",)), "down to 0, not to 1e-6"),
        Mutant("all-decay", _other(), "lambda decays, too"),
        Mutant("coupled", _coupled, "decay within the gradient, as in Adam with L2"),
    ),
    expect=Verdict.HOLDS,
)


Drawing = Callable[[Any, Plan], Any]
"""Sequences (batch, T, d) from the key of a step."""


def drawn_anew(key: Any, plan: Plan) -> Any:
    """Return the sequences of a step of the experiment on teachers."""
    from theorem_checks import normal

    return normal(key, (plan.batch, plan.times, plan.d))


def _stored(key: Any, plan: Plan) -> Any:
    """Take one of 50,000 / 64 batches, as epochs over stored data do."""
    import jax

    batch = jax.random.randint(key, (), 0, 50_000 // 64)
    return drawn_anew(jax.random.fold_in(jax.random.key(0), batch), plan)


def _repeated(key: Any, plan: Plan) -> Any:
    """Fill half of the batch with the other half."""
    import jax.numpy as jnp

    half = drawn_anew(key, plan)[: plan.batch // 2]
    return jnp.concatenate([half, half])


@check("experiment", seconds=300)
def check_every_sequence_is_new(drawing, *, seed):
    """An entry of each sequence of a run: no two are equal, not even of different seeds."""
    import numpy as np
    import optax

    from theorem_checks import Experiment, experiment_evidence, train

    plan = Plan(d=4, times=2, count=2, steps=1000, batch=64, peak=1e-3)

    def start(key: Any, given: Any) -> Any:
        import jax.numpy as jnp

        return jnp.zeros(plan.batch)

    run = train(
        Experiment(
            name="gated-rnn-once",
            initialise=start,
            loss=lambda params, given, key: params @ drawing(key, plan)[:, 0, 0],
            measure=lambda params, given, key: {"w": params},
            optimiser=optax.sgd(1.0),
            steps=plan.steps,
            seeds=[(seed + k) % 2**32 for k in range(plan.count)],
            x64=True,
        )
    )
    entries = -np.diff(run.of("w")[0], axis=1).ravel()
    # sums of 1000 normals lose a few of 52 bits; rounded to 2^-40, chance makes two equal of
    # 128,000 with a probability of less than 0.01
    different = len(np.unique(np.round(entries * 2**40)))
    return experiment_evidence(
        {"all sequences differ": different == entries.size},
        scope=f"{plan.count} seeds, {plan.steps} steps, batches of {plan.batch}",
        predicted=f"{entries.size} sequences, all different",
        printed="each sequence is only presented once; 50,000 examples per epoch, 1000 epochs",
        ours={"sequences": entries.size, "different ones": different},
        runs=(run,),
    )


once = Claim(
    id="gated-rnn/b1-once",
    title="No sequence is seen twice in training",
    source=Source(PAPER, "Sec. 4, App. B.1"),
    statement=r"x^{(s, b)} \ne x^{(s', b')} \text{ for } (s, b) \ne (s', b')",
    assumptions=("50,000 examples per epoch are drawn anew in each of 1000 epochs",),
    subject=drawn_anew,
    checks=(check_every_sequence_is_new,),
    mutants=(
        Mutant("stored", _stored, "epochs over 50,000 stored examples"),
        Mutant("repeated", _repeated, "a batch of copies"),
    ),
    expect=Verdict.HOLDS,
)
