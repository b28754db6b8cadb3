"""Cells run on symbolic scalars, with their own sigmoid and tanh, and answer no more than these."""

from typing import Any

import pytest
import sympy as sp

from constructions.arrays import exp, sigmoid, tanh
from constructions.cells.lstm import LSTM
from theorem_checks import (
    ArgumentError,
    Equal,
    ExactnessError,
    Limit,
    UndecidedQuestionError,
    entry_of,
    scalar_array,
    symbolic,
)
from theorem_checks.statements.arrays.element_arrays import ElementSystem

b, c, x = sp.symbols("b c x", real=True)


def unit(bias):
    """An LSTM of one unit whose weights are 0 but the bias of its forget gate."""
    given: dict[str, Any] = {
        f"{k}_{p}": scalar_array([0] if k == "b" else [[0]]) for k in "UVb" for p in "fcgo"
    }
    return LSTM(**{**given, "b_f": scalar_array([bias])})


def test_a_gate_of_a_shipped_cell_is_its_sigmoid():
    state = scalar_array([symbolic(c)]), scalar_array([0])
    (after, _), _ = unit(symbolic(b)).step(state, scalar_array([symbolic(x)]))
    assert Equal(entry_of(after), 0).lhs == c / (1 + sp.exp(-b))


def test_functions_are_taken_entry_by_entry():
    pair = scalar_array([symbolic(b), symbolic(c)])
    for function, of in (
        (exp, sp.exp),
        (tanh, sp.tanh),
        (sigmoid, lambda u: 1 / (1 + sp.exp(-u))),
    ):
        found = function(pair)
        assert [Equal(entry_of(found[i : i + 1]), 0).lhs for i in (0, 1)] == [of(b), of(c)]


def test_a_question_is_refused():
    array = scalar_array([symbolic(b)])
    with pytest.raises(UndecidedQuestionError):
        bool(entry_of(array) > 0)
    with pytest.raises(UndecidedQuestionError):
        bool(array == 0)


def test_only_one_entry_of_such_arrays_is_taken():
    with pytest.raises(ArgumentError, match="one entry"):
        entry_of(scalar_array([1, 2]))
    with pytest.raises(ArgumentError, match="scalar_array"):
        entry_of(ElementSystem("rationals", sp.Rational, sp.Rational).zeros((1,)))
    with pytest.raises(ExactnessError):
        scalar_array([0.5])


def test_what_goes_to_infinity_is_bound():
    kept = entry_of(sigmoid(scalar_array(symbolic(b))))
    assert Limit(b, kept, "oo", 1).is_same(Limit(x, kept.expression.subs(b, x), "oo", 1))
