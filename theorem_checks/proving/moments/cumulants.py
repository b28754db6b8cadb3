"""Any law of the entries: a recursion on index networks, by cumulants.

For one entry x of a network, E[x F] is the sum over the blocks B of entries that contain x, of
kappa_|B| times E of the rest with the places of the entries in B made equal: entries at different
places are independent, and equal ones have the joint cumulant kappa_|B|. The recursion takes an
entry, sums over its blocks, and remembers values up to renumbering of indices. A block whose
cumulant is 0 is left out; Gaussian entries leave only pairs.

Entries at one place are kept as a bundle with a count, so that blocks are counted by binomial
coefficients instead of being listed.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from math import comb
from typing import TypeAlias

from flint import fmpq_mpoly

from theorem_checks.proving.moments.labelling import Labeller
from theorem_checks.proving.moments.settings import (
    Component,
    Edges,
    Place,
    Residual,
    Setting,
)
from theorem_checks.proving.moments.values import Value, product_of, scaled, summed_up
from theorem_checks.statements.moments.grouping import connected

__all__ = ["NetworkEngine"]

State: TypeAlias = tuple[Component, ...]
"""A product of connected networks in canonical form, each with a random entry."""


class NetworkEngine:
    """The expectations of products of entries of independent tensors, of any order and law."""

    def __init__(self, setting: Setting, labeller: Labeller) -> None:
        self._setting, self._labeller = setting, labeller
        self._one = setting.ring.constant(1)
        self._values: dict[State, Value[Component]] = {(): {(): self._one}}

    def expectation(self, edges: Edges) -> Value[Component]:
        """The expectation of a product of entries, summed over its summed vertices."""
        constants, state = self._sorted(Counter(edges))
        return scaled(self._value(state), constants, self._one)

    def _value(self, state: State) -> Value[Component]:
        if state not in self._values:
            parts = self._independent_parts(state)
            self._values[state] = (
                self._by_blocks(state) if len(parts) == 1 else self._product(parts)
            )
        return self._values[state]

    def _product(self, parts: list[State]) -> Value[Component]:
        return product_of(map(self._value, parts), self._one)

    def _by_blocks(self, state: State) -> Value[Component]:
        """Sum over the blocks of one entry, of the tensor with the fewest entries."""
        bundles = _laid_out(state)
        counts = self._counts(bundles)
        number = min(counts, key=lambda t: (counts[t], t))
        cumulants = self._setting.cumulants(number)
        if counts[number] % 2 and all(order % 2 == 0 for order in cumulants):
            return {}
        x = next(place for place in bundles if place[0] == number)
        outcomes: Counter[tuple[tuple[int, ...], Residual, State, int]] = Counter()
        for block, ways in self._blocks(bundles, x, frozenset(cumulants)):
            if (rest := self._without(bundles, block)) is not None:
                left, loops = rest
                outcomes[loops, *self._sorted(left), sum(block.values())] += ways
        return summed_up(
            scaled(self._value(rest), constants, self._loops(loops) * cumulants[order] * ways)
            for (loops, constants, rest, order), ways in outcomes.items()
        )

    def _blocks(
        self, bundles: Counter[Place], x: Place, orders: frozenset[int]
    ) -> Iterator[tuple[dict[Place, int], int]]:
        """Yield the blocks that contain one entry at x: how many entries of each place; ways."""
        others = [(p, c - (p == x)) for p, c in bundles.items() if p[0] == x[0]]
        most = max(orders, default=0)

        def extend(k: int, block: dict[Place, int], size: int, ways: int):
            if k == len(others):
                if size in orders:
                    yield {**block, x: block.get(x, 0) + 1}, ways
                return
            place, count = others[k]
            yield from extend(k + 1, block, size, ways)
            for taken in range(1, min(count, most - size) + 1):
                more = {**block, place: taken}
                yield from extend(k + 1, more, size + taken, ways * comb(count, taken))

        yield from extend(0, {}, 1, 1)

    def _without(
        self, bundles: Counter[Place], block: Mapping[Place, int]
    ) -> tuple[Counter[Place], tuple[int, ...]] | None:
        """Take a block out of a network and make its places equal.

        Returns what is left, and the dimensions of the vertices that no entry touches any more;
        None if the block would make different integers equal.
        """
        merged = self._merged(block)
        if merged is None:
            return None
        names, deltas = merged
        left: Counter[Place] = Counter((self._setting.delta, pair) for pair in deltas)
        for (number, vertices), count in bundles.items():
            remaining = count - block.get((number, vertices), 0)
            if remaining:
                left[number, tuple(names.get(v, v) for v in vertices)] += remaining
        touched = {v for _, vertices in left for v in vertices}
        number, vertices = next(iter(block))
        ends = zip(self._setting.slots[number], (names.get(v, v) for v in vertices), strict=True)
        gone = {v: slot for slot, v in ends if v >= 0 and v not in touched}
        return left, tuple(sorted(gone.values()))

    def _merged(
        self, block: Mapping[Place, int]
    ) -> tuple[dict[int, int], list[tuple[int, int]]] | None:
        """Names for the vertices of a block's places, one for each position; Kronecker deltas."""
        names: dict[int, int] = {}
        deltas = []
        first, *others = (vertices for _, vertices in block)
        for vertices in others:
            for a, b in zip(first, vertices, strict=True):
                one, other = names.get(a, a), names.get(b, b)
                if one == other:
                    continue
                keep, drop = min(one, other), max(one, other)
                if drop < 0:  # both are fixed
                    kept = self._setting.merge_fixed(one, other)
                    if kept is None:
                        return None
                    deltas.append(kept)
                    keep, drop = kept
                names = {v: keep if n == drop else n for v, n in names.items()}
                names |= {drop: keep}
        return names, deltas

    def _sorted(self, bundles: Counter[Place]) -> tuple[Residual, State]:
        """Split a network's components into those of constants and the others."""
        parts: tuple[list[Component], list[Component]] = ([], [])
        for component in self._labeller.components(bundles):
            parts[any(self._setting.is_random(t) for t, _, _ in component)].append(component)
        constants, rest = parts
        return tuple(constants), tuple(rest)

    def _counts(self, bundles: Counter[Place]) -> Counter[int]:
        counts: Counter[int] = Counter()
        for (number, _), count in bundles.items():
            if self._setting.is_random(number):
                counts[number] += count
        return counts

    def _loops(self, loops: tuple[int, ...]) -> fmpq_mpoly:
        total = self._one
        for slot in loops:
            total = total * self._setting.dimensions[slot]
        return total

    def _independent_parts(self, state: State) -> list[State]:
        """Split a product into factors that have no random tensor in common."""
        random = self._setting.is_random
        parts = connected(state, lambda component: (t for t, _, _ in component if random(t)))
        return [tuple(sorted(part)) for part in parts]


def _laid_out(state: State) -> Counter[Place]:
    """One network of all components, with vertices that are numbered on."""
    bundles: Counter[Place] = Counter()
    offset = 0
    for component in state:
        vertices = {v for _, vs, _ in component for v in vs if v >= 0}
        for number, vs, count in component:
            bundles[number, tuple(v if v < 0 else v + offset for v in vs)] += count
        offset += len(vertices)
    return bundles
