"""Terms and formulas: what is written is what is evaluated, and slips are errors."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from theorem_checks.errors import ArgumentError, ExactnessError
from theorem_checks.solving.smt import prove_for_all
from theorem_checks.statements.reals.evaluation import (
    UndefinedError,
    denominators,
    evaluate,
    variables,
)
from theorem_checks.statements.reals.nodes import nodes
from theorem_checks.statements.reals.operations import clamp, maximum, minimum, relu
from theorem_checks.statements.reals.terms import iff, implies, reals, where

x, y = reals("x y")
NUMBERS = st.fractions(-4, 4, max_denominator=6)

# Each as a term and as a Python function of two Fractions.
TERMS = {
    "sum": (x + y - 3, lambda a, b: a + b - 3),
    "reversed": (Fraction(1, 2) - x, lambda a, b: Fraction(1, 2) - a),
    "product": (2 * x * y, lambda a, b: 2 * a * b),
    "quotient": (x / 3, lambda a, b: a / 3),
    "string": ("1/3" + x, lambda a, b: a + Fraction(1, 3)),
    "numpy integer": (np.int64(3) * x, lambda a, b: 3 * a),
    "power": (x**3 + x**0, lambda a, b: a**3 + 1),
    "signs": (-x + +y, lambda a, b: b - a),
    "absolute": (abs(x - y), lambda a, b: abs(a - b)),
    "relu": (relu(x - 1), lambda a, b: max(a - 1, 0)),
    "maximum": (maximum(1, x), lambda a, b: max(a, 1)),
    "minimum": (minimum(x, y), min),
    "clamp": (clamp(x, -1, y), lambda a, b: max(min(a, b), -1)),
    "where": (where(x < y, x, 2), lambda a, b: a if a < b else 2),
}

FORMULAS = {
    "<": (x < y, lambda a, b: a < b),
    "<=": (x <= y, lambda a, b: a <= b),
    ">": (x > y, lambda a, b: a > b),
    ">=": (x >= y, lambda a, b: a >= b),
    "==": (x == y, lambda a, b: a == b),
    "!=": (x != y, lambda a, b: a != b),
    "reversed": (x > 1, lambda a, b: a > 1),
    "and": ((x < y) & (y < 1), lambda a, b: a < b < 1),
    "or": ((x < y) | (y < 1), lambda a, b: a < b or b < 1),
    "not": (~(x < y), lambda a, b: a >= b),
    "implies": (implies(x < y, y < 1), lambda a, b: not a < b or b < 1),
    "iff": (iff(x < y, y < 1), lambda a, b: (a < b) == (b < 1)),
}


@pytest.mark.parametrize(("node", "oracle"), (TERMS | FORMULAS).values(), ids=TERMS | FORMULAS)
@given(a=NUMBERS, b=NUMBERS, same=st.booleans())
def test_evaluation_agrees_with_python(node, oracle, a, b, same):
    b = a if same else b
    assert evaluate(node, {"x": a, "y": b}) == oracle(a, b)


@pytest.mark.parametrize(("node", "oracle"), FORMULAS.values(), ids=FORMULAS)
@given(a=st.integers(-3, 3), b=NUMBERS)
def test_integers_stand_in_formulas_beside_fractions(node, oracle, a, b):
    assert evaluate(node, {"x": a, "y": b}) is oracle(a, b)
    assert evaluate(node, {"x": b, "y": a}) is oracle(b, a)


def test_integers_stay_integers_in_terms():
    assert type(evaluate(x * y + x, {"x": 2, "y": 3})) is int
    assert evaluate(maximum(x, y) * 2, {"x": 2, "y": Fraction(3)}) == 6
    assert evaluate(x / y < 1, {"x": 2, "y": Fraction(3)}) is True
    with pytest.raises(UndefinedError):
        evaluate(x / y < 1, {"x": Fraction(2), "y": Fraction(0)})


def test_negative_powers_divide():
    assert evaluate(x**-2, {"x": Fraction(3)}) == Fraction(1, 9)
    with pytest.raises(UndefinedError):
        evaluate(x**-2, {"x": Fraction(0)})


def test_division_by_zero_in_a_branch_not_taken_is_undefined():
    with pytest.raises(UndefinedError, match="divides by zero"):
        evaluate(where(x == 0, 0, 1 / x), {"x": Fraction(0)})


def test_every_variable_needs_a_value():
    with pytest.raises(ArgumentError, match="y"):
        evaluate(x + y, {"x": Fraction(0)})


def test_operations_on_numbers_and_arrays():
    assert relu(-3) == 0
    assert maximum("1/2", Fraction(1, 3)) == Fraction(1, 2)
    assert list(minimum(np.array([1, 5], dtype=object), 3)) == [1, 3]
    assert clamp(7, 0, 1) == 1
    with pytest.raises(ExactnessError):
        relu(0.5)


def test_terms_stand_in_arrays():
    matrix = np.array([[x, y]], dtype=object)
    product = (matrix @ matrix.T)[0, 0] + (np.array([2, 3]) * x)[1]
    assert evaluate(product, {"x": Fraction(2), "y": Fraction(3)}) == 4 + 9 + 6


@pytest.mark.parametrize("slip", [lambda: bool(x < y), lambda: bool(x), lambda: 0 < x < 1])
def test_neither_terms_nor_formulas_have_a_truth_value(slip):
    with pytest.raises(TypeError, match=r"bool.* is not decided"):
        slip()


@pytest.mark.parametrize(
    "slip",
    [
        lambda: x + 0.5,
        lambda: 0.5 * x,
        lambda: x < 1.0,
        lambda: x + True,
        lambda: relu(x) - np.float64(1),
        lambda: maximum(x, 0.1),
        lambda: where(x < 1, 0.5, x),
    ],
)
def test_floats_are_refused(slip):
    with pytest.raises(ExactnessError, match="beside a term"):
        slip()


@pytest.mark.parametrize(
    "slip",
    [lambda: x**y, lambda: x**0.5, lambda: x + (x < y), lambda: reals(""), lambda: reals("x x")],
)
def test_what_makes_no_term_is_an_error(slip):
    with pytest.raises((ArgumentError, TypeError)):
        slip()


@pytest.mark.parametrize("name", ["1a", "λ", "and", "let", "a-b"])
def test_names_are_plain_identifiers(name):
    with pytest.raises(ArgumentError, match="SMT-LIB"):
        reals(name)


def test_variables_and_denominators_are_listed():
    term = y / (x - 1) + 1 / (2 * y) + x / 3
    assert variables(term) == ["y", "x"]
    assert [repr(d) for d in denominators(term)] == ["x - 1", "2 * y"]
    assert [repr(d) for d in denominators(x / 0)] == ["0"]


def test_shared_parts_are_visited_once_and_depth_is_no_limit():
    term = x
    for _ in range(5000):
        term = term + term
    assert len(list(nodes(term))) == 5001
    assert evaluate(term, {"x": Fraction(1)}) == 2**5000


def test_terms_read_like_formulas():
    assert repr((x + 1 <= relu(y)) & ~(x == "1/2")) == "(x + 1 <= max(y, 0)) & ~(x == 1/2)"
    assert repr(where(x < y, x, y)) == "where(x < y, x, y)"
    assert repr(x - (y - 1)) == "x - (y - 1)"
    assert repr((x < y) | (y < 1) & (x < 2)) == "(x < y) | (y < 1) & (x < 2)"
    assert repr(x / (2 * y) - "-1/2") == "x / (2 * y) - (-1/2)"


def test_a_term_with_shared_parts_is_cut_where_it_is_long():
    term = x + y
    for _ in range(200):
        term = term * term  # written out it has 2^200 factors
    text = repr(term)
    assert text.startswith("(x + y) * (x + y) * (x + y)")
    assert " ... " in text
    assert text.endswith("* (x + y)")
    assert len(text) < 3000


def test_a_long_claim_has_its_counterexample():
    term = x
    for _ in range(100):
        term = where(term > 1, term / 2, term) + 0
    evidence = prove_for_all(term + 1 <= 1, assume=[x >= 0, x <= 1])
    assert evidence.counterexample is not None
    assert evidence.counterexample.values["x"] > 0
    assert len(evidence.counterexample.claimed) < 3000


@given(st.fractions(max_denominator=10**60), st.fractions())
def test_values_of_long_numbers_are_exact(a, b):
    total, expected = x, a
    for n in range(1, 40):
        total, expected = maximum(total * y - x / n, y), max(expected * b - a / n, b)
    assert evaluate(total, {"x": a, "y": b}) == expected
    assert evaluate(total <= x, {"x": a, "y": b}) is (expected <= a)
