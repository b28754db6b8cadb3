"""Statements under equations of arrays: what these do not define, and what nothing meets."""

from functools import partial
from typing import Any

from tests.soundness.cases import Case, Slip, Truth
from theorem_checks import All, AtMost, Equal, Implies, eliminated, eliminating, prove
from theorem_checks.judging.judge import judged, statement_of

_case = partial(Case, "eliminating")


def _square(w, *names):
    n = w.size("n")
    return [w.array(name, n, n) for name in names]


def _judged(says):
    return lambda: judged(lambda _, w: says(w), prove, None)


def _proved(says):
    """Without instances: what the rule itself says of the statement."""

    def ask():
        conclusion: Any = statement_of(lambda _, w: says(w), None)
        return eliminating(conclusion, prove(eliminated(conclusion)))

    return ask


def _diagonal(w):
    n = w.size("n")
    A, b = w.array("A", n, n), w.array("b", n)
    equation = Equal(w.entries(lambda h, i: A[i, i], n), b)
    return Implies(equation, Equal(A, w.entries(lambda h, i, j: b[j], n, n)))


def _column(w):
    n = w.size("n")
    A, c = w.array("A", n, n), w.array("c", n)
    return Implies(Equal(A[:, 0], c), Equal(A, w.entries(lambda h, i, j: c[i], n, n)))


def _turned(w):
    A, B, C = _square(w, "A", "B", "C")
    return Implies(Equal(C.T, A @ B), Equal(C, A @ B))


def _in_itself(w):
    A, C = _square(w, "A", "C")
    return Implies(Equal(C, A @ C), Equal(A, w.identity(C.shape[0])))


def _inverse(w):
    n = w.size("n")
    (A, inverse), B = w.invertible("A", n), w.array("B", n, n)
    return Implies(Equal(A, B), Equal(B @ inverse, 2 * w.identity(n)))


def _unit(w):
    n = w.size("n")
    u, v = w.array("u", n, known="unit"), w.array("v", n)
    return Implies(Equal(v, u), Equal(v, u * (v @ v) * 2))


def _both(w):
    A, B, C = _square(w, "A", "B", "C")
    given = Equal(C, A @ B), Equal(C, A @ B + w.identity(A.shape[0]))
    return Implies(All(given), Equal(A, B))


def _commutator(w):
    A, B = _square(w, "A", "B")
    return Implies(Equal(A @ B - B @ A, w.identity(A.shape[0])), Equal(A, B))


def _late(w):
    A, B, C = _square(w, "A", "B", "C")
    n = A.shape[0]
    return Implies(Equal(C, A @ B), Equal(C * (n - 1) * (n - 2) * (n - 3) * (n - 90), 0 * C))


def _order(w):
    n = w.size("n")
    x, y = w.array("x", n), w.array("y", n)
    return Implies(Equal(y, 2 * x), AtMost(5 * (x @ x), y @ y))


def _none_is_left(w):
    A, B, C = _square(w, "A", "B", "C")
    return Implies(Equal(C, A @ B), Equal(C @ A, A @ (B @ A)))


CASES = (
    _case(
        Slip.NAME, "a diagonal that is b does not say what the matrix is", Truth.FALSE,
        _judged(_diagonal),
    ),
    _case(
        Slip.NAME, "nor does the rule take a diagonal for the matrix", Truth.FALSE,
        _proved(_diagonal),
    ),
    _case(
        Slip.NAME, "a first column that is c does not say what the others are", Truth.FALSE,
        _proved(_column),
    ),
    _case(Slip.TRANSPOSE, "C^T = A B, so C = A B", Truth.FALSE, _proved(_turned)),
    _case(
        Slip.NAME, "C = A C, so A = I: with C = 0 it need not be", Truth.FALSE,
        _judged(_in_itself),
    ),
    _case(
        Slip.HIDDEN_ASSUMPTION, "A = B in place of A, whose inverse is left: B A^-1 = 2 I",
        Truth.FALSE, _proved(_inverse),
    ),
    _case(
        Slip.HIDDEN_ASSUMPTION, "v = u of norm 1, so v = 2 |v|^2 u", Truth.FALSE, _proved(_unit),
    ),
    _case(
        Slip.CONTRADICTION, "C = A B and C = A B + I", Truth.EMPTY, _judged(_both),
    ),
    _case(
        Slip.CONTRADICTION, "A B - B A = I: the traces are 0 and n", Truth.EMPTY,
        _judged(_commutator),
    ),
    _case(
        Slip.EDGE_SIZE, "C = A B is 0, unless n is 1, 2, 3 or 90", Truth.FALSE, _judged(_late),
    ),
    _case(Slip.CONSTANT, "y = 2 x, so |y|^2 is 5 |x|^2 at least", Truth.FALSE, _judged(_order)),
    _case(
        Slip.ORDER_OF_FACTORS, "C = A B, so C A = A (B A)", Truth.TRUE, _judged(_none_is_left),
    ),
)  # fmt: skip
