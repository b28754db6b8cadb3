r"""Sec. 3: the node of a linear state."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from constructions.arrays import OBJECTS
from constructions.lsrl import ForEach, Input, LinState, ReLU
from constructions.lsrl.evaluation import machine
from proofs.lsrl import PAPER
from theorem_checks import Claim, Mutant, SameRuns, Source, Verdict, proof_of

WEIGHTS = {
    "A": [[1, -2], [3, Fraction(1, 2)]],
    "B": [[1, 0, 2], [-1, 4, Fraction(1, 3)]],
    "b": [Fraction(2, 5), -1],
    "init_state": [1, Fraction(-1, 7)],
}


@dataclass(frozen=True)
class Recurrence:
    """What a LinState with these weights is to be: its state is A s + B x + b, and is put out."""

    A: Any
    B: Any
    b: Any
    init_state: Any

    def initial_state(self) -> Any:
        """Return s_0."""
        return (OBJECTS.array(self.init_state),)

    def step(self, state: Any, x: Any) -> tuple[Any, Any]:
        """Return the state after a token, twice."""
        A, B, b = (OBJECTS.array(weights) for weights in (self.A, self.B, self.b))
        after = A @ state[0] + B @ x + b
        return (after,), after


def says_recurrence(write, w):
    """A program of one LinState has s_t = A s_{t-1} + B x_t + b for its output, from s_0."""
    program = w.steps(machine(write(**WEIGHTS), OBJECTS), 3)
    return SameRuns(program, w.steps(Recurrence(**WEIGHTS), 3))


def state_program(**weights):
    """Write s_t = A s_{t-1} + B x_t + b as a program of one state."""
    return ForEach(LinState(Input(3), **weights))


def late_program(**weights):
    """Write it with the state of s_0 = 0."""
    return ForEach(LinState(Input(3), **{**weights, "init_state": 0}))


def unbiased_program(**weights):
    """Write it without the bias."""
    return ForEach(LinState(Input(3), **{**weights, "b": 0}))


def far_program(**weights):
    """Write it so that it is right for tokens up to 10^9 only."""
    x = Input(3)
    return ForEach(LinState(x, **weights) + ReLU(x[:2] - 10**9))


state = Claim(
    id="lsrl/linstate",
    title="LinState is s_t = A s_{t-1} + B x_t + b, and its value includes the current token",
    source=Source(PAPER, "Sec. 3"),
    statement=r"s_t = A s_{t-1} + B x_t + b",
    subject=state_program,
    says=says_recurrence,
    expect=Verdict.ARGUED,
    checks=(
        proof_of(
            says_recurrence,
            words=(
                "Said of one choice of weights, without zeros, of two units and three inputs: other"
                " weights, of any sizes, stand in the same sums."
            ),
        ),
    ),
    mutants=(
        Mutant("from-zero", late_program, "s_0 = 0"),
        Mutant("unbiased", unbiased_program, "b = 0"),
    ),
    late=(Mutant("far", far_program, "another state beyond 10^9"),),
)
