"""Random instances for the searches of facts: exact numbers, matrices, laws on few numbers."""

import random
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import flint

__all__ = ["Atoms", "few_atoms", "matrix", "ranks", "rational", "size", "two_vectors", "vector"]

Atoms = Mapping[Fraction, Fraction]
"""A law on a few numbers, by their probabilities."""


def size(generator: random.Random, most: int = 4) -> int:
    """A size from 1 on."""
    return generator.randint(1, most)


def rational(generator: random.Random, most: int = 5) -> Fraction:
    """A rational number of at most this size; 0 is one of them."""
    return Fraction(generator.randint(-most, most), generator.randint(1, 3))


def vector(generator: random.Random, length: int) -> list[Fraction]:
    """Some rational numbers."""
    return [rational(generator) for _ in range(length)]


def two_vectors(generator: random.Random) -> dict[str, Any]:
    """Vectors x and y of one length."""
    length = size(generator)
    return {"x": vector(generator, length), "y": vector(generator, length)}


def few_atoms(generator: random.Random, *, least: Fraction | None = None) -> Atoms:
    """A law on a few numbers, none of them below `least`; a common weight makes some rare."""
    found: dict[Fraction, Fraction] = {}
    weights = [generator.choice((1, 2, 5, 30)) for _ in range(generator.randint(1, 4))]
    for weight in weights:
        value = rational(generator, 3)
        value = value if least is None else least + abs(value)
        found[value] = found.get(value, Fraction(0)) + Fraction(weight, sum(weights))
    return found


def matrix(generator: random.Random, rows: int, columns: int, *, rank: int | None = None) -> Any:
    """A matrix of small integers in FLINT; a product through `rank` dimensions if that is given."""
    if rank is not None:
        return matrix(generator, rows, rank) * matrix(generator, rank, columns)
    entries = [generator.randint(-3, 3) for _ in range(rows * columns)]
    return flint.fmpq_mat(rows, columns, entries)


def ranks(*matrices: Any) -> list[int]:
    """The ranks of matrices."""
    return [one.rank() for one in matrices]
