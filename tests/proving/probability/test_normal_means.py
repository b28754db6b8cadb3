"""Means of functions of one or two normal numbers, and of what the units of a layer get."""

from fractions import Fraction
from typing import Any

import pytest
import sympy as sp

from theorem_checks import (
    ArgumentError,
    AtMost,
    Gaussian,
    Implies,
    Less,
    NormalMean,
    RandomMatrix,
    RandomVector,
    UnitsMean,
    Verdict,
    acos,
    asin,
    atan,
    by_gaussian_integrals,
    entry,
    erf,
    exp,
    gelu,
    heaviside,
    inner,
    instances_of,
    normal_mean,
    proof_of,
    prove,
    quadratic,
    relu,
    sigmoid,
    sqrt,
    squared_norm,
    tanh,
    units_mean,
)
from theorem_checks.proving.probability.normal_closed_forms import mean_of_one, mean_of_two
from theorem_checks.proving.probability.normal_means import _domain
from theorem_checks.solving.normal_enclosures import NoEnclosureError, enclosed_mean
from theorem_checks.solving.normal_factors import Factor, NoFactorsError, factors_of, slopes_of

PI = sp.pi
a, b, s = sp.symbols("a b s", positive=True)
c, t = sp.symbols("c t", real=True)
u, v = sp.symbols("u v", real=True)
POSSIBLE = AtMost(c**2, a * b)


def arc_cosine(a, b, c):
    return (sqrt(a * b - c**2) + c * (PI - acos(c / sqrt(a * b)))) / (2 * PI)


def decided(function, formula, hypothesis: Any = POSSIBLE):
    said = normal_mean(function, [[a, c], [c, b]], formula)
    return by_gaussian_integrals(said if hypothesis is None else Implies(hypothesis, said))


def square(z):
    return relu(z) ** 2


