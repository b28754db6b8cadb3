"""Enclosures of growths, against exact values far out and constants that are known."""

from fractions import Fraction
from math import comb

import mpmath
import pytest
import sympy as sp
from flint import acb, arb, ctx, fmpq
from hypothesis import given, settings
from hypothesis import strategies as st

from theorem_checks import (
    ArgumentError,
    IrregularRecurrenceError,
    PRecursive,
    asymptotics,
    certified_values,
    constant_in_closed_form,
)
from theorem_checks.proving.growth import enclosures
from theorem_checks.proving.growth.generating import first_order_equation
from theorem_checks.proving.growth.numbers import to_acb

k = sp.Symbol("k")
z = sp.Symbol("z")
HALF = sp.Rational(1, 2)

MOTZKIN = PRecursive((-3 * (k + 1), -(2 * k + 5), k + 4), (1, 1), k)
DELANNOY = PRecursive((k + 1, -3 * (2 * k + 3), k + 2), (1, 3), k)


def exact_ball(value):
    with ctx.workprec(6000):  # far smaller than the balls that it is compared to
        return acb(fmpq(value.numerator, value.denominator))


def legendre(x):
    """P_k(x), by Bonnet's recurrence."""
    return PRecursive((k + 1, -(2 * k + 3) * x, k + 2), (1, x), k)


def test_constants_that_are_known():
    found = asymptotics(MOTZKIN, digits=30)
    assert found.constant.overlaps(to_acb(3 * sp.sqrt(3) / (2 * sp.sqrt(sp.pi))))
    assert found.constant.rel_accuracy_bits() > 99
    apery = PRecursive(
        ((k + 1) ** 3, -(34 * k**3 + 153 * k**2 + 231 * k + 117), (k + 2) ** 3), (1, 5), k
    )
    known = (1 + sp.sqrt(2)) ** 2 / (2 ** sp.Rational(9, 4) * sp.pi ** sp.Rational(3, 2))
    assert asymptotics(apery).constant.overlaps(to_acb(known))


def test_late_values_are_enclosed():
    found = asymptotics(MOTZKIN)
    exact = MOTZKIN.exact_values(3000)
    for n in (found.start, found.start + 1, 500, 3000):
        assert found.value(n).contains(exact_ball(exact[n]))
    assert found.value(3000).rel_accuracy_bits() > 60


def test_the_ball_for_all_late_values_contains_each():
    found = asymptotics(DELANNOY)
    whole = found.ratio_from(found.start)
    for n in (found.start, found.start + 7, 10**3, 10**9, 10**40):
        assert whole.contains(found.ratio(n))
    assert whole.contains(found.constant)


def test_values_before_the_start_are_refused():
    with pytest.raises(ArgumentError, match="where the bounds begin"):
        asymptotics(MOTZKIN).ratio(5)


@settings(max_examples=25)
@given(
    tops=st.lists(st.fractions("1/4", 4, max_denominator=4), min_size=2, max_size=2),
    bottoms=st.lists(st.fractions("1/4", 4, max_denominator=4), min_size=2, max_size=2),
    ratio=st.sampled_from([Fraction(1, 3), Fraction(-2), Fraction(1), Fraction(-1)]),
)
def test_hypergeometric_terms_have_their_gamma_constant(tops, bottoms, ratio):
    # a_{k+1}/a_k = c (k+a)(k+b)/((k+d)(k+e)):  C = Gamma(d) Gamma(e) / (Gamma(a) Gamma(b))
    top = sp.prod([k + sp.Rational(a) for a in tops])
    bottom = sp.prod([k + sp.Rational(b) for b in bottoms])
    found = asymptotics(PRecursive((-sp.Rational(ratio) * top, bottom), (1,), k))
    (mode,) = found.modes
    assert mode.root == sp.Rational(ratio)
    assert mode.exponent == sp.Rational(sum(tops) - sum(bottoms))
    with mpmath.workdps(30):
        gammas = [mpmath.gamma(mpmath.mpf(a.numerator) / a.denominator) for a in (*bottoms, *tops)]
        known = gammas[0] * gammas[1] / (gammas[2] * gammas[3])
        assert abs(known - mpmath.mpf(found.constant.real.mid().str(25, radius=False))) < (
            mpmath.mpf(10) ** -18 * known
        )


