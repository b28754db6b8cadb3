"""Appendix A.4: which recurrences linear self-attention without decay computes, and which not.

It is a recurrence y' = lambda y + x for lambda = 1 alone, and only with biases; lambda = 0, which
the text also names, is out of reach.
"""

from collections.abc import Callable, Collection
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
import sympy as sp

from constructions.cells.decayed_attention import DecayedAttention
from proofs.gated_rnn import PAPER
from theorem_checks import (
    All,
    Claim,
    Conclusion,
    Control,
    Counterexample,
    Equal,
    Evidence,
    Implies,
    Mutant,
    SameOutputs,
    Source,
    Verdict,
    World,
    check,
    conjunction,
    equal_maps,
    instances_of,
    linear_combination,
    proof_of,
    prove,
    simulation,
)
from theorem_checks.statements.arrays.symbolic_array import ones


@dataclass(frozen=True)
class Recurrence:
    """The machine y' = lambda y + x, for each entry, which puts out y."""

    lam: Any
    start: Any

    def initial_state(self) -> Any:
        """Return y before the first token."""
        return self.start

    def step(self, state: Any, x: Any) -> tuple[Any, Any]:
        """Return y after a token, and put it out."""
        after = state * self.lam + x
        return after, after


@dataclass(frozen=True)
class Reached:
    """For which lambda attention without decay is the recurrence, and by which entry of queries.

    The attention that is to be it has V = 1, keys of ones, and constant queries.
    """

    values: tuple[Any, ...] = (1,)
    query: Callable[[Any], Any] = lambda d: 1 / (d * Fraction(1))


def says_reached(reached: Reached, w: World) -> Conclusion:
    """For these lambda it is had; and where any attention, with biases, is one, it is of these."""
    d = w.size("d")
    x, lam = w.array("x", d), w.number("lam")
    one, none, nowhere = _constant(w, 1, d), _constant(w, 0, d), _constant(w, 0, d, d)
    eye = w.identity(d)
    query = one * w.call(reached.query, d)
    adding = DecayedAttention(eye, none, nowhere, one, nowhere, query, one)
    free = DecayedAttention(**_free(w, d, BIASES), keep=one)
    had = [
        SameOutputs(w.machine(Recurrence(value, none), x), w.machine(adding, x))
        for value in reached.values
    ]
    any_attention = SameOutputs(w.machine(free, x), w.machine(Recurrence(lam, none), x))
    distance = lam * 0 + 1
    for value in reached.values:
        distance = distance * (lam - value)
    return All((*had, Implies(any_attention, Equal(distance, 0))))


BIASES = ("b_V", "b_K", "b_Q")


def _constant(w: World, value: int, *sizes: Any) -> Any:
    return w.entries(lambda *_: value, *sizes)


def _free(w: World, d: Any, biases: Collection[str]) -> dict[str, Any]:
    """Any weights of attention, with these biases."""
    weights = {name: w.array(name, d, d) for name in ("W_V", "W_K", "W_Q")}
    none = _constant(w, 0, d)
    return weights | {b: w.array(b, d) if b in biases else none for b in BIASES}


def by_repetition(both: Any) -> Evidence:
    """Prove it: attention remembers y 1^T / d; and on (x, x) it gives (y, 2 y), whatever it is.

    A recurrence gives (x, (1 + lambda) x).
    """
    had, only = both.parts
    memory = had.other.state
    (axis,) = had.one.state.axes
    one = ones((axis,))
    query = one * (1 / sp.Symbol("d", integer=True, positive=True))
    return conjunction(
        both,
        simulation(had, memory @ query),
        linear_combination(only, [(query * -1, [one, one]), (query * 2, [one])]),
    )


@check("exact")
def check_repeated_token_at_one_unit(reached: Reached) -> Evidence:
    """At d = 1: y_2 - 2 y_1 on (x, x) as a polynomial in all weights."""
    names = ("W_V", "W_K", "W_Q", "b_V", "b_K", "b_Q")

    def twice(x, **w):
        return 2 * _scalar(w, [x])[-1]

    def second(x, **w):
        return _scalar(w, [x, x])[-1]

    shapes = {"x": (1,), **{n: (1, 1) if n[0] == "W" else (1,) for n in names}}
    same = equal_maps(twice, second, sizes=[shapes])
    wrong = sorted(set(reached.values) - {1})
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
    subject=Reached((0, 1)),
    checks=(instances_of(says_reached), check_repeated_token_at_one_unit),
    controls=(Control("repaired", Reached(), "lambda = 1 alone"),),
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
    subject=Reached(),
    says=says_reached,
    checks=(
        proof_of(says_reached, by_repetition),
        instances_of(says_reached),
        check_repeated_token_at_one_unit,
    ),
    mutants=(
        Mutant("printed", Reached((0, 1)), "lambda = 0 as well"),
        Mutant("half", Reached((1, Fraction(1, 2))), "lambda = 1/2 as well"),
    ),
    late=(
        Mutant(
            "wide",
            Reached(query=lambda d: Reached().query(d) if d < 40 else 1),
            "queries of 1 for tokens of size 40 and more",
        ),
    ),
    repairs=("gated-rnn/a4-only-01",),
)


Biases = Callable[[Any], Collection[str]]
"""Which biases there are, for tokens of a size."""


def says_cubic(biases: Biases, w: World) -> Conclusion:
    """With these biases alone the first memory is quadratic and the first output cubic.

    So no attention, of any weights and decays, is a recurrence, of any factors: 1 would be 0.
    """
    d, c = w.size("d"), w.number("c")
    x = w.array("x", d)
    attention = DecayedAttention(**_free(w, d, biases(d)), keep=w.array("keep", d))
    start = attention.initial_state()
    (memory, output), (larger, scaled) = attention.step(start, x), attention.step(start, x * c)
    recurrence = Recurrence(w.array("lam", d), _constant(w, 0, d))
    same = SameOutputs(w.machine(attention, x), w.machine(recurrence, x))
    cubic = Equal(larger, memory * c**2), Equal(scaled, output * c**3)
    return All((*cubic, Implies(same, Equal(1, 0))))


def by_doubling(whole: Any) -> Evidence:
    """Prove it: at twice a token attention is eight times as large, and a recurrence twice."""
    memory, output, never = whole.parts
    (axis,) = never.hypothesis.one.token.axes
    one = ones((axis,))
    sixth = one * (1 / (6 * sp.Symbol("d", integer=True, positive=True)))
    runs = [(sixth, [one * 2]), (sixth * -8, [one])]
    return conjunction(whole, prove(memory), prove(output), linear_combination(never, runs))


@check("exact")
def check_homogeneous_at_two(biases: Biases) -> Evidence:
    """The same at d = 1 and c = 2, as polynomials."""
    names = ("W_V", "W_K", "W_Q", *biases(1))

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
    subject=lambda _d: (),
    says=says_cubic,
    checks=(
        proof_of(says_cubic, by_doubling),
        instances_of(says_cubic),
        check_homogeneous_at_two,
    ),
    mutants=(
        Mutant("key-bias", lambda _d: ("b_K",), "with b_K"),
        Mutant("query-bias", lambda _d: ("b_Q",), "with b_Q"),
        Mutant("value-bias", lambda _d: ("b_V",), "with b_V"),
    ),
    late=(
        Mutant(
            "wide",
            lambda d: () if d < 40 else ("b_K",),
            "with b_K for tokens of size 40 and more",
        ),
    ),
    notes="At the first token no decay is felt.",
)
