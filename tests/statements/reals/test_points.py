"""Simple rationals, against enumeration."""

from fractions import Fraction

from hypothesis import assume, given
from hypothesis import strategies as st

from theorem_checks.statements.reals.points import simplest_between, simplified

SMALL = st.fractions(-3, 3, max_denominator=30)


@given(SMALL, SMALL)
def test_the_simplest_has_the_least_denominator(a, b):
    low, high = min(a, b), max(a, b)
    found = simplest_between(low, high)
    assert low <= found <= high
    inside = (
        Fraction(n, d)
        for d in range(1, found.denominator + 1)
        for n in range(-3 * d, 3 * d + 1)
        if low <= Fraction(n, d) <= high
    )
    simplest = min(inside, key=lambda x: (x.denominator, abs(x)))
    assert (found.denominator, abs(found)) == (simplest.denominator, abs(simplest))


@given(SMALL, SMALL)
def test_a_simplified_point_is_accepted_and_no_worse(x, y):
    def accepts(point):
        return point["x"] > point["y"]

    assume(x > y)
    simple = simplified({"x": x, "y": y}, accepts)
    assert accepts(simple)
    assert simple["x"].denominator <= x.denominator
    assert simple["y"].denominator <= y.denominator


def test_zero_then_one_then_small_denominators():
    point = {"x": Fraction(18014398509481985, 2**54)}
    assert simplified(point, lambda p: True) == {"x": 0}
    assert simplified(point, lambda p: p["x"] != 0) == {"x": 1}
    assert simplified(point, lambda p: 1 < p["x"] < 2) == {"x": Fraction(3, 2)}
    assert simplified(point, lambda p: p == point) == point
