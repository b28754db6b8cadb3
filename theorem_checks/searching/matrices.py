r"""Strategies of exact matrices with a property, which each value has by construction.

A strategy says whether it reaches all rational matrices with the property, up to the size of
the numbers that they are built from, or a sub-family of them.
"""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np
from flint import fmpq, fmpq_mat
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from theorem_checks.errors import ArgumentError
from theorem_checks.searching.strategies import Array, Entries, arrays_of, frozen, rationals
from theorem_checks.statements.reals.exactness import require_positive

__all__ = [
    "inverse",
    "invertible_matrices",
    "matrices_of_rank",
    "nilpotent_matrices",
    "nonnegative_matrices",
    "normal_matrices",
    "orthogonal_matrices",
    "permutation_matrices",
    "positive_definite_matrices",
    "recurrent_weights",
    "stable_matrices",
    "symmetric_matrices",
]


def permutation_matrices(size: int) -> SearchStrategy[Array]:
    """Permutation matrices: all of them. Shrinks to the identity."""
    require_positive(size=size)
    identity = _identity(size)
    return st.permutations(range(size)).map(lambda order: frozen(identity[list(order)]))


def symmetric_matrices(size: int, *, entries: Entries | None = None) -> SearchStrategy[Array]:
    """Symmetric matrices: all of them. Entries are p/q with |p| <= 5, q <= 3 if none are given."""
    require_positive(size=size)
    lower = _lower(size, size, _moderate() if entries is None else entries, diagonal=True)
    return _built(lambda a: a + np.tril(a, -1).T, lower)


def nonnegative_matrices(rows: int, columns: int | None = None) -> SearchStrategy[Array]:
    """Matrices whose entries are at least 0: all of them. Square if `columns` is left out."""
    columns = rows if columns is None else columns
    return arrays_of(rows, columns, entries=rationals(least=0))


def invertible_matrices(size: int) -> SearchStrategy[Array]:
    r"""Invertible matrices $PLDU$: all of them. Shrinks to the identity."""
    return matrices_of_rank(size, size, rank=size)


def matrices_of_rank(rows: int, columns: int, *, rank: int) -> SearchStrategy[Array]:
    r"""Matrices of just this rank: all of them.

    $P\,L\,D\,U\,P'$ with $L$ of shape (rows, rank) unit lower trapezoidal, $U$ of shape
    (rank, columns) unit upper trapezoidal, $D$ diagonal without zero, $P, P'$ permutations.
    """
    require_positive(rows=rows, columns=columns)
    if not 0 <= rank <= min(rows, columns):
        raise ArgumentError("rank", rank, f"0 to {min(rows, columns)}")
    zero = _zeros(rows, columns)  # an empty product has no Fractions in it
    return _built(
        lambda p, low, scale, up, q: p @ (low * scale) @ up.T @ q + zero,
        permutation_matrices(rows),
        _unit_lower(rows, rank),
        arrays_of(rank, entries=_small(nonzero=True)),
        _unit_lower(columns, rank),
        permutation_matrices(columns),
    )


def orthogonal_matrices(size: int) -> SearchStrategy[Array]:
    r"""Rational matrices with $Q^\top Q = I$: all of them.

    Cayley's $(I - A)(I + A)^{-1}$ with $A$ skew-symmetric, times a diagonal of signs, without
    which the eigenvalue -1 would be out of reach. Shrinks to the identity.
    """
    require_positive(size=size)
    signs = arrays_of(size, 1, entries=st.sampled_from([Fraction(1), Fraction(-1)]))
    return _built(_cayley, signs, _lower(size, size, _small()))


def positive_definite_matrices(size: int) -> SearchStrategy[Array]:
    r"""Symmetric positive definite matrices $LDL^\top$, $D > 0$: all of them."""
    require_positive(size=size)
    positive = arrays_of(size, entries=rationals(least=1))
    return _built(lambda low, scale: (low * scale) @ low.T, _unit_lower(size, size), positive)


def normal_matrices(size: int) -> SearchStrategy[Array]:
    r"""Normal matrices $QBQ^\top$: those with rational Q and B.

    $B$ is block diagonal with blocks $a$ and $\begin{pmatrix}a&-b\\b&a\end{pmatrix}$, $Q$ is
    orthogonal.
    """
    turns = orthogonal_matrices(size)
    return _built(lambda turn, b: turn @ b @ turn.T, turns, _blocks(size, _moderate()))


def nilpotent_matrices(size: int) -> SearchStrategy[Array]:
    r"""Nilpotent matrices $SNS^{-1}$ with $N$ strictly upper triangular: all of them."""
    require_positive(size=size)
    return _built(_similar, _bases(size), _lower(size, size, _moderate()).map(np.transpose))


