"""Identities with nested roots and roots of unity; numbers told from zero by a separation bound."""

import mpmath
import pytest
import sympy as sp
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from theorem_checks import Verdict, prove_identity
from theorem_checks.proving.identities.separation import is_zero_number
from theorem_checks.statements.values.radicals import NoExactValueError

x, y = sp.symbols("x y")
root, third = sp.sqrt, sp.Rational(1, 3)
unit = sp.exp(2 * sp.pi * sp.I / 3)
nested = root(3 + 2 * root(2))

TRUE = {
    "denested": (nested, 1 + root(2)),
    "denested in a polynomial": (x * nested / (x - 1), (x + root(2) * x) / (x - 1)),
    "two roots": (root(5 + 2 * root(6)), root(2) + root(3)),
    "cubic": (sp.cbrt(2 + root(5)) - sp.cbrt(root(5) - 2), 1),
    "third roots of unity": (1 + unit + unit**2, 0),
    "factors over third roots": (x**3 - y**3, (x - y) * (x - unit * y) * (x - unit**2 * y)),
    "fifth roots": ((x**5 - 1) / (x - 1), sp.prod(
        [x - (-1) ** sp.Rational(2 * k, 5) for k in range(1, 5)])),
    "complex root": (root(-3 - 2 * root(2)), sp.I * (1 + root(2))),
    "cosine of 20 degrees": (8 * sp.cos(sp.pi / 9) ** 3 - 6 * sp.cos(sp.pi / 9), 1),
    "sine of 36 degrees": (16 * sp.sin(sp.pi / 5) ** 4 - 20 * sp.sin(sp.pi / 5) ** 2, -5),
    "the same nested root": (root(1 + root(2)) * x, x * root(1 + root(2))),
    "an inverse": (1 / (nested + x), 1 / (1 + root(2) + x)),
}  # fmt: skip


@pytest.mark.parametrize("name", TRUE)
def test_true_identities_are_proved_by_two_routes(name):
    evidence = prove_identity(*TRUE[name])
    assert evidence.verdict is Verdict.PROVED
    assert evidence.corroborated


def test_the_scope_names_the_divisors():
    evidence = prove_identity(*TRUE["denested in a polynomial"])
    assert evidence.said == "all x; wherever x - 1 is not 0"


FALSE = {
    "wrong sign": (nested, 1 - root(2)),
    "wrong branch": (root(-3 - 2 * root(2)), -sp.I * (1 + root(2))),
    "a root of unity is missing": (1 + unit, 0),
    "wrong sign in a polynomial": (x * nested, x - root(2) * x),
    "a power of a negative number": ((x**2) ** third, x ** (2 * third)),
    "off by a little": (nested, 1 + root(2) + sp.Rational(1, 10**40)),
}


@pytest.mark.parametrize("name", FALSE)
def test_false_identities_are_refuted(name):
    evidence = prove_identity(*FALSE[name])
    assert evidence.verdict is Verdict.REFUTED
    assert evidence.counterexample is not None


def test_a_hidden_division_by_zero_makes_a_statement_vacuous():
    zero = nested - 1 - root(2)
    assert prove_identity(x / zero, 0).verdict is Verdict.VACUOUS


def test_what_has_too_large_a_field_is_undecided():
    many = sum(root(p + root(p + 1)) for p in (2, 3, 5, 7, 11))
    assert prove_identity(root(many**2 + 2 * many + 1), many + 1).verdict is Verdict.UNDECIDED


# --- random numbers, against high precision

small = st.integers(-4, 4).map(sp.Integer)


def combined(parts):
    binary = st.tuples(parts, parts)
    return st.one_of(
        binary.map(lambda p: p[0] + p[1]),
        binary.map(lambda p: p[0] * p[1]),
        st.tuples(parts, st.sampled_from([2, 3])).map(lambda p: sp.root(p[0], p[1])),
        parts.map(lambda p: 1 / p if p != 0 else p),
    )


numbers = st.recursive(st.one_of(small, st.just(sp.I)), combined, max_leaves=5)


@settings(max_examples=150)
@given(numbers)
def test_zero_is_told_as_high_precision_tells_it(number):
    assume(number.is_finite is not False and not number.has(sp.nan, sp.zoo))
    try:
        found = is_zero_number(number)
    except (NoExactValueError, ZeroDivisionError):
        assume(False)
    with mpmath.workdps(80):
        value = sp.lambdify([], number, "mpmath")()
        assert found == (abs(value) < mpmath.mpf(10) ** -60)


@settings(max_examples=60)
@given(numbers, numbers)
def test_what_is_hidden_zero_is_zero(one, other):
    """(a + b)(a - b) - a^2 + b^2, not expanded."""
    assume(all(n.is_finite is not False and not n.has(sp.nan, sp.zoo) for n in (one, other)))
    product = sp.Mul(one + other, one - other, evaluate=False)
    number = sp.Add(product, -(one**2), other**2, evaluate=False)
    try:
        assert is_zero_number(number)
    except (NoExactValueError, ZeroDivisionError):
        assume(False)


def test_numbers_that_are_not_built_by_roots_are_refused():
    for number in (sp.pi, sp.exp(1), sp.log(2), x):
        with pytest.raises(NoExactValueError, match="not built by roots"):
            is_zero_number(number)
    with pytest.raises(ZeroDivisionError):
        is_zero_number(1 / sp.Add(nested, -1, -root(2), evaluate=False))


@pytest.mark.parametrize("bits", [20, 60, 200, 700])
def test_a_number_that_is_nearly_0_is_not(bits: int):
    large = sp.Integer(2) ** bits
    tiny = root(large**2 + 1) - large  # about 1 / (2 * large)
    assert not is_zero_number(tiny)
    assert is_zero_number(tiny * (root(large**2 + 1) + large) - 1)
