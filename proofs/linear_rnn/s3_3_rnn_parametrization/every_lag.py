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
        """Return the trace of L_j L_k^T, the sum of the products of their entries."""
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

    def of_inputs(self, j: Any, k: Any) -> Any:
        """Return F^T (W^j)^T W^k F, for each two inputs."""
        return self.F.T @ (self.W**j).T @ self.W**k @ self.F

    def of_outputs(self, j: Any, k: Any) -> Any:
        """Return C W^j (W^k)^T C^T, for each two outputs."""
        return self.C @ self.W**j @ (self.W**k).T @ self.C.T

    def kernel_of_entries(self, j: Any, k: Any) -> Any:
        r"""Return the trace of R_jk for all entries: of :math:`I \otimes A + B \otimes I + ...`.

        A and B are those of inputs and outputs; by W there is the sum over the places a, b of
        :math:`B_{ab} \otimes A_{j-1-a,k-1-b}`.
        """
        A, B = self.of_inputs, self.of_outputs
        places = sum_over(lambda a, b: B(a, b).trace() * A(j - 1 - a, k - 1 - b).trace(), j, k)
        ends = A(j, k).trace() * self.n_y + B(j, k).trace() * self.n_x
        return (ends + places) / self.scaled(j + k)

    def square_of_entries(self, j: Any, k: Any) -> Any:
        """Return the sum of the squares of R_jk over all entries of L_j and L_k."""
        A, B = self.of_inputs, self.of_outputs
        first, second = A(j, k), B(j, k)

        def once(a: Any, b: Any) -> Any:
            inner, outer = A(j - 1 - a, k - 1 - b), B(a, b)
            by_C = outer.trace() * (first @ inner.T).trace()
            return 2 * (by_C + inner.trace() * (second @ outer.T).trace())

        def twice(a: Any, b: Any, c: Any, d: Any) -> Any:
            inner = A(j - 1 - a, k - 1 - b) @ A(j - 1 - c, k - 1 - d).T
            return (B(a, b) @ B(c, d).T).trace() * inner.trace()

        ends = (first @ first.T).trace() * self.n_y + (second @ second.T).trace() * self.n_x
        whole = ends + 2 * first.trace() * second.trace()
        whole = whole + sum_over(once, j, k) + sum_over(twice, j, k, j, k)
        return whole / self.scaled(j + k) ** 2

    def kernel(self, j: Any, k: Any) -> Any:
        """Return R_jk."""
        return self.by_C(j, k) + self.by_F(j, k) + self.by_W(j, k)

    def square_at_most(self, j: Any, k: Any) -> Any:
        """Return n times what the square of R_jk, less its limit, is at most, over all entries."""
        nu_W, nu_F, nu_C = self.variances
        ends = (nu_C + nu_F) * sqrt(nu_W) ** (j + k)
        places = (j + 1) * (k + 1) * nu_C * nu_F * sqrt(nu_W) ** (j + k - 2)
        scale = 9 * (self.n_x * self.n_y) ** 2
        return scale * (ends + places) ** 2 * pairings(2 * (j + k) + 4)

    def most(self, j: Any, k: Any) -> Any:
        """Return what the mean of R_jk is at most if every pairing counts 1, j + k even."""
        nu_W, nu_F, nu_C = self.variances
        ends = (nu_C + nu_F) * sqrt(nu_W) ** (j + k) * pairings(j + k)
        return ends + j * k * nu_C * nu_F * sqrt(nu_W) ** (j + k - 2) * pairings(j + k - 2)
