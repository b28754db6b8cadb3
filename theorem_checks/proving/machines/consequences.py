"""What follows of two machines that have the same outputs, and of equations."""

from collections.abc import Sequence
from typing import Any, NamedTuple, TypeAlias

import sympy as sp

from theorem_checks.errors import ArgumentError
from theorem_checks.proving.conclude import prove
from theorem_checks.proving.machines.steps import output_after, require_one_token
from theorem_checks.proving.rules.entries import entries_summed, only
from theorem_checks.proving.rules.parts import sufficient
from theorem_checks.statements.arrays.index_expressions import IndexExpression, Sum, scalar
from theorem_checks.statements.arrays.index_families import same_axes
from theorem_checks.statements.arrays.indices import Index
from theorem_checks.statements.arrays.symbolic_array import SymbolicArray
from theorem_checks.statements.conclusions import (
    All,
    AtMost,
    Equal,
    Implies,
    SameOutputs,
)
from theorem_checks.statements.seals import concluded
from theorem_checks.verdicts.evidence import Evidence

__all__ = [
    "Followed",
    "Run",
    "Weighted",
    "are_some",
    "differences_summed",
    "hypotheses_in",
    "is_of_arrays",
    "linear_combination",
]


Run: TypeAlias = (
    tuple[SymbolicArray, Sequence[SymbolicArray]]
    | tuple[SymbolicArray, Sequence[SymbolicArray], Sequence[Index]]
)
"""Weights of the outputs after a few tokens, the tokens, and indices over which this is summed."""


Weighted = tuple[int, SymbolicArray]
"""The number of an equation among the hypotheses, from 1 on, and weights of its entries."""


def linear_combination(
    conclusion: Implies, runs: Sequence[Run], equations: Sequence[Weighted] = ()
) -> Evidence:
    """What follows from two machines having the same outputs, on a few sequences.

    **Arguments**

    - `conclusion`: that a hypothesis implies an `Equal` of numbers, or of arrays of no axes. The
      hypothesis is `SameOutputs`, an `Equal` of arrays, or `All` of such, with one `SameOutputs` at
      most: that one-sided inverses are such, say.
    - `runs`: weights of the outputs after a sequence, and the tokens of that; a third part are
      indices, of which both may speak, and over which is summed.
    - `equations`: weights of the entries of an equation among the hypotheses, which has the number
      that is given, from 1 on.

    Summed over outputs and runs, and over the entries of the equations, the differences have to be
    the difference of the two sides, whatever the machines and the arrays. An index of the weights
    that is not summed over, and of which the two sides do not speak, has to have a value.
    """
    same, assumed = hypotheses_in(conclusion)
    equal = conclusion.body
    if not isinstance(equal, Equal) or (runs and same is None):
        raise ArgumentError("conclusion", conclusion, "that SameOutputs implies an Equal")
    total = scalar(0)
    if same is not None:
        require_one_token(same)
        for weights, tokens, *over in runs:
            differ = output_after(same.one, tokens) - output_after(same.other, tokens)
            for place in (weights @ differ).blocks.values():
                total = total + (Sum(place, *over[0]) if over else place)
    total = total + differences_summed(equations, assumed)
    sides = only(equal.lhs) - only(equal.rhs)
    parts = {"the difference": prove(Equal(sides, total)), **are_some(total, sides)}
    whole = sufficient(parts, "under the hypothesis")
    given = Followed(conclusion, tuple(runs), tuple(equations))
    return concluded(whole, conclusion, "linear combination", given=given)


def differences_summed(equations: Sequence[Weighted], assumed: Sequence[Equal]) -> IndexExpression:
    """The differences of the sides of some of the equations assumed, weighted and added up."""
    total = scalar(0)
    for number, weights in equations:
        if isinstance(number, bool) or number not in range(1, len(assumed) + 1):
            raise ArgumentError("equations", number, f"1 to {len(assumed)}, one of the hypotheses")
        said = assumed[number - 1]
        total = total + entries_summed(weights, said.lhs - said.rhs)
    return total


def are_some(total: IndexExpression, said: IndexExpression) -> dict[str, Evidence]:
    """That each index of a sum of differences, of which nothing is said, has a value.

    That the two are equal at every value of it says nothing where there is none.
    """
    others = (index for name, index in total.free.items() if name not in said.free)
    return {f"a value of {i.name}": prove(AtMost(sp.Integer(1), i.range)) for i in others}


class Followed(NamedTuple):
    """What a combination was given: its `conclusion`, the `runs`, and weights of `equations`.

    The runs are those of `linear_combination`, or the `LongRun` of `long_linear_combination`.
    """

    conclusion: Implies
    runs: tuple[Any, ...]
    equations: tuple[Weighted, ...] = ()


def hypotheses_in(
    conclusion: Implies, machines: tuple[type, ...] = (SameOutputs,)
) -> tuple[Any, list[Equal]]:
    """The machines of a hypothesis, if there are any, and its equations of arrays, in order.

    **Arguments**: `machines`, the kinds of conclusions by which machines are compared in it.
    """
    hypothesis = conclusion.hypothesis
    found = hypothesis.parts if isinstance(hypothesis, All) else (hypothesis,)
    same = [part for part in found if isinstance(part, machines)]
    equations = [part for part in found if isinstance(part, Equal) and is_of_arrays(part)]
    if len(same) > 1 or len(same) + len(equations) < len(found):
        named = " or ".join(kind.__name__ for kind in machines)
        expected = f"{named}, once at most, and equations of arrays"
        raise ArgumentError("conclusion", hypothesis, expected)
    return (same[0] if same else None), equations


def is_of_arrays(said: Equal) -> bool:
    """Whether an equation is of two arrays of the same axes."""
    sides = said.lhs, said.rhs
    return all(isinstance(side, SymbolicArray) for side in sides) and same_axes(
        said.lhs.axes, said.rhs.axes
    )
