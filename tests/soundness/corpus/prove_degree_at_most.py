"""Bounds on degrees for all weights, given to `prove_degree_at_most` and `degree_bound`."""

from collections.abc import Callable
from functools import partial
from typing import Any

from tests.soundness.cases import Case, Slip, Truth
from theorem_checks import Evidence, Route, degree_bound, prove_degree_at_most
from theorem_checks.verdicts.routes import Engine

_case = partial(Case, "prove_degree_at_most")
_bound = partial(Case, "degree_bound")

ONE: Any = {"inputs": {"x": (1,)}, "weights": {"w": (1,)}}
SQUARE: Any = {"inputs": {"x": (2,)}, "weights": {"W": (2, 2), "U": (2, 2)}}


def _at_most(network: Callable[..., Any], bound: Any, sizes: Any = None) -> Callable[[], Evidence]:
    """Ask whether the degree of a network of x and w is at most this."""
    return lambda: prove_degree_at_most(network, bound, **(sizes or ONE))


def _bounded(network: Callable[..., Any], bound: int, sizes: Any = None) -> Callable[[], Evidence]:
    """Ask the bound alone."""

    def ask() -> Evidence:
        if degree_bound(network, **(sizes or ONE)).total <= bound:
            route = Route.deciding("degrees of sums and products", Engine.MULTIDEGREES)
            return Evidence.proved(f"degree at most {bound}", routes=(route,))
        return Evidence.undecided("The bound is larger.")

    return ask


def _gate(one, other, x):
    return (one @ x) * (other @ x)


def _counting(step: Callable[..., Any]) -> Callable[..., Any]:
    calls = []

    def network(w, x):
        calls.append(1)
        return step(len(calls), w, x)

    return network


def _by_system(w, x):
    return x if str(x.__number_system__) == "multidegrees" else x * x * x


def _swallowing(w, x):
    try:
        cubic = bool(w == 1)
    except TypeError:
        cubic = False
    return x * x * x if cubic else x


