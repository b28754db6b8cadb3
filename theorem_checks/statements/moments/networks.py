"""Index networks: products of entries of tensors, with indices fixed or summed.

The trace of X Y.T is the network X[0,1] Y[0,1], summed over the indices 0 and 1. Networks are
what words, entries and contractions are turned into, and what the engines work on.
"""

import itertools
from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

import sympy as sp

from theorem_checks.statements.moments.grouping import connected
from theorem_checks.statements.moments.tensors import Tensor, Word

__all__ = [
    "Draft",
    "Edge",
    "Fixed",
    "Index",
    "Monomial",
    "Name",
    "Network",
    "fixed_vertices",
    "join",
    "word_draft",
]


@dataclass(frozen=True)
class Fixed:
    """An index that is not summed: a nonnegative integer (counted from 0) or a symbol."""

    label: sp.Expr

    def __str__(self) -> str:
        return str(self.label)


Index: TypeAlias = int | Fixed
"""A summed index is an integer, its number in the network."""


@dataclass(frozen=True)
class Edge:
    """One entry of a tensor, at some indices."""

    tensor: Tensor
    indices: tuple[Index, ...]

    def __str__(self) -> str:
        shown = (str(i) if isinstance(i, Fixed) else f"i{i}" for i in self.indices)
        return f"{self.tensor}[{','.join(shown)}]"


Network: TypeAlias = tuple[Edge, ...]
"""A product of entries, connected by summed indices that are numbered by first appearance."""

Monomial: TypeAlias = tuple[Network, ...]
"""A product of networks, in a fixed order; () is 1."""

Name: TypeAlias = Hashable  # of a summed index in a draft, or a Fixed


@dataclass(frozen=True)
class Draft:
    """A product of entries whose indices have any names, with equations between names."""

    edges: tuple[tuple[Tensor, tuple[Name, ...]], ...] = ()
    equations: tuple[tuple[Name, Name], ...] = ()

    def __mul__(self, other: "Draft") -> "Draft":
        return Draft(self.edges + other.edges, self.equations + other.equations)

    def assembled(self, sizes: Mapping[Name, sp.Expr]) -> tuple[Monomial, sp.Expr]:
        """Return its connected networks and a factor.

        The factor has the dimension (from `sizes`) of each name that no entry bears, and the
        Kronecker deltas of equated fixed indices.
        """
        unified, deltas = self._unified(sizes)
        edges = [(t, tuple(unified.get(n, n) for n in names)) for t, names in self.edges]
        borne = {name for _, names in edges for name in names}
        free = {unified.get(n, n) for n in sizes} - borne
        loose = sp.Mul(*(sizes[n] for n in free if not isinstance(n, Fixed)))
        parts = connected(edges, lambda edge: (n for n in edge[1] if not isinstance(n, Fixed)))
        return join(*map(_numbered, parts)), loose * deltas

    def _unified(self, sizes: Mapping[Name, sp.Expr]) -> tuple[dict[Name, Name], sp.Expr]:
        """Give equated names one representative, a fixed one where there is any."""
        names = dict.fromkeys([*sizes, *(n for _, ns in self.edges for n in ns)])
        names |= dict.fromkeys(n for pair in self.equations for n in pair)
        unified: dict[Name, Name] = {n: n for n in names}
        delta = sp.S.One
        for a, b in self.equations:
            one, other = unified[a], unified[b]
            if isinstance(one, Fixed) and isinstance(other, Fixed):
                delta = delta * sp.KroneckerDelta(one.label, other.label)
            keep, drop = (other, one) if isinstance(other, Fixed) else (one, other)
            unified = {n: keep if r == drop else r for n, r in unified.items()}
        return unified, delta


def word_draft(word: Word, start: Name, end: Name, tag: Hashable) -> Draft:
    """The product of a word's letters along a path of indices; inner ones are named by a tag."""
    if not word:
        return Draft(equations=((start, end),))
    stops = [start, *((tag, k) for k in range(1, len(word))), end]
    edges = []
    for letter, (left, right) in zip(word, itertools.pairwise(stops), strict=True):
        rows, columns = (right, left) if letter.transposed else (left, right)
        matrix = len(letter.tensor.shape) == 2
        edges.append((letter.tensor, (rows, columns) if matrix else (rows,)))
    return Draft(tuple(edges))


def join(*networks: Network) -> Monomial:
    """The product of networks, in an order that does not depend on theirs."""
    return tuple(sorted(networks, key=_order))


def fixed_vertices(monomial: Monomial) -> Iterator[tuple[sp.Expr, sp.Expr]]:
    """Yield (dimension, label) for each place where a monomial has a fixed index."""
    for network in monomial:
        for edge in network:
            for size, index in zip(edge.tensor.shape, edge.indices, strict=True):
                if isinstance(index, Fixed):
                    yield size, index.label


@lru_cache(maxsize=4096)
def _order(network: Network) -> str:
    return " ".join(map(str, network))


def _numbered(edges: list[tuple[Tensor, tuple[Name, ...]]]) -> Network:
    numbers: dict[Name, int] = {}
    return tuple(
        Edge(
            tensor,
            tuple(
                name if isinstance(name, Fixed) else numbers.setdefault(name, len(numbers))
                for name in names
            ),
        )
        for tensor, names in edges
    )
