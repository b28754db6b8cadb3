r"""Section 5.1, Figure 3B: a layer of attention, and small networks of class (2), learn the step.

A layer of linear attention without biases, trained on in-context regression, is to become one step
of gradient descent. Its answer is $\sum_t V x_t\, x_t^\top M x_q$ with $M = K^\top Q$, a polynomial
with one coefficient for each of $(i, j, b)$, entries $i, j$ of a token and $b$ of the query; so it
can be compared with the step beyond any data.

**From where it starts matters.** With Gaussian weights everywhere most layers end elsewhere: they
mix $V_y M_{xx}$, which the step needs, with $V_x M_{yx}$, and training does not leave that again.
With the blocks $V_x$ and $K_y$ at 0, which by symmetry no mean gradient moves, the step is learned.

Class (2) needs $d_x d_y + d_x$ units for the step (gated-rnn/s5.2-sparse), far fewer than for
attention in general; from there on training may find it.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from constructions.cells.linear_attention import LinearAttention
from proofs.gated_rnn import PAPER
from proofs.gated_rnn.c2_optimal_learning_rate.equation_43 import printed_rate
from proofs.gated_rnn.experiments.regression import (
    CLOSE,
    ERRORS,
    NEAR,
    Regression,
    Training,
    judged,
)
from proofs.gated_rnn.experiments.students import Student
from proofs.gated_rnn.s3_2_number_of_neurons.minimal_for_any_ranks import least_hidden
from theorem_checks import Claim, Control, Curve, Evidence, Mutant, Panel, Source, Verdict, check


@dataclass(frozen=True)
class Learning:
    """The rate of the step that is predicted, and whether the blocks V_x and K_y start at 0."""

    rate: Callable[..., Any] = printed_rate
    split: bool = True


def attention_layer(params: Any, setting: Any) -> LinearAttention:
    """Return the layer of attention with these matrices."""
    del setting
    return LinearAttention(**params)


def layer_coefficients(layer: LinearAttention, d_x: int) -> Any:
    """Return the answer's coefficients (d_y, d, d, d_x), symmetric in the token's two entries."""
    import numpy as np

    values, keys, queries = (np.asarray(weight, float) for weight in layer.weights().values())
    kernel = np.einsum("ki,jb->kijb", values, (keys.T @ queries)[:, :d_x])
    return (kernel + np.swapaxes(kernel, 1, 2)) / 2


def step_coefficients(task: Regression, rate: float) -> Any:
    """Return the same of one step of gradient descent."""
    import numpy as np

    d = task.d_x + task.d_y
    kernel = np.zeros((task.d_y, d, d, task.d_x))
    for k in range(task.d_y):
        for a in range(task.d_x):
            kernel[k, task.d_x + k, a, a] = kernel[k, a, task.d_x + k, a] = rate / 2
    return kernel


def learn(learning: Learning, seed: int, plan: Training, close: float = CLOSE) -> Evidence:
    """Train layers of attention, and compare them with the step that is predicted.

    `close` is how far the polynomials may be from it, relative to it.
    """
    import jax
    import numpy as np

    from theorem_checks import experiment_evidence, normal, summarise_seeds, train_in_check

    task = plan.task
    d = task.d_x + task.d_y

    def start(key: Any, setting: Any) -> Any:
        rows = {"W_V": task.d_y, "W_K": d, "W_Q": d}
        draws = zip(jax.random.split(key, 3), rows.items(), strict=True)
        found = {name: normal(one, (row, d)) * d**-0.5 for one, (name, row) in draws}
        if learning.split:
            found["W_V"] = found["W_V"].at[:, : task.d_x].set(0.0)
            found["W_K"] = found["W_K"].at[:, task.d_x :].set(0.0)
        return found

    name = f"gated-rnn-learned-attention-{d}{'-split' if learning.split else ''}"
    run = train_in_check(plan.experiment(name, start, attention_layer, seed, None))
    layers = [attention_layer(run.params_of(0, k), None) for k in range(plan.count)]
    rate = float(learning.rate(task.examples, task.d_x, 1))
    best, wanted = task.loss_of(rate), step_coefficients(task, rate)
    found = [layer_coefficients(layer, task.d_x) for layer in layers]
    apart = np.array([np.linalg.norm(one - wanted) / np.linalg.norm(wanted) for one in found])
    excess = np.array(
        [judged(one, task, rate, s)["excess"] for one, s in zip(layers, run.seeds, strict=True)]
    )
    return experiment_evidence(
        {
            f"the median loss exceeds that of the step by at most {NEAR} of the predicted": (
                bool(np.median(excess) <= NEAR * best)
            ),
            f"the polynomials are within {close} of the step's (median)": (
                bool(np.median(apart) <= close)
            ),
        },
        scope=f"{plan}; a layer with d_v = {task.d_y}, d_k = {d}",
        predicted=f"one step with eta* = {rate:.4g}, loss {best:.4g}",
        printed="no figure: if all biases are zero, one step of gradient descent is learned",
        ours={
            "excess of the loss over the step's": summarise_seeds(excess),
            "relative distance of the polynomials": summarise_seeds(apart),
            "how many are near the step": f"{(apart <= close).sum()} of {plan.count}",
        },
        panels=[
            Panel(
                "loss",
                [
                    Curve("layer of attention, in training", run.steps[1:], run.loss[0]),
                    Curve("the best step", run.steps[1:], [best] * run.loss.shape[2], dashed=True),
                ],
                "step",
                "loss",
                "y",
            )
        ],
        runs=(run,),
    )


@check("experiment", seconds=900)
def check_learned_attention(learning, *, seed):
    """Four examples with two inputs, one output."""
    return learn(learning, seed, Training(Regression(4, 2, 1), 5, 8000, 64, 1e-2))


@check("experiment", tier="deep", seconds=7 * 86_400, memory_mb=32_768)
def check_learned_attention_of_the_paper(learning, *, seed):
    """The paper's sizes."""
    return learn(learning, seed, Training(Regression(12, 3, 3), 4, 300_000, 64, 1e-3), close=0.05)


