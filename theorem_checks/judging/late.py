"""Late mutants that the toolkit makes: a statement that is wrong, though beyond what is tried.

One leaf of a statement that was PROVED is changed, by the product of (n - i) over the first values
i of a size n, which is 0 at small sizes. An equation that was true is then false. A proof is handed
the changed statement, and nothing else: where it proves that, too, it does not read what it is
handed, and so not the subject. One size is enough, and a product over all of them is costly.
"""

from collections.abc import Callable
from dataclasses import replace
from functools import singledispatch
from typing import Any

import sympy as sp

from theorem_checks.proving.effort import proofs_only
from theorem_checks.statements.analysis import Limit
from theorem_checks.statements.arrays.symbolic_array import SymbolicArray
from theorem_checks.statements.conclusions import (
    All,
    Computes,
    Conclusion,
    Equal,
    Least,
    Mean,
    SameOutputs,
)
from theorem_checks.statements.recurrences import Solves
from theorem_checks.statements.state_sizes import StateSize
from theorem_checks.statements.worlds import Symbolic
from theorem_checks.verdicts import Evidence, Verdict

__all__ = ["late_mutant", "proves_late_mutant"]

_SIZES = 12  # at which the changed statement is the same
_SIZES_OF_MEANS = 4  # engines look at small sizes, one by one, for where a mean is another one


def proves_late_mutant(
    proof: Callable[[Any], Evidence], conclusion: Conclusion, world: Symbolic
) -> str:
    """What is wrong with a proof that proves a false statement as well; '' if it does not."""
    changed = late_mutant(conclusion, world)
    if changed is None:
        return ""
    try:
        with proofs_only():
            found = proof(changed)
    except Exception:  # what the proof is made for is not there any more
        return ""
    if found.verdict is not Verdict.PROVED or not found.is_sealed or found.statement is None:
        return ""
    if found.statement.key != changed.key:
        return ""  # of the true statement, say: that is held against what the claim says
    return (
        f"The proof proves a late mutant of the statement, too, {changed.latex}, which is false"
        " beyond the sizes that are tried: it does not read the subject."
    )


def late_mutant(conclusion: Conclusion, world: Symbolic) -> Conclusion | None:
    """A conclusion with one leaf changed, so that it is false; None where that is not known."""
    symbols = (s for s in world.symbols.values() if s.is_integer and s.is_nonnegative)
    return _changed(conclusion, min(symbols, key=str, default=None))


def _late(size: sp.Symbol | None, sizes: int = _SIZES) -> sp.Expr:
    """What is 0 at the first values of a size, and 1 if there is none."""
    return sp.Integer(1) if size is None else sp.Mul(*(size - i for i in range(sizes)))


@singledispatch
def _changed(_conclusion: Conclusion, _size: sp.Symbol | None) -> Conclusion | None:
    return None


@_changed.register
def _(conclusion: Equal, size: sp.Symbol | None) -> Conclusion | None:
    side = _added(conclusion.rhs, _late(size))
    return None if side is None else Equal(conclusion.lhs, side)


@_changed.register
def _(conclusion: StateSize, size: sp.Symbol | None) -> Conclusion:
    return replace(conclusion, entries=conclusion.entries + _late(size))


@_changed.register
def _(conclusion: Mean, size: sp.Symbol | None) -> Conclusion:
    return Mean(conclusion.statistic, conclusion.formula + _late(size, _SIZES_OF_MEANS))


@_changed.register
def _(conclusion: Least, size: sp.Symbol | None) -> Conclusion:
    return replace(conclusion, at=conclusion.at + _late(size))


@_changed.register
def _(conclusion: Solves, size: sp.Symbol | None) -> Conclusion:
    return replace(conclusion, closed=(conclusion.closed[0] + _late(size), *conclusion.closed[1:]))


@_changed.register
def _(conclusion: Limit, size: sp.Symbol | None) -> Conclusion:
    return replace(conclusion, value=conclusion.value + _late(size))


@_changed.register
def _(conclusion: Computes, size: sp.Symbol | None) -> Conclusion | None:
    outputs = _added(conclusion.outputs, _late(size))
    return None if outputs is None else replace(conclusion, outputs=outputs)


@_changed.register
def _(conclusion: SameOutputs, size: sp.Symbol | None) -> Conclusion | None:
    output = _added(conclusion.other.output, _late(size))
    if output is None:
        return None
    return replace(conclusion, other=replace(conclusion.other, output=output))


@_changed.register
def _(conclusion: All, size: sp.Symbol | None) -> Conclusion | None:
    for place, part in enumerate(conclusion.parts):
        changed = _changed(part, size)
        if changed is not None:
            parts = conclusion.parts
            return All((*parts[:place], changed, *parts[place + 1 :]))
    return None


def _added(term: Any, late: sp.Expr) -> Any:
    """A term and what is 0 at small sizes; None for an array without a block to change.

    Of a nested tuple the first term that can be changed is.
    """
    if isinstance(term, tuple):
        for place, part in enumerate(term):
            if (changed := _added(part, late)) is not None:
                return (*term[:place], changed, *term[place + 1 :])
        return None
    if not isinstance(term, SymbolicArray):
        return term + late
    for place, block in sorted(term.blocks.items()):
        return SymbolicArray(term.axes, {**term.blocks, place: block + late})
    return None
