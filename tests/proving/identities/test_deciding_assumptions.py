"""Identities under assumptions, which restrict where a side is looked at."""

import pytest
import sympy as sp

from theorem_checks import ArgumentError, Verdict
from theorem_checks.proving.identities.deciding import prove_identity, prove_zero

x, y = sp.symbols("x y")
b = sp.Symbol("b", positive=True)
n = sp.Symbol("n", integer=True, nonnegative=True)


def test_symbols_keep_to_their_assumptions():
    even = sp.Symbol("m", even=True, positive=True)
    found = prove_zero((even - 2) * (even - 4)).counterexample
    assert found is not None
    assert dict(found.values) == {"m": 6}
    negative = sp.Symbol("t", negative=True)
    assert prove_identity(sp.sqrt(negative**2), -negative).verdict is Verdict.PROVED


def test_assumptions_restrict_the_points():
    half, three_quarters = sp.Rational(1, 2), sp.Rational(3, 4)
    found = prove_zero(x - x**2, assume=(x > half, x < three_quarters)).counterexample
    assert found is not None
    assert half < sp.Rational(found.values["x"]) < three_quarters
    zero_or_one = (sp.Le(x**2, x), sp.Ge(x**2, x))
    assert prove_zero(x**2 - x, assume=zero_or_one).verdict is Verdict.UNDECIDED


@pytest.mark.parametrize(
    "conditions",
    [
        (x > 0, x < sp.Rational(1, 10**6)),
        (x**2 < sp.Rational(1, 10**8), sp.Ne(x, 0)),
        (x * y > 10**20,),
        (x > 10**15,),
        (n > 20, n < 23),
        (x + y > 0, x - y < 0),
    ],
    ids=str,
)
def test_points_are_found_under_narrow_assumptions(conditions):
    true, false = (x + y + n) ** 2, (x + y + n) ** 2 + 1
    expanded = sp.expand(true)
    assert prove_identity(true, expanded, assume=conditions).verdict is Verdict.PROVED
    assert prove_identity(false, expanded, assume=conditions).verdict is Verdict.REFUTED


def test_signs_that_assumptions_give_are_used():
    assert prove_identity(sp.sqrt(x**2), x, assume=(x > 0,)).verdict is Verdict.PROVED
    assert prove_identity(sp.Abs(x), -x, assume=(x <= 0,)).verdict is Verdict.PROVED
    assert prove_identity(sp.Abs(x), -x, assume=(x >= 0,)).verdict is Verdict.REFUTED


def test_contradictory_assumptions_are_vacuous():
    for conditions in ((x > 0, x < 0), (b < 0,), (sp.false,)):
        evidence = prove_identity(x * b, y, assume=conditions)
        assert evidence.verdict is Verdict.VACUOUS, conditions
        assert "assumptions" in evidence.reason


@pytest.mark.parametrize("bad", [(sp.Eq(x, 1),), x > 0, ("x > 0",), (x,)], ids=str)
def test_assumptions_have_to_be_inequalities(bad):
    with pytest.raises(ArgumentError, match="assume"):
        prove_identity(x, x, assume=bad)


def test_a_counterexample_meets_the_assumptions_of_its_symbols():
    composite = prove_identity(sp.Symbol("c", composite=True), 4).counterexample
    assert composite is not None
    assert composite.values["c"] == 6


ASSUMED = (
    *("antihermitian", "hermitian", "imaginary", "transcendental", "irrational", "algebraic"),
    *("composite", "prime", "noninteger", "infinite", "extended_real", "complex", "polar"),
)


@pytest.mark.parametrize("assumption", ASSUMED)
def test_points_meet_every_assumption_that_sympy_has(assumption):
    t = sp.Symbol("t", **{assumption: True})
    true, false = prove_identity((t + 1) ** 2, t**2 + 2 * t + 1), prove_identity(t, t + 1)
    assert true.verdict in (Verdict.PROVED, Verdict.UNDECIDED)
    assert false.verdict in (Verdict.REFUTED, Verdict.UNDECIDED)
    if false.counterexample is not None:
        value = sp.Rational(false.counterexample.values["t"])
        assert getattr(value, f"is_{assumption}") is not False


def test_what_holds_under_an_assumption_is_not_refuted_at_a_point_that_does_not_meet_it():
    t = sp.Symbol("t", antihermitian=True)
    assert prove_identity(sp.conjugate(t), -t).verdict is not Verdict.REFUTED
    t = sp.Symbol("t", noninteger=True)
    assert prove_identity(sp.ceiling(t) - sp.floor(t), 1).verdict is not Verdict.REFUTED
    assert prove_identity(sp.ceiling(t) - sp.floor(t), 2).verdict is Verdict.REFUTED


def test_that_no_point_was_found_is_not_known_to_be_a_contradiction():
    far = (x > 10**30, y < -(10**30), x + y > 10**31)
    assert prove_identity((x + y) ** 2, x**2 + 2 * x * y + y**2, assume=far).verdict is (
        Verdict.UNDECIDED
    )
    assert prove_identity(n, 2 * n, assume=(n > 2, n < 3)).verdict is Verdict.VACUOUS
    rare = sp.Piecewise((1, x > 10**40))
    assert prove_identity(rare, 1).verdict is Verdict.UNDECIDED
