"""Identities: true ones are proved, false ones refuted at a point, the rest is left open."""

from fractions import Fraction

import pytest
import sympy as sp
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from theorem_checks import Verdict, check
from theorem_checks.proving.identities.canonical import CanonicalForms
from theorem_checks.proving.identities.deciding import prove_identity
from theorem_checks.statements.formulas import formula_of

x, y, z, s = sp.symbols("x y z s")
b, c = sp.symbols("b c", positive=True)
n, k = sp.symbols("n k", integer=True, nonnegative=True)
r = sp.Symbol("r", real=True)
f = sp.Function("f")
phi = (1 + sp.sqrt(5)) / 2

TRUE = {
    "binomial square": ((x + y) ** 2, x**2 + 2 * x * y + y**2),
    "partial fractions": (1 / (x - 1) - 1 / (x + 1), 2 / (x**2 - 1)),
    "nested fractions": (1 / (1 / x + 1 / y), x * y / (x + y)),
    "power of n + 1": (b ** (n + 1), b * b**n),
    "power of n - 1": (x ** (n - 1) * x, x**n),
    "square of a power": (x ** (2 * n), (x**n) ** 2),
    "powers of a product": ((x * (x + 1)) ** n, x**n * (x + 1) ** n),
    "powers of a square": ((x**2 + 2 * x + 1) ** n, (x + 1) ** (2 * n)),
    "powers of 6": (sp.Integer(6) ** n, 2**n * sp.Integer(3) ** n),
    "powers of -1": ((-1) ** (2 * n + 1), sp.Integer(-1)),
    "powers of 4": (sp.Integer(4) ** n, sp.Integer(2) ** (2 * n)),
    "geometric step": ((b ** (n + 1) - 1) / (b - 1) + b ** (n + 1), (b ** (n + 2) - 1) / (b - 1)),
    "two exponents": (b ** (n + k) * b ** (n - k), b ** (2 * n)),
    "product of powers": (b**x * c**x, (b * c) ** x),
    "root of 6": (sp.sqrt(6), sp.sqrt(2) * sp.sqrt(3)),
    "rationalised": (1 / (1 + sp.sqrt(2)), sp.sqrt(2) - 1),
    "golden ratio": (phi**2, phi + 1),
    "cube root": (sp.cbrt(2) ** 2 * sp.Integer(2) ** sp.Rational(1, 3), sp.Integer(2)),
    "sixth root": (sp.cbrt(2) * sp.Integer(2) ** sp.Rational(1, 6), sp.sqrt(2)),
    "conjugate": (1 / (sp.sqrt(s) + 1), (sp.sqrt(s) - 1) / (s - 1)),
    "content of a root": (sp.sqrt(2 * x + 2), sp.sqrt(2) * sp.sqrt(x + 1)),
    "positive factor of a root": (sp.sqrt(b * x + b * y), sp.sqrt(b) * sp.sqrt(x + y)),
    "nested root": (sp.sqrt(1 + sp.sqrt(2)) ** 4, 3 + 2 * sp.sqrt(2)),
    "powers of a root": (sp.sqrt(2) ** n * sp.I ** (2 * n), (-1) ** n * sp.Integer(2) ** (n / 2)),
    "imaginary unit": ((1 + sp.I) / (1 - sp.I), sp.I),
    "exponentials": (sp.exp(x + y), sp.exp(x) * sp.exp(y)),
    "sigmoid and tanh": (1 / (1 + sp.exp(-r)), (1 + sp.tanh(r / 2)) / 2),
    "cosh and sinh": (sp.cosh(x) ** 2 - sp.sinh(x) ** 2, sp.Integer(1)),
    "factorial": (sp.factorial(n + 1), (n + 1) * sp.factorial(n)),
    "Pascal": (sp.binomial(n + 1, k + 1), sp.binomial(n, k) + sp.binomial(n, k + 1)),
    "central binomial": (
        sp.binomial(2 * n + 2, n + 1),
        sp.binomial(2 * n, n) * 2 * (2 * n + 1) / (n + 1),
    ),
    "Gamma": (sp.gamma(x + 3), x * (x + 1) * (x + 2) * sp.gamma(x)),
    "reciprocal Gamma": (1 / sp.gamma(x), x / sp.gamma(x + 1)),
    "rising factorial": (sp.rf(x, n + 1), (x + n) * sp.rf(x, n)),
    "unknown function": (f((x + 1) ** 2) - f(x**2 + 2 * x + 1), sp.Integer(0)),
    "sine, as it stands": (2 * sp.sin(x * (x + 1)), sp.sin(x**2 + x) + sp.sin(x + x**2)),
    "numbers": (sp.Rational(1, 3) + sp.Rational(1, 6), sp.Rational(1, 2)),
    "Pythagoras": (sp.sin(x) ** 2 + sp.cos(x) ** 2, sp.Integer(1)),
    "sine of a sum": (sp.sin(x + y), sp.sin(x) * sp.cos(y) + sp.cos(x) * sp.sin(y)),
    "three times an angle": (sp.cos(3 * x), 4 * sp.cos(x) ** 3 - 3 * sp.cos(x)),
}

