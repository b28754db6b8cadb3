"""Functions that ask a SymPy symbol that they hold, given to every kind of engine."""

from collections.abc import Callable
from functools import partial
from types import SimpleNamespace
from typing import Any

import numpy as np
import sympy as sp

from tests.soundness.cases import Case, Slip, Truth
from theorem_checks import (
    Evidence,
    array_of,
    call_on_scalars,
    described,
    equal_maps,
    family,
    prove_degree_at_most,
    prove_equal_arrays,
    prove_for_all_inputs,
    prove_identity,
    prove_inequality,
    prove_piecewise_equal,
    prove_recurrence,
    prove_sum,
    symbol_array,
    zeros,
)

_arrays = partial(Case, "prove_equal_arrays", Slip.BRANCH)
_step = partial(Case, "prove_recurrence", Slip.BRANCH)

d = sp.Symbol("d", integer=True, positive=True)
n = sp.Symbol("n", integer=True, nonnegative=True)
rows = family("rows", d)
V = symbol_array("V", rows, rows)
SIZES = np.array([d, 1], dtype=object)
TABLE: dict[Any, int] = {3: 1}
KEPT = {"sizes": [1, (d, 2)]}


def _is_v(entry: Callable[..., Any]) -> Callable[[], Evidence]:
    """That an entry function gives V."""
    return lambda: prove_equal_arrays(array_of({("rows", "rows"): entry}, rows, rows), V)


def _adds_nothing(step: Callable[..., Any]) -> Callable[[], Evidence]:
    """That a step keeps x at 1."""
    return lambda: prove_recurrence(1, step, (0, 1), n)


def _in_a_cell() -> Callable[..., Any]:
    size = d + 0
    return lambda i, j: V[i, j] + (1 if size == 3 else 0)


def _by_default(i: Any, j: Any, *, size: Any = d) -> Any:
    return V[i, j] + (1 if size == 3 else 0)


def _is_three() -> int:
    return 1 if d == 3 else 0


def _swallowing(x: Any, _: Any) -> Any:
    try:
        return x + (1 if d == 3 else 0)
    except Exception:
        return x


class _Entries:
    """An entry function with the size as an attribute."""

    kind = d

    def __init__(self) -> None:
        self.size = d

    def __call__(self, i: Any, j: Any) -> Any:
        return V[i, j] + (1 if self.size == 3 else 0)

    def of_class(self, i: Any, j: Any) -> Any:
        return V[i, j] + (1 if self.kind == 3 else 0)


class _Slotted:
    __slots__ = ("size",)

    def __init__(self) -> None:
        self.size = d

    def __call__(self, x: Any, _: Any) -> Any:
        return x + TABLE.get(self.size, 0)


def _of_description(i: Any) -> Evidence:
    part = SimpleNamespace(name="rows", ranges=(("i", "d"),), increasing=False)
    array = SimpleNamespace(axes=((part,),), entries={("rows",): i})
    return prove_equal_arrays(described(array, {"d": d}, {}), zeros((d,)))


