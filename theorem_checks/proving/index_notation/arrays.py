"""Equality of arrays whose sizes are symbols, block by block."""

from itertools import product

from theorem_checks.errors import ArgumentError
from theorem_checks.proving.effort import are_counterexamples_wanted, once
from theorem_checks.proving.index_notation.identities import prove_index_identity
from theorem_checks.statements.arrays.index_expressions import scalar
from theorem_checks.statements.arrays.index_families import (
    block_name,
    entries_text,
    parts_of,
    same_axes,
    text_of,
)
from theorem_checks.statements.arrays.symbolic_array import SymbolicArray
from theorem_checks.statements.conclusions import Equal
from theorem_checks.statements.seals import concluded
from theorem_checks.verdicts.evidence import Evidence, all_of


def prove_equal_arrays(lhs: SymbolicArray, rhs: SymbolicArray) -> Evidence:
    """Decide whether two arrays are equal at all sizes, block by block.

    **Returns** Evidence of `Equal(lhs, rhs)`, with one part for each block; see
    `prove_index_identity`. In a counterexample i0, i1, ... are the indices on the first axis, j0,
    ... those on the second.

    **Raises** `ArgumentError` if the axes differ.
    """
    for name, side in (("lhs", lhs), ("rhs", rhs)):
        if not isinstance(side, SymbolicArray):
            raise ArgumentError(name, side, "a symbolic array", "Of a number, zeros(shape) + it.")
    if not same_axes(lhs.axes, rhs.axes):
        raise ArgumentError("rhs", text_of(rhs.axes), f"the sizes {text_of(lhs.axes)}")
    obligations = {}
    for block in product(*(range(len(axis)) for axis in lhs.axes)):
        parts = parts_of(lhs.axes, block)
        if any(size.is_zero for part in parts for size in part.sizes):
            continue
        name = f"block {block_name(lhs.axes, block) or 'the number'}"
        sides = (side.blocks.get(block, scalar(0)) for side in (lhs, rhs))
        obligations[name] = found = once(_block, Equal(*sides))
        if not found.verdict.passes and not are_counterexamples_wanted():
            break
    if not obligations:
        return Evidence.vacuous(f"Arrays of sizes {text_of(lhs.axes)} have no entries.")
    whole = all_of(obligations, entries_text(lhs.axes))
    return concluded(whole, Equal(lhs, rhs), "prove_equal_arrays")


def _block(said: Equal) -> Evidence:
    return prove_index_identity(said.lhs, said.rhs)
