"""Enumeration of the values that the indices of a product of entries can take.

This is the second route to a moment and shares nothing with the recursions: each summed index
runs through its values, entries at equal places are counted, and a product of entries has the
product of its law's moments as its expectation, since different entries are independent.

Two assignments that differ by renaming the values of a dimension have one expectation, because
the entries of a tensor have one law. So one of each kind is listed: an index takes a value that
has been used, or the next new one.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TypeAlias

import sympy as sp

from theorem_checks.errors import TheoremChecksError
from theorem_checks.statements.moments.networks import Fixed, Monomial, fixed_vertices
from theorem_checks.statements.moments.tensors import Tensor

__all__ = ["Budget", "BudgetExceededError", "Placement", "Placements", "Tally", "numbered_fixed"]

Tally: TypeAlias = tuple[tuple[int, int], ...]
"""A product of moments: (t, r) for each entry of tensor t that occurs r times, sorted."""

Places: TypeAlias = tuple[int, ...]
"""Where an entry is: a summed index by its number, a fixed one as -1 minus its value."""


class BudgetExceededError(TheoremChecksError):
    """More steps would have to be taken than the budget allows."""


class Budget:
    """How many steps, such as index values tried, may be taken; a count, on every machine one."""

    def __init__(self, total: int) -> None:
        self.total, self.spent = total, 0

    def spend(self, steps: int = 1) -> None:
        """Count some more.

        **Raises** `BudgetExceededError` if not enough are left.
        """
        if self.spent + steps > self.total:
            raise BudgetExceededError(f"it would take more than {self.total} steps")
        self.spent += steps


@dataclass(frozen=True)
class Placement:
    """Values of the summed indices; how many values each dimension uses; the multiplicities."""

    values: tuple[int, ...]
    used: Mapping[sp.Expr, int]
    tally: Tally


class Placements:
    """The placements of a monomial's indices, one of each kind, without those that vanish.

    **Arguments**

    - `fixed`: a value for each fixed index, given as (dimension, label).
    - `named`: for each dimension how many values are told apart from the start: those of the
      fixed indices, or all of them; none if it is not listed.
    - `sizes`: how many values a dimension has; a dimension that is not listed has no limit.
    """

    def __init__(
        self,
        monomial: Monomial,
        fixed: Mapping[tuple[sp.Expr, sp.Expr], int],
        named: Mapping[sp.Expr, int],
        sizes: Mapping[sp.Expr, int],
        budget: Budget,
    ) -> None:
        edges = [edge for network in monomial for edge in network]
        self._tensors = tuple(dict.fromkeys(edge.tensor for edge in edges))
        self._entries, self._dimensions = self._numbered(monomial, fixed)
        self.named = {d: named.get(d, 0) for t in self._tensors for d in t.shape}
        self._sizes, self._budget = sizes, budget
        self._values: list[int] = []
        self._used = dict(self.named)
        # An entry is counted as soon as the last of its indices has a value.
        self._completed: list[list[tuple[int, Places]]] = [[] for _ in (*self._dimensions, None)]
        for t, places in self._entries:
            if self._tensors[t].law is not None:
                self._completed[max(0, 0, *(p + 1 for p in places))].append((t, places))
        laws = [tensor.law for tensor in self._tensors]
        self._symmetric = [law is not None and law.is_symmetric for law in laws]
        self._centred = [law is not None and law.moment(1) == 0 for law in laws]
        self._left = Counter(t for done in self._completed for t, _ in done)
        self._counts: Counter[tuple[int, tuple[int, ...]]] = Counter()
        self._lonely: Counter[int] = Counter()

    def moments(self, tally: Tally) -> sp.Expr:
        """The product of moments that a tally stands for."""
        laws = {t: law for t, _ in tally if (law := self._tensors[t].law) is not None}
        return sp.Mul(*(laws[t].moment(r) for t, r in tally))

    def constants(self, placement: Placement) -> Iterator[tuple[Tensor, tuple[int, ...]]]:
        """Yield the entries of constant tensors, with the values of their indices."""
        for t, places in self._entries:
            if self._tensors[t].law is None:
                yield self._tensors[t], _values_at(places, placement.values)

    def __iter__(self) -> Iterator[Placement]:
        self._count(0, 1)
        if self._can_be_nonzero():
            yield from self._extended()
        self._count(0, -1)

    def _extended(self) -> Iterator[Placement]:
        """Yield the placements that continue the values chosen so far."""
        vertex = len(self._values)
        if vertex == len(self._dimensions):
            tally = sorted((t, count) for (t, _), count in self._counts.items() if count)
            yield Placement(tuple(self._values), dict(self._used), tuple(tally))
            return
        size = self._dimensions[vertex]
        used = self._used[size]
        has_new = used < self._sizes.get(size, used + 1)
        for value in range(used + has_new):
            self._budget.spend()
            self._values.append(value)
            self._used[size] = max(used, value + 1)
            self._count(vertex + 1, 1)
            if self._can_be_nonzero():
                yield from self._extended()
            self._count(vertex + 1, -1)
            self._used[size] = used
            self._values.pop()

    def _count(self, stage: int, sign: int) -> None:
        """Count the entries that are completed at a stage, or take them back."""
        for t, places in self._completed[stage]:
            entry = (t, _values_at(places, self._values))
            before = self._counts[entry]
            after = self._counts[entry] = before + sign
            self._lonely[t] += self._is_lonely(t, after) - self._is_lonely(t, before)
            self._left[t] -= sign

    def _is_lonely(self, t: int, count: int) -> bool:
        """Whether an entry that occurs so often has to occur again for a nonzero expectation."""
        return count % 2 == 1 if self._symmetric[t] else self._centred[t] and count == 1

    def _can_be_nonzero(self) -> bool:
        return all(lonely <= self._left[t] for t, lonely in self._lonely.items())

    def _numbered(
        self, monomial: Monomial, fixed: Mapping[tuple[sp.Expr, sp.Expr], int]
    ) -> tuple[list[tuple[int, Places]], list[sp.Expr]]:
        """The entries, with indices numbered over the whole monomial; each index's dimension."""
        entries: list[tuple[int, Places]] = []
        dimensions: list[sp.Expr] = []
        for network in monomial:
            numbers: dict[int, int] = {}
            for edge in network:
                places = []
                for size, index in zip(edge.tensor.shape, edge.indices, strict=True):
                    if isinstance(index, Fixed):
                        places.append(-1 - fixed[size, index.label])
                        continue
                    if index not in numbers:
                        numbers[index] = len(dimensions)
                        dimensions.append(size)
                    places.append(numbers[index])
                entries.append((self._tensors.index(edge.tensor), tuple(places)))
        return entries, dimensions


def _values_at(places: Places, values: list[int] | tuple[int, ...]) -> tuple[int, ...]:
    """The values of the indices of an entry."""
    return tuple(values[p] if p >= 0 else -1 - p for p in places)


def numbered_fixed(
    monomials: Iterable[Monomial], value_of: Callable[[sp.Expr], int]
) -> tuple[dict[tuple[sp.Expr, sp.Expr], int], dict[sp.Expr, int]]:
    """Number the fixed indices of each dimension from 0, labels of equal value alike.

    Returns the numbers, by (dimension, label), and how many there are, by dimension.
    """
    known: dict[sp.Expr, dict[int, int]] = {}
    numbers: dict[tuple[sp.Expr, sp.Expr], int] = {}
    for monomial in monomials:
        for size, label in fixed_vertices(monomial):
            values = known.setdefault(size, {})
            numbers[size, label] = values.setdefault(value_of(label), len(values))
    return numbers, {size: len(values) for size, values in known.items()}