STATEMENT = r"\sum_t V x_t\, (K x_t)^\top Q x_q \to \eta^* \sum_t y_t x_t^\top x_q"
ASSUMPTIONS = (
    r"$W_{ka} \sim N(0, 1/d_x)$, $x \sim U(-\sqrt3, \sqrt3)$; the query is $(x, 0)$; no biases",
    "AdamW, a learning rate that falls along a cosine, every sequence drawn anew",
)

learned_attention = Claim(
    id="gated-rnn/s5.1-von-oswald-learned",
    title="A layer of linear attention learns one step of gradient descent, wherever it starts",
    source=Source(PAPER, "Sec. 5.1"),
    statement=STATEMENT,
    assumptions=(*ASSUMPTIONS, "all weights start Gaussian, of variance 1/d (ours: not said)"),
    subject=Learning(split=False),
    checks=(check_learned_attention,),
    controls=(Control("split", Learning(), "blocks that the step does not have start at 0"),),
    expect=Verdict.REFUTED,
    repaired_by="gated-rnn/new-learned-step",
    notes="Not proved: this is what training showed, at this small size; not run at the paper's."
    " Most layers end with about twice the loss of the step and a polynomial as far from it as 0"
    " is, after 4,000 and after 20,000 steps alike.",
)

learned_step = Claim(
    id="gated-rnn/new-learned-step",
    title="A layer of attention learns one gradient step, if blocks that it lacks start at 0",
    source=Source(PAPER, "Sec. 5.1, repaired"),
    statement=STATEMENT,
    assumptions=(*ASSUMPTIONS, "weights start Gaussian, of variance 1/d, but for $V_x = K_y = 0$"),
    subject=Learning(),
    checks=(check_learned_attention, check_learned_attention_of_the_paper),
    mutants=(
        Mutant("mean", Learning(lambda n, d, s: 1 / (s * n)), "1/T for the rate"),
        Mutant("more", Learning(lambda n, d, s: printed_rate(n + 2, d, s)), "two examples more"),
        Mutant("half", Learning(lambda n, d, s: printed_rate(n, d, s) / 2), "half the rate"),
    ),
    expect=Verdict.HOLDS,
    repairs=("gated-rnn/s5.1-von-oswald-learned",),
    new=True,
    notes="At the paper's sizes the rates for 12 and for 14 examples differ by 12%, so polynomials"
    " must be closer there. All four layers were within 0.003 after 300,000 steps.",
)

Units = Callable[[int, int], int]


def least_for_the_step(d_x: int, d_y: int) -> int:
    """Return d_x d_y + d_x: values of rank d_y, keys times queries of rank d_x, nothing shared."""
    return least_hidden(d_y, d_x, 0)


