"""That a step of a cell is what printed equations say: for all sizes and any functions.

The equations are written once, with indices. The statement is about one step, from any state, and
functions of which nothing is known: the cell uses each of them once, of the argument that is
printed; and whatever values they have there, the state and the output are those printed. On numbers
they are also run on sequences and compared as polynomials, with linear functions in the place of
sigma and tanh.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import Any

import numpy as np

from constructions.cells.cell import Cell
from theorem_checks import All, Conclusion, Evidence, NamedEqual, World, equal_maps

__all__ = [
    "GATE_SIZES",
    "Equations",
    "Make",
    "Numbers",
    "Written",
    "gate_argument",
    "gate_weights",
    "shapes_at",
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


class Written:
    """Index notation on arrays of a world, their sizes by letter."""

    def __init__(self, world: World, sizes: Mapping[str, Any]) -> None:
        self._world, self._sizes = world, sizes
        self._helper: Any = None

    def free(self, name: str, letters: str) -> Any:
        """Return an array of free entries, an axis for each letter."""
        return self._world.array(name, *(self._sizes[letter] for letter in letters.split()))

    def array(self, letters: str, entry: Callable[..., Any]) -> Any:
        """Return the array of these entries, an axis for each letter."""

        def helped(helper: Any, *indices: Any) -> Any:
            self._helper = helper
            return entry(*indices)

        return self._world.entries(helped, *(self._sizes[letter] for letter in letters.split()))

    def total(self, letter: str, term: Callable[[Any], Any]) -> Any:
        """Return the sum of a term over an index; within an entry of an array."""
        return self._helper.sum(term, self._sizes[letter])


@dataclass
class Unknown:
    """A function of which nothing is known: it keeps its arguments, and has the given value."""

    value: Any
    arguments: list[Any] = field(default_factory=list)

    def __call__(self, argument: Any) -> Any:
        """Return the value."""
        self.arguments.append(argument)
        return self.value


@dataclass(frozen=True)
class Equations:
    """The printed equations of a cell.

    **Fields**

    - `step(notation, state, x, w, of)`: the state after a token, and the output. `state` is the
      tuple of its arrays; `w` and `of` are the weights and the functions, by name.
    - `state`: the letters of the state's arrays. `inputs`: the letter of a token's size.
    - `weights`: the letters of each weight.
    - `functions`: by name a linear stand-in for each function, so that outputs are polynomials.
    - `values`: the letter of the functions' arguments and values.
    - `printed`: which equation gives each array of the state, and the output, for readers.
    """

    step: Callable[..., tuple[tuple[Any, ...], Any]]
    state: tuple[str, ...]
    inputs: str
    weights: Mapping[str, str]
    functions: Mapping[str, Callable[[Any], Any]]
    values: str
    printed: tuple[str, ...]

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
        shapes = [shapes_at(size, self.inputs, self.weights) for size in sizes]
        return equal_maps(lambda xs, **w: make(self.functions, w)(xs), self.outputs, sizes=shapes)

    def says(self, make: Make, w: World) -> Conclusion:
        """Say that a step of the cell is that of the equations, whatever its functions."""
        letters = sorted({letter for ls in self.weights.values() for letter in ls.split()})
        notation = Written(w, {letter: w.size(letter) for letter in letters})
        given = {name: notation.free(name, ls) for name, ls in self.weights.items()}
        x = notation.free("x", self.inputs)
        state = tuple(notation.free(f"h_{k}", ls) for k, ls in enumerate(self.state))
        of = {name: notation.free(name, self.values) for name in self.functions}
        used, printed = ({name: Unknown(value) for name, value in of.items()} for _ in range(2))
        cell = make(used, given)
        start = cell.initial_state()
        after, output = cell.step(_with_leaves(start, iter(state)), x)
        wanted, wanted_output = self.step(notation, state, x, given, printed)
        *told, of_output = self.printed
        parts = [
            NamedEqual(leaf, notation.array(ls, lambda *_: 0), f"the cell's first state for {name}")
            for leaf, ls, name in zip(_leaves(start), self.state, told, strict=True)
        ]
        for name in self.functions:
            there, here = used[name].arguments, printed[name].arguments
            parts.append(NamedEqual(len(there), len(here), f"how often the cell uses {name}"))
            names = f"what the cell takes {name} of", f"what the equations take {name} of"
            parts.extend(NamedEqual(*both, *names) for both in zip(there, here, strict=False))
        parts.extend(
            NamedEqual(found, given, "the cell's next state", name)
            for found, given, name in zip(_leaves(after), wanted, told, strict=True)
        )
        return All((*parts, NamedEqual(output, wanted_output, "the cell's output", of_output)))


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


def shapes_at(
    size: Mapping[str, int], inputs: str, weights: Mapping[str, str]
) -> dict[str, tuple[int, ...]]:
    """Return the shapes of a sequence `xs` and of weights.

    **Arguments**: numbers for all letters, "T" for the number of tokens; the letter of the inputs;
    for each weight the letters of its sizes.
    """
    of_weights = {name: tuple(map(size.__getitem__, ls.split())) for name, ls in weights.items()}
    return {"xs": (size["T"], size[inputs])} | of_weights
