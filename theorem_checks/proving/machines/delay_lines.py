r"""A rule for machines that move their units on: delay lines, unrolled for every length.

A state with a unit for each j < T, of which a step takes unit i to unit j = i + 1, or to j = i - 1,
and adds what the token x gives. With M the matrix of that move, :math:`M_{ji} = [j = i + 1]`, or
its transpose, the state before the token t is :math:`\sum_{s < t} M^{t - 1 - s} g(x_s)`, by
induction over t. Nothing is asked of the powers of M by themselves. What is used of them is

.. math:: [t = s + j] = (M^{t-s})_{j0} = \sum_k M_{jk} (M^{t-1-s})_{k0} + [t = s]\,[j = 0]

for s <= t and j < T, and with the transpose :math:`(M^{t-s})_{0j}` likewise: so where a lag
[t = s + j] stands in what the machine is said to put out, the right side takes its place, in which
the powers :math:`M^{t-1-s}` (0 for s >= t) may then be any array.
"""

from collections.abc import Callable, Iterator

import sympy as sp

from theorem_checks.errors import ArgumentError
from theorem_checks.proving.conclude import prove
from theorem_checks.proving.effort import alternatives
from theorem_checks.proving.machines.steps import added_by_a_token, length_of, outputs_at, row_at
from theorem_checks.statements.arrays.index_expressions import (
    IndexExpression,
    Plus,
    Renamed,
    Sum,
    Summed,
    Times,
    nodes,
    scalar,
)
from theorem_checks.statements.arrays.index_relations import Lag, delta
from theorem_checks.statements.arrays.indices import Index
from theorem_checks.statements.arrays.lags import follows
from theorem_checks.statements.arrays.symbolic_array import SymbolicArray, zeros
from theorem_checks.statements.arrays.tensors import Tensor
from theorem_checks.statements.conclusions import Computes, Equal
from theorem_checks.statements.machines import Machine
from theorem_checks.statements.seals import concluded
from theorem_checks.statements.terms import put, replacement, tensor_names
from theorem_checks.verdicts.evidence import Evidence, all_of
from theorem_checks.verdicts.kinds import Verdict

__all__ = ["unrolling_delays"]

_POWERS = Tensor(".moved", 4)  # (M^(t - 1 - s))[j, i] at [t, s, j, i]

Move = Callable[[Index, Index], IndexExpression]
"""The entry of M in the row of the first index, and the column of the second."""


def unrolling_delays(conclusion: Computes) -> Evidence:
    r"""A machine computes a function of the sequence, as its units move on by one at each token.

    **Arguments**: `conclusion`, of a machine whose state is one array of one axis and one family of
    indices, (j, ...). Its first state is 0, and the token x turns the state h into M h + g(x),
    where M moves unit (i, ...) to (i + 1, ...), or to (i - 1, ...); what is moved beyond the last
    unit, or before the first, is lost. In the outputs stand lags, `lag(t, s, j)`, of two times and
    of an index of as many values as j has.

    **Returns** Evidence in parts: the first state is 0; what a token does to a state; for each
    block of the output, that what is read from the sum over the tokens before is row t of the
    outputs, whatever the powers of M are.

    **Raises** `ArgumentError` for another machine.
    """
    machine, tokens, outputs = conclusion.machine, conclusion.tokens, conclusion.outputs
    length = length_of(tokens, machine.token)
    own = _own_state(machine)
    if ".moved" in tensor_names((machine.start, machine.after, machine.output, outputs, tokens)):
        raise ArgumentError("conclusion", ".moved", "arrays of other names")
    added = added_by_a_token(machine)
    place, move, is_up = _moved(machine, added, own)
    s, t = Index("s", length), Index("t", length)
    before = put(added, row_at(machine.token, tokens, s))
    summed = SymbolicArray(
        machine.state.axes,
        {
            at: Sum(_POWERS[t, s, own[place], k] * block.renamed([(own[place], k)]), s, k)
            for at, block in before.blocks.items()
            for k in [Index("k", own[place].range)]
        },
    )
    here = dict(replacement(machine.state, summed)) | row_at(machine.token, tokens, t)
    read = put(machine.output, here)
    turned = _Turned(length, own[place].range, move, is_up=is_up)
    parts: dict[str, Evidence] = {
        "the first state is 0": prove(Equal(machine.start, zeros(machine.start.axes))),
        "what a token does to a state": _step(machine, added, own[place], move),
    }
    for at in dict.fromkeys([*read.blocks, *(known[1:] for known in outputs.blocks)]):
        row = outputs.blocks.get((0, *at), scalar(0))
        names = zip(_indices(outputs, (0, *at)), (t, *_indices(read, at)), strict=True)
        said = turned(row).renamed(names)
        parts[outputs_at(at, read)] = prove(Equal(read.blocks.get(at, scalar(0)), said))
    whole = all_of(parts, "all sequences, of all lengths")
    if whole.verdict is Verdict.REFUTED:
        reason = f"An obligation is false, which does not refute the conclusion: {whole.reason}"
        whole = Evidence.undecided(reason)
    return concluded(whole, conclusion, "unrolling delays")


