"""The search finds what is wrong, shrinks it, and says honestly how far it looked."""

import itertools
from fractions import Fraction
from traceback import format_exception
from typing import Any

import flint
import hypothesis
import numpy as np
import pytest
import sympy
from hypothesis import strategies as st
from jaxtyping import TypeCheckError

from theorem_checks.errors import ArgumentError, ExactnessError, TheoremChecksError
from theorem_checks.searching.search import PredicateError, search
from theorem_checks.searching.strategies import arrays_of, rationals, sizes
from theorem_checks.statements.formulas import condition
from theorem_checks.statements.reals.differences import Difference, agree, all_hold
from theorem_checks.verdicts.counterexamples import Counterexample
from theorem_checks.verdicts.evidence import Evidence
from theorem_checks.verdicts.kinds import Kind, Verdict

NUMBERS = {"n": st.integers(0, 50)}


def refuted(evidence: Evidence) -> Counterexample:
    assert evidence.verdict is Verdict.REFUTED
    assert evidence.counterexample is not None
    return evidence.counterexample


@pytest.mark.parametrize("threshold", [1, 7, 49])
def test_the_counterexample_is_the_smallest(threshold):
    evidence = search(NUMBERS, lambda n: n < threshold)
    assert evidence.verdict is Verdict.REFUTED
    assert refuted(evidence).values == {"n": threshold}


def test_two_arguments_shrink_together():
    evidence = search(
        {"a": st.integers(0, 99), "b": st.integers(0, 99)}, lambda a, b: a + b < 20, examples=500
    )
    values = refuted(evidence).values
    assert values["a"] + values["b"] == 20


def test_what_holds_holds_on_the_number_tried():
    evidence = search({"x": rationals()}, lambda x: x * x >= 0, examples=60, scope="all x")
    assert evidence.verdict is Verdict.HOLDS
    assert evidence.kind is Kind.SEARCH
    assert evidence.figures["tried"] <= 60
    assert evidence.scope == f"all x; {evidence.figures['tried']} instances tried"


def test_a_search_never_proves():
    assert search({"b": st.booleans()}, lambda b: True).verdict is Verdict.HOLDS


def test_the_whole_of_a_small_space_is_enough():
    evidence = search({"b": st.booleans()}, lambda b: b in (True, False))
    assert (evidence.verdict, evidence.figures["tried"]) == (Verdict.HOLDS, 2)


def test_two_searches_draw_the_same():
    def drawn() -> list[Fraction]:
        seen = []
        search({"x": rationals(most=90)}, lambda x: seen.append(x) is None)
        return seen

    assert drawn() == drawn()


def test_dependent_arguments_come_from_one_strategy():
    pairs = st.integers(1, 9).flatmap(
        lambda n: st.fixed_dictionaries({"n": st.just(n), "k": st.integers(0, n)})
    )
    assert search(pairs, lambda n, k: k <= n).verdict is Verdict.HOLDS
    assert refuted(search(pairs, lambda n, k: k < n)).values == {"n": 1, "k": 1}


def test_a_difference_says_what_was_claimed_and_found():
    evidence = search(NUMBERS, lambda n: Difference(n, n + 1, "off by one"))
    found = refuted(evidence)
    assert (found.claimed, found.found, found.explanation) == ("0", "1", "off by one")


def test_numpy_bools_are_verdicts():
    assert refuted(search(NUMBERS, lambda n: np.bool_(n < 3))).values == {"n": 3}


# Assumptions


def test_nothing_that_meets_the_assumptions_is_vacuous():
    evidence = search(NUMBERS, lambda n: hypothesis.assume(n < 0))
    assert evidence.verdict is Verdict.VACUOUS
    assert "0 of" in evidence.reason


def test_a_strategy_that_filters_all_away_is_vacuous():
    evidence = search({"n": st.integers(0, 9).filter(lambda n: n > 9)}, lambda n: True)
    assert evidence.verdict is Verdict.VACUOUS


def rare(n: int) -> bool:
    hypothesis.assume(n == 49)
    return True


def test_too_few_that_meet_the_assumptions_are_vacuous():
    evidence = search(NUMBERS, rare)
    assert evidence.verdict is Verdict.VACUOUS
    assert "1 of" in evidence.reason


def test_how_few_are_enough_can_be_said():
    assert search(NUMBERS, rare, least=1).verdict is Verdict.HOLDS
    assert search(NUMBERS, rare, least=2).verdict is Verdict.VACUOUS


