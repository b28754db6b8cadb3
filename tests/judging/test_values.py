"""What the terms of a trace are in a concrete world, held against what the subject itself gives."""

import sympy as sp

from constructions.indexed import IndexedArray, family
from theorem_checks import RandomVector, squared_norm
from theorem_checks.judging.agreement import disagreement
from theorem_checks.judging.traces import Trace, trace_of
from theorem_checks.judging.values import leaves
from theorem_checks.statements.conclusions import Equal, Mean, SameOutputs, UniqueMinimum
from theorem_checks.statements.moments.statistics import as_statistic
from theorem_checks.statements.normal_means import UnitsCovariance, normal_mean


def agrees(says, subject=None, case=None):
    """Whether trace and subject agree in worlds of all sizes that are drawn."""
    trace = trace_of(says, subject, case or {})
    assert isinstance(trace, Trace)
    return disagreement(says, subject, trace, ())


def test_products_over_time_of_vectors_have_the_sizes_of_these():
    def says(_, w):
        T, d = w.size("T"), w.size("d")
        a = w.array("a", T, d)
        products = w.running_products("P", a)
        total = w.entries(lambda h, i: h.sum(lambda t: h.sum(lambda s: products[t, s, i], T), T), d)
        return Equal(total, total)

    assert agrees(says) == ""


def test_the_values_of_a_size_past_its_cases_are_those_of_the_size():
    def says(subject, w):
        n = w.size("n")
        return Equal(subject(n), n**2)

    past = sp.Symbol("n'", integer=True, positive=True)
    assert agrees(says, lambda n: n**2, {"n": 4 + past}) == ""
    trace = trace_of(says, lambda n: n**2, {"n": 4 + past})
    assert isinstance(trace, Trace)
    assert "differ in the lhs" in disagreement(says, lambda n: n**2 + 1, trace, ())


class Pairs:
    """Keeps a number for each pair of places i <= j, and puts them out as a symmetric matrix."""

    def __init__(self, none, matrix):
        self.none, self.matrix = none, matrix

    def initial_state(self):
        return self.none

    def step(self, state, x):
        return state + self.none, self.matrix @ state + x


def test_entries_of_an_increasing_family_are_compared_where_its_indices_increase():
    pair = family("pair", increasing=True, i="d", j="d")

    def says(_, w):
        d = w.size("d")
        none = w.described(IndexedArray(((pair,),), {("pair",): lambda _, i, j: 1}), {"d": d}, {})
        read = {("row", "pair"): lambda w, k, i, j: w.delta(k, i) + w.delta(k, j)}
        matrix = IndexedArray(((family("row", k="d"),), (pair,)), read)
        machine = w.machine(Pairs(none, w.described(matrix, {"d": d}, {})), w.array("x", d))
        return SameOutputs(machine, machine)

    assert agrees(says) == ""


def test_of_means_the_formula_is_compared_which_may_be_a_mean_itself():
    x = RandomVector("x", sp.Symbol("d", integer=True, positive=True))
    eta = sp.Symbol("eta")
    named = [name for name, _ in leaves(Mean(squared_norm(x), squared_norm(x)))]
    assert named == ["formula"]
    assert [
        name for name, _ in leaves(UniqueMinimum((1 - eta) ** 2 * squared_norm(x), eta, 1))
    ] == ["at"]


def test_of_forms_in_each_unit_the_covariance_is_compared_and_not_what_it_is_of():
    x = as_statistic(squared_norm(RandomVector("x", 3)))
    named = [name for name, _ in leaves(UnitsCovariance((x,), sp.Integer(4), ((sp.Integer(1),),)))]
    assert named == ["units", "covariance 1 1"]


def test_a_function_of_normal_numbers_is_compared_at_two_points_by_their_numbers():
    said = normal_mean(lambda u, v: u * v, [[2, 1], [1, 3]], 1)
    found = list(leaves(said))
    assert [name for name, _ in found[:2]] == ["integrand at point 1", "integrand at point 2"]
    assert [value for _, value in found[:2]] == [-sp.Rational(1, 6), -sp.Rational(1, 12)]
