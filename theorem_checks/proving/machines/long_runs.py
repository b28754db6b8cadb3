r"""What follows from equal outputs on sequences of symbolic length.

A sequence begins with a few tokens; then come R of them, a symbol, of which all but one are the
same, nothing; then a few more. Where a token takes the state h to :math:`A h + g(x)`, the state
after the R tokens, with z in the place of the one that k more follow, is

.. math:: A^R h + \sum_{j < R} A^j g(0) + A^k (g(z) - g(0)),

by induction over R. Or the R tokens are any, the one that j more follow being x_j; then it is

.. math:: A^R h + \sum_{j < R} A^j g(x_j).

Of A each block of units has a part of its own: 0, 1, or a matrix whose powers by age
(`World.by_age`) stand in the equations that are assumed, or in what is concluded. Powers are
written by these, A^R as A times the last of them, so that R has to be 1 at least.
"""

from collections.abc import Mapping, Sequence
from itertools import product
from typing import Any, NamedTuple

import sympy as sp

from theorem_checks.errors import ArgumentError
from theorem_checks.proving.conclude import prove
from theorem_checks.proving.effort import alternatives
from theorem_checks.proving.machines.consequences import (
    Followed,
    Weighted,
    are_some,
    differences_summed,
    hypotheses_in,
)
from theorem_checks.proving.machines.steps import output_from
from theorem_checks.proving.rules.entries import only
from theorem_checks.proving.rules.parts import sufficient
from theorem_checks.statements.arrays.index_expressions import IndexExpression, Sum, nodes, scalar
from theorem_checks.statements.arrays.index_relations import delta
from theorem_checks.statements.arrays.indices import Index
from theorem_checks.statements.arrays.lags import follows
from theorem_checks.statements.arrays.symbolic_array import SymbolicArray, zeros
from theorem_checks.statements.arrays.tensors import Entry, Tensor
from theorem_checks.statements.conclusions import AtMost, Equal, Implies, SameOutputs
from theorem_checks.statements.first_outputs import SameFirstOutputs
from theorem_checks.statements.machines import Machine
from theorem_checks.statements.seals import concluded
from theorem_checks.statements.terms import (
    components,
    data_of,
    each_component,
    entries_of,
    put,
    replacement,
    same_nesting,
    tensor_names,
)
from theorem_checks.verdicts.evidence import Evidence
from theorem_checks.verdicts.kinds import Verdict

__all__ = ["ByAge", "Impulse", "LongRun", "kept_blocks", "long_linear_combination", "state_after"]


class Impulse(NamedTuple):
    """So many tokens, R of them: all are `nothing`, but for the `token` that `age` more follow.

    `age` is an index with R values. Without a `token` all of them are `nothing`.
    """

    age: Index
    nothing: SymbolicArray
    token: SymbolicArray | None = None


class ByAge(NamedTuple):
    """So many tokens, R of them, each of its own: that which `age` more follow is `token`.

    `age` is an index with R values, of which the `token` speaks.
    """

    age: Index
    token: SymbolicArray


class LongRun(NamedTuple):
    """A sequence, and weights of the outputs after it; `over`, what is summed over.

    **Fields**: the tokens `before` the R ones, these, and those `after`, one at least.
    """

    weights: SymbolicArray
    before: Sequence[SymbolicArray]
    placed: Impulse | ByAge
    after: Sequence[SymbolicArray]
    over: Sequence[Index] = ()


