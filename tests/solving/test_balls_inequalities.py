"""Inequalities on boxes: known sharp ones, near-misses, and what balls cannot decide."""

from fractions import Fraction

import flint
import numpy as np
import pytest
import sympy
from flint import arb, fmpq, fmpz
from hypothesis import given, settings
from hypothesis import strategies as st
from jaxtyping import TypeCheckError

from theorem_checks.errors import ArgumentError, ExactnessError, UndecidedQuestionError
from theorem_checks.solving.balls import prove_inequality
from theorem_checks.verdicts.counterexamples import Counterexample
from theorem_checks.verdicts.evidence import Evidence
from theorem_checks.verdicts.kinds import Kind, Verdict

x, y = sympy.symbols("x y")
half = sympy.Rational(1, 2)
sigmoid = 1 / (1 + sympy.exp(-x))
remainder = sigmoid - half - x / 4  # of order x^3


def refuted(evidence: Evidence) -> Counterexample:
    assert evidence.verdict is Verdict.REFUTED
    assert evidence.counterexample is not None
    return evidence.counterexample


TRUE = {
    "sigmoid from below": (remainder, (0, 5), ">=", -(x**3) / 48, [0]),
    "sigmoid from above": (remainder, (0, 5), "<=", 0, [0]),
    "sigmoid left of zero": (remainder, (-5, 0), "<=", -(x**3) / 48, [0]),
    "tanh": (sympy.tanh(x), (0, 5), "<=", x, [0]),
    "tanh cubed": (sympy.tanh(x), (0, 3), ">=", x - x**3 / 3, [0]),
    "sine": (sympy.sin(x), (0, 3), "<=", x, [0]),
    "cosine": (sympy.cos(x), (-3, 3), ">=", 1 - x**2 / 2, [0]),
    "logarithm": (sympy.log(x), ("1/10", 10), "<=", x - 1, [1]),
    "exponential": (sympy.exp(x), (-2, 2), ">=", 1 + x, [0]),
    "two contacts": ((x - 1) ** 2 * (x - 2) ** 2 * sympy.exp(x), (0, 3), ">=", 0, [1, 2]),
    "gamma": (sympy.gamma(x), ("1/2", 4), ">", sympy.Rational(8856, 10000), []),
    "forget gate": (1 - sigmoid, (0, 20), "<", sympy.exp(-x), []),
    "hypergeometric": (sympy.hyper((1, 1), (2,), x), ("1/10", "9/10"), ">", 1 + x / 2, []),
}


@pytest.mark.parametrize(("f", "ends", "relation", "g", "touching"), TRUE.values(), ids=TRUE)
def test_true_inequalities_are_proved(f, ends, relation, g, touching):
    evidence = prove_inequality(f, {"x": ends}, relation, g, touching=touching)
    assert evidence.verdict is Verdict.PROVED
    assert evidence.kind is Kind.BOUND
    assert evidence.engines == {"python-flint", "sympy"}
    mirrored = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}[relation]
    again = prove_inequality(g, {"x": ends}, mirrored, f, touching=touching)
    assert again.verdict is Verdict.PROVED


FALSE = {
    "sigmoid, constant too small": (remainder, (0, 5), ">=", -(x**3) / 49, [0]),
    "sigmoid, wrong side": (remainder, (-5, 5), ">=", -(x**3) / 48, [0]),
    "tanh, wrong side": (sympy.tanh(x), (-1, 5), "<=", x, [0]),
    "tanh, without telling": (sympy.tanh(x), (-1, 5), "<=", x, []),
    "tanh, strict": (sympy.tanh(x), (0, 5), "<", x, [0]),
    "gamma": (sympy.gamma(x), ("1/2", 4), ">", sympy.Rational(886, 1000), []),
    "forget gate": (1 - sigmoid, (0, 20), "<", sympy.exp(-x) * sympy.Rational(9, 10), []),
    "kink": (sympy.Abs(x), (-1, 1), ">", sympy.Rational(1, 100), []),
    "narrow": (x**2, (-1, 1), ">", sympy.Rational(1, 10**6), []),
}


