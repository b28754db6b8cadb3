"""Steps to bounds of errors: what they add is known only where their hypotheses are."""

import pytest

from proofs.bounds import Steps, numbers
from theorem_checks import All, AtMost, Implies, Verdict
from theorem_checks.errors import CheckError

X, Y, Z = numbers("x y z")
FIRST, THEN, LAST = AtMost(0, X), AtMost(0, Y), AtMost(-1, Y)


def applied() -> Steps:
    steps = Steps()
    steps.arithmetic(LAST, steps.apply(Implies(FIRST, THEN)))
    return steps


def test_an_implication_gives_what_it_says_where_its_hypothesis_is_known() -> None:
    known = All((Implies(FIRST, THEN), FIRST))
    found = applied().conclude(Implies(known, All((THEN, LAST))))
    assert found.verdict is Verdict.PROVED


@pytest.mark.parametrize(
    "known", [Implies(FIRST, THEN), FIRST, All((Implies(AtMost(0, Z), THEN), FIRST))]
)
def test_it_gives_nothing_else(known: All | Implies | AtMost) -> None:
    with pytest.raises(CheckError):
        applied().conclude(Implies(known, LAST))


def test_all_that_one_step_added_is_concluded_as_it_stands() -> None:
    steps, both = Steps(), All((THEN, LAST))
    steps.arithmetic(both, THEN)
    found = steps.conclude(Implies(THEN, both))
    assert found.verdict is Verdict.PROVED
    with pytest.raises(CheckError):
        steps.conclude(Implies(FIRST, both))
