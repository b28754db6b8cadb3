"""Statements that fail on an instance."""

import itertools
import math
from fractions import Fraction
from functools import partial

import numpy as np
from hypothesis import assume
from hypothesis import strategies as st

from tests.soundness.cases import Case, Slip, Truth
from theorem_checks import (
    Evidence,
    agree,
    arrays_of,
    invertible_matrices,
    nilpotent_matrices,
    normal_matrices,
    orthogonal_matrices,
    rationals,
    relu,
    search,
    sizes,
    stable_matrices,
    symmetric_matrices,
)

__all__ = ["CASES"]

_search = partial(Case, "search")

_calls = itertools.count()


def _is_prime(n: int) -> bool:
    return all(n % p for p in range(2, math.isqrt(n) + 1))


def _with_assumption(x: Fraction) -> bool:
    assume(x * x < 0)
    return False


def _at_few(x: Fraction) -> bool:
    assume(x > 8)
    return x < 9


CASES = (
    _search(
        Slip.EDGE_SIZE,
        "n^2 + n + 41 is prime for all n up to 60: at n = 40 it is 41^2",
        Truth.FALSE,
        lambda: search(
            {"n": sizes(least=1, most=60)},
            lambda n: _is_prime(n * n + n + 41),
        ),
    ),
    _search(
        Slip.EDGE_SIZE,
        "the largest entry is positive for vectors of rationals: at (0, 0) it is 0",
        Truth.FALSE,
        lambda: search({"x": arrays_of(2)}, lambda x: bool(max(x) > 0)),
    ),
    _search(
        Slip.ORDER_OF_FACTORS,
        "a b = b a for symmetric matrices: [[0, 1], [1, 0]] and [[1, 0], [0, 0]] do not commute",
        Truth.FALSE,
        lambda: search(
            {"a": symmetric_matrices(2), "b": symmetric_matrices(2)},
            lambda a, b: agree(a @ b, b @ a),
        ),
    ),
    _search(
        Slip.TRANSPOSE,
        "an orthogonal matrix is its own inverse: a rotation by a right angle squares to -1",
        Truth.FALSE,
        lambda: search({"q": orthogonal_matrices(2)}, lambda q: agree(q @ q, np.eye(2, dtype=int))),
    ),
    _search(
        Slip.TRANSPOSE,
        "normal matrices are symmetric: the rotation [[0, -1], [1, 0]] is normal",
        Truth.FALSE,
        lambda: search({"a": normal_matrices(2)}, lambda a: agree(a, a.T)),
    ),
    _search(
        Slip.HIDDEN_ASSUMPTION,
        "a stable matrix has entries below 1 in size: [[0, 2], [0, 0]] has spectral radius 0",
        Truth.FALSE,
        lambda: search({"a": stable_matrices(2)}, lambda a: bool((abs(a) < 1).all())),
    ),
    _search(
        Slip.HIDDEN_ASSUMPTION,
        "nilpotent matrices of size 2 are 0: the shift is not",
        Truth.FALSE,
        lambda: search(
            {"a": nilpotent_matrices(2)}, lambda a: agree(a, np.zeros((2, 2), dtype=int))
        ),
    ),
    _search(
        Slip.KINK,
        "relu(x + y) = relu(x) + relu(y): at 1 and -1 it is 0, not 1",
        Truth.FALSE,
        lambda: search(
            {"x": rationals(), "y": rationals()},
            lambda x, y: agree(relu(x + y), relu(x) + relu(y)),
        ),
    ),
    _search(
        Slip.POLE,
        "x/x = 1: divided by 0 at x = 0",
        Truth.NO_STATEMENT,
        lambda: search({"x": rationals()}, lambda x: x / x == 1),
    ),
    _search(
        Slip.BRANCH,
        "x (x - 1) (x + 1) (x - 2) (x + 2) = 0, which the small integers are: at 1/2 it is not",
        Truth.FALSE,
        lambda: search(
            {"x": rationals()}, lambda x: x * (x - 1) * (x + 1) * (x - 2) * (x + 2) == 0
        ),
    ),
    _search(
        Slip.EMPTY,
        "a false statement for all x with x^2 < 0: there is none",
        Truth.EMPTY,
        lambda: search({"x": rationals()}, _with_assumption, examples=10),
    ),
    _search(
        Slip.EMPTY,
        "x is 1 for x from nothing",
        Truth.EMPTY,
        lambda: search({"x": st.nothing()}, lambda x: x == 1),
    ),
    _search(
        Slip.EMPTY,
        "a statement about no arguments",
        Truth.EMPTY,
        lambda: search({}, lambda: True),
    ),
    _search(
        Slip.EMPTY,
        "x < 9 for the few x that are drawn above 8: too few to speak of",
        Truth.EMPTY,
        lambda: search({"x": rationals(most=5, denominators=3)}, _at_few),
    ),
    _search(
        Slip.CONTRADICTION,
        "what another engine found vacuous on each instance",
        Truth.EMPTY,
        lambda: search({"x": rationals()}, lambda x: Evidence.vacuous("nothing"), examples=20),
    ),
    _search(
        Slip.FLOAT,
        "x <= 1 for floats x in [0, 1]",
        Truth.NO_STATEMENT,
        lambda: search({"x": st.floats(0, 1)}, lambda x: x <= 1),
    ),
    _search(
        Slip.FLOAT,
        "x/10 = 0.1 x, compared as floats by agree",
        Truth.NO_STATEMENT,
        lambda: search({"x": rationals()}, lambda x: agree(x / 10, 0.1 * float(x))),
    ),
    _search(
        Slip.ORDER_OF_EVALUATION,
        "a predicate that is false at every other call",
        Truth.NO_STATEMENT,
        lambda: search({"x": rationals()}, lambda x: next(_calls) % 3 != 1),
    ),
    _search(
        Slip.ORDER_OF_EVALUATION,
        "a predicate that returns a number, 1 for true",
        Truth.NO_STATEMENT,
        lambda: search({"x": rationals()}, lambda x: 1),
    ),
    _search(
        Slip.ORDER_OF_EVALUATION,
        "a predicate that forgets to return",
        Truth.NO_STATEMENT,
        lambda: search({"x": rationals()}, lambda x: None),
    ),
    _search(
        Slip.NAME,
        "a predicate of y, where instances are of x",
        Truth.NO_STATEMENT,
        lambda: search({"x": rationals()}, lambda y: y == y),
    ),
    _search(
        Slip.CONSTANT,
        "the determinant of an invertible matrix is at least 1/2 in size: diag(1/2, 1/2)",
        Truth.FALSE,
        lambda: search(
            {"a": invertible_matrices(2)},
            lambda a: bool(abs(a[0, 0] * a[1, 1] - a[0, 1] * a[1, 0]) >= Fraction(1, 2)),
        ),
    ),
    _search(
        Slip.LAW,
        "the square of a mean is the mean of squares: at (1, -1) it is 0, not 1",
        Truth.FALSE,
        lambda: search({"x": arrays_of(2)}, lambda x: agree((x.sum() / 2) ** 2, (x @ x) / 2)),
    ),
)
