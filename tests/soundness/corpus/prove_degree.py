"""Degrees for given weights, given to `prove_degree` and `exact_degree`."""

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from typing import Any

from tests.soundness.cases import Case, Slip, Truth
from theorem_checks import Evidence, Route, exact_degree, prove_degree
from theorem_checks.verdicts.routes import Engine

_case = partial(Case, "prove_degree")
_exact = partial(Case, "exact_degree")

ONE = {"x": (1,)}
TWO = {"x": (2,)}
UNIT = [[1, 0], [0, 1]]
NILPOTENT = [[0, 1], [0, 0]]
UPPER, LOWER = [[1, 1], [0, 1]], [[1, 0], [1, 1]]


def _of_degree(
    network: Callable[..., Any], degree: Any, weights: Any = None, inputs: Any = None
) -> Callable[[], Evidence]:
    """Ask whether a network has this degree."""
    sizes = ONE if inputs is None else inputs
    return lambda: prove_degree(network, degree, inputs=sizes, weights=weights or {})


def _exactly(
    network: Callable[..., Any], degree: int, weights: Any = None, inputs: Any = None
) -> Callable[[], Evidence]:
    """Ask for the degree alone."""

    def ask() -> Evidence:
        sizes = ONE if inputs is None else inputs
        if exact_degree(network, inputs=sizes, weights=weights or {}).total == degree:
            route = Route.deciding("the output as polynomials", Engine.FLINT)
            return Evidence.proved(f"degree {degree}", routes=(route,))
        return Evidence.refuted(reason="The degree is another one.")

    return ask


def _cubic_late() -> Callable[..., Any]:
    calls = []

    def network(x):
        calls.append(1)
        return x if len(calls) == 1 else x * x * x

    return network


def _swallowing(x):
    try:
        same = bool(x == x * 1)
    except TypeError:
        same = False
    return x * x * x if same else x


