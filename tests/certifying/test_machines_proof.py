"""Machines: what is stated of them, and what the kernel makes of it."""

import pytest
import sympy as sp

from tests.certifying.shared import NEEDS_COQC
from theorem_checks.certifying.certificates import certificate_of
from theorem_checks.certifying.exporting import exported
from theorem_checks.certifying.rocq import rule_on
from theorem_checks.certifying.theorems import NoFormError
from theorem_checks.proving.machines.consequences import linear_combination
from theorem_checks.proving.machines.first_outputs import at_first_tokens
from theorem_checks.proving.machines.simulations import simulation
from theorem_checks.statements.arrays.symbolic_array import ones
from theorem_checks.statements.conclusions import All, Equal, Implies, SameOutputs
from theorem_checks.statements.first_outputs import SameFirstOutputs
from theorem_checks.statements.worlds.symbolic import Symbolic


class Adding:
    """Adds up tokens, times a factor."""

    def __init__(self, system, axis, factor):
        self.system, self.axis, self.factor = system, axis, factor

    def initial_state(self):
        return self.system.zeros((self.axis,))

    def step(self, state, x):
        after = state + x * self.factor
        return after, after * (6 // self.factor)


def says(subject, w):
    one, other = subject
    d = w.size("d")
    x = w.array("x", d)
    system = x.__number_system__
    machines = (w.machine(Adding(system, x.shape[0], f), x) for f in (one, other))
    return SameOutputs(*machines)


def by(same):
    return simulation(same, same.other.state * 2)


def test_a_machine_is_its_first_state_and_its_step():
    said = " ".join(certificate_of(says, (2, 1), by).statement.split())
    assert "let start1' : (nat -> F) := ((fun i : nat => 0)) in" in said
    assert "forall (xs' : seq (nat -> F)) (x' : (nat -> F))" in said


def test_states_of_one_name_are_not_taken_for_one():
    """Machines of two worlds: of both outputs, the second state alone would be read."""
    machines = []
    for factor in (1, 2):
        w = Symbolic()
        x = w.array("x", w.size("d"))
        machines.append(w.machine(Adding(x.__number_system__, x.shape[0], factor), x))
    with pytest.raises(NoFormError, match="states have one name"):
        exported(SameOutputs(*machines))


def test_without_an_invariant_there_is_no_certificate():
    with pytest.raises(NoFormError, match="two machines without an invariant"):
        certificate_of(says, (2, 1))


@NEEDS_COQC
@pytest.mark.timeout(900)
def test_the_same_outputs_are_accepted_and_others_are_not(rocq_folder):
    found = rule_on(
        {"good": certificate_of(says, (2, 1), by), "wrong": certificate_of(says, (3, 1), by)},
        rocq_folder,
    )
    assert found["good"].accepted
    assert found["good"].axioms == ()
    assert not found["wrong"].accepted


class Scaled(Adding):
    """Adds up tokens, and puts out a part of that."""

    def step(self, state, x):
        after = state + x
        return after, after * self.factor


def one_scale(more, w):
    d, a, b = w.size("d"), w.number("a"), w.number("b")
    x = w.array("x", d)
    machines = [w.machine(Scaled(x.__number_system__, x.shape[0], f / 4), x) for f in (a, b)]
    return Implies(SameOutputs(*machines), Equal(a, b + more))


def by_two_tokens(needed):
    (axis,) = needed.hypothesis.one.token.axes
    one = ones((axis,))
    return linear_combination(
        needed, [(one * (2 / sp.Symbol("d", integer=True, positive=True)), [one] * 2)]
    )


@NEEDS_COQC
@pytest.mark.timeout(900)
def test_what_follows_from_the_same_outputs_is_accepted_and_what_does_not_is_not(rocq_folder):
    found = rule_on(
        {
            "good": certificate_of(one_scale, 0, by_two_tokens),
            "wrong": certificate_of(one_scale, 1, by_two_tokens),
        },
        rocq_folder,
    )
    assert found["good"].accepted
    assert found["good"].axioms == ()
    assert not found["wrong"].accepted


def test_without_runs_nothing_follows():
    with pytest.raises(NoFormError, match="without the runs"):
        certificate_of(one_scale, 0)


def test_a_hypothesis_may_divide_by_what_is_not_0():
    def divided(_, w):
        d, a, c = w.size("d"), w.number("a"), w.number("c", positive=True)
        x = w.array("x", d)
        machines = [w.machine(Scaled(x.__number_system__, x.shape[0], f), x) for f in (a, a / c)]
        return Implies(SameOutputs(*machines), Equal(a * c, a))

    def by_one_token(needed):
        (axis,) = needed.hypothesis.one.token.axes
        d, c = sp.Symbol("d", integer=True, positive=True), sp.Symbol("c", positive=True)
        return linear_combination(needed, [(ones((axis,)) * (c / d), [ones((axis,))])])

    assert "c^-1" in certificate_of(divided, None, by_one_token).statement
    with pytest.raises(NoFormError, match="by what may be 0"):
        certificate_of(lambda _, w: _over(w), None, by_one_token)


def _over(w):
    d, a, c = w.size("d"), w.number("a"), w.number("c")
    x = w.array("x", d)
    machines = [w.machine(Scaled(x.__number_system__, x.shape[0], f), x) for f in (a, a / c)]
    return Implies(SameOutputs(*machines), Equal(a * c, a))


def shares(more, w):
    d = w.size("d")
    x = w.array("x", d)
    system, axis = x.__number_system__, x.shape[0]
    share = 1 / (1 + d)
    parts = Scaled(system, axis, share + more), Scaled(system, axis, 1)

    class Both(Scaled):
        def step(self, state, x):
            after, part = super().step(state, x)
            return after, part + after * (d * share)

    machines = w.machine(Both(system, axis, share + more), x), w.machine(parts[1], x)
    return SameOutputs(*machines)


def by_equal_states(same):
    return simulation(same, same.other.state)


@NEEDS_COQC
@pytest.mark.timeout(900)
def test_one_by_a_size_and_one_is_known(rocq_folder):
    found = rule_on(
        {
            "good": certificate_of(shares, 0, by_equal_states),
            "wrong": certificate_of(shares, 1, by_equal_states),
        },
        rocq_folder,
    )
    assert found["good"].accepted
    assert not found["wrong"].accepted


def test_an_array_outside_of_a_machine_is_another_one():
    def both(subject, w):
        same = says(subject, w)
        x = same.one.token
        return All((Equal(x + x, x * 2), same))

    said = certificate_of(both, (2, 1), lambda whole: by(whole.parts[1])).statement
    assert "x'20'outside i" in said
    assert "let x := x' in" in said


def on_tokens(subject, w):
    """The same on three tokens."""
    same = says(subject, w)
    return SameFirstOutputs(same.one, same.other, 3)


def by_all(first):
    return at_first_tokens(first, by(SameOutputs(first.one, first.other)))


def from_another_start(less, w):
    """From a first state a machine that is read by a function is one from 0, which is moved."""
    n = w.size("n")
    of = w.function("phi", n, w.size("p"))
    x, start = w.array("x", n), w.array("h_0", n)

    class Read(Adding):
        def __init__(self, first, moved):
            self.first, self.moved = first, moved

        def initial_state(self):
            return self.first

        def step(self, state, x):
            after = state + x
            return after, of(after + self.moved)

    nothing = x.__number_system__.zeros((x.shape[0],))
    machines = Read(start, nothing), Read(nothing, start * less)
    return SameOutputs(*(w.machine(machine, x) for machine in machines))


@NEEDS_COQC
@pytest.mark.timeout(900)
def test_first_outputs_and_functions_of_what_is_moved(rocq_folder):
    def moved(same):
        return simulation(same, same.other.state + same.one.start)

    claims = {"first": certificate_of(on_tokens, (2, 1), by_all)}
    claims |= {"read": certificate_of(from_another_start, 1, moved)}
    claims |= {"wrong": certificate_of(from_another_start, 2, moved)}
    claims |= {"unequal": certificate_of(on_tokens, (3, 1), by_all)}
    assert "(seq.size xs' < 3)%N ->" in claims["first"].statement
    found = rule_on(claims, rocq_folder)
    assert {name for name, one in found.items() if one.accepted} == {"first", "read"}
