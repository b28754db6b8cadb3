"""Functions that ask their argument a question, and go on as if the answer held for all values."""

from functools import partial
from typing import Any

import sympy as sp

from tests.soundness.cases import Case, Slip, Truth
from theorem_checks import (
    agree,
    arrays_of,
    best_constant,
    equal_maps,
    largest_difference,
    prove_for_all_inputs,
    prove_inequality,
    prove_piecewise_at_most,
    prove_piecewise_equal,
    reals,
    relu,
    search,
)

__all__ = ["CASES"]


def _looked_up(t: Any) -> Any:
    """1 at 0, and 0 elsewhere."""
    return {0: 1}.get(t, 0)


def _swallowed(t: Any) -> Any:
    """0 from 1000 on."""
    try:
        late = t > 1000
        return 0 * t if late else t
    except Exception:
        return t


def _by_type(t: Any) -> Any:
    """The square of a number; of anything else its double."""
    return t * t if type(t).__name__ in ("int", "Fraction") else 2 * t


_for_inputs = partial(Case, "prove_for_all_inputs", Slip.BRANCH)
_piecewise = partial(Case, "prove_piecewise_equal", Slip.BRANCH)
_inequality = partial(Case, "prove_inequality")
_maps = partial(Case, "equal_maps", Slip.BRANCH)

n = sp.Symbol("n", integer=True)

