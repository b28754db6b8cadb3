r"""Fewer units and products for a trained network of class (2), its function kept as far as may be.

A unit whose state is a linear function of the others' states is not needed: its columns of the
output gate are folded into theirs. In the same way a product that is a linear function of others is
folded into the readout. Regressions on states that occur give the functions; what was no exact
function changes the outputs, and by how much is measured. A unit or product with weights 0 is the
special case in which nothing has to be folded.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

__all__ = ["Compressed", "degree_shares", "factors", "kernels", "without_others"]

Weights = dict[str, np.ndarray]
BY_UNIT = ("nu", "W_in_m", "W_in_x")
BY_PRODUCT = ("W_out_m", "W_out_x")
CUTOFF = 1e-6  # singular values below this, over the largest, count as 0 in regressions


def in_float64(params: Any) -> Weights:
    """Return parameters of a `Student` as NumPy arrays."""
    return {name: np.asarray(value, float) for name, value in params.items()}


def factors(params: Weights) -> np.ndarray:
    r"""Return $\lambda = e^{-e^\nu}$."""
    return np.exp(-np.exp(params["nu"]))


def states(params: Weights, xs: np.ndarray) -> np.ndarray:
    """Return the hidden states on sequences (S, T, d), all tokens together: (S T, n)."""
    given = np.concatenate([xs, np.ones((*xs.shape[:-1], 1))], -1)
    gates = (given @ params["W_in_m"].T) * (given @ params["W_in_x"].T)
    lam, state, found = factors(params), np.zeros(gates[:, 0].shape), []
    for t in range(xs.shape[1]):
        state = lam * state + gates[:, t]
        found.append(state)
    return np.stack(found, 1).reshape(-1, len(lam))


@dataclass(frozen=True)
class Compressed:
    """A network (parameters of a `Student`), its states on sequences, and the first outputs.

    The outputs `wanted` are those of the network that was begun with.
    """

    params: Weights
    seen: np.ndarray
    wanted: np.ndarray

    @classmethod
    def of(cls, params: Any, xs: np.ndarray) -> "Compressed":
        """Begin with a network, and sequences (S, T, d) on which it is looked at."""
        weights = in_float64(params)
        seen = states(weights, xs)
        return cls(weights, seen, _outputs(weights, seen))

    @property
    def change(self) -> float:
        """The mean squared change of the outputs since the beginning, over their mean square."""
        return self.change_to(self.params, self.seen)

    def change_to(self, params: Weights, seen: np.ndarray) -> float:
        """The same if the network were this one."""
        found = _outputs(params, seen)
        return float(((found - self.wanted) ** 2).mean() / (self.wanted**2).mean())

    def without_unit(self) -> "Compressed":
        """Fold the unit into the others whose going changes the outputs least."""
        smaller = map(self._less_unit, range(len(self.params["nu"])))
        return min(smaller, key=lambda one: one.change)

    def without_product(self) -> "Compressed":
        """Fold the product into the others whose going changes the outputs least."""
        smaller = map(self._less_product, range(self.params["D"].shape[1]))
        return min(smaller, key=lambda one: one.change)

    def cut_to(self, sizes: Sequence[tuple[int, int]]) -> list["Compressed"]:
        """Fold units one by one, then products, until so many (units, products) are left."""
        by_units: dict[int, Compressed] = {len(self.params["nu"]): self}
        while (units := min(by_units)) > min(one for one, _ in sizes):
            by_units[units - 1] = by_units[units].without_unit()
        found: dict[tuple[int, int], Compressed] = {}
        for units, products in sorted(set(sizes), reverse=True):
            found[units, products] = by_units[units] = by_units[units]._down_to(products)
        return [found[one] for one in sizes]

    def _down_to(self, products: int) -> "Compressed":
        found = self
        while found.params["D"].shape[1] > products:
            found = found.without_product()
        return found

    def _less_unit(self, unit: int) -> "Compressed":
        others, new = _others(self.seen, unit), dict(self.params)
        by_others = _regressed(self.seen, unit)
        for name in BY_UNIT:
            new[name] = self.params[name][others]
        for name in BY_PRODUCT:
            weight = self.params[name]
            new[name] = weight[:, others] + np.outer(weight[:, unit], by_others)
        return Compressed(new, self.seen[:, others], self.wanted)

    def _less_product(self, product: int) -> "Compressed":
        values = _products(self.params, self.seen)
        others, new = _others(values, product), dict(self.params)
        for name in BY_PRODUCT:
            new[name] = self.params[name][others]
        readout = self.params["D"]
        folded = np.outer(readout[:, product], _regressed(values, product))
        new["D"] = readout[:, others] + folded
        return Compressed(new, self.seen, self.wanted)

    def padded(self, units: int, products: int) -> Weights:
        """Return the parameters with units and products of weight 0, which no gradient moves."""
        missing = {"unit": units - len(self.params["nu"])}
        missing["product"] = products - self.params["D"].shape[1]
        axes = {
            "nu": ("unit",),
            **dict.fromkeys(("W_in_m", "W_in_x"), ("unit", "")),
            **dict.fromkeys(BY_PRODUCT, ("product", "unit")),
            "D": ("", "product"),
        }
        return {
            name: np.pad(self.params[name], [(0, missing.get(axis, 0)) for axis in axes[name]])
            for name in axes
        }


def _products(params: Weights, seen: np.ndarray) -> np.ndarray:
    return (seen @ params["W_out_m"].T) * (seen @ params["W_out_x"].T)


def _outputs(params: Weights, seen: np.ndarray) -> np.ndarray:
    return _products(params, seen) @ params["D"].T


def _others(values: np.ndarray, column: int) -> np.ndarray:
    return np.delete(np.arange(values.shape[1]), column)


def _regressed(values: np.ndarray, column: int) -> np.ndarray:
    """The coefficients of the regression of one column on the others."""
    others = _others(values, column)
    return np.linalg.lstsq(values[:, others], values[:, column], rcond=CUTOFF)[0]


def without_others(params: Any, xs: np.ndarray, edge: float) -> float:
    """Return how much the outputs change without the units of other factors than 0 or 1.

    Those are the ones farther than `edge` from both; the change is squared and relative.
    """
    network = Compressed.of(params, xs)
    lam = factors(network.params)
    others = (lam > edge) & (lam < 1 - edge)
    return network.change_to(network.params, np.where(others, 0.0, network.seen))


def degree_shares(params: Any) -> np.ndarray:
    """Return which share of the polynomial that a unit takes in is of degree 0, 1, 2: (n, 3).

    Shares of the Euclidean norm of its coefficients, so that their squares add up to 1.
    """
    weights = in_float64(params)
    first, second = weights["W_in_m"], weights["W_in_x"]
    forms = first[:, :, None] * second[:, None, :]
    forms = (forms + np.swapaxes(forms, 1, 2)) / 2
    ones = np.tril(2 * forms, -1) + np.einsum("nii->ni", forms)[:, :, None] * np.eye(len(forms[0]))
    parts = (ones[:, -1:, -1], ones[:, -1, :-1], ones[:, :-1, :-1].reshape(len(forms), -1))
    norms = np.stack([np.linalg.norm(part, axis=1) for part in parts], 1)
    return norms / np.linalg.norm(norms, axis=1, keepdims=True)


def kernels(params: Any) -> np.ndarray:
    """Return the symmetric kernels by which each product reads the states: (p, n, n)."""
    weights = in_float64(params)
    found = weights["W_out_m"][:, :, None] * weights["W_out_x"][:, None, :]
    return (found + np.swapaxes(found, 1, 2)) / 2
