"""What a statistic is about, in small integers: the common ground of the two symbolic engines.

Tensors, dimensions and fixed indices are numbered, and a polynomial ring is set up in which both
engines compute: over the rationals, in the dimensions and in those cumulants that are no plain
numbers.
"""

from collections import Counter
from dataclasses import dataclass
from typing import TypeAlias

import sympy as sp
from flint import Ordering, fmpq, fmpq_mpoly, fmpq_mpoly_ctx

from theorem_checks.statements.moments.law import AbstractLaw
from theorem_checks.statements.moments.networks import Fixed, Monomial, fixed_vertices
from theorem_checks.statements.moments.statistics import Statistic
from theorem_checks.statements.moments.tensors import Tensor

__all__ = ["Bundle", "Component", "Edges", "Place", "Residual", "Setting"]

Place: TypeAlias = tuple[int, tuple[int, ...]]
"""Where an entry is: a tensor's number, and vertices. Fixed vertices are -1, -2, ..."""

Edges: TypeAlias = list[Place]
"""A product of entries."""

Bundle: TypeAlias = tuple[int, tuple[int, ...], int]
"""A place, and how many entries of a product are there."""

Component: TypeAlias = tuple[Bundle, ...]
"""A connected network, its summed vertices numbered from 0."""

Residual: TypeAlias = tuple[Component, ...]
"""What is left without random entries: a product of networks of constants, in canonical form."""


@dataclass(frozen=True)
class _Vertex:
    """A fixed index: the number of its dimension, and its label."""

    slot: int
    label: sp.Expr


class Setting:
    """The numbered tensors, dimensions and fixed indices of a statistic, and the ring.

    **Fields**

    - `tensors`; `slots`: for each tensor the numbers of its dimensions; `sizes`: the dimensions.
    - `fixed`: the fixed indices, those labelled by integers first.
    - `ring`; `dimensions`: its generators for the sizes.
    - `delta`: a number that stands for the Kronecker delta among the tensors.
    """

    def __init__(self, statistic: Statistic) -> None:
        self.tensors = statistic.tensors
        self.sizes = tuple(dict.fromkeys(size for t in self.tensors for size in t.shape))
        self.slots = tuple(tuple(map(self.sizes.index, t.shape)) for t in self.tensors)
        self.fixed = _fixed(statistic, self.sizes)
        self.delta = len(self.tensors)
        self._numbers = {tensor: k for k, tensor in enumerate(self.tensors)}
        self._set_up_ring(_largest_counts(statistic))

    def is_random(self, number: int) -> bool:
        """Whether this number is that of a random tensor."""
        return number != self.delta and self.tensors[number].law is not None

    def encoded(self, monomial: Monomial) -> Edges:
        """The entries of a monomial, as (tensor, vertices); summed vertices are numbered on."""
        edges: Edges = []
        offset = 0
        for network in monomial:
            used = 0
            for edge in network:
                number = self._numbers[edge.tensor]
                vertices = []
                for slot, index in zip(self.slots[number], edge.indices, strict=True):
                    if isinstance(index, Fixed):
                        vertices.append(-1 - self.fixed.index(_Vertex(slot, index.label)))
                    else:
                        vertices.append(offset + index)
                        used = max(used, index + 1)
                edges.append((number, tuple(vertices)))
            offset += used
        return edges

    def merge_fixed(self, one: int, other: int) -> tuple[int, int] | None:
        """How two different fixed vertices can be equal: which to keep, and the other one.

        None if they are different integers.
        """
        keep, drop = max(one, other), min(one, other)
        if self.fixed[-1 - drop].label.is_Integer:
            return None
        return keep, drop

    def cumulants(self, number: int) -> dict[int, fmpq_mpoly]:
        """The cumulants of a tensor's entries that are not 0, by order, as far as needed."""
        return self._cumulants[number]

    def to_expression(self, polynomial: fmpq_mpoly) -> sp.Expr:
        """Turn an element of the ring into a SymPy expression."""
        terms = []
        for exponents, c in polynomial.to_dict().items():
            powers = (m ** int(e) for m, e in zip(self._meanings, exponents, strict=True) if e)
            terms.append(sp.Rational(int(c.p), int(c.q)) * sp.Mul(*powers))
        return sp.Add(*terms)

    def _set_up_ring(self, counts: dict[Tensor, tuple[AbstractLaw, int]]) -> None:
        """Make a generator for each dimension and for each cumulant that is not a number."""
        needed = {
            (law, order): law.cumulant(order)
            for law, count in counts.values()
            for order in range(1, count + 1)
        }
        symbolic = [key for key, value in needed.items() if not isinstance(value, sp.Rational)]
        names = [f"z{k}" for k in range(len(self.sizes))]
        names += [f"k{k}" for k in range(len(symbolic))]
        self.ring = fmpq_mpoly_ctx.get(tuple(names), Ordering.lex)
        generators = self.ring.gens()
        self.dimensions = generators[: len(self.sizes)]
        self._meanings = (*self.sizes, *(needed[key] for key in symbolic))
        element = dict(zip(symbolic, generators[len(self.sizes) :], strict=True))
        for key, value in needed.items():
            if isinstance(value, sp.Rational) and value != 0:
                element[key] = self.ring.constant(fmpq(value.p, value.q))
        self._cumulants = {
            self._numbers[tensor]: {
                order: element[law, order]
                for order in range(1, count + 1)
                if (law, order) in element
            }
            for tensor, (law, count) in counts.items()
        }


def _largest_counts(statistic: Statistic) -> dict[Tensor, tuple[AbstractLaw, int]]:
    """For each random tensor its law, and the largest number of its entries in a monomial."""
    most: Counter[Tensor] = Counter()
    for monomial in statistic.terms:
        most |= Counter(edge.tensor for network in monomial for edge in network)
    return {t: (t.law, count) for t, count in most.items() if t.law is not None}


def _fixed(statistic: Statistic, sizes: tuple[sp.Expr, ...]) -> tuple[_Vertex, ...]:
    found = {
        _Vertex(sizes.index(size), label)
        for monomial in statistic.terms
        for size, label in fixed_vertices(monomial)
    }
    return tuple(sorted(found, key=lambda v: (not v.label.is_Integer, v.slot, str(v.label))))
