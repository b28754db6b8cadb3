"""What the sort of a symbol says of its values: all of it, and no more."""

import pytest
import sympy as sp

from theorem_checks import AtMost, Less, Verdict, arithmetic

SORTS = {
    "positive integers": ({"integer": True, "positive": True}, lambda x, d: AtMost(1 + d, x)),
    "positive numbers": ({"positive": True}, lambda x, d: Less(d, x)),
    "natural numbers": ({"integer": True, "nonnegative": True}, lambda x, d: AtMost(d, x)),
    "negative integers": ({"integer": True, "negative": True}, lambda x, d: AtMost(x, -1 - d)),
    "negative numbers": ({"negative": True}, lambda x, d: Less(x, -d)),
    "numbers up to 0": ({"nonpositive": True}, lambda x, d: AtMost(x, -d)),
}


@pytest.mark.parametrize("name", SORTS)
def test_the_bound_of_a_sort_is_proved_and_no_closer_one(name: str):
    sort, said = SORTS[name]
    x = sp.Symbol("x", **sort)
    assert arithmetic(said(x, 0)).verdict is Verdict.PROVED
    assert arithmetic(said(x, sp.Rational(1, 10))).verdict is not Verdict.PROVED
