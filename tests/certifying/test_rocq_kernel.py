"""The kernel itself: what is true is accepted, and nothing else."""

import dataclasses

import pytest

from tests.certifying.shared import NEEDS_COQC, equal_traces, trace_is_cyclic
from theorem_checks.certifying.certificates import certificate_of
from theorem_checks.certifying.rocq import rule_on
from theorem_checks.statements.conclusions import Equal
from theorem_checks.statements.for_reals import ForReals

pytestmark = NEEDS_COQC


def a_trace_of_squares(_subject, w):
    """The trace of V V is not that of V V^T."""
    d = w.size("d")
    one = w.array("V", d, d)
    left = w.entries(lambda h: h.sum(lambda i, j: one[i, j] * one[j, i], d, d))
    return Equal(left, w.entries(lambda h: h.sum(lambda i, j: one[i, j] * one[i, j], d, d)))


def another_order(_subject, w):
    d, e = w.size("d"), w.size("e")
    return equal_traces(w, w.array("V", d, e), w.array("K", e, d), d, e)


def squares(_subject, w):
    x, y = w.reals("x y")
    return ForReals(x * y * 2 <= x * x + y * y)


def wrong_squares(_subject, w):
    x, y = w.reals("x y")
    return ForReals(x * y * 3 <= x * x + y * y)


def ruled(folder, **certificates):
    return rule_on(certificates, folder)


@pytest.mark.timeout(900)
def test_true_sums_are_accepted_without_axioms_and_false_ones_are_not(rocq_folder):
    found = ruled(
        rocq_folder,
        good=certificate_of(trace_is_cyclic, None),
        wrong=certificate_of(a_trace_of_squares, None),
        another=certificate_of(another_order, None),
    )
    assert {name: ruling.accepted for name, ruling in found.items()} == {
        "good": True,
        "wrong": False,
        "another": True,
    }
    assert found["good"].axioms == ()
    assert found["good"].version


@pytest.mark.timeout(900)
def test_true_formulas_over_the_reals_are_accepted_and_false_ones_are_not(rocq_folder):
    found = ruled(
        rocq_folder,
        good=certificate_of(squares, None),
        wrong=certificate_of(wrong_squares, None),
    )
    assert found["good"].accepted
    assert "ClassicalDedekindReals.sig_forall_dec" in found["good"].axioms
    assert not found["wrong"].accepted


CHEATS = {
    "axiom": "Axiom cheat : statement.\nTheorem proved : statement. Proof. exact cheat. Qed.",
    "admitted": "Theorem proved : statement. Proof. Admitted.",
    "another": "Theorem proved : True. Proof. exact I. Qed.",
    "none": "",
}


@pytest.mark.timeout(900)
def test_a_proof_that_leaves_something_open_is_not_accepted(rocq_folder):
    false = certificate_of(wrong_squares, None)
    cheats = {name: dataclasses.replace(false, proof=text) for name, text in CHEATS.items()}
    found = rule_on(cheats, rocq_folder)
    assert not any(ruling.accepted for ruling in found.values())
    assert "It rests on" in found["axiom"].said
    assert "It rests on" in found["admitted"].said


@pytest.mark.timeout(900)
def test_an_array_may_have_the_name_of_a_variable(rocq_folder):
    def inverted(name):
        def says(_subject, w):
            d = w.size("d")
            (one, other), v = w.invertible(name, d), w.array("v", d)
            return Equal(one @ (other @ v), v)

        return certificate_of(says, None)

    found = ruled(rocq_folder, **{f"of_{name}": inverted(name) for name in "ijk"})
    assert {name: ruling.said for name, ruling in found.items() if not ruling.accepted} == {}


def shares(times=1, *, transposed=False, cancelled=False):
    """Rows divided by their sums: the quotients are taken as numbers, of which nothing is known."""

    def says(_subject, w):
        n, m = w.size("n"), w.size("m")
        A, x = w.array("A", n, m), w.array("x", m)

        def total(h, i):
            return h.sum(lambda j: A[i, j], m)

        def split(h, i):
            return h.sum(lambda j: A[i, j] * x[j] / total(h, i), m)

        def whole(h, i):
            if cancelled:  # not where the sum is 0
                return 1
            over = total(h, i) if times == 1 else total(h, i) * times
            return h.sum(lambda j: A[i, j] * (1 if transposed else x[j]), m) / over

        def one(h, i):
            return total(h, i) / total(h, i)

        return Equal(w.entries(one if cancelled else split, n), w.entries(whole, n))

    return says


@pytest.mark.timeout(900)
def test_quotients_by_sums_are_accepted_and_what_is_false_of_them_is_not(rocq_folder):
    cases = {
        "good": shares(),
        "half": shares(2),
        "other": shares(transposed=True),
        "cancelled": shares(cancelled=True),
    }
    made = {name: certificate_of(says, None) for name, says in cases.items()}
    found = ruled(rocq_folder, **made)
    assert {name for name, ruling in found.items() if ruling.accepted} == {"good"}
    assert found["good"].axioms == ()
