"""GRUs and LSTMs as machines: what they put out on all sequences, of all lengths.

A claim hands over a target and a token for every world, and its subject makes the machine that is
to have the same outputs; the statement is `SameOutputs`, on all sequences of all lengths.
`Composed` is a cell around a cell, for what is to be said of a state beside the output. Late
mutants put out twice as much from 90 units on, which no small instance shows.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from constructions.cells.recurrent_layer import RecurrentLayer
from constructions.cells.relu_network import ReLUNetwork
from proofs.lsrl.any_size import Stated, World
from theorem_checks import Evidence, Mutant, SameOutputs, simulation, with_parts
from theorem_checks import World as WorldOfStatement

__all__ = ["Composed", "Runs", "Wrong", "by_state", "late_machines", "says_same", "state_of"]


class Composed:
    """A cell between two functions: it reads `read` of a token, and puts out `tell` of its output.

    `tell` is given the token, too.
    """

    def __init__(
        self,
        cell: Any,
        read: Callable[[Any], Any] = lambda x: x,
        tell: Callable[[Any, Any], Any] = lambda y, _: y,
    ) -> None:
        self.cell, self.read, self.tell = cell, read, tell

    def initial_state(self) -> Any:
        """Return the cell's."""
        return self.cell.initial_state()

    def step(self, state: Any, x: Any) -> tuple[Any, Any]:
        """Return the state after the token, and what is told of the output."""
        after, output = self.cell.step(state, self.read(x))
        return after, self.tell(output, x)


def state_of(w: World, A: Any, B: Any, b: Any, s_0: Any) -> RecurrentLayer:
    """Return the layer of eq. (5) that puts out its state."""
    passed = ReLUNetwork((w.eye("n"),), (w.zeros("n"),))
    return RecurrentLayer(A, B, b, s_0, passed, relu_state=True)


class Runs:
    """What a claim says: of which machine its subject has the outputs, on all sequences.

    `target` gives that machine and a token in every world; a subject has a method `machine`.
    """

    def __init__(self, target: Callable[[World], tuple[Any, Any]]) -> None:
        self.target = target

    def says(self, subject: Any, w: WorldOfStatement) -> SameOutputs:
        """The subject's machine and the target have the same outputs on all sequences."""
        stated = Stated(w)
        target, token = self.target(stated)
        return SameOutputs(w.machine(subject.machine(stated), token), w.machine(target, token))

    def late(self, subject: Any) -> tuple[Mutant]:
        """Return a late mutant of a subject."""
        return (Mutant("wide", Doubled(subject), "twice as much for 90 units and more"),)


@dataclass(frozen=True)
class Doubled:
    """A subject whose machine puts out twice as much where n is 90 or more."""

    subject: Any

    def machine(self, w: World) -> Any:
        """Return the machine."""
        one = self.subject.machine(w)
        return one if w.zeros("n").shape[0] < 90 else Composed(one, tell=lambda y, _: y + y)


def says_same(statement: Any, w: WorldOfStatement) -> SameOutputs:
    """Two machines have the same outputs on all sequences, as `statement.machines` makes them."""
    one, other, token = statement.machines(Stated(w))
    return SameOutputs(w.machine(one, token), w.machine(other, token))


def by_state(same: SameOutputs) -> Evidence:
    """Prove it as the first n units of the first cell have put out the state."""
    state, *above = same.one.state if isinstance(same.one.state[0], tuple) else (same.one.state,)
    memory, hidden = state
    s = same.other.state
    held = (memory, with_parts(hidden, {(hidden.axes[0][0].name,): lambda i: s[i]}))
    return simulation(same, (held, *above) if above else held)


@dataclass(frozen=True)
class Wrong:
    """A statement, of which the first machine puts out twice as much where n is 90 or more."""

    statement: Any

    def machines(self, w: World) -> tuple[Any, Any, Any]:
        """Return both machines, and the token."""
        one, other, token = self.statement.machines(w)
        if w.zeros("n").shape[0] < 90:
            return one, other, token
        return Composed(one, tell=lambda y, _: y + y), other, token


def late_machines(statement: Any) -> tuple[Mutant, ...]:
    """Return a late mutant of a statement on machines."""
    return (Mutant("wide", Wrong(statement), "twice as much for 90 units and more"),)
