"""Compiled models with Gaussian noise on their non-zero weights, many at once.

Each draw is a map to be approximated, its queries, and one noisy model; all draws run in one
compiled program, and the same draws at every noise level, with the noise scaled.
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any

from constructions.lsrl.helpers.conditionals import Kind
from constructions.lsrl.language.program import ForEach
from constructions.lsrl.programs.listing_1 import listing_1_mended
from constructions.lsrl.programs.listing_2 import listing_2, listing_2_mended
from constructions.lsrl.programs.prompts import (
    cell_query,
    dictionary_prompt,
    grid_prompt,
    token_query,
)
from constructions.lsrl.targets import Model, gated_linear_rnn, linear_rnn

__all__ = [
    "LEVELS",
    "Prompts",
    "compiled",
    "dictionaries",
    "distances",
    "functions",
    "perturbed",
    "printed_listing_2",
    "share_wrong",
    "wrong_tokens",
]

LEVELS = (0.0, 1e-9, 1e-7, 1e-5, 1e-3)


@dataclass(frozen=True)
class Prompts:
    """Prompts (draws, queries, T, m) and what they ask for (draws, queries, ...)."""

    tokens: Any
    wanted: Any


def functions(draws: int, queries: int, cells: int, seed: int) -> Prompts:
    """Draw functions of the unit square into the plane, on a grid, and queries off its walls.

    Each entry is a random trigonometric polynomial; the paper does not say which functions.
    """
    import numpy as np

    rng = random.Random(seed)  # noqa: S311 (nothing is secret)
    tokens, wanted = [], []
    for _ in range(draws):
        waves = [[(rng.gauss(0, 1), rng.gauss(0, 2), rng.gauss(0, 2), rng.random()) for _ in "abc"]
                 for _ in range(2)]  # fmt: skip

        def f(point: Sequence[Any], waves: Any = waves) -> list[float]:
            x, y = map(float, point)
            return [
                sum(a * np.cos(b * x + c * y + 6.283 * phase) for a, b, c, phase in entry)
                for entry in waves
            ]

        def exact(point: Sequence[Any], f: Any = f) -> list[Fraction]:
            return [Fraction(round(value * 2**20), 2**20) for value in f(point)]

        cellwise = grid_prompt(exact, 2, cells)
        points = [_off_the_walls(rng, cells) for _ in range(queries)]
        tokens.append([[cell_query(point, 2), *cellwise] for point in points])
        wanted.append([f(point) for point in points])
    return Prompts(_floats(tokens), _floats(wanted))


def dictionaries(draws: int, queries: int, n: int, pairs: int, seed: int) -> Prompts:
    """Draw dictionaries of token sequences of length n, and queries among their keys."""
    rng = random.Random(seed)  # noqa: S311 (nothing is secret)
    keys = list(product(range(10), repeat=n)) if n <= 4 else None
    tokens, wanted = [], []
    for _ in range(draws):
        chosen = rng.sample(keys, pairs) if keys else list({_word(rng, n) for _ in range(pairs)})
        table = {key: _word(rng, n) for key in chosen}
        asked = [rng.choice(chosen) for _ in range(queries)]
        listed = dictionary_prompt(table)
        tokens.append([[*token_query(query), *listed] for query in asked])
        wanted.append([table[query] for query in asked])
    return Prompts(_floats(tokens), _floats(wanted))


def compiled(program: ForEach, kind: Kind) -> Model:
    """Return a program with this conditional as a Linear RNN, gated if it has products."""
    return (gated_linear_rnn if kind.startswith("multiplicative") else linear_rnn)(program)


def printed_listing_2(n: int, kind: Kind) -> ForEach:
    r"""Return Listing 2 with the paper's gains and counters by rotation, but positions from 0."""
    return listing_2(n, ifelse=kind, first_index=0)


def perturbed(weights: Any, level: Any, normals: Any) -> Any:
    """Return weights with noise: level times standard normal numbers where a weight is not 0."""
    return weights + level * (weights != 0) * normals.reshape(weights.shape)


def distances(kind: Kind, prompts: Prompts, seed: int, levels: Sequence[float] = LEVELS) -> Any:
    r"""Return Euclidean distances for Listing 1, (levels, draws): means over queries.

    Its gains are the paper's, $\mu = 10^3$ and $\lambda = 10^{10}$.
    """
    import numpy as np

    model = compiled(listing_1_mended(2, 2, ifelse=kind), kind)
    outputs = _outputs(model, prompts, seed, levels)[..., -1, :]
    return np.linalg.norm(outputs - prompts.wanted, axis=-1).mean(-1)


def wrong_tokens(
    kind: Kind,
    prompts: Prompts,
    n: int,
    seed: int,
    levels: Sequence[float] = LEVELS,
    *,
    printed: bool = False,
) -> Any:
    r"""Return shares of wrong tokens for Listing 2, (levels, draws).

    It is `printed_listing_2`, or the mended one with the least gains that are exact, $\mu = 2$ and
    $\lambda = 10^4$.
    """
    program = printed_listing_2(n, kind) if printed else listing_2_mended(n, ifelse=kind)
    outputs = _outputs(compiled(program, kind), prompts, seed, levels)
    return share_wrong(outputs, prompts.wanted)


def share_wrong(outputs: Any, wanted: Any) -> Any:
    """Return shares of wrong tokens (..., draws) of outputs (..., draws, queries, T, 1)."""
    import numpy as np

    wrong = ~(np.abs(outputs[..., -wanted.shape[-1] :, 0] - wanted) < 0.5)  # NaN is wrong
    return wrong.mean((-1, -2))


def _outputs(model: Model, prompts: Prompts, seed: int, levels: Sequence[float]) -> Any:
    """Return outputs (levels, draws, queries, T, p) of noisy models, in float64."""
    import jax
    import jax.numpy as jnp
    import numpy as np

    from constructions.arrays import jax_floats

    with jax.enable_x64(True):
        cell = model.cell(jax_floats(jnp.float64))
        leaves, structure = jax.tree.flatten(cell)
        ends = np.cumsum([leaf.size for leaf in leaves])
        xs = jnp.asarray(prompts.tokens)
        keys = jax.random.split(jax.random.key(seed, impl="threefry2x32"), xs.shape[0])

        def noisy(key: Any, level: Any, queries: Any) -> Any:
            noise = jnp.split(jax.random.normal(key, (int(ends[-1]),)), ends[:-1])
            parts = [perturbed(w, level, new) for w, new in zip(leaves, noise, strict=True)]
            return jax.vmap(jax.tree.unflatten(structure, parts))(queries)

        run = jax.jit(jax.vmap(noisy, (0, None, 0)))
        return np.stack([np.asarray(run(keys, jnp.asarray(level), xs)) for level in levels])


def _off_the_walls(rng: random.Random, cells: int) -> list[Fraction]:
    """A point of the unit square, a hundredth of a cell or more above any wall."""
    return [(rng.randrange(cells) + Fraction(rng.randrange(2, 100), 100)) / cells for _ in range(2)]


def _word(rng: random.Random, n: int) -> tuple[int, ...]:
    return tuple(rng.randrange(10) for _ in range(n))


def _floats(nested: Any) -> Any:
    import numpy as np

    return np.array([[[[float(x) for x in token] if isinstance(token, list) else float(token)
                       for token in row] for row in draw] for draw in nested])  # fmt: skip
