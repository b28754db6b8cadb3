"""What is decided without SymPy is what SymPy makes of it."""

from itertools import product

import pytest
import sympy as sp

from theorem_checks.statements.functions import exceeds
from theorem_checks.statements.scalars import SymbolicScalar, symbolic

x = sp.Symbol("x", real=True)
RATIONALS = [sp.Rational(p, q) for p in range(-3, 4) for q in (1, 2, 3)]
NUMBERS = [
    *(sp.Integer(0), sp.Rational(1, 3), sp.sqrt(2), sp.sqrt(2) - 1, sp.pi, sp.oo, -sp.oo),
    *(sp.cos(2 * sp.pi / 7), sp.cos(2 * sp.pi / 7) - sp.Rational(1, 2), -sp.sqrt(2)),
    sp.sqrt(2) + sp.Rational(1, 10**30),
    sp.cos(1) - sp.Rational(5403023058681398, 10**16),  # 0 in all digits that are usual
]
OTHERS = [x, x + 1, sp.Max(x, 0), sp.Min(sp.sqrt(2), x)]


@pytest.mark.parametrize("one", [*NUMBERS, *OTHERS], ids=str)
def test_the_larger_of_two_is_that_of_sympy(one):
    for other in [*NUMBERS, *OTHERS]:
        found = SymbolicScalar(one).maximum(SymbolicScalar(other)).expression
        assert found == sp.Max(one, other)


def test_what_sympy_cannot_order_is_as_in_sympy():
    nothing = sp.sqrt(2) + sp.sqrt(3) - sp.sqrt(5 + 2 * sp.sqrt(6))  # 0, which no digits tell
    for other in NUMBERS[:4]:
        found = answer(lambda other=other: symbolic(nothing).maximum(other).expression)
        assert found == answer(lambda other=other: sp.Max(nothing, other))


def answer(ask):
    try:
        return ask()
    except (TypeError, ValueError) as error:
        return type(error), str(error)


def test_of_two_rational_numbers_it_is_1_or_0_as_in_sympy():
    for a, b in product(RATIONALS, repeat=2):
        found = exceeds(symbolic(a), symbolic(b)).expression
        assert found == sp.Piecewise((sp.Integer(1), a > b), (sp.Integer(0), True))
        assert found in (0, 1)


def test_of_others_sympy_decides():
    assert exceeds(symbolic(sp.sqrt(2)), symbolic(1)).expression == 1
    assert exceeds(symbolic(x), symbolic(1)).expression == sp.Piecewise((1, x > 1), (0, True))
