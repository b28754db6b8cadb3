"""That a described network computes what a target cell computes: at every size, and at small ones.

In the linearised sense equality is stated of arrays of every size, and proved by a relation of
states that each step keeps. In the real sense the error is enclosed in balls as the scale tends to
0.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

import sympy as sp

from constructions.arrays import EXACT, balls
from constructions.cells.cell import Cell
from constructions.cells.linear import Linear
from constructions.cells.stack import Stack
from constructions.indexed import IndexedArray
from constructions.weights.layers import NetworkDescription, Sense
from proofs.gated_rnn.equations import shapes_at
from theorem_checks import (
    All,
    Evidence,
    NamedEqual,
    SameOutputs,
    World,
    decide_order,
    equal_maps,
)

__all__ = ["EPS", "Realisation", "Stated", "WithReadout", "few"]

EPS = sp.Symbol("eps", positive=True)
SCALE = Fraction(1, 3)  # of networks on polynomials, where any scale will do
SCALES = tuple(Fraction(1, 2**k) for k in range(14, 20))  # at which errors are measured
LARGEST = 1000  # the constant of the bound on errors
BITS = 320


def few(index: Any) -> Any:
    """Return 1 for the first forty indices, and 0 beyond."""
    return (index < 40) * 1


class WithReadout:
    """A cell that puts out a function of its state after a token, of its output and the token."""

    def __init__(self, cell: Cell, tell: Callable[..., Any]) -> None:
        self.cell, self.tell = cell, tell

    def initial_state(self) -> Any:
        """Return the cell's."""
        return self.cell.initial_state()

    def step(self, state: Any, x: Any) -> tuple[Any, Any]:
        """Return the cell's state after the token, and what is told of it."""
        after, output = self.cell.step(state, x)
        return after, self.tell(after, output, x)


@dataclass(frozen=True)
class Stated:
    """A network and its target in a world, with the weights that they share and a token.

    `shapes` has the letters of the sizes of each weight, `sizes` their values.
    """

    world: World
    shapes: Mapping[str, str]
    sizes: Mapping[str, Any]
    weights: Mapping[str, Any]
    eps: Any
    network: Stack
    target: Cell
    token: Any

    def same(
        self,
        of_network: Callable[..., Any] | None = None,
        of_target: Callable[..., Any] | None = None,
    ) -> SameOutputs:
        """Say that both have the same outputs; or that what is told of both is the same.

        **Arguments**: what is told, as functions of the state after a token, the output at
        it, and the token.
        """
        cells: list[Any] = [self.network, self.target]
        if of_network and of_target:
            cells = [WithReadout(cells[0], of_network), WithReadout(cells[1], of_target)]
        one, other = (self.world.machine(cell, self.token) for cell in cells)
        return SameOutputs(one, other)

    def layers(self, *kinds: type[Cell]) -> All:
        """Say that the network is cells of these kinds, in their order, and a readout."""
        of_each = [*kinds, Linear]
        found = [type(cell) for cell in self.network.cells]
        counted = [NamedEqual(len(found), len(of_each), "number of cells")]
        for place, (one, kind) in enumerate(zip(found, of_each, strict=False), 1):
            layer = f"layer {place}" if place < len(of_each) else "the readout"
            counted.append(NamedEqual(int(one is kind), 1, f"[{layer} is {kind.__name__}]"))
        return All(tuple(counted))

    def aims_at(self, kind: type[Cell]) -> NamedEqual:
        """Say that the target is a cell of this kind."""
        return NamedEqual(int(type(self.target) is kind), 1, f"[the target is {kind.__name__}]")

    def described(self, entries: Mapping[tuple[str, ...], Any], *axes: Any, **more: Any) -> Any:
        """Return an array by families and entry functions of the weights, and of `more` arrays."""
        given = {**self.sizes, **self.weights, **more}
        return self.world.described(IndexedArray(axes, entries), self.sizes, given)


