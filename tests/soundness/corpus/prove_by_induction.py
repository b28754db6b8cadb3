"""Statements for all integers that are false, given to `prove_by_induction`."""

from functools import partial
from typing import Any

import sympy as sp

from tests.soundness.cases import Case, Slip, Truth
from theorem_checks import (
    All,
    AtMost,
    Conclusion,
    Either,
    Equal,
    ForAll,
    Implies,
    Less,
    prove_by_induction,
)

_case = partial(Case, "prove_by_induction")

n, m = (sp.Symbol(name, integer=True, nonnegative=True) for name in "nm")
k = sp.Symbol("k", integer=True, positive=True)
z = sp.Symbol("z", integer=True)
even = sp.Symbol("n", even=True, nonnegative=True)
x, y = sp.symbols("x y", real=True)
a, b = (sp.Function(name, real=True) for name in "ab")


def _asked(body: Conclusion, *hypotheses: Conclusion, variable: Any = n, start: Any = 0):
    """Ask for a statement for all integers, under hypotheses."""

    def ask():
        said: Conclusion = ForAll(variable, start, body)
        for hypothesis in hypotheses:
            said = Implies(hypothesis, said)
        return prove_by_induction(said)

    return ask


def _sum(summand: Any, last: Any, first: Any = 1) -> Any:
    return sp.Sum(summand, (k, first, last))


FALLS = ForAll(m, 0, AtMost(a(m + 1), a(m)))