@pytest.mark.parametrize(("f", "ends", "relation", "g", "touching"), FALSE.values(), ids=FALSE)
def test_false_inequalities_are_refuted_at_an_exact_point(f, ends, relation, g, touching):
    evidence = prove_inequality(f, {"x": ends}, relation, g, touching=touching)
    point = Fraction(refuted(evidence).values["x"])
    low, high = map(Fraction, ends)
    assert low <= point <= high
    gap = (f - g).subs(x, sympy.Rational(point.numerator, point.denominator)).evalf(40)
    signs = {"<": gap >= 0, "<=": gap > 0, ">": gap <= 0, ">=": gap < 0}
    assert signs[relation]


@settings(max_examples=20)
@given(
    roots=st.lists(st.fractions(-1, 1, max_denominator=8), min_size=1, max_size=2, unique=True),
    lift=st.fractions(0, 1, max_denominator=100),
)
def test_products_of_squares_by_construction(roots, lift):
    """exp(x) times squares, lifted: positive exactly if lifted, and zero just at the roots."""
    squares = sympy.prod([(x - sympy.Rational(str(r))) ** 2 for r in roots])
    f = sympy.exp(x) * squares + sympy.Rational(str(lift))
    evidence = prove_inequality(f, {"x": (-1, 1)}, ">", 0)
    if lift > 0:
        assert evidence.verdict is Verdict.PROVED
    else:
        assert evidence.verdict in (Verdict.REFUTED, Verdict.UNDECIDED)
        told = prove_inequality(f, {"x": (-1, 1)}, ">=", 0, touching=roots)
        assert told.verdict is Verdict.PROVED
        below = prove_inequality(f - sympy.Rational(1, 1000), {"x": (-1, 1)}, ">=", 0)
        assert refuted(below)


def test_two_variables():
    box = {"x": (-1, 1), "y": (-1, 1)}
    lower = prove_inequality(sympy.exp(x + y), box, ">", sympy.Rational(9, 10) + x + y)
    assert lower.verdict is Verdict.PROVED
    found = refuted(prove_inequality(sympy.exp(x + y), box, ">", 1 + x + y))
    assert found.values == {"x": 0, "y": 0}
    inner = prove_inequality(x**2 + y**2, box, ">=", 2 * x * y - sympy.Rational(1, 20))
    assert inner.verdict is Verdict.PROVED


def test_equality_that_nobody_told_of_stays_open():
    evidence = prove_inequality(sympy.tanh(x), {"x": (0, 5)}, "<=", x)
    assert evidence.verdict is Verdict.UNDECIDED
    assert "x in [0, " in evidence.reason
    assert "touching=" in evidence.reason


def test_removable_trouble_stays_open():
    evidence = prove_inequality(sympy.sin(x) / x, {"x": (-1, 1)}, "<=", 2)
    assert evidence.verdict is Verdict.UNDECIDED


def test_the_budget_is_kept():
    evidence = prove_inequality(sympy.Abs(x), {"x": (-1, 1)}, ">=", 0, depth=3)
    assert evidence.verdict is Verdict.UNDECIDED
    box = {"x": (-1, 1), "y": (-1, 1)}
    hard = prove_inequality(sympy.Abs(x) + sympy.Abs(y), box, ">=", 0, boxes=50)
    assert hard.verdict is Verdict.UNDECIDED
    assert hard.figures["boxes"] <= 60


def test_precision_decides_what_is_narrow():
    narrow = sympy.exp(x) - sympy.exp(x - sympy.Rational(1, 10**40))
    low = prove_inequality(narrow, {"x": (1, 1)}, ">", 0, precision=64)
    high = prove_inequality(narrow, {"x": (1, 1)}, ">", 0, precision=256)
    assert (low.verdict, high.verdict) == (Verdict.UNDECIDED, Verdict.PROVED)


