r"""The least number of hidden units for attention of any ranks: what is said.

A matrix A has rank r at least if, and only if, X A Y is the identity of r rows for some X and Y.
So ranks are spoken of by equations: X, Y and the one-sided inverses of independent rows and columns
are free arrays, and the equations are hypotheses.
"""

from collections.abc import Callable
from typing import Any, Protocol

from constructions import arrays
from constructions.cells.linear_attention import LinearAttention
from constructions.weights.gated_rnn_description import GatedRNNDescription
from proofs.gated_rnn.s3_2_number_of_neurons.any_gate import AnyGate, AtThree
from proofs.gated_rnn.s3_2_number_of_neurons.independent_forms import Factored, remembered
from theorem_checks import All, AtMost, Conclusion, Equal, Implies, SameOutputs, StateSize, World

__all__ = ["said_to_take", "says_least_by_ranks"]


class _Stated(Protocol):
    """A count of hidden units by ranks, and weights that are to reach it."""

    @property
    def count(self) -> Callable[..., Any]: ...

    @property
    def needed(self) -> Callable[..., Any]: ...

    @property
    def weights(self) -> GatedRNNDescription: ...


def says_least_by_ranks(stated: _Stated, w: World) -> Conclusion:
    """Attention takes N + b units; N is count(a, b, c) - b at least; and so many units do.

    In this order: no network of fewer than N + b units has the outputs of attention at three
    tokens, where V is not 0, b is at most the rank of M = W_K^T W_Q, and N at most that of
    S -> V S M on symmetric S. Of V = P [E; F] and M = [E; H]^T R, with c, a - c and b - c rows in
    E, F and H, independent together, P of full column rank and R of full row rank, these ranks are
    a, b and count(a, b, c) - b at least. And the network has count(a, b, c) units, and its outputs.
    """
    factored = Factored(w)
    c, f, h = factored.numbers
    count = w.call(stated.count, c + f, c + h, c)
    network = factored.machine(factored.network(stated.weights))
    return All(
        (
            said_to_take(w, stated.needed),
            factored.says_ranks(),
            Equal(factored.number_of_products(), count - (c + h)),
            SameOutputs(factored.attention, network),
            StateSize(network, count),
        )
    )


def said_to_take(w: World, needed: Callable[..., Any]) -> Implies:
    """No network of fewer than N + b units, as `needed` says, has the outputs of attention.

    Three tokens are enough: at these the outputs are to be equal. The networks are all with a dense
    linear recurrence, any input gate and outputs quadratic in the state.
    """
    d, d_v, d_k, n, p = (w.size(name) for name in ("d", "d_v", "d_k", "n", "p"))
    N, b = w.size("N"), w.size("b")
    V, K, Q = w.array("W_V", d_v, d), w.array("W_K", d_k, d), w.array("W_Q", d_k, d)
    M, token = K.T @ Q, w.array("x", d)
    read = w.array("O", p, n), w.array("U", p, n), w.array("D", d_v, p), w.array("L", d_v, n)
    free = AnyGate(w.array("A", n, n), w.function("g", d, n), *read, w.array("k", d_v))
    one = arrays.ones((V.shape[0],), like=V)
    at_three = [w.machine(AtThree(cell, one), token) for cell in (free, LinearAttention(V, K, Q))]
    stored = remembered(w, V, M)
    X, L, u = w.array("X", N, stored.shape[0]), w.array("L_M", b, d), w.array("u", d_v)
    Y, R = w.right_inverse("Y", X @ stored), w.right_inverse("R_M", L @ M)
    v = w.right_inverse("v", u @ V)
    given = (
        SameOutputs(*at_three),
        Equal(X @ stored @ Y, w.identity(N)),
        Equal(u @ V @ v, w.entries(lambda _: 1)),
        Equal(L @ M @ R, w.identity(b)),
    )
    return Implies(All(given), AtMost(w.call(needed, N, b), n))
