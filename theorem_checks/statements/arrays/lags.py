"""Lags: an index that is another one and so many more.

`lag(t, s, j)` is 1 where t = s + j, and 0 elsewhere. With it sequences are shifted in index
notation, though no index is computed with: x at t - j, and 0 before the first token, is
`Sum(lag(t, s, j) * x[s], s)`; a convolution sums over j as well, and the entries of a Toeplitz
matrix are sums over j alone. That an index is the one after another, `follows(j, i)`, is a lag of
which the third index has the two values 0 and 1.
"""

from theorem_checks.statements.arrays.index_expressions import IndexExpression, Sum
from theorem_checks.statements.arrays.index_relations import Lag, delta
from theorem_checks.statements.arrays.indices import AnyIndex, Index, as_index

__all__ = ["follows", "lag"]


def lag(t: AnyIndex, s: AnyIndex, j: AnyIndex) -> IndexExpression:
    """Return 1 where t = s + j for three indices, of any sizes, else 0."""
    return Lag(as_index(t, "t"), as_index(s, "s"), as_index(j, "j"))


def follows(j: AnyIndex, i: AnyIndex) -> IndexExpression:
    """Return 1 where j = i + 1 for two indices of one size, else 0."""
    one = Index.bound(Index("one", 2))
    return Sum(lag(j, i, one), one) - delta(j, i)
