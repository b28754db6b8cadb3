"""What every stack of machines keeps, and a machine that is therefore none."""

from collections.abc import Sequence
from functools import partial
from typing import Any

import sympy as sp

from theorem_checks.errors import ArgumentError, CheckError
from theorem_checks.proving.conclude import prove
from theorem_checks.proving.machines.steps import output_after
from theorem_checks.proving.rules.entries import only
from theorem_checks.proving.rules.parts import sufficient
from theorem_checks.statements.arrays.symbolic_array import SymbolicArray, zeros
from theorem_checks.statements.arrays.symbolic_arrays import symbol_array
from theorem_checks.statements.conclusions import (
    Equal,
)
from theorem_checks.statements.machines import Machine
from theorem_checks.statements.seals import concluded, require_concluded
from theorem_checks.statements.stacks import EveryStack, NoStack
from theorem_checks.statements.terms import (
    components,
    each_component,
    entries_of,
    put,
    replacement,
    tensor_names,
)
from theorem_checks.verdicts.evidence import Evidence

__all__ = [
    "layer_by_layer",
    "no_stack",
    "require_free_step",
]


def layer_by_layer(conclusion: EveryStack) -> Evidence:
    r"""Every stack keeps :math:`\sum_i c_i x^i_t = 0`, as each machine does: structural induction.

    A machine does if, run on such sequences from its first state, its states add up to 0 so, and
    its outputs; for which any states and tokens that add up so are looked at, in one step.
    """
    weights, parts = conclusion.weights, {}
    for number, machine in enumerate(conclusion.layers, 1):
        require_free_step(machine)
        states, tokens = (
            _adding_up(part, weights, machine) for part in (machine.state, machine.token)
        )
        runs = [
            dict(replacement(machine.state, s)) | dict(replacement(machine.token, x))
            for s, x in zip(states, tokens, strict=True)
        ]
        said = {"at first": machine.start, "after a step": machine.after, "output": machine.output}
        for what, value in said.items():
            each = [put(value, run) for run in runs]
            for place, copies in enumerate(zip(*map(components, each), strict=True), 1):
                total = _combined(weights, copies)
                name = f"kind {number}, {what}, part {place}"
                parts[name] = prove(Equal(total, zeros(total.axes)))
    scope = "all stacks, all sequences of all lengths"
    return concluded(sufficient(parts, scope), conclusion, "layer by layer")


def no_stack(
    conclusion: NoStack,
    every: EveryStack,
    kept: Evidence,
    tokens: Sequence[SymbolicArray],
    reads: SymbolicArray,
) -> Evidence:
    """No stack has the outputs of a machine, as it does not keep a sum at 0 that stacks keep.

    **Arguments**: what `every` stack of the same layers keeps, and evidence of it, `kept`; a token
    for each weight, which add up to 0, each a sequence by itself; `reads`, what the machine's
    outputs at these are multiplied with, so that they add up to 1.
    """
    require_concluded(kept, every, "kept")
    target, weights = conclusion.target, every.weights
    if EveryStack(conclusion.layers, weights).key != every.key:
        raise CheckError("What stacks keep is said of other layers.")
    if len(tokens) != len(weights) or isinstance(target.output, tuple):
        raise ArgumentError("tokens", tokens, f"{len(weights)} tokens, for outputs of one array")
    require_free_step(target)
    bound = tensor_names(target.state) | tensor_names(target.token)
    if strange := bound & tensor_names((*tokens, reads)):
        raise ArgumentError("tokens", sorted(strange), "arrays that do not depend on the run")
    none = _combined(weights, tokens)
    outputs = _combined(weights, [output_after(target, [token]) for token in tokens])
    parts = {
        "what every stack keeps": kept,
        "the tokens add up to 0": prove(Equal(none, zeros(none.axes))),
        "the outputs do not": prove(Equal(only(reads @ outputs), 1)),
    }
    return concluded(sufficient(parts, "all stacks"), conclusion, "no stack")


def require_free_step(machine: Machine) -> None:
    """Raise `ArgumentError` unless nothing is known of a machine's state and token."""
    names = [n for part in components((machine.state, machine.token)) for n in tensor_names(part)]
    if len(set(names)) < len(names) or tensor_names(machine.start) & set(names):
        raise ArgumentError("machine", sorted(names), "a free state and a free token, once each")
    for part in (machine.state, machine.token):
        replacement(part, part)
    for entry in entries_of((machine.start, machine.after, machine.output)).values():
        if {entry.tensor.inverse_of, entry.tensor.power_of} & set(names):
            raise ArgumentError("machine", entry, "a state and a token of which nothing is known")


def _adding_up(free: Any, weights: Sequence[sp.Expr], machine: Machine) -> list[Any]:
    """Copies of nested free arrays, all free but for the last one, with which they add up to 0."""
    taken = tensor_names((machine.start, machine.after, machine.output, machine.token))

    def copy(number: int, part: SymbolicArray) -> SymbolicArray:
        name = f"{min(tensor_names(part), default='')}.copy{number}"
        if any(other.startswith(name) for other in taken):
            raise ArgumentError("machine", name, "an array of a name that nothing else has")
        return symbol_array(name, *part.axes)

    *others, last = weights
    copies = [each_component(partial(copy, n), free) for n in range(1, len(weights))]
    rest = each_component(lambda *parts: _combined([-c / last for c in others], parts), *copies)
    return [*copies, rest if copies else ()]


def _combined(weights: Sequence[sp.Expr], arrays: Sequence[SymbolicArray]) -> SymbolicArray:
    total, *others = (array * c for c, array in zip(weights, arrays, strict=True))
    for array in others:
        total = total + array
    return total
