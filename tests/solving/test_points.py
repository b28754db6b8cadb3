"""What is tried at points beside a solver that stands alone."""

from math import prod
from typing import Any

import pytest

from theorem_checks.solving import smt
from theorem_checks.solving.points import _drawn, at_points
from theorem_checks.solving.smt import prove_for_all
from theorem_checks.solving.solvers import Answer
from theorem_checks.statements.reals.terms import reals
from theorem_checks.verdicts.kinds import Verdict

x, y = reals("x y")
NAMES = ["x", "y"]


def test_what_is_true_holds_at_the_points_that_meet_what_is_assumed():
    found = at_points(x * x + y * y >= 2 * x * y, [x > y], NAMES)
    assert found.verdict is Verdict.HOLDS
    assert found.figures["points"] > 20


@pytest.mark.parametrize("false", [x >= 0, 1 / (x - x) == 1])
def test_what_is_false_or_undefined_is_refuted(false):
    assert at_points(false, [y >= x], NAMES).verdict is Verdict.REFUTED


def test_points_at_which_what_is_assumed_has_no_value_are_left_out():
    found = at_points(x != 5, [1 / (x - 5) > -1000], NAMES)
    assert found.verdict is Verdict.HOLDS
    assert found.figures["points"] > 150


def test_after_a_point_that_is_left_out_others_are_tried():
    roots: Any = prod((x - k for k in range(1, 20)), start=x)
    defined = at_points(x * x >= 0, [1 / roots != 0], ["x"])
    assert defined.figures == at_points(x * x >= 0, [roots != 0], ["x"]).figures
    assert 20 < defined.figures["points"] < 200


def test_where_no_point_meets_what_is_assumed_none_is_counted():
    assert at_points(x >= 0, [x > 1000], NAMES).figures["points"] == 0


@pytest.fixture
def z3_alone(monkeypatch):
    """z3 says that there is no such point, or that assumptions are met; cvc5 says nothing."""
    said = iter(("unsat", "sat"))

    def ask_all(*_args, **_kwargs):
        return {"z3": Answer(next(said)), "cvc5": Answer("unknown", "no time left")}

    monkeypatch.setattr(smt, "ask_all", ask_all)


def engines_of(evidence):
    return [engine for route in evidence.routes for engine in route.engines]


def test_a_solver_alone_has_what_it_proved_tried_at_points(z3_alone):
    found = prove_for_all(x * x >= 0, assume=[x > 1])
    assert found.verdict is Verdict.PROVED
    assert engines_of(found) == ["z3", "fractions"]


def test_a_solver_alone_that_is_wrong_is_contradicted(z3_alone):
    assert prove_for_all(x >= 2, assume=[x > 1]).verdict is Verdict.CONTRADICTION


def test_a_solver_alone_stays_so_where_no_point_is_met(z3_alone):
    found = prove_for_all(x >= 2, assume=[x > 1000])
    assert engines_of(found) == ["z3"]


def test_points_are_integers_and_fractions_of_two_kinds():
    [(tops, bottoms)] = _drawn(1)
    assert set(bottoms) == {1, 7, 60}
    for top in (-9, 60):  # the least and the largest
        assert min(tops) <= top <= max(tops)
        bottom = bottoms[tops.index(top)]
        assert at_points(x * bottom != top, [], ["x"]).verdict is Verdict.REFUTED
