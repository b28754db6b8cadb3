"""Numbers with ends: the statement is about those in the range, and about no others."""

from fractions import Fraction

import pytest
import sympy as sp

from theorem_checks import ArgumentError, AtMost, Equal, Less, Verdict, exp, instances_of, proof_of
from theorem_checks.statements.worlds.concrete import Concrete
from theorem_checks.statements.worlds.symbolic import Symbolic


def says_of(relation, **ends):
    def says(subject, w):
        return relation(w.call(subject, w.number("p", **ends)))

    return says


def not_negative(value):
    return AtMost(0, value)


def positive(value):
    return Less(0, value)


def half(p):
    return p - Fraction(1, 2)


@pytest.mark.parametrize(
    ("relation", "ends", "subject"),
    [
        (positive, {"above": 0, "below": 1}, lambda p: p * (1 - p)),
        (not_negative, {"least": 0, "most": 1}, lambda p: p * (1 - p)),
        (not_negative, {"least": "-3/10", "most": Fraction(3, 10)}, lambda p: 9 - 100 * p**2),
        (positive, {"above": sp.Rational(1, 2)}, half),
        (not_negative, {"most": "-0.5"}, lambda p: p**2 - Fraction(1, 4)),
        (not_negative, {"least": 0, "most": 3, "integer": True}, lambda p: p * (3 - p)),
    ],
)
def test_what_is_so_in_the_range_is_proved(relation, ends, subject):
    says = says_of(relation, **ends)
    assert proof_of(says)(subject).verdict is Verdict.PROVED
    assert instances_of(says)(subject).verdict is Verdict.HOLDS


@pytest.mark.parametrize(
    ("relation", "ends", "subject"),
    [
        (positive, {"least": 0, "most": 1}, lambda p: p * (1 - p)),  # an end belongs to it
        (positive, {"least": "1/2"}, half),
        (not_negative, {"below": 1}, lambda p: p * (1 - p)),
        (not_negative, {"above": 0, "below": "11/10"}, lambda p: p * (1 - p)),
        (positive, {"above": 0, "below": 1}, lambda p: p * (1 - p) - Fraction(1, 4)),
        (not_negative, {"above": 0, "below": 1}, lambda p: half(p) - Fraction(499, 1000)),
    ],
)
def test_what_fails_in_the_range_or_at_an_end_of_it_is_not_proved(relation, ends, subject):
    assert proof_of(says_of(relation, **ends))(subject).verdict is not Verdict.PROVED


def test_the_ends_stand_in_the_statement():
    found = proof_of(says_of(positive, above=0, below=1))(lambda p: p * (1 - p))
    assert found.scope == "all positive p with p < 1"
    assert found.statement is not None
    assert "p < 1" in found.statement.latex


def test_a_subject_that_is_wrong_at_one_point_is_not_proved():
    def late(p):
        return p if p < Fraction(999, 1000) else p + 1

    says = lambda subject, w: Equal((p := w.number("p", above=0, below=1)), w.call(subject, p))  # noqa: E731
    assert proof_of(says)(lambda p: p).verdict is Verdict.PROVED
    assert proof_of(says)(late).verdict is not Verdict.PROVED


@pytest.mark.parametrize("seed", range(20))
def test_draws_are_in_the_range(seed):
    w = Concrete({}, seed=seed)
    p, q, k = (
        w.number("p", above=0, below=1),
        w.number("q", below=-2),
        w.number("k", integer=True, least=-2, most=2),
    )
    numbers = w.numbers
    assert 0 < numbers["p"] < 1
    assert numbers["q"] < -2
    assert -2 <= numbers["k"] <= 2
    del p, q, k


@pytest.mark.parametrize(
    ("ends", "named"),
    [
        ({"above": 1, "below": 1}, "p"),
        ({"least": 2, "most": 1}, "p"),
        ({"least": 0, "above": 0}, "above"),
        ({"most": 0, "below": 0}, "below"),
        ({"above": exp(-1)}, "p"),
    ],
)
def test_a_range_that_makes_no_sense_is_told(ends, named):
    with pytest.raises(ArgumentError) as told:
        Symbolic().number("p", **ends)
    assert told.value.name == named
    with pytest.raises(ArgumentError, match="in the range"):
        Concrete({"p": 1}).number("p", above=0, below=1)


def says_falls(subject, w):
    m, e = w.number("m", least=1, integer=True), w.number("e", least=0)
    return AtMost(w.call(subject, m, e), w.call(subject, m, e) + e)


def test_a_quotient_of_ints_under_a_function_is_exact():
    """For the ints m and e Python makes a float of m e / 4, of which there is no exact exp."""
    for check in (proof_of(says_falls), instances_of(says_falls)):
        assert check(lambda m, e: exp(m * e / 4)).verdict.passes
        assert not check(lambda m, e: exp(0.25 * m * e)).verdict.passes


def says_of_array(subject, w):
    x = w.array("x", w.size("d"))
    return Equal(w.call(subject, x @ x), x @ x)


def test_a_subject_may_be_called_on_arrays_as_on_numbers():
    for check in (proof_of(says_of_array), instances_of(says_of_array)):
        assert check(lambda square: square).verdict.passes
        assert check(lambda square: 2 * square).verdict is Verdict.REFUTED
    asked = proof_of(says_of_array)(lambda square: square if square > 0 else -square)
    assert asked.verdict is not Verdict.PROVED
