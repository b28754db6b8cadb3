"""Means of a machine's outputs in a concrete world: the cell is run on symbols, exactly."""

from math import prod
from typing import Any

import sympy as sp
from sympy.polys.rings import ring

from theorem_checks.judging.sides import differing
from theorem_checks.statements.arrays.element_arrays import elements_of
from theorem_checks.statements.mean_outputs import MeanOutput, MeanOutputAtLeast
from theorem_checks.statements.reals.differences import Difference
from theorem_checks.statements.terms import components, each_component
from theorem_checks.statements.values.evaluation import rational_value
from theorem_checks.statements.values.radicals import NoExactValueError
from theorem_checks.statements.worlds.concrete import Concrete

__all__ = ["other_mean_output"]

_MOST_ENTRIES = 16  # that are drawn, of which outputs are polynomials


def other_mean_output(conclusion: MeanOutput, world: Concrete) -> Difference | None:
    """A mean of outputs that is not the one claimed, or is less than what it is to be at least."""
    found, claimed = _mean(conclusion, world), conclusion.value
    if not isinstance(conclusion, MeanOutputAtLeast):
        return differing(claimed, found, "means")
    if rational_value(claimed) <= rational_value(found):
        return None
    return Difference(f"at least {claimed}", str(found), "the mean is less")


def _mean(conclusion: MeanOutput, world: Concrete) -> sp.Expr:
    """The mean of the last output, as a polynomial in what is drawn."""
    moments = {
        entry: known for array, *known in conclusion.drawn for entry in elements_of(array).flat
    }
    if not 0 < len(moments) <= _MOST_ENTRIES:
        raise NoExactValueError(f"a mean over {len(moments)} entries")
    others = {symbol: n for symbol, n in world.averaged.items() if symbol not in moments}
    output = sp.sympify(_last_output(conclusion)).xreplace(others)
    try:
        polynomial = ring(list(moments), sp.QQ)[0].from_expr(output)
    except ValueError:
        raise NoExactValueError("a mean of what is no polynomial in what is drawn") from None
    total: Any = sp.S.Zero
    for powers, coefficient in polynomial.terms():
        pairs = list(zip(moments.values(), powers, strict=True))
        if any(power >= len(known) for known, power in pairs):
            raise NoExactValueError("a moment of a higher order than is known")
        factor = sp.Rational(int(coefficient.numerator), int(coefficient.denominator))
        total += factor * prod(known[power] for known, power in pairs)
    return total


def _last_output(conclusion: MeanOutput) -> Any:
    """What the machine puts out at the last token."""
    machine, tokens = conclusion.machine, conclusion.tokens
    state = machine.start
    for t in range(next(components(tokens)).shape[0]):
        state, _ = machine.step(state, each_component(lambda part, t=t: part[t], tokens))
    _, output = machine.step(state, conclusion.last)
    return elements_of(next(components(output)))[()]
