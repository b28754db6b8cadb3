"""Exponentials, quotients and largest entries of arrays whose sizes are symbols."""

import numpy as np
import pytest
import sympy as sp

from constructions.arrays import sigmoid, tanh
from theorem_checks import (
    All,
    ArgumentError,
    AtMost,
    Equal,
    Implies,
    Less,
    Verdict,
    apply_fact,
    arithmetic,
    at_numbers,
    by_fact,
    exp,
    norm_inf,
    prove,
    softmax,
)
from theorem_checks.facts.inequalities import EXPONENTIAL_INCREASES, LEAST_BOUND, TERM_OF_A_SUM
from theorem_checks.judging.instances import difference_at
from theorem_checks.judging.judge import at_instances, judged
from theorem_checks.statements.arrays.element_arrays import elements_of
from theorem_checks.statements.worlds.concrete import Concrete
from theorem_checks.statements.worlds.symbolic import Symbolic

w = Symbolic()
d, m = w.size("d"), w.size("m")
x, y, c, A = w.array("x", d), w.array("y", d), w.array("c"), w.array("A", m, d)
ones, s = x * 0 + 1, w.number("s")
t = sp.Symbol("t", real=True)


@pytest.mark.parametrize(
    ("left", "right"),
    [
        (exp(x) * exp(y), exp(x + y)),
        (exp(x - y) * exp(y), exp(x)),
        (exp(x * 0), ones),
        (exp(3 * x), exp(x) ** 3),
        (exp(-x) ** 2, exp(-2 * x)),
        (exp(s * x) * exp(-s * x), ones),
        (exp(x / 3) ** 2, exp(2 * x / 3)),
        (softmax(x + c), softmax(x)),
        (softmax(x).sum(), c * 0 + 1),
        (softmax(x) * exp(x).sum(), exp(x)),
        (1 / (1 / exp(c)), exp(c)),
        (1 / (exp(c) * exp(x).sum()), exp(-c) / exp(x).sum()),
        (exp(A @ x) * exp(-(A @ x)), (A @ x) * 0 + 1),
        (norm_inf(x - y), norm_inf(y - x)),
        (norm_inf(x * 0), c * 0),
    ],
)
def test_the_laws_hold_at_all_sizes(left, right):
    found = prove(Equal(left, right))
    assert found.verdict is Verdict.PROVED
    assert not found.conditions


def test_sigmoid_and_tanh_are_what_they_are_in_both_worlds():
    for function in (sigmoid, tanh):
        found = prove(Equal(function(2 * x - x), function(x)))
        assert found.verdict is Verdict.PROVED
        values = elements_of(function(Concrete({"d": 4}).array("x", 4)))
        inputs = elements_of(Concrete({"d": 4}).array("x", 4))
        wanted = function(np.array([float(v) for v in inputs]))
        assert np.allclose([float(v) for v in values], wanted)
    assert prove(Equal(tanh(x), 2 * sigmoid(2 * x) - 1)).verdict is not Verdict.REFUTED
    assert prove(Equal(tanh(x), sigmoid(x))).verdict is not Verdict.PROVED


@pytest.mark.parametrize("positive", [exp(x), softmax(x), exp(x).sum(), 1 / exp(x).sum() + 1])
def test_what_is_made_of_exponentials_is_positive(positive):
    zero = positive * 0
    assert prove(Less(zero, positive)).verdict is Verdict.PROVED
    assert prove(AtMost(zero, positive)).verdict is Verdict.PROVED
    assert prove(Less(positive, zero)).verdict is Verdict.REFUTED


def test_a_positive_part_of_what_is_positive_is_that():
    p = softmax(x)
    relu = p.__number_system__.relu
    assert prove(Equal(relu(p), p)).verdict is Verdict.PROVED
    assert prove(Equal(relu(-p), p * 0)).verdict is Verdict.PROVED


def test_half_of_an_exponent_is_not_known_to_be_a_root():
    assert prove(Equal(exp(x / 2) ** 2, exp(x))).verdict is Verdict.UNDECIDED


def test_a_counterexample_is_told_apart_by_balls():
    found = prove(Equal(softmax(2 * x), softmax(x)))
    assert found.verdict is Verdict.REFUTED
    assert "+/-" in str(found.counterexample)


# --- derivatives


def jacobian(softmax, w):
    d = w.size("d")
    x = w.array("x", d, small=True)
    p = softmax(x)
    said = w.entries(lambda helper, i, j: p[i] * (helper.delta(i, j) - p[j]), d, d)
    return Equal(w.derivative(softmax, x), said)


def test_the_jacobian_of_the_softmax_is_proved_at_all_sizes():
    assert judged(jacobian, prove, softmax).verdict is Verdict.PROVED
    assert judged(jacobian, prove, lambda x: softmax(2 * x)).verdict is Verdict.REFUTED


def test_the_derivative_at_numbers_is_that_of_differences():
    w = Concrete({"d": 3}, seed=1)
    x = w.array("x", w.size("d"), small=True)
    found = np.vectorize(float)(elements_of(w.derivative(softmax, x)))
    here = np.vectorize(float)(elements_of(x))

    def of(v):
        return np.exp(v) / np.exp(v).sum()

    for j in range(3):
        step = 1e-6 * np.eye(3)[j]
        assert np.allclose(found[:, j], (of(here + step) - of(here - step)) / 2e-6)


