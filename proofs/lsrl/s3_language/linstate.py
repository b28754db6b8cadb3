r"""Sec. 3: the node of a linear state."""

from fractions import Fraction

import numpy as np

from constructions.lsrl import ForEach, Input, LinState
from proofs.lsrl import PAPER
from proofs.lsrl.s2_preliminaries.equation_3 import recurrence
from theorem_checks import (
    Claim,
    Mutant,
    Source,
    agree,
    check,
    every,
    prove_for_all_inputs,
)

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


def state_program(**weights):
    """Write s_t = A s_{t-1} + B x_t + b as a program of one state."""
    return ForEach(LinState(Input(3), **weights))


def late_program(**weights):
    """Write it with the state of s_0 = 0."""
    return ForEach(LinState(Input(3), **{**weights, "init_state": 0}))


def unbiased_program(**weights):
    """Write it without the bias."""
    return ForEach(LinState(Input(3), **{**weights, "b": 0}))


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
