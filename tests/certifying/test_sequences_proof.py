"""Functions of whole sequences: what is stated, and what the kernel makes of it."""

import pytest

from tests.certifying.shared import NEEDS_COQC
from theorem_checks.certifying.certificates import certificate_of
from theorem_checks.certifying.rocq import rule_on
from theorem_checks.statements.conclusions import Computes


class Adding:
    """Adds up tokens, after some, or keeps a factor of what it had."""

    def __init__(self, system, axis, keeps=1):
        self.system, self.axis, self.keeps = system, axis, keeps

    def initial_state(self):
        return self.system.zeros((self.axis,))

    def step(self, state, x):
        after = state * self.keeps + x
        return after, after + x


def sums(keeps=1, last=2, strict=False):
    """The outputs are the sums of the tokens up to each, and that once more."""

    def says(_subject, w):
        d, T = w.size("d"), w.size("T")
        xs = w.array("xs", T, d)
        x = w.array("x", d)
        system = x.__number_system__

        def row(h, i, j):
            before = h.sum(lambda s: h.at_most(s, i) * xs[s, j], T)
            return before + xs[i, j] * ((last - 1) - (1 if strict else 0))

        rows = w.entries(row, T, d)
        return Computes(w.machine(Adding(system, x.shape[0], keeps), x), xs, rows)

    return says


def test_outputs_are_those_of_a_fold_over_the_tokens_before():
    said = " ".join(certificate_of(sums(), None).statement.split())
    assert "(foldl after' start' [seq row' s' | s' <- iota 0 i])" in said
    assert "forall i : nat, (i < T)%N ->" in said


@NEEDS_COQC
@pytest.mark.timeout(900)
def test_what_a_machine_computes_is_accepted_and_what_it_does_not_is_not(rocq_folder):
    cases = {
        "good": sums(),
        "decaying": sums(keeps=2),
        "once": sums(last=1),
        "before": sums(strict=True),
    }
    found = rule_on({n: certificate_of(says, None) for n, says in cases.items()}, rocq_folder)
    assert {n for n, ruling in found.items() if ruling.accepted} == {"good"}
    assert found["good"].axioms == ()
