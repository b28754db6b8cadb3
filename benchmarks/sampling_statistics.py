"""Three statistics, each in JAX for the engine and in NumPy as one writes it by hand.

- The loss of one gradient step of in-context linear regression (the eta* of the gated RNN paper):
  d_x = d_y = 3, n = 12, inputs uniform, tasks normal.
- A diagonal entry of the tangent kernel of a linear RNN, R_jj at lag j = 2 and width n = 256.
- The squared norm of the gradient of self-attention: 32 tokens of dimension 16, the matrix M of
  its scores X M X^T.

The NumPy versions take a generator and a number of samples, work on all of them at once in
float64, and use that the small products need no more than einsum or stacked matmul, whichever is
faster. The JAX versions are for one key.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass

import jax
import jax.numpy as jnp
import numpy as np

from theorem_checks.sampling.draws import draw_normal, draw_uniform

OUTPUTS, INPUTS, EXAMPLES = 3, 3, 12
RATE = 1 / (EXAMPLES + INPUTS - 0.2)
ROOT3 = math.sqrt(3)
WIDTH, LAG = 256, 2
TOKENS, DIMENSION = 32, 16


def eta_loss(key: jax.Array) -> jax.Array:
    """Half the squared error after one gradient step on n examples."""
    X = draw_uniform(key, (INPUTS, EXAMPLES + 1), -ROOT3, ROOT3)
    X, x = X[:, :-1], X[:, -1]
    W = draw_normal(key, (OUTPUTS, INPUTS)) / ROOT3
    error = W @ (x - RATE * (X @ (x @ X)))
    return error @ error / 2


def eta_loss_plain(key: jax.Array) -> jax.Array:
    """The same with the draws of jax.random."""
    data, task = jax.random.split(key)
    X = jax.random.uniform(data, (INPUTS, EXAMPLES + 1), minval=-ROOT3, maxval=ROOT3)
    X, x = X[:, :-1], X[:, -1]
    W = jax.random.normal(task, (OUTPUTS, INPUTS)) / ROOT3
    error = W @ (x - RATE * (X @ (x @ X)))
    return error @ error / 2


def eta_loss_numpy(rng: np.random.Generator, samples: int) -> np.ndarray:
    """The same in NumPy."""
    X = rng.random((samples, INPUTS, EXAMPLES))
    X *= 2 * ROOT3
    X -= ROOT3
    x = rng.random((samples, INPUTS)) * (2 * ROOT3) - ROOT3
    W = rng.standard_normal((samples, OUTPUTS, INPUTS)) / ROOT3
    step = np.einsum("sdn,sn->sd", X, np.einsum("sdn,sd->sn", X, x))
    step *= -RATE
    step += x
    error = np.einsum("sij,sj->si", W, step)
    return np.einsum("si,si->s", error, error) / 2


def _entry(W, F, C):
    """R_jj from the Krylov vectors of F and C; for JAX and for NumPy."""
    right, left = [F], [C]
    for _ in range(LAG):
        right.append(W @ right[-1])
        left.append(left[-1] @ W)
    total = right[LAG] @ right[LAG] + left[LAG] @ left[LAG]
    for a in range(LAG):
        for b in range(LAG):
            total += (left[a] @ left[b]) * (right[LAG - 1 - a] @ right[LAG - 1 - b])
    return total / float(WIDTH) ** (LAG + 1)


def kernel_entry(key: jax.Array) -> jax.Array:
    """An entry of the kernel for normal weights."""
    W = draw_normal(key, (WIDTH + 2, WIDTH))
    return _entry(W[2:], W[0], W[1])


def kernel_entry_plain(key: jax.Array) -> jax.Array:
    """The same with the draws of jax.random."""
    first, second = jax.random.split(key)
    F, C = jax.random.normal(second, (2, WIDTH))
    return _entry(jax.random.normal(first, (WIDTH, WIDTH)), F, C)


def kernel_entry_numpy(rng: np.random.Generator, samples: int) -> np.ndarray:
    """The same in NumPy: one matrix at a time, as a stack of them leaves the cache."""
    values = np.empty(samples)
    for i in range(samples):
        W = rng.standard_normal((WIDTH, WIDTH))
        F, C = rng.standard_normal((2, WIDTH))
        values[i] = _entry(W, F, C)
    return values


def _attention_loss(M: jax.Array, X: jax.Array, Y: jax.Array) -> jax.Array:
    weights = jax.nn.softmax(X @ M @ X.T / math.sqrt(DIMENSION), axis=-1)
    return ((weights @ X - Y) ** 2).sum() / (2 * TOKENS)


def attention_gradient(key: jax.Array) -> jax.Array:
    """The squared norm of the gradient with respect to M, at M = 1, for uniform X and Y."""
    X, Y = draw_uniform(key, (2, TOKENS, DIMENSION), -1.0, 1.0)
    gradient = jax.grad(_attention_loss)(jnp.eye(DIMENSION), X, Y)
    return (gradient * gradient).sum()


def attention_gradient_plain(key: jax.Array) -> jax.Array:
    """The same with the draws of jax.random."""
    X, Y = jax.random.uniform(key, (2, TOKENS, DIMENSION), minval=-1.0, maxval=1.0)
    gradient = jax.grad(_attention_loss)(jnp.eye(DIMENSION), X, Y)
    return (gradient * gradient).sum()


def attention_gradient_numpy(rng: np.random.Generator, samples: int) -> np.ndarray:
    """The same in NumPy, differentiated by hand; at M = 1 the scores need one product less."""
    X = rng.random((samples, TOKENS, DIMENSION)) * 2 - 1
    Y = rng.random((samples, TOKENS, DIMENSION)) * 2 - 1
    transposed = X.transpose(0, 2, 1)
    weights = X @ transposed
    weights /= math.sqrt(DIMENSION)
    weights -= weights.max(axis=-1, keepdims=True)
    np.exp(weights, out=weights)
    weights /= weights.sum(axis=-1, keepdims=True)
    slope = ((weights @ X - Y) / TOKENS) @ transposed
    slope -= np.einsum("sij,sij->si", slope, weights)[..., None]
    slope *= weights
    gradient = transposed @ slope @ X
    return np.einsum("sij,sij->s", gradient, gradient) / DIMENSION


@dataclass(frozen=True)
class Statistic:
    """A statistic in its three forms, with the batch sizes that NumPy may choose from."""

    title: str
    engine: Callable[[jax.Array], jax.Array]
    plain: Callable[[jax.Array], jax.Array]
    numpy: Callable[[np.random.Generator, int], np.ndarray]
    batches: tuple[int, ...]
    samples: int


STATISTICS = {
    "eta_loss": Statistic(
        "loss after one step at eta*",
        eta_loss,
        eta_loss_plain,
        eta_loss_numpy,
        (512, 2048, 8192),
        500_000,
    ),
    "kernel_entry": Statistic(
        "linear-RNN kernel entry, n = 256",
        kernel_entry,
        kernel_entry_plain,
        kernel_entry_numpy,
        (64,),
        1024,
    ),
    "attention_gradient": Statistic(
        "attention gradient, 32 tokens",
        attention_gradient,
        attention_gradient_plain,
        attention_gradient_numpy,
        (16, 64, 256),
        8_000,
    ),
}
