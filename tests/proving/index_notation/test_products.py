"""Products of long forms end where the time of a proof is up; lags say what is 0."""

import pytest
import sympy as sp

from theorem_checks import Index, Sum, Tensor, Verdict, lag, prove_index_identity
from theorem_checks.proving.effort import OutOfTimeError, within_seconds
from theorem_checks.proving.index_notation.products import ONE, product_of

SUM = {(): ONE}


def test_a_product_of_forms_takes_no_more_time_than_there_is():
    assert product_of([SUM, SUM]) == SUM
    with within_seconds(-1), pytest.raises(OutOfTimeError):
        product_of([SUM, SUM])
    with within_seconds(60):
        assert product_of([SUM, SUM]) == SUM


def test_what_is_0_stands_where_it_is_needed():
    """Of 0 = s + j both are 0: v at s is its first entry, and not any."""
    for size in (sp.Symbol("T", integer=True, positive=True), 3):
        t, s, j = (Index(name, size) for name in "tsj")
        u, w = Tensor("u", 1), Tensor("w", 1)
        both = Sum(lag(t, t, t) * lag(t, s, j) * u[s] * w[j], t, s, j)
        first = Sum(lag(s, s, s) * u[s], s)
        right = first * Sum(lag(j, j, j) * w[j], j)
        assert prove_index_identity(both, right).verdict is Verdict.PROVED
        assert prove_index_identity(both, first * Sum(w[j], j)).verdict is Verdict.REFUTED
        one = Sum(lag(t, t, t) * lag(t, s, j) * u[s], t, s, j)
        assert prove_index_identity(one, first).verdict is Verdict.PROVED
        assert prove_index_identity(one, Sum(u[s], s)).verdict is Verdict.REFUTED
