"""Means of outputs at instances: the cell itself is run, on symbols for what is drawn."""

import pytest

from theorem_checks.judging.judge import at_instances
from theorem_checks.statements.moments.laws import IID
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


def test_a_moment_that_nobody_knows_decides_nothing():
    def fourth(subject, w):
        law = IID(variance=1, kurtosis=2, symmetric=True)
        drawn = (w.draws("q", law=law, order=3), w.draws("X", w.size("n"), law=law, order=3))
        machine = w.machine(Forgets(w.array("a")), w.array("x"))
        return w.mean_output(machine, drawn, lambda q, X: (X, q * q), w.call(subject, 1))

    assert at_instances(fourth, lambda _: 5, ONE).verdict is not Verdict.REFUTED
