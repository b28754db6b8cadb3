"""Sequences by recurrences: their values, against sums and counts that do not use them."""

from fractions import Fraction
from math import comb, factorial

import pytest
import sympy as sp
from flint import acb, ctx, fmpq
from hypothesis import given
from hypothesis import strategies as st

from theorem_checks import (
    ArgumentError,
    ExactnessError,
    IrregularRecurrenceError,
    PRecursive,
    certified_values,
    growth_modes,
)

k, v = sp.symbols("k v")

MOTZKIN = PRecursive((-3 * (k + 1), -(2 * k + 5), k + 4), (1, 1), k)
CATALAN = PRecursive((-2 * (2 * k + 1), k + 2), (1,), k)
APERY = PRecursive(
    ((k + 1) ** 3, -(34 * k**3 + 153 * k**2 + 231 * k + 117), (k + 2) ** 3), (1, 5), k
)
DELANNOY = PRecursive((k + 1, -3 * (2 * k + 3), k + 2), (1, 3), k)
HARMONIC = PRecursive((k + 1, -(2 * k + 3), k + 2), (1, Fraction(3, 2)), k, start=1)
FIBONACCI = PRecursive((-1, -1, 1), (0, 1), k)
FACTORIAL = PRecursive((-(k + 1), 1), (1,), k)


def motzkin(n):
    return sum(comb(n, 2 * i) * comb(2 * i, i) // (i + 1) for i in range(n // 2 + 1))


def apery(n):
    return sum(comb(n, i) ** 2 * comb(n + i, i) ** 2 for i in range(n + 1))


def delannoy(n):
    return sum(comb(n, i) * comb(n + i, i) for i in range(n + 1))


def harmonic(n):
    return sum(Fraction(1, i) for i in range(1, n + 1))


KNOWN = {
    "motzkin": (MOTZKIN, motzkin),
    "catalan": (CATALAN, lambda n: comb(2 * n, n) // (n + 1)),
    "apery": (APERY, apery),
    "delannoy": (DELANNOY, delannoy),
    "harmonic": (HARMONIC, harmonic),
    "factorial": (FACTORIAL, factorial),
}


@pytest.mark.parametrize("name", KNOWN)
def test_exact_values_are_those_of_the_sums(name):
    sequence, direct = KNOWN[name]
    expected = [direct(n) for n in range(sequence.start, 31)]
    assert sequence.exact_values(30) == expected
    assert sequence.exact_values(sequence.start) == expected[:1]
    assert sequence.exact_values(sequence.start - 1) == []


@pytest.mark.parametrize("name", KNOWN)
def test_balls_contain_the_exact_values_and_are_narrow(name):
    sequence, direct = KNOWN[name]
    places = [sequence.start, sequence.start + 1, 17, 300]
    balls = certified_values(sequence, places, precision=1024)
    assert list(balls) == sorted(places)
    for n, ball in balls.items():
        exact = Fraction(direct(n))
        with ctx.workprec(4000):  # the exact value in a far smaller ball
            assert ball.contains(acb(fmpq(exact.numerator, exact.denominator)))
        assert ball.rel_accuracy_bits() > 500


def test_a_million_steps_keep_their_digits():
    # In the coordinates of the monomials this loses nearly one bit a step.
    linear = PRecursive((v * (k + 1), -((1 + v) * (k + 1) + v), k + 1), (1, 1 + 2 * v), k, 1)
    ball = certified_values(linear.at({v: "1/2"}), [10**5])[10**5]
    assert ball.contains(acb(10**5))  # a_k = k for v = 1/2
    assert ball.rel_accuracy_bits() > 100


@given(
    a=st.integers(-4, 4),
    b=st.integers(-4, 4),
    c=st.integers(1, 5),
    start=st.integers(0, 3),
    first=st.fractions(-2, 2, max_denominator=5),
)
def test_exact_values_solve_the_recurrence(a, b, c, start, first):
    sequence = PRecursive((k + 1, a * k + b, c * (k + 3)), (first, 1), k, start)
    values = dict(enumerate(sequence.exact_values(start + 12), start))
    for n in range(start, start + 11):
        total = (n + 1) * values[n] + (a * n + b) * values[n + 1] + c * (n + 3) * values[n + 2]
        assert total == 0


def test_parameters_are_put_in():
    geometric = PRecursive((-v, 1), (1,), k)
    assert geometric.parameters == {v}
    assert geometric.at({v: "1/3"}).exact_values(3)[-1] == Fraction(1, 27)
    with pytest.raises(ArgumentError, match="not of k"):
        geometric.at({k: 2})


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (((sp.exp(k), 1), (1,), k), r"coefficients\[0\]=exp\(k\)"),
        (((1,), (), k), "at least p_0 and p_1"),
        (((0, 1), (1,), k), r"coefficients\[0\]"),
        (((1, k - 3), (1,), k), "vanishes at k = 3"),
        (((1, 1), (1, 2), k), "1 values"),
        (((1, 1), (k,), k), r"initial\[0\]"),
        (((1, 1), (1,), "k"), "a symbol"),
        (((1, 1), 1, k), "initial=1"),
        (((1, sp.Symbol("k", integer=True)), (1,), k), "one symbol of each name"),
    ],
)
def test_bad_recurrences_are_refused(arguments, message):
    with pytest.raises(ArgumentError, match=message):
        PRecursive(*arguments)


