r"""Sums over the past of a sequence, and their derivatives, in memory that does not grow.

For queries $q_i$, keys $k_i$ ($C$ numbers each) and values $v_i$ ($M$ numbers), $i \le N$,

$$y_i = \sum_{j \le i} (q_i \cdot k_j)\, v_j = S_i^\top q_i, \qquad
S_i = S_{i-1} + k_i v_i^\top .$$

Only $S$, a $C \times M$ matrix, is carried along the sequence. Tokens are taken `chunk` at a time:
within a chunk the sum is a product of matrices under a mask, and what came before is in $S$. With
`chunk=1` this is Algorithm 1 line by line. For a scalar $L$ with $G_i = \partial L/\partial y_i$,

$$\frac{\partial L}{\partial q_i} = \sum_{j \le i} (G_i \cdot v_j)\, k_j, \qquad
\frac{\partial L}{\partial k_i} = \sum_{j \ge i} (v_i \cdot G_j)\, q_j, \qquad
\frac{\partial L}{\partial v_i} = \sum_{j \ge i} (k_i \cdot q_j)\, G_j :$$

three sums of the same form, one over the past and two over the future. So derivatives of every
order are such sums.

The functions here take one sequence, in any number system. `constructions.causal_linear_attention`
puts them together for JAX.

Source: Katharopoulos et al., Transformers are RNNs, Sec. 3.4 and Algorithm 1.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from constructions.arrays import concatenate, full_precision, ones, scan, system_of, zeros

__all__ = [
    "absorb_chunk",
    "attention_gradients",
    "causal_products",
    "normalised",
    "product_gradients",
    "quadratic_products",
    "with_ones",
]


def causal_products(
    queries: Any, keys: Any, values: Any, *, chunk: int = 1, reverse: bool = False
) -> Any:
    r"""Return $y_i = \sum_{j \le i} (q_i \cdot k_j) v_j$, or the sum over $j \ge i$.

    **Arguments**: `queries` and `keys` ($N \times C$), `values` ($N \times M$), arrays of one
    number system; `chunk`, how many tokens are taken at a time; `reverse`, whether the sum runs
    over the future, the token itself included.

    **Returns** an $N \times M$ array. Apart from it, each step has `chunk` tokens, a
    `chunk` x `chunk` matrix of products and the $C \times M$ state.
    """
    system = system_of(queries, keys, values)
    seen = system.array(np.tri(chunk, dtype=int))
    seen = seen.T if reverse else seen
    blocks = [_in_chunks(tokens, chunk) for tokens in (queries, keys, values)]

    def step(state: Any, number: Any) -> tuple[Any, Any]:
        q, k, v = (block[number] for block in blocks)
        return absorb_chunk(state, q, k, v, seen)

    count = len(blocks[0])
    order = np.arange(count)[::-1] if reverse else np.arange(count)
    _, outputs = scan(step, zeros((queries.shape[1], values.shape[1]), like=values), order)
    outputs = outputs[::-1] if reverse else outputs
    return outputs.reshape((count * chunk, values.shape[1]))[: len(queries)]


def absorb_chunk(state: Any, queries: Any, keys: Any, values: Any, seen: Any) -> tuple[Any, Any]:
    r"""Return the state after a chunk of tokens, and the sums for each of them.

    **Arguments**: the state $S$ ($C \times M$), the chunk's rows, and the mask `seen`, which has 1
    where the row's token sees the column's, else 0.
    """
    return state + keys.T @ values, queries @ state + (seen * (queries @ keys.T)) @ values


def quadratic_products(queries: Any, keys: Any, values: Any) -> Any:
    r"""Return the same sums over the past by the masked $N \times N$ matrix of all products.

    Shares no code with `causal_products`; time and memory grow as $N^2$.
    """
    system = system_of(queries, keys, values)
    seen = system.array(np.tri(len(queries), dtype=int))
    return (seen * (queries @ keys.T)) @ values


def product_gradients(
    products: Callable[..., Any],
    queries: Any,
    keys: Any,
    values: Any,
    cotangents: Any,
    reverse: bool = False,
) -> tuple[Any, Any, Any]:
    """Return the derivatives by queries, keys and values: Algorithm 1's backward pass.

    **Arguments**: `products(queries, keys, values, reverse)`, which computes the sums (and
    their derivatives, if these are differentiated again); the inputs; `cotangents`, the
    derivatives G by the outputs; `reverse`, whether the sums ran over the future.
    """
    return (
        products(cotangents, values, keys, reverse),
        products(values, cotangents, queries, not reverse),
        products(keys, queries, cotangents, not reverse),
    )


def with_ones(values: Any) -> Any:
    """Return the values with a further column of ones, of which the sums are the normaliser."""
    return concatenate((values.T, ones((1, values.shape[0]), like=values))).T


def normalised(sums: Any) -> Any:
    """Return all columns but the last, divided by the last: the weights then add up to 1."""
    return sums[:, :-1] / sums[:, -1:]


def attention_gradients(
    products: Callable[..., Any],
    queries: Any,
    keys: Any,
    values: Any,
    sums: Any,
    cotangents: Any,
) -> tuple[Any, Any, Any]:
    r"""Return the derivatives of normalised attention by queries, keys and values.

    With $y = a/b$ for the sums $(a, b)$ over values and ones, the derivatives by $a$ and $b$ are
    $G/b$ and $-(G \cdot y)/b$; from there on it is Algorithm 1 with $M + 1$ values.
    """
    width = values.shape[1]
    means, normaliser = sums[..., :width], sums[..., width:]
    by_sums = cotangents / normaliser
    with full_precision(values):
        by_normaliser = -(ones((1, width), like=values) @ (by_sums * (means / normaliser)).T)
    both = concatenate((by_sums.T, by_normaliser)).T
    by_queries, by_keys, by_values = product_gradients(
        products, queries, keys, with_ones(values), both
    )
    return by_queries, by_keys, by_values[..., :width]


def _in_chunks(tokens: Any, chunk: int) -> Any:
    """Return the tokens as an array (chunks, tokens in a chunk, entries), filled up with zeros."""
    length, width = tokens.shape
    count = max(1, -(-length // chunk))
    if missing := count * chunk - length:
        tokens = concatenate((tokens, zeros((missing, width), like=tokens)))
    return tokens.reshape((count, chunk, width))
