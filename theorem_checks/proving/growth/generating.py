r"""The constant of a growth in closed form, by singularity analysis.

If every coefficient has degree at most 1 in the index, :math:`p_i(k) = \alpha_i (k + i) + \beta_i`,
then :math:`A(z) = \sum_{k \ge s} a_k z^k` solves an equation of first order,

.. math:: z\,\delta(z) A' + \eta(z) A = q(z), \qquad \delta = \sum_i \alpha_i z^{r-i}
    = \alpha_r \prod_i (1 - \rho_i z), \quad \eta = \sum_i \beta_i z^{r-i},

with a polynomial q made of the first values. Its solution is
:math:`A = \mu^{-1} (K + \int_0^z \mu\, q / (z \delta))` with
:math:`\mu = z^{e} \prod_i (1 - \rho_i z)^{g_i}`. At the singularity :math:`1/\rho_1` next to 0 it
is :math:`c\,(1 - \rho_1 z)^{-g_1}` plus what is smaller or analytic there, and the transfer theorem
of Flajolet and Odlyzko gives :math:`a_k \sim c\,\rho_1^k k^{g_1 - 1} / \Gamma(g_1)`. The integral
to :math:`1/\rho_1` is Euler's, a 2F1, for order at most 2; where it diverges, its analytic
continuation in :math:`g_1` stands for it.
"""

from collections.abc import Sequence
from typing import cast

import sympy as sp

from theorem_checks.errors import ArgumentError
from theorem_checks.proving.growth.modes import IrregularRecurrenceError, growth_modes
from theorem_checks.proving.growth.recurrences import PRecursive
from theorem_checks.statements.exact import ExactLike, to_expression

__all__ = ["constant_in_closed_form", "first_order_equation"]


def first_order_equation(
    sequence: PRecursive, variable: sp.Symbol
) -> tuple[sp.Poly, sp.Poly, sp.Poly]:
    """Return polynomials (u, w, q) with u A' + w A = q for the generating function A.

    **Arguments**: `variable`, the symbol z of the polynomials.

    **Raises** `IrregularRecurrenceError` if a coefficient has degree 2 or more in the index.
    """
    order, z = sequence.order, variable
    if sequence.degree > 1:
        raise IrregularRecurrenceError(
            sequence, "coefficients of degree at most 1", "The equation has a higher order."
        )
    slopes = [sequence.polynomial(i).coeff_monomial(sequence.index) for i in range(order + 1)]
    rests = [p.subs(sequence.index, -i) for i, p in enumerate(sequence.coefficients)]
    u = sum(a * z ** (order - i + 1) for i, a in enumerate(slopes))
    w = sum(b * z ** (order - i) for i, b in enumerate(rests))
    q = sum(
        (slopes[i] * n + rests[i]) * sequence.initial[n - sequence.start] * z ** (n + order - i)
        for i in range(order + 1)
        for n in range(sequence.start, sequence.start + i)
    )
    return sp.Poly(u, z), sp.Poly(w, z), sp.Poly(sp.simplify(sp.expand(q)), z)


def constant_in_closed_form(sequence: PRecursive, root: ExactLike) -> sp.Expr:
    r"""Return C of :math:`a_k \sim C \rho^k k^\theta`, where `root` = rho dominates.

    With parameters it is right wherever the root is larger in absolute value than the other roots.

    **Raises** `IrregularRecurrenceError` where the equation has not first order, or an integral
    over more than two factors is left; `ArgumentError` if `root` is no characteristic root.
    """
    z = sp.Dummy("z")
    u, w, q = first_order_equation(sequence, z)
    rho = _the_root(sequence, to_expression(root, "root"))
    others = [m.root for m in growth_modes(sequence) if m.root != rho]
    leading = u.coeff_monomial(z)
    at_zero = sp.cancel(w.eval(0) / leading)
    exponents = {r: _residue(u, w, r) for r in (rho, *others)}
    around = rho**at_zero * sp.Mul(*((1 - other / rho) ** (-exponents[other]) for other in others))
    total = _start_or_integral(sequence, q, at_zero, leading, rho, others, exponents)
    return cast(sp.Expr, around * total / sp.gamma(exponents[rho]))


def _the_root(sequence: PRecursive, root: sp.Expr) -> sp.Expr:
    roots = [m.root for m in growth_modes(sequence)]
    for known in roots:
        if sp.simplify(known - root) == 0:
            return known
    raise ArgumentError("root", root, f"one of the characteristic roots {roots}")


def _residue(u: sp.Poly, w: sp.Poly, root: sp.Expr) -> sp.Expr:
    """The exponent g of (1 - rho z) in mu: the residue of w/u at 1/rho."""
    place = 1 / root
    return cast(sp.Expr, sp.simplify(w.eval(place) / cast(sp.Poly, u.diff(u.gen)).eval(place)))


def _start_or_integral(
    sequence: PRecursive,
    q: sp.Poly,
    at_zero: sp.Expr,
    leading: sp.Expr,
    rho: sp.Expr,
    others: Sequence[sp.Expr],
    exponents: dict[sp.Expr, sp.Expr],
) -> sp.Expr:
    """K plus the integral of mu q / u from 0 to 1/rho."""
    first = sequence.start + next((i for i, a in enumerate(sequence.initial) if a != 0), 0)
    if q.is_zero:
        if sp.simplify(at_zero + first) != 0:
            raise IrregularRecurrenceError(
                sequence, "a first value that the recurrence lets be different from 0", ""
            )
        return sequence.initial[first - sequence.start]
    if len(others) > 1:
        raise IrregularRecurrenceError(
            sequence, "order at most 2, or an equation without a right side", ""
        )
    if not sp.simplify(at_zero + first).is_positive:
        raise IrregularRecurrenceError(
            sequence,
            f"a start later than {sp.simplify(-at_zero)}",
            "Start the sequence later, with the values that it has there.",
        )
    g = exponents[rho]
    total: sp.Expr = sp.S.Zero
    for (power,), coefficient in q.terms():
        a = at_zero + power
        euler = sp.gamma(a) * sp.gamma(g) / sp.gamma(a + g) / rho**a
        for other in others:
            euler *= _hypergeometric(1 - exponents[other], a, a + g, other / rho)
        total += coefficient / leading * euler
    return total


def _hypergeometric(a: sp.Expr, b: sp.Expr, c: sp.Expr, x: sp.Expr) -> sp.Expr:
    """The 2F1, or the power that it is where two parameters cancel."""
    a, b, c = (cast(sp.Expr, sp.simplify(parameter)) for parameter in (a, b, c))
    if b == c:
        return (1 - x) ** (-a)
    return (1 - x) ** (-b) if a == c else sp.hyper((a, b), (c,), x)
