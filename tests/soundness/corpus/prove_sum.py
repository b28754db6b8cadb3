"""Closed forms of sums, given to `prove_sum`."""

from functools import partial
from typing import Any

import sympy as sp

from tests.soundness.cases import Case, Slip, Truth
from theorem_checks import prove_sum

_case = partial(Case, "prove_sum")

k = sp.Symbol("k")
n = sp.Symbol("n", integer=True)
a, r = sp.symbols("a r")
count = sp.Symbol("n", integer=True, nonnegative=True)
even = sp.Symbol("n", even=True)
odd = sp.Symbol("n", odd=True)
terms: Any = sp.IndexedBase("a")
cased: Any = sp.Piecewise((1, sp.Eq(n, 30)), (0, True))

CASES = (
    _case(
        Slip.EDGE_SIZE,
        "0 + ... + n = n (n - 1) / 2, which ends at n - 1: at 1 it is 1, not 0",
        Truth.FALSE,
        lambda: prove_sum(n, n * (n - 1) / 2, n),
    ),
    _case(
        Slip.EDGE_SIZE,
        "1 + 1 + ... from 0 to n is n: at 0 it is 1",
        Truth.FALSE,
        lambda: prove_sum(sp.Integer(1), n, n),
    ),
    _case(
        Slip.EDGE_SIZE,
        "2 + ... + n = n (n + 1) / 2: at 2 it is 2, not 3",
        Truth.FALSE,
        lambda: prove_sum(n, n * (n + 1) / 2, n, 2),
    ),
    _case(
        Slip.EDGE_SIZE,
        "1 + 3 + 5 + ... is n**2 + (n - 1) ... (n - 8): at 9 it is 81, not 40401",
        Truth.FALSE,
        lambda: prove_sum(2 * n - 1, n**2 + sp.Mul(*(n - i for i in range(1, 9))), n, 1),
    ),
    _case(
        Slip.EDGE_SIZE,
        "the deltas of n and 50 sum to 0: at 50 to 1",
        Truth.FALSE,
        lambda: prove_sum(sp.KroneckerDelta(n, 50), sp.Integer(0), n),
    ),
    _case(
        Slip.EDGE_SIZE,
        "a case that is 1 at 30 and else 0 sums to 0: at 30 to 1",
        Truth.FALSE,
        lambda: prove_sum(cased, 0, n),
    ),
    _case(
        Slip.EDGE_SIZE,
        "0**n sums to 0: it is 1 from 0 on",
        Truth.FALSE,
        lambda: prove_sum(sp.Integer(0) ** count, sp.Integer(0), count),
    ),
    _case(
        Slip.POLE,
        "1 / n sums from 0 on to the harmonic numbers: the first summand has no value",
        Truth.FALSE,
        lambda: prove_sum(1 / n, sp.harmonic(n), n),
    ),
    _case(
        Slip.POLE,
        "1 / ((n - 6) (n - 7)) telescopes: at 6 it has no value",
        Truth.FALSE,
        lambda: prove_sum(1 / ((n - 6) * (n - 7)), 1 / (6 - n) - sp.Rational(1, 7), n),
    ),
    _case(
        Slip.POLE,
        "1 / (n (n + 1)) telescopes from -3 on, to -1/3 - 1 / (n + 1): at -1 it has no value",
        Truth.FALSE,
        lambda: prove_sum(1 / (n * (n + 1)), -sp.Rational(1, 3) - 1 / (n + 1), n, -3),
    ),
    _case(
        Slip.POLE,
        "1 / (n (n + 1)) from 1 on is n / (n + 1)",
        Truth.TRUE,
        lambda: prove_sum(1 / (n * (n + 1)), n / (n + 1), n, 1),
    ),
    _case(
        Slip.POLE,
        "n / d - (n - 1) / d - 1 / d with d = 2**n - 8 sums to 0: at 3 it has no value",
        Truth.FALSE,
        lambda: prove_sum(n / (2**n - 8) - (n - 1) / (2**n - 8) - 1 / (2**n - 8), 0, n),
    ),
    _case(
        Slip.POLE,
        "the same over (-1)**n - 1: at 0 it has no value",
        Truth.FALSE,
        lambda: prove_sum(
            n / ((-1) ** n - 1) - (n - 1) / ((-1) ** n - 1) - 1 / ((-1) ** n - 1), 0, n
        ),
    ),
    _case(
        Slip.POLE,
        "n over sin(pi n / 2), less the same in parts, is 0: at 0 it has no value",
        Truth.FALSE,
        lambda: prove_sum(
            n / sp.sin(sp.pi * n / 2) - (n - 1) / sp.sin(sp.pi * n / 2) - 1 / sp.sin(sp.pi * n / 2),
            0,
            n,
        ),
    ),
    _case(
        Slip.POLE,
        "r**n sums to (r**(n + 1) - 1) / (r - 1), where r is not 1",
        Truth.TRUE,
        lambda: prove_sum(r**n, (r ** (n + 1) - 1) / (r - 1), n),
    ),
    _case(
        Slip.HIDDEN_ASSUMPTION,
        "(-1)**n sums to 1 at a variable that is declared even: at 1 to 0",
        Truth.NO_STATEMENT,
        lambda: prove_sum(sp.Pow(-1, even), even + 1, even),
    ),
    _case(
        Slip.HIDDEN_ASSUMPTION,
        "cos(pi n) sums to -(n + 1) at a variable that is declared odd",
        Truth.NO_STATEMENT,
        lambda: prove_sum(sp.cos(sp.pi * odd), -odd - 1, odd),
    ),
    _case(
        Slip.HIDDEN_ASSUMPTION,
        "sqrt(a**2) sums to a (n + 1): with a = -1 at 0 it is 1, not -1",
        Truth.FALSE,
        lambda: prove_sum(sp.sqrt(a**2), a * (n + 1), n),
    ),
    _case(
        Slip.HIDDEN_ASSUMPTION,
        "|n| from -2 on sums to n (n + 1) / 2 + 2: at -2 it is 2, not 3",
        Truth.FALSE,
        lambda: prove_sum(sp.Abs(n), n * (n + 1) / 2 + 2, n, -2),
    ),
    _case(
        Slip.HIDDEN_ASSUMPTION,
        "(-1)**n sums to (1 + (-1)**n) / 2",
        Truth.TRUE,
        lambda: prove_sum(sp.Pow(-1, n), (1 + sp.Pow(-1, n)) / 2, n),
    ),
    _case(
        Slip.KINK,
        "floor(n / 2) sums to n**2 / 4: at 1 it is 0, not 1/4",
        Truth.FALSE,
        lambda: prove_sum(sp.floor(n / 2), n**2 / 4, n),
    ),
    _case(
        Slip.KINK,
        "floor(n / 2) sums to floor(n**2 / 4)",
        Truth.TRUE,
        lambda: prove_sum(sp.floor(n / 2), sp.floor(n**2 / 4), n),
    ),
    _case(
        Slip.KINK,
        "max(n - 40, 0) sums to 0: at 41 to 1",
        Truth.FALSE,
        lambda: prove_sum(sp.Max(n - 40, 0), 0, n),
    ),
    _case(
        Slip.KINK,
        "n modulo 1000 sums to n (n + 1) / 2: at 1000 it is 499500, not 500500",
        Truth.FALSE,
        lambda: prove_sum(sp.Mod(n, 1000), n * (n + 1) / 2, n),
    ),
    _case(
        Slip.KINK,
        "floor(n / 1000) sums to 0: at 1000 to 1",
        Truth.FALSE,
        lambda: prove_sum(sp.floor(n / 1000), 0, n),
    ),
    _case(
        Slip.BRANCH,
        "sqrt((n - 5)**2) sums to 5 (n + 1) - n (n + 1) / 2: at 6 it is 16, not 14",
        Truth.FALSE,
        lambda: prove_sum(sp.sqrt((n - 5) ** 2), 5 * (n + 1) - n * (n + 1) / 2, n),
    ),
    _case(
        Slip.BRANCH,
        "1 at n = 0, else 0, by a Python function that compares, sums to 0",
        Truth.NO_STATEMENT,
        lambda: prove_sum(lambda k: 1 if k == 0 else 0, 0, n),  # pyright: ignore
    ),
    _case(
        Slip.BRANCH,
        "1 at n that are true, else 9, sums to n + 1: at 0 to 9",
        Truth.NO_STATEMENT,
        lambda: prove_sum(lambda k: 1 if k else 9, n + 1, n),  # pyright: ignore
    ),
    _case(
        Slip.BRANCH,
        "n, in the total by a function that compares: at 3 it is 6, not 7",
        Truth.NO_STATEMENT,
        lambda: prove_sum(
            n,
            lambda k: k * (k + 1) / 2 + (1 if k == 3 else 0),  # pyright: ignore
            n,
        ),
    ),
    _case(
        Slip.NAME,
        "a sequence a[n] sums to (n + 1) a[0]: with a = (0, 1) at 1 it is 1, not 0",
        Truth.FALSE,
        lambda: prove_sum(terms[n], (n + 1) * terms[0], n),
    ),
    _case(
        Slip.NAME,
        "n sums to k (k + 1) / 2 with the letter k in the total: with k = 0 at 1 it is 1, not 0",
        Truth.FALSE,
        lambda: prove_sum(n, k * (k + 1) / 2, n),
    ),
    _case(
        Slip.CONTRADICTION,
        "a sums to (n + 1) a, for a above 1 and below 0",
        Truth.EMPTY,
        lambda: prove_sum(a, (n + 1) * a, n, assume=(a > 1, a < 0)),
    ),
    _case(
        Slip.CONTRADICTION,
        "a sums to n a, for a above 1 and below 0",
        Truth.EMPTY,
        lambda: prove_sum(a, n * a, n, assume=(a > 1, a < 0)),
    ),
    _case(
        Slip.ORDER_OF_EVALUATION,
        "n**2 sums to the square of the sum of n: at 2 it is 5, not 9",
        Truth.FALSE,
        lambda: prove_sum(n**2, (n * (n + 1) / 2) ** 2, n),
    ),
    _case(
        Slip.ORDER_OF_EVALUATION,
        "2**(n**2) sums to 2**(2 n + 1) - 1, as 4**n does: at 2 it is 19, at 0 it is 1",
        Truth.FALSE,
        lambda: prove_sum(2 ** (n**2), 2 ** (2 * n + 1) - 1, n),
    ),
    _case(
        Slip.LAW,
        "an unknown function sums to its value at the sum: f = 1 gives 2, not 1, at 1",
        Truth.FALSE,
        lambda: prove_sum(sp.Function("f")(n), sp.Function("f")(n * (n + 1) / 2), n),
    ),
    _case(
        Slip.CONSTANT,
        "n**3 sums to n**2 (n + 1)**2 / 4 + 10**-20 n: at 1 it is 1",
        Truth.FALSE,
        lambda: prove_sum(n**3, n**2 * (n + 1) ** 2 / 4 + n * sp.Rational(1, 10**20), n),
    ),
    _case(
        Slip.FLOAT,
        "0.1 n sums to n (n + 1) / 20",
        Truth.NO_STATEMENT,
        lambda: prove_sum(0.1 * n, n * (n + 1) / 20, n),
    ),
    _case(
        Slip.NAME,
        "n - m sums to n - m, where m is another symbol n: with m = 5 at 1 it is -9, not -4",
        Truth.FALSE,
        lambda: prove_sum(n - count, n - count, n),
    ),
    _case(
        Slip.FLOAT,
        "a n sums to a n (n + 1) / 2 for a above 0.5",
        Truth.NO_STATEMENT,
        lambda: prove_sum(a * n, a * n * (n + 1) / 2, n, assume=(a > 0.5,)),
    ),
)
