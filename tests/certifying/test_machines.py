"""Machines: what is stated of them, and what the kernel makes of it."""

import pytest

from tests.certifying.shared import NEEDS_COQC
from theorem_checks.certifying.certificates import certificate_of
from theorem_checks.certifying.rocq import rule_on
from theorem_checks.certifying.theorems import NoFormError
from theorem_checks.proving.rules import simulation
from theorem_checks.statements.conclusions import SameOutputs


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
