"""The exact evaluator and its numbers, against SymPy and against mpmath's digits."""

from fractions import Fraction

import mpmath
import pytest
import sympy as sp
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from theorem_checks.statements.values.evaluation import Interpretation, evaluate, holds_at
from theorem_checks.statements.values.radicals import NoExactValueError, Radical, power

x, y = sp.symbols("x y")
k = sp.Symbol("k", integer=True)

AT_TWO = {
    "polynomial": (x**3 - x / 3, Fraction(22, 3)),
    "negative power": ((x + 1) ** -2, Fraction(1, 9)),
    "rational root": (sp.sqrt(2 * x), Fraction(2)),
    "cases": (
        sp.Piecewise((x, x > 2), (x + 5, sp.And(sp.Le(x, 2), sp.Gt(x, 1))), (0, True)),
        Fraction(7),
    ),
    "sum": (sp.Sum(x * k, (k, 1, x + 2)), Fraction(20)),
    "double sum": (sp.Sum(k * y, (k, 1, y), (y, 1, 3)), Fraction(1 + 6 + 18)),
    "empty sum": (sp.Sum(k, (k, 1, x - 2)), Fraction(0)),
    "reversed sum": (sp.Sum(k, (k, 5, x)), Fraction(0)),
    "reversed product": (sp.Product(k, (k, 5, x)), Fraction(1)),
    "product": (sp.Product(k, (k, 1, x + 2)), Fraction(24)),
    "factorial": (sp.factorial(x + 2), Fraction(24)),
    "binomial": (sp.binomial(x + 3, 2), Fraction(10)),
    "rising": (sp.rf(x, 3), Fraction(24)),
    "falling": (sp.ff(x + 2, 3), Fraction(24)),
    "Gamma": (sp.gamma(x + 3), Fraction(24)),
    "absolute value": (sp.Abs(1 - x), Fraction(1)),
    "extremes": (sp.Max(x, 3) - sp.Min(x, 3), Fraction(1)),
    "floor": (sp.floor(x / 3) + sp.ceiling(x / 3), Fraction(1)),
    "remainder": (sp.Mod(x + 3, 3), Fraction(2)),
    "sign": (sp.sign(1 - x), Fraction(-1)),
    "delta": (sp.KroneckerDelta(x, 2), Fraction(1)),
}


@pytest.mark.parametrize(("expression", "value"), AT_TWO.values(), ids=AT_TWO)
def test_values_at_two(expression, value):
    assert evaluate(expression, {x: Fraction(2)}) == value


def test_undefined_values():
    for expression in (1 / x, sp.factorial(x - 1), x**-3, sp.Piecewise((1, x > 0))):
        with pytest.raises(ZeroDivisionError):
            evaluate(expression, {x: Fraction(0)})


@pytest.mark.parametrize(
    "expression", [sp.exp(x), sp.pi * x, sp.sqrt(sp.sqrt(x) + 1), sp.gamma(x / 4), x ** sp.sqrt(2)]
)
def test_values_that_are_not_known_exactly(expression):
    with pytest.raises(NoExactValueError):
        evaluate(expression, {x: Fraction(2)})


@pytest.mark.parametrize(
    ("condition", "truth"),
    [
        (sp.Lt(x, y), True),
        (sp.Ge(x, y), False),
        (sp.Ne(x, 1), True),
        (sp.Eq(2 * x, 1), True),
        (sp.And(sp.Lt(x, y), sp.Gt(x, 1)), False),  # pyright: ignore[reportArgumentType]
        (sp.Or(sp.Lt(x, y), sp.Gt(x, 1)), True),  # pyright: ignore[reportArgumentType]
        (sp.Not(sp.Eq(x, y)), True),
        (sp.true, True),
    ],
)
def test_conditions(condition, truth):
    assert holds_at(condition, {x: Fraction(1, 2), y: Fraction(2)}) is truth