OF_TWO: dict[str, tuple[Any, Any]] = {
    "ReLU": (lambda x, y: relu(x) * relu(y), arc_cosine(a, b, c)),
    "ReLU, by the angle": (
        lambda x, y: relu(x) * relu(y),
        sqrt(a * b) / (2 * PI)
        * (sqrt(1 - c**2 / (a * b)) + (PI - acos(c / sqrt(a * b))) * c / sqrt(a * b)),
    ),
    "step": (lambda x, y: heaviside(x) * heaviside(y), (PI - acos(c / sqrt(a * b))) / (2 * PI)),
    "square of ReLU": (
        lambda x, y: square(x) * square(y),
        (3 * c * sqrt(a * b - c**2) + (a * b + 2 * c**2) * (PI - acos(c / sqrt(a * b))))
        / (2 * PI),
    ),
    "erf": (
        lambda x, y: erf(x) * erf(y),
        2 / PI * asin(2 * c / sqrt((1 + 2 * a) * (1 + 2 * b))),
    ),
    "absolute values": (
        lambda x, y: abs(x) * abs(y),
        2 / PI * (sqrt(a * b - c**2) + c * asin(c / sqrt(a * b))),
    ),
    "ReLU and step": (
        lambda x, y: relu(x) * heaviside(y),
        (sqrt(a) + c / sqrt(b)) / (2 * sqrt(2 * PI)),
    ),
    "Stein for ReLU": (lambda x, y: x * relu(y) - c * heaviside(y), sp.Integer(0)),
    "Stein for GELU": (
        lambda x, y: x * gelu(y) - c * (gelu(y) / y + y * exp(-y * y / 2) / sqrt(2 * PI)),
        sp.Integer(0),
    ),
    "an exponential and a square": (
        lambda x, y: exp(t * x) * y**2,
        exp(t**2 * a / 2) * (b + t**2 * c**2),
    ),
    "exponentials": (
        lambda x, y: exp(x) * exp(t * y),
        exp(a / 2 + t * c + t**2 * b / 2),
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", OF_TWO)
def test_of_two_numbers_with_a_covariance_of_symbols(name):
    found = decided(*OF_TWO[name])
    assert found.verdict is Verdict.PROVED, found
    assert found.is_sealed
    assert not found.conditions


@pytest.mark.parametrize("name", OF_TWO)
def test_another_constant_is_not_proved(name):
    function, formula = OF_TWO[name]
    assert decided(function, formula + sp.Rational(1, 10**6)).verdict is not Verdict.PROVED


OF_ONE: dict[str, tuple[Any, Any]] = {
    "ReLU": (relu, sqrt(s / (2 * PI))),
    "absolute value": (abs, sqrt(2 * s / PI)),
    "step": (heaviside, sp.Rational(1, 2)),
    "GELU": (gelu, s / sqrt(2 * PI * (1 + s))),
    "exponential": (lambda z: exp(t * z), exp(t**2 * s / 2)),
    "bell": (lambda z: exp(-z * z), 1 / sqrt(1 + 2 * s)),
    "z^3 relu(z)": (lambda z: z**3 * relu(z), 3 * s**2 / 2),
    "z erf(z)": (lambda z: z * erf(z), 2 * s / sqrt(PI * (1 + 2 * s))),
    "leaky ReLU squared": (lambda z: (relu(z) - relu(-z) / 10) ** 2, s * sp.Rational(101, 200)),
}


@pytest.mark.parametrize("name", OF_ONE)
def test_of_one_number(name):
    function, formula = OF_ONE[name]
    assert by_gaussian_integrals(normal_mean(function, s, formula)).verdict is Verdict.PROVED
    twice = by_gaussian_integrals(normal_mean(function, s, 2 * formula))
    assert twice.verdict is Verdict.REFUTED


def test_what_is_not_known_in_closed_form_is_bounded_by_balls():
    bounds = {"<=": sp.Rational(395, 1000), ">=": sp.Rational(394, 1000)}
    for relation, bound in bounds.items():
        said = normal_mean(lambda z: tanh(z) ** 2, 1, bound, relation)
        assert by_gaussian_integrals(said).verdict is Verdict.PROVED
        other = normal_mean(lambda z: tanh(z) ** 2, 1, 1 - bound, relation)
        assert by_gaussian_integrals(other).verdict is not Verdict.UNDECIDED
    for relation in ("<=", ">="):
        half = normal_mean(sigmoid, 3, sp.Rational(1, 2), relation)
        assert by_gaussian_integrals(half).verdict is Verdict.UNDECIDED
    assert by_gaussian_integrals(normal_mean(tanh, s, 0)).verdict is Verdict.UNDECIDED
    one = by_gaussian_integrals(normal_mean(lambda z: tanh(z) ** 2, s, 1))
    assert one.verdict is Verdict.REFUTED


def test_without_a_covariance_there_is_a_condition():
    function, formula = OF_TWO["ReLU"]
    assert [one.text.partition(",")[0] for one in decided(function, formula, None).conditions] == [
        "c**2 <= a*b"
    ]


def test_by_an_arc_tangent_inside_alone():
    formula = sp.Rational(1, 4) + atan(c / sqrt(a * b - c**2)) / (2 * PI)
    both = OF_TWO["step"][0]
    assert decided(both, formula, Less(c**2, a * b)).verdict is Verdict.PROVED
    assert decided(both, formula).verdict is Verdict.UNDECIDED


@pytest.mark.parametrize("covariance", [(2, 1, 3), (2, -1, 3), (5, 0, 1), (1, 2, 4), (4, -6, 9)])
def test_formulas_lie_in_balls_around_integrals(covariance):
    x, z, y = map(Fraction, covariance)
    for name, (function, formula) in OF_TWO.items():
        said = normal_mean(function, [[a, c], [c, b]], formula)
        at = {a: x, c: z, b: y, t: Fraction(1, 2)}
        integrand = said.integrand.xreplace({k: sp.Rational(n) for k, n in at.items()})
        ball = enclosed_mean(integrand, said.numbers, ((x, z), (z, y)))
        claimed = complex(sp.N(sp.sympify(formula).subs(at), 30))
        assert abs(claimed - complex(float(ball.mid()))) < 1e-9, name
        assert float(ball.rad()) < 1e-9


def test_closed_forms_lie_in_balls_around_integrals():
    functions = [u**2 * sp.Max(0, v), u**3 * v * sp.Max(0, v), u**2 * v * sp.erf(v)]
    functions += [sp.exp(u / 3 + v / 2) * u * v**2, u**2 * sp.exp(-(u**2)) * sp.Max(0, v)]
    functions += [u**3 * v**3, sp.exp(-(u**2)) * v * sp.erf(v), sp.exp(-(u**2)) * sp.exp(v / 2)]
    for function in functions:
        products = factors_of(function, [u, v])
        covariance = sp.Integer(2), sp.Integer(1), sp.Integer(3)
        total: Any = sum(k * mean_of_two(one, other, covariance) for k, (one, other) in products)
        rows = (Fraction(2), Fraction(1)), (Fraction(1), Fraction(3))
        assert abs(float(total) - float(enclosed_mean(function, (u, v), rows).mid())) < 1e-9


def test_no_ball_is_claimed_where_none_is_known():
    one = ((Fraction(1),),)
    for function in (sp.exp(u**2), 1 / u, sp.log(u), sp.Max(0, u - 1), sp.atan(u), t * u):
        with pytest.raises(NoEnclosureError):
            enclosed_mean(function, (u,), one)
    rows = (Fraction(1), Fraction(2)), (Fraction(2), Fraction(1))
    with pytest.raises(NoEnclosureError, match="covariance"):
        enclosed_mean(u * v, (u, v), rows)


def test_what_has_no_factors_is_an_error():
    for function in (sp.Max(0, u + v), sp.tanh(u), sp.exp(u * v), sp.erf(u) ** 2, sp.Max(1, u)):
        with pytest.raises(NoFactorsError):
            factors_of(function, [u, v])
    with pytest.raises(NoFactorsError, match="slope of a delta"):
        slopes_of([(sp.Integer(1), (Factor(0, "delta"), Factor(0)))])
    with pytest.raises(NoFactorsError, match="as a mean needs"):
        mean_of_one(Factor(0, "exp", sp.Integer(0), sp.Rational(1, 4)), s)


def says_layer(kernel, w):
    m, d = w.size("m"), w.size("d")
    x, y = w.constant("x", d), w.constant("y", d)
    first, second = (
        w.value("a", squared_norm(x), positive=True),
        w.value("b", squared_norm(y), positive=True),
    )
    W = RandomMatrix("W", m, d, Gaussian(2 / d))
    mean = w.call(kernel, d, first, second, w.value("c", inner(x, y)))
    return units_mean(lambda p, q: relu(p) * relu(q) / m, (W @ x, W @ y), mean)


def test_the_kernel_of_a_layer_of_any_width_in_any_dimension():
    check = proof_of(says_layer, by_gaussian_integrals)
    found = check(lambda d, a, b, c: 2 * arc_cosine(a, b, c) / d)
    assert found.verdict is Verdict.PROVED, found
    assert [str(ground) for ground in found.grounds] == ["fact:normal-forms"]
    told = str(found.to_json())
    for pair in ("1 and 1", "2 and 1", "2 and 2"):
        assert f"E of forms {pair}" in told
    assert check(lambda d, a, b, c: arc_cosine(a, b, c) / d).verdict is Verdict.REFUTED
    assert check(lambda d, a, b, c: 2 * arc_cosine(a, b, c)).verdict is Verdict.REFUTED


def says_stein(slope, w):
    i, more = w.size("i", least=0), w.size("n")
    n = i + more
    A, x = w.constant("A", n, n), w.constant("x", n)
    z, S = A @ RandomVector("g", n), A @ A.T
    w.value("a", entry(S, i, i), positive=True)
    w.value("b", quadratic(x, S), positive=True)
    k = w.value("c", entry(S @ x, i))
    return units_mean(
        lambda p, q: p * relu(q) - k * w.call(slope, q), (entry(z, i), inner(x, z)), 0
    )


def test_steins_formula_of_a_vector_with_any_covariance():
    check = proof_of(says_stein, by_gaussian_integrals)
    assert check(heaviside).verdict is Verdict.PROVED
    assert check(relu).verdict is Verdict.REFUTED
    assert instances_of(says_stein)(heaviside).verdict is Verdict.HOLDS


def test_names_of_numbers_that_are_bound_do_not_count():
    def one(p):
        return relu(p)

    def other(s):  # as the variance is called
        return relu(s)

    made = normal_mean(one, s, sqrt(s))
    assert made.key == normal_mean(other, s, sqrt(s)).key
    assert made.key != normal_mean(one, s, 2 * sqrt(s)).key
    with pytest.raises(ArgumentError, match="names of their own"):
        NormalMean(sp.Max(0, u), (u,), ((u**2,),), 1)


def test_what_is_no_mean_of_normal_numbers_is_an_error():
    with pytest.raises(ArgumentError, match="a NormalMean or a UnitsMean"):
        by_gaussian_integrals(AtMost(0, 1))
    with pytest.raises(ArgumentError, match="a symmetric matrix"):
        normal_mean(lambda x, y: x * y, [[1, 2], [3, 4]], 0)
    with pytest.raises(ArgumentError, match="one of =, <=, >="):
        normal_mean(relu, 1, 0, "<")
    with pytest.raises(ArgumentError, match="2 rows of 2"):
        NormalMean(u * v, (u, v), ((a,),), 0)
    assert prove(normal_mean(relu, 1, 0)).verdict is not Verdict.PROVED
    x = RandomVector("x", 3, Gaussian(1, 1))
    with pytest.raises(ArgumentError, match="a linear form of normal entries"):
        by_gaussian_integrals(units_mean(relu, entry(x, 0), 1))
    with pytest.raises(ArgumentError, match="columns of one length"):
        units_mean(lambda p, q: p * q, (RandomVector("y", 2), RandomVector("z", 3)), 0)
    assert isinstance(units_mean(relu, RandomVector("y", 2), 0), UnitsMean)


def test_three_numbers_are_not_decided():
    rows = [[sp.Integer(int(i == j)) for i in range(3)] for j in range(3)]
    said = normal_mean(lambda x, y, z: x * y * z, rows, 0)
    assert by_gaussian_integrals(said).verdict is Verdict.UNDECIDED


def test_a_covariance_is_at_most_what_the_variances_allow():
    found = _domain(a, 3 * c, b)
    assert found is not None
    square = 9 * found.any**2
    assert (found.symbol, found.factor) == (c, 3)
    assert [one.key for one in found.inside] == [Less(square, a * b).key]
    assert [one.key for one in found.closed] == [AtMost(square, a * b).key]
    assert found.less == sp.Lt(square, a * b)
    assert _domain(a, -c, b) is None
    assert _domain(a, c**2, b) is None
    assert _domain(a, a / 2, b) is None
