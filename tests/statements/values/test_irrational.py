"""A number that is written long as one that is written short: what it is, and what balls see."""

import pickle

import pytest
import sympy as sp

from constructions.arrays import sigmoid, tanh
from theorem_checks import ArgumentError, AtMost, Verdict
from theorem_checks.judging.judge import at_instances
from theorem_checks.proving.degrees import RATIONALS
from theorem_checks.proving.identities.balls import are_apart, differ
from theorem_checks.statements.arrays.element_arrays import elements_of
from theorem_checks.statements.values.evaluation import evaluate
from theorem_checks.statements.values.irrational import Irrational
from theorem_checks.statements.values.radicals import NoExactValueError

E = sp.exp(sp.Rational(1, 3))


def test_it_is_the_number_that_it_stands_for():
    one, other = Irrational(E), Irrational(E + sp.Rational(1, 10**9))
    assert one == Irrational(E)
    assert one != other
    assert Irrational(one) is one
    assert one - one == 0
    assert differ(one, E, {}) is None
    assert differ(one, other, {}) is not None
    assert differ(2 * one - 1, sp.Integer(2), {}) is not None
    assert not are_apart(one, E)
    assert pickle.loads(pickle.dumps(one + 1)) == one + 1


def test_it_is_no_number_that_depends_on_another_one():
    with pytest.raises(ArgumentError, match="depends on"):
        Irrational(sp.exp(sp.Symbol("x", real=True)))


def test_no_exact_value_is_known_of_it():
    with pytest.raises(NoExactValueError):
        evaluate(Irrational(E) + 1, {})
    assert not (Irrational(E) + 1).is_number


def test_sigmoids_of_sigmoids_stay_short():
    x = RATIONALS.array(["1/3"])
    for _ in range(40):
        x = tanh(sigmoid(x) + x) + x
    (value,) = elements_of(x).flat
    assert len(str(value)) < 3000
    assert differ(value, sp.Integer(35), {}) is not None


def test_precise_balls_are_not_taken_for_rough_ones():
    near = Irrational(E) - sp.Rational("1.3956124250860895286281253196025868375979065151994")
    found = differ(near, sp.Integer(0), {})
    assert found is not None
    assert abs(found[0]) < 1e-40


def test_a_bound_on_nested_functions_is_seen_at_instances():
    def says(most, w):
        x = w.array("x", w.size("n"))
        return AtMost(tanh(sigmoid(tanh(sigmoid(x)))), most)

    assert at_instances(says, 1).verdict is Verdict.HOLDS
    assert at_instances(says, sp.Rational(1, 2)).verdict is Verdict.REFUTED
