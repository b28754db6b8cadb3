r"""Sums of squares of index expressions, which are nowhere negative, found from their halves.

Each term of the difference is cut in two halves where it can be: a set of its indices is held, and
what hangs together through the others comes in equal pairs. The halves h_a, over the indices that
are held, are the candidates of squares. What is looked for is a positive semidefinite matrix Q
with :math:`\sum_{a,b} Q_{ab} \sum h_a h_b` the difference; eliminated as :math:`L D L^T` it is a
sum of squares. That the difference is this sum is then an identity of index expressions, which
`prove_index_identity` decides: how it was found is not trusted.

Of a positive semidefinite matrix it is used that it is :math:`R R^T` for some R; of vectors of
norm 1 that their squares add up to 1, by which terms are brought to one degree; of probabilities
that they are the squares of such a vector.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, combinations_with_replacement, islice, permutations, product
from typing import Any, TypeAlias

import sympy as sp

from theorem_checks.proving.identities.rational_functions import written
from theorem_checks.proving.index_notation.canonical import canonical_terms
from theorem_checks.proving.index_notation.graphs import (
    Component,
    Factor,
    Size,
    Slot,
    connected,
    labelled,
)
from theorem_checks.proving.index_notation.instances import (
    Signature,
)
from theorem_checks.proving.index_notation.terms import rational
from theorem_checks.proving.inequalities.signs import prove_sign
from theorem_checks.statements.arrays.index_expressions import IndexExpression, Sum, nodes, scalar
from theorem_checks.statements.arrays.index_relations import Delta
from theorem_checks.statements.arrays.indices import Index
from theorem_checks.statements.arrays.tensors import RESERVED, Entry, Kind
from theorem_checks.statements.terms import Replacement, entries_of
from theorem_checks.verdicts.kinds import Verdict

__all__ = ["sum_of_squares"]


_HELD = "\0"  # what names of places that are held begin with, and no name of an index


_MOST_BOUND = 8  # indices of a term whose subsets are tried


_MOST_HALVES = 16  # of a group, of which all pairs are multiplied


_MOST_HELD = 4  # indices of a half whose orders are tried


_MOST_CHOICES = 64  # of a matrix Q


@dataclass(frozen=True)
class _Half:
    """A product of entries over the indices that are held, and over some of its own."""

    held: tuple[Size, ...]
    components: tuple[Component, ...]
    deltas: tuple[Factor, ...]


class _Halves:
    """Halves as index expressions, in tensors and free indices of one expression."""

    def __init__(self, e: IndexExpression) -> None:
        self.free = dict(e.free)
        self.tensors = {name: entry.tensor for name, entry in entries_of(e).items()}
        ranges = (i.range for part in nodes([e]) for i in (*part.free.values(), *part.within))
        self.ranges = {repr(rational(size)): size for size in ranges}
        self.one = Index("of size 1", 1)

    def knows(self, factor: Factor) -> bool:
        kind, _ = factor
        return kind.name == RESERVED[0] or (
            kind.name in self.tensors and kind.symmetry != "antisymmetric"
        )

    def with_more_held(self, cut: Iterable[_Half], coefficient: sp.Expr) -> Iterator[_Half]:
        """Halves, and where a coefficient has a size in it, halves that hold one more of it."""
        for half in cut:
            yield half
            for text, size in self.ranges.items():
                if size.free_symbols & coefficient.free_symbols:
                    new = Size(text, rational(size))
                    held = sorted([*half.held, new])
                    places = [n for n, own in enumerate(held) if own is not new]
                    yield _moved(half, held, {_held(n): _held(p) for n, p in enumerate(places)})

    def places(self, held: Sequence[Size]) -> list[Index]:
        """Indices for the places that halves hold."""
        return [self.index(size, f"held {n}") for n, size in enumerate(held)]

    def index(self, size: Size, name: str) -> Index:
        return Index(name, self.ranges[size.text])

    def written(self, half: _Half, held: Sequence[Index]) -> IndexExpression:
        """A half as an expression in the indices that it holds."""
        whole = scalar(1)
        for number, (sizes, factors) in enumerate(half.components):
            own = [self.index(s, f"own {number} {n}") for n, s in enumerate(sizes)]
            body = scalar(1)
            for factor in factors:
                body = body * self._entry(factor, own, held)
            whole = whole * (Sum(body, *own) if own else body)
        for factor in half.deltas:
            whole = whole * self._entry(factor, (), held)
        return whole

    def _entry(
        self, factor: Factor, own: Sequence[Index], held: Sequence[Index]
    ) -> IndexExpression:
        kind, slots = factor
        indices = [self._standing(slot, own, held) for slot in slots]
        return (
            Delta(*indices)
            if kind.name == RESERVED[0]
            else Entry(self.tensors[kind.name], tuple(indices))
        )

    def _standing(self, slot: Slot, own: Sequence[Index], held: Sequence[Index]) -> Index:
        kind, name = slot
        if kind == 1:
            return own[name]
        if name.startswith(_HELD):
            return held[int(name.removeprefix(_HELD))]
        return self.free.get(name, self.one)


@dataclass(frozen=True)
class _Pair:
    """Two halves of a group, by number, and what the sum over their product is."""

    group: int
    one: int
    other: int
    product: Any
    factor: sp.Expr


_Group: TypeAlias = list[tuple[_Half, list[Index]]]


_Matrix: TypeAlias = dict[tuple[int, int], sp.Expr]


def sum_of_squares(
    e: IndexExpression, signature: Signature, known: Replacement, *, strict: bool
) -> IndexExpression | None:
    """A sum of squares that is another expression; None if none is found.

    It is so where the vectors that are `known` to have norm 1 do.
    """
    named = {s.name: s for s in (*signature.sizes, *signature.scalars.symbols)}
    wanted = {p: written(c, named) for p, c in canonical_terms(e).items()}
    rest = scalar(0)
    if strict:
        apart = wanted.pop((), sp.Integer(0))
        if prove_sign(apart, strict=True).verdict is not Verdict.PROVED:
            return None
        rest = scalar(apart)
    wanted = _of_one_degree(wanted, known)
    if not wanted:
        return rest
    halves = _Halves(e)
    found: dict[tuple[Size, ...], dict[_Half, None]] = {}
    for term, coefficient in wanted.items():
        for half in halves.with_more_held(_cut(term, halves), coefficient):
            found.setdefault(half.held, {}).update(dict.fromkeys(_orders_of(half)))
    groups = [[(half, halves.places(held)) for half in group] for held, group in found.items()]
    if any(len(group) > _MOST_HALVES for group in groups):
        return None
    for chosen in _choices(wanted, list(_pairs(groups, halves, named))):
        squares = _eliminated(chosen, groups, halves)
        if squares is not None:
            return squares + rest
    return None


def _of_one_degree(wanted: Mapping[Any, sp.Expr], freed: Replacement) -> dict[Any, sp.Expr]:
    """Terms brought to one degree in vectors of norm 1, by products with the squares of these.

    So they keep their values where the norms are 1, and a sum of squares may need them.
    """
    found = dict(wanted)
    for name, ((index,), _) in freed.items():
        size = Size(repr(rational(index.range)), rational(index.range))
        entry = Kind(name, 1), ((1, 0),)
        norm, _ = labelled([size], [entry, entry])
        degrees = {term: _degree(term, name) for term in found}
        missing = {term: max(degrees.values()) - degree for term, degree in degrees.items()}
        if any(degree % 2 for degree in missing.values()):
            continue
        raised: dict[Any, sp.Expr] = {}
        for term, coefficient in found.items():
            more = tuple(sorted((*term, *(norm,) * (missing[term] // 2))))
            raised[more] = raised.get(more, sp.Integer(0)) + coefficient
        found = {term: coefficient for term, coefficient in raised.items() if coefficient != 0}
    return found


def _degree(term: tuple[Component, ...], name: str) -> int:
    return sum(kind.name == name for _, factors in term for kind, _ in factors)


def _held(number: int) -> Slot:
    """The slot of a place that is held."""
    return 0, f"{_HELD}{number}"


def _cut(term: tuple[Component, ...], halves: _Halves) -> Iterator[_Half]:
    """The halves of which a product of entries is the square, summed over what they hold."""
    sizes: list[Size] = []
    factors: list[Factor] = []
    for own_sizes, own_factors in term:
        for kind, slots in own_factors:
            moved = tuple((1, v + len(sizes)) if k == 1 else (k, v) for k, v in slots)
            factors.append((kind, moved))
        sizes += own_sizes
    if len(sizes) > _MOST_BOUND or not all(map(halves.knows, factors)):
        return
    deltas = tuple(f for f in factors if f[0].name == RESERVED[0])
    others = [f for f in factors if f[0].name != RESERVED[0]]
    for number in range(len(sizes) + 1):
        for chosen in combinations(range(len(sizes)), number):
            held = sorted(chosen, key=lambda h: sizes[h])
            parts = Counter(_components(sizes, others, held))
            if all(times % 2 == 0 for times in parts.values()):
                half = [part for part, times in parts.items() for _ in range(times // 2)]
                yield _Half(tuple(sizes[h] for h in held), tuple(sorted(half)), deltas)


def _components(
    sizes: Sequence[Size], factors: Iterable[Factor], held: Sequence[int]
) -> Iterator[Component]:
    """What hangs together through indices that are not held, each in canonical form."""
    place = {(1, h): _held(n) for n, h in enumerate(held)}
    moved = [(kind, tuple(place.get(s, s) for s in slots)) for kind, slots in factors]
    for numbers, group in connected(moved):
        yield labelled([sizes[n] for n in numbers], group)[0]


def _orders_of(half: _Half) -> Iterator[_Half]:
    """A half with the indices that it holds in every order that keeps their sizes."""
    held = half.held
    for order in permutations(range(len(held))) if len(held) <= _MOST_HELD else [range(len(held))]:
        if any(held[n] != held[m] for n, m in enumerate(order)):
            continue
        yield _moved(half, held, {_held(n): _held(m) for n, m in enumerate(order)})


def _moved(half: _Half, held: Sequence[Size], names: Mapping[Slot, Slot]) -> _Half:
    """A half with other places for what it holds."""
    moved = []
    for sizes, factors in half.components:
        other = [(kind, tuple(names.get(s, s) for s in slots)) for kind, slots in factors]
        moved.append(labelled(sizes, other)[0])
    return _Half(tuple(held), tuple(sorted(moved)), half.deltas)


def _pairs(
    groups: Sequence[_Group], halves: _Halves, named: Mapping[str, sp.Symbol]
) -> Iterator[_Pair]:
    """The products of halves that are single products of entries again."""
    for number, group in enumerate(groups):
        for one, other in combinations_with_replacement(range(len(group)), 2):
            made = canonical_terms(_summed(group, one, other, halves))
            if len(made) == 1:
                ((product_, coefficient),) = made.items()
                yield _Pair(number, one, other, product_, written(coefficient, named))


def _summed(group: _Group, one: int, other: int, halves: _Halves) -> IndexExpression:
    (first, held), (second, _) = group[one], group[other]
    both = halves.written(first, held) * halves.written(second, held)
    return Sum(both, *held) if held else both


def _choices(wanted: Mapping[Any, sp.Expr], pairs: Sequence[_Pair]) -> Iterator[dict[int, _Matrix]]:
    """Matrices Q, one for each group, that give the coefficients that are wanted.

    Each coefficient is given to squares, or else to products of halves whose squares are there.
    """
    options: list[list[tuple[_Pair, ...]]] = []
    for term, coefficient in wanted.items():
        squares = tuple(p for p in pairs if p.product == term and p.one == p.other)
        groups = dict.fromkeys(p.group for p in squares)
        own = [squares, *(tuple(p for p in squares if p.group == g) for g in groups)]
        own = [*dict.fromkeys([*filter(None, own), *((square,) for square in squares)])]
        options.append([()] if coefficient.is_negative else [*own, ()])
    for taken in islice(product(*options), _MOST_CHOICES):
        found: dict[int, _Matrix] = {}
        for coefficient, squares in zip(wanted.values(), taken, strict=True):
            for p in squares:
                share = coefficient / len(squares) / p.factor
                found.setdefault(p.group, {})[p.one, p.one] = share
        if _given_to_products(found, wanted, taken, pairs):
            yield found


def _given_to_products(
    found: dict[int, _Matrix],
    wanted: Mapping[Any, sp.Expr],
    taken: Sequence[tuple[_Pair, ...]],
    pairs: Sequence[_Pair],
) -> bool:
    """Give what no square has got to products of two halves; False if there are none."""
    for (term, coefficient), squares in zip(wanted.items(), taken, strict=True):
        if squares:
            continue
        several = [
            p
            for p in pairs
            if p.product == term
            and p.one != p.other
            and {(p.one, p.one), (p.other, p.other)} <= found.get(p.group, {}).keys()
        ]
        if not several:
            return False
        for p in several:
            share = coefficient / len(several) / p.factor / 2
            found[p.group][p.one, p.other] = found[p.group][p.other, p.one] = share
    return True


def _eliminated(
    chosen: Mapping[int, _Matrix], groups: Sequence[_Group], halves: _Halves
) -> IndexExpression | None:
    """The sum of squares of matrices Q; None where one is not known to be semidefinite."""
    total = scalar(0)
    for number, given in chosen.items():
        matrix, group = dict(given), groups[number]
        waiting = sorted({one for one, _ in matrix})
        while waiting:
            pivot = min(waiting, key=lambda n: not matrix[n, n].is_Rational)
            waiting.remove(pivot)
            weight = matrix[pivot, pivot]
            row = {n: matrix[pivot, n] for n in waiting if matrix.get((pivot, n), 0) != 0}
            if weight.is_zero and not row:
                continue
            if weight.is_zero or not _is_nonnegative(weight):
                return None
            shares = {n: sp.cancel(value / weight) for n, value in row.items()}
            if not all(share.is_real for share in shares.values()):
                return None
            held = group[pivot][1]
            whole = halves.written(group[pivot][0], held)
            for n, share in shares.items():
                whole = whole + share * halves.written(group[n][0], held)
            squared = whole * whole
            total = total + weight * (Sum(squared, *held) if held else squared)
            for n, m in product(shares, repeat=2):
                matrix[n, m] = sp.cancel(matrix.get((n, m), 0) - shares[n] * shares[m] * weight)
    return total


def _is_nonnegative(weight: sp.Expr) -> bool:
    if weight.is_nonnegative or sp.factor(weight).is_nonnegative:
        return True
    found = prove_sign(weight, strict=False)
    return found.verdict is Verdict.PROVED and not found.conditions