def test_interpretations_keep_the_laws_of_the_functions():
    reading = Interpretation(7)
    point = {x: Fraction(2), y: Fraction(-1, 3)}

    def value(e):
        return evaluate(e, point, reading)

    assert value(sp.exp(x) * sp.exp(y)) == value(sp.exp(x + y)) != value(sp.exp(x) + 1)
    assert value(sp.exp(1)) == value(sp.E)
    assert value(sp.gamma(y + 2)) == value(y * (y + 1) * sp.gamma(y))
    assert value(sp.sin(x)) == value(sp.sin(x)) != value(sp.sin(x + 1))
    assert value(sp.cosh(x) + sp.sinh(x)) == value(sp.exp(x))
    assert value(sp.log(x)) != evaluate(sp.log(x), point, Interpretation(8))


rationals = st.fractions(min_value=-4, max_value=4, max_denominator=6)


@given(rationals, st.sampled_from([x**2 - 3 * x, 1 / (x - 1), x ** (-2), (x + 1) / (x**2 + 1)]))
def test_rational_functions_have_sympys_values(value, e):
    expected = e.subs(x, sp.Rational(value.numerator, value.denominator))
    assume(expected.is_finite)
    assert sp.Rational(str(evaluate(e, {x: value}))) == expected


roots = st.tuples(
    rationals, st.integers(1, 30), st.sampled_from([Fraction(1, 2), Fraction(1, 3), Fraction(3, 2)])
)
sums = st.tuples(rationals, st.lists(roots, max_size=3))


def number(parts):
    """A sum of rational multiples of roots."""
    total, terms = parts
    for coefficient, base, exponent in terms:
        total = total + power(Fraction(base), exponent) * coefficient
    return total


def digits(number):
    """Its value to 60 digits, from its terms."""
    terms = number.terms if isinstance(number, Radical) else {(): number}
    with mpmath.workdps(60):
        return mpmath.fsum(
            mpmath.mpf(c.numerator)
            / c.denominator
            * mpmath.fprod(
                mpmath.power(p, mpmath.mpf(e.numerator) / e.denominator) for p, e in product
            )
            for product, c in terms.items()
        )


@given(sums, sums)
def test_sums_and_products_have_the_right_digits(one, other):
    a, b = number(one), number(other)
    with mpmath.workdps(60):
        bound = mpmath.mpf(10) ** -50  # 60 digits, terms below 10**5
        assert abs(digits(a + b) - digits(a) - digits(b)) < bound
        assert abs(digits(a * b) - digits(a) * digits(b)) < bound
        assert abs(digits(a - b) - digits(a) + digits(b)) < bound


@settings(max_examples=40)
@given(st.tuples(rationals, st.lists(roots, max_size=2)))
def test_every_number_but_zero_has_an_inverse(parts):
    a = number(parts)
    assume(a != 0)
    assert a * (1 / a) == 1
    assert a / a == 1


def test_large_fields_are_left_alone():
    many = sum((power(Fraction(p), Fraction(1, 2)) for p in (2, 3, 5, 7, 11, 13, 17)), Fraction(0))
    assert isinstance(many, Radical)
    with pytest.raises(NoExactValueError, match="too large a field"):
        many.inverse()


def test_roots_are_reduced():
    two, three = (power(Fraction(p), Fraction(1, 2)) for p in (2, 3))
    assert two * three == power(Fraction(6), Fraction(1, 2))
    assert two * two == 2
    assert power(Fraction(8, 9), Fraction(1, 2)) == two * Fraction(2, 3)
    assert power(Fraction(-4), Fraction(1, 2)) ** 2 == -4
    assert str(power(Fraction(-8), Fraction(1, 2)) + 1) == "1 + 2*i*sqrt(2)"
    with pytest.raises(NoExactValueError):
        power(Fraction(-8), Fraction(1, 3))
    with pytest.raises(ZeroDivisionError):
        power(Fraction(0), Fraction(-1, 2))
    with pytest.raises(NoExactValueError):
        power(Fraction(2), Fraction(10**9))
