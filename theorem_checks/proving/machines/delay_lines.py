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

from collections.abc import Callable, Iterator, Sequence

import sympy as sp

from theorem_checks.errors import ArgumentError
from theorem_checks.proving.conclude import prove
from theorem_checks.proving.effort import alternatives
from theorem_checks.proving.machines.steps import Unrolled, length_of, outputs_at, row_at
from theorem_checks.statements.arrays.index_expressions import (
    IndexExpression,
    Opaque,
    Plus,
    Positive,
    Renamed,
    Sum,
    Summed,
    Times,
    nodes,
    scalar,
)
from theorem_checks.statements.arrays.index_families import indices_of
from theorem_checks.statements.arrays.index_relations import Lag, delta
from theorem_checks.statements.arrays.indices import Index
from theorem_checks.statements.arrays.lags import follows
from theorem_checks.statements.arrays.symbolic_array import SymbolicArray, zeros
from theorem_checks.statements.arrays.tensors import Entry, Tensor
from theorem_checks.statements.conclusions import Computes, Equal
from theorem_checks.statements.machines import Machine
from theorem_checks.statements.seals import concluded
from theorem_checks.statements.terms import components, put, replacement, tensor_names
from theorem_checks.verdicts.evidence import Evidence, all_of
from theorem_checks.verdicts.kinds import Verdict

__all__ = ["unrolling_delays"]

_POWERS = Tensor("shift.before", 4)  # (M^(t - 1 - s))[j, i] at [t, s, j, i]

Move = Callable[[Index, Index], IndexExpression]
"""The entry of M in the row of the first index, and the column of the second."""


def unrolling_delays(conclusion: Computes) -> Evidence:
    r"""A machine computes a function of the sequence, as its units move on by one at each token.

    **Arguments**: `conclusion`, of a machine with a state that is one array whose first axis is one
    family of indices, (j, ...); what other arrays of the state hold is not read by it nor by the
    outputs. Its first state is 0, and the token x turns the state h into M h + g(x), where M moves
    unit (i, ...) of the first axis to (i + 1, ...), or to (i - 1, ...); what is moved beyond the
    last unit, or before the first, is lost. In the outputs stand lags, `lag(t, s, j)`, of two times
    and of an index of as many values as j has; or, where that are as many as there are tokens,
    powers of a matrix (`World.matrix_powers`), which are sums over j of lags times its powers.

    **Returns** Evidence in parts: the first state is 0; what a token does to a state; for each
    block of the output, that what is read from the sum over the tokens before is row t of the
    outputs, whatever the powers of M are; and that other arrays of the state are not read.

    **Raises** `ArgumentError` for another machine.
    """
    machine, tokens, outputs = conclusion.machine, conclusion.tokens, conclusion.outputs
    length = length_of(tokens, machine.token)
    known = tensor_names((machine.start, machine.after, machine.output, outputs, tokens))
    if {"shift.before", ".age"} & known:
        raise ArgumentError("conclusion", "shift.before, .age", "arrays of other names")
    line, place, move, is_up = _line_of(machine)
    own = line.own[place]
    s, t = Index("s", length), Index("t", length)
    before = put(line.added, row_at(machine.token, tokens, s))
    summed = SymbolicArray(
        line.state.axes,
        {
            at: Sum(_POWERS[t, s, own, k] * block.renamed([(own, k)]), s, k)
            for at, block in before.blocks.items()
            for k in [Index("k", own.range)]
        },
    )
    here = dict(replacement(line.state, summed)) | row_at(machine.token, tokens, t)
    read = put(line.output, here)
    turned = _Turned(length, own.range, move, is_up=is_up)
    parts: dict[str, Evidence] = {
        "the first state is 0": prove(Equal(line.start, zeros(line.start.axes))),
        "what a token does to a state": line.step(place, move),
        **line.unread(),
    }
    for at in dict.fromkeys([*read.blocks, *(known[1:] for known in outputs.blocks)]):
        row = outputs.blocks.get((0, *at), scalar(0))
        names = zip(
            indices_of(outputs.axes, (0, *at)), (t, *indices_of(read.axes, at)), strict=True
        )
        said = turned(row).renamed(names)
        parts[outputs_at(at, read)] = prove(Equal(read.blocks.get(at, scalar(0)), said))
    whole = all_of(parts, "all sequences, of all lengths")
    if whole.verdict is Verdict.REFUTED:
        reason = f"An obligation is false, which does not refute the conclusion: {whole.reason}"
        whole = Evidence.undecided(reason)
    given = Unrolled(line.state, summed)
    return concluded(whole, conclusion, "unrolling delays", given=given)


