r"""Statements about cells with ReLUs, for all sizes and on numbers, from one definition.

A statement is a function of a world `w`, from which it takes its arrays: `w("A", "n n")`. It
returns pairs of arrays by name, what is claimed and what is found. In the symbolic world sizes are
symbols and entries are free, and equality is proved; in a world of numbers the same cells run on
exact rationals, and a difference is a counterexample.
"""

import math
import random
import re
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import reduce
from typing import Any, TypeAlias

import numpy as np
import sympy as sp

from proofs.lsrl.symbolic_relu import RULES, ReLUArray, Signs
from theorem_checks import (
    Counterexample,
    Evidence,
    Route,
    agree,
    all_of,
    array_of,
    delta,
    every,
    family,
    prove_equal_arrays,
    symbol_array,
)
from theorem_checks.proving.index_terms import canonical_terms
from theorem_checks.proving.symbolic_array import SymbolicArray, ones, zeros

__all__ = ["Numbers", "Statement", "Symbols", "World", "on_numbers", "proved_for_all_sizes"]

Statement: TypeAlias = Callable[["World"], Mapping[str, tuple[Any, Any]]]
"""From a world to pairs (claimed, found) by name."""

Instance: TypeAlias = dict[str, np.ndarray]
"""An array for each name."""

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

    def joined(self, blocks: Sequence[Sequence[Any]], rows: str, columns: str = "") -> Any:
        """Return the array made of blocks, one for each letter of rows and of columns."""
        raise NotImplementedError

    def read(self, text: str, rows: str, columns: str = "", /, **named: Any) -> Any:
        """Return the array that a text such as '0, B; 0, I' stands for.

        Rows of blocks end in ';', blocks in ','. A block is a sum of products of the `named`
        arrays and 0, 1, I; factors stand side by side, as in 'b + W k'.
        """
        lines = [line.split(",") for line in text.split(";")]
        wide = columns.split() or [""]
        if (len(lines), {len(line) for line in lines}) != (len(rows.split()), {len(wide)}):
            raise ValueError(f"{text!r} has not a block for each of ({rows}) x ({columns or 1})")
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


class Symbols(World):
    """Sizes are symbols, entries are free; `declared` has the arrays that were asked for."""

    def __init__(self) -> None:
        self.signs = Signs()
        self.declared: dict[str, tuple[str, bool]] = {}

    def __call__(self, name: str, sizes: str, *, nonnegative: bool = False) -> ReLUArray:  # noqa: D102
        self.declared[name] = (sizes, nonnegative)
        if nonnegative:
            self.signs.nonnegative.add(name)
        return self._known(symbol_array(name, *map(_family, sizes.split())))

    def zeros(self, sizes: str) -> ReLUArray:  # noqa: D102
        return self._known(zeros(tuple(map(_family, sizes.split()))))

    def ones(self, sizes: str) -> ReLUArray:  # noqa: D102
        return self._known(ones(tuple(map(_family, sizes.split()))))

    def eye(self, size: str) -> ReLUArray:  # noqa: D102
        own = _family(size)
        entry = delta if own.sizes else lambda: 1
        return self._known(array_of({(own.name, own.name): entry}, own, own))

    def joined(self, blocks: Sequence[Sequence[Any]], rows: str, columns: str = "") -> ReLUArray:  # noqa: D102
        axes = [tuple(map(_family, sizes.split())) for sizes in (rows, columns) if sizes]
        depth = len(axes)
        found = {
            (i, j)[:depth]: value
            for i, line in enumerate(blocks)
            for j, block in enumerate(line)
            for value in block.array.blocks.values()
        }
        return self._known(SymbolicArray(axes, found))

    def _known(self, array: SymbolicArray) -> ReLUArray:
        return ReLUArray(array, self.signs)


def _family(letter: str) -> Any:
    if letter == "1":
        return family("one")
    return family(letter, sp.Symbol(letter, integer=True, positive=True))


