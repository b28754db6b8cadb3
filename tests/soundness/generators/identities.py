"""Slips in identities."""

from typing import Any

import sympy as sp
from hypothesis import assume
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn

from tests.soundness.cases import Slip, Truth
from tests.soundness.generators.planting import Planted, plants
from tests.soundness.statements import Drawn
from theorem_checks import prove_identity

x, y = sp.symbols("x y")
n = sp.Symbol("n", integer=True, nonnegative=True)
coefficients = st.integers(-4, 4)
nonzero = coefficients.filter(bool)


@st.composite
def products(draw: DrawFn) -> sp.Expr:
    """A product of two or three linear forms in x and y."""
    linear = st.tuples(nonzero, coefficients, coefficients)
    factors = draw(st.lists(linear, min_size=2, max_size=3))
    return sp.Mul(*(a * x + b * y + c for a, b, c in factors), evaluate=False)


@plants("prove_identity", Slip.CONSTANT)
def a_coefficient_off(draw: DrawFn) -> Planted:
    left = draw(products())
    right = sp.expand(left)
    wrong = right + draw(nonzero) * x ** draw(st.integers(0, 3)) * y ** draw(st.integers(0, 2))
    at = {"x": draw(nonzero), "y": draw(nonzero)}
    values = {x: at["x"], y: at["y"]}
    assume(left.subs(values) != wrong.subs(values))
    return Planted(
        Drawn(f"{left} = {right}", lambda: prove_identity(left, right)),
        Drawn(f"{left} = {wrong}", lambda: prove_identity(left, wrong), Truth.FALSE, [at]),
    )


ROOTS = (  # true for positive x and y, false at the point beside
    (lambda p, q: (sp.sqrt(p**2), p), {"x": -1, "y": 1}),
    (lambda p, q: (sp.sqrt(p**2 * q**2), p * q), {"x": -2, "y": 1}),
    (lambda p, q: (sp.sqrt(p * q), sp.sqrt(p) * sp.sqrt(q)), {"x": -1, "y": -1}),
    (lambda p, q: ((p**3) ** sp.Rational(1, 3), p), {"x": -1, "y": 1}),
    (lambda p, q: (sp.Abs(p), p), {"x": -3, "y": 1}),
    (lambda p, q: (sp.sqrt(p**4 * q**2), p**2 * q), {"x": 1, "y": -1}),
)


@plants("prove_identity", Slip.HIDDEN_ASSUMPTION)
def a_sign_taken_for_granted(draw: DrawFn) -> Planted:
    make, at = draw(st.sampled_from(ROOTS))
    scale, shift = draw(nonzero), draw(products())
    signed = sp.symbols("x y", real=draw(st.booleans()) or None)

    def sides(p: sp.Expr, q: sp.Expr) -> tuple[sp.Expr, sp.Expr]:
        left, right = make(p, q)
        added = shift.subs({x: p, y: q}, simultaneous=True)
        return scale * left + added, scale * right + added

    positive = sides(*sp.symbols("x y", positive=True))
    any_sign = sides(*signed)
    values = {s: at[s.name] for s in signed}
    assume(sp.simplify((any_sign[0] - any_sign[1]).subs(values)) != 0)
    return Planted(
        Drawn(f"{positive[0]} = {positive[1]}, x, y > 0", lambda: prove_identity(*positive)),
        Drawn(f"{any_sign[0]} = {any_sign[1]}", lambda: prove_identity(*any_sign), Truth.FALSE),
    )


@plants("prove_identity", Slip.CONTRADICTION)
def assumptions_that_nothing_meets(draw: DrawFn) -> Planted:
    left = draw(products())
    right = sp.expand(left) + draw(st.sampled_from((0, 0, 1)))
    a, gap = draw(coefficients), draw(st.integers(0, 3))
    r, s = sp.symbols("x y", real=True)
    left, right = (side.subs({x: r, y: s}, simultaneous=True) for side in (left, right))
    contradictory = draw(
        st.sampled_from(
            (
                (r > a + gap, r < a),
                (r > s + gap, s > r),
                (r**2 < -gap, s > a),
                (r * s > gap, r > 0, s < 0),
                (r > a, s > gap, r + s < a),
            )
        )
    )
    met = (r > a, r < a + gap + 1)
    true = sp.expand(left)
    return Planted(
        Drawn(f"{left} = {true}, {met}", lambda: prove_identity(left, true, assume=met)),
        Drawn(
            f"{left} = {right}, {contradictory}",
            lambda: prove_identity(left, right, assume=contradictory),
            Truth.EMPTY,
        ),
    )


@plants("prove_identity", Slip.NAME)
def one_name_for_two_symbols(draw: DrawFn) -> Planted:
    left = draw(products())
    right = sp.expand(left)
    other = sp.Symbol("x", **{draw(st.sampled_from(("integer", "real", "positive", "zero"))): True})
    extra = draw(nonzero)
    mixed: Any = right.subs(x, other) if draw(st.booleans()) else right + extra * (x - other)
    assume(other in mixed.free_symbols)
    return Planted(
        Drawn(f"{left} = {right}", lambda: prove_identity(left, right)),
        Drawn(
            f"{left} = {mixed}, x twice, once {other.assumptions0}",
            lambda: prove_identity(left, mixed),
            Truth.NO_STATEMENT,
        ),
    )


@plants("prove_identity", Slip.FLOAT)
def a_float_for_a_fraction(draw: DrawFn) -> Planted:
    left, bottom = draw(products()), draw(st.integers(2, 9))
    exact, rounded = sp.Rational(draw(nonzero), bottom), draw(nonzero) / bottom
    places = (lambda v: v * left, lambda v: left + v * x, lambda v: left + x**2 / v)
    place = draw(st.sampled_from(places))
    term, wrong = place(exact), place(rounded)
    return Planted(
        Drawn(f"{term}, expanded", lambda: prove_identity(term, sp.expand(term))),
        Drawn(
            f"{wrong}, expanded",
            lambda: prove_identity(wrong, sp.expand(wrong)),
            Truth.NO_STATEMENT,
        ),
    )


@plants("prove_identity", Slip.EDGE_SIZE)
def right_at_the_first_sizes(draw: DrawFn) -> Planted:
    sizes = draw(st.integers(1, 12))
    base, factor = draw(st.integers(1, 4)), draw(products()).subs({x: n, y: 1})
    left, right = base ** (n + 1) * factor, base * base**n * sp.expand(factor)
    late = draw(nonzero) * sp.Mul(*(n - i for i in range(sizes)))
    wrong = right + late
    assume(left.subs(n, sizes) != wrong.subs(n, sizes))
    return Planted(
        Drawn(f"{left} = {right}", lambda: prove_identity(left, right)),
        Drawn(
            f"{left} = {wrong}",
            lambda: prove_identity(left, wrong),
            Truth.FALSE,
            [{"n": sizes}],
        ),
    )


GENERATORS = (
    a_coefficient_off,
    a_sign_taken_for_granted,
    assumptions_that_nothing_meets,
    one_name_for_two_symbols,
    a_float_for_a_fraction,
    right_at_the_first_sizes,
)
