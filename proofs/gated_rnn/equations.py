"""That a step of a cell is what printed equations say: for all sizes and any functions.

The equations are written once, with indices. On numbers, they and the cell are run on sequences and
compared as polynomials, with linear functions in the place of sigma and tanh. On arrays of symbolic
size one step is compared, with functions of which nothing is known: that the arguments of each are
equal on both sides, and that equal values of the functions lead to equal states and outputs.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import count, product
from typing import Any

import numpy as np
import sympy as sp

from constructions.cells.cell import Cell
from theorem_checks import (
    Evidence,
    Index,
    Sum,
    all_of,
    array_of,
    equal_maps,
    family,
    prove_equal_arrays,
    symbol_array,
    zeros,
)
from theorem_checks.statements.arrays.symbolic_arrays import SymbolicArray

__all__ = [
    "GATE_SIZES",
    "Equations",
    "Make",
    "Numbers",
    "Symbols",
    "gate_argument",
    "gate_weights",
    "with_gates_renamed",
]

Make = Callable[..., Cell]
"""A cell from `functions`, by name, and weights, by name."""


@dataclass(frozen=True)
class Numbers:
    """Index notation on arrays of given sizes, by letter."""

    sizes: Mapping[str, int]

    def array(self, letters: str, entry: Callable[..., Any]) -> Any:
        """Return the array of these entries, an axis for each letter."""
        shape = tuple(self.sizes[letter] for letter in letters.split())
        made = np.empty(shape, dtype=object)
        for indices in product(*map(range, shape)):
            made[indices] = entry(*indices)
        return made

    def total(self, letter: str, term: Callable[[Any], Any]) -> Any:
        """Return the sum of a term over an index."""
        return sum(term(index) for index in range(self.sizes[letter]))


@dataclass(frozen=True)
class Symbols:
    """Index notation on arrays whose sizes are symbols of the letters' names."""

    names: Iterator[int] = field(default_factory=count)

    def axes(self, letters: str) -> list[Any]:
        """Return a family of indices for each letter."""
        return [family(letter, _size(letter)) for letter in letters.split()]

    def array(self, letters: str, entry: Callable[..., Any]) -> SymbolicArray:
        """Return the array of these entries, an axis for each letter."""
        return array_of({tuple(letters.split()): entry}, *self.axes(letters))

    def total(self, letter: str, term: Callable[[Any], Any]) -> Any:
        """Return the sum of a term over an index, whose name no other sum has."""
        index = Index(f"{letter}_{next(self.names)}", _size(letter))
        return Sum(term(index), index)


def _size(letter: str) -> sp.Symbol:
    return sp.Symbol(letter, integer=True, positive=True)


@dataclass
class Unknown:
    """A function of which nothing is known, used once: it keeps its argument.

    Its values are free entries, kept in `values` by the function's name.
    """

    name: str
    values: dict[str, SymbolicArray]
    arguments: list[Any] = field(default_factory=list)

    def __call__(self, argument: SymbolicArray) -> SymbolicArray:
        """Return an array of free entries, which stand for the function's values."""
        self.arguments.append(argument)
        if self.name not in self.values:
            self.values[self.name] = symbol_array(self.name, *argument.axes)
        return self.values[self.name]


