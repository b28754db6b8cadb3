"""Sums of polynomials over ranges are confirmed before they are used."""

import pytest
import sympy as sp

from theorem_checks.proving.moments.ranges import OpenError, summed

a, b = sp.symbols("a b", integer=True, nonnegative=True)
n = sp.Symbol("n", integer=True, positive=True)


def test_a_sum_over_a_range_is_its_closed_form():
    assert summed(a**2, [(a, n)]) == sp.expand(n * (n - 1) * (2 * n - 1) / 6)
    assert summed(a * b, [(a, n), (b, n)]) == sp.expand((n * (n - 1) / 2) ** 2)


@pytest.mark.parametrize(
    "wrong",
    [
        lambda e, limits: limits[2] ** 2,
        lambda e, limits: (limits[2] + 1) ** 2,
        lambda e, limits: sp.Rational(1, 2) * limits[2] * (limits[2] + 1) + 1,
        sp.Sum,
    ],
    ids=["another step and start", "another step", "another start", "not summed"],
)
def test_a_closed_form_that_is_wrong_is_not_used(monkeypatch, wrong):
    monkeypatch.setattr(sp, "summation", wrong)
    with pytest.raises(OpenError, match="not confirmed"):
        summed(a, [(a, n)])


def test_what_is_no_polynomial_is_open():
    for number in (2**a, 1 / (a + 1)):
        with pytest.raises(OpenError, match="not summed"):
            summed(number, [(a, n)])
    with pytest.raises(OpenError, match="not summed"):
        summed(a, [(a, b), (b, n)])
