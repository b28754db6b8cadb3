"""A subject that asks a question is run where the answer changes."""

import pytest

from theorem_checks import AtMost, Equal, Implies, prove
from theorem_checks.judging.judge import judged
from theorem_checks.judging.thresholds import beside_thresholds
from theorem_checks.verdicts.evidence import Evidence
from theorem_checks.verdicts.kinds import Verdict


def of_a_size(subject, w):
    T, x = w.size("T"), w.number("x")
    return Equal(w.call(subject, T, x), x * T)


def of_an_axis(subject, w):
    v = w.array("v", w.size("n"))
    return Equal(w.call(subject, v), v + v)


def of_indices(subject, w):
    n = w.size("n")
    return Equal(w.entries(lambda _, i: subject(i), n), w.ones(n))


def of_integers(subject, w):
    return w.for_all("k", lambda k: Equal(w.call(subject, k), 2 * k), start=3)


def from_fifty_on(T, x):
    return x * T if T < 50 else x * T + 1


def of_many_entries(v):
    return v + v if v.shape[0] < 50 else v + v + v


def at_places_from_fifty_on(i):
    return 0 if i >= 50 else 1


@pytest.mark.parametrize(
    ("says", "subject", "name", "value"),
    [
        (of_a_size, from_fifty_on, "T", 50),
        (of_a_size, lambda T, x: x * T + (x if T > 50 else 0), "T", 51),
        (of_a_size, lambda T, x: x if T > 49 and T < 51 else x * T, "T", 50),
        (of_a_size, lambda T, x: x if T * T > 2400 else x * T, "T", 49),
        (of_a_size, lambda T, x: x if T % 37 == 36 else x * T, "T", 36),
        (of_an_axis, of_many_entries, "n", 50),
        (of_indices, at_places_from_fifty_on, "n", 51),
        (of_integers, lambda k: 0 if k == 70 else 2 * k, "k", 70),
    ],
)
def test_a_slip_behind_a_question_is_refuted_where_it_begins(says, subject, name, value):
    found = judged(says, prove, subject)
    assert found.verdict is Verdict.REFUTED
    assert found.counterexample is not None
    assert found.counterexample.values[name] == value


def test_all_questions_are_asked_not_the_first_alone():
    def twice(T, x):
        if T < 40:
            return x * T
        return x * T if T < 90 else x

    found = judged(of_a_size, prove, twice)
    assert found.verdict is Verdict.REFUTED
    assert found.counterexample is not None
    assert found.counterexample.values["T"] == 90


def test_what_is_true_on_both_sides_stays_undecided_and_says_who_asked():
    found = judged(of_a_size, prove, lambda T, x: x * T if T < 50 else T * x)
    assert found.verdict is Verdict.UNDECIDED
    assert "in <lambda> (tests/judging/test_thresholds.py:" in found.reason
    assert "T < 50" in found.reason
    assert found.reason.endswith("At T = 50; T = 49; T = 51 the statement is true.")


def test_values_that_the_statement_does_not_have_refute_nothing():
    def before_three(k):
        return 2 * k if k > 2 else 0

    def of_positive(subject, w):
        x = w.number("x", positive=True)
        return Equal(w.call(subject, x), x)

    def under_a_hypothesis(subject, w):
        T, x = w.size("T"), w.number("x")
        return Implies(AtMost(T, 30), Equal(w.call(subject, T, x), x * T))

    nowhere = [
        (of_integers, before_three),
        (of_positive, lambda x: x if x > 1 or 2 * x > x else 1),
        (under_a_hypothesis, from_fifty_on),
    ]
    for says, subject in nowhere:
        assert judged(says, prove, subject).verdict is Verdict.UNDECIDED


def test_nothing_is_run_where_no_question_was_refused():
    calls = []

    def other(T, x):
        calls.append(T)
        return x * T

    refused = Evidence.undecided("no trace")
    assert beside_thresholds(of_a_size, other, refused) is refused
    assert len(calls) == 1
