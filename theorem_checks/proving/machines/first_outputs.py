"""Rules that conclude what two machines put out at the first tokens: see `SameFirstOutputs`."""

from typing import Any

import sympy as sp

from theorem_checks.errors import ArgumentError
from theorem_checks.proving.machines.steps import length_of, require_one_token
from theorem_checks.statements.arrays.index_families import indices_of
from theorem_checks.statements.arrays.indices import Index
from theorem_checks.statements.arrays.tensors import Entry
from theorem_checks.statements.conclusions import Computes, SameOutputs
from theorem_checks.statements.first_outputs import SameFirstOutputs
from theorem_checks.statements.seals import concluded, require_concluded
from theorem_checks.statements.terms import components, entries_of, replacement, tensor_names
from theorem_checks.verdicts.evidence import Evidence, all_of

__all__ = ["at_first_tokens", "by_common_outputs"]


def at_first_tokens(conclusion: SameFirstOutputs, same: Evidence) -> Evidence:
    """Two machines have the same outputs on T tokens, as they have them on all sequences.

    **Arguments**: evidence of `SameOutputs` of the two.

    **Raises** `CheckError` for evidence of anything else.
    """
    _require_first(conclusion)
    require_concluded(same, SameOutputs(conclusion.one, conclusion.other), "same")
    return concluded(all_of({"all outputs": same}, same.scope), conclusion, "first tokens")


def by_common_outputs(
    conclusion: SameFirstOutputs, tokens: Any, outputs: Any, one: Evidence, other: Evidence
) -> Evidence:
    """Two machines have the same outputs on T tokens, as both compute the same of these.

    **Arguments**: `tokens`, an array of free entries with T rows, or a nested tuple of such, which
    neither machine has in it; `outputs`, what is computed of them; evidence of `Computes`, of
    these, for the one machine and for the other.

    **Raises** `ArgumentError` for tokens that are not any ones, or not T; `CheckError` for evidence
    of anything else.
    """
    _require_first(conclusion)
    machines = {"one": (conclusion.one, one), "other": (conclusion.other, other)}
    require_one_token(SameOutputs(conclusion.one, conclusion.other))
    _require_any(tokens, conclusion)
    if sp.expand(length_of(tokens, conclusion.one.token) - conclusion.tokens) != 0:
        raise ArgumentError("tokens", tokens, f"{conclusion.tokens} tokens, one in each row")
    for name, (machine, part) in machines.items():
        require_concluded(part, Computes(machine, tokens, outputs), name)
    parts = {"the first machine": one, "the second machine": other}
    scope = f"all sequences of {conclusion.tokens} tokens"
    return concluded(all_of(parts, scope), conclusion, "by common outputs")


def _require_first(conclusion: object) -> None:
    if not isinstance(conclusion, SameFirstOutputs):
        raise ArgumentError("conclusion", type(conclusion).__name__, "a SameFirstOutputs")


def _require_any(tokens: Any, conclusion: SameFirstOutputs) -> None:
    """Raise `ArgumentError` unless tokens may have any entries, whatever the machines are."""
    replacement(tokens, tokens)  # which refuses what is not free
    own = tensor_names(tokens)
    for part in components(tokens):
        for place, block in part.blocks.items():
            in_order = indices_of(part.axes, place)
            if not isinstance(block, Entry) or not _are(block.indices, in_order):
                raise ArgumentError("tokens", part, "an array of free entries")
    met = {}
    for machine in (conclusion.one, conclusion.other):
        for part in (machine.start, machine.state, machine.token, machine.after, machine.output):
            met |= entries_of(part)
    known = {e.tensor.power_of for e in met.values()} | {e.tensor.inverse_of for e in met.values()}
    if both := own & (met.keys() | known):
        raise ArgumentError("tokens", sorted(both), "arrays that no machine has in it")
    if any(e.tensor.power_of or e.tensor.inverse_of for e in entries_of(tokens).values()):
        raise ArgumentError("tokens", sorted(own), "arrays of free entries")


def _are(indices: tuple[Index, ...], others: Any) -> bool:
    return len(indices) == len(others) and all(map(Index.same, indices, others))
