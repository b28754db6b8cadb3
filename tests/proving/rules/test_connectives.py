"""Implications, conjunctions and chains conclude what they compute, and refuse the rest."""

import pytest

from tests.proving.rules.theorems import m, proved, x, y
from theorem_checks import (
    ArgumentError,
    CheckError,
    Verdict,
)
from theorem_checks.proving.rules.connectives import (
    chain,
    conjunction,
    given,
    modus_ponens,
    syllogism,
)
from theorem_checks.statements.conclusions import (
    All,
    AtMost,
    Equal,
    Implies,
)


def test_an_implication_needs_its_hypothesis():
    implication = Implies(Equal(x, 0), Equal(1, 1))
    evidence = given(implication, proved(Equal(1, 1)))
    with pytest.raises(CheckError, match="hypothesis concludes"):
        modus_ponens(implication, evidence, proved(Equal(y, y)))
    with pytest.raises(CheckError, match="body concludes"):
        given(implication, proved(Equal(2, 2)))


def test_implications_meet_in_the_middle():
    first, second = Implies(Equal(x, 0), Equal(y, y)), Implies(Equal(y, y), AtMost(0, m))
    one, other = given(first, proved(first.body)), given(second, proved(second.body))
    whole = Implies(first.hypothesis, second.body)
    found = syllogism(whole, second, one, other)
    assert found.verdict is Verdict.PROVED
    assert found.statement is not None
    assert found.statement.key == whole.key
    with pytest.raises(CheckError, match="one concludes"):
        syllogism(whole, second, other, other)
    with pytest.raises(CheckError, match="does not end"):
        syllogism(first, second, one, other)


def test_equations_are_chained_at_the_same_term():
    one, two = Equal((x + 1) ** 2, x**2 + 2 * x + 1), Equal(x**2 + 2 * x + 1, x * (x + 2) + 1)
    whole = chain(one, proved(one), two, proved(two))
    assert whole.statement is not None
    assert whole.statement.key == Equal(one.lhs, two.rhs).key
    with pytest.raises(CheckError, match="does not begin"):
        chain(two, proved(two), one, proved(one))


def test_parts_are_joined_in_the_order_of_the_conclusion():
    one, two = Equal(x, x), AtMost(0, m)
    whole = conjunction(All((one, two)), proved(one), proved(two))
    assert whole.verdict is Verdict.PROVED
    assert whole.statement is not None
    assert whole.statement.key == All((one, two)).key
    with pytest.raises(CheckError, match="part 1 concludes"):
        conjunction(All((one, two)), proved(two), proved(one))
    with pytest.raises(ArgumentError, match="evidence of 2 parts"):
        conjunction(All((one, two)), proved(one))
