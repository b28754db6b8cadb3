"""Figure 2, center: what a gradient needs, as sequences grow.

The memory is that of the compiled derivative by all weights, as XLA has laid it out: no run, no
noise, and the same on every machine of a kind.
"""

from collections.abc import Mapping
from typing import Any

from proofs.sparse_attention import PAPER
from proofs.sparse_attention.experiments.networks import Kind, Network
from theorem_checks import Claim, Curve, Evidence, Mutant, Panel, Source, Verdict, check

CLOSE = 0.15  # of an exponent: what does not grow with T is still seen at these lengths


def bytes_of_gradient(network: Network, length: int) -> int:
    """Return the bytes that the derivative of a loss on one sequence needs for intermediates."""
    import jax
    import jax.numpy as jnp

    def loss(params: Any, tokens: Any) -> Any:
        return (network.outputs(params, tokens) ** 2).mean()

    params = jax.eval_shape(network.parameters, jax.random.key(0))
    tokens = jax.ShapeDtypeStruct((length,), jnp.int32)
    analysis = jax.jit(jax.grad(loss)).lower(params, tokens).compile().memory_analysis()
    if analysis is None:
        raise NotImplementedError("XLA does not tell the memory on this device.")
    return analysis.temp_size_in_bytes


def exponents(
    claimed: Mapping[Kind, int], *, units: int, lengths: tuple[int, ...], slots: int
) -> Evidence:
    """Measure the exponent of T between the two greatest lengths, for each network."""
    import numpy as np

    from theorem_checks import experiment_evidence

    networks = {kind: Network(kind, units, 10, 8, nu=slots, rho=slots) for kind in claimed}
    found = {k: [bytes_of_gradient(one, t) for t in lengths] for k, one in networks.items()}
    stretch = np.log(lengths[-1] / lengths[-2])
    slopes = {kind: float(np.log(b[-1] / b[-2]) / stretch) for kind, b in found.items()}
    return experiment_evidence(
        {
            f"{kind}: the exponent is {power}": abs(slopes[kind] - power) <= CLOSE
            for kind, power in claimed.items()
        },
        scope=f"n = {units}, T in {lengths}, nu = rho = {slots}, the derivative on one sequence",
        predicted=", ".join(f"{kind}: T^{power}" for kind, power in claimed.items()),
        printed="MemRNN scales quadratically, RelLSTM linearly, as RNN and LSTM (a drawing)",
        ours={f"exponent, {kind}": slope for kind, slope in slopes.items()}
        | {f"bytes at T = {lengths[-1]}, {kind}": b[-1] for kind, b in found.items()},
        panels=[
            Panel("memory", [Curve(k, lengths, b) for k, b in found.items()], "T", "bytes", "xy")
        ],
    )


@check("experiment", seconds=900)
def check_exponents(claimed, *, seed):
    """Short sequences, small buffers, three of the networks."""
    kinds: tuple[Kind, ...] = ("LSTM", "MemRNN", "RelLSTM")
    three: dict[Kind, int] = {kind: claimed[kind] for kind in kinds}
    return exponents(three, units=16, lengths=(100, 200), slots=2)


@check("experiment", tier="deep", seconds=86_400, memory_mb=65_536)
def check_exponents_at_full_length(claimed, *, seed):
    """The paper's lengths."""
    return exponents(claimed, units=128, lengths=(200, 500, 1000, 2000), slots=10)


LINEAR: dict[Kind, int] = {"RNN": 1, "LSTM": 1, "RelRNN": 1, "RelLSTM": 1}

memory = Claim(
    id="sparse-attention/fig-2-center",
    title="The memory of a gradient grows with T^2 for MemRNN, and with T for RelLSTM",
    source=Source(PAPER, "Figure 2, center"),
    statement=r"\text{memory} = \Theta(T^2) \text{ for MemRNN},\quad \Theta(T) \text{ for RelLSTM,"
    r" RelRNN, LSTM, RNN}",
    assumptions=("all intermediates are kept for the derivative, as XLA does",),
    subject={**LINEAR, "MemRNN": 2},
    checks=(check_exponents, check_exponents_at_full_length),
    mutants=(Mutant("linear", {**LINEAR, "MemRNN": 1}, "MemRNN as good as the screened networks"),),
    expect=Verdict.HOLDS,
    notes="The figure also has SAB, which is not built here. Absolute numbers depend on software"
    " and device; the paper's are of a GPU and are only drawn.",
)
