"""Running programs: a token at a time, a sequence, a batch; on every number system.

A *machine* is a program whose numbers were converted to a number system, once. It has

- `initial_state()`: a tuple of arrays, one for each `LinState` of the program in order,
- `step(state, x)`: the state after the token x, and the output at x,
- `machine(xs)`: the outputs on a sequence (T, dim) or a batch of sequences (B, T, dim).

Floats run on dense arrays, with batches in one go; all other number systems compute entry by
entry with sparse rows.
"""

from typing import Any

from constructions.arrays import system_of
from constructions.errors import ShapeError
from constructions.lsrl.array_machine import ArrayMachine, array_machine
from constructions.lsrl.entrywise_machine import EntrywiseMachine
from constructions.lsrl.language.cyclotomic import ALGEBRAIC
from constructions.lsrl.language.program_graph import ProgramGraph
from constructions.number_systems.entries import nested
from constructions.number_systems.objects import OBJECTS
from constructions.number_systems.rationals import EXACT, Rationals

__all__ = ["checked_inputs", "machine", "read_inputs"]


def machine(program: ProgramGraph, system: Any) -> ArrayMachine | EntrywiseMachine:
    """Return a program as a machine on a number system.

    **Arguments**: `system`, such as `EXACT`, `FLOAT`, `balls(128)`, `jax_floats()`; `EXACT`
    stands for the algebraic numbers if the program needs them.
    """
    if not hasattr(system, "entry"):
        return array_machine(program, system)
    exact = ALGEBRAIC if not program.is_rational else EXACT
    return EntrywiseMachine(program, exact if isinstance(system, Rationals) else system)


def read_inputs(program: ProgramGraph, xs: Any) -> tuple[Any, Any]:
    """Return the number system of a sequence (T, dim) or a batch (B, T, dim), and it as an array.

    The inputs say in which number system. Nested lists are exact; a float among them is an error.
    The empty sequence is an array of shape (0, dim).

    **Raises** `ShapeError`, `ExactnessError`.
    """
    system = _system_of_inputs(xs)
    return system, checked_inputs(program, system.array(xs, "xs"), batches=True)


def checked_inputs(program: ProgramGraph, xs: Any, *, batches: bool = False) -> Any:
    """Return a sequence of tokens if its shape is right. **Raises** `ShapeError`."""
    if xs.ndim not in ((2, 3) if batches else (2,)) or xs.shape[-1] != program.input.dim:
        batch = f" or (B, T, {program.input.dim}) for a batch" if batches else ""
        raise ShapeError(
            f"xs has shape {tuple(xs.shape)}; expected (T, {program.input.dim}) for one sequence"
            f"{batch}."
        )
    return xs


def _system_of_inputs(xs: Any) -> Any:
    if not isinstance(xs, list | tuple):
        system = system_of(xs)
        return EXACT if isinstance(system, Rationals) else system
    entries = list(nested(xs, "xs").flat)
    if all(EXACT.entry(entry) is not None for entry in entries):
        return EXACT
    for system in (ALGEBRAIC, OBJECTS):
        if all(system.entry(entry) is not None for entry in entries):
            return system
    return EXACT  # which names the entry that is no exact number
