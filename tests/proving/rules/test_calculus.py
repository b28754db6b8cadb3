"""Limits by bounds that go to 0, and least places of parabolas."""

import pytest
import sympy as sp

from tests.proving.rules.theorems import n, proved, x
from theorem_checks import (
    ArgumentError,
    CheckError,
    RandomVector,
    Verdict,
    expectation,
    squared_norm,
)
from theorem_checks.proving.rules.calculus import by_completing_the_square, limit
from theorem_checks.statements.analysis import Limit
from theorem_checks.statements.conclusions import (
    AtMost,
    Mean,
    UniqueMinimum,
)

positive = sp.Symbol("t", positive=True)


@pytest.mark.parametrize(
    ("said", "bound"),
    [
        (Limit(x, 1 / (1 + sp.exp(-x)), "oo", 1), sp.exp(-x)),
        (Limit(x, 2 + 3 * sp.exp(-x / 2), "oo", 2), 3 * sp.exp(-x / 2)),
        (Limit(n, (2 * n**2 + n) / n**2, "oo", 2), 1 / n),
        (Limit(positive, (positive + 1) / (positive + 2), "oo", 1), 1 / positive),
    ],
)
def test_an_error_bound_that_goes_to_0_gives_a_limit(said, bound):
    below, above = AtMost(said.value - bound, said.term), AtMost(said.term, said.value + bound)
    found = limit(said, bound, proved(below), proved(above))
    assert found.verdict is Verdict.PROVED
    assert found.is_sealed
    assert found.statement is not None
    assert found.statement.key == said.key


@pytest.mark.parametrize("bound", [sp.Integer(1), x, sp.exp(x), 1 / x, sp.exp(-x) * x])
def test_only_bounds_that_are_known_to_go_to_0_give_a_limit(bound):
    said = Limit(x, 1 / (1 + sp.exp(-x)), "oo", 1)
    part = proved(AtMost(0, sp.exp(x)))
    with pytest.raises(ArgumentError, match="bound"):
        limit(said, bound, part, part)


def test_the_variable_of_a_limit_stands_for_all_large_numbers():
    odd = sp.Symbol("k", integer=True, positive=True, odd=True)
    part = proved(AtMost(0, sp.exp(x)))
    with pytest.raises(ArgumentError, match="variable"):
        limit(Limit(odd, 1 / odd, "oo", 0), 1 / odd, part, part)


def test_a_mean_is_least_where_it_is_a_square():
    d = sp.Symbol("d", integer=True, positive=True)
    statistic = squared_norm(RandomVector("z", d)) * (x - 3) ** 2
    mean = proved(Mean(statistic, expectation(statistic)))
    assert by_completing_the_square(UniqueMinimum(statistic, x, 3), mean).verdict is Verdict.PROVED
    assert by_completing_the_square(UniqueMinimum(statistic, x, 2), mean).verdict is Verdict.REFUTED
    downward = proved(Mean(-statistic, expectation(-statistic)))
    assert (
        by_completing_the_square(UniqueMinimum(-statistic, x, 3), downward).verdict
        is not Verdict.PROVED
    )
    with pytest.raises(CheckError, match="mean concludes"):
        by_completing_the_square(UniqueMinimum(statistic, x, 3), downward)
