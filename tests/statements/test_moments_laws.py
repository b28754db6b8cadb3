"""Laws: moments against cumulants, special cases, what may not be."""

from fractions import Fraction

import pytest
import sympy as sp
from hypothesis import given, settings
from hypothesis import strategies as st

from theorem_checks.errors import ArgumentError, ExactnessError
from theorem_checks.proving.moments import expectation
from theorem_checks.statements.moments import (
    IID,
    Discrete,
    Gaussian,
    MissingMomentError,
    Rademacher,
    RandomVector,
    Uniform,
    contract,
)

s, k, mu, x, t = sp.symbols("s k mu x t", positive=True)
n = sp.Symbol("n", integer=True, positive=True)


def cumulants_by_logarithm(moments: list[sp.Expr]) -> list[sp.Expr]:
    """Cumulants from the logarithm of the moment generating function, as a power series."""
    order = len(moments)
    generating = 1 + sum(m * t**r / sp.factorial(r) for r, m in enumerate(moments, 1))
    powers = ((-1) ** (j + 1) * (generating - 1) ** j / j for j in range(1, order + 1))
    series = sp.Poly(sp.expand(sum(powers)), t)
    return [sp.expand(series.coeff_monomial(t**r) * sp.factorial(r)) for r in range(1, order + 1)]


LAWS = [
    Gaussian(),
    Gaussian(s),
    Gaussian(s, mean=mu),
    Rademacher(),
    Rademacher(s),
    Uniform(),
    Uniform(s),
    Discrete({0: "1/3", 1: "2/3"}),
    Discrete({-1: "1/6", 0: "2/3", 2: "1/6"}),
    IID(variance=s, kurtosis=k, skewness=0),
    IID(moments={1: mu, 2: s, 3: 7, 4: k}),
    IID(cumulants={1: mu, 2: s, 3: 7, 4: k}),
]


@pytest.mark.parametrize("law", LAWS, ids=repr)
def test_cumulants_belong_to_the_moments(law):
    orders = range(1, 5)
    by_series = cumulants_by_logarithm([sp.expand(law.moment(r)) for r in orders])
    assert [sp.expand(law.cumulant(r)) for r in orders] == by_series


@pytest.mark.parametrize("order", range(1, 9))
def test_moments_of_densities_are_their_integrals(order):
    normal = sp.exp(-(x**2) / 2) / sp.sqrt(2 * sp.pi)
    y = sp.Symbol("y", real=True)
    by_integral = sp.integrate(y**order * normal.subs(x, y), (y, -sp.oo, sp.oo))
    assert sp.simplify(Gaussian().moment(order) - by_integral) == 0
    uniform = sp.integrate(y**order / (2 * sp.sqrt(3 * s)), (y, -sp.sqrt(3 * s), sp.sqrt(3 * s)))
    assert sp.simplify(Uniform(s).moment(order) - uniform) == 0


def test_the_kurtosis_is_the_stated_one():
    for law, kurtosis in ((Gaussian(s), 3), (Uniform(s), sp.Rational(9, 5)), (Rademacher(s), 1)):
        assert sp.cancel(law.moment(4) / law.moment(2) ** 2) == kurtosis
    law = IID(variance=s, kurtosis=k, skewness=t, mean=mu)
    central = [law.moment(1), law.moment(2) - mu**2]
    assert [sp.expand(c) for c in central] == [mu, s]
    fourth = law.moment(4) - 4 * mu * law.moment(3) + 6 * mu**2 * law.moment(2) - 3 * mu**4
    assert sp.expand(fourth - k * s**2) == 0


@settings(max_examples=40)
@given(st.dictionaries(st.integers(-3, 3), st.integers(1, 5), min_size=1))
def test_discrete_moments_are_sums(weights):
    total = sum(weights.values())
    law = Discrete({value: Fraction(w, total) for value, w in weights.items()})
    for order in range(1, 6):
        by_sum = sum(Fraction(w, total) * value**order for value, w in weights.items())
        assert law.moment(order) == sp.Rational(by_sum.numerator, by_sum.denominator)
    mirrored = {-value: w for value, w in weights.items()}
    assert law.is_symmetric == (mirrored == weights)
    assert law.is_possible_at([])


