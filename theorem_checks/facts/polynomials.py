"""Polynomials: where they vanish."""

import random
from fractions import Fraction
from itertools import product
from math import prod
from typing import Any

from theorem_checks.facts.drawing import rational, size
from theorem_checks.facts.fact import Fact

__all__ = ["FACTS", "ROOTS", "ZERO_ON_A_GRID"]

Terms = dict[tuple[int, ...], Fraction]


def _value(terms: Terms, point: tuple[int, ...]) -> Fraction:
    monomials = (prod(x**k for x, k in zip(point, powers, strict=True)) for powers in terms)
    return sum((c * m for c, m in zip(terms.values(), monomials, strict=True)), Fraction(0))


def _two_variables(generator: random.Random) -> dict[str, Any]:
    """A polynomial that is 0 on a part of the grid, as often as not."""
    degree = size(generator, 2)
    terms = {powers: rational(generator, 1) for powers in product(range(degree + 1), repeat=2)}
    if generator.random() < 0.5:  # x (x - 1) ... (x - degree + 1), which is 0 at 0, ..., degree - 1
        terms = {(1, 0): Fraction(-1), (2, 0): Fraction(1)} if degree > 1 else {(1, 0): Fraction(1)}
    return {"degree": degree, "terms": {k: v for k, v in terms.items() if v}}


ZERO_ON_A_GRID = Fact(
    name="zero-polynomial",
    says="a polynomial of degree k at most in each variable that vanishes on a grid of k + 1 values"
    " for each has no terms; so has one that vanishes everywhere, or on an open set",
    latex=r"p|_{S^n} = 0,\; |S| > \deg_{x_i} p \implies p = 0",
    source="Alon, Combinatorial Nullstellensatz (1999), Lemma 2.1",
    draw=_two_variables,
    holds=lambda degree, terms: (
        not terms or any(_value(terms, at) for at in product(range(degree + 1), repeat=2))
    ),
    nearly=lambda degree, terms: (
        not terms or any(_value(terms, at) for at in product(range(degree), repeat=2))
    ),
)


def _by_roots(generator: random.Random) -> dict[str, Any]:
    roots = [generator.randint(-3, 3) for _ in range(size(generator))]
    coefficients = [1]
    for root in roots:
        shifted = [0, *coefficients]
        coefficients = [s - root * c for s, c in zip(shifted, [*coefficients, 0], strict=True)]
    coefficients[0] += generator.choice((0, 0, 1))
    return {"coefficients": coefficients}


def _roots(coefficients: list[int]) -> int:
    return sum(sum(c * x**k for k, c in enumerate(coefficients)) == 0 for x in range(-40, 41))


ROOTS = Fact(
    name="number-of-roots",
    says="a polynomial of degree k >= 0 in one variable has at most k roots",
    latex=r"p \ne 0 \implies |\{x : p(x) = 0\}| \le \deg p",
    source="Lang, Algebra, Theorem IV.1.4",
    draw=_by_roots,
    holds=lambda coefficients: _roots(coefficients) <= len(coefficients) - 1,
    nearly=lambda coefficients: _roots(coefficients) < len(coefficients) - 1,
)

FACTS = (ZERO_ON_A_GRID, ROOTS)
