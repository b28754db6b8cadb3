r"""Figure 1: a program that says whether there were more ones than zeros."""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np

from constructions.arrays import OBJECTS
from constructions.lsrl import ForEach, LinState
from constructions.lsrl.programs.majority import majority_of_ones
from constructions.lsrl.targets import linear_rnn
from proofs.lsrl import PAPER
from theorem_checks import (
    Claim,
    Counterexample,
    Evidence,
    Mutant,
    Source,
    all_of,
    check,
    prove_for_all,
    reals,
    to_fraction,
    where,
)


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


@dataclass(frozen=True)
class Reversed:
    """A map that reads its tokens backwards, which no program can."""

    program: Callable[..., Any]

    def __call__(self, xs):
        """Return the outputs on the reversed tokens."""
        return self.program(xs[::-1])


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
