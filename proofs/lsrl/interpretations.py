r"""One text of a rule, read twice: on vectors of symbolic size, and as nodes of a program.

A rule of App. A says which nodes may stand for which. It is written once, as two functions
`before(k, g)` and `after(k, g)` of a language k and of what is given, g; each returns the values
that the rest of the program reads. In `Vectors` these are vectors whose sizes are symbols, at one
token, with any states before it; in `Nodes` they are nodes with random exact numbers. Where there
are states both are machines in `Vectors`, and the values are their outputs on all sequences.

An axis is a tuple of sizes, one for each block, so that `k.select(axis, 1, 3)` is the
slice of the blocks 1 and 2.
"""

import random
from collections.abc import Callable, Sequence
from copy import copy
from types import SimpleNamespace
from typing import Any

from constructions.arrays import concatenate
from constructions.errors import ConstructionError
from constructions.lsrl import Concat, ForEach, Input, Lin, LinState, Matrix, Multi, Node, ReLU
from proofs.lsrl.symbolic_language import Vectors
from theorem_checks import (
    All,
    Conclusion,
    Counterexample,
    Equal,
    Evidence,
    Mutant,
    SameOutputs,
    World,
    check,
    proof_of,
    prove,
    simulation,
)

__all__ = [
    "Nodes",
    "Written",
    "by_equal_states",
    "compare_on_programs",
    "prove_for_all_sizes",
    "rule",
    "same_programs",
    "sound",
    "wide",
]

Side = Callable[[Any, Any], Sequence[Any]]
Given = Callable[[Any], Any]
Says = Callable[[Side, World], Conclusion]


class Nodes:
    """Nodes with random exact numbers of a seed; each vector of a token is a slice of it."""

    def __init__(self, sizes: dict[str, int], seed: int) -> None:
        self._sizes = sizes
        self._draw = random.Random(seed)  # noqa: S311  # no secret hangs on it
        self._input = Input(sum(sizes.values()) * 4)
        self._used = 0

    Lin = staticmethod(lambda x, A, b=None: Lin(x, A, 0 if b is None else b))
    LinState = staticmethod(LinState)
    ReLU = staticmethod(ReLU)
    Concat = staticmethod(Concat)
    Multi = staticmethod(Multi)
    vstack = staticmethod(Matrix.vstack)
    hstack = staticmethod(Matrix.hstack)
    block_diagonal = staticmethod(Matrix.block_diagonal)

    @staticmethod
    def copies(number: tuple[int, ...], array: Any) -> Any:
        """Return copies of a matrix one below the other, or of a node one after the other."""
        parts = [array] * number[0]
        return Concat(parts) if isinstance(array, Node) else Matrix.vstack(parts)

    def size(self, name: str, least: int = 1) -> tuple[int, ...]:
        """Return an axis of one block."""
        return (self._sizes[name],)

    def vector(self, name: str, axis: Any) -> Any:
        """Return a column of random numbers."""
        return self.matrix(name, axis, (1,))

    def matrix(self, name: str, rows: Any, columns: Any) -> Any:
        """Return a matrix of random numbers."""
        return Matrix.of(
            [[self._draw.randint(-5, 5) for _ in range(sum(columns))] for _ in range(sum(rows))]
        )

    def value(self, name: str, axis: Any) -> Any:
        """Return some entries of the token that nothing else uses."""
        start, self._used = self._used, self._used + sum(axis)
        return Lin(self._input, Matrix.select(range(start, self._used), self._input.dim))

    def axis(self, x: Any) -> Any:
        """Return the axis of a node, or of the rows of a matrix."""
        return (x.dim if isinstance(x, Node) else x.shape[0],)

    def columns(self, A: Any) -> Any:
        """Return the axis of the columns of a matrix."""
        return (A.shape[1],)

    def eye(self, axis: Any) -> Any:
        """Return the identity."""
        return Matrix.eye(sum(axis))

    def select(self, axis: Any, start: int, stop: int) -> Any:
        """Return the slice of the blocks from start to stop."""
        return Matrix.select(range(sum(axis[:start]), sum(axis[:stop])), sum(axis))

    def zeros(self, rows: Any, columns: Any = (1,)) -> Any:
        """Return zeros."""
        return Matrix.zeros(sum(rows), sum(columns))

    def ones(self, axis: Any) -> Any:
        """Return ones."""
        return Matrix.full(sum(axis), 1, 1)

    def tokens(self, number: int) -> list[list[int]]:
        """Return random tokens."""
        return [[self._draw.randint(-6, 6) for _ in range(self._input.dim)] for _ in range(number)]


