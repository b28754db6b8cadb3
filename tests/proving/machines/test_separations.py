"""What no stack computes, by slopes, jumps and growth; attacks are in soundness."""

from dataclasses import replace

import pytest
import sympy as sp

from constructions.arrays import relu, sigmoid, tanh
from proofs.lsrl.program_steps import PLAIN_STEPS, STEPS, machines_of
from theorem_checks import (
    CheckError,
    EveryStackIs,
    Jump,
    NoStack,
    NoStackThrough,
    Ray,
    UnboundedSlope,
    Verdict,
    closed_under_composition,
    not_continuous,
    not_lipschitz,
    ones,
    prove,
    superexponential,
    superlinear,
    zeros,
)
from theorem_checks.errors import ArgumentError
from theorem_checks.statements.worlds.symbolic import Symbolic

r, p, s = sp.Symbol("r", real=True), sp.Symbol("p", positive=True), sp.Symbol("s", real=True)


def test_no_plain_program_is_the_absolute_square():
    w = Symbolic()
    layers, t = machines_of(PLAIN_STEPS, w), w.array("t", w.size("d"))
    said = NoStackThrough(layers, (((t,), t * relu(t)),), (t,))
    one, kept = ones(t.axes), closed_under_composition(EveryStackIs(layers, "Lipschitz"))
    (size,) = t.axes[0][0].sizes
    rises = UnboundedSlope((0, 0), ((t, zeros(t.axes)),), ((t, one),), [-one], one / size, 0, -1)
    at_one = not_lipschitz(said, kept, [rises], r)  # they rise by 1 there
    assert at_one.verdict is Verdict.UNDECIDED
    assert r"\text{for all } t" in said.latex
    other = NoStackThrough(layers, (((t,), t * t),), (t,))
    steep = UnboundedSlope((0, 0), ((t, one * r + one),), ((t, one * r),), [one], one / size, 2, 1)
    found = not_lipschitz(other, kept, [steep], r)
    assert found.verdict is Verdict.PROVED
    assert found.statement is not None
    assert found.statement.key == other.key


def test_no_program_jumps_and_none_is_doubly_exponential():
    w = Symbolic()
    layers, one = machines_of(STEPS, w), ones(w.array("x", 1).axes)
    said = NoStackThrough(layers, (((one * p,), 0 * one), ((0 * one,), one)), (p,))
    jump = Jump((0, 1), (), (), [one], 0 * one, 0 * one, one, -1)
    kept = closed_under_composition(EveryStackIs(layers, "continuous"))
    assert not_continuous(said, kept, jump, p).verdict is Verdict.PROVED

    class Squares:
        def initial_state(self):
            return 2 * one

        def step(self, state, _x):
            return state * state, state * state

    none = NoStack(layers, w.machine(Squares(), w.array("z", 1)))
    exponential = closed_under_composition(EveryStackIs(layers, "exponential"))
    found = superexponential(none, exponential, 0 * one, (1, 4), (s, s**2))
    assert found.verdict is Verdict.PROVED


class Gated:
    """An LSTM in two lines: a state that is gated, and read by a gate."""

    def __init__(self, forget, write, read):
        self.forget, self.write, self.read = forget, write, read

    def initial_state(self):
        return zeros(self.read.axes[:1])

    def step(self, state, x):
        after = sigmoid(self.forget @ x) * state + self.write @ x
        return after, sigmoid(self.read @ x) * tanh(after) + tanh(x @ x) * after


def test_gates_are_at_most_linear_and_no_stack_of_them_is_a_cube():
    w = Symbolic()
    n, d = w.size("n"), w.size("d")
    cell = Gated(*(w.array(name, n, d) for name in ("F", "W", "R")))
    layers, t = (w.machine(cell, w.array("x", d)),), w.array("t", d)
    kept, one = closed_under_composition(EveryStackIs(layers, "at most linear")), ones(t.axes)
    assert kept.verdict is Verdict.PROVED
    assert closed_under_composition(EveryStackIs(layers, "Lipschitz")).verdict is Verdict.UNDECIDED
    said = NoStackThrough(layers, (((t,), t * t * t),), (t,))
    ray = Ray(0, ((t, one * r),), [one], one, d.expression, 3)
    found = superlinear(said, kept, ray, r)
    assert found.verdict is Verdict.PROVED
    assert found.statement is not None
    assert found.statement.key == said.key
    with pytest.raises(ArgumentError, match="2 or more"):
        superlinear(said, kept, replace(ray, power=1), r)
    with pytest.raises(ArgumentError, match="as many as the run has"):
        superlinear(said, kept, replace(ray, tokens=[one, one]), r)


def test_what_is_bound_is_not_put_elsewhere():
    w = Symbolic()
    layers, t = machines_of(PLAIN_STEPS, w), w.array("t", 1)
    said = NoStackThrough(layers, (((t,), t),), (t, p))
    with pytest.raises(CheckError, match="Nothing is put"):
        said.substituted({p: 2 * p})
    assert said.substituted({sp.Symbol("q"): sp.Integer(2)}) is said


def test_what_these_rules_do_not_take():
    w = Symbolic()
    layers = machines_of(PLAIN_STEPS, w)
    with pytest.raises(ArgumentError, match="'Lipschitz'"):
        EveryStackIs(layers, "smooth")
    with pytest.raises(ArgumentError, match="at least one token"):
        NoStackThrough(layers, (((), 0),))
    with pytest.raises(ArgumentError, match="not_lipschitz"):
        prove(NoStackThrough(layers, (((w.array("t", 1),), 0),)))
