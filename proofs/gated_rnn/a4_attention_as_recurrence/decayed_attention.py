"""Appendix A.4, eqs. (20) to (22): attention with decay and biases, as a sum and as an update.

Two of the equations are misprinted: (21) leaves out the biases, (22) multiplies by Gamma_1 as a
matrix, and by the wrong one.
"""

from dataclasses import dataclass, replace
from math import prod
from typing import Literal

import numpy as np
import sympy as sp

from constructions.arrays import outer
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
    check,
    equal_maps,
    family,
    prove_equal_arrays,
    prove_identity,
    symbol_array,
    zeros,
)
from theorem_checks.statements.arrays.symbolic_array import ones

d = sp.Symbol("d", integer=True, positive=True)
SHAPES = {"W_V": "vx", "b_V": "v", "W_K": "kx", "b_K": "k", "W_Q": "kx", "b_Q": "k", "keep": "v"}


def shapes(T, **sizes):
    """Return the shapes of tokens and weights, for sizes v (values), k (keys) and x (inputs)."""
    return {"xs": (T, sizes["x"])} | {
        name: tuple(sizes[a] for a in letters) for name, letters in SHAPES.items()
    }


SIZES = [
    shapes(1, v=1, k=1, x=1),
    shapes(2, v=1, k=1, x=1),
    shapes(3, v=1, k=1, x=1),
    shapes(2, v=2, k=2, x=1),
]


@dataclass(frozen=True)
class Formula:
    """Eq. (20), or (21) with the query outside, with or without biases within the sum.

    A token's part of the memory is (1 - gamma)^(age + exponent) v k^T, row by row.
    """

    biases: bool = True
    exponent: int = 0
    by: Literal["rows", "first row"] = "rows"

    def __call__(self, xs, **w):
        """Return y_1, y_2, ... term by term."""
        outputs = []
        for t in range(len(xs)):
            memory = np.multiply.outer(w["b_V"], w["b_K"]) * 0
            for s in range(t + 1):
                value, key = self.value_and_key(w, xs[s])
                keep = w["keep"] if self.by == "rows" else w["keep"][:1]
                memory = memory + np.multiply.outer(self.decayed(keep, t - s) * value, key)
            outputs.append(memory @ (w["W_Q"] @ xs[t] + w["b_Q"]))
        return outputs

    def value_and_key(self, w, x):
        """Return the value and the key of a token."""
        value, key = w["W_V"] @ x, w["W_K"] @ x
        return (value + w["b_V"], key + w["b_K"]) if self.biases else (value, key)

    def decayed(self, keep, age):
        """Return the factors of a token of this age."""
        return prod([keep] * (age + self.exponent))


@check("proof")
def check_induction_over_time(formula):
    """The sum for t from that for t - 1, against one step of the cell, for symbolic sizes.

    By one token older, each part has one factor 1 - gamma more; and one part is new.
    """
    if formula.by == "rows":
        evidence = _induction(formula)
        if evidence.verdict.passes:
            return evidence
    polynomials = check_against_the_recurrence.function(formula)
    if polynomials.counterexample:
        return Evidence.refuted(polynomials.counterexample, scope=polynomials.scope)
    return Evidence.undecided("A step differs, yet the outputs agree at small sizes.")


def _induction(formula):
    axes = {
        letter: family(letter, sp.Symbol(f"d_{letter}", integer=True, positive=True))
        for letter in "vkx"
    }
    w = {name: symbol_array(name, *(axes[a] for a in ls)) for name, ls in SHAPES.items()}
    attention, token = DecayedAttention(**w), symbol_array("x", axes["x"])
    memory = symbol_array("W", axes["v"], axes["k"])
    value, key = formula.value_and_key(w, token)
    older = outer(w["keep"], ones((axes["k"],))) * memory
    memory_after = older + outer(formula.decayed(w["keep"], 0) * value, key)
    after, output = attention.step(memory, token)
    start = attention.initial_state()
    keep, age = sp.Symbol("g"), sp.Symbol("a", integer=True, nonnegative=True)
    aged = (keep ** (age + formula.exponent + shift) for shift in (0, 1))
    return all_of(
        {
            "the empty sum": prove_equal_arrays(start, zeros(start.axes)),
            "one token older": prove_identity(keep * next(aged), next(aged)),
            "the sum": prove_equal_arrays(after, memory_after),
            "the output": prove_equal_arrays(output, memory_after @ (w["W_Q"] @ token + w["b_Q"])),
        },
        "all sizes of values, keys and inputs, all T, weights and tokens",
        rests_on=("induction over time; a sum up to t is one up to t - 1 and one more term",),
    )


@check("exact")
def check_against_the_recurrence(formula):
    """The sum over time gives the same polynomials as the recurrence that the cell runs."""
    return equal_maps(formula, lambda xs, **w: DecayedAttention(**w)(xs), sizes=SIZES)


eq_20 = Claim(
    id="gated-rnn/eq-20",
    title="The library's decayed attention is eq. (20)",
    source=Source(PAPER, "App. A.4, eq. (20)"),
    statement=r"y_t = \Big(\sum_{t' \le t} \Gamma_{t-t'} \odot (W_V x_{t'} + b_V)"
    r"(W_K x_{t'} + b_K)^\top\Big)(W_Q x_t + b_Q)",
    subject=Formula(),
    checks=(check_induction_over_time, check_against_the_recurrence),
    mutants=(
        Mutant("no-biases", Formula(biases=False), "as eq. (21) is printed"),
        Mutant("one-late", Formula(exponent=1), "Gamma_{t-t'+1}"),
        Mutant("one-decay", Formula(by="first row"), "one decay for all rows"),
    ),
    repairs=("gated-rnn/eq-21",),
)

