"""Sizes, questions, names and floats in index notation, given to `prove_index_identity`."""

from fractions import Fraction
from functools import partial

import numpy as np
import sympy as sp

from tests.soundness.cases import Case, Slip, Truth, outright
from theorem_checks import Index, Sum, Tensor, at_most, delta, inverse_pair, prove_index_identity
from theorem_checks.statements.arrays.index_expressions import positive

_case = partial(Case, "prove_index_identity")

d = sp.Symbol("d", integer=True, positive=True)
e = sp.Symbol("e", integer=True, positive=True)
c = sp.Symbol("c")
odd = sp.Symbol("n", odd=True, positive=True)
i, j, k = (Index(name, d) for name in "ijk")
V, v, w = Tensor("V", 2), Tensor("v", 1), Tensor("w", 1)
none = Index("q", 0)


def _transposed(size):
    """V[i, j] = V[j, i] at one size."""
    one, other = Index("i", size), Index("j", size)
    return prove_index_identity(V[one, other], V[other, one])


even_prime = sp.Symbol("d", prime=True, even=True)


negative = sp.Symbol("d", integer=True, negative=True)


broken = sp.Symbol("d", positive=True, integer=False)


irrational = sp.Symbol("q", irrational=True)


CASES = (
    _case(
        Slip.EDGE_SIZE,
        "the sum of 1 over d**2 + d values is d**2 + d",
        Truth.TRUE,
        lambda: prove_index_identity(Sum(1, Index("q", d**2 + d)), d**2 + d),
    ),
    _case(
        Slip.EDGE_SIZE,
        "the sum of 1 over d + 1 values is d: at d = 1 it is 2",
        Truth.FALSE,
        lambda: prove_index_identity(Sum(1, Index("q", d + 1)), d),
    ),
    _case(
        Slip.EDGE_SIZE,
        "(d - 1) (d - 2) (d - 3) tr V = 0: at d = 4 with V = 1 it is 24",
        Truth.FALSE,
        lambda: prove_index_identity((d - 1) * (d - 2) * (d - 3) * Sum(V[i, i], i), 0),
    ),
    _case(
        Slip.EDGE_SIZE,
        "V[i, j] = V[j, i] for 1 x 1 matrices",
        Truth.TRUE,
        lambda: _transposed(1),
    ),
    _case(
        Slip.EDGE_SIZE,
        "V[i, j] = V[j, i] for 2 x 2 matrices: with V = (0, 1; 0, 0) at 0, 1 it is 1 and 0",
        Truth.FALSE,
        lambda: _transposed(2),
    ),
    _case(
        Slip.EDGE_SIZE,
        "the sum over an index without values is 1: it is 0",
        Truth.FALSE,
        lambda: prove_index_identity(Sum(1, Index("q", 0)), 1),
    ),
    _case(
        Slip.HIDDEN_ASSUMPTION,
        "(n - 1) (n - 3) v[i] = 0 for odd n: at n = 5 it is 8 v[i]",
        Truth.FALSE,
        lambda: prove_index_identity((odd - 1) * (odd - 3) * v[Index("q", odd)], 0),
    ),
    _case(
        Slip.HIDDEN_ASSUMPTION,
        "c**2 v[i] = v[i], as for signs: at c = 2 it is 4 v[i]",
        Truth.FALSE,
        lambda: prove_index_identity(c**2 * v[i], v[i]),
    ),
    _case(
        Slip.EMPTY,
        "vectors without entries are equal",
        Truth.EMPTY,
        lambda: prove_index_identity(v[none], w[none]),
    ),
    _case(
        Slip.NAME,
        "an index of two sizes: v over d and w over e",
        Truth.NO_STATEMENT,
        lambda: prove_index_identity(v[Index("i", d)] * w[Index("i", e)], 0),
    ),
    _case(
        Slip.NAME,
        "a tensor that is symmetric here and not there: with V = (0, 1; 0, 0) it is 1 and 0",
        Truth.FALSE,
        lambda: prove_index_identity(V[i, j], Tensor("V", 2, "symmetric")[j, i]),
    ),
    _case(
        Slip.NAME,
        "a tensor called as delta is in messages is delta: with = 0 it is not",
        Truth.FALSE,
        lambda: prove_index_identity(Tensor("=", 2, "symmetric")[i, j], delta(i, j)),
    ),
    _case(
        Slip.NAME,
        "two sizes that are both printed d are equal",
        Truth.FALSE,
        lambda: prove_index_identity(Sum(1, i), sp.Symbol("d")),
    ),
    _case(
        Slip.NAME,
        "the sum of v[i] times the sum of v[i] is that of v[i]**2: v = (1, 1) gives 4 and 2",
        Truth.FALSE,
        lambda: prove_index_identity(Sum(v[i] * Sum(v[i], i), i), Sum(v[i] * v[i], i)),
    ),
    _case(
        Slip.NAME,
        "v[i] summed over an index i of another size",
        Truth.NO_STATEMENT,
        lambda: prove_index_identity(Sum(v[i], Index("i", e)), v[i]),
    ),
    _case(
        Slip.NAME,
        "a number c equals a tensor c without indices: 0 and 1 are possible",
        Truth.FALSE,
        lambda: prove_index_identity(c * v[i], Tensor("c", 0)[()] * v[i]),
    ),
    _case(
        Slip.FLOAT,
        "0.5 v[i] + 0.5 v[i] = v[i]",
        Truth.NO_STATEMENT,
        lambda: prove_index_identity(0.5 * v[i] + 0.5 * v[i], v[i]),  # pyright: ignore
    ),
    _case(
        Slip.FLOAT,
        "v[i] / 2.0 + v[i] / 2.0 = v[i]",
        Truth.NO_STATEMENT,
        lambda: prove_index_identity(v[i] / 2.0 + v[i] / 2.0, v[i]),  # pyright: ignore
    ),
    _case(
        Slip.FLOAT,
        "1 = the float of NumPy that is 1, for an index",
        Truth.NO_STATEMENT,
        lambda: prove_index_identity(v[i] * np.float64(1), v[i]),  # pyright: ignore
    ),
    _case(
        Slip.FLOAT,
        "the sum of 1 over 2.0 values is 2",
        Truth.NO_STATEMENT,
        lambda: prove_index_identity(Sum(1, Index("q", 2.0)), 2),
    ),
    _case(
        Slip.FLOAT,
        "the sum of 1 over 5/2 values is 5/2",
        Truth.NO_STATEMENT,
        lambda: prove_index_identity(Sum(1, Index("q", Fraction(5, 2))), Fraction(5, 2)),
    ),
    _case(
        Slip.HIDDEN_ASSUMPTION,
        "the sum of 1 over d values is 2, for the d that is prime and even",
        Truth.TRUE,
        lambda: prove_index_identity(Sum(1, Index("q", even_prime)), 2),
    ),
    _case(
        Slip.HIDDEN_ASSUMPTION,
        "2 q v[i] = q v[i] + q v[i] for irrational q, which no rational number is",
        Truth.TRUE,
        lambda: prove_index_identity(2 * irrational * v[i], irrational * v[i] + irrational * v[i]),
    ),
    _case(
        Slip.CONTRADICTION,
        "the sum of 1 over a negative number of values",
        Truth.EMPTY,
        lambda: prove_index_identity(Sum(1, Index("q", negative)), negative),
    ),
    _case(
        Slip.CONTRADICTION,
        "the sum of 1 over a number of values that is no integer",
        Truth.EMPTY,
        lambda: prove_index_identity(Sum(1, Index("q", broken)), broken),
    ),
    _case(
        Slip.EMPTY,
        "the sum of v[i] w[i], without an index over which to sum, is v[i] w[i]",
        Truth.NO_STATEMENT,
        lambda: prove_index_identity(Sum(v[i] * w[i]), v[i] * w[i]),
    ),
    _case(
        Slip.BRANCH,
        "the sum of (1 if i == j else 0) is 0: it is d",
        Truth.NO_STATEMENT,
        lambda: prove_index_identity(Sum(1 if i == j else 0, i, j), 0),
    ),
    _case(
        Slip.BRANCH,
        "the sum of (0 if i != j else 1) is 0: it is d",
        Truth.NO_STATEMENT,
        lambda: prove_index_identity(Sum(0 if i != j else 1, i, j), 0),
    ),
    _case(
        Slip.BRANCH,
        "v[i], and 0 at i == 3: the question is of a number",
        Truth.NO_STATEMENT,
        lambda: prove_index_identity(0 if i == 3 else v[i], v[i]),
    ),
    _case(
        Slip.BRANCH,
        "v[i] at i that are true, else 0: at i = 0 it is 0",
        Truth.NO_STATEMENT,
        lambda: prove_index_identity(v[i] if i else 0, v[i]),
    ),
    _case(
        Slip.BRANCH,
        "v[i] where it is not 0, else 1: at v = 0 it is 1",
        Truth.NO_STATEMENT,
        lambda: prove_index_identity(v[i] if v[i] else 1, v[i]),
    ),
    _case(
        Slip.BRANCH,
        "1 where v[i] == 0, else 0, is 0: at v = 0 it is 1",
        Truth.NO_STATEMENT,
        lambda: prove_index_identity(1 if v[i] == 0 else 0, 0),
    ),
    _case(
        Slip.BRANCH,
        "1 where v[i] == v[j], else 0, is 0: at v = (0, 0) it is 1",
        Truth.NO_STATEMENT,
        lambda: prove_index_identity(1 if v[i] == v[j] else 0, 0),
    ),
    _case(
        Slip.BRANCH,
        "1 where i is among j and k, else 0, is 0: at i = j it is 1",
        Truth.NO_STATEMENT,
        lambda: prove_index_identity(1 if i in (j, k) else 0, 0),
    ),
    _case(
        Slip.BRANCH,
        "by a table 7 at i = j, else 1, is 1: at i = j it is 7",
        Truth.NO_STATEMENT,
        lambda: prove_index_identity({j: 7}.get(i, 1), 1),
    ),
    _case(
        Slip.BRANCH,
        "the number of different indices among i and j is 2: at i = j it is 1",
        Truth.NO_STATEMENT,
        lambda: prove_index_identity(len({i, j}), 2),
    ),
    _case(
        Slip.BRANCH,
        "v at the larger of two indices, by Python's max",
        Truth.NO_STATEMENT,
        lambda: prove_index_identity(v[max(i, j)], v[j]),  # pyright: ignore
    ),
    _case(
        Slip.BRANCH,
        "the larger of two entries, by Python's max",
        Truth.NO_STATEMENT,
        lambda: prove_index_identity(max(v[i], w[i]), v[i]),  # pyright: ignore
    ),
    _case(
        Slip.BRANCH,
        "1 where v[i] is in a list of entries: a comparison of entries",
        Truth.NO_STATEMENT,
        lambda: prove_index_identity(1 if v[i] in [v[i], w[i]] else 0, 1),
    ),
    _case(
        Slip.NAME,
        "a free matrix called P^-1 is the inverse of P: with P = 1 and the free one 0 it is not",
        Truth.FALSE,
        lambda: prove_index_identity(
            Sum(inverse_pair("P")[0][i, j] * Tensor("P^-1", 2)[j, k], j), delta(i, k)
        ),
    ),
    _case(
        Slip.EDGE_SIZE,
        "the sum of 1 over d - 2 values is d - 2 at all sizes: at d = 1 there is no such range",
        Truth.FALSE,
        lambda: outright(prove_index_identity(Sum(1, Index("q", d - 2)), d - 2)),
    ),
    _case(
        Slip.EDGE_SIZE,
        "the sum of 1 over d - e values is d - e at all sizes: at e = d + 1 there is none",
        Truth.FALSE,
        lambda: outright(prove_index_identity(Sum(1, Index("q", d - e)), d - e)),
    ),
    _case(
        Slip.EDGE_SIZE,
        "the sum of 1 over d / 2 values is d / 2 at all sizes: at d = 1 there is no such range",
        Truth.FALSE,
        lambda: outright(prove_index_identity(Sum(1, Index("q", d / 2)), d / 2)),
    ),
    _case(
        Slip.EDGE_SIZE,
        "the sum of 1 over 3 - d values is 3 - d at all sizes: at d = 4 there is no such range",
        Truth.FALSE,
        lambda: outright(prove_index_identity(Sum(1, Index("q", 3 - d)), 3 - d)),
    ),
    _case(
        Slip.EDGE_SIZE,
        "relu(a b) = relu(a) relu(b): at a = b = -1 the first is 1",
        Truth.FALSE,
        lambda: prove_index_identity(positive(v[i] * w[i]), positive(v[i]) * positive(w[i])),
    ),
    _case(
        Slip.EDGE_SIZE,
        "(d - 4)^2 relu(a) = (d - 4)^2 a: at d = 1 and a = -1 the first is 0",
        Truth.FALSE,
        lambda: prove_index_identity((d - 4) ** 2 * positive(v[i]), (d - 4) ** 2 * v[i]),
    ),
    _case(
        Slip.EDGE_SIZE,
        "relu((d - 2) relu(a)) = (d - 2) relu(a): at d = 1 and a = 1 the first is 0",
        Truth.FALSE,
        lambda: prove_index_identity(positive((d - 2) * positive(v[i])), (d - 2) * positive(v[i])),
    ),
    _case(
        Slip.EDGE_SIZE,
        "relu([i <= j] - [i < j] a) = [i <= j] relu(1 - a): at i = j and a = 2 the first is 1",
        Truth.FALSE,
        lambda: prove_index_identity(
            positive(at_most(i, j) - (at_most(i, j) - delta(i, j)) * v[i]),
            at_most(i, j) * positive(1 - v[i]),
        ),
    ),
    _case(
        Slip.EDGE_SIZE,
        "relu(a) - relu(-a) = a",
        Truth.TRUE,
        lambda: prove_index_identity(positive(v[i]) - positive(-v[i]), v[i]),
    ),
)
