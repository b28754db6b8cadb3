"""Least numbers of hidden units in special cases: what is said, and how it is proved.

That attention takes N + b units, and has ranks a, b and N = ab - c(c-1)/2, is said in
`least_by_ranks.py`, and proved beside it. Here stand what these are in four cases; that a gradient
step is one of them; and that N units are needed, and enough, where the outputs read the token, too.
For what the token now and one before leave in the state is still a product through the units, which
now has more on one side: the token now itself. Queries need no units then.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from constructions import arrays
from constructions.arrays import ones
from constructions.cells.linear_attention import LinearAttention
from constructions.indexed import IndexedArray
from constructions.indexed import family as indices
from constructions.weights.gated_rnn_description import GatedRNNDescription
from constructions.weights.gradient_step_as_attention import gradient_step_weights
from proofs.gated_rnn.s3_2_number_of_neurons.any_gate import AnyGate, AtThree
from proofs.gated_rnn.s3_2_number_of_neurons.independent_forms import Factored, remembered
from proofs.gated_rnn.s3_2_number_of_neurons.least_by_ranks import said_to_take
from proofs.gated_rnn.s3_2_number_of_neurons.minimal_for_invertible_values import (
    few_families,
)
from theorem_checks import (
    All,
    AtMost,
    Conclusion,
    Equal,
    Implies,
    SameOutputs,
    StateSize,
    World,
)

__all__ = ["Corollaries", "says_corollaries"]


@dataclass(frozen=True)
class Corollaries:
    """Least numbers of units: V, M invertible; V invertible; a gradient step; a skip path.

    Of weights of a network for attention of any ranks; `skipping` units are needed with a skip
    path, where N numbers are remembered.
    """

    weights: GatedRNNDescription
    count: Callable[..., Any]
    invertible: Callable[[Any], Any]
    of_rank: Callable[[Any, Any], Any]
    step: Callable[[Any, Any], Any]
    with_skip: Callable[[Any], Any]
    skipping: Callable[[Any], Any] = lambda N: N


@dataclass(frozen=True)
class ReadsToken(AnyGate):
    """Such a network with outputs quadratic in its state and the token: P x, S x to the gates."""

    P: Any
    S: Any

    def read(self, state: Any, x: Any) -> Any:
        """Return D ((O h + P x) * (U h + S x)) + L h + c."""
        products = (self.O @ state + self.P @ x) * (self.U @ state + self.S @ x)
        return self.D @ products + self.L @ state + self.c


@dataclass(frozen=True)
class KeepsPairs:
    """A network that keeps the products of the entries of tokens, and reads them by the token."""

    lam: Any
    first: Any
    second: Any
    O: Any
    S: Any
    D: Any

    def initial_state(self) -> Any:
        """Return the hidden state 0."""
        return arrays.zeros((self.lam.shape[0],), like=self.lam)

    def step(self, state: Any, x: Any) -> tuple[Any, Any]:
        """Return lam * h + (F x) * (G x), and D ((O h) * (S x)) of it."""
        after = self.lam * state + (self.first @ x) * (self.second @ x)
        return after, self.D @ ((self.O @ after) * (self.S @ x))


def says_corollaries(stated: Corollaries, w: World) -> Conclusion:
    """Attention takes N + b units; in four cases N and b are as stated, and so many are enough.

    N is the number of products by ranks. With a skip path N are needed, and enough.
    """
    factored = Factored(w)
    c, f, h = factored.numbers
    network = factored.machine(factored.network(stated.weights))
    sizes = {"c": c, "f": f, "h": h}
    return All(
        (
            said_to_take(w, lambda N, b: N + b),
            factored.says_ranks(),
            Equal(factored.number_of_products(), w.call(stated.count, c + f, c + h, c)),
            SameOutputs(factored.attention, network),
            Equal(_units(stated, w, sizes, "ee", "q_e"), w.call(stated.invertible, c)),
            Equal(_units(stated, w, sizes, "ee", "fe", "q_e"), w.call(stated.of_rank, c + f, c)),
            Equal(_units(stated, w, sizes, "fh", "q_h"), w.call(stated.step, h, f)),
            *_of_a_step(w),
            *_by_ranks(stated, w, c, f, h),
            _said_to_take_with_skip(stated, w),
            *_with_skip(stated, w),
        )
    )  # fmt: skip


def _by_ranks(stated: Corollaries, w: World, c: Any, f: Any, h: Any) -> tuple[Conclusion, ...]:
    """The numbers of the four cases are N + b, and N with a skip path, of the ranks there."""
    full = w.call(stated.count, c, c, c)
    return (
        Equal(full + c, w.call(stated.invertible, c)),
        Equal(w.call(stated.count, c + f, c, c) + c, w.call(stated.of_rank, c + f, c)),
        Equal(w.call(stated.count, f, h, 0) + h, w.call(stated.step, h, f)),
        Equal(full, w.call(stated.with_skip, c)),
    )


def _units(stated: Corollaries, w: World, sizes: dict[str, Any], *names: str) -> Any:
    """How many units of these families the network has: all, where forms of other kinds are none.

    Without forms of V and of M alone, V and M are invertible; without forms of M alone V is; and a
    gradient step has no common forms, h of them inputs and f outputs.
    """
    lam = few_families(stated.weights.lam, names)
    made = w.described(lam, sizes, {})
    return w.count(ones((made.shape[0],), like=made))


_OUTPUT, _INPUT = indices("y", i="d_y"), indices("x", a="d_x")
OUTPUTS = IndexedArray(((_OUTPUT,), (_INPUT, _OUTPUT)), {("y", "y"): lambda w, i, j: w.delta(i, j)})
INPUTS = IndexedArray(((_INPUT,), (_INPUT, _OUTPUT)), {("x", "x"): lambda w, a, b: w.delta(a, b)})


def _of_a_step(w: World) -> tuple[Conclusion, ...]:
    """A gradient step has V = F^T F and M = H^T (eta H): F reads outputs, H inputs, independent."""
    sizes = {"d_x": w.size("inputs"), "d_y": w.size("outputs")}
    eta = w.number("eta", nonzero=True)
    weights = gradient_step_weights()
    V, K, Q = (
        w.described(own, sizes, {"eta": eta}) for own in (weights.W_V, weights.W_K, weights.W_Q)
    )
    F, H = (w.described(own, sizes, {}) for own in (OUTPUTS, INPUTS))
    both = w.zeros(sizes["d_y"], sizes["d_x"])
    return (
        Equal(V, F.T @ F),
        Equal(K.T @ Q, H.T @ (eta * H)),
        Equal(F @ F.T, w.identity(sizes["d_y"])),
        Equal(H @ H.T, w.identity(sizes["d_x"])),
        Equal(F @ H.T, both),
    )


def _said_to_take_with_skip(stated: Corollaries, w: World) -> Implies:
    """No network that reads the token has the outputs of attention with fewer than N units.

    At three tokens; N is at most the rank of S -> V S M on symmetric S.
    """
    d, d_v, d_k, n, p, N = (w.size(f"{name}_s") for name in ("d", "d_v", "d_k", "n", "p", "N"))
    V, K, Q = w.array("V_s", d_v, d), w.array("K_s", d_k, d), w.array("Q_s", d_k, d)
    token = w.array("x_s", d)
    O, U = w.array("O_s", p, n), w.array("U_s", p, n)
    P, S = w.array("P_s", p, d), w.array("S_s", p, d)
    free = ReadsToken(
        w.array("A_s", n, n), w.function("g_s", d, n), O, U,
        w.array("D_s", d_v, p), w.array("L_s", d_v, n), w.array("k_s", d_v), P, S,
    )  # fmt: skip
    one = arrays.ones((V.shape[0],), like=V)
    at_three = [w.machine(AtThree(cell, one), token) for cell in (free, LinearAttention(V, K, Q))]
    stored = remembered(w, V, K.T @ Q)
    X = w.array("X_s", N, stored.shape[0])
    Y = w.right_inverse("Y_s", X @ stored)
    given = SameOutputs(*at_three), Equal(X @ stored @ Y, w.identity(N))
    return Implies(All(given), AtMost(w.call(stated.skipping, N), n))


def _with_skip(stated: Corollaries, w: World) -> tuple[Conclusion, ...]:
    """A network that reads the token has the outputs of attention with as many units as stated."""
    d = w.size("d_i")
    V, M, token = w.array("V_i", d, d), w.array("M_i", d, d), w.array("x_i", d)
    sizes, forms = {"c": d, "d": d, "d_v": d}, {"E": w.identity(d), "R_e": M, "P_e": V}
    names = ("ee", "x", "y")
    lam, first, second = (
        w.described(few_families(own, names), sizes, forms)
        for own in (stated.weights.lam, stated.weights.W_in_m, stated.weights.W_in_x)
    )
    O, S, D = (w.described(own, sizes, forms) for own in (READ_PAIRS, READ_TOKEN, PUT_OUT))
    network = w.machine(KeepsPairs(lam, first, second, O, S, D), token)
    attention = w.machine(LinearAttention(V, w.identity(d), M), token)
    return SameOutputs(attention, network), StateSize(network, w.call(stated.with_skip, d))


_PAIRS = indices("ee", increasing=True, i="c", j="c")
_EVERY = indices("every", i="c", j="c")
_TOKEN, _OUT = indices("x", x="d"), indices("y", y="d_v")


def _either(w: Any, i: Any, j: Any, k: Any, m: Any) -> Any:
    straight = w.delta(i, k) * w.delta(j, m)
    return straight + w.delta(i, m) * w.delta(j, k) - straight * w.delta(i, j)


READ_PAIRS = IndexedArray(((_EVERY,), (_PAIRS,)), {("every", "ee"): _either})
READ_TOKEN = IndexedArray(((_EVERY,), (_TOKEN,)), {("every", "x"): lambda w, _i, j, x: w.R_e[j, x]})
PUT_OUT = IndexedArray(((_OUT,), (_EVERY,)), {("y", "every"): lambda w, y, i, _j: w.P_e[y, i]})
