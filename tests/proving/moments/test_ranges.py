"""Sums of polynomials over ranges are confirmed before they are used."""

import random

import pytest
import sympy as sp

from theorem_checks.proving.moments import ranges
from theorem_checks.proving.moments.ranges import OpenError, closed_form, summed

a, b = sp.symbols("a b", integer=True, nonnegative=True)
n = sp.Symbol("n", integer=True, positive=True)


def test_a_sum_over_a_range_is_its_closed_form():
    assert summed(a**2, [(a, n)]) == sp.expand(n * (n - 1) * (2 * n - 1) / 6)
    assert summed(a * b, [(a, n), (b, n)]) == sp.expand((n * (n - 1) / 2) ** 2)


@pytest.mark.parametrize(
    "wrong",
    [
        lambda e, a, k: (k - 1) ** 2,
        lambda e, a, k: k**2,
        lambda e, a, k: k * (k - 1) / 2 + 1,
        lambda e, a, k: sp.Sum(e, (a, 0, k - 1)),
    ],
    ids=["another step and start", "another step", "another start", "not summed"],
)
def test_a_closed_form_that_is_wrong_is_not_used(monkeypatch, wrong):
    monkeypatch.setattr(ranges, "closed_form", wrong)
    with pytest.raises(OpenError, match="not confirmed"):
        summed(a, [(a, n)])


def test_what_is_no_polynomial_is_open():
    for number in (2**a, 1 / (a + 1)):
        with pytest.raises(OpenError, match="not summed"):
            summed(number, [(a, n)])
    with pytest.raises(OpenError, match="not summed"):
        summed(a, [(a, b), (b, n)])


@pytest.mark.parametrize("seed", range(12))
def test_a_closed_form_is_the_one_of_sympy(seed):
    source = random.Random(seed)
    k, x = sp.Symbol("k", integer=True, nonnegative=True), sp.Symbol("x", real=True)
    coefficients = [0, 1, -2, sp.Rational(3, 5), n, 1 / n, x * b, 2**n, sp.sqrt(x)]
    powers = source.sample(range(7), 4)
    total = sp.expand(sum(source.choice(coefficients) * a**power for power in powers))
    assert sp.expand(closed_form(total, a, k)) == sp.expand(sp.summation(total, (a, 0, k - 1)))
    for last in range(5):
        added = sum(sp.sympify(total).subs(a, here) for here in range(last))
        assert sp.expand(closed_form(total, a, k).subs(k, last) - added) == 0


def test_what_is_no_sum_of_powers_is_left_to_sympy():
    k = sp.Symbol("k", integer=True, nonnegative=True)
    for total in (2**a, (a + n) ** 2, a * (a + 1), a * 3**a):
        assert closed_form(total, a, k) == sp.summation(total, (a, 0, k - 1))
