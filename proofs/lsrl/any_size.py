r"""Statements about cells with ReLUs, for all sizes and on numbers, from one definition.

A statement is a function of a world `w`, from which it takes its arrays: `w("A", "n n")`. It
returns pairs of arrays by name, what is claimed and what is found, and says that they are equal
(`says_equal`). In the symbolic world sizes are symbols and entries are free, and equality is
proved; in worlds of numbers the same cells run on exact rationals.
"""

import math
import random
import re
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import cached_property, reduce
from typing import Any, TypeAlias

import numpy as np

from constructions.arrays import concatenate, relu
from theorem_checks import (
    All,
    ArgumentError,
    Counterexample,
    Engine,
    Evidence,
    Index,
    NamedEqual,
    Route,
    Sum,
    agree,
    all_hold,
    all_of,
    family,
    prove,
)
from theorem_checks import World as WorldOfStatement
from theorem_checks.statements.arrays.symbolic_array import SymbolicArray
from theorem_checks.statements.worlds.symbolic import Symbolic

__all__ = [
    "Numbers",
    "Stated",
    "Statement",
    "World",
    "named_equal",
    "on_numbers",
    "proved_for_all_sizes",
    "says_equal",
]

__arithmetic__ = True  # one interface, on arrays of symbols and of numbers

Statement: TypeAlias = Callable[["World"], Mapping[str, tuple[Any, Any]]]
"""From a world to pairs (claimed, found) by name."""

DRAWS: Mapping[int, int] = {1: 16, 2: 2}
"""How many instances of each size are tried."""

_SEED = 20_000_003  # fixed, so that a verdict is the same every time


class World:
    """Where the arrays of a statement come from; sizes are letters, and '1' is the size 1.

    `w(name, "n m")` is an array of independent entries, `w(name, "n", nonnegative=True)` one of
    entries that are not negative; `zeros`, `ones`, `eye` make constants.
    """

    def __call__(self, name: str, sizes: str, *, nonnegative: bool = False) -> Any:
        """Return the array of this name."""
        raise NotImplementedError

    def zeros(self, sizes: str) -> Any:
        """Return zeros."""
        raise NotImplementedError

    def ones(self, sizes: str) -> Any:
        """Return ones."""
        raise NotImplementedError

    def eye(self, size: str) -> Any:
        """Return the identity matrix."""
        raise NotImplementedError

    def column(self, vector: Any) -> Any:
        """Return a vector as a matrix with one column."""
        raise NotImplementedError

    def joined(self, blocks: Sequence[Sequence[Any]], rows: str, columns: str = "") -> Any:
        """Return the array made of blocks, one for each letter of rows and of columns."""
        raise NotImplementedError

    def vector(self, name: str, sizes: str, *, nonnegative: bool = False) -> Any:
        """Return a vector of independent entries, with a part for each letter."""
        parts = [
            [self(f"{name}_{n}", letter, nonnegative=nonnegative)]
            for n, letter in enumerate(sizes.split(), 1)
        ]
        return self.joined(parts, sizes)

    def matrix(self, name: str, sizes: str) -> Any:
        """Return a square matrix of free entries, with blocks for each two letters."""
        letters = list(enumerate(sizes.split(), 1))
        blocks = [[self(f"{name}_{i}{j}", f"{m} {n}") for j, n in letters] for i, m in letters]
        return self.joined(blocks, sizes, sizes)

    def read(self, text: str, rows: str, columns: str = "", /, **named: Any) -> Any:
        """Return the array that a text such as '0, B; 0, I' stands for.

        Rows of blocks end in ';', blocks in ','. A block is a sum of products of the `named`
        arrays and 0, 1, I; factors stand side by side, as in 'b + W k'.
        """
        lines = [line.split(",") for line in text.split(";")]
        wide = columns.split() or [""]
        if (len(lines), {len(line) for line in lines}) != (len(rows.split()), {len(wide)}):
            raise ArgumentError("text", text, f"a block for each of ({rows}) x ({columns or 1})")
        blocks = [
            [self._block(part, row, column, named) for part, column in zip(line, wide, strict=True)]
            for line, row in zip(lines, rows.split(), strict=True)
        ]
        return self.joined(blocks, rows, columns)

    def _block(self, text: str, row: str, column: str, named: Mapping[str, Any]) -> Any:
        shape = f"{row} {column}".strip()
        total = self.zeros(shape)
        for sign, product in re.findall(r"([+-]?)([^+-]+)", text):
            factors = product.split()
            if factors in (["0"], []):
                continue
            constant = {("1",): self.ones, ("I",): lambda _: self.eye(row)}.get(tuple(factors))
            term = constant(shape) if constant else reduce(_times, (named[f] for f in factors))
            total = total - term if sign == "-" else total + term
        return total


