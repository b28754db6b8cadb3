r"""The neural tangent kernel of any function of parameters.

$$K(x, x')_{ij} = \Big\langle \frac{\partial f_i(x, \theta)}{\partial \theta},
\frac{\partial f_j(x', \theta)}{\partial \theta} \Big\rangle.$$

The outputs, of any shape, are counted in row-major order: those of a sequence by time, then by
entry. Source: Jacot et al., Neural tangent kernel, 2018.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any

import numpy as np

from constructions.arrays import EXACT, polynomials
from constructions.errors import ShapeError

__all__ = ["contracted", "exact_tangent_kernel", "filter_tangent_kernel", "tangent_kernel"]


def tangent_kernel(function: Callable[[Any, Any], Any], parameters: Any, x: Any, y: Any) -> Any:
    """Return the kernel in floats, by contraction of Jacobians in JAX.

    **Arguments**: `function(parameters, x)`, of JAX arrays; `parameters`, any JAX pytree of
    floats, such as a cell; the two inputs `x` and `y`. **Returns** a matrix, outputs on `x` by
    outputs on `y`. Memory is that of two Jacobians, outputs times parameters.
    """
    import jax
    import jax.numpy as jnp

    jacobian = jax.jacrev(function)
    left, right = (jax.tree.leaves(jacobian(parameters, z)) for z in (x, y))
    sizes = [jnp.size(function(parameters, z)) for z in (x, y)]
    return contracted(
        [a.reshape(sizes[0], -1) for a in left], [b.reshape(sizes[1], -1) for b in right]
    )


def filter_tangent_kernel(
    function: Callable[[Any, Any], Any], parameters: Any, xs: Any, ys: Any
) -> Any:
    r"""Return the kernel on many sequences of a causal filter, as a linear RNN is one.

    With $J_s$ the Jacobian of the response to an impulse, that at $x$ is $\sum_s J_{t-s} x_s$ at
    time $t$: it takes the Jacobians of $n_x$ sequences, however many there are.

    **Arguments**: `function(parameters, x)`, which sends a sequence (T, n_x) to one (T, n_y) and is
    linear in x, and the same at all times; `parameters`, any JAX pytree of floats; `xs` and `ys`,
    (N, T, n_x) and (M, T, n_x). The function is compiled once for each shape, and has to be the
    same object to be known again.

    **Returns** a matrix, N T n_y by M T n_y: outputs by sequence, then by time, then by entry.

    **Raises** `ShapeError` where the shapes are others. That the function is such a filter is not
    checked.
    """
    xs, ys = (_sequences(value, name) for value, name in ((xs, "xs"), (ys, "ys")))
    if xs.shape[1:] != ys.shape[1:]:
        raise ShapeError(
            f"xs, ys have shapes {xs.shape} and {ys.shape}; expected sequences of one length and"
            " one number of inputs. Shorter ones may be filled with zeros at their ends."
        )
    return _filter_kernel()(function, parameters, xs, ys)


def _sequences(value: Any, name: str) -> Any:
    if np.ndim(value) != 3:
        raise ShapeError(
            f"{name} has shape {np.shape(value)}; expected (sequences, times, inputs)."
            " A single sequence x is x[None]."
        )
    return value


@cache
def _filter_kernel() -> Callable[..., Any]:
    """The kernel of filters, compiled; JAX is imported when it is first asked for."""
    import jax
    import jax.numpy as jnp

    def kernel(function: Callable[[Any, Any], Any], parameters: Any, xs: Any, ys: Any) -> Any:
        _, times, inputs = xs.shape
        impulses = jnp.zeros((inputs, times, inputs)).at[jnp.arange(inputs), 0].set(jnp.eye(inputs))
        jacobians = jax.jacrev(lambda own: jax.vmap(lambda x: function(own, x))(impulses))(
            parameters
        )
        parts = [
            leaf.reshape(inputs, times, leaf.shape[2], -1) for leaf in jax.tree.leaves(jacobians)
        ]
        of_impulses = sum(jnp.einsum("ksip,lrjp->sikrjl", part, part) for part in parts)
        lags = jnp.arange(times)[:, None] - jnp.arange(times)
        earlier = [
            jnp.where(lags[:, :, None] >= 0, z[:, lags.clip(0)], 0) for z in (xs, ys)
        ]  # by sequence, time, lag and input
        left = jnp.einsum("ntsk,sikrjl->ntirjl", earlier[0], of_impulses)
        outputs = left.shape[2] * times
        whole = jnp.einsum("ntirjl,murl->ntimuj", left, earlier[1])
        return whole.reshape(len(xs) * outputs, len(ys) * outputs)

    return jax.jit(kernel, static_argnums=0)


def contracted(left: Sequence[Any], right: Sequence[Any]) -> Any:
    """Return the kernel from two Jacobians, each in parts: outputs by a group of parameters."""
    return sum(a @ b.T for a, b in zip(left, right, strict=True))


def exact_tangent_kernel(
    function: Callable[..., Any], parameters: Mapping[str, Any], x: Any, y: Any
) -> Any:
    """Return the kernel in exact rationals, for a function that is polynomial in its parameters.

    **Arguments**: `function(x, **arrays)`, run on arrays of polynomials in the entries of the
    parameters; `parameters`, by name, arrays of exact numbers; the two inputs `x` and `y`, exact.
    **Returns** a matrix of rationals, outputs on `x` by outputs on `y`.

    **Raises** `ExactnessError` for floats, `ShapeError` for parameters without any entry.
    """
    values = {name: EXACT.array(value, name) for name, value in parameters.items()}
    ring = polynomials(**{name: value.shape for name, value in values.items()})
    if not ring.context.gens():
        raise ShapeError("parameters have no entries: there is nothing to differentiate by.")
    symbols = {name: ring.symbols(name) for name in values}
    point = [entry for value in values.values() for entry in value.flat]
    left, right = (_jacobian(function(z, **symbols), point) for z in (x, y))
    return contracted([left], [right])


def _jacobian(outputs: Any, point: list[Any]) -> Any:
    """The matrix of outputs by parameters of the derivatives at a point."""
    rows = [[p.derivative(k)(*point) for k in range(len(point))] for p in np.ravel(outputs)]
    return EXACT.array(rows)
