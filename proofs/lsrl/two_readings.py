r"""One text of a rule, read twice: on vectors of symbolic size, and as nodes of a program.

A rule of App. A says which nodes may stand for which. It is written once, as two functions
`before(k, g)` and `after(k, g)` of a language k and of what is given, g; each returns the values
that the rest of the program reads. In `Symbolic` these are vectors whose sizes are symbols, at one
token, with any states before it; in `Nodes` they are nodes with random exact numbers.

An axis is a tuple of blocks, families there and sizes here, so that `k.select(axis, 1, 3)` is the
slice of the blocks 1 and 2.
"""

import random
from collections.abc import Callable, Sequence
from types import SimpleNamespace
from typing import Any

from constructions.errors import ConstructionError
from constructions.lsrl import Concat, ForEach, Input, Lin, LinState, Matrix, Multi, Node, ReLU
from proofs.lsrl.symbolic_language import Symbolic
from proofs.lsrl.symbolic_relu import HALVES, RULES
from theorem_checks import (
    ArgumentError,
    Check,
    Counterexample,
    Evidence,
    all_of,
    check,
    prove_equal_arrays,
)

__all__ = ["Nodes", "compare_on_programs", "prove_for_all_sizes", "soundness_checks"]

Side = Callable[[Any, Any], Sequence[Any]]
Given = Callable[[Any], Any]


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

    def size(self, name: str) -> tuple[int, ...]:
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


def prove_for_all_sizes(given: Given, before: Side, after: Side) -> Evidence:
    """Decide that both sides have equal values at each token, for all sizes and numbers.

    The states of the right side are functions of those of the left side. That they start so is
    how the rule makes its first states; that they stay so is proved here, as far as it matters:
    a state s is only read as A s.
    """
    left = Symbolic()
    g = given(left)
    try:
        wanted, found = before(left, g), after(right := left.beside(), g)
        # the right side's states as it would make them of the left side's new states
        later = SimpleNamespace(**{**vars(g), "s": tuple(new for _, _, new in left.states)})
        after(again := left.beside(), later)
        obligations = {
            f"value {i}": prove_equal_arrays(one.array, other.array)
            for i, (one, other) in enumerate(zip(wanted, found, strict=True))
        }
        for i, ((A, _, new), (_, made, _)) in enumerate(
            zip(right.states, again.states, strict=True)
        ):
            obligations[f"state {i}"] = prove_equal_arrays((A @ new).array, (A @ made).array)
    except ArgumentError as error:
        return _ill_shaped(error)
    parts = left.system.signs.identified | obligations
    scope = "all sizes, numbers, values and states before the token"
    used = left.system.signs.used
    return all_of(parts, scope, words=RULES if used else (), rests_on=HALVES if used else ())


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


def soundness_checks(
    given: Given, before: Side, sizes: Sequence[dict[str, int]]
) -> tuple[Check, Check]:
    """Return two checks of a rule's right side `after(k, g)` against its left side."""

    @check("proof")
    def check_all_sizes(after: Side) -> Evidence:
        """Both sides are the same at all sizes, at each token, whatever the states before it."""
        return prove_for_all_sizes(given, before, after)

    @check("exact")
    def check_programs(after: Side) -> Evidence:
        """Both sides, written as programs, have the same outputs."""
        return compare_on_programs(given, before, after, sizes)

    return check_all_sizes, check_programs
