r"""A linear RNN at initialisation, at every width and every lag: L_j, and the coefficients R_jk.

:math:`L_j = n^{-(j+1)/2} C W^j F`, which the network puts out at lag j of an impulse
(linear-rnn/prop-2.1a), and :math:`R_{jk} = \langle\nabla L_j, \nabla L_k\rangle`. The gradient is
:math:`W^j F` by C, :math:`(W^\top)^j C^\top` by F, and by W the sum over its places of
:math:`(W^\top)^a C^\top F^\top (W^\top)^{j-1-a}`; so R_jk is a sum of products of traces.
"""

from typing import Any

from theorem_checks import GaussianMatrix, pairings, sqrt, sum_over

__all__ = ["AtEveryLag"]


class AtEveryLag:
    """Sizes, variances and weights of one world, and what the network makes of them.

    **Arguments**: the world; `one`, whether there are one input and one output, else n_x and n_y.
    """

    def __init__(self, w: Any, *, one: bool = True) -> None:
        self.n = w.size("n")
        self.n_x, self.n_y = (1, 1) if one else (w.size("n_x"), w.size("n_y"))
        names = ("nu_W", "nu_F", "nu_C")
        self.variances = tuple(w.number(name, positive=True) for name in names)
        nu_W, nu_F, nu_C = self.variances
        self.W = GaussianMatrix("W", self.n, self.n, nu_W)
        self.F = GaussianMatrix("F", self.n, self.n_x, nu_F)
        self.C = GaussianMatrix("C", self.n_y, self.n, nu_C)

    def scaled(self, lags: Any) -> Any:
        """Return n^{(j+k+2)/2} for j + k = `lags`, the scale of L_j L_k."""
        return sqrt(self.n) ** (lags + 2)

    def responses(self, j: Any, k: Any) -> Any:
        """Return the trace of L_j L_k^T, sum of the products of their entries."""
        product = self.C @ self.W**j @ self.F @ self.F.T @ (self.W**k).T @ self.C.T
        return product.trace() / self.scaled(j + k)

    def by_C(self, j: Any, k: Any) -> Any:
        """Return the inner product of the gradients by C, for one input."""
        return (self.F.T @ (self.W**j).T @ self.W**k @ self.F).trace() / self.scaled(j + k)

    def by_F(self, j: Any, k: Any) -> Any:
        """Return that of the gradients by F, for one output."""
        return (self.C @ self.W**j @ (self.W**k).T @ self.C.T).trace() / self.scaled(j + k)

    def by_W(self, j: Any, k: Any) -> Any:
        """Return that of the gradients by W: over the places a of W in L_j, and b in L_k."""
        W, F, C = self.W, self.F, self.C

        def places(a: Any, b: Any) -> Any:
            along_C = (C @ W**a @ (W**b).T @ C.T).trace()
            return along_C * (F.T @ (W ** (j - 1 - a)).T @ W ** (k - 1 - b) @ F).trace()

        return sum_over(places, j, k) / self.scaled(j + k)

    def kernel(self, j: Any, k: Any) -> Any:
        """Return R_jk."""
        return self.by_C(j, k) + self.by_F(j, k) + self.by_W(j, k)

    def most(self, j: Any, k: Any) -> Any:
        """Return what the mean of R_jk is at most if every pairing counts 1, j + k even."""
        nu_W, nu_F, nu_C = self.variances
        ends = (nu_C + nu_F) * sqrt(nu_W) ** (j + k) * pairings(j + k)
        return ends + j * k * nu_C * nu_F * sqrt(nu_W) ** (j + k - 2) * pairings(j + k - 2)