def long_linear_combination(
    conclusion: Implies, runs: Sequence[LongRun], equations: Sequence[Weighted] = ()
) -> Evidence:
    """What follows from equal outputs of two machines, on sequences of symbolic length.

    **Arguments**

    - `conclusion`: that a hypothesis implies an `Equal` of numbers, or of arrays of no axes. The
      hypothesis is `All` of a `SameFirstOutputs`, or `SameOutputs`, and equations of arrays.
    - `runs`: the sequences; of those tokens the first outputs have to be said to be equal.
    - `equations`: as for `linear_combination`, weights of the entries of the equation of that
      number.

    **Returns** Evidence in parts: the first states are 0, and what a token does to a state, of both
    machines; that the sequences are not too long; that what differs on the runs, and in the
    equations, adds up to the difference of the two sides, whatever the machines and arrays.

    **Raises** `ArgumentError` for other hypotheses, machines with other recurrences, runs that are
    none.
    """
    same, assumed = _hypotheses(conclusion)
    equal = conclusion.body
    if not isinstance(equal, Equal):
        raise ArgumentError("conclusion", conclusion, "a hypothesis that implies an Equal")
    _require_like_machines(same)
    parts: dict[str, Evidence] = {}
    known = [*assumed, equal]
    kept = [kept_blocks(machine, known) for machine in (same.one, same.other)]
    for name, machine, own in zip(("one", "other"), (same.one, same.other), kept, strict=True):
        parts |= {f"{name}: {what}": found for what, found in _obligations(machine, own).items()}
    total = scalar(0)
    for number, own in enumerate(runs, 1):
        run = own._replace(before=tuple(own.before), after=tuple(own.after))
        parts |= _long_enough(same, run, number)
        one, other = (
            _output(machine, run, own)
            for machine, own in zip((same.one, same.other), kept, strict=True)
        )
        for place in (run.weights @ (one - other)).blocks.values():
            total = total + (Sum(place, *run.over) if run.over else place)
    total = total + differences_summed(equations, assumed)
    sides = only(equal.lhs) - only(equal.rhs)
    parts |= {"the difference": prove(Equal(sides, total)), **are_some(total, sides)}
    whole = sufficient(parts, "under the hypothesis")
    given = Followed(conclusion, tuple(runs), tuple(equations))
    return concluded(whole, conclusion, "long linear combination", given=given)


def state_after(
    conclusion: Implies, machine: Machine, before: Sequence[SymbolicArray], placed: Impulse | ByAge
) -> Any:
    """The state of a machine of the hypothesis after the R tokens of a run, for a proof to write.

    It is what `long_linear_combination` takes it to be; by itself it is evidence of nothing.
    """
    _, assumed = _hypotheses(conclusion)
    return _after_placed(machine, before, placed, kept_blocks(machine, assumed))


def _hypotheses(conclusion: Implies) -> tuple[SameFirstOutputs | SameOutputs, list[Equal]]:
    same, equations = hypotheses_in(conclusion, (SameFirstOutputs, SameOutputs))
    if same is None:
        expected = "SameFirstOutputs or SameOutputs among what is assumed"
        raise ArgumentError("conclusion", conclusion.hypothesis, expected)
    return same, equations


def _require_like_machines(same: SameFirstOutputs | SameOutputs) -> None:
    one, other = same.one, same.other
    tokens = data_of(one.token), data_of(other.token)
    if tokens[0] != tokens[1] or isinstance(one.token, tuple):
        raise ArgumentError("conclusion", tokens, "two machines that read the same token, an array")
    if isinstance(one.output, tuple) or not same_nesting(one.output, other.output):
        said = one.output, other.output
        raise ArgumentError("conclusion", said, "two machines with outputs of one array")
    for machine in (one, other):
        replacement((machine.state, machine.token), (machine.state, machine.token))


def _long_enough(
    same: SameFirstOutputs | SameOutputs, run: LongRun, number: int
) -> dict[str, Evidence]:
    """That there is a token among the R ones, and that no more are read than is spoken of."""
    if not run.after:
        raise ArgumentError("runs", run, "a token at least after the others")
    count = run.placed.age.range
    parts = {f"run {number}, a token at least": prove(AtMost(sp.Integer(1), count))}
    if isinstance(same, SameFirstOutputs):
        length = count + len(run.before) + len(run.after)
        parts[f"run {number}, its length"] = prove(AtMost(length, same.tokens))
    return parts


# --- what a token does to the blocks of a state

Block = tuple[int, tuple[int, ...]]
"""The number of an array of the state, and the families of a block of it."""

Kept = Mapping[Block, tuple[int, None] | tuple[Tensor, Tensor]]
"""By what a token multiplies each block: 0 or 1, or a matrix, beside its powers by age."""


