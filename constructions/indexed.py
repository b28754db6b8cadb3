"""Weights described entry by entry over named index families, at any size.

The rows of a matrix in a construction are not 0, 1, 2, ... but, say, 'the key-value units (i, j)
and then the query units j'. An `IndexedArray` keeps that: each axis is a direct sum of index
families, and each block, one family per axis, has an entry function of the indices. From the same
description come arrays of a concrete size, in any number system, and symbolic sums over indices
of symbolic range. Indices run from 0.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import combinations_with_replacement, product
from types import MappingProxyType, SimpleNamespace
from typing import Any, TypeAlias

import numpy as np

from constructions.arrays import ConcreteSystem
from constructions.errors import ArgumentError

__all__ = ["Entry", "Family", "IndexedArray", "delta", "family", "follows"]

Entry: TypeAlias = Callable[..., Any]
"""An entry function `(w, *indices) -> entry`.

The indices are those of the family on the first axis, then those on the second. `w` has the
function `delta(i, k)` of Kronecker, `follows(j, i)`, which is 1 where j = i + 1, else 0, and the
construction's parameters, as `w.W_V[i, a]`. All are the caller's: with arrays and integers the
entry is a number, with symbols a symbolic expression. So an entry function uses nothing else of its
indices than `w.delta`, `w.follows` and `w.NAME[...]`.
"""


@dataclass(frozen=True)
class Family:
    """A named family of indices; make it with `family`.

    `ranges` has a pair (index, size) for each index: 'i' runs over 0, ..., 'd_v' - 1, where 'd_v'
    names a size. If `increasing`, only the tuples with i <= j <= ... belong to the family.
    Without ranges it has one member.
    """

    name: str
    ranges: tuple[tuple[str, str], ...] = ()
    increasing: bool = False

    def __post_init__(self) -> None:
        if self.increasing and len({size for _, size in self.ranges}) != 1:
            raise ArgumentError("ranges", self.ranges, "indices of one size if increasing")

    def members(self, sizes: Mapping[str, int]) -> list[tuple[int, ...]]:
        """List the index tuples at concrete sizes, the last index running fastest."""
        ranges = [range(sizes[size]) for _, size in self.ranges]
        if self.increasing:
            return list(combinations_with_replacement(ranges[0], len(ranges)))
        return list(product(*ranges))


def family(name: str, /, *, increasing: bool = False, **ranges: str) -> Family:
    """Make a family of indices: `family("kv", i="d_v", j="d_k")`; see `Family`."""
    return Family(name, tuple(ranges.items()), increasing)


def delta(i: Any, k: Any) -> Any:
    """Return the Kronecker delta of integers, or of grids of integers."""
    return np.equal(i, k).astype(int)


def follows(j: Any, i: Any) -> Any:
    """Return 1 where j = i + 1, of integers, or of grids of integers, else 0."""
    return np.equal(j, np.add(i, 1)).astype(int)


@dataclass(frozen=True)
class IndexedArray:
    """A vector or matrix given by index families and an entry function for each block.

    **Fields**: `axes`, for each axis the tuple of its families, in their order; `entries`, from
    the names of one family per axis to the `Entry` of that block. A block that is not named is 0.

    **Raises** `ArgumentError` for a block of families that the axes do not have, for more than
    two axes, or two families of one name on an axis.
    """

    axes: tuple[tuple[Family, ...], ...]
    entries: Mapping[tuple[str, ...], Entry]

    def __post_init__(self) -> None:
        if len(self.axes) not in (1, 2):
            raise ArgumentError("axes", self.axes, "one axis or two")
        for axis in self.axes:
            names = [part.name for part in axis]
            if len(set(names)) < len(names):
                raise ArgumentError("axes", names, "families of different names on one axis")
        known = set(product(*([f.name for f in axis] for axis in self.axes)))
        for block in self.entries:
            if block not in known:
                raise ArgumentError("entries", block, f"a block among {sorted(known)}")
        object.__setattr__(self, "entries", MappingProxyType(dict(self.entries)))

    def replace(self, block: tuple[str, ...], entry: Entry | None) -> "IndexedArray":
        """Return this array with another entry function in one block; None for a zero block."""
        others = {key: value for key, value in self.entries.items() if key != block}
        return IndexedArray(self.axes, others if entry is None else {**others, block: entry})

    def array(
        self, system: ConcreteSystem, sizes: Mapping[str, int], parameters: Mapping[str, Any]
    ) -> Any:
        """Return the array at concrete sizes.

        **Arguments**: the number `system` of the result; the `sizes` by name; the `parameters`
        by name, arrays of that system. Families follow each other in their order along each axis,
        and members in the order of `Family.members`.
        """
        given = SimpleNamespace(delta=delta, follows=follows, **parameters)
        if len(self.axes) == 1:
            return system.concatenate(
                [self._block((part,), system, sizes, given) for part in self.axes[0]]
            )
        rows, columns = self.axes
        return system.concatenate(
            [
                system.concatenate([self._block((r, c), system, sizes, given).T for c in columns]).T
                for r in rows
            ]
        )

    def _block(
        self,
        block: tuple[Family, ...],
        system: ConcreteSystem,
        sizes: Mapping[str, int],
        given: SimpleNamespace,
    ) -> Any:
        members = [part.members(sizes) for part in block]
        zero = system.zeros(tuple(map(len, members)))
        entry = self.entries.get(tuple(part.name for part in block))
        if entry is None or 0 in zero.shape:
            return zero
        # All entries at once: each index is a grid that varies along its own axis only.
        grids = [
            np.reshape(column, [-1 if axis == own else 1 for axis in range(len(block))])
            for own, tuples in enumerate(members)
            for column in zip(*tuples, strict=True)
        ]
        return zero + system.array(entry(given, *grids))