# Python functions of balls


def test_functions_of_balls():
    box = {"x": ("1/10", 5)}
    evidence = prove_inequality(lambda x: x.tanh(), box, "<", lambda x: x)
    assert evidence.verdict is Verdict.PROVED
    assert evidence.engines == {"python-flint"}
    third = prove_inequality(lambda x: x.tanh() * fmpq(1, 3), box, "<", "1/3")
    assert third.verdict is Verdict.PROVED
    mixed = prove_inequality(lambda x: (x * x + 1).log(), box, "<=", x**2)
    assert mixed.verdict is Verdict.PROVED
    assert refuted(prove_inequality(lambda x: x.tanh(), box, ">", lambda x: x))


def test_constants_are_functions_too():
    box = {"x": (0, 1)}
    assert prove_inequality(lambda x: 1, box, "<", lambda x: Fraction(3, 2)).verdict.passes
    assert prove_inequality(lambda x: fmpq(1, 2), box, "<", lambda x: arb.pi()).verdict.passes


def test_a_function_that_knows_nothing_decides_nothing():
    evidence = prove_inequality(lambda x: arb("nan"), {"x": (0, 1)}, "<=", 1, depth=4)
    assert evidence.verdict is Verdict.UNDECIDED


# Arguments


def test_the_global_precision_is_restored():
    before = flint.ctx.prec, flint.ctx.cap
    prove_inequality(x, {"x": (0, 1)}, "<=", 2, precision=400)
    with pytest.raises(ArgumentError):
        prove_inequality(sympy.zeta(x), {"x": (2, 3)}, "<=", 2, precision=400)
    assert (flint.ctx.prec, flint.ctx.cap) == before


@pytest.mark.parametrize(
    "call",
    [
        lambda: prove_inequality(0.5 * x, {"x": (0, 1)}, "<", 1),
        lambda: prove_inequality(x, {"x": (0, 0.5)}, "<", 1),
        lambda: prove_inequality(x, {"x": (0, 1)}, "<", 0.5),
        lambda: prove_inequality(x, {"x": (0, 1)}, "<=", x, touching=[0.5]),
        lambda: prove_inequality(lambda x: 0.5, {"x": (0, 1)}, "<", 1),
    ],
)
def test_floats_are_refused(call):
    with pytest.raises(ExactnessError):
        call()


@pytest.mark.parametrize(
    "call",
    [
        lambda: prove_inequality(x, {"x": (0, 1)}, "=", 1),
        lambda: prove_inequality(x, {}, "<", 1),
        lambda: prove_inequality(x, {"x": (1, 0)}, "<", 1),
        lambda: prove_inequality(x, {"y": (0, 1)}, "<", 1),
        lambda: prove_inequality(x < 1, {"x": (0, 1)}, "<", 1),
        lambda: prove_inequality(lambda x: "a", {"x": (0, 1)}, "<", 1),
        lambda: prove_inequality(x, {"x": (0, 1)}, "<", 1, precision=0),
        lambda: prove_inequality(sympy.Symbol("x", positive=True), {"x": (0, 1)}, "<", 2),
        lambda: prove_inequality(sympy.Symbol("x", integer=True), {"x": (0, 1)}, "<", 2),
        lambda: prove_inequality(x + 1, {"x": (0, 1)}, ">=", 0, touching=[0]),
        lambda: prove_inequality(x, {"x": (0, 1)}, ">=", 0, touching=[2]),
        lambda: prove_inequality(sympy.Abs(x), {"x": (-1, 1)}, ">=", 0, touching=[0]),
        lambda: prove_inequality(x * y, {"x": (0, 1), "y": (0, 1)}, ">=", 0, touching=[0]),
        lambda: prove_inequality(lambda x: x, {"x": (0, 1)}, ">=", 0, touching=[0]),
        lambda: prove_inequality(x - x, {"x": (0, 1)}, ">=", 0, touching=[0]),
    ],
)
def test_wrong_arguments_are_errors(call):
    with pytest.raises((ArgumentError, TypeCheckError)):
        call()


