"""Means of outputs on drawn sequences: what is stated of them, and a proof by hand."""

from functools import partial

import pytest

from tests.certifying.shared import NEEDS_COQC
from theorem_checks.certifying.certificates import certificate_of
from theorem_checks.certifying.rocq import rule_on
from theorem_checks.certifying.theorems import NoFormError
from theorem_checks.statements.conclusions import All
from theorem_checks.statements.moments.laws import IID


class Passes:
    """Puts out its token, and keeps a sum of them."""

    def __init__(self, zero):
        self.zero = zero

    def initial_state(self):
        return self.zero

    def step(self, state, x):
        return state + x, x


def says_mean(value, w, *, at_least=False):
    """The mean of the last token, of which that is the mean."""
    law = IID(variance=1, symmetric=True)
    drawn = w.draws("X", w.size("n"), law=law, order=4), w.draws("q", law=law, order=4)
    zero = 0 * w.array("a")
    machine = w.machine(Passes(zero), w.array("x"))
    return w.mean_output(machine, drawn, lambda X, q: (X, q), value, at_least=at_least)


def from_below(value, w):
    return says_mean(value, w, at_least=True)


PROOF = """
Theorem proved : statement.
Proof.
move=> F n m4_X m4_q a n1 W E X q I.
have := I [:: (1, [::])]%N isT isT; rewrite /= big_seq1 /=.
by apply: hm_ext => w; rewrite big_seq1.
Qed.
"""


def test_all_of_a_run_stands_in_what_is_averaged():
    made = certificate_of(says_mean, 0, None, PROOF)
    said = " ".join(made.statement.split())
    assert made.form == "means of outputs"
    assert "forall (F : numFieldType)" in said
    assert "(fun w' : W' => let start' : (F) := ((a * (1 * 0))) in" in said
    assert "foldl after' start' [seq row' s' | s' <- iota 0 n]" in said
    assert "[:: 1; 0; 1; 0; m4_X]; [:: 1; 0; 1; 0; m4_q]" in said
    assert "nonnegative_mean" not in said


def test_a_mean_that_is_at_least_a_value_is_of_an_order():
    said = certificate_of(from_below, 0, None, PROOF).statement
    assert "forall (F : realFieldType)" in said
    assert "nonnegative_mean E' ->" in said
    assert "mean_at_least E' (fun w'" in said


def test_without_a_proof_by_hand_there_is_no_certificate():
    with pytest.raises(NoFormError, match="its author can write it"):
        certificate_of(says_mean, 0)


@NEEDS_COQC
def test_the_kernel_decides(rocq_folder):
    right = certificate_of(says_mean, 0, None, PROOF)
    wrong = certificate_of(says_mean, 1, None, PROOF)
    found = rule_on({"C_right": right, "C_wrong": wrong}, rocq_folder)
    assert found["C_right"].accepted
    assert not found["C_right"].axioms
    assert not found["C_wrong"].accepted


def drawn_in_one_part(value, w, *, first):
    """The mean of q, and that of any number q where X alone is drawn."""
    law = IID(variance=1, symmetric=True)
    X, q = w.draws("X", w.size("n"), law=law, order=4), w.draws("q", law=law, order=4)
    machine = w.machine(Passes(0 * w.array("a")), w.array("x"))
    both = w.mean_output(machine, (X, q), lambda X, q: (X, q), value)
    one = w.mean_output(machine, (X,), lambda X: (X, q.array), value)
    return All((one, both) if first else (both, one))


@pytest.mark.parametrize("first", [True, False])
def test_what_is_drawn_in_one_mean_and_any_number_in_another_has_no_form(first):
    with pytest.raises(NoFormError, match=r"over other arrays|two things of the name q"):
        certificate_of(partial(drawn_in_one_part, first=first), 0, None, PROOF)