FALSE = {
    "binomial square": ((x + y) ** 2, x**2 + x * y + y**2),
    "only at small n": (sp.Integer(2) ** n, 1 + n * (n + 1) / 2),
    "off by one": (b ** (n + 1), b**n),
    "sign": ((-1) ** n, sp.Integer(1)),
    "root of a square": (sp.sqrt(x**2), x),
    "roots of a product": (sp.sqrt(x * y), sp.sqrt(x) * sp.sqrt(y)),
    "root of a sum": (sp.sqrt(b + c), sp.sqrt(b) + sp.sqrt(c)),
    "absolute value": (sp.Abs(x), x),
    "product of seven zeros": (sp.prod([x - i for i in range(-3, 4)]), sp.Integer(0)),
    "factorial": (sp.factorial(n), n * sp.factorial(n) + 1 - n),
    "numbers": (sp.Integer(3), sp.Integer(4)),
    "a case": (sp.Piecewise((x, x < 3), (0, True)), x),
    "a sum": (sp.Sum(k, (k, 1, n)), n**2),
}

TRANSCENDENTAL = {
    "square in an exponent": (sp.exp(x) ** 2, sp.exp(x**2)),
    "pi": (sp.pi, sp.Rational(22, 7)),
    "logarithm": (sp.log(b + c), sp.log(b) + sp.log(c)),
    "sine": (sp.sin(x), x),
}

OPEN = {
    "logarithm": (sp.log(b * c + c), sp.log(b + 1) + sp.log(c)),
    "maximum": (sp.Max(x, y) + sp.Min(x, y), x + y),
    "a sum": (sp.Sum(k, (k, 1, n)), n * (n + 1) / 2),
    "unknown function": (f(n + 1), f(n)),
}


@pytest.mark.parametrize("sides", TRUE.values(), ids=TRUE)
def test_true_identities_are_proved_on_two_routes(sides):
    evidence = prove_identity(*sides)
    assert evidence.verdict is Verdict.PROVED
    assert evidence.corroborated
    assert "fractions" in evidence.engines


@pytest.mark.parametrize("sides", FALSE.values(), ids=FALSE)
def test_false_identities_are_refuted_at_a_point_where_sympy_agrees(sides):
    evidence = prove_identity(*sides)
    assert evidence.verdict is Verdict.REFUTED
    counterexample = evidence.counterexample
    assert counterexample is not None
    symbols = sides[0].free_symbols | sides[1].free_symbols
    point = {symbol: sp.Rational(counterexample.values[symbol.name]) for symbol in symbols}
    left, right = (sp.simplify(side.subs(point).doit()) for side in sides)
    assert sp.simplify(left - right) != 0


@pytest.mark.parametrize("sides", TRANSCENDENTAL.values(), ids=TRANSCENDENTAL)
def test_transcendental_values_are_told_apart_by_balls(sides):
    evidence = prove_identity(*sides)
    assert evidence.verdict is Verdict.REFUTED
    assert evidence.engines == {"python-flint"}