def kept_blocks(machine: Machine, known: Sequence[Equal]) -> Kept:
    """What is found to multiply the blocks of a state; that it does is an obligation."""
    powers = {
        e.tensor.power_of: e.tensor
        for said in known
        for side in (said.lhs, said.rhs)
        for e in _entries(side)
        if e.tensor.matrix and e.tensor.rank == 3
    }
    moving = tensor_names((machine.state, machine.token))
    matrices = {n: e.tensor for n, e in entries_of(machine.after).items() if n in powers}
    none = _without_state(machine)
    found: dict[Block, Any] = {}
    arrays = zip(*map(components, (machine.state, machine.after, none)), strict=True)
    for number, (state, after, added) in enumerate(arrays):
        for place in product(*(range(len(axis)) for axis in state.axes)):
            own, changed = (_block(array, place) for array in (state, after - added))
            tried: list[Any] = [(0, None), (1, None)]
            tried += [(m, powers[name]) for name, m in matrices.items() if name not in moving]
            for one in tried:
                moved = _moved(one[0], own)
                if moved is None:
                    continue
                with alternatives():
                    if prove(Equal(changed, moved)).verdict is Verdict.PROVED:
                        found[number, place] = one
                        break
            else:
                expected = (
                    "a machine that multiplies each block of its state by 0, by 1 or by a matrix"
                    " whose powers by age stand in an equation that is assumed, or concluded"
                )
                raise ArgumentError("conclusion", machine.latex, expected)
    return found


def _without_state(machine: Machine) -> Any:
    """What a token adds to a state."""
    nothing = each_component(lambda part: zeros(part.axes), machine.state)
    return put(machine.after, replacement(machine.state, nothing))


def _block(array: SymbolicArray, place: tuple[int, ...]) -> SymbolicArray:
    """A block of an array by itself."""
    axes = tuple((axis[n],) for axis, n in zip(array.axes, place, strict=True))
    own = array.blocks.get(place)
    return SymbolicArray(axes, {} if own is None else {(0,) * len(place): own})


def _moved(by: Any, block: SymbolicArray) -> SymbolicArray | None:
    """0, 1 or a matrix times a block; None where it is no vector that the matrix can move."""
    if isinstance(by, Tensor):
        ranges = [part.sizes for axis in block.axes for part in axis]
        if len(block.axes) != 1 or len(ranges[0]) != 1 or block.axes[0][0].increasing:
            return None
        (place,) = block.axes[0][0].indices(0)
        column = Index.bound(place)
        entry = block.blocks.get((0,), scalar(0)).renamed([(place, column)])
        return SymbolicArray(block.axes, {(0,): Sum(by[place, column] * entry, column)})
    return block * by


def _obligations(machine: Machine, kept: Kept) -> dict[str, Evidence]:
    """The first state is 0, and a token adds what does not depend on the state to what is kept."""
    added = _without_state(machine)
    parts: dict[str, Evidence] = {}
    arrays = zip(
        *map(components, (machine.start, machine.state, machine.after, added)), strict=True
    )
    for number, (start, state, after, more) in enumerate(arrays):
        of = f", part {number + 1}" if number or isinstance(machine.state, tuple) else ""
        parts[f"the first state is 0{of}"] = prove(Equal(start, zeros(start.axes)))
        moved = _each_block(state, lambda place, own, n=number: _moved(kept[n, place][0], own))
        parts[f"what a token does to a state{of}"] = prove(Equal(after, moved + more))
    return parts


def _each_block(array: SymbolicArray, change: Any) -> SymbolicArray:
    """An array with every block changed, given its place and itself, as an array by itself."""
    places = product(*(range(len(axis)) for axis in array.axes))
    found = {place: change(place, _block(array, place)) for place in places}
    blocks = {place: made.blocks for place, made in found.items()}
    return SymbolicArray(array.axes, {p: b[(0,) * len(p)] for p, b in blocks.items() if b})


# --- runs


def _output(machine: Machine, run: LongRun, kept: Kept) -> SymbolicArray:
    """What a machine puts out at the last token."""
    state = _after_placed(machine, run.before, run.placed, kept)
    return output_from(machine, state, run.after, machine.output)


