r"""Strategies of exact matrices with a property, which each value has by construction.

A strategy says whether it reaches all rational matrices with the property, up to the size of
the numbers that they are built from, or a sub-family of them.
"""

from fractions import Fraction

import numpy as np
from flint import fmpq, fmpq_mat
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from theorem_checks.errors import ArgumentError
from theorem_checks.searching.strategies import Array, Entries, arrays_of, built, rationals

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
    _require_positive(size=size)
    return built(lambda draw: _permutation(draw, size))


def symmetric_matrices(size: int, *, entries: Entries | None = None) -> SearchStrategy[Array]:
    """Symmetric matrices: all of them."""
    _require_positive(size=size)

    def build(draw: st.DrawFn) -> Array:
        upper = np.triu(draw(arrays_of(size, size, entries=entries)))
        return upper + np.triu(upper, 1).T

    return built(build)


def nonnegative_matrices(rows: int, columns: int | None = None) -> SearchStrategy[Array]:
    """Matrices whose entries are at least 0: all of them. Square if `columns` is left out."""
    columns = rows if columns is None else columns
    return arrays_of(rows, columns, entries=rationals(least=0))


def invertible_matrices(size: int) -> SearchStrategy[Array]:
    r"""Invertible matrices $PLU$: all of them. Shrinks to the identity."""
    _require_positive(size=size)

    def build(draw: st.DrawFn) -> Array:
        lower = _unit_lower(draw, size, size)
        upper = _unit_lower(draw, size, size).T
        return _permutation(draw, size) @ lower @ (_diagonal(draw, size) @ upper)

    return built(build)


def matrices_of_rank(rows: int, columns: int, *, rank: int) -> SearchStrategy[Array]:
    r"""Matrices of just this rank: all of them.

    $P\,L\,D\,U\,P'$ with $L$ of shape (rows, rank) unit lower trapezoidal, $U$ of shape
    (rank, columns) unit upper trapezoidal, $D$ diagonal without zero, $P, P'$ permutations.
    """
    _require_positive(rows=rows, columns=columns)
    if not 0 <= rank <= min(rows, columns):
        raise ArgumentError("rank", rank, f"0 to {min(rows, columns)}")

    def build(draw: st.DrawFn) -> Array:
        left = _permutation(draw, rows) @ _unit_lower(draw, rows, rank)
        right = _unit_lower(draw, columns, rank).T @ _permutation(draw, columns)
        product = left @ _diagonal(draw, rank) @ right
        return product + _zeros(rows, columns)  # an empty product has no Fractions in it

    return built(build)


def orthogonal_matrices(size: int) -> SearchStrategy[Array]:
    r"""Rational matrices with $Q^\top Q = I$: all of them.

    Cayley's $(I - A)(I + A)^{-1}$ with $A$ skew-symmetric, times a diagonal of signs, without
    which the eigenvalue -1 would be out of reach. Shrinks to the identity.
    """
    _require_positive(size=size)
    return built(lambda draw: _orthogonal(draw, size))


def positive_definite_matrices(size: int) -> SearchStrategy[Array]:
    r"""Symmetric positive definite matrices $LDL^\top$, $D > 0$: all of them."""
    _require_positive(size=size)

    def build(draw: st.DrawFn) -> Array:
        lower = _unit_lower(draw, size, size)
        positive = draw(arrays_of(size, entries=rationals(least=1)))
        return (lower * positive) @ lower.T

    return built(build)


def normal_matrices(size: int) -> SearchStrategy[Array]:
    r"""Normal matrices $QBQ^\top$: those with rational Q and B.

    $B$ is block diagonal with blocks $a$ and $\begin{pmatrix}a&-b\\b&a\end{pmatrix}$, $Q$ is
    orthogonal.
    """
    _require_positive(size=size)

    def build(draw: st.DrawFn) -> Array:
        turn = _orthogonal(draw, size)
        return turn @ _blocks(draw, size, rationals()) @ turn.T

    return built(build)


def nilpotent_matrices(size: int) -> SearchStrategy[Array]:
    r"""Nilpotent matrices $SNS^{-1}$ with $N$ strictly upper triangular: all of them."""
    _require_positive(size=size)

    def build(draw: st.DrawFn) -> Array:
        strict = np.triu(draw(arrays_of(size, size)), 1) + _zeros(size, size)
        return _similar(draw, strict)

    return built(build)


