"""Signs on open intervals: what is told of random functions is true of their values."""

from typing import Any

import mpmath
import pytest
import sympy as sp
from hypothesis import given, settings
from hypothesis import strategies as st

from theorem_checks.proving.one_variable.intervals import Interval, Piece
from theorem_checks.proving.one_variable.kinks import kinks_of, without_kinks
from theorem_checks.proving.one_variable.signs import Sign, number_sign, sign_on

x: Any = sp.Symbol("x", real=True)
ENDS: Any = [-sp.oo, sp.Integer(-2), sp.S.Zero, sp.Rational(1, 2), sp.Integer(3), sp.oo]
SMALL = st.builds(sp.Rational, st.integers(-6, 6), st.integers(1, 3))
FUNCTIONS: Any = (sp.exp, sp.log, sp.tanh, sp.erf, sp.atan, sp.sinh, sp.cosh, sp.Abs, sp.sqrt)


def _extended(parts: st.SearchStrategy[sp.Expr]) -> st.SearchStrategy[sp.Expr]:
    return st.one_of(
        st.builds(lambda c, u, v: u + c * v, SMALL, parts, parts),
        st.builds(lambda u, v: u * v, parts, parts),
        st.builds(lambda u, v: u / v if v != 0 else u, parts, parts),
        st.builds(lambda u: sp.Max(u, 0), parts),
        st.builds(lambda of, u: of(u), st.sampled_from(FUNCTIONS), parts),
    )


functions = st.recursive(st.one_of(st.just(x), SMALL, st.just(x**2)), _extended, max_leaves=4)
pieces = st.lists(st.sampled_from(ENDS), min_size=2, max_size=2, unique=True).map(
    lambda ends: Piece(*sorted(ends))
)


def _values(f: sp.Expr, piece: Piece) -> list[Any]:
    low = float(piece.low) if piece.low.is_finite else -50.0
    high = float(piece.high) if piece.high.is_finite else 50.0
    shares = (1e-6, 1e-3, 0.03, 0.2, 0.41, 0.5, 0.52, 0.77, 0.96, 0.999, 1 - 1e-6)
    of = sp.lambdify(x, f, "mpmath")
    return [of(mpmath.mpf(low + share * (high - low))) for share in shares]


@settings(max_examples=60, deadline=None)
@given(functions, pieces)
def test_what_is_told_of_a_function_is_true_of_its_values(f, piece):
    if f.has(sp.zoo, sp.nan, sp.I, sp.oo) or not f.has(x):
        return
    form = without_kinks(f, x, piece)
    if form is None or (sign := sign_on(form, x, piece)) is None:
        return
    with mpmath.workdps(60):
        values = _values(f, piece)
        assert not any(isinstance(value, mpmath.mpc) for value in values)
        low, high = min(values), max(values)
        assert low > -1e-40 or sign < 0
        assert high < 1e-40 or sign > 0


@pytest.mark.parametrize(
    ("f", "piece", "sign"),
    [
        (sp.exp(x) - 1 - x, Piece(sp.S.Zero, sp.oo), Sign.POSITIVE),
        (x**4 - 2 * x**2 + 1, Piece(-sp.oo, sp.oo), Sign.NOT_NEGATIVE),
        (-((x - 1) ** 2), Piece(sp.S.Zero, sp.oo), Sign.NOT_POSITIVE),
        (x * sp.log(x) - x + 1, Piece(sp.S.One, sp.oo), Sign.POSITIVE),
        (x - sp.tanh(x), Piece(-sp.oo, sp.S.Zero), Sign.NEGATIVE),
    ],
)
def test_known_signs(f, piece, sign):
    assert sign_on(f, x, piece) is sign


@pytest.mark.parametrize(
    ("f", "piece"),
    [
        (x**2 - 2, Piece(sp.S.Zero, sp.oo)),  # changes its sign at the root of 2
        (1 / (x - 1), Piece(sp.S.Zero, sp.oo)),  # has a pole
        (1 + 1 / sp.log(x) ** 2, Piece(sp.S.Zero, sp.oo)),  # has none at 1
        (x**2 / (1 + 1 / x) ** 2, Piece(-sp.oo, sp.oo)),  # has none at 0, nor at -1
        (1 + sp.sqrt(x), Piece(-sp.oo, sp.oo)),  # is not real below 0
        (sp.exp(1 / x), Piece(-sp.S.One, sp.S.One)),
        (sp.sin(x) + 2, Piece(sp.S.Zero, sp.oo)),  # of a function that is not known
    ],
)
def test_where_a_function_has_no_value_or_no_sign_none_is_told(f, piece):
    assert sign_on(f, x, piece) is None


