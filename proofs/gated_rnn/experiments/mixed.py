r"""What the products of a trained student leave that mix key-values and queries.

Units with lambda above 1/2 carry key-values, the others queries. Their states are brought to unit
second moments, those of each kind among themselves: the norm of a kernel between the two is then
about the root mean square of what it adds to the outputs.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.linalg import norm

from proofs.gated_rnn.experiments.compression import factors, states

__all__ = ["Mixed", "Scaled", "find_mixed", "nearest_product", "remaining"]

Product = tuple[np.ndarray, np.ndarray, np.ndarray]  # readout, key-value form, query form
ROUNDS = 200  # of alternating least squares for the nearest product
STARTS = 8
TINY = 1e-300  # so that kernels of 0 have a nearest product, 0


@dataclass(frozen=True, eq=False)
class Scaled:
    """A network in units of unit second moments: `states` (S, n), those of key-values first.

    `first` and `second` (p, n) are the forms of the products, `readout` (o, p); `stored` is the
    number of key-values.
    """

    states: np.ndarray
    first: np.ndarray
    second: np.ndarray
    readout: np.ndarray
    stored: int

    @classmethod
    def of(cls, params: dict[str, Any], xs: np.ndarray) -> "Scaled":
        """Scale a student by its states on sequences (S, T, d)."""
        keeps, seen = factors(params) > 0.5, states(params, xs)
        order = np.argsort(~keeps, kind="stable")
        stored = int(keeps.sum())
        root = np.zeros((len(order), len(order)))
        for part in (slice(stored), slice(stored, None)):
            root[part, part] = _root(seen[:, order[part]])
        first, second = (params[name][:, order] @ root for name in ("W_out_m", "W_out_x"))
        scaled = seen[:, order] @ np.linalg.pinv(root)
        return cls(scaled, first, second, params["D"], stored)

    @property
    def kernels(self) -> np.ndarray:
        """The symmetric kernel of each product, (p, n, n)."""
        found = self.first[:, :, None] * self.second[:, None, :]
        return (found + np.swapaxes(found, 1, 2)) / 2

    def outputs(self, chosen: Any = slice(None)) -> np.ndarray:
        """What chosen products add to the outputs, (S, o)."""
        values = (self.states @ self.first[chosen].T) * (self.states @ self.second[chosen].T)
        return values @ self.readout[:, chosen].T

    def within(self, kernels: np.ndarray) -> np.ndarray:
        """Which share of the norm of kernels (..., n, n) is not between the two kinds."""
        crossing = kernels[..., : self.stored, self.stored :]
        between = 2 * (crossing**2).sum((-2, -1))
        return (1 - np.minimum(between / (kernels**2).sum((-2, -1)), 1)) ** 0.5


def _root(seen: np.ndarray) -> np.ndarray:
    """The symmetric root of the second moments of states (S, n)."""
    values, vectors = np.linalg.eigh(seen.T @ seen / len(seen))
    return (vectors * np.maximum(values, 0) ** 0.5) @ vectors.T


def remaining(network: Scaled) -> tuple[float, float]:
    """Return what is left of the products' kernels within key-values and queries, and between.

    The norm of the sum of all products, over the root of the sum of the squared norms of each: 0 if
    they cancel or there are none, about 1 if they have nothing to do with each other.
    """
    each = np.einsum("op,pab->poab", network.readout, network.kernels)
    crossing = np.zeros_like(each)
    here, there = slice(network.stored), slice(network.stored, None)
    crossing[..., here, there], crossing[..., there, here] = (
        each[..., here, there],
        each[..., there, here],
    )
    parts = (each - crossing, crossing)
    within, between = (float(norm(one.sum(0)) / max(norm(one), TINY)) for one in parts)
    return within, between


@dataclass(frozen=True, eq=False)
class Mixed:
    """The mixed products of a network, and what they leave; shares are of norms.

    - `count`: how many there are.
    - `kernels` (o, N, d): what they leave between key-values and queries, for each output; `size`
      is its norm among all products.
    - Which share of it is not `proportional`: what is left beside the nearest kernels that are; and
      not `single`: beside the nearest that are those of one product.
    - `change`: the mean squared change of the outputs, over the mean square, if that product takes
      their place.
    """

    count: int
    kernels: np.ndarray
    size: float
    proportional: float
    single: float
    change: float


def find_mixed(network: Scaled, off: float) -> Mixed | None:
    """Return what products leave of which a share above `off` is not between the two kinds.

    None if there are fewer than two: the outputs of attention have no terms that could cancel those
    of a single one, so it is no more than an error.
    """
    forms = network.kernels
    chosen = np.flatnonzero(network.within(forms) > off)
    if len(chosen) < 2:
        return None
    left, whole = (np.tensordot(network.readout[:, some], forms[some], 1)
                   for some in (chosen, slice(None)))  # fmt: skip
    kernels = 2 * left[:, : network.stored, network.stored :]
    output, key_value, query = nearest_product(kernels)
    keys, queries = network.states[:, : network.stored], network.states[:, network.stored :]
    merged = np.outer((keys @ key_value) * (queries @ query), output)
    largest = norm(kernels.reshape(len(kernels), -1), 2) / norm(kernels)
    beside = kernels - np.einsum("o,a,b->oab", output, key_value, query)
    change = network.outputs(chosen) - merged
    return Mixed(
        count=len(chosen),
        kernels=kernels,
        size=float(norm(left) / norm(whole)),
        proportional=float(max(0.0, 1 - largest**2) ** 0.5),
        single=float(norm(beside) / norm(kernels)),
        change=float((change**2).mean() / (network.outputs() ** 2).mean()),
    )


def nearest_product(kernels: np.ndarray) -> Product:
    """Return u, a, b with u_i a b^T nearest to kernels (o, N, d), by alternating least squares.

    It begins with the singular vectors of the kernels' principal and of some random combinations,
    and takes the best; a and b have norm 1.
    """
    principal = np.linalg.svd(kernels.reshape(len(kernels), -1), full_matrices=False)[0].T
    random = np.random.default_rng(0).normal(size=(STARTS, len(kernels)))
    found = [_refined(kernels, weights) for weights in (*principal, *random)]
    return max(found, key=lambda one: norm(one[0]))


def _refined(kernels: np.ndarray, weights: np.ndarray) -> Product:
    """The nearest product, begun with that of one combination of the kernels."""
    left, _, right = np.linalg.svd(np.tensordot(weights, kernels, 1))
    a, b = left[:, 0], right[0]
    for _ in range(ROUNDS):
        combined = np.tensordot(kernels @ b @ a, kernels, 1)
        a = combined @ b
        a = a / max(norm(a), TINY)
        b = a @ combined
        b = b / max(norm(b), TINY)
    return kernels @ b @ a, a, b
