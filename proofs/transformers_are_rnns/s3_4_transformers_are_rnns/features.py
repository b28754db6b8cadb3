"""The cell of eqs (16) to (20) on free features: what it does for every feature map at once.

A step sees a token through three vectors only, phi(q), phi(k) and v. So the cell is run on tokens
(q, k, v) with weights that pick the parts. Entries that are free variables stand for any feature
map, any weights and any inputs.
"""

import numpy as np

from constructions.arrays import scan


def cell_on_features(cell, q, k, v):
    """Return the cell with weights that pick the parts, and the tokens (q, k, v)."""
    features, values = k.shape[1], v.shape[1]
    pick = np.eye(2 * features + values, dtype=int)
    weights = pick[:, :features], pick[:, features : 2 * features], pick[:, 2 * features :]
    return cell(*weights), np.concatenate([q, k, v], axis=1)


def sums(cell, q, k, v):
    """Return numerators and denominators of all tokens, side by side."""
    on_features, tokens = cell_on_features(cell, q, k, v)
    numerators, denominators = on_features.sums(tokens)
    return np.concatenate([numerators, denominators[:, None]], axis=1)


def states(cell, q, k, v):
    """Return the states s and z after each token."""
    on_features, tokens = cell_on_features(cell, q, k, v)

    def step(state, token):
        state, _ = on_features.step(state, token)
        return state, state

    return scan(step, on_features.initial_state(), on_features.inputs(tokens))[1]


def causal_sums(q, k, v):
    """Return numerators and denominators as causal attention defines them, by the masked matrix."""
    weights = np.tri(len(q), dtype=int) * (q @ k.T)
    return np.concatenate([weights @ v, weights.sum(axis=1)[:, None]], axis=1)


def shapes(N, C, M):
    """Return the shapes of queries, keys and values."""
    return {"q": (N, C), "k": (N, C), "v": (N, M)}


SIZES = [shapes(*size) for size in ((1, 1, 1), (2, 1, 1), (2, 2, 1), (2, 1, 2), (3, 2, 3))]