@pytest.mark.parametrize("sides", OPEN.values(), ids=OPEN)
def test_what_is_not_decided_is_left_open(sides):
    evidence = prove_identity(*sides)
    assert evidence.verdict is Verdict.UNDECIDED
    assert "canonical forms" in evidence.reason


def test_counterexamples_are_small():
    found = prove_identity(sp.Integer(2) ** n, 1 + n * (n + 1) / 2).counterexample
    assert found is not None
    assert dict(found.values) == {"n": 3}
    assert (found.claimed, found.found) == ("8", "7")
    found = prove_identity(x * y * z, x * y * z + (x - 1) * (y - 2)).counterexample
    assert found is not None
    assert dict(found.values) == {"x": 0, "y": 0, "z": 0}


def test_a_side_that_is_nowhere_defined_is_vacuous():
    nowhere = 1 / ((x + 1) ** 2 - x**2 - 2 * x - 1)
    assert prove_identity(nowhere, nowhere + 1).verdict is Verdict.VACUOUS
    hidden = 1 / (sp.sqrt(2) * sp.sqrt(x + 3) - sp.sqrt(2 * x + 6))
    assert prove_identity(hidden, x).verdict is Verdict.VACUOUS


def test_the_scope_names_the_denominators():
    evidence = prove_identity(1 / (x - 1) - 1 / (x + 1), 2 / (x**2 - 1))
    assert evidence.said == "all x; wherever x - 1 is not 0; wherever x + 1 is not 0"
    assert prove_identity(1 / b + 1 / c, (b + c) / (b * c)).said == "all positive b, positive c"
    assert "gamma" in prove_identity(sp.rf(x, n + 1), (x + n) * sp.rf(x, n)).said


@pytest.mark.parametrize(
    ("left", "right", "where"),
    [
        (sp.factorial(n), n * sp.factorial(n - 1), "gamma(n) is finite"),
        (sp.gamma(x + 1), x * sp.gamma(x), "gamma(x) is finite"),
        (1 / sp.factorial(n - 1), n / sp.factorial(n), ""),  # 1/Gamma has no poles
        (sp.factorial(n + 1), (n + 1) * sp.factorial(n), ""),
    ],
)
def test_the_scope_names_poles_of_gamma_functions(left, right, where):
    evidence = prove_identity(left, right)
    assert evidence.verdict is Verdict.PROVED
    assert ("is finite" in evidence.said) == bool(where)
    assert where in evidence.said


def test_the_figures_bound_the_chance_of_agreement():
    figures = prove_identity((x + y) ** 2, x**2 + 2 * x * y + y**2).figures
    assert figures["points"] == 6
    assert figures["schwartz_zippel_bound"] == float(Fraction(2, 2**40) ** 6)
    assert "schwartz_zippel_bound" not in prove_identity(b ** (n + 1), b * b**n).figures


def test_two_routes_that_disagree_are_a_contradiction(monkeypatch):
    monkeypatch.setattr(CanonicalForms, "is_zero", lambda *_: True)
    assert prove_identity(x, x + 1).verdict is Verdict.CONTRADICTION


def test_the_evidence_is_a_proof_for_a_check():
    @check("proof")
    def check_square(power):
        return prove_identity((x + 1) ** power, x**2 + 2 * x + 1)

    assert check_square(2).verdict is Verdict.ARGUED
    assert check_square(3).verdict is Verdict.REFUTED


def test_divisors_that_vanish_by_a_relation_are_seen():
    root = sp.sqrt(1 / (sp.sqrt(2) * sp.sqrt(y + 3) - sp.sqrt(2 * y + 6)) + x)
    assert prove_identity(root, x).verdict is Verdict.VACUOUS


def test_a_condition_that_nothing_is_known_to_meet_proves_nothing():
    """1 / (sin^2 + cos^2 - 1) has no value anywhere, though the forms are equal."""
    nowhere = 1 / (sp.sin(x) ** 2 + sp.cos(x) ** 2 - 1)
    assert prove_identity(2 * nowhere, nowhere + nowhere + 0 * x).verdict is Verdict.UNDECIDED
    somewhere = 1 / (sp.sin(x) ** 2 - 1)
    assert prove_identity(2 * somewhere, 2 / (sp.sin(x) ** 2 - 1)).verdict is Verdict.PROVED