def stable_matrices(size: int) -> SearchStrategy[Array]:
    r"""Matrices of spectral radius below 1: $S(B + N)S^{-1}$, a sub-family.

    $B$ is block diagonal with blocks $a$ and $\begin{pmatrix}a&-b\\b&a\end{pmatrix}$,
    $|a|, |b| \le 2/3$, so that an eigenvalue has modulus at most $\sqrt8/3 < 1$; $N$ is upper
    triangular and couples different blocks only, so that the product need not be normal nor its
    norm below 1.
    """
    require_positive(size=size)
    inside = st.integers(-2, 2).map(lambda n: Fraction(n, 3))

    def coupled(basis: Array, blocks: Array, coupling: Array) -> Array:
        between = coupling.T.copy()
        for i in range(size - 1):
            if blocks[i + 1, i] != 0:
                between[i, i + 1] = Fraction(0)
        return _similar(basis, blocks + between)

    lower = _lower(size, size, _moderate())
    return _built(coupled, _bases(size), _blocks(size, inside), lower)


def recurrent_weights(
    *, hidden: int, inputs: int, outputs: int, stable: bool = False
) -> SearchStrategy[dict[str, Array]]:
    r"""Weights of $h_t = Wh_{t-1} + Fx_t$, $y_t = Ch_t$, as a mapping with the keys W, F, C.

    **Arguments**: the sizes of $h$, $x$ and $y$; `stable`: whether $W$ has spectral radius < 1.
    A predicate of `search` takes the three as arguments.
    """
    require_positive(hidden=hidden, inputs=inputs, outputs=outputs)
    return st.fixed_dictionaries(
        {
            "W": stable_matrices(hidden) if stable else arrays_of(hidden, hidden),
            "F": arrays_of(hidden, inputs),
            "C": arrays_of(outputs, hidden),
        }
    )


def inverse(matrix: Array) -> Array:
    """The inverse of an exact square matrix; `ZeroDivisionError` if it is singular."""
    rows = [[fmpq(entry.numerator, entry.denominator) for entry in row] for row in matrix]
    inverted = [Fraction(int(e.p), int(e.q)) for e in fmpq_mat(rows).inv().entries()]
    return np.array(inverted, dtype=object).reshape(matrix.shape)


def _built(build: Callable[..., Array], *parts: SearchStrategy[Any]) -> SearchStrategy[Array]:
    """The matrices made from drawn parts, read-only."""
    return st.tuples(*parts).map(lambda drawn: frozen(build(*drawn)))


def _small(*, nonzero: bool = False) -> Entries:
    return rationals(most=2, denominators=2, nonzero=nonzero)


def _moderate() -> Entries:
    return rationals(most=5, denominators=3)


def _zeros(rows: int, columns: int) -> Array:
    return np.full((rows, columns), Fraction(0), dtype=object)


def _identity(size: int) -> Array:
    matrix = _zeros(size, size)
    np.fill_diagonal(matrix, Fraction(1))
    return matrix


def _lower(
    rows: int, columns: int, entries: Entries, *, diagonal: bool = False
) -> SearchStrategy[Array]:
    """Matrices with the given entries below the diagonal, and on it if asked for; else zero."""
    places = np.tril_indices(rows, 0 if diagonal else -1, columns)

    def fill(values: Array) -> Array:
        matrix = _zeros(rows, columns)
        matrix[places] = values
        return matrix

    return arrays_of(len(places[0]), entries=entries).map(fill)


def _unit_lower(rows: int, columns: int) -> SearchStrategy[Array]:
    """Matrices with ones on the diagonal and small entries below it."""
    ones = _identity(max(rows, columns))[:rows, :columns]
    return _lower(rows, columns, _small()).map(lambda a: a + ones)


def _cayley(signs: Array, lower: Array) -> Array:
    skew, identity = lower - lower.T, _identity(len(lower))
    return signs * ((identity - skew) @ inverse(identity + skew))


def _blocks(size: int, entries: Entries) -> SearchStrategy[Array]:
    """Block diagonal matrices with eigenvalues a and pairs a + ib, a - ib."""

    # A run-time check of tuple[bool, ...] would look at a random entry: not while drawing.
    def place(diagonal: Array, beside: Array, joined: tuple) -> Array:
        matrix = diagonal[:, None] * _identity(size)
        i = 0
        while i + 1 < size:
            if joined[i]:
                matrix[i + 1, i + 1] = diagonal[i]
                matrix[i + 1, i], matrix[i, i + 1] = beside[i], -beside[i]
                i += 1
            i += 1
        return matrix

    numbers = arrays_of(size, entries=entries)
    return _built(place, numbers, numbers, st.tuples(*[st.booleans()] * size))


def _bases(size: int) -> SearchStrategy[Array]:
    """Matrices of determinant 1 or -1, in which other matrices are written."""
    return _built(
        lambda p, low, up: p @ low @ up.T,
        permutation_matrices(size),
        _unit_lower(size, size),
        _unit_lower(size, size),
    )


def _similar(basis: Array, matrix: Array) -> Array:
    return basis @ matrix @ inverse(basis)
