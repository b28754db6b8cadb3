"""Piecewise-linear functions that are not equal."""

from fractions import Fraction
from functools import partial
from typing import Any

from tests.soundness.cases import Case, Slip, Truth
from theorem_checks import (
    clamp,
    prove_piecewise_equal,
    reals,
    relu,
    where,
)

__all__ = ["CASES"]

_equal = partial(Case, "prove_piecewise_equal")

x = reals("x")


def _tent(t: Any) -> Any:
    return 1 - abs(2 * t - 1)


def _swallowing(t: Any) -> Any:
    try:
        late = t == 7
    except Exception:
        late = False
    return t + 1 if late else t


CASES = (
    _equal(
        Slip.BRANCH,
        "1 if t == 0 else 0 is 0: at 0 it is 1",
        Truth.NO_STATEMENT,
        lambda: prove_piecewise_equal(lambda t: 1 if t == 0 else 0, 0),
    ),
    _equal(
        Slip.BRANCH,
        "5 if not t else t is t: at 0 it is 5",
        Truth.NO_STATEMENT,
        lambda: prove_piecewise_equal(lambda t: t if t else 5, lambda t: t),
    ),
    _equal(
        Slip.BRANCH,
        "{0: 1}.get(t, 0) is 0: at 0 it is 1",
        Truth.NO_STATEMENT,
        lambda: prove_piecewise_equal(lambda t: {0: 1}.get(t, 0), 0),
    ),
    _equal(
        Slip.BRANCH,
        "3 if t in {1, 2} else t is t: at 1 it is 3",
        Truth.NO_STATEMENT,
        lambda: prove_piecewise_equal(lambda t: 3 if t in {1, 2} else t, lambda t: t),
    ),
    _equal(
        Slip.BRANCH,
        "t + 1 if t == 7, with the error swallowed, else t, is t: at 7 it is 8",
        Truth.NO_STATEMENT,
        lambda: prove_piecewise_equal(_swallowing, lambda t: t),
    ),
    _equal(
        Slip.BRANCH,
        "t if t != 4 else 0 is t: at 4 it is 0",
        Truth.NO_STATEMENT,
        lambda: prove_piecewise_equal(lambda t: t if t != 4 else 0 * t, lambda t: t),
    ),
    _equal(
        Slip.BRANCH,
        "where(t > 0, 1, 0) is a ramp of slope 1000: at 1/2000 it is 1, not 1/2",
        Truth.FALSE,
        lambda: prove_piecewise_equal(where(x > 0, 1, 0), clamp(1000 * x, 0, 1)),
    ),
    _equal(
        Slip.ORDER_OF_EVALUATION,
        "the length of the text of t is constant: the text of 10 is longer than that of 1",
        Truth.NO_STATEMENT,
        lambda: prove_piecewise_equal(lambda t: len(str(t)), lambda t: len(f"{t}")),
    ),
    _equal(
        Slip.ORDER_OF_EVALUATION,
        "max(t, 0) of Python is t: it asks which is larger; at -1 they differ",
        Truth.NO_STATEMENT,
        lambda: prove_piecewise_equal(lambda t: max(t, 0), lambda t: t),
    ),
    _equal(
        Slip.KINK,
        "abs = relu: at -1 they are 1 and 0",
        Truth.FALSE,
        lambda: prove_piecewise_equal(abs, relu),
    ),
    _equal(
        Slip.KINK,
        "two tents are one: at 1/4 the first is 1, the second 1/2",
        Truth.FALSE,
        lambda: prove_piecewise_equal(lambda t: _tent(_tent(t)), _tent, on=(0, 1)),
    ),
    _equal(
        Slip.KINK,
        "a kink at 10^9 does not show: relu(t - 10^9) is 0; at 10^9 + 1 it is 1",
        Truth.FALSE,
        lambda: prove_piecewise_equal(lambda t: relu(t - 10**9), 0),
    ),
    _equal(
        Slip.KINK,
        "kinks at 0 and 10^-9 are one: relu(t) and relu(t - 10^-9) differ at 1",
        Truth.FALSE,
        lambda: prove_piecewise_equal(relu, lambda t: relu(t - Fraction(1, 10**9))),
    ),
    _equal(
        Slip.EDGE_SIZE,
        "relu = 0 on [0, 0] and so on [-1, 1]: at 1 it is 1",
        Truth.FALSE,
        lambda: prove_piecewise_equal(relu, 0, on=(-1, 1)),
    ),
    _equal(
        Slip.EMPTY,
        "t = t + 1 for all t in [1, 0]: there is none",
        Truth.EMPTY,
        lambda: prove_piecewise_equal(lambda t: t, lambda t: t + 1, on=(1, 0)),
    ),
    _equal(
        Slip.POLE,
        "t / (t - t) = 1: divided by 0 at each t",
        Truth.FALSE,
        lambda: prove_piecewise_equal(lambda t: t / (t - t), 1),
    ),
    _equal(
        Slip.POLE,
        "1 / t = 1 / t: not defined at 0, and not linear",
        Truth.FALSE,
        lambda: prove_piecewise_equal(lambda t: 1 / t, lambda t: 1 / t),
    ),
    _equal(
        Slip.FLOAT,
        "t / 10 = 0.1 t, with a float",
        Truth.NO_STATEMENT,
        lambda: prove_piecewise_equal(lambda t: t / 10, lambda t: 0.1 * t),
    ),
    _equal(
        Slip.HIDDEN_ASSUMPTION,
        "relu(t) relu(t) = relu(t), as for signs: a product is not linear, and at 2 it is 4",
        Truth.FALSE,
        lambda: prove_piecewise_equal(lambda t: relu(t) * relu(t), relu),
    ),
    _equal(
        Slip.NAME,
        "relu(x) = relu(y) in another variable: at x = 1, y = 0 not; there are two variables",
        Truth.FALSE,
        lambda: prove_piecewise_equal(relu(x) - relu(reals("y")), 0),
    ),
    _equal(
        Slip.CONSTANT,
        "a clamp made of relu(t) - relu(t - 1) + 1/1000: at 0 it is 1/1000",
        Truth.FALSE,
        lambda: prove_piecewise_equal(
            lambda t: relu(t) - relu(t - 1) + Fraction(1, 1000), lambda t: clamp(t, 0, 1)
        ),
    ),
    _equal(
        Slip.KINK,
        "|t| = relu(t) + relu(-t), which is true",
        Truth.TRUE,
        lambda: prove_piecewise_equal(abs, lambda t: relu(t) + relu(-t)),
    ),
    _equal(
        Slip.BRANCH,
        "t if it has kinks, else 0, is t: a number has none, and at 1 it is 0",
        Truth.FALSE,
        lambda: prove_piecewise_equal(lambda t: t if hasattr(t, "kinks") else 0 * t, lambda t: t),
    ),
    _equal(
        Slip.BRANCH,
        "7 if t is a Fraction, else t, is t: at 1 it is 7",
        Truth.FALSE,
        lambda: prove_piecewise_equal(lambda t: 7 if isinstance(t, Fraction) else t, lambda t: t),
    ),
    _equal(
        Slip.BRANCH,
        "the value at 3 if t can be called, else t, is 3: at 1 it is 1",
        Truth.FALSE,
        lambda: prove_piecewise_equal(lambda t: t(3) if callable(t) else t, 3),
    ),
)