CASES = (
    _case(
        Slip.CONSTANT,
        "(x + 1) (x - 1) - x**2 has degree 2: it is -1, of degree 0",
        Truth.FALSE,
        _of_degree(lambda x: (x + 1) * (x - 1) - x * x, 2),
    ),
    _case(
        Slip.CONSTANT,
        "x**2 + 10**-30 x**3 has degree 2: it has 3",
        Truth.FALSE,
        _of_degree(lambda x: x * x + x * x * x * Fraction(1, 10**30), 2),
    ),
    _case(
        Slip.CONSTANT,
        "x**2 + x has degree 1: it has 2",
        Truth.FALSE,
        _of_degree(lambda x: x * x + x, 1),
    ),
    _case(
        Slip.CONSTANT,
        "x**2 + x has degree 3, a bound: it has 2",
        Truth.FALSE,
        _of_degree(lambda x: x * x + x, 3),
    ),
    _case(
        Slip.EDGE_SIZE,
        "x - x has degree 0: it is 0, of degree -1",
        Truth.FALSE,
        _of_degree(lambda x: x - x, 0),
    ),
    _case(
        Slip.EDGE_SIZE,
        "x - x + 1 has degree -1: it is 1, of degree 0",
        Truth.FALSE,
        _of_degree(lambda x: x - x + 1, -1),
    ),
    _case(
        Slip.EDGE_SIZE,
        "0 times x**2 has degree -1",
        Truth.TRUE,
        _of_degree(lambda w, x: w * x * x, -1, {"w": [0]}),
    ),
    _case(
        Slip.EDGE_SIZE,
        "w x**2 has degree 2, with w = 0: it is 0",
        Truth.FALSE,
        _of_degree(lambda w, x: w * x * x, 2, {"w": [0]}),
    ),
    _case(
        Slip.HIDDEN_ASSUMPTION,
        "(N x) (N x) has degree 2 for N with N N = 0",
        Truth.TRUE,
        _of_degree(lambda N, x: (N @ x) * (N @ x), 2, {"N": NILPOTENT}, TWO),
    ),
    _case(
        Slip.HIDDEN_ASSUMPTION,
        "N (N x) times x has degree 2 for N with N N = 0: it is 0",
        Truth.FALSE,
        _of_degree(lambda N, x: (N @ (N @ x)) * x, 2, {"N": NILPOTENT}, TWO),
    ),
    _case(
        Slip.ORDER_OF_FACTORS,
        "(A B - B A) x times x is 0 for two shears: it has degree 2",
        Truth.FALSE,
        _of_degree(
            lambda A, B, x: (A @ (B @ x) - B @ (A @ x)) * x, -1, {"A": UPPER, "B": LOWER}, TWO
        ),
    ),
    _case(
        Slip.ORDER_OF_FACTORS,
        "(A B - B A) x times x has degree 2 for A = 1: it is 0",
        Truth.FALSE,
        _of_degree(
            lambda A, B, x: (A @ (B @ x) - B @ (A @ x)) * x, 2, {"A": UNIT, "B": LOWER}, TWO
        ),
    ),
    _case(
        Slip.TRANSPOSE,
        "(A x) (A^T x) has degree 2 for A = (0, 1; 0, 0): the entries are x_1 0 and 0 x_0",
        Truth.FALSE,
        _of_degree(lambda A, x: (A @ x) * (A.T @ x), 2, {"A": NILPOTENT}, TWO),
    ),
    _case(
        Slip.TRANSPOSE,
        "x^T A x of an antisymmetric matrix has degree 2: it is 0",
        Truth.FALSE,
        _of_degree(lambda A, x: (A @ x) @ x, 2, {"A": [[0, 1], [-1, 0]]}, TWO),
    ),
    _case(
        Slip.TRANSPOSE,
        "x^T A x of an antisymmetric matrix has degree -1",
        Truth.TRUE,
        _of_degree(lambda A, x: (A @ x) @ x, -1, {"A": [[0, 1], [-1, 0]]}, TWO),
    ),
    _case(
        Slip.ORDER_OF_EVALUATION,
        "(x**2)**2 has the degree 3 of x x**2: it has 4",
        Truth.FALSE,
        _of_degree(lambda x: (x * x) * (x * x), 3),
    ),
    _case(
        Slip.ORDER_OF_EVALUATION,
        "x at the first call, x**3 at all others, has degree 1",
        Truth.FALSE,
        lambda: prove_degree(_cubic_late(), 1, inputs=ONE, weights={}),
    ),
    _case(
        Slip.NAME,
        "x y has degree 1 in inputs x and x[0: it has 2",
        Truth.FALSE,
        _of_degree(lambda **arrays: arrays["x"] * arrays["x[0"], 1, None, {"x": (1,), "x[0": (1,)}),
    ),
    _case(
        Slip.NAME,
        "x[1, 0] of a matrix and x[1,0][0] of another input are two variables: x - y is not 0",
        Truth.FALSE,
        _of_degree(
            lambda **arrays: arrays["x"][1] - arrays["x[1,0]"],
            -1,
            None,
            {"x": (2, 1), "x[1,0]": (1,)},
        ),
    ),
    _case(
        Slip.CONTRADICTION,
        "a map has degree -3",
        Truth.NO_STATEMENT,
        _of_degree(lambda x: x, -3),
    ),
    _case(
        Slip.FLOAT,
        "x w has degree 1 with w = 0.5",
        Truth.NO_STATEMENT,
        _of_degree(lambda w, x: w * x, 1, {"w": [0.5]}),
    ),
    _exact(
        Slip.EDGE_SIZE,
        "w x**2 + x has degree 2, with w = 0: it has 1",
        Truth.FALSE,
        _exactly(lambda w, x: w * x * x + x, 2, {"w": [0]}),
    ),
    _exact(
        Slip.CONSTANT,
        "(x + 1)**2 - x**2 has degree 2: it has 1",
        Truth.FALSE,
        _exactly(lambda x: (x + 1) * (x + 1) - x * x, 2),
    ),
    _exact(
        Slip.FLOAT,
        "x + 0.0 has degree 1",
        Truth.NO_STATEMENT,
        _exactly(lambda x: x + 0.0, 1),
    ),
    _exact(
        Slip.NAME,
        "inputs x and x[0 keep their degrees apart: x y has degree 1",
        Truth.FALSE,
        _exactly(lambda **arrays: arrays["x"] * arrays["x[0"], 1, None, {"x": (1,), "x[0": (1,)}),
    ),
    _case(
        Slip.BRANCH,
        "x**3 where x[0] == x[0], else x, has degree 1: it has 3",
        Truth.NO_STATEMENT,
        _of_degree(lambda x: x * x * x if x[0] == x[0] else x, 1),
    ),
    _case(
        Slip.BRANCH,
        "x where x is not 0 as a truth value, else 1, has degree 1: at 0 it is 1",
        Truth.NO_STATEMENT,
        _of_degree(lambda x: x if x else x * 0 + 1, 1),
    ),
    _case(
        Slip.BRANCH,
        "by a table 1 at x = 0, else x, has degree 1: at 0 it is 1",
        Truth.NO_STATEMENT,
        _of_degree(lambda x: {0: x * 0 + 1}.get(x, x), 1),
    ),
    _case(
        Slip.BRANCH,
        "x**3 where x equals itself, else x, has degree 1; the error is caught",
        Truth.NO_STATEMENT,
        _of_degree(_swallowing, 1),
    ),
    _case(
        Slip.KINK,
        "x where x < 0, else -x, has degree 1: it is no polynomial",
        Truth.NO_STATEMENT,
        _of_degree(lambda x: x if x < 0 else -x, 1),
    ),
    _case(
        Slip.POLE,
        "1 / x has degree -1: it is no polynomial",
        Truth.NO_STATEMENT,
        _of_degree(lambda x: 1 / x, -1),
    ),
    _case(
        Slip.EMPTY,
        "a map that returns an empty list has degree -1",
        Truth.EMPTY,
        _of_degree(lambda x: [], -1),
    ),
    _case(
        Slip.EMPTY,
        "x times x for vectors without entries has degree -1",
        Truth.EMPTY,
        _of_degree(lambda x: x * x, -1, None, {"x": (0,)}),
    ),
    _exact(
        Slip.BRANCH,
        "x**3 where x[0] == x[0], else x, has degree 1: it has 3",
        Truth.NO_STATEMENT,
        _exactly(lambda x: x * x * x if x[0] == x[0] else x, 1),
    ),
    _exact(
        Slip.EMPTY,
        "a map that returns an empty list has degree -1, as 0 does",
        Truth.EMPTY,
        _exactly(lambda x: [], -1),
    ),
)
