r"""Sec. 2 and 3: linear RNNs unrolled, as programs, and Figure 1's program."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np

from constructions.arrays import OBJECTS
from constructions.lsrl import ForEach, Input, LinState
from constructions.lsrl.programs.majority import majority_of_ones
from constructions.lsrl.targets import linear_rnn
from proofs.lsrl import PAPER
from proofs.lsrl.any_size import proved_for_all_sizes
from theorem_checks import (
    Claim,
    Counterexample,
    Evidence,
    Mutant,
    Source,
    Verdict,
    agree,
    all_of,
    check,
    equal_maps,
    every,
    prove_for_all,
    prove_for_all_inputs,
    reals,
    to_fraction,
    where,
)


def recurrence(A, B, b, s, xs):
    """Return s_T of s_t = A s_{t-1} + B x_t + b, from s_0 = s."""
    for x in xs:
        s = A @ s + B @ x + b
    return s


@dataclass(frozen=True)
class Unrolled:
    """The sum of eq. (3) unrolled, taken from the last token back to the first.

    `add(A, B, b, total, power, x)` is the sum with one token more, and the next power of A;
    `end(total, power, s_0)` has the first state, too.
    """

    add: Callable[..., Any]
    end: Callable[..., Any]

    def __call__(self, A, B, b, s, xs):
        """Return A^T s_0 + sum_{i<T} A^i (B x_{T-i} + b)."""
        total, power = np.zeros_like(s) + 0, np.eye(len(s), dtype=int)
        for x in xs[::-1]:
            total, power = self.add(A, B, b, total, power, x)
        return self.end(total, power, s)

    def steps(self, w):
        """Compare the value with a token still in the state, and with it in the sum."""
        A, B, b = w("A", "n n"), w("B", "n m"), w("b", "n")
        s, x, total, power = w("s", "n"), w("x", "m"), w("total", "n"), w("P", "n n")
        added = self.add(A, B, b, total, power, x)
        return {
            "no token": (s, self.end(w.zeros("n"), w.eye("n"), s)),
            "one more": (self.end(total, power, A @ s + B @ x + b), self.end(*added, s)),
        }


def next_term(A, B, b, total, power, x):
    """Add A^i (B x + b)."""
    return total + power @ (B @ x + b), power @ A


def one_off(A, B, b, total, power, x):
    """Give each term a power too many."""
    return total + power @ A @ (B @ x + b), power @ A


def with_first_state(total, power, s):
    """Add A^T s_0."""
    return total + power @ s


def forgetful(total, power, s):
    """Leave out the term of s_0."""
    return total + 0 * (power @ s)


UNROLLED = Unrolled(next_term, with_first_state)

SIZES = [
    {"A": (n, n), "B": (n, m), "b": (n,), "s": (n,), "xs": (T, m)}
    for n, m, T in ((1, 1, 3), (2, 1, 2), (2, 2, 3))
]


@check("exact")
def check_unrolled(convolution):
    """Both are the same polynomials in all weights, states and inputs, at three sizes."""
    return equal_maps(convolution, recurrence, sizes=SIZES)


@check("proof")
def check_every_length(convolution):
    """Each token taken out of the state and into the sum leaves the value: all sizes and lengths.

    So s_T, with no token in the sum, is the sum with all of them, by induction.
    """
    return proved_for_all_sizes(convolution.steps, words=("induction over the tokens",))


WEIGHTS = {
    "A": [[1, -2], [3, Fraction(1, 2)]],
    "B": [[1, 0, 2], [-1, 4, Fraction(1, 3)]],
    "b": [Fraction(2, 5), -1],
    "init_state": [1, Fraction(-1, 7)],
}


@check("solver")
def check_state_node(write):
    """A program of one LinState is s_t = A s_{t-1} + B x_t + b with the new state as its value.

    For all inputs of 3 tokens of size 3, at one choice of weights without zeros in A.
    """
    program = write(**WEIGHTS)
    A, B, b, s = (np.array(WEIGHTS[name], dtype=object) for name in ("A", "B", "b", "init_state"))

    def same(xs):
        ys = program(xs)
        return every(*(agree(recurrence(A, B, b, s, xs[: t + 1]), ys[t]) for t in range(3)))

    return prove_for_all_inputs(same, {"xs": (3, 3)})


@check("exact")
def check_causal(program):
    """Changing the tokens after t leaves the outputs up to t as they are: all strings of 4 bits."""
    for bits in product((0, 1), repeat=4):
        outputs = program([[b] for b in bits])[:, 0].tolist()
        for t in range(1, 4):
            changed = [*bits[:t], *(1 - b for b in bits[t:])]
            if program([[b] for b in changed])[:t, 0].tolist() != outputs[:t]:
                at = {"x": bits, "changed": changed}
                return Evidence.refuted(Counterexample(at, f"equal up to {t}", "different"))
    return Evidence.holds("Figure 1's program, all strings of 4 bits")


@check("exact")
def check_majority(program):
    """The output is 1 if there were strictly more ones than zeros: all strings of up to 6 bits."""
    for bits in product((0, 1), repeat=6):
        outputs = [to_fraction(y) for y in program([[b] for b in bits])[:, 0]]
        wanted = [int(2 * sum(bits[: t + 1]) > t + 1) for t in range(6)]
        if outputs != wanted:
            found = str(list(map(str, outputs)))
            return Evidence.refuted(Counterexample({"x": bits}, str(wanted), found))
    return Evidence.holds("mu as given; all strings of 6 bits and their beginnings")


@check("exact")
def check_one_layer(program):
    """It compiles to one layer of a linear RNN, as the figure shows."""
    found = len(linear_rnn(program).parts)
    if found != 1:
        return Evidence.refuted(Counterexample({"program": "Figure 1"}, "1 layer", f"{found}"))
    return Evidence.holds("Figure 1's program, by the levelised compiler")


ones, zeros, bit = reals("ones zeros x")


@check("solver")
def check_every_count(program):
    """For all numbers of ones and zeros so far, and each next bit, the output is right.

    Two integers differ by 0 or at least 1; from counts of s, s' the program goes to s + x and
    s' + 1 - x. One token is run on the program itself, from any such state.
    """
    machine = program.on(OBJECTS)
    state = tuple(np.array([count], dtype=object) for count in (ones, zeros))
    after, output = machine.step(state, np.array([bit], dtype=object))
    lead = ones - zeros + 2 * bit - 1
    wanted = where(lead > 0, 1, 0)
    integers = [(bit == 0) | (bit == 1), (lead >= 1) | (lead <= 0)]
    same = (after[0][0] == ones + bit) & (after[1][0] == zeros + 1 - bit) & (output[0] == wanted)
    return all_of(
        {"a token": prove_for_all(same, assume=integers)},
        "all counts and bits",
        words=("induction over the tokens, from 0 and 0",),
    )


def state_program(**weights):
    """Write s_t = A s_{t-1} + B x_t + b as a program of one state."""
    return ForEach(LinState(Input(3), **weights))


def late_program(**weights):
    """Write it with the state of s_0 = 0."""
    return ForEach(LinState(Input(3), **{**weights, "init_state": 0}))


def unbiased_program(**weights):
    """Write it without the bias."""
    return ForEach(LinState(Input(3), **{**weights, "b": 0}))


@dataclass(frozen=True)
class Reversed:
    """A map that reads its tokens backwards, which no program can."""

    program: Callable[..., Any]

    def __call__(self, xs):
        """Return the outputs on the reversed tokens."""
        return self.program(xs[::-1])


convolution = Claim(
    id="lsrl/eq-3-unrolled",
    title="The state of a linear RNN is a convolution of its inputs",
    source=Source(PAPER, "Sec. 2, eq. (3)"),
    statement=r"s_t = A^t s_0 + \sum_{i < t} A^i (B x_{t-i} + b)",
    assumptions=("all sizes, weights, inputs and lengths",),
    subject=UNROLLED,
    checks=(check_every_length, check_unrolled),
    mutants=(
        Mutant("forgetful", replace(UNROLLED, end=forgetful), "without A^t s_0"),
        Mutant("one-off", replace(UNROLLED, add=one_off), "A^{i+1} for A^i"),
    ),
)

state = Claim(
    id="lsrl/linstate",
    title="LinState is s_t = A s_{t-1} + B x_t + b, and its value includes the current token",
    source=Source(PAPER, "Sec. 3"),
    statement=r"s_t = A s_{t-1} + B x_t + b",
    assumptions=("one choice of weights; all inputs of three tokens",),
    subject=state_program,
    checks=(check_state_node,),
    mutants=(
        Mutant("from-zero", late_program, "s_0 = 0"),
        Mutant("unbiased", unbiased_program, "b = 0"),
    ),
)

figure_1 = Claim(
    id="lsrl/fig-1",
    title="Figure 1's program says whether there were strictly more ones than zeros",
    source=Source(PAPER, "Figure 1"),
    statement=r"y_t = \mathbb 1[\#1 > \#0]",
    assumptions=("tokens 0 and 1; mu = 10",),
    subject=majority_of_ones(),
    checks=(
        check_every_count.killing("small-gain"),
        check_majority.killing("small-gain", "backwards"),
        check_one_layer.killing("two-layers"),
    ),
    mutants=(
        Mutant("small-gain", majority_of_ones(Fraction(1, 2)), "mu = 1/2"),
        Mutant("backwards", Reversed(majority_of_ones()), "reads from the end"),
        Mutant(
            "two-layers", ForEach(LinState(majority_of_ones().output, A=0, B=1)), "a state more"
        ),
    ),
    notes="Any mu of at least 1 will do.",
)

causal = Claim(
    id="lsrl/causal",
    title="Outputs do not depend on later tokens",
    source=Source(PAPER, "Sec. 2, eq. (1)"),
    statement=r"y_t = g(x_1, \dots, x_t)",
    assumptions=("Figure 1's program",),
    subject=majority_of_ones(),
    checks=(check_causal,),
    mutants=(Mutant("backwards", Reversed(majority_of_ones()), "reads from the end"),),
    expect=Verdict.HOLDS,
)
