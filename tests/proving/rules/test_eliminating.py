"""Equations of arrays as hypotheses: what they define takes its place, and instances meet them."""

import pytest

from theorem_checks import (
    All,
    ArgumentError,
    AtMost,
    CheckError,
    Equal,
    Implies,
    Verdict,
    arithmetic,
    eliminated,
    eliminating,
    prove,
)
from theorem_checks.judging.judge import at_instances, judged, statement_of


def says_regrouped(regrouped, w):
    n, m, k = w.size("n"), w.size("m"), w.size("k")
    A, B, C = w.array("A", n, m), w.array("B", m, k), w.array("C", n, k)
    x = w.array("x", k)
    return Implies(Equal(C, A @ B), Equal(C @ x, regrouped(A, B, x)))


def test_what_an_array_is_assumed_to_be_stands_for_it():
    found = judged(says_regrouped, prove, lambda A, B, x: A @ (B @ x))
    assert found.verdict is Verdict.PROVED, found
    assert found.is_sealed
    said = eliminated(statement_of(says_regrouped, lambda A, B, x: A @ (B @ x)))
    assert isinstance(said, Equal)
    assert judged(says_regrouped, prove, lambda A, B, x: A @ (B @ x) * 2).verdict == "REFUTED"

    def late(A, B, x):
        return A @ (B @ x) if A.shape[0] < 90 else x

    assert judged(says_regrouped, prove, late).verdict is Verdict.UNDECIDED


def says_regrouped_the_other_way(regrouped, w):
    n, m, k = w.size("n"), w.size("m"), w.size("k")
    A, B, C = w.array("A", n, m), w.array("B", m, k), w.array("C", n, k)
    x = w.array("x", k)
    return Implies(Equal(A @ B, C), Equal(C @ x, regrouped(A, B, x)))


def test_the_side_that_is_an_array_by_itself_is_the_one_defined():
    check = says_regrouped_the_other_way
    assert judged(check, prove, lambda A, B, x: A @ (B @ x)).verdict is Verdict.PROVED
    assert judged(check, prove, lambda A, B, x: A @ (B @ x) * 2).verdict == "REFUTED"


def says_in_order(factor, w):
    n, r = w.size("n"), w.number("r", nonnegative=True)
    x, y = w.array("x", n), w.array("y", n)
    known = Equal(y, 2 * x), AtMost(x @ x, r + 10**6)
    return Implies(All(known), AtMost(y @ y, factor * (r + 10**6)))


def test_what_is_assumed_besides_stays():
    def by_arithmetic(said):
        return eliminating(said, arithmetic(eliminated(said)))

    assert judged(says_in_order, by_arithmetic, 4).verdict is Verdict.PROVED
    assert judged(says_in_order, by_arithmetic, 3).verdict is not Verdict.PROVED


def test_evidence_of_something_else_is_refused():
    said = statement_of(says_regrouped, lambda A, B, x: A @ (B @ x))
    assert isinstance(said, Implies)
    with pytest.raises(CheckError, match="where"):
        eliminating(said, prove(Equal(said.hypothesis.rhs, said.hypothesis.rhs)))  # pyright: ignore


def says_commuting(factor, w):
    n = w.size("n")
    A, B = w.array("A", n, n), w.array("B", n, n)
    return Implies(Equal(A @ B, B @ A), Equal((A + B) @ (A + B), A @ A + factor * A @ B + B @ B))


def test_equations_that_are_linear_in_an_array_are_met_at_instances():
    assert at_instances(says_commuting, 2).verdict is Verdict.HOLDS
    assert at_instances(says_commuting, 1).verdict is Verdict.REFUTED
    with pytest.raises(ArgumentError, match="replacing"):
        prove(statement_of(says_commuting, 2))


def says_around(factor, w):
    n = w.size("n")
    A, x, b = w.array("A", n, n), w.array("x", n), w.array("b", n)
    return Implies(All((Equal(A @ x, b), Equal(A @ b, x))), Equal(A @ A @ x, factor * x))


def test_several_equations_are_met_one_after_the_other():
    assert at_instances(says_around, 1).verdict is Verdict.HOLDS
    assert at_instances(says_around, 2).verdict is Verdict.REFUTED


def says_nothing(wanted, w):
    n = w.size("n")
    A, B = w.array("A", n, n), w.array("B", n, n)
    one = w.identity(n)
    return Implies(All(tuple(wanted(A, B, one))), Equal(A, 0 * A))


@pytest.mark.parametrize(
    "wanted",
    [
        lambda A, B, one: (Equal(A @ B - B @ A, one),),
        lambda A, B, one: (Equal(A, B), Equal(A, B + one)),
        lambda A, B, one: (Equal(B, B + A), Equal(A, one)),
        lambda A, B, one: (Equal(A @ A, A + one),),  # of which no draw is known
    ],
)
def test_what_no_array_meets_is_vacuous(wanted):
    found = judged(says_nothing, prove, wanted)
    assert found.verdict is Verdict.VACUOUS
    assert "linear" in found.reason


def says_turned_around(subject, w):
    """What an array is stands on the left; that is a product, or an array with a property."""
    n, m, k = w.size("n"), w.size("m"), w.size("k")
    A, B, C = w.array("A", n, m), w.array("B", m, k), w.array("C", n, k)
    Q, R = w.array("Q", n, n, known="orthogonal"), w.array("R", n, n)
    x, y = w.array("x", k), w.array("y", n)
    said = All((Equal(C @ x, subject(A, B, x)), Equal(R.T @ (R @ y), y)))
    return Implies(All((Equal(A @ B, C), Equal(Q, R))), said)


def test_an_array_may_stand_on_either_side_of_what_it_is():
    found = judged(says_turned_around, prove, lambda A, B, x: A @ (B @ x))
    assert found.verdict is Verdict.PROVED
    wrong = judged(says_turned_around, prove, lambda A, B, x: A @ (B @ x) * 2)
    assert wrong.verdict is not Verdict.PROVED
