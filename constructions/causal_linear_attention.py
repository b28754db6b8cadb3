r"""Causal linear attention in JAX, differentiable in memory that does not grow with states.

$$y_i = \frac{\sum_{j \le i} (\phi(q_i) \cdot \phi(k_j))\, v_j}
             {\sum_{j \le i} \phi(q_i) \cdot \phi(k_j)}$$

takes time linear in the number $N$ of tokens. Automatic differentiation of the recurrence would
keep all $N$ states, $N C M$ numbers; the derivative here is Algorithm 1's, which keeps the inputs
and outputs alone, and computes the states again.

Source: Katharopoulos et al., Transformers are RNNs, eqs (16)-(20) and Algorithm 1.
"""

from collections.abc import Callable
from functools import partial
from typing import Any, TypeAlias

import jax
import jax.numpy as jnp

from constructions.causal_products import (
    attention_gradients,
    causal_products,
    normalised,
    product_gradients,
    with_ones,
)
from constructions.errors import ArgumentError, ShapeError, require_integer

__all__ = ["causal_linear_attention", "elu_plus_one"]

FeatureMap: TypeAlias = Callable[[jax.Array], Any]


def elu_plus_one(x: jax.Array) -> jax.Array:
    r"""Return $\operatorname{elu}(x) + 1$, that is $x + 1$ for $x > 0$ and $e^x$ for $x \le 0$.

    Computed as it stands, `elu(x) + 1` is 0 in single precision from about -17.3 down, where
    $e^x - 1$ rounds to -1; a query there has no normaliser. $e^x$ is positive down to -87.
    """
    return jnp.where(x > 0, x + 1, jnp.exp(jnp.where(x > 0, 0, x)))


def causal_linear_attention(
    queries: Any,
    keys: Any,
    values: Any,
    *,
    feature_map: FeatureMap = elu_plus_one,
    normalise: bool = True,
    chunk: int = 64,
) -> jax.Array:
    r"""Return causal linear attention, each token seeing itself and all before it.

    **Arguments**

    - `queries`, `keys`: shape (..., N, D); `values`: shape (..., N, M). The leading axes (batch,
      heads) are any, and the same for all three; all are float32 or all float64.
    - `feature_map`: $\phi$, a differentiable function of arrays (..., N, D) to arrays
      (..., N, C) that takes each token by itself. Where it may be negative or 0, so may the
      normaliser.
    - `normalise`: whether to divide by the sum of the weights; if not, $y_i = \sum_{j \le i}
      (\phi(q_i) \cdot \phi(k_j)) v_j$.
    - `chunk`: how many tokens are taken at a time, at least 1; it changes speed and rounding only.

    **Returns** an array of the shape and dtype of `values`.

    Works under `jax.jit`, `jax.vmap`, `jax.grad` (to any order, in reverse mode), `jax.checkpoint`
    and in `jax.lax.scan`. For the derivative, $\phi(q)$, $\phi(k)$, $v$ and the sums are kept,
    $N (2C + 2M + 1)$ numbers for each sequence, $N (2C + M)$ if not normalised; what the feature
    map needs for its own derivative is kept besides.

    Without the division, in arithmetic of unit roundoff u, $|\hat y_i - y_i| \le \gamma
    \sum_{j \le i} (|\phi(q_i)| \cdot |\phi(k_j)|) |v_j|$ with $\gamma = ru/(1 - ru)$ and
    $r = C + \mathrm{chunk} + \lceil N/\mathrm{chunk} \rceil + 1$, entry by entry, unless numbers
    underflow. The same holds for the derivatives, which are such sums, with $M$ for $C$ in those by
    queries and keys. Matrix products have the precision of their dtype.

    **Raises** `ShapeError`, `ArgumentError`. Forward-mode derivatives raise JAX's `TypeError`.
    """
    queries, keys, values = map(jnp.asarray, (queries, keys, values))
    _check_inputs(queries, keys, values)
    require_integer("chunk", chunk, 1)
    q, k = (_features(feature_map, tokens) for tokens in (queries, keys))
    _check_features((q, k), queries)
    of_one_sequence = _attention if normalise else partial(_products, False)
    attend = partial(of_one_sequence, min(chunk, max(1, values.shape[-2])))
    for _ in values.shape[:-2]:
        attend = jax.vmap(attend)
    return attend(q, k, values)


_compiled = jax.jit(causal_products, static_argnames=("chunk", "reverse"))


@partial(jax.custom_vjp, nondiff_argnums=(0, 1))
def _products(reverse: bool, chunk: int, q: jax.Array, k: jax.Array, v: jax.Array) -> jax.Array:
    return _compiled(q, k, v, chunk=chunk, reverse=reverse)


def _products_forward(reverse: bool, chunk: int, q: Any, k: Any, v: Any) -> tuple[Any, Any]:
    return _products(reverse, chunk, q, k, v), (q, k, v)


def _products_backward(reverse: bool, chunk: int, kept: Any, cotangents: Any) -> Any:
    q, k, v = kept
    return product_gradients(_differentiable(chunk), q, k, v, cotangents, reverse)


@partial(jax.custom_vjp, nondiff_argnums=(0,))
def _attention(chunk: int, q: jax.Array, k: jax.Array, v: jax.Array) -> jax.Array:
    return normalised(_products(False, chunk, q, k, with_ones(v)))


def _attention_forward(chunk: int, q: Any, k: Any, v: Any) -> tuple[Any, Any]:
    sums = _products(False, chunk, q, k, with_ones(v))
    return normalised(sums), (q, k, v, sums)


def _attention_backward(chunk: int, kept: Any, cotangents: Any) -> Any:
    q, k, v, sums = kept
    return attention_gradients(_differentiable(chunk), q, k, v, sums, cotangents)


def _differentiable(chunk: int) -> Callable[..., jax.Array]:
    """Return the sums over past or future as a function that has the derivative above."""
    return lambda q, k, v, reverse=False: _products(reverse, chunk, q, k, v)


_products.defvjp(_products_forward, _products_backward)
_attention.defvjp(_attention_forward, _attention_backward)


def _check_inputs(queries: jax.Array, keys: jax.Array, values: jax.Array) -> None:
    shapes = f"queries {queries.shape}, keys {keys.shape} and values {values.shape}"
    if values.ndim < 2 or queries.shape != keys.shape or queries.shape[:-1] != values.shape[:-1]:
        raise ShapeError(
            f"{shapes} do not fit: expected (..., N, D), (..., N, D) and (..., N, M), with the"
            " same leading axes. Share keys among heads by jax.vmap(..., in_axes=(0, None, None))."
        )
    dtypes = {str(x.dtype) for x in (queries, keys, values)}
    if len(dtypes) > 1 or not dtypes <= {"float32", "float64"}:
        raise ArgumentError(
            "dtype", sorted(dtypes), "float32 or float64, the same for queries, keys and values"
        )


def _features(feature_map: FeatureMap, tokens: jax.Array) -> Any:
    with jax.default_matmul_precision("highest"):
        return feature_map(tokens)


def _check_features(features: tuple[Any, Any], tokens: jax.Array) -> None:
    for phi in features:
        shape, dtype = getattr(phi, "shape", None), getattr(phi, "dtype", None)
        fits = shape is not None and len(shape) == tokens.ndim and shape[:-1] == tokens.shape[:-1]
        if not fits or shape != features[0].shape or dtype != tokens.dtype:
            raise ShapeError(
                f"feature_map turns {tokens.shape}, {tokens.dtype}, into {shape}, {dtype}:"
                f" expected {(*tokens.shape[:-1], 'C')}, {tokens.dtype}."
            )
