"""Letters in place of sums, products and factorials."""

from typing import Any

import sympy as sp

from theorem_checks import AtMost, Equal
from theorem_checks.deriving.ranged_letters import RangedLetters

n, k, m = sp.symbols("n k m", integer=True, positive=True)


def test_sums_that_differ_by_the_names_of_indices_have_one_letter():
    both: list[Any] = [sp.Sum(1 / index, (index, 1, n)) for index in (k, m)]
    one, other = both
    letters = RangedLetters.of([AtMost(one, 2), Equal(other, 1)])
    assert letters.put_in(one - other) == 0
    assert letters.taken_out(letters.put_in(2 * other)) == 2 * one
    assert letters.put_in(sp.Sum(1 / k, (k, 1, n)) + n).free_symbols > {n}


def test_what_is_taken_out_keeps_its_form():
    letters = RangedLetters.of([AtMost(sp.factorial(n), 2)])
    value = sp.Mul(2, letters.put_in(sp.factorial(n)) + 1, evaluate=False)
    assert letters.taken_out(value).args == (2, sp.factorial(n) + 1)
    assert letters.taken_out(n + 1) == n + 1


def test_a_letter_is_as_positive_as_what_it_stands_for():
    letters = RangedLetters.of([AtMost(sp.factorial(n), sp.Sum(k - 5, (k, 1, n)))])
    assert letters.put_in(sp.factorial(n)).is_positive
    assert letters.put_in(sp.Sum(k - 5, (k, 1, n))).is_positive is None
