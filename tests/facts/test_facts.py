"""Every fact stands its search, and the search can refute."""

import json
import random
from pathlib import Path

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


def test_a_fact_says_as_data_what_was_compared_with_the_book():
    """The search looks at numbers; what proofs use is the statement, which only a reader compares.

    Where this fails, a statement has changed: read it beside the book's formula, then write what it
    says now into the file.
    """
    file = Path(__file__).with_name("as_read.json")
    read = json.loads(file.read_text(encoding="utf-8"))
    now = {
        fact.name: {
            "book": fact.latex,
            "statement": fact.statement.latex,
            "key": fact.statement.key,
        }
        for fact in ALL
    }
    assert now == read


def test_the_search_looks_at_the_edges():
    drawn = [FACTS["bernoulli"].draw(random.Random(seed))["a"] for seed in range(60)]
    assert min(drawn) == -1
    assert any(-1 < a < 0 for a in drawn)
