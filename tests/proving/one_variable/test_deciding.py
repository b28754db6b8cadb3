"""Inequalities of one real variable, on the whole line and on intervals."""

from typing import Any

import pytest
import sympy as sp

from theorem_checks import All, AtMost, Implies, Less, Verdict, prove
from theorem_checks.proving.one_variable.deciding import _near, interval_of
from theorem_checks.proving.one_variable.intervals import Interval

x: Any = sp.Symbol("x", real=True)
m: Any = sp.Symbol("m", integer=True, positive=True)
p: Any = sp.Symbol("p", positive=True)
sigmoid = 1 / (1 + sp.exp(-x))
normal = (1 + sp.erf(x / sp.sqrt(2))) / 2
density = sp.exp(-(x**2) / 2) / sp.sqrt(2 * sp.pi)
FROM_0 = AtMost(0, x)

TRUE = [
    Less(0, sp.diff(sp.tanh(x), x)),
    AtMost(sp.Abs(sp.diff(sp.tanh(x), x)), 1),
    Less(0, sp.diff(sigmoid, x)),
    AtMost(sp.diff(sigmoid, x), sp.Rational(1, 4)),
    AtMost(1 - x, sp.exp(-x)),
    Implies(FROM_0, AtMost(sp.exp(-x), 1 - x + x**2 / 2)),
    AtMost(x * normal, sp.Max(x, 0)),
    Less(sp.Max(x, 0), sp.log(1 + sp.exp(x))),
    AtMost(sp.log(1 + sp.exp(x)), sp.Max(x, 0) + sp.log(2)),
    AtMost(sp.Abs(sp.tanh(x)), sp.Abs(x)),
    AtMost(sp.cosh(x), sp.exp(x**2 / 2)),
    AtMost(1 - sp.exp(-(x**2)), x**2),
    AtMost(sp.log(p), p - 1),
    AtMost(m / (m + 1), sp.log(1 + m)),
    AtMost(2 * sp.sqrt(p), 1 + p),
    Implies(Less(0, x), Less(1 - normal, density / x)),
    Implies(Less(0, x), Less(x / (1 + x**2) * density, 1 - normal)),
    Implies(Less(1, x), Less(0, sp.log(x))),
    Implies(All((FROM_0, AtMost(x, 1))), AtMost(-sp.log(1 - x / 2), x)),
]
FALSE = [
    Less(0, sp.diff(sp.tanh(x), x) - sp.exp(-x)),
    AtMost(sp.diff(sigmoid, x), sp.Rational(24, 100)),
    Less(1 - x, sp.exp(-x)),
    AtMost(sp.exp(-x), 1 - x + x**2 / 2),
    Implies(FROM_0, AtMost(sp.exp(-x), 1 - x + x**2 / 3)),
    AtMost(sp.Max(x, 0), x * sigmoid),
    AtMost(sp.log(1 + sp.exp(x)), sp.Max(x, 0) + sp.Rational(69, 100)),
    AtMost(sp.Abs(x), sp.Abs(sp.tanh(x))),
    AtMost(sp.cosh(x), sp.exp(x**2 / 3)),
    Implies(AtMost(1, x), Less(0, sp.log(x))),
    Implies(Less(0, x), Less(1 - normal, density / x * sp.Rational(1, 2))),
    AtMost(2**x, 3),
]


@pytest.mark.parametrize("said", TRUE)
def test_what_is_true_is_proved_at_one_go(said):
    found = prove(said)
    assert found.verdict is Verdict.PROVED
    assert found.statement is not None
    assert found.statement.key == said.key


@pytest.mark.parametrize("said", FALSE)
def test_what_is_false_has_a_counterexample(said):
    assert prove(said).verdict is Verdict.REFUTED


def test_of_nothing_nothing_is_proved():
    nothing = All((AtMost(1, x), Less(x, 1)))
    assert prove(Implies(nothing, Less(0, sp.log(x)))).verdict is Verdict.VACUOUS
    prime = sp.Symbol("q", prime=True)
    small = Implies(All((AtMost(0, prime), Less(prime, 2))), AtMost(sp.exp(prime), sp.exp(2)))
    assert prove(small).verdict is not Verdict.PROVED


@pytest.mark.parametrize(
    ("hypothesis", "interval"),
    [
        (AtMost(0, x), Interval(sp.S.Zero, sp.oo, has_low=True)),
        (Less(x, 2), Interval(-sp.oo, sp.Integer(2))),
        (All((AtMost(0, x), Less(1, x))), Interval(sp.S.One, sp.oo)),
        (All((Less(1, x), AtMost(1, x))), Interval(sp.S.One, sp.oo)),
        (Less(-1, p), Interval(sp.S.Zero, sp.oo)),
        (AtMost(0, m), Interval(sp.S.One, sp.oo, has_low=True)),
    ],
)
def test_the_interval_of_a_hypothesis(hypothesis, interval):
    found = interval_of(hypothesis)
    assert found is not None
    assert found[1] == interval


@pytest.mark.parametrize(
    "hypothesis", [AtMost(0, x * x), All((AtMost(0, x), AtMost(0, p))), AtMost(0, sp.Symbol("c"))]
)
def test_other_hypotheses_are_no_intervals(hypothesis):
    assert interval_of(hypothesis) is None


@pytest.mark.parametrize("cuts", [[], [sp.Integer(0)]])
def test_points_are_tried_ever_nearer_to_each_end_and_farther(cuts: list[Any]):
    for interval in (Interval(sp.Integer(-1), sp.Integer(2)), Interval(sp.Integer(1), sp.oo)):
        own = [cut for cut in cuts if interval.low < cut < interval.high]
        found = list(_near(interval, own))
        for end in (interval.low, interval.high, *own):
            if end.is_finite:
                above = [place - end for place in found if place > end]
                below = [end - place for place in found if place < end]
                assert not (interval.high > end) or min(above) == sp.Rational(1, 4096)
                assert not (interval.low < end) or min(below) == sp.Rational(1, 4096)
        assert interval.high.is_finite or max(found) == 257
