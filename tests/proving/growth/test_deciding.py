"""Verdicts on stated growths and bounds of sequences."""

from fractions import Fraction
from math import comb

import pytest
import sympy as sp
from hypothesis import given, settings
from hypothesis import strategies as st

from theorem_checks import (
    ArgumentError,
    ExactnessError,
    PRecursive,
    Verdict,
    prove_growth,
    prove_growth_bound,
)
from theorem_checks.statements.formulas import formula_of

k, a, b = sp.symbols("k a b")
HALF = sp.Rational(1, 2)

MOTZKIN = PRecursive((-3 * (k + 1), -(2 * k + 5), k + 4), (1, 1), k)
CENTRAL = PRecursive((-2 * (2 * k + 1), k + 1), (1,), k)  # binomial(2k, k)
HARMONIC = PRecursive((k + 1, -(2 * k + 3), k + 2), (1, Fraction(3, 2)), k, start=1)
ROTATION = PRecursive((1, -1, 1), (0, 1), k)  # 0, 1, 1, 0, -1, -1, ...
RISING = PRecursive((-(k + a), k + 1), (1,), k)  # (a)_k / k!
MOTZKIN_CONSTANT = 3 * sp.sqrt(3) / (2 * sp.sqrt(sp.pi))


def test_a_growth_is_proved_on_two_routes_and_its_constant_argued():
    found = prove_growth(MOTZKIN, 3, sp.Rational(-3, 2), MOTZKIN_CONSTANT)
    assert found.verdict is Verdict.ARGUED
    assert found.corroborated
    assert {"python-flint", "fractions"} <= found.engines
    assert str(found.figures["constant"]).startswith("[1.46580753570875976")
    assert any("transfer theorem" in words for part in found.parts for words in part.words)
    alone = prove_growth(MOTZKIN, 3, sp.Rational(-3, 2))
    assert alone.verdict is Verdict.PROVED
    assert not alone.grounds


def test_a_constant_that_only_agrees_is_no_proof():
    apery = PRecursive(
        ((k + 1) ** 3, -(34 * k**3 + 153 * k**2 + 231 * k + 117), (k + 2) ** 3), (1, 5), k
    )
    root = (1 + sp.sqrt(2)) ** 4
    known = (1 + sp.sqrt(2)) ** 2 / (2 ** sp.Rational(9, 4) * sp.pi ** sp.Rational(3, 2))
    assert prove_growth(apery, root, sp.Rational(-3, 2)).verdict is Verdict.PROVED
    assert prove_growth(apery, root, sp.Rational(-3, 2), known).verdict is Verdict.HOLDS


def test_a_wrong_constant_is_refuted():
    found = prove_growth(MOTZKIN, 3, sp.Rational(-3, 2), MOTZKIN_CONSTANT / 2)
    assert found.verdict is Verdict.REFUTED
    assert found.counterexample is not None
    assert "0.7329" in found.counterexample.claimed
    assert "1.4658" in found.counterexample.found


@pytest.mark.parametrize(("root", "exponent"), [(3, -1), (3, -2), (2, -1), (4, -1), (-1, -1)])
def test_a_wrong_growth_is_refuted_by_an_index(root, exponent):
    found = prove_growth(MOTZKIN, root, exponent)
    assert found.verdict is Verdict.REFUTED
    assert found.counterexample is not None
    assert "k^(-3/2)" in found.counterexample.found
    assert root == -1 or found.counterexample.values["k"] >= 64


def test_a_symbolic_family_is_proved():
    stated = 1 / sp.gamma(a)
    found = prove_growth(RISING, 1, a - 1, stated, at=[{a: "1/2"}, {a: 3}, {a: "-5/2"}])
    assert found.verdict is Verdict.ARGUED
    assert found.corroborated
    assert len(found.parts) == 5
    wrong = prove_growth(RISING, 1, a - 1, 1 / sp.gamma(a + 1), at=[{a: "1/2"}])
    assert wrong.verdict is Verdict.REFUTED
    assert prove_growth(RISING, 1, a, stated, at=[{a: HALF}]).verdict is Verdict.REFUTED


