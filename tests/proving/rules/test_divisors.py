"""What is divided by and may be 0 is named, with what to do about it."""

import pytest
import sympy as sp

from theorem_checks import ArgumentError, AtMost, Implies, Less, Verdict, arithmetic
from theorem_checks.proving.rules.divisors import divisors_that_may_be_zero, words_of_divisors
from theorem_checks.statements.worlds.symbolic import Symbolic


def _parts(**known):
    w = Symbolic()
    return w.array("a", w.size("d")), w.number("b"), w.number("s", **known)


@pytest.mark.parametrize("known", [{}, {"nonnegative": True}])
def test_a_divisor_beside_arrays_is_named(known):
    a, _, s = _parts(**known)
    for number in (a * a / s, (a @ a) / s):
        with pytest.raises(ArgumentError, match=r"divisor may be 0: s\. .*positive=True"):
            arithmetic(AtMost(0, number))


def test_it_is_proved_of_what_is_known_not_to_be_zero():
    a, _, s = _parts(positive=True)
    assert arithmetic(AtMost(0, a * a / s)).verdict is Verdict.PROVED


def test_a_divisor_of_numbers_is_named_where_it_is_zero():
    _, b, s = _parts()
    found = arithmetic(AtMost(0, b * b / s))
    assert found.verdict is Verdict.UNDECIDED
    assert "The divisor may be 0: s." in str(found)
    assert "assume Less(0, s)" in str(found)
    assert arithmetic(Implies(Less(0, s), AtMost(0, b * b / s))).verdict is Verdict.PROVED


def test_no_divisor_is_named_where_none_is_zero():
    _, b, s = _parts()
    assert "divisor" not in str(arithmetic(AtMost(0, b * s)))
    assert "divisor" not in str(arithmetic(AtMost(0, b / (s**2 + 1))))


def test_several_divisors_stand_in_the_order_of_their_names():
    t, s, p = sp.Symbol("t", real=True), sp.Symbol("s", real=True), sp.Symbol("p", positive=True)
    found = divisors_that_may_be_zero([1 / t + 1 / p, p / (s - 1) ** 2, sp.sqrt(p)])
    assert found == [s - 1, t]
    assert words_of_divisors(found, assumed=False).startswith("The divisors may be 0: s - 1, t.")
    assert words_of_divisors([], assumed=True) == ""
