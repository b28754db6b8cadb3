"""Poles, starts, names and shapes of recurrences, given to `prove_recurrence`."""

from functools import partial

import sympy as sp

from tests.soundness.cases import Case, Slip, Truth
from theorem_checks import prove_recurrence

_case = partial(Case, "prove_recurrence")

n = sp.Symbol("n")
whole = sp.Symbol("n", integer=True)
a, b, r = sp.symbols("a b r")
count = sp.Symbol("n", integer=True, nonnegative=True)
shifted = sp.Symbol("(n - 1)", integer=True, nonnegative=True)
even = sp.Symbol("n", even=True)
prime = sp.Symbol("n", prime=True)
positive = sp.Symbol("n", positive=True)
imaginary = sp.Symbol("n", imaginary=True)
phi, psi = (1 + sp.sqrt(5)) / 2, (1 - sp.sqrt(5)) / 2


def _fibonacci(k):
    return (phi**k - psi**k) / sp.sqrt(5)


CASES = (
    _case(
        Slip.POLE,
        "x + 3/d - 2/d - 1/d with d = n - 5 is constant: at n = 5 it has no value",
        Truth.FALSE,
        lambda: prove_recurrence(
            sp.Integer(1), lambda x, n: x + (n + 1) / (n - 5) - n / (n - 5) - 1 / (n - 5), (0, 1), n
        ),
    ),
    _case(
        Slip.POLE,
        "the same with d = 2**n - 4: at n = 2 it has no value",
        Truth.FALSE,
        lambda: prove_recurrence(
            sp.Integer(1),
            lambda x, n: x + (4**n - 16) / (2**n - 4) - 2**n - 4,
            (0, 1),
            n,
        ),
    ),
    _case(
        Slip.POLE,
        "the same with d = (-1)**n + 1: at n = 1 it has no value",
        Truth.FALSE,
        lambda: prove_recurrence(
            sp.Integer(1),
            lambda x, n: x + (n + 1) / ((-1) ** n + 1) - n / ((-1) ** n + 1) - 1 / ((-1) ** n + 1),
            (0, 1),
            whole,
        ),
    ),
    _case(
        Slip.POLE,
        "the same with d = 3**n - 9 n: at n = 3 it has no value",
        Truth.FALSE,
        lambda: prove_recurrence(
            sp.Integer(1),
            lambda x, n: x + (n + 1) / (3**n - 9 * n) - n / (3**n - 9 * n) - 1 / (3**n - 9 * n),
            (0, 1),
            n,
        ),
    ),
    _case(
        Slip.POLE,
        "the same with d = (n - 100) (n - 3): at n = 3 it has no value",
        Truth.FALSE,
        lambda: prove_recurrence(
            sp.Integer(1),
            lambda x, n: (
                x
                + (n + 1) / ((n - 100) * (n - 3))
                - n / ((n - 100) * (n - 3))
                - 1 / ((n - 100) * (n - 3))
            ),
            (0, 1),
            n,
        ),
    ),
    _case(
        Slip.POLE,
        "(n - 9) x / (n - 10) has the closed form (10 - n) / 10: at n = 11 there is no value",
        Truth.FALSE,
        lambda: prove_recurrence((10 - n) / 10, lambda x, n: x * (n - 9) / (n - 10), (0, 1), n),
    ),
    _case(
        Slip.POLE,
        "x (8 - n) / (7 - n) has the closed form 1 / (8 - n): at n = 8 there is no value",
        Truth.FALSE,
        lambda: prove_recurrence(
            1 / (8 - n), lambda x, n: x * (8 - n) / (7 - n), (0, sp.Rational(1, 8)), n
        ),
    ),
    _case(
        Slip.POLE,
        "x (n**2 - a**2) / (n - a) / (n + a) is constant, where n is neither a nor -a",
        Truth.TRUE,
        lambda: prove_recurrence(b, lambda x, n: x * (n**2 - a**2) / (n - a) / (n + a), (0, b), n),
    ),
    _case(
        Slip.POLE,
        "x / (n + 1) has the closed form 1 / n!",
        Truth.TRUE,
        lambda: prove_recurrence(1 / sp.factorial(n), lambda x, n: x / (n + 1), (0, 1), n),
    ),
    _case(
        Slip.POLE,
        "x / (n - 2) has the closed form 1 / (n - 3)!: at n = 2 it is divided by 0",
        Truth.FALSE,
        lambda: prove_recurrence(1 / sp.gamma(n - 2), lambda x, n: x / (n - 2), (0, 0), n),
    ),
    _case(
        Slip.EDGE_SIZE,
        "2 x from 3 is 2**n: the step is right, the base is not",
        Truth.FALSE,
        lambda: prove_recurrence(2**n, lambda x, _: 2 * x, (0, 3), n),
    ),
    _case(
        Slip.EDGE_SIZE,
        "2 x from 1 at n = 1 is 2**n: at 1 it is 1, not 2",
        Truth.FALSE,
        lambda: prove_recurrence(2**n, lambda x, _: 2 * x, (1, 1), n),
    ),
    _case(
        Slip.EDGE_SIZE,
        "x + 1 from 3 at n = -3 is |n|: at -2 it is 4, not 2",
        Truth.FALSE,
        lambda: prove_recurrence(sp.Abs(whole), lambda x, _: x + 1, (-3, 3), whole),
    ),
    _case(
        Slip.EDGE_SIZE,
        "x + 2 n + 1 is n**2 + n (n - 1) ... (n - 9): at n = 10 it is 100, not 3628900",
        Truth.FALSE,
        lambda: prove_recurrence(
            n**2 + sp.Mul(*(n - i for i in range(10))), lambda x, n: x + 2 * n + 1, (0, 0), n
        ),
    ),
    _case(
        Slip.EDGE_SIZE,
        "the maximum (x + n + |x - n|) / 2 from 30 is 30: at n = 32 it is 31",
        Truth.FALSE,
        lambda: prove_recurrence(
            sp.Integer(30), lambda x, n: (x + n + abs(x - n)) / 2, (0, 30), whole
        ),
    ),
    _case(
        Slip.EDGE_SIZE,
        "0**n is 0 for n = 0, 1, ...: at 0 it is 1",
        Truth.FALSE,
        lambda: prove_recurrence(sp.Integer(0) ** count, lambda x, _: 0 * x, (0, 0), count),
    ),
    _case(
        Slip.HIDDEN_ASSUMPTION,
        "-x from 1 is 1, for a variable that is declared even: at 1 it is -1",
        Truth.NO_STATEMENT,
        lambda: prove_recurrence(sp.Pow(-1, even), lambda x, _: -x, (0, 1), even),
    ),
    _case(
        Slip.HIDDEN_ASSUMPTION,
        "x + 1 is n, for a variable that is declared prime",
        Truth.NO_STATEMENT,
        lambda: prove_recurrence(prime, lambda x, _: x + 1, (2, 2), prime),
    ),
    _case(
        Slip.HIDDEN_ASSUMPTION,
        "x + 1 is n, for a variable that is declared positive, from 0 on",
        Truth.NO_STATEMENT,
        lambda: prove_recurrence(positive, lambda x, _: x + 1, (0, 0), positive),
    ),
    _case(
        Slip.HIDDEN_ASSUMPTION,
        "sqrt(x**2) from -a is -a: with a = 1 it is 1 at 1, not -1",
        Truth.FALSE,
        lambda: prove_recurrence(-a, lambda x, _: (x**2) ** sp.Rational(1, 2), (0, -a), n),
    ),
    _case(
        Slip.CONTRADICTION,
        "x + 1 is n, for 1 < a < 0: there is no such a",
        Truth.EMPTY,
        lambda: prove_recurrence(n + a, lambda x, _: x + 1, (0, a), n, assume=(a > 1, a < 0)),
    ),
    _case(
        Slip.CONTRADICTION,
        "x + 1 is n, for a variable that is imaginary",
        Truth.NO_STATEMENT,
        lambda: prove_recurrence(imaginary, lambda x, _: x + 1, (0, 0), imaginary),
    ),
    _case(
        Slip.NAME,
        "x + m - n from b is b, where m is another symbol n: with m = 5 at 1 it is b + 5",
        Truth.FALSE,
        lambda: prove_recurrence(b, lambda x, n: x + count - n, (0, b), n),
    ),
    _case(
        Slip.NAME,
        "x + m - n + 1 from b at n = 1 is b, where m is called (n - 1): at m = 5 it is b + 5",
        Truth.FALSE,
        lambda: prove_recurrence(b, lambda x, n: x + shifted - n + 1, (1, b), n),
    ),
    _case(
        Slip.NAME,
        "x + n from 0 is n (n - 1) / 2 for a variable m, where n stays: at m = 1 it is n",
        Truth.FALSE,
        lambda: prove_recurrence(n * (n - 1) / 2, lambda x, _: x + n, (0, 0), sp.Symbol("m")),
    ),
    _case(
        Slip.ORDER_OF_EVALUATION,
        "Fibonacci's pair with the first entry changed before the second: at 2 it is 2, not 1",
        Truth.FALSE,
        lambda: prove_recurrence(
            (_fibonacci(n), _fibonacci(n + 1)),
            lambda pair, _: (pair[1], 2 * pair[1]),
            (0, (0, 1)),
            n,
        ),
    ),
    _case(
        Slip.ORDER_OF_EVALUATION,
        "Fibonacci's pair",
        Truth.TRUE,
        lambda: prove_recurrence(
            (_fibonacci(n), _fibonacci(n + 1)),
            lambda pair, _: (pair[1], pair[0] + pair[1]),
            (0, (0, 1)),
            n,
        ),
    ),
    _case(
        Slip.ORDER_OF_EVALUATION,
        "2 (x + 1) from 0 is 2**n - 1, which is 2 x + 1: at 1 it is 2, not 1",
        Truth.FALSE,
        lambda: prove_recurrence(2**n - 1, lambda x, _: 2 * (x + 1), (0, 0), n),
    ),
    _case(
        Slip.ORDER_OF_EVALUATION,
        "x + (n + 1)**2 from 0 is the sum of squares below n: at 1 it is 1, not 0",
        Truth.FALSE,
        lambda: prove_recurrence(
            (n - 1) * n * (2 * n - 1) / 6, lambda x, n: x + (n + 1) ** 2, (0, 0), n
        ),
    ),
    _case(
        Slip.ORDER_OF_FACTORS,
        "double then shear, for shear then double: at 1 the first entry is 2, not 1",
        Truth.FALSE,
        lambda: prove_recurrence(
            (2**n - 1, sp.Integer(1)), lambda v, _: (2 * (v[0] + v[1]), v[1]), (0, (0, 1)), n
        ),
    ),
    _case(
        Slip.TRANSPOSE,
        "the shear (1, 0; 1, 1) in place of (1, 1; 0, 1): at 1 the first entry is 0, not 1",
        Truth.FALSE,
        lambda: prove_recurrence(
            (n, sp.Integer(1)), lambda v, _: (v[0], v[0] + v[1]), (0, (0, 1)), n
        ),
    ),
    _case(
        Slip.EMPTY,
        "a recurrence without components",
        Truth.EMPTY,
        lambda: prove_recurrence((), lambda x, n: (), (0, ()), n),
    ),
    _case(
        Slip.EMPTY,
        "a step that returns nothing",
        Truth.NO_STATEMENT,
        lambda: prove_recurrence(n, lambda x, n: None, (0, 0), n),
    ),
    _case(
        Slip.FLOAT,
        "x + 1 from 0.0",
        Truth.NO_STATEMENT,
        lambda: prove_recurrence(n, lambda x, n: x + 1, (0, 0.0), n),  # pyright: ignore
    ),
    _case(
        Slip.LAW,
        "an unknown function does not change: f(t) = t gives 1, not 0, at 1",
        Truth.FALSE,
        lambda: prove_recurrence(sp.Function("f")(n), lambda x, _: x, (0, sp.Function("f")(0)), n),
    ),
    _case(
        Slip.CONSTANT,
        "r x + 1 from 0 is (r**n - 1) / (r - 1) + 10**-30 n: at 1 it is 1, not 1 + 10**-30",
        Truth.FALSE,
        lambda: prove_recurrence(
            (r**n - 1) / (r - 1) + n * sp.Rational(1, 10**30), lambda x, _: r * x + 1, (0, 0), n
        ),
    ),
    _case(
        Slip.POLE,
        "x / (n - n) from 1 is 1: it has no value from 1 on",
        Truth.FALSE,
        lambda: prove_recurrence(sp.Integer(1), lambda x, n: x / (n - n), (0, 1), n),
    ),
    _case(
        Slip.TRANSPOSE,
        "a step that returns two components for one",
        Truth.NO_STATEMENT,
        lambda: prove_recurrence(n, lambda x, n: (x + 1, x + 2), (0, 0), n),
    ),
    _case(
        Slip.TRANSPOSE,
        "a step that returns one component for two",
        Truth.NO_STATEMENT,
        lambda: prove_recurrence((n, n), lambda x, n: (x[0] + 1,), (0, (0, 0)), n),
    ),
)