CASES = (
    _for_inputs(
        "{0: 1}.get(x, 0) = 0 for all real x: at 0 it is 1",
        Truth.FALSE,
        lambda: prove_for_all_inputs(lambda x: _looked_up(x[0]) == 0 * x[0], {"x": (1,)}),
    ),
    _for_inputs(
        "a branch at 1000 in a try block changes nothing: from there on it is 0",
        Truth.FALSE,
        lambda: prove_for_all_inputs(lambda x: _swallowed(x[0]) == x[0], {"x": (1,)}),
    ),
    _for_inputs(
        "a function that tells numbers from variables is 2 x: at 1 it is 1",
        Truth.FALSE,
        lambda: prove_for_all_inputs(lambda x: _by_type(x[0]) == 2 * x[0], {"x": (1,)}),
    ),
    Case(
        "prove_for_all_inputs",
        Slip.NAME,
        "the entry [1, 0] of x is the entry [0] of x_1: they are different inputs",
        Truth.FALSE,
        lambda: prove_for_all_inputs(lambda x, x_1: x[1, 0] == x_1[0], {"x": (2, 1), "x_1": (1,)}),
    ),
    Case(
        "prove_for_all_inputs",
        Slip.EMPTY,
        "an array of shape (0,) is its own double, entry by entry",
        Truth.EMPTY,
        lambda: prove_for_all_inputs(lambda x: agree(x, 2 * x), {"x": (0,)}),
    ),
    _piecewise(
        "{0: 1}.get(t, 0) = 0 for all t: at 0 it is 1",
        Truth.FALSE,
        lambda: prove_piecewise_equal(_looked_up, 0),
    ),
    _piecewise(
        "(t == 0) + t = t: at 0 it is 1",
        Truth.FALSE,
        lambda: prove_piecewise_equal(lambda t: 1 + t if t == 0 else t, lambda t: t),
    ),
    _piecewise(
        "a branch at 1000 in a try block is the identity: at 1001 it is 0",
        Truth.FALSE,
        lambda: prove_piecewise_equal(_swallowed, lambda t: t),
    ),
    _piecewise(
        "a function that tells numbers from functions is 2 t: at 1 it is 1",
        Truth.FALSE,
        lambda: prove_piecewise_equal(_by_type, lambda t: 2 * t),
    ),
    Case(
        "prove_piecewise_equal",
        Slip.NAME,
        "relu(x) = relu(y) for all x, y: at 1, 0 they are 1 and 0",
        Truth.FALSE,
        lambda: prove_piecewise_equal(relu(reals("x")), relu(reals("y"))),
    ),
    Case(
        "prove_piecewise_at_most",
        Slip.BRANCH,
        "t <= 0 where t is taken for 0 unless it is true: at 1 it is 1",
        Truth.FALSE,
        lambda: prove_piecewise_at_most(lambda t: 0 if t else 0 * t, lambda t: t if not t else -1),
    ),
    Case(
        "largest_difference",
        Slip.BRANCH,
        "t if t < 1000 else 0 has no largest value: it is below 1000",
        Truth.NO_STATEMENT,
        lambda: largest_difference(lambda t: t if t < 1000 else 0),
    ),
    _inequality(
        Slip.BRANCH,
        "the midpoint of x is below 3/4 for x in [0, 1]: at 1 it is 1",
        Truth.FALSE,
        lambda: prove_inequality(lambda x: x.mid(), {"x": (0, 1)}, "<", "3/4"),
    ),
    _inequality(
        Slip.BRANCH,
        "0 if x is exact and else x is at most 0 on [0, 1], or at least 1: at 1/3 it is 1/3",
        Truth.FALSE,
        lambda: prove_inequality(
            lambda x: 0 * x if not x.is_exact() else x, {"x": (0, 1)}, "<=", 0
        ),
    ),
    _inequality(
        Slip.BRANCH,
        "x without its whole numbers is below 1/2 on [0, 1]: at 1 the function is 1",
        Truth.FALSE,
        lambda: prove_inequality(
            lambda x: x if x.unique_fmpz() is not None else 0 * x, {"x": (0, 1)}, "<", "1/2"
        ),
    ),
    _inequality(
        Slip.HIDDEN_ASSUMPTION,
        "sin(pi x) < 1/2 on [0, 5], with an integer x for SymPy: at 1/2 it is 1",
        Truth.FALSE,
        lambda: prove_inequality(sp.sin(sp.pi * n), {n: (0, 5)}, "<", sp.Rational(1, 2)),
    ),
    _inequality(
        Slip.HIDDEN_ASSUMPTION,
        "the same, with the interval given by a name",
        Truth.FALSE,
        lambda: prove_inequality(sp.sin(sp.pi * n), {"n": (0, 5)}, "<", sp.Rational(1, 2)),
    ),
    Case(
        "best_constant",
        Slip.HIDDEN_ASSUMPTION,
        "the largest |p| - p on [-1, 1] is 0, with a positive p for SymPy: at -1 it is 2",
        Truth.NO_STATEMENT,
        lambda: best_constant(
            abs(sp.Symbol("p", positive=True)) - sp.Symbol("p", positive=True), 1, {"p": (-1, 1)}
        ),
    ),
    _maps(
        "{0: 1}.get(x, 0) = 0: at 0 it is 1",
        Truth.FALSE,
        lambda: equal_maps(lambda x: _looked_up(x[0]), lambda x: 0, sizes=[(1,)]),
    ),
    _maps(
        "a branch at 1000 in a try block is the identity on one number: at 1001 it is 0",
        Truth.FALSE,
        lambda: equal_maps(lambda x: _swallowed(x[0]), lambda x: x[0], sizes=[(1,)]),
    ),
    Case(
        "equal_maps",
        Slip.FLOAT,
        "x to the power 1/2, given by a float that is cut to 0, is 1",
        Truth.NO_STATEMENT,
        lambda: equal_maps(lambda x: x[0] ** 0.5, lambda x: 1, sizes=[(1,)]),
    ),
    Case(
        "equal_maps",
        Slip.ORDER_OF_EVALUATION,
        "a map that sets the first entry of its input to 0 is the identity: at 1 it is 0",
        Truth.FALSE,
        lambda: equal_maps(_zeroing, lambda x: x, sizes=[(2,)]),
    ),
    Case(
        "search",
        Slip.EMPTY,
        "all arrays of shape (0,) are 1 in all entries",
        Truth.EMPTY,
        lambda: search({"x": arrays_of(0)}, lambda x: bool((x == 1).all())),
    ),
)


def _zeroing(x: Any) -> Any:
    x[0] = 0 * x[0]
    return x
