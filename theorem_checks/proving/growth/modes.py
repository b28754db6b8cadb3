r"""The growths that the solutions of a recurrence can have: Poincare, Perron, Birkhoff.

Write :math:`p_i(k) = p_{i,0} k^s + p_{i,1} k^{s-1} + \dots`, with s the highest degree, and
:math:`\chi_l(x) = \sum_i p_{i,l} x^i`. If the first and the last coefficient have degree s and the
roots of :math:`\chi_0` are simple, the recurrence has a solution

.. math:: \rho^k k^\theta (1 + c_1/k + c_2/k^2 + \dots), \qquad
    \theta = -\frac{\chi_1(\rho)}{\rho \chi_0'(\rho)}

for each root, asymptotically to every order, and these span all solutions (Birkhoff, Trjitzinsky;
the regular case).
"""

from dataclasses import dataclass
from typing import cast

import sympy as sp

from theorem_checks.errors import ArgumentError
from theorem_checks.proving.growth.recurrences import PRecursive

__all__ = ["IrregularRecurrenceError", "Mode", "growth_modes"]


class IrregularRecurrenceError(ArgumentError):
    """A recurrence whose solutions need not grow like rho^k k^theta."""

    def __init__(self, sequence: PRecursive, expected: str, hint: str) -> None:
        super().__init__("sequence", sequence.coefficients, expected, hint)


@dataclass(frozen=True)
class Mode:
    r"""A growth :math:`\rho^k k^\theta`: its `root` rho and `exponent` theta, exact."""

    root: sp.Expr
    exponent: sp.Expr


def growth_modes(sequence: PRecursive) -> tuple[Mode, ...]:
    """The growths of the solutions of the recurrence, one for each characteristic root.

    They belong to the recurrence alone: which of them a sequence has, its first values decide.
    With parameters the answer holds wherever the roots are distinct and not zero.

    **Raises** `IrregularRecurrenceError` where the first or the last coefficient has not the
    highest degree (factorial growth), where a root is multiple (growth like exp(c sqrt(k)), or
    logarithms), or where the roots are not found in closed form.
    """
    table = sequence.table()
    leading = [row[0] for row in table]
    next_ones = [row[1] if len(row) > 1 else sp.S.Zero for row in table]
    if leading[0].is_zero or leading[-1].is_zero:
        raise IrregularRecurrenceError(
            sequence,
            "a first and a last coefficient of the highest degree",
            "Solutions grow or decay like powers of k!; divide them out first.",
        )
    x = sp.Dummy("x")
    characteristic = sp.Poly(list(reversed(leading)), x)
    slope = cast(sp.Poly, characteristic.diff(x))
    second = sp.Poly(list(reversed(next_ones)), x)
    modes = []
    for root in _simple_roots(characteristic, sequence):
        exponent = sp.cancel(-second.eval(root) / (root * slope.eval(root)))
        modes.append(Mode(root, cast(sp.Expr, sp.simplify(exponent))))
    return tuple(modes)


def _simple_roots(characteristic: sp.Poly, sequence: PRecursive) -> list[sp.Expr]:
    roots: list[sp.Expr] = []
    for factor, multiplicity in characteristic.factor_list()[1]:
        if factor.degree() == 0:
            continue
        if multiplicity > 1:
            raise IrregularRecurrenceError(
                sequence,
                "simple characteristic roots",
                f"{factor.as_expr()} = 0 for x = rho has multiplicity {multiplicity}.",
            )
        roots += _roots_of(factor, sequence)
    return roots


def _roots_of(factor: sp.Poly, sequence: PRecursive) -> list[sp.Expr]:
    if factor.degree() <= 2:
        return list(sp.roots(factor))
    if factor.domain.is_QQ or factor.domain.is_ZZ:
        return cast(list[sp.Expr], factor.all_roots(multiple=True))
    raise IrregularRecurrenceError(
        sequence,
        "a characteristic polynomial with factors of degree at most 2, or with rational numbers",
        "Put numbers in place of the parameters.",
    )
