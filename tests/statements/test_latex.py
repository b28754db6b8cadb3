"""Letters of indices, where terms are printed entry by entry."""

import sympy as sp

from theorem_checks import Index, Sum, Tensor
from theorem_checks.statements.latex import latex_of

N = sp.Symbol("N", integer=True, positive=True)
s = sp.Symbol("s", real=True)
T = Tensor("T", 3)
i = Index("s", N)


def test_an_index_of_a_sum_keeps_its_letter():
    assert latex_of(Sum(T[i, i, i], i)) == r"\sum_{s < N} {T}_{sss}"


def test_an_index_of_a_sum_is_not_called_as_a_number_beside_it():
    for term in (Sum(s * T[i, i, i], i), s * Sum(T[i, i, i], i)):
        assert r"\sum_{i < N}" in latex_of(term)
        assert "{T}_{iii}" in latex_of(term)
