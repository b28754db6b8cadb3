"""Means of powers and exponentials of two normal numbers, by derivatives of their exponential."""

import pytest
import sympy as sp

from theorem_checks.proving.probability.normal_closed_forms import mean_of_two
from theorem_checks.solving.normal_factors import Factor

a, b = sp.symbols("a b", positive=True)
c, s, t = sp.symbols("c s t", real=True)
WHOLE = sp.exp((t**2 * a + 2 * t * s * c + s**2 * b) / 2)  # E e^(t x + s y)


@pytest.mark.parametrize("powers", [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (2, 1), (1, 3)])
def test_powers_are_derivatives_of_the_exponential(powers: tuple[int, int]):
    first, second = powers
    found = mean_of_two(Factor(first, "exp", t), Factor(second, "exp", s), (a, c, b))
    assert found is not None
    expected = sp.diff(WHOLE, *[t] * first, *[s] * second) if first + second else WHOLE
    assert sp.simplify(found / WHOLE - expected / WHOLE) == 0
    alone = mean_of_two(Factor(first, "exp", t), Factor(second), (a, c, b))
    assert alone is not None
    assert sp.simplify((alone - expected.subs(s, 0)) / WHOLE.subs(s, 0)) == 0
