r"""Inequalities between index expressions at all sizes: a difference that is a sum of squares.

Each term of the difference is cut in two halves where it can be: a set of its indices is held, and
what hangs together through the others comes in equal pairs. The halves h_a, over the indices that
are held, are the candidates of squares. What is looked for is a positive semidefinite matrix Q
with :math:`\sum_{a,b} Q_{ab} \sum h_a h_b` the difference; eliminated as :math:`L D L^T` it is a
sum of squares. That the difference is this sum is then an identity of index expressions, which
`prove_index_identity` decides: how it was found is not trusted.

Of a positive semidefinite matrix it is used that it is :math:`R R^T` for some R; of vectors of
norm 1 that their squares add up to 1, by which terms are brought to one degree; of probabilities
that they are the squares of such a vector. Before, it is seen whether each term by itself is a
product of what is not negative. What has no such sum is not decided, and may hold all the same.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, combinations_with_replacement, islice, permutations, product
from typing import Any, TypeAlias

import sympy as sp

from theorem_checks.errors import ArgumentError
from theorem_checks.proving.effort import are_counterexamples_wanted
from theorem_checks.proving.identities.rational_functions import written
from theorem_checks.proving.index_notation.canonical import (
    Signs,
    canonical_terms,
    conditions_on,
    is_never_negative,
    rational,
)
from theorem_checks.proving.index_notation.graphs import (
    Component,
    Factor,
    Size,
    Slot,
    TooManySymmetriesError,
    connected,
    labelled,
)
from theorem_checks.proving.index_notation.identities import (
    by_values,
    prove_index_identity,
    scope_of,
)
from theorem_checks.proving.index_notation.instances import (
    Signature,
    signature_of,
    without_tensors,
)
from theorem_checks.proving.inequalities.signs import prove_sign
from theorem_checks.statements.arrays.index_expressions import (
    RESERVED,
    Delta,
    Entry,
    Index,
    IndexExpression,
    IndexLike,
    Kind,
    Sum,
    Tensor,
    nodes,
    scalar,
)
from theorem_checks.statements.arrays.index_families import (
    entries_text,
    parts_of,
    same_axes,
    text_of,
)
from theorem_checks.statements.arrays.symbolic_array import SymbolicArray
from theorem_checks.statements.conclusions import AtMost, Less
from theorem_checks.statements.seals import concluded
from theorem_checks.statements.terms import Replacement, entries_of, put
from theorem_checks.verdicts.evidence import Evidence, all_of, witnessed
from theorem_checks.verdicts.kinds import Verdict
from theorem_checks.verdicts.routes import Engine, Route

__all__ = ["prove_arrays_ordered", "prove_index_order"]

_HELD = "\0"  # what names of places that are held begin with, and no name of an index
_MOST_BOUND = 8  # indices of a term whose subsets are tried
_MOST_HALVES = 16  # of a group, of which all pairs are multiplied
_MOST_HELD = 4  # indices of a half whose orders are tried
_MOST_CHOICES = 64  # of a matrix Q
_DRAWS = ((1, 8, 20), (3, 8, 20), (100, 2, 12))  # the largest entries, draws, choices of sizes


def prove_index_order(lhs: IndexLike, rhs: IndexLike, *, strict: bool = False) -> Evidence:
    """Decide whether one index expression is at most another, at all sizes and real entries.

    **Arguments**: `lhs`, `rhs`, expressions or exact scalars; `strict`, whether it is to be less.

    **Returns** Evidence, which concludes `AtMost(lhs, rhs)`, or `Less`: PROVED where the
    difference is a sum of squares, with what is known of tensors; REFUTED with small sizes and
    tensors; VACUOUS where there are no such tensors; else UNDECIDED.
    """
    left, right = scalar(lhs), scalar(rhs)
    said = (Less if strict else AtMost)(left, right)
    return concluded(_decided(left, right, strict=strict), said, "prove_index_order")


def prove_arrays_ordered(lhs: Any, rhs: Any, *, strict: bool = False) -> Evidence:
    """Decide whether each entry of one array is at most that of another of the same axes."""
    sides = [_as_array(side, like) for side, like in ((lhs, rhs), (rhs, lhs))]
    left, right = sides
    if not same_axes(left.axes, right.axes):
        raise ArgumentError("rhs", text_of(right.axes), f"the sizes {text_of(left.axes)}")
    found: dict[str, Evidence] = {}
    for block in product(*(range(len(axis)) for axis in left.axes)):
        parts = parts_of(left.axes, block)
        if any(size.is_zero for part in parts for size in part.sizes):
            continue
        one, other = (side.blocks.get(block, scalar(0)) for side in sides)
        name = f"block {', '.join(part.name for part in parts) or 'of the number'} {block}"
        found[name] = prove_index_order(one, other, strict=strict)
    if not found:
        return Evidence.vacuous(f"Arrays of sizes {text_of(left.axes)} have no entries.")
    whole = all_of(found, entries_text(left.axes))
    said = (Less if strict else AtMost)(lhs, rhs)
    return concluded(whole, said, "prove_arrays_ordered")


def _as_array(side: Any, like: Any) -> SymbolicArray:
    """An array; a number beside one without axes as such a one."""
    if isinstance(side, SymbolicArray):
        return side
    if like.axes:
        raise ArgumentError("lhs", side, "arrays of the same sizes", "Write zeros(shape) + it.")
    return SymbolicArray((), {(): scalar(side)})


def _decided(left: IndexExpression, right: IndexExpression, *, strict: bool) -> Evidence:
    signature = signature_of([left, right])
    if none := without_tensors(signature):
        return Evidence.vacuous(none)
    draws = _DRAWS if are_counterexamples_wanted() else _DRAWS[:1]
    wrong = (lambda d: d >= 0) if strict else (lambda d: d > 0)  # of left - right
    tested = by_values(left, right, signature, draws, wrong)
    if tested.verdict is Verdict.REFUTED or tested.verdict is Verdict.VACUOUS:
        return tested
    if _is_of_nonnegative_terms(right - left, signature, strict=strict):
        route = Route.deciding(_NONNEGATIVE_TERMS, Engine.INDEX_TERMS, Engine.FLINT)
        needed = tuple(conditions_on(right - left))
        scope = scope_of(signature, right - left)
        return witnessed(Evidence.proved(scope, routes=(route,), conditions=needed), tested)
    rooted = put(right - left, _roots(right - left))
    free, known = _freed(rooted)
    try:
        squares = _sum_of_squares(put(rooted, free), signature, known, strict=strict)
    except TooManySymmetriesError as error:
        return Evidence.undecided(str(error))
    if squares is None:
        return Evidence.undecided("No sum of squares was found that the difference of sides is.")
    name = "the difference of the sides is a sum of squares"
    route = Route.deciding(name, Engine.INDEX_TERMS, Engine.FLINT)
    scope = scope_of(signature, right - left)
    same = all_of({name: prove_index_identity(rooted, put(squares, known))}, scope, routes=(route,))
    return witnessed(same, tested)


# --- signs of terms

_NONNEGATIVE_TERMS = "each term of the difference is a product of what is not negative"
_NONNEGATIVE = ("nonnegative", "probabilities", "stochastic")


def _is_of_nonnegative_terms(e: IndexExpression, signature: Signature, *, strict: bool) -> bool:
    """Whether an expression adds up numbers, entries and squares that are not negative.

    If `strict`, one that is positive is among them: a number, or a product of exponentials.
    """
    named = {s.name: s for s in (*signature.sizes, *signature.scalars.symbols)}
    signs = Signs([e])
    try:
        form = canonical_terms(e)
    except TooManySymmetriesError:
        return False
    terms = {product: written(c, named) for product, c in form.items()}
    if strict and not any(
        all(map(signs.is_positive, product)) and _has_sign(coefficient, strict=True)
        for product, coefficient in terms.items()
    ):
        return False
    return all(
        _is_nonnegative_product(product) and _has_sign(coefficient, strict=False)
        for product, coefficient in terms.items()
    )


def _has_sign(number: sp.Expr, *, strict: bool) -> bool:
    found = prove_sign(number, strict=strict)
    return found.verdict is Verdict.PROVED and not found.conditions


def _is_nonnegative_product(product: tuple[Component, ...]) -> bool:
    """Whether each entry of a product is not negative, or stands an even number of times."""
    odd = [component for component, times in Counter(product).items() if times % 2]
    return all(
        times % 2 == 0 or kind.known in _NONNEGATIVE or is_never_negative(kind)
        for _, factors in odd
        for (kind, _), times in Counter(factors).items()
    )


# --- squares


def _roots(e: IndexExpression) -> Replacement:
    """For each semidefinite matrix what it is, R R^T; for numbers from 0 on, the squares of roots.

    The roots of probabilities are a unit vector.
    """
    found: dict[str, Any] = {}
    for name, entry in entries_of(e).items():
        if entry.tensor.known in ("nonnegative", "probabilities"):
            own = tuple(Index(f"{name} {n}", i.range) for n, i in enumerate(entry.indices))
            norm = "unit" if entry.tensor.known == "probabilities" else ""
            found[name] = own, Tensor(f"root of {name}", len(own), known=norm)[own] ** 2
        if entry.tensor.known == "semidefinite":
            size = entry.indices[0].range
            i, j, k = (Index(f"{name} {letter}", size) for letter in "ijk")
            root = Tensor(f"root of {name}", 2)
            found[name] = (i, j), Sum(root[i, k] * root[j, k], k)
    return found


def _freed(e: IndexExpression) -> tuple[Replacement, Replacement]:
    """Free vectors in place of unit ones, and these in place of the free ones."""
    free: dict[str, Any] = {}
    known: dict[str, Any] = {}
    for name, entry in entries_of(e).items():
        if entry.tensor.known == "unit":
            index, other = Index("i", entry.indices[0].range), Tensor(f"free {name}", 1)
            free[name] = (index,), other[index]
            known[other.name] = (index,), entry.tensor[index]
    return free, known


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


def _sum_of_squares(
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
