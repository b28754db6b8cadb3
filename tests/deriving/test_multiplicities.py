"""How often each entry stands in the terms of an expectation, against terms counted one by one."""

from collections import Counter
from itertools import product

import pytest
import sympy as sp

from theorem_checks.deriving.multiplicities import multiplicities
from theorem_checks.statements.moments.laws import IID
from theorem_checks.statements.moments.statistics import trace
from theorem_checks.statements.moments.tensors import ConstantMatrix, RandomMatrix

d, n = sp.symbols("d n", integer=True, positive=True)


def kinds(statistic):
    (monomial,) = statistic.terms
    return multiplicities(monomial)


@pytest.mark.parametrize(("rows", "columns"), [(1, 1), (2, 1), (2, 3), (3, 2)])
def test_the_terms_are_as_many_as_there_are_one_by_one(rows, columns):
    X = RandomMatrix("X", d, n, IID(variance=1, kurtosis=3))
    counts = kinds(trace((X @ X.T) ** 2))
    assert counts is not None
    found = {one.latex: one.ways.subs({d: rows, n: columns}) for one in counts}
    counted = Counter()
    for i, j, s, t in product(range(rows), range(rows), range(columns), range(columns)):
        often = Counter([(i, s), (j, s), (j, t), (i, t)])
        if all(times % 2 == 0 for times in often.values()):
            counted[len(often)] += 1
    fourth, squared = r"\mathbb{E}[{X}_{ij}^{4}]", r"\mathbb{E}[{X}_{ij}^{2}]^{2}"
    assert (found[fourth], found[squared]) == (counted[1], counted[2])


def test_there_is_no_count_with_an_array_that_is_not_random():
    A, X = ConstantMatrix("A", d, d), RandomMatrix("X", d, n, IID(variance=1, kurtosis=3))
    assert kinds(trace(A @ X @ X.T)) is None
