"""Figure 1: a program that says whether there were more ones than zeros.

The program adds 1 for a one and takes 1 away for a zero, in two counters, and asks which is
greater. After each token the counters differ by the lead, an integer, an invariant that each step
keeps on bits; and a step function of gain at least 1 is exact at integers. So the output is right
after each token of every sequence, of all lengths.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product

from constructions.lsrl import ForEach, LinState, ReLU
from constructions.lsrl.programs.majority import majority_of_ones
from constructions.lsrl.targets import Model, linear_rnn
from proofs.lsrl import PAPER
from proofs.lsrl.compilations import Compilation, says_same
from proofs.lsrl.on_prompts import Beside, kept_and_states
from theorem_checks import (
    All,
    Claim,
    Count,
    Counterexample,
    Equal,
    Evidence,
    Mutant,
    Source,
    check,
    invariant,
    proof_of,
    to_fraction,
    where,
)

FIGURE = majority_of_ones()
FAR = ReLU(FIGURE.names["ctr1s"] - 10**9)


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


@dataclass(frozen=True)
class Compiled:
    """A program, and what compiles it to a linear RNN."""

    program: ForEach
    compiled: Callable[[ForEach], Model] = linear_rnn


def says_one_layer(compiled, w):
    """One layer is made of it, as the figure shows, with its outputs on all sequences."""
    model = compiled.compiled(compiled.program)
    return All((Equal(len(model.parts), 1), says_same(Compilation(compiled.program, model), w)))


def says_majority(program, w):
    """After each token the output is 1 if there were strictly more ones than zeros, and else 0.

    On all sequences of bits; `lead` is by how many there were more.
    """
    lead = Beside(program, (0,), lambda lead, x: [lead[0] + 2 * x[0] - 1])
    return w.throughout(
        lead,
        1,
        lambda state, x: (x[0] == 0) | (x[0] == 1),
        lambda state, x, y: y[0] == where(state[0][0] > 0, 1, 0),
    )


def by_counting(said):
    """The counters of the program differ by the lead, which is an integer."""
    (lead,), states = kept_and_states(FIGURE, 1)
    (ones,), (zeros,) = states["ctr1s"], states["ctr0s"]
    return invariant(said, ones - zeros == lead, counts=(Count(lead, (1, -1), (0,)),))


@dataclass(frozen=True)
class Reversed:
    """A map that reads its tokens backwards, which no program can."""

    program: ForEach

    def __call__(self, xs):
        """Return the outputs on the reversed tokens."""
        return self.program(xs[::-1])


figure_1 = Claim(
    id="lsrl/fig-1",
    title="Figure 1's program says whether there were strictly more ones than zeros",
    source=Source(PAPER, "Figure 1"),
    statement=r"y_t = \mathbb 1[\#1 > \#0]",
    assumptions=("tokens 0 and 1; mu = 10",),
    subject=FIGURE,
    says=says_majority,
    checks=(
        proof_of(says_majority, by_counting).killing("small-gain"),
        check_majority.killing("small-gain", "backwards"),
    ),
    mutants=(
        Mutant("small-gain", majority_of_ones(Fraction(1, 2)), "mu = 1/2"),
        Mutant("backwards", Reversed(majority_of_ones()), "reads from the end"),
    ),
    late=(Mutant("far", ForEach(FIGURE.output + FAR), "1 more from 10^9 on"),),
    notes="Any mu of at least 1 will do.",
)


def softer(_program):
    """Return the model of the program with a smaller gain."""
    return linear_rnn(majority_of_ones(Fraction(1, 2)))


def far(program):
    """Return a model that is right for tokens up to 10^9 only."""
    return linear_rnn(ForEach(program.output + ReLU(program.input[0] - 10**9)))


ONE_LAYER = Compiled(FIGURE)

one_layer = Claim(
    id="lsrl/fig-1-one-layer",
    title="Figure 1's program compiles to one layer of a linear RNN, with its outputs everywhere",
    source=Source(PAPER, "Figure 1"),
    statement=r"L = 1, \quad y_t = y'_t \ \text{for all } t \text{ and } x_1, x_2, \dots",
    assumptions=("mu = 10; by the levelised compiler",),
    subject=ONE_LAYER,
    says=says_one_layer,
    checks=(proof_of(says_one_layer),),
    mutants=(
        Mutant(
            "two-layers",
            replace(ONE_LAYER, program=ForEach(LinState(FIGURE.output, A=0, B=1))),
            "a state more",
        ),
        Mutant("softer", replace(ONE_LAYER, compiled=softer), "mu = 1/2 in the model"),
    ),
    late=(Mutant("far", replace(ONE_LAYER, compiled=far), "another model beyond 10^9"),),
)
