"""Section 4.1: linear attention learns to copy, as softmax attention does.

Two transformers that differ in their attention alone are trained on sequences w w, and their
accuracies on the second half compared at the end. It is a measurement over several seeds; a feature
map that sees nothing is the control that must not learn.
"""

from collections.abc import Callable
from typing import Any

from proofs.transformers_are_rnns import PAPER
from proofs.transformers_are_rnns.experiments.small_transformer import (
    Sizes,
    copying,
    softmax_attention,
)
from theorem_checks import Claim, Curve, Evidence, Mutant, Panel, Source, Verdict, check

LEARNED = 0.99  # accuracy


def elu_plus_one(x: Any) -> Any:
    """The feature map of eq. (7)."""
    from constructions.causal_linear_attention import elu_plus_one as of_the_paper

    return of_the_paper(x)


def constant(x: Any) -> Any:
    """A feature map that sees nothing: attention is uniform."""
    import jax.numpy as jnp

    return jnp.ones_like(x)


def linear_attention(feature_map: Callable[[Any], Any]) -> Callable[[Any, Any, Any], Any]:
    """Return causal linear attention with a feature map."""
    from constructions.causal_linear_attention import causal_linear_attention

    return lambda q, k, v: causal_linear_attention(q, k, v, feature_map=feature_map)


def compare(feature_map: Any, seed: int, *, sizes: Sizes, seeds: int) -> Evidence:
    """Train both, and compare accuracies at the end."""
    from theorem_checks import experiment_evidence, train_in_check

    drawn = [(seed + k) % 2**32 for k in range(seeds)]
    name = f"trf-rnn-copy-{sizes.length}"
    runs = {
        "linear": train_in_check(
            copying(f"{name}-linear", linear_attention(feature_map), sizes, drawn)
        ),
        "softmax": train_in_check(copying(f"{name}-softmax", softmax_attention, sizes, drawn)),
    }
    ends = {kind: run.final("accuracy") for kind, run in runs.items()}
    panels = [
        Panel(of, [Curve(kind, run.steps, run.of(of)[0]) for kind, run in runs.items()], "step", of)
        for of in ("loss", "accuracy")
    ]
    return experiment_evidence(
        {f"{kind} attention copies {LEARNED:.0%} of the symbols": end.least >= LEARNED
         for kind, end in ends.items()},
        scope=f"words of {sizes.length}, {sizes.symbols} symbols, {sizes.layers} layers of width"
        f" {sizes.width} with {sizes.heads} heads, {sizes.steps} steps of Adam on batches of"
        f" {sizes.batch}, {seeds} seeds",
        predicted=f"none; guessing is right in {1 / sizes.symbols:.0%}",
        printed="",
        ours={f"accuracy, {kind}": end for kind, end in ends.items()}
        | {f"cross-entropy, {kind}": run.final("loss") for kind, run in runs.items()},
        panels=panels,
        runs=tuple(runs.values()),
    )  # fmt: skip


@check("experiment", seconds=600)
def check_copying(feature_map, *, seed):
    """Words of 8 symbols, one layer."""
    sizes = Sizes(length=8, symbols=10, width=32, heads=2, layers=1, batch=16, steps=600)
    return compare(feature_map, seed, sizes=sizes, seeds=3)


@check("experiment", tier="deep", seconds=86_400, memory_mb=32_768)
def check_copying_at_full_size(feature_map, *, seed):
    """Sequences of 127 tokens, four layers with eight heads."""
    sizes = Sizes(length=63, symbols=10, width=256, heads=8, layers=4, batch=32, steps=20_000)
    return compare(feature_map, seed, sizes=sizes, seeds=3)


copy_task = Claim(
    id="trf-rnn/new-copy-task",
    covers=("trf-rnn/copy-task",),
    title="A transformer with linear attention learns to copy, as one with softmax attention does",
    source=Source(PAPER, "Sec. 4.1.1, of which the excerpt has the beginning"),
    statement=r"\phi(x) = \operatorname{elu}(x) + 1 \text{ suffices to learn } w \mapsto w w",
    assumptions=("learned positions; sizes and optimiser are ours where the excerpt ends",),
    subject=elu_plus_one,
    checks=(check_copying, check_copying_at_full_size),
    mutants=(Mutant("constant", constant, "a feature map that sees nothing"),),
    expect=Verdict.HOLDS,
    new=True,
    notes="The excerpt ends before any figure, and Reformer, which it compares with, is not built"
    " here.",
)
