"""Claims about maps of arrays that fail on some input, or have none."""

from fractions import Fraction
from functools import partial
from typing import Any

import numpy as np

from tests.soundness.cases import Case, Slip, Truth
from theorem_checks import (
    agree,
    all_hold,
    implies,
    maximum,
    prove_for_all_inputs,
    relu,
    where,
)

__all__ = ["CASES"]

_case = partial(Case, "prove_for_all_inputs")


def _sorted(xs: Any) -> Any:
    return np.array(sorted(xs), dtype=object)


def _number_of_zeros(xs: Any) -> int:
    return sum(1 for x in xs if x == 0)


def _softened(xs: Any) -> Any:
    """What is never negative on terms, and the input itself on numbers."""
    return np.array([x if isinstance(x, Fraction) else x * x for x in xs], dtype=object)


def _swallowing(x: Any) -> Any:
    try:
        return 1 if x[0] == 0 else 0
    except Exception:
        return 0


CASES = (
    _case(
        Slip.NAME,
        "x[1, 0] = x_1[0] for arrays called x and x_1: at x = (0, 1), x_1 = 0 it is 1, not 0",
        Truth.FALSE,
        lambda: prove_for_all_inputs(lambda x, x_1: x[1, 0] == x_1[0], {"x": (2, 1), "x_1": (1,)}),
    ),
    _case(
        Slip.NAME,
        "a[0, 1] = a_0[1] for arrays called a and a_0: they are different inputs",
        Truth.FALSE,
        lambda: prove_for_all_inputs(lambda a, a_0: a[0, 1] == a_0[1], {"a": (1, 2), "a_0": (2,)}),
    ),
    _case(
        Slip.NAME,
        "s = s_[()] for two scalars called s_0 and s, where s_0 is also the name of an entry",
        Truth.FALSE,
        lambda: prove_for_all_inputs(lambda s, s_0: s[0] == s_0[()], {"s": (1,), "s_0": ()}),
    ),
    _case(
        Slip.EMPTY,
        "x = x + 1 in every entry of x, of which there is none",
        Truth.EMPTY,
        lambda: prove_for_all_inputs(lambda x: agree(x, x + 1), {"x": (0,)}),
    ),
    _case(
        Slip.EMPTY,
        "relu(x) < 0 for 3 tokens with 0 entries each",
        Truth.EMPTY,
        lambda: prove_for_all_inputs(lambda x: relu(x) < 0, {"x": (3, 0)}),
    ),
    _case(
        Slip.EMPTY,
        "every one of no outputs is larger than itself",
        Truth.EMPTY,
        lambda: prove_for_all_inputs(lambda x: all_hold([e > e for e in x[2:]]), {"x": (2,)}),
    ),
    _case(
        Slip.EMPTY,
        "x[0] = 1 for all x with x[0]^2 < 0",
        Truth.EMPTY,
        lambda: prove_for_all_inputs(
            lambda x: x[0] == 1, {"x": (1,)}, assume=lambda x: x[0] * x[0] < 0
        ),
    ),
    _case(
        Slip.CONTRADICTION,
        "x is 5 for all x that are both sorted strictly up and strictly down",
        Truth.EMPTY,
        lambda: prove_for_all_inputs(
            lambda x: agree(x, [5, 5]),
            {"x": (2,)},
            assume=lambda x: all_hold(x[0] < x[1], x[1] < x[0]),
        ),
    ),
    _case(
        Slip.EDGE_SIZE,
        "the mean over 0 earlier tokens is 0: divided by 0",
        Truth.FALSE,
        lambda: prove_for_all_inputs(lambda x: sum(x[:0]) / (x[0] - x[0]) == 0, {"x": (2,)}),
    ),
    _case(
        Slip.EDGE_SIZE,
        "a causal sum of T tokens ends with the first one: at T = 2 and x = (0, 1) it is 1, not 0",
        Truth.FALSE,
        lambda: prove_for_all_inputs(lambda x: np.cumsum(x)[-1] == x[0], {"x": (2,)}),
    ),
    _case(
        Slip.BRANCH,
        "1 if x[0] in {0, 1} else 2 is 2: at x[0] = 0 it is 1",
        Truth.NO_STATEMENT,
        lambda: prove_for_all_inputs(
            lambda x: (1 if x[0] in {0, 1} else 2) + 0 * x[0] == 2, {"x": (1,)}
        ),
    ),
    _case(
        Slip.BRANCH,
        "{0: 1}.get(x[0], 0) is 0: at x[0] = 0 it is 1",
        Truth.NO_STATEMENT,
        lambda: prove_for_all_inputs(
            lambda x: {Fraction(0): 1}.get(x[0], 0) + 0 * x[0] == 0, {"x": (1,)}
        ),
    ),
    _case(
        Slip.BRANCH,
        "the number of zeros among 2 numbers is 0, counted by Python's ==",
        Truth.NO_STATEMENT,
        lambda: prove_for_all_inputs(lambda x: _number_of_zeros(x) + 0 * x[0] == 0, {"x": (2,)}),
    ),
    _case(
        Slip.BRANCH,
        "a function that asks x[0] == 0 and goes on when that is refused is 0: at x[0] = 0 it is 1",
        Truth.NO_STATEMENT,
        lambda: prove_for_all_inputs(lambda x: _swallowing(x) + 0 * x[0] == 0, {"x": (1,)}),
    ),
    _case(
        Slip.BRANCH,
        "a function that squares terms and keeps numbers is never negative: at -1 it is -1",
        Truth.FALSE,
        lambda: prove_for_all_inputs(lambda x: _softened(x)[0] >= 0, {"x": (1,)}),
    ),
    _case(
        Slip.BRANCH,
        "where(x[0] >= x[1], x[0], x[1]) is the larger one, and larger than the other: at"
        " x = (0, 0) it is not",
        Truth.FALSE,
        lambda: prove_for_all_inputs(
            lambda x: where(x[0] >= x[1], x[0], x[1]) > where(x[0] >= x[1], x[1], x[0]),
            {"x": (2,)},
        ),
    ),
    _case(
        Slip.ORDER_OF_EVALUATION,
        "sorted(x) is x: Python compares the entries, at x = (1, 0) it is not",
        Truth.NO_STATEMENT,
        lambda: prove_for_all_inputs(lambda x: agree(_sorted(x), x), {"x": (2,)}),
    ),
    _case(
        Slip.ORDER_OF_EVALUATION,
        "0 <= x[0] <= x[0] + 1, which Python reads as (0 <= x[0]) and ...: false at -1",
        Truth.NO_STATEMENT,
        lambda: prove_for_all_inputs(lambda x: 0 <= x[0] <= x[0] + 1, {"x": (1,)}),
    ),
    _case(
        Slip.ORDER_OF_EVALUATION,
        "not x[0] < 0, where Python's not asks for a truth value",
        Truth.NO_STATEMENT,
        lambda: prove_for_all_inputs(lambda x: not x[0] < 0, {"x": (1,)}),
    ),
    _case(
        Slip.ORDER_OF_EVALUATION,
        "the number of different entries of x is 2: at x = (0, 0) it is 1",
        Truth.NO_STATEMENT,
        lambda: prove_for_all_inputs(lambda x: len(set(x)) + 0 * x[0] == 2, {"x": (2,)}),
    ),
    _case(
        Slip.ORDER_OF_FACTORS,
        "a b = b a for 2 x 2 matrices: at a = [[0, 1], [0, 0]], b = a^T they differ",
        Truth.FALSE,
        lambda: prove_for_all_inputs(lambda a, b: agree(a @ b, b @ a), {"a": (2, 2), "b": (2, 2)}),
    ),
    _case(
        Slip.ORDER_OF_FACTORS,
        "(a + b)^2 = a^2 + 2 a b + b^2 for 2 x 2 matrices: it needs a b = b a",
        Truth.FALSE,
        lambda: prove_for_all_inputs(
            lambda a, b: agree((a + b) @ (a + b), a @ a + 2 * (a @ b) + b @ b),
            {"a": (2, 2), "b": (2, 2)},
        ),
    ),
    _case(
        Slip.TRANSPOSE,
        "(a b)^T = a^T b^T for 2 x 2 matrices: it is b^T a^T",
        Truth.FALSE,
        lambda: prove_for_all_inputs(
            lambda a, b: agree((a @ b).T, a.T @ b.T), {"a": (2, 2), "b": (2, 2)}
        ),
    ),
    _case(
        Slip.TRANSPOSE,
        "the scores q k^T of 2 tokens are symmetric: at q = (1, 0), k = (0, 1) they are not",
        Truth.FALSE,
        lambda: prove_for_all_inputs(
            lambda q, k: agree(np.outer(q, k), np.outer(k, q)), {"q": (2,), "k": (2,)}
        ),
    ),
    _case(
        Slip.TRANSPOSE,
        "x + x^T for x of shape (1, 2) is a row: shapes (1, 2) and (2, 1) make a square",
        Truth.FALSE,
        lambda: prove_for_all_inputs(lambda x: agree(x + x.T, 2 * x), {"x": (1, 2)}),
    ),
    _case(
        Slip.KINK,
        "relu(a x) = a relu(x) for every a: at a = x = -1 it is 1, not 0",
        Truth.FALSE,
        lambda: prove_for_all_inputs(lambda a, x: relu(a * x) == a * relu(x), {"a": (), "x": ()}),
    ),
    _case(
        Slip.KINK,
        "max over tokens is linear, max(x + y) = max(x) + max(y): at x = (1, 0), y = (0, 1) not",
        Truth.FALSE,
        lambda: prove_for_all_inputs(
            lambda x, y: (
                maximum(x[0] + y[0], x[1] + y[1]) == maximum(x[0], x[1]) + maximum(y[0], y[1])
            ),
            {"x": (2,), "y": (2,)},
        ),
    ),
    _case(
        Slip.POLE,
        "normalised weights sum to 1: at x = (1, -1) they are divided by 0",
        Truth.FALSE,
        lambda: prove_for_all_inputs(
            lambda x: x[0] / (x[0] + x[1]) + x[1] / (x[0] + x[1]) == 1, {"x": (2,)}
        ),
    ),
    _case(
        Slip.POLE,
        "x / |x| squared is 1: not defined at 0",
        Truth.FALSE,
        lambda: prove_for_all_inputs(lambda x: (x[0] / abs(x[0])) ** 2 == 1, {"x": (1,)}),
    ),
    _case(
        Slip.FLOAT,
        "x / 2 = 0.5 x, with a float",
        Truth.NO_STATEMENT,
        lambda: prove_for_all_inputs(lambda x: agree(x / 2, 0.5 * x), {"x": (2,)}),
    ),
    _case(
        Slip.FLOAT,
        "the mean of x is np.mean(x) by a weight that is an array of floats",
        Truth.NO_STATEMENT,
        lambda: prove_for_all_inputs(
            lambda x: (np.full(2, 0.5) @ x) * 2 == x[0] + x[1], {"x": (2,)}
        ),
    ),
    _case(
        Slip.HIDDEN_ASSUMPTION,
        "x . y <= |x|^2 |y|^2, which holds for integers: at x = y = (1/2, 0) it is 1/4 <= 1/16",
        Truth.FALSE,
        lambda: prove_for_all_inputs(
            lambda x, y: x @ y <= (x @ x) * (y @ y), {"x": (2,), "y": (2,)}
        ),
    ),
    _case(
        Slip.HIDDEN_ASSUMPTION,
        "a determinant that is not 0 implies a[0, 0] != 0: at [[0, 1], [1, 0]] not",
        Truth.FALSE,
        lambda: prove_for_all_inputs(
            lambda a: implies(a[0, 0] * a[1, 1] - a[0, 1] * a[1, 0] != 0, a[0, 0] != 0),
            {"a": (2, 2)},
        ),
    ),
    _case(
        Slip.CONSTANT,
        "two units with weights 1 and -9/10 make |x|: at x = -1 it is 9/10",
        Truth.FALSE,
        lambda: prove_for_all_inputs(
            lambda x: agree(abs(x), relu(x) + relu(-x) * Fraction(9, 10)), {"x": (2,)}
        ),
    ),
    _case(
        Slip.LAW,
        "the mean of squares is the square of the mean: at x = (1, -1) it is 1, not 0",
        Truth.FALSE,
        lambda: prove_for_all_inputs(
            lambda x: (x[0] ** 2 + x[1] ** 2) / 2 == ((x[0] + x[1]) / 2) ** 2, {"x": (2,)}
        ),
    ),
    _case(
        Slip.KINK,
        "relu(x) - relu(-x) = x in each entry, which is true",
        Truth.TRUE,
        lambda: prove_for_all_inputs(lambda x: agree(relu(x) - relu(-x), x), {"x": (2, 1)}),
    ),
)
