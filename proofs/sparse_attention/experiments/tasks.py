"""Copy and Denoise: symbols to be kept over a delay, and given back.

Tokens are 0 (blank), 1, ..., S (symbols) and S + 1 (the signal to give back). Sequences have L
symbols among the first tokens, the signal, and L blanks, at which the symbols are wanted.
"""

from typing import Any

__all__ = ["copy_task", "denoise_task"]


def copy_task(key: Any, symbols: int, kept: int, delay: int) -> tuple[Any, Any]:
    """Return tokens (2 L + delay + 1) and the wanted symbols (L): L symbols, then the delay."""
    import jax
    import jax.numpy as jnp

    wanted = jax.random.randint(key, (kept,), 1, symbols + 1)
    blanks = jnp.zeros(delay, wanted.dtype)
    return jnp.concatenate([wanted, blanks, _signal(symbols, wanted), 0 * wanted]), wanted


def denoise_task(key: Any, symbols: int, kept: int, length: int) -> tuple[Any, Any]:
    """Return tokens (length + L + 1) and the wanted symbols: L of them, at random times."""
    import jax
    import jax.numpy as jnp

    keys = jax.random.split(key, 2)
    wanted = jax.random.randint(keys[0], (kept,), 1, symbols + 1)
    places = jnp.sort(jnp.argsort(jax.random.uniform(keys[1], (length,)))[:kept])
    noisy = jnp.zeros(length, wanted.dtype).at[places].set(wanted)
    return jnp.concatenate([noisy, _signal(symbols, wanted), 0 * wanted]), wanted


def _signal(symbols: int, like: Any) -> Any:
    import jax.numpy as jnp

    return jnp.full(1, symbols + 1, like.dtype)
