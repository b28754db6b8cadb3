"""Claims about networks with ReLU, decided by running the very cell on terms and functions."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from constructions.arrays import EXACT, OBJECTS, as_array, relu
from constructions.cells.mlp import MLP
from constructions.errors import NotInSystemError
from theorem_checks import (
    ArgumentError,
    Difference,
    ExactnessError,
    TheoremChecksError,
    Verdict,
    agree,
    all_hold,
    arrays_of,
    identity_function,
    implies,
    prove_for_all_inputs,
    prove_piecewise_equal,
    reals,
    search,
    where,
)
from theorem_checks.solving import maps

TOKEN = {"xs": (2, 1)}


def absolute_value(right="1"):
    """A network that computes |x| token by token, or something else if a weight is wrong."""
    return MLP(EXACT.array([[1], [-1]]), EXACT.array([0, 0]), EXACT.array([["1", right]]))


def test_a_network_is_proved_by_running_it_on_terms():
    net = absolute_value()
    evidence = prove_for_all_inputs(lambda xs: agree(abs(xs), net(xs)), TOKEN)
    assert evidence.verdict is Verdict.PROVED
    assert evidence.engines >= {"z3", "cvc5"}
    assert evidence.scope == "all real xs of shape (2, 1)"


def test_a_counterexample_is_run_through_the_network_itself():
    net, seen = absolute_value("9/10"), []

    def claim(xs):
        seen.append(xs)
        return agree(abs(xs), net(xs))

    evidence = prove_for_all_inputs(claim, TOKEN)
    assert evidence.verdict is Verdict.REFUTED
    found = evidence.counterexample
    assert found is not None
    point = [[Fraction(value) for value in row] for row in found.values["xs"]]
    assert seen[-1].tolist() == point
    assert {type(entry) for entry in seen[-1].flat} == {Fraction}
    assert not agree(np.abs(np.array(point)), net(np.array(point)))
    assert (found.claimed, found.found) == ("1", "9/10")
    assert evidence.routes[-1].engines == ("fractions",)


def test_inequalities_of_arrays_and_assumptions():
    net, less = absolute_value(), absolute_value("9/10")
    assert prove_for_all_inputs(lambda xs: less(xs) <= net(xs), TOKEN).verdict is Verdict.PROVED
    assert prove_for_all_inputs(lambda xs: less(xs) >= net(xs), TOKEN).verdict is Verdict.REFUTED
    on_positive = prove_for_all_inputs(
        lambda xs: agree(less(xs), net(xs)), TOKEN, assume=lambda xs: as_array(xs) >= 0
    )
    assert on_positive.verdict is Verdict.PROVED
    contradictory = prove_for_all_inputs(
        lambda xs: agree(less(xs), net(xs)),
        TOKEN,
        assume=lambda xs: all_hold(xs[0, 0] > 1, xs[0, 0] < 0),
    )
    assert contradictory.verdict is Verdict.VACUOUS


def test_cells_become_piecewise_linear_functions():
    def at(net):
        return lambda t: net(OBJECTS.array([[t]]))[0, 0]

    assert prove_piecewise_equal(at(absolute_value()), abs).verdict is Verdict.PROVED
    wrong = prove_piecewise_equal(at(absolute_value("9/10")), abs).counterexample
    assert wrong is not None
    assert wrong.values == {"x": -1}


weights = st.fractions(-2, 2, max_denominator=3)


@settings(max_examples=15)
@given(*(st.lists(weights, min_size=2, max_size=2) for _ in range(6)))
def test_solvers_breakpoints_and_search_agree(a, b, c, d, e, f):
    """Whether one random network of a token is at most another."""
    one = MLP(EXACT.array([[w] for w in a]), EXACT.array(b), EXACT.array([c]))
    other = MLP(EXACT.array([[w] for w in d]), EXACT.array(e), EXACT.array([f]))
    solved = prove_for_all_inputs(lambda xs: agree(one(xs), other(xs)), {"xs": (1, 1)})
    t = OBJECTS.array([[identity_function()]])
    assert (solved.verdict is Verdict.PROVED) == one(t)[0, 0].is_same_as(other(t)[0, 0])
    if solved.counterexample is not None:
        xs = EXACT.array(solved.counterexample.values["xs"])
        assert not agree(one(xs), other(xs))


def test_the_same_predicate_is_searched():
    net = absolute_value("9/10")
    found = search({"xs": arrays_of(2, 1)}, lambda xs: agree(abs(xs), net(xs)))
    assert found.verdict is Verdict.REFUTED


def test_a_division_by_zero_is_a_counterexample():
    evidence = prove_for_all_inputs(lambda x: x[0] / x[0] == 1, {"x": (1,)})
    found = evidence.counterexample
    assert found is not None
    assert (found.values, found.found) == ({"x": [0]}, "a division by zero")


def test_irrational_counterexamples_stay_with_their_coordinates():
    evidence = prove_for_all_inputs(lambda x: implies(x[0] > 0, x[0] * x[0] != 2), {"x": (1,)})
    assert evidence.verdict is Verdict.REFUTED
    assert evidence.counterexample is not None
    assert "root of" in str(evidence.counterexample.values["x[0]"])


def test_a_map_that_computes_otherwise_on_numbers_is_an_error():
    def two_faced(x):
        return x[0] if isinstance(x[0], Fraction) else x[0] + 1

    with pytest.raises(TheoremChecksError, match="computes otherwise on numbers"):
        prove_for_all_inputs(lambda x: two_faced(x) == x[0], {"x": (1,)})


def test_a_predicate_that_says_nothing_of_the_inputs_is_vacuous():
    for says_nothing in (
        prove_for_all_inputs(lambda x: True, {"x": (0,)}),
        prove_for_all_inputs(lambda x: agree(x, 2 * x), {"x": (0, 3)}),
        prove_for_all_inputs(lambda x: agree([], []), {"x": (1,)}),
        prove_for_all_inputs(lambda x: 1 > 2, {"x": (0,)}),
        prove_for_all_inputs(lambda: True, {}),
    ):
        assert says_nothing.verdict is Verdict.VACUOUS
    assert prove_for_all_inputs(lambda x: 1 > 2, {"x": (1,)}).verdict is Verdict.REFUTED


def test_a_witness_may_be_given_as_arrays():
    def claim(x):
        return x[0] > 0

    proved = prove_for_all_inputs(
        claim, {"x": (2,)}, assume=lambda x: x[0] > x[1] * x[1], witness={"x": [2, "1/2"]}
    )
    assert proved.verdict is Verdict.PROVED
    for witness in ({"y": [1, 1]}, {"x": [1]}, {"x": [1, 1]}):
        with pytest.raises(ArgumentError, match="witness"):
            prove_for_all_inputs(
                claim, {"x": (2,)}, assume=lambda x: x[0] > x[1] * x[1], witness=witness
            )


def test_bad_input_is_named():
    with pytest.raises(ArgumentError, match=r"inputs\['x'\].*tuple of sizes"):
        prove_for_all_inputs(lambda x: x == 0, {"x": 2})
    with pytest.raises(ExactnessError, match=r"0\.5"):
        prove_for_all_inputs(lambda x: x[0] <= 0.5, {"x": (1,)})
    with pytest.raises(ArgumentError, match="truth value, a formula or a difference"):
        prove_for_all_inputs(lambda x: x[0], {"x": (1,)})
    assert maps.__all__ == ["prove_for_all_inputs"]


def test_every_joins_what_predicates_say():
    x, y = reals("x y")
    assert all_hold() is True
    assert all_hold(True, np.True_, [True, [True]]) is True
    assert all_hold(x > 0, False, y > 0) is False
    assert repr(all_hold(x > 0, True, [y > 0])) == "(0 < x) & (0 < y)"
    difference = Difference(1, 2)
    assert all_hold(True, difference, False) is difference
    with pytest.raises(ArgumentError, match="-2"):
        all_hold(-2)  # which is ~True


def test_branches_and_implications_of_truth_values():
    x, y = reals("x y")
    assert where(True, x, y) is x
    assert where(Fraction(1) > 2, x, y) is y
    assert implies(False, x > 0) is True
    assert repr(implies(True, x > 0)) == repr(x > 0)
    assert repr(implies(x > 0, False)) == repr(~(x > 0))


def test_relu_needs_objects_that_have_a_maximum():
    x, _ = reals("x y")
    assert [repr(entry) for entry in relu(OBJECTS.array([x, -2]))] == ["max(x, 0)", "0"]
    with pytest.raises(NotInSystemError, match="no method `maximum`"):
        relu(OBJECTS.array([object()]))
