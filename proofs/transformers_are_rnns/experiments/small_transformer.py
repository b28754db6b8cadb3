"""The copy task, and a small causal transformer whose attention is a choice.

A sequence is a separator, a word of L symbols, the separator, and the word again; from the second
separator on, each token predicts the next. Chance is one of the number of symbols.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

__all__ = ["Sizes", "copying", "softmax_attention"]

Attention = Callable[[Any, Any, Any], Any]


@dataclass(frozen=True)
class Sizes:
    """Sizes: of words and alphabet, of the model, of batches and steps."""

    length: int
    symbols: int
    width: int
    heads: int
    layers: int
    batch: int
    steps: int

    @property
    def tokens(self) -> int:
        """The number of tokens that are read."""
        return 2 * self.length + 1


def softmax_attention(queries: Any, keys: Any, values: Any) -> Any:
    """Return causal softmax attention over (heads, T, d)."""
    import jax
    import jax.numpy as jnp

    scores = queries @ jnp.swapaxes(keys, -1, -2) / queries.shape[-1] ** 0.5
    seen = jnp.tril(jnp.ones(scores.shape[-2:], bool))
    return jax.nn.softmax(jnp.where(seen, scores, -jnp.inf)) @ values


def copying(name: str, attention: Attention, sizes: Sizes, seeds: Any) -> Any:
    """Return the experiment: cross-entropy on fresh words, accuracy on 256 others."""
    import optax

    from theorem_checks import Experiment

    warm = optax.warmup_cosine_decay_schedule(0.0, 3e-3, sizes.steps // 10, sizes.steps, 1e-6)

    def loss(params: Any, given: Any, key: Any) -> Any:
        return _scores(params, attention, sizes, key, sizes.batch)[0]

    def measure(params: Any, given: Any, key: Any) -> dict[str, Any]:
        entropy, accuracy = _scores(params, attention, sizes, key, 256)
        return {"loss": entropy, "accuracy": accuracy}

    return Experiment(
        name=name,
        initialise=lambda key, given: _parameters(key, sizes),
        loss=loss,
        measure=measure,
        optimiser=optax.adam(warm),
        steps=sizes.steps,
        seeds=seeds,
        record_every=sizes.steps // 20,
    )


def _scores(params: Any, attention: Attention, sizes: Sizes, key: Any, batch: int) -> Any:
    """Return cross-entropy and accuracy over the second copies of fresh words."""
    import jax
    import jax.numpy as jnp
    import optax

    words = jax.random.randint(key, (batch * sizes.length,), 1, sizes.symbols + 1)
    words = words.reshape(batch, sizes.length)
    stop = jnp.zeros((batch, 1), words.dtype)
    tokens = jnp.concatenate([stop, words, stop, words[:, :-1]], axis=1)
    logits = jax.vmap(lambda one: _logits(params, attention, sizes, one))(tokens)
    logits = logits[:, sizes.length + 1 :]
    entropy = optax.softmax_cross_entropy_with_integer_labels(logits, words - 1).mean()
    return entropy, (logits.argmax(-1) == words - 1).mean()


def _logits(params: Any, attention: Attention, sizes: Sizes, tokens: Any) -> Any:
    """Return logits (T, symbols) of one sequence."""
    import jax
    import jax.numpy as jnp

    x = params["embedding"][tokens] + params["position"]
    for layer in params["layers"]:
        projected = _normal_form(x) @ layer["qkv"]
        split = projected.reshape(sizes.tokens, 3, sizes.heads, -1)
        queries, keys, values = jnp.moveaxis(split, (1, 2), (0, 1))
        attended = jnp.moveaxis(attention(queries, keys, values), 0, 1)
        x = x + attended.reshape(sizes.tokens, -1) @ layer["out"]
        x = x + jax.nn.gelu(_normal_form(x) @ layer["up"]) @ layer["down"]
    return _normal_form(x) @ params["readout"]


def _normal_form(x: Any) -> Any:
    """Return x with mean 0 and variance 1 along its last axis."""
    import jax.numpy as jnp

    centred = x - x.mean(-1, keepdims=True)
    return centred / jnp.sqrt((centred**2).mean(-1, keepdims=True) + 1e-6)


def _parameters(key: Any, sizes: Sizes) -> dict[str, Any]:
    """Return Gaussian weights with variance one over the number of inputs."""
    import jax

    from theorem_checks import normal

    width = sizes.width
    shapes = {"qkv": 3 * width, "out": width, "up": 2 * width}
    keys = iter(jax.random.split(key, 3 + 4 * sizes.layers))

    def matrix(rows: int, columns: int) -> Any:
        return normal(next(keys), (rows, columns)) / rows**0.5

    return {
        "embedding": normal(next(keys), (sizes.symbols + 1, width)),
        "position": normal(next(keys), (sizes.tokens, width)),
        "readout": matrix(width, sizes.symbols),
        "layers": [
            {name: matrix(width, columns) for name, columns in shapes.items()}
            | {"down": matrix(2 * width, width)}
            for _ in range(sizes.layers)
        ],
    }