def test_conditions_are_formulas_in_the_original_symbols():
    evidence = prove_identity(x / (x * (y - 1)) + 1 / f(x), 1 / (y - 1) + 1 / f(x), assume=(x > 0,))
    assert {formula_of(c) for c in evidence.conditions} == {sp.Ne(y - 1, 0), sp.Ne(f(x), 0)}
    [pole] = prove_identity(sp.factorial(x), x * sp.factorial(x - 1)).conditions[1:]
    assert formula_of(pole).subs(x, 0) == sp.false
    assert formula_of(pole).subs(x, 2) == sp.true


def test_sympy_is_named_where_it_rewrites():
    assert "sympy" in prove_identity(sp.Abs(x), x, assume=(x > 0,)).engines
    hyperbolic = prove_identity(sp.cosh(x) ** 2 - sp.sinh(x) ** 2, 1)
    tests = [route for route in hyperbolic.routes if not route.decides]
    assert tests[0].engines == ("fractions", "sympy")
    assert prove_identity((x + y) ** 2, x**2 + 2 * x * y + y**2).engines == {
        "python-flint",
        "fractions",
    }


small = st.integers(-3, 3).map(sp.Integer)
leaves = st.one_of(small, st.sampled_from([x, y, z]))
expressions = st.recursive(
    leaves,
    lambda inner: st.one_of(
        st.tuples(inner, inner).map(lambda p: p[0] + p[1]),
        st.tuples(inner, inner).map(lambda p: p[0] * p[1]),
        st.tuples(inner, st.integers(0, 3)).map(lambda p: p[0] ** p[1]),
        st.tuples(inner, inner).map(lambda p: p[0] / p[1] if p[1] != 0 else p[0]),
    ),
    max_leaves=8,
)


def finite(e) -> bool:
    return not e.has(sp.zoo, sp.nan, sp.oo)


@settings(max_examples=80)
@given(expressions)
def test_rewriting_by_sympy_is_proved(e):
    assume(finite(e))
    cancelled = sp.cancel(e)
    assume(finite(cancelled))
    assert prove_identity(e, cancelled).verdict in (Verdict.PROVED, Verdict.VACUOUS)


@settings(max_examples=80)
@given(expressions, expressions)
def test_verdicts_are_those_of_sympy(e, g):
    assume(finite(e) and finite(g))
    difference = sp.cancel(e - g)
    assume(finite(difference))
    evidence = prove_identity(e, g)
    if evidence.verdict is not Verdict.VACUOUS:
        assert evidence.verdict is (Verdict.PROVED if difference == 0 else Verdict.REFUTED)


def test_huge_powers_are_refuted_or_left_open():
    huge = (x + 1) ** (10**6)
    assert prove_identity(huge, huge + 1).verdict is Verdict.REFUTED
    assert prove_identity(huge * (x + 1), (x + 1) ** (10**6 + 1)).verdict is not Verdict.REFUTED
    open_ = prove_identity(huge - x * (x + 1) ** (10**6 - 1), (x + 1) ** (10**6 - 1))
    assert open_.verdict is Verdict.UNDECIDED
    assert "too large" in open_.reason


def test_a_root_of_a_polynomial_is_no_symbol():
    root = sp.CRootOf(x**5 - x - 1, 0)
    assert prove_identity(root**5, root + 1).verdict is Verdict.UNDECIDED
    assert prove_identity(root + x, x + root).verdict is Verdict.PROVED


def test_a_tangent_is_defined_where_its_cosine_is_not_0():
    evidence = prove_identity(sp.tan(x) * sp.cos(x), sp.sin(x))
    assert evidence.verdict is Verdict.PROVED
    assert [c.text for c in evidence.conditions] == ["cos(x) is not 0"]


def test_values_that_are_near_are_shown_with_the_digits_that_differ():
    evidence = prove_identity(sp.exp(sp.pi * sp.sqrt(163)), 640320**3 + 744)
    assert evidence.counterexample is not None
    assert evidence.counterexample.claimed.startswith("[262537412640768743.99999")
    assert evidence.counterexample.found == "262537412640768744"
