"""From where on a sum has one term that is larger than all others together."""

from fractions import Fraction

import pytest
import sympy as sp

from theorem_checks.proving.induction.zeros import _has_leading_term, _poles, _Term, _term

n = sp.Symbol("n", integer=True, nonnegative=True)
TWO = sp.Integer(2)


@pytest.mark.parametrize(
    ("part", "expected"),
    [
        (sp.Integer(-5), _Term(Fraction(5), Fraction(1), 0)),
        (3 * n**2 * TWO**n, _Term(Fraction(3), Fraction(2), 2)),
        (sp.Rational(1, 2) * TWO ** (2 * n + 3), _Term(Fraction(4), Fraction(4), 0)),
        ((-TWO / 3) ** n, _Term(Fraction(1), Fraction(2, 3), 0)),
        (TWO ** (n**2), None),
        (sp.pi * n, None),
        (1 / n, None),
    ],
    ids=str,
)
def test_terms_are_powers_and_exponentials(part, expected):
    assert _term(part, n) == expected


@pytest.mark.parametrize(
    ("total", "expected"),
    [
        (TWO**n - n**2, True),
        (n - 199, True),  # 200 is the first number that is not tried
        (n - 200, False),
        (n**2 - 199 * n - 199, True),
        (n**2 - 200 * n, False),
        (TWO**n - TWO**n * n, True),
        (3**n - 2 * 3**n + n, True),
        (TWO**n + (-2) ** n, False),
        (1000 * sp.Rational(1, 2) ** n + sp.Rational(1, 3) ** n, True),
    ],
    ids=str,
)
def test_one_term_is_larger_than_all_others_beyond_what_is_tried(total, expected: bool):
    assert _has_leading_term(total, n) is expected


@pytest.mark.parametrize(
    ("argument", "failing", "all_known"),
    [
        (n + 1, 0, True),
        (n - 3, 4, True),
        (3 - n, 197, False),
        (n - 199, 200, True),
        (n - 200, 200, False),  # at 200 it is 0, which is not tried
        (2 * n + sp.Rational(1, 2), 0, True),
        (sp.Rational(1, 2) - n, 0, True),
        (n / 2 + 1, 0, True),
        (sp.Rational(5, 2) - n / 2, 98, False),
        (n**2, 0, False),
        (sp.pi * n, 0, False),
    ],
    ids=str,
)
def test_poles_of_gamma_are_those_up_to_0(argument, failing: int, all_known: bool):
    found, known = _poles(argument, n)
    assert (len(found), known) == (failing, all_known)
    assert all(argument.subs(n, k) <= 0 and argument.subs(n, k).is_integer for k in found)