def test_floats_are_named():
    with pytest.raises(ExactnessError, match=r"coefficients\[1\].*0\.5"):
        PRecursive((1, sp.Float("0.5") * k), (1,), k)
    with pytest.raises(ExactnessError, match=r"initial\[0\]"):
        PRecursive((1, k + 1), (0.5,), k)


def test_what_is_not_rational_has_no_exact_values():
    with pytest.raises(ArgumentError, match=r"coefficients\[0\]"):
        PRecursive((sp.sqrt(2), 1), (1,), k).exact_values(3)
    with pytest.raises(ArgumentError, match="no parameters"):
        certified_values(PRecursive((v, 1), (1,), k), [3])
    with pytest.raises(ArgumentError, match="from start=1"):
        certified_values(HARMONIC, [0])
    with pytest.raises(ExactnessError, match=r"places=2\.5"):
        certified_values(FIBONACCI, (place / 2 for place in [5]))  # pyright: ignore
    with pytest.raises(ArgumentError, match="places=True"):
        certified_values(FIBONACCI, [True])


def test_a_leading_coefficient_with_irrational_numbers_is_looked_at():
    with pytest.raises(ArgumentError, match="It vanishes at k = 3"):
        PRecursive((1, sp.expand((k - 3) * (k - sp.sqrt(2)))), (1,), k)
    PRecursive((1, sp.expand((k - 3) * (k - sp.sqrt(2)))), (1,), k, 4)


def test_modes_of_known_sequences():
    half = sp.Rational(-3, 2)
    assert {(m.root, m.exponent) for m in growth_modes(MOTZKIN)} == {(3, half), (-1, half)}
    assert [(m.root, m.exponent) for m in growth_modes(CATALAN)] == [(4, half)]
    roots = {sp.nsimplify(m.root - 17) ** 2 for m in growth_modes(APERY)}
    assert roots == {288}  # (1 + sqrt(2))^4 = 17 + 12 sqrt(2)
    assert {m.exponent for m in growth_modes(FIBONACCI)} == {0}


def test_modes_with_parameters():
    (mode,) = growth_modes(PRecursive((-v * (k + 5), k + 2), (1,), k))
    assert (mode.root, sp.simplify(mode.exponent - 3)) == (v, 0)


@pytest.mark.parametrize(
    ("sequence", "message"),
    [
        (FACTORIAL, "highest degree"),
        (HARMONIC, "multiplicity 2"),
        (PRecursive((v, 1, 0, 1), (1, 1, 1), k), "degree at most 2"),
    ],
)
def test_irregular_recurrences_are_refused(sequence, message):
    with pytest.raises(IrregularRecurrenceError, match=message):
        growth_modes(sequence)