def test_signs_of_numbers():
    assert number_sign(sp.exp(1) - sp.Rational(271828, 100000)) is Sign.POSITIVE
    assert number_sign(sp.sqrt(2) * sp.sqrt(3) - sp.sqrt(6)) is Sign.ZERO
    assert number_sign(-sp.oo) is Sign.NEGATIVE
    assert number_sign(sp.zoo) is None
    assert number_sign(sp.I) is None


def test_kinks_are_found_and_forms_told():
    f = sp.Max(x, 1 - x) + sp.Abs(x**2 - 4)
    assert sorted(kinks_of(f, x)) == [-2, sp.Rational(1, 2), 2]
    assert without_kinks(f, x, Piece(sp.Integer(2), sp.oo)) == x**2 + x - 4
    assert without_kinks(f, x, Piece(-sp.oo, sp.oo)) is None
    least = sp.Min(sp.exp(x), 1)
    assert without_kinks(least, x, Piece(sp.S.Zero, sp.oo)) == 1


def test_pieces_and_points_of_an_interval():
    whole = Interval.of(sp.Symbol("p", nonnegative=True))
    assert list(whole.points([sp.S.One, -sp.S.One])) == [0, 1]
    assert [(one.low, one.high) for one in whole.pieces([sp.S.One])] == [(0, 1), (1, sp.oo)]
    negative = Interval.of(sp.Symbol("q", integer=True, negative=True))
    assert (negative.low, negative.high, negative.has_high) == (-sp.oo, -1, True)
    assert str(whole) == "[0, oo)"


@pytest.mark.parametrize(
    "f",
    [
        sp.exp(-x) - 1 + (1 - sp.exp(-2000)) / (1 + sp.exp(-x)),
        sp.exp(-x) - 1 + (1 - sp.exp(-2000 * x)) / (1 + sp.exp(-x)),
        x**3000 - x + sp.exp(x),
    ],
)
def test_large_exponents_are_no_polynomials_of_large_degree(f):
    sign_on(f, x, Piece(-sp.oo, sp.oo))  # this returns, and soon


@pytest.mark.parametrize(
    ("f", "low", "sign"),
    [
        (sp.exp(x) - 1 - x, 0, Sign.POSITIVE),
        (x - sp.sinh(x), 0, Sign.NEGATIVE),
        (sp.exp(2 * x) * (x - 1) + sp.exp(2), 1, Sign.POSITIVE),
    ],
)
def test_a_limit_of_what_is_continuous_is_its_value(f, low, sign, monkeypatch):
    monkeypatch.setattr(sp, "limit", lambda *_: pytest.fail("a series is made"))
    assert sign_on(f, x, Piece(sp.Integer(low), sp.Integer(low + 1))) is sign


def test_a_limit_of_what_has_no_value_at_an_end_is_no_value_there():
    f = sp.expand(1 - x) / x + x
    assert sign_on(f, x, Piece(sp.S.Zero, sp.S.One)) is Sign.POSITIVE


@pytest.mark.parametrize(
    ("f", "low", "high", "sign"),
    [
        (sp.sinh(x**3), 0, sp.oo, Sign.POSITIVE),
        (sp.sinh(x**3), -sp.oo, 0, Sign.NEGATIVE),
        (sp.tanh(x), 1, sp.oo, Sign.POSITIVE),
        (sp.cosh(x) + 1, 1, sp.oo, Sign.POSITIVE),
        (sp.tanh(x) + sp.asinh(x), 1, sp.oo, Sign.POSITIVE),
        (sp.log(x), 1, sp.oo, Sign.POSITIVE),
        (sp.log(x), 0, 1, Sign.NEGATIVE),
        (sp.Max(x, 1 - x) - sp.Max(x, 0), -1, 1, None),
    ],
    ids=str,
)
def test_the_sign_of_a_function_is_that_of_what_it_is_of(f, low, high, sign):
    assert sign_on(f, x, Piece(sp.sympify(low), sp.sympify(high))) is sign