def sweep(least: Units, seed: int, plan: Training, widths: tuple[int, ...]) -> Evidence:
    """Train all widths; see from which on the median excess over the step is small."""
    import numpy as np

    from theorem_checks import experiment_evidence, summarise_seeds, train_in_check

    task, largest = plan.task, max(widths)
    d, student = task.d_x + task.d_y, Student(task.d_x + task.d_y, task.d_y, largest, largest)
    mask = (np.arange(largest) < np.array(widths)[:, None]).astype(np.float32)
    run = train_in_check(
        plan.experiment(f"gated-rnn-step-widths-{d}", student.start, student.network, seed, mask)
    )
    rate = float(printed_rate(task.examples, task.d_x, 1))
    judgements = [
        [
            judged(student.network(run.params_of(w, k), mask[w]), task, rate, int(drawn))
            for k, drawn in enumerate(run.seeds)
        ]
        for w in range(len(widths))
    ]
    excess, error = (
        np.array([[one[name] for one in row] for row in judgements])
        for name in ("excess", "excess error")
    )
    bound, needed = NEAR * task.loss_of(rate), least(task.d_x, task.d_y)
    general = least_hidden(d, d, d)
    medians = np.median(excess, axis=1)
    first = next((w for w, value in zip(widths, medians, strict=True) if value <= bound), None)
    return experiment_evidence(
        {
            f"with fewer than {needed} units the median excess is above {bound:.2g}": (
                first is None or first >= needed
            ),
            f"it is below with at most {2 * needed}": first is not None and first <= 2 * needed,
            f"no network is below the step by {ERRORS} standard errors": (
                bool((excess / error).min() >= -ERRORS)
            ),
        },
        scope=f"{plan}; widths {widths}",
        predicted=f"no network with fewer than {needed} units can be the step",
        printed="d = 6: a drawing without figures, far fewer units than the construction's 42"
        " (compact: 27)",
        ours={
            f"first width with a median excess below {bound:.2g}": str(first),
            **{
                f"excess, {w} units": summarise_seeds(row)
                for w, row in zip(widths, excess, strict=True)
            },
        },
        panels=[
            Panel(
                "excess over the loss of the step",
                [
                    Curve("by width", widths, np.maximum(excess, 1e-6).T),
                    Curve(
                        f"{needed}, the least for the step", [needed] * 2, [1e-6, 1], dashed=True
                    ),
                    Curve(
                        f"{general}, the least for any attention",
                        [general] * 2,
                        [1e-6, 1],
                        dashed=True,
                    ),
                ],
                "hidden units, and products",
                "excess",
                "y",
            )
        ],
        runs=(run,),
    )


@check("experiment", seconds=900)
def check_step_widths(least, *, seed):
    """Two inputs and one output; four units are the least."""
    return sweep(least, seed, Training(Regression(4, 2, 1), 3, 3000, 64, 1e-2), (2, 3, 4, 6, 8))


@check("experiment", tier="deep", seconds=7 * 86_400, memory_mb=65_536)
def check_step_widths_of_the_paper(least, *, seed):
    """The paper's sizes; twelve units are the least."""
    widths = (3, 6, 9, 11, 12, 13, 15, 18, 24, 42, 80)
    return sweep(least, seed, Training(Regression(12, 3, 3), 4, 300_000, 64, 1e-3), widths)


step_widths = Claim(
    id="gated-rnn/fig3b-trained",
    title="Training finds the gradient step from the least number of units on, at most twice it",
    source=Source(PAPER, "Sec. 5.2, Figure 3B"),
    statement=r"n^* \le n_{found} \le 2 n^*,\quad n^* = d_x d_y + d_x",
    assumptions=(
        "as many products as units",
        f"found means a median excess of at most {NEAR} of the step's loss; that bound is ours",
    ),
    subject=least_for_the_step,
    checks=(check_step_widths, check_step_widths_of_the_paper),
    mutants=(
        Mutant("queries-alone", lambda d_x, d_y: max(1, d_x // 2), "the key-values are forgotten"),
        Mutant(
            "any-attention",
            lambda d_x, d_y: least_hidden(d_x + d_y, d_x + d_y, d_x + d_y),
            "as for attention without structure",
        ),
    ),
    expect=Verdict.HOLDS,
    notes="The least number of units, proved in gated-rnn/s5.2-sparse, is 12 at the paper's sizes.",
)
