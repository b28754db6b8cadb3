"""Sums over symbolic ranges against closed forms."""

import pytest
import sympy as sp

from theorem_checks import Verdict
from theorem_checks.proving.ranges import prove_ranges

a, n = sp.symbols("a n", integer=True, positive=True)
m = sp.Symbol("m", integer=True, nonnegative=True)
k = sp.Symbol("k", integer=True)


@pytest.mark.parametrize(
    ("ranged", "closed", "verdict"),
    [
        (sp.Sum(k, (k, 1, n)), n * (n + 1) / 2, Verdict.PROVED),
        (sp.Sum(k, (k, 1, n)), n * (n - 1) / 2, Verdict.REFUTED),
        (sp.Sum(k, (k, 2, n)), n * (n + 1) / 2 - 1, Verdict.PROVED),
        (sp.Sum(a, (k, a + 1, a + m)), a * m, Verdict.PROVED),
        (sp.Sum(a, (k, a, a + m)), a * m, Verdict.REFUTED),
        (sp.Product(2, (k, a + 1, a + m)), 2**m, Verdict.PROVED),
        (sp.Sum(sp.floor(k / 10), (k, 1, 10 * n)), 5 * n**2 - 4 * n, Verdict.PROVED),
        (sp.Sum(sp.floor(k / 10), (k, 1, 10 * n)), 5 * n**2, Verdict.REFUTED),
        (sp.Sum(k, (k, 1, 3 * n + 1)), (3 * n + 1) * (3 * n + 2) / 2, Verdict.PROVED),
        (sp.Product(2, (k, a + 1, a + 2 * m)), 4**m, Verdict.PROVED),
    ],
)
def test_a_range_that_grows_by_a_number_of_terms_is_summed(ranged, closed, verdict):
    assert prove_ranges(ranged, closed).verdict is verdict
    assert prove_ranges(closed, ranged).verdict is verdict


@pytest.mark.parametrize(
    ("ranged", "backwards"),
    [
        (sp.Sum(k, (k, 3, n)), n * (n + 1) / 2 - 3),
        (sp.Sum(k, (k, a, n)), (n - a + 1) * (n + a) / 2),
        (sp.Sum(1, (k, a, m)), m - a + 1),
        (sp.Sum(1, (k, 9, 2 * n)), 2 * n - 8),
        (sp.Sum(1, (k, 1, n / 2)), n / 2),
        (sp.Sum(1, (k, 1, -n)), -n),
        (sp.Sum(1, (k, 1, 3 * n + sp.Rational(1, 2))), 3 * n),
    ],
)
def test_an_empty_or_broken_range_is_not_summed_as_a_whole_one(ranged, backwards):
    """At n = 1 the first sum has no term, and is 0; the closed form is -2 there."""
    assert prove_ranges(ranged, backwards).verdict is not Verdict.PROVED
