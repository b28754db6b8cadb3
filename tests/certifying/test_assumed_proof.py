"""Equations of numbers under equations of numbers: by weights, which the kernel checks."""

from fractions import Fraction

import pytest

from tests.certifying.shared import NEEDS_COQC
from theorem_checks.certifying import terms as t
from theorem_checks.certifying.assumed_proof import added_up, equations_in
from theorem_checks.certifying.certificates import certificate_of
from theorem_checks.certifying.rocq import rule_on
from theorem_checks.statements.conclusions import All, Equal, Implies

X, Y, Z = map(t.Variable, "xyz")
ONE = t.Number(1)


def turned(squares=1, *, given=True, longer=0):
    """Lengths of a turned vector of any size, where c^2 + s^2 is so much."""

    def says(_subject, w):
        n = w.size("n")
        a, b, c, s = w.array("a", n), w.array("b", n), w.number("c"), w.number("s")
        own, theirs = a @ a, b @ b
        same = Equal(own * c * c + theirs * s * s, own * (1 + longer))
        unit = Equal(c * c + s * s, squares)
        equal = Equal(own, theirs)
        return Implies(All((equal, unit)), same) if given else Implies(equal, same)

    return says


def test_weights_are_those_of_differences_that_vanish():
    squares = t.Equals(t.Plus((t.Power(X, 2), t.Power(Y, 2))), ONE)
    known = equations_in([("u0'", t.And((squares, t.Equals(Y, Z))))])
    assert [name for name, _ in known] == ["(proj1 u0')", "(proj2 u0')"]
    said = t.Equals(t.Times((Z, t.Plus((t.Power(X, 2), t.Power(Y, 2))))), Z)
    found = added_up(said, known)
    assert found is not None
    whole, steps = found
    assert whole.lhs == said.lhs
    assert steps == ["(@added_up' _ _ _ _ (proj1 u0'))"]


@pytest.mark.parametrize(
    "said",
    [
        t.Equals(t.Plus((X, Y)), t.Plus((Y, X))),  # needs none
        t.Equals(X, Y),  # does not follow
        t.Equals(t.Power(X, 2), t.fraction(Fraction(1, 2))),
    ],
)
def test_what_needs_no_hypothesis_or_does_not_follow_has_no_weights(said):
    squares = t.Equals(t.Plus((t.Power(X, 2), t.Power(Y, 2))), ONE)
    assert added_up(said, [("u0'", squares)]) is None


def test_sums_over_different_arrays_are_different_numbers():
    at = [t.Bound(number, t.Size("name", ("n",))) for number in range(3)]
    one, again, other = (t.Sum(i, t.Entry(name, (i,))) for i, name in zip(at, "aab", strict=True))
    known = [("u0'", t.Equals(one, X))]
    assert added_up(t.Equals(again, X), known) is not None
    assert added_up(t.Equals(other, X), known) is None


@NEEDS_COQC
@pytest.mark.timeout(900)
def test_what_follows_is_accepted_and_what_does_not_is_not(rocq_folder):
    cases = {
        "good": turned(),
        "twice": turned(2),
        "without": turned(given=False),
        "longer": turned(longer=1),
    }
    found = rule_on({n: certificate_of(says, None) for n, says in cases.items()}, rocq_folder)
    assert {n for n, ruling in found.items() if ruling.accepted} == {"good"}
    assert found["good"].axioms == ()
    double = certificate_of(turned(2, longer=1), None)  # 2 = 1 + 1
    assert rule_on({"double": double}, rocq_folder)["double"].accepted
