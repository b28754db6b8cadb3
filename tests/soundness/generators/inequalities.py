"""Slips in inequalities over boxes, which balls decide."""

import sympy as sp
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn

from tests.soundness.cases import Slip, Truth
from tests.soundness.generators.planting import Planted, plants
from tests.soundness.statements import Drawn
from theorem_checks import prove_inequality

x = sp.Symbol("x")
numbers = st.integers(-4, 4)
positive = st.integers(1, 6)


@st.composite
def bumps(draw: DrawFn) -> sp.Expr:
    """A function of x that is positive everywhere."""
    a = draw(positive)
    return draw(
        st.sampled_from(
            (
                sp.exp(x / a),
                x**2 + a,
                2 + sp.sin(a * x),
                1 + sp.tanh(x) + sp.Rational(1, a),
                1 / (1 + x**2),
                sp.cosh(x / a),
                sp.sqrt(x**2 + a),
                1 / (1 + sp.exp(-x)),
            )
        )
    )


def box(at: int, half: int) -> dict[str, tuple[int, int]]:
    return {"x": (at - half, at + half)}


@plants("prove_inequality", Slip.CONSTANT)
def a_margin_too_small(draw: DrawFn) -> Planted:
    at, half, bump = draw(numbers), draw(positive), draw(bumps())
    margin = sp.Rational(1, draw(st.sampled_from((2, 10, 100, 1000))))
    f = (x - at) ** 2 * bump
    if draw(st.booleans()):
        f = sp.expand(f)
    where = box(at, half)
    return Planted(
        Drawn(f"{f} > -{margin} on {where}", lambda: prove_inequality(f, where, ">", -margin)),
        Drawn(
            f"{f} > {margin / 7} on {where}",
            lambda: prove_inequality(f, where, ">", margin / 7),
            Truth.FALSE,
            [{"x": at}],
        ),
    )


@plants("prove_inequality", Slip.POLE)
def a_pole_in_the_box(draw: DrawFn) -> Planted:
    pole, half, bump = draw(numbers), draw(positive), draw(bumps())
    f = draw(
        st.sampled_from(
            (
                bump / (x - pole) ** 2,
                bump / sp.Abs(x - pole),
                bump + 1 / (x - pole) ** 4,
                bump * (x - pole) / (x - pole) ** 3,
            )
        )
    )
    beside, around = {"x": (pole + 1, pole + 1 + half)}, box(pole, half)
    if draw(st.booleans()):
        around = {"x": (pole, pole + half)}
    return Planted(
        Drawn(f"{f} > 0 on {beside}", lambda: prove_inequality(f, beside, ">", 0)),
        Drawn(
            f"{f} > 0 on {around}",
            lambda: prove_inequality(f, around, ">", 0),
            Truth.FALSE,
            [{"x": pole}],
        ),
    )


@plants("prove_inequality", Slip.EDGE_SIZE)
def a_zero_of_odd_order(draw: DrawFn) -> Planted:
    at, half, bump = draw(numbers), draw(positive), draw(bumps())
    near = sp.Rational(1, draw(st.integers(1, 60)))
    f = (x - at) ** 2 * bump
    wrong = draw(
        st.sampled_from(((x - at) ** 3 * bump, (x - at) * bump, (x - at) * (x - at + near) * bump))
    )
    where = box(at, half)
    return Planted(
        Drawn(
            f"{f} >= 0 on {where}, touching {at}",
            lambda: prove_inequality(f, where, ">=", 0, touching=[at]),
        ),
        Drawn(
            f"{wrong} >= 0 on {where}, touching {at}",
            lambda: prove_inequality(wrong, where, ">=", 0, touching=[at]),
            Truth.FALSE,
            [{"x": at - near / 2}],
        ),
    )


WAVES = (  # what SymPy makes 0 or positive of, with the assumption that it goes by
    ({"integer": True}, lambda v: sp.sin(sp.pi * v)),
    ({"even": True}, lambda v: sp.sin(sp.pi * v / 2)),
    ({"integer": True}, lambda v: 1 - sp.cos(2 * sp.pi * v)),
    ({"zero": True}, lambda v: v),
    ({"positive": True}, lambda v: sp.Abs(v) - v),
    ({"nonnegative": True}, lambda v: sp.sqrt(v**2) - v),
    ({"imaginary": True}, lambda v: v**2),
)


@plants("prove_inequality", Slip.CONTRADICTION)
def a_symbol_that_the_box_contradicts(draw: DrawFn) -> Planted:
    low, width = draw(st.integers(-6, -1)), draw(st.integers(1, 6))
    scale, (assumed, wave) = draw(positive), draw(st.sampled_from(WAVES))
    where, slope = {"x": (low, low + width)}, sp.Rational(1, draw(st.integers(100, 10**6)))
    symbol = sp.Symbol("x", **assumed)
    f, wrong = (sp.sin(sp.pi * x * scale) + slope * x, scale * wave(symbol) + slope * symbol)
    return Planted(
        Drawn(f"{f} < 2 on {where}", lambda: prove_inequality(f, where, "<", 2)),
        Drawn(
            f"{scale * wave(x)} + {slope} x < 1/2 on {where}, x {assumed}",
            lambda: prove_inequality(wrong, where, "<", sp.Rational(1, 2)),
            Truth.NO_STATEMENT,
        ),
    )


GENERATORS = (
    a_margin_too_small,
    a_pole_in_the_box,
    a_zero_of_odd_order,
    a_symbol_that_the_box_contradicts,
)
