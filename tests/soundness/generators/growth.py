"""Slips in growth and orders."""

from fractions import Fraction
from typing import Any

import sympy as sp
from hypothesis import assume
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn

from tests.soundness.cases import Slip, Truth
from tests.soundness.generators.planting import Planted, plants
from tests.soundness.statements import Drawn
from theorem_checks import PRecursive, decide_order, prove_growth, prove_growth_bound

k, h = sp.Symbol("k"), sp.Symbol("h")
sizes = st.lists(st.integers(1, 9), min_size=2, max_size=3, unique=True)
nonzero = st.integers(-9, 9).filter(bool)


def sequence(roots: list[int], weights: list[int]) -> PRecursive:
    """The sequence of sums of weights times powers of the roots."""
    x = sp.Symbol("x")
    coefficients = sp.Poly(sp.expand(sp.prod([x - r for r in roots])), x).all_coeffs()[::-1]
    values = [sum(w * r**j for w, r in zip(weights, roots, strict=True)) for j in range(len(roots))]
    return PRecursive(tuple(coefficients), tuple(values), k)


@st.composite
def sums(draw: DrawFn) -> tuple[list[int], list[int]]:
    """Roots of different size, the largest last, and a weight for each."""
    roots = [r * draw(st.sampled_from((1, -1))) for r in sorted(draw(sizes))]
    return roots, [draw(nonzero) for _ in roots]


@plants("prove_growth", Slip.CONSTANT)
def the_growth_of_another_root(draw: DrawFn) -> Planted:
    roots, weights = draw(sums())
    made = sequence(roots, weights)
    exact = draw(st.booleans())
    wrong = draw(
        st.sampled_from(
            (
                (roots[-2], 0, weights[-2]),
                (roots[-1], draw(st.sampled_from((-1, sp.Rational(1, 2), 1))), weights[-1]),
                (-roots[-1], 0, weights[-1]),
                (roots[-1], 0, weights[-1] + draw(nonzero)),
            )
        )
    )
    assume(wrong[2] != 0)
    exact_needed = wrong[:2] == (roots[-1], 0)
    said = f"the sum of {weights} times powers of {roots} grows as"
    true = (roots[-1], 0, weights[-1])

    def asked(root: int, exponent: Any, constant: int, given: bool) -> Any:
        return prove_growth(made, root, exponent, constant if given else None)

    return Planted(
        Drawn(f"{said} {true[: 2 + exact]}", lambda: asked(*true, exact)),
        Drawn(f"{said} {wrong}", lambda: asked(*wrong, exact or exact_needed), Truth.FALSE, [{}]),
    )


@plants("prove_growth", Slip.HIDDEN_ASSUMPTION)
def first_values_that_miss_the_root(draw: DrawFn) -> Planted:
    roots, weights = draw(sums())
    missing = [*weights[:-1], 0]
    made, missed = sequence(roots, weights), sequence(roots, missing)
    said = f"powers of {roots} grow as {roots[-1]}^k, weights"
    return Planted(
        Drawn(f"{said} {weights}", lambda: prove_growth(made, roots[-1], 0)),
        Drawn(f"{said} {missing}", lambda: prove_growth(missed, roots[-1], 0), Truth.FALSE, [{}]),
    )


@plants("prove_growth_bound", Slip.EDGE_SIZE)
def a_bound_from_too_early(draw: DrawFn) -> Planted:
    low, high = sorted(draw(st.lists(st.integers(1, 6), min_size=2, max_size=2, unique=True)))
    top, begin, sign = (
        draw(st.integers(1, 9)),
        draw(st.integers(2, 6)),
        draw(st.sampled_from((1, -1))),
    )
    lower = draw(st.integers(1, top)) * sign
    made = sequence([low, high], [lower, top])

    def ratio(j: int) -> Fraction:
        return top + lower * Fraction(low, high) ** j  # falls or rises towards `top`

    between, relation = (ratio(begin) + ratio(begin - 1)) / 2, "<=" if sign > 0 else ">="
    assume(between > 0)
    bound = str(between)
    said = f"{top} {high}^k + {lower} {low}^k {relation} {bound} {high}^k from k ="

    def asked(start: int) -> Any:
        return prove_growth_bound(made, relation, bound, high, 0, start=start)

    return Planted(
        Drawn(f"{said} {begin}", lambda: asked(begin)),
        Drawn(f"{said} {begin - 1}", lambda: asked(begin - 1), Truth.FALSE, [{"k": begin - 1}]),
    )


@plants("decide_order", Slip.CONSTANT)
def an_order_too_high(draw: DrawFn) -> Planted:
    order, scale = draw(st.integers(1, 5)), sp.Rational(draw(nonzero), draw(st.integers(1, 9)))
    series = sp.series(sp.exp(draw(st.integers(1, 3)) * h), h, 0, order).removeO()
    units = (1 + h, sp.exp(h), sp.cos(h), 2 - h**2, 1 / (1 + h))
    error = draw(
        st.sampled_from(
            (
                scale * h**order * draw(st.sampled_from(units)),
                scale * (sp.exp(h) - sp.series(sp.exp(h), h, 0, order).removeO()),
                scale * h**order + h ** (order + 1) * series,
            )
        )
    )
    exactly, up = draw(st.booleans()), draw(st.sampled_from((1, sp.Rational(1, 2), 2)))
    return Planted(
        Drawn(
            f"{error} = O(h^{order})", lambda: decide_order(error, order, scale=h, exactly=exactly)
        ),
        Drawn(
            f"{error} = O(h^{order + up})",
            lambda: decide_order(error, order + up, scale=h, exactly=exactly),
            Truth.FALSE,
            [{}],
        ),
    )


GENERATORS = (
    the_growth_of_another_root,
    first_values_that_miss_the_root,
    a_bound_from_too_early,
    an_order_too_high,
)
