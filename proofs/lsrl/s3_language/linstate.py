"""Sec. 3: the node of a linear state.

A program of a single LinState is the recurrence $s_t = A s_{t-1} + B x_t + b$ from $s_0$, whose
value includes the current token. On arrays of all sizes the machine of the program and that of the
recurrence have one state, so that equal outputs follow by induction; entry by entry it is run for
some weights. Late mutants leave the bias out for large sizes, or far-out tokens.
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from constructions.arrays import OBJECTS
from constructions.lsrl import ForEach, Input, LinState, ReLU
from constructions.lsrl.evaluation import machine
from proofs.lsrl import PAPER
from proofs.lsrl.free_weights import Token, Weight, machine_of
from theorem_checks import (
    All,
    Claim,
    Conclusion,
    Counterexample,
    Evidence,
    Mutant,
    SameOutputs,
    SameRuns,
    Source,
    World,
    check,
    conjunction,
    proof_of,
    prove,
    simulation,
    to_fraction,
)

WEIGHTS = {
    "A": [[1, -2], [3, Fraction(1, 2)]],
    "B": [[1, 0, 2], [-1, 4, Fraction(1, 3)]],
    "b": [Fraction(2, 5), -1],
    "init_state": [1, Fraction(-1, 7)],
}


@dataclass(frozen=True)
class OnArrays:
    """The same on arrays of a world."""

    A: Any
    B: Any
    b: Any
    init_state: Any

    def initial_state(self) -> Any:
        """Return s_0."""
        return (self.init_state,)

    def step(self, state: Any, x: Any) -> tuple[Any, Any]:
        """Return the state after a token, twice."""
        after = self.A @ state[0] + self.B @ x + self.b
        return (after,), after


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


def says_recurrence(write: Any, w: World) -> All:
    """A program of one LinState has s_t = A s_{t-1} + B x_t + b for its output, from s_0.

    On arrays for all weights of any sizes, and entry by entry for some.
    """
    n, m = w.size("n"), w.size("m")
    free = {"A": w.array("A", n, n), "B": w.array("B", n, m)}
    free |= {name: w.array(name, n) for name in ("b", "init_state")}
    x, sizes = w.array("x", m), {"A": (n, n), "B": (n, m)}
    weights = {name: Weight(held, *sizes.get(name, (n,))) for name, held in free.items()}
    written = write(Token(x, m), **weights)
    cells = machine_of(written, free["A"]), OnArrays(**free)
    return All((SameOutputs(*(w.machine(cell, x) for cell in cells)), says_entrywise(write, w)))


def says_entrywise(write: Any, w: World) -> SameRuns:
    """Entry by entry it is so for one choice of weights."""
    steps = w.steps(machine(ForEach(write(Input(3), **WEIGHTS)), OBJECTS), 3)
    return SameRuns(steps, w.steps(Recurrence(**WEIGHTS), 3))


def by_equal_states(both: All) -> Evidence:
    """Prove it as both have the same state."""

    def proved(part: Conclusion) -> Evidence:
        if isinstance(part, SameOutputs):
            return simulation(part, part.other.state)
        return prove(part)

    return conjunction(both, *map(proved, both.parts))


@check("exact")
def check_entrywise(write: Any) -> Evidence:
    """Entry by entry it has these outputs on three tokens, for one choice of weights."""
    tokens = [[1, -2, Fraction(1, 3)], [0, 5, -1], [7, 0, 2]]
    wanted = Recurrence(**WEIGHTS)
    state, outputs = wanted.initial_state(), []
    for x in tokens:
        state, y = wanted.step(state, OBJECTS.array(x))
        outputs.append(list(y))
    found = [[to_fraction(e) for e in y] for y in ForEach(write(Input(3), **WEIGHTS))(tokens)]
    if found != outputs:
        told = (str([list(map(str, y)) for y in ys]) for ys in (outputs, found))
        return Evidence.refuted(Counterexample({"xs": tokens}, *told))
    return Evidence.holds("one choice of weights, three tokens")


def state_program(x, **weights):
    """Write s_t = A s_{t-1} + B x_t + b as one state."""
    return LinState(x, **weights)


def late_program(x, **weights):
    """Write it with the state of s_0 = 0."""
    return LinState(x, **{**weights, "init_state": 0})


def unbiased_program(x, **weights):
    """Write it without the bias."""
    return LinState(x, **{**weights, "b": 0})


def twice_program(x, **weights):
    """Write it with A for the input, too."""
    return LinState(x, **{**weights, "B": weights["A"]})


def wide_program(x, **weights):
    """Write it without the bias where it has 90 units or more."""
    A = weights["A"]
    wide = isinstance(A, Weight) and A.held.shape[0] >= 90
    return (unbiased_program if wide else state_program)(x, **weights)


def long_program(x, **weights):
    """Write it without the bias where tokens have 1000 entries or more."""
    return (state_program if x.dim < 1000 else unbiased_program)(x, **weights)


def far_program(x, **weights):
    """Write it so that it is right for tokens up to 10^9 only."""
    state = LinState(x, **weights)
    return state if isinstance(x, Token) else state + ReLU(x[:2] - 10**9)


state = Claim(
    id="lsrl/linstate",
    title="LinState is s_t = A s_{t-1} + B x_t + b, and its value includes the current token",
    source=Source(PAPER, "Sec. 3"),
    statement=r"s_t = A s_{t-1} + B x_t + b",
    subject=state_program,
    says=says_recurrence,
    assumptions=(
        "all weights and sizes: on arrays, of NumPy or JAX; entry by entry for one choice of"
        " weights, without zeros, of two units and three inputs",
    ),
    checks=(
        proof_of(says_recurrence, by_equal_states).killing("a-for-b"),
        check_entrywise.killing("from-zero", "unbiased"),
    ),
    mutants=(
        Mutant("a-for-b", twice_program, "A in the place of B"),
        Mutant("from-zero", late_program, "s_0 = 0"),
        Mutant("unbiased", unbiased_program, "b = 0"),
    ),
    late=(
        Mutant("far", far_program, "another state beyond 10^9"),
        Mutant("wide", wide_program, "no bias where there are 90 units or more"),
        Mutant("long", long_program, "no bias where tokens have 1000 entries or more"),
    ),
)
