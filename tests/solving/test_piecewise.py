"""Piecewise-linear functions against dense exact evaluation, and a solver."""

import itertools
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jaxtyping import TypeCheckError

from theorem_checks.errors import ArgumentError, ExactnessError
from theorem_checks.solving.piecewise import PiecewiseLinear, identity_function
from theorem_checks.solving.piecewise_claims import (
    largest_difference,
    prove_piecewise_at_most,
    prove_piecewise_equal,
)
from theorem_checks.solving.smt import prove_for_all
from theorem_checks.statements.reals.operations import clamp, maximum, minimum, relu
from theorem_checks.statements.reals.terms import reals, where
from theorem_checks.verdicts.counterexamples import Counterexample
from theorem_checks.verdicts.evidence import Evidence
from theorem_checks.verdicts.kinds import Kind, Verdict

NUMBERS = st.fractions(-3, 3, max_denominator=3)
X = identity_function()
GRID = [Fraction(n, 6) for n in range(-36, 37)]


def refuted(evidence: Evidence) -> Counterexample:
    assert evidence.verdict is Verdict.REFUTED
    assert evidence.counterexample is not None
    return evidence.counterexample


@st.composite
def definitions(draw, depth=3):
    """A random Python function built from all the operations, to be run on any kind of number."""
    if depth == 0:
        a, b = draw(NUMBERS), draw(NUMBERS)
        return lambda x: a * x + b
    one, other = draw(definitions(depth - 1)), draw(definitions(depth - 1))
    c = draw(NUMBERS)
    return draw(
        st.sampled_from(
            [
                lambda x: one(x) + other(x),
                lambda x: c - one(x) * c,
                lambda x: relu(one(x)),
                lambda x: abs(one(x) - c),
                lambda x: maximum(one(x), other(x)),
                lambda x: minimum(other(x), c),
                lambda x: clamp(one(x), -1, 1) / 2,
                lambda x: one(other(x)),
                lambda x: -one(x),
            ]
        )
    )


@settings(max_examples=25)
@given(definitions())
def test_the_unique_form_agrees_with_the_definition_everywhere(definition):
    function = definition(identity_function())
    assert all(function(x) == definition(x) for x in GRID)


@settings(max_examples=25)
@given(definitions(), definitions())
def test_composition_is_composition(one, other):
    composed = one(identity_function())(other(identity_function()))
    assert all(composed(x) == one(other(x)) for x in GRID)


@settings(max_examples=25)
@given(definitions())
def test_the_form_is_canonical(definition):
    function = definition(identity_function())
    places = function.breakpoints
    assert list(places) == sorted(set(places))
    assert all(change != 0 for _, change in function.kinks)
    assert (function + relu(identity_function()) - relu(identity_function())).is_same_as(function)
    assert ((2 * function) / 2).is_same_as(function)


@settings(max_examples=25)
@given(definitions(depth=2), definitions(depth=2))
def test_equality_is_decided_as_dense_evaluation_shows(one, other):
    evidence = prove_piecewise_equal(one, other)
    if evidence.verdict is Verdict.PROVED:
        assert all(one(x) == other(x) for x in GRID)
    else:
        x = Fraction(refuted(evidence).values["x"])
        assert one(x) != other(x)


@settings(max_examples=25)
@given(definitions(depth=2), definitions(depth=2), NUMBERS, NUMBERS)
def test_inequality_on_an_interval_is_decided_as_dense_evaluation_shows(one, other, a, b):
    low, high = min(a, b), max(a, b)
    evidence = prove_piecewise_at_most(one, other, on=(low, high))
    inside = [x for x in GRID if low <= x <= high]
    if evidence.verdict is Verdict.PROVED:
        assert all(one(x) <= other(x) for x in inside)
    else:
        x = Fraction(refuted(evidence).values["x"])
        assert low <= x <= high
        assert one(x) > other(x)


FAR = [*GRID, *(sign * Fraction(10**k) for sign in (1, -1) for k in (2, 4, 9))]


@settings(max_examples=25)
@given(definitions(depth=2), definitions(depth=2), NUMBERS, st.sampled_from([0, 1, 2]))
def test_ends_at_infinity_are_decided_as_far_evaluation_shows(one, other, a, which):
    on = ((a, None), (None, a), (None, None))[which]
    inside = [x for x in FAR if (on[0] is None or a <= x) and (on[1] is None or x <= a)]
    peak = largest_difference(one, other, on=on)
    equal = prove_piecewise_equal(one, other, on=on).verdict is Verdict.PROVED
    at_most = prove_piecewise_at_most(one, other, on=on).verdict is Verdict.PROVED
    assert at_most == (peak.value is not None and peak.value <= 0)
    assert equal == (at_most and largest_difference(other, one, on=on).value == 0)
    for x in [*inside, a]:
        assert peak.value is None or one(x) - other(x) <= peak.value
        assert not at_most or one(x) <= other(x)
        assert not equal or one(x) == other(x)