def stable_matrices(size: int) -> SearchStrategy[Array]:
    r"""Matrices of spectral radius below 1: $S(B + N)S^{-1}$, sub-family.

    $B$ is block diagonal with blocks $a$ and $\begin{pmatrix}a&-b\\b&a\end{pmatrix}$,
    $|a|, |b| \le 2/3$, so that an eigenvalue has modulus at most $\sqrt8/3 < 1$; $N$ is upper
    triangular and couples different blocks only, so that the product need not be normal nor its
    norm below 1.
    """
    _require_positive(size=size)
    inside = st.builds(Fraction, st.integers(-2, 2), st.just(3))

    def build(draw: st.DrawFn) -> Array:
        blocks = _blocks(draw, size, inside)
        coupling = np.triu(draw(arrays_of(size, size)), 1) + _zeros(size, size)
        for i in range(size - 1):
            if blocks[i + 1, i] != 0:
                coupling[i, i + 1] = Fraction(0)
        return _similar(draw, blocks + coupling)

    return built(build)


@st.composite
def _weights(draw: st.DrawFn, hidden: int, inputs: int, outputs: int, stable: bool) -> dict:
    state = stable_matrices(hidden) if stable else arrays_of(hidden, hidden)
    return {
        "W": draw(state),
        "F": draw(arrays_of(hidden, inputs)),
        "C": draw(arrays_of(outputs, hidden)),
    }


def recurrent_weights(
    *, hidden: int, inputs: int, outputs: int, stable: bool = False
) -> SearchStrategy[dict[str, Array]]:
    r"""Weights of $h_t = Wh_{t-1} + Fx_t$, $y_t = Ch_t$, as a mapping with the keys W, F, C.

    **Arguments**: the sizes of $h$, $x$ and $y$; `stable`: whether $W$ has spectral radius < 1.
    A predicate of `search` takes the three as arguments.
    """
    _require_positive(hidden=hidden, inputs=inputs, outputs=outputs)
    return _weights(hidden, inputs, outputs, stable)


def inverse(matrix: Array) -> Array:
    """The inverse of an exact square matrix; `ZeroDivisionError` if it is singular."""
    rows = [[fmpq(entry.numerator, entry.denominator) for entry in row] for row in matrix]
    inverted = fmpq_mat(rows).inv().tolist()
    return _array([[Fraction(int(e.p), int(e.q)) for e in row] for row in inverted], matrix.shape)


def _require_positive(**sizes: int) -> None:
    for name, value in sizes.items():
        if value < 1:
            raise ArgumentError(name, value, "a positive size")


def _small(*, nonzero: bool = False) -> Entries:
    return rationals(most=2, denominators=2, nonzero=nonzero)


def _array(rows: list[list[Fraction]], shape: tuple[int, ...]) -> Array:
    return np.array(rows, dtype=object).reshape(shape)


def _zeros(rows: int, columns: int) -> Array:
    return np.full((rows, columns), Fraction(0), dtype=object)


def _identity(size: int) -> Array:
    return np.array([[Fraction(i == j) for j in range(size)] for i in range(size)], dtype=object)


def _permutation(draw: st.DrawFn, size: int) -> Array:
    order = draw(st.permutations(range(size)))
    return _identity(size).reshape(size, size)[list(order)]


def _diagonal(draw: st.DrawFn, size: int) -> Array:
    entries = draw(arrays_of(size, entries=_small(nonzero=True)))
    return _identity(size) * entries


def _unit_lower(draw: st.DrawFn, rows: int, columns: int) -> Array:
    """Ones on the diagonal and small entries below it."""
    below = np.tril(draw(arrays_of(rows, columns, entries=_small())), -1)
    return below + _identity(max(rows, columns))[:rows, :columns]


def _orthogonal(draw: st.DrawFn, size: int) -> Array:
    upper = np.triu(draw(arrays_of(size, size, entries=_small())), 1)
    skew = upper - upper.T
    signs = draw(st.lists(st.sampled_from([1, -1]), min_size=size, max_size=size))
    identity = _identity(size)
    cayley = (identity - skew) @ inverse(identity + skew)
    return np.array(signs, dtype=object)[:, None] * cayley


def _blocks(draw: st.DrawFn, size: int, entries: Entries) -> Array:
    """Block diagonal, with eigenvalues a and pairs a + ib, a - ib."""
    matrix = _zeros(size, size)
    i = 0
    while i < size:
        a = matrix[i, i] = draw(entries)
        if i + 1 < size and draw(st.booleans()):
            b = draw(entries)
            matrix[i + 1, i + 1], matrix[i + 1, i], matrix[i, i + 1] = a, b, -b
            i += 1
        i += 1
    return matrix


def _similar(draw: st.DrawFn, matrix: Array) -> Array:
    """The matrix in another basis, of determinant 1 or -1."""
    size = len(matrix)
    basis = _unit_lower(draw, size, size) @ _unit_lower(draw, size, size).T
    basis = _permutation(draw, size) @ basis
    return basis @ matrix @ inverse(basis)
