"""That a described network computes what a target cell computes: at every size, and at small ones.

In the linearised sense equality is proved by induction over time on arrays of symbolic size: the
target's state can be read off the network's state by a linear map, one step keeps that, and then
the outputs agree. In the real sense the error is enclosed in balls as the scale tends to 0.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

import sympy as sp

from constructions.arrays import EXACT, balls
from constructions.cells.cell import Cell
from constructions.weights.layers import NetworkDescription, Sense
from theorem_checks import (
    Evidence,
    all_of,
    decide_order,
    described,
    equal_maps,
    family,
    prove_equal_arrays,
    symbol_array,
    zeros,
)

__all__ = ["EPS", "Simulation"]

EPS = sp.Symbol("eps", positive=True)
SCALE = Fraction(1, 3)  # of networks on polynomials, where any scale will do
SCALES = tuple(Fraction(1, 2**k) for k in range(14, 20))  # at which errors are measured
LARGEST = 1000  # the constant of the bound on errors
BITS = 320


@dataclass(frozen=True)
class SymbolicPair:
    """A network, its target and a token, on arrays of symbolic size."""

    network: Any
    target: Any
    token: Any
    letters: str


@dataclass(frozen=True)
class Simulation:
    """A network that is claimed to compute the map of a target cell.

    **Fields**

    - `description` of the network; its parameters are the target's weights, and more.
    - `target` makes the target cell from its weights, by name.
    - `families` names the families of the letters of sizes that network and target share: those
      of inputs, outputs, and what is stored.
    - `store(network, state)` is a state of the network, on symbolic arrays, that stores a state of
      the target, with all else in it free; `read(network, states)` is what it stores, as a vector;
      `flat(state)` is the target's state as such a vector.
    - `inputs`: the letter of the inputs' size.
    - `constraint(network, states)`: arrays that are 0 in every state that `store` gives.
    - `more`: values of further parameters: numbers, or functions of the scale, in each sense.
    - `sense` in which the maps are equal at every scale.
    """

    description: NetworkDescription
    target: Callable[..., Cell]
    families: Mapping[str, str]
    store: Callable[[Any, Any], Any]
    read: Callable[[Any, Any], Any]
    inputs: str
    flat: Callable[[Any], Any] = lambda state: state
    more: Mapping[Sense, Mapping[str, Any]] = field(default_factory=dict)
    constraint: Callable[[Any, Any], Sequence[Any]] = lambda _network, _states: ()
    sense: Sense = "linearised"

    def changed(self, layer, weight, block, entry):
        """Return the simulation with another entry function (None: zeros) in one block."""
        return replace(self, description=self.description.replace(layer, weight, block, entry))

    def with_more(self, sense, **values):
        """Return the simulation with other values of further parameters in one sense."""
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
        shapes = [
            {"xs": (size["T"], size[self.inputs])}
            | {name: tuple(size[a] for a in ls.split()) for name, ls in self.weights.items()}
            for size in sizes
        ]
        return equal_maps(self.wanted, self.outputs, sizes=shapes)

    def symbolic(self) -> "SymbolicPair":
        """Return network, target and a token on arrays of symbolic size, with free entries."""
        letters = sorted({a for ls in self.weights.values() for a in ls.split()} | {self.inputs})
        sizes = {a: sp.Symbol(a, integer=True, positive=True) for a in letters}
        axes = {a: family(self.families.get(a, a), sizes[a]) for a in letters}
        weights = {
            n: symbol_array(n, *(axes[a] for a in ls.split())) for n, ls in self.weights.items()
        }
        given = self.description.given(sizes, {**weights, **self._further(self.sense, EPS)})
        network = self.description.built(lambda a: described(a, sizes, given), self.sense)
        token = symbol_array("x", axes[self.inputs])
        return SymbolicPair(network, self.target(**weights), token, ", ".join(letters))

    def induction(self) -> Evidence:
        """Prove equality for all sizes, lengths, inputs, weights and scales."""
        pair = self.symbolic()
        network, target = pair.network, pair.target
        state = symbol_array("h", *target.initial_state().shape)
        stored = self.store(network, state)
        after, output = network.step(stored, pair.token)
        wanted_after, wanted = target.step(state, pair.token)
        start = network.initial_state(), target.initial_state()
        obligations = {
            "base: both start from 0": (self.read(network, start[0]), self.flat(start[1])),
            "the state is stored": (self.read(network, stored), self.flat(state)),
            "step: it stays stored": (self.read(network, after), self.flat(wanted_after)),
            "the outputs agree": (output, wanted),
        }
        for when, states in (("base", start[0]), ("stored", stored), ("step", after)):
            for number, array in enumerate(self.constraint(network, states)):
                obligations[f"{when}: constraint {number}"] = (array, zeros(array.axes))
        return all_of(
            {name: prove_equal_arrays(*sides) for name, sides in obligations.items()},
            f"all {pair.letters} and T, all inputs, weights and scales; {self.sense} functions",
            words=("induction over time, over all states that `store` gives",),
        )

    def proof(self, sizes: Sequence[Mapping[str, int]]) -> Evidence:
        """Prove equality by induction, unless polynomials of small size refute it."""
        polynomials = self.equality_at(sizes)
        if polynomials.counterexample:
            return Evidence.refuted(polynomials.counterexample, scope=polynomials.scope)
        evidence = self.induction()
        if evidence.verdict.passes:
            return evidence
        return Evidence.undecided("The invariant is not kept, yet the maps agree at small sizes.")

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