@settings(max_examples=15)
@given(
    p=st.integers(-3, 3),
    q=st.integers(-3, 3),
    first=st.integers(1, 3),
    roots=st.sampled_from(
        [(2, 1), (1, Fraction(-1, 2)), (3, -1), (Fraction(-3, 2), Fraction(1, 2))]
    ),
)
def test_second_order_enclosures_agree_with_runs(p, q, first, roots):
    total, product = sum(roots), roots[0] * roots[1]
    sequence = PRecursive(
        (sp.Rational(product) * (k + 4) + q, -(sp.Rational(total) * (k + 4) + p), k + 4),
        (first, 1),
        k,
    )
    found = asymptotics(sequence)
    n = found.start + 11
    assert found.value(n).overlaps(exact_ball(sequence.exact_values(n)[-1]))
    assert found.value(4 * n).overlaps(certified_values(sequence, [4 * n], precision=512)[4 * n])


def test_legendre_outside_of_the_interval():
    # Laplace: P_n(x) ~ (x + w)^(n + 1/2) / sqrt(2 pi n w), w = sqrt(x^2 - 1)
    found = asymptotics(legendre(sp.Rational(5, 3)))  # w = 4/3, x + w = 3
    assert found.modes[0].root == 3
    assert found.constant.overlaps(to_acb(sp.sqrt(3) / sp.sqrt(2 * sp.pi * sp.Rational(4, 3))))


def test_legendre_inside_of_the_interval_has_two_tied_modes():
    found = asymptotics(legendre(sp.Rational(1, 2)))
    assert found.tied == 2
    assert not found.settles
    value = mpmath.legendre(1000, mpmath.mpf("0.5"))
    ball = found.value(1000)
    assert ball.imag == 0 or ball.imag.contains(0)
    assert abs(float(ball.real.mid()) - float(value)) < 1e-12  # mpmath works to 15 digits


def test_a_smaller_mode_of_equal_modulus():
    # a_{k+1} = a_k v/k + ... with roots 1 and -1, and exponents -1/2 and 1/2
    sequence = PRecursive((-(k + 1), 1, k + 1), (1, -1), k, 1)
    found = asymptotics(sequence)
    assert (found.modes[0].root, found.tied) == (-1, 1)
    assert found.value(10**4).contains(certified_values(sequence, [10**4])[10**4])


def test_a_sequence_without_the_dominating_mode_is_seen():
    # (k + 1) times 2^-k solves what 2^k does too
    x = sp.Symbol("x")
    product = sp.Poly((x - 2) * (2 * x - 1), x).all_coeffs()
    sequence = PRecursive(tuple(reversed(product)), (1, Fraction(1, 2)), k)
    found = asymptotics(sequence)
    assert found.constant.contains(0)
    assert not found.settles


def test_complex_coefficients():
    lam = (1 + sp.I) / 2
    coefficients = (lam * (k + 1), -((1 + lam) * (k + 1) + lam), k + 1)
    sequence = PRecursive(coefficients, (1, 1 + 2 * lam), k, 1)
    found = asymptotics(sequence)
    assert sp.simplify(found.modes[0].exponent - sp.I) == 0
    closed = constant_in_closed_form(sequence, 1)
    assert found.constant.overlaps(to_acb(closed))


def test_the_equation_of_the_generating_function():
    u, w, q = first_order_equation(MOTZKIN, z)
    terms = 40
    series = sum(a * z**n for n, a in enumerate(MOTZKIN.exact_values(terms)))
    left = sp.Poly(u.as_expr() * sp.diff(series, z) + w.as_expr() * series - q.as_expr(), z)
    assert all(left.coeff_monomial(z**n) == 0 for n in range(terms))
    assert left.coeff_monomial(z ** (terms + 1)) != 0  # where the series was cut off


