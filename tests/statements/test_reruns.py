"""A traced function is run at numbers, and has to do there what its trace says."""

from fractions import Fraction
from typing import Any

import pytest
import sympy as sp

from theorem_checks import ArgumentError, UndecidedQuestionError, sqrt
from theorem_checks.statements.reruns import (
    bits_at,
    numbers_from,
    require_as_traced,
    same_value,
)
from theorem_checks.statements.scalars import divisors_recorded, symbolic

n, r = sp.symbols("n r", integer=True, positive=True)


def run(function, formula, numbers=(0, 1, 2, 1000)):
    points = ({"n": k} for k in numbers)
    expected = lambda point: formula.subs(n, point["n"])  # noqa: E731
    return require_as_traced("step", function, points, expected, symbols=(n,))


def test_about_twenty_numbers_small_ones_and_some_beyond():
    for start in (-3, 0, 1, 50):
        numbers = list(numbers_from(start))
        assert 15 <= len(numbers) <= 25
        assert numbers[:3] == [start, start + 1, start + 2]
        assert numbers == sorted(set(numbers))
        assert max(numbers) > 10**4


def test_functions_of_numbers_may_make_floats_roots_and_symbols():
    assert run(lambda k: k / 2, n / 2) == 4
    assert run(sqrt, sp.sqrt(n)) == 4
    assert run(lambda k: r * k + Fraction(1, 2), r * n + sp.Rational(1, 2)) == 4
    assert run(lambda k: (k + 1) * (k - 1), n**2 - 1) == 4


@pytest.mark.parametrize(
    "function",
    [
        lambda k: k if k < 999 else 0,
        lambda k: k if not isinstance(k, int) else k + (k > 999),
        lambda k: k if k != 1000 else 1000.001,
        lambda k: [k, k][k - 1000] if k == 1000 else (k, k),
        lambda k: 1 / (k - 1000) * 0 + k,
    ],
)
def test_a_difference_names_the_point(function):
    with pytest.raises(ArgumentError, match="At n = "):
        run(function, n + 0)


@pytest.mark.parametrize(
    "function",
    [
        lambda k: 0 if isinstance(k, int) and k == 50_000 else k,
        lambda k: k if not hasattr(k, "numerator") or k != 50_000 else 0,
        lambda k: k if type(k) is not int else k + (k == 50_000),
    ],
)
def test_a_question_of_types_is_found_whatever_the_numbers_are(function):
    with pytest.raises((ArgumentError, UndecidedQuestionError), match=r"another way|numerator"):
        run(function, n + 0)


def test_where_the_trace_has_no_value_nothing_is_compared():
    assert require_as_traced("step", lambda _: 7, [{"n": 0}], lambda _: None, symbols=(n,)) == 0


def test_values_are_compared_as_expressions_or_to_thirty_digits():
    assert same_value((r + 1) ** 2, r**2 + 2 * r + 1)
    assert not same_value((r + 1) ** 2, r**2 + 2 * r + 2)
    assert same_value(sp.sqrt(3 + 2 * sp.sqrt(2)), 1 + sp.sqrt(2))
    assert not same_value((1, 2), (1, 3))
    assert not same_value((1, 2), 1)
    assert same_value(0.5, sp.Rational(1, 2))
    assert not same_value(0.5001, sp.Rational(1, 2))


def test_sizes_of_numbers_are_bounded_before_they_are_computed():
    assert bits_at(2**n, {n: 100}) < 1000
    assert bits_at(2 ** (2**n), {n: 100}) > 10**12
    assert bits_at(sp.factorial(sp.factorial(n)), {n: 50}) > 10**12


def test_divisors_are_recorded_before_they_cancel():
    m: Any = symbolic(sp.Symbol("m", integer=True, nonnegative=True))
    with divisors_recorded() as divisors:
        assert repr(m * (m - 1) / (m - 1)) == "m"
        assert repr((m - 2) * (m - 2) ** -1) == "1"
        assert repr(m / (m + 1)) == "m/(m + 1)"
    assert [str(divisor) for divisor in divisors] == ["m - 1", "m - 2"]


def test_what_is_even_or_negative_is_compared_at_such_numbers():
    even = sp.Symbol("m", integer=True, positive=True, even=True)
    assert same_value(sp.cos(sp.pi * even), sp.Integer(1))
    assert not same_value(even**2 - even, sp.Integer(0))
    below = sp.Symbol("k", integer=True, negative=True)
    assert same_value(sp.Abs(below), -below)
    assert not same_value(sp.Abs(below), below)
