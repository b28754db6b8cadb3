"""Every fact stands its search, and the search can refute."""

import json
import random
from fractions import Fraction
from pathlib import Path

import pytest
import sympy as sp

from theorem_checks import Verdict
from theorem_checks.facts import (
    FACTS,
    Fact,
    drawing,
    errors,
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
from theorem_checks.statements.moments.tensors import MatrixExpression

SUBJECTS = (
    errors,
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


def test_random_vectors_and_matrices_of_facts_have_a_positive_number_of_entries():
    sizes = [size for fact in ALL for sort in fact.sorts.values() for size in _sizes(sort)]
    assert len(sizes) > 3
    assert all(size.is_integer and size.is_positive for size in sizes)


def _sizes(sort: object) -> tuple[sp.Expr, ...]:
    return sort.sizes if isinstance(sort, MatrixExpression) else ()


def test_the_search_looks_at_the_edges():
    drawn = [FACTS["bernoulli"].draw(random.Random(seed))["a"] for seed in range(60)]
    assert min(drawn) == -1
    assert any(-1 < a < 0 for a in drawn)


def test_the_series_of_a_gaussian_square_converges_for_all_that_is_drawn():
    drawn = [FACTS["gaussian-square"].draw(random.Random(seed)) for seed in range(400)]
    assert {at["rate"] for at in drawn} == {Fraction(k, 20) for k in range(-4, 5)}
    assert max(2 * at["rate"] * at["variance"] for at in drawn) == Fraction(3, 5)


def test_atoms_of_a_law_are_small_and_some_are_rare():
    laws = [drawing.few_atoms(random.Random(seed)) for seed in range(400)]
    assert all(sum(law.values()) == 1 for law in laws)
    assert (min(map(min, laws)), max(map(max, laws))) == (-3, 3)
    assert min(share for law in laws for share in law.values()) < Fraction(1, 30)


def test_laws_of_every_size_are_drawn_and_many_on_one_number():
    """On one number the variance is 0, where inequalities are equations."""
    sizes = [len(drawing.few_atoms(random.Random(seed))) for seed in range(400)]
    assert set(sizes) == {1, 2, 3, 4}
    assert sizes.count(1) > 400 // 6


HALF, ONE, TWO = Fraction(1, 2), Fraction(1), Fraction(2)


@pytest.mark.parametrize(
    ("name", "at", "expected"),
    [
        ("bernoulli", {"a": Fraction(3), "k": 2}, True),
        ("bernoulli", {"a": TWO, "k": 1}, False),
        ("exponential-above-tangent", {"a": ONE}, True),
        ("exponential-above-tangent", {"a": Fraction(0)}, True),
        ("exponential-above-tangent", {"a": -ONE}, False),
        ("exponential-increases", {"x": [Fraction(0)], "y": [HALF]}, False),
        ("exponential-increases", {"x": [Fraction(0)], "y": [TWO]}, True),
        ("exponential-increases", {"x": [ONE], "y": [HALF]}, True),
        ("term-of-a-sum", {"x": [ONE, TWO]}, True),
        ("term-of-a-sum", {"x": [-ONE, TWO]}, False),
        ("sum-of-squares", {"x": [ONE, -ONE]}, False),
        ("sum-of-squares", {"x": [Fraction(0)]}, True),
        ("least-bound", {"x": [-TWO, ONE], "m": ONE}, False),
        ("least-bound", {"x": [TWO], "m": ONE}, True),
        ("logarithm-below-tangent", {"a": TWO}, False),
        ("logarithm-below-tangent", {"a": HALF}, True),
        ("logarithm-below-tangent", {"a": -ONE}, True),
        ("exponential-of-logarithm", {"a": HALF, "b": TWO}, False),
        ("exponential-of-logarithm", {"a": HALF, "b": -TWO}, True),
        ("markov", {"atoms": {ONE: ONE}, "level": ONE}, False),
        ("markov", {"atoms": {ONE: ONE}, "level": TWO}, True),
        ("jensen-norm", {"rows": [[Fraction(1, 3), Fraction(1, 3)]]}, False),
        ("jensen-norm", {"rows": [[TWO, TWO]]}, True),
    ],
)
def test_the_search_of_a_slip_answers_what_is_true_there(name: str, at: dict, expected: bool):
    assert FACTS[name].nearly(**at) is expected
    assert FACTS[name].holds(**at)


def test_a_wrong_logarithm_would_be_noticed_below_one(monkeypatch: pytest.MonkeyPatch):
    right = logarithms._log
    monkeypatch.setattr(logarithms, "_log", lambda a: right(2 * a))
    fact = FACTS["exponential-of-logarithm"]
    assert not fact.holds(a=HALF, b=ONE)
    assert not fact.holds(a=TWO, b=ONE)


def test_a_series_that_is_off_by_a_millionth_is_noticed():
    millionth = Fraction(1, 10**6)
    rate, variance = Fraction(1, 5), HALF
    assert probability._is_series(rate, variance, 2)
    for off, expected in ((Fraction(9, 10) * millionth, True), (Fraction(6, 5) * millionth, False)):
        with pytest.MonkeyPatch.context() as patched:
            known = probability._by_series(rate, variance)
            patched.setattr(probability, "_by_series", lambda *_, known=known, off=off: known + off)
            assert probability._is_series(rate, variance, 2) is expected


def test_products_draw_pairs_that_cancel():
    """Without them hardly any draw meets what the fact assumes, and the search looks at nothing."""
    met = 0
    for seed in range(200):
        at = products.PRODUCTS_BY_COLUMNS.draw(random.Random(seed))
        D, Y = at["D"], at["Y"]
        met += any(
            D.nrows()
            and all(D[y, r] == -D[y, r - 1] for y in range(D.nrows()))
            and any(Y[r, m] != 0 for m in range(Y.ncols()))
            for r in range(1, Y.nrows(), 2)
        )
    assert 20 < met < 180


def test_a_rational_is_of_the_size_that_was_asked_for():
    generator = random.Random(0)
    drawn = [drawing.rational(generator, 2) for _ in range(500)]
    assert (min(drawn), max(drawn)) == (-2, 2)
    assert {x.denominator for x in drawn} == {1, 2, 3}


def test_chebyshev_is_compared_with_the_variance_itself():
    """No law breaks the inequality; weights that are no law do, and not that with twice of it."""
    weights = {-ONE: ONE, ONE: TWO}  # with a sum of squares of 3, and a sum of 1
    assert not FACTS["chebyshev"].holds(atoms=weights, width=TWO)