def test_assumptions_that_hold_in_the_box_are_welcome():
    positive = sympy.Symbol("x", positive=True)
    evidence = prove_inequality(sympy.sqrt(positive**2), {positive: ("1/2", 1)}, "<=", 1)
    assert evidence.verdict in (Verdict.PROVED, Verdict.UNDECIDED)
    assert prove_inequality(sympy.sqrt(positive**2), {positive: ("1/2", 1)}, "<", 2).verdict.passes


@pytest.mark.parametrize("side", [1 / x, sympy.log(x), sympy.sqrt(x)], ids=str)
def test_what_cancels_still_has_to_be_defined(side):
    assert prove_inequality(side, {"x": (-1, 1)}, "<", side + 1, depth=6).verdict is (
        Verdict.UNDECIDED
    )
    assert prove_inequality(side, {"x": (1, 2)}, "<", side + 1).verdict is Verdict.PROVED


def test_the_ends_of_balls_are_out_of_reach():
    """By its lower ends alone, the function is at most 0 at parts that begin at 0."""
    with pytest.raises(UndecidedQuestionError, match=r"x\.lower"):
        prove_inequality(lambda x: x.lower(), {"x": (0, 3)}, "<=", 1)
    with pytest.raises(ExactnessError, match=r"0\.1"):
        prove_inequality(lambda x: x * 0.1, {"x": (0, 1)}, "<", 1)


def test_balls_compute_with_exact_numbers_and_in_arrays():
    box = {"x": (1, 2)}

    def both(x):
        pair = np.array([x, fmpq(1, 3)], dtype=object)
        return (pair * pair).sum() + fmpz(2) * x - abs(-x) + arb(1) + 2**x + x.root(2) + (+x)

    assert prove_inequality(both, box, "<", 20).verdict is Verdict.PROVED
    assert prove_inequality(lambda x: x.max(3) - x.min(arb(0)), box, "<=", 3).verdict.passes
    series = prove_inequality(lambda x: x.hypgeom_2f1(1, 1, 2), {"x": (0, "1/2")}, "<", 2)
    assert series.verdict is Verdict.PROVED


def test_no_point_refutes_where_a_side_is_undefined():
    """Where both are defined, the first is larger; left of 0 the logarithm is not."""
    f, g = sympy.log(x) + x, sympy.log(x)
    for touching in ([], [0]):
        evidence = prove_inequality(f, {x: (-1, 1)}, ">=", g, boxes=200, touching=touching)
        assert evidence.verdict is Verdict.UNDECIDED
    strict = prove_inequality(g, {x: (-1, 0)}, "<", f, boxes=200, touching=[0])
    assert strict.verdict is Verdict.UNDECIDED


def test_a_name_stands_in_the_box_once():
    with pytest.raises(ArgumentError, match="one interval"):
        prove_inequality(x, {x: (0, 1), "x": (5, 6)}, ">", 4)


def test_touching_is_named_where_it_can_help():
    t, u = sympy.symbols("t u", real=True)
    assert "touching=[1]" in prove_inequality(t**2 + 1, {"t": (-1, 1)}, ">=", 2 * t).reason
    two = prove_inequality(t**2 + u**2, {"t": (0, 1), "u": (0, 1)}, ">=", 2 * t * u, boxes=200)
    assert "touching" not in two.reason
    assert "prove_for_all" in two.reason
    by_function = prove_inequality(lambda t: t * t, {"t": (-1, 2)}, ">=", 0)
    assert "touching" not in by_function.reason


def test_a_counterexample_is_an_inequality():
    t = sympy.Symbol("t", real=True)
    found = prove_inequality(sympy.tanh(t), {"t": (0, 5)}, "<", t / 2).counterexample
    assert found is not None
    assert (found.claimed, found.found) == ("tanh(t) < t/2", "0 = 0")
