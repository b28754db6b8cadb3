"""Matrices of a spectral radius below a number: normal ones, and powers of all."""

from fractions import Fraction

import pytest

from theorem_checks import (
    All,
    ArgumentError,
    AtMost,
    Equal,
    Implies,
    Less,
    PowersVanish,
    RadiusBelow,
    Verdict,
    by_normality,
    vanishing,
)
from theorem_checks.facts.linear_algebra import NORMAL_SPECTRUM, POWERS_BY_RADIUS
from theorem_checks.judging.instances import difference_at
from theorem_checks.judging.judge import judged
from theorem_checks.statements.arrays.element_arrays import elements_of
from theorem_checks.statements.sequences import UnmetError
from theorem_checks.statements.spectra import is_radius_below
from theorem_checks.statements.worlds.concrete import Concrete
from theorem_checks.statements.worlds.symbolic import Symbolic


def says_falls(factor, w):
    d, r = w.size("d"), w.number("r", positive=True, small=True)
    W, z = w.with_radius("W", d, r, normal=True), w.array("z", d)
    after, before = (W @ z) @ (W @ z), z @ z
    falls = Implies(All((Less(r, 1), Less(0, before))), Less(after, before))
    return All((AtMost(after, before * w.call(factor, r) ** 2), falls))


def by(conclusion):
    return by_normality(conclusion, conclusion.array("z"))


def test_lengths_fall_under_normal_matrices():
    found = judged(says_falls, by, lambda r: r)
    assert found.verdict is Verdict.PROVED, found
    assert found.grounds == {NORMAL_SPECTRUM.ground}
    spectrum = "with a spectral radius below r and W W^T = W^T W"
    assert found.scope.endswith(f"{spectrum}, its parts under hypotheses of their own")


@pytest.mark.parametrize("wrong", [lambda r: r / 2, lambda r: r - r, lambda r: r**2 / 9])
def test_a_smaller_factor_is_refuted(wrong):
    assert judged(says_falls, by, wrong).verdict is Verdict.REFUTED


@pytest.mark.parametrize("late", [lambda r: r if r < 1000 else r / 2, lambda r: r * (1001 - r)])
def test_a_factor_that_is_wrong_far_out_is_not_proved(late):
    assert judged(says_falls, by, late).verdict is not Verdict.PROVED


def says_vanish(step, w):
    return PowersVanish(step(w.with_radius("W", w.size("d"), 1)))


def test_powers_go_to_zero():
    found = judged(says_vanish, vanishing, lambda W: W)
    assert found.verdict is Verdict.PROVED, found
    assert found.grounds == {POWERS_BY_RADIUS.ground}
    assert judged(says_vanish, vanishing, lambda W: 2 * W).verdict is Verdict.REFUTED
    half = judged(says_vanish, vanishing, lambda W: W / 2)
    assert half.verdict is Verdict.UNDECIDED  # true, and not what the fact is about


def test_other_conclusions_are_refused():
    w = Symbolic()
    d = w.size("d")
    W, V, z = w.array("W", d, d), w.array("V", d, d), w.array("z", d)
    below = RadiusBelow(W, 1)
    small = AtMost((W @ z) @ (W @ z), z @ z)
    for said in (small, Implies(below, small), Implies(All((below, RadiusBelow(V, 1))), small)):
        with pytest.raises(ArgumentError, match="conclusion"):
            by_normality(said, z)
    for said in (PowersVanish(W), Implies(small, PowersVanish(W)), Implies(below, small)):
        with pytest.raises(ArgumentError, match="conclusion"):
            vanishing(said)
    with pytest.raises(ArgumentError, match="a square matrix"):
        RadiusBelow(w.array("A", d, w.size("m")), 1)
    with pytest.raises(ArgumentError, match="a square matrix"):
        PowersVanish(z)


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("normal", [True, False])
def test_drawn_matrices_are_what_is_assumed(seed, normal):
    w = Concrete({}, seed)
    d, r = w.size("d", least=2), w.number("r", positive=True)
    w.with_radius("W", d, r, normal=normal)
    assert all(difference_at(said, w) is None for said in w.given)
    assert [type(said) for said in w.given] == [RadiusBelow, Equal][: 1 + normal]


def test_there_is_no_matrix_of_a_radius_below_zero():
    w = Concrete({"d": 2})
    with pytest.raises(UnmetError):
        w.with_radius("W", w.size("d"), 0)


@pytest.mark.parametrize(
    ("matrix", "radius_is_below", "is_not_below"),
    [
        ([[Fraction(1, 2)]], Fraction(51, 100), Fraction(1, 2)),
        ([[0, 9], [0, 0]], Fraction(1, 10**6), 0),
        ([[0, -1], [1, 0]], Fraction(1001, 1000), 1),
        ([[0, 2], [1, 0]], Fraction(3, 2), Fraction(141, 100)),
        ([[1, 5, 5], [0, -2, 5], [0, 0, Fraction(1, 3)]], Fraction(201, 100), 2),
        ([[2, 0], [0, 0]], 3, 2),
    ],
)
def test_the_spectral_radius_is_compared_exactly(matrix, radius_is_below, is_not_below):
    rows = [[Fraction(x) for x in row] for row in matrix]
    assert is_radius_below(rows, Fraction(radius_is_below))
    assert not is_radius_below(rows, Fraction(is_not_below))


def test_powers_of_numbers_are_compared_exactly():
    w = Concrete({"d": 2}, 3)
    W = w.with_radius("W", w.size("d"), 1)
    assert difference_at(PowersVanish(W), w) is None
    assert difference_at(PowersVanish(W @ W), w) is None
    Q = w.array("Q", 2, 2, known="orthogonal")
    assert elements_of(Q).shape == (2, 2)
    assert difference_at(PowersVanish(Q), w) is not None


def says_strictly(radius, w):
    d = w.size("d")
    W, z = w.with_radius("W", d, radius, normal=True), w.array("z", d)
    return Implies(Less(0, z @ z), Less((W @ z) @ (W @ z), z @ z))


def test_lengths_fall_strictly_as_a_radius_is_below_a_smaller_number():
    found = judged(says_strictly, by, 1)
    assert found.verdict is Verdict.PROVED, found
    assert found.grounds == {NORMAL_SPECTRUM.ground}
    assert judged(says_strictly, by, 2).verdict is Verdict.REFUTED


def test_the_smaller_number_is_none_of_the_statement_or_of_the_vector():
    w = Symbolic()
    d, q = w.size("d"), w.number("q", positive=True)
    W, z = w.with_radius("W", d, 1, normal=True), w.array("z", d)
    known, below = All(tuple(w.given)), AtMost((W @ z) @ (W @ z), (z @ z) * q**2)
    assert by_normality(Implies(known, below), z).verdict is not Verdict.PROVED
    assert by_normality(Implies(All((known, Less(q, 1))), below), z).verdict is not Verdict.PROVED
    for said in (Less(q, 1), AtMost(q, 1)):
        assert by_normality(Implies(known, said), z * q).verdict is not Verdict.PROVED
