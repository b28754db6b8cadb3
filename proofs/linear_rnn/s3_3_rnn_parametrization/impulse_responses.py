"""The response of a linear RNN to an impulse, as a function of its recurrent matrix, in JAX."""

from collections.abc import Callable
from typing import Any

from constructions.arrays import jax_floats
from constructions.cells.linear_rnn import LinearRNN

__all__ = ["response_at"]


def response_at(width: int, lag: int) -> Callable[[Any], Any]:
    """Return what makes of a matrix W the answers to impulses, a row each, `lag` steps later.

    With identities in the places of F and C they are (W/sqrt n)^lag / sqrt n.
    """
    import jax
    import jax.numpy as jnp

    identity, scale = jnp.eye(width), jax_floats().array([width**-0.5])
    impulses = jnp.zeros((width, lag + 1, width)).at[:, 0].set(identity)

    def response(weights: Any) -> Any:
        cell = LinearRNN(weights, identity, identity, scale=scale)
        return jax.vmap(lambda impulse: cell(impulse)[-1])(impulses)

    return response