def test_assumptions_that_half_of_the_instances_meet_are_no_trouble():
    def even(n: int) -> bool:
        hypothesis.assume(n % 2 == 0)
        return n < 44

    evidence = search(NUMBERS, even)
    assert refuted(evidence).values == {"n": 44}


def test_what_was_tried_and_what_was_rejected_are_all_that_was_begun():
    def even(n: int) -> bool:
        hypothesis.assume(n % 2 == 0)
        return True

    figures = search({"n": st.integers(0, 9)}, even).figures
    assert (figures["tried"], figures["rejected"]) == (5, 5)


@pytest.mark.parametrize(
    ("instances", "holds"),
    [
        ({"x": arrays_of(0)}, lambda x: bool(np.all(x == 1))),
        ({"x": arrays_of(0, 3), "y": st.just(())}, lambda x, y: True),
        ({"x": arrays_of(2)}, lambda x: agree(x[:0], 2 * x[:0])),
        ({"x": arrays_of(2)}, lambda x: agree([], [])),
        ({"n": st.integers(0, 9)}, lambda n: all_hold(*(False for _ in range(0)))),
        ({"n": st.nothing()}, lambda n: True),
        (st.just({}), lambda: True),
    ],
)
def test_true_instances_that_say_nothing_do_not_count(instances, holds):
    assert search(instances, holds).verdict is Verdict.VACUOUS


def test_false_instances_without_numbers_count():
    assert search({"x": arrays_of(0)}, lambda x: False).verdict is Verdict.REFUTED
    shapes = search({"x": arrays_of(0)}, lambda x: agree(x, [1]))
    assert shapes.verdict is Verdict.REFUTED


# Evidence of other engines as an outcome


def test_evidence_of_an_engine_is_an_outcome():
    def judged(n: int) -> Evidence:
        return Evidence.proved("") if n < 5 else Evidence.refuted(reason="too large")

    evidence = search(NUMBERS, judged)
    assert refuted(evidence).values == {"n": 5}
    assert "too large" in refuted(evidence).explanation


def test_one_undecided_instance_leaves_the_search_undecided():
    evidence = search(
        NUMBERS, lambda n: Evidence.undecided("no time") if n == 3 else Evidence.holds("")
    )
    assert evidence.verdict is Verdict.UNDECIDED
    assert "n = 3" in evidence.reason


def test_a_counterexample_outweighs_what_is_undecided():
    evidence = search(NUMBERS, lambda n: Evidence.undecided("no time") if n < 9 else n < 20)
    assert refuted(evidence).values == {"n": 20}


def test_conditions_of_evidence_are_kept():
    unequal: list[Any] = [sympy.Ne(sympy.Symbol(name), 0) for name in "ab"]
    conditions = tuple(map(condition, unequal))
    evidence = search(
        NUMBERS, lambda n: Evidence.holds("", conditions=conditions[:1] if n < 5 else conditions)
    )
    assert evidence.verdict is Verdict.HOLDS
    assert set(evidence.conditions) == set(conditions)


# Numbers that are not what they seem


def test_expressions_are_compared_by_value():
    surd = sympy.sqrt(2)
    assert agree((1 + surd) ** 2, 3 + 2 * surd) is True
    assert agree([Fraction(1, 2)], [sympy.Rational(1, 2)]) is True
    assert not agree((1 + surd) ** 2, 3 + 3 * surd)
    for wrong in (sympy.nan, sympy.Symbol("n") + 0.5):
        with pytest.raises(ExactnessError):
            agree(wrong, wrong)


def test_integers_that_may_have_wrapped_around_are_an_error():
    with np.errstate(over="ignore"):
        wrapped = [np.uint8(3) - np.uint8(5), np.int32(2) ** 31, np.array([3]) ** 40]
    for value in [*wrapped, np.arange(1, 30).prod()]:
        with pytest.raises(ArgumentError, match="wrap around"):
            agree(value, value)
    assert agree(np.arange(5), [0, 1, 2, 3, 4]) is True


def test_a_number_is_no_truth_value():
    assert agree(np.array([True]), [True]) is True
    with pytest.raises(ArgumentError, match="truth values"):
        agree(True, 1)


def test_vacuous_evidence_counts_as_rejected():
    evidence = search(NUMBERS, lambda n: Evidence.vacuous("no such thing"))
    assert evidence.verdict is Verdict.VACUOUS


def test_evidence_that_contradicts_itself_is_an_error():
    contradiction = Evidence(Verdict.CONTRADICTION, reason="two answers")
    with pytest.raises(PredicateError, match="contradict"):
        search(NUMBERS, lambda n: contradiction)


# Errors


