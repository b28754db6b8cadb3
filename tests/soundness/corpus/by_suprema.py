"""Bounds on means of suprema that are too small, or of other rows, laws and radii."""

from functools import partial

import sympy as sp

from tests.soundness.cases import Case, Slip, Truth, outright
from theorem_checks import (
    IID,
    BallMean,
    MaximumMean,
    Rademacher,
    RandomVector,
    by_suprema,
    log,
    sqrt,
    trace,
)
from theorem_checks.judging.judge import statement_of
from theorem_checks.statements.conclusions import All, AtMost, Implies
from theorem_checks.statements.moments.tensors import ConstantMatrix
from theorem_checks.statements.normal_means import UNIT
from theorem_checks.statements.suprema import RowsWithin

_case = partial(Case, "by_suprema")


def _massart(N, n, r):
    return r * sqrt(2 * log(N))


def _finite(bound, *, rows="A", law=None, turned=False, least=2, scale=1, both=False):
    """The largest of N sums of n signs, with something changed."""

    def says(_, w):
        N, n, r = w.size("N", least=least), w.size("n"), w.number("r", positive=True)
        within = w.rows_within("A", N, n, r)
        A = {"A": within, "B": w.constant("B", N, n)}[rows]
        signs = RandomVector("s", N if turned else n, law or Rademacher())
        v = (A.T if turned else A) @ signs * scale
        if both:
            v = v + w.constant("C", N, n) @ signs
        return MaximumMean(v, bound(N, n, r))

    return lambda: outright(by_suprema(statement_of(says, None)))


def _ball(bound, *, sort="nonnegative", of=lambda X: trace(X @ X.T), law=None):
    """Linear maps of length B or less, with something changed."""

    def says(_, w):
        n, d, B = w.size("n"), w.size("d"), w.number("B", **{sort: True})
        X = w.constant("X", n, d)
        S = w.value("S", of(X), nonnegative=True)
        v = X.T @ RandomVector("s", n, law or Rademacher())
        return BallMean(v, B, bound(n, B, S))

    return lambda: outright(by_suprema(statement_of(says, None)))


def _late(N, n, r):
    return _massart(N, n, r) - r * (N - 2) * (N - 3) * (N - 4)


def _row_by_row():
    """Row i of length i + 1 at most, and no such bound of the largest of all."""
    N = sp.Symbol("N", integer=True, positive=True)
    A, signs = ConstantMatrix("A", N, 3), RandomVector("s", 3, Rademacher())
    known = All((RowsWithin(A, UNIT + 1), AtMost(2, N)))
    said = MaximumMean(A @ signs, (UNIT + 1) * sqrt(2 * log(N)))
    return outright(by_suprema(Implies(known, said)))


CASES = (
    _case(
        Slip.NAME, "rows each within a length of its own", Truth.NO_STATEMENT, _row_by_row
    ),
    _case(
        Slip.CONSTANT, "r sqrt(log N): at N = 2, n = 1, a = r and -r it is less", Truth.FALSE,
        _finite(lambda N, n, r: r * sqrt(log(N))),
    ),
    _case(
        Slip.CONSTANT, "r log N: at N = 2, a = r and -r it is 0.7 r, not r", Truth.FALSE,
        _finite(lambda N, n, r: r * log(N)),
    ),
    _case(
        Slip.CONSTANT, "the bound over n, of sums that are not", Truth.FALSE,
        _finite(lambda N, n, r: _massart(N, n, r) / n),
    ),
    _case(
        Slip.CONSTANT, "the same bound of twice the sums", Truth.FALSE, _finite(_massart, scale=2),
    ),
    _case(
        Slip.EDGE_SIZE, "right up to four vectors, negative beyond", Truth.FALSE, _finite(_late),
    ),
    _case(
        Slip.EDGE_SIZE, "N from 1 on: of one sum the mean is 0, and so is the bound", Truth.TRUE,
        _finite(_massart, least=1),
    ),
    _case(
        Slip.HIDDEN_ASSUMPTION, "of vectors of which nothing is known: 10 a in place of a",
        Truth.FALSE, _finite(_massart, rows="B"),
    ),
    _case(
        Slip.NAME, "with other vectors added, of which nothing is known", Truth.FALSE,
        _finite(_massart, both=True),
    ),
    _case(
        Slip.TRANSPOSE, "of the columns of a matrix with short rows: a column of N entries r",
        Truth.FALSE, _finite(_massart, turned=True),
    ),
    _case(
        Slip.LAW, "any law of variance 1: one of rare large values, for large N and unit vectors",
        Truth.FALSE, _finite(_massart, law=IID(variance=1, kurtosis=10**9)),
    ),
    _case(
        Slip.LAW, "signs of variance 4: twice the sums", Truth.FALSE,
        _finite(_massart, law=Rademacher(4)),
    ),
    _case(
        Slip.CONSTANT, "B |X| / 2 for the linear maps: at n = d = 1 the mean is B |X|", Truth.FALSE,
        _ball(lambda n, B, S: B * sqrt(S) / 2),
    ),
    _case(
        Slip.CONSTANT, "B |X| / sqrt(n): for orthogonal inputs the mean is B |X|", Truth.FALSE,
        _ball(lambda n, B, S: B * sqrt(S) / sqrt(n)),
    ),
    _case(
        Slip.HIDDEN_ASSUMPTION, "a radius that may be negative: no map is so short", Truth.FALSE,
        _ball(lambda n, B, S: B * sqrt(S), sort="real"),
    ),
    _case(
        Slip.ORDER_OF_FACTORS, "|X X^T| in place of |X|^2: less for small X", Truth.FALSE,
        _ball(lambda n, B, S: B * sqrt(S), of=lambda X: trace(X @ X.T @ X @ X.T)),
    ),
    _case(
        Slip.LAW, "signs of variance 4, for the linear maps", Truth.FALSE,
        _ball(lambda n, B, S: B * sqrt(S), law=Rademacher(4)),
    ),
    _case(
        Slip.EDGE_SIZE, "B |X|, of one input or many, for B = 0 and X = 0 as well", Truth.TRUE,
        _ball(lambda n, B, S: B * sqrt(S)),
    ),
)  # fmt: skip