def _times(left: Any, right: Any) -> Any:
    return left @ right


class Stated(World):
    """The arrays of a statement, from a world of the toolkit: the letter n is a size d_n.

    An array of entries that are not negative is the ReLU of any array; where it is `small`, most
    draws lie between -1 and 1. `prefix`: what all names begin with, where several statements stand
    together.
    """

    def __init__(self, world: WorldOfStatement, prefix: str = "") -> None:
        self._world, self._prefix = world, prefix
        self._made: dict[tuple[str, str], Any] = {}
        self._sizes: dict[str, Any] = {"1": 1}

    def sizes(self, letters: str) -> tuple[Any, ...]:
        """Return the sizes of letters."""
        return self._shape(letters)

    def _shape(self, sizes: str) -> tuple[Any, ...]:
        for letter in sizes.split():
            if letter not in self._sizes:
                size = self._world.size(f"{self._prefix}d_{letter}")  # no array is called so
                self._sizes[letter] = size if self._world.is_symbolic else int(size)
        return tuple(self._sizes[letter] for letter in sizes.split())

    def __call__(  # noqa: D102
        self, name: str, sizes: str, *, nonnegative: bool = False, small: bool = False
    ) -> Any:
        if (name, sizes) not in self._made:  # a name stands for one array
            self._made[name, sizes] = self._world.array(
                f"{self._prefix}{name}", *self._shape(sizes), small=small
            )
        made = self._made[name, sizes]
        return relu(made) if nonnegative else made

    def entries(self, entry: Callable[..., Any], letters: str) -> Any:
        """Return the array with `entry(helper, i, j)` at i, j, of the sizes of letters."""
        return self._world.entries(entry, *self._shape(letters))

    def function(self, name: str, inputs: str, outputs: str) -> Any:
        """Return any function of vectors, of the sizes of two letters."""
        return self._world.function(f"{self._prefix}{name}", *self._shape(f"{inputs} {outputs}"))

    @cached_property
    def _system(self) -> Any:
        return self._world.zeros(1).__number_system__

    def zeros(self, sizes: str) -> Any:  # noqa: D102
        return self._system.zeros(self._shape(sizes))

    def ones(self, sizes: str) -> Any:  # noqa: D102
        return self._system.ones(self._shape(sizes))

    def eye(self, size: str) -> Any:  # noqa: D102
        if size == "1":
            return self.ones("1 1")
        entry = lambda w, i, j: w.delta(i, j)  # noqa: E731
        return self._world.entries(entry, *self._shape(f"{size} {size}"))

    def joined(  # noqa: D102
        self, blocks: Sequence[Sequence[Any]], rows: str, columns: str = ""
    ) -> Any:
        if columns:
            return concatenate([concatenate([b.T for b in line]).T for line in blocks])
        return concatenate([block for (block,) in blocks])

    def matrices_times(self, matrices: Any, matrix: Any, below: str) -> Any:
        """Return each of the matrices that an array of three axes has, times another matrix.

        **Arguments**: `below`, the letters of rows of zeros that are put below each product.
        """
        zeros = [self.zeros(letter) for letter in below.split()]
        if isinstance(matrices, SymbolicArray):
            return _each_times(matrices, matrix, zeros)
        rows = [self._system.zeros((row.shape[0], matrix.shape[1])) for row in zeros]
        products = [matrices[j] @ matrix for j in range(matrices.shape[0])]
        return self._system.stack([self._system.concatenate([one, *rows]) for one in products])

    def column(self, vector: Any) -> Any:  # noqa: D102
        if not isinstance(vector, SymbolicArray):
            return vector[:, None]
        blocks = {(n, 0): value for (n,), value in vector.blocks.items()}
        return SymbolicArray((*vector.axes, (family("one"),)), blocks)


def _each_times(
    matrices: SymbolicArray, matrix: SymbolicArray, zeros: Sequence[SymbolicArray]
) -> SymbolicArray:
    """Matrices, and one of one family of rows: each product, with zeros below it."""
    (i,), (before,) = matrix.axes[0][0].indices(0), matrices.axes[2][0].indices(2)
    k = Index("k", i.range)
    left, blocks = matrices.blocks[0, 0, 0].renamed([(before, k)]), {}
    for (row, column), block in matrix.blocks.items():
        part = matrix.axes[1][column]
        moved = [(i, k), *zip(part.indices(1), part.indices(2), strict=True)]
        blocks[0, row, column] = Sum(left * block.renamed(moved), k)
    units = sum((row.axes[0] for row in zeros), matrices.axes[1])
    return SymbolicArray((matrices.axes[0], units, matrix.axes[1]), blocks)