eq_21 = Claim(
    id="gated-rnn/eq-21",
    title="The matrix of eq. (21) is the one in eq. (20)",
    source=Source(PAPER, "App. A.4, eq. (21)"),
    statement=r"W^{ff}_t := \sum_{t'} \Gamma_{t-t'} \odot (W_V x_{t'})(W_K x_{t'})^\top,"
    r"\quad y_t = W^{ff}_t (W_Q x_t + b_Q)",
    subject=Formula(biases=False),
    checks=(check_induction_over_time, check_against_the_recurrence),
    controls=(Control("repaired", Formula(), "with the biases b_V and b_K"),),
    expect=Verdict.REFUTED,
    repaired_by="gated-rnn/eq-20",
    notes="Eq. (21) leaves out b_V and b_K, which eqs (20) and (22) have, and on which all hangs.",
)


def printed_update(memory, decay, gain):
    """Eq. (22) as printed, with a product of matrices."""
    return memory + gain - decay @ memory


def printed_update_by_entries(memory, decay, gain):
    """Eq. (22) with the product read entry by entry."""
    return memory + gain - decay * memory


def repaired_update(memory, decay, gain):
    """The update that eq. (20) needs."""
    return memory + gain - (1 - decay) * memory


@check("proof")
def check_update(update):
    """Against one step of the cell from any memory, for symbolic d; and against eq. (20)."""
    axis = family("x", d)
    weights = {n: symbol_array(n, *[axis] * len(ls)) for n, ls in SHAPES.items()}
    attention, token = DecayedAttention(**weights), symbol_array("x", axis)
    memory = symbol_array("W", axis, axis)
    decay = outer(weights["keep"], ones((axis,)))
    gain = outer(weights["W_V"] @ token + weights["b_V"], weights["W_K"] @ token + weights["b_K"])
    after, _ = attention.step(memory, token)
    same = prove_equal_arrays(after, update(memory, decay, gain))
    g, n = sp.Symbol("g"), sp.Symbol("n", integer=True, nonnegative=True)
    power = prove_identity(g ** (n + 1), g * g**n)
    return all_of(
        {"one step of the recurrence": same, "Gamma_{k+1} = Gamma_1 * Gamma_k": power},
        "all d and t, all weights",
        rests_on=(
            "induction over time: eq. (20) for t + 1 is Gamma_1 times that for t, plus one term",
        ),
    )


@check("exact")
def check_update_of_one_unit(update):
    """The same with numbers at d = 1 and 2: the update of a memory of integers."""
    for size in (1, 2):
        memory = np.arange(1, size * size + 1).reshape(size, size)
        keep, gain = np.arange(3, 3 + size), np.full((size, size), 7)
        decay = np.multiply.outer(keep, np.ones(size, dtype=int))
        wanted = keep[:, None] * memory + gain
        found = update(memory, decay, gain)
        if not np.array_equal(found, wanted):
            values = {"W_t": memory, "1 - gamma": keep, "v k^T": gain}
            return Evidence.refuted(
                Counterexample(values, str(found.tolist()), str(wanted.tolist()))
            )
    return Evidence.holds("d = 1 and 2, memories of integers")


def _eq_22(id_, title, update, **more):
    return Claim(
        id=id_,
        title=title,
        source=Source(PAPER, "App. A.4, eq. (22)"),
        statement=r"W_{t+1} = W_t + (W_V x_{t+1} + b_V)(W_K x_{t+1} + b_K)^\top - \Gamma_1 W_t",
        subject=update,
        checks=(check_update, check_update_of_one_unit),
        **more,
    )


REPAIRED_22 = Control("repaired", repaired_update, "(1 - Gamma_1) entry by entry")
eq_22 = _eq_22(
    "gated-rnn/eq-22",
    "Eq. (22) is the update of eq. (20)'s matrix, with a product of matrices as printed",
    printed_update,
    controls=(REPAIRED_22,),
    expect=Verdict.REFUTED,
    repaired_by="gated-rnn/new-eq-22",
    notes="What is subtracted has to be (1 - Gamma_1), and entry by entry.",
)
eq_22_by_entries = replace(
    _eq_22(
        "gated-rnn/new-eq-22-by-entries",
        "Eq. (22) is the update of eq. (20)'s matrix, read with a product by entries",
        printed_update_by_entries,
        controls=(REPAIRED_22,),
        expect=Verdict.REFUTED,
        repaired_by="gated-rnn/new-eq-22",
        notes="With Gamma_1 as eq. (20) defines it, entries 1 - gamma, the wrong part is kept.",
    ),
    statement=r"W_{t+1} = W_t + v_{t+1} k_{t+1}^\top - \Gamma_1 \odot W_t",
)
eq_22_repaired = replace(
    _eq_22(
        "gated-rnn/new-eq-22",
        "W_{t+1} = W_t + v k^T - (1 - Gamma_1) * W_t, entry by entry, is eq. (20)'s matrix",
        repaired_update,
        mutants=(
            Mutant("printed", printed_update, "Gamma_1 as a matrix"),
            Mutant("printed-by-entries", printed_update_by_entries, "Gamma_1 for 1 - Gamma_1"),
            Mutant("no-decay", lambda memory, _decay, gain: memory + gain, "plain attention"),
        ),
        repairs=("gated-rnn/eq-22", "gated-rnn/new-eq-22-by-entries"),
    ),
    statement=r"W_{t+1} = W_t + v_{t+1} k_{t+1}^\top - (1 - \Gamma_1) \odot W_t",
)
