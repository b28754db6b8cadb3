"""Networks with any input gate, and the mixed differences of their outputs.

The outputs of such a network are quadratic in its hidden state, to which each token adds what a
function g of it is. So the mixed difference of the outputs in two tokens is bilinear in what these
add, and a product of matrices through the hidden units.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import product
from math import prod
from typing import Any

from constructions import arrays
from theorem_checks import Index, SameOutputs, delta, zeros
from theorem_checks.statements.arrays.index_expressions import scalar
from theorem_checks.statements.arrays.index_families import Family
from theorem_checks.statements.arrays.indices import as_index
from theorem_checks.statements.arrays.symbolic_arrays import SymbolicArray, ones, outer
from theorem_checks.statements.terms import components, put, replacement

__all__ = ["AnyGate", "AtThree", "MixedDifferences", "OnTokens", "Signed", "apart"]


@dataclass(frozen=True)
class AnyGate:
    """Any network with a linear recurrence, whose outputs are quadratic in its hidden state."""

    A: Any
    gate: Callable[[Any], Any]
    O: Any
    U: Any
    D: Any
    L: Any
    c: Any

    def initial_state(self) -> Any:
        """Return the hidden state 0."""
        return arrays.zeros((self.A.shape[0],), like=self.A)

    def step(self, state: Any, x: Any) -> tuple[Any, Any]:
        """Return A h + g(x), and what is read of it."""
        after = self.A @ state + self.gate(x)
        return after, self.read(after, x)

    def read(self, state: Any, _x: Any) -> Any:
        """Return D ((O h) * (U h)) + L h + c."""
        return self.D @ ((self.O @ state) * (self.U @ state)) + self.L @ state + self.c


@dataclass(frozen=True)
class AtThree:
    """A machine that puts out what another one does at the third token, and 0 at all others."""

    cell: Any
    one: Any

    def initial_state(self) -> Any:
        """Return how many tokens there were, 1 in one of three places, and the other's state."""
        return self.one, self.one * 0, self.one * 0, self.cell.initial_state()

    def step(self, state: Any, x: Any) -> tuple[Any, Any]:
        """Return the same after a token, and the output."""
        none, once, twice, inner = state
        inner, output = self.cell.step(inner, x)
        return (none * 0, none, once, inner), output * twice


Signed = list[tuple[Any, SymbolicArray]]
"""Tokens in the place of one, each with a factor; the factors add up to 0."""


def apart(entries: dict[Any, Callable[..., Any]]) -> dict[Any, Callable[..., Any]]:
    """Return entry functions that compute once, with indices of their own, which no array has."""

    def made(entry: Callable[..., Any]) -> Callable[..., Any]:
        found: list[Any] = []

        def renamed(*indices: Any) -> Any:
            given = [as_index(index) for index in indices]
            if not found:
                own = [Index(f"own{n}", index.size) for n, index in enumerate(given)]
                found.extend((own, entry(*own)))
            own, value = found
            return value.renamed(zip(own, given, strict=True))

        return renamed

    return {names: made(entry) for names, entry in entries.items()}


class OnTokens:
    """Vectors in the axis of tokens, of which `x` is the one family, and `none` the zero vector."""

    x: Family
    none: SymbolicArray

    def vector(self, entry: Callable[[Index], Any], axis: Any = None) -> SymbolicArray:
        """Return a vector in the axis of tokens, or in another one."""
        family = self.x if axis is None else axis
        (k,) = family.indices(0)
        return SymbolicArray(((family,),), {(0,): scalar(entry(k))})

    def unit(self, i: Index) -> SymbolicArray:
        """Return e_i."""
        return self.vector(lambda k: delta(k, i))

    def two(self, one: SymbolicArray, other: SymbolicArray) -> Signed:
        """Return the sum of two tokens, less these, and nothing."""
        return [(1, one + other), (-1, one), (-1, other), (1, self.none)]

    def less_nothing(self, token: SymbolicArray) -> Signed:
        """Return a token, and nothing."""
        return [(1, token), (-1, self.none)]


class MixedDifferences(OnTokens):
    """What mixed differences of the outputs of the first of two machines are made of.

    It is a network with the matrix A of its recurrence and the output weights D, O, U.
    """

    def __init__(self, same: SameOutputs) -> None:
        self.A, self.D, self.O, self.U = (same.array(name) for name in ("A", "D", "O", "U"))
        self.read_from(same)

    def read_from(self, same: SameOutputs) -> None:
        """Take the state, the token and the outputs of the first machine; D is known."""
        one = same.one
        self._state, self._after = (list(components(part))[-1] for part in (one.state, one.after))
        self._token = one.token
        ((self.x,),), ((self.units,),) = one.token.axes, self._state.axes
        (self.y,) = self.D.axes[0]
        self.none = zeros((self.x,))

    def part(self, z: SymbolicArray) -> SymbolicArray:
        """Return g(z) - g(0), the part of a token in the state."""
        gain = put(self._after, replacement(self._state, zeros((self.units,))))
        there, nowhere = (put(gain, replacement(self._token, x)) for x in (z, self.none))
        return there - nowhere

    def parts(self, tokens: Signed) -> SymbolicArray:
        """Return the parts of some tokens, each with its factor."""
        return sum((self.part(z) * sign for sign, z in tokens), start=zeros((self.units,)))

    def slope(self, part: SymbolicArray) -> SymbolicArray:
        """Return the bilinear form of the outputs, given one part of the state, as a matrix."""
        every = ones((self.y,))
        left, right = (self.D * outer(every, gate @ part) for gate in (self.O, self.U))
        return left @ self.U + right @ self.O

    def mixed(
        self, weights: SymbolicArray, *tokens: Signed, over: Sequence[Index] = ()
    ) -> list[Any]:
        """Return all sequences of these tokens, weighted by their factors, summed `over`."""
        summed = [over] if over else []
        return [
            (weights * prod(sign for sign, _ in chosen), [x for _, x in chosen], *summed)
            for chosen in product(*tokens)
        ]