def _after_placed(
    machine: Machine, before: Sequence[SymbolicArray], placed: Impulse | ByAge, kept: Kept
) -> Any:
    """The state after the first tokens, and the R ones."""
    state = machine.start
    for token in before:
        here = {**replacement(machine.state, state), **replacement(machine.token, token)}
        state = put(machine.after, here)
    added = _without_state(machine)
    numbers = iter(range(len(list(components(machine.state)))))
    if isinstance(placed, ByAge):
        each = put(added, replacement(machine.token, placed.token))

        def summed_over_all(first: SymbolicArray, own: SymbolicArray) -> SymbolicArray:
            number = next(numbers)
            return _sum_of_all(first, own, placed.age, lambda place: kept[number, place])

        return each_component(summed_over_all, state, each)
    nothing = put(added, replacement(machine.token, placed.nothing))
    if placed.token is None:
        more = each_component(lambda part: zeros(part.axes), nothing)
    else:
        other = put(added, replacement(machine.token, placed.token))
        more = each_component(lambda one, none: one - none, other, nothing)

    def summed(first: SymbolicArray, none: SymbolicArray, other: SymbolicArray) -> SymbolicArray:
        number = next(numbers)
        return _sum_of_tokens(first, none, other, placed.age, lambda place: kept[number, place])

    return each_component(summed, state, nothing, more)


def _sum_of_tokens(
    first: SymbolicArray, none: SymbolicArray, other: SymbolicArray, age: Index, kept: Any
) -> SymbolicArray:
    """The state A^R h + sum_j A^j g(0) + A^k (g(z) - g(0)), block by block.

    Of one array of it: h, g(0), and g(z) - g(0), which has no blocks where there is no such token.
    """
    j = Index.bound(age)

    def of_block(place: tuple[int, ...], _own: SymbolicArray) -> SymbolicArray:
        by, powers = kept(place)
        h, g, more = (_block(array, place) for array in (first, none, other))
        if isinstance(by, Tensor):
            every = _times_power(powers, j, g).blocks.get((0,), scalar(0))
            own = SymbolicArray(
                h.axes, {(0,): _moved_all_along(by, powers, h, age) + Sum(every, j)}
            )
            return own + _times_power(powers, age, more) if more.blocks else own
        if by == 1:
            return h + g * scalar(age.range) + more
        youngest = {at: block * delta(age, 0) for at, block in more.blocks.items()}
        return g + SymbolicArray(more.axes, youngest)  # of the last token, as R is 1 at least

    return _each_block(first, of_block)


def _sum_of_all(first: SymbolicArray, each: SymbolicArray, age: Index, kept: Any) -> SymbolicArray:
    """The state A^R h + sum_j A^j g(x_j), block by block; `each` is g(x_j) at the age j."""

    def of_block(place: tuple[int, ...], _own: SymbolicArray) -> SymbolicArray:
        by, powers = kept(place)
        h, g = (_block(array, place) for array in (first, each))
        if isinstance(by, Tensor):
            every = _times_power(powers, age, g).blocks.get((0,), scalar(0))
            return SymbolicArray(
                h.axes, {(0,): _moved_all_along(by, powers, h, age) + Sum(every, age)}
            )
        now = scalar(1) if by == 1 else delta(age, 0)  # or of the last token, as R is 1 at least
        own = SymbolicArray(g.axes, {at: Sum(now * e, age) for at, e in g.blocks.items()})
        return h + own if by == 1 else own

    return _each_block(first, of_block)


def _moved_all_along(by: Tensor, powers: Tensor, h: SymbolicArray, age: Index) -> IndexExpression:
    """A^R h, as A times the power of the greatest age."""
    j, later = Index.bound(age), Index.bound(age)
    last = scalar(1) - Sum(follows(later, j), later)  # 1 at j = R - 1
    oldest = _moved(by, _times_power(powers, j, h))
    assert oldest is not None
    return Sum(last * oldest.blocks.get((0,), scalar(0)), j)


def _times_power(powers: Tensor, age: Index, vector: SymbolicArray) -> SymbolicArray:
    """The power of an age times a vector."""
    (place,) = vector.axes[0][0].indices(0)
    column = Index.bound(place)
    entry = vector.blocks.get((0,), scalar(0)).renamed([(place, column)])
    return SymbolicArray(vector.axes, {(0,): Sum(powers[age, place, column] * entry, column)})


def _entries(side: Any) -> list[Entry]:
    if not isinstance(side, SymbolicArray | IndexExpression):
        return []
    expressions = [side] if isinstance(side, IndexExpression) else list(side.blocks.values())
    return [part for part in nodes(expressions) if isinstance(part, Entry)]
