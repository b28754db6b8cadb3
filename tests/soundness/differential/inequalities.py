"""Inequalities over boxes against values on a grid, and sharp constants that are known."""

import operator
from fractions import Fraction
from typing import Any

import sympy as sp
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn

from tests.soundness.differential.comparing import as_they_come, true_by_construction
from tests.soundness.generators.inequalities import bumps, numbers, positive, x
from tests.soundness.statements import Drawn, Instance
from theorem_checks import best_constant, prove_inequality
from theorem_checks.verdicts.evidence import Evidence

y = sp.Symbol("y")
STEPS = 24
RELATIONS = {"<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge}


@as_they_come("prove_inequality")
def polynomials_on_an_interval(draw: DrawFn) -> Drawn:
    coefficients = [*draw(st.lists(numbers, min_size=1, max_size=4)), draw(positive)]
    below = draw(st.integers(0, 2))
    low, width = draw(numbers), draw(positive)
    relation, bound = draw(st.sampled_from(sorted(RELATIONS))), draw(st.integers(-9, 9))
    f = sp.Add(*(c * x**k for k, c in enumerate(coefficients))) / (x**2 + 1) ** below

    def holds_at(at: Instance) -> bool | None:
        point = at.get("x", Fraction(low))
        if not low <= point <= low + width:
            return None
        total = sum(c * point**k for k, c in enumerate(coefficients))
        return RELATIONS[relation](Fraction(total) / (point * point + 1) ** below, bound)

    return Drawn(
        f"{f} {relation} {bound} on [{low}, {low + width}]",
        lambda: prove_inequality(f, {"x": (low, low + width)}, relation, bound, boxes=300),
        None,
        [{"x": low + Fraction(width * j, STEPS)} for j in range(STEPS + 1)],
        holds_at,
    )


@as_they_come("prove_inequality")
def quadratics_on_a_square(draw: DrawFn) -> Drawn:
    b, e, bound = (draw(numbers) for _ in range(3))
    a, c = (draw(st.sampled_from((-3, -1, 1, 2))) for _ in range(2))
    half, relation = draw(st.integers(1, 3)), draw(st.sampled_from(sorted(RELATIONS)))
    f = a * x**2 + b * x * y + c * y**2 + e * x

    def holds_at(at: Instance) -> bool:
        p, q = at.get("x", Fraction(0)), at.get("y", Fraction(0))
        return RELATIONS[relation](a * p**2 + b * p * q + c * q**2 + e * p, 3 * bound)

    grid = [Fraction(half * j, 4) for j in range(-4, 5)]
    return Drawn(
        f"{f} {relation} {3 * bound} on [-{half}, {half}]^2",
        lambda: prove_inequality(
            f, {"x": (-half, half), "y": (-half, half)}, relation, 3 * bound, boxes=300
        ),
        None,
        [{"x": p, "y": q} for p in grid for q in grid],
        holds_at,
    )


@true_by_construction("prove_inequality")
def squares_with_a_margin(draw: DrawFn) -> Drawn:
    at, other, bump = draw(numbers), draw(numbers), draw(bumps())
    margin, low, width = sp.Rational(1, draw(st.integers(1, 20))), draw(numbers), draw(positive)
    f = sp.expand((x - at) ** 2 * (x - other) ** 2) * bump
    return Drawn(
        f"{f} > -{margin} on [{low}, {low + width}]",
        lambda: prove_inequality(f, {"x": (low, low + width)}, ">", -margin),
    )


@true_by_construction("best_constant")
def constants_taken_at_a_point(draw: DrawFn) -> Drawn:
    bump, other = draw(bumps()), draw(bumps())
    at, half, exact = draw(numbers), draw(positive), Fraction(draw(numbers), draw(positive))
    c = sp.Rational(exact.numerator, exact.denominator)
    supremum = draw(st.booleans())
    f = c * bump + (-1 if supremum else 1) * (x - at) ** 2 * other
    box = {"x": (at - half, at + half)}

    def ask() -> Evidence:
        bracket = best_constant(f, bump, box, end="supremum" if supremum else "infimum")
        if bracket.lower is None or bracket.upper is None or bracket.reason:
            return Evidence.undecided(bracket.reason or "an end is not known")
        if bracket.lower <= exact <= bracket.upper:
            return Evidence.holds(f"{bracket}")
        return Evidence.refuted(reason=f"{bracket}")

    return Drawn(f"{'sup' if supremum else 'inf'} ({f})/({bump}) = {c} on {box}", ask)


COMPARISONS: tuple[Any, ...] = (
    polynomials_on_an_interval,
    quadratics_on_a_square,
    squares_with_a_margin,
    constants_taken_at_a_point,
)
