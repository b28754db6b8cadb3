"""The code of causal linear attention, in chunks of tokens, against Algorithm 1.

Beyond the paper: what `constructions.causal_linear_attention` runs. A chunk of tokens is taken at a
time, and the three gradients are sums of the form of the outputs.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import sympy as sp

from constructions.causal_products import (
    absorb_chunk,
    causal_products,
    product_gradients,
)
from proofs.transformers_are_rnns import PAPER
from proofs.transformers_are_rnns.s3_4_transformers_are_rnns.algorithm_1 import SIZES
from proofs.transformers_are_rnns.s3_4_transformers_are_rnns.algorithm_1_loops import Algorithm1
from proofs.transformers_are_rnns.symbolic_tokens import FEATURES, SEEN, VALUES, C, M
from theorem_checks import (
    Claim,
    Evidence,
    Index,
    Mutant,
    Source,
    Sum,
    Tensor,
    all_of,
    array_of,
    at_most,
    check,
    equal_maps,
    family,
    prove_equal_arrays,
    prove_index_identity,
    symbol_array,
)
from theorem_checks.statements.arrays.symbolic_arrays import concatenate

B, N = sp.symbols("B N", integer=True, positive=True)
BLOCK = family("chunk", B)


@dataclass(frozen=True)
class Chunked:
    """The step for a chunk, and the gradients from the function that computes the sums."""

    step: Callable[..., Any] = absorb_chunk
    gradients: Callable[..., Any] = product_gradients

    def everything(self, chunk):
        """Return the map from all inputs to outputs and gradients, in chunks of this size."""

        def products(q, k, v, reverse=False):
            if self.step is absorb_chunk:
                return causal_products(q, k, v, chunk=chunk, reverse=reverse)
            return _in_chunks(self.step, q, k, v, chunk, reverse)

        def run(q, k, v, G):
            slopes = self.gradients(products, q, k, v, G)
            return np.concatenate([products(q, k, v), *slopes], axis=1)

        return run


def _in_chunks(step, q, k, v, chunk, reverse):
    """Run a step of one's own over chunks of tokens."""
    turn = slice(None, None, -1 if reverse else 1)
    state, outputs = np.zeros((q.shape[1], v.shape[1]), dtype=int), []
    for start in range(0, len(q), chunk):
        rows = [x[turn][start : start + chunk] for x in (q, k, v)]
        state, read = step(state, *rows, np.tri(len(rows[0]), dtype=int))
        outputs.append(read)
    return np.concatenate(outputs)[turn]


def algorithm_1(q, k, v, G):
    """Return outputs and gradients by Algorithm 1, token by token."""
    algorithm = Algorithm1()
    return np.concatenate([algorithm.outputs(q, k, v), *algorithm.gradients(q, k, v, G)], axis=1)


@check("exact")
def check_chunks_as_polynomials(chunked):
    """Outputs and gradients are the polynomials of Algorithm 1, with chunks of 1, 2 and 4."""
    for chunk in (1, 2, 4):
        found = equal_maps(chunked.everything(chunk), algorithm_1, sizes=SIZES)
        if not found.verdict.passes:
            return found
    return found


@check("proof")
def check_chunks_for_all_sizes(chunked):
    """A step from the sum over t tokens, with B tokens more; and the gradients, for symbolic N."""
    obligations = _one_chunk(chunked.step)
    if all(part.verdict.passes for part in obligations.values()):
        obligations |= _slopes(chunked.gradients)
    evidence = all_of(
        obligations,
        "all N, C, M, all chunks of B tokens",
        words=(
            "induction over the chunks; over the future it is the same with the tokens reversed",
            "a linear function changes in a step by its derivative times the step",
        ),
    )
    if evidence.verdict.passes:
        return evidence
    polynomials = check_chunks_as_polynomials.function(chunked)
    if polynomials.counterexample:
        return Evidence.refuted(polynomials.counterexample)
    return Evidence.undecided(f"No induction: {evidence.reason}")


