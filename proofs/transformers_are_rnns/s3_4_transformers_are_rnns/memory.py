"""What the recurrence carries, and what is kept for the gradients.

The numbers are read off the code that runs: the sizes of the states of the cell and of the loops,
and what JAX keeps for the derivative.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from constructions.cells.normalised_attention import NormalisedAttention
from constructions.trees import flatten
from proofs.transformers_are_rnns import PAPER
from proofs.transformers_are_rnns.counting import Tally, compare, numbers
from proofs.transformers_are_rnns.s3_4_transformers_are_rnns.algorithm_1 import Tokens, cells
from proofs.transformers_are_rnns.s3_4_transformers_are_rnns.algorithm_1_loops import Algorithm1
from proofs.transformers_are_rnns.s3_4_transformers_are_rnns.features import cell_on_features
from theorem_checks import (
    All,
    Claim,
    Counterexample,
    Evidence,
    Mutant,
    Source,
    StateSize,
    Verdict,
    check,
    proof_of,
)


def says_state(size, w):
    """The state of the cell has so many numbers, all of s and z together, after any tokens."""
    N, C, M, F = (w.size(name) for name in "NCMF")
    weights = w.array("W_Q", F, C), w.array("W_K", F, C), w.array("W_V", F, M)
    machine = w.machine(NormalisedAttention(*weights), w.array("x", F))
    return StateSize(machine, w.call(size, N, C, M))


@check("exact")
def check_state_when_run(size):
    """Run the cell, and count the numbers in its state after the last token."""

    def measure(N, C, M):
        tally = Tally()
        q, k, v = (numbers(tally, N, width) for width in (C, C, M))
        cell, tokens = cell_on_features(NormalisedAttention, q, k, v)
        state = cell.initial_state()
        for token in tokens:
            state, _ = cell.step(state, token)
        return sum(part.size for part in flatten(state)[0])

    return compare("numbers in the state", size, measure)


@dataclass(frozen=True)
class Kept:
    """How many numbers are kept from the forward pass for the gradients, by N, C and M.

    `kept` by Algorithm 1; `kept_by_autodiff` when the forward loop is differentiated by JAX, at the
    least.
    """

    kept: Callable[[Any, Any, Any], Any] = lambda N, C, M: N * (2 * C + M)
    kept_by_autodiff: Callable[[Any, Any, Any], Any] = lambda N, C, M: N * C * M


def carried(N, C, M):
    """Return how many numbers each loop carries from one token to the next."""
    return C * M


def says_carried(carried, w):
    """The state of each loop has so many numbers, after any tokens."""
    tokens = Tokens(w)
    stated = w.call(carried, tokens.N, tokens.C, tokens.M)
    loops = cells(Algorithm1(), tokens).values()
    return All(tuple(StateSize(w.machine(cell, tokens.token), stated) for cell in loops))


@check("exact")
def check_carried_when_run(carried):
    """Run each loop on numbers, and count those in its state after every token."""

    def measure(N, C, M):
        tally, algorithm = Tally(), Algorithm1()
        q, k, v, G = (numbers(tally, N, width) for width in (C, C, M, M))
        sizes = set()
        for loop, left, right in ((algorithm.forward, k, v), (algorithm.second, q, G)):
            S = loop.start(left, right)
            for a, b in zip(left, right, strict=True):
                S, _ = loop.step(S, a, b, lambda S: S)
                sizes.add(S.size)
        (size,) = sizes
        return size

    return compare("carried", carried, measure)


def _traced(N, C, M):
    """Return the inputs of the JAX function, as shapes."""
    import jax

    return [jax.ShapeDtypeStruct((N, width), "float32") for width in (C, C, M)]


def _kept(function, N, C, M):
    """How many numbers JAX keeps for the derivative of a function; nothing is computed."""
    import jax

    def keep(*inputs):
        return jax.tree.leaves(jax.vjp(function, *inputs)[1])

    return sum(x.size for x in jax.eval_shape(keep, *_traced(N, C, M)))


def algorithm_1(q, k, v):
    """Return the sums by the JAX function that has Algorithm 1 for its derivative."""
    from constructions.causal_linear_attention import causal_linear_attention

    return causal_linear_attention(q, k, v, feature_map=lambda x: x, normalise=False, chunk=1)


def forward_loop(q, k, v):
    """Return the sums by the forward loop alone, which JAX then differentiates."""
    import jax
    import jax.numpy as jnp

    def step(S, token):
        q, k, v = token
        S = S + jnp.outer(k, v)
        return S, q @ S

    start = jnp.zeros((k.shape[1], v.shape[1]), "float32")
    return jax.lax.scan(step, start, (q, k, v))[1]


@check("exact")
def check_kept_by_jax(memory):
    """What JAX keeps for the derivative, for Algorithm 1 and for the loop differentiated by JAX."""
    sizes = ((4, 2, 3), (8, 2, 3), (8, 5, 4))
    kept = compare("kept", memory.kept, lambda *size: _kept(algorithm_1, *size), sizes)
    if not kept.verdict.passes:
        return kept
    for size in sizes:
        claimed, found = memory.kept_by_autodiff(*size), _kept(forward_loop, *size)
        # next to the states it keeps inputs, at most 2C + M numbers a token
        if not claimed <= found <= claimed + memory.kept(*size):
            values = dict(zip("NCM", size, strict=True))
            return Evidence.refuted(
                Counterexample(values, f"kept by autodiff: {claimed}", str(found))
            )
    return kept


state_size = Claim(
    id="trf-rnn/state-size",
    title="The state has CM + C numbers, however long the sequence is",
    source=Source(PAPER, "Sec. 3.4, attention memory and normalizer memory"),
    statement=r"|s_i| + |z_i| = C M + C \quad \text{for all } i, N",
    subject=lambda N, C, M: C * M + C,
    says=says_state,
    checks=(proof_of(says_state), check_state_when_run),
    mutants=(
        Mutant("no-normaliser", lambda N, C, M: C * M, "z is not counted"),
        Mutant("cache", lambda N, C, M: N * (C + M), "the keys and values of all tokens"),
        Mutant("wrong-normaliser", lambda N, C, M: C * M + M, "z with M numbers"),
    ),
    late=(
        Mutant(
            "long",
            lambda N, C, M: C * M + C if N < 5000 else N * (C + M),
            "the keys and values of all tokens from N = 5000 on",
        ),
    ),
)

constant_memory = Claim(
    id="trf-rnn/alg1-constant-memory",
    title="Algorithm 1 needs one C x M matrix at a time, beside inputs and outputs",
    source=Source(PAPER, "Algorithm 1 and Sec. 4, 'constant memory gradient computation'"),
    statement=r"\text{carried from token to token by each loop: one } S \in"
    r" \mathbb R^{C \times M},\text{ however long the sequence is}",
    subject=carried,
    says=says_carried,
    checks=(proof_of(says_carried), check_carried_when_run),
    mutants=(
        Mutant("all-states", lambda N, C, M: N * C * M, "all S_i are carried"),
        Mutant("one-row", lambda N, C, M: C + M, "one vector of each kind is carried"),
    ),
    late=(
        Mutant(
            "long",
            lambda N, C, M: C * M if N < 5000 else N * C * M,
            "all S_i are carried from N = 5000 on",
        ),
    ),
    notes="What is kept between the passes is trf-rnn/new-kept-for-gradients.",
)

KEPT = Kept()

kept_for_gradients = Claim(
    id="trf-rnn/new-kept-for-gradients",
    title="Between passes Algorithm 1 keeps its inputs alone, automatic differentiation all S_i",
    source=Source(PAPER, "Algorithm 1 and Sec. 4, beyond the text"),
    statement=r"\text{kept by Algorithm 1: } N(2C + M);\quad"
    r"\text{kept by automatic differentiation of its forward loop: at least } NCM",
    assumptions=("the JAX function of this project, with chunks of one token, at listed sizes",),
    subject=KEPT,
    checks=(check_kept_by_jax,),
    mutants=(
        Mutant("no-values", replace(KEPT, kept=lambda N, C, M: 2 * N * C), "V is not kept"),
        Mutant(
            "states-too",
            replace(KEPT, kept=lambda N, C, M: N * (2 * C + M + C * M)),
            "the states are kept",
        ),
        Mutant(
            "autodiff-like-algorithm-1",
            replace(KEPT, kept_by_autodiff=lambda N, C, M: C * M),
            "automatic differentiation keeps one state",
        ),
    ),
    expect=Verdict.HOLDS,
    new=True,
    notes="Read off what JAX holds for the derivative; memory as measured is on the page on causal"
    " linear attention. A proof would have to be one about JAX, whose code is not read.",
)
