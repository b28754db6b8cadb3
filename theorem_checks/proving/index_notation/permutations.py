r"""Functions of what is permuted: :math:`f((P x)_a) = (P f(x))_a`.

A permutation matrix takes for each row one entry, so that a function of what it takes is what it
takes of the function. An argument in canonical form is put as :math:`\sum_x P_{ax} B(x)`, where
each of its terms that has the index a has it in one entry of P alone; of :math:`f(B(x))` the sum
is made again outside. A function that does not see the order of an index of its own, as a norm,
needs none.
"""

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass

from theorem_checks.proving.identities.rational_functions import RationalFunction
from theorem_checks.proving.index_notation.graphs import Component, Factor, Size, Slot
from theorem_checks.proving.index_notation.known_entries import ONLY, PERMUTATION
from theorem_checks.proving.index_notation.products import (
    ONE,
    Product,
    Terms,
    cut,
    multiplied,
    of_factors,
    renamed,
    scaled,
    summed,
    total,
)

__all__ = ["outside"]


@dataclass(frozen=True)
class _Place:
    """Where an argument has a free index: in one entry of a permutation, beside a bound index."""

    component: Component
    factor: Factor
    bound: Slot

    @property
    def size(self) -> Size:
        return self.component[0][self.bound[1]]


def outside(
    argument: Terms, apply: Callable[[Terms], Terms], unordered: Collection[str] = ()
) -> Terms:
    """A function of a form, with the permutations of the form outside of it.

    **Arguments**: `argument`, a form; `apply`, which makes the form of the function, whatever the
    argument is; `unordered`, the names of indices that are bound by the function, which has one
    value in whatever order these are run through.
    """
    for name in dict.fromkeys(_free_names(argument)):
        places = _places(argument, name)
        if places is None:
            continue
        taken = f"{name}#{_sort(name, *places.values())}"  # no index of an author has this name
        inside = total(
            scaled(_at(product, places.get(product), taken), coefficient)
            for product, coefficient in argument.items()
        )
        first = next(iter(places.values()))
        if name in unordered:
            back = frozenset({(taken, name)})
            inside = total(scaled(renamed(p, back), c) for p, c in inside.items())
            return outside(inside, apply, unordered)
        found = outside(inside, apply, unordered)
        kind, slots = first.factor
        entry = kind, tuple((0, taken) if slot == first.bound else slot for slot in slots)
        return summed(_times(of_factors([entry]), found), taken, first.size)
    return apply(argument)


def _free_names(argument: Terms) -> Iterator[str]:
    """The free indices that stand in entries of permutations."""
    for product in argument:
        for _, factors in product:
            for kind, slots in factors:
                if kind.known == PERMUTATION:
                    yield from (name for sort, name in slots if sort == 0 and name != ONLY)


def _sort(name: str, place: _Place, *_others: _Place) -> str:
    """Which permutation it is, and by which of its indices."""
    kind, slots = place.factor
    return f"{kind.name}#{slots.index((0, name))}"


def _places(argument: Terms, name: str) -> dict[Product, _Place] | None:
    """Where each term has an index, if at all; None where it is not in one permutation alone."""
    found: dict[Product, _Place] = {}
    for product in argument:
        standing = [
            (component, factor)
            for component in product
            for factor in component[1]
            for slot in factor[1]
            if slot == (0, name)
        ]
        if not standing:
            continue
        if len(standing) > 1 or standing[0][1][0].known != PERMUTATION:
            return None
        ((component, factor),) = standing
        (other,) = (slot for slot in factor[1] if slot != (0, name))
        if other[0] != 1:
            return None
        found[product] = _Place(component, factor, other)
    sorts = {_sort(name, place) for place in found.values()}
    return found if len(sorts) == 1 else None


def _at(product: Product, place: _Place | None, name: str) -> Terms:
    """A term at the place that the permutation takes."""
    if place is None:
        return {product: ONE}
    left = list(product)
    left.remove(place.component)
    return _times({tuple(left): ONE}, cut(place.component, place.factor, place.bound, name))


def _times(one: Terms, other: Terms) -> Terms:
    parts: list[Terms] = []
    for first, a in one.items():
        for second, b in other.items():
            coefficient: RationalFunction = a * b
            parts.append(scaled(multiplied(first, second), coefficient))
    return total(parts)