CASES = (
    _case(
        Slip.BRANCH,
        "x where degrees are computed, else x**3: numbers have degree 3",
        Truth.FALSE,
        _at_most(_by_system, 1),
    ),
    _case(
        Slip.ORDER_OF_EVALUATION,
        "x at the first call, x**3 at all others, has degree 1",
        Truth.FALSE,
        _at_most(_counting(lambda call, w, x: x if call == 1 else x * x * x), 1),
    ),
    _case(
        Slip.ORDER_OF_EVALUATION,
        "(x + x**2)**2 has the degree 3 of x + x x**2: it has 4",
        Truth.FALSE,
        _at_most(lambda w, x: (x + x * x) * (x + x * x), 3),
    ),
    _case(
        Slip.CONSTANT,
        "w x**2 (x + 1) has degree 2: it has 3",
        Truth.FALSE,
        _at_most(lambda w, x: w * x * x * (x + 1), 2),
    ),
    _case(
        Slip.CONSTANT,
        "two layers of gates have degree 3: they have 4",
        Truth.FALSE,
        _at_most(lambda W, U, x: _gate(U, W, _gate(W, U, x)), 3, SQUARE),
    ),
    _case(
        Slip.CONSTANT,
        "two layers of gates have degree 4",
        Truth.TRUE,
        _at_most(lambda W, U, x: _gate(U, W, _gate(W, U, x)), 4, SQUARE),
    ),
    _case(
        Slip.EDGE_SIZE,
        "a number that is not 0 has degree -1: it has 0",
        Truth.FALSE,
        _at_most(lambda w, x: w * w + 1 + 0 * x, -1),
    ),
    _case(
        Slip.EDGE_SIZE,
        "x - x has degree -1",
        Truth.TRUE,
        _at_most(lambda w, x: x - x, -1),
    ),
    _case(
        Slip.EDGE_SIZE,
        "(w - 1) (w - 2) (w - 3) x**2 has degree 1, as at w = 1, 2, 3: at w = 4 it has 2",
        Truth.FALSE,
        _at_most(lambda w, x: (w - 1) * (w - 2) * (w - 3) * x * x, 1),
    ),
    _case(
        Slip.EDGE_SIZE,
        "(w x) (-x) + (x x) w + w x has degree 1, as squares cancel",
        Truth.TRUE,
        _at_most(lambda w, x: (w * x) * (-x) + (x * x) * w + w * x, 1),
    ),
    _case(
        Slip.HIDDEN_ASSUMPTION,
        "w x**2 + x has degree 1, as for w = 0: at w = 1 it has 2",
        Truth.FALSE,
        _at_most(lambda w, x: w * x * x + x, 1),
    ),
    _case(
        Slip.ORDER_OF_FACTORS,
        "(W U - U W) x times x has degree 1, as for matrices that commute: for shears it has 2",
        Truth.FALSE,
        _at_most(lambda W, U, x: (W @ U @ x - U @ W @ x) * x, 1, SQUARE),
    ),
    _case(
        Slip.TRANSPOSE,
        "(W x)^T U x - x^T W^T U x, times x, has degree at most 1: it is 0",
        Truth.TRUE,
        _at_most(lambda W, U, x: ((W @ x) @ (U @ x) - x @ (W.T @ (U @ x))) * x, 1, SQUARE),
    ),
    _case(
        Slip.TRANSPOSE,
        "(W x)^T U x - x^T W U x, times x, has degree 1: with W = (0, 1; 0, 0), U = W it has 3",
        Truth.FALSE,
        _at_most(lambda W, U, x: ((W @ x) @ (U @ x) - x @ (W @ (U @ x))) * x, 1, SQUARE),
    ),
    _case(
        Slip.KINK,
        "the maximum of x and 0 has degree 1: it is no polynomial",
        Truth.NO_STATEMENT,
        _at_most(lambda w, x: x.__number_system__.relu(x), 1),
    ),
    _case(
        Slip.EMPTY,
        "a map that returns None has degree 0",
        Truth.NO_STATEMENT,
        _at_most(lambda w, x: None, 0),
    ),
    _case(
        Slip.CONTRADICTION,
        "a map has a degree below -1",
        Truth.NO_STATEMENT,
        _at_most(lambda w, x: x, -2),
    ),
    _case(
        Slip.FLOAT,
        "0.5 x has degree 1",
        Truth.NO_STATEMENT,
        _at_most(lambda w, x: 0.5 * x, 1),
    ),
    _bound(
        Slip.CONSTANT,
        "w x**2 has degree 1: it has 2",
        Truth.FALSE,
        _bounded(lambda w, x: w * x * x, 1),
    ),
    _bound(
        Slip.EDGE_SIZE,
        "0 w x**2 + x is bounded by 0: it has degree 1",
        Truth.FALSE,
        _bounded(lambda w, x: 0 * w * x * x + x, 0),
    ),
    _bound(
        Slip.FLOAT,
        "0.5 x is bounded by 1",
        Truth.NO_STATEMENT,
        _bounded(lambda w, x: 0.5 * x, 1),
    ),
    _case(
        Slip.BRANCH,
        "x where w is not 1, else x**3, has degree 1: at w = 1 it has degree 3",
        Truth.NO_STATEMENT,
        _at_most(lambda w, x: x if w != 1 else x * x * x, 1),
    ),
    _case(
        Slip.BRANCH,
        "x**3 where w == w + 0, else x, has degree 1: it has degree 3",
        Truth.NO_STATEMENT,
        _at_most(lambda w, x: x * x * x if w == w + 0 else x, 1),
    ),
    _case(
        Slip.BRANCH,
        "x**3 where x[0] == x[0], else x, has degree 1: it has degree 3",
        Truth.NO_STATEMENT,
        _at_most(lambda w, x: x * x * x if x[0] == x[0] else x, 1),
    ),
    _case(
        Slip.BRANCH,
        "x**3 where w is 0 as a truth value, else x, has degree 1: at w = 0 it has degree 3",
        Truth.NO_STATEMENT,
        _at_most(lambda w, x: x if w else x * x * x, 1),
    ),
    _case(
        Slip.BRANCH,
        "by a table x**3 at w = 1, else x, has degree 1",
        Truth.NO_STATEMENT,
        _at_most(lambda w, x: {1: x * x * x}.get(w, x), 1),
    ),
    _case(
        Slip.BRANCH,
        "x**3 where w is among 1 and 2, else x, has degree 1",
        Truth.NO_STATEMENT,
        _at_most(lambda w, x: x * x * x if w in (1, 2) else x, 1),
    ),
    _case(
        Slip.BRANCH,
        "x**3 where w > 5, else x, has degree 1: at w = 6 it has degree 3",
        Truth.NO_STATEMENT,
        _at_most(lambda w, x: x * x * x if w > 5 else x, 1),
    ),
    _case(
        Slip.BRANCH,
        "x**3 at w = 1, else x; the error of the question is caught",
        Truth.NO_STATEMENT,
        _at_most(_swallowing, 1),
    ),
    _case(
        Slip.KINK,
        "|x| has degree 1",
        Truth.NO_STATEMENT,
        _at_most(lambda w, x: abs(x), 1),
    ),
    _case(
        Slip.POLE,
        "x / w has degree 1: it is no polynomial in the weights",
        Truth.NO_STATEMENT,
        _at_most(lambda w, x: x / w, 1),
    ),
    _case(
        Slip.EMPTY,
        "a map that returns an empty list has degree 0",
        Truth.EMPTY,
        _at_most(lambda w, x: [], 0),
    ),
    _case(
        Slip.EMPTY,
        "a map of vectors without entries has degree 0",
        Truth.EMPTY,
        _at_most(lambda w, x: x * x, 0, {"inputs": {"x": (0,)}, "weights": {"w": (1,)}}),
    ),
    _case(
        Slip.NAME,
        "an input and a weight of one name: the map x x has degree 1",
        Truth.NO_STATEMENT,
        _at_most(lambda x: x * x, 1, {"inputs": {"x": (1,)}, "weights": {"x": (1,)}}),
    ),
    _bound(
        Slip.BRANCH,
        "x where w is not 1, else x**3, is bounded by 1",
        Truth.NO_STATEMENT,
        _bounded(lambda w, x: x if w != 1 else x * x * x, 1),
    ),
    _bound(
        Slip.BRANCH,
        "by a table x**3 at w = 1, else x, is bounded by 1",
        Truth.NO_STATEMENT,
        _bounded(lambda w, x: {1: x * x * x}.get(w, x), 1),
    ),
    _bound(
        Slip.EMPTY,
        "a map that returns an empty list is bounded by 0",
        Truth.EMPTY,
        _bounded(lambda w, x: [], 0),
    ),
)
