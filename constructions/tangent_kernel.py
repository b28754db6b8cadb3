r"""The neural tangent kernel of any function of parameters.

$$K(x, x')_{ij} = \Big\langle \frac{\partial f_i(x, \theta)}{\partial \theta},
\frac{\partial f_j(x', \theta)}{\partial \theta} \Big\rangle.$$

The outputs, of any shape, are counted in row-major order: those of a sequence by time, then by
entry. Source: Jacot et al., Neural tangent kernel, 2018.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from constructions.arrays import EXACT, polynomials
from constructions.errors import ShapeError

__all__ = ["contracted", "exact_tangent_kernel", "tangent_kernel"]


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