class Numbers(World):
    """All sizes are one number, and entries are exact: those in `values`, or drawn at random.

    What is drawn is n/d with |n| <= 3 and d <= 2, and is kept in `values`.
    """

    def __init__(self, size: int, source: random.Random | None = None) -> None:
        self.size, self.source = size, source or random.Random(_SEED)  # noqa: S311
        self.values: dict[str, np.ndarray] = {}

    def shape(self, sizes: str) -> tuple[int, ...]:
        """Return the sizes of letters."""
        return tuple(1 if letter == "1" else self.size for letter in sizes.split())

    def __call__(self, name: str, sizes: str, *, nonnegative: bool = False) -> Any:  # noqa: D102
        if name not in self.values:
            shape, least = self.shape(sizes), 0 if nonnegative else -3
            entries = [
                Fraction(self.source.randint(least, 3), self.source.randint(1, 2))
                for _ in range(math.prod(shape))
            ]
            self.values[name] = np.array(entries, dtype=object).reshape(shape)
        return self.values[name]

    def zeros(self, sizes: str) -> Any:  # noqa: D102
        return np.zeros(self.shape(sizes), dtype=object)

    def ones(self, sizes: str) -> Any:  # noqa: D102
        return np.ones(self.shape(sizes), dtype=object)

    def eye(self, size: str) -> Any:  # noqa: D102
        return np.eye(*self.shape(size), dtype=object)

    def column(self, vector: Any) -> Any:  # noqa: D102
        return vector[:, None]

    def joined(self, blocks: Sequence[Sequence[Any]], rows: str, columns: str = "") -> Any:  # noqa: D102
        if columns:
            return np.block([list(line) for line in blocks])
        return np.concatenate([block for (block,) in blocks])


def says_equal(statement: Statement, w: WorldOfStatement) -> All:
    """What the cells put out is what is claimed, in each pair."""
    pairs = statement(Stated(w)).items()
    return All(tuple(named_equal(name, found, claimed) for name, (claimed, found) in pairs))


def named_equal(name: str, found: Any, claimed: Any) -> NamedEqual:
    """Say of an array that is found by its name that it is what is claimed."""
    return NamedEqual(found, claimed, f"{name}, as it runs", "what is claimed")


def proved_for_all_sizes(statement: Statement, *, words: tuple[str, ...] = ()) -> Evidence:
    """Prove a statement for all sizes and entries, or refute it on numbers.

    **Arguments**: `words`, the sentences by which it gives what the claim says, if it gives more.
    """
    quick = on_numbers(statement, {1: 12})
    if quick.counterexample:
        return quick
    found = prove(says_equal(statement, Symbolic()))
    if found.verdict.passes:
        return all_of({"for all sizes": found}, found.scope, words=words)
    tried = on_numbers(statement, {1: 12, 2: 8})
    if tried.counterexample:
        return tried
    return Evidence.undecided("Not proved for all sizes, and not refuted on numbers.")


def on_numbers(statement: Statement, draws: Mapping[int, int] = DRAWS) -> Evidence:
    """Compare both sides in exact arithmetic, on the real ReLU.

    **Arguments**: the statement; from a size, which all sizes have, to the number of instances.

    **Returns** HOLDS, or REFUTED by an instance in which most entries are 0, 1 or -1.
    """
    source = random.Random(_SEED)  # noqa: S311  # no secret hangs on it
    for size, times in draws.items():
        for _ in range(times):
            world = Numbers(size, source)
            if not _outcome(statement, world):
                return _refutation(statement, world)
    route = Route.testing("cells on rational arrays", Engine.FRACTIONS)
    tried = "; ".join(f"all sizes {size}, {times} instances" for size, times in draws.items())
    return Evidence.holds(tried, routes=(route,))


def _outcome(statement: Statement, world: Numbers) -> Any:
    """True, or the first difference between two sides."""
    return all_hold(*(agree(*pair, name) for name, pair in statement(world).items()))


def _refutation(statement: Statement, world: Numbers) -> Evidence:
    """Make entries simple, the last ones first, as long as the sides differ."""
    for choices in ((0,), (0, 1, -1)):
        for array in reversed(world.values.values()):
            for place in np.ndindex(array.shape):
                for simpler in choices:
                    before = array[place]
                    if before == simpler:
                        break
                    array[place] = Fraction(simpler)
                    if not _outcome(statement, world):
                        break
                    array[place] = before
    found = _outcome(statement, world)
    at = {name: array for name, array in world.values.items() if np.any(array != 0)}
    return Evidence.refuted(
        Counterexample(at, found.claimed, found.found, f"{found.explanation}; all else is 0"),
        scope=f"all sizes {world.size}",
    )
