"""Formulas over the reals that fail somewhere, or speak of no point."""

from functools import partial

import numpy as np

from tests.soundness.cases import Case, Slip, Truth
from theorem_checks import (
    Term,
    clamp,
    iff,
    implies,
    maximum,
    minimum,
    prove_for_all,
    reals,
    relu,
    where,
)

__all__ = ["CASES"]

_case = partial(Case, "prove_for_all")

x, y, z = reals("x y z")


def _looked_up(table: dict[object, object], at: Term) -> object:
    return table.get(at, 0)


CASES = (
    _case(
        Slip.ORDER_OF_EVALUATION,
        "{0: 1}.get(x, 0) = 0 for all real x: at x = 0 it is 1",
        Truth.NO_STATEMENT,
        lambda: prove_for_all(_looked_up({0: 1}, x) + 0 * x == 0),
    ),
    _case(
        Slip.ORDER_OF_EVALUATION,
        "1 if x in {0, 1} else 2 equals 2: at x = 0 it is 1",
        Truth.NO_STATEMENT,
        lambda: prove_for_all((1 if x in {0, 1} else 2) + 0 * x == 2),
    ),
    _case(
        Slip.ORDER_OF_EVALUATION,
        "the number of different values among x and y is 2: at x = y it is 1",
        Truth.NO_STATEMENT,
        lambda: prove_for_all(len({x, y}) + 0 * x == 2),
    ),
    _case(
        Slip.FLOAT,
        "x / 10 = 0.1 x: the float is another number, and at x = 1 they differ",
        Truth.NO_STATEMENT,
        lambda: prove_for_all(x / 10 == 0.1 * x),
    ),
    _case(
        Slip.FLOAT,
        "x + 1/2 > x for 1/2 as a float of NumPy",
        Truth.NO_STATEMENT,
        lambda: prove_for_all(x + np.float64(0.5) > x),
    ),
    _case(
        Slip.BRANCH,
        "1 if x > 0 else 0 is at most relu(x) + 1, where Python itself branches on x > 0",
        Truth.NO_STATEMENT,
        lambda: prove_for_all((1 if x > 0 else 0) <= relu(x) + 1),
    ),
    _case(
        Slip.BRANCH,
        "where(x > 0, x, -x) = x or -x is positive: at x = 0 neither is",
        Truth.FALSE,
        lambda: prove_for_all(where(x > 0, x, -x) > 0),
    ),
    _case(
        Slip.BRANCH,
        "where(x >= y, x, y) > min(x, y): at x = y = 0 both are 0",
        Truth.FALSE,
        lambda: prove_for_all(where(x >= y, x, y) > minimum(x, y)),
    ),
    _case(
        Slip.BRANCH,
        "where(x > 0, 1, 0) = where(x >= 0, 1, 0): at x = 0 they are 0 and 1",
        Truth.FALSE,
        lambda: prove_for_all(where(x > 0, 1, 0) == where(x >= 0, 1, 0)),
    ),
    _case(
        Slip.KINK,
        "relu(x + y) = relu(x) + relu(y): at x = 1, y = -1 it is 0, not 1",
        Truth.FALSE,
        lambda: prove_for_all(relu(x + y) == relu(x) + relu(y)),
    ),
    _case(
        Slip.KINK,
        "clamp(x, -1, 1) = relu(x + 1) - relu(x - 1): at x = -1 it is -1, not 0",
        Truth.FALSE,
        lambda: prove_for_all(clamp(x, -1, 1) == relu(x + 1) - relu(x - 1)),
    ),
    _case(
        Slip.KINK,
        "max(x, y) + max(x, z) = x + max(x, y, z): at x = 0, y = z = 1 it is 2, not 1",
        Truth.FALSE,
        lambda: prove_for_all(maximum(x, y) + maximum(x, z) == x + maximum(x, maximum(y, z))),
    ),
    _case(
        Slip.KINK,
        "relu(x)^2 = x^2: at x = -1 it is 0, not 1",
        Truth.FALSE,
        lambda: prove_for_all(relu(x) ** 2 == x**2),
    ),
    _case(
        Slip.POLE,
        "x / x = 1 for all x: not defined at 0",
        Truth.FALSE,
        lambda: prove_for_all(x / x == 1),
    ),
    _case(
        Slip.POLE,
        "(x^2 - y^2) / (x - y) = x + y: not defined at x = y",
        Truth.FALSE,
        lambda: prove_for_all((x**2 - y**2) / (x - y) == x + y),
    ),
    _case(
        Slip.POLE,
        "where(x != 0, x / x, 1) = 1: both branches have to be defined, and at 0 one is not",
        Truth.FALSE,
        lambda: prove_for_all(where(x != 0, x / x, 1) == 1),
    ),
    _case(
        Slip.POLE,
        "0 (1/x) = 0 for all x: not defined at 0",
        Truth.FALSE,
        lambda: prove_for_all(0 * (1 / x) == 0),
    ),
    _case(
        Slip.POLE,
        "1/x^2 > 0, or it is not: true by logic, and not defined at 0",
        Truth.FALSE,
        lambda: prove_for_all((1 / x**2 > 0) | ~(1 / x**2 > 0)),
    ),
    _case(
        Slip.POLE,
        "1/x > 0 implies x > 0 where 1/x < 1: an assumption that is not met at 0; true",
        Truth.TRUE,
        lambda: prove_for_all(implies(1 / x > 0, x > 0), assume=1 / x < 1),
    ),
    _case(
        Slip.EMPTY,
        "x > 5 for all x with x^2 < 0: there is none",
        Truth.EMPTY,
        lambda: prove_for_all(x > 5, assume=x * x < 0),
    ),
    _case(
        Slip.EMPTY,
        "x = y for all x, y with x < y < x",
        Truth.EMPTY,
        lambda: prove_for_all(x == y, assume=[x < y, y < x]),
    ),
    _case(
        Slip.EMPTY,
        "x = 3 for all x with 1/(x - x) > 0: nowhere defined",
        Truth.EMPTY,
        lambda: prove_for_all(x == 3, assume=1 / (x - x) > 0),
    ),
    _case(
        Slip.CONTRADICTION,
        "x = 7 for all x with x^2 = -1: there is no real one",
        Truth.EMPTY,
        lambda: prove_for_all(x == 7, assume=x * x == -1),
    ),
    _case(
        Slip.CONTRADICTION,
        "y = 0 for all x, y with relu(x) < 0",
        Truth.EMPTY,
        lambda: prove_for_all(y == 0, assume=relu(x) < 0),
    ),
    _case(
        Slip.CONTRADICTION,
        "x > 1 for all x with x > 2 and x < 1, witnessed by x = 3, which does not meet it",
        Truth.EMPTY,
        lambda: prove_for_all(x > 1, assume=[x > 2, x < 1], witness={"x": 3}),
    ),
    _case(
        Slip.HIDDEN_ASSUMPTION,
        "x y <= x z where y <= z: at x = -1, y = 0, z = 1 it is 0 <= -1",
        Truth.FALSE,
        lambda: prove_for_all(x * y <= x * z, assume=y <= z),
    ),
    _case(
        Slip.HIDDEN_ASSUMPTION,
        "x^2 >= x, as for integers: at x = 1/2 it is 1/4 >= 1/2",
        Truth.FALSE,
        lambda: prove_for_all(x**2 >= x),
    ),
    _case(
        Slip.HIDDEN_ASSUMPTION,
        "x^2 != 2, as for rationals: the root of 2 is real",
        Truth.FALSE,
        lambda: prove_for_all(x**2 != 2),
    ),
    _case(
        Slip.HIDDEN_ASSUMPTION,
        "1/x <= 1/y where x >= y: at x = 1, y = -1 it is 1 <= -1",
        Truth.FALSE,
        lambda: prove_for_all(1 / x <= 1 / y, assume=[x >= y, x != 0, y != 0]),
    ),
    _case(
        Slip.EDGE_SIZE,
        "x^n <= 1 for |x| < 2 with n = 1: at x = 3/2 it is 3/2",
        Truth.FALSE,
        lambda: prove_for_all(x**1 <= 1, assume=[x < 2, x > -2]),
    ),
    _case(
        Slip.EDGE_SIZE,
        "x^0 = 0 for x = 0: the empty product is 1",
        Truth.FALSE,
        lambda: prove_for_all(x**0 == 0, assume=x == 0),
    ),
    _case(
        Slip.NAME,
        "x = x' for two variables that were made apart and are both called x: true, they are one",
        Truth.TRUE,
        lambda: prove_for_all(x == reals("x")),
    ),
    _case(
        Slip.NAME,
        "abc = 0 for a variable of a name that SMT-LIB has for something else",
        Truth.NO_STATEMENT,
        lambda: prove_for_all(reals("true") == 0),
    ),
    _case(
        Slip.ORDER_OF_FACTORS,
        "for 2 x 2 matrices (A B)_11 = (B A)_11 with A = [[x, y], [0, 0]], B = [[z, 0], [1, 0]]:"
        " it is x z + y and z x, at y = 1 they differ",
        Truth.FALSE,
        lambda: prove_for_all(x * z + y == z * x),
    ),
    _case(
        Slip.TRANSPOSE,
        "the rotation by (x, y) on the unit circle is its own inverse: at x = 0, y = 1 it squares"
        " to -1",
        Truth.FALSE,
        lambda: prove_for_all(x * x - y * y == 1, assume=x * x + y * y == 1),
    ),
    _case(
        Slip.CONSTANT,
        "x^2 + y^2 >= (x + y)^2: at x = y = 1 it is 2 >= 4; the half of it is meant",
        Truth.FALSE,
        lambda: prove_for_all(x**2 + y**2 >= (x + y) ** 2),
    ),
    _case(
        Slip.CONSTANT,
        "x^2 - 2 x + 999/1000 >= 0: at x = 1 it is -1/1000",
        Truth.FALSE,
        lambda: prove_for_all(x**2 - 2 * x + "999/1000" >= 0),
    ),
    _case(
        Slip.LAW,
        "the mean of the maximum of two is the maximum of their means, max((x + y)/2, z) ="
        " (max(x, z) + max(y, z))/2: at x = 1, y = -1, z = 0 it is 0, not 1/2",
        Truth.FALSE,
        lambda: prove_for_all(maximum((x + y) / 2, z) == (maximum(x, z) + maximum(y, z)) / 2),
    ),
    _case(
        Slip.BRANCH,
        "x >= 0 if and only if relu(x) > 0: at x = 0 only one holds",
        Truth.FALSE,
        lambda: prove_for_all(iff(x >= 0, relu(x) > 0)),
    ),
)