@settings(max_examples=20)
@given(st.fractions("1/6", 3, max_denominator=6), st.integers(1, 4), st.booleans())
def test_random_gamma_constants_are_proved_and_wrong_ones_refuted(shape, root, halved):
    sequence = RISING.at({a: shape})
    sequence = PRecursive((root * sequence.coefficients[0], sequence.coefficients[1]), (1,), k)
    constant = 1 / sp.gamma(sp.Rational(shape)) / (2 if halved else 1)
    found = prove_growth(sequence, root, sp.Rational(shape) - 1, constant)
    assert found.verdict is (Verdict.REFUTED if halved else Verdict.ARGUED)


def test_irregular_and_oscillating_sequences_are_not_decided():
    assert "multiplicity 2" in prove_growth(HARMONIC, 1, 0).reason
    rotation = prove_growth(ROTATION, 1, 0)
    assert rotation.verdict is Verdict.UNDECIDED
    assert "equal in size" in rotation.reason
    vanishing = PRecursive((2, -5, 2), (1, HALF), k)  # 2^-k, beside 2^k
    assert "constant" in prove_growth(vanishing, 2, 0).reason


def test_bounds_are_proved_for_every_index():
    # 4^k / (2 sqrt(k)) <= binomial(2k, k) < 4^k / sqrt(pi k), with equality at k = 1
    low = prove_growth_bound(CENTRAL, ">=", HALF, 4, -HALF)
    assert low.verdict is Verdict.PROVED
    assert low.scope == "every k >= 1"
    high = prove_growth_bound(CENTRAL, "<=", 1 / sp.sqrt(sp.pi) + sp.Rational(1, 10**9), 4, -HALF)
    assert high.verdict is Verdict.PROVED


def test_a_bound_that_fails_at_one_index_is_refuted_there():
    found = prove_growth_bound(CENTRAL, ">=", sp.Rational(51, 100), 4, -HALF)
    assert found.verdict is Verdict.REFUTED
    assert found.counterexample is not None
    assert found.counterexample.values["k"] == 1
    later = prove_growth_bound(CENTRAL, ">=", sp.Rational(51, 100), 4, -HALF, start=2)
    assert later.verdict is Verdict.PROVED


@pytest.mark.parametrize("relation", [">=", "<="])
@pytest.mark.parametrize(("root", "exponent"), [(4, 0), (4, -1), (5, -3), (3, 2)])
def test_bounds_of_another_growth(relation, root, exponent):
    constant = Fraction(1, 3) if relation == ">=" else 3
    found = prove_growth_bound(CENTRAL, relation, constant, root, exponent)
    larger = (root, exponent) > (4, -0.5)
    assert found.verdict in (Verdict.PROVED, Verdict.REFUTED)
    if larger == (relation == ">="):
        assert found.counterexample is not None
    if found.counterexample is not None:
        failing = found.counterexample.values["k"]
        assert [
            n for n in range(1, failing + 1) if fails(n, relation, constant, root, exponent)
        ] == [failing]


def fails(n, relation, constant, root, exponent):
    """Say, in rationals, whether binomial(2n, n) is on the wrong side of the bound."""
    value, level = comb(2 * n, n), constant * Fraction(root) ** n * Fraction(n) ** exponent
    return value < level if relation == ">=" else value > level


def test_a_bound_far_out():
    found = prove_growth_bound(CENTRAL, ">=", sp.Rational(1, 10**6), 4, 0)
    assert found.verdict is Verdict.REFUTED
    assert found.counterexample is not None
    assert found.counterexample.values["k"] > 10**11


def test_a_bound_at_the_very_limit_is_not_decided():
    found = prove_growth_bound(CENTRAL, "<=", 1 / sp.sqrt(sp.pi), 4, -HALF)
    assert found.verdict is Verdict.UNDECIDED
    assert "too near" in found.reason


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: prove_growth(MOTZKIN, 0, 1), "root=0"),
        (lambda: prove_growth(MOTZKIN, 3, 1, at=[{a: 1}]), "at="),
        (lambda: prove_growth(RISING, 1, a - 1), "at="),
        (lambda: prove_growth_bound(MOTZKIN, ">", 1, 3, 0), "relation='>'"),
        (lambda: prove_growth_bound(MOTZKIN, ">=", 0, 3, 0), "constant=0"),
        (lambda: prove_growth_bound(MOTZKIN, ">=", 1, a, 0), "root=a"),
        (lambda: prove_growth_bound(MOTZKIN, ">=", 1, 3, sp.I), "exponent=I"),
        (lambda: prove_growth_bound(HARMONIC, ">=", 1, 1, 0, start=0), "start=0"),
    ],
)
def test_bad_arguments_are_named(call, message):
    with pytest.raises(ArgumentError, match=message):
        call()


