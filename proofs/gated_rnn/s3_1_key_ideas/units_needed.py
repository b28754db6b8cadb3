r"""How many units with lambda = 1, and with lambda = 0, a network for attention needs.

**Statement.** Let the units of a network be those with lambda = 1, those with lambda = 0, and
others, with any linear recurrence B among themselves, diagonal or dense. Let p be a polynomial with
p(B) = 0. If p(0) = 0 and p(1) = 1, and the outputs are those of attention on one token more than
the degree of p, then the units with lambda = 1 are at least as many as the rank of S -> V S M on
symmetric S. Likewise, where the units with lambda = 1 are among the others: if p(0) = 1, and they
are so on two tokens more than the degree, then the units with lambda = 0 are at least rank M.

**Of r values.** If B is diagonal with r different values besides 0 and 1, then
x (x - b_1) ... (x - b_r) / ((1 - b_1) ... (1 - b_r)) is such a p, of degree r + 1, and for the
values other than 0 (1 - x/b_1) ... (1 - x/b_r), of degree r: both times these are r + 2 tokens.

**Proof.** The mixed difference of the outputs in two tokens is bilinear in what these leave in the
state, g(x) for the last one, and A^k g(x') for one k steps before. Weighted with the coefficients
of p and added up, this leaves p(A) g(x') of the token before: g(x') in the units with lambda = 1,
and 0 in all others. Of attention it is p(1) V x' x'^T M x, whatever k was. So S -> V S M is a
product through the units with lambda = 1.
For lambda = 0 the two tokens are one before all others, and one at each later time: of attention
this is V x' x'^T M x at the last time, and 0 before.
"""

from collections.abc import Callable
from typing import Any, Protocol

from constructions.arrays import concatenate, ones
from constructions.cells.linear_attention import LinearAttention
from constructions.weights.gated_rnn_description import GatedRNNDescription
from proofs.gated_rnn.s3_2_number_of_neurons.any_gate import AnyGate
from proofs.gated_rnn.s3_2_number_of_neurons.independent_forms import Factored, remembered
from theorem_checks import (
    All,
    AtMost,
    Conclusion,
    Equal,
    Implies,
    SameFirstOutputs,
    SameOutputs,
    World,
)

__all__ = [
    "Beside",
    "lambda_one_needed",
    "lambda_zero_needed",
    "says_lambda_one",
    "says_lambda_zero",
]

UNITS = ("one", "none", "other")


class _Stated(Protocol):
    """On how many tokens, by r, attention is asked for; how many units are needed, by rank.

    And what the polynomial is, by r, at the lambda that the other units do not have; and weights of
    a network, with its number of such units by the ranks a, b and c.
    """

    @property
    def horizon(self) -> Callable[..., Any]: ...

    @property
    def polynomial_there(self) -> Callable[..., Any]: ...

    @property
    def least(self) -> Callable[..., Any]: ...

    @property
    def count(self) -> Callable[..., Any]: ...

    @property
    def weights(self) -> GatedRNNDescription: ...


class Beside:
    """A network of three groups of units beside a layer of attention, on so many tokens.

    Of the other units there are r values of lambda, `fewest` at least.
    """

    def __init__(
        self, horizon: Callable[..., Any], w: World, layer: LinearAttention, fewest: int = 0
    ) -> None:
        (d_v, d), p, r = layer.W_V.shape, w.size("p"), w.size("r", least=fewest)
        n = {name: w.size(f"n_{name}", least=0) for name in UNITS}
        self.V, self.M, self.units, self.r = layer.W_V, _turned(layer.W_K) @ layer.W_Q, n, r
        self.B, token = w.array("B", n["other"], n["other"]), w.array("x", d)
        gates = [w.function(f"g_{name}", d, n[name]) for name in UNITS]
        O, U = (
            concatenate([w.array(f"{read}_{name}", p, n[name]).T for name in UNITS]).T
            for read in "OU"
        )
        L = concatenate([w.array(f"L_{name}", d_v, n[name]).T for name in UNITS]).T
        free = AnyGate(
            self._recurrence(w), lambda x: concatenate([gate(x) for gate in gates]),
            O, U, w.array("D", d_v, p), L, w.array("k", d_v),
        )  # fmt: skip
        machines = w.machine(free, token), w.machine(layer, token)
        self.same = SameFirstOutputs(*machines, w.call(horizon, r))

    def without_others(self, w: World, at_1: Any = 1) -> tuple[Conclusion, Conclusion]:
        """A polynomial is 0 at B and at 0, and `at_1` at 1: coefficients of x, ..., x^(r + 1)."""
        degree, n = self.r + 1, self.units["other"]
        c = w.array("coeff", degree)
        powers = w.by_age(w.matrix_powers("P", self.B, degree))
        of_B = w.entries(
            lambda h, i, j: h.sum(
                lambda k, m: c[k] * self.B[i, m] * powers[k, m, j], degree, n
            ),
            n, n,
        )  # fmt: skip
        of_1 = w.entries(lambda h: h.sum(lambda k: c[k], degree))
        return Equal(of_B, w.zeros(n, n)), Equal(of_1, w.entries(lambda _: at_1))

    def _recurrence(self, w: World) -> Any:
        """The matrix with 1, 0 and B on its diagonal."""

        def block(row: str, column: str) -> Any:
            if row == column == "other":
                return self.B
            one = int(row == column == "one")
            sizes = self.units[row], self.units[column]
            return w.entries(lambda h, i, j: h.delta(i, j) if one else 0, *sizes)

        rows = [concatenate([block(row, own).T for own in UNITS]).T for row in UNITS]
        return concatenate(rows)


