"""Polynomials in a number and its exponential, as they are written and looked at."""

from fractions import Fraction

import pytest

from theorem_checks.certifying.exponential_polynomials import (
    _DEEPEST,
    Lemmas,
    Range,
    _derivative,
    _sign_at,
    polynomial_text,
)


@pytest.mark.parametrize(
    ("polynomial", "factors"),
    [
        ({(0, 1): 1}, ["exp x"]),
        ({(0, 2): 1}, ["exp x ^ 2"]),
        ({(1, 1): 1}, ["x", "exp x"]),
        ({(3, 0): 1}, ["x ^ 3"]),
        ({(0, 0): 1}, []),
    ],
)
def test_a_term_has_the_powers_that_it_has(polynomial, factors):
    number, *powers = polynomial_text(polynomial).split(" * ")
    assert powers == factors
    assert number == polynomial_text({(0, 0): 1})


@pytest.mark.parametrize(
    ("polynomial", "x", "sign"),
    [
        ({(0, 0): 1}, Fraction(1, 2), 1),
        ({(0, 1): 1, (0, 0): -1}, Fraction(1, 2), 1),  # e^(1/2) - 1
        ({(0, 1): 1, (0, 0): -2}, Fraction(1, 2), -1),
        ({(0, 1): 1, (0, 0): -1}, Fraction(0), 0),
        ({(0, 1): 1, (0, 0): -2}, Fraction(0), -1),
        ({(1, 0): 1, (0, 0): -1}, Fraction(1, 2), -1),
    ],
)
def test_the_sign_of_a_value_is_seen(polynomial, x, sign):
    assert _sign_at(polynomial, x) == sign


@pytest.mark.parametrize(("below", "is_cut"), [(0, True), (1, False), (5, False)])
def test_a_range_is_not_cut_within_too_many_others(below, is_cut):
    lemmas, one = Lemmas(), {(0, 0): 1}
    found = lemmas._by_parts(one, Range(Fraction(0), None), True, _DEEPEST // 2 + below)
    assert (found is not None) == is_cut


@pytest.mark.parametrize(
    ("polynomial", "factor", "derivative"),
    [
        ({(0, 0): 5}, 1, {}),
        ({(3, 0): 1}, 3, {(2, 0): 1}),
        ({(2, 0): 1, (1, 0): 4}, 2, {(1, 0): 1, (0, 0): 2}),
        ({(2, 3): 1}, 1, {(1, 3): 2, (2, 3): 3}),
    ],
)
def test_the_derivative_is_of_both_factors(polynomial, factor, derivative):
    assert _derivative(polynomial) == (factor, derivative)
