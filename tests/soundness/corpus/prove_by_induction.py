"""Inductions whose obligations do not add up, given to `prove_by_induction`."""

from functools import partial
from typing import Any

import sympy as sp

from tests.soundness.cases import Case, Slip, Truth
from theorem_checks import Evidence, Verdict, prove_by_induction, prove_identity, prove_zero

_case = partial(Case, "prove_by_induction")

n = sp.Symbol("n", integer=True, nonnegative=True)
x, y = sp.symbols("x y")
A, B = sp.symbols("A B", commutative=False)
f, g = sp.Function("f"), sp.Function("g")
RIGHT = prove_identity(sp.Integer(1), 1)
WRONG = prove_identity(sp.Integer(1), 2)
TRIED = Evidence.holds("n up to 39")
HOLDS_AT_MOST = frozenset({Verdict.PROVED})  # where what was tried is honestly said


def _joined(base, step, variable: Any = "n", start=0):
    """Ask whether base and step make an induction."""
    return lambda: prove_by_induction(base=base, step=step, variable=variable, start=start)


even = sp.Symbol("n", even=True, nonnegative=True)


CASES = (
    _case(
        Slip.EDGE_SIZE,
        "3 2**n = 2**n: the step doubles both, the base 3 = 1 is wrong",
        Truth.FALSE,
        lambda: prove_by_induction(
            base=prove_identity(sp.Integer(3), 1),
            step=prove_identity(2 * (3 * 2**n), 3 * 2 ** (n + 1)),
            variable=n,
        ),
    ),
    _case(
        Slip.EDGE_SIZE,
        "n = n**2: right at 0, and the step from n to n + 1 fails at 1",
        Truth.FALSE,
        lambda: prove_by_induction(
            base=prove_identity(sp.Integer(0), 0),
            step=prove_identity(n**2 + 1, (n + 1) ** 2),
            variable=n,
        ),
    ),
    _case(
        Slip.EDGE_SIZE,
        "all horses have one colour: the step holds from 2 on only, the start is 1",
        Truth.FALSE,
        lambda: prove_by_induction(
            base=RIGHT,
            step=prove_identity(sp.Max(n, 2), n, assume=(n >= 2,)),
            variable=n,
            start=1,
        ),
    ),
    _case(
        Slip.EDGE_SIZE,
        "the same with n in the place of sqrt((n - 5)**2) + 5: at 0 it is 10",
        Truth.FALSE,
        lambda: prove_by_induction(
            base=RIGHT,
            step=prove_identity(sp.sqrt((x - 5) ** 2) + 5, x, assume=(x > 5,)),
            variable=x,
        ),
    ),
    _case(
        Slip.EDGE_SIZE,
        "of two first values, to which the step reaches back, the second is wrong",
        Truth.FALSE,
        _joined({"at 0": RIGHT, "at 1": WRONG}, RIGHT),
    ),
    _case(
        Slip.EDGE_SIZE,
        "n (n - 1) ... (n - 9) = 0 from n = 0 on: right up to 9, and the step fails",
        Truth.FALSE,
        lambda: prove_by_induction(
            base={f"at {i}": prove_zero(sp.Mul(*(i - j for j in range(10)))) for i in range(10)},
            step=prove_zero(sp.Mul(*(n + 10 - j for j in range(10)))),
            variable=n,
        ),
    ),
    _case(
        Slip.POLE,
        "a step that divides by n + 1, which is no count",
        Truth.TRUE,
        lambda: prove_by_induction(
            base=RIGHT, step=prove_identity((n**2 - 1) / (n + 1), n - 1), variable=n
        ),
    ),
    _case(
        Slip.POLE,
        "a base that divides by what is 0 everywhere",
        Truth.EMPTY,
        lambda: prove_by_induction(
            base=prove_zero(1 / ((x + 1) ** 2 - x**2 - 2 * x - 1)), step=RIGHT, variable=n
        ),
    ),
    _case(
        Slip.HIDDEN_ASSUMPTION,
        "n = |n| from -3 on: at -3 it is 3",
        Truth.FALSE,
        lambda: prove_by_induction(
            base=prove_identity(sp.Integer(-3), sp.Abs(sp.Integer(-3))),
            step=prove_identity(sp.Abs(n) + 1, n + 1),
            variable=n,
            start=-3,
        ),
    ),
    _case(
        Slip.CONTRADICTION,
        "a step under conditions that exclude each other",
        Truth.EMPTY,
        lambda: prove_by_induction(
            base=RIGHT, step=prove_identity(x, x + 1, assume=(x > 2, x < 1)), variable=n
        ),
    ),
    _case(
        Slip.CONTRADICTION,
        "a base that two engines see differently",
        Truth.FALSE,
        _joined(Evidence(Verdict.CONTRADICTION, "one witness against another"), RIGHT),
    ),
    _case(
        Slip.EMPTY,
        "an induction without a base",
        Truth.NO_STATEMENT,
        _joined({}, RIGHT),
    ),
    _case(
        Slip.EMPTY,
        "an induction without a step",
        Truth.NO_STATEMENT,
        _joined(RIGHT, {}),
    ),
    _case(
        Slip.EMPTY,
        "a step about nothing",
        Truth.EMPTY,
        _joined(RIGHT, Evidence.vacuous("No point meets the assumptions.")),
    ),
    _case(
        Slip.LAW,
        "n**2 + n + 41 is prime: tried up to 39, false at 40",
        Truth.FALSE,
        _joined(TRIED, TRIED),
        never=HOLDS_AT_MOST,
    ),
    _case(
        Slip.LAW,
        "a step that was tried and not proved, with a base that is proved",
        Truth.FALSE,
        _joined(RIGHT, TRIED),
        never=HOLDS_AT_MOST,
    ),
    _case(
        Slip.LAW,
        "one part of the step is tried, the others are proved",
        Truth.FALSE,
        _joined(RIGHT, {"one": RIGHT, "two": TRIED, "three": RIGHT}),
        never=HOLDS_AT_MOST,
    ),
    _case(
        Slip.LAW,
        "an unknown function does not change: f(t) = t gives 1 and 0 at 1",
        Truth.FALSE,
        lambda: prove_by_induction(
            base=prove_identity(f(0), f(0)), step=prove_identity(f(n + 1), f(n)), variable=n
        ),
    ),
    _case(
        Slip.LAW,
        "a true induction: the sum of the first odd numbers is a square",
        Truth.TRUE,
        lambda: prove_by_induction(
            base=prove_identity(sp.Integer(1), 1),
            step=prove_identity(n**2 + 2 * n + 1, (n + 1) ** 2),
            variable=n,
            start=1,
        ),
    ),
    _case(
        Slip.ORDER_OF_EVALUATION,
        "f(g(n)) = g(f(n)) by a step that exchanges them: f = x + 1, g = 2 x give 1 and 2 at 0",
        Truth.FALSE,
        lambda: prove_by_induction(base=RIGHT, step=prove_identity(f(g(n)), g(f(n))), variable=n),
    ),
    _case(
        Slip.ORDER_OF_FACTORS,
        "(A B)**n = A**n B**n: right at 0 and 1, at 2 not for shears",
        Truth.FALSE,
        lambda: prove_by_induction(
            base=RIGHT, step=prove_identity(A * B * A * B, A**2 * B**2), variable=n
        ),
    ),
    _case(
        Slip.TRANSPOSE,
        "a step that exchanges x y**2 and x**2 y: at x = 1, y = 2 it is 4 and 2",
        Truth.FALSE,
        lambda: prove_by_induction(base=RIGHT, step=prove_identity(x * y**2, x**2 * y), variable=n),
    ),
    _case(
        Slip.BRANCH,
        "a step by sqrt(x**2) = x: at x = -1 it is 1",
        Truth.FALSE,
        lambda: prove_by_induction(base=RIGHT, step=prove_identity(sp.sqrt(x**2), x), variable=n),
    ),
    _case(
        Slip.KINK,
        "a step by max(x, 0) = x: at x = -1 it is 0",
        Truth.FALSE,
        lambda: prove_by_induction(base=RIGHT, step=prove_identity(sp.Max(x, 0), x), variable=n),
    ),
    _case(
        Slip.CONSTANT,
        "a step with 2 n + 3 in place of 2 n + 1: at 0 it is 3, not 1",
        Truth.FALSE,
        lambda: prove_by_induction(
            base=RIGHT, step=prove_identity(n**2 + 2 * n + 3, (n + 1) ** 2), variable=n
        ),
    ),
    _case(
        Slip.POLE,
        "a step that divides by n - 12, at which the induction stops",
        Truth.FALSE,
        lambda: prove_by_induction(
            base=RIGHT,
            step=prove_identity((n**2 - 144) / (n - 12), n + 12),
            variable=n,
        ),
    ),
    _case(
        Slip.POLE,
        "a step that divides by 2**n - 4, at which the induction stops",
        Truth.FALSE,
        lambda: prove_by_induction(
            base=RIGHT, step=prove_identity((4**n - 16) / (2**n - 4), 2**n + 4), variable=n
        ),
    ),
    _case(
        Slip.POLE,
        "a step that divides by 1 + (-1)**n, which is 0 at odd n",
        Truth.FALSE,
        lambda: prove_by_induction(
            base=RIGHT,
            step=prove_identity(
                (n + 1) / (1 + (-1) ** n) - n / (1 + (-1) ** n), 1 / (1 + (-1) ** n)
            ),
            variable=n,
        ),
    ),
    _case(
        Slip.POLE,
        "one of two parts of a step divides by n - 3",
        Truth.FALSE,
        lambda: prove_by_induction(
            base=RIGHT,
            step={"one": RIGHT, "two": prove_identity((n**2 - 9) / (n - 3), n + 3)},
            variable="n",
        ),
    ),
    _case(
        Slip.HIDDEN_ASSUMPTION,
        "an induction over a symbol that is declared even, though each value is to have a next",
        Truth.NO_STATEMENT,
        _joined(RIGHT, RIGHT, variable=even),
    ),
    _case(
        Slip.HIDDEN_ASSUMPTION,
        "an induction from -3 on over a symbol that is declared a count",
        Truth.NO_STATEMENT,
        _joined(RIGHT, RIGHT, variable=n, start=-3),
    ),
    _case(
        Slip.FLOAT,
        "an induction from True on",
        Truth.NO_STATEMENT,
        _joined(RIGHT, RIGHT, start=True),
    ),
    _case(
        Slip.NAME,
        "an induction over a variable without a name",
        Truth.NO_STATEMENT,
        _joined(RIGHT, RIGHT, variable=""),
    ),
    _case(
        Slip.POLE,
        "a true induction by a step that divides by n + 1, which no n from 0 on makes 0",
        Truth.TRUE,
        lambda: prove_by_induction(
            base=RIGHT, step=prove_identity((n**2 - 1) / (n + 1), n - 1), variable=n
        ),
        never=frozenset(set(Verdict) - {Verdict.PROVED}),
    ),
    _case(
        Slip.POLE,
        "a step that divides by n - x: at n = x the induction stops",
        Truth.FALSE,
        lambda: prove_by_induction(
            base=RIGHT,
            step=prove_identity((n**2 - x**2) / (n - x), n + x),
            variable="n",
        ),
    ),
)
