"""Sums of traces over ranges of exponents."""

import sympy as sp

from theorem_checks import GaussianMatrix, sum_over

n, j = sp.symbols("n j", integer=True, positive=True)
G = GaussianMatrix("G", n, n, 1)


def test_what_is_summed_over_is_known_to_be_a_natural_number():
    def term(a):
        assert a >= 0
        assert abs(a).expression == a.expression
        return (G**a @ (G**a).T).trace()

    assert sum_over(term, j).summands
