r"""Section 2.1: linear self-attention, its recurrent form, its degree and its cost."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import flint
import numpy as np
import sympy as sp

from constructions.arrays import EXACT
from constructions.cells.linear_attention import LinearAttention
from proofs.gated_rnn import PAPER
from theorem_checks import (
    Claim,
    Counterexample,
    Evidence,
    Mutant,
    Source,
    Verdict,
    all_of,
    check,
    equal_maps,
    family,
    prove_equal_arrays,
    symbol_array,
)
from theorem_checks.proving.symbolic_arrays import outer

d, d_v, d_k = sp.symbols("d d_v d_k", integer=True, positive=True)

SIZES = [
    {"xs": (T, n), "W_V": (v, n), "W_K": (k, n), "W_Q": (k, n)}
    for T, n, v, k in ((1, 1, 1, 1), (3, 1, 1, 1), (2, 2, 2, 2), (2, 2, 1, 2))
]


@dataclass(frozen=True)
class Attention:
    """A reading of eq. (1): which tokens are summed, and how a state is updated and read."""

    last: int = 0
    update: Callable[[Any, Any, Any], Any] = lambda S, v, k: S + outer_of(v, k)
    read: Callable[[Any, Any], Any] = lambda S, q: S @ q

    def outputs(self, xs: Any, W_V: Any, W_K: Any, W_Q: Any) -> list[Any]:
        """Return y_t = (sum_{t' <= t + last} v_t' k_t'^T) q_t, as a double sum over tokens."""
        values, keys, queries = ([W @ x for x in xs] for W in (W_V, W_K, W_Q))
        return [
            sum(
                (value * (key @ query) for value, key in self._seen(values, keys, t)),
                values[0] - values[0],
            )
            for t, query in enumerate(queries)
        ]

    def _seen(self, values: list[Any], keys: list[Any], t: int) -> zip:
        return zip(values[: t + 1 + self.last], keys[: t + 1 + self.last], strict=True)


def outer_of(u: Any, v: Any) -> Any:
    """Return the matrix u v^T, of symbolic or of concrete vectors."""
    return outer(u, v) if hasattr(u, "axes") else np.multiply.outer(u, v)


def _cell(xs: Any, W_V: Any, W_K: Any, W_Q: Any) -> Any:
    return LinearAttention(W_V, W_K, W_Q)(xs)


def _quadratic(xs: Any, W_V: Any, W_K: Any, W_Q: Any) -> Any:
    return LinearAttention(W_V, W_K, W_Q).quadratic(xs)


@check("exact")
def check_three_forms_agree(attention: Attention) -> Evidence:
    """The double sum of eq. (1), the recurrent cell and the masked matrix form, as polynomials."""
    recurrent = equal_maps(attention.outputs, _cell, sizes=SIZES)
    if not recurrent.verdict.passes:
        return recurrent
    return equal_maps(attention.outputs, _quadratic, sizes=SIZES)


@check("exact")
def check_degree_of_attention(attention: Attention) -> Evidence:
    """The output is homogeneous of degree 3 in the tokens, and causal."""
    xs = EXACT.array([[2], [3], [5]])
    one = EXACT.array([[1]])
    once, twice = (attention.outputs(c * xs, one, one, one) for c in (1, 2))
    for t, (small, large) in enumerate(zip(once, twice, strict=True)):
        seen = sum(x**2 for x in (2, 3, 5)[: t + 1]) * (2, 3, 5)[t]
        if large[0] != 8 * small[0] or small[0] != seen:
            values = {"x": xs, "t": t + 1}
            return Evidence.refuted(Counterexample(values, str(small[0]), str(seen)))
    return Evidence.holds("d = 1, three tokens")


eq_1 = Claim(
    id="gated-rnn/eq-1",
    title="Linear self-attention: each token sees itself and its past; degree 3 in the tokens",
    source=Source(PAPER, "eq. (1)"),
    statement=r"y_t = \Big(\sum_{t'\le t}(W_Vx_{t'})(W_Kx_{t'})^\top\Big)(W_Qx_t)",
    subject=Attention(),
    checks=(check_three_forms_agree, check_degree_of_attention),
    mutants=(
        Mutant("strict", Attention(last=-1), "t' < t"),
        Mutant("acausal", Attention(last=1), "sees the next token"),
    ),
    expect=Verdict.HOLDS,
)


@check("proof")
def check_update_for_all_sizes(attention: Attention) -> Evidence:
    """One step of the cell from any W is this update and this reading, for symbolic sizes."""
    x, y, k = family("x", d), family("y", d_v), family("k", d_k)
    W_V, W_K, W_Q = (symbol_array(n, a, x) for n, a in (("V", y), ("K", k), ("Q", k)))
    W, token = symbol_array("W", y, k), symbol_array("x", x)
    cell = LinearAttention(W_V, W_K, W_Q)
    state, output = cell.step(W, token)
    updated = attention.update(W, W_V @ token, W_K @ token)
    return all_of(
        {
            "W_0 = 0": prove_equal_arrays(cell.initial_state(), W * 0),
            "the update": prove_equal_arrays(updated, state),
            "the output": prove_equal_arrays(attention.read(updated, W_Q @ token), output),
        },
        "all d, d_v, d_k, states and tokens; so by induction all lengths",
    )


@check("exact")
def check_update_against_the_double_sum(attention: Attention) -> Evidence:
    """Running update and reading gives the outputs of eq. (1), as polynomials."""

    def recurrent(xs: Any, W_V: Any, W_K: Any, W_Q: Any) -> list[Any]:
        state, outputs = outer_of(W_V @ xs[0], W_K @ xs[0]) * 0, []
        for x in xs:
            state = attention.update(state, W_V @ x, W_K @ x)
            outputs.append(attention.read(state, W_Q @ x))
        return outputs

    return equal_maps(recurrent, Attention().outputs, sizes=SIZES)


fast_weights = Claim(
    id="gated-rnn/s2.1-ff-matrix",
    title="Attention applies a matrix, updated by outer products of values and keys, to the query",
    source=Source(PAPER, "Sec. 2.1"),
    statement=r"y_t = W^{ff}_t q_t,\quad W^{ff}_t = \sum_{t'\le t} v_{t'}k_{t'}^\top"
    r" = W^{ff}_{t-1} + v_tk_t^\top,\quad W^{ff}_0 = 0",
    covers=("gated-rnn/s2.1-ff-update",),
    subject=Attention(),
    checks=(check_update_for_all_sizes, check_update_against_the_double_sum),
    mutants=(
        Mutant("forgets", Attention(update=lambda S, v, k: outer_of(v, k)), "no sum"),
        Mutant("minus", Attention(update=lambda S, v, k: S - outer_of(v, k)), "v k^T taken away"),
        Mutant("twice", Attention(read=lambda S, q: (S + S) @ q), "reads twice"),
    ),
)


class Counted:
    """A number that is only counted: every product of two of them adds one to the total."""

    total = 0

    def __mul__(self, other: object) -> "Counted":
        Counted.total += 1
        return self

    def __add__(self, other: object) -> "Counted":
        return self

    __rmul__, __radd__, __sub__ = __mul__, __add__, __add__

    def __neg__(self) -> "Counted":
        return self


def _products(run: Callable[[], object]) -> int:
    Counted.total = 0
    run()
    return Counted.total


def _counted(*shape: int) -> np.ndarray:
    numbers = np.empty(shape, dtype=object)
    numbers[...] = Counted()
    return numbers


@dataclass(frozen=True)
class Cost:
    """Numbers of products per token: of the recurrent form, and of the quadratic one at token t."""

    recurrent: Callable[[Any, Any], Any]
    quadratic: Callable[[Any, Any], Any]


@check("exact")
def check_products_of_the_cell(cost: Cost) -> Evidence:
    """Count the products of one step of the cell, and of the sums of eq. (1) at token t."""
    for size in (1, 2, 3, 5):
        matrices = [_counted(size, size) for _ in range(3)]
        cell = LinearAttention(*matrices)
        state, tokens = _counted(size, size), _counted(6, size)
        step = _products(lambda cell=cell, state=state: cell.step(state, _counted(len(state))))
        at = [
            _products(lambda t=t, m=matrices, x=tokens: Attention().outputs(x[:t], *m)[-1])
            for t in range(7)[1:]
        ]
        for t in range(2, 7):
            last = at[t - 1] - at[t - 2]
            claimed = cost.recurrent(size, t), cost.quadratic(size, t)
            if claimed != (step, last):
                values = {"d": size, "t": t}
                return Evidence.refuted(Counterexample(values, str(claimed), str((step, last))))
    return Evidence.holds("d = 1, 2, 3, 5 and t = 2, ..., 6; products of two numbers are counted")


speed = Claim(
    id="gated-rnn/s2.1-speed",
    title="A token costs 5 d^2 products in the recurrent form, 3 d^2 + 2 d t in the quadratic one",
    source=Source(PAPER, "Sec. 2.1"),
    statement=r"\text{recurrent: } 5d^2,\qquad \text{quadratic: } 3d^2 + 2dt = O(d^2 + td)",
    assumptions=("keys and values of past tokens are kept in the quadratic form",),
    subject=Cost(lambda d, t: 5 * d**2, lambda d, t: 3 * d**2 + 2 * d * t),
    checks=(check_products_of_the_cell,),
    mutants=(
        Mutant("grows", Cost(lambda d, t: 3 * d**2 + 2 * d * t, lambda d, t: 3 * d**2 + 2 * d * t)),
        Mutant("no-scores", Cost(lambda d, t: 5 * d**2, lambda d, t: 3 * d**2 + d * t)),
    ),
    expect=Verdict.HOLDS,
    notes="The recurrent form is cheaper from t > d on; nothing is said of memory traffic.",
)


@dataclass(frozen=True)
class StateSizes:
    """How many numbers are kept after t tokens: by the recurrent form, by softmax attention."""

    recurrent: Callable[[Any, Any], Any]
    softmax: Callable[[int], int]


@check("exact")
def check_states(sizes: StateSizes) -> Evidence:
    r"""The cell keeps d^2 numbers; softmax attention to t keys has to keep t numbers at least.

    Keys 0, 1, ..., t - 1 and queries log 1, ..., log t (d = 1): the weights are r^s over their sum,
    so the answers determine the t values v_s if the matrix (r^s) is invertible, which it is.
    """
    for size in (1, 2, 3):
        one = EXACT.eye(size)
        cell = LinearAttention(one, one, one)
        state = cell.initial_state()
        for t in range(1, 5):
            state, _ = cell.step(state, EXACT.ones((size,)))
            kept = int(np.prod(state.shape))
            if sizes.recurrent(size, t) != kept:
                values = {"d": size, "t": t}
                claimed = str(sizes.recurrent(size, t))
                return Evidence.refuted(Counterexample(values, claimed, f"{kept} numbers"))
    for t in range(1, 9):
        answers = flint.fmpz_mat([[r**s for s in range(t)] for r in range(1, t + 1)])
        if sizes.softmax(t) != answers.rank():
            found = f"answers of rank {answers.rank()}"
            return Evidence.refuted(Counterexample({"t": t}, str(sizes.softmax(t)), found))
    return Evidence.holds(
        "d = 1, 2, 3 and t <= 4; softmax up to t = 8",
        rests_on=(
            "an injective continuous map does not lower the dimension, so a state from which t free"
            " values can be told has t numbers at least",
        ),
    )


memory = Claim(
    id="gated-rnn/s2.1-memory",
    title="The recurrent form keeps d^2 numbers at any length, softmax attention at least t",
    source=Source(PAPER, "Secs. 1, 2.1"),
    statement=r"\text{linear: } d^2,\qquad \text{softmax: } \ge t \text{ numbers after } t"
    r" \text{ tokens}",
    assumptions=("states are real vectors that depend continuously on the tokens",),
    subject=StateSizes(lambda d, t: d**2, lambda t: t),
    checks=(check_states,),
    mutants=(
        Mutant("per-token", StateSizes(lambda d, t: d * t, lambda t: t), "grows with t"),
        Mutant("constant", StateSizes(lambda d, t: d**2, lambda t: 1), "softmax in one number"),
    ),
    expect=Verdict.HOLDS,
)