def says_lambda_one(stated: _Stated, w: World) -> Conclusion:
    """So many are needed; and a network with 0 and 1 for lambda has `count` of them."""
    network, same = _network(stated, w)
    return All((lambda_one_needed(stated, w), same, *_counted(stated, w, network, one=True)))


def says_lambda_zero(stated: _Stated, w: World) -> Conclusion:
    """So many are needed; and a network with 0 and 1 for lambda has `count` of them."""
    network, same = _network(stated, w)
    return All((lambda_zero_needed(stated, w), same, *_counted(stated, w, network, one=False)))


def _network(stated: _Stated, w: World) -> tuple[Any, Conclusion]:
    """The network of these weights, and that its outputs are those of attention."""
    factored = Factored(w)
    network = factored.network(stated.weights)
    return (network, factored), SameOutputs(factored.attention, factored.machine(network))


def _counted(stated: _Stated, w: World, made: Any, *, one: bool) -> tuple[Conclusion, Conclusion]:
    """Each lambda is 0 or 1, and so many are 1, or 0."""
    network, factored = made
    c, f, h = factored.numbers
    lam = network.lam
    every = ones((lam.shape[0],), like=lam)
    chosen = lam if one else every - lam
    count = w.call(stated.count, c + f, c + h, c)
    return Equal(lam * lam, lam), Equal(chosen @ every, 0 * (chosen @ every) + count)


def lambda_one_needed(stated: _Stated, w: World) -> Implies:
    """Units with lambda = 1 are at least N, where N is at most the rank of S -> V S M.

    The polynomial has the coefficients c of x, ..., x^(r + 1).
    """
    at = Beside(stated.horizon, w, _any_layer(w))
    N, stored = w.size("N"), remembered(w, at.V, at.M)
    X = w.array("X", N, stored.shape[0])
    Y = w.right_inverse("Y", X @ stored)
    without_others = at.without_others(w, w.call(stated.polynomial_there, at.r))
    given = (at.same, Equal(X @ stored @ Y, w.identity(N)), *without_others)
    return Implies(All(given), AtMost(w.call(stated.least, N), at.units["one"]))


def _turned(matrix: Any) -> Any:
    return matrix.T


def _any_layer(w: World) -> LinearAttention:
    d, d_v, d_k = (w.size(name) for name in ("d", "d_v", "d_k"))
    return LinearAttention(w.array("W_V", d_v, d), w.array("W_K", d_k, d), w.array("W_Q", d_k, d))


def lambda_zero_needed(stated: _Stated, w: World) -> Implies:
    """Units with lambda = 0 are at least b, where b is at most the rank of M, and V is not 0.

    The polynomial has the coefficients c of x, ..., x^r, and the value at 0 that is stated, 1.
    """
    at = Beside(stated.horizon, w, _any_layer(w), fewest=1)  # lambda = 1 is one of the values
    c = w.array("coeff", at.r)
    powers = w.by_age(w.matrix_powers("P", at.B, at.r))
    n, at_0 = at.units["other"], w.call(stated.polynomial_there, at.r)
    of_B = w.entries(
        lambda h, i, j: (
            at_0 * h.delta(i, j) + h.sum(lambda k, m: c[k] * at.B[i, m] * powers[k, m, j], at.r, n)
        ),
        n,
        n,
    )
    b = w.size("b")
    u, L = w.array("u", at.V.shape[0]), w.array("L_M", b, at.M.shape[0])
    v, R = w.right_inverse("v", u @ at.V), w.right_inverse("R_M", L @ at.M)
    given = (
        at.same,
        Equal(u @ at.V @ v, w.entries(lambda _: 1)),
        Equal(L @ at.M @ R, w.identity(b)),
        Equal(of_B, w.zeros(n, n)),
        Equal(w.entries(lambda h: at_0 + h.sum(lambda k: c[k], at.r)), w.entries(lambda _: 0)),
    )
    return Implies(All(given), AtMost(w.call(stated.least, b), at.units["none"]))