@settings(max_examples=25)
@given(definitions(depth=2), definitions(depth=2), NUMBERS, NUMBERS)
def test_the_largest_difference_is_taken_and_not_exceeded(one, other, a, b):
    low, high = min(a, b), max(a, b)
    peak = largest_difference(one, other, on=(low, high))
    assert peak.at is not None
    assert low <= peak.at <= high
    assert one(peak.at) - other(peak.at) == peak.value
    assert all(one(x) - other(x) <= peak.value for x in GRID if low <= x <= high)


@settings(max_examples=25)
@given(definitions(depth=2), definitions(depth=2))
def test_two_engines_agree_on_inequalities(one, other):
    x = reals("x")
    exact = prove_piecewise_at_most(one, other)
    solved = prove_for_all(one(x) <= other(x) + 0 * x)
    assert exact.verdict is solved.verdict


def test_true_claims_are_proved():
    step = prove_piecewise_equal(
        lambda x: relu(7 * x) - 7 * relu(x - Fraction(1, 7)), lambda x: clamp(7 * x, 0, 1)
    )
    assert step.verdict is Verdict.PROVED
    assert step.kind is Kind.SOLVER
    assert step.figures["breakpoints"] == [0, "1/7"]
    x = reals("x")
    assert prove_piecewise_equal(2 * relu(x), x + abs(x)).verdict is Verdict.PROVED
    assert prove_piecewise_at_most(relu, abs).verdict is Verdict.PROVED
    assert prove_piecewise_equal(relu, abs, on=(0, None)).verdict is Verdict.PROVED
    assert prove_piecewise_equal(identity_function(), 3, on=(3, 3)).verdict is Verdict.PROVED


@pytest.mark.parametrize(
    ("f", "g", "on", "point"),
    [
        (relu, abs, None, -1),
        (relu, lambda x: x, (-5, 5), -1),
        (relu, 0, (None, "1/1000"), "1/1000"),
        (lambda x: relu(x - 100), 0, None, 101),
        (lambda x: relu(-100 - x), 0, (None, None), -101),
        (relu(X - "1/3") - 2 * relu(X - "1/2") + relu(X - "2/3"), 0, None, "1/2"),
    ],
)
def test_false_equalities_are_refuted_at_a_simple_point(f, g, on, point):
    assert refuted(prove_piecewise_equal(f, g, on=on)).values == {"x": point}


def test_false_inequalities_far_out_are_found():
    for f in (lambda x: relu(x) - 100, lambda x: relu(-x) / 100 - 1):
        x = Fraction(refuted(prove_piecewise_at_most(f, 0)).values["x"])
        assert f(x) > 0


def test_unbounded_differences_have_no_peak():
    assert largest_difference(relu) == (None, None)
    assert largest_difference(lambda x: -x) == (None, None)
    assert largest_difference(lambda x: -abs(x - 3)) == (0, 3)
    assert largest_difference(relu, on=(None, 2)) == (2, 2)


def test_what_is_not_piecewise_linear_is_an_error():
    x, y = reals("x y")
    for wrong in (
        lambda: identity_function() * identity_function(),
        lambda: 1 / identity_function(),
        lambda: prove_piecewise_equal(x * x, x),
        lambda: prove_piecewise_equal(where(x > 0, x, 0), x),
        lambda: prove_piecewise_equal(x + y, x),
    ):
        with pytest.raises(ArgumentError):
            wrong()


def test_floats_are_refused():
    for wrong in (
        lambda: identity_function() * 0.5,
        lambda: identity_function()(0.5),
        lambda: identity_function() + 0.5,
    ):
        with pytest.raises(ExactnessError):
            wrong()


@pytest.mark.parametrize("on", [(1, 0), (0.5, 1), 3, (1,)])
def test_intervals_are_pairs_of_exact_numbers(on):
    with pytest.raises((ArgumentError, TypeCheckError)):
        prove_piecewise_equal(relu, abs, on=on)


def test_products_with_constants_are_allowed_on_either_side():
    two = identity_function() * 0 + 2
    assert (two * identity_function()).is_same_as(2 * identity_function())
    assert (identity_function() * two).is_same_as(2 * identity_function())
    assert (identity_function() / two).is_same_as(identity_function() / 2)
    assert two.is_same_as(2)
    assert not identity_function().is_same_as(two)
    assert repr(abs(identity_function())) == "0 + -1*x + 2*relu(x - 0)"
    assert isinstance(two, PiecewiseLinear)
    assert two.is_constant


def test_more_pieces_than_anyone_writes_by_hand():
    def tent(x):
        return 1 - abs(2 * x - 1)

    function = identity_function()
    for _ in range(6):
        function = tent(function)
    inside = [place for place in function.breakpoints if 0 < place < 1]
    assert len(inside) == 2**6 - 1
    assert all(b - a == Fraction(1, 64) for a, b in itertools.pairwise(inside))


@pytest.mark.parametrize(
    ("check", "g", "found"),
    [
        (prove_piecewise_at_most, lambda x: x, "1 > 0"),
        (prove_piecewise_equal, lambda x: x, "1 > 0"),
        (prove_piecewise_equal, lambda x: x + 2, "1 < 2"),
    ],
)
def test_a_counterexample_says_which_side_is_larger(check, g, found: str):
    evidence = check(lambda x: x + 1, g, on=(0, 0))
    assert evidence.counterexample.found == found
