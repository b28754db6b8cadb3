"""Sec. 4: what the derivative of an attention layer keeps, with linear and with softmax attention.

Counted are the shapes of what reverse differentiation stores: no run, no noise.
"""

from collections.abc import Mapping

from proofs.sparse_attention.experiments.memory import degree, numbers_stored
from proofs.transformers_are_rnns import PAPER
from theorem_checks import Claim, Curve, Evidence, Mutant, Panel, Source, Verdict, check


def numbers_kept(kind: str, length: int, size: int, heads: int) -> int:
    """Return how many numbers the derivative by queries, keys and values is handed from the run."""
    import jax
    import jax.numpy as jnp

    from constructions.causal_linear_attention import causal_linear_attention
    from proofs.transformers_are_rnns.experiments.small_transformer import softmax_attention

    attention = causal_linear_attention if kind == "linear" else softmax_attention
    like = jax.ShapeDtypeStruct((heads, length, size), jnp.float32)
    return numbers_stored(lambda *inputs: attention(*inputs).sum(), like, like, like)


def growth(claimed: Mapping[str, int], lengths: tuple[int, ...], size: int, heads: int) -> Evidence:
    """Count what is kept at each length, and see with which power it grows."""
    from theorem_checks import experiment_evidence

    counts = {kind: [numbers_kept(kind, T, size, heads) for T in lengths] for kind in claimed}
    found = {kind: degree(row) for kind, row in counts.items()}
    return experiment_evidence(
        {f"{kind}: it grows like T^{power}": found[kind] == power
         for kind, power in claimed.items()},
        scope=f"attention alone, T in {lengths}, {heads} heads of size {size}",
        predicted="T for linear attention, T^2 for softmax attention",
        printed="",
        ours={f"degree in T, {kind}": power for kind, power in found.items()}
        | {f"numbers kept at T = {lengths[-1]}, {k}": row[-1] for k, row in counts.items()},
        panels=[
            Panel(
                "what the derivative keeps",
                [Curve(kind, lengths, row) for kind, row in counts.items()],
                "T",
                "numbers",
                "xy",
            )
        ],
    )  # fmt: skip


@check("experiment", seconds=120)
def check_growth(claimed, *, seed):
    """Up to 1024 tokens."""
    return growth(claimed, (256, 512, 768, 1024), 32, 4)


@check("experiment", tier="deep", seconds=600)
def check_growth_at_length(claimed, *, seed):
    """Up to 65,536 tokens."""
    return growth(claimed, (16_384, 32_768, 49_152, 65_536), 64, 8)


memory = Claim(
    id="trf-rnn/new-exp-memory",
    title="Training keeps T times as much with linear attention, and T^2 times with softmax",
    source=Source(PAPER, "Sec. 4, 'memory consumption with respect to the self attention layer'"),
    statement=r"\text{memory}_{linear} = \Theta(T),\quad \text{memory}_{softmax} = \Theta(T^2)",
    assumptions=("softmax attention as it is written, with all weights kept",),
    subject={"linear": 1, "softmax": 2},
    checks=(check_growth, check_growth_at_length),
    mutants=(
        Mutant("both", {"linear": 2, "softmax": 2}, "linear attention no better"),
        Mutant("neither", {"linear": 1, "softmax": 1}, "softmax attention no worse"),
    ),
    expect=Verdict.HOLDS,
    new=True,
    notes="The excerpt prints no figure. Reformer, the other baseline, is not built here, and times"
    " are not measured: they depend on the machine.",
)