@pytest.mark.parametrize("start", [0, 1, 2, 5])
def test_closed_forms_lie_in_the_enclosures_wherever_the_sequence_starts(start):
    # central trinomial coefficients: C = sqrt(3) / (2 sqrt(pi)) from every start
    trinomial = [sum(comb(n, 2 * i) * comb(2 * i, i) for i in range(n + 1)) for n in range(8)]
    sequence = PRecursive(
        (-3 * (k + 1), -(2 * k + 3), k + 2), tuple(trinomial[start : start + 2]), k, start
    )
    closed = to_acb(constant_in_closed_form(sequence, 3))
    known = to_acb(sp.sqrt(3) / (2 * sp.sqrt(sp.pi)))
    assert asymptotics(sequence).constant.overlaps(known)
    assert closed.overlaps(known)
    assert closed.rel_accuracy_bits() > 30


def test_what_has_no_closed_form_is_refused():
    with pytest.raises(IrregularRecurrenceError, match="degree at most 1"):
        constant_in_closed_form(PRecursive((k**2 + 1, 2 * k**2 + 3), (1,), k), sp.Rational(-1, 2))
    with pytest.raises(ArgumentError, match="characteristic roots"):
        constant_in_closed_form(MOTZKIN, 5)


def test_sequences_with_parameters_are_refused():
    with pytest.raises(ArgumentError, match="no parameters"):
        asymptotics(legendre(sp.Symbol("x")))
    with pytest.raises(ArgumentError, match="digits=0"):
        asymptotics(MOTZKIN, digits=0)


@pytest.mark.parametrize(
    "number",
    [
        sp.sqrt(2) + sp.I,
        sp.gamma(sp.Rational(1, 3)) / sp.pi,
        sp.exp(sp.Rational(1, 2)) * sp.log(3),
        (-2) ** sp.Rational(1, 3),
        sp.hyper((1, 2), (sp.Rational(7, 2),), sp.Rational(1, 3)),
        sp.CRootOf(sp.Symbol("x") ** 5 - sp.Symbol("x") - 1, 1),
        sp.Abs(3 + 4 * sp.I) + sp.re(2 + sp.I) * sp.E,
    ],
)
def test_numbers_lie_in_their_balls(number):
    with ctx.workprec(100):
        ball = to_acb(number)
        near = acb(*(arb(str(sp.N(part, 38))) for part in number.as_real_imag()))
        assert abs(ball - near) < arb(10) ** -25
        assert ball.rel_accuracy_bits() > 80


def test_unknown_numbers_are_refused():
    with pytest.raises(ArgumentError, match="zeta"):
        to_acb(sp.zeta(3))


def uniform_attention(lam):
    """Return the sum of influences under uniform attention; roots 1 and lam."""
    coefficients = (lam * (k + 1), -((1 + lam) * (k + 1) + lam), k + 1)
    return PRecursive(coefficients, (1, 1 + 2 * lam), k, 1)


@pytest.mark.parametrize("terms", [0, 2, 8])
@pytest.mark.parametrize(
    "sequence",
    [MOTZKIN, uniform_attention(-sp.Rational(1, 2)), uniform_attention(sp.I / 2), legendre(-HALF)],
    ids=["motzkin", "negative", "complex", "tied"],
)
def test_the_bound_of_the_tail_holds_and_is_near_the_error(sequence, terms, monkeypatch):
    # With few terms of the formal solution the error is large enough to be seen.
    truth = asymptotics(sequence, digits=40)
    monkeypatch.setattr(enclosures, "_TERMS", terms)
    monkeypatch.setattr(enclosures, "_STARTS", (64,))
    coarse = asymptotics(sequence, digits=40)
    for ball, known in zip(coarse.constants, truth.constants, strict=True):
        error = abs(ball.mid() - known).lower()
        assert ball.contains(known)
        assert 0 < error < ball.real.rad() < 20 * error
    assert coarse.value(3000).overlaps(truth.value(3000))


def test_no_more_terms_are_tried_than_are_promised(monkeypatch):
    tried = []

    def enclosed(_sequence, _modes, _tied, start, _digits):
        tried.append(start)

    monkeypatch.setattr(enclosures, "_enclosed", enclosed)
    for sequence, most in ((MOTZKIN, 2**18), (PRecursive((2, -2, 1), (1, 1), k), 2**14)):
        tried.clear()
        with pytest.raises(IrregularRecurrenceError):
            asymptotics(sequence)
        assert max(tried) == most