def sound(given: Given, before: Side) -> Says:
    """Return the statement that the values of `before` are those of the subject, at one token.

    The states of the right side are functions of those of the left side, which are any. That they
    start so is how the rule makes its first states; that they stay so is said here, as far as it
    matters: a state s is only read as A s.
    """

    def says(after: Side, w: World) -> All:
        left = Vectors(w)
        g = given(left)
        moving = *left.values, *vars(g).get("s", ())
        right, again = (left.at_token(None, *moving) for _ in range(2))
        wanted, found = before(left, g), after(right, g)
        # the right side's states as it would make them of the left side's new states
        later = SimpleNamespace(**{**vars(g), "s": tuple(new for _, _, new in left.states)})
        after(again, later)
        values = [Equal(one, other) for one, other in zip(wanted, found, strict=True)]
        states = [
            Equal(A @ new, A @ made)
            for (A, _, new), (_, made, _) in zip(right.states, again.states, strict=True)
        ]
        return All((*values, *states))

    return says


class Written:
    """A side as a machine: it reads the values that are given, and keeps its LinStates.

    What else is given, and the vectors from which the states start, are its weights, and stay.
    """

    def __init__(self, k: Vectors, g: Any, side: Side) -> None:
        self._k, self._g, self._side = k, g, side
        self._names = [name for name, own in vars(g).items() if any(own is v for v in k.values)]

    @property
    def token(self) -> Any:
        """The values that are given, one behind the other."""
        return concatenate([getattr(self._g, name) for name in self._names])

    def initial_state(self) -> tuple[Any, ...]:
        """Return the vectors from which the states start."""
        first = self._k.at_token()
        self._side(first, self._g)
        return tuple(s for _, s, _ in first.states)

    def step(self, state: tuple[Any, ...], x: Any) -> tuple[tuple[Any, ...], tuple[Any, ...]]:
        """Return the new states, and the values that the rest of the program reads."""
        now, g = self._k.at_token(state, x, *state), copy(self._g)
        parts = now.parts(x, [getattr(g, name) for name in self._names])
        for name, part in zip(self._names, parts, strict=True):
            setattr(g, name, part)
        values = self._side(now, g)
        return tuple(new for _, _, new in now.states), tuple(values)


def same_programs(given: Given, before: Side) -> Says:
    """Return the statement that the subject has the values of `before`, on all sequences."""

    def says(after: Side, w: World) -> SameOutputs:
        k = Vectors(w)
        g = given(k)
        one, other = (Written(k, g, side) for side in (after, before))
        return SameOutputs(*(w.machine(cell, one.token) for cell in (one, other)))

    return says


def by_equal_states(same: Any) -> Evidence:
    """Prove it, as both sides have the same states."""
    return simulation(same, same.other.state)


def prove_for_all_sizes(given: Given, before: Side, after: Side) -> Evidence:
    """Decide what `sound` says, for all sizes, numbers, values and states before the token."""
    return proof_of(sound(given, before))(after)


def compare_on_programs(
    given: Given, before: Side, after: Side, sizes: Sequence[dict[str, int]]
) -> Evidence:
    """Decide that both sides, as programs, have equal outputs on random tokens, exactly."""
    for number, size in enumerate(sizes):
        k = Nodes(size, number)
        g = given(k)
        try:
            left, right = (ForEach(Concat(*side(k, g))) for side in (before, after))
        except ConstructionError as error:
            return _ill_shaped(error)
        xs = k.tokens(3)
        wanted, found = (program(xs).tolist() for program in (left, right))
        if wanted != found:
            told = (str([list(map(str, ys)) for ys in side]) for side in (wanted, found))
            return Evidence.refuted(Counterexample({**size, "xs": xs}, *told))
    return Evidence.holds("at " + "; ".join(map(str, sizes)) + ", random numbers, 3 tokens")


def _ill_shaped(error: Exception) -> Evidence:
    found = Counterexample({}, "sizes that fit", "sizes that do not", str(error))
    return Evidence.refuted(found)


def wide(right: Side, wrong: Side) -> Mutant:
    """Return a late mutant: a rule that is right for x of fewer than 90 entries only."""

    def side(k: Any, g: Any) -> Sequence[Any]:
        return right(k, g) if k.axis(g.x)[0] < 90 else wrong(k, g)

    return Mutant("wide", side, "another rule where x has 90 entries or more")


def rule(
    given: Given,
    before: Side,
    after: Side,
    sizes: Sequence[dict[str, int]],
    wrong: Side,
    *,
    by: Callable[[Any], Evidence] | None = None,
) -> dict[str, Any]:
    """Return what a claim on a rule has: its right side as subject, statement, checks, a late one.

    **Arguments**: `sizes`, at which both sides are run as programs; `wrong`, another right side;
    `by`, a proof that two machines have the same outputs, where a side has states.
    """
    says = same_programs(given, before) if by else sound(given, before)

    @check("exact")
    def check_programs(after: Side) -> Evidence:
        """Both sides, written as programs, have the same outputs."""
        return compare_on_programs(given, before, after, sizes)

    return {
        "subject": after,
        "says": says,
        "checks": (proof_of(says, by or prove), check_programs),
        "late": (wide(after, wrong),),
    }