@pytest.mark.parametrize(
    "make",
    [
        lambda: IID(variance=1, kurtosis="1/2"),
        lambda: IID(moments={1: 0, 2: 2, 3: 0, 4: 3}),
        lambda: IID(moments={1: 1, 2: "1/2"}),
        lambda: IID(variance=-1),
        lambda: IID(kurtosis=3),
        IID,
        lambda: IID(variance=1, moments={2: 1}),
        lambda: IID(moments={0: 1}),
        lambda: IID(moments={1: 1, 2: 2}, symmetric=True),
        lambda: Gaussian(-2),
        lambda: Discrete({0: "1/2", 1: "1/3"}),
        lambda: Discrete({0: "3/2", 1: "-1/2"}),
        lambda: Discrete({}),
        lambda: Discrete({sp.I: 1}),
        lambda: Gaussian(sp.I),
        lambda: Gaussian(mean=sp.I),
        lambda: Gaussian(-s),
        lambda: IID(variance=-s),
        lambda: IID(variance=s, kurtosis=1 - s),
        lambda: IID(variance=1, kurtosis=2, skewness=2),
        # The Hankel matrix has no negative minor; yet x = 0, or x^2 = 1, almost surely.
        lambda: IID(moments={1: 0, 2: 0, 3: 0, 4: 1}),
        lambda: IID(moments={1: 0, 2: 0, 3: 1}),
        lambda: IID(moments={1: 0, 2: 0, 3: 0, 4: 1 + s}),
        lambda: IID(moments={1: s, 2: s**2, 3: s**3, 4: s**4 + 1}),
        lambda: IID(moments={1: 0, 2: 1, 3: 0, 4: 1, 5: 0, 6: 2}),
        lambda: IID(moments={1: 0, 2: 1, 4: 1, 6: 2}, symmetric=True),
        lambda: IID(cumulants={1: 0, 2: 1, 4: -2, 6: 100}),
        lambda: IID(moments={1: 0, 2: 1, 3: 0, 4: "1/2", 5: 0, 6: s}),
        lambda: IID(cumulants={1: mu, 2: 1, 4: -3}),
    ],
)
def test_what_is_no_law_is_refused(make):
    with pytest.raises(ArgumentError):
        make()


@pytest.mark.parametrize("make", [Gaussian, Uniform, Rademacher, lambda v: IID(variance=v)])
def test_a_float_is_refused(make):
    with pytest.raises(ExactnessError):
        make(0.5)


def test_atoms_at_one_place_add_up():
    law = Discrete({"1": "1/4", 1: "1/2", -1: "1/4"})
    assert not law.is_symmetric
    assert Discrete({"1": "1/4", 1: "1/4", -1: "1/2"}).is_symmetric
    assert expectation(contract("i,i,i", *[_vector(law)] * 3)) == n / 2


@pytest.mark.parametrize(
    ("law", "conditions"),
    [
        (IID(variance=s, kurtosis=k), ["k >= 1"]),
        (IID(variance=s, kurtosis=k, mean=mu), ["k >= 1"]),
        (IID(variance=s, kurtosis=3), []),
        (Gaussian(s, mean=mu), []),
        (
            IID(moments={1: 0, 2: s, 3: t, 4: k}),
            ["k - s**2 >= 0", "k*s - t**2 >= 0", "-k*s + s**3 + t**2 <= 0"],
        ),
    ],
    ids=repr,
)
def test_the_conditions_of_a_law_are_those_under_which_there_is_one(law, conditions):
    assert list(map(str, law.conditions)) == conditions
    for values in ((1, 1, 0), (2, 3, 1), (1, 5, "1/2")):
        at = [(x, sp.Rational(value)) for x, value in zip((s, k, t), values, strict=True)]
        assert law.is_possible_at(at) == all(c.subs(at) == sp.true for c in law.conditions)


@settings(max_examples=15, deadline=None)
@given(st.dictionaries(st.integers(-3, 3), st.integers(1, 5), min_size=1, max_size=3))
def test_moments_of_few_atoms_leave_no_other_law(weights):
    total = sum(weights.values())
    law = Discrete({value: Fraction(w, total) for value, w in weights.items()})
    last = 2 * len(weights)
    moments = {r: law.moment(r) for r in range(1, last + 3)}
    IID(moments=moments)
    for order in range(last, last + 3):
        for change in (-1, 1) if order > last else (-1,):
            with pytest.raises(ArgumentError, match="the moments of some law"):
                IID(moments={**moments, order: moments[order] + change})


def test_a_missing_moment_is_named_only_where_it_matters():
    power = {r: contract(",".join("i" * r), *[_vector(IID(variance=s))] * r) for r in (1, 2, 3, 4)}
    assert expectation(power[1]) == 0
    assert expectation(power[2]) == n * s
    with pytest.raises(MissingMomentError, match=r"E\[x\^3\]"):
        expectation(power[3])
    with pytest.raises(MissingMomentError, match=r"E\[x\^4\]"):
        expectation(power[4])
    assert expectation(power[4] - power[4] + power[2]) == n * s


def test_an_odd_moment_is_zero_only_if_the_law_is_symmetric():
    cube = contract("i,i,i", *[_vector(IID(variance=s, symmetric=True))] * 3)
    assert expectation(cube) == 0
    sixth = contract(",".join("i" * 6), *[_vector(IID(variance=s, kurtosis=k))] * 6)
    with pytest.raises(MissingMomentError, match=r"E\[x\^3\].*symmetric=True"):
        expectation(sixth)


def test_parameters_are_tried_only_if_some_law_has_them():
    law = IID(variance=s, kurtosis=k)
    assert law.is_possible_at([(s, 1), (k, 1)])
    assert not law.is_possible_at([(s, 1), (k, 0)])
    assert not law.is_possible_at([(s, -1), (k, 3)])


def _vector(law):
    return RandomVector("f", n, law)


def test_a_law_says_which_moment_has_which_value():
    s, k = sp.symbols("s k", positive=True)
    law = IID(cumulants={1: 0, 2: s, 4: s**2 * (k - 3)})
    assert law.words == "any law of mean 0, variance s, fourth cumulant s**2*(k - 3)"
    known = IID(moments={1: 0, 2: 1, 4: 3, 8: 105}, symmetric=True)
    assert known.words.endswith("mean 0, second moment 1, fourth moment 3, moment of order 8, 105")
