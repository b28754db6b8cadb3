"""What a statement itself assumes, in the line that tells of what it is proved."""

import pytest

from theorem_checks import All, AtMost, Equal, ForReals, Implies, implies, prove
from theorem_checks.judging.judge import judged
from theorem_checks.proving.own_hypotheses import with_own_hypotheses, without_own_hypotheses
from theorem_checks.statements.worlds.symbolic import Symbolic


def squared(w):
    n = w.size("n")
    A, B, v = w.array("A", n, n), w.array("B", n, n), w.array("v", n)
    return Implies(Equal(B, A @ A), Equal(B @ v, A @ (A @ v)))


def long(w):
    a = w.number("a")
    return Implies(AtMost(sum((a**k for k in range(1, 20)), 0), 7), Equal(a, a))


def of_parts(w):
    a, b = w.number("a"), w.number("b")
    both = AtMost(0, a)
    return All(
        (
            Implies(both, Equal(a, a)),
            Implies(All((both, AtMost(0, b))), Equal(b, b)),
        )
    )


def of_reals(w):
    x = w.real("x")
    return ForReals(implies(x < 1, x < 2))


def of_integers(w):
    a = w.number("a")
    return w.for_all("k", lambda k: Implies(AtMost(a, k), AtMost(a, k + 1)), start=1)


@pytest.mark.parametrize(
    ("says", "told"),
    [
        (squared, " such that B = A A"),
        (long, " such that what it assumes of a"),
        (of_parts, " such that 0 ≤ a, its parts under hypotheses of their own"),
        (of_reals, " such that x < 1"),
        (of_integers, ", each integer k >= 1 such that a ≤ k"),
    ],
)
def test_hypotheses_are_told_shortly(says, told):
    scope = with_own_hypotheses("all x", says(Symbolic({})))
    assert scope == "all x" + told
    assert without_own_hypotheses(scope) == "all x"


def test_integers_are_told_beside_numbers_or_in_their_place():
    said = Symbolic({}).for_all("k", lambda k: AtMost(k, k**2), start=1)
    scope = with_own_hypotheses("these numbers", said)
    assert scope == "each integer k >= 1"
    assert without_own_hypotheses(scope) == ""
    beside = with_own_hypotheses("all real a", said)
    assert beside == "all real a, each integer k >= 1"
    assert without_own_hypotheses(beside) == "all real a"


def test_evidence_of_a_statement_tells_its_hypotheses():
    found = judged(lambda _, w: squared(w), prove, None)
    assert found.scope == "all positive integer n, real A (n, n), B (n, n), v (n) such that B = A A"
