r"""Networks of class (2) that are trained, and the polynomials that they came to compute.

$\lambda = e^{-e^\nu}$, of which $\nu$ is trained. The paper does not say how its networks start.
Here $\lambda^2$ is uniform on [0, 1], as in its reference for such layers, and all other weights
are Gaussian, with variances that keep the size of what goes through them.
"""

from collections import defaultdict
from dataclasses import dataclass
from itertools import product
from typing import Any, Literal

import numpy as np

from constructions.cells.gated_rnn import GatedRNN

__all__ = ["Student", "instantaneous", "memories"]


@dataclass(frozen=True)
class Student:
    """A network of class (2): sizes of inputs and outputs, hidden units, products.

    `reads` is when it is read, "after" a token is absorbed or "before", as printed.
    """

    inputs: int
    outputs: int
    units: int
    products: int
    reads: Literal["after", "before"] = "after"

    def start(self, key: Any, mask: Any = None) -> dict[str, Any]:
        """Return parameters; the weights of the output are scaled to what a mask leaves."""
        import jax
        import jax.numpy as jnp

        from theorem_checks import normal

        keys = jax.random.split(key, 6)
        width, seen = self.inputs + 1, self.units if mask is None else mask.sum()
        squares = jax.random.uniform(keys[0], (self.units,), minval=1e-4, maxval=1 - 1e-4)
        return {
            "nu": jnp.log(-0.5 * jnp.log(squares)),
            "W_in_m": normal(keys[1], (self.units, width)) * width**-0.5,
            "W_in_x": normal(keys[2], (self.units, width)) * width**-0.5,
            "W_out_m": normal(keys[3], (self.products, self.units)) * seen**-0.5,
            "W_out_x": normal(keys[4], (self.products, self.units)) * seen**-0.5,
            "D": normal(keys[5], (self.outputs, self.products)) * seen**-0.5,
        }

    def network(self, params: Any, mask: Any = None) -> GatedRNN:
        """Return the network; a mask (of units, as many as products) leaves the first of both."""
        import jax.numpy as jnp

        weights = {name: value for name, value in params.items() if name != "nu"}
        if mask is not None:
            weights |= {name: weights[name] * mask for name in ("W_out_m", "W_out_x", "D")}
        lam = jnp.exp(-jnp.exp(params["nu"]))
        return GatedRNN(lam=lam, **weights, reads=self.reads, append_one=True)


def instantaneous(network: GatedRNN) -> list[dict[tuple[int, ...], float]]:
    """Return each output after a single token as a polynomial of its entries.

    **Returns** coefficients by monomial, in float64: (0, 0, 3) is x_0^2 x_3, and () the constant.
    The network has to read 'after' and to append a one.
    """
    weights = {name: np.asarray(value, float) for name, value in network.weights().items()}
    gates = np.einsum("ia,ib->iab", weights["W_in_m"], weights["W_in_x"])
    first, second = (np.tensordot(weights[name], gates, 1) for name in ("W_out_m", "W_out_x"))
    one = gates.shape[1] - 1
    found = []
    for row in weights["D"]:
        kernel = np.einsum("p,pab,pcd->abcd", row, first, second, optimize=True)
        polynomial: dict[tuple[int, ...], float] = defaultdict(float)
        for place in product(range(one + 1), repeat=4):
            polynomial[tuple(sorted(entry for entry in place if entry != one))] += kernel[place]
        found.append(dict(polynomial))
    return found


def memories(network: GatedRNN, token: int, earlier: tuple[int, int], lags: int) -> list[float]:
    r"""Return the coefficients of $x_{t,a}\, x_{t-j,b}\, x_{t-j,c}$ in the first output at t.

    **Arguments**: `token` a, `earlier` (b, c) with b != c; j is 1, 2, ..., `lags`. The network has
    to read 'after' and to append a one.
    """
    weights = {name: np.asarray(value, float) for name, value in network.weights().items()}
    m, x, one = weights["W_in_m"], weights["W_in_x"], weights["W_in_m"].shape[1] - 1

    def gate(b: int, c: int) -> Any:
        return m[:, b] * x[:, c] + m[:, c] * x[:, b]

    first, second, now = weights["W_out_m"], weights["W_out_x"], gate(token, one)
    found = []
    for lag in range(1, lags + 1):
        kept = weights["lam"] ** lag * gate(*earlier)
        products = (first @ now) * (second @ kept) + (second @ now) * (first @ kept)
        found.append(float(weights["D"][0] @ products))
    return found
