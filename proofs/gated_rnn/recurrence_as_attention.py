"""Appendix A.4: which recurrences and gates linear self-attention computes, and which not.

Without decay it is a recurrence y' = lambda y + x for lambda = 1 alone, and only with biases;
lambda = 0, which the text also names, is out of reach. With decay one head gates by one common
factor, so a general gate takes one head for each of its entries.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from operator import and_

import flint
import numpy as np
import sympy as sp

from constructions.cells.decayed_attention import DecayedAttention
from constructions.cells.heads import Heads
from proofs.gated_rnn import PAPER
from theorem_checks import (
    Claim,
    Control,
    Counterexample,
    Evidence,
    Mutant,
    Source,
    Verdict,
    all_of,
    array_of,
    check,
    delta,
    equal_maps,
    family,
    prove_equal_arrays,
    prove_for_all,
    prove_identity,
    reals,
    symbol_array,
    zeros,
)
from theorem_checks.proving.symbolic_array import ones

d = sp.Symbol("d", integer=True, positive=True)


def _symbolic_attention(biases=("b_V", "b_K", "b_Q"), keep=None):
    """Attention on arrays of symbolic size d, with free weights and these biases."""
    axis = family("x", d)
    weights = {name: symbol_array(name, axis, axis) for name in ("W_V", "W_K", "W_Q")}
    for name in ("b_V", "b_K", "b_Q"):
        weights[name] = symbol_array(name, axis) if name in biases else zeros((axis,))
    attention = DecayedAttention(**weights, keep=ones((axis,)) if keep is None else keep)
    return attention, symbol_array("x", axis)


@check("proof")
def check_repeated_token(decays):
    """On tokens (x, x) attention without decay gives (y, 2 y); y_1 = x asks for 1 + lambda = 2.

    And lambda = 1 is had: eq. (26) at that value, without decay.
    """
    attention, x = _symbolic_attention()
    memory, first = attention.step(attention.initial_state(), x)
    _, second = attention.step(memory, x)
    doubled = prove_equal_arrays(second, first + first)
    lam = sp.Symbol("lam")
    gap = prove_identity((1 + lam) - 2, lam - 1)
    parts = {"y_2 = 2 y_1 on (x, x), for all weights": doubled, "1 + lambda - 2": gap}
    for value in sorted(decays):
        if value != 1:
            there = {"lambda": value, "d": 1, "tokens": [1, 1]}
            told = f"y = (1, {1 + value}), so that y_2 = {1 + value} y_1"
            return Evidence.refuted(
                Counterexample(there, told, "y_2 = 2 y_1 whatever the weights"),
                parts=tuple(parts.values()),
            )
    if decays != {1}:
        return Evidence.undecided("This check knows lambda = 1 alone.")
    parts["lambda = 1 is had"] = _sums()
    return all_of(parts, "all d, all weights with biases, no decay")


def _sums():
    """Prove that attention with V = 1, k = 1 and q = 1/d adds up its inputs."""
    axis = family("x", d)
    one, eye = ones((axis,)), array_of({("x", "x"): delta}, axis, axis)
    query = one * (1 / d)
    weights = {"W_V": eye, "W_K": zeros((axis, axis)), "W_Q": zeros((axis, axis))}
    cell = DecayedAttention(**weights, b_V=zeros((axis,)), b_K=one, b_Q=query, keep=one)
    memory, x = symbol_array("W", axis, axis), symbol_array("x", axis)
    _, output = cell.step(memory, x)
    return prove_equal_arrays(output, memory @ query + x)


@check("exact")
def check_repeated_token_at_one_unit(decays):
    """At d = 1: y_2 - 2 y_1 on (x, x) as a polynomial in all weights."""
    names = ("W_V", "W_K", "W_Q", "b_V", "b_K", "b_Q")

    def twice(x, **w):
        return 2 * _scalar(w, [x])[-1]

    def second(x, **w):
        return _scalar(w, [x, x])[-1]

    shapes = {"x": (1,), **{n: (1, 1) if n[0] == "W" else (1,) for n in names}}
    same = equal_maps(twice, second, sizes=[shapes])
    wrong = sorted(set(decays) - {1})
    if same.verdict.passes and wrong:
        values = {"lambda": wrong[0], "tokens": [1, 1]}
        return Evidence.refuted(Counterexample(values, f"{1 + wrong[0]} y_1", "2 y_1"))
    return same


def _scalar(weights, tokens):
    one = weights["b_V"] * 0 + 1
    return DecayedAttention(**weights, keep=one)(np.array(tokens))


only_01 = Claim(
    id="gated-rnn/a4-only-01",
    title="Attention without decay is y' = lambda y + x for lambda = 0 and lambda = 1",
    source=Source(PAPER, "App. A.4"),
    statement=r"y_{t+1} = \lambda y_t + x_{t+1} \text{ for } \lambda \in \{0, 1\}"
    r" \text{ and no other } \lambda",
    assumptions=("one head, with biases; without them no lambda at all",),
    subject={0, 1},
    checks=(check_repeated_token, check_repeated_token_at_one_unit),
    controls=(Control("repaired", {1}, "lambda = 1 alone"),),
    expect=Verdict.REFUTED,
    repaired_by="gated-rnn/new-a4-only-1",
    notes="'Send the current one' is not possible: what a token adds to the memory stays there.",
)

only_1 = Claim(
    id="gated-rnn/new-a4-only-1",
    title="Attention without decay, with biases, is y' = lambda y + x for lambda = 1 alone",
    source=Source(PAPER, "App. A.4"),
    statement=r"y_1 = x,\; y_2 = 2 y_1 \text{ on } (x, x) \implies \lambda = 1",
    assumptions=("one head, with biases",),
    subject={1},
    checks=(check_repeated_token, check_repeated_token_at_one_unit),
    mutants=(
        Mutant("printed", {0, 1}, "lambda = 0 as well"),
        Mutant("half", {1, Fraction(1, 2)}, "lambda = 1/2 as well"),
    ),
    repairs=("gated-rnn/a4-only-01",),
)


@check("proof")
def check_homogeneous(biases):
    """y_1(c x) = c^3 y_1(x) for the given biases, symbolic d; a recurrence has y_1(c x) = c x."""
    c = sp.Symbol("c")
    attention, x = _symbolic_attention(biases)
    start = attention.initial_state()
    memory, output = attention.step(start, x)
    scaled_memory, scaled = attention.step(start, x * c)
    # c^3 y = c y for all c only where y = 0
    linear = prove_identity(c**3 - c, c * (c - 1) * (c + 1))
    return all_of(
        {
            "the memory is quadratic": prove_equal_arrays(scaled_memory, memory * c**2),
            "the output is cubic": prove_equal_arrays(scaled, output * c**3),
            "c^3 = c at c = 0, 1, -1 only": linear,
        },
        "all d, all weights; the first token",
    )


@check("exact")
def check_homogeneous_at_two(biases):
    """The same at d = 1 and c = 2, as polynomials."""
    names = ("W_V", "W_K", "W_Q", *biases)

    def run(x, **w):
        given = {n: w.get(n, w["W_V"][0] * 0) for n in ("b_V", "b_K", "b_Q")}
        kept = {n: w[n] for n in ("W_V", "W_K", "W_Q")}
        return _scalar(kept | given, [x])[0]

    shapes = {"x": (1,), **{n: (1, 1) if n[0] == "W" else (1,) for n in names}}
    return equal_maps(
        lambda x, **w: 8 * run(x, **w), lambda x, **w: run(2 * x, **w), sizes=[shapes]
    )


bias_crucial = Claim(
    id="gated-rnn/a4-bias-crucial",
    title="Without biases W^ff is quadratic and attention is no recurrence, decay or not",
    source=Source(PAPER, "App. A.4"),
    statement=r"W^{ff}_1(cx) = c^2 W^{ff}_1(x),\; y_1(cx) = c^3 y_1(x) \ne c\,x",
    subject=(),
    checks=(check_homogeneous, check_homogeneous_at_two),
    mutants=(
        Mutant("key-bias", ("b_K",), "with b_K"),
        Mutant("query-bias", ("b_Q",), "with b_Q"),
        Mutant("value-bias", ("b_V",), "with b_V"),
    ),
    notes="At the first token no decay is felt, so this holds with decay as well.",
)


SQUARES = {"W_m": ((1, 0), (0, 1)), "W_x": ((1, 0), (0, 1))}  # g(x) = (x_1^2, x_2^2)
SHARED = {"W_m": ((1, 0), (0, 1)), "W_x": ((1, 0), (1, 0))}  # g(x) = (x_1^2, x_1 x_2)
POINTS = [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (1, -1)]


def _dot(row, point):
    return sum(a * b for a, b in zip(row, point, strict=True))


@check("solver")
def check_one_head(gate):
    """Whether one head can give g at six points: v(x) s(x), v affine, s any number at each point.

    With keep = 0 a head is (W_V x + b_V) times the number k(x) . q(x).
    """
    rows = [reals(f"v{i}0 v{i}1 v{i}2") for i in range(2)]
    factors = reals(" ".join(f"s{k}" for k in range(len(POINTS))))
    equations = [
        (a + b * x + c * y) * s == _dot(m, (x, y)) * _dot(w, (x, y))
        for (x, y), s in zip(POINTS, factors, strict=True)
        for (a, b, c), m, w in zip(rows, gate["W_m"], gate["W_x"], strict=True)
    ]
    impossible = prove_for_all(~reduce(and_, equations))
    if impossible.verdict is Verdict.REFUTED:
        return Evidence.holds("At these points one head is enough.", routes=impossible.routes)
    if not impossible.verdict.passes:
        return impossible
    return Evidence.refuted(
        Counterexample(
            {"W_m": gate["W_m"], "W_x": gate["W_x"], "x": POINTS},
            claimed="one head gives g at these points",
            found="no affine v and no factors s do",
            explanation="A head has one factor k . q for all of its outputs.",
        ),
        parts=(impossible,),
    )


@check("exact")
def check_one_head_by_elimination(gate):
    """The same by ranks: v_1 g_2 = v_2 g_1 at all points is linear in v, and v = 0 is no answer."""
    equations = []
    for point in POINTS:
        g = [_dot(m, point) * _dot(w, point) for m, w in zip(*gate.values(), strict=True)]
        affine = (1, *point)
        equations.append([g[1] * a for a in affine] + [-g[0] * a for a in affine])
    if flint.fmpq_mat(flint.fmpz_mat(equations)).rank() < 6:
        return Evidence.holds("At these points one head is enough.")
    return Evidence.refuted(
        Counterexample(
            {"W_m": gate["W_m"], "W_x": gate["W_x"], "x": POINTS},
            claimed="an affine v with v_1 g_2 = v_2 g_1",
            found="v = 0 only",
        )
    )


gating = Claim(
    id="gated-rnn/a4-gating",
    title="One attention head that forgets implements the gate g(x) = (W_m x) * (W_x x)",
    source=Source(PAPER, "App. A.4"),
    statement=r"1 - \gamma = 0:\quad y = v(x)\, \big(k(x) \cdot q(x)\big) = (W_m x) \odot (W_x x)",
    assumptions=("one head, with biases, any sizes of keys",),
    subject=SQUARES,
    checks=(check_one_head, check_one_head_by_elimination),
    controls=(Control("one-factor", SHARED, "W_x has equal rows: one factor for all entries"),),
    expect=Verdict.REFUTED,
    repaired_by="gated-rnn/new-a4-gating-heads",
    notes="A gate of n entries with different rows of W_x takes n heads, one for each entry.",
)


@check("proof")
def check_head_for_an_entry(keep):
    """One head, for symbolic d and from any memory: y = (m . x)(w . x) with keep = 0."""
    axis, one = family("x", d), family("one")
    unit, none = ones((one,)), zeros((one,))
    m, w = symbol_array("m", one, axis), symbol_array("w", one, axis)
    head = DecayedAttention(m, none, w, none, zeros((one, axis)), unit, unit * keep)
    x = symbol_array("x", axis)
    _, output = head.step(symbol_array("W", one, one), x)
    return prove_equal_arrays(output, (m @ x) * (w @ x))


@check("exact")
def check_heads_for_a_gate(keep):
    """Heads side by side for n = 1 and 2 entries, on two tokens, as polynomials."""

    def heads(xs, W_m, W_x):
        unit, none = np.array([1], dtype=object), np.array([0], dtype=object)
        rows = [
            DecayedAttention(m[None], none, w[None], none, 0 * m[None], unit, unit * keep)
            for m, w in zip(W_m, W_x, strict=True)
        ]
        return Heads(tuple(rows), np.eye(len(rows), dtype=int))(xs)

    def gate(xs, W_m, W_x):
        return (xs @ W_m.T) * (xs @ W_x.T)

    sizes = [{"xs": (2, 2), "W_m": (n, 2), "W_x": (n, 2)} for n in (1, 2)]
    return equal_maps(gate, heads, sizes=sizes)


gating_by_heads = Claim(
    id="gated-rnn/new-a4-gating-heads",
    title="n attention heads that forget implement a gate of n entries",
    source=Source(PAPER, "App. A.4"),
    statement=r"1 - \gamma = 0,\; v = m_i \cdot x,\; k = w_i \cdot x,\; q = 1:\quad"
    r" y_i = (m_i \cdot x)(w_i \cdot x)",
    subject=0,
    checks=(check_head_for_an_entry, check_heads_for_a_gate),
    mutants=(
        Mutant("remembers", 1, "no decay"),
        Mutant("half", Fraction(1, 2), "half of the memory stays"),
    ),
    repairs=("gated-rnn/a4-gating",),
)


@dataclass(frozen=True)
class MemorySize:
    """The number of units that the memory of decayed attention takes, by sizes of groups."""

    of_group: Callable[[int, int], int]

    def total(self, groups):
        """Return the sum over groups of equal decays, of m rows each; d is the sum of the m."""
        size = sum(groups)
        return sum(self.of_group(m, size) for m in groups)


def _partitions(total, most):
    if total == 0:
        yield ()
    for part in range(min(total, most), 0, -1):
        for rest in _partitions(total - part, part):
            yield (part, *rest)


def hankel_rank(groups):
    """Return the rank of the block Hankel matrix of decayed key-values, in exact numbers.

    A token k steps ago with second moments X adds keep_i^k (V X K^T)_ij to entry (i, j). Rows: the
    entries at a later step a; columns: a step b, and a basis of the symmetric matrices X.
    """
    size, steps = sum(groups), len(groups)
    keep = [Fraction(1, place + 2) for place, m in enumerate(groups) for _ in range(m)]
    V, K = _invertible(size, 1), _invertible(size, 2)
    columns = []
    for b in range(steps):
        for p in range(size):
            for q in range(p, size):
                X = np.zeros((size, size), dtype=int)
                X[p, q] = X[q, p] = 1
                moved = V @ X @ K.T
                columns.append(
                    [
                        keep[i] ** (a + b) * int(moved[i, j])
                        for a in range(steps)
                        for i in range(size)
                        for j in range(size)
                    ]
                )
    entries = [flint.fmpq(v.numerator, v.denominator) for column in columns for v in column]
    return flint.fmpq_mat(len(columns), steps * size * size, entries).rank()


def _invertible(size, seed):
    """An integer matrix of determinant 1, with no zeros to speak of."""
    lower = np.tril(np.arange(seed, seed + size * size).reshape(size, size) % 3 - 1, -1)
    upper = np.triu(np.arange(seed, seed + size * size).reshape(size, size) % 3 - 1, 1)
    return (np.eye(size, dtype=int) + lower) @ (np.eye(size, dtype=int) + upper)


@check("exact")
def check_memory_size(memory):
    """Against the rank of the Hankel matrix, for every way to group up to 4 decays."""
    for size in range(1, 5):
        for groups in _partitions(size, size):
            stated, found = memory.total(groups), hankel_rank(groups)
            if stated != found:
                values = {"d": size, "rows with equal decay": groups}
                return Evidence.refuted(Counterexample(values, f"{stated}", f"{found}"))
    return Evidence.holds("d = 1, ..., 4, every grouping of the decays; given V, K of full rank")


SHARING = MemorySize(lambda m, size: m * size - m * (m - 1) // 2)

decayed_memory = Claim(
    id="gated-rnn/x9-decayed-min",
    title="Decayed attention stores m d - m(m-1)/2 numbers for each m rows of equal decay",
    source=Source(PAPER, "App. A.4, beyond the text"),
    statement=r"\mathrm{rank}\,H = \sum_{\text{groups}} \Big(m d - \tfrac{m(m-1)}{2}\Big)",
    assumptions=("$V$ and $M = K^\\top Q$ invertible, decays not 0",),
    subject=SHARING,
    checks=(check_memory_size,),
    mutants=(
        Mutant("no-sharing", MemorySize(lambda m, size: m * size), "d^2 always"),
        Mutant("full-sharing", MemorySize(lambda m, size: m * (m + 1) // 2), "m(m+1)/2"),
        Mutant("off-by-one", MemorySize(lambda m, size: m * size - m * (m + 1) // 2), "m + 1"),
    ),
    expect=Verdict.HOLDS,
    notes="Equal decays: d(d+1)/2, as without decay. All different: d^2, nothing is shared.",
    new=True,
)
