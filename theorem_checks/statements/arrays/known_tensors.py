r"""Exactly rational tensors of which something is known: orthogonal matrices, probabilities, ...

Every reflection :math:`I - 2 v v^T / v^T v` in a rational v is a rational orthogonal matrix, and
every rational orthogonal matrix is a product of such ones. Its columns are rational points of the
sphere. A semidefinite matrix is drawn as :math:`B B^T`, of all ranks; of numbers that are not
negative some are 0.
"""

import random
from collections.abc import Sequence
from fractions import Fraction
from itertools import product

from theorem_checks.errors import TheoremChecksError

__all__ = ["NoSuchTensorError", "drawn_known", "drawn_with_radius", "drawn_with_spectrum"]
__all__ += ["exists"]

_REFLECTIONS = 3  # at most, as numbers of more digits find nothing more
_Matrix = list[list[Fraction]]


class NoSuchTensorError(TheoremChecksError):
    """At these sizes nothing meets what is known of a tensor."""


def drawn_known(
    known: str, shape: Sequence[int], source: random.Random
) -> dict[tuple[int, ...], Fraction]:
    """The entries of a random tensor of which something is known (`Tensor`), by position.

    **Raises** `NoSuchTensorError` where there is none: of a unit vector or probabilities without
    entries, of more orthonormal columns than they have entries.
    """
    rows, columns = (*shape, 1)[:2]
    if not exists(known, shape):
        what = "no numbers add up to 1" if known in _ADDED_UP else "fewer rows than columns"
        what = "it is not square" if known == "permutation" else what
        raise NoSuchTensorError(f"There is no tensor of shape {tuple(shape)}, {known}: {what}.")
    if known == "nonnegative" or known in _ADDED_UP:
        return _nonnegative(shape, source, added_up=known in _ADDED_UP)
    matrix = _DRAWN.get(known, _orthogonal)(rows, source)
    entries = {(i, j): matrix[i][j] for i, j in product(range(rows), range(columns))}
    return entries if len(shape) == 2 else {(i,): value for (i, _), value in entries.items()}


def exists(known: str, shape: Sequence[int]) -> bool:
    """Whether some tensor of a shape meets what is known of it."""
    if known in _ADDED_UP:
        return shape[-1] > 0 or 0 in shape[:-1]
    rows, columns = (*shape, 1)[:2]
    if known == "permutation":
        return rows == columns
    return known == "nonnegative" or known in _DRAWN or columns <= rows


def _nonnegative(
    shape: Sequence[int], source: random.Random, *, added_up: bool
) -> dict[tuple[int, ...], Fraction]:
    """Entries that are not negative, 0 at times; with `added_up` those along the last axis to 1."""
    entries = {
        place: Fraction(source.choice((0, *range(1, 8)))) for place in product(*map(range, shape))
    }
    for start in product(*map(range, shape[:-1])) if added_up else ():
        row = [(*start, last) for last in range(shape[-1])]
        total = sum((entries[place] for place in row), Fraction(0))
        for number, place in enumerate(row):
            entries[place] = entries[place] / total if total else Fraction(int(number == 0))
    return entries


def _orthogonal(n: int, source: random.Random) -> _Matrix:
    """A product of some reflections, and at times of none."""
    matrix = [[Fraction(int(i == j)) for j in range(n)] for i in range(n)]
    for _ in range(source.randint(0 if n < 2 else 1, _REFLECTIONS) if n else 0):
        v = [Fraction(source.choice((-1, 1)) * source.randint(1, 5)) for _ in range(n)]
        double = 2 / sum((x * x for x in v), Fraction(0))
        for row in matrix:
            share = double * sum((x * y for x, y in zip(row, v, strict=True)), Fraction(0))
            row[:] = [x - share * y for x, y in zip(row, v, strict=True)]
    source.shuffle(matrix)
    return matrix


def _semidefinite(n: int, source: random.Random) -> _Matrix:
    rank = source.choice((n, source.randint(0, n)))
    half = [[Fraction(source.randint(-5, 5)) for _ in range(rank)] for _ in range(n)]
    return [
        [sum((x * y for x, y in zip(one, other, strict=True)), Fraction(0)) for other in half]
        for one in half
    ]


def _symmetric(n: int, source: random.Random) -> _Matrix:
    drawn = [[Fraction(source.randint(-5, 5)) for _ in range(n)] for _ in range(n)]
    return [[drawn[min(i, j)][max(i, j)] for j in range(n)] for i in range(n)]


def _permutation(n: int, source: random.Random) -> _Matrix:
    ones = source.sample(range(n), n)
    return [[Fraction(int(column == one)) for column in range(n)] for one in ones]


_ADDED_UP = ("probabilities", "stochastic")
_DRAWN = {"semidefinite": _semidefinite, "symmetric": _symmetric, "permutation": _permutation}


def drawn_with_spectrum(
    n: int, least: Fraction, most: Fraction, source: random.Random
) -> dict[tuple[int, ...], Fraction]:
    """The entries of a random symmetric matrix with eigenvalues from `least` to `most`, or these.

    **Raises** `NoSuchTensorError` where there is none, as `most` is less than `least`.
    """
    if most < least:
        raise NoSuchTensorError(f"No number lies between {least} and {most}.")
    between = least + (most - least) * Fraction(source.randint(0, 7), 7)
    values = [source.choice((least, most, between)) for _ in range(n)]
    rows = _orthogonal(n, source)
    return {
        (i, j): sum((x * v * y for x, v, y in zip(*of, strict=True)), Fraction(0))
        for (i, one), (j, other) in product(enumerate(rows), repeat=2)
        for of in [(one, values, other)]
    }


def drawn_with_radius(
    n: int, most: Fraction, source: random.Random, *, normal: bool
) -> dict[tuple[int, ...], Fraction]:
    """The entries of a random square matrix with a spectral radius less than `most`.

    It is Q T Q^T for an orthogonal Q and blocks of one or two rows on the diagonal of T, with real
    or complex eigenvalues; nothing stands beside them if the matrix is to be `normal`.

    **Raises** `NoSuchTensorError` where there is none, as `most` is 0 or less.
    """
    if most <= 0:
        raise NoSuchTensorError(f"No spectral radius is less than {most}.")
    middle = [[Fraction(0)] * n for _ in range(n)]
    first = 0
    while first < n:
        size = most * Fraction(source.choice((-1, 1)) * source.randint(0, 7), 8)
        pair = first + 1 < n and source.random() < 0.5
        cosine, sine = source.choice(((3, 4), (4, 3))) if pair else (5, 0)
        for i in range(first, first + 1 + pair):
            middle[i][i] = size * Fraction(cosine, 5)
        if pair:
            middle[first][first + 1] = size * Fraction(sine, 5)
            middle[first + 1][first] = -size * Fraction(sine, 5)
        first += 1 + pair
        if not normal:
            for row, column in product(range(first), range(first, n)):
                middle[row][column] = Fraction(source.randint(-3, 3))
    rows = _orthogonal(n, source)
    return {
        (i, j): sum(
            (one[k] * middle[k][m] * other[m] for k, m in product(range(n), repeat=2)), Fraction(0)
        )
        for (i, one), (j, other) in product(enumerate(rows), repeat=2)
    }
