r"""Section 2.1: linear self-attention, its recurrent form and its degree."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import sympy as sp

from constructions.arrays import EXACT
from constructions.cells.linear_attention import LinearAttention
from proofs.gated_rnn import PAPER
from proofs.transformers_are_rnns.symbolic_tokens import Tokens
from theorem_checks import (
    Claim,
    Counterexample,
    Evidence,
    Mutant,
    Source,
    all_of,
    check,
    equal_maps,
    family,
    prove_equal_arrays,
    symbol_array,
    zeros,
)
from theorem_checks.statements.arrays.symbolic_arrays import outer

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


@check("proof", kills=("strict",))
def check_recurrence_for_all_sizes(attention: Attention) -> Evidence:
    """The double sum over tokens seen so far and a new one is what a step of the cell returns.

    For symbolic sizes and any number of tokens; and the output is cubic in the tokens.
    """
    if attention.last == 0:
        return _induction()
    refuted = check_three_forms_agree.function(attention)
    return refuted if refuted.counterexample else Evidence.undecided("The sums are not causal.")


def _induction() -> Evidence:
    axes = {a: family(a, size) for a, size in (("x", d), ("y", d_v), ("k", d_k))}
    W_V, W_K, W_Q = (symbol_array(n, axes[a], axes["x"]) for n, a in zip("VKQ", "ykk", strict=True))
    tokens = Tokens("x", axes["x"])
    cell, c = LinearAttention(W_V, W_K, W_Q), sp.Symbol("c")
    memory, total = ((xs @ W_V.T).T @ (xs @ W_K.T) for xs in (tokens.seen, tokens.all))
    after, output = cell.step(memory, tokens.new)
    scores = (tokens.all @ W_K.T) @ (W_Q @ tokens.new)
    _, scaled = cell.step(memory * c**2, tokens.new * c)
    start = cell.initial_state()
    return all_of(
        {
            "base, nothing is summed": prove_equal_arrays(start, zeros(start.axes)),
            "step, one token more": prove_equal_arrays(after, total),
            "the double sum": prove_equal_arrays(output, (tokens.all @ W_V.T).T @ scores),
            "degree 3": prove_equal_arrays(scaled, output * c**3),
        },
        "all d, d_v, d_k, every number of tokens, all tokens and weights",
        rests_on=("induction over the tokens",),
    )


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
    checks=(check_recurrence_for_all_sizes, check_three_forms_agree, check_degree_of_attention),
    mutants=(
        Mutant("strict", Attention(last=-1), "t' < t"),
        Mutant("acausal", Attention(last=1), "sees the next token"),
    ),
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
