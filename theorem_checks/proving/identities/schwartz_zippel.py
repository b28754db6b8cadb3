"""How often a false identity can agree at random points, by the Schwartz-Zippel lemma.

A polynomial of degree D that is not zero vanishes at a point whose coordinates are drawn
independently and uniformly from N values each with probability at most D / N (J. T. Schwartz,
J. ACM 27, 1980; R. Zippel, EUROSAM 1979).
"""

from fractions import Fraction
from typing import Any

import sympy as sp

__all__ = ["agreement_probability"]


def agreement_probability(
    left: sp.Expr, right: sp.Expr, values: int, points: int
) -> Fraction | None:
    """Bound the probability that two different rational functions agree at all of some points.

    **Arguments**: the functions `left` and `right`; the number of `values` that each coordinate is
    drawn from; the number of `points`, independent and given that the functions are defined there.

    **Returns** None if they are no fractions of polynomials or their degrees are too large.
    """
    degrees = _degrees(sp.Add(left, sp.Mul(-1, right, evaluate=False), evaluate=False))
    if degrees is None or sum(degrees) >= values:
        return None
    top, bottom = degrees
    return Fraction(top, values - bottom) ** points


def _degrees(e: Any) -> tuple[int, int] | None:
    """Upper bounds of the degrees of numerator and denominator, by the rules for + and *."""
    if isinstance(e, sp.Rational):
        return 0, 0
    if isinstance(e, sp.Symbol):
        return 1, 0
    if isinstance(e, sp.Pow) and isinstance(e.exp, sp.Integer):
        inner = _degrees(e.base)
        if inner is None:
            return None
        top, bottom = inner if e.exp > 0 else inner[::-1]
        return top * abs(int(e.exp)), bottom * abs(int(e.exp))
    if not isinstance(e, sp.Add | sp.Mul):
        return None
    total = (0, 0)
    for part in e.args:
        inner = _degrees(part)
        if inner is None:
            return None
        bottom = total[1] + inner[1]
        if isinstance(e, sp.Mul):
            total = (total[0] + inner[0], bottom)
        else:
            total = (max(total[0] + inner[1], inner[0] + total[1]), bottom)
    return total