def test_floats_are_refused():
    with pytest.raises(ExactnessError, match=r"exponent=-1\.5"):
        prove_growth(MOTZKIN, 3, -1.5)  # pyright: ignore[reportArgumentType]
    with pytest.raises(ExactnessError, match=r"constant=0\.5"):
        prove_growth_bound(CENTRAL, ">=", 0.5, 4, -HALF)  # pyright: ignore[reportArgumentType]


def test_a_constant_with_a_hypergeometric_function_is_proved():
    # the influence under uniform attention of a state that comes third
    coefficients = (a * (k + 1), -((1 + a) * (k + 1) + a), k + 1)
    sequence = PRecursive(coefficients, (0, 1), k, 2)
    p = 1 / (1 - a)
    integral = 2 * sp.gamma(p) / sp.gamma(p + 2) * sp.hyper((p - 1, 2), (p + 2,), a)
    constant = (1 - a) * (1 - a) ** (p - 3) * integral / sp.gamma(p)
    found = prove_growth(sequence, 1, p - 1, constant, at=[{a: "-1/2"}])
    assert found.verdict is Verdict.ARGUED
    assert found.corroborated
    swapped = constant.subs(sp.gamma(p + 2), sp.gamma(p + 1))
    assert prove_growth(sequence, 1, p - 1, swapped, at=[{a: "-1/2"}]).verdict is Verdict.REFUTED


def test_a_sequence_that_oscillates_has_an_upper_bound_and_no_lower_one():
    legendre = PRecursive((k + 1, -(2 * k + 3) * HALF, k + 2), (1, HALF), k)  # P_k(1/2)
    # |P_k(cos x)| < sqrt(2/(pi k sin x)), Bernstein; sqrt(2/(pi sin x)) = 0.857... for x = pi/3
    high = prove_growth_bound(legendre, "<=", Fraction(9, 10), 1, -HALF)
    assert high.verdict is Verdict.PROVED
    too_low = prove_growth_bound(legendre, "<=", Fraction(8, 10), 1, -HALF)
    assert too_low.verdict is Verdict.REFUTED
    below = prove_growth_bound(legendre, ">=", Fraction(1, 10**6), 1, -HALF)
    assert below.verdict is Verdict.UNDECIDED


def test_the_conditions_on_parameters_are_formulas():
    found = prove_growth(RISING, 1, a - 1, 1 / sp.gamma(a), at=[{a: "1/2"}], assume=(a > 0,))
    assert found.verdict is Verdict.ARGUED
    assert [formula_of(c) for c in found.conditions] == [sp.Ne(1 / sp.gamma(a), 0), a > 0]
    wrong = prove_growth(RISING, 1, a - 1 + sp.KroneckerDelta(a, 0), at=[{a: "1/2"}])
    assert wrong.verdict is not Verdict.REFUTED  # at a = 0 the constant is 0: nothing is claimed


def test_leading_coefficients_with_parameters_are_conditions():
    needed = PRecursive((-(k + 1), a * (k + 2) + k), (1,), k, 1).is_determined
    index = sp.Symbol("k", integer=True, nonnegative=True)
    assert needed is not None
    assert sp.expand(needed.lhs - a * (index + 3) - index - 1) == 0
    assert PRecursive((-(k + 1), k + 2), (a,), k).is_determined is None


def test_the_sequence_that_is_zero_is_nothing_to_speak_of():
    nothing = PRecursive((-1, -1, 1), (0, 0), k)
    assert prove_growth(nothing, 2, 0).verdict is Verdict.VACUOUS
    assert prove_growth_bound(nothing, "<=", 1, 2, 0).verdict is Verdict.VACUOUS
