r"""Section 2.1: linear self-attention, its recurrent form and its degree.

The state of the shipped cell is a matrix to which a token adds $v_t k_t^\top$, so that before token
t it is the sum over all s < t; read with the query, that is the double sum of eq. (1). The rule
`unrolling` concludes it of the cell's own step, for sequences of all lengths. Each term has the
factors $v_s$, $k_s$ and $q_t$, one token each: with tokens times c the outputs are $c^3$ times as
much. Told as fast weights, the same machine updates a matrix and applies it.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from constructions.arrays import outer, zeros
from constructions.cells.linear_attention import LinearAttention
from proofs.gated_rnn import PAPER
from theorem_checks import (
    All,
    Claim,
    Computes,
    Conclusion,
    Equal,
    Evidence,
    Mutant,
    Source,
    World,
    conjunction,
    instances_of,
    proof_of,
    prove,
    unrolling,
)


@dataclass(frozen=True)
class Setting:
    """Tokens x_1, ..., x_T of any number, and free matrices of attention, in a world."""

    sizes: tuple[Any, Any, Any]
    matrices: tuple[Any, Any, Any]
    xs: Any
    token: Any

    @classmethod
    def of(cls, w: World) -> "Setting":
        """Take them from the world."""
        d, d_v, d_k, T = (w.size(name) for name in ("d", "d_v", "d_k", "T"))
        matrices = w.array("W_V", d_v, d), w.array("W_K", d_k, d), w.array("W_Q", d_k, d)
        return cls((d_v, d_k, T), matrices, w.array("xs", T, d), w.array("x", d))

    def outputs(self, w: World, weight: Callable[..., Any], xs: Any) -> Any:
        """Return y_t = sum_s weight(s, t) v_s (k_s q_t), t = 1, ..., T, for tokens xs."""
        d_v, d_k, T = self.sizes
        value, key, query = (xs @ matrix.T for matrix in self.matrices)

        def entry(h: Any, t: Any, i: Any) -> Any:
            return h.sum(
                lambda s, j: weight(h, s, t) * value[s, i] * key[s, j] * query[t, j], T, d_k
            )

        return w.entries(entry, T, d_v)


def causal(w: Any, s: Any, t: Any) -> Any:
    """Return 1 for s <= t, and 0 else: each token sees itself and its past."""
    return w.at_most(s, t)


def says_double_sum(weight: Callable[..., Any], w: World) -> Conclusion:
    """The recurrent cell computes the double sum; and this is of degree 3 in the tokens."""
    given, c = Setting.of(w), w.number("c")
    outputs = given.outputs(w, weight, given.xs)
    machine = w.machine(LinearAttention(*given.matrices), given.token)
    scaled = given.outputs(w, weight, given.xs * c)
    return All((Computes(machine, given.xs, outputs), Equal(scaled, outputs * c**3)))


def by_unrolling(both: Any) -> Evidence:
    """Prove the outputs, as the state is a sum over tokens, and their degree."""
    outputs, degree = both.parts
    return conjunction(both, unrolling(outputs), prove(degree))


eq_1 = Claim(
    id="gated-rnn/eq-1",
    title="Linear self-attention: each token sees itself and its past; degree 3 in the tokens",
    source=Source(PAPER, "eq. (1)"),
    statement=r"y_t = \Big(\sum_{t'\le t}(W_Vx_{t'})(W_Kx_{t'})^\top\Big)(W_Qx_t)",
    subject=causal,
    says=says_double_sum,
    checks=(proof_of(says_double_sum, by_unrolling), instances_of(says_double_sum)),
    mutants=(
        Mutant("strict", lambda w, s, t: w.at_most(s, t) - w.delta(s, t), "t' < t"),
        Mutant("acausal", lambda *_: 1, "sees tokens to come"),
    ),
    late=(
        Mutant("a-window", lambda w, s, t: w.at_most(s, t) * (t - s < 40), "the last forty tokens"),
        Mutant(
            "first-tokens",
            lambda w, s, t: w.at_most(s, t) if s < 40 else 0,
            "the first forty tokens",
        ),
    ),
)


@dataclass(frozen=True)
class Fast:
    """The machine that updates a matrix by values and keys, and applies it to the query."""

    matrices: tuple[Any, Any, Any]
    update: Callable[[Any, Any, Any], Any]
    read: Callable[[Any, Any], Any]

    def initial_state(self) -> Any:
        """Return the matrix 0."""
        W_V, W_K, _ = self.matrices
        return zeros((W_V.shape[0], W_K.shape[0]), like=W_V)

    def step(self, state: Any, x: Any) -> tuple[Any, Any]:
        """Return the updated matrix, and what is read with the query."""
        value, key, query = (matrix @ x for matrix in self.matrices)
        after = self.update(state, value, key)
        return after, self.read(after, query)


@dataclass(frozen=True)
class FastWeights:
    """How the matrix is updated by value and key, and read with the query."""

    update: Callable[[Any, Any, Any], Any] = lambda W, v, k: W + outer(v, k)
    read: Callable[[Any, Any], Any] = lambda W, q: W @ q


def says_fast(fast: FastWeights, w: World) -> Conclusion:
    """The machine computes the double sum of eq. (1)."""
    given = Setting.of(w)
    machine = w.machine(Fast(given.matrices, fast.update, fast.read), given.token)
    return Computes(machine, given.xs, given.outputs(w, causal, given.xs))


fast_weights = Claim(
    id="gated-rnn/s2.1-ff-matrix",
    title="Attention applies a matrix, updated by outer products of values and keys, to the query",
    source=Source(PAPER, "Sec. 2.1"),
    statement=r"y_t = W^{ff}_t q_t,\quad W^{ff}_t = \sum_{t'\le t} v_{t'}k_{t'}^\top"
    r" = W^{ff}_{t-1} + v_tk_t^\top,\quad W^{ff}_0 = 0",
    covers=("gated-rnn/s2.1-ff-update",),
    subject=FastWeights(),
    says=says_fast,
    checks=(proof_of(says_fast, unrolling), instances_of(says_fast)),
    mutants=(
        Mutant("forgets", FastWeights(update=lambda W, v, k: outer(v, k)), "no sum"),
        Mutant("minus", FastWeights(update=lambda W, v, k: W - outer(v, k)), "v k^T taken away"),
        Mutant("twice", FastWeights(read=lambda W, q: (W + W) @ q), "reads twice"),
    ),
    late=(
        Mutant(
            "many-keys",
            FastWeights(update=lambda W, v, k: outer(v, k) + (W if k.shape[0] < 40 else W * 0)),
            "forgets from d_k = 40 on",
        ),
    ),
)
