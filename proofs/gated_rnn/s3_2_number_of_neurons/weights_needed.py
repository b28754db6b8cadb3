r"""How many dense weights a network of class (2) for attention has, zeros counted as well.

**Statement.** A network with n units and p products has n weights of the recurrence, one for each
unit if it is diagonal, 2 n (d + 1) in its input gate, 2 p n in its output gate, and d_v p in its
readout. If the squares of N tokens have independent images under S -> V S M, where V is not 0 and M
has rank b, n is N + b at least and p is N at least, and so are the weights by these. Of V and M
invertible N may be d (d + 1)/2, and b is d.

**Proof.** Of the products in `products_needed.py`. Of the units as in `least_by_ranks_proof.py`:
mixed differences of the outputs are a product through the units. For rows the token now, all
outputs, combined by X, and one token before; for columns one of the N tokens two steps before, and
one now. The product is triangular, with identities of N and of b rows.
"""

from collections.abc import Callable
from typing import Any, Protocol

from proofs.gated_rnn.s3_2_number_of_neurons.any_gate import Signed
from proofs.gated_rnn.s3_2_number_of_neurons.least_by_ranks_proof import (
    BesideQueries,
    by_independence,
)
from proofs.gated_rnn.s3_2_number_of_neurons.minimal_products import products_by_ranks
from proofs.gated_rnn.s3_2_number_of_neurons.products_needed import (
    Squares,
    by_independent_squares,
    network_beside_attention,
)
from proofs.gated_rnn.s3_2_number_of_neurons.products_needed_proof import by_columns
from theorem_checks import (
    All,
    AtMost,
    Conclusion,
    Equal,
    Evidence,
    Implies,
    Index,
    World,
    arithmetic,
    conjunction,
    family,
    given_each,
    prove,
    syllogism,
)
from theorem_checks.proving.effort import lemma

__all__ = ["by_units_and_products", "says_weights", "weights_of"]


class _Stated(Protocol):
    """How many weights: by units, products, tokens and outputs; and by d, for invertible V, M."""

    @property
    def of_sizes(self) -> Callable[..., Any]: ...

    @property
    def least(self) -> Callable[[Any], Any]: ...


def weights_of(units: Any, products: Any, d: Any, outputs: Any) -> Any:
    """Return how many weights a diagonal network has, of such sizes."""
    return units + 2 * units * (d + 1) + 2 * products * units + outputs * products


def says_weights(stated: _Stated, w: World) -> Conclusion:
    """Attention takes so many weights, by the ranks of V, M and S -> V S M; what these are.

    In this order: a network for attention has as many weights as one with N + b units and N
    products, at least, where V is not 0, b is at most the rank of M, and the squares of N tokens
    have independent images. Of V = P [E; F] and M = [E; H]^T R, with forms and factors that are
    independent, the ranks of V and M are a and b at least, and there are ab - c (c - 1)/2 such
    tokens. And where a, b and c are all d, these are `least(d)` weights.
    """
    factored = Squares(w)
    c, f, h = factored.numbers
    e = w.size("e")
    products = products_by_ranks(e, e, e)
    return All(
        (
            _said_to_take(stated, w),
            factored.says_ranks(),
            factored.says_independent(),
            Equal(factored.number_of_products(), products_by_ranks(c + f, c + h, c)),
            Equal(w.call(stated.of_sizes, products + e, products, e, e), w.call(stated.least, e)),
        )
    )


def _said_to_take(stated: _Stated, w: World) -> Implies:
    found = network_beside_attention(w)
    network, (V, M) = found.network, found.layer
    (d_v, d), (N, _) = V.shape, found.tokens.shape
    b = w.size("b")
    u, L = w.array("u", d_v), w.array("L_M", b, d)
    v, R = w.right_inverse("v", u @ V), w.right_inverse("R_M", L @ M)
    one = w.identity(b)
    equations = Equal(u @ V @ v, w.entries(lambda _: 1)), Equal(L @ M @ R, one)
    given = All((found.same, found.independent, *equations))
    gates = network.W_in_m, network.W_in_x, network.W_out_m, network.W_out_x, network.D
    entries = sum((w.count(array) for array in gates), start=found.sizes["n"])
    N, d, d_v = (found.sizes[name] for name in ("N", "d", "d_v"))
    return Implies(given, AtMost(w.call(stated.of_sizes, N + b, N, d, d_v), entries))


# --- the proof


def by_units_and_products(whole: Any) -> Evidence:
    """Prove the bounds of units and of products, what follows for weights, and the numbers."""
    weights, ranks, independent, number, least = whole.parts
    return conjunction(
        whole, _by_sizes(weights), by_independence(ranks), by_independent_squares(independent),
        prove(number), prove(least),
    )  # fmt: skip


@lemma
def _by_sizes(bound: Any) -> Evidence:
    at = _Units(bound.hypothesis)
    products, units = at.products, at.units_needed
    both = Implies(bound.hypothesis, All((units, products)))
    parts = [Implies(bound.hypothesis, part) for part in (units, products)]
    found = given_each(both, at.by_differences(parts[0]), by_columns(parts[1]))
    second = Implies(both.body, bound.body)
    return syllogism(bound, second, found, arithmetic(second))


class _Units(BesideQueries):
    """What is stored are squares of N tokens, the rows of C."""

    def __init__(self, hypothesis: Any) -> None:
        super().__init__(hypothesis)
        self.C = hypothesis.array("C")
        (self.N,), (self.b,) = (array.axes[0][0].sizes for array in (self.C, self.L))
        self.named = family("square", self.N), family("query", self.b)
        self.made = self.squares, self.neither, self.queries

    @property
    def units_needed(self) -> AtMost:
        """N + b <= n."""
        return AtMost(self.N + self.b, *self.units.sizes)

    @property
    def products(self) -> AtMost:
        """N <= p."""
        return AtMost(self.N, self.D.axes[1][0].sizes[0])

    def past(self, m: Index) -> Signed:
        """Return c_m, and nothing."""
        return self.less_nothing(self.vector(lambda i: self.C[m, i]))

    def left_behind(self, unit: Index, m: Index) -> Any:
        """Return what c_m leaves."""
        return (self.A @ (self.A @ self.parts(self.past(m))))[unit]

    def squares(self, k: Index, m: Index) -> Any:
        """Return the sequences for a token now and a square before."""
        weights = self.vector(lambda y: self.X[k, y, self.j], axis=self.y)
        now = self.less_nothing(self.unit(self.j))
        runs = self.mixed(weights, self.past(m), [(1, self.none)], now, over=(self.j,))
        return runs, [(1, self.entry(0, k, m))]

    def neither(self, i: Index, m: Index) -> Any:
        """Return the sequences for a token one step before and a square two steps before."""
        return self.mixed(self.u, self.past(m), self.before(i), [(1, self.none)]), []
