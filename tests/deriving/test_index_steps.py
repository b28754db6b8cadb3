"""When two chains of steps meet: where their last terms are the same, with all coefficients."""

import pytest
import sympy as sp

from theorem_checks import Index, Tensor
from theorem_checks.deriving.index_steps import _is_same, _steps, lines_between
from theorem_checks.statements.arrays.index_expressions import Sum
from theorem_checks.statements.arrays.index_relations import at_most, delta
from theorem_checks.statements.plain_text import plain_text

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


A, B = Tensor("A", 2), Tensor("B", 2)
j, k, m = (Index(name, n) for name in "jkm")


def test_both_sides_are_in_matrices_or_both_are_entries():
    product = Sum(A[i, j] * B[j, k], j)
    lines = lines_between(Sum((A[i, j] + A[i, j]) * B[j, k], j), 2 * product, {}).lines
    assert plain_text(lines[-1].latex) == "2 A B"

    earlier = Sum((at_most(j, i) - delta(j, i)) * A[j, k] * B[j, m], j) + A[i, k] * B[i, m]
    masked = Sum(at_most(j, i) * Sum(x[i] * y[k] * A[j, k], k) * B[j, m], j)
    alone = lines_between(masked, masked, {}).lines
    assert plain_text(alone[0].latex) == "(1_≥ ⊙ x (A y)ᵀ) B"
    made = lines_between(Sum(earlier * y[k] * x[i], k), masked, {}).lines
    assert "Σ_(j < n)" in plain_text(made[-1].latex)
    assert "⊙" not in plain_text(made[-1].latex)