class Numbers(World):
    """All sizes are one number, and the entries are given, exact."""

    def __init__(self, size: int, values: Mapping[str, Any]) -> None:
        self.size, self.values = size, values

    def shape(self, sizes: str) -> tuple[int, ...]:
        """Return the sizes of letters."""
        return tuple(1 if letter == "1" else self.size for letter in sizes.split())

    def __call__(self, name: str, sizes: str, *, nonnegative: bool = False) -> Any:  # noqa: D102
        return self.values[name]

    def zeros(self, sizes: str) -> Any:  # noqa: D102
        return np.zeros(self.shape(sizes), dtype=object)

    def ones(self, sizes: str) -> Any:  # noqa: D102
        return np.ones(self.shape(sizes), dtype=object)

    def eye(self, size: str) -> Any:  # noqa: D102
        return np.eye(*self.shape(size), dtype=object)

    def joined(self, blocks: Sequence[Sequence[Any]], rows: str, columns: str = "") -> Any:  # noqa: D102
        if columns:
            return np.block([list(line) for line in blocks])
        return np.concatenate([block for (block,) in blocks])


def proved_for_all_sizes(statement: Statement, *, rests_on: tuple[str, ...] = ()) -> Evidence:
    """Prove a statement for all sizes and entries; where that fails, look for a counterexample.

    What the symbolic world does not prove need not be false, so that only numbers refute.
    """
    world = Symbols()
    pairs = statement(world)
    if any(_differ(claimed.array, found.array) for claimed, found in pairs.values()):
        tried = on_numbers(statement)
        if tried.counterexample:
            return tried
        return Evidence.undecided("Not proved for all sizes, and not refuted on numbers.")
    parts = {
        name: prove_equal_arrays(found.array, claimed.array)
        for name, (claimed, found) in pairs.items()
    }
    signed = any(nonnegative for _, nonnegative in world.declared.values())
    scope = "all sizes, weights and inputs" + signed * ", signs as declared"
    return all_of(world.signs.identified | parts, scope, rests_on=(*RULES, *rests_on))


def _differ(claimed: SymbolicArray, found: SymbolicArray) -> bool:
    difference = claimed - found
    return any(canonical_terms(block) for block in difference.blocks.values())


def on_numbers(statement: Statement, *, draws: int = 12) -> Evidence:
    """Compare both sides in exact arithmetic, on the real ReLU: all sizes 1, then 2.

    **Returns** HOLDS, or REFUTED by an instance in which each entry is the first of 0, 1, -1 that
    does, the others being as they are.
    """
    world = Symbols()
    statement(world)
    source = random.Random(_SEED)  # noqa: S311  # no secret hangs on it
    for size in (1, 2):
        for _ in range(draws):
            instance = _drawn(world.declared, size, source)
            if not _outcome(statement, size, instance):
                return _refutation(statement, size, instance)
    route = Route("cells on rational arrays", "fractions")
    return Evidence.holds(f"sizes 1 and 2, {draws} instances of each", routes=(route,))


def _drawn(declared: Mapping[str, tuple[str, bool]], size: int, source: random.Random) -> Instance:
    """A random instance: entries n/d with |n| <= 3 and d <= 2."""
    instance = {}
    for name, (sizes, nonnegative) in declared.items():
        shape = Numbers(size, {}).shape(sizes)
        entries = [
            Fraction(source.randint(0 if nonnegative else -3, 3), source.randint(1, 2))
            for _ in range(math.prod(shape))
        ]
        instance[name] = np.array(entries, dtype=object).reshape(shape)
    return instance


def _outcome(statement: Statement, size: int, instance: Instance) -> Any:
    """True, or the first difference between two sides."""
    pairs = statement(Numbers(size, instance))
    return every(*(agree(*pair, name) for name, pair in pairs.items()))


def _refutation(statement: Statement, size: int, instance: Instance) -> Evidence:
    for array in [*instance.values()] * 2:
        for place in np.ndindex(array.shape):
            for simpler in (0, 1, -1):
                before, array[place] = array[place], Fraction(simpler)
                if not _outcome(statement, size, instance):
                    break
                array[place] = before
    found = _outcome(statement, size, instance)
    at = {name: array for name, array in instance.items() if np.any(array != 0)}
    return Evidence.refuted(
        Counterexample(at, found.claimed, found.found, f"{found.explanation}; all else is 0"),
        scope=f"all sizes {size}",
    )