def _one_chunk(step):
    """Obligations: the state is the sum over all tokens, and each token reads its part of it."""
    kinds = {"q": FEATURES, "k": FEATURES, "v": VALUES}
    q, k, v = (symbol_array(name, BLOCK, width) for name, width in kinds.items())
    old_k, old_v = (symbol_array(f"{n}_seen", SEEN, kinds[n]) for n in "kv")
    within = array_of({("chunk", "chunk"): lambda i, j: at_most(j, i)}, BLOCK, BLOCK)
    state, read = step(old_k.T @ old_v, q, k, v, within)
    all_k, all_v = concatenate((old_k, k)), concatenate((old_v, v))
    entries = {
        ("chunk", "seen"): lambda _i, _j: 1,
        ("chunk", "chunk"): lambda i, j: at_most(j, i),
    }
    seen = array_of(entries, BLOCK, all_k.axes[0])
    return {
        "the state": prove_equal_arrays(state, all_k.T @ all_v),
        "the outputs": prove_equal_arrays(read, (seen * (q @ all_k.T)) @ all_v),
    }


class Rows:
    """A sequence of N vectors by its entries: a function of token and entry, and a width."""

    def __init__(self, entry, width):
        self.entry, self.width = entry, width


def _free_rows(name, width):
    tensor = Tensor(name, 2)
    return Rows(lambda i, x: tensor[i, x], width)


def _sums(q, k, v, reverse=False):
    """Return the sums over the past, or the future, as entries of symbolic index."""
    j, w = Index("j_", N), Index("w_", q.width)

    def entry(i, x):
        sees = at_most(i, j) if reverse else at_most(j, i)
        return Sum(sees * q.entry(i, w) * k.entry(j, w) * v.entry(j, x), j, w)

    return Rows(entry, v.width)


def _slopes(gradients):
    """Obligations: each gradient is that of <G, sums>, over the past and over the future."""
    rows = {name: _free_rows(name, width) for name, width in zip("qkvG", (C, C, M, M), strict=True)}
    step, i = Tensor("step", 2), Index("i", N)
    obligations = {}
    for reverse in (False, True):

        def loss(changed, reverse=reverse):
            q, k, v, G = {**rows, **changed}.values()
            m = Index("m", M)
            return Sum(G.entry(i, m) * _sums(q, k, v, reverse).entry(i, m), i, m)

        found = gradients(_sums, *rows.values(), reverse)
        for name, slope in zip("qkv", found, strict=True):
            own = rows[name]
            x = Index("x", own.width)
            moved = Rows(lambda i, x, own=own: own.entry(i, x) + step[i, x], own.width)
            change = loss({name: moved}) - loss({})
            along = "future" if reverse else "past"
            obligations[f"gradient by {name}, sums over the {along}"] = prove_index_identity(
                change, Sum(step[i, x] * slope.entry(i, x), i, x)
            )
    return obligations


def _forgets_the_state(state, q, k, v, seen):
    return state + k.T @ v, (seen * (q @ k.T)) @ v


def _sees_the_whole_chunk(state, q, k, v, seen):
    return state + k.T @ v, q @ state + (q @ k.T) @ v


def _reads_after(state, q, k, v, seen):
    state = state + k.T @ v
    return state, q @ state


def _all_over_the_past(products, q, k, v, G, reverse=False):
    return products(G, v, k, reverse), products(v, G, q, reverse), products(k, q, G, reverse)


def _exchanged(products, q, k, v, G, reverse=False):
    by_q, by_k, by_v = product_gradients(products, q, k, v, G, reverse)
    return by_k, by_q, by_v


CODE = Source(PAPER, "Algorithm 1, beyond the text")

chunked_form = Claim(
    id="trf-rnn/new-chunked-form",
    title="Chunks of any size give Algorithm 1's outputs, and three such sums its gradients",
    source=CODE,
    statement=r"\nabla_q L = \text{sums}(G, v, k),\; \nabla_k L = \text{sums}^{\ge}(v, G, q),\;"
    r" \nabla_v L = \text{sums}^{\ge}(k, q, G)",
    assumptions=("the same for sums over the future, so that derivatives of every order are such",),
    subject=Chunked(),
    checks=(check_chunks_for_all_sizes, check_chunks_as_polynomials),
    mutants=(
        Mutant("forgets-the-state", Chunked(step=_forgets_the_state), "the chunk alone"),
        Mutant("no-mask", Chunked(step=_sees_the_whole_chunk), "later tokens of the chunk too"),
        Mutant("reads-after", Chunked(step=_reads_after), "from the state after the chunk"),
        Mutant("all-past", Chunked(gradients=_all_over_the_past), "three sums over the past"),
        Mutant("exchanged", Chunked(gradients=_exchanged), "the slopes of q and k exchanged"),
    ),
    new=True,
)
