"""Derivatives by the chain rule, by factors and by Jacobians, held against all paths one by one."""

import operator
from fractions import Fraction
from random import Random

import pytest

from constructions.gradient_paths import LocalJacobians, chains, paths_by_jacobians

LAST = 5


@pytest.fixture(params=range(3))
def network(request):
    """A network on numbers, with a Jacobian for each way that there is."""
    source = Random(request.param)

    def number():
        return Fraction(source.randint(-9, 9), source.randint(1, 5))

    times = range(LAST + 1)
    return LocalJacobians(
        {t: {i: number() for i in range(t + 1)} for t in times},
        {t: number() for t in times},
        {t: number() for t in times},
        operator.mul,
    )


@pytest.mark.parametrize(("t", "k"), [(0, 0), (0, 1), (1, 2), (0, 4), (2, 3)])
def test_the_derivative_is_the_sum_of_all_chains(network, t, k):
    wanted = [sum(network.term(t, m, chain) for chain in chains(m)) for m in range(k + 1)]
    assert network.derivatives(t, k) == wanted
    assert sum(network.by_factors(t, k)) == wanted[k]
    assert sum(network.by_jacobians(t, k)) == wanted[k]


def test_one_step_is_what_the_formula_says(network):
    P, J, Q = network.by_state, network.step, network.by_output
    first = P[1][1]
    assert network.derivatives(1, 1) == [first, P[2][1] + (P[2][2] * J[1] + Q[2]) * first]


@pytest.mark.parametrize("k", range(5))
def test_paths_are_counted_as_where_each_is_one(k):
    ones = dict.fromkeys(range(k + 1), 1)
    network = LocalJacobians(
        {t: dict.fromkeys(range(t + 1), 1) for t in range(k + 1)}, ones, ones, operator.mul
    )
    assert network.by_jacobians(0, k) == paths_by_jacobians(k)
