"""Exponentials, quotients and largest entries of arrays: laws taken for more than they are."""

from functools import partial

import sympy as sp

from tests.soundness.cases import NOT_PROVED, Case, Slip, Truth, outright
from theorem_checks import (
    All,
    AtMost,
    Equal,
    Implies,
    Less,
    apply_fact,
    arithmetic,
    at_numbers,
    by_fact,
    exp,
    norm_inf,
    prove,
    softmax,
)
from theorem_checks.facts.inequalities import EXPONENTIAL_INCREASES, LEAST_BOUND, TERM_OF_A_SUM
from theorem_checks.statements.worlds.symbolic import Symbolic

_same = partial(Case, "prove_equal_arrays")
_order = partial(Case, "prove_arrays_ordered")
_arithmetic = partial(Case, "arithmetic")
_fact = partial(Case, "by_fact")
_numbers = partial(Case, "at_numbers")

w = Symbolic()
d, n, s, z = w.size("d"), w.size("n", least=0), w.number("s"), w.number("z", complex=True)
x, y, few, c = w.array("x", d), w.array("y", d), w.array("few", n), w.array("c")
t, positive = sp.Symbol("t", real=True), sp.Symbol("p", positive=True)


def _summed_over_itself():
    """The sum over i of e^(x_i) (1/e^(x_i)) is d, and not the quotient of two sums."""
    return prove(Equal((exp(x) / exp(x).sum()).sum() * d, (exp(x) * exp(-y)).sum()))