@pytest.mark.parametrize(
    "function",
    [
        lambda v: 1 / v.sum(),
        lambda v: 1 / (exp(v).sum() - 1),
        norm_inf,
        lambda v: v.__number_system__.relu(v),
    ],
)
def test_what_has_no_derivative_somewhere_is_refused(function):
    with pytest.raises(ArgumentError, match="seen to be positive"):
        Symbolic().derivative(function, x)


# --- arithmetic at one place


def test_entries_are_compared_at_one_place():
    p = softmax(x)
    assert arithmetic(AtMost(x - norm_inf(x), x * 0)).verdict is Verdict.PROVED
    assert arithmetic(AtMost(-x, ones * norm_inf(x))).verdict is Verdict.PROVED
    below = Implies(AtMost(exp(x), ones * exp(x).sum()), AtMost(p, ones))
    assert arithmetic(below).verdict is Verdict.PROVED
    assert arithmetic(AtMost(p, ones * 2), seconds=1).verdict is not Verdict.PROVED  # of sums


def test_a_premise_about_all_entries_is_used_at_each_place():
    premise = AtMost(x, y)
    rows = w.entries(lambda helper, i, j: x[i] + x[j], d, d)
    more = w.entries(lambda helper, i, j: y[i] + y[j], d, d)
    assert arithmetic(Implies(premise, AtMost(rows, more))).verdict is Verdict.PROVED
    assert arithmetic(Implies(AtMost(rows, more), premise)).verdict is Verdict.PROVED
    turned = Implies(premise, AtMost(more, rows))
    assert arithmetic(turned, seconds=1).verdict is Verdict.UNDECIDED


def test_what_is_said_beside_entries_that_may_not_be_there_is_refused():
    few = Symbolic().array("few", w.size("n", least=0))
    with pytest.raises(ArgumentError, match="sizes that are positive"):
        arithmetic(All((AtMost(0, c * 0), AtMost(few, few))))


def test_the_arrays_have_one_family_on_each_axis():
    joined = x.__number_system__.concatenate([x, x])
    with pytest.raises(ArgumentError, match="one family"):
        arithmetic(AtMost(joined, joined))


# --- facts, and numbers made of arrays


def test_a_fact_is_a_premise_once_its_hypothesis_is_proved():
    _, evidence = by_fact(EXPONENTIAL_INCREASES, {"n": d, "x": x, "y": x + norm_inf(y)})
    assert evidence.verdict is Verdict.PROVED
    _, of_sum = by_fact(TERM_OF_A_SUM, {"n": d, "x": exp(x)})
    assert of_sum.verdict is Verdict.PROVED
    _, bound = by_fact(LEAST_BOUND, {"n": d, "x": x + y, "m": norm_inf(x) + norm_inf(y)})
    assert bound.verdict is Verdict.PROVED  # the triangle inequality


def test_a_fact_whose_hypothesis_is_open_proves_nothing():
    _, evidence = by_fact(TERM_OF_A_SUM, {"n": d, "x": x}, seconds=1)
    assert evidence.verdict is not Verdict.PROVED
    assert apply_fact(TERM_OF_A_SUM, {"n": d, "x": x}).verdict is Verdict.PROVED  # an implication


def test_what_is_true_of_all_reals_is_true_of_numbers_made_of_arrays():
    said, evidence = at_numbers(AtMost(1 + t, sp.exp(t)), {t: norm_inf(x)})
    assert evidence.verdict is Verdict.PROVED
    assert arithmetic(AtMost(1, exp(norm_inf(x))), (said, evidence)).verdict is Verdict.PROVED
    _, false = at_numbers(AtMost(1, sp.exp(t)), {t: norm_inf(x)})
    assert not false.verdict.passes


@pytest.mark.parametrize("general", [AtMost(0, sp.sin(t) ** 2), AtMost(0, sp.Abs(t))])
def test_other_functions_are_not_carried_over(general):
    with pytest.raises(ArgumentError, match="polynomials in the symbols and exponentials"):
        at_numbers(general, {t: norm_inf(x)})


# --- instances


def shifted(softmax, w):
    x, c = w.array("x", w.size("d"), small=True), w.array("c", small=True)
    return Equal(softmax(x + c), softmax(x))


def test_instances_refute_and_are_silent_where_balls_overlap():
    assert at_instances(shifted, softmax).verdict is Verdict.HOLDS
    assert at_instances(shifted, lambda x: softmax(x * x)).verdict is Verdict.REFUTED


def test_small_arrays_are_drawn_small_and_large():
    largest = [
        max(abs(elements_of(Concrete({}, seed).array("x", 3, small=True)))) for seed in range(40)
    ]
    assert min(largest) < 1 < max(largest)


def test_the_largest_of_irrational_entries_is_compared():
    w = Concrete({"d": 3}, seed=3)
    x = w.array("x", w.size("d"), small=True)
    assert difference_at(AtMost(norm_inf(softmax(x)), 1), w) is None
    assert difference_at(AtMost(1, norm_inf(softmax(x))), w) is not None


def late(x):
    return softmax(x if x.shape[0] < 1000 else 2 * x)


def test_a_branch_on_the_size_is_not_proved():
    assert judged(shifted, prove, late).verdict is not Verdict.PROVED


@pytest.mark.parametrize("name", ["1/", "e^", "|.|", "e^+#1", "f#"])
def test_no_function_of_an_author_has_the_name_of_a_known_one(name):
    with pytest.raises(ArgumentError, match="name"):
        Symbolic().function(name, d, m)