def test_an_error_of_the_predicate_names_the_smallest_instance():
    with pytest.raises(PredicateError, match=r"ZeroDivisionError.*n = 7\.") as caught:
        search(NUMBERS, lambda n: 1 // (n - 7) < 100 if n > 2 else True)
    assert isinstance(caught.value.__cause__, ZeroDivisionError)


def test_an_error_of_the_predicate_tells_nothing_of_how_hypothesis_would_draw_it_again():
    with pytest.raises(PredicateError) as caught:
        search(NUMBERS, lambda n: 1 // (n - 7) < 100)
    assert "reproduce_failure" not in "".join(format_exception(caught.value))


def test_a_predicate_without_verdict_is_an_error():
    with pytest.raises(PredicateError, match="returned None"):
        search(NUMBERS, lambda n: None)


def test_a_predicate_with_a_memory_is_an_error():
    calls = itertools.count()
    with pytest.raises(PredicateError, match="not deterministic"):
        search(NUMBERS, lambda n: next(calls) != 10)


INEXACT = {
    "float": st.just(0.5),
    "complex": st.just(1j),
    "in a list": st.just([1, [2.0]]),
    "in a mapping": st.just({"a": 2.0}),
    "float array": st.just(np.zeros(2)),
    "object array": st.just(np.array([[Fraction(1), 0.5]], dtype=object)),
    "ball": st.just(flint.arb(1)),
}


@pytest.mark.parametrize("strategy", INEXACT.values(), ids=INEXACT)
def test_an_inexact_instance_is_an_error(strategy):
    with pytest.raises(ExactnessError, match="x"):
        search({"x": strategy}, lambda x: True)


def test_a_search_inside_a_search_is_an_error():
    with pytest.raises(PredicateError, match="inside a running Hypothesis test"):
        search(NUMBERS, lambda n: search(NUMBERS, lambda n: True))


@hypothesis.given(st.integers(0, 1))
def test_a_search_inside_a_hypothesis_test_is_an_error(n):
    with pytest.raises(TheoremChecksError, match="inside a running Hypothesis test"):
        search(NUMBERS, lambda n: True)


@pytest.mark.parametrize("instances", [{}, {"n": 3}, [st.integers()], None])
def test_what_is_no_strategy_is_an_error(instances):
    with pytest.raises((ArgumentError, TypeCheckError), match="instances"):
        search(instances, lambda **given: True)


def test_a_strategy_has_to_give_mappings():
    with pytest.raises(ArgumentError, match="mappings"):
        search(st.integers(0, 3), lambda n: True)


def test_at_least_one_example_is_tried():
    with pytest.raises(ArgumentError, match="examples"):
        search(NUMBERS, lambda n: True, examples=0)


def test_instances_cannot_be_written_to():
    def overwrite(x: np.ndarray) -> bool:
        x[0] = 0
        return True

    with pytest.raises(PredicateError, match="read-only"):
        search({"x": arrays_of(2)}, overwrite)


def test_a_search_says_where_it_searched():
    found = search({"x": rationals(most=3), "n": sizes(most=2)}, lambda x, n: True)
    assert found.scope.startswith("x p/q with -3 <= p <= 3, 1 <= q <= 9; n from 1 to 2; ")
    assert search({"x": rationals()}, lambda x: True, scope="all x").scope.startswith("all x; ")


@pytest.mark.parametrize(("least", "shown"), [(6, 6), (50, 50)])
def test_by_default_large_numbers_are_drawn_and_shrunk_to_whole_ones(least, shown):
    found = search({"x": rationals()}, lambda x: x < least)
    assert found.counterexample is not None
    assert found.counterexample.values == {"x": shown}


@pytest.mark.parametrize(
    "instances", [{"n": sizes(), "m": 3}, {"n": sizes(), "m": st.integers, "k": sizes()}]
)
def test_what_is_no_strategy_is_named_wherever_it_stands(instances):
    with pytest.raises((ArgumentError, TypeCheckError), match=r"instances.*m"):
        search(instances, lambda **given: True)


def test_what_is_not_an_instance_or_the_predicate_is_given_by_name():
    with pytest.raises(TypeError, match="positional"):
        search(NUMBERS, lambda n: True, 5)  # pyright: ignore[reportCallIssue]


def test_of_what_is_false_and_what_raises_the_smaller_instance_is_told():
    found = search(NUMBERS, lambda n: n < 5 if n < 20 else n // 0)
    assert refuted(found).values == {"n": 5}
    with pytest.raises(PredicateError, match=r"ZeroDivisionError.*n = 5\."):
        search(NUMBERS, lambda n: n // 0 if 5 <= n < 20 else n < 5)