CASES = (
    _same(
        Slip.ORDER_OF_EVALUATION,
        "the softmax of 2 x is that of x: of (0, 1) it is another one",
        Truth.FALSE,
        lambda: prove(Equal(softmax(2 * x), softmax(x))),
    ),
    _same(
        Slip.ORDER_OF_EVALUATION,
        "e^(x + y) = e^x + e^y: at 0 it is 1 = 2",
        Truth.FALSE,
        lambda: prove(Equal(exp(x + y), exp(x) + exp(y))),
    ),
    _same(
        Slip.ORDER_OF_EVALUATION,
        "e^(x y) = e^x e^y entry by entry: at (0, 1) it is 1 = e",
        Truth.FALSE,
        lambda: prove(Equal(exp(x * y), exp(x) * exp(y))),
    ),
    _same(
        Slip.ORDER_OF_EVALUATION,
        "a sum of products is the product of sums: e^(x_1) + e^(x_2) at 0 is 2, and not 4",
        Truth.FALSE,
        lambda: prove(Equal((exp(x) * exp(y)).sum(), exp(x).sum() * exp(y).sum())),
    ),
    _same(
        Slip.NAME,
        "the sum of quotients is the quotient of sums, times d",
        Truth.FALSE,
        _summed_over_itself,
    ),
    _same(
        Slip.EDGE_SIZE,
        "the softmax of a vector adds up to 1: of none it adds up to 0",
        Truth.FALSE,
        lambda: outright(prove(Equal(softmax(few).sum(), c * 0 + 1))),
    ),
    _same(
        Slip.POLE,
        "s / s = 1 for a sum of entries, which may be 0",
        Truth.FALSE,
        lambda: prove(Equal(x.sum() / x.sum(), c * 0 + 1)),
    ),
    _same(
        Slip.POLE,
        "s / s = 1 where s is e^(c) - e^(-c), which is 0 at c = 0",
        Truth.FALSE,
        lambda: prove(Equal((exp(c) - exp(-c)) / (exp(c) - exp(-c)), c * 0 + 1)),
    ),
    _same(
        Slip.EMPTY,
        "the largest entry of x + 1 is that of x, and 1: of (-1) it is 0",
        Truth.FALSE,
        lambda: prove(Equal(norm_inf(x + 1), norm_inf(x) + 1)),
    ),
    _same(
        Slip.HIDDEN_ASSUMPTION,
        "the largest entry of x y is that of x times that of y: of (1, 0) and (0, 1) it is 0",
        Truth.FALSE,
        lambda: prove(Equal(norm_inf(x * y), norm_inf(x) * norm_inf(y))),
    ),
    _same(
        Slip.HIDDEN_ASSUMPTION,
        "e^(z x) e^(-z x) = 1 is no statement about arrays of real numbers where z is complex",
        Truth.NO_STATEMENT,
        lambda: prove(Equal(exp(x * z) * exp(-x * z), x * 0 + 1)),
    ),
    _order(
        Slip.EDGE_SIZE,
        "a sum of exponentials is positive: of none it is 0",
        Truth.FALSE,
        lambda: outright(prove(Less(c * 0, exp(few).sum()))),
    ),
    _order(
        Slip.HIDDEN_ASSUMPTION,
        "e^x is at least 1: at x = -1 it is not",
        Truth.FALSE,
        lambda: prove(AtMost(x * 0 + 1, exp(x))),
    ),
    _order(
        Slip.HIDDEN_ASSUMPTION,
        "s e^x is not negative: of s = -1 it is",
        Truth.FALSE,
        lambda: prove(AtMost(x * 0, exp(x) * s)),
    ),
    _order(
        Slip.KINK,
        "the largest entry of a vector is positive: of 0 it is 0",
        Truth.FALSE,
        lambda: prove(Less(c * 0, norm_inf(x))),
    ),
    _arithmetic(
        Slip.EDGE_SIZE,
        "from that no entry of a vector is 0 or more and 0 or less, 1 <= 0: it may have none",
        Truth.FALSE,
        lambda: arithmetic(Implies(All((Less(few, few * 0), Less(few * 0, few))), AtMost(1, 0))),
    ),
    _arithmetic(
        Slip.EDGE_SIZE,
        "the same beside what is said of each entry",
        Truth.FALSE,
        lambda: arithmetic(
            Implies(
                All((Less(few, few * 0), Less(few * 0, few))),
                All((AtMost(c * 0 + 1, c * 0), AtMost(few, few))),
            )
        ),
    ),
    _arithmetic(
        Slip.NAME,
        "what is at most the sum of some entries is at most one of them",
        Truth.FALSE,
        lambda: arithmetic(Implies(AtMost(c, x.sum()), AtMost(x * 0 + c, x))),
    ),
    _arithmetic(
        Slip.POLE,
        "1 / x is positive, for e^x - 1 in place of x",
        Truth.FALSE,
        lambda: arithmetic(Less(c * 0, 1 / (exp(c) - 1))),
    ),
    _arithmetic(
        Slip.CONSTANT,
        "the softmax is at most 1/2: of (1, 0) it is more",
        Truth.FALSE,
        lambda: arithmetic(AtMost(softmax(x) * 2, x * 0 + 1), seconds=1),
    ),
    _arithmetic(
        Slip.HIDDEN_ASSUMPTION,
        "exponentials fall, by arithmetic alone",
        Truth.FALSE,
        lambda: arithmetic(Implies(AtMost(x, y), AtMost(exp(y), exp(x))), seconds=1),
    ),
    _fact(
        Slip.HIDDEN_ASSUMPTION,
        "e^x <= e^y of any two vectors, as nothing says that x <= y",
        Truth.FALSE,
        lambda: by_fact(EXPONENTIAL_INCREASES, {"n": d, "x": x, "y": y}, seconds=1)[1],
    ),
    _fact(
        Slip.HIDDEN_ASSUMPTION,
        "an entry is at most the sum of all, which may be negative",
        Truth.FALSE,
        lambda: by_fact(TERM_OF_A_SUM, {"n": d, "x": x}, seconds=1)[1],
    ),
    _fact(
        Slip.EMPTY,
        "the largest size of an entry of none is at most -1: the fact is about sizes from 1 on",
        Truth.NO_STATEMENT,
        lambda: apply_fact(LEAST_BOUND, {"n": n, "x": few, "m": c * 0 - 1}),
    ),
    _numbers(
        Slip.HIDDEN_ASSUMPTION,
        "what is true of positive numbers is true of the sum of any entries",
        Truth.NO_STATEMENT,
        lambda: at_numbers(Less(0, positive), {positive: x.sum()})[1],
    ),
    _numbers(
        Slip.NAME,
        "1 + t <= e^t at the entries of a vector, which is no number",
        Truth.NO_STATEMENT,
        lambda: at_numbers(AtMost(1 + t, sp.exp(t)), {t: x})[1],
    ),
    _numbers(
        Slip.POLE,
        "t / t = 1 at a sum of entries, which may be 0",
        Truth.FALSE,
        lambda: at_numbers(Equal(1 / t * (t**2 + t) - t, 1), {t: x.sum()})[1],
        NOT_PROVED,
    ),
)
