"""Floating-point numbers in JAX arrays: compiled, batched, differentiable.

This module imports JAX; `constructions.arrays` imports it when the first JAX array is met.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

import jax
import jax.numpy as jnp
import numpy as np

from constructions.errors import ArgumentError
from constructions.number_systems.floats import FLOAT, Floats
from constructions.number_systems.loop import lag_by_lag, length_of
from constructions.trees import flatten

__all__ = ["JaxFloats", "jax_system", "jax_system_of"]

State = TypeVar("State")


@dataclass(frozen=True)
class JaxFloats:
    """The floating-point numbers of one `dtype`, in JAX arrays."""

    dtype: np.dtype

    def __str__(self) -> str:
        return f"JAX {self.dtype}"

    def admits(self, other: Any) -> bool:
        """Whether arrays of the `other` system may enter: NumPy floats, and JAX's narrower ones."""
        if isinstance(other, JaxFloats):
            return jnp.promote_types(self.dtype, other.dtype) == self.dtype
        return isinstance(other, Floats)

    def array(self, values: Any, name: str = "values") -> jax.Array:
        """Convert numbers, nested lists or an array; exact numbers are rounded."""
        numbers = values if isinstance(values, jax.Array) else FLOAT.array(values, name)
        return jnp.asarray(numbers, self.dtype)

    def zeros(self, shape: Any) -> jax.Array:
        """Return an array of zeros."""
        return jnp.zeros(shape, self.dtype)

    def ones(self, shape: Any) -> jax.Array:
        """Return an array of ones."""
        return jnp.ones(shape, self.dtype)

    def eye(self, n: int) -> jax.Array:
        """Return the identity matrix of size n."""
        return jnp.eye(n, dtype=self.dtype)

    def concatenate(self, parts: Sequence[Any]) -> jax.Array:
        """Join arrays along their first axis."""
        return jnp.concatenate(parts)

    def stack(self, parts: Sequence[Any]) -> jax.Array:
        """Stack arrays of one shape along a new first axis."""
        return jnp.stack(parts)

    def outer(self, u: Any, v: Any) -> jax.Array:
        r"""Return the matrix $u v^\top$ of two vectors."""
        return jnp.outer(u, v)

    def convolve(self, weights: Any, filters: Any, xs: Any) -> jax.Array:
        r"""Return $\sum_{j \le t} w_j L_j x_{t-j}$ for each row $x_t$ of `xs`, lag by lag."""
        return lag_by_lag(self, weights, filters, xs)

    def shift_in(self, window: Any, row: Any) -> jax.Array:
        """Return the rows of a window moved on by one, with `row` as the first."""
        return jnp.concatenate((row[None], window[:-1]))

    def apply_kernel(self, kernel: Any, window: Any) -> jax.Array:
        r"""Return $\sum_j K_j w_j$, in one product."""
        return jnp.einsum("jpq,jq->p", kernel, window)

    def scan(
        self, step: Callable[[State, Any], tuple[State, Any]], state: State, xs: Any
    ) -> tuple[State, Any]:
        """Run `state, y = step(state, x)` along the first axis of `xs`, by `jax.lax.scan`.

        Matrix products have the precision of their dtype: accelerators may otherwise round the
        factors of single-precision products to 10 bits. The state takes the dtype that the
        step gives it.
        """
        length_of(flatten(xs)[0])
        with jax.default_matmul_precision("highest"):
            one = jax.tree.map(lambda x: jax.ShapeDtypeStruct(x.shape[1:], x.dtype), xs)
            after, _ = jax.eval_shape(step, state, one)
            start = jax.tree.map(lambda s, like: jnp.asarray(s, like.dtype), state, after)
            return jax.lax.scan(step, start, xs)

    def exp(self, x: Any) -> jax.Array:
        """Return $e^x$, entry by entry."""
        return jnp.exp(x)

    def sigmoid(self, x: Any) -> jax.Array:
        """Return $1/(1+e^{-x})$, entry by entry."""
        return jax.nn.sigmoid(x)

    def tanh(self, x: Any) -> jax.Array:
        """Return the hyperbolic tangent, entry by entry."""
        return jnp.tanh(x)

    def relu(self, x: Any) -> jax.Array:
        r"""Return $\max(x, 0)$, entry by entry, with derivative 0 at 0."""
        return jax.nn.relu(x)


def jax_system(dtype: Any = None) -> JaxFloats:
    """Return the number system of JAX arrays of a floating-point `dtype`.

    **Arguments**: `dtype`, such as "float32"; by default the widest that JAX is set to use.
    **Raises** `ArgumentError` for a dtype that JAX would replace by another.
    """
    wanted = np.dtype(dtype if dtype is not None else jnp.result_type(float))
    if not jnp.issubdtype(wanted, jnp.floating):
        raise ArgumentError("dtype", dtype, "a floating-point dtype")
    if jax.dtypes.canonicalize_dtype(wanted) != wanted:
        raise ArgumentError(
            "dtype",
            dtype,
            "a dtype that JAX is set to use",
            "Call jax.config.update('jax_enable_x64', True) first.",
        )
    return JaxFloats(wanted)


def jax_system_of(array: jax.Array) -> JaxFloats:
    """Return the number system of a JAX array; integers count as JAX's default floats.

    **Raises** `ArgumentError` for complex numbers.
    """
    if jnp.issubdtype(array.dtype, jnp.complexfloating):
        raise ArgumentError("array", array, "real numbers", "Keep real and imaginary part apart.")
    return jax_system(array.dtype if jnp.issubdtype(array.dtype, jnp.floating) else None)
