r"""Section 3.1: what a gated RNN needs to compute attention: both gates, lambda = 1, lambda = 0.

The output of class (2) is y_t = sum over lags j, k < t of b_jk(x_{t-j}, x_{t-k}), with b_jk a sum
over pairs of units of lambda_a^j lambda_b^k times a product of what the gates make of the tokens.
Of attention, V S_t M x_t, the mixed difference of the tokens at lags 0 and k >= 1 is V x' x'^T M x,
whatever k; that of two past tokens is 0.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import sympy as sp

from constructions.arrays import EXACT
from constructions.cells.linear_attention import LinearAttention
from constructions.rational_spaces import rank
from constructions.weights.attention_as_gated_rnn import attention_as_gated_rnn
from constructions.weights.minimal_attention import minimal_attention
from proofs.gated_rnn import PAPER
from proofs.gated_rnn.rank_patterns import patterns
from theorem_checks import (
    Claim,
    Counterexample,
    Evidence,
    Mutant,
    Source,
    all_of,
    check,
    exact_degree,
    family,
    prove_degree,
    prove_degree_at_most,
    prove_equal_arrays,
    prove_identity,
    symbol_array,
)

d, n, p = sp.symbols("d n p", integer=True, positive=True)


@dataclass(frozen=True)
class Gates:
    """Class (2) with or without its gates: g(x) = W_x x in place of (W_m x) * (W_x x)."""

    input_gate: bool = True
    output_gate: bool = True

    def absorb(self, W_m: Any, W_x: Any, x: Any) -> Any:
        """Return what the input gate makes of a token."""
        return (W_m @ x) * (W_x @ x) if self.input_gate else W_x @ x

    def read(self, D: Any, U_m: Any, U_x: Any, h: Any) -> Any:
        """Return what the output gate and the readout make of a state."""
        return D @ ((U_m @ h) * (U_x @ h)) if self.output_gate else D @ (U_x @ h)

    def outputs(self, xs: Any, lam: Any, W_m: Any, W_x: Any, U_m: Any, U_x: Any, D: Any) -> Any:
        """Return the last output on a sequence (of rows)."""
        h = self.absorb(W_m, W_x, xs[0])
        for x in xs[1:]:
            h = lam * h + self.absorb(W_m, W_x, x)
        return self.read(D, U_m, U_x, h)


SHAPES = {
    "lam": (2,),
    "W_m": (2, 2),
    "W_x": (2, 2),
    "U_m": (2, 2),
    "U_x": (2, 2),
    "D": (1, 2),
}


@check("proof")
def check_degree_is_too_low(gates: Gates) -> Evidence:
    """Without input gate the output has degree 2 in the tokens, for all weights; attention has 3.

    Appending a constant 1 to the tokens does not raise the degree.
    """
    one = {name: [[1]] for name in ("W_V", "W_K", "W_Q")}
    return all_of(
        {
            "class (2)": prove_degree_at_most(
                gates.outputs, 2, inputs={"xs": (2, 2)}, weights=SHAPES, scope="all sizes, weights"
            ),
            "attention": prove_degree(_attention, 3, inputs={"xs": (2, 1)}, weights=one),
        },
        "all widths, lengths and weights; attention with V, M not 0",
    )


def _attention(xs: Any, W_V: Any, W_K: Any, W_Q: Any) -> Any:
    return LinearAttention(W_V, W_K, W_Q).quadratic(xs)[-1]


@check("exact")
def check_degree_with_given_weights(gates: Gates) -> Evidence:
    """With all weights 1 and two tokens the degree is at most 2."""
    ones = {name: EXACT.ones(shape) for name, shape in SHAPES.items()}
    found = exact_degree(gates.outputs, inputs={"xs": (2, 2)}, weights=ones).total
    if found > 2:
        return Evidence.refuted(
            Counterexample({"weights": 1}, claimed="degree at most 2", found=f"degree {found}")
        )
    return Evidence.holds("all weights 1, two tokens", figures={"degree": found})


input_gate = Claim(
    id="gated-rnn/s3.1-input-gate-needed",
    title="Without an input gate class (2) computes no attention, with any weights",
    source=Source(PAPER, "Sec. 3.1"),
    statement=r"g^{in}(x) = Wx \implies \deg y_t \le 2 < 3 = \deg V S_t M x_t",
    assumptions=("$V \\ne 0$, $M = K^\\top Q \\ne 0$", "any width, any $\\lambda$"),
    subject=Gates(input_gate=False),
    checks=(check_degree_is_too_low, check_degree_with_given_weights),
    mutants=(Mutant("gated", Gates(), "with the gate the degree is 4"),),
)


@check("proof")
def check_tokens_do_not_mix(gates: Gates) -> Evidence:
    """The output at a state h + u is the sum of the outputs at h and at u, for symbolic sizes.

    So past and present tokens add up in the output; in attention they multiply.
    """
    hidden, products, out = (family(name, size) for name, size in (("h", n), ("p", p), ("y", d)))
    U_m, U_x = (symbol_array(name, products, hidden) for name in ("U_m", "U_x"))
    D = symbol_array("D", out, products)
    h, u = symbol_array("h", hidden), symbol_array("u", hidden)
    together = gates.read(D, U_m, U_x, h + u)
    return prove_equal_arrays(
        together, gates.read(D, U_m, U_x, h) + gates.read(D, U_m, U_x, u), scope="all widths"
    )


@check("exact")
def check_mixed_difference(gates: Gates) -> Evidence:
    """The mixed difference of two tokens is 0 for integer weights; for attention it is not.

    At d = 1, V = M = 1 and tokens x' = x = 1 the mixed difference of attention is 1.
    """
    weights = {
        name: EXACT.array([[i + 2 * j + 1 for j in range(2)] for i in range(2)])
        for name in ("W_m", "W_x", "U_m", "U_x")
    }
    weights |= {"lam": EXACT.array([1, 0]), "D": EXACT.array([[1, 2]])}

    def mixed(output: Callable[[Any], Any], old: Any, new: Any) -> Any:
        zero = old * 0
        return sum(
            sign * output(EXACT.stack([a, b]))[0]
            for sign, a, b in ((1, old, new), (-1, old, zero), (-1, zero, new), (1, zero, zero))
        )

    one = EXACT.array([[1]])
    if mixed(lambda xs: _attention(xs, one, one, one), one[0], one[0]) != 1:
        return Evidence.undecided("Attention does not mix tokens here.")
    old, new = EXACT.array([1, 2]), EXACT.array([3, -1])
    found = mixed(lambda xs: gates.outputs(xs, **weights), old, new)
    if found != 0:
        return Evidence.refuted(
            Counterexample({"x'": old, "x": new}, claimed="mixed difference 0", found=str(found))
        )
    return Evidence.holds("integer weights, two units and two tokens")


output_gate = Claim(
    id="gated-rnn/s3.1-output-gate-needed",
    title="Without an output gate class (2) computes no attention, with any weights",
    source=Source(PAPER, "Sec. 3.1"),
    statement=r"y_t = D W h_t \implies \Delta_{x_{t-1}}\Delta_{x_t} y_t = 0"
    r" \ne V x_{t-1}x_{t-1}^\top M x_t",
    assumptions=("$V \\ne 0$, $M = K^\\top Q \\ne 0$", "any width, any $\\lambda$, any input gate"),
    subject=Gates(output_gate=False),
    checks=(check_tokens_do_not_mix, check_mixed_difference),
    mutants=(Mutant("gated", Gates(), "with the gate, tokens multiply"),),
)


@dataclass(frozen=True)
class Memory:
    """Which value lambda must not have, and on how many tokens attention is asked for.

    With r distinct values of lambda that are neither 0 nor `excluded`, on horizon(r) tokens.
    """

    excluded: int
    horizon: Callable[[int], int]
    allows_it: bool = False


@check("exact")
def check_no_weights_fit(memory: Memory) -> Evidence:
    """No sum of r powers lambda^k is what attention needs, for r up to 4 and several values.

    lambda = 1 excluded: sum_a m_a lambda_a^k = 1 for the lags k = 1, ..., T - 1.
    lambda = 0 excluded: sum_a m_a lambda_a^k = 1 at k = 0, and 0 for k = 1, ..., T - 2 (of the
    T - 1 lags one is that of the other token).
    """
    pools = ([2, 3, 5, 7], [-1, 2, -2, 3], ["1/2", "1/3", "-1/2", "3/4"])
    for pool in pools:
        for r in range(1, 5):
            values = EXACT.array(pool[:r])
            if memory.allows_it:
                values = EXACT.concatenate([values, EXACT.array([memory.excluded])])
            system, wanted = _lag_system(memory, values, r)
            if rank(EXACT.concatenate([system.T, EXACT.array([wanted])]).T) == rank(system):
                return Evidence.refuted(
                    Counterexample(
                        {"lambda": values, "tokens": memory.horizon(r)},
                        claimed="no weights fit",
                        found="there are weights that fit",
                    )
                )
    return Evidence.holds("r = 1, ..., 4 values out of three lists")


def _lag_system(memory: Memory, values: Any, r: int) -> tuple[Any, list[int]]:
    """The powers of the values at each lag, and what attention has there."""
    last = memory.horizon(r)
    lags = range(1, last) if memory.excluded == 1 else range(last - 1)
    wanted = [1] * len(lags) if memory.excluded == 1 else [int(k == 0) for k in lags]
    system = EXACT.array([[_power(value, k) for value in values] for k in lags])
    return system, wanted


def _power(value: Any, k: int) -> Any:
    result = EXACT.ones(())[()]
    for _ in range(k):
        result = result * value
    return result


@check("proof")
def check_determinants(memory: Memory) -> Evidence:
    """The lags and the excluded value give a Vandermonde matrix, with a determinant that is not 0.

    Values lambda_a and the excluded one are distinct, so the r + 1 columns of powers, the wanted
    one among them, are independent; checked as polynomials up to r = 3.
    """
    parts = {}
    for r in (1, 2, 3):
        lam = list(sp.symbols(f"l1:{r + 1}"))
        nodes = [*lam, sp.Integer(memory.excluded)]
        first = 1 if memory.excluded == 1 else 0
        rows = memory.horizon(r) - 1
        wanted = sp.prod(b - a for i, a in enumerate(nodes) for b in nodes[i + 1 :])
        wanted *= sp.prod(nodes) if first else 1
        if memory.allows_it or rows < r + 1:
            return _a_solution(memory, r)
        matrix = sp.Matrix(r + 1, r + 1, lambda k, a, nodes=nodes, f=first: nodes[a] ** (k + f))
        parts[f"r = {r}"] = prove_identity(sp.expand(matrix.det()), wanted)
    return all_of(
        parts,
        "all real values of lambda but the excluded one",
        rests_on=("Vandermonde's determinant for r > 3",),
    )


def _a_solution(memory: Memory, r: int) -> Evidence:
    values = EXACT.array([2, 3, 5][:r] + ([memory.excluded] if memory.allows_it else []))
    system, wanted = _lag_system(memory, values, r)
    fits = rank(EXACT.concatenate([system.T, EXACT.array([wanted])]).T) == rank(system)
    if not fits:
        return Evidence.undecided("The matrix is not square, and no weights were found.")
    found = "weights on these values fit at all lags"
    claimed = "no weights fit"
    return Evidence.refuted(
        Counterexample({"lambda": values, "tokens": memory.horizon(r)}, claimed, found)
    )


@check("exact", kills=("allowed",))
def check_how_many_units(memory: Memory) -> Evidence:
    """The smallest networks have just as many units with lambda = 1 and 0 as are needed, d <= 3.

    The argument leaves only the units with that lambda in the mixed differences, so that there are
    at least N(V, M) with lambda = 1, and at least rank M with lambda = 0.
    """
    if memory.allows_it:
        return Evidence.refuted(
            Counterexample({"lambda": memory.excluded}, "no such network", "Figure 1 is one")
        )
    for pattern in patterns(3):
        if pattern.a == 0 or pattern.b == 0:
            continue
        needed = pattern.memory_rank if memory.excluded == 1 else pattern.query_rank
        for build in (attention_as_gated_rnn, minimal_attention):
            network = build(pattern.attention)
            units = sum(1 for value in network.weights()["lam"] if value == memory.excluded)
            if units < needed:
                return Evidence.undecided(f"A network with {units} such units equals attention.")
    return Evidence.holds("Figure 1 and the smallest networks, all rank patterns up to d = 3")


ONE = Memory(excluded=1, horizon=lambda r: r + 2)
ZERO = Memory(excluded=0, horizon=lambda r: r + 2)
CHECKS = (check_determinants, check_no_weights_fit, check_how_many_units)


def _mutants(memory: Memory) -> tuple[Mutant, ...]:
    allowed = Memory(memory.excluded, memory.horizon, allows_it=True)
    short = Memory(memory.excluded, lambda r: r + 1)
    return (
        Mutant("allowed", allowed, f"lambda = {memory.excluded} is among the values"),
        Mutant("short", short, "r + 1 tokens: some weights fit"),
    )


lambda_one = Claim(
    id="gated-rnn/s3.1-lambda-one-needed",
    title="Units with lambda = 1 are needed, at least as many as key-value products",
    source=Source(PAPER, "Sec. 3.1"),
    statement=r"\#\{i : \lambda_i = 1\} \ge \mathrm{rank}(S \mapsto VSM|_{\mathrm{Sym}}),"
    r"\quad M = K^\top Q",
    assumptions=(
        "$V S M \\ne 0$ for some symmetric $S$",
        "equality on r + 2 tokens, r the number of distinct values of lambda besides 0 and 1",
    ),
    subject=ONE,
    checks=CHECKS,
    mutants=_mutants(ONE),
    notes="On r + 1 tokens other values of lambda can do. The values besides 0 and 1 may be there,"
    " but what they leave in the mixed differences vanishes.",
)

lambda_zero = Claim(
    id="gated-rnn/s3.1-lambda-zero-needed",
    title="Units with lambda = 0 are needed, at least rank W_K^T W_Q of them",
    source=Source(PAPER, "Secs. 3.1, 4.1"),
    statement=r"\#\{i : \lambda_i = 0\} \ge \mathrm{rank}\,K^\top Q",
    assumptions=(
        "$V \\ne 0$",
        "equality on r + 2 tokens, r the number of distinct values of lambda besides 0",
    ),
    subject=ZERO,
    checks=CHECKS,
    mutants=_mutants(ZERO),
)
