"""Gaussian expectations by pairings, counted in one scan: the second route for Gaussian tensors.

By Wick's theorem the expectation of a product of centred Gaussian entries is the sum over the ways
to pair them off. The two entries of a pair are at one place, so their indices are made equal; each
class of equal summed indices then contributes its dimension (L. Isserlis 1918, G. C. Wick 1950).

The entries are read one after the other, and each is left open for a later partner or paired with
an open one. What is still to come depends only on the *frontier*: the open entries, and which
indices they share with each other and with entries not yet read. Pairings that lead to one
frontier are counted together, by how many classes they have closed; none of all (2m - 1)!! is
listed. Nothing is shared with the recursion on words: neither words, nor its ring, nor cumulants.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import TypeAlias

import sympy as sp

from theorem_checks.proving.moments.placements import Budget
from theorem_checks.statements.moments.laws import Gaussian
from theorem_checks.statements.moments.networks import Fixed, Monomial

__all__ = ["expectation_by_pairings", "has_pairings"]

_Class: TypeAlias = tuple[int, int]
"""A class of equal indices: the number of its dimension, and a name; -1 - i if it is fixed at i."""

_Entry: TypeAlias = tuple[int, tuple[_Class, ...]]
"""An entry: the number of its tensor, and the classes of its indices."""

_Frontier: TypeAlias = tuple[tuple[_Class, ...], tuple[_Entry, ...]]
"""The classes of the indices that were read and will come again, in order; the open entries."""

_Loops: TypeAlias = tuple[int, ...]
"""How many classes are closed, by dimension."""

_STEPS = 10  # of a budget, for each frontier reached: it takes as long as so many index values
_ROUNDS = 3  # of refinement, before the classes of a frontier are named


def has_pairings(monomial: Monomial) -> bool:
    """Whether all entries of a product are Gaussian with mean 0, and there are any."""
    laws = [edge.tensor.law for network in monomial for edge in network]
    return bool(laws) and all(isinstance(law, Gaussian) and law.mean == 0 for law in laws)


def expectation_by_pairings(monomial: Monomial, budget: Budget) -> sp.Expr:
    """The expectation of a product of centred Gaussian entries, for all sizes, not expanded.

    Fixed indices have to be integers. **Raises** `BudgetExceededError`.
    """
    edges = [edge for network in monomial for edge in network]
    tensors = list(dict.fromkeys(edge.tensor for edge in edges))
    sizes = list(dict.fromkeys(size for tensor in tensors for size in tensor.shape))
    counts = Counter(edge.tensor for edge in edges)
    if any(count % 2 for count in counts.values()):
        return sp.S.Zero
    entries = [
        (tensors.index(edge.tensor), tuple((sizes.index(d), i) for d, i in indices))
        for edge, indices in _numbered(monomial)
    ]
    closed = _scanned(entries, len(sizes), budget)
    variances = (t.law.moment(2) ** (count // 2) for t, count in counts.items() if t.law)
    powers = (
        ways * sp.Mul(*(size**k for size, k in zip(sizes, loops, strict=True)))
        for loops, ways in closed.items()
    )
    return sp.Mul(*variances) * sp.Add(*powers)


def _numbered(monomial: Monomial) -> Iterator[tuple]:
    """Each entry, with (dimension, number) for its indices, summed ones numbered over the product.

    The numbers start beyond those that a frontier may need for its classes.
    """
    start = sum(len(edge.indices) for network in monomial for edge in network)
    numbers: dict[tuple[int, int], int] = {}
    for place, network in enumerate(monomial):
        for edge in network:
            indices = (
                -1 - int(index.label)
                if isinstance(index, Fixed)
                else numbers.setdefault((place, index), start + len(numbers))
                for index in edge.indices
            )
            yield edge, list(zip(edge.tensor.shape, indices, strict=True))


def _scanned(entries: Sequence[_Entry], dimensions: int, budget: Budget) -> Counter[_Loops]:
    """Count the pairings of the entries, by the numbers of classes that they have."""
    ways: dict[_Frontier, Counter[_Loops]] = {((), ()): Counter({(0,) * dimensions: 1})}
    shared: list[_Class] = []
    for step, (tensor, indices) in enumerate(entries):
        left = sum(number == tensor for number, _ in entries[step + 1 :])
        coming = {index for _, later in entries[step + 1 :] for index in later}
        still_shared = [i for i in dict.fromkeys([*shared, *indices]) if i in coming]
        following: dict[_Frontier, Counter[_Loops]] = {}
        for (classes, waiting), counted in ways.items():
            known = dict(zip(shared, classes, strict=True))
            known |= {index: index for index in indices if index not in known}
            entry = tensor, tuple(known[index] for index in indices)
            borne = {*known.values(), *(c for _, others in waiting for c in others)}
            for equal, pending, times in _choices(entry, waiting, left):
                budget.spend(_STEPS)
                ends = [equal.get(known[i], known[i]) for i in still_shared]
                alive = {*ends, *(c for _, others in pending for c in others)}
                gone = Counter(d for d, c in {equal.get(c, c) for c in borne} - alive if c >= 0)
                total = following.setdefault(_canonical(ends, pending), Counter())
                for loops, count in counted.items():
                    total[tuple(k + gone[d] for d, k in enumerate(loops))] += times * count
        shared, ways = still_shared, following
    return ways.get(((), ()), Counter())


def _choices(
    entry: _Entry, waiting: tuple[_Entry, ...], left: int
) -> Iterator[tuple[dict[_Class, _Class], list[_Entry], int]]:
    """Leave an entry open, or pair it with an open one of its tensor.

    Yields the classes that become others, the entries that are open then, and how many ways it is.
    An entry stays open only if enough entries are `left` to find partners for all.
    """
    alike = Counter(other for other in waiting if other[0] == entry[0])
    if alike.total() < left:
        yield {}, [*waiting, entry], 1
    for other, times in alike.items():
        equal = _merged(zip(entry[1], other[1], strict=True))
        if equal is not None:
            rest = list(waiting)
            rest.remove(other)
            renamed = [(t, tuple(equal.get(c, c) for c in classes)) for t, classes in rest]
            yield equal, renamed, times


def _merged(pairs: Iterable[tuple[_Class, _Class]]) -> dict[_Class, _Class] | None:
    """What classes become when the two of each pair are made equal; None for two fixed ones."""
    equal: dict[_Class, _Class] = {}
    for one, other in pairs:
        keep, drop = sorted((equal.get(one, one), equal.get(other, other)))
        if keep == drop:
            continue
        if drop[1] < 0:
            return None
        equal = {c: keep if now == drop else now for c, now in equal.items()}
        equal[drop] = keep
    return equal


def _canonical(ends: list[_Class], pending: list[_Entry]) -> _Frontier:
    """Name the classes of a frontier, so that frontiers which differ in names seldom stay two.

    The entries are sorted by a colour that depends on no name, refined by what they share. Where
    colours tie, equal frontiers may get different names; these are then counted apart, and the
    sum is the same.
    """
    at_ends: dict[_Class, list[int]] = {}
    for place, c in enumerate(ends):
        at_ends.setdefault(c, []).append(place)
    borne = dict.fromkeys([*ends, *(c for _, classes in pending for c in classes)])
    colour = {c: hash((c[0], min(c[1], 0), *at_ends.get(c, ()))) for c in borne}
    for _ in range(_ROUNDS):
        seen: dict[_Class, list[int]] = {c: [] for c in borne}
        for t, classes in pending:
            mark = hash((t, *(colour[c] for c in classes)))
            for slot, c in enumerate(classes):
                seen[c].append(hash((mark, slot)))
        colour = {c: hash((colour[c], *sorted(marks))) for c, marks in seen.items()}
    ordered = sorted(pending, key=lambda entry: (entry[0], [colour[c] for c in entry[1]]))
    names: dict[_Class, _Class] = {}
    for c in [*ends, *(c for _, classes in ordered for c in classes)]:
        names.setdefault(c, c if c[1] < 0 else (c[0], len(names)))
    entries = sorted((t, tuple(names[c] for c in classes)) for t, classes in ordered)
    return tuple(names[c] for c in ends), tuple(entries)
