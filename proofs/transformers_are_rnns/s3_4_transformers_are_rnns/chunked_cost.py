"""How many multiplications the sums take in chunks of tokens, forward and backward.

A chunk of B tokens takes B C M products to be added to the state, as many to be read from it, and
under the mask B B C, B B and B B M. The shipped step is run on arrays of which only the sizes are
known, and counts while it runs, whatever the state is; and the gradients are three such sums, as
`product_gradients` has them.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from constructions.causal_products import absorb_chunk, causal_products, product_gradients
from proofs.transformers_are_rnns import PAPER
from proofs.transformers_are_rnns.counting import Sized, Tally, numbers
from proofs.transformers_are_rnns.s3_4_transformers_are_rnns.algorithm_1_cost import (
    Adds,
    by_counts,
    sizes_in,
)
from theorem_checks import (
    All,
    Claim,
    Counterexample,
    Equal,
    Evidence,
    Mutant,
    SameOutputs,
    Source,
    check,
    instances_of,
    proof_of,
)


@dataclass(frozen=True)
class ChunkedCost:
    """Multiplications of the chunked form, N a multiple of the chunk B."""

    forward: Callable[..., Any] = lambda N, C, M, B: N * (2 * C * M + B * (C + M + 1))
    backward: Callable[..., Any] = lambda N, C, M, B: N * (6 * C * M + B * (3 * C + 3 * M + 3))


@dataclass(frozen=True)
class CountedChunks:
    """The sums in chunks, a token for a chunk: counts its multiplications, and puts out the count.

    **Fields**: the mask `seen`; the state 0, `first`; the number 0, `none`; what gives `sizes`.
    """

    seen: Any
    first: Any
    none: Any
    sizes: Callable[[Any], tuple[Any, ...]]

    def initial_state(self):
        """Return S = 0, and no multiplications."""
        return self.first, self.none

    def step(self, state, chunk):
        """Return the state after a chunk and the count, and the count."""
        (S, count), (q, k, v), tally = state, chunk, Tally()
        given = S, q, k, v, self.seen
        absorb_chunk(*(Sized(self.sizes(part), tally) for part in given))
        S, _ = absorb_chunk(S, q, k, v, self.seen)
        count = count + tally.multiplications
        return (S, count), count


def says_chunked(cost, w):
    """Each chunk of each sum makes 2BCM + BB(C + M + 1) products: after any number n of chunks.

    N = nB tokens make as many as is claimed, the three sums of the gradients together.
    """
    n, B, C, M = (w.size(name) for name in ("n", "B", "C", "M"))
    q, k = (w.array(name, B, C) for name in "qk")
    v, G = (w.array(name, B, M) for name in "vG")
    seen, none = w.array("seen", B, B), w.entries(lambda *_: 0)
    each = 2 * B * C * M + B**2 * (C + M + 1)

    def products(queries, keys, values, reverse=False):
        first = w.zeros(queries.shape[1], values.shape[1])
        cells = (
            CountedChunks(seen.T if reverse else seen, first, none, sizes_in(w)),
            Adds(each, none),
        )
        return SameOutputs(*(w.machine(cell, (queries, keys, values)) for cell in cells))

    gradients = product_gradients(products, q, k, v, G)
    totals = ((cost.forward, each, "i"), (cost.backward, len(gradients) * each, "j"))
    claimed = (
        Equal(w.sum(lambda _, number=number: number, index, 1, n), w.call(formula, n * B, C, M, B))
        for formula, number, index in totals
    )
    return All((products(q, k, v), *gradients, *claimed))


@check("exact")
def check_chunked_cost(cost):
    """Run the sums and their gradients in chunks on numbers that note each multiplication."""
    for size in ((2, 1, 1, 1), (2, 1, 2, 2), (4, 2, 3, 2), (6, 3, 1, 3)):
        for name, count in _in_chunks(*size).items():
            if (claimed := getattr(cost, name)(*size)) != count:
                values = dict(zip("NCMB", size, strict=True))
                return Evidence.refuted(Counterexample(values, f"{name}: {claimed}", str(count)))
    return Evidence.holds("N up to 6, C and M up to 3, chunks of 1 to 3 tokens")


def _in_chunks(length, features, values, chunk):
    """Count the multiplications of the sums, and of their three gradients."""
    tally = Tally()
    widths = features, features, values, values
    q, k, v, G = (numbers(tally, length, width) for width in widths)

    def products(q, k, v, reverse=False):
        return causal_products(q, k, v, chunk=chunk, reverse=reverse)

    products(q, k, v)
    forward = tally.multiplications
    product_gradients(products, q, k, v, G)
    return {"forward": forward, "backward": tally.multiplications - forward}


CHUNKED = ChunkedCost()

chunked_cost = Claim(
    id="trf-rnn/new-chunked-cost",
    title="A chunk of B tokens takes B(C + M + 1) further multiplications a token",
    source=Source(PAPER, "Algorithm 1, beyond the text"),
    statement=r"N(2CM + B(C+M+1)) \text{ forward},\quad N(6CM + 3B(C+M+1)) \text{ backward}",
    assumptions=(
        "$N$ is a multiple of $B$, there are $N/B$ chunks, a loop that is run up to $N = 6$",
        "the gradients are three sums of the same form",
    ),
    subject=CHUNKED,
    says=says_chunked,
    checks=(
        proof_of(says_chunked, by_counts),
        instances_of(says_chunked),
        check_chunked_cost,
    ),
    mutants=(
        Mutant(
            "five",
            replace(CHUNKED, backward=lambda N, C, M, B: N * (5 * C * M + 3 * B * (C + M + 1))),
        ),
        Mutant(
            "no-mask", replace(CHUNKED, forward=lambda N, C, M, B: N * (2 * C * M + B * (C + M)))
        ),
    ),
    late=(
        Mutant(
            "long",
            replace(
                CHUNKED,
                forward=lambda N, C, M, B: N * (2 * C * M + (B if B < 1000 else 0) * (C + M + 1)),
            ),
            "nothing further in chunks of 1,000 and more",
        ),
    ),
    new=True,
    notes="The last loop of Algorithm 1 is done twice, as one sum for keys and one for values: then"
    " the gradients are sums of the same form, and so are their gradients.",
)
