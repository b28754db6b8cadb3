"""How large the numbers may be that are computed exactly."""

from fractions import Fraction

import pytest

from theorem_checks.statements.values.radicals import NoExactValueError, Radical, power


def test_powers_of_a_million_bits_are_computed_and_no_larger_ones():
    two = Fraction(2)  # of two bits
    assert power(two, Fraction(500_000)) == 2**500_000
    for exponent in (500_001, -500_001):
        with pytest.raises(NoExactValueError, match="too large"):
            power(two, Fraction(exponent))


def test_a_power_of_a_sum_of_roots_is_as_large_as_its_coefficients_say():
    one = Radical({((2, Fraction(1, 2)),): Fraction(2**1000)})
    assert power(one, Fraction(2)) == 2**2001
    with pytest.raises(NoExactValueError, match="too large"):
        power(one, Fraction(1000))
