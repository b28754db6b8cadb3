"""Every fact stands its search, and the search can refute."""

import pytest

from theorem_checks import Verdict
from theorem_checks.facts import (
    FACTS,
    Fact,
    inequalities,
    linear_algebra,
    logarithms,
    normal_forms,
    norms,
    probability,
    products,
    suprema,
    tails,
)

SUBJECTS = (
    inequalities,
    logarithms,
    linear_algebra,
    normal_forms,
    norms,
    probability,
    products,
    suprema,
    tails,
)

ALL = list(FACTS.values())


@pytest.mark.parametrize("fact", ALL, ids=list(FACTS))
def test_a_fact_is_not_refuted(fact: Fact):
    found = fact.search(60, seed=1)
    assert found.verdict is Verdict.HOLDS, found


@pytest.mark.parametrize("fact", ALL, ids=list(FACTS))
def test_a_slip_of_a_fact_is_refuted(fact: Fact):
    found = fact.search(60, seed=1, slip=True)
    assert found.verdict is Verdict.REFUTED
    assert found.counterexample is not None


@pytest.mark.parametrize("fact", ALL, ids=list(FACTS))
def test_a_fact_says_itself_and_where_it_stands(fact: Fact):
    assert str(fact.ground) == f"fact:{fact.name}"
    assert all((fact.says, fact.latex, fact.source))
    assert fact.statement.latex


def test_each_name_stands_for_one_fact_and_none_is_added():
    assert len({id(fact) for fact in ALL}) == len(ALL)
    assert all(FACTS[fact.name] is fact for fact in ALL)
    assert len(ALL) == sum(len(subject.FACTS) for subject in SUBJECTS)
    with pytest.raises(TypeError):
        FACTS["my-own"] = ALL[0]  # pyright: ignore[reportIndexIssue]
