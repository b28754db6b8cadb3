"""Appendix A.4: which recurrences linear self-attention without decay computes, and which not.

It is a recurrence y' = lambda y + x for lambda = 1 alone, and only with biases; lambda = 0, which
the text also names, is out of reach.
"""

from fractions import Fraction

import numpy as np
import sympy as sp

from constructions.cells.decayed_attention import DecayedAttention
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
    prove_identity,
    symbol_array,
    zeros,
)
from theorem_checks.statements.arrays.symbolic_array import ones

d = sp.Symbol("d", integer=True, positive=True)


def _symbolic_attention(biases=("b_V", "b_K", "b_Q"), keep=None):
    """Attention on arrays of symbolic size d, with free weights and these biases."""
    axis = family("x", d)
    weights = {name: symbol_array(name, axis, axis) for name in ("W_V", "W_K", "W_Q")}
    for name in ("b_V", "b_K", "b_Q"):
        weights[name] = symbol_array(name, axis) if name in biases else zeros((axis,))
    attention = DecayedAttention(**weights, keep=ones((axis,)) if keep is None else keep(axis))
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
    known = all_of(parts, "all d, all weights with biases, no decay")
    if not known.verdict.passes:
        return known
    for value in sorted(decays):
        if value != 1:
            there = {"lambda": value, "d": 1, "tokens": [1, 1]}
            told = f"y = (1, {1 + value}), so that y_2 = {1 + value} y_1"
            return Evidence.refuted(
                Counterexample(there, told, "y_2 = 2 y_1 whatever the weights"),
                parts=known.parts,
            )
    if decays != {1}:
        return Evidence.undecided("This check knows lambda = 1 alone.")
    parts["lambda = 1 is had"] = _sums()
    return all_of(parts, known.scope)


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
    attention, x = _symbolic_attention(biases, lambda axis: symbol_array("keep", axis))
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
        "all d, all weights and decays; the first token",
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
    notes="At the first token no decay is felt.",
)
