"""Programs on all prompts of a kind: each beside what the prompt says, which is said apart.

`Beside` runs a program, and beside it a machine that keeps what a statement speaks of: how many
ones there were, which token was the first. So the statement does not speak of the states of the
program, which the proof alone looks at.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from constructions.arrays import OBJECTS
from constructions.lsrl import ForEach, Node
from constructions.lsrl.evaluation import machine
from theorem_checks.statements.reals.terms import entries_named

__all__ = ["Beside", "kept_and_states"]


@dataclass(frozen=True)
class Beside:
    """A program, and beside it numbers that are kept of the tokens.

    **Fields**: `first`, the numbers before the first token; `following(kept, x)`, those after a
    token. The state is what is kept, and then the states of the program, which reads the first
    entries of a token: what comes after them is for what is kept.
    """

    program: ForEach
    first: tuple[Any, ...]
    following: Callable[[Any, Any], list[Any]]
    _machine: Any = field(init=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_machine", machine(self.program, OBJECTS))

    def initial_state(self) -> Any:
        """Return what is kept at first, and the first states."""
        return OBJECTS.array(list(self.first)), self._machine.initial_state()

    def step(self, state: Any, x: Any) -> tuple[Any, Any]:
        """Return both after a token, and the output of the program."""
        kept, states = state
        after, y = self._machine.step(states, x[: self.program.input.dim])
        return (np.array(self.following(kept, x), dtype=object), after), y


def kept_and_states(program: ForEach, kept: int) -> tuple[list[Any], dict[str, list[Any]]]:
    """The entries of the state of a program beside so many numbers: these, and its own by name."""
    sizes = [node.dim for node in program.states]
    entries = iter(entries_named("s", (kept + sum(sizes),)))
    first = [next(entries) for _ in range(kept)]
    parts = [[next(entries) for _ in range(size)] for size in sizes]
    places: dict[Node, list[Any]] = dict(zip(program.states, parts, strict=True))
    return first, {name: places[node] for name, node in program.names.items() if node in places}
