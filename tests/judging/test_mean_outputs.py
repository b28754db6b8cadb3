"""Means of outputs at instances: the cell itself is run, on symbols for what is drawn."""

from dataclasses import replace

import pytest
import sympy as sp

from theorem_checks.errors import ArgumentError
from theorem_checks.judging.judge import at_instances
from theorem_checks.judging.mean_outputs import other_mean_output
from theorem_checks.statements.moments.laws import IID
from theorem_checks.statements.worlds.concrete import Concrete
from theorem_checks.statements.worlds.symbolic import Symbolic
from theorem_checks.verdicts.kinds import Verdict


class Forgets:
    """Keeps a fraction of its state and adds its token; puts out the square of the state."""

    def __init__(self, factor):
        self.factor = factor

    def initial_state(self):
        return 0 * self.factor

    def step(self, state, x):
        after = self.factor * state + x
        return after, after * after


def says(value, w, *, at_least=False, order=2):
    """With one token before the last, E (a x + q)^2 = (a^2 + 1) s."""
    s, a = w.number("s", positive=True), w.array("a")
    law = IID(variance=s, kurtosis=2, symmetric=True)
    drawn = w.draws("X", w.size("n"), law=law, order=order), w.draws("q", law=law, order=order)
    machine = w.machine(Forgets(a), w.array("x"))
    claimed = w.call(value, s)
    return w.mean_output(machine, drawn, lambda X, q: (X, q), claimed, at_least=at_least)


ONE = [{"n": 1, "s": 3}]


@pytest.mark.parametrize("value", [lambda s: s, lambda s: 0 * s])
def test_at_least(value):
    def below(subject, w):
        return says(subject, w, at_least=True)

    assert at_instances(below, value, [*ONE, {"n": 3}]).verdict is Verdict.HOLDS


def test_a_mean_that_is_less_is_a_counterexample():
    def below(subject, w):
        return says(subject, w, at_least=True)

    found = at_instances(below, lambda s: 10**9 * s, ONE)
    assert found.verdict is Verdict.REFUTED
    assert "the mean is less" in str(found)


def test_a_mean_is_that_of_the_runs():
    class Fourth(Forgets):
        def step(self, state, x):
            return state, x * x * x * x

    def fourth(subject, w):
        s = w.number("s", positive=True)
        law = IID(variance=s, kurtosis=2, symmetric=True)
        drawn = w.draws("X", w.size("n"), law=law, order=4), w.draws("q", law=law, order=4)
        machine = w.machine(Fourth(w.array("a")), w.array("x"))
        return w.mean_output(machine, drawn, lambda X, q: (X, q), w.call(subject, s))

    assert at_instances(fourth, lambda s: 2 * s**2, ONE).verdict is Verdict.HOLDS
    found = at_instances(fourth, lambda s: 3 * s**2, ONE)
    assert found.verdict is Verdict.REFUTED
    assert "the means differ" in str(found)


@pytest.mark.parametrize("order", [2, 3])
def test_a_moment_that_nobody_knows_decides_nothing(order):
    def fourth(subject, w):
        law, n = IID(variance=1, kurtosis=2, symmetric=True), w.size("n")
        drawn = w.draws("q", law=law, order=order), w.draws("X", n, law=law, order=order)
        machine = w.machine(Forgets(w.array("a")), w.array("x"))
        return w.mean_output(machine, drawn, lambda q, X: (X, q * q), w.call(subject, 1))

    assert at_instances(fourth, lambda _: 5, ONE).verdict is not Verdict.REFUTED


def one_drawn(w, machine, sequence, value, *others):
    """The mean of a run on one token drawn of the moments 1, 0, 2, and others."""
    law = IID(moments={1: 0, 2: 2, 3: 0, 4: 5})
    X, q = w.draws("X", w.size("n"), law=law, order=4), w.draws("q", law=law, order=4)
    return w.mean_output(machine(w, X), (X, q, *others), lambda *at: sequence(X, *at), value)


class Scaled(Forgets):
    def step(self, state, x):
        return state, self.factor * self.factor * x * x


def last_squared(w, _X):
    return w.machine(Scaled(1 + 0 * w.array("a")), w.array("x"))


@pytest.mark.parametrize("world", [lambda: Concrete({"a": 1}), Symbolic])
def test_an_array_is_drawn_once_and_a_value_is_a_number(world):
    def said(drawn, value):
        w = world()
        law = IID(variance=2, symmetric=True)
        X, q = w.draws("X", 1, law=law, order=2), w.draws("q", law=law, order=2)
        given = {"X": X, "q": q}
        named = tuple(map(given.__getitem__, drawn))
        machine = w.machine(Forgets(w.array("a")), w.array("x"))
        return w.mean_output(machine, named, lambda X, q, *_: (X, q), value(q.array))

    assert said("Xq", lambda _: 2).value == 2
    with pytest.raises(ArgumentError, match="each drawn once"):
        said("XqX", lambda _: 2)
    with pytest.raises(ArgumentError, match="without entries of what is drawn"):
        said("Xq", lambda q: q + 1)


def test_a_drawn_array_is_drawn_wherever_it_stands():
    def from_outside(subject, w):
        return one_drawn(w, last_squared, lambda X, _, q: (X.array, X.array[0] * q), subject)

    def in_the_machine(subject, w):
        def scaled(w, X):
            return w.machine(Scaled(X.array[0]), w.array("x"))

        return one_drawn(w, scaled, lambda _, X, q: (X, q), subject)

    for says in (from_outside, in_the_machine):
        assert at_instances(says, 4, [{"n": 1}]).verdict is Verdict.HOLDS
        assert at_instances(says, 5, [{"n": 1}]).verdict is Verdict.REFUTED


def test_the_mean_of_what_is_no_polynomial_decides_nothing():
    class Divided(Forgets):
        def step(self, state, x):
            return state, 1 / (x * x + 1)

    def says(subject, w):
        def made(w, _X):
            return w.machine(Divided(w.array("a")), w.array("x"))

        return one_drawn(w, made, lambda _, X, q: (X, q), subject)

    assert at_instances(says, 1, [{"n": 1}]).verdict is not Verdict.REFUTED


def test_another_value_is_one_of_the_same_mean():
    w = Concrete({"n": 1})
    made = one_drawn(w, last_squared, lambda _, X, q: (X, q), 2)
    assert other_mean_output(made, w) is None
    assert other_mean_output(replace(made, value=sp.Integer(3)), w) is not None