@dataclass(frozen=True)
class Equations:
    """The printed equations of a cell.

    **Fields**

    - `step(notation, state, x, w, of)`: the state after a token, and the output. `state` is the
      tuple of its arrays; `w` and `of` are the weights and the functions, by name.
    - `state`: the letters of the state's arrays. `inputs`: the letter of a token's size.
    - `weights`: the letters of each weight.
    - `functions`: by name a linear stand-in for each function, so that outputs are polynomials.
    """

    step: Callable[..., tuple[tuple[Any, ...], Any]]
    state: tuple[str, ...]
    inputs: str
    weights: Mapping[str, str]
    functions: Mapping[str, Callable[[Any], Any]] = field(default_factory=dict)

    def outputs(self, xs: Any, **w: Any) -> list[Any]:
        """Return the outputs of the equations on a sequence, from the state 0."""
        notation = Numbers(self._sizes(xs, w))
        state = tuple(notation.array(letters, lambda *_: 0) for letters in self.state)
        ys = []
        for x in xs:
            state, y = self.step(notation, state, x, w, self.functions)
            ys.append(list(y))
        return ys

    def _sizes(self, xs: Any, w: Mapping[str, Any]) -> dict[str, int]:
        sizes = {self.inputs: xs.shape[1]}
        for name, letters in self.weights.items():
            sizes |= dict(zip(letters.split(), w[name].shape, strict=True))
        return sizes

    def as_polynomials(self, make: Make, sizes: Sequence[Mapping[str, int]]) -> Evidence:
        """Decide at small sizes whether a cell has the outputs of the equations.

        In a counterexample the cell's output is what is claimed, that of the equations is what is
        found. **Arguments**: `make(functions, weights)` makes the cell; for each size the numbers
        for the letters, "T" for the number of tokens.
        """
        shapes = [
            {"xs": (size["T"], size[self.inputs])}
            | {name: tuple(size[a] for a in ls.split()) for name, ls in self.weights.items()}
            for size in sizes
        ]
        return equal_maps(lambda xs, **w: make(self.functions, w)(xs), self.outputs, sizes=shapes)

    def for_all_sizes(self, make: Make, sizes: Sequence[Mapping[str, int]]) -> Evidence:
        """Prove that the cell is that of the equations, unless small `sizes` refute it."""
        evidence = self._induction(make)
        if evidence.verdict.passes:
            return evidence
        polynomials = self.as_polynomials(make, sizes)
        if polynomials.counterexample:
            return Evidence.refuted(polynomials.counterexample, scope=polynomials.scope)
        return Evidence.undecided("A step differs, yet the outputs agree at small sizes.")

    def _induction(self, make: Make) -> Evidence:
        notation = Symbols()
        w = {name: symbol_array(name, *notation.axes(ls)) for name, ls in self.weights.items()}
        x = symbol_array("x", *notation.axes(self.inputs))
        values: dict[str, SymbolicArray] = {}  # the same of the cell and of the equations
        kept, written = ({name: Unknown(name, values) for name in self.functions} for _ in range(2))
        cell = make(kept, w)
        start = cell.initial_state()
        leaves = [symbol_array(f"h_{k}", *leaf.axes) for k, leaf in enumerate(_leaves(start))]
        after, output = cell.step(_with_leaves(start, iter(leaves)), x)
        wanted, wanted_output = self.step(notation, tuple(leaves), x, w, written)
        if any(len(f.arguments) != 1 for f in (*kept.values(), *written.values())):
            return Evidence.undecided("A function is not used just once.")
        sides = {f"base: array {k}": (a, zeros(a.axes)) for k, a in enumerate(_leaves(start))}
        sides |= {
            f"step: what {name} is of": (kept[name].arguments[0], written[name].arguments[0])
            for name in self.functions
        }
        pairs = zip(_leaves(after), wanted, strict=True)
        sides |= {f"step: array {k}": pair for k, pair in enumerate(pairs)}
        sides["step: the output"] = (output, wanted_output)
        letters = sorted({a for ls in self.weights.values() for a in ls.split()})
        functions = f", any values of {', '.join(self.functions)}" if self.functions else ""
        return all_of(
            {name: prove_equal_arrays(*both) for name, both in sides.items()},
            f"all {', '.join(letters)} and T, all inputs and weights{functions}",
            words=("induction over time, from equal states",),
        )


def _leaves(state: Any) -> list[Any]:
    if isinstance(state, tuple):
        return [leaf for part in state for leaf in _leaves(part)]
    return [state]


def _with_leaves(state: Any, leaves: Iterator[Any]) -> Any:
    if isinstance(state, tuple):
        return tuple(_with_leaves(part, leaves) for part in state)
    return next(leaves)


GATE_SIZES = [{"T": T, "n": n, "m": m} for T, n, m in ((1, 1, 1), (2, 1, 1), (1, 2, 1), (1, 1, 2))]


def gate_weights(parts: str) -> dict[str, str]:
    """Return the letters of U_*, V_* and b_* for each part of a GRU or an LSTM."""
    kinds = {"U": "n m", "V": "n n", "b": "n"}
    return {f"{kind}_{part}": letters for kind, letters in kinds.items() for part in parts}


def gate_argument(notation: Any, w: Mapping[str, Any], part: str, x: Any, h: Any) -> Any:
    """Return U x + V h + b of a part, written with indices."""

    def entry(i: Any) -> Any:
        inputs = notation.total("m", lambda a: w[f"U_{part}"][i, a] * x[a])
        recurrent = notation.total("n", lambda j: w[f"V_{part}"][i, j] * h[j])
        return inputs + recurrent + w[f"b_{part}"][i]

    return notation.array("n", entry)


def with_gates_renamed(make: Make, **names: str) -> Make:
    """Return the cell with the weights of some parts taken for those of others."""

    def moved(name: str) -> str:
        kind, _, part = name.partition("_")
        return f"{kind}_{names.get(part, part)}"

    return lambda functions, w: make(functions, {name: w[moved(name)] for name in w})
