"""Programs on terms: one token from any states, and sequences.

A program is run on terms: real variables for the token, and for each state what it was before. So a
statement about one step is one of real arithmetic, and holds for any states, reachable or not;
`outputs_of` runs it on whole sequences of given length.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from constructions.arrays import OBJECTS
from constructions.lsrl import ForEach, Node
from theorem_checks import all_hold, reals

__all__ = ["equal", "one_step", "outputs_of", "states_after", "variables", "vector"]


def variables(name: str, number: int) -> list[Any]:
    """Return some real variables: name0, name1, and so on."""
    found = reals(" ".join(f"{name}{i}" for i in range(number)))
    return list(found) if number > 1 else [found]


def vector(values: Sequence[Any]) -> Any:
    """Return an array of terms."""
    return np.array(values, dtype=object)


def equal(found: Sequence[Any], wanted: Sequence[Any]) -> Any:
    """Say that the entries of one sequence are those of the other."""
    return all_hold(*(a == b for a, b in zip(found, wanted, strict=True)))


def outputs_of(program: ForEach, tokens: Sequence[Sequence[Any]]) -> list[Any]:
    """Return what a program of one output puts out on tokens of terms, or of numbers."""
    return list(program(OBJECTS.array(vector(tokens)))[:, 0])


def states_after(program: ForEach, tokens: Sequence[Sequence[Any]]) -> tuple[Any, ...]:
    """Return the states of a program after some tokens."""
    machine = program.on(OBJECTS)
    state = machine.initial_state()
    for token in tokens:
        state, _ = machine.step(state, vector(token))
    return state


def one_step(
    program: ForEach, x: Sequence[Any], before: tuple[Any, ...] = (), **states: Any
) -> tuple[dict[str, Any], Any]:
    """Return the named states after a token x, by name, and the output.

    **Arguments**: the program and the token; the `states` before it by name, and in `before` those
    of all nodes, from which states without a name are taken. By default that is the first state.
    """
    machine = program.on(OBJECTS)
    given = {program.names[name]: vector(values) for name, values in states.items()}
    pairs = zip(program.states, before or machine.initial_state(), strict=True)
    after, y = machine.step(tuple(given.get(node, part) for node, part in pairs), vector(x))
    places: dict[Node, Any] = dict(zip(program.states, after, strict=True))
    names = {name: node for name, node in program.names.items() if node in places}
    return {name: places[node] for name, node in names.items()}, y