CASES = (
    _arrays(
        "V with 1 more at d = 3, asked of a global, is V",
        Truth.FALSE,
        _is_v(lambda i, j: V[i, j] + (1 if d == 3 else 0)),
    ),
    _arrays("V with 1 more at d = 3, asked of a variable, is V", Truth.FALSE, _is_v(_in_a_cell())),
    _arrays("V with 1 more at d = 3, asked of a default, is V", Truth.FALSE, _is_v(_by_default)),
    _arrays("V with 1 more at d = 3, asked of an attribute, is V", Truth.FALSE, _is_v(_Entries())),
    _arrays(
        "V with 1 more at d = 3, asked of an attribute of the class, is V",
        Truth.FALSE,
        _is_v(_Entries().of_class),
    ),
    _arrays(
        "V with 1 more at d = 3, asked of an item, is V",
        Truth.FALSE,
        _is_v(lambda i, j: V[i, j] + (1 if KEPT["sizes"][1][0] == 3 else 0)),
    ),
    _arrays(
        "V with 1 more at d = 3, asked by another function, is V",
        Truth.FALSE,
        _is_v(lambda i, j: V[i, j] + _is_three()),
    ),
    _arrays(
        "V with 1 more at d = 3, asked of an argument of partial, is V",
        Truth.FALSE,
        _is_v(partial(lambda size, i, j: V[i, j] + (1 if size == 3 else 0), d)),
    ),
    _arrays(
        "V with 1 more for even d is V",
        Truth.FALSE,
        _is_v(lambda i, j: V[i, j] + (1 if d.is_even else 0)),
    ),
    _arrays(
        "V with 1 more at d = 3, by a table, is V",
        Truth.FALSE,
        _is_v(lambda i, j: V[i, j] + TABLE.get(d, 0)),
    ),
    _arrays(
        "V with 1 more at d = 3, by an array of sizes, is V",
        Truth.FALSE,
        _is_v(lambda i, j: V[i, j] + (1 if SIZES[0] == 3 else 0)),
    ),
    _arrays(
        "a vector that is 1 at d = 3, as it is described, is 0",
        Truth.FALSE,
        lambda: _of_description(lambda w, i: 1 if d == 3 else 0),
    ),
    _arrays("d V / d is V", Truth.TRUE, _is_v(lambda i, j: d * V[i, j] / d)),
    _arrays(
        "V, by cases that d > 0 decides, is V",
        Truth.TRUE,
        _is_v(lambda i, j: V[i, j] if d > 0 else 0),
    ),
    _step(
        "x + (d == 3) keeps x, asked of a global",
        Truth.FALSE,
        _adds_nothing(lambda x, _: x + (1 if d == 3 else 0)),
    ),
    _step("x + (d == 3) keeps x, and swallows errors", Truth.FALSE, _adds_nothing(_swallowing)),
    _step("x + (d == 3) keeps x, asked of a slot", Truth.FALSE, _adds_nothing(_Slotted())),
    _step("x + d - d keeps x", Truth.TRUE, _adds_nothing(lambda x, _: x + d - d)),
    Case(
        "prove_sum",
        Slip.BRANCH,
        "the sum of (d == 3) is 0: at d = 3 it is n",
        Truth.FALSE,
        lambda: prove_sum(lambda _: 1 if d == 3 else 0, 0, n),
    ),
    Case(
        "call_on_scalars",
        Slip.BRANCH,
        "k + (d == 3) is k",
        Truth.FALSE,
        lambda: prove_identity(call_on_scalars(lambda k: k + (1 if d == 3 else 0), n), n),
    ),
    Case(
        "equal_maps",
        Slip.BRANCH,
        "x + (d == 3) is x for all d",
        Truth.FALSE,
        lambda: equal_maps(lambda x: x + (1 if d == 3 else 0), lambda x: x, sizes=[(1,)]),
    ),
    Case(
        "prove_for_all_inputs",
        Slip.BRANCH,
        "x + (d == 3) is x for all d",
        Truth.FALSE,
        lambda: prove_for_all_inputs(lambda x: x[0] + (1 if d == 3 else 0) == x[0], {"x": (1,)}),
    ),
    Case(
        "prove_piecewise_equal",
        Slip.BRANCH,
        "t + (d == 3) is t for all d",
        Truth.FALSE,
        lambda: prove_piecewise_equal(lambda t: t + (1 if d == 3 else 0), lambda t: t),
    ),
    Case(
        "prove_inequality",
        Slip.BRANCH,
        "x + (d == 3) is at most 1 on [0, 1] for all d",
        Truth.FALSE,
        lambda: prove_inequality(lambda x: x + (1 if d == 3 else 0), {"x": (0, 1)}, "<=", 1),
    ),
    Case(
        "prove_degree_at_most",
        Slip.BRANCH,
        "w x, cubed at d = 3, has degree 2",
        Truth.FALSE,
        lambda: prove_degree_at_most(
            lambda w, x: (w * x) ** 3 if d == 3 else w * x,
            1,
            inputs={"x": (1,)},
            weights={"w": (1,)},
        ),
    ),
)