CASES = (
    _case(
        Slip.EDGE_SIZE,
        "3 2**n = 2**n: the step doubles both, and 3 = 1 is wrong",
        Truth.FALSE,
        _asked(Equal(3 * 2**n, 2**n)),
    ),
    _case(Slip.EDGE_SIZE, "n = n**2: right at 0 and 1", Truth.FALSE, _asked(Equal(n, n**2))),
    _case(
        Slip.EDGE_SIZE,
        "n (n - 1) ... (n - 9) = 0 from n = 0 on: right up to 9",
        Truth.FALSE,
        _asked(Equal(sp.Mul(*(n - j for j in range(10))), 0)),
    ),
    _case(
        Slip.EDGE_SIZE,
        "2**n < 100 n from 1 on: right up to 9",
        Truth.FALSE,
        _asked(Less(2**k, 100 * k), variable=k, start=1),
    ),
    _case(
        Slip.EDGE_SIZE,
        "n**2 <= 2**n from 0 on: 9 and 8 at 3, and right from 4 on",
        Truth.FALSE,
        _asked(AtMost(n**2, 2**n)),
    ),
    _case(
        Slip.EDGE_SIZE,
        "n**2 <= 2**n from 4 on, with 2 n + 1 <= 2**n beside it",
        Truth.TRUE,
        _asked(All((AtMost(n**2, 2**n), AtMost(2 * n + 1, 2**n))), start=4),
    ),
    _case(
        Slip.EDGE_SIZE,
        "all horses have one colour: the step holds from 2 on only",
        Truth.FALSE,
        _asked(Equal(a(n), a(0)), ForAll(k, 2, Equal(a(k), a(k - 1)))),
    ),
    _case(
        Slip.EDGE_SIZE,
        "of two first values, to which the step reaches back, the second is wrong",
        Truth.FALSE,
        _asked(
            All((Equal(a(n), 2**n), Equal(a(n + 1), 2 ** (n + 1)))),
            Equal(a(0), 1),
            Equal(a(1), 3),
            ForAll(m, 0, Equal(a(m + 2), a(m + 1) + 2 * a(m))),
        ),
    ),
    _case(
        Slip.EDGE_SIZE,
        "the same with the first values 1 and 2",
        Truth.TRUE,
        _asked(
            All((Equal(a(n), 2**n), Equal(a(n + 1), 2 ** (n + 1)))),
            Equal(a(0), 1),
            Equal(a(1), 2),
            ForAll(m, 0, Equal(a(m + 2), a(m + 1) + 2 * a(m))),
        ),
    ),
    _case(
        Slip.EDGE_SIZE,
        "a sequence that falls from 1 on is at most its value at 0",
        Truth.FALSE,
        _asked(AtMost(a(n), a(0)), ForAll(k, 1, AtMost(a(k + 1), a(k)))),
    ),
    _case(
        Slip.EDGE_SIZE,
        "a sequence that falls from 0 on is at most its value at 0",
        Truth.TRUE,
        _asked(AtMost(a(n), a(0)), FALLS),
    ),
    _case(
        Slip.EDGE_SIZE,
        "a sequence that falls is less than its value at 0: not at 0",
        Truth.FALSE,
        _asked(Less(a(n), a(0)), FALLS),
    ),
    _case(
        Slip.EDGE_SIZE,
        "a sum from 0 with the last term of one from 1: 0 + ... + n = n (n + 1)/2 + 1",
        Truth.FALSE,
        _asked(Equal(_sum(k, n, 0), n * (n + 1) / 2 + 1)),
    ),
    _case(
        Slip.EDGE_SIZE,
        "a sum that is empty until n = 3 is not",
        Truth.FALSE,
        _asked(Less(0, _sum(a(k) ** 2 + 1, n, 3))),
    ),
    _case(
        Slip.EDGE_SIZE,
        "a sum that begins at 3, by the sum of one term less from n = 0 on",
        Truth.FALSE,
        _asked(Equal(_sum(1, n, 3), n - 2)),
    ),
    _case(
        Slip.POLE,
        "1/(n - 12) = (n + 12)/(n**2 - 144), which is not defined at 12",
        Truth.FALSE,
        _asked(Equal(1 / (n - 12), (n + 12) / (n**2 - 144))),
    ),
    _case(
        Slip.POLE,
        "1/(n - 7) <= 1: at 7 it has no value",
        Truth.FALSE,
        _asked(AtMost(1 / (n - 7), 1)),
    ),
    _case(
        Slip.POLE,
        "a(n) = 1 by a(m + 1) = a(m) (m - 3)/(m - 3), of which nothing is known at 3",
        Truth.FALSE,
        _asked(
            Equal(a(n), 1),
            Equal(a(0), 1),
            ForAll(m, 0, Equal(a(m + 1) * (m - 3), a(m) * (m - 3))),
        ),
    ),
    _case(
        Slip.HIDDEN_ASSUMPTION,
        "z = |z| from -3 on: at -3 it is 3",
        Truth.FALSE,
        _asked(Equal(z, sp.Abs(z)), variable=z, start=-3),
    ),
    _case(
        Slip.HIDDEN_ASSUMPTION,
        "(1 + x)**n >= 1 + n x for all real x: at x = -4, n = 3 it is -27 and -11",
        Truth.FALSE,
        _asked(AtMost(1 + n * x, (1 + x) ** n)),
    ),
    _case(
        Slip.HIDDEN_ASSUMPTION,
        "(1 + x)**n >= 1 + n x for x >= -1",
        Truth.TRUE,
        _asked(AtMost(1 + n * x, (1 + x) ** n), AtMost(-1, x)),
    ),
    _case(
        Slip.HIDDEN_ASSUMPTION,
        "an induction over a symbol that is declared even, though each value is to have a next",
        Truth.NO_STATEMENT,
        _asked(Equal((-1) ** even, 1), variable=even),
    ),
    _case(
        Slip.HIDDEN_ASSUMPTION,
        "an induction from -3 on over a symbol that is declared a count",
        Truth.NO_STATEMENT,
        _asked(Equal(n, sp.Abs(n)), start=-3),
    ),
    _case(
        Slip.HIDDEN_ASSUMPTION,
        "a hypothesis for all even m, written as one for all m",
        Truth.NO_STATEMENT,
        _asked(
            Equal(a(n), 1),
            ForAll(even, 0, Equal(a(even), 1)),
        ),
    ),
    _case(
        Slip.CONTRADICTION,
        "hypotheses that exclude each other",
        Truth.EMPTY,
        _asked(Equal(a(n), 7), Less(x, 1), Less(2, x)),
    ),
    _case(
        Slip.CONTRADICTION,
        "a hypothesis on n, which is bound",
        Truth.NO_STATEMENT,
        _asked(AtMost(n, 5), AtMost(n, 5)),
    ),
    _case(
        Slip.CONTRADICTION,
        "a hypothesis for all m in which the n of the induction stands free",
        Truth.NO_STATEMENT,
        _asked(AtMost(a(n), n), ForAll(m, 0, AtMost(a(m), n))),
    ),
    _case(
        Slip.EMPTY,
        "an induction without a statement",
        Truth.NO_STATEMENT,
        lambda: prove_by_induction(Equal(n, n)),
    ),
    _case(
        Slip.LAW,
        "an unknown function does not change: nothing is known of it",
        Truth.FALSE,
        _asked(Equal(a(n), a(0))),
    ),
    _case(
        Slip.LAW,
        "the sum of the first odd numbers is a square",
        Truth.TRUE,
        _asked(Equal(_sum(2 * k - 1, n), n**2)),
    ),
    _case(
        Slip.LAW,
        "of bits the sum is n, or the product 0",
        Truth.TRUE,
        _asked(
            Either(
                (
                    All((Equal(_sum(a(k), n), n), Equal(sp.Product(a(k), (k, 1, n)), 1))),
                    Equal(sp.Product(a(k), (k, 1, n)), 0),
                )
            ),
            ForAll(k, 1, Either((Equal(a(k), 0), Equal(a(k), 1)))),
        ),
    ),
    _case(
        Slip.LAW,
        "of bits from the second on the product is 0 or 1: the first may be 2",
        Truth.FALSE,
        _asked(
            Either((Equal(sp.Product(a(k), (k, 1, n)), 0), Equal(sp.Product(a(k), (k, 1, n)), 1))),
            ForAll(k, 2, Either((Equal(a(k), 0), Equal(a(k), 1)))),
        ),
    ),
    _case(
        Slip.ORDER_OF_EVALUATION,
        "two sequences that read each other: the new a for the old one",
        Truth.FALSE,
        _asked(
            Equal(a(n) + b(n), 2**n),
            All((Equal(a(0), 1), Equal(b(0), 0))),
            ForAll(m, 0, All((Equal(a(m + 1), a(m) + b(m)), Equal(b(m + 1), a(m + 1) + b(m))))),
        ),
    ),
    _case(
        Slip.ORDER_OF_EVALUATION,
        "two sequences that read each other",
        Truth.TRUE,
        _asked(
            Equal(a(n) + b(n), 2**n),
            All((Equal(a(0), 1), Equal(b(0), 0))),
            ForAll(m, 0, All((Equal(a(m + 1), a(m) + b(m)), Equal(b(m + 1), a(m) + b(m))))),
        ),
    ),
    _case(
        Slip.BRANCH,
        "a step by sqrt(x**2) = x: at x = -1 it is 1",
        Truth.FALSE,
        _asked(Equal(a(n), n * x), Equal(a(0), 0), ForAll(m, 0, Equal(a(m + 1), a(m) + abs(x)))),
    ),
    _case(
        Slip.CONSTANT,
        "the sum of the first odd numbers, with 2 k + 1 for 2 k - 1",
        Truth.FALSE,
        _asked(Equal(_sum(2 * k + 1, n), n**2)),
    ),
    _case(
        Slip.NAME,
        "the index of the sum is the variable of the induction: 1 + ... + n = n**2",
        Truth.FALSE,
        _asked(Equal(sp.Sum(n, (n, 1, n)), n**2)),
    ),
    _case(
        Slip.NAME,
        "a sequence of the same name in the hypothesis, which is not known to be real",
        Truth.FALSE,
        _asked(AtMost(a(n), 1), ForAll(m, 0, AtMost(sp.Function("a")(m), 1))),
    ),
    _case(
        Slip.FLOAT,
        "0.5 for a half",
        Truth.NO_STATEMENT,
        lambda: prove_by_induction(ForAll(n, 0, AtMost(sp.Float("0.5") * n, n))),
    ),
    _case(
        Slip.FLOAT,
        "an induction from True on",
        Truth.NO_STATEMENT,
        _asked(AtMost(n, n), start=True),
    ),
)