@dataclass(frozen=True)
class Realisation:
    """A network that is claimed to compute the map of a target cell.

    **Fields**

    - `description` of the network; its parameters are the target's weights, and more.
    - `target` makes the target cell from its weights, by name.
    - `inputs`: the letter of the inputs' size.
    - `by`: a proof that the network has the target's outputs, in the sense in which it does.
    - `more`: values of further parameters: numbers, or functions of the scale, in each sense.
    - `sense` in which the maps are equal at every scale.
    """

    description: NetworkDescription
    target: Callable[..., Cell]
    inputs: str
    by: Callable[[SameOutputs], Evidence]
    more: Mapping[Sense, Mapping[str, Any]] = field(default_factory=dict)
    sense: Sense = "linearised"

    def changed(self, layer, weight, block, entry):
        """Return the realisation with another entry function (None: zeros) in one block."""
        return replace(self, description=self.description.replace(layer, weight, block, entry))

    def with_more(self, sense, **values):
        """Return the realisation with other values of further parameters in one sense."""
        return replace(self, more={**self.more, sense: {**self._more(sense), **values}})

    def _more(self, sense):
        return {"eps": lambda eps: eps, **self.more.get(sense, {})}

    def _further(self, sense, eps):
        known = self.description.parameters
        return {
            name: value(eps) if callable(value) else value
            for name, value in self._more(sense).items()
            if name in known
        }

    def numbers(self, eps: Any) -> dict[str, Any]:
        """Return the further parameters at a scale, in the sense in which the maps are equal."""
        return self._further(self.sense, eps)

    @property
    def weights(self) -> dict[str, str]:
        """The letters of the target's weights, by name."""
        more = self._further(self.sense, SCALE)
        return {n: ls for n, ls in self.description.parameters.items() if n not in more}

    def network(self, weights: Mapping[str, Any], eps: Any, sense: Sense) -> Cell:
        """Return the network at concrete weights and a scale."""
        return self.description.network(sense, **weights, **self._further(sense, eps))

    def outputs(self, xs, **weights):
        """Return the network's outputs in the sense in which they are to be the target's."""
        further = {k: EXACT.array(v) for k, v in self._further(self.sense, SCALE).items()}
        return self.description.network(self.sense, **weights, **further)(xs)

    def wanted(self, xs, **weights):
        """Return the target's outputs."""
        return self.target(**weights)(xs)

    def equality_at(self, sizes: Sequence[Mapping[str, int]]) -> Evidence:
        """Decide equality as polynomials in tokens and weights, in the linearised sense.

        **Arguments**: for each size the numbers for its letters; "T" for the number of tokens.
        """
        shapes = [shapes_at(size, self.inputs, self.weights) for size in sizes]
        return equal_maps(self.wanted, self.outputs, sizes=shapes)

    def stated(self, w: World, name: str = "x", eps: Any = None) -> "Stated":
        """Return network and target at every size and scale, with free weights and a token.

        **Arguments**: the `name` of the token; the scale, if the world has it already.
        """
        letters = sorted({a for ls in self.weights.values() for a in ls.split()} | {self.inputs})
        sizes = {letter: w.size(letter) for letter in letters}
        weights = {n: w.array(n, *map(sizes.get, ls.split())) for n, ls in self.weights.items()}
        if eps is None and "eps" in self.description.parameters:
            eps = w.number("eps", positive=True)
        given = self.description.given(sizes, {**weights, **self._further(self.sense, eps)})
        network = self.description.built(lambda a: w.described(a, sizes, given), self.sense)
        x = w.array(name, sizes[self.inputs])
        return Stated(w, self.weights, sizes, weights, eps, network, self.target(**weights), x)

    def order(self, instance: Mapping[str, Any], order: int = 2) -> Evidence:
        r"""Measure whether the relative error with true functions is $O(\epsilon^{order})$.

        The network runs in balls, so that the error at each scale is certified: one above
        `LARGEST` eps^order refutes the bound with that constant. The behaviour as the scale goes to
        0 is measured. Order and constant are among the figures.

        **Arguments**: an `instance`, tokens `xs` and the target's weights, in exact numbers; the
        `order`.
        """
        system = balls(BITS)
        weights = {name: system.array(value) for name, value in instance.items()}
        xs = weights.pop("xs")
        wanted = self.target(**weights)(xs)

        def relative_error(eps):
            further = self._further("real", system.array(eps))
            found = self.description.network("real", **weights, **further)(xs)
            with system.scope():
                return _largest(found - wanted) / _largest(wanted)

        return decide_order(relative_error, order, at_most=LARGEST, scales=SCALES)


def _largest(array: Any) -> Any:
    largest, *others = map(abs, array.flat)
    for entry in others:
        largest = largest.max(entry)
    return largest
