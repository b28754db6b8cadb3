"""Numbers as multiples of what hypotheses bound."""

import sympy as sp

from theorem_checks.deriving.multiples import multiples

p, q = sp.symbols("p q", positive=True)
x = sp.Function("x", real=True)


def test_each_way_is_the_number_and_its_factors_are_not_negative():
    known = [q - x(1), x(1) - x(2), p * x(2)]
    value = p * q - p * x(2) + q
    found = list(multiples(value, known))
    assert found
    for one in found:
        assert sp.expand(one.of(known) - value) == 0
        assert all(factor.is_nonnegative for factor, _ in one.factors)


def test_a_letter_cancels_between_two():
    (found, *_) = multiples(p - q, [p - x(1), x(1) - q])
    assert {place: factor for factor, place in found.factors} == {0: 1, 1: 1}
    assert found.left == 0


def test_a_multiple_with_a_negative_factor_is_none():
    assert list(multiples(-p, [p])) == []
    assert list(multiples(q - x(1), [p + x(1)])) == []