def _own_state(machine: Machine) -> list[Index]:
    """The indices of a state of one block."""
    axes = machine.state.axes if isinstance(machine.state, SymbolicArray) else ()
    if len(axes) != 1 or len(axes[0]) != 1 or axes[0][0].increasing or not axes[0][0].sizes:
        expected = "a machine whose state is one array of one family of indices"
        raise ArgumentError("conclusion", machine.latex, expected)
    return _indices(machine.state, (0,))


def _moves(own: list[Index]) -> Iterator[tuple[int, Move, bool]]:
    for place in range(len(own)):
        yield place, follows, True
        yield place, lambda j, i: follows(i, j), False


def _moved(machine: Machine, added: SymbolicArray, own: list[Index]) -> tuple[int, Move, bool]:
    """Which index of a state a step moves, and how; of moves that are proved, the first."""
    with alternatives():
        for place, move, is_up in _moves(own):
            if _step(machine, added, own[place], move).verdict is Verdict.PROVED:
                return place, move, is_up
    expected = "a machine that moves each of its units to the next one, or to the one before"
    raise ArgumentError("conclusion", machine.latex, expected)


def _step(machine: Machine, added: SymbolicArray, own: Index, move: Move) -> Evidence:
    """That a step moves the state, and adds what the token gives."""
    (at,) = machine.state.blocks
    k = Index("k", own.range)
    moved = Sum(move(own, k) * machine.state.blocks[at].renamed([(own, k)]), k)
    return prove(Equal(machine.after, SymbolicArray(machine.state.axes, {at: moved}) + added))


def _indices(array: SymbolicArray, place: tuple[int, ...]) -> list[Index]:
    """The indices in which a block of an array is written."""
    parts = [axis[number] for axis, number in zip(array.axes, place, strict=True)]
    return [index for number, part in enumerate(parts) for index in part.indices(number)]


class _Turned:
    """An expression with lags of two times and a unit by the powers of the move; see the module.

    Each lag is a number that is equal to what takes its place, so that some may be left as they
    are: those in functions, and those of which two places are one index.
    """

    def __init__(self, length: sp.Expr, units: sp.Expr, move: Move, *, is_up: bool) -> None:
        self._ranges, self._move, self._is_up = (length, length, units), move, is_up

    def __call__(self, e: IndexExpression) -> IndexExpression:
        """Return the expression; those that have no lags as they are."""
        if not any(isinstance(part, Lag) for part in nodes([e])):
            return e
        if isinstance(e, Lag):
            ranges = tuple(index.range for index in e.indices)
            distinct = len({index.name for index in e.indices}) == len(e.indices)
            return self._lag(*e.indices) if ranges == self._ranges and distinct else e
        if isinstance(e, Plus):
            return Plus(tuple(map(self, e.terms)))
        if isinstance(e, Times):
            return Times(tuple(map(self, e.factors)))
        if isinstance(e, Summed):
            return Summed(self(e.body), e.indices)
        if isinstance(e, Renamed):
            return Renamed(self(e.body), e.names)
        return e

    def _lag(self, t: Index, s: Index, j: Index) -> IndexExpression:
        k, first = (Index.bound(Index(name, j.range)) for name in ("k", "first"))
        at_once = delta(t, s) * delta(j, 0)
        if self._is_up:
            power = _POWERS[t, s, k, first] * delta(first, 0)
            return Sum(self._move(j, k) * power, k, first) + at_once
        return Sum(delta(first, 0) * self._move(first, k) * _POWERS[t, s, k, j], k, first) + at_once
