"""Branches on indices, entries and sizes, given to the engines of sums, arrays and degrees."""

from collections.abc import Callable
from functools import partial
from types import SimpleNamespace
from typing import Any

import numpy as np
import sympy as sp

from tests.soundness.cases import Case, Slip, Truth, outright
from theorem_checks import (
    Evidence,
    Index,
    Sum,
    Tensor,
    array_of,
    at_most,
    delta,
    described,
    family,
    prove_degree,
    prove_degree_at_most,
    prove_equal_arrays,
    prove_index_identity,
    symbol_array,
    zeros,
)
from theorem_checks.statements.arrays.index_expressions import scalar

_identity = partial(Case, "prove_index_identity")
_arrays = partial(Case, "prove_equal_arrays")
_degree = partial(Case, "prove_degree_at_most")
_exact = partial(Case, "prove_degree")

d = sp.Symbol("d", integer=True, positive=True)
z = sp.Symbol("z", integer=True, nonnegative=True)
eta = sp.Symbol("eta", positive=True)
i, j, k = (Index(name, d) for name in "ijk")
_none = Index("q", 1 - d)
V, v, w = Tensor("V", 2), Tensor("v", 1), Tensor("w", 1)
rows = family("rows", d)
A, u = symbol_array("A", rows, rows), symbol_array("u", rows)


def _entries(entry: Callable[..., Any], claimed: Callable[..., Any]) -> Callable[[], Evidence]:
    """That two functions give the same square matrix."""
    return lambda: prove_equal_arrays(
        *(array_of({("rows", "rows"): f}, rows, rows) for f in (entry, claimed))
    )


def _described(entry: Callable[..., Any], claimed: Any, **parameters: Any) -> Evidence:
    """That a description gives a vector of equal entries."""
    part = SimpleNamespace(name="rows", ranges=(("i", "d"),), increasing=False)
    array = SimpleNamespace(axes=((part,),), entries={("rows",): entry})
    return prove_equal_arrays(described(array, {"d": d}, parameters), zeros((d,)) + claimed)


def _swallowing(a: Any, b: Any) -> int:
    try:
        return 1 if a == b else 0
    except Exception:
        return 0


def _gone_at_three(x: Any) -> Any:
    """0 if x has three entries, else x."""
    return x * 0 if x.shape[0] == 3 else x


def _cubic_if(question: Callable[[Any], Any]) -> Callable[..., Any]:
    """w x where the answer is no, and x**3 where it is yes."""
    return lambda w, x: x * x * x if question(x) else w * x


def _linear(network: Callable[..., Any]) -> Callable[[], Evidence]:
    return lambda: prove_degree_at_most(network, 1, inputs={"x": (1,)}, weights={"w": (1,)})


def _swallowing_network(w: Any, x: Any) -> Any:
    try:
        return x * x * x if x[0] == 3 else w * x
    except Exception:
        return w * x


def _captured(free: Any) -> Any:
    own = Index("j", d)
    return Sum(V[free, own], own)


