"""What is assumed of a symbol, against the interval that it is looked at in."""

from fractions import Fraction

import pytest
import sympy as sp

from theorem_checks.solving.ball_ranges import _SIGNS, _wrong_assumption

ENDS = [Fraction(k, 2) for k in (-3, -1, 0, 1, 3)]
TRUE = {
    "positive": lambda x: x > 0,
    "negative": lambda x: x < 0,
    "nonnegative": lambda x: x >= 0,
    "nonpositive": lambda x: x <= 0,
    "nonzero": lambda x: x != 0,
    "zero": lambda x: x == 0,
}


@pytest.mark.parametrize("name", TRUE)
def test_a_sign_is_that_of_all_numbers_or_of_none(name: str):
    assert set(_SIGNS) == set(TRUE)
    for low, high in ((low, high) for low in ENDS for high in ENDS if low <= high):
        numbers = [low, high, (low + high) / 2, *([0] if low <= 0 <= high else [])]
        signs = [TRUE[name](x) for x in numbers]
        assert _SIGNS[name](low, high) == (all(signs), not any(signs)), (low, high)


@pytest.mark.parametrize(
    ("known", "low", "high", "wrong"),
    [
        ({"real": True}, -1, 1, ""),
        ({"positive": True}, 1, 2, ""),
        ({"positive": True}, 0, 2, "positive"),
        ({"nonnegative": True}, 0, 2, ""),
        ({"nonzero": True, "real": True}, -1, 1, "nonzero"),
        ({"integer": True}, 0, 1, "integer"),
    ],
)
def test_what_is_assumed_has_to_be_so_in_the_whole_interval(known, low: int, high: int, wrong: str):
    found = _wrong_assumption(sp.Symbol("x", **known), Fraction(low), Fraction(high))
    assert bool(found) is bool(wrong)
