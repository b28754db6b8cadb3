"""The code of causal linear attention, in chunks of tokens, against Algorithm 1.

Beyond the paper: what `constructions.causal_linear_attention` runs. A chunk of tokens is taken at a
time, and the three gradients are sums of the form of the outputs.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from constructions.causal_products import (
    absorb_chunk,
    causal_products,
    product_gradients,
)
from proofs.transformers_are_rnns import PAPER
from proofs.transformers_are_rnns.s3_4_transformers_are_rnns.algorithm_1 import SIZES, by_unrolling
from proofs.transformers_are_rnns.s3_4_transformers_are_rnns.algorithm_1_loops import Algorithm1
from theorem_checks import (
    All,
    Claim,
    Computes,
    Equal,
    Mutant,
    Source,
    check,
    equal_maps,
    instances_of,
    proof_of,
)


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


@dataclass(frozen=True)
class OverChunks:
    """The network that reads a chunk of tokens at a time; `seen` is the mask within a chunk."""

    absorb: Callable[..., Any]
    seen: Any
    nothing: Any

    def initial_state(self):
        """Return the sums over no tokens."""
        return self.nothing

    def step(self, state, chunk):
        """Return the sums after a chunk, and what each of its tokens reads."""
        return self.absorb(state, *chunk, self.seen)


def _says_all_chunks(chunked, w, sizes, *, future):
    """The outputs of T chunks of B tokens are the sums over all tokens so far.

    Over the future chunks come from the last one on, as the code has it, so that what is before a
    chunk here is after it in time.
    """
    T, B, C, M = sizes
    name = "future" if future else "past"
    Q, K, V = (w.array(f"{a}_{name}", T, B, n) for a, n in (("Q", C), ("K", C), ("V", M)))
    chunk = tuple(w.array(f"{a}_{name}", B, n) for a, n in (("q", C), ("k", C), ("v", M)))

    def before(h, t, i, s, j):
        inside = h.at_most(i, j) if future else h.at_most(j, i)
        return h.at_most(s, t) - h.delta(s, t) * (1 - inside)

    def read(h, t, i, m):
        return h.sum(
            lambda s, j, c: before(h, t, i, s, j) * Q[t, i, c] * K[s, j, c] * V[s, j, m], T, B, C
        )

    seen = w.entries(lambda h, i, j: h.at_most(*((i, j) if future else (j, i))), B, B)
    cell = OverChunks(chunked.step, seen, w.zeros(C, M))
    return Computes(w.machine(cell, chunk), (Q, K, V), w.entries(read, T, B, M))


def says_chunks(chunked, w):
    """Chunk by chunk the outputs are the sums over the past; so are those over the future.

    And from the sums over any t tokens, B more: the sums over t + B, and what each of B reads. And
    the three gradients of <G, sums>, over the past and over the future: what it changes by in
    a step D is the product of D and the gradient, as it is linear in each of q, k and v.
    """
    t, B, C, M, N = w.size("t", least=0), *(w.size(name) for name in "BCMN")
    sizes = w.size("T"), B, C, M
    over = [_says_all_chunks(chunked, w, sizes, future=future) for future in (False, True)]
    old_k, old_v = w.array("k_so_far", t, C), w.array("v_so_far", t, M)
    q, k, v = w.array("q", B, C), w.array("k", B, C), w.array("v", B, M)
    within = w.entries(lambda h, i, j: h.at_most(j, i), B, B)
    state, read = chunked.step(old_k.T @ old_v, q, k, v, within)

    read_so_far = (q @ old_k.T) @ old_v
    found = [
        Equal(state, old_k.T @ old_v + k.T @ v),
        Equal(read, read_so_far + (within * (q @ k.T)) @ v),
    ]
    widths = {"q": C, "k": C, "v": M, "G": M}
    rows = {name: w.array(f"{name}_all", N, width) for name, width in widths.items()}
    steps = {name: w.array(f"D_{name}", N, widths[name]) for name in "qkv"}

    def product_of(one, other, width):
        return w.entries(lambda h: h.sum(lambda i, x: one[i, x] * other[i, x], N, width))

    past = w.entries(lambda h, i, j: h.at_most(j, i), N, N)
    future = w.entries(lambda h, i, j: h.at_most(i, j), N, N)
    for reverse in (False, True):

        def sums(q, k, v, reverse=reverse):
            sees = future if reverse else past
            return (sees * (q @ k.T)) @ v

        def loss(q, k, v, G, reverse=reverse, sums=sums):
            return product_of(G, sums(q, k, v, reverse), M)

        slopes = chunked.gradients(sums, *rows.values(), reverse)
        for name, slope in zip("qkv", slopes, strict=True):
            change = loss(**{**rows, name: rows[name] + steps[name]}) - loss(**rows)
            found.append(Equal(change, product_of(steps[name], slope, widths[name])))
    return All((*over, *found))


def _forgets_the_state(state, q, k, v, seen):
    return state + k.T @ v, (seen * (q @ k.T)) @ v


def _forgets_if_large(state, q, k, v, seen):
    return (absorb_chunk if q.shape[0] < 50 else _forgets_the_state)(state, q, k, v, seen)


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
    assumptions=(
        "the same for sums over the future, so that derivatives of every order are such",
        "a last chunk that is not full is filled up with tokens 0",
    ),
    subject=Chunked(),
    says=says_chunks,
    checks=(
        proof_of(says_chunks, by_unrolling, seconds=120),
        instances_of(says_chunks),
        check_chunks_as_polynomials,
    ),
    mutants=(
        Mutant("forgets-the-state", Chunked(step=_forgets_the_state), "the chunk alone"),
        Mutant("no-mask", Chunked(step=_sees_the_whole_chunk), "later tokens of the chunk too"),
        Mutant("reads-after", Chunked(step=_reads_after), "from the state after the chunk"),
        Mutant("all-past", Chunked(gradients=_all_over_the_past), "three sums over the past"),
        Mutant("exchanged", Chunked(gradients=_exchanged), "the slopes of q and k exchanged"),
    ),
    late=(
        Mutant("large-chunks", Chunked(step=_forgets_if_large), "the chunk alone, from B = 50 on"),
    ),
    new=True,
)
