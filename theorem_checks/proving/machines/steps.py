"""Steps of a machine: its token at a time, what it adds, what is put out after a few of them."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import sympy as sp

from theorem_checks.errors import ArgumentError
from theorem_checks.statements.arrays.index_expressions import scalar
from theorem_checks.statements.arrays.index_families import Block, block_name, indices_of
from theorem_checks.statements.arrays.indices import Index
from theorem_checks.statements.arrays.symbolic_array import SymbolicArray, zeros
from theorem_checks.statements.conclusions import (
    SameOutputs,
)
from theorem_checks.statements.machines import Machine
from theorem_checks.statements.terms import (
    components,
    data_of,
    put,
    replacement,
    same_nesting,
)

__all__ = [
    "Unrolled",
    "added_by_a_token",
    "length_of",
    "output_after",
    "outputs_at",
    "require_one_token",
    "row_at",
]


@dataclass(frozen=True)
class Unrolled:
    """A state before the token t as a sum over the tokens before, for whoever reads the proof.

    **Fields**: `state`, the array that it is the value of; the sum, `before`, in the same indices
    and t.
    """

    state: SymbolicArray
    before: SymbolicArray


def row_at(token: Any, tokens: Any, time: Index) -> dict[str, Any]:
    """What puts the token at a time in place of the free one; of nested tuples, each array."""
    row: dict[Any, Any] = {}
    if isinstance(token, tuple):
        pairs = zip(components(token), components(tokens), strict=True)
        return {name: at for pair in pairs for name, at in row_at(*pair, time).items()}
    for place in token.blocks:
        block = tokens.blocks.get((0, *place), scalar(0))
        first, *rest = indices_of(tokens.axes, (0, *place))
        names = [(first, time), *zip(rest, indices_of(token.axes, place), strict=True)]
        row[place] = block.renamed(names)
    return dict(replacement(token, SymbolicArray(token.axes, row)))


def length_of(tokens: Any, token: Any) -> sp.Expr:
    """How many tokens arrays have, one in each row; a token may be a nested tuple of arrays."""
    if not same_nesting(tokens, token):
        raise ArgumentError("tokens", tokens, f"as many arrays as {token!r} has, nested so")
    sizes = set()
    for rows, one in zip(components(tokens), components(token), strict=True):
        first, *rest = rows.axes
        if data_of(rows)[1][2:] != data_of(one)[1][1:] or len(rest) != len(one.axes):
            raise ArgumentError("tokens", rows, "an array of tokens, one in each row")
        if len(first) != 1 or len(first[0].sizes) != 1:
            raise ArgumentError("tokens", rows, "an array whose rows are counted by one size")
        sizes |= set(first[0].sizes)
    if len(sizes) != 1:
        raise ArgumentError("tokens", sorted(map(str, sizes)), "as many rows in each array")
    return sizes.pop()


def added_by_a_token(machine: Machine) -> SymbolicArray:
    """What a step adds to a state, of one array, where it adds what the token gives."""
    return put(machine.after, replacement(machine.state, zeros(machine.state.axes)))


def outputs_at(place: Block, outputs: SymbolicArray) -> str:
    """What a part of a proof about a block of the outputs is called."""
    if len(outputs.blocks) < 2:
        return "the outputs"
    return f"the outputs in block {block_name(outputs.axes, place)}"


def output_after(machine: Machine, tokens: Sequence[SymbolicArray]) -> SymbolicArray:
    """What a machine puts out at the last of a few tokens."""
    if not tokens:
        raise ArgumentError("runs", tokens, "at least one token")
    return output_from(machine, machine.start, tokens, None)


def output_from(
    machine: Machine, state: Any, tokens: Sequence[SymbolicArray], output: Any
) -> SymbolicArray:
    """What a machine puts out at the last of some tokens, from a state; `output` without any."""
    for token in tokens:
        here = {**replacement(machine.state, state), **replacement(machine.token, token)}
        state, output = put(machine.after, here), put(machine.output, here)
    return output


def require_one_token(conclusion: SameOutputs) -> None:
    """Raise `ArgumentError` unless both machines read the same token, and put out like arrays."""
    one, other = conclusion.one, conclusion.other
    tokens = data_of(one.token), data_of(other.token)
    if tokens[0] != tokens[1]:
        raise ArgumentError("conclusion", tokens, "two machines that read the same token")
    if not same_nesting(one.output, other.output):
        said = one.output, other.output
        raise ArgumentError("conclusion", said, "two machines with as many outputs")