CASES = (
    _identity(
        Slip.BRANCH,
        "V[i, j] where i = j, else 0, sums to 0: with V = 1 it is d",
        Truth.FALSE,
        lambda: prove_index_identity(Sum(V[i, j] * (1 if i == j else 0), i, j), 0),
    ),
    _identity(
        Slip.BRANCH,
        "v[i] where i is not 0, else 0, is v[i]: at i = 0 it is 0",
        Truth.FALSE,
        lambda: prove_index_identity(v[i] if i else scalar(0), v[i]),
    ),
    _identity(
        Slip.BRANCH,
        "1 if V[i, j] = 0 else 0, is 0: with V = 0 it is 1",
        Truth.FALSE,
        lambda: prove_index_identity(1 if V[i, j] == 0 else 0, 0),
    ),
    _identity(
        Slip.BRANCH,
        "1 if V is another matrix than W, is 1: they may be equal",
        Truth.FALSE,
        lambda: prove_index_identity(1 if Tensor("W", 2) != V else 0, 1),
    ),
    _identity(
        Slip.BRANCH,
        "a table by indices gives 1 at i = 0: it is not asked there",
        Truth.FALSE,
        lambda: prove_index_identity({0: 1}.get(i, 0), 0),  # pyright: ignore
    ),
    _identity(
        Slip.BRANCH,
        "the larger of v[i] and w[i] is v[i]: at v = 0, w = 1 it is not",
        Truth.FALSE,
        lambda: prove_index_identity(max(v[i], w[i]), v[i]),  # pyright: ignore
    ),
    _identity(
        Slip.NAME,
        "the sum of v w without an index is v[i] w[i], one of its terms: v = w = 1 gives d",
        Truth.FALSE,
        lambda: prove_index_identity(Sum(v[i] * w[i]), v[i] * w[i]),
    ),
    _identity(
        Slip.NAME,
        "row j of V sums to the trace, where the sum's own index is j: V = (0, 1; 0, 0) gives 1, 0",
        Truth.FALSE,
        lambda: prove_index_identity(_captured(j), Sum(V[i, i], i)),
    ),
    _identity(
        Slip.EDGE_SIZE,
        "the sum of 1 over d - 2 values is d - 2: at d = 1 it is 0, not -1",
        Truth.FALSE,
        lambda: outright(prove_index_identity(Sum(1, Index("q", d - 2)), d - 2)),
    ),
    _identity(
        Slip.EDGE_SIZE,
        "the sum of 1 over -d values is -d: there are none",
        Truth.EMPTY,
        lambda: prove_index_identity(Sum(1, Index("q", -d)), -d),
    ),
    _identity(
        Slip.EDGE_SIZE,
        "the sum of 1 over d / 2 values, twice, is d: at d = 1 there is no such sum",
        Truth.FALSE,
        lambda: outright(prove_index_identity(2 * Sum(1, Index("q", d / 2)), d)),
    ),
    _identity(
        Slip.EDGE_SIZE,
        "the mean of ones is 1, also of none: at z = 0 it is 0 / 0",
        Truth.FALSE,
        lambda: outright(prove_index_identity(Sum(1, Index("t", z)) / z, 1)),
    ),
    _identity(
        Slip.EDGE_SIZE,
        "1 more than the number of z values is z + 1 times (z - 1)**2: at z = 3 it is 4 and 16",
        Truth.FALSE,
        lambda: prove_index_identity(Sum(1, Index("t", z)) + 1, (z + 1) * (z - 1) ** 2),
    ),
    _identity(
        Slip.EMPTY,
        "v[i] = v[i] for the 1 - d values of i: none, whatever d is",
        Truth.EMPTY,
        lambda: prove_index_identity(v[_none], v[_none]),
    ),
    _identity(
        Slip.POLE,
        "v[i] / (d - 2) times d - 2 is v[i]: not at d = 2",
        Truth.FALSE,
        lambda: outright(prove_index_identity(v[i] * (1 / (d - 2)) * (d - 2), v[i])),
    ),
    _identity(
        Slip.ORDER_OF_FACTORS,
        "T without a declared partner is the inverse of another: it need not be",
        Truth.FALSE,
        lambda: prove_index_identity(
            Sum(
                Tensor("X", 2, inverse_of="Y")[i, j] * Tensor("Y", 2, inverse_of="Z")[j, k],
                j,
            ),
            delta(i, k),
        ),
    ),
    _arrays(
        Slip.BRANCH,
        "1 where i = j, else 0, are zeros: at 0, 0 it is 1",
        Truth.FALSE,
        _entries(lambda a, b: 1 if a == b else 0, lambda _a, _b: 0),
    ),
    _arrays(
        Slip.BRANCH,
        "1 where i = j, else 0, by a function that swallows errors, are zeros: at 0, 0 it is 1",
        Truth.FALSE,
        _entries(_swallowing, lambda _a, _b: 0),
    ),
    _arrays(
        Slip.BRANCH,
        "5 where the index is an integer, else 0, are zeros: integers are what indices are",
        Truth.FALSE,
        _entries(lambda a, _b: 5 if isinstance(a, int) else 0, lambda _a, _b: 0),
    ),
    _arrays(
        Slip.BRANCH,
        "1 in the first row, by `not i`, are zeros",
        Truth.FALSE,
        _entries(lambda a, _b: 0 if a else 1, lambda _a, _b: 0),
    ),
    _arrays(
        Slip.BRANCH,
        "1 below the diagonal, by <, are those at or below it",
        Truth.FALSE,
        _entries(lambda a, b: 1 if b < a else 0, lambda a, b: at_most(b, a)),
    ),
    _arrays(
        Slip.BRANCH,
        "A without its row 1000 is A",
        Truth.FALSE,
        _entries(
            lambda a, b: 0 if isinstance(a, int) and int(a) == 1000 else A[a, b],
            lambda a, b: A[a, b],
        ),
    ),
    _arrays(
        Slip.BRANCH,
        "u, or 0 where d = 3, is u",
        Truth.FALSE,
        lambda: prove_equal_arrays(_gone_at_three(u), u),
    ),
    _arrays(
        Slip.BRANCH,
        "u is doubled where u = 0 is asked by ==, else left as it is: the question has no answer",
        Truth.NO_STATEMENT,
        lambda: prove_equal_arrays(u * 2 if u == 0 else u, u),
    ),
    _arrays(
        Slip.BRANCH,
        "a description of 1 where eta = 3, else 0, are zeros",
        Truth.FALSE,
        lambda: _described(lambda w, _: 1 if w.eta == 3 else 0, 0, eta=eta),
    ),
    _arrays(
        Slip.BRANCH,
        "a description of 1 where eta is a fraction, else 0, are zeros",
        Truth.FALSE,
        lambda: _described(lambda w, _: int(hasattr(w.eta, "numerator")), 0, eta=eta),
    ),
    _arrays(
        Slip.BRANCH,
        "a description of 1 where eta is positive, else 0, are ones, as eta is positive",
        Truth.TRUE,
        lambda: _described(lambda w, _: 1 if w.eta > 0 else 0, 1, eta=eta),
    ),
    _arrays(
        Slip.NAME,
        "two states that are both called h are equal",
        Truth.FALSE,
        lambda: prove_equal_arrays(symbol_array("h", rows), symbol_array("h", rows)),
    ),
    _arrays(
        Slip.NAME,
        "an index i0 of one's own is that of the axis",
        Truth.FALSE,
        lambda: prove_equal_arrays(
            array_of({("rows",): lambda _: v[Index("i0", d)]}, rows),
            array_of({("rows",): lambda a: v[a]}, rows),
        ),
    ),
    _arrays(
        Slip.EMPTY,
        "0 = 1 for arrays without entries",
        Truth.EMPTY,
        lambda: prove_equal_arrays(zeros((d, 0)), zeros((d, 0)) + 1),
    ),
    _degree(
        Slip.BRANCH,
        "x**3 where x = 0, else w x, has degree 1, as at all other x",
        Truth.NO_STATEMENT,
        _linear(_cubic_if(lambda x: x == 0)),
    ),
    _degree(
        Slip.BRANCH,
        "x**3 where x is in a table, else w x",
        Truth.NO_STATEMENT,
        _linear(_cubic_if(lambda x: x in {3: 0})),
    ),
    _degree(
        Slip.BRANCH,
        "x**3 where x is true, else w x: it is nearly always x**3",
        Truth.FALSE,
        _linear(_cubic_if(bool)),
    ),
    _degree(
        Slip.BRANCH,
        "x**3 where x > 0, else w x",
        Truth.FALSE,
        _linear(_cubic_if(lambda x: x > 0)),
    ),
    _degree(
        Slip.BRANCH,
        "x**3 where x = 3, else w x, by a network that swallows errors",
        Truth.NO_STATEMENT,
        _linear(_swallowing_network),
    ),
    _degree(
        Slip.BRANCH,
        "x**3 for NumPy arrays, else w x: on numbers it is x**3",
        Truth.FALSE,
        _linear(_cubic_if(lambda x: isinstance(x, np.ndarray))),
    ),
    _exact(
        Slip.BRANCH,
        "x**3 for NumPy arrays, else w x, has degree 1 at w = 2: on numbers it is x**3",
        Truth.FALSE,
        lambda: prove_degree(
            _cubic_if(lambda x: isinstance(x, np.ndarray)),
            1,
            inputs={"x": (1,)},
            weights={"w": [2]},
        ),
    ),
    _exact(
        Slip.BRANCH,
        "x**3 where x[0] is 0, else w x, has degree 1",
        Truth.NO_STATEMENT,
        lambda: prove_degree(
            _cubic_if(lambda x: x[0] == 0), 1, inputs={"x": (1,)}, weights={"w": [2]}
        ),
    ),
    _degree(
        Slip.EMPTY,
        "a network that returns no arrays has degree -1",
        Truth.EMPTY,
        _linear(lambda w, x: []),
    ),
    _degree(
        Slip.EMPTY,
        "a network that returns no entries has degree -1",
        Truth.EMPTY,
        _linear(lambda w, x: (w * x)[:0]),
    ),
    _exact(
        Slip.EMPTY,
        "a network without inputs has degree -1 in them",
        Truth.EMPTY,
        lambda: prove_degree(lambda w: w * 0, -1, inputs={}, weights={"w": [1]}),
    ),
    _exact(
        Slip.EMPTY,
        "a network of a vector without entries has degree -1 in it",
        Truth.EMPTY,
        lambda: prove_degree(lambda w, x: w * 0, -1, inputs={"x": (0,)}, weights={"w": [1]}),
    ),
    _degree(
        Slip.NAME,
        "an input and a weight that are both called x: x w has degree 1",
        Truth.NO_STATEMENT,
        lambda: prove_degree_at_most(lambda x: x * x, 1, inputs={"x": (1,)}, weights={"x": (1,)}),
    ),
)
