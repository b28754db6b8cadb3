"""The canonical labelling of a product of tensor entries whose bound indices have no names.

A product of entries that are connected through bound indices is a coloured hypergraph: a vertex
for each bound index, an edge for each entry. Two such products are the same up to renaming if and
only if the graphs are isomorphic. Colours are refined first (an index is told apart by its size
and by the places where it stands); then the orders that remain are tried one by one, and the
least product wins.

Cost: refinement is polynomial. The search takes one step for each order of the indices that
refinement cannot tell apart, where of twins (two indices whose exchange changes nothing) only one
is tried first; at worst it is factorial in their number. Products with up to a dozen bound
indices, as in proofs, take milliseconds.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, TypeAlias

from theorem_checks.proving.identities.rational_functions import RationalFunction
from theorem_checks.statements.arrays.tensors import Kind

__all__ = [
    "Component",
    "Factor",
    "Size",
    "Slot",
    "TooManySymmetriesError",
    "connected",
    "labelled",
]

_MOST_ORDERS = 20_000

Slot: TypeAlias = tuple[int, Any]
"""(0, name) for a free index, (1, number) for a bound one."""

Factor: TypeAlias = tuple[Kind, tuple[Slot, ...]]


@dataclass(frozen=True, order=True)
class Size:
    """The size of a bound index; its text is canonical, so it says all."""

    text: str
    value: RationalFunction = field(compare=False)


Component: TypeAlias = tuple[tuple[Size, ...], tuple[Factor, ...]]
"""The sizes of the bound indices 0, 1, ..., and the entries with these indices."""


class TooManySymmetriesError(ArithmeticError):
    """A product has too many indices that cannot be told apart."""


def connected(factors: Iterable[Factor]) -> Iterator[tuple[list[int], list[Factor]]]:
    """What hangs together through bound indices: their numbers, and the entries with new ones."""
    remaining = list(factors)
    while remaining:
        group, numbers = [remaining.pop()], []
        for _, slots in group:  # grows while it is walked through
            for slot in slots:
                if slot[0] == 1 and slot[1] not in numbers:
                    numbers.append(slot[1])
                    group += [f for f in remaining if slot in f[1]]
                    remaining = [f for f in remaining if slot not in f[1]]
        own: dict[Slot, Slot] = {(1, number): (1, place) for place, number in enumerate(numbers)}
        yield numbers, [(kind, tuple(own.get(s, s) for s in slots)) for kind, slots in group]


def labelled(sizes: Sequence[Size], factors: Sequence[Factor]) -> tuple[Component, int]:
    """Return the canonical form of a connected product, and the sign that it has then.

    The sign is 0 if the product is its own negative by the antisymmetry of its tensors. The last
    few thousand are remembered: expanding a statement meets the same products again and again.
    """
    return _labelled(tuple(sizes), tuple(factors))


@lru_cache(maxsize=1 << 13)
def _labelled(sizes: tuple[Size, ...], factors: tuple[Factor, ...]) -> tuple[Component, int]:
    ranks = sorted(set(sizes))
    colours = _refined([ranks.index(size) for size in sizes], factors)
    twins, odd = _twins(sizes, factors, colours)
    best: Component | None = None
    signs: set[int] = {0} if odd else set()
    for number, order in enumerate(_orders(colours, factors, twins)):
        if number >= _MOST_ORDERS:
            raise TooManySymmetriesError(
                f"More than {_MOST_ORDERS} orders of {len(sizes)} indices would have to be tried."
            )
        candidate, sign = _relabelled(sizes, factors, order)
        if best is None or candidate < best:
            best, signs = candidate, {0} if odd else set()
        if candidate == best:
            signs.add(sign)
    assert best is not None  # there is at least one order
    return best, signs.pop() if len(signs) == 1 else 0


def _twins(
    sizes: Sequence[Size], factors: Sequence[Factor], colours: Sequence[int]
) -> tuple[list[int], bool]:
    """For each index the first one that it can be exchanged with; and whether a sign changes.

    Only indices of one colour can be.
    """
    same = list(range(len(sizes)))
    if len(set(colours)) == len(colours):
        return same, False
    product, sign = _relabelled(sizes, factors, same)
    twins, odd = list(same), False
    for later in same:
        for first in same[:later]:
            if colours[first] != colours[later]:
                continue
            exchanged = [{first: later, later: first}.get(v, v) for v in same]
            candidate, its_sign = _relabelled(sizes, factors, exchanged)
            if candidate == product:
                twins[later] = first
                odd = odd or its_sign != sign
                break
    return twins, odd


def _orders(colours: list[int], factors: Sequence[Factor], twins: list[int]) -> Iterator[list[int]]:
    """The orders that respect the colours, as the place of each index, refining after a choice."""
    classes: dict[int, list[int]] = {}
    for vertex, colour in enumerate(colours):
        classes.setdefault(colour, []).append(vertex)
    tied = next((classes[c] for c in sorted(classes) if len(classes[c]) > 1), None)
    if tied is None:
        ranks = sorted(colours)
        yield [ranks.index(colour) for colour in colours]
        return
    for first in {twins[vertex]: vertex for vertex in reversed(tied)}.values():
        chosen = [2 * colour - (vertex == first) for vertex, colour in enumerate(colours)]
        yield from _orders(_refined(chosen, factors), factors, twins)


def _refined(colours: list[int], factors: Sequence[Factor]) -> list[int]:
    """Split colours by where the indices stand, until nothing changes."""
    while True:
        seen: list[list[Any]] = [[] for _ in colours]
        for tensor, slots in factors:
            for place, (kind, vertex) in enumerate(slots):
                if kind == 1:
                    seen[vertex].append(_view(tensor, slots, place, colours))
        signatures = [
            (colour, tuple(sorted(views))) for colour, views in zip(colours, seen, strict=True)
        ]
        ranks = {signature: rank for rank, signature in enumerate(sorted(set(signatures)))}
        finer = [ranks[signature] for signature in signatures]
        if len(set(finer)) == len(set(colours)):
            return finer
        colours = finer


def _view(tensor: Kind, slots: tuple[Slot, ...], place: int, colours: list[int]) -> Any:
    """What an index sees of the entry in which it stands at `place`."""
    own = slots[place]
    others = [
        (2, "") if slot == own else (slot if slot[0] == 0 else (1, str(colours[slot[1]])))
        for slot in slots
    ]
    if tensor.symmetry != "none":
        return tensor, -1, tuple(sorted(others))
    return tensor, place, tuple(others)


def _relabelled(
    sizes: Sequence[Size], factors: Sequence[Factor], order: list[int]
) -> tuple[Component, int]:
    sign, relabelled = 1, []
    for tensor, slots in factors:
        renamed = tuple((1, order[v]) if kind == 1 else (kind, v) for kind, v in slots)
        if tensor.symmetry != "none":
            if tensor.symmetry == "antisymmetric":
                sign *= _parity(renamed)
            renamed = tuple(sorted(renamed))
        relabelled.append((tensor, renamed))
    placed = sorted(zip(order, sizes, strict=True))
    return (tuple(size for _, size in placed), tuple(sorted(relabelled))), sign


def _parity(slots: Sequence[Slot]) -> int:
    """The sign of the order of the slots; 0 if two are equal."""
    if len(set(slots)) < len(slots):
        return 0
    inversions = sum(a > b for i, a in enumerate(slots) for b in slots[i + 1 :])
    return -1 if inversions % 2 else 1
