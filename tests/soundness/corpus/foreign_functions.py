"""Functions of NumPy and Python that symbolic values do not have, in what engines are given."""

import math
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import sympy as sp

from tests.soundness.cases import Case, Slip, Truth
from theorem_checks import (
    Evidence,
    Index,
    Tensor,
    array_of,
    call_on_scalars,
    equal_maps,
    family,
    prove_degree_at_most,
    prove_equal_arrays,
    prove_for_all_inputs,
    prove_identity,
    prove_index_identity,
    prove_piecewise_equal,
    prove_recurrence,
    zeros,
)

_scalars = partial(Case, "call_on_scalars", Slip.BRANCH)

d = sp.Symbol("d", integer=True, positive=True)
n = sp.Symbol("n", integer=True, nonnegative=True)
i = Index("i", d)
v = Tensor("v", 1)
rows = family("rows", d)


def _is_n(function: Callable[[Any], Any]) -> Callable[[], Evidence]:
    """That a function of n is n."""
    return lambda: prove_identity(call_on_scalars(function, n), n)


def _linear(network: Callable[..., Any]) -> Callable[[], Evidence]:
    return lambda: prove_degree_at_most(network, 1, inputs={"x": (1,)}, weights={"w": (1,)})


CASES = (
    _scalars(
        "NumPy's root of n squared, and 1 more, is n",
        Truth.FALSE,
        _is_n(lambda k: np.sqrt(k * k) + 1),
    ),
    _scalars("NumPy's exponential of n is n", Truth.FALSE, _is_n(np.exp)),
    _scalars("the sign of n, by NumPy, is n: at 2 it is 1", Truth.FALSE, _is_n(np.sign)),
    _scalars(
        "0 where n is no float for NumPy, is n",
        Truth.FALSE,
        _is_n(lambda k: 0 if np.isnan(k) else 1),
    ),
    _scalars(
        "math's root of n squared, and 1 more, is n",
        Truth.FALSE,
        _is_n(lambda k: math.sqrt(k * k) + 1),
    ),
    _scalars("the length of n is n", Truth.FALSE, _is_n(len)),
    Case(
        "prove_recurrence",
        Slip.BRANCH,
        "x' = the root of x + 3, by NumPy, keeps 1: it makes 2 of it",
        Truth.FALSE,
        lambda: prove_recurrence(1, lambda x, _: np.sqrt(x + 3), (0, 1), n),
    ),
    Case(
        "prove_degree_at_most",
        Slip.KINK,
        "the sign of w x, by NumPy, has degree 1",
        Truth.FALSE,
        _linear(lambda w, x: np.sign(w * x)),
    ),
    Case(
        "prove_degree_at_most",
        Slip.KINK,
        "where w x is finite, by NumPy, it is 1: that has no degree 1 in x",
        Truth.NO_STATEMENT,
        _linear(lambda w, x: np.isfinite(w * x)),
    ),
    Case(
        "prove_equal_arrays",
        Slip.BRANCH,
        "an entry with NumPy's root of its size is 0",
        Truth.FALSE,
        lambda: prove_equal_arrays(
            array_of({("rows",): lambda k: np.sqrt(k.size)}, rows), zeros((d,))
        ),
    ),
    Case(
        "prove_index_identity",
        Slip.BRANCH,
        "v[i] without its length is v[i]: a number has none",
        Truth.NO_STATEMENT,
        lambda: prove_index_identity(v[i] - len(v[i]), v[i]),
    ),
    Case(
        "equal_maps",
        Slip.BRANCH,
        "the root of x squared, by NumPy, is x: at -1 it is 1",
        Truth.FALSE,
        lambda: equal_maps(lambda x: np.sqrt(x * x), lambda x: x, sizes=[(1,)]),
    ),
    Case(
        "prove_for_all_inputs",
        Slip.BRANCH,
        "the root of x squared, by NumPy, is x: at -1 it is 1",
        Truth.FALSE,
        lambda: prove_for_all_inputs(lambda x: np.sqrt(x * x)[0] == x[0], {"x": (1,)}),
    ),
    Case(
        "prove_piecewise_equal",
        Slip.KINK,
        "the sign of t, by NumPy, is t: at 2 it is 1",
        Truth.FALSE,
        lambda: prove_piecewise_equal(np.sign, lambda t: t),
    ),
)
