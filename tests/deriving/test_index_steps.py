"""When two chains of steps meet: where their last terms are the same, with all coefficients."""

import pytest
import sympy as sp

from theorem_checks import Index, Tensor
from theorem_checks.deriving.index_steps import _is_same, _steps

n = sp.Symbol("n", integer=True, positive=True)
i = Index("i", n)
x, y = Tensor("x", 1), Tensor("y", 1)


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        (2 * n * x[i], n * (x[i] + x[i]), True),
        (2 * x[i], x[i], False),
        (n * x[i], n**2 * x[i], False),
        (x[i], x[i] + y[i], False),
        ((n + 1) * (n - 1) * x[i], (n**2 - 1) * x[i], True),
    ],
)
def test_terms_are_the_same_where_their_coefficients_are(one, other, expected: bool):
    (_, ended), (_, met) = _steps(one), _steps(other)
    assert ended is not None
    assert met is not None
    assert _is_same(ended, met) is _is_same(met, ended) is expected