class _Line:
    """One array of the state of a machine, as if the others were 0."""

    def __init__(self, machine: Machine, number: int) -> None:
        states, after = list(components(machine.state)), list(components(machine.after))
        self.state, self.start = states[number], list(components(machine.start))[number]
        self._whole = after[number], machine.output
        others = [array for place, array in enumerate(states) if place != number]
        self._has_others = bool(others)
        none = {
            name: value
            for array in others
            for name, value in replacement(array, zeros(array.axes)).items()
        }
        self.after, self.output = (put(part, none) for part in self._whole)
        self.added = put(self.after, replacement(self.state, zeros(self.state.axes)))

    @property
    def own(self) -> tuple[Index, ...]:
        """The indices of the units."""
        return self.state.axes[0][0].indices(0)

    @property
    def is_line(self) -> bool:
        """Whether the units are of one family."""
        axes = self.state.axes
        single = bool(axes) and len(axes[0]) == 1 and bool(axes[0][0].sizes)
        return single and not any(part.increasing for axis in axes for part in axis)

    def unread(self) -> dict[str, Evidence]:
        """That what the others hold changes neither this one nor the outputs."""
        if not self._has_others:
            return {}
        (after, output), nothing = self._whole, "with 0 in other arrays of the state"
        return {
            f"the next state {nothing}": prove(Equal(after, self.after)),
            f"the outputs {nothing}": prove(Equal(output, self.output)),
        }

    def step(self, place: int, move: Move) -> Evidence:
        """That a step moves the state, and adds what the token gives."""
        own = self.own[place]
        k = Index("k", own.range)
        moved = {
            at: Sum(move(own, k) * block.renamed([(own, k)]), k)
            for at, block in self.state.blocks.items()
        }
        return prove(Equal(self.after, SymbolicArray(self.state.axes, moved) + self.added))


def _line_of(machine: Machine) -> tuple[_Line, int, Move, bool]:
    """The array of a state whose units move on, which index of it, and how: the first proved."""
    expected = "a machine that moves each of its units to the next one, or to the one before"
    if not isinstance(machine.output, SymbolicArray):
        raise ArgumentError("conclusion", machine.latex, "a machine that puts out one array")
    found = [_Line(machine, number) for number, _ in enumerate(components(machine.state))]
    lines = [line for line in found if line.is_line]
    if not lines:
        expected = "a machine with a state of one family of indices, or more axes behind that"
    with alternatives():
        for line in lines:
            for place, move, is_up in _moves(line.own):
                if line.step(place, move).verdict is Verdict.PROVED:
                    return line, place, move, is_up
    raise ArgumentError("conclusion", machine.latex, expected)


def _moves(own: Sequence[Index]) -> Iterator[tuple[int, Move, bool]]:
    for place in range(len(own)):
        yield place, follows, True
        yield place, lambda j, i: follows(i, j), False


class _Turned:
    """An expression with lags of two times and a unit by the powers of the move; see the module.

    Each lag is a number that is equal to what takes its place, so that some may be left as they
    are: those of which two places are one index. Powers of a matrix are sums of lags here, where
    no lag is longer than there are units.
    """

    def __init__(self, length: sp.Expr, units: sp.Expr, move: Move, *, is_up: bool) -> None:
        self._ranges, self._move, self._is_up = (length, length, units), move, is_up

    def __call__(self, e: IndexExpression) -> IndexExpression:
        """Return the expression; those that have no lags as they are."""
        if not any(isinstance(part, Lag) or _is_power(part) for part in nodes([e])):
            return e
        if isinstance(e, Lag):
            ranges = tuple(index.range for index in e.indices)
            distinct = len({index.name for index in e.indices}) == len(e.indices)
            return self._lag(*e.indices) if ranges == self._ranges and distinct else e
        if isinstance(e, Entry):
            return self._power(e)
        if isinstance(e, Positive):
            return Positive(self(e.body))
        if isinstance(e, Opaque):
            return Opaque(e.name, e.own, e.bound, self(e.body))
        if isinstance(e, Plus):
            return Plus(tuple(map(self, e.terms)))
        if isinstance(e, Times):
            return Times(tuple(map(self, e.factors)))
        if isinstance(e, Summed):
            return Summed(self(e.body), e.indices)
        if isinstance(e, Renamed):
            return Renamed(self(e.body), e.names)
        return e

    def _power(self, e: Entry) -> IndexExpression:
        """The power t - s of a matrix: the sum over j of [t = s + j] times its power j."""
        t, s, *own = e.indices
        if (t.range, s.range, t.range) != self._ranges or t.name == s.name:
            return e
        j = Index.bound(Index("age", t.range))
        ages = Tensor(".age", 3, power_of=e.tensor.power_of, matrix=True)
        return Sum(self._lag(t, s, j) * ages[j, *own], j)

    def _lag(self, t: Index, s: Index, j: Index) -> IndexExpression:
        k, first = (Index.bound(Index(name, j.range)) for name in ("k", "first"))
        at_once = delta(t, s) * delta(j, 0)
        if self._is_up:
            power = _POWERS[t, s, k, first] * delta(first, 0)
            return Sum(self._move(j, k) * power, k, first) + at_once
        return Sum(delta(first, 0) * self._move(first, k) * _POWERS[t, s, k, j], k, first) + at_once


def _is_power(e: IndexExpression) -> bool:
    """Whether it is an entry of the powers of a matrix, for two times."""
    return isinstance(e, Entry) and e.tensor.matrix and e.tensor.rank == 4
