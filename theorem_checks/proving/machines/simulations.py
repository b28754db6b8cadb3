"""Two machines have the same outputs, as a relation of their states is kept."""

from collections.abc import Sequence
from typing import Any, NamedTuple, TypeAlias

from theorem_checks.errors import ArgumentError
from theorem_checks.proving.conclude import prove
from theorem_checks.proving.machines.steps import require_one_token
from theorem_checks.proving.rules.parts import sufficient
from theorem_checks.statements.arrays.symbolic_array import SymbolicArray
from theorem_checks.statements.conclusions import (
    Equal,
    SameOutputs,
)
from theorem_checks.statements.seals import concluded
from theorem_checks.statements.terms import (
    Replacement,
    components,
    data_of,
    entries_of,
    put,
    replacement,
    tensor_names,
)
from theorem_checks.verdicts.evidence import Evidence

__all__ = [
    "Auxiliary",
    "Simulated",
    "State",
    "simulation",
]


State: TypeAlias = Any
"""The state of a machine: an array, or a nested tuple of arrays."""


Auxiliary = tuple[SymbolicArray, SymbolicArray, SymbolicArray]
"""A free array that a relation speaks of beside states, its value at first, and after a step."""


def simulation(
    conclusion: SameOutputs,
    relation: State,
    auxiliary: Sequence[Auxiliary] = (),
    *,
    other: State = None,
) -> Evidence:
    """Two machines give the same outputs, as a relation of their states is kept by each step.

    **Arguments**

    - `relation`: the first machine's state, in entries of the second one's, of the auxiliary
      arrays, and of its own: the blocks that `relation` leaves as they are may be anything.
    - `auxiliary`: arrays that the relation speaks of besides, each with its value before the first
      token and after any one, in entries of both states, of the auxiliary arrays and of the token.
      Both are proved to be symmetric where the array is.
    - `other`: the second machine's state likewise; by default it may be anything itself.

    **Returns** Evidence in parts: the relation holds at first; a step of both keeps it, whatever
    all that is free may be; where it holds, the outputs are equal.
    """
    one, two = conclusion.one, conclusion.other
    require_one_token(conclusion)
    _require_fresh(conclusion, auxiliary)
    sides = [(one, relation), (two, two.state if other is None else other)]
    tied = {
        name: value
        for machine, said in sides
        for name, value in replacement(machine.state, said).items()
        if not _is_left(name, machine.state, value)
    }
    free = set().union(*(tensor_names(array) for array, _, _ in auxiliary))
    free |= (tensor_names(one.state) | tensor_names(two.state)) - tied.keys()
    for name, (_, said) in zip(("relation", "other"), sides, strict=True):
        if strange := tensor_names(said) & (tied.keys() | tensor_names(one.token)):
            raise ArgumentError(name, sorted(strange), f"entries of {sorted(free)}")
    at_first, later = {}, {}
    for machine, _ in sides:
        at_first |= replacement(machine.state, machine.start)
        later |= replacement(machine.state, put(machine.after, tied))
    parts = {}
    for array, start, after in auxiliary:
        now = put(after, tied)
        at_first |= replacement(array, start, symmetric=True)
        later |= replacement(array, now, symmetric=True)
        if any(entry.tensor.symmetry != "none" for entry in entries_of(array).values()):
            name = min(tensor_names(array))
            parts[f"{name} is symmetric at first"] = prove(Equal(start, start.T))
            parts[f"{name} is symmetric after a step"] = prove(Equal(now, now.T))
    related = [
        (start, put(after, tied), said)
        for machine, whole in sides
        for state, start, after, said in zip(
            *map(components, (machine.state, machine.start, machine.after, whole)), strict=True
        )
        if tensor_names(state) & tied.keys()
    ]
    for number, (start, after, said) in enumerate(related, 1):
        of = f", part {number}" if len(related) > 1 else ""
        parts[f"at first{of}"] = prove(Equal(start, put(said, at_first)))
        parts[f"after a step{of}"] = prove(Equal(after, put(said, later)))
    outputs = [list(components(put(machine.output, tied))) for machine in (one, two)]
    for number, (output, wanted) in enumerate(zip(*outputs, strict=True), 1):
        of = f", part {number}" if len(outputs[0]) > 1 else ""
        parts[f"the outputs{of}"] = prove(Equal(output, wanted))
    given = Simulated(conclusion, tied, at_first, later, tuple(auxiliary))
    whole = sufficient(parts, "all sequences, of all lengths")
    return concluded(whole, conclusion, "simulation", given=given)


class Simulated(NamedTuple):
    """What a simulation was given, for whoever proves it again: the invariant as data.

    **Fields**: its `conclusion`; `tied`, what tensors of the states are; `at_first` and `later`,
    what stands in place of states and auxiliary arrays before the first token, and after one.
    """

    conclusion: SameOutputs
    tied: Replacement
    at_first: Replacement
    later: Replacement
    auxiliary: tuple[Auxiliary, ...]


def _is_left(name: str, state: State, value: Any) -> bool:
    """Whether what is put in place of a part of a state is that part itself."""
    return data_of(value[1]) == data_of(replacement(state, state)[name][1])


def _require_fresh(conclusion: SameOutputs, auxiliary: Sequence[Auxiliary]) -> None:
    """Free arrays must be free: no name stands for two things, and nothing is known of them."""
    one, other = conclusion.one, conclusion.other
    extra = {name for array, _, _ in auxiliary for name in tensor_names(array)}
    own = [tensor_names(machine.state) for machine in (one, other)]
    free = [*components((one.state, other.state, one.token)), *(array for array, _, _ in auxiliary)]
    names = [name for array in free for name in tensor_names(array)]
    if len(set(names)) < len(names):
        raise ArgumentError("auxiliary", sorted(names), "arrays of names that nothing else has")
    starts = (one.start, other.start, *(start for _, start, _ in auxiliary))
    taken = set(names) & tensor_names(starts)
    for machine, others in ((one, own[1]), (other, own[0])):
        taken |= tensor_names((machine.after, machine.output)) & (others | extra)
    every = (*free, *starts, one.after, one.output, other.after, other.output)
    for entry in entries_of((*every, *(after for _, _, after in auxiliary))).values():
        known = {entry.tensor.inverse_of, entry.tensor.power_of} - {""}
        taken |= {entry.tensor.name} & set(names) if known else set()
        taken |= known & set(names)
    if taken:
        raise ArgumentError("auxiliary", sorted(taken), "arrays that the machines do not have")
    replacement(one.token, one.token)
